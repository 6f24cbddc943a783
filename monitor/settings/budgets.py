"""What plans may spend, and what models cost."""

from pydantic import Field

from monitor.settings.base import Settings


class PriceSettings(Settings):
    """What a model costs, in a currency of your choice: the same everywhere. NAME is the model's
    as the target asks for it."""

    input_per_million: float = Field(ge=0, le=1_000_000)
    """A million tokens of questions."""
    output_per_million: float = Field(ge=0, le=1_000_000)
    """A million tokens of replies, thinking included."""


class BudgetSettings(Settings):
    """What a plan, or the judge, may spend in a day of its `time_zone`, over all processes
    together. Leave out what should have no limit. Repeats after errors count."""

    requests_per_day: int | None = Field(None, ge=1, le=10**12)
    """Requests."""
    tokens_per_day: int | None = Field(None, ge=1, le=10**15)
    """Tokens of questions and replies, as the endpoint counts them; where it does not, as many
    as there can be."""
    money_per_day: float | None = Field(None, gt=0, le=10**9)
    """Money, by the prices of the model that is asked for."""
