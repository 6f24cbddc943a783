"""The other members of our group, for the embedded broker, which never ends a session."""

from collections.abc import Collection, Mapping
from typing import Any

from kafka import (
    KafkaAdminClient,
)
from kafka.admin import MemberToRemove

from monitor.record import Partition
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import connection
from monitor.streams.consumer import ours

_ASIDE_MS = 3_000
"""The same for questions that reading can do without."""


class Peers:
    """The other members of a group: what they commit, and the removal of those that are dead."""

    def __init__(self, settings: KafkaSettings, group: str, client_id: str) -> None:
        self._group = group
        self._admin = KafkaAdminClient(
            **connection(settings, f"{client_id}-peers"),
            bootstrap_timeout_ms=_ASIDE_MS,
            request_timeout_ms=_ASIDE_MS,
        )

    def signs(self) -> dict[Partition, str]:
        """The newest sign of life for each partition that was ever committed."""
        found = self._admin.list_group_offsets({self._group: None})[self._group]
        return {ours(partition): at.metadata or "" for partition, at in found.items()}

    def remove(self, silent: Collection[Partition], me: str) -> list[str]:
        """Take the owners of silent partitions out of the group; gives their ids.

        While the group waits for members to join, nobody owns anything, and who keeps it
        waiting cannot be told: then all others go. The living ones join again at once.
        """
        group = self._admin.describe_groups([self._group])[self._group]
        gone = [
            member["member_id"]
            for member in group["members"]
            if member["member_id"] != me
            and (group["group_state"] != "Stable" or _assigned(member) & frozenset(silent))
        ]
        if gone:
            members = [MemberToRemove(member_id=member) for member in gone]
            self._admin.remove_group_members(self._group, members)
        return gone

    def close(self) -> None:
        self._admin.close()


def _assigned(member: Mapping[str, Any]) -> frozenset[Partition]:
    topics = (member["member_assignment"] or {}).get("assigned_partitions", ())
    return frozenset(Partition(t["topic"], number) for t in topics for number in t["partitions"])
