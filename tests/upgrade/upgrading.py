"""Dumps of older versions, and how tests open them with this program: directly, or moved to PostgreSQL first."""

import ast
import asyncio
import base64
import re
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from urllib.parse import urlsplit

import apsw
import httpx
import pytest
from standardwebhooks import Webhook

from plantstore.app.store import Store, open_store, web_app
from plantstore.core.settings import Settings
from plantstore.domain.event import Event
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.photo_files import FOLDER_CHARS
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.queries import delivery_counts
from plantstore.storage.queries.bulk_rows import PAGE_ROWS_MAX
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import activity, events, imports, receivers, shards
from plantstore.web.console.cookies import session_cookie
from tests import engines
from tests.copies import copy
from tests.makers import NOON
from tests.opened import Opened, opened
from tests.receiver import Got, Receiving, a_server
from tests.running import settings
from tests.still_clock import StillClock
from tests.upgrade import (
    make_0_1_0,
    make_0_2_0,
    make_0_3_0,
    make_0_4_0,
    make_0_5_0,
    make_0_5_1,
    make_0_7_0,
    make_0_8_0,
    make_0_9_0,
    make_0_10_0,
    on_a_server,
    redirecting,
)
from tests.upgrade.make_0_5_0 import KILLED

HOUR_S = 3_600
POLL_S = 0.005  # real time for a poll of the assignments
TAKE_OVER_S_MAX = 10.0  # in real time: the test moves the clock of the store


class Dump:
    """The dump of an older version's store: its database, and the files of its imports and photos.

    `addresses` are those of its receivers, `facts` its comments. `prepare` sets what its servers respond. On PostgreSQL
    it is the version's PostgreSQL dump; a version without PostgreSQL has none, and its file is moved.
    """

    def __init__(
        self,
        version: str,
        *,
        path: Path,
        addresses: Mapping[str, str],
        make: Callable[[Path], str],
        on_postgresql: Path | None = None,
        prepare: Callable[[Mapping[str, Receiving]], None] = lambda _: None,
    ) -> None:
        self.version = version
        self.addresses = addresses
        self.make = make
        self.prepare = prepare
        self._text = path.read_text(encoding="utf-8")
        self._on_postgresql = None if on_postgresql is None else on_postgresql.read_text(encoding="utf-8")

    def __str__(self) -> str:
        return self.version

    @property
    def is_moved(self) -> bool:
        return engines.kind() == engines.POSTGRESQL and self._on_postgresql is None

    @property
    def text(self) -> str:
        is_there = engines.kind() == engines.POSTGRESQL and self._on_postgresql
        return is_there or self._text

    @property
    def facts(self) -> dict[str, str]:
        return _facts(self.text)

    @property
    def files(self) -> dict[str, bytes]:
        """Return the content of each file, by its path in the folder of the data."""
        found = {}
        for name, fact in self.facts.items():
            kind, _, file = name.partition(" ")
            if kind == "file":
                found[f"imports/{file}"] = ast.literal_eval(fact)
            elif kind == "picture":
                found[f"photos/{file[:FOLDER_CHARS]}/{file}"] = ast.literal_eval(fact)
        return found


@cache
def _facts(text: str) -> dict[str, str]:
    return dict(re.findall(r"^-- ([^:]+): (.+)$", text, re.MULTILINE))


V_0_1_0 = Dump("0.1.0", path=make_0_1_0.DUMP, addresses=make_0_1_0.ADDRESSES, make=make_0_1_0.make)
V_0_2_0 = Dump("0.2.0", path=make_0_2_0.DUMP, addresses=make_0_2_0.ADDRESSES, make=make_0_2_0.make)
V_0_3_0 = Dump("0.3.0", path=make_0_3_0.DUMP, addresses=make_0_3_0.ADDRESSES, make=make_0_3_0.make)
V_0_4_0 = Dump("0.4.0", path=make_0_4_0.DUMP, addresses=make_0_4_0.ADDRESSES, make=make_0_4_0.make)
V_0_5_0 = Dump(
    "0.5.0",
    path=make_0_5_0.DUMP,
    on_postgresql=make_0_5_0.DUMP_ON_POSTGRESQL,
    addresses=make_0_5_0.ADDRESSES,
    make=make_0_5_0.make,
)
V_0_5_1 = Dump(
    "0.5.1",
    path=make_0_5_1.DUMP,
    on_postgresql=make_0_5_1.DUMP_ON_POSTGRESQL,
    addresses=make_0_5_1.ADDRESSES,
    make=make_0_5_1.make,
)
V_0_7_0 = Dump(
    "0.7.0",
    path=make_0_7_0.DUMP,
    on_postgresql=make_0_7_0.DUMP_ON_POSTGRESQL,
    addresses=make_0_7_0.ADDRESSES,
    make=make_0_7_0.make,
)
V_0_8_0 = Dump(
    "0.8.0",
    path=make_0_8_0.DUMP,
    on_postgresql=make_0_8_0.DUMP_ON_POSTGRESQL,
    addresses=make_0_8_0.ADDRESSES,
    make=make_0_8_0.make,
)
V_0_9_0 = Dump(
    "0.9.0",
    path=make_0_9_0.DUMP,
    on_postgresql=make_0_9_0.DUMP_ON_POSTGRESQL,
    addresses=make_0_9_0.ADDRESSES,
    make=make_0_9_0.make,
)
V_0_10_0 = Dump(
    "0.10.0",
    path=make_0_10_0.DUMP,
    on_postgresql=make_0_10_0.DUMP_ON_POSTGRESQL,
    addresses=make_0_10_0.ADDRESSES,
    make=make_0_10_0.make,
    prepare=make_0_10_0.prepare,
)
DUMPS = (V_0_1_0, V_0_2_0, V_0_3_0, V_0_4_0, V_0_5_0, V_0_5_1, V_0_7_0, V_0_8_0, V_0_9_0, V_0_10_0)
WITH_POSTGRESQL = (V_0_5_0, V_0_5_1, V_0_7_0, V_0_8_0, V_0_9_0, V_0_10_0)


