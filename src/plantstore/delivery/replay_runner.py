"""Runs the replays of one receiver: decides which event each replay sends next and when, and tracks its position."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from plantstore.core.faults import FaultStreak
from plantstore.core.timers import Timer
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext, SendTask
from plantstore.delivery.generation import Generation
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.deliveries.replay import Replay, ReplayOnly
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.queries import filtered_events
from plantstore.storage.tables import attempts, events, filter_pages, receivers, replays, retries


class Item(NamedTuple):
    """An event to send again, with its row in `retries` if any, and how many requests were made for it so far.

    `previous` is the match before it, for a receiver with a filter.
    """

    retry: Retry | None
    event: Event
    made: int
    previous: int | None = None


Page = tuple[list[Item], int]
"""The events to send next, and the last sequence that was read."""


@dataclass(frozen=True, slots=True)
class RunningReplay:
    """A replay that has not ended, and the sequences beyond its position that it has already sent."""

    replay: Replay
    sent: frozenset[int]


def load_running(tx: Transaction, receiver_id: ReceiverId) -> list[RunningReplay]:
    """Read the replays that a receiver's worker has to run."""
    found = replays.running(tx, receiver_id)
    return [RunningReplay(replay, frozenset(attempts.replayed(tx, replay.id, replay.position))) for replay in found]


@dataclass(slots=True)
class _Run:
    """The progress of one running replay.

    `read_to` is the last sequence read, and `stored` the most recent position passed to the recorder. `read_at` is the
    generation in which the page was read.
    """

    replay: Replay
    sent: frozenset[int]
    read_to: int
    reader: PageReader[Page]
    page: deque[Item] = field(default_factory=deque)
    read_at: int = -1
    in_flight: set[int] = field(default_factory=set)
    ending: bool = False
    stored: int = 0
    next_at: float = 0.0

    @property
    def is_over(self) -> bool:
        """True if nothing is left to send and every outcome is recorded."""
        return not self.in_flight and not self.page and not self.reader.reading and self.read_to >= self.replay.last

    def rewind(self) -> None:
        """Discard the page, so that its deliveries are read again."""
        if self.page:
            self.read_to = self.page[0].event.sequence - 1
            self.page.clear()

    def position_without(self, ended: Collection[int]) -> int:
        """Return the replay's position once attempts at the events `ended` (sequence numbers) are recorded.

        The position is the highest sequence number up to which every event of the replay has been sent and recorded.
        """
        pending = self.in_flight.difference(ended)
        if self.page:
            pending.add(self.page[0].event.sequence)
        return min([self.read_to, *(sequence - 1 for sequence in pending)])


