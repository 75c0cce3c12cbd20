"""Loads the data that a receiver's worker needs, when it is created and after every change to the receiver."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from plantstore.delivery.replay_runner import RunningReplay, load_running
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.deliveries.sequence_ranges import SequenceRanges
from plantstore.domain.event import Event
from plantstore.domain.receivers.bodies.formats import FormatVersions
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, filtered_events, version_changes
from plantstore.storage.tables import attempts, cancelled_ranges, receiver_formats, retries

REQUESTED_MAX = 500  # max "retry now" requests in a snapshot; further ones wait until their retry is due


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverSnapshot:
    """A receiver's configuration, and the retries, replays and cancellations that people requested for it.

    `cancelled` holds the cancelled ranges beyond the receiver's cursor, and `requested` the deliveries to retry now.
    `formats` are the formats of bodies. `version_is_new` is True if the filter or format that was set is not in force
    yet.
    """

    receiver: Receiver
    formats: FormatVersions
    cancelled: SequenceRanges = field(default_factory=SequenceRanges)
    requested: tuple[tuple[Retry, Event], ...] = ()
    replays: tuple[RunningReplay, ...] = ()
    version_is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The progress of a receiver's deliveries when its worker was created.

    `settled` holds the sequence numbers of events beyond the cursor that are delivered or in the table `retries`, and
    `failing` those of a few events that wait in `retries`. `next_due_at` is when the next retry is due; None if there
    is none. `probe_tries` holds the number of requests made for queued events, which were probes, by sequence.
    `last_match` is the last event up to the cursor that matches the filter of a receiver that has one; 0 if none does.
    """

    cursor: int
    settled: frozenset[int]
    next_due_at: Instant | None
    failing: frozenset[int]
    probe_tries: Mapping[int, int] = field(default_factory=dict)
    last_match: int = 0


def load_snapshot(tx: Transaction, receiver: Receiver) -> ReceiverSnapshot:
    return ReceiverSnapshot(
        receiver=receiver,
        cancelled=SequenceRanges(cancelled_ranges.after(tx, receiver.id, receiver.cursor)),
        requested=tuple(retries.requested(tx, receiver.id, limit=REQUESTED_MAX)),
        replays=tuple(load_running(tx, receiver.id)),
        formats=receiver_formats.versions(tx, receiver),
        version_is_new=version_changes.is_new(tx, receiver),
    )


def load_checkpoint(tx: Transaction, receiver: Receiver) -> Checkpoint:
    failing = retries.waiting(tx, receiver.id, after=0, last=None, limit=3)
    settled = frozenset(backlog.recorded_beyond(tx, receiver))
    made = attempts.made_after(tx, receiver.id, receiver.cursor)
    return Checkpoint(
        cursor=receiver.cursor,
        settled=settled,
        next_due_at=retries.next_due_at(tx, receiver.id, later_than=Instant(0)),
        failing=frozenset(retry.sequence for retry, _ in failing),
        probe_tries={sequence: count for sequence, count in made.items() if sequence not in settled},
        last_match=filtered_events.last_match(tx, receiver, until=receiver.cursor) if receiver.filtered else 0,
    )
