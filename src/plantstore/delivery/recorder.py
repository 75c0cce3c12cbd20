"""Write down what attempts met: the main path's last step. Many outcomes share one transaction.

An outcome is written together with what follows from it: the attempt, the retry or its end, the receiver's cursor.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

from plantstore.core.faults import notify
from plantstore.domain.breaker import Breaker, DisabledReason
from plantstore.domain.delivery import Attempt, Retry
from plantstore.domain.lease import shard_of
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.replay import Replay
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

BATCH_ROWS_MAX = 500  # measured: batches of 100 to 500 record 15 times as much as single ones
ENOUGH_ROWS = 100  # from here on more of them make no record cheaper
REST_S_MAX = 0.01
NOT_HANDED_ON = "outcomes were not handed on"
TRY_AGAIN_S = (0.1, 0.5, 1.0, 5.0)  # after a failed commit; then every 5 s, until it succeeds


_WHY = {
    DisabledReason.GONE: "it answered 410, which asks us to stop",
    DisabledReason.SILENT: "five days brought no answer, or none but 503",
}


class Source(Protocol):
    """Who made the attempt, and hears when it is written down: a pump.

    `epoch` is that of the receiver's shard when the pump was made; None in a store alone.
    """

    receiver_id: ReceiverId
    epoch: int | None

    def cursor_with(self, sequences: set[int]) -> int: ...

    def found(self) -> tuple[Breaker, int] | None: ...

    def replay_position(self, replay_id: str, ended: set[int]) -> int: ...

    def recorded(self, records: "list[AttemptRecord]") -> None: ...


class AttemptRecord(NamedTuple):
    """One attempt and what follows: `retry` is the row it had in `retries`, `new_retry` the row it has now.

    `replay` is whose wish the attempt was.
    """

    source: Source
    attempt: Attempt
    retry: Retry | None
    new_retry: Retry | None
    replay: Replay | None = None

    @property
    def settles(self) -> bool:
        """Whether the delivery is over or written down: else it stays as it was, queued."""
        return self.new_retry is not None or self.attempt.outcome.accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverUpdate:
    """How a receiver stands once a batch is written: its cursor, and what was found out about it, if that is new."""

    cursor: int
    found: tuple[Breaker, int] | None = None
    replays: Mapping[str, int] = field(default_factory=dict)
    epoch: int | None = None


class Recorder:
    """Gathers records while one transaction is being committed, then writes them all with the next.

    Between two commits it rests for as long as the one before took, REST_S_MAX at most, unless ENOUGH_ROWS wait: of
    what trickles in, more shares a commit where commits are dear. A record that comes alone does not wait.

    `on_stuck` hears why they cannot be written, and None when they are again; `on_stale` hears of receivers that
    another process owns by now.
    """

    def __init__(
        self,
        database: Database,
        *,
        on_recorded: Callable[[Sequence[AttemptRecord]], None],
        on_stuck: Callable[[BaseException | None], None] = lambda _error: None,
        on_stale: Callable[[frozenset[ReceiverId]], None] = lambda _stale: None,
    ) -> None:
        self._database = database
        self._on_recorded = on_recorded
        self._on_stuck = on_stuck
        self._on_stale = on_stale
        self._loop = asyncio.get_running_loop()
        self._waiting: list[AttemptRecord] = []
        self._flushing = False
        self._begun_s = 0.0
        self._rest: asyncio.TimerHandle | None = None

    def add(self, record: AttemptRecord) -> None:
        self._waiting.append(record)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.flush)
        elif self._rest is not None and len(self._waiting) >= ENOUGH_ROWS:
            self.flush()

    def flush(self) -> None:
        """Commit what waits, up to BATCH_ROWS_MAX; called again by itself until nothing does."""
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        batch, self._waiting = self._waiting[:BATCH_ROWS_MAX], self._waiting[BATCH_ROWS_MAX:]
        if not batch:
            self._flushing = False
            return
        self._commit(batch, failures=0)

    def _commit(self, batch: list[AttemptRecord], *, failures: int) -> None:
        by_source = _by_source(batch)
        if len({source.receiver_id for source in by_source}) < len(by_source):
            self._put_back(batch, by_source)
        standings = {source.receiver_id: _standing(source, mine) for source, mine in by_source.items()}
        write = partial(write_records, batch=batch, standings=standings, again=failures > 0)
        self._begun_s = self._loop.time()
        future = self._database.write(write, bypass_queue_limit=True, exclusive=False)
        future.add_done_callback(partial(self._committed, batch, by_source, failures))

    def _put_back(self, batch: list[AttemptRecord], by_source: dict[Source, list[AttemptRecord]]) -> None:
        """Leave the records of a receiver's second pump for later: it was lost and came back, and stands elsewhere."""
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
            # What was sent is known only here: the same batch is tried until it is written. Nothing more is sent
            # meanwhile: a kill would have it sent again.
            wait_s = TRY_AGAIN_S[min(failures, len(TRY_AGAIN_S) - 1)]
            self._loop.call_later(wait_s, partial(self._commit, batch, failures=failures + 1))
            if not failures:
                notify(NOT_HANDED_ON, self._on_stuck, error)
            return
        for source, mine in by_source.items():
            notify(NOT_HANDED_ON, source.recorded, mine)
        notify(NOT_HANDED_ON, self._on_recorded, batch)
        if future.result():
            notify(NOT_HANDED_ON, self._on_stale, future.result())
        if failures:
            notify(NOT_HANDED_ON, self._on_stuck, None)
        if len(self._waiting) >= ENOUGH_ROWS:
            self.flush()
        else:
            took_s = self._loop.time() - self._begun_s
            self._rest = self._loop.call_later(min(took_s, REST_S_MAX), self.flush)


