"""`docs/reference/configuration.md`: the field comments of `monitor/settings` as a page."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from docs.kinds import kind, one_line
from monitor.config import Config
from monitor.faults import bare_type
from monitor.settings.base import Secret

EXAMPLE = Path(__file__).parents[1] / "sycomon.example.yaml"

_HEAD = """\
# Configuration

<!-- Made by `make docs` from `monitor/settings`. -->

One YAML file, `sycomon.yaml` unless `--config FILE` says otherwise. `sycomon check-config FILE`
reads it exactly as `sycomon run` does and tells everything that is wrong with it at once. A key
that is not known is an error. NAME stands for a name of your own: up to 63 of a-z, 0-9, dot,
dash and underscore, with a letter or digit first.

An example:

```yaml
{example}```

Every key follows. A key without a default is needed.
"""

_BOUNDS: Mapping[type, tuple[str, str]] = {
    Ge: ("ge", "at least"),
    Gt: ("gt", "more than"),
    Le: ("le", "at most"),
    Lt: ("lt", "less than"),
}


def page() -> str:
    """The whole page."""
    parts = [_HEAD.format(example=EXAMPLE.read_text(encoding="utf-8"))]
    parts += [_section(path, model) for path, model in _sections("", Config)]
    parts.append(_section("Secrets", Secret))
    return "\n".join(parts)


def _sections(path: str, model: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    """Every mapping of the configuration with the path that leads to it, outermost first."""
    yield path, model
    for name, field in model.model_fields.items():
        inner, suffix = _inside(field.annotation)
        if inner is not None and inner is not Secret:
            yield from _sections(f"{path}.{name}{suffix}".lstrip("."), inner)


def _inside(annotation: Any) -> tuple[type[BaseModel] | None, str]:
    """The model that a field holds, and what its path adds."""
    bare = bare_type(annotation)
    suffixes: Mapping[Any, str] = {tuple: "[]", Mapping: ".NAME"}
    suffix = suffixes.get(get_origin(bare), "")
    if suffix:
        bare = bare_type(next(one for one in reversed(get_args(bare)) if one is not Ellipsis))
    return (bare if isinstance(bare, type) and issubclass(bare, BaseModel) else None), suffix


def _section(path: str, model: type[BaseModel]) -> str:
    title = path if path == "Secrets" else f"`{path}`" if path else "The top"
    lines = [f"## {title}", "", one_line(model.__doc__), ""]
    lines += ["| key | what it is | value | default |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        what = one_line(field.description)
        lines.append(f"| `{name}` | {what} | {_value(path, name, field)} | {_default(field)} |")
    return "\n".join(lines) + "\n"


def _value(path: str, name: str, field: FieldInfo) -> str:
    inner, suffix = _inside(field.annotation)
    if inner is Secret:
        return "[secret](#secrets)"
    if inner is not None:
        full = f"{path}.{name}{suffix}".lstrip(".")
        anchor = "".join(c for c in full.lower() if c.isalnum() or c in "_-")
        return f"see [`{full}`](#{anchor})"
    words = kind(bare_type(field.annotation))
    bounds = (
        f"{text} {getattr(limit, attribute)}"
        for limit in field.metadata
        for attribute, text in [_BOUNDS.get(type(limit), ("", ""))]
        if attribute
    )
    return ", ".join([words, *bounds])


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return ""
    if field.default is None:
        return "none"
    given = field.default if isinstance(field.default, tuple) else (field.default,)
    if any(isinstance(one, BaseModel) for one in given):
        return "its defaults"
    return f"`{json.dumps(field.default)}`"
