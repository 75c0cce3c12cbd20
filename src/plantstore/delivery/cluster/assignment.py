"""Which receivers a process sends to: what the dispatcher asks and is told, and the owner of a store alone."""

import math
from collections.abc import Collection
from typing import NamedTuple, Protocol

from plantstore.domain.public_ids import ReceiverId

POLL_S = 1.0  # between two polls of a shared store: how late a process sees others' work if no notification arrives


class Assignment(NamedTuple):
    """How a receiver is held: with which epoch, since when, and whether its last owner had nothing under way.

    Without an epoch nobody else can hold it.
    """

    epoch: int | None
    since_s: float
    is_clean: bool

    def handover_wait_s(self, deadline_s: float, *, now_s: float) -> float:
        """How long the last owner's requests may still arrive, each of which takes so long at most."""
        return 0.0 if self.is_clean else max(0.0, self.since_s + deadline_s - now_s)


ALONE = Assignment(None, -math.inf, True)


class AssignmentListener(Protocol):
    """Who sends to the receivers that are held: the dispatcher."""

    def acquired(self) -> None:
        """More receivers are held than before."""

    def release(self, shards: Collection[int]) -> None:
        """Send nothing more to these. What is under way ends, and is recorded; then the owner is asked to look."""

    def idle_shards(self, shards: Collection[int]) -> set[int]:
        """Those of which nothing is under way or unrecorded."""
        ...

    def revoke(self, shards: Collection[int]) -> None:
        """These belong to somebody else now."""

    def lease_expired(self) -> None:
        """The lease is over: somebody else may begin to send."""


class Assigner(Protocol):
    """What the dispatcher asks, and tells."""

    @property
    def is_shared(self) -> bool: ...

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        """How this receiver is held; None when it is not ours to send to."""
        ...

    async def start(self, listener: AssignmentListener) -> None: ...

    def poll_now(self) -> None:
        """Look at once who is there and who owns what."""

    async def leave(self) -> None:
        """Give everything back, each part as soon as nothing of it is under way."""

    async def stop(self) -> None:
        """Be gone."""


class SoleAssigner:
    """A store alone: everything is held for ever, and nothing is to be done for it."""

    is_shared = False

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        del receiver_id
        return ALONE

    async def start(self, listener: AssignmentListener) -> None:
        pass

    def poll_now(self) -> None:
        pass

    async def leave(self) -> None:
        pass

    async def stop(self) -> None:
        pass
