"""The part of an accuracy page that is measured once, and kept when the rest is made anew."""

from dataclasses import dataclass
from pathlib import Path

_END = "<!-- end of held out -->"


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Where it stands: between two markers in `page`, which the module `made_by` writes."""

    page: Path
    made_by: str

    def marked(self, section: str) -> tuple[str, str, str]:
        """The lines of a section with its markers."""
        return f"<!-- held out: made by `python -m {self.made_by} --held-out` -->", section, _END

    def written(self) -> str:
        """The section that the page has now."""
        if not self.page.exists():
            return "Not measured yet."
        start, _, _ = self.marked("")
        _, _, rest = self.page.read_text(encoding="utf-8").partition(start)
        return rest.partition(_END)[0]