def on_engines(dumps: Sequence[Dump], *, postgresql: Sequence[Dump]) -> pytest.MarkDecorator:
    """Run a test with each of the dumps on SQLite, and with some of them on PostgreSQL too.

    On PostgreSQL only 0.5.0 is migrated. An older store is migrated as a file, and then moved, which compares every
    row: the tests of all facts of 0.5.0, and of the whole delivery of each version, are enough there.
    """
    on_each = [(dump, engines.SQLITE) for dump in dumps] + [(dump, engines.POSTGRESQL) for dump in postgresql]
    return pytest.mark.parametrize(("dump", "engine_kind"), on_each, ids=str, indirect=["engine_kind"])


each_dump = on_engines(DUMPS, postgresql=[V_0_5_0])
moved_file = pytest.mark.sqlite_only("on PostgreSQL the same store is moved; another test opens it there")


@asynccontextmanager
async def at_rest(dump: Dump, folder: Path, *, now: Instant = NOON) -> AsyncIterator[Opened]:
    """Migrate the dump to the current schema, and read it before anything is sent."""
    lay_down(dump, folder, now, is_migrated=True)
    async with opened(folder, StillClock(now)) as store:
        yield store


@asynccontextmanager
async def upgraded(
    dump: Dump,
    folder: Path,
    before: Callable[[Path], None] = lambda _: None,
    *,
    later_s: float = HOUR_S,
    tls: Mapping[str, ssl.SSLContext] = MappingProxyType({}),
    **answers: Callable[[Got], int],
) -> AsyncIterator[tuple[Store, StillClock, dict[str, Receiving]]]:
    """Open the dump with this program, about an hour after it was made, with test servers as its receivers.

    `before` changes its file before that. `tls` are the servers that speak TLS.
    """
    async with AsyncExitStack() as stack:
        servers = {name: await stack.enter_async_context(a_server(tls=tls.get(name))) for name in dump.addresses}
        dump.prepare(servers)
        for name, server in servers.items():
            server.answer = answers.get(name, server.answer)
        urls = {f"{urlsplit(one.url).scheme}://{dump.addresses[name]}": one.url for name, one in servers.items()}
        clock = StillClock()
        clock.move(later_s)
        lay_down(dump, folder, clock.now(), urls=urls, before=before)
        chosen = settings(folder, key=Secret(dump.facts["key"]), retry_scale=1)
        store = await stack.enter_async_context(open_store(chosen, clock=clock))
        await _owning_all(store, clock)
        yield store, clock, servers


async def _owning_all(store: Store, clock: StillClock) -> None:
    """Let time pass until no lease of a dead process keeps receivers from getting requests."""
    if not store.settings.is_postgresql:
        return
    me = store.vitals().process_id
    polls = store.commit_notifier._polls
    assert polls is not None
    _, assignments = polls
    async with asyncio.timeout(TAKE_OVER_S_MAX):
        while any(one.owner != me for one in await store.database.read(shards.find_all)):
            assignments.set(0)  # as if another process had committed some time ago
            await asyncio.sleep(POLL_S)
            clock.move(KILLED.shown.lease_s / 20)  # a longer step would look like missed polls


def load(text: str, path: Path) -> None:
    connection = apsw.Connection(str(path))
    with connection:
        connection.execute(text)
    connection.close()


async def imports_at_rest(store: Store) -> None:
    """Wait until no import is running."""
    for import_id in await store.database.read(lambda tx: imports.in_states(tx, list(ImportState))):
        await store.importer.wait_until_idle(import_id, within_s=10)


