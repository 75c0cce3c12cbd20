"""The composition root: makes every part, hands each what it needs, starts and stops them in order."""

import asyncio
import os
import random
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import structlog

from plantstore import __version__, ephemeral, sessions, tokens
from plantstore.audit import Auditor
from plantstore.catalogue import Catalogue
from plantstore.clock import Clock, SystemClock
from plantstore.dispatcher import Dispatcher
from plantstore.domain.instant import Instant
from plantstore.domain.receiver import Credentials, Receiver
from plantstore.gear import Gear, Places
from plantstore.housekeeping import Chore, chores, housekeeping
from plantstore.ids import Ids, RandomBytes
from plantstore.importing.running import Importer
from plantstore.log import Log
from plantstore.logs import Sent, Silence, Voice
from plantstore.metrics import Metrics
from plantstore.pump import Pump
from plantstore.receivers import Receivers, lag
from plantstore.recorder import Record, Recorder
from plantstore.retention import Retention
from plantstore.sending.addresses import AddressGuard
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.resolving import Resolver
from plantstore.sending.sender import Sender
from plantstore.sending.tls import make_tls_context
from plantstore.settings import SettingError, Settings
from plantstore.storage import attempts
from plantstore.storage import receivers as stored_receivers
from plantstore.storage.database import Database, Notices, Transaction
from plantstore.storage.engine import Engine
from plantstore.storage.migrations import migrate, preparing, version_of
from plantstore.storage.sealing import Sealer, check_key, read_key
from plantstore.storage.sqlite import Connection, SqliteEngine, check_free, check_place
from plantstore.tester import Tester
from plantstore.tracing import TracedDatabase, TracedSender, Traces, traces_of
from plantstore.web.services import Services, Vitals
from plantstore.web.site import create_app
from plantstore.web.tracing import Traced

CLOSE_S_MAX = 5.0  # for open connections to end, and for the last outcomes to be written
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store(Services):
    """The running store: the parts that operations use, and those that move by themselves."""

    guard: AddressGuard
    sender: Sender
    dispatcher: Dispatcher
    engine: Engine
    is_new: bool
    traces: Traces | None


def web_app(store: Store) -> Any:
    """The store's HTTP side."""
    return create_app(store) if store.traces is None else Traced(create_app(store), store.traces)


@asynccontextmanager
async def open_store(
    settings: Settings,
    *,
    clock: Clock | None = None,
    voice: Voice | None = None,
    random_bytes: RandomBytes | None = None,
    traces: Traces | None = None,
) -> AsyncIterator[Store]:
    """Open the store and deliver until the block ends; then finish what is under way and close.

    StorageRefused says in one line why a database, a key or a folder cannot be used. `traces` are those of the settings
    unless they are handed in.
    """
    traces = traces or traces_of(settings)
    clock, voice, random_bytes = clock or SystemClock(), voice or Silence(), random_bytes or secrets.token_bytes
    path = settings.database_path
    is_new = not path.exists()
    engine = SqliteEngine(path)
    try:
        sealer = Sealer(read_key(settings.key, settings.key_file, random_bytes, new_store=is_new), random_bytes)
        _prepare(engine, sealer, clock)
        store = _compose(settings, engine, sealer, clock, voice, random_bytes, traces, is_new=is_new)
        try:
            token_file = settings.operator_token_file
            if not token_file.exists():  # so whoever owns the data folder can always get in
                await tokens.make_operator_token(store.database, token_file, ids=store.ids, random_bytes=random_bytes)
            store.ids.attempts_after(await store.database.read(attempts.newest))
            await store.log.start()
            await store.dispatcher.start()
            await store.importer.start()
            async with housekeeping(_chores(store)):
                yield store
        finally:
            await _stop(store)
    finally:
        engine.close()


def announce(store: Store) -> None:
    """Say in the lock file who serves this store, and let no receiver be our own socket."""
    url = store.settings.public_url
    store.engine.announce(f"process {os.getpid()} at {url}")
    public = urlsplit(url)  # not `parse_url`: it knows ports that nobody should call, and we may listen on one
    port = public.port or (443 if public.scheme == "https" else 80)
    store.guard.own = {(store.settings.host, store.settings.port), (public.hostname or "", port)}


async def sign_in_address(store: Store) -> str:
    """Make a link that signs in to the console once, for whoever owns the data folder; empty without a valid token."""
    text = await asyncio.to_thread(store.settings.operator_token_file.read_text, encoding="ascii", errors="replace")
    make = partial(sessions.make_owners_link, token_text=text.strip(), random_bytes=store.random_bytes)
    link = await store.database.write(make)
    return "" if link is None else sessions.address(store.settings.public_url, link)


