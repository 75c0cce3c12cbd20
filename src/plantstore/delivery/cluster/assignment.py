"""The interface between the dispatcher and the assigner, which decides which receivers a process sends to."""

import math
from collections.abc import Collection
from typing import NamedTuple, Protocol

from plantstore.domain.public_ids import ReceiverId

POLL_S = 1.0  # interval between polls of a shared store; max delay in seeing other processes' changes if not notified


class Assignment(NamedTuple):
    """The assignment of a receiver's shard to this process.

    `epoch` is None if the store is not shared. `since_s` is the monotonic time of the assignment. `is_clean` is True if
    the process that held the shard before had no request in flight when it released the shard.
    """

    epoch: int | None
    since_s: float
    is_clean: bool

    def handover_wait_s(self, deadline_s: float, *, now_s: float) -> float:
        """Return how many seconds to wait until no request of the previous owner can still arrive.

        Each request takes at most `deadline_s`.
        """
        return 0.0 if self.is_clean else max(0.0, self.since_s + deadline_s - now_s)


SOLE = Assignment(None, -math.inf, True)


class AssignmentListener(Protocol):
    """The methods of the dispatcher that the assigner calls."""

    def acquired(self) -> None:
        """Note that more shards are assigned to this process."""

    def release(self, shards: Collection[int]) -> None:
        """Stop sending to these shards, and call the assigner's `poll_now` when their outcomes are recorded."""

    def idle_shards(self, shards: Collection[int]) -> set[int]:
        """Return those of these shards that have no request in flight and no unrecorded outcome."""
        ...

    def revoke(self, shards: Collection[int]) -> None:
        """Stop sending to these shards: they are assigned to another process."""

    def lease_expired(self) -> None:
        """Note that the lease has expired: another process may begin to send."""


class Assigner(Protocol):
    """Decides which receivers are assigned to this process: the methods that the dispatcher calls."""

    @property
    def is_shared(self) -> bool: ...

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        """Return the receiver's assignment; None if the receiver is not assigned to this process."""
        ...

    async def start(self, listener: AssignmentListener) -> None: ...

    def poll_now(self) -> None:
        """Poll the assignments now instead of waiting for the next scheduled poll."""

    async def leave(self) -> None:
        """Release all shards, each as soon as it has no request in flight."""

    async def stop(self) -> None:
        """Unregister this process."""


class SoleAssigner:
    """The assigner of a store that is not shared: assigns every receiver to this process."""

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
