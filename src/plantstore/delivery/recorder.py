"""Records the outcomes of attempts: the main path's last step. Many outcomes share one transaction.

Each outcome is written together with its consequences: the attempt, the new or deleted retry, and the receiver's
cursor.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

from plantstore.core.faults import notify
from plantstore.domain.deliveries.breaker import Breaker, DisabledReason
from plantstore.domain.deliveries.delivery import Attempt, Retry, RetryState
from plantstore.domain.deliveries.lease import shard_of
from plantstore.domain.deliveries.replay import Replay
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.storage import operational_causes
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import (
    activity,
    attempts,
    breakers,
    cancelled_ranges,
    hourly_stats,
    receivers,
    replays,
    retries,
    shards,
)

BATCH_ROWS_MAX = 500  # max outcomes per commit; batches of 100 to 500 measured 15 times the throughput of single ones
ENOUGH_ROWS = 100  # commit without further delay from this batch size on: a larger batch makes no outcome cheaper
CURSOR_S_MAX = 1.0  # max delay until a cursor that moved without an outcome is stored
REST_S_MAX = 0.01  # max delay between commits, to collect a larger batch
CALLBACK_FAULT = "a callback about recorded outcomes failed"
RETRY_DELAYS_S = (0.1, 0.5, 1.0, 5.0)  # delays after failed commits; the last delay repeats until a commit succeeds
_DISABLED_BECAUSE = {
    DisabledReason.GONE: "it answered 410, which asks us to stop",
    DisabledReason.SILENT: "for five days it gave no answer, or only 503",
}


class Source(Protocol):
    """The receiver worker that made an attempt and is notified when the attempt is recorded.

    `epoch` is the epoch of the receiver's shard when the worker was made; None if no other process shares the store.
    """

    receiver_id: ReceiverId
    epoch: int | None

    def cursor_with(self, sequences: set[int]) -> int: ...

    def unstored_breaker(self) -> tuple[Breaker, int] | None: ...

    def replay_position(self, replay_id: str, ended: set[int]) -> int: ...

    def on_recorded(self, records: "list[AttemptRecord]") -> None: ...


class AttemptRecord(NamedTuple):
    """One attempt and its consequences.

    `retry` is the delivery's row in `retries` before the attempt, and `new_retry` the row after it; None means no row.
    `replay` is the replay that the attempt belongs to, if any.
    """

    source: Source
    attempt: Attempt
    retry: Retry | None
    new_retry: Retry | None
    replay: Replay | None = None

    @property
    def settles(self) -> bool:
        """True if the delivery has succeeded or has a row in `retries`; otherwise the delivery stays queued."""
        return self.new_retry is not None or self.attempt.outcome.accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverUpdate:
    """The changes that a batch makes to one receiver.

    `breaker` is the new breaker with the number of times the receiver was resumed; None if no change needs storing.
    `replays` maps replay ids to positions. `epoch` is None if no other process shares the store.
    """

    cursor: int
    breaker: tuple[Breaker, int] | None = None
    replays: Mapping[str, int] = field(default_factory=dict)
    epoch: int | None = None


class Recorder:
    """Collects records while a transaction is being committed, and writes them in the next transaction.

    Adaptive batching: after a commit, the recorder waits as long as that commit took (at most REST_S_MAX), or until
    ENOUGH_ROWS records are waiting, so that more records share a slow commit. A lone record is flushed immediately.

    `on_stuck` is called with the error when outcomes cannot be written, and with None when writing works again;
    `on_stale` is called with the receivers that another process has taken over.
    """

    def __init__(
        self,
        database: Database,
        *,
        on_recorded: Callable[[Sequence[AttemptRecord]], None],
        on_stuck: Callable[[BaseException | None], None] = lambda _error: None,
        on_stale: Callable[[frozenset[ReceiverId]], None] = lambda _stale: None,
        retry_delays_s: Sequence[float] = RETRY_DELAYS_S,
    ) -> None:
        self._database = database
        self._on_recorded = on_recorded
        self._on_stuck = on_stuck
        self._on_stale = on_stale
        self._retry_delays_s = retry_delays_s
        self._loop = asyncio.get_running_loop()
        self._waiting: list[AttemptRecord] = []
        self._flushing = False
        self._commit_began_s = 0.0
        self._rest: asyncio.TimerHandle | None = None
        self._moved: dict[Source, None] = {}
        self._cursors_due: asyncio.TimerHandle | None = None

    def note_cursor(self, source: Source) -> None:
        """Store the cursor of a worker that has passed filtered events: with the next outcomes, or in CURSOR_S_MAX."""
        self._moved[source] = None
        if self._cursors_due is None:
            self._cursors_due = self._loop.call_later(CURSOR_S_MAX, self._store_cursors)

    def add(self, record: AttemptRecord) -> None:
        self._waiting.append(record)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.flush)
        elif self._rest is not None and len(self._waiting) >= ENOUGH_ROWS:
            self.flush()

    def flush(self) -> None:
        """Commit up to BATCH_ROWS_MAX waiting records, and schedule the next flush until no records are left."""
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        batch, self._waiting = self._waiting[:BATCH_ROWS_MAX], self._waiting[BATCH_ROWS_MAX:]
        if not batch and (not self._moved or self._cursors_due is not None):
            self._flushing = False
            return
        self._commit(batch, failures=0)

    def _store_cursors(self) -> None:
        self._cursors_due = None
        if not self._flushing:
            self._flushing = True
            self.flush()

    def _commit(self, batch: list[AttemptRecord], *, failures: int) -> None:
        by_source = _by_source(batch)
        for source in self._moved:
            by_source.setdefault(source, [])
        self._moved.clear()
        if len({source.receiver_id for source in by_source}) < len(by_source):
            self._postpone(batch, by_source)
        updates = {source.receiver_id: _update(source, records) for source, records in by_source.items()}
        write = partial(write_records, batch=batch, updates=updates, is_repeated=failures > 0)
        self._commit_began_s = self._loop.time()
        future = self._database.write(write, bypass_queue_limit=True, exclusive=False)
        future.add_done_callback(partial(self._committed, batch, by_source, failures))

    def _postpone(self, batch: list[AttemptRecord], by_source: dict[Source, list[AttemptRecord]]) -> None:
        """If a receiver has two workers (its shard was lost and reacquired), postpone the second one's records."""
        first: dict[ReceiverId, Source] = {}
        later = [source for source in by_source if first.setdefault(source.receiver_id, source) is not source]
        for source in later:
            del by_source[source]
        self._waiting[:0] = [record for record in batch if record.source in later]
        batch[:] = [record for record in batch if record.source not in later]

    def _committed(
        self,
        batch: list[AttemptRecord],
        by_source: dict[Source, list[AttemptRecord]],
        failures: int,
        future: "asyncio.Future[frozenset[ReceiverId]]",
    ) -> None:
        error = future.exception()
        if error is not None:
            # The batch is the only record of what was sent, so its commit is repeated until it succeeds. Until then
            # nothing more is sent, because after a kill every unrecorded request would be sent again.
            self._moved.update(dict.fromkeys(source for source, records in by_source.items() if not records))
            wait_s = self._retry_delays_s[min(failures, len(self._retry_delays_s) - 1)]
            self._loop.call_later(wait_s, partial(self._commit, batch, failures=failures + 1))
            if not failures:
                notify(CALLBACK_FAULT, self._on_stuck, error)
            return
        for source, records in by_source.items():
            notify(CALLBACK_FAULT, source.on_recorded, records)
        notify(CALLBACK_FAULT, self._on_recorded, batch)
        if future.result():
            notify(CALLBACK_FAULT, self._on_stale, future.result())
        if failures:
            notify(CALLBACK_FAULT, self._on_stuck, None)
        if len(self._waiting) >= ENOUGH_ROWS:
            self.flush()
        else:
            took_s = self._loop.time() - self._commit_began_s
            self._rest = self._loop.call_later(min(took_s, REST_S_MAX), self.flush)