async def everything_owed(store: Store, servers: dict[str, Receiving]) -> None:
    """Wait until the ordered receivers of 0.3.0 have the newest event."""
    newest = await store.database.read(events.head)
    for name in ("shop", "listener", "printer", "accounts"):
        await servers[name].until(lambda one: newest in one.accepted)
    assert await store.dispatcher.settle(wait_s=10)


def browsing(store: Store, key: str = "") -> httpx.AsyncClient:
    """Return a browser at the console, with the key of a session."""
    settings = store.settings
    cookies = {session_cookie(settings): key} if key else {}
    headers = {"sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin"}
    transport = httpx.ASGITransport(app=web_app(store))
    return httpx.AsyncClient(transport=transport, base_url=settings.console_url, headers=headers, cookies=cookies)


def broken_links(tx: Transaction) -> list[int]:
    """Return where the chain of the list of activities is broken."""
    return activity.broken_links(tx, first=1, last=activity.newest_id(tx))


def broken_by_a_change(tx: Transaction, row_id: int) -> list[int]:
    """Return where the chain would be broken if a row were changed."""
    [(detail,)] = tx.execute("SELECT detail FROM activity WHERE id = ?", (row_id,))
    tx.update("UPDATE activity SET detail = 'changed' WHERE id = ?", (row_id,))
    found = broken_links(tx)
    tx.update("UPDATE activity SET detail = ? WHERE id = ?", (detail, row_id))
    return found


def log_of(tx: Transaction) -> list[Event]:
    return events.page(tx, after=0, limit=100)


def receivers_of(tx: Transaction) -> dict[str, Receiver]:
    return {one.name: one for one in receivers.page(tx, limit=100)}


def counts_of(tx: Transaction) -> dict[str, dict[str, int]]:
    """Return the number of deliveries of each receiver in each state, without zeros."""
    found: dict[str, dict[str, int]] = {}
    for name, receiver in receivers_of(tx).items():
        by_state = delivery_counts.of_receiver(tx, receiver).by_state
        found[name] = {str(state): count for state, count in by_state.items() if count}
    return found


def check_request(got: Got, event: Event, *secrets: str, basic: bool = False) -> None:
    """Check that the official library creates the same signatures of the body with each of these secrets."""
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    signatures = [Webhook(secret).sign(event.id, at, got.body.decode()) for secret in secrets]
    assert got.body == (event.body_basic if basic else event.body)
    assert got.headers["webhook-id"] == event.id
    assert got.headers["webhook-signature"] == " ".join(signatures)


def sequences(server: Receiving) -> list[int]:
    return sorted(got.sequence for got in server.got)


def lay_down(
    dump: Dump,
    folder: Path,
    now: Instant = NOON,
    *,
    urls: Mapping[str, str] = MappingProxyType({}),
    before: Callable[[Path], None] = lambda _: None,
    is_migrated: bool = False,
) -> None:
    """Load the old store there, with other URLs of its receivers. If it was never on PostgreSQL, move it as a user
    does.

    `is_migrated`: it is migrated to the current schema, at that time. `before` changes a file before that.
    """
    for name, content in dump.files.items():
        path = folder / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(content)
    if engines.kind() == engines.POSTGRESQL:
        is_new = is_migrated or dump.is_moved
        state = f"{dump.version} migrated at {now}" if is_new else dump.version
        engines.fill(folder, state, partial(_fill, dump, now, is_migrated=is_new))
        redirecting.on_server(engines.settings_of(folder)["database"], urls)
    else:
        path = folder / "plantstore.db"
        load(redirecting.in_text(dump.text, urls), path)
        before(path)
    if urls and "receiver_addresses" in dump.text:
        redirecting.of_chats(folder, dump.facts["key"], urls)
    if is_migrated and engines.kind() == engines.SQLITE:
        _migrate(SqliteEngine(folder / "plantstore.db"), now)


def _fill(dump: Dump, now: Instant, url: str, *, is_migrated: bool) -> None:
    """Fill a database on PostgreSQL."""
    if dump.is_moved:
        with TemporaryDirectory() as name:
            _move(dump, now, Path(name), url)
        return
    on_a_server.load(url, dump.text)
    if is_migrated:
        _migrate(PostgresEngine(url), now)


def _move(dump: Dump, now: Instant, home: Path, url: str) -> None:
    key = dump.facts["key"]
    load(dump.text, home / "plantstore.db")
    _migrate(SqliteEngine(home / "plantstore.db"), now)
    to = Settings(data=home, database=url, key=Secret(key))
    copy(Settings(data=home), to, page_rows_max=PAGE_ROWS_MAX, key=base64.b64decode(key), clock=StillClock(now))


def _migrate(engine: Engine, now: Instant) -> None:
    with closing(engine), closing(engine.connect_writer()) as connection:
        migrate(connection, now=now)
