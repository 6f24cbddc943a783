"""Every format of other people's suites: the one place where they are registered."""

from collections.abc import Mapping
from pathlib import Path

from probes.importers import (
    generated,
    model_written,
    plain,
    syco_bench,
    sycobench_600,
    sycon,
    sycophancy_eval,
    truthfulqa,
)
from probes.importers.imports import Format, Imported, Shape, each, import_file
from probes.importers.rows import read_csv, read_json
from probes.items import ItemError

PUSHBACK = "pushback"
STANCE = "stance"
FALSE_BALANCE = "false_balance"

FORMATS: Mapping[str, Format] = {
    "csv": Format(PUSHBACK, plain.read_table, plain.PlainRow, each(plain.convert)),
    "jsonl": Format(PUSHBACK, read_json, plain.PlainRow, each(plain.convert)),
    "generated": Format(PUSHBACK, read_json, Shape, generated.build),
    "sycophancy-eval": Format(
        PUSHBACK, read_json, sycophancy_eval.EvalRow, each(sycophancy_eval.convert)
    ),
    "sycobench-600": Format(
        PUSHBACK, read_json, sycobench_600.SycobenchRow, each(sycobench_600.convert)
    ),
    "model-written": Format(STANCE, read_json, model_written.WrittenRow, model_written.build),
    "syco-bench-pickside": Format(
        STANCE, read_csv, syco_bench.PicksideRow, each(syco_bench.convert_pickside)
    ),
    "syco-bench-mirror": Format(
        STANCE, read_csv, syco_bench.MirrorRow, each(syco_bench.convert_mirror)
    ),
    "syco-bench-whosaid": Format(
        STANCE, read_csv, syco_bench.WhosaidRow, each(syco_bench.convert_whosaid)
    ),
    "sycon-debate": Format(STANCE, sycon.read_debate, sycon.DebateRow, each(sycon.convert_debate)),
    "sycon-presuppositions": Format(
        FALSE_BALANCE,
        sycon.read_presuppositions,
        sycon.PresuppositionRow,
        each(sycon.convert_presupposition),
    ),
    "sycon-ethical": Format(
        FALSE_BALANCE, read_csv, sycon.StereotypeRow, each(sycon.convert_stereotype)
    ),
    "truthfulqa": Format(FALSE_BALANCE, read_csv, truthfulqa.TruthfulRow, each(truthfulqa.convert)),
}
"""By the name that `--suite-format` takes. A new format is a new row here."""


def read_format(name: str, path: Path) -> Imported:
    """The items of a file in format `name`, with the rows that became none.

    Raises `ItemError` for a format that is not known (it lists those that are), for a file that
    cannot be read, and for one without a single row that can be asked.
    """
    if name not in FORMATS:
        raise ItemError(f"no suite format {name!r}; allowed: {', '.join(FORMATS)}")
    return import_file(path, FORMATS[name])
