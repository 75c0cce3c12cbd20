"""Who may send to whom, where several processes share a store: shards, fair shares, and leases judged by beats.

A process holds its shards for the length of its lease, counted on its own monotonic clock from when it asked for the
renewal. Others judge it by its beat, a number that rises with every renewal, on theirs: no two clocks are compared, and
no leap of a wall clock ends a lease.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId

SHARDS = 64  # many more than processes, so that shares are even; few enough that one look reads them all
LEASE_S = 15.0  # as long as an attempt may take: a take-over that comes sooner only makes more duplicates
LEASE_RENEW_S = 5.0
assert LEASE_S >= 3 * LEASE_RENEW_S, "one lost renewal must not cost the shards"


class Role(StrEnum):
    """What a process does: both, answer callers, or send."""

    ALL = "all"
    API = "api"
    DISPATCHER = "dispatcher"

    @property
    def sends(self) -> bool:
        """Whether it owns shards."""
        return self is not Role.API


def shard_of(receiver_id: ReceiverId) -> int:
    """The shard of a receiver: the last bits of its id, which are random."""
    return receiver_id % SHARDS


def fair_share(process_ids: Collection[str], mine: str) -> int:
    """How many shards one of these processes should hold; what is left over goes to the first of them.

    >>> [fair_share(["a", "b", "c"], one) for one in "abc"]
    [22, 21, 21]
    """
    each, rest = divmod(SHARDS, len(process_ids))
    return each + (sorted(process_ids).index(mine) < rest)


def renew_after_s(lease_s: float) -> float:
    """When to renew a lease of this length: after a third of it."""
    return lease_s * LEASE_RENEW_S / LEASE_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """What a process shows of its life: its last beat, and how long its lease is."""

    beat: int
    lease_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPeer:
    """A beat, and since when it was seen to stand still, on the watcher's monotonic clock."""

    beat: int
    lease_s: float
    since_s: float

    def is_dead(self, now_s: float) -> bool:
        """Whether it stood still for the length of its own lease."""
        return now_s >= self.dead_at_s

    @property
    def dead_at_s(self) -> float:
        """When it is dead unless it beats before."""
        return self.since_s + self.lease_s


def watch(
    before: Mapping[str, WatchedPeer], beats: Mapping[str, Heartbeat], *, looked_s: float, now_s: float
) -> dict[str, WatchedPeer]:
    """Look at beats once more; the last look was at `looked_s`.

    Who could not look for half a lease has not watched: then it is counted anew. After an outage of the database all
    beats stand still, and everybody must have the time to renew.
    """
    return {process: _watch(before.get(process), beat, looked_s, now_s) for process, beat in beats.items()}


def _watch(before: WatchedPeer | None, beat: Heartbeat, looked_s: float, now_s: float) -> WatchedPeer:
    was_blind = now_s - looked_s > beat.lease_s / 2
    if before is None or was_blind or (before.beat, before.lease_s) != (beat.beat, beat.lease_s):
        return WatchedPeer(beat=beat.beat, lease_s=beat.lease_s, since_s=now_s)
    return before