async def owed(store: Store) -> int:
    """How many deliveries are not settled, over all receivers."""

    def count(tx: Transaction) -> int:
        return sum(lag(tx, receiver) for receiver in stored_receivers.page(tx, limit=store.settings.receivers_max))

    return await store.database.read(count)


def inspect_store(settings: Settings) -> Iterator[str]:
    """Say line by line what a start would find, or raise StorageRefused. Nothing is made, moved or migrated."""
    path = settings.database_path
    check_place(path)
    _tls_context(settings)
    yield f"settings   fine; the store's address is {settings.public_url}"
    if not path.exists():
        yield f"database   {path} does not exist yet: the first start makes it"
        return
    check_free(path)
    connection = Connection(path, writes=False)
    try:
        yield f"database   {path}, schema {version_of(connection)}"
        key = read_key(settings.key, settings.key_file, secrets.token_bytes, new_store=False)
        check_key(Transaction(connection, SystemClock().now()), Sealer(key, secrets.token_bytes))
        yield "key        is the one this database was made with"
    finally:
        connection.close()


def _prepare(engine: Engine, sealer: Sealer, clock: Clock) -> None:
    """Bring the database into shape and check the key, before anything else touches it."""
    connection = engine.connect_writer()
    try:
        with preparing(engine):
            migrate(connection, now=clock.now())
            connection.begin_write()
            check_key(Transaction(connection, clock.now()), sealer)
            connection.commit()
    finally:
        connection.close()


def _compose(
    settings: Settings,
    engine: Engine,
    sealer: Sealer,
    clock: Clock,
    voice: Voice,
    random_bytes: RandomBytes,
    traces: Traces | None,
    *,
    is_new: bool,
) -> Store:
    ids, guard, resolve = Ids(clock, random_bytes), AddressGuard(allow=settings.allow_networks), Resolver()
    sender, metrics = _sender(settings, clock, guard, resolve, traces), Metrics()

    def committed(notices: Notices) -> None:
        dispatcher.committed(notices)
        metrics.added(len(notices.events))
        voice.added(notices.events)

    database = _database(settings, engine, clock, committed, metrics.committed, traces)
    log, catalogue, places = _log_of(settings, database), _catalogue(settings, ids), Places(settings.in_flight_max)
    gear = Gear(
        database=database,
        log=log,
        sender=sender,
        recorder=Recorder(database, on_recorded=_recorded(metrics, voice), on_stuck=_stuck(places)),
        places=places,
        clock=clock,
        chance=random.Random(random_bytes(16)).random,  # noqa: S311  # jitter: nobody gains by guessing it
        ids=ids,
        retry_scale=settings.retry_scale,
        page_events=settings.page_events,
        window_events_max=settings.window_events_max,
        judged=voice.judged,
    )
    dispatcher = Dispatcher(gear, sealer, lambda receiver, credentials: _template(settings, receiver, credentials))
    return Store(
        settings=settings,
        clock=clock,
        ids=ids,
        random_bytes=random_bytes,
        database=database,
        log=log,
        sealer=sealer,
        catalogue=catalogue,
        importer=Importer(settings=settings, database=database, catalogue=catalogue, ids=ids, clock=clock),
        receivers=_receivers(settings, sealer, ids, random_bytes, guard, resolve),
        tester=_tester(settings, database, sealer, sender, ids, clock),
        auditor=Auditor(database, clock, retry_scale=settings.retry_scale),
        ready=dispatcher.why_not_ready,
        vitals=_vitals(engine, places, started_at=clock.now()),
        version=__version__,
        metrics=metrics,
        guard=guard,
        sender=sender,
        dispatcher=dispatcher,
        engine=engine,
        is_new=is_new,
        traces=traces,
    )


def _database(
    settings: Settings,
    engine: Engine,
    clock: Clock,
    on_commit: Callable[[Notices], None],
    on_batch: Callable[[int, float], None],
    traces: Traces | None,
) -> Database:
    make = Database if traces is None else partial(TracedDatabase, traces)
    return make(
        engine,
        clock,
        on_commit=on_commit,
        on_batch=on_batch,
        readers=settings.readers,
        commit_commands_max=settings.commit_commands_max,
        waiting_commands_max=settings.waiting_commands_max,
        waiting_reads_max=settings.waiting_reads_max,
    )