class ReplayRunner:
    """Returns the events that a receiver's replays send again; calls `wake` when more events may be available.

    Where a delivery has changed since its page was read, a replay of failed deliveries reads the page again, because
    the delivery may have been delivered or cancelled.
    """

    def __init__(
        self, context: DeliveryContext, generation: Generation, *, busy: Collection[int], wake: Callable[[], None]
    ) -> None:
        self._context = context
        self._generation = generation
        self._busy = busy
        self._wake = wake
        self._timer = Timer(wake)
        self._faults = FaultStreak("the end of a replay could not be stored")
        self._runs: dict[str, _Run] = {}
        self._aborted: dict[int, SendTask] = {}
        self._stopped = False

    def set_running(self, running: Sequence[RunningReplay]) -> None:
        """Begin new replays, and drop replays that are no longer listed because a person cancelled them."""
        known = self._runs
        self._runs = {found.replay.id: known.get(found.replay.id) or self._begin(found) for found in running}
        for replay_id in known.keys() - self._runs.keys():
            known[replay_id].reader.stop()

    def next(self) -> SendTask | None:
        """Return the next event to send again; None if none is left, while a page is read, or if it is too early."""
        for run in list(self._runs.values()):
            task = self._next_of(run)
            if task is not None:
                return task
        return None

    def position(self, replay_id: str, ended: Collection[int]) -> int:
        """Return a replay's position once attempts at the events `ended` are recorded; 0 if the replay is over."""
        run = self._runs.get(replay_id)
        if run is None:
            return 0
        run.stored = run.position_without(ended)
        return run.stored

    def recorded(self, sequence: int, replay_id: str) -> None:
        """Note that the outcome of a replay's request is recorded."""
        run = self._runs.get(replay_id)
        if run is not None:
            run.in_flight.discard(sequence)
            if run.is_over:
                self._end(run)

    def aborted(self, task: SendTask) -> None:
        """Note that we aborted a replay's request. Its attempt is recorded as if it did not belong to the replay."""
        self._aborted[task.event.sequence] = task

    def requeue(self, sequence: int) -> None:
        """Put an aborted request back into its replay's page, now that its attempt is recorded."""
        task = self._aborted.pop(sequence, None)
        if task is None or task.replay is None or task.replay.id not in self._runs:
            return
        run = self._runs[task.replay.id]
        run.in_flight.discard(sequence)
        aborted = Item(task.retry, task.event, task.made + 1, task.previous)
        run.page = deque(sorted([*run.page, aborted], key=lambda item: item.event.sequence))

    def stop(self) -> None:
        self._stopped = True
        self._timer.cancel()
        for run in self._runs.values():
            run.reader.stop()

    def _begin(self, found: RunningReplay) -> _Run:
        reader = PageReader[Page](self._context, "the events of a replay", wake=self._wake)
        return _Run(found.replay, found.sent, read_to=found.replay.position, reader=reader)

    def _next_of(self, run: _Run) -> SendTask | None:
        if run.page and self._is_changed(run):
            run.rewind()
        if not run.page:
            self._read(run)
            return None
        retry, event, made, previous = run.page[0]
        if event.sequence in self._busy:
            return None  # the event is already in flight; recording its outcome wakes the worker
        if run.replay.pace is not None:
            now_s = self._context.clock.monotonic()
            if now_s < run.next_at:
                self._timer.set(run.next_at - now_s)
                return None
            run.next_at = now_s + 1 / run.replay.pace
        run.page.popleft()
        run.in_flight.add(event.sequence)
        return SendTask(event, retry, replay=run.replay, made=made, previous=previous)

    def _is_changed(self, run: _Run) -> bool:
        sequence = run.page[0].event.sequence
        return run.replay.only is ReplayOnly.FAILED and self._generation.has_changed(sequence, since=run.read_at)

    # Events are read in pages

    def _read(self, run: _Run) -> None:
        if run.is_over:
            self._end(run)
        if run.read_to >= run.replay.last or not run.reader.may_read():
            return
        load = partial(_load, replay=run.replay, after=run.read_to, limit=self._context.page_events)
        run.reader.read(load, partial(self._take, run, after=run.read_to, read_at=self._generation.current))

    def _take(self, run: _Run, page: Page, *, after: int, read_at: int) -> None:
        is_stale = run.replay.only is ReplayOnly.FAILED and self._generation.is_stale(read_at)
        if is_stale or after != run.read_to:  # the replay may have been rewound
            return
        found, run.read_to = page
        run.read_at = read_at
        for item in found:
            if item.event.sequence not in run.sent and item.event.sequence not in run.in_flight:
                run.page.append(item)
        if run.is_over:
            self._end(run)

    def _end(self, run: _Run) -> None:
        """Forget a replay that is over. Store its end first, unless the last recorded attempt has stored it."""
        if run.stored >= run.replay.last:
            self._forget(run)
        elif not run.ending:
            run.ending = True
            self._write_end(run)

    def _write_end(self, run: _Run) -> None:
        end = partial(replays.advance, replay_id=run.replay.id, position=run.replay.last, accepted=0, failed=0)
        self._context.database.write(end, bypass_queue_limit=True).add_done_callback(partial(self._ended, run))

    def _ended(self, run: _Run, future: "asyncio.Future[None]") -> None:
        error = future.exception()
        if error is not None and not self._stopped:
            self._faults.failed(error)
            asyncio.get_running_loop().call_later(READ_RETRY_S, self._write_end, run)
            return
        self._faults.worked()
        self._forget(run)
        self._wake()

    def _forget(self, run: _Run) -> None:
        if self._runs.get(run.replay.id) is run:
            run.reader.stop()
            del self._runs[run.replay.id]
            self._generation.advance(run.replay.id)


def _load(tx: Transaction, *, replay: Replay, after: int, limit: int) -> Page:
    if replay.only is ReplayOnly.FAILED:
        exhausted = retries.exhausted(tx, replay.receiver_id, after=after, last=replay.last, limit=limit)
        read_to = exhausted[-1][1].sequence if len(exhausted) == limit else replay.last
        return [Item(retry, event, retry.tries) for retry, event in exhausted], read_to
    found = [event for event in events.page(tx, after=after, limit=limit) if event.sequence <= replay.last]
    read_to = found[-1].sequence if len(found) == limit else replay.last
    made = attempts.summarize(tx, [(replay.receiver_id, event.sequence) for event in found])
    rows = retries.between(tx, replay.receiver_id, first=after + 1, last=read_to)
    receiver = receivers.find(tx, replay.receiver_id)
    if receiver is not None and receiver.filtered:
        found = [event for event in found if not filter_pages.is_filtered(tx, receiver, event.sequence)]
    items = list[Item]()
    for event in found:
        row = rows.get(event.sequence)
        count = max(made[replay.receiver_id, event.sequence].made, 0 if row is None else row.tries)
        previous = None
        if receiver is not None and receiver.filtered:
            previous = filtered_events.last_match(tx, receiver, until=event.sequence - 1)
        items.append(Item(None, event, count, previous))
    return [item for item in items if not item.event.erased], read_to
