"""The checks `broker` and `topics`: it is there, it lets us in, and our topics are as they must be.

Nothing is written on any topic, nor created. What we may do is what the broker itself tells.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from monitor.config import Config
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.errors import BrokerError, InputError
from monitor.faults import dotted
from monitor.streams.inspection import TopicFacts
from monitor.streams.topics import MAX_MESSAGE_BYTES, Topics, TopicSpec, topic_specs

BROKER = "broker"
TOPICS = "topics"

_NEEDED = frozenset({"read", "write", "describe"})
_SERVERS = "kafka.bootstrap_servers"


def look_at_broker(surroundings: Surroundings) -> Iterator[Finding]:
    """Each bootstrap server takes connections, and one of them lets us in."""
    kafka = surroundings.config.kafka
    if not kafka.bootstrap_servers:
        what = "not checked: none is named, so only `sycomon run --embedded` has one"
        yield Finding(BROKER, Severity.NOT_CHECKED, what, _SERVERS)
        return
    try:
        yield from _visited(surroundings)
    except InputError as error:
        yield Finding(BROKER, Severity.ERROR, str(error), "kafka.security")
    except BrokerError as error:
        remedy = "look at the protocol, the certificates, the user and the password"
        yield Finding(BROKER, Severity.ERROR, str(error), "kafka.security", remedy)


def _visited(surroundings: Surroundings) -> Iterator[Finding]:
    kafka = surroundings.config.kafka
    refused = surroundings.broker.refused(surroundings.deadline)
    is_down = len(refused) == len(kafka.bootstrap_servers)
    for number, server in enumerate(kafka.bootstrap_servers):
        if server in refused:
            yield Finding(
                BROKER,
                Severity.ERROR if is_down else Severity.WARNING,
                f"{server}: {refused[server]}",
                dotted(("kafka", "bootstrap_servers", number)),
                "look whether a broker runs there, whether we may reach it, and how it is secured",
            )
    if not is_down:
        surroundings.broker.greet(surroundings.deadline)
        yield Finding(BROKER, Severity.OK, f"it answers, by {kafka.security.protocol}", _SERVERS)


def look_at_topics(surroundings: Surroundings) -> Iterator[Finding]:
    """Our own topics are there or can be created, and we may read and write them."""
    specs = {spec.name: spec for spec in topic_specs(surroundings.config)}
    broker, deadline = surroundings.broker, surroundings.deadline
    there = broker.topics(list(specs), deadline)
    missing = [spec for name, spec in specs.items() if name not in there]
    if missing:
        yield from _missing(missing, broker.not_creatable(missing, deadline))
    faults = [
        fault
        for name, facts in there.items()
        for fault in _faults(specs[name], facts, surroundings.config)
    ]
    yield from faults
    if there and not faults:
        what = f"{len(there)} of our {len(specs)} topics are there, and as they must be"
        yield Finding(TOPICS, Severity.OK, what, "instance")
    yield from _rights(there, surroundings)


def _missing(specs: Sequence[TopicSpec], refusals: Mapping[str, str]) -> Iterator[Finding]:
    creatable = [spec.name for spec in specs if spec.name not in refusals]
    if creatable:
        what = f"not there yet: {', '.join(creatable)}; the first `sycomon run` creates them"
        yield Finding(TOPICS, Severity.NOTE, what, "instance")
    for spec in specs:
        if spec.name in refusals:
            settings = ", ".join(f"{name}={value}" for name, value in spec.settings.items())
            yield Finding(
                TOPICS,
                Severity.ERROR,
                f"{spec.name}: not there, and it cannot be created: {refusals[spec.name]}",
                "kafka",
                f"allow us to create it, or create it with {spec.partitions} partitions and "
                f"{settings}",
            )


def _faults(spec: TopicSpec, facts: TopicFacts, config: Config) -> Iterator[Finding]:
    if facts.leaderless:
        what = f"{spec.name}: {facts.leaderless} of its partitions have no leader"
        yield Finding(TOPICS, Severity.ERROR, what, "instance", "bring the brokers back")
    if not facts.settings:
        what = f"{spec.name}: not checked: its settings cannot be seen"
        remedy = "grant us DescribeConfigs, or look at cleanup.policy and max.message.bytes"
        yield Finding(TOPICS, Severity.NOT_CHECKED, what, "instance", remedy)
    is_state = spec.name == Topics(config.instance).state
    for fault in _STATE_FAULTS if is_state else _LOG_FAULTS:
        finding = fault(spec, facts)
        if finding is not None:
            yield finding


def _more_than_one(spec: TopicSpec, facts: TopicFacts) -> Finding | None:
    if facts.partitions == 1:
        return None
    what = f"{spec.name}: {facts.partitions} partitions, and it must have one: who owns it leads"
    remedy = "stop the monitor, delete the topic and let it be created anew"
    return Finding(TOPICS, Severity.ERROR, what, "instance", remedy)


def _not_compacted(spec: TopicSpec, facts: TopicFacts) -> Finding | None:
    policy = facts.settings.get("cleanup.policy")
    if policy in (None, "compact"):
        return None
    what = f"{spec.name}: cleanup.policy is {policy}, so that budgets and tallies will be lost"
    return Finding(TOPICS, Severity.ERROR, what, "instance", "set cleanup.policy=compact")


def _too_few(spec: TopicSpec, facts: TopicFacts) -> Finding | None:
    if facts.partitions >= spec.partitions:
        return None
    what = (
        f"{spec.name}: {facts.partitions} partitions instead of {spec.partitions}; no more "
        "processes than that share its work"
    )
    remedy = "add partitions, or set kafka.partitions to what is there"
    return Finding(TOPICS, Severity.WARNING, what, "kafka.partitions", remedy)


def _kept_too_short(spec: TopicSpec, facts: TopicFacts) -> Finding | None:
    kept, wanted = facts.settings.get("retention.ms"), spec.settings["retention.ms"]
    if kept is None or int(kept) < 0 or int(kept) >= int(wanted):
        return None
    hours = f"{int(kept) / 3_600_000:.10g} hours instead of {int(wanted) / 3_600_000:.10g}"
    what = f"{spec.name}: records are kept {hours}"
    remedy = f"set retention.ms={wanted}"
    return Finding(TOPICS, Severity.WARNING, what, "kafka.retention_hours", remedy)


def _too_small(spec: TopicSpec, facts: TopicFacts) -> Finding | None:
    most = facts.settings.get("max.message.bytes")
    if most is None or int(most) >= MAX_MESSAGE_BYTES:
        return None
    what = f"{spec.name}: records of more than {int(most):,} bytes are refused"
    remedy = f"set max.message.bytes={MAX_MESSAGE_BYTES}"
    return Finding(TOPICS, Severity.WARNING, what, "instance", remedy)


_Fault = Callable[[TopicSpec, TopicFacts], Finding | None]
_STATE_FAULTS: Sequence[_Fault] = (_more_than_one, _not_compacted, _too_small)
_LOG_FAULTS: Sequence[_Fault] = (_too_few, _kept_too_short, _too_small)


def _rights(there: Mapping[str, TopicFacts], surroundings: Surroundings) -> Iterator[Finding]:
    if not there:
        return
    untold = [name for name, facts in there.items() if facts.rights is None]
    if untold:
        what = "not checked: the broker does not tell what we may read and write"
        yield Finding(TOPICS, Severity.NOT_CHECKED, what, "kafka.security")
    lacking = {
        name: sorted(_NEEDED - facts.rights)
        for name, facts in there.items()
        if facts.rights is not None and not facts.rights >= _NEEDED
    }
    for name, rights in lacking.items():
        what = f"{name}: we may not {' or '.join(rights)} it"
        user = surroundings.config.kafka.security.username or "our user"
        remedy = f"grant {', '.join(right.capitalize() for right in rights)} to {user}"
        yield Finding(TOPICS, Severity.ERROR, what, "kafka.security", remedy)
    if not untold and not lacking:
        what = "we may read and write each of our topics"
        yield Finding(TOPICS, Severity.OK, what, "kafka.security")