def _log_of(settings: Settings, database: Database) -> Log:
    return Log(
        database,
        ring_events_max=settings.ring_events_max,
        page_events=settings.page_events,
        bytes_max=settings.log_bytes_max,
    )


def _sender(settings: Settings, clock: Clock, guard: AddressGuard, resolve: Resolver, traces: Traces | None) -> Sender:
    make = Sender if traces is None else partial(TracedSender, traces)
    return make(
        clock=clock,
        guard=guard,
        resolve=resolve,
        tls=_tls_context(settings),
        connect_s_max=settings.connect_s_max,
        keep_alive_s_max=settings.keep_alive_s_max,
        connections_max=settings.in_flight_max,
    )


def _catalogue(settings: Settings, ids: Ids) -> Catalogue:
    zone = ZoneInfo(settings.timezone)
    return Catalogue(ids=ids, currency=settings.currency, zone=zone, plant_url=settings.plant_url)


def _receivers(
    settings: Settings, sealer: Sealer, ids: Ids, random_bytes: RandomBytes, guard: AddressGuard, resolve: Resolver
) -> Receivers:
    return Receivers(
        sealer=sealer,
        ids=ids,
        random_bytes=random_bytes,
        guard=guard,
        resolve=resolve,
        concurrency_max=settings.concurrency_max,
        deadline_s=settings.deadline_s,
        resolve_s_max=settings.connect_s_max,
        receivers_max=settings.receivers_max,
    )


def _tester(settings: Settings, database: Database, sealer: Sealer, sender: Sender, ids: Ids, clock: Clock) -> Tester:
    return Tester(
        database=database,
        sealer=sealer,
        sender=sender,
        ids=ids,
        clock=clock,
        base_url=settings.public_url,
        version=__version__,
    )


def _tls_context(settings: Settings) -> ssl.SSLContext:
    try:
        return make_tls_context(settings.ca_bundle)
    except (OSError, ssl.SSLError) as error:
        raise SettingError(f"PLANTSTORE_CA_BUNDLE: {settings.ca_bundle} cannot be read: {error}.") from error


def _template(settings: Settings, receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url=settings.public_url, version=__version__)


def _vitals(engine: Engine, places: Places, *, started_at: Instant) -> Callable[[], Vitals]:
    return lambda: Vitals(started_at=started_at, taken=places.taken, places=places.most, sizes=engine.sizes())


def _recorded(metrics: Metrics, voice: Voice) -> Callable[[Sequence[Record]], None]:
    def recorded(records: Sequence[Record]) -> None:
        metrics.sent([record.attempt for record in records])
        voice.sent([_sent(record) for record in records])

    return recorded


def _stuck(places: Places) -> Callable[[BaseException | None], None]:
    def stuck(error: BaseException | None) -> None:
        places.shut_while(error is not None)
        if error is not None:
            _log.error("outcomes cannot be written down: nothing is sent until they can", error=repr(error))
        else:
            _log.warning("outcomes are written down again")

    return stuck


def _sent(record: Record) -> Sent:
    pump = record.source
    assert isinstance(pump, Pump)
    return Sent(record.attempt, record.following, pump.name, pump.built_in)


def _chores(store: Store) -> tuple[Chore, ...]:
    """What is done each minute. The audit comes last: it sees what the others have left."""
    settings = store.settings
    retention = Retention(
        store.database,
        store.clock,
        attempts_days=settings.attempts_days,
        activity_days=settings.activity_days,
    )

    async def remove_dead_receivers() -> None:
        await store.database.write(lambda tx: ephemeral.remove_dead(tx, store.receivers))

    return chores(
        store.database,
        store.authenticator.write_uses,
        remove_dead_receivers,
        retention.visit,
        store.importer.visit,
        store.dispatcher.look_at_log,
        store.auditor.visit,
    )


async def _stop(store: Store) -> None:
    """End in order: send nothing new, wait for what is under way, write it down, close."""
    try:
        await store.importer.stop()
        finished = await store.dispatcher.stop(wait_s=store.settings.stop_s_max)
        if not finished:
            _log.warning("stopped with requests under way: they will be sent again")
        async with asyncio.timeout(CLOSE_S_MAX):
            await store.sender.close()
        await store.dispatcher.settle(wait_s=CLOSE_S_MAX)  # what the closing cut off is written down too
    finally:  # else the writer's thread would keep the process alive
        await store.database.close()
        if store.traces is not None:
            await asyncio.to_thread(store.traces.close)
