"""What a receiver's worker reads from the tables: at its start, and after every change of the receiver."""

from dataclasses import dataclass, field

from plantstore.delivery.replay_runner import RunningReplay, load_running
from plantstore.domain.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.receiver import Receiver
from plantstore.domain.sequence_ranges import SequenceRanges
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.tables import cancelled_ranges, retries

REQUESTED_MAX = 500  # manual retries read together; the others wait for their own time


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverSnapshot:
    """A receiver's configuration, and what people requested for it.

    `cancelled` holds the cancelled ranges beyond its cursor, `requested` the deliveries to retry now.
    """

    receiver: Receiver
    cancelled: SequenceRanges = field(default_factory=SequenceRanges)
    requested: tuple[tuple[Retry, Event], ...] = ()
    replays: tuple[RunningReplay, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How far a receiver's deliveries had come when its worker was made.

    `settled` holds the sequences beyond the cursor that are delivered or in `retries`, `failing` a few of the events
    that wait in `retries`.
    """

    cursor: int
    settled: frozenset[int]
    next_due_at: Instant | None
    failing: frozenset[int]


def load_snapshot(tx: Transaction, receiver: Receiver) -> ReceiverSnapshot:
    return ReceiverSnapshot(
        receiver=receiver,
        cancelled=SequenceRanges(cancelled_ranges.after(tx, receiver.id, receiver.cursor)),
        requested=tuple(retries.requested(tx, receiver.id, limit=REQUESTED_MAX)),
        replays=tuple(load_running(tx, receiver.id)),
    )


def load_checkpoint(tx: Transaction, receiver: Receiver) -> Checkpoint:
    failing = retries.waiting(tx, receiver.id, after=0, last=None, limit=3)
    return Checkpoint(
        cursor=receiver.cursor,
        settled=frozenset(backlog.recorded_beyond(tx, receiver)),
        next_due_at=retries.next_due_at(tx, receiver.id, later_than=Instant(0)),
        failing=frozenset(retry.sequence for retry, _ in failing),
    )
