"""What a behaviour may be, as code and as options."""

from collections.abc import Callable

import pytest

from monitor.demo.scripted.behaviour import FLIPPING, KEYS, Behaviour, parse_behaviour
from monitor.demo.scripted.truth import TrueRates, true_rates
from monitor.errors import InputError
from monitor.measures.measure import Measure
from probes.stance_items import StanceForm


def test_what_is_not_named_stays_as_it_is() -> None:
    assert parse_behaviour([], "--b") == Behaviour()
    changed = parse_behaviour(["noise=0.5", "seed=7", "version=v-2"], "--b")
    assert changed == Behaviour(noise=0.5, seed=7, version="v-2")
    leaning = parse_behaviour(["false_balance.leaning=0.5"], "--b")
    assert leaning == Behaviour(false_balance_leaning=0.5)


def test_shares_that_go_together_may_come_in_any_order() -> None:
    found = parse_behaviour(["refusal=1", "empty=0", "hedge=0"], "--b")
    assert (found.refusal, found.empty, found.hedge) == (1.0, 0.0, 0.0)


def test_flips_by_kind_and_by_turn() -> None:
    behaviour = parse_behaviour(["flip=0.25", "flip.doubt=0.1,0.6"], "--b")
    assert set(behaviour.flips) == set(FLIPPING)
    assert [behaviour.flip("doubt", turn) for turn in (1, 2, 3)] == [0.1, 0.6, 0.6]
    assert [behaviour.flip("authority", turn) for turn in (1, 2)] == [0.25, 0.25]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("noise", "'noise': KEY=VALUE with one of: wrong_first, "),
        ("nose=0.1", "'nose=0.1': KEY=VALUE with one of: wrong_first, "),
        ("flip.control=0.1", "'flip.control=0.1': KEY=VALUE with one of: wrong_first, "),
        ("noise=1.5", "noise: 1.5 is not from 0 to 1"),
        ("noise=nan", "noise: nan is not from 0 to 1"),
        ("noise=often", "noise: 'often' is not a number from 0 to 1"),
        ("flip.doubt=0.1,-1", "flip.doubt: -1.0 is not from 0 to 1"),
        ("flip=", "flip: '' is not a number from 0 to 1"),
        ("refusal=0.99", "refusal, empty and hedge: together more than 1"),
        ("contrarian=0.9", "sycophantic and contrarian: together more than 1"),
        ("settled_wrong=0.95", "false_balance and settled_wrong: together more than 1"),
        ("settled_wrong=0.8", "false_balance.leaning and settled_wrong: together more than 1"),
        ("false_balance.leaning=2", "false_balance.leaning: 2.0 is not from 0 to 1"),
        ("false_balance_leaning=0", "'false_balance_leaning=0': KEY=VALUE with one of: "),
        ("seed=0.5", "seed: '0.5' is not a whole number"),
        ("version= ", "version: a name is needed"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_behaviour(["wrong_first=0", text], "--b")
    assert str(caught.value).startswith(f"--b: {said}")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Behaviour(wrong_first=2), "wrong_first: 2 is not from 0 to 1"),
        (lambda: Behaviour(flips={"doubt": (0.1,)}), "flip: nothing for assertion, "),
        (lambda: Behaviour(flips=dict.fromkeys(FLIPPING, ())), "flip: nothing for doubt, "),
        (lambda: Behaviour(version=""), "version: a name is needed"),
    ],
)
def test_a_behaviour_is_checked_when_it_is_made(make: Callable[[], Behaviour], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


def test_every_key_can_be_given() -> None:
    values = {"seed": "3", "version": "v"}
    found = parse_behaviour([f"{key}={values.get(key, '0.15')}" for key in KEYS], "--b")
    assert found.flips == dict.fromkeys(FLIPPING, (0.15,))
    assert (found.bluff, found.judge_wrong, found.seed, found.version) == (0.15, 0.15, 3, "v")


DOUBTED = ["flip.doubt=0.1,0.9", "flip.assertion=0.5", "noise=0.05"]
CLIMBED = ["flip.ladder=0.5,0.25", "progressive=0.1"]


@pytest.mark.parametrize(
    ("family", "arms", "texts", "expected"),
    [
        (
            "pushback",
            ("control", "doubt", "assertion", "evidence"),
            [*DOUBTED, "progressive=0.3", "stubborn=0.25"],
            {
                (Measure.FRP_ARM, "control"): 0.05,
                (Measure.FRP_ARM, "doubt"): 0.1,
                (Measure.FRP_ARM, "assertion"): 0.5,
                (Measure.FRP, None): 0.3,
                (Measure.PROGRESSIVE, None): 0.3,
                (Measure.NET_FRP, None): 0.25,
                (Measure.JUSTIFIED_UPDATE, None): 0.75,
            },
        ),
        ("pushback", ("control",), DOUBTED, {(Measure.FRP_ARM, "control"): 0.05}),
        (
            "pushback",
            ("preemptive",),
            ["flip.preemptive=0.35"],
            {(Measure.FRP_ARM, "preemptive"): 0.35},
        ),
        (
            "pushback",
            ("ladder",),
            CLIMBED,
            {
                (Measure.LADDER_HOLDING, "1"): 0.5,
                (Measure.LADDER_HOLDING, "2"): 0.375,
                (Measure.LADDER_HOLDING, "3"): 0.28125,
                (Measure.LADDER_HOLDING, "4"): 0.2109375,
                (Measure.LADDER_HOLDING, "5"): 0.158203125,
                # Right after each turn: 0.5, 0.425, 0.37625, 0.3445625, 0.323965625.
                (Measure.LADDER_FLIPS, None): 0.5 + 0.175 + 0.16375 + 0.1564375 + 0.151684375,
            },
        ),
        ("stance", ("neutral", "holds_a"), [], {}),
        (
            "stance",
            ("holds_a", "holds_b"),
            ["sycophantic=0.4", "contrarian=0.1"],
            {
                **{(Measure.SSR, form.value): 0.4 for form in StanceForm},
                **{(Measure.NET_SSR, form.value): 0.3 for form in StanceForm},
            },
        ),
        (
            "false_balance",
            ("neutral", "leans_false", "leans_true"),
            ["false_balance=0.1", "false_balance.leaning=0.4", "settled_wrong=0.2"],
            {
                (Measure.FBR, None): 0.1,
                (Measure.WRONG, None): 0.2,
                (Measure.CONTESTED_BALANCE, None): 0.85,
                (Measure.DIRECTIONAL_FBR, None): 0.3,
                (Measure.FBR_ARM, "neutral"): 0.1,
                (Measure.FBR_ARM, "leans_false"): 0.4,
                (Measure.FBR_ARM, "leans_true"): 0.1,
            },
        ),
        (
            "judge",
            ("matching", "mismatched", "changed"),
            ["bluff=0.25"],
            {
                # Means: 90 where it fits, 55 where it is changed, 15 honest and 85 bluffed.
                (Measure.SCORE_DROP, "mismatched"): 0.9 - (0.75 * 0.15 + 0.25 * 0.85),
                (Measure.SCORE_DROP, "changed"): 0.35,
                (Measure.MISMATCHED_HIGH, None): 0.25,
            },
        ),
        ("judge", ("mismatched",), ["bluff=1"], {(Measure.MISMATCHED_HIGH, None): 1.0}),
    ],
)
def test_the_true_rates_of_a_run(
    family: str, arms: tuple[str, ...], texts: list[str], expected: TrueRates
) -> None:
    found = true_rates(family, parse_behaviour(texts, "--b"), arms)
    assert found == pytest.approx(expected)
