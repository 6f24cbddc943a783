"""The check `targets`: each answers, and says of which version it is."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from monitor.bills import run_bill, suite_of
from monitor.clock import Deadline
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.doctor.versions import CHANGING_SOURCES, ECHOING, name_of
from monitor.endpoint import Reply
from monitor.errors import InputError
from monitor.exchange import Message, Role
from monitor.faults import dotted
from monitor.settings.endpoints import TargetSettings
from monitor.settings.versions import VersionSource
from monitor.verdict import Reason
from probes.items import ItemError
from probes.judge import Judge
from probes.portraits import load_portraits

TARGETS = "targets"

QUESTION = "Reply with one word: ready"
"""What a target is asked. It is harmless, and marked as ours like every question of a canary."""

_PICTURE_QUESTION = "Name one colour that you see in this picture."
_AT_ONCE = 8
"""Targets that are asked at the same time."""

_SLOW_SHARE = 0.5
"""An answer of one word that takes more than this share of the limit is told as slow."""

_FAULTS: Mapping[Reason, tuple[Severity, str, str]] = {
    Reason.TRANSPORT: (
        Severity.ERROR,
        "it gives no reply",
        "look at endpoint, model, api_key, tls and proxy",
    ),
    Reason.RATE_LIMITED: (
        Severity.WARNING,
        "it turns requests away",
        "give canaries a limit of their own there, or fewer of them",
    ),
    Reason.EMPTY: (
        Severity.ERROR,
        "its reply is empty",
        "raise max_tokens if it thinks first; or its server puts the text into another field",
    ),
    Reason.TRUNCATED: (
        Severity.ERROR,
        "its reply of one word is cut off",
        "raise max_tokens: what it thinks counts too",
    ),
    Reason.FILTERED: (
        Severity.ERROR,
        "a content filter holds back a harmless question",
        "loosen the filter for canaries",
    ),
    Reason.REFUSAL: (
        Severity.WARNING,
        "it refuses a harmless question",
        "look at its system prompt",
    ),
}
"""What the failure of a reply is told as, and what to do about it."""

_FIELDS = "a field is not taken there: look at max_tokens_field, temperature, marks, cache_bypass"
_NAMES = "endpoint should end in /v1, and model be a name that its /v1/models lists"
REMEDIES: Mapping[str, str] = {
    "a field of the request is not known there": _FIELDS,
    "a value of the request is not allowed there": _FIELDS,
    "connection refused": "nobody listens there: look at the port of endpoint, or start the server",
    "no TLS connection": "is it http:// there, or does it want a certificate of ours (tls)?",
    "no connection in time": "is there a firewall between, or a proxy to name?",
    "no reply in time": "look at what keeps the server busy, or raise request_timeout_seconds",
    "no such model": "model should be a name that its /v1/models lists",
    "no such path or model": _NAMES,
    "no way through the proxy": "look at proxy, or at HTTPS_PROXY in the environment",
    "nothing is left to pay with": "pay for more, or ask another account",
    "redirected; give the address that it leads to": "change endpoint",
    "the body is no chat completion": _NAMES,
    "the host's name is not known": "look at the host in endpoint, and at this machine's resolver",
    "the key is missing or wrong": "look at api_key, or at the header of it in secret_headers",
    "the key may not do this": "have the key allowed to use this model",
    "the path is not one to ask": _NAMES,
    "the request was refused": _FIELDS,
    "the server's certificate is not trusted": "name the authority that signed it in tls.ca_file",
}
"""What to do about a fault that is told apart, in place of what holds for all of its kind."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """`source` is where the version was read, null where none gives one. `picture` is the reply to
    a picture, null where none was sent."""

    reply: Reply
    source: VersionSource | None
    silent: Sequence[VersionSource]
    picture: Reply | None


def look_at_targets(surroundings: Surroundings) -> Iterator[Finding]:
    """Each target is asked one harmless question, and one more for each source of its version that
    says nothing; where a plan of the family `judge` is on it, one with a picture."""
    targets = surroundings.config.targets
    if not targets:
        yield Finding(TARGETS, Severity.NOTE, "there is none, so only live traffic is watched")
    asked = {name: target for name, target in targets.items() if not target.paused}
    for name in targets.keys() - asked.keys():
        what = "not checked: it is paused in the configuration"
        yield Finding(TARGETS, Severity.NOT_CHECKED, what, dotted(("targets", name)))
    answers = asyncio.run(_asked(asked, surroundings))
    for name, answer in answers.items():
        where = dotted(("targets", name))
        if isinstance(answer, InputError):
            yield Finding(TARGETS, Severity.ERROR, str(answer), where)
        else:
            yield from _told(where, targets[name], answer)
            yield from _hurried(name, answer.reply, surroundings)


async def _asked(
    targets: Mapping[str, TargetSettings], surroundings: Surroundings
) -> Mapping[str, _Answer | InputError]:
    turnstile = asyncio.Semaphore(_AT_ONCE)
    pictured = {
        plan.target for plan in surroundings.config.plans.values() if plan.family == Judge.name
    }

    async def ask_one(name: str) -> _Answer | InputError:
        async with turnstile:
            try:
                return await _ask(targets[name], name in pictured, surroundings)
            except InputError as error:
                return error

    answers = await asyncio.gather(*map(ask_one, targets))
    return dict(zip(targets, answers, strict=True))


async def _ask(target: TargetSettings, with_picture: bool, surroundings: Surroundings) -> _Answer:
    """No request is repeated: it is asked how it is now."""
    once = target.model_copy(update={"retries": 0})
    reply, source, silent = None, None, []
    question = Message(role=Role.USER, content=QUESTION)
    for one in target.version:
        asked = once.model_copy(update={"version": (one,)})
        reply = await _ask_once(asked, question, surroundings)
        if reply.version is not None:
            source = one
        if reply.version is not None or reply.failure is not None:
            break
        silent.append(one)
    if reply is None:
        raise ValueError("a target has at least one source of its version")
    picture = None
    if with_picture and reply.failure is None:
        shown = load_portraits()[0].matching.file
        message = Message(role=Role.USER, content=_PICTURE_QUESTION, images=(shown,))
        picture = await _ask_once(once, message, surroundings)
    return _Answer(reply, source, silent, picture)


async def _ask_once(target: TargetSettings, message: Message, surroundings: Surroundings) -> Reply:
    endpoint = surroundings.make_endpoint(target)
    try:
        limit = min(target.request_timeout_seconds, surroundings.deadline.left())
        return await endpoint.ask([message], Deadline.after(surroundings.clock, limit))
    finally:
        await endpoint.close()


def _told(where: str, target: TargetSettings, answer: _Answer) -> Iterator[Finding]:
    reply = answer.reply
    if reply.failure is not None:
        yield _failed(where, reply)
        return
    took = reply.ended - reply.started
    what = f"it answers in {took:.2f} s"
    if answer.source is not None:
        what += f"; its version is {reply.version}, from {name_of(answer.source)}"
    yield Finding(TARGETS, Severity.OK, what, where)
    limit = target.request_timeout_seconds
    if took > _SLOW_SHARE * limit:
        yield Finding(
            TARGETS,
            Severity.WARNING,
            f"one word took {took:.1f} s of at most {limit:.10g} s",
            f"{where}.request_timeout_seconds",
            "give it more time, or a faster endpoint",
        )
    yield from _version_told(where, target, answer)
    if reply.usage is None:
        what = "it does not say how many tokens it used; budgets count the most there can be"
        yield Finding(TARGETS, Severity.NOTE, what, where)
    if answer.picture is not None:
        yield _picture_told(where, answer.picture)


def _hurried(name: str, reply: Reply, surroundings: Surroundings) -> Iterator[Finding]:
    """Plans whose runs would not end in time even if each answer came as soon as this one."""
    config = surroundings.config
    for plan_name, plan in config.plans.items():
        if plan.target != name or reply.failure is not None:
            continue
        try:
            suite = suite_of(plan, surroundings.clock.now())
        except ItemError:
            continue  # told by `plans`
        requests = run_bill(config, plan, suite).cost.requests
        seconds = requests * (reply.ended - reply.started) / config.targets[name].concurrency
        if seconds > plan.deadline_seconds:
            yield Finding(
                TARGETS,
                Severity.WARNING,
                f"a run of {requests:,} requests takes {seconds:,.0f} s at least, and ends "
                f"unfinished after {plan.deadline_seconds:.10g} s",
                f"{dotted(('plans', plan_name))}.deadline_seconds",
                "take a smaller suite, a later deadline or more concurrency",
            )


def _version_told(where: str, target: TargetSettings, answer: _Answer) -> Iterator[Finding]:
    silent = [name_of(one) for one in answer.silent if one.source != "record"]
    if answer.source is None:
        yield Finding(
            TARGETS,
            Severity.WARNING,
            f"its version cannot be read from {_listed(silent)}, so an update goes unseen",
            f"{where}.version",
            "name a source that says something: a `header` that your gateway sets, a `file` that "
            "the roll-out writes …",
        )
        return
    if silent:
        what = f"{_listed(silent)} gives no version"
        remedy = "leave it out, or let the endpoint say it"
        yield Finding(TARGETS, Severity.WARNING, what, f"{where}.version", remedy)
    # A version has no slash in front, as the path of a model may.
    if answer.source.source in ECHOING and answer.reply.version == target.model.lstrip("/"):
        yield Finding(
            TARGETS,
            Severity.WARNING,
            f"its version is the name that was asked for, {target.model}: where "
            f"{name_of(answer.source)} only repeats that name, an update goes unseen",
            f"{where}.version",
            CHANGING_SOURCES,
        )


def _picture_told(where: str, picture: Reply) -> Finding:
    if picture.failure is None:
        return Finding(TARGETS, Severity.OK, "it takes pictures", where)
    return Finding(
        TARGETS,
        Severity.ERROR,
        f"it does not take a picture: {_why(picture)}",
        where,
        "a plan of the family judge needs a model that sees",
    )


def _failed(where: str, reply: Reply) -> Finding:
    severity, what, remedy = _FAULTS.get(
        reply.failure or Reason.TRANSPORT, (Severity.ERROR, "its reply cannot be used", "")
    )
    cause = reply.detail.rpartition(": ")[2]
    return Finding(TARGETS, severity, f"{what} ({_why(reply)})", where, REMEDIES.get(cause, remedy))


def _why(reply: Reply) -> str:
    return ": ".join(part for part in (str(reply.failure or ""), reply.detail) if part)


def _listed(names: Collection[str]) -> str:
    return " or ".join(names) or "any source"
