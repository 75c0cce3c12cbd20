"""Sends one receiver its deliveries: decides what comes next, how many requests run together, and where the cursor is.

There are three sources. Due retries and new events from the log take turns; replays are sent when neither has anything.
An event is settled when its outcome is recorded; the cursor is the last sequence up to which every event is settled.
While the breaker is open, one probe is sent at a time.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from plantstore.core.faults import notify
from plantstore.core.timers import Timer
from plantstore.delivery.body_sender import BodySender
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext, SendTask
from plantstore.delivery.generation import Generation
from plantstore.delivery.half_open_probe import HalfOpenProbe
from plantstore.delivery.receiver_log import FilteredLog, ReceiverLog
from plantstore.delivery.receiver_snapshot import Checkpoint, ReceiverSnapshot
from plantstore.delivery.recorder import AttemptRecord
from plantstore.delivery.replay_runner import ReplayRunner
from plantstore.delivery.retry_queue import NOW, RetryQueue
from plantstore.delivery.token_renewals import TokenRenewals
from plantstore.domain.deliveries import breaker as breakers
from plantstore.domain.deliveries.adaptive_concurrency import AdaptiveConcurrency
from plantstore.domain.deliveries.breaker import HEALTHY, PAUSE_S_LONGEST, Breaker, BreakerState
from plantstore.domain.deliveries.delivery import Attempt, Outcome, OutcomeKind, Retry, RetryState, settle
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.deliveries.settled import Settled
from plantstore.domain.event import Event
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.sending.request import RequestTemplate

SILENT_S = 1.0  # a receiver is silent if it has not responded for this long
SILENT_REQUESTS_MAX = 4  # max concurrent requests to a silent receiver, whatever its concurrency limit


class ReceiverWorker:
    """Sends one receiver its deliveries. It runs on the event loop as callbacks that never block.

    `epoch` is the epoch of the receiver's shard; None if no other process shares the store.
    """

    def __init__(
        self,
        snapshot: ReceiverSnapshot,
        template: RequestTemplate,
        checkpoint: Checkpoint,
        context: DeliveryContext,
        *,
        epoch: int | None = None,
    ) -> None:
        receiver = snapshot.receiver
        self.receiver_id, self.built_in = receiver.id, receiver.built_in
        self.epoch = epoch
        self._context = context
        self._concurrency = AdaptiveConcurrency(receiver.max_concurrency)
        self._breaker = self._stored = self._storing = receiver.breaker.with_failing(checkpoint.failing)
        self._resumes = receiver.resumes
        self._settled = Settled(checkpoint.cursor, checkpoint.settled, snapshot.cancelled)
        self._position = self.cursor
        self.in_flight = 0
        context.in_flight_limit.idle_receivers += 1
        self._busy: set[int] = set()
        filtered = partial(FilteredLog, receiver=receiver, checkpoint=checkpoint, passed=self._pass)
        make_log = filtered if receiver.filtered else ReceiverLog
        self._log: ReceiverLog = make_log(context, settled=self._settled, busy=self._busy, wake=self.pull)
        self._renewals = TokenRenewals()
        self._requested: dict[int, tuple[Retry, Event]] = {}
        self._probe_tries = dict(checkpoint.probe_tries)  # by sequence number of a queued event: attempts as probes
        self._generation = generation = Generation()
        self._held_at = 0
        self._retry_queue = RetryQueue(
            receiver.id, context, generation, next_due_at=checkpoint.next_due_at, busy=self._busy, wake=self.pull
        )
        self._replays = ReplayRunner(context, generation, busy=self._busy, wake=self.pull)
        self._probe = HalfOpenProbe(receiver.id, context, generation, untried=self._untried_after, wake=self.pull)
        self._bodies = BodySender(context, snapshot, may_send=lambda: not (self._stopped or self._held))
        self._timer = Timer(self.pull)
        self._log_is_next = True
        self._is_waiting = self._stopped = False
        self._on_idle: Callable[[], None] | None = None
        self.changes = 0, 0  # how often all processes, and this one, had changed the receiver when it was read
        self._next_send_at, self._responded_at = 0.0, context.clock.monotonic()
        self._apply(snapshot, template)

    @property
    def cursor(self) -> int:
        """The highest sequence number up to which every event is settled."""
        return self._settled.cursor

    @property
    def breaker(self) -> Breaker:
        return self._breaker

    @property
    def is_idle(self) -> bool:
        """True if no request is in flight and all outcomes are recorded."""
        return not self._busy

    @property
    def ordered(self) -> bool:
        return self._ordered

    def hold(self) -> None:
        """Send nothing until `update` is called: the receiver was changed, and its new snapshot is about to be read."""
        self._held = True
        self._held_at = self._generation.current

    def update(self, snapshot: ReceiverSnapshot, template: RequestTemplate) -> bool:
        """Apply a snapshot that was read after `hold`, and resume sending.

        Return False if outcomes recorded since `hold` have made the snapshot stale: then call `hold`, and read again.
        """
        if self._is_stale(snapshot):
            return False
        self._apply(snapshot, template)
        self._retry_queue.reload()
        self._probe.restart()
        self.pull()
        return True

    def stop(self, *, on_idle: Callable[[], None] | None = None) -> None:
        """Send nothing more. Requests in flight finish and are recorded; then `on_idle` is called."""
        self._context.in_flight_limit.idle_receivers -= not (self.in_flight or self._stopped)
        self._stopped = True
        self._on_idle = on_idle
        self._timer.cancel()
        for part in (self._retry_queue, self._replays, self._probe, self._log):
            part.stop()

    def _is_stale(self, snapshot: ReceiverSnapshot) -> bool:
        """True if one of the snapshot's requested retries was sent, or one of its replays ended, since `hold`."""
        keys: list[int | str] = [retry.sequence for retry, _ in snapshot.requested]
        keys += [running.replay.id for running in snapshot.replays]
        return any(self._generation.has_changed(key, since=self._held_at) for key in keys)

    def _apply(self, snapshot: ReceiverSnapshot, template: RequestTemplate) -> None:
        receiver = snapshot.receiver
        self.name = receiver.name
        self._template = template
        self._ordered = self._retry_queue.ordered = receiver.ordered
        self._max_rate = receiver.max_rate
        self._limit_rate(most=self._next_send_at)
        self._concurrency.set_maximum(receiver.max_concurrency)
        self._requested = {retry.sequence: (retry, event) for retry, event in snapshot.requested}
        self._replays.set_running(snapshot.replays)
        self._settled.update(receiver.cursor, snapshot.cancelled)  # discarding a backlog moves the cursor too
        self._position = max(self._position, self.cursor)
        if receiver.resumes != self._resumes:
            self._resumes = receiver.resumes
            self._stored = self._storing = HEALTHY
            self._recover(HEALTHY)
        self._held = receiver.paused or self._breaker.state is BreakerState.DISABLED

    def pull(self) -> None:
        """Send as many requests as the limits allow: the main path's third step. An exception schedules a repeat."""
        limit, clock = self._context.in_flight_limit, self._context.clock
        try:
            while not self._held and not self._stopped and self.in_flight < self._in_flight_max:
                if limit.closed or limit.in_use >= limit.limit or (self.in_flight and limit.reserved):
                    self._wait_for_slot()
                    return
                if self.in_flight >= SILENT_REQUESTS_MAX and clock.monotonic() - self._responded_at > SILENT_S:
                    return  # the next outcome continues, be it a response or a timeout
                if self._max_rate is not None and self._is_early():
                    return
                task = self._next()
                if task is None:
                    return
                self._send(task)
        except Exception:
            self._timer.set(READ_RETRY_S)
            raise

    @property
    def _in_flight_max(self) -> int:
        """Max concurrent requests. If ordered or the breaker is open: one, until its outcome is committed."""
        if self._ordered or self._breaker.state is BreakerState.OPEN:
            return 0 if self._busy else 1
        return self._concurrency.limit

    def _is_early(self) -> bool:
        if (wait_s := self._next_send_at - self._context.clock.monotonic()) > 0:
            self._timer.set(wait_s)
        return wait_s > 0

    def _limit_rate(self, *, most: float = math.inf) -> None:
        """Delay the next request to respect the receiver's maximum rate, but not beyond the monotonic time `most`."""
        if self._max_rate is not None:
            self._next_send_at = min(most, self._context.clock.monotonic() + 1 / self._max_rate)

    # What comes next

    def _next(self) -> SendTask | None:
        if self._requested:
            for sequence, (retry, event) in self._requested.items():
                if sequence not in self._busy:
                    del self._requested[sequence]
                    return SendTask(event, retry)
        breaker = self._breaker
        if breaker.rest_until is not None and self._is_before(breaker.rest_until, most_s=RETRY_AFTER_S_MAX):
            return None
        if breaker.is_open:
            return self._next_probe(breaker)
        if self._ordered:
            task = self._retry_queue.next()
            if task is not None or self._retry_queue.blocks:
                return task
            return self._next_new() or self._replays.next()
        first, second = self._next_new, self._retry_queue.next
        if not self._log_is_next:
            first, second = second, first
        task = first() or second()
        self._log_is_next = task is not None and task.retry is not None
        return task or self._replays.next()

    def _next_new(self) -> SendTask | None:
        event = self._untried_after(self._position)
        if event is None:
            return None
        self._position = event.sequence
        return SendTask(event)

    def _untried_after(self, sequence: int) -> Event | None:
        """Return the first never-attempted event after the sequence; None if there is none, or while it is read."""
        cursor = self._settled.cursor
        sequence = max(sequence, self._position, cursor)  # a cancelled range can put the cursor beyond the position
        return self._log.untried_after(sequence, last=cursor + self._context.window_events_max)

    def _pass(self, filtered: Collection[int]) -> None:
        """Settle events that the receiver's filter leaves out."""
        self._settled.beyond_cursor.update(one for one in filtered if one > self.cursor)
        self._settled.advance()
        self._position = max(self._position, self.cursor)
        self._context.recorder.note_cursor(self)

    def _next_probe(self, breaker: Breaker) -> SendTask | None:
        """Return the next probe, if any. If only a few events failed, send a new event without waiting for a pause."""
        if breaker.few_failing and not self._ordered:
            task = self._next_new()
            if task is not None:
                return task
        if breaker.open_until is not None and self._is_before(breaker.open_until, most_s=PAUSE_S_LONGEST):
            return None
        task = self._probe.next(oldest=self._ordered)
        if task is not None or self._probe.is_reading:
            return task
        replayed = self._replays.next()
        return None if replayed is None else replayed._replace(probe=True)

    def _is_before(self, until: Instant, *, most_s: float) -> bool:
        """True if `until` is still ahead; then set the timer. A wait above `most_s` (clock set back) counts as over."""
        wait_s = (until - self._context.clock.now()) / SECOND_US
        if not 0 < wait_s <= most_s:
            return False
        self._timer.set(wait_s)
        return True

    # One request

    def _send(self, task: SendTask) -> None:
        context, sequence, task = self._context, task.event.sequence, self._log.with_previous(task)
        context.in_flight_limit.idle_receivers -= not self.in_flight
        self.in_flight += 1
        context.in_flight_limit.acquire()
        self._busy.add(sequence)
        self._limit_rate()
        number = 1 + max(task.made, self._probe_tries.get(sequence, 0), 0 if task.retry is None else task.retry.tries)
        template = self._template if task.previous is None else self._template.following(task.previous)
        self._bodies.send(template, task.event, number, partial(self._on_outcome, task, number, context.clock.now()))

    def _on_outcome(self, task: SendTask, number: int, started_at: Instant, outcome: Outcome) -> None:
        context, event, replay = self._context, task.event, task.replay
        self.in_flight -= 1
        context.in_flight_limit.idle_receivers += not (self.in_flight or self._stopped)
        self._concurrency.record(outcome)
        if outcome.status is not None:
            self._responded_at = context.clock.monotonic()
        outcome = self._renewals.once(event.sequence, outcome)
        if replay is not None and outcome.is_repeated:
            self._replays.aborted(task)
            replay = None
        replay_id = None if replay is None else replay.id
        attempt = Attempt(  # positional: keyword arguments would take twice as long
            context.ids.attempt(), self.receiver_id, event.sequence, event.id, number, started_at, outcome, replay_id
        )
        new_retry = None if outcome.accepted else self._new_retry(task, attempt)
        if not outcome.accepted or self._breaker is not HEALTHY:
            self._update_breaker(task, outcome)
        context.recorder.add(AttemptRecord(self, attempt, task.retry, new_retry, replay))
        self.pull()

    def _new_retry(self, task: SendTask, attempt: Attempt) -> Retry | None:
        """Return a failed attempt's new retry; None in a replay of all events, or if the probe was a new event."""
        context, retry = self._context, task.retry
        if task.replay is not None and task.replay.only is ReplayOnly.ALL:
            return None
        if task.probe and retry is None and not (self._ordered or attempt.outcome.kind is OutcomeKind.BODY_FAILED):
            self._probe_tries[attempt.sequence] = attempt.number
            return None
        counted = breakers.is_counted(self._breaker, attempt, retry, ordered=self._ordered)
        if task.replay is not None and retry is not None:  # it was exhausted, and starts the retry schedule again
            retry, counted = retry.with_new_schedule(), True
        now, jitter = context.clock.now(), context.random()
        new = settle(attempt, retry=retry, counted=counted, now=now, jitter=jitter, scale=context.retry_scale)
        return new if task.previous is None or new is None else replace(new, previous=task.previous)

    def _update_breaker(self, task: SendTask, outcome: Outcome) -> None:
        context, before, sequence = self._context, self._breaker, task.event.sequence
        is_behind = context.event_log.head > self._position
        self._breaker = breakers.after_attempt(
            before,
            outcome,
            sequence=sequence,
            probe=task.probe,
            more_queued=is_behind or len(self._busy) > 1 or bool(before.failing - {sequence}),
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
        fault = "the handler of a breaker's change failed"
        notify(fault, context.on_breaker_change, self.receiver_id, self.name, self._breaker)

    def _recover(self, breaker: Breaker) -> None:
        """Resume after an outage: ramp up concurrency from one request again, and drain the retry queue."""
        self._breaker = breaker
        self._concurrency.restart()
        self._probe.restart()
        self._retry_queue.drain_now(self._position)

    # Recording

    def cursor_with(self, sequences: set[int]) -> int:
        """Return where the cursor will be once the events with these sequence numbers are settled too."""
        return self._settled.cursor_with(sequences)

    def unstored_breaker(self) -> tuple[Breaker, int] | None:
        """Return the breaker to store and how often the receiver was resumed; None if no change needs storing."""
        self._storing = self._breaker
        if self._storing is self._stored or not (self._storing.worth_storing or self._stored.worth_storing):
            return None
        return self._storing, self._resumes

    def replay_position(self, replay_id: str, ended: set[int]) -> int:
        return self._replays.position(replay_id, ended)

    def on_recorded(self, records: Sequence[AttemptRecord]) -> None:
        """Settle deliveries whose outcomes are committed, and release their slots."""
        self._stored = self._storing
        for record in records:
            self._settle(record)
        self._settled.advance()
        self._log.forget(self.cursor)
        self._context.in_flight_limit.release(len(records))
        if self._on_idle is not None and self.is_idle:
            self._on_idle()
        self.pull()

    def _settle(self, record: AttemptRecord) -> None:
        sequence, new_retry = record.attempt.sequence, record.new_retry
        self._busy.discard(sequence)
        if new_retry is not None or record.retry is not None or record.replay is not None:
            self._note_change(record)
        if record.attempt.outcome.is_repeated:
            self._replays.requeue(sequence)
        if sequence > self._settled.cursor and record.settles:
            self._settled.beyond_cursor.add(sequence)
            self._probe_tries.pop(sequence, None)
        elif sequence > self.cursor:
            self._position = min(self._position, sequence - 1)  # the event stays queued
        if new_retry is not None and new_retry.state is RetryState.WAITING:
            self._retry_queue.expect(new_retry.next_attempt_at)

    def _note_change(self, record: AttemptRecord) -> None:
        sequence = record.attempt.sequence
        self._generation.advance(sequence)
        if record.replay is not None:
            self._replays.recorded(sequence, record.replay.id)
            if not record.attempt.outcome.accepted:
                self._retry_queue.expect(NOW)  # its retry may have fallen due, or been requested, during the replay
        if record.settles:
            self._requested.pop(sequence, None)  # this delivery's retry was requested while it was in flight

    def _wait_for_slot(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._context.in_flight_limit.waiters.append(self._on_slot)

    def _on_slot(self) -> None:
        self._is_waiting = False
        self.pull()
