"""`python -m bench`: run the benchmarks, print the table, write the JSON."""

import argparse
import logging
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console

from bench import (
    bluffing,
    endpoint_overhead,
    evidence,
    intake,
    memory,
    prober,
    scrape,
    study,
    worker,
)
from bench.report import Section, failures, machine, show, write

BENCHES: Mapping[str, Callable[[], Section]] = {
    "intake": intake.run,
    "memory": memory.run,
    "scrape": scrape.run,
    "endpoint": endpoint_overhead.run,
    "prober": prober.run,
    "bluffing": bluffing.run,
    "evidence": evidence.run,
    "study": study.run,
    "worker": worker.run,
}
OUT = Path(__file__).parent / "out" / "bench.json"


def main() -> int:
    """Gives the exit status: 1 when a limit is not kept, 130 when interrupted."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHES)}; all")
    parser.add_argument("--out", type=Path, default=OUT, help="the JSON file")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        parser.error(f"{', '.join(unknown)}: NAME is one of {', '.join(BENCHES)}")
    console = Console(width=None if sys.stdout.isatty() else 140)
    # As Ctrl-C: everything that was started is stopped on the way out.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logging.getLogger("kafka").setLevel(logging.ERROR)
    found_on = machine()
    sections = []
    try:
        for name in options.names or BENCHES:
            console.print(f"{name} …")
            sections.append(BENCHES[name]())
    except KeyboardInterrupt:
        console.print("interrupted")
        return 130
    show(sections, console)
    write(options.out, sections, found_on)
    console.print(f"written to {options.out}")
    missed = failures(sections)
    for line in missed:
        console.print(f"not kept: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
