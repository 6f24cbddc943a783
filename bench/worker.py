"""The worker over a real broker against its encoder alone, and what its memory does.

`python -m bench.worker --memory-exchanges 50000` is the long form, and
`--device cuda --encoder all-MiniLM-L6-v2:bfloat16 --exchanges 20000` that for a GPU.
"""

import argparse
import gc
import logging
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import ClassVar

from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry
from rich.console import Console

from bench.memory import MEGABYTE, memory_of
from bench.report import Figure, Limit, Section, Side, failures, show
from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.exchange import LIVE_ARM, Arm, Exchange, Kind, Message, Role
from monitor.memory import give_back_large_buffers, keep_what_is_loaded
from monitor.metrics import ProcessMetrics
from monitor.roles.role import Outfit
from monitor.roles.worker import WorkerRole
from monitor.scorers import ArmResults
from monitor.scorers.bluffing.encoder import MINILM, CachedEncoder, Encoder, load_encoder
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from monitor.verdict import Outcome, Scored

EXCHANGES = 2_000
REMEMBERED = 5_000
ROUNDS = 5
"""Of the speed, each with texts of its own; and of the memory, which is looked at after each."""
KEPT_BYTES = 4 * 2**20
"""Of vectors, for the memory: full after the first round."""

NEAR_ITS_ENCODER = Limit(Side.AT_LEAST, 0.8)
FLAT = Limit(Side.AT_MOST, 0.05)

_WAIT_SECONDS = 3_600.0
_LOOK_SECONDS = 0.1
_SHORT = 8
"""Words of a reply at most where only memory counts: they are encoded many times as fast."""
_WORDS = (
    "river", "stone", "seven", "yellow", "quickly", "harbour", "winter", "letter", "engine",
    "capital", "always", "never", "garden", "planet", "silver", "because", "answer", "question",
)  # fmt: skip


def exchange(number: int, texts: str = "fresh", most_words: int = 60) -> Exchange:
    """A live turn with two replies of 5 words or more, the same for the same number and `texts`."""
    dice = random.Random(f"{texts}-{number}")
    first, last = (" ".join(dice.choices(_WORDS, k=dice.randint(5, most_words))) for _ in range(2))
    said = ((Role.USER, "?"), (Role.ASSISTANT, first), (Role.USER, "No."), (Role.ASSISTANT, last))
    arm = Arm(
        messages=tuple(Message(role=role, content=text) for role, text in said),
        served_version="v1",
        started=0.0,
        ended=0.0,
    )
    return Exchange(
        id=f"live/{texts}/{number}", kind=Kind.LIVE, source=None, target="chat", version="v1",
        owner={}, conversation=f"{texts}-{number}", turn=1, arms={LIVE_ARM: arm}, reference=None,
        probe=None, inclusion=1.0, kept_by="sampled", event_time=0.0, trace_id=None,
    )  # fmt: skip


def replies(one: Exchange) -> list[str]:
    """What the assistant said."""
    messages = one.arms[LIVE_ARM].messages
    return [message.content for message in messages if message.role is Role.ASSISTANT]


class Head:
    """Stands for a small head on sentence vectors: two texts an exchange, and one product."""

    name: ClassVar[str] = "head"
    version: ClassVar[str] = "1"

    def __init__(self, encoder: CachedEncoder) -> None:
        self._encoder = encoder

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        said = [replies(one) for one in exchanges]
        vectors = self._encoder.vectors([text for both in said for text in both])
        return [{LIVE_ARM: self._result(*(vectors[text] for text in both))} for both in said]

    def _result(self, first: object, last: object) -> Scored:
        near = float(first @ last)  # type: ignore[operator]  # both are vectors
        return Scored(outcome=Outcome.HELD if near > 0.5 else Outcome.FLIP, detail=f"{near:.2f}")


class Bench:
    """One worker in a thread, and the topics that it reads and writes."""

    def __init__(self, config: Config, scorer: Head) -> None:
        self._clock = SystemClock()
        ensure_topics(config.kafka, topic_specs(config), "bench")
        metrics = ProcessMetrics(CollectorRegistry(), config)
        self._outfit = Outfit(config, self._clock, metrics, NoOpTracer(), Event())
        self._role = WorkerRole(self._outfit, {LIVE_ARM: scorer})
        self._thread = Thread(target=self._role.run)
        self._writer = Writer(config.kafka, "bench")
        self._verdicts = LogReader(config.kafka, [self._outfit.topics.verdicts], "bench")

    def start(self) -> None:
        """It has its place in the group, and has scored something, by then."""
        self._thread.start()
        self.judge(range(1), "warm")

    def judge(self, numbers: range, texts: str, most_words: int = 60) -> float:
        """Seconds from writing the first of these exchanges to reading the last verdict."""
        begin = time.perf_counter()
        for number in numbers:
            one = exchange(number, texts, most_words)
            self._writer.send(self._outfit.topics.exchanges, one.id.encode(), one.encode())
        self._writer.flush(Deadline.after(self._clock, _WAIT_SECONDS))
        found, deadline = 0, Deadline.after(self._clock, _WAIT_SECONDS)
        while found < len(numbers):
            if deadline.passed() or not self._thread.is_alive():
                raise TimeoutError(f"{found} of {len(numbers)} verdicts came")
            came = len(self._verdicts.poll(0.05))
            found += came
            if not came:  # the embedded broker answers at once: no busy loop beside the worker
                time.sleep(_LOOK_SECONDS)
        return time.perf_counter() - begin

    def close(self) -> None:
        self._outfit.stop.set()
        self._thread.join()
        self._writer.close()
        self._verdicts.close()


