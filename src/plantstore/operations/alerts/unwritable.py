"""Report that the database cannot be written, for example on a full disk: a problem that no outbox can keep.

The message is sent directly, once to each channel of the rule about disk space. Only this process remembers who got it,
so a restart repeats it. When the database can be written again, the end is reported through the outbox. Only a store on
SQLite does so: processes that share a database would all report it.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import structlog

from plantstore.core.clock import Clock
from plantstore.domain.alerts.channel import AlertChannel
from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult, MessageKind, Severity
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.errors import StoreError
from plantstore.operations.alerts.outbox import SEND_S_MAX, MessageSender
from plantstore.operations.alerts.routing import read_routing
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import alert_messages, alert_rules

HOLD_S = 60.0  # how long it lasts before it is reported
AGAIN_S = 300.0  # wait before channels that did not accept the message get it again
_log = structlog.get_logger("plantstore")


class UnwritableReport:
    """Checks whether the database can be written. `all_channels` reads the channels with their settings."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        sender: MessageSender,
        *,
        all_channels: Callable[[Transaction], Sequence[AlertChannel]],
        base_url: str,
        new_id: Callable[[], str],
    ) -> None:
        self._database = database
        self._clock = clock
        self._sender = sender
        self._all_channels = all_channels
        self._base_url = base_url
        self._new_id = new_id
        self._since_s: float | None = None
        self._next_s = 0.0
        self._message: AlertMessage | None = None
        self._sent: set[str] = set()

    @property
    def is_quiet(self) -> bool:
        """True if the database can be written, and nothing is to be reported."""
        return self._since_s is None and self._message is None

    async def check(self) -> None:
        """Send the message if it is due, or report the end through the outbox."""
        why, monotonic = self._database.refusal or self._database.fault, self._clock.monotonic()
        if why is None:
            self._since_s = None
            if self._message is not None:
                await self._end()
            return
        if self._since_s is None:
            self._since_s = monotonic
        if monotonic < max(self._since_s + HOLD_S, self._next_s):
            return
        self._next_s = monotonic + AGAIN_S
        self._message = self._message or self._report(why)
        for channel in await self._database.read(self._wanting):
            if channel.id not in self._sent and await self._is_accepted(channel, self._message):
                self._sent.add(channel.id)

    def _wanting(self, tx: Transaction) -> list[AlertChannel]:
        settings = alert_rules.settings(tx)
        routing = read_routing(tx, settings)
        rule = RuleKey.DISK_LOW
        wanting = {one.id for one in routing.recipients if one.person_id is None and routing.wants(one, rule)}
        if not settings[rule].enabled:
            return []
        return [one for one in self._all_channels(tx) if one.id in wanting and one.disabled_at is None]

    async def _is_accepted(self, channel: AlertChannel, message: AlertMessage) -> bool:
        try:
            async with asyncio.timeout(SEND_S_MAX):
                answer: Answer = await self._sender.send(channel, message)
        except TimeoutError:
            return False
        except Exception:
            _log.exception("an alert message could not be sent", channel=channel.id)
            return False
        return answer.result is AnswerResult.ACCEPTED

    def _report(self, why: StoreError) -> AlertMessage:
        return self._write(
            MessageKind.OPENED,
            Severity.CRITICAL,
            "The database cannot be written",
            f"{why.detail} Nothing can be added, changed or delivered until it can be written again.",
        )

    async def _end(self) -> None:
        message = self._write(
            MessageKind.CLOSED,
            Severity.RESOLVED,
            "The database can be written again",
            "Everything continues; no delivery is lost.",
        )
        sent = sorted(self._sent)

        def insert(tx: Transaction) -> None:
            for channel_id in sent:
                alert_messages.insert(tx, channel_id, [replace(message, id=self._new_id())])

        await self._database.write(insert)
        self._message = None
        self._sent.clear()

    def _write(self, kind: MessageKind, severity: Severity, title: str, line: str) -> AlertMessage:
        return AlertMessage(
            id=self._new_id(),
            kind=kind,
            severity=severity,
            title=title,
            lines=(line,),
            created_at=self._clock.now(),
            link=f"{self._base_url}/health",
        )
