"""Does the checks of a table, one after the other, each within its own time."""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from monitor.clock import Deadline
from monitor.doctor.finding import SEVERITIES, Check, Finding, Severity, Surroundings
from monitor.errors import Problem, SycomonError

CONFIGURATION = "configuration"
"""The check that is done by reading the configuration."""

_GRACE_SECONDS = 2.0
"""A check keeps to its deadline by itself; this is for one that hangs."""


def examine(
    checks: Sequence[Check], surroundings: Surroundings, is_offline: bool = False
) -> Iterator[Finding]:
    """What every check finds, in the order of the table. Offline, those that need the network
    are not done."""
    failed: set[str] = set()
    for check in checks:
        broken = [name for name in check.needs if name in failed]
        if is_offline and not check.is_local:
            found: Iterable[Finding] = [_not_checked(check, "needs the network")]
        elif broken:
            found = [_not_checked(check, f"the check {broken[0]} did not pass")]
        else:
            found = _looked(check, surroundings)
        for finding in found:
            if finding.severity in (Severity.ERROR, Severity.NOT_CHECKED):
                failed.add(check.name)
            yield finding


def unread(
    checks: Sequence[Check], problems: Iterable[Problem], name: str = CONFIGURATION
) -> Iterator[Finding]:
    """What is found where the configuration cannot be read: its problems, and nothing else."""
    for problem in problems:
        yield Finding(name, Severity.ERROR, problem.message, problem.path)
    for check in checks:
        if check.name != name:
            yield _not_checked(check, f"the check {name} did not pass")


def exit_status(checks: Sequence[Check], findings: Iterable[Finding]) -> int:
    """0 where nothing is worse than a warning; else the highest of the checks with errors."""
    statuses = {check.name: check.failure_status for check in checks}
    return max(
        (statuses[one.check] for one in findings if one.severity is Severity.ERROR), default=0
    )


def worst_first(findings: Iterable[Finding]) -> Sequence[Finding]:
    """Those of one severity stay in the order of the table."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))


def _not_checked(check: Check, why: str) -> Finding:
    return Finding(check.name, Severity.NOT_CHECKED, f"not checked: {why}")


def _looked(check: Check, surroundings: Surroundings) -> Iterator[Finding]:
    """In a thread of its own, so that one that hangs does not hold up the others."""
    clock = surroundings.clock
    its_own = dataclasses.replace(surroundings, deadline=Deadline.after(clock, check.seconds))
    found = SimpleQueue[Finding | Exception | None]()
    Thread(target=_look, args=(check, its_own, found), daemon=True, name=check.name).start()
    last = Deadline.after(clock, check.seconds + _GRACE_SECONDS)
    while True:
        try:
            one = found.get(timeout=max(0.0, last.left()))
        except Empty:
            what = f"it was not done after {check.seconds:.0f} s"
            yield Finding(check.name, Severity.ERROR, what)
            return
        if one is None:
            return
        if isinstance(one, Exception):
            raise one
        yield one


def _look(
    check: Check, surroundings: Surroundings, found: SimpleQueue[Finding | Exception | None]
) -> None:
    try:
        for finding in check.look(surroundings):
            found.put(finding)
    except SycomonError as error:
        found.put(Finding(check.name, Severity.ERROR, str(error)))
    except Exception as error:  # noqa: BLE001  # it is raised where the check was asked for
        found.put(error)
    found.put(None)