def write_records(
    tx: Transaction, *, batch: list[AttemptRecord], standings: Mapping[ReceiverId, ReceiverUpdate], again: bool = False
) -> frozenset[ReceiverId]:
    """The one transaction: attempts and their tallies, retries, cursors, breakers, replays. Gives who was stale.

    A failure writes no retry where a success is recorded, nor where a person cancelled. `again` says that the
    same batch was to be written before, and that nobody heard what became of it: all of it is there, or nothing. For a
    receiver that another process owns by now, attempts are recorded and counted and a success is a fact; nothing else
    is changed.
    """
    stale = _stale(tx, standings)
    is_there = again and attempts.is_recorded(tx, batch[0].attempt.id)
    if not is_there:
        _write_outcomes(tx, batch, standings, stale)
    cursors = {receiver_id: one.cursor for receiver_id, one in standings.items() if receiver_id not in stale}
    receivers.move_cursors(tx, cursors)
    for receiver_id, standing in standings.items():
        is_stale = receiver_id in stale
        if standing.found is not None and not is_stale:
            _write_found(tx, receiver_id, *standing.found)
        for replay_id, position in standing.replays.items():  # how many there were is a fact, how far it is is not
            _write_replay(tx, replay_id, 0 if is_stale else position, [] if is_there else batch)
    return stale


def _stale(tx: Transaction, standings: Mapping[ReceiverId, ReceiverUpdate]) -> frozenset[ReceiverId]:
    """Which receivers changed hands since their pump was made. A take-over waits for this transaction."""
    known = {receiver_id: one.epoch for receiver_id, one in standings.items() if one.epoch is not None}
    if not known:
        return frozenset()
    receivers.lock(tx, known)
    epochs = shards.lock_epochs(tx, {shard_of(receiver_id) for receiver_id in known})
    return frozenset(receiver_id for receiver_id, epoch in known.items() if epochs[shard_of(receiver_id)] != epoch)


def _write_outcomes(
    tx: Transaction,
    batch: list[AttemptRecord],
    standings: Mapping[ReceiverId, ReceiverUpdate],
    stale: frozenset[ReceiverId],
) -> None:
    made = [record.attempt for record in batch]
    attempts.add(tx, made)
    hourly_stats.add(tx, made)
    accepted = [record for record in batch if record.attempt.outcome.accepted]
    maybe_there = [one for one in accepted if one.retry or one.replay or one.attempt.receiver_id in stale]
    retries.remove_delivered(tx, map(_delivery, maybe_there))
    arrived: dict[ReceiverId, list[int]] = {}
    for record in accepted:
        arrived.setdefault(record.attempt.receiver_id, []).append(record.attempt.sequence)
    for receiver_id in cancelled_ranges.receivers_with_ranges(tx, arrived):
        cancelled_ranges.exclude(tx, receiver_id, arrived[receiver_id])
    tx.changes.receivers.update(stale.intersection(arrived))  # so that their owner forgets the retries
    failures = [(record, record.new_retry) for record in batch if record.new_retry is not None]
    live = receivers.registered(tx, standings) - stale if failures else set()
    for record, new_retry in failures:
        if new_retry.receiver_id in live:
            _write_failure(tx, record, new_retry)


def _write_failure(tx: Transaction, record: AttemptRecord, new_retry: Retry) -> None:
    receiver_id, sequence = _delivery(record)
    if attempts.is_delivered(tx, receiver_id, sequence) or cancelled_ranges.contains(tx, receiver_id, sequence):
        return
    if record.replay is not None:
        retries.revive(tx, new_retry)
    else:
        retries.upsert(tx, [new_retry])


def _write_found(tx: Transaction, receiver_id: ReceiverId, breaker: Breaker, resumes: int) -> None:
    """Write the breaker down; that a receiver was disabled is something people must find among what was done."""
    written = breakers.put(tx, receiver_id, breaker, resumes=resumes)
    if written and breaker.reason is not None:
        activity.add_by_store(
            tx,
            action="disableReceiver",
            subject=receiver_text(receiver_id),
            detail=f"{breaker.reason}: {_WHY[breaker.reason]}",
        )


def _write_replay(tx: Transaction, replay_id: str, position: int, batch: list[AttemptRecord]) -> None:
    mine = [record for record in batch if record.replay is not None and record.replay.id == replay_id]
    accepted = sum(record.attempt.outcome.accepted for record in mine)
    replays.advance(tx, replay_id=replay_id, position=position, accepted=accepted, failed=len(mine) - accepted)


def _delivery(record: AttemptRecord) -> tuple[ReceiverId, int]:
    return record.attempt.receiver_id, record.attempt.sequence


def _by_source(batch: list[AttemptRecord]) -> dict[Source, list[AttemptRecord]]:
    grouped: dict[Source, list[AttemptRecord]] = {}
    for record in batch:
        grouped.setdefault(record.source, []).append(record)
    return grouped


def _standing(source: Source, mine: list[AttemptRecord]) -> ReceiverUpdate:
    by_replay: dict[str, set[int]] = {}
    settled = set()
    for record in mine:
        if record.settles:
            settled.add(record.attempt.sequence)
        if record.replay is not None:
            by_replay.setdefault(record.replay.id, set()).add(record.attempt.sequence)
    return ReceiverUpdate(
        cursor=source.cursor_with(settled),
        found=source.found(),
        replays={replay_id: source.replay_position(replay_id, ended) for replay_id, ended in by_replay.items()},
        epoch=source.epoch,
    )