def write_records(
    tx: Transaction,
    *,
    batch: list[AttemptRecord],
    updates: Mapping[ReceiverId, ReceiverUpdate],
    is_repeated: bool = False,
) -> frozenset[ReceiverId]:
    """Write attempts, hourly stats, retries, cursors, breakers and replays; return the receivers that were stale.

    A receiver is stale if another process has taken it over. Its attempts are still recorded and counted, and its
    successes still end deliveries; nothing else of it changes. A failure writes no retry for a delivery that has
    already succeeded or was cancelled. `is_repeated` means that an earlier commit of the same batch has an unknown
    result: it wrote all of the batch or none.
    """
    stale = _stale(tx, updates)
    is_there = is_repeated and bool(batch) and attempts.is_recorded(tx, batch[0].attempt.id)
    if not is_there:
        _write_outcomes(tx, batch, updates, stale)
    cursors = {receiver_id: update.cursor for receiver_id, update in updates.items() if receiver_id not in stale}
    receivers.move_cursors(tx, cursors)
    for receiver_id, update in updates.items():
        is_stale = receiver_id in stale
        if update.breaker is not None and not is_stale:
            _write_breaker(tx, receiver_id, *update.breaker)
        for replay_id, position in update.replays.items():  # a stale replay keeps its counts, but not its position
            _write_replay(tx, replay_id, 0 if is_stale else position, [] if is_there else batch)
    return stale


def _stale(tx: Transaction, updates: Mapping[ReceiverId, ReceiverUpdate]) -> frozenset[ReceiverId]:
    """Return the receivers that were reassigned since their worker was created, and lock their shards.

    The locks make a reassignment wait for this transaction.
    """
    known = {receiver_id: update.epoch for receiver_id, update in updates.items() if update.epoch is not None}
    if not known:
        return frozenset()
    receivers.lock(tx, known)
    epochs = shards.lock_epochs(tx, {shard_of(receiver_id) for receiver_id in known})
    return frozenset(receiver_id for receiver_id, epoch in known.items() if epochs[shard_of(receiver_id)] != epoch)


