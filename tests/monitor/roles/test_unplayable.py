"""Which runs a prober leaves alone, and what it says of them."""

import pytest

from monitor.config import Config
from monitor.plan import Run
from monitor.roles.prober import unplayable
from probes.catalog import AnyProbe
from probes.pushback import Pushback

NOW = 1_800_000_000.0
CONFIG = Config.model_validate(
    {
        "instance": "test",
        "targets": {"chat": {"endpoint": "http://127.0.0.1:8000/v1", "model": "m"}},
        "plans": {"hourly": {"target": "chat"}},
    }
)


def run(**changes: object) -> Run:
    fields: dict[str, object] = {
        "run": "hourly-1800000000",
        "plan": "hourly",
        "target": "chat",
        "family": "pushback",
        "suite": "standard-1",
        "arms": ("control", "assertion"),
        "repeats": 1,
        "created": NOW,
        "expires": NOW + 3600,
        "deadline_seconds": 60.0,
    }
    return Run.model_validate(fields | changes)


@pytest.mark.parametrize(
    ("planned", "probe", "said"),
    [
        (run(), Pushback(), None),
        (run(plan="daily"), Pushback(), "plan 'daily' is not in this configuration"),
        (run(target="cat"), Pushback(), "target 'cat' is not in this configuration"),
        (run(), None, "family 'pushback' is not known to this version"),
        (
            run(arms=("control", "bribe")),
            Pushback(),
            "arms bribe are not known to this version",
        ),
    ],
)
def test_a_run_that_cannot_be_played_is_said(
    planned: Run, probe: AnyProbe | None, said: str | None
) -> None:
    assert unplayable(planned, CONFIG, probe) == said
