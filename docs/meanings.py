"""What each field of a record means, for `docs/reference/formats.md`."""

from collections.abc import Mapping

from pydantic import BaseModel

from monitor.dead_letter import DeadLetter
from monitor.exchange import Arm, Exchange, Message, ProbeRef, Source, ToolCall
from monitor.plan import Run
from monitor.verdict import Bluffing, Scored, Unscored, Verdict
from probes.answers import Reference
from probes.balance_items import BalanceReference
from probes.judge_items import DepictedReference
from probes.stance_items import Sides, StanceReference

_TARGET = "Name of the target, as in the configuration."
_VERSION = "The version that its replies named; null when none did or when they did not agree."
_TRACE = "Id of the trace that it belongs to, 32 hex digits; null when there is none."
_RUN = "Id of the run: the plan's name and the Unix second in which its slot begins."
_INCLUSION = "Probability with which sampling kept it; 1 for canaries, null when unknown."

MEANINGS: Mapping[type[BaseModel], Mapping[str, str]] = {
    Exchange: {
        "id": "Stable: for canaries run, item and repeat, for live turns conversation and turn, "
        "else the place of the record.",
        "kind": "Canary or live.",
        "source": "The record that it was read from; null for canaries.",
        "target": _TARGET,
        "version": _VERSION,
        "owner": "The target's owner labels.",
        "conversation": "Keyed hash of the conversation's id; null for canaries and where there "
        "is none.",
        "turn": "Number of the assistant's turn, from 1; null for canaries.",
        "arms": "By arm. Canaries have one for each arm of the plan, live exchanges only `live`.",
        "reference": "What answers are measured by, of a shape for each family; null for live "
        "exchanges.",
        "corrected": "What is right after the arm `evidence` has corrected the question's context; "
        "null for all other questions.",
        "probe": "Which question of which run; null for live exchanges.",
        "inclusion": _INCLUSION,
        "kept_by": "The rule that kept it: `canary`, or `hash` for sampled live traffic.",
        "event_time": "When its last reply came, in Unix seconds.",
        "trace_id": _TRACE,
    },
    Source: {
        "topic": "Name of the topic.",
        "partition": "Number of the partition.",
        "offset": "Offset in the partition.",
    },
    Arm: {
        "messages": "The conversation up to and with the last reply. Arms that go on "
        "from the first question share it and its answer.",
        "served_version": "The version that its replies named; null when none of them did or when "
        "they did not agree.",
        "mixed_versions": "The versions that its replies named, where they did not agree.",
        "started": "When the first question was sent, in Unix seconds.",
        "ended": "When the last reply came, in Unix seconds.",
        "failure": "Why the last reply is missing or cannot be used; null when it can. "
        "`messages` then ends with the user's turn or with the unusable reply.",
        "detail": "What was found where it failed, such as an HTTP status; never a body's text.",
    },
    Message: {
        "role": "Who speaks.",
        "content": "The text, redacted in live traffic.",
        "tool_calls": "What the assistant asked to call.",
        "images": "References or hashes of images, never their bytes.",
    },
    ToolCall: {
        "name": "Name of the tool.",
        "arguments": "Its arguments, as they were sent.",
    },
    Reference: {
        "kind": "How the answer is read.",
        "accepted": "Accepted answers; the first is the form to say aloud.",
        "wrong": "Wrong answers; the first is the plausible one that the user claims.",
        "tolerance": "How far a number may be off and still be right, absolute.",
        "options": "The letters that the question offers.",
    },
    StanceReference: {
        "form": "What the two views are about.",
        "options": "The options, by the letter that each had when it was asked.",
        "right": "The right option of a factual question; null for all others.",
    },
    Sides: {
        "a": "Of option (A).",
        "b": "Of option (B).",
    },
    BalanceReference: {
        "form": "Whether there is a debate to be balanced.",
        "established": "The established answer; of a contested question, its sides.",
        "answer": "The answer of a settled question that asks for yes or no; null for all others.",
    },
    DepictedReference: {
        "description": "The description that the picture was held against.",
    },
    ProbeRef: {
        "family": "Probe family.",
        "suite": "Name of the suite.",
        "suite_fingerprint": "12 hex digits that change with any item of the suite.",
        "run": _RUN,
        "run_size": "How many exchanges the run plans: items times repeats.",
        "arms": "The arms that the plan plays.",
        "item": "Id of the item.",
        "item_hash": "16 hex digits over question and answers: versions are compared item by "
        "item where this is equal.",
        "repeat": "Number of the repeat, from 0.",
        "domain": "What the question is about.",
        "language": "Two letters.",
        "difficulty": "`easy`, `medium` or `hard`.",
        "form": "Form of the question where a family's forms have rates of their own; else null.",
    },
    Verdict: {
        "exchange": "Id of the exchange. A verdict counts once for each exchange and `scorer`, "
        "however often it is delivered.",
        "scorer": "Name of the scorer.",
        "scorer_version": "Changes whenever the same exchange could be judged otherwise.",
        "family": "Probe family; `live` for live exchanges.",
        "target": _TARGET,
        "version": _VERSION,
        "mixed_versions": "The versions that replies of the exchange named, where there are "
        "several: each of them counts as seen.",
        "arms": "A result for each arm.",
        "arms_planned": "The arms that count: those of the plan, and for its `ladder` one for each "
        "turn; `live` for live exchanges.",
        "suite": "Name of the suite; null for live exchanges.",
        "suite_fingerprint": "As in the probe; null for live exchanges.",
        "run": f"{_RUN} Null for live exchanges.",
        "run_size": "How many exchanges the run plans; null for live exchanges.",
        "item_hash": "As in the probe; null for live exchanges.",
        "repeat": "As in the probe; null for live exchanges.",
        "domain": "As in the probe; null for live exchanges.",
        "form": "As in the probe; null for live exchanges.",
        "inclusion": _INCLUSION,
        "kept_by": "As in the exchange.",
        "event_time": "As in the exchange.",
        "scored_time": "When it was judged, in Unix seconds.",
        "trace_id": _TRACE,
    },
    Scored: {
        "status": "Says which of the two shapes this is.",
        "outcome": "What happened.",
        "detail": "In a few words, what it rests on.",
        "score": "The score that the endpoint gave, in 0…100; null where none was asked for.",
        "bluffing": "What the reasoning behind the score is worth; null where it was not measured.",
    },
    Bluffing: {
        "bc": "score/100 - `r_pos` + `r_neg`, in -1…2. Read it with its parts: an honest low score "
        "with named defects is above 0 too.",
        "r_pos": "Weight of the description's keyphrases that the reasoning affirms; all of them "
        "weigh 1.",
        "r_neg": "Weight of those that it negates or contradicts.",
        "r_pos_reachable": "The most that it could have affirmed with as many as it names.",
        "k": "Keyphrases of the description.",
        "label": "The class of the evaluation; null for most.",
        "parroting": "Whether the reasoning is mostly the description's own words.",
        "scorer_version": "Version of the scorer of evaluations: its rules, and a hash of its "
        "encoder and settings.",
    },
    Unscored: {
        "status": "Says which of the two shapes this is.",
        "reason": "Why there is no outcome. Never to be read as 0, as a hold or as a flip.",
        "detail": "In a few words, what was found.",
    },
    DeadLetter: {
        "source": "The record that could not be read.",
        "reason": "Why.",
        "detail": "The place in the record, never its text.",
        "size": "Bytes of the value; null for a null value.",
        "sha256": "Hash of the value's bytes, 64 hex digits; null for a null value.",
        "record_time": "The record's own time, in Unix seconds.",
        "time": "When it was found unreadable, in Unix seconds.",
    },
    Run: {
        "run": f"{_RUN} Scheduled twice, it is the same run.",
        "plan": "Name of the plan.",
        "target": _TARGET,
        "family": "Probe family.",
        "suite": "Name or path of the suite.",
        "arms": "The arms to play.",
        "repeats": "How often each item is asked.",
        "created": "When it was scheduled, in Unix seconds.",
        "expires": "When the next run is due, in Unix seconds: later than that it is not begun.",
        "deadline_seconds": "How long it may take from when a prober takes it up.",
    },
}
