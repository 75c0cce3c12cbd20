"""Send the messages in the outbox, a few at a time and one at a time for each channel, until they are accepted.

A message is stored before it is sent, and its answer after that. If the process ends in between, the message is sent
again with the same id; a program that receives it can skip a duplicate by that id.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol

import structlog

from plantstore.core.clock import Clock
from plantstore.core.timers import PeriodicTask
from plantstore.domain.alerts.channel import AlertChannel, ChannelKind
from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.operations.alerts.acknowledging import LinkMaker
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import alert_channels, alert_incidents, alert_messages
from plantstore.storage.tables.alert_messages import MessageState, StoredMessage

CONCURRENT_MAX = 4  # max messages being sent; deliveries have connections of their own
SEND_S_MAX = 30.0  # max time for one message, beyond which the other side has not answered
POLL_S = 5.0  # while a message is due; the engine calls `send_now` as soon as there may be another
IDLE_POLL_S = 60.0
IDS_SENT_MAX = 100  # max ids of incidents in a message that is sent
RETRIES_S = (10, 30, 60, 120, 300, 600, 1_800, 3_600)  # waits before further attempts; the last one is repeated
REFUSED_S = 3_600  # wait after a refusal: only new settings of the channel help
GIVE_UP_S = 24 * 3_600  # a message that is older is given up
ANSWER_CHARS_MAX = 500
_log = structlog.get_logger("plantstore")


class MessageSender(Protocol):
    """Sends a message through a channel, and returns how the other side answered."""

    async def send(self, channel: AlertChannel, message: AlertMessage) -> Answer: ...


class Outbox:
    """Sends messages while `holds_lease` is true. `holder` is the name of this process in the lease.

    `on_recorded` gets the result of each attempt after its commit.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sender: MessageSender,
        links: LinkMaker,
        *,
        holder: str,
        find_channel: Callable[[Transaction, str], AlertChannel | None],
        holds_lease: Callable[[], bool] = lambda: True,
        on_recorded: Callable[[ChannelKind, AnswerResult], None] = lambda _kind, _result: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sender = sender
        self._links = links
        self._holder = holder
        self._find_channel = find_channel
        self._holds_lease = holds_lease
        self._on_recorded = on_recorded
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._poll = PeriodicTask(self.run)

    @property
    def sending(self) -> Collection[asyncio.Task[None]]:
        """The messages that are being sent now, at most one of each channel."""
        return self._sending.values()

    def start(self) -> None:
        self._poll.start()

    def send_now(self) -> None:
        """Poll for due messages immediately."""
        self._poll.run_now()

    async def stop(self) -> None:
        """Stop sending. Messages that are being sent stay in the outbox, and are sent again."""
        await self._poll.stop()
        tasks = list(self._sending.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def run(self) -> float:
        """Begin to send due messages; return the seconds until the next poll."""
        if not self._holds_lease():
            return IDLE_POLL_S
        wait_s = await self._database.read(_due_in_s)
        room = CONCURRENT_MAX - len(self._sending)
        if room > 0 and wait_s <= 0:
            for message, channel in await self._database.write(lambda tx: self._claim(tx, room), exclusive=False):
                task = asyncio.create_task(self._send(message, channel))
                self._sending[message.channel_id] = task
                task.add_done_callback(partial(self._done, message.channel_id))
        return POLL_S if wait_s <= 0 else min(wait_s, IDLE_POLL_S)

    async def finish(self) -> None:
        """Wait until the messages that are being sent have been answered."""
        while self._sending:
            await asyncio.gather(*self._sending.values(), return_exceptions=True)
            await asyncio.sleep(0)

    def _claim(self, tx: Transaction, limit: int) -> list[tuple[StoredMessage, AlertChannel]]:
        alert_incidents.lock(tx)
        if not self._holds_lease():
            return []
        claimed = []
        for message in alert_messages.claim(tx, by=self._holder, limit=limit, busy=set(self._sending)):
            channel = self._find_channel(tx, message.channel_id)
            if channel is None or channel.disabled_at is not None:
                alert_messages.fail_all(tx, message.channel_id, why="The channel was removed or disabled.")
            else:
                claimed.append((message, channel))
        return claimed

    async def _send(self, message: StoredMessage, channel: AlertChannel) -> None:
        content = replace(
            message.content,
            incident_ids=message.content.incident_ids[:IDS_SENT_MAX],
            acknowledge_link=self._links.link(message.content),
        )
        try:
            async with asyncio.timeout(SEND_S_MAX):
                answer = await self._sender.send(channel, content)
        except TimeoutError:
            answer = Answer(result=AnswerResult.RETRY, words=f"There was no answer within {SEND_S_MAX:.0f} s.")
        except Exception:
            _log.exception("an alert message could not be sent", channel=channel.id)
            answer = Answer(result=AnswerResult.RETRY, words="The message could not be sent: see the log.")
        await self._record(message, answer)
        self._on_recorded(channel.kind, answer.result)

    async def _record(self, message: StoredMessage, answer: Answer) -> None:
        """Store an answer. While the database refuses that, try again: otherwise the message would be sent again."""
        while True:
            try:
                return await self._database.write(lambda tx: self._settle(tx, message, answer), exclusive=False)
            except StoreError:
                await asyncio.sleep(POLL_S)

    def _settle(self, tx: Transaction, message: StoredMessage, answer: Answer) -> None:
        state, due_at = MessageState.SENT, None
        if answer.result is not AnswerResult.ACCEPTED:
            state, due_at = MessageState.PENDING, _next_attempt_at(message, answer, tx.now)
            if due_at - message.created_at > GIVE_UP_S * SECOND_US:
                state, due_at = MessageState.FAILED, None
        words = answer.words[:ANSWER_CHARS_MAX]
        if not alert_messages.settle(
            tx, message.id, by=self._holder, state=state, next_attempt_at=due_at, answer=words
        ):
            return
        alert_channels.note_answer(tx, message.channel_id, answer)
        alert_messages.reschedule(tx, message.channel_id, answer, due_at=due_at)

    def _done(self, channel_id: str, _task: asyncio.Task[None]) -> None:
        self._sending.pop(channel_id, None)
        self._poll.run_now()


def _due_in_s(tx: Transaction) -> float:
    """Return in how many seconds the next message is due; IDLE_POLL_S if there is none."""
    due_at = alert_messages.next_due_at(tx)
    return IDLE_POLL_S if due_at is None else (due_at - tx.now) / SECOND_US


def _next_attempt_at(message: StoredMessage, answer: Answer, now: Instant) -> Instant:
    if answer.result is AnswerResult.REFUSED:
        return after(now, seconds=REFUSED_S)
    wait_s = RETRIES_S[min(message.attempts, len(RETRIES_S) - 1)]
    return after(now, seconds=max(wait_s, answer.retry_after_s or 0))
