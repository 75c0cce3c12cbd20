"""Sends operational webhooks: at least once each, in the process that runs the store's jobs.

Deliveries wait in the database, so another process, or the next start, continues. A process that ends between a
response and its commit leaves the delivery waiting: the next request has the same `webhook-id`.

A subscriber whose last request failed gets one request at a time, with growing pauses. When it accepts one after it was
down, everything that waits for it is due. Its own failures are never operational events.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog

from plantstore.core.clock import Clock
from plantstore.core.faults import FaultStreak
from plantstore.core.ids import Ids
from plantstore.core.operational_body import OperationalTestData, OperationalTestEvent, to_body
from plantstore.core.timers import PeriodicTask
from plantstore.domain.deliveries.delivery import Outcome
from plantstore.domain.errors import NotFound, Unavailable
from plantstore.domain.operational_webhook import (
    BACKLOG_MAX,
    TEST_TYPE,
    DeliveryState,
    DisabledBecause,
    Subscriber,
    probe_wait_s,
    settle,
    subscriber_after,
    was_down,
)
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.timestamps import SECOND_US, to_text
from plantstore.operations.notices.request import Message, Origin, send
from plantstore.sending.http_client import HttpClient
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import activity
from plantstore.storage.tables import operational_events as events
from plantstore.storage.tables import operational_subscribers as subscribers

POLL_S = 1.0  # how soon a new event is noticed
FIRST_POLL_S = 5.0  # how soon a first subscriber is noticed
IDLE_POLL_S = 60.0  # while nothing is due, and only commits of this process can change that
IN_FLIGHT_MAX = 4  # max concurrent requests to one subscriber; those to receivers have their own limit
TESTS_MAX = 4  # max concurrent test requests
STOP_WAIT_S = 2.0  # wait for the requests in flight when the store stops
FAULT_WAIT_S = 10.0  # pause of a subscriber after a fault of ours, such as a database that does not answer
TRIM_S = 10.0  # how often backlogs are compared with BACKLOG_MAX
TRIM_STEP = 1_000
DISABLED_ACTION = "disableOperationalWebhook"
_BECAUSE = {
    DisabledBecause.GONE: "it answered 410, which asks us to stop",
    DisabledBecause.FAILING: "every request failed for the whole retry schedule",
}
_log = structlog.get_logger("plantstore")


@dataclass(slots=True)
class _Pause:
    """Consecutive failures of a subscriber in this process, and when it may be sent something again."""

    failures: int = 0
    until_s: float = 0.0


class OperationalSender:
    """Owns the requests to subscribers. `runs` returns True in the one process that sends.

    If several processes may share the store (`is_shared`), it polls for what the others have written. `on_recorded`
    gets each outcome after its commit, except those of test requests.
    """

    def __init__(
        self,
        *,
        database: Database,
        secret_box: SecretBox,
        client: HttpClient,
        ids: Ids,
        clock: Clock,
        chance: Callable[[], float],
        origin: Origin,
        deadline_s: float,
        retry_scale: float,
        runs: Callable[[], bool] = lambda: True,
        is_shared: bool = False,
        on_recorded: Callable[[Outcome], None] = lambda _: None,
    ) -> None:
        self._database = database
        self._secret_box = secret_box
        self._client = client
        self._ids = ids
        self._clock = clock
        self._chance = chance
        self._origin = origin
        self._deadline_s = deadline_s
        self._scale = retry_scale
        self._runs = runs
        self._is_shared = is_shared
        self._on_recorded = on_recorded
        self._notice_s = FIRST_POLL_S
        self._task = PeriodicTask(self.run)
        self._sending: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._pauses: dict[str, _Pause] = {}
        self._trim_at_s = 0.0
        self._tests = 0
        self._faults = FaultStreak("an operational webhook could not be sent or recorded")

    def start(self) -> None:
        self._task.start()

    def note_write(self) -> None:
        """Run soon, because this process has written something."""
        self._task.run_soon(self._notice_s)

    async def stop(self) -> None:
        """Wait briefly for the requests in flight, and end the others: nothing of those is recorded, so they repeat."""
        await self._task.stop()
        tasks = list(self._sending.values())
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_WAIT_S)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.close()

    async def run(self) -> float:
        """Begin the requests that are due, as many as the limits permit; return the seconds until the next run."""
        if not self._runs():
            return FIRST_POLL_S
        found, wait_s = await self._database.read(partial(self._look, frozenset(self._sending)))
        self._pauses = {subscriber.id: self._pauses.get(subscriber.id, _Pause()) for subscriber, _ in found}
        for subscriber, event_ids in found:
            for event_id in event_ids:
                self._begin(subscriber.id, event_id)
        if found and self._clock.monotonic() >= self._trim_at_s:
            await self._trim()
            self._trim_at_s = self._clock.monotonic() + TRIM_S
        self._notice_s = POLL_S if found else FIRST_POLL_S
        return self._notice_s if self._is_shared else wait_s

    async def wait_until_idle(self) -> None:
        """Wait until no request is in flight."""
        while self._sending:
            await asyncio.wait(list(self._sending.values()))

    async def test(self, subscriber_id: str) -> Outcome:
        """Send a test request now and return its outcome. It is neither stored nor retried.

        Raise NotFound if there is no such subscriber, and Unavailable if TESTS_MAX test requests are running.
        """
        if self._tests >= TESTS_MAX:
            raise Unavailable(f"{TESTS_MAX} test requests are running. Try again.")
        self._tests += 1
        try:
            subscriber, credentials = await self._database.read(partial(self._load_subscriber, subscriber_id))
            data = OperationalTestData(subscriber=subscriber_id, message="A test from Plant Store.")
            now = self._clock.now()
            body = to_body(OperationalTestEvent(type="test", timestamp=to_text(now), data=data))
            message = Message(id=self._ids.operational_test(), type=TEST_TYPE, at=now, body=body)
            return await self._send(subscriber, credentials, message)
        finally:
            self._tests -= 1

    def _look(
        self, sending: frozenset[tuple[str, str]], tx: Transaction
    ) -> tuple[list[tuple[Subscriber, list[str]]], float]:
        """Return what to send now, and in how many seconds more may be due, unless something is written."""
        due_at = events.next_due_at(tx)
        wait_s = IDLE_POLL_S if due_at is None else min((due_at - tx.now) / SECOND_US, IDLE_POLL_S)
        return self._due(sending, tx), max(wait_s, POLL_S)

    def _due(self, sending: frozenset[tuple[str, str]], tx: Transaction) -> list[tuple[Subscriber, list[str]]]:
        """Return the subscribers that are not disabled, with the events to send to each now."""
        now_s, found = self._clock.monotonic(), []
        for subscriber in subscribers.all_subscribers(tx):
            if subscriber.disabled_at is not None:
                continue
            busy = {event_id for subscriber_id, event_id in sending if subscriber_id == subscriber.id}
            pause = self._pauses.get(subscriber.id)
            room = (1 if subscriber.failing_since is not None else IN_FLIGHT_MAX) - len(busy)
            wanted = []
            if room > 0 and (pause is None or pause.until_s <= now_s):
                due = events.due(tx, subscriber.id, limit=room + len(busy))
                wanted = [event_id for event_id in due if event_id not in busy][:room]
            found.append((subscriber, wanted))
        return found

    def _begin(self, subscriber_id: str, event_id: str) -> None:
        key = (subscriber_id, event_id)
        if key not in self._sending:
            self._sending[key] = asyncio.get_running_loop().create_task(self._deliver(subscriber_id, event_id))
            self._sending[key].add_done_callback(lambda _: self._ended(key))

    def _ended(self, key: tuple[str, str]) -> None:
        self._sending.pop(key, None)
        self._task.run_now()

    async def _deliver(self, subscriber_id: str, event_id: str) -> None:
        pause = self._pauses.setdefault(subscriber_id, _Pause())
        failures = pause.failures  # requests that fail at the same time count once
        try:
            loaded = await self._database.read(partial(self._load, subscriber_id, event_id))
            if loaded is None or not self._runs():
                return
            outcome = await self._send(*loaded)
            jitter = self._chance()
            command = partial(_record, subscriber_id, event_id, outcome, jitter=jitter, scale=self._scale)
            await self._database.write(command, bypass_queue_limit=True, exclusive=False)
            self._on_recorded(outcome)
        except Exception as error:
            self._faults.failed(error)
            pause.until_s = self._clock.monotonic() + FAULT_WAIT_S
            return
        self._faults.worked()
        pause.failures = 0 if outcome.accepted else failures + 1
        wait_s = 0.0 if outcome.accepted else probe_wait_s(pause.failures, scale=self._scale)
        pause.until_s = self._clock.monotonic() + max(wait_s, outcome.retry_after_s or 0.0)

    async def _send(self, subscriber: Subscriber, credentials: Credentials, message: Message) -> Outcome:
        started_s = self._clock.monotonic()
        outcome = await send(
            self._client,
            subscriber,
            credentials,
            message,
            origin=self._origin,
            now=self._clock.now(),
            deadline_s=self._deadline_s,
        )
        return outcome._replace(duration_us=round((self._clock.monotonic() - started_s) * 1_000_000))

    def _load(
        self, subscriber_id: str, event_id: str, tx: Transaction
    ) -> tuple[Subscriber, Credentials, Message] | None:
        """Return what is needed for a request; None if it may not be sent any more."""
        subscriber = subscribers.find(tx, subscriber_id)
        delivery, event = events.find(tx, subscriber_id, event_id), events.find_event(tx, event_id)
        credentials = subscribers.credentials(tx, self._secret_box, subscriber_id)
        if subscriber is None or subscriber.disabled_at is not None or credentials is None or event is None:
            return None
        if delivery is None or delivery.state is not DeliveryState.WAITING:
            return None
        number = delivery.attempts + 1
        return subscriber, credentials, Message(**event._asdict(), number=number)

    def _load_subscriber(self, subscriber_id: str, tx: Transaction) -> tuple[Subscriber, Credentials]:
        subscriber = subscribers.find(tx, subscriber_id)
        credentials = subscribers.credentials(tx, self._secret_box, subscriber_id)
        if subscriber is None or credentials is None:
            raise NotFound("There is no operational webhook with this id.")
        return subscriber, credentials

    async def _trim(self) -> None:
        """Set the oldest events of backlogs that are too long to `given_up`."""
        counts = await self._database.read(events.count_waiting)
        for subscriber_id, count in counts.items():
            if count > BACKLOG_MAX:
                step = partial(events.end_oldest, subscriber_id=subscriber_id, keep=BACKLOG_MAX, limit=TRIM_STEP)
                given_up = 0
                while ended := await self._database.write(step):
                    given_up += ended
                _log.warning("operational webhooks were given up", subscriber=subscriber_id, events=given_up)


def _record(
    subscriber_id: str, event_id: str, outcome: Outcome, tx: Transaction, *, jitter: float, scale: float
) -> None:
    """Store the outcome of a request, and what follows for the event and for its subscriber."""
    subscriber = subscribers.find(tx, subscriber_id)
    delivery = events.find(tx, subscriber_id, event_id)
    if subscriber is None or delivery is None or delivery.state is not DeliveryState.WAITING:
        return
    events.update(tx, settle(delivery, outcome, now=tx.now, jitter=jitter, scale=scale))
    if subscriber.disabled_at is not None:
        return
    changed = subscriber_after(subscriber, outcome, now=tx.now, scale=scale)
    if changed == subscriber:
        return
    subscribers.update(tx, changed)
    if not outcome.accepted and changed.disabled_reason is None:
        return
    if changed.disabled_reason is not None:
        detail = f"{changed.disabled_reason}: {_BECAUSE[changed.disabled_reason]}"
        activity.add_by_store(tx, action=DISABLED_ACTION, subject=subscriber_id, detail=detail)
    elif subscriber.failing_since is not None and was_down(subscriber.failing_since, now=tx.now, scale=scale):
        events.make_due(tx, subscriber_id)
