"""One receiver's flow: what is sent to it next, how many at once, and how far it has come.

Work is what is due in `retries` and what the log holds beyond the position (the two take turns), then replays. An event
is settled when its outcome is recorded; the cursor is the last sequence below which everything is settled. While the
breaker is open, one probe at a time goes out.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial

from plantstore.core.faults import notify
from plantstore.core.timers import Timer
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext, SendTask
from plantstore.delivery.half_open_probe import HalfOpenProbe
from plantstore.delivery.receiver_snapshot import Checkpoint, ReceiverSnapshot
from plantstore.delivery.recorder import AttemptRecord
from plantstore.delivery.replay_runner import ReplayRunner
from plantstore.delivery.retry_queue import AT_ONCE, RetryQueue
from plantstore.domain.adaptive_concurrency import AdaptiveConcurrency
from plantstore.domain.breaker import HEALTHY, PAUSE_S_LONGEST, Breaker, BreakerState, after_attempt, is_counted
from plantstore.domain.delivery import Attempt, Outcome, OutcomeKind, Retry, RetryState, settle
from plantstore.domain.event import Event
from plantstore.domain.replay import ReplayOnly
from plantstore.domain.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.settled import Settled
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.sending.request import RequestTemplate

SILENT_S = 1.0  # a receiver that has not answered for so long …
SILENT_REQUESTS_MAX = 4  # … has so many requests under way at most, however wide its flow was


class ReceiverWorker:
    """Drives one receiver. Runs on the event loop; every step is a callback, none waits.

    `epoch` is that of the receiver's shard; None in a store alone.
    """

    def __init__(
        self,
        wishes: ReceiverSnapshot,
        template: RequestTemplate,
        progress: Checkpoint,
        context: DeliveryContext,
        *,
        epoch: int | None = None,
    ) -> None:
        receiver = wishes.receiver
        self.receiver_id = receiver.id
        self.epoch = epoch
        self.built_in = receiver.built_in
        self._context = context
        self._flow = AdaptiveConcurrency(receiver.max_concurrency)
        self._breaker = self._stored = self._storing = receiver.breaker.with_failing(progress.failing)
        self._resumes = receiver.resumes
        self._settled = Settled(progress.cursor, progress.settled, wishes.skipped)
        self._position = self.cursor
        self.in_flight = 0
        context.in_flight_limit.idle_receivers += 1
        self._busy: set[int] = set()
        self._asked: dict[int, tuple[Retry, Event]] = {}
        self._probed: dict[int, int] = {}  # how often, of what is still queued
        self._tries_since_hold: dict[int, float] = {}
        self._backlog = RetryQueue(
            receiver.id, context, next_due_at=progress.next_due_at, busy=self._busy, wake=self.pull
        )
        self._replaying = ReplayRunner(context, busy=self._busy, wake=self.pull)
        self._walk = HalfOpenProbe(receiver.id, context, untried=self._untried_after, wake=self.pull)
        self._alarm = Timer(self.pull)
        self._log_is_next = True
        self._starving = False
        self._stopped = False
        self._then: Callable[[], None] | None = None
        self._next_send_at = 0.0
        self._heard_at = context.clock.monotonic()
        self._take(wishes, template)

    @property
    def cursor(self) -> int:
        """The last sequence below which everything is settled."""
        return self._settled.cursor

    @property
    def breaker(self) -> Breaker:
        return self._breaker

    def hold(self) -> None:
        """Send nothing until `change`: the receiver is not as before, and how it is now is still being read.

        What is recorded from now on may be newer than what is read.
        """
        self._held = True
        self._tries_since_hold.clear()
        self._replaying.hold()

    def change(self, wishes: ReceiverSnapshot, template: RequestTemplate) -> None:
        """Go on with what a person changed or asked for."""
        self._take(wishes, template)
        self._backlog.look_again()
        self._walk.forget()
        self.pull()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way, and all of it is recorded."""
        return not self._busy

    @property
    def ordered(self) -> bool:
        return self._ordered

    def stop(self, *, then: Callable[[], None] | None = None) -> None:
        """Send nothing more. What is under way ends by itself, and is recorded; `then` hears when all of it is."""
        self._context.in_flight_limit.idle_receivers -= not (self.in_flight or self._stopped)
        self._stopped = True
        self._then = then
        self._alarm.cancel()
        for part in (self._backlog, self._replaying, self._walk):
            part.stop()

    def _take(self, wishes: ReceiverSnapshot, template: RequestTemplate) -> None:
        receiver = wishes.receiver
        self.name = receiver.name
        self._template = template
        self._ordered = self._backlog.ordered = receiver.ordered
        self._max_rate = receiver.max_rate
        self._wait_for_turn(most=self._next_send_at)
        self._flow.set_maximum(receiver.max_concurrency)
        tries = self._tries_since_hold
        self._asked = {
            row.sequence: (row, event) for row, event in wishes.asked if row.tries >= tries.get(row.sequence, 0)
        }
        self._replaying.take(wishes.replays)
        self._settled.update(receiver.cursor, wishes.skipped)  # the cursor, too: a person may have skipped to now
        self._position = max(self._position, self.cursor)
        if receiver.resumes != self._resumes:
            self._resumes = receiver.resumes
            self._stored = self._storing = HEALTHY
            self._recover(HEALTHY)
        self._held = receiver.paused or self._breaker.state is BreakerState.DISABLED

    def pull(self) -> None:
        """Fill the free places with what comes next: the main path's third step. After an exception it is repeated."""
        places, clock = self._context.in_flight_limit, self._context.clock
        try:
            while not self._held and not self._stopped and self.in_flight < self._width:
                if places.closed or places.in_use >= places.limit or (self.in_flight and places.reserved):
                    self._starve()
                    return
                if self.in_flight >= SILENT_REQUESTS_MAX and clock.monotonic() - self._heard_at > SILENT_S:
                    return  # its next answer, or the end of its patience, comes back here
                if self._max_rate is not None and self._is_early():
                    return
                work = self._next()
                if work is None:
                    return
                self._send(work)
        except Exception:
            self._alarm.set(READ_RETRY_S)
            raise

    @property
    def _width(self) -> int:
        """How many requests may be under way: of one kind there is never a second before the first is recorded."""
        if self._ordered or self._breaker.state is BreakerState.OPEN:
            return 0 if self._busy else 1
        return self._flow.limit

    def _is_early(self) -> bool:
        wait_s = self._next_send_at - self._context.clock.monotonic()
        if wait_s > 0:
            self._alarm.set(wait_s)
        return wait_s > 0

    def _wait_for_turn(self, *, most: float = math.inf) -> None:
        """Let the next request wait as its rate asks, and no longer than until `most`."""
        if self._max_rate is not None:
            self._next_send_at = min(most, self._context.clock.monotonic() + 1 / self._max_rate)

    # What comes next

    def _next(self) -> SendTask | None:
        if self._asked:
            for sequence, (retry, event) in self._asked.items():
                if sequence not in self._busy:
                    del self._asked[sequence]
                    return SendTask(event, retry)
        breaker = self._breaker
        if breaker.rest_until is not None and self._is_before(breaker.rest_until, most_s=RETRY_AFTER_S_MAX):
            return None
        if breaker.is_open:
            return self._next_probe(breaker)
        if self._ordered:
            work = self._backlog.next()
            if work is not None or self._backlog.blocks:
                return work
            return self._next_new() or self._replaying.next()
        first, second = self._next_new, self._backlog.next
        if not self._log_is_next:
            first, second = second, first
        work = first() or second()
        self._log_is_next = work is not None and work.retry is not None
        return work or self._replaying.next()

    def _next_new(self) -> SendTask | None:
        event = self._untried_after(self._position)
        if event is None:
            return None
        self._position = event.sequence
        return SendTask(event)

    def _untried_after(self, sequence: int) -> Event | None:
        """The first event beyond a sequence that was never tried; None also while it is being read."""
        log, settled = self._context.event_log, self._settled
        cursor, skipped_to = settled.cursor, settled.cancelled.last
        sequence = max(sequence, self._position, cursor)  # what was cancelled can lie between the last two
        limit = min(log.head, cursor + self._context.window_events_max)
        while sequence < limit:
            sequence += 1
            if sequence in settled.beyond_cursor or sequence in self._busy:  # before a restart, or as a probe
                continue
            if sequence <= skipped_to and (last := settled.cancelled.end_of(sequence)) is not None:
                sequence = last
                continue
            event = log.get(sequence)
            if event is None:
                log.load(sequence, self.pull)
                return None
            if not event.erased:
                return event
            settled.beyond_cursor.add(sequence)
        return None

    def _next_probe(self, breaker: Breaker) -> SendTask | None:
        """While few different events have failed they may be to blame themselves: a new one is sent at once."""
        if breaker.few_failing and not self._ordered:
            work = self._next_new()
            if work is not None:
                return work
        if breaker.open_until is not None and self._is_before(breaker.open_until, most_s=PAUSE_S_LONGEST):
            return None
        work = self._walk.next(oldest=self._ordered)
        if work is not None or self._walk.is_reading:
            return work
        again = self._replaying.next()  # nothing else is owed
        return None if again is None else again._replace(probe=True)

    def _is_before(self, until: Instant, *, most_s: float) -> bool:
        """Whether to wait. More than the longest wait there is means that the clock went back: then it is over."""
        wait_s = (until - self._context.clock.now()) / SECOND_US
        if not 0 < wait_s <= most_s:
            return False
        self._alarm.set(wait_s)
        return True

    # One request

    def _send(self, work: SendTask) -> None:
        context = self._context
        context.in_flight_limit.idle_receivers -= not self.in_flight
        self.in_flight += 1
        context.in_flight_limit.acquire()
        self._busy.add(work.event.sequence)
        self._wait_for_turn()
        tries = self._probed.get(work.event.sequence, 0) if work.retry is None else work.retry.tries
        number = tries + 1
        context.sender.send(
            self._template, work.event, number, partial(self._answered, work, number, context.clock.now())
        )

    def _answered(self, work: SendTask, number: int, started_at: Instant, outcome: Outcome) -> None:
        context, event = self._context, work.event
        replay = None if outcome.kind is OutcomeKind.STOPPED else work.replay  # else it would count as done
        self.in_flight -= 1
        context.in_flight_limit.idle_receivers += not (self.in_flight or self._stopped)
        self._flow.record(outcome)
        if outcome.status is not None:
            self._heard_at = context.clock.monotonic()
        if replay is not work.replay:
            self._replaying.cut_off(work)
        replay_id = None if replay is None else replay.id
        attempt = Attempt(  # by position: by name it would cost twice as much
            context.ids.attempt(), self.receiver_id, event.sequence, event.id, number, started_at, outcome, replay_id
        )
        new_retry = None if outcome.accepted else self._new_retry(work, attempt)
        if not outcome.accepted or self._breaker is not HEALTHY:
            self._judge(work, outcome)
        context.recorder.add(AttemptRecord(self, attempt, work.retry, new_retry, replay))
        self.pull()

    def _new_retry(self, work: SendTask, attempt: Attempt) -> Retry | None:
        """The row of a failed delivery. A replay's failure is its own; a new event that was a probe stays queued."""
        context, retry = self._context, work.retry
        if work.replay is not None and work.replay.only is ReplayOnly.ALL:
            return None
        if work.probe and retry is None and not self._ordered:
            self._probed[attempt.sequence] = attempt.number
            return None
        counted = is_counted(self._breaker, attempt, retry, ordered=self._ordered)
        if work.replay is not None and retry is not None:  # it was given up, and begins anew
            retry, counted = retry.with_new_schedule(), True
        return settle(
            attempt,
            retry=retry,
            counted=counted,
            now=context.clock.now(),
            jitter=context.random(),
            scale=context.retry_scale,
        )

    def _judge(self, work: SendTask, outcome: Outcome) -> None:
        """Say what this outcome tells of the receiver."""
        context, before, sequence = self._context, self._breaker, work.event.sequence
        more_queued = (
            context.event_log.head > self._position or len(self._busy) > 1 or bool(before.failing - {sequence})
        )
        self._breaker = after_attempt(
            before,
            outcome,
            sequence=sequence,
            probe=work.probe,
            more_queued=more_queued,
            now=context.clock.now(),
            jitter=context.random(),
            scale=context.retry_scale,
        )
        if before.state is self._breaker.state:
            return
        if self._breaker.state is BreakerState.CLOSED:
            self._recover(self._breaker)
        elif self._breaker.state is BreakerState.DISABLED:
            self._held = True
        notify(
            "a change of a breaker was not handed on",
            context.on_breaker_change,
            self.receiver_id,
            self.name,
            self._breaker,
        )

    def _recover(self, breaker: Breaker) -> None:
        """It is back: from one request up to where it stood, and what waits need not wait for its own time."""
        self._breaker = breaker
        self._flow.restart()
        self._walk.forget()
        self._backlog.rush(self._position)

    # After the commit

    def cursor_with(self, sequences: set[int]) -> int:
        """Where the cursor stands once these are settled too."""
        return self._settled.cursor_with(sequences)

    def found(self) -> tuple[Breaker, int] | None:
        """What is to be written down about the receiver, and how often it was resumed; None when nothing is new."""
        self._storing = self._breaker
        if self._storing is self._stored or not (self._storing.worth_storing or self._stored.worth_storing):
            return None
        return self._storing, self._resumes

    def replay_position(self, replay_id: str, ended: set[int]) -> int:
        return self._replaying.position(replay_id, ended)

    def recorded(self, records: Sequence[AttemptRecord]) -> None:
        """Hear that outcomes are on stable storage: they are settled, their places are free."""
        self._stored = self._storing
        for record in records:
            self._note(record)
        self._settled.advance()
        self._context.in_flight_limit.release(len(records))
        if self._then is not None and self.is_idle:
            self._then()
        self.pull()

    def _note(self, record: AttemptRecord) -> None:
        sequence, new_retry = record.attempt.sequence, record.new_retry
        row_changed = new_retry is not None or record.retry is not None
        self._busy.discard(sequence)
        self._backlog.recorded(sequence, row_changed=row_changed)
        if row_changed or record.replay is not None:
            self._note_row(record)
        if record.attempt.outcome.kind is OutcomeKind.STOPPED:
            self._replaying.take_back(sequence)
        if sequence > self._settled.cursor and record.settles:
            self._settled.beyond_cursor.add(sequence)
            self._probed.pop(sequence, None)
        elif sequence > self.cursor:
            self._position = min(self._position, sequence - 1)  # it stays queued
        if new_retry is not None and new_retry.state is RetryState.WAITING:
            self._backlog.expect(new_retry.next_attempt_at)

    def _note_row(self, record: AttemptRecord) -> None:
        """What was read of its row in `retries` is old now, wherever it was read."""
        sequence, new_retry = record.attempt.sequence, record.new_retry
        self._walk.recorded(sequence)
        is_given_up = new_retry is not None and new_retry.state is RetryState.EXHAUSTED
        self._replaying.recorded(sequence, None if record.replay is None else record.replay.id, is_given_up=is_given_up)
        if record.replay is not None and not record.attempt.outcome.accepted:
            self._backlog.expect(AT_ONCE)  # meanwhile its own time may have come, or a person asked for it
        if not record.settles:
            return
        self._asked.pop(sequence, None)  # it was under way when it was asked for
        if self._held:
            self._tries_since_hold[sequence] = math.inf if new_retry is None else new_retry.tries

    def _starve(self) -> None:
        if not self._starving:
            self._starving = True
            self._context.in_flight_limit.waiters.append(self._fed)

    def _fed(self) -> None:
        self._starving = False
        self.pull()
