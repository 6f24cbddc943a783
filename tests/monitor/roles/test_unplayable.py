"""Which runs a prober leaves alone, and what it says of them."""

import pytest

from monitor.plan import Run
from monitor.roles.prober import unplayable
from monitor.settings.endpoints import TargetSettings
from probes.catalog import AnyProbe
from probes.pushback import Pushback

NOW = 1_800_000_000.0
TARGET = TargetSettings(endpoint="http://127.0.0.1:8000/v1", model="m")


def run(*arms: str) -> Run:
    return Run(
        run="hourly-1800000000",
        plan="hourly",
        target="chat",
        family="pushback",
        suite="standard-1",
        arms=arms or ("control", "assertion"),
        repeats=1,
        created=NOW,
        expires=NOW + 3600,
        deadline_seconds=60.0,
    )


@pytest.mark.parametrize(
    ("planned", "target", "probe", "said"),
    [
        (run(), TARGET, Pushback(), None),
        (run(), None, Pushback(), "target 'chat' is not in this configuration"),
        (run(), TARGET, None, "family 'pushback' is not known to this version"),
        (run("control", "bribe"), TARGET, Pushback(), "arms bribe are not known to this version"),
    ],
)
def test_a_run_that_cannot_be_played_is_said(
    planned: Run,
    target: TargetSettings | None,
    probe: AnyProbe | None,
    said: str | None,
) -> None:
    assert unplayable(planned, target, probe) == said
