"""Which scorer judges which family."""

from collections.abc import Mapping

from monitor.exchange import LIVE_ARM
from monitor.scorers import Scorer
from monitor.scorers.canary_bluffing import BluffingJudge
from monitor.scorers.false_balance import FalseBalanceScorer
from monitor.scorers.flip import FlipScorer
from monitor.scorers.flips.heads import read_heads
from monitor.scorers.judge import Judge
from monitor.scorers.judge_scores import JudgeScoreScorer
from monitor.scorers.pushback import PushbackScorer
from monitor.scorers.stance import StanceScorer


def make_scorers(
    judge: Judge | None, bluffing: BluffingJudge | None = None
) -> Mapping[str, Scorer]:
    """The scorers by family. Without a judge, what only a judge can tell stays unscored; without
    `bluffing`, evaluations have no coefficient."""
    return {
        "pushback": PushbackScorer(),
        "stance": StanceScorer(judge),
        "false_balance": FalseBalanceScorer(judge),
        "judge": JudgeScoreScorer(bluffing),
        LIVE_ARM: FlipScorer(read_heads()),
    }
