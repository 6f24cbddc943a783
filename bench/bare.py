"""kafka-python by itself, as a process: the loop that the intake is compared with.

Imports nothing of the monitor, so that it is as bare as anybody's first script.
"""

import json
import sys
from dataclasses import asdict

from kafka import KafkaConsumer

from bench.stopwatch import Pass, Stopwatch, started_by_assignment


def read(bootstrap: str, group: str, topic: str, total: int) -> Pass:
    """Poll a topic of `total` records from its beginning to its end; nothing is decoded or
    committed."""
    with started_by_assignment(Stopwatch(total)) as watch:
        consumer = KafkaConsumer(
            topic,
            bootstrap_servers=bootstrap,
            group_id=group,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
        )
        done = 0
        while not watch.note(done):
            done += sum(map(len, consumer.poll(timeout_ms=200).values()))
        consumer.close()
    return watch.passed()


def main() -> None:
    """Arguments in, the pass as JSON out."""
    bootstrap, group, topic, total = sys.argv[1:]
    print(json.dumps(asdict(read(bootstrap, group, topic, int(total)))))


if __name__ == "__main__":
    main()
