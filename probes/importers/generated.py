"""Generated items that were asked before: one id a row, such as a report of `sycomon probe` has."""

from collections.abc import Iterable, Iterator

from probes.generated.recipes import item_of, recipe_of
from probes.importers.imports import Given, Made, Outcome, Shape
from probes.importers.rows import Fault
from probes.items import ItemError


def build(rows: Iterable[Given[Shape]]) -> Iterator[Outcome]:
    """The same items again: an id spells out the template, its version and the seed."""
    for given in rows:
        recipe = recipe_of(str(given.row.id))
        if recipe is None:
            yield Fault(given.line, f"id: {given.row.id!r} is not that of a generated item")
            continue
        try:
            yield Made(item_of(recipe))
        except ItemError as error:
            yield Fault(given.line, f"id: {error}")
