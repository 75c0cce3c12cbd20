"""Test requests: signed requests that are not events and not in the log, sent immediately; the outcome is returned."""

import asyncio

from plantstore.core.clock import Clock
from plantstore.core.event_body import to_body
from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.errors import Unavailable
from plantstore.domain.event import TEST_RECORD, Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.bodies.expression import BodyFailure
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.receivers.commands import find
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receivers

BODY = to_body(TEST_RECORD)
CONCURRENT_MAX = 16  # max concurrent test requests, in addition to the limit on deliveries


class TestSender:
    """Sends test requests. They are not recorded, not retried, and do not count as requests in flight."""

    def __init__(
        self,
        *,
        database: Database,
        secret_box: SecretBox,
        sender: Sender,
        ids: Ids,
        clock: Clock,
        base_url: str,
        version: str,
    ) -> None:
        self._database = database
        self._secret_box = secret_box
        self._sender = sender
        self._ids = ids
        self._clock = clock
        self._base_url = base_url
        self._version = version
        self._running = 0

    async def test(self, receiver_id: ReceiverId) -> Outcome:
        """Send one test request and return its outcome, at the latest after the receiver's deadline.

        It is sent again, once, if the receiver refuses a token that is renewed; fetching a token takes time of its own.

        Raise Unavailable if CONCURRENT_MAX test requests are already running.
        """
        if self._running >= CONCURRENT_MAX:
            raise Unavailable(f"{CONCURRENT_MAX} test requests are running. Try again.")
        self._running += 1
        try:
            receiver, credentials = await self._database.read(lambda tx: self._load(tx, receiver_id))
            template = template_for(receiver, credentials, base_url=self._base_url, version=self._version, test=True)
            try:
                event = await self._database.read(lambda _tx: receiver.body_format.applied(self._event()))
            except BodyFailure as failure:
                return Outcome(OutcomeKind.BODY_FAILED, 0, detail=str(failure))
            outcome = await self._sent(template, event)
            return await self._sent(template, event) if outcome.token_renewed else outcome
        finally:
            self._running -= 1

    def _load(self, tx: Transaction, receiver_id: ReceiverId) -> tuple[Receiver, Credentials]:
        return find(tx, receiver_id), receivers.credentials(tx, self._secret_box, receiver_id)

    async def _sent(self, template: RequestTemplate, event: Event) -> Outcome:
        sent: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not sent.done():  # the caller may have been cancelled
                sent.set_result(outcome)

        self._sender.send(template, event, 1, done)
        return await sent

    def _event(self) -> Event:
        """Return an event with the test body. The receiver does not see its sequence and plant id."""
        return Event(
            id=self._ids.test(),
            sequence=1,
            plant_id=0,
            occurred_at=self._clock.now(),
            body=BODY,
            body_basic=BODY,
        )
