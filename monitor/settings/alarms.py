"""When a version is called worse, and how often that may be wrong."""

from pydantic import Field

from monitor.settings.base import Settings


class DriftSettings(Settings):
    """A version that answers otherwise than it did, with nothing rolled out."""

    run_length: float = Field(1000, ge=50, le=1_000_000)
    """Where nothing changes, it takes at least so many runs of a family, on average, until drift
    is reported. A larger number finds a change later."""


class AlarmSettings(Settings):
    """What it takes to say that a version is worse than those before it."""

    alpha: float = Field(0.005, ge=0.0001, le=0.05)
    """How probable it may be that a version that is no worse is ever called worse, over all that
    is compared of it. Evidence must reach 1/alpha. It is fixed for a version when its first run is
    complete."""
    margin: float = Field(0.05, gt=0, le=0.5)
    """A rise below this counts as none, where a version is said to be no worse. No alarm depends
    on it."""
    drift: DriftSettings = DriftSettings()
    """A version that changes without a roll-out."""
