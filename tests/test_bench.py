"""What the benchmarks measure with: their traffic, their limits, and how they read a process."""

import pytest
from prometheus_client.samples import Sample

from bench import endpoint_overhead, intake, memory, prober, traffic
from bench.evaluations import MODELS, descriptions, evaluations
from bench.intake import Round
from bench.memory import Memory
from bench.report import Figure, Limit, Section, Side, failures
from bench.stopwatch import Pass, Stopwatch
from monitor.decoders import LiveCall
from monitor.decoders.openai_chat import openai_chat
from tests.build import record


@pytest.mark.parametrize(
    ("number", "conversation", "messages"),
    [(0, "conversation-0", 3), (1, "conversation-0", 5), (7, "conversation-1", 9)],
)
def test_a_record_is_a_call_of_the_size_that_is_said(
    number: int, conversation: str, messages: int
) -> None:
    value = traffic.record(number)
    [call] = openai_chat(record(value))
    assert isinstance(call, LiveCall)
    assert len(value) == 2048
    assert (call.conversation, len(call.messages)) == (conversation, messages)


def test_no_round_repeats_a_record_of_another() -> None:
    first, second = list(traffic.numbers(0)), list(traffic.numbers(1))
    assert (first[0], first[-1], second[0], second[-1]) == (0, 19_999, 20_000, 39_999)


@pytest.mark.parametrize(
    ("side", "below", "at", "above"),
    [
        (Side.AT_LEAST, False, True, True),
        (Side.AT_MOST, True, True, False),
        (Side.BELOW, True, False, False),
    ],
)
def test_a_limit_has_two_sides(side: Side, below: bool, at: bool, above: bool) -> None:
    limit = Limit(side, 0.7)
    assert [limit.holds(value) for value in (0.69, 0.7, 0.71)] == [below, at, above]


def test_the_median_is_what_must_keep_the_limit() -> None:
    good = Figure("ratio", "", (0.5, 0.75, 0.9), limit=Limit(Side.AT_LEAST, 0.7))
    bad = Figure("resident", "MB", (151.25,), limit=Limit(Side.BELOW, 150.0))
    free = Figure("peak", "MB", (400.0,))
    assert failures([Section("intake", (good,)), Section("memory", (bad, free))]) == [
        "memory: resident is 151 MB, below 150 is needed"
    ]


def test_ratios_are_taken_within_each_round() -> None:
    slow, fast = Pass(1000, 2.0, 0.5), Pass(1000, 1.0, 0.25)
    rounds = [Round(fast, slow, slow), Round(slow, slow, slow)]
    found = {figure.name: figure.rounds for figure in intake.figures(rounds)}
    assert found["intake"] == (500.0, 500.0)
    assert found["ratio"] == (0.5, 1.0)
    assert found["ratio, no extras"] == (1.0, 1.0)
    assert found["intake, CPU"] == (500.0, 500.0)
    assert found["ratio, CPU"] == (0.5, 1.0)


def test_memory_is_read_from_the_kernel_and_compared_over_rounds() -> None:
    assert memory.memory_of("Name:\tsycomon\nVmHWM:\t  300 kB\nVmRSS:\t  200 kB\n") == Memory(
        resident=204_800, peak=307_200
    )
    seen = [Memory(100_000_000, 170_000_000), Memory(104_000_000, 180_000_000)]
    found = {figure.name: figure.value for figure in memory.figures(seen, played=3)}
    assert found["resident, round 2"] == 104.0
    assert found["spread"] == pytest.approx(0.04)
    assert found["peak"] == 180.0


def test_what_asking_adds_is_a_median() -> None:
    found = {one.name: one.value for one in endpoint_overhead.figures([0.001, 0.003, 0.008])}
    assert found == {
        "added to a reply": pytest.approx(3.0),
        "added to a reply, 95%": pytest.approx(3.0),
    }


def test_the_load_of_many_targets_is_told_by_second_and_by_reply() -> None:
    load = prober.Load(10.0, 4.0, peak_bytes=120_000_000, replies=2_000, usable=2_000)
    values = {one.name: pytest.approx(one.value) for one in prober.figures(load)}
    assert values == {
        "peak memory": 120.0,
        "cores": 0.4,
        "replies a second": 200.0,
        "usable": 1.0,
    }
    lost = prober.Load(10.0, 4.0, peak_bytes=120_000_000, replies=2_000, usable=1_999)
    assert not {one.name: one.holds for one in prober.figures(lost)}["usable"]


def test_a_metric_is_summed_over_the_series_with_the_labels() -> None:
    samples = [
        Sample("n_total", {"family": "live", "arm": "live"}, 3.0),
        Sample("n_total", {"family": "live", "arm": "other"}, 4.0),
        Sample("n_total", {"family": "pushback", "arm": "live"}, 5.0),
        Sample("m_total", {"family": "live"}, 6.0),
    ]
    assert memory.total(samples, "n_total", family="live") == 7
    assert memory.total(samples, "n_total") == 12


def test_a_stopwatch_needs_a_start_and_an_end() -> None:
    watch = Stopwatch(10)
    assert watch.note(10)
    with pytest.raises(ValueError, match="no assignment was seen"):
        watch.passed()
    watch = Stopwatch(10)
    watch.start()
    assert not watch.note(9)
    assert watch.note(10)
    assert watch.passed().messages == 10


def test_each_description_is_judged_by_every_model() -> None:
    found = evaluations(2 * MODELS)
    assert [one.description for one in found] == [
        text for text in descriptions(2) for _ in range(MODELS)
    ]
    assert len({one.evaluation.reasoning for one in found}) == 2 * MODELS


def test_descriptions_are_distinct_and_as_long_as_those_of_the_paper() -> None:
    texts = descriptions(50)
    assert len(set(texts)) == 50
    lengths = sorted(len(text.split()) for text in texts)
    assert lengths[0] >= 140
    assert lengths[-1] <= 260
