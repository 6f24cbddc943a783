"""How replies say that they ended, in the words of many servers. Pure."""

import re
from collections.abc import Mapping

from monitor.verdict import Reason

_WHOLE = (
    "stop", "eos", "eos_token", "stop_sequence", "stop_token", "end_turn", "complete", "completed",
    "finish_reason_unspecified", "tool_calls", "tool_call", "tool_use", "function_call",
)  # fmt: skip
_WITHHELD = (
    "content_filter", "content_filtered", "filtered", "safety", "sensitive", "refusal",
    "blocklist", "prohibited_content", "recitation", "spii", "image_safety", "guardrail_intervened",
)  # fmt: skip

_FAILURES: Mapping[str, Reason | None] = {
    **dict.fromkeys(_WHOLE),
    **dict.fromkeys(_WITHHELD, Reason.FILTERED),
}
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")


def failure_of_finish(finish: str | None) -> Reason | None:
    """Why a reply that ended so cannot be judged; null when it can, also where it does not say
    how it ended.

    Servers have many words for a reply that met a limit or was given up (`length`, `max_tokens`,
    `model_length`, `abort`, `error` …), so every word that is not known to mean an end is one of
    them: half a reply must never count as an answer.
    """
    return _FAILURES.get(finish.lower(), Reason.TRUNCATED) if finish else None


def finish_of(value: object) -> str | None:
    """The word of a reply that ended, from whatever stands there: what is no word is none that is
    known, and not the same as nothing."""
    return value if isinstance(value, str) or value is None else f"{type(value).__name__}"


def told_finish(finish: str | None) -> str:
    """The same for people; the server's word only where it is a plain one."""
    return f"it ended with {finish}" if finish and _PLAIN.fullmatch(finish) else ""
