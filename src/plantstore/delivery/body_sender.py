"""Sends events with the body that their format makes. It is computed in a reader thread: that may take milliseconds."""

import asyncio
from collections.abc import Callable

from plantstore.core.faults import FaultStreak
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext
from plantstore.delivery.receiver_snapshot import ReceiverSnapshot
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.event import Event
from plantstore.domain.receivers.bodies.expression import BodyFailure
from plantstore.domain.receivers.bodies.formats import BodyFormat
from plantstore.sending.request import RequestTemplate

NOT_SENT = "The store stopped, or the receiver was changed, before the request was sent."
Done = Callable[[Outcome], None]


class BodySender:
    """Sends the events of one receiver, each in its format. An event without a body is not sent: its outcome is
    `body_failed`.

    `may_send` is asked when a body is computed, because the receiver may have been paused by then, and after a failure
    of our own, such as too many reads. If it returns False, or outcomes cannot be recorded, the outcome is `stopped`.
    """

    def __init__(self, context: DeliveryContext, snapshot: ReceiverSnapshot, *, may_send: Callable[[], bool]) -> None:
        self._context = context
        self._receiver_id = snapshot.receiver.id
        self._formats = snapshot.formats  # another version in force needs another worker
        self._worker_may_send = may_send
        self._faults = FaultStreak("the body of a delivery could not be computed")
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, template: RequestTemplate, event: Event, number: int, done: Done) -> None:
        """Make one attempt, and call `done` with its outcome, never from within this call. See `Sender.send`."""
        body_format = self._formats.in_force(event.sequence)
        if body_format.is_stored:
            self._context.sender.send(template, body_format.applied(event), number, done)
            return
        task = asyncio.get_running_loop().create_task(self._send(body_format, template, event, number, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(
        self, body_format: BodyFormat, template: RequestTemplate, event: Event, number: int, done: Done
    ) -> None:
        computed = await self._computed(body_format, event)
        sender = self._context.sender
        if isinstance(computed, BodyFailure):
            done(Outcome(OutcomeKind.BODY_FAILED, 0, detail=str(computed)))
        elif computed is None or not self._may_send() or not sender.may_send(self._receiver_id):
            done(Outcome(OutcomeKind.STOPPED, 0, detail=NOT_SENT))
        else:
            sender.send(template, computed, number, done)

    def _may_send(self) -> bool:
        return self._worker_may_send() and not self._context.in_flight_limit.closed

    async def _computed(self, body_format: BodyFormat, event: Event) -> Event | BodyFailure | None:
        """Return the event with its body, or why there is none; None after a failure of our own."""
        while True:
            try:
                computed = await self._context.database.read(lambda _tx: _applied(body_format, event))
            except Exception as error:
                self._faults.failed(error)
                if not self._may_send():
                    return None
                await asyncio.sleep(READ_RETRY_S)
            else:
                self._faults.worked()
                return computed


def _applied(body_format: BodyFormat, event: Event) -> Event | BodyFailure:
    try:
        return body_format.applied(event)
    except BodyFailure as failure:
        return failure
