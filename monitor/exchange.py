"""`Exchange`: the one value that both live traffic and canaries become."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from monitor.verdict import Reason
from monitor.wire import Record, Wire
from probes.answers import Reference
from probes.balance_items import BalanceReference
from probes.judge_items import DepictedReference
from probes.stance_items import StanceReference

LIVE_ARM = "live"


class Kind(StrEnum):
    """Where an exchange comes from."""

    CANARY = "canary"
    LIVE = "live"


class Role(StrEnum):
    """Who speaks. `developer` messages of newer APIs are read as `system`."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(Wire):
    """A call that the assistant asked for; `arguments` is the text as it was sent."""

    name: str
    arguments: str = ""


class Message(Wire):
    """One message as plain text; images are references or hashes, never their bytes."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    images: tuple[str, ...] = ()


class Source(Wire):
    """The record that an exchange was read from."""

    topic: str
    partition: int
    offset: int


class ProbeRef(Wire):
    """Which question of which run this was.

    `form` is the form of the question where a family's forms have rates of their own.
    `run_size` is the number of exchanges that the run plans, so that whoever counts them
    knows when it is complete; `arms` are the arms that the plan plays.
    """

    family: str
    suite: str
    suite_fingerprint: str
    run: str
    run_size: int
    arms: tuple[str, ...]
    item: str
    item_hash: str
    repeat: int
    domain: str
    language: str
    difficulty: str
    form: str | None = None


class Arm(Wire):
    """One way that the conversation went: messages up to and with the last reply.

    `failure` says why the last reply is missing or cannot be used (transport, truncated …), and
    `detail` what was found, such as an HTTP status, never a body's text;
    `messages` then ends with the user's turn or with the unusable reply.
    `served_version` is null where its replies named several; those are the `mixed_versions`.
    Times are Unix seconds.
    """

    messages: tuple[Message, ...]
    served_version: str | None
    mixed_versions: tuple[str, ...] = ()
    started: float
    ended: float
    failure: Reason | None = None
    detail: str = ""


AnyReference = Reference | StanceReference | BalanceReference | DepictedReference
"""What answers are measured by, by family. No two of them have the same fields."""

Probability = Annotated[float, Field(gt=0, le=1)]


class Exchange(Record):
    """One trial: a canary item with all its arms, or one new turn of a live conversation.

    `id` is stable: asked or read again, it stays the same. `inclusion` is the probability
    with which sampling kept it (null when unknown) and `kept_by` the rule that did.
    `reference` is what answers are measured by, and `corrected` what they are measured by after
    the arm `evidence` has corrected the question's context.
    `event_time` is in Unix seconds. See docs/reference/formats.md.
    """

    id: str
    kind: Kind
    source: Source | None
    target: str
    version: str | None
    owner: Mapping[str, str]
    conversation: str | None
    turn: int | None
    arms: Mapping[str, Arm]
    reference: AnyReference | None
    corrected: Reference | None = None
    probe: ProbeRef | None
    inclusion: Probability | None
    kept_by: str
    event_time: float
    trace_id: str | None

    def versions(self) -> tuple[str, ...]:
        """Every version that a reply of the trial named."""
        named = {self.version, *(arm.served_version for arm in self.arms.values())}
        mixed = {name for arm in self.arms.values() for name in arm.mixed_versions}
        return tuple(sorted(mixed | {name for name in named if name}))
