"""Which process sends to which receivers, where several processes share a store: shards, fair shares and leases.

A process keeps its shards for the length of its lease, measured on its own monotonic clock from the moment it asked for
the renewal. Every renewal raises the counter of its heartbeat. Other processes time how long it has not risen,
each on its own monotonic clock: clocks are never compared, and a jump of a wall clock ends no lease.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId

SHARDS = 64  # many more than processes, so that shares are even; few enough that one poll reads them all
LEASE_S = 15.0  # as long as an attempt may take: an earlier take-over only causes more duplicates
LEASE_RENEW_S = 5.0
assert LEASE_S >= 3 * LEASE_RENEW_S, "one lost renewal must not cost the shards"


class Role(StrEnum):
    """What a process does: serve the API, send webhooks (`dispatcher`), or both (`all`)."""

    ALL = "all"
    API = "api"
    DISPATCHER = "dispatcher"

    @property
    def sends(self) -> bool:
        """True if the process owns shards."""
        return self is not Role.API


def shard_of(receiver_id: ReceiverId) -> int:
    """Return the shard of a receiver: the last bits of its id, which are random."""
    return receiver_id % SHARDS


def fair_share(process_ids: Collection[str], mine: str) -> int:
    """Return how many shards the process `mine` should own; the first processes by id take the remainder.

    >>> [fair_share(["a", "b", "c"], process) for process in "abc"]
    [22, 21, 21]
    """
    each, remainder = divmod(SHARDS, len(process_ids))
    return each + (sorted(process_ids).index(mine) < remainder)


def renew_after_s(lease_s: float) -> float:
    """Return when to renew a lease of this length: after a third of it."""
    return lease_s * LEASE_RENEW_S / LEASE_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """A process's row in the database: `beat` rises with every renewal of a lease of `lease_s` seconds."""

    beat: int
    lease_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPeer:
    """Another process's last heartbeat, and when we first saw it (seconds on our monotonic clock)."""

    beat: int
    lease_s: float
    unchanged_since_s: float

    def is_expired(self, now_s: float) -> bool:
        """True if the heartbeat has not changed for the length of its own lease."""
        return now_s >= self.expires_at_s

    @property
    def expires_at_s(self) -> float:
        """When the peer counts as dead unless its heartbeat changes before."""
        return self.unchanged_since_s + self.lease_s


def observe_heartbeats(
    previous: Mapping[str, WatchedPeer], heartbeats: Mapping[str, Heartbeat], *, last_poll_s: float, now_s: float
) -> dict[str, WatchedPeer]:
    """Return the watched peers after a poll at `now_s`; the poll before was at `last_poll_s`.

    If the last poll is older than half a lease, restart every peer's timeout: after a database outage all heartbeats
    are stale, and the peers need time to renew.
    """
    return {
        process: _observe(previous.get(process), heartbeat, last_poll_s, now_s)
        for process, heartbeat in heartbeats.items()
    }


def _observe(previous: WatchedPeer | None, heartbeat: Heartbeat, last_poll_s: float, now_s: float) -> WatchedPeer:
    missed_polls = now_s - last_poll_s > heartbeat.lease_s / 2
    is_same = previous is not None and (previous.beat, previous.lease_s) == (heartbeat.beat, heartbeat.lease_s)
    if previous is None or missed_polls or not is_same:
        return WatchedPeer(beat=heartbeat.beat, lease_s=heartbeat.lease_s, unchanged_since_s=now_s)
    return previous
