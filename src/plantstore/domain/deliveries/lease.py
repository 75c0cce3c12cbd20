"""Divides the receivers among several processes that share a store, by shards, fair shares and leases.

A process owns its shards for the length of its lease, measured on its own monotonic clock from the moment it requested
the renewal. Every renewal increments the process's heartbeat counter. Every other process measures, on its own
monotonic clock, how long that counter has not changed. Clocks are never compared, so a wall clock that jumps cannot end
a lease.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId

SHARDS = 64  # many more shards than processes, so that shares are even; few enough to read all in one poll
LEASE_S = 15.0  # length of a lease: as long as an attempt may take by default; a shorter lease causes more duplicates
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
    """Return how many shards the process `mine` should own. The remainder goes to the first processes by id.

    >>> [fair_share(["a", "b", "c"], process) for process in "abc"]
    [22, 21, 21]
    """
    each, remainder = divmod(SHARDS, len(process_ids))
    return each + (sorted(process_ids).index(mine) < remainder)


def renew_after_s(lease_s: float) -> float:
    """Return the seconds after which to renew a lease: a third of its length."""
    return lease_s * LEASE_RENEW_S / LEASE_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """A process's row in the database: `beat` is incremented with every renewal of its lease of `lease_s` seconds."""

    beat: int
    lease_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPeer:
    """Another process's most recent heartbeat, and when we first saw it, in seconds on our own monotonic clock."""

    beat: int
    lease_s: float
    unchanged_since_s: float

    def is_expired(self, now_s: float) -> bool:
        """True if the peer's heartbeat has not changed for the full length of the peer's lease."""
        return now_s >= self.expires_at_s

    @property
    def expires_at_s(self) -> float:
        """Return when the peer's lease expires unless its heartbeat changes, in seconds on our monotonic clock."""
        return self.unchanged_since_s + self.lease_s


def observe_heartbeats(
    previous: Mapping[str, WatchedPeer], heartbeats: Mapping[str, Heartbeat], *, last_poll_s: float, now_s: float
) -> dict[str, WatchedPeer]:
    """Return the watched peers after a poll at `now_s`; the previous poll was at `last_poll_s`.

    If the previous poll was more than half a lease ago, restart every peer's timeout: after a database outage, all
    heartbeats are stale, and the peers need time to renew their leases.
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
