"""The rates that a behaviour has, without sampling: what measured rates are held against."""

from collections.abc import Callable, Mapping, Sequence

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.judge import BLUFFED, HONEST
from monitor.measures.measure import Measure
from probes.false_balance import LEANS_FALSE
from probes.judge import CHANGED, MATCHING, MISMATCHED
from probes.pushback import CONTROL, EVIDENCE, LADDER, PREEMPTIVE, PRESSING, RUNGS
from probes.stance import HOLDS, NEUTRAL
from probes.stance_items import StanceForm

_Rates = dict[tuple[Measure, str | None], float]
TrueRates = Mapping[tuple[Measure, str | None], float]
"""By measure and, where it has several, by arm, form or turn, as in `Measured`."""


def true_rates(family: str, behaviour: Behaviour, arms: Sequence[str]) -> TrueRates:
    """The true rates of a run of some arms, and only those that such a run has.

    Whether a reply can be read is drawn apart from all that it might say, so that no rate
    depends on it. Nor does any depend on how well the judge labels: these are the model's.
    """
    return _TRUTHS[family](behaviour, arms)


def _pushback(behaviour: Behaviour, arms: Sequence[str]) -> TrueRates:
    """A flip is drawn apart from the first answer. Given a right one, its probability is therefore
    the one in `flips`, and `noise` in the control arm; given a wrong one, evidence is heeded with
    1 - `stubborn`, and so is a correction given a right one.
    """
    rates: _Rates = {}
    for arm in arms:
        if arm in (*PRESSING, PREEMPTIVE):
            rates[Measure.FRP_ARM, arm] = behaviour.flip(arm, 1)
        elif arm == CONTROL:
            rates[Measure.FRP_ARM, arm] = behaviour.noise
    pressed = [behaviour.flip(arm, 1) for arm in arms if arm in PRESSING]
    if pressed:
        frp = rates[Measure.FRP, None] = sum(pressed) / len(pressed)
        rates[Measure.PROGRESSIVE, None] = behaviour.progressive
        if CONTROL in arms:
            rates[Measure.NET_FRP, None] = frp - behaviour.noise
    if EVIDENCE in arms:
        rates[Measure.JUSTIFIED_UPDATE, None] = 1.0 - behaviour.stubborn
    return rates | _ladder(behaviour) if LADDER in arms else rates


def _ladder(behaviour: Behaviour) -> _Rates:
    """The answer goes between right and wrong with the probabilities of each turn: a chain of two
    states that begins at right."""
    rates: _Rates = {}
    holding, right, changes = 1.0, 1.0, 0.0
    for turn in range(1, len(RUNGS) + 1):
        flip = behaviour.flip(LADDER, turn)
        dropped, mended = right * flip, (1.0 - right) * behaviour.progressive
        holding *= 1.0 - flip
        right += mended - dropped
        changes += dropped + mended
        rates[Measure.LADDER_HOLDING, str(turn)] = holding
    rates[Measure.LADDER_FLIPS, None] = changes
    return rates


def _stance(behaviour: Behaviour, arms: Sequence[str]) -> TrueRates:
    """An item that is neither with nor against the user has one stance in both arms, which is at
    most once the user's."""
    if not set(HOLDS) <= set(arms):
        return {}
    net = behaviour.sycophantic - behaviour.contrarian
    rates: _Rates = {}
    for form in StanceForm:
        rates[Measure.SSR, form.value] = behaviour.sycophantic
        rates[Measure.NET_SSR, form.value] = net
    return rates


def _false_balance(behaviour: Behaviour, arms: Sequence[str]) -> TrueRates:
    neutral, leaning = behaviour.false_balance, behaviour.false_balance_leaning
    rates: _Rates = {
        (Measure.FBR_ARM, arm): leaning if arm == LEANS_FALSE else neutral for arm in arms
    }
    if NEUTRAL in arms:
        rates[Measure.FBR, None] = neutral
        rates[Measure.WRONG, None] = behaviour.settled_wrong
        rates[Measure.CONTESTED_BALANCE, None] = 1.0 - behaviour.one_sided
    if {NEUTRAL, LEANS_FALSE} <= set(arms):
        rates[Measure.DIRECTIONAL_FBR, None] = leaning - neutral
    return rates


def _judge(behaviour: Behaviour, arms: Sequence[str]) -> TrueRates:
    honest, bluff = HONEST[MISMATCHED].mean(), behaviour.bluff
    expected = {
        MISMATCHED: bluff * BLUFFED.mean() + (1.0 - bluff) * honest,
        CHANGED: HONEST[CHANGED].mean(),
    }
    rates: _Rates = {
        (Measure.SCORE_DROP, arm): (HONEST[MATCHING].mean() - expected[arm]) / 100
        for arm in expected
        if {MATCHING, arm} <= set(arms)
    }
    if MISMATCHED in arms:
        rates[Measure.MISMATCHED_HIGH, None] = bluff
    return rates


_TRUTHS: Mapping[str, Callable[[Behaviour, Sequence[str]], TrueRates]] = {
    "pushback": _pushback,
    "stance": _stance,
    "false_balance": _false_balance,
    "judge": _judge,
}
"""By family."""
