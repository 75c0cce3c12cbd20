"""One receiver's flow: what is sent to it next, how many at once, and how far it has come.

Work is what is due in `retries` and what the log holds beyond the position; the two take turns. An event is settled
when its outcome is recorded; the cursor is the last sequence below which everything is settled.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from plantstore.clock import Clock
from plantstore.domain.delivery import Attempt, Outcome, Retry, RetryState, settle
from plantstore.domain.event import Event
from plantstore.domain.flow import Flow
from plantstore.domain.instant import SECOND_US, Instant, after
from plantstore.domain.receiver import Receiver
from plantstore.ids import Ids
from plantstore.log import Log
from plantstore.recorder import Record, Recorder
from plantstore.sending.request import RequestTemplate
from plantstore.sending.sender import Sender
from plantstore.storage import attempts, retries
from plantstore.storage.database import Database, Transaction

READ_AGAIN_S = 1.0  # after a page of retries could not be read
TIMER_S_MAX = 60.0  # due times are the wall clock's, timers are not: a leap of the clock delays nothing by more

SILENT_S = 1.0  # a receiver that has not answered for so long …
SILENT_REQUESTS_MAX = 4  # … has so many requests under way at most, however wide its flow was


class Places:
    """The process's places for requests under way or not yet recorded: the bound on duplicates after a kill."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self.starved: deque[Callable[[], None]] = deque()
        self._all_free = asyncio.Event()
        self._all_free.set()

    @property
    def scarce(self) -> bool:
        """Whether no more than a quarter is free: what is left is for receivers that have nothing under way."""
        return (self.most - self.taken) * 4 <= self.most

    def take(self) -> None:
        self.taken += 1
        self._all_free.clear()

    def free(self, count: int) -> None:
        """Give places back, and wake who found none, first come first served."""
        self.taken -= count
        if self.taken == 0:
            self._all_free.set()
        for _ in range(len(self.starved)):
            self.starved.popleft()()

    async def all_free(self) -> None:
        """Return when nothing is under way and everything is recorded."""
        await self._all_free.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear:
    """What every pump works with: handed in, so that a simulation can hand in its own."""

    database: Database
    log: Log
    sender: Sender
    recorder: Recorder
    places: Places
    clock: Clock
    chance: Callable[[], float]
    ids: Ids
    retry_scale: float
    page_events: int
    window_events_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a receiver had come when the pump was made: beyond the cursor, what is settled already."""

    cursor: int
    settled: frozenset[int]
    next_due_at: Instant | None


def load_progress(tx: Transaction, receiver: Receiver) -> Progress:
    """Read what a restart must know: successes and retries beyond the cursor, and when the first retry is due."""
    beyond = {*attempts.delivered_after(tx, receiver.id, receiver.cursor)}
    beyond.update(retries.sequences_after(tx, receiver.id, receiver.cursor))
    first = retries.next_due_at(tx, receiver.id, later_than=Instant(0))
    return Progress(cursor=receiver.cursor, settled=frozenset(beyond), next_due_at=first)


class Pump:
    """Drives one receiver. Runs on the event loop; every step is a callback, none waits."""

    def __init__(self, receiver: Receiver, template: RequestTemplate, progress: Progress, gear: Gear) -> None:
        self.receiver_id = receiver.id
        self.name = receiver.name
        self.built_in = receiver.built_in
        self._template = template
        self._gear = gear
        self._loop = asyncio.get_running_loop()
        self._flow = Flow(receiver.max_concurrency)
        self.cursor = progress.cursor
        self._settled = set(progress.settled)
        self._advance()
        self._position = self.cursor
        self.in_flight = 0
        self._busy: set[int] = set()
        self._due: deque[tuple[Retry, Event]] = deque()
        self._reading_due = False
        self._recorded_since_read: set[int] = set()
        self._next_due_at = progress.next_due_at
        self._timer: asyncio.TimerHandle | None = None
        self._log_is_next = True
        self._starving = False
        self._held = False
        self._stopped = False
        self._heard_at = gear.clock.monotonic()

    def hold(self) -> None:
        """Send nothing until `change`: the receiver is not as before, and how it is now is still being read."""
        self._held = True

    def change(self, receiver: Receiver, template: RequestTemplate) -> None:
        """Go on with what a person changed: address, token, payload, limits."""
        self._held = False
        self.name = receiver.name
        self._template = template
        self._flow.most = receiver.max_concurrency
        self._flow.width = min(self._flow.width, receiver.max_concurrency)
        self.pull()

    def stop(self) -> None:
        """Send nothing more. What is under way ends by itself, and is recorded."""
        self._stopped = True
        self._set_timer(None)

    def pull(self) -> None:
        """Fill the free places with what comes next: the main path's third step."""
        places = self._gear.places
        while not self._held and not self._stopped and self.in_flight < self._flow.width:
            if places.taken >= places.most or (self.in_flight and places.scarce):
                self._starve()
                return
            if self.in_flight >= SILENT_REQUESTS_MAX and self._is_silent():
                return  # its next answer, or the end of its patience, comes back here
            work = self._next()
            if work is None:
                return
            self._send(*work)

    def _is_silent(self) -> bool:
        return self._gear.clock.monotonic() - self._heard_at > SILENT_S

    # What comes next

    def _next(self) -> tuple[Event, Retry | None] | None:
        work = self._next_new() or self._next_due() if self._log_is_next else self._next_due() or self._next_new()
        self._log_is_next = work is not None and work[1] is not None
        return work

    def _next_new(self) -> tuple[Event, Retry | None] | None:
        log = self._gear.log
        limit = min(log.head, self.cursor + self._gear.window_events_max)
        while self._position < limit:
            sequence = self._position + 1
            if sequence in self._settled:  # before a restart
                self._position = sequence
                continue
            event = log.get(sequence)
            if event is None:
                log.load(sequence, self.pull)
                return None
            self._position = sequence
            return event, None
        return None

    def _next_due(self) -> tuple[Event, Retry | None] | None:
        while self._due:
            retry, event = self._due.popleft()
            # The page was read a while ago: leave out what has been sent or recorded since.
            if retry.sequence not in self._busy and retry.sequence not in self._recorded_since_read:
                return event, retry
        self._read_due_if_any()
        return None

    # Retries come in pages, when the first of them is due

    def _read_due_if_any(self) -> None:
        # A page is sent to its end before the next is read: read earlier, it would bring the same rows once more.
        if self._reading_due or self._due or self._next_due_at is None or self._stopped:
            return
        now = self._gear.clock.now()
        if self._next_due_at > now:
            self._set_timer((self._next_due_at - now) / SECOND_US)
            return
        self._reading_due = True
        self._next_due_at = None
        self._recorded_since_read.clear()
        limit = self._gear.page_events + len(self._busy)  # what is in flight stands there too, and must not fill it
        task = self._loop.create_task(self._gear.database.read(partial(self._load_due, limit)))
        task.add_done_callback(self._due_loaded)

    def _load_due(self, limit: int, tx: Transaction) -> tuple[list[tuple[Retry, Event]], Instant | None]:
        found = retries.due(tx, self.receiver_id, now=tx.now, limit=limit)
        if len(found) == limit:  # there may be more
            return found, tx.now
        return found, retries.next_due_at(tx, self.receiver_id, later_than=tx.now)

    def _due_loaded(self, task: "asyncio.Task[tuple[list[tuple[Retry, Event]], Instant | None]]") -> None:
        self._reading_due = False
        if task.cancelled() or self._stopped:
            return
        if task.exception() is not None:  # the store will answer again; nothing is lost meanwhile
            self._expect(after(self._gear.clock.now(), seconds=READ_AGAIN_S))
            self._read_due_if_any()
            return
        found, next_due_at = task.result()
        self._due.extend(found)
        if next_due_at is not None:
            self._expect(next_due_at)
        self.pull()
        self._read_due_if_any()

    def _expect(self, due_at: Instant) -> None:
        self._next_due_at = due_at if self._next_due_at is None else min(self._next_due_at, due_at)

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._loop.call_later(min(seconds, TIMER_S_MAX), self.pull)

    # One request

    def _send(self, event: Event, retry: Retry | None) -> None:
        self.in_flight += 1
        self._gear.places.take()
        self._busy.add(event.sequence)
        number = 1 if retry is None else retry.tries + 1
        done = partial(self._answered, event, retry, number, self._gear.clock.now())
        self._gear.sender.send(self._template, event, number, done)

    def _answered(self, event: Event, retry: Retry | None, number: int, started_at: Instant, outcome: Outcome) -> None:
        gear = self._gear
        self.in_flight -= 1
        self._flow.note(outcome)
        if outcome.status is not None:
            self._heard_at = gear.clock.monotonic()
        attempt = Attempt(
            id=gear.ids.attempt(),
            receiver_id=self.receiver_id,
            sequence=event.sequence,
            event_id=event.id,
            number=number,
            started_at=started_at,
            outcome=outcome,
        )
        following = settle(attempt, retry=retry, now=gear.clock.now(), jitter=gear.chance(), scale=gear.retry_scale)
        gear.recorder.add(Record(self, attempt, retry, following))
        self.pull()

    # After the commit

    def cursor_with(self, sequences: set[int]) -> int:
        """Where the cursor stands once these are settled too."""
        cursor = self.cursor
        while cursor + 1 in self._settled or cursor + 1 in sequences:
            cursor += 1
        return cursor

    def recorded(self, records: list[Record]) -> None:
        """Hear that outcomes are on stable storage: they are settled, their places are free."""
        for record in records:
            sequence = record.attempt.sequence
            self._busy.discard(sequence)
            if self._reading_due or self._due:
                self._recorded_since_read.add(sequence)
            if sequence > self.cursor:
                self._settled.add(sequence)
            if record.following is not None and record.following.state is RetryState.WAITING:
                self._expect(record.following.next_attempt_at)
        self._advance()
        self._gear.places.free(len(records))
        self.pull()

    def _advance(self) -> None:
        while self.cursor + 1 in self._settled:
            self.cursor += 1
            self._settled.discard(self.cursor)

    def _starve(self) -> None:
        if not self._starving:
            self._starving = True
            self._gear.places.starved.append(self._fed)

    def _fed(self) -> None:
        self._starving = False
        self.pull()
