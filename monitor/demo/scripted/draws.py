"""Where a scripted model's draws come from."""

from collections.abc import Sequence

from monitor.sampling import Sampler


class Draws:
    """Draws by a keyed hash of what they are for: asked again, they fall the same."""

    def __init__(self, seed: int) -> None:
        self._unit = Sampler(f"seed {seed}".encode(), 1.0).unit
        self._word = Sampler(b"wording", 1.0).unit

    def unit(self, *what: object) -> float:
        """A place in [0, 1)."""
        return self._unit(_key(what))

    def one_of(self, wordings: Sequence[str], *what: object) -> str:
        """One of several ways to say a thing. It does not depend on the seed."""
        return wordings[int(self._word(_key(what)) * len(wordings))]


def _key(what: Sequence[object]) -> str:
    return "/".join(map(str, what))
