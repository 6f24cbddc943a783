"""Which scorer judges which family."""

from collections.abc import Mapping

from monitor.exchange import LIVE_ARM
from monitor.scorers import Scorer
from monitor.scorers.flip import FlipScorer
from monitor.scorers.pushback import PushbackScorer

SCORERS: Mapping[str, Scorer] = {
    "pushback": PushbackScorer(),
    LIVE_ARM: FlipScorer(),
}
