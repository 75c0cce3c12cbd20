"""Write down what attempts met: the main path's last step. Many outcomes share one transaction.

An outcome is written together with what follows from it: the attempt, the retry or its end, the receiver's cursor.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from plantstore.domain.delivery import Attempt, Retry
from plantstore.domain.identity import ReceiverId
from plantstore.storage import attempts, receivers, retries
from plantstore.storage.database import Database, Transaction

BATCH_ROWS_MAX = 500  # measured: batches of 100 to 500 record 15 times as much as single ones
TRY_AGAIN_S = (0.1, 0.5, 1.0, 5.0)  # after a failed commit; then every 5 s, until it succeeds


class Source(Protocol):
    """Who made the attempt, and hears when it is written down: a pump."""

    receiver_id: ReceiverId

    def cursor_with(self, sequences: set[int]) -> int: ...

    def recorded(self, records: "list[Record]") -> None: ...


@dataclass(frozen=True, slots=True)
class Record:
    """One attempt and what follows: `retry` is the row it had in `retries`, `following` the row it has now."""

    source: Source
    attempt: Attempt
    retry: Retry | None
    following: Retry | None


class Recorder:
    """Gathers records while one transaction is being committed, then writes them all with the next."""

    def __init__(self, database: Database, *, on_recorded: Callable[[Sequence[Record]], None]) -> None:
        self._database = database
        self._on_recorded = on_recorded
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Record] = []
        self._flushing = False

    def add(self, record: Record) -> None:
        self._waiting.append(record)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Commit what waits, up to BATCH_ROWS_MAX; called again by itself until nothing does."""
        batch, self._waiting = self._waiting[:BATCH_ROWS_MAX], self._waiting[BATCH_ROWS_MAX:]
        if not batch:
            self._flushing = False
            return
        self._commit(batch, failures=0)

    def _commit(self, batch: list[Record], *, failures: int) -> None:
        by_source = _by_source(batch)
        cursors = {source.receiver_id: source.cursor_with(_sequences(mine)) for source, mine in by_source.items()}
        future = self._database.write(partial(write_records, batch=batch, cursors=cursors), urgent=True)
        future.add_done_callback(partial(self._committed, batch, by_source, failures))

    def _committed(
        self,
        batch: list[Record],
        by_source: dict[Source, list[Record]],
        failures: int,
        future: "asyncio.Future[None]",
    ) -> None:
        if future.exception() is not None:
            # What was sent is known only here: the same batch is tried until it is written. The bound on what is not
            # yet recorded stops the sending meanwhile.
            wait_s = TRY_AGAIN_S[min(failures, len(TRY_AGAIN_S) - 1)]
            self._loop.call_later(wait_s, partial(self._commit, batch, failures=failures + 1))
            return
        for source, mine in by_source.items():
            self._tell(source.recorded, mine)
        self._tell(self._on_recorded, batch)
        self.flush()

    def _tell(self, hear: Callable[[list[Record]], None], records: list[Record]) -> None:
        """Whoever trips over the news keeps it neither from the others nor from what is to be written next."""
        try:
            hear(records)
        except Exception as error:
            self._loop.call_exception_handler({"message": "outcomes were not handed on", "exception": error})


def write_records(tx: Transaction, *, batch: list[Record], cursors: dict[ReceiverId, int]) -> None:
    """The one transaction: attempts, retries, cursors. A failure writes no retry where a success is recorded."""
    live = receivers.live(tx, cursors)
    attempts.add(tx, [record.attempt for record in batch])
    ended = [record.retry for record in batch if record.following is None and record.retry is not None]
    retries.remove_delivered(tx, [(retry.receiver_id, retry.sequence) for retry in ended])
    failed = [record.following for record in batch if record.following is not None]
    owed = [retry for retry in failed if retry.receiver_id in live]
    retries.put(tx, [retry for retry in owed if not attempts.is_delivered(tx, retry.receiver_id, retry.sequence)])
    for receiver_id, cursor in cursors.items():
        receivers.move_cursor(tx, receiver_id, cursor)


def _by_source(batch: list[Record]) -> dict[Source, list[Record]]:
    grouped: dict[Source, list[Record]] = {}
    for record in batch:
        grouped.setdefault(record.source, []).append(record)
    return grouped


def _sequences(records: list[Record]) -> set[int]:
    return {record.attempt.sequence for record in records}