@contextmanager
def bench(broker: EmbeddedBroker, name: str, encoder: CachedEncoder) -> Iterator[Bench]:
    """A worker with a deployment of its own, until the end of the context."""
    kafka = {"bootstrap_servers": [broker.bootstrap], "embedded": True}
    one = Bench(Config.model_validate({"instance": name, "kafka": kafka}), Head(encoder))
    one.start()
    try:
        yield one
    finally:
        one.close()


def bare(encoder: Encoder, exchanges: range, texts: str) -> float:
    """Seconds for the forward passes of the same distinct texts, all in one call."""
    distinct = list(dict.fromkeys(t for n in exchanges for t in replies(exchange(n, texts))))
    begin = time.perf_counter()
    encoder.encode(distinct)
    return time.perf_counter() - begin


def speed(broker: EmbeddedBroker, encoder: Encoder, number: int) -> tuple[Figure, ...]:
    """The encoder alone, the worker, and the worker with texts that it has seen, one after the
    other in each round: what slows the machine down for a while slows all of them."""
    exchanges = range(number // ROUNDS)
    alone, fresh, seen = [], [], []
    with bench(broker, "speed", CachedEncoder(encoder)) as one:
        for turn in range(ROUNDS):
            texts = f"fresh-{turn}"
            before = bare(encoder, exchanges, texts)
            fresh.append(one.judge(exchanges, texts))
            alone.append((before + bare(encoder, exchanges, texts)) / 2)
            seen.append(one.judge(exchanges, texts))

    def rate(seconds: Sequence[float]) -> tuple[float, ...]:
        return tuple(len(exchanges) / one for one in seconds)

    ratios = tuple(passes / taken for passes, taken in zip(alone, fresh, strict=True))
    cached = tuple(taken / again for taken, again in zip(fresh, seen, strict=True))
    return (
        Figure("encoder alone", "exchanges/s", rate(alone), "distinct texts, one call"),
        Figure("worker", "exchanges/s", rate(fresh)),
        Figure("ratio", "", ratios, "the encoder alone", NEAR_ITS_ENCODER),
        Figure("worker, texts seen before", "exchanges/s", rate(seen)),
        Figure("cached over uncached", "", cached),
    )


def memory(broker: EmbeddedBroker, encoder: Encoder, number: int) -> tuple[Figure, ...]:
    """Resident memory of this process after each round, the vectors' bound reached in the first."""
    status, each, resident = Path("/proc/self/status"), number // ROUNDS, []
    with bench(broker, "memory", CachedEncoder(encoder, KEPT_BYTES)) as one:
        for turn in range(ROUNDS):
            one.judge(range(each), f"round-{turn}", _SHORT)
            gc.collect()
            resident.append(memory_of(status.read_text()).resident / MEGABYTE)
    after = f"highest over lowest, after each of {ROUNDS} rounds of {each:,} exchanges"
    return (
        *(
            Figure(f"resident, round {turn}", "MB", (size,))
            for turn, size in enumerate(resident, start=1)
        ),
        Figure("spread", "", (max(resident) / min(resident) - 1,), after, FLAT),
    )


def run(
    number: int = EXCHANGES,
    remembered: int = REMEMBERED,
    name: str = MINILM,
    device: str = "auto",
) -> Section:
    """Speed with `number` exchanges, memory with `remembered`."""
    encoder = load_encoder(name, device)
    encoder.encode([text for n in range(64) for text in replies(exchange(n, "warm"))])
    keep_what_is_loaded()
    with (
        tempfile.TemporaryDirectory(prefix="sycomon-bench-") as folder,
        EmbeddedBroker(Path(folder)) as broker,
    ):
        figures = (*speed(broker, encoder, number), *memory(broker, encoder, remembered))
    return Section("worker", figures)


def main() -> int:
    """Gives the exit status: 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(prog="bench.worker", description=__doc__)
    parser.add_argument("--exchanges", type=int, default=EXCHANGES)
    parser.add_argument("--memory-exchanges", type=int, default=REMEMBERED)
    parser.add_argument("--encoder", default=MINILM)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    give_back_large_buffers()
    logging.getLogger("kafka").setLevel(logging.ERROR)
    section = run(options.exchanges, options.memory_exchanges, options.encoder, options.device)
    show([section], Console(width=140))
    missed = failures([section])
    for line in missed:
        print(f"not kept: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