def _write_outcomes(
    tx: Transaction,
    batch: list[AttemptRecord],
    updates: Mapping[ReceiverId, ReceiverUpdate],
    stale: frozenset[ReceiverId],
) -> None:
    made = [record.attempt for record in batch]
    attempts.add(tx, made)
    hourly_stats.add(tx, made)
    accepted = [record for record in batch if record.attempt.outcome.accepted]
    may_have_row = [
        record for record in accepted if record.retry or record.replay or record.attempt.receiver_id in stale
    ]
    retries.remove_delivered(tx, map(_delivery, may_have_row))
    delivered: dict[ReceiverId, list[int]] = {}
    for record in accepted:
        delivered.setdefault(record.attempt.receiver_id, []).append(record.attempt.sequence)
    for receiver_id in cancelled_ranges.receivers_with_ranges(tx, delivered):
        cancelled_ranges.exclude(tx, receiver_id, delivered[receiver_id])
    tx.changes.receivers.update(stale.intersection(delivered))  # their new process must drop these retries
    _note_extra_requests(tx, batch, stale)
    failures = [record for record in batch if record.new_retry is not None]
    live = receivers.registered(tx, updates) - stale if failures else set()
    _write_failures(tx, [record for record in failures if record.attempt.receiver_id in live])


def _note_extra_requests(tx: Transaction, batch: list[AttemptRecord], stale: frozenset[ReceiverId]) -> None:
    """Count failed requests that write no retry, such as those of replays, in the row that the delivery may have.

    The rows of `stale` receivers belong to another process, which has read them: only it changes them.
    """
    for record in batch:
        is_stale = record.attempt.receiver_id in stale
        if record.new_retry is None and not record.attempt.outcome.accepted and not is_stale:
            retries.note_request(tx, *_delivery(record), number=record.attempt.number)


def _write_failures(tx: Transaction, failures: Sequence[AttemptRecord]) -> None:
    """Write the retries of deliveries that have not ended otherwise, and what follows if a schedule is exhausted."""
    deliveries = [_delivery(record) for record in failures]
    ended = attempts.delivered(tx, deliveries) | cancelled_ranges.of_deliveries(tx, deliveries)
    unstored: list[Retry] = []
    stored = set[tuple[ReceiverId, int]]()
    for record, delivery in zip(failures, deliveries, strict=True):
        assert record.new_retry is not None
        if delivery in ended:
            continue
        if record.replay is None:
            unstored.append(record.new_retry)
            continue
        stored |= retries.upsert(tx, unstored)  # in the order in which they failed: it may be of the same delivery
        unstored = []
        retries.revive(tx, record.new_retry)
    stored |= retries.upsert(tx, unstored)
    exhausted = [
        (record.attempt, record.new_retry)
        for record, delivery in zip(failures, deliveries, strict=True)
        if record.new_retry is not None and record.new_retry.state is RetryState.EXHAUSTED
        if record.replay is None and delivery in stored
    ]
    operational_causes.exhausted(tx, exhausted)


def _write_breaker(tx: Transaction, receiver_id: ReceiverId, breaker: Breaker, resumes: int) -> None:
    """Store the breaker; if it disables the receiver, add an entry to the activity log.

    If it disables the receiver, or the receiver has recovered, that is an operational event too.
    """
    before, since = (breaker.state, None) if breaker.is_open else breakers.stored_state(tx, receiver_id)
    if not breakers.put(tx, receiver_id, breaker, resumes=resumes):
        return
    detail = "" if breaker.reason is None else _DISABLED_BECAUSE[breaker.reason]
    if breaker.reason is not None:
        subject = receiver_text(receiver_id)
        activity.add_by_store(tx, action="disableReceiver", subject=subject, detail=f"{breaker.reason}: {detail}")
    operational_causes.breaker_stored(tx, receiver_id, before=before, since=since, now=breaker, detail=detail)


def _write_replay(tx: Transaction, replay_id: str, position: int, batch: list[AttemptRecord]) -> None:
    sent = [record for record in batch if record.replay is not None and record.replay.id == replay_id]
    accepted = sum(record.attempt.outcome.accepted for record in sent)
    replays.advance(tx, replay_id=replay_id, position=position, accepted=accepted, failed=len(sent) - accepted)


def _delivery(record: AttemptRecord) -> tuple[ReceiverId, int]:
    return record.attempt.receiver_id, record.attempt.sequence


def _by_source(batch: list[AttemptRecord]) -> dict[Source, list[AttemptRecord]]:
    grouped: dict[Source, list[AttemptRecord]] = {}
    for record in batch:
        grouped.setdefault(record.source, []).append(record)
    return grouped


def _update(source: Source, records: list[AttemptRecord]) -> ReceiverUpdate:
    by_replay: dict[str, set[int]] = {}
    settled = set()
    for record in records:
        if record.settles:
            settled.add(record.attempt.sequence)
        if record.replay is not None:
            by_replay.setdefault(record.replay.id, set()).add(record.attempt.sequence)
    return ReceiverUpdate(
        cursor=source.cursor_with(settled),
        breaker=source.unstored_breaker(),
        replays={replay_id: source.replay_position(replay_id, ended) for replay_id, ended in by_replay.items()},
        epoch=source.epoch,
    )
