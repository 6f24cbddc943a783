"""What a canary run asks of an endpoint, before it is played. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from probes.catalog import AnyItem, AnyProbe, AnySuite
from probes.probe import Say

CHARACTERS_PER_TOKEN = 4
"""Of English prose, and fewer in other languages; providers count with tokenizers of their own."""

TOKENS_PER_IMAGE = 1_000
"""About what a picture of 512 by 512 pixels costs; models differ from 64 to 2,000."""

_MOST_TOKENS_PER_IMAGE = 2 * TOKENS_PER_IMAGE
_TOKENS_PER_MESSAGE = 16
"""For the marks that chat templates put around a message; they have fewer."""

DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Cost:
    """Requests, and tokens if every reply has as many as it may.

    Input tokens are estimated from the characters that are sent; with each turn of a conversation
    all of it is sent again.
    """

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )

    def times(self, number: float) -> "Cost":
        """So many times as much, rounded."""
        return Cost(
            round(self.requests * number),
            round(self.input_tokens * number),
            round(self.output_tokens * number),
        )


def cost_of_run(
    probe: AnyProbe,
    suite: AnySuite,
    arms: Sequence[str],
    repeats: int,
    max_tokens: int,
    system_tokens: int = 0,
) -> Cost:
    """What one run costs at most, without what is asked again after errors.

    `max_tokens` is the target's limit on a reply, `system_tokens` what its system prompt adds to
    each request.
    """
    whole = Cost()
    for item in suite.items:
        whole += _cost_of_item(probe, item, arms, max_tokens)
    prompted = Cost(input_tokens=whole.requests * system_tokens)
    return (whole + prompted).times(repeats)


def _cost_of_item(probe: AnyProbe, item: AnyItem, arms: Sequence[str], max_tokens: int) -> Cost:
    opening = probe.opening(item) if any(map(probe.goes_on, arms)) else None
    cost, asked = Cost(), 0
    if opening is not None:
        asked = _tokens(opening)
        cost = Cost(1, asked, max_tokens)
    for arm in arms:
        turns = probe.turns(item, arm, "")
        sent = asked if probe.goes_on(arm) else -max_tokens
        say = next(turns, None)
        while say is not None:
            sent += max_tokens + _tokens(say)
            cost += Cost(1, sent, max_tokens)
            try:
                say = turns.send("")
            except StopIteration:
                say = None
    return cost


def _tokens(say: Say) -> int:
    return tokens(say.text, len(say.images))


def most_tokens(text: str, images: int = 0) -> int:
    """No message has more tokens than this, whatever the tokenizer: each has at least a byte."""
    size = len(text.encode("utf-8", "surrogatepass"))
    return size + _TOKENS_PER_MESSAGE + _MOST_TOKENS_PER_IMAGE * images


def tokens(text: str, images: int = 0) -> int:
    """About how many tokens a message has."""
    return -(-len(text) // CHARACTERS_PER_TOKEN) + TOKENS_PER_IMAGE * images
