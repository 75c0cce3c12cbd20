"""What a pump is told from the tables: at its start, and whenever a person changed or asked for something."""

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

ASKED_MAX = 500  # retries by hand read at once; the rest of them wait for their own time


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverSnapshot:
    """What people want of a receiver: as it is registered, and what they asked for beside the ordinary flow.

    `skipped` are ranges beyond its cursor that were cancelled, `asked` what is to be tried at once.
    """

    receiver: Receiver
    skipped: SequenceRanges = field(default_factory=SequenceRanges)
    asked: tuple[tuple[Retry, Event], ...] = ()
    replays: tuple[RunningReplay, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How far a receiver had come when the pump was made: beyond the cursor, what is delivered or retried already.

    `failing` are a few of the events that were waiting in `retries`.
    """

    cursor: int
    settled: frozenset[int]
    next_due_at: Instant | None
    failing: frozenset[int]


def load_snapshot(tx: Transaction, receiver: Receiver) -> ReceiverSnapshot:
    return ReceiverSnapshot(
        receiver=receiver,
        skipped=SequenceRanges(cancelled_ranges.after(tx, receiver.id, receiver.cursor)),
        asked=tuple(retries.requested(tx, receiver.id, limit=ASKED_MAX)),
        replays=tuple(load_running(tx, receiver.id)),
    )


def load_checkpoint(tx: Transaction, receiver: Receiver) -> Checkpoint:
    """Read what a restart must know: what is recorded beyond the cursor, and when the first retry is due."""
    failing = retries.waiting(tx, receiver.id, after=0, last=None, limit=3)
    return Checkpoint(
        cursor=receiver.cursor,
        settled=frozenset(backlog.recorded_beyond(tx, receiver)),
        next_due_at=retries.next_due_at(tx, receiver.id, later_than=Instant(0)),
        failing=frozenset(retry.sequence for retry, _ in failing),
    )
