"""Which receivers a process sends to: the interface between the dispatcher and the assigner."""

import math
from collections.abc import Collection
from typing import NamedTuple, Protocol

from plantstore.domain.public_ids import ReceiverId

POLL_S = 1.0  # between two polls of a shared store: how late a process sees others' work if no notification arrives


class Assignment(NamedTuple):
    """The assignment of a receiver's shard to this process.

    `epoch` is None if the store is not shared. `since_s` is on the monotonic clock. `is_clean` is True if the previous
    owner had nothing in flight when it gave the shard back.
    """

    epoch: int | None
    since_s: float
    is_clean: bool

    def handover_wait_s(self, deadline_s: float, *, now_s: float) -> float:
        """How long the previous owner's requests may still arrive if each takes at most `deadline_s`."""
        return 0.0 if self.is_clean else max(0.0, self.since_s + deadline_s - now_s)


SOLE = Assignment(None, -math.inf, True)


class AssignmentListener(Protocol):
    """What the assigner calls: the dispatcher."""

    def acquired(self) -> None:
        """More shards are assigned to this process."""

    def release(self, shards: Collection[int]) -> None:
        """Send nothing more to these shards, and call the assigner's `poll_now` once all is recorded."""

    def idle_shards(self, shards: Collection[int]) -> set[int]:
        """Those of these shards that have nothing in flight or unrecorded."""
        ...

    def revoke(self, shards: Collection[int]) -> None:
        """These shards are assigned to another process."""

    def lease_expired(self) -> None:
        """The lease is over: another process may begin to send."""


class Assigner(Protocol):
    """What the dispatcher calls."""

    @property
    def is_shared(self) -> bool: ...

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        """This receiver's assignment, or None if it is not assigned to this process."""
        ...

    async def start(self, listener: AssignmentListener) -> None: ...

    def poll_now(self) -> None:
        """Poll the assignments without waiting for the next time."""

    async def leave(self) -> None:
        """Release all shards, each as soon as nothing of it is in flight."""

    async def stop(self) -> None:
        """Unregister the process."""


class SoleAssigner:
    """The assigner of a store that is not shared: every receiver is assigned to the one process."""

    is_shared = False

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        del receiver_id
        return SOLE

    async def start(self, listener: AssignmentListener) -> None:
        pass

    def poll_now(self) -> None:
        pass

    async def leave(self) -> None:
        pass

    async def stop(self) -> None:
        pass
