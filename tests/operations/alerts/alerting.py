"""An alert engine on a real database, with a clock that the test moves and channels that note what they get."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from plantstore.core.ids import Ids
from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult, MessageKind
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.alerts import engine as engines
from plantstore.operations.alerts.acknowledging import LinkMaker
from plantstore.operations.alerts.composing import Composer
from plantstore.operations.alerts.engine import AlertEngine, EngineParts, LeaseFlag
from plantstore.operations.alerts.observing import Surroundings
from plantstore.operations.alerts.outbox import Outbox
from plantstore.operations.alerts.unwritable import UnwritableReport
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import breakers, receivers
from tests.makers import NOON, a_receiver
from tests.opened import Opened, opened
from tests.still_clock import StillClock

ACCEPTED = Answer(result=AnswerResult.ACCEPTED, words="chat.example answered 200")
LATER = Answer(result=AnswerResult.RETRY, words="chat.example answered 503")
REFUSED = Answer(result=AnswerResult.REFUSED, words="chat.example answered 404")
URL = "https://store.example"
MINUTE_S = 60


@dataclass
class Channels:
    """The other side of all channels. `answer` says how it answers, `sent` is what it accepted, and `at` when."""

    answer: Callable[[AlertChannel, AlertMessage], Answer] = lambda _channel, _message: ACCEPTED
    sent: list[tuple[str, AlertMessage]] = field(default_factory=list)
    at: list[Instant] = field(default_factory=list)
    clock: StillClock = field(default_factory=StillClock)

    async def send(self, channel: AlertChannel, message: AlertMessage) -> Answer:
        await asyncio.sleep(0)
        answer = self.answer(channel, message)
        if answer.result is AnswerResult.ACCEPTED:
            self.sent.append((channel.id, message))
            self.at.append(self.clock.now())
        return answer

    def messages(self, channel_id: str = "ach_1") -> list[AlertMessage]:
        return [message for id, message in self.sent if id == channel_id]

    def kinds(self, channel_id: str = "ach_1") -> list[MessageKind]:
        return [message.kind for message in self.messages(channel_id)]


@dataclass
class Alerting:
    """A store with alerts. `surroundings` is what the engine sees outside the database."""

    store: Opened
    clock: StillClock
    channels: Channels
    surroundings: Surroundings = field(default_factory=Surroundings)
    engine: AlertEngine = field(init=False)
    outbox: Outbox = field(init=False)
    runs: int = 0

    def __post_init__(self) -> None:
        self.channels.clock = self.clock
        self.restart()

    def restart(self, *, is_shared: bool = False) -> None:
        """Begin with an engine that remembers nothing, as a new process does."""
        self.runs += 1
        self.engine, self.outbox = an_engine(self, self.store.database, holder=f"run-{self.runs}", is_shared=is_shared)

    async def tick(self, *, send: bool = True) -> None:
        """Look once, and send what is due."""
        await self.engine.run()
        if send:
            await self.outbox.run()
            await self.outbox.finish()

    async def run_for(self, seconds: float, *, every_s: float | None = None) -> None:
        """Let time pass, with the looks of a running store; fewer of them if it is long."""
        every_s = every_s or (engines.EVERY_S if seconds <= 30 * MINUTE_S else MINUTE_S)
        end = after(self.clock.now(), seconds=seconds)
        while self.clock.now() < end:
            self.clock.move(min(every_s, (end - self.clock.now()) / 1e6))
            await self.tick()

    async def add_channel(self, id: str = "ach_1", **columns: object) -> None:
        await self.store.write(lambda tx: insert_channel(tx, id, **columns))

    async def add_receivers(self, *ids: int) -> None:
        def insert(tx: Transaction) -> None:
            for id in ids:
                receivers.insert(tx, a_receiver(id, name=f"Shop {id}"))

        await self.store.write(insert)

    async def fail(self, *ids: int, since: Instant | None = None) -> None:
        """Open the breakers of receivers."""
        opened_at = self.clock.now() if since is None else since
        await self.put_breakers(ids, Breaker(state=BreakerState.OPEN, opened_at=opened_at, last_failed_at=opened_at))

    async def disable(self, *ids: int) -> None:
        now = self.clock.now()
        gone = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=now, last_failed_at=now)
        await self.put_breakers(ids, gone)

    async def recover(self, *ids: int) -> None:
        await self.put_breakers(ids, Breaker())

    async def put_breakers(self, ids: Sequence[int], breaker: Breaker) -> None:
        def put(tx: Transaction) -> None:
            for id in ids:
                breakers.put(tx, ReceiverId(id), breaker, resumes=0)

        await self.store.write(put)


@asynccontextmanager
async def alerting(folder: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    """Open a store with one channel, `ach_1`, and look once, so that it is watched from now on."""
    async with opened(folder, clock) as store:
        one = Alerting(store=store, clock=clock, channels=Channels())
        await one.add_channel()
        await one.tick()
        yield one


def an_engine(one: Alerting, database: Database, *, holder: str, is_shared: bool = False) -> tuple[AlertEngine, Outbox]:
    """Return an engine and its outbox, as a process makes them."""
    ids = Ids(one.clock, secrets.token_bytes)
    flag = LeaseFlag(always=not is_shared)

    async def surroundings() -> Surroundings:
        return one.surroundings

    outbox = Outbox(
        database,
        one.clock,
        one.channels,
        LinkMaker(base_url=URL, mac_key=bytes(32)),
        holder=holder,
        find_channel=find_channel,
        holds_lease=lambda: flag(one.clock.monotonic()),
    )
    parts = EngineParts(
        database=database,
        clock=one.clock,
        composer=Composer(base_url=URL, zone=ZoneInfo("Europe/Brussels"), new_id=ids.alert_message),
        outbox=outbox,
        surroundings=surroundings,
        new_id=ids.incident,
        holder=holder,
        is_shared=is_shared,
        kept_days=30,
        unwritable=UnwritableReport(
            database, one.clock, one.channels, all_channels=all_channels, base_url=URL, new_id=ids.alert_message
        ),
        is_held=flag,
    )
    return AlertEngine(parts), outbox


def insert_channel(tx: Transaction, id: str, **columns: object) -> None:
    values = {
        "id": id,
        "name": f"Channel {id}",
        "kind": "slack",
        "config": b"",
        "shown": "https://chat.example/…",
        "version": 1,
        "created_by": "tok_1",
        "created_at": tx.now,
        "updated_at": tx.now,
        "person_id": None,
    } | columns
    tx.insert("alert_channels", tuple(values), [tuple(values.values())])


def all_channels(tx: Transaction) -> list[AlertChannel]:
    found = (find_channel(tx, id) for (id,) in tx.execute("SELECT id FROM alert_channels ORDER BY id"))
    return [one for one in found if one is not None]


def find_channel(tx: Transaction, id: str) -> AlertChannel | None:
    rows = tx.execute("SELECT name, kind, shown, person_id, disabled_at FROM alert_channels WHERE id = ?", (id,))
    if not rows:
        return None
    [(name, kind, shown, person_id, disabled_at)] = rows
    return AlertChannel(
        id=id,
        name=name,
        kind=ChannelKind(kind),
        config=ChannelConfig(),
        shown=shown,
        person_id=person_id,
        version=1,
        created_by="tok_1",
        created_at=NOON,
        updated_at=NOON,
        disabled_at=disabled_at,
    )
