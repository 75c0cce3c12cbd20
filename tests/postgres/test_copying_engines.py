"""A store is copied between engines, both ways: nothing is lost, and the backlog is delivered once."""

import asyncio
import base64
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.plants.photo import PhotoKey, PhotoSize, file_name
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import hash_of
from plantstore.operations.audit.offline import OfflineAudit, ServerAudit
from plantstore.operations.copy import copy as store_copy
from plantstore.operations.copy.copy import CompletedCopy
from plantstore.operations.copy.photos import photo_move
from plantstore.operations.partitions import Partitions
from plantstore.operations.photo_copies import run_apart
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrate, migrations, version_of
from plantstore.storage.engine.protocols import Connection, StorageRefused
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import bulk_rows
from plantstore.storage.queries.bulk_rows import LEFT_OUT, TABLES
from plantstore.storage.tables import attempts, plants, processes, tokens
from plantstore.storage.tables.processes import Process
from tests.copies import KEY, ROWS, change, content, copy, fill, nothing, with_writer
from tests.makers import NOON, an_attempt
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER, Cluster
from tests.receiver import Got, Receiving, a_server
from tests.running import LOOPBACK, add, register, run
from tests.still_clock import StillClock

KEY_TEXT = base64.b64encode(KEY).decode()
SQLITE, POSTGRESQL = "sqlite", "postgresql"
WAYS = ((SQLITE, POSTGRESQL), (POSTGRESQL, SQLITE), (POSTGRESQL, POSTGRESQL))
EACH_WAY = pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0]}-{way[1]}")
ACCESS_TOKEN = "told-to-one-receiver-only"
_NUMBERS = count(1)

Place = Callable[[str], Settings]


class Killed(BaseException):
    """An error that no code catches."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with clusters.running() as cluster:
        yield cluster


@pytest.fixture
def place(cluster: Cluster, tmp_path: Path) -> Place:
    """Where a new store can be, on either engine, with the key of all of them."""

    def place(kind: str) -> Settings:
        name = f"copy_{next(_NUMBERS)}"
        common: dict[str, Any] = {"allow_networks": LOOPBACK, "retry_scale": 1_000_000, "key": Secret(KEY_TEXT)}
        if kind == SQLITE:
            return Settings(data=tmp_path / name, **common)
        cluster.sql(f"CREATE DATABASE {name} TEMPLATE template0 OWNER {OWNER}")
        return Settings(data=tmp_path / name, database=cluster.url(name), **common)

    return place


def read(settings: Settings, sql: str) -> list[tuple[object, ...]]:
    with closing(factory.open_engine(settings)) as engine, closing(engine.connect_reader()) as connection:
        return connection.execute(sql)


def version(settings: Settings) -> int:
    with closing(factory.open_engine(settings)) as engine, closing(engine.connect_reader()) as connection:
        return version_of(connection)


# Copying


@EACH_WAY
def test_every_row_is_copied_and_ids_continue_above_all_used_ones(way: tuple[str, str], place: Place) -> None:
    source, to = fill(place(way[0])), place(way[1])

    copied = copy(source, to)

    assert content(to) == content(source)
    assert all(copied.rows.values())
    assert version(to) == migrations()[-1][0]

    def next_number(connection: Connection) -> None:
        connection.begin_write()
        assert plants.new_ids(Transaction(connection, NOON), 2) == [13, 14], "12 is the highest tombstone"

    with_writer(to, next_number)


def test_attempts_are_copied_into_partitions(place: Place) -> None:
    source, to = place(SQLITE), place(POSTGRESQL)
    fill(source)
    recent = Ids.first_attempt_of(after(SystemClock().now(), seconds=-86_400 * 10))
    with_writer(source, partial(_add_attempt, id=recent))

    copy(source, to)

    assert read(to, f"SELECT tableoid::regclass::text = 'attempts_beside' FROM attempts WHERE id = {recent}") == [
        (False,)
    ]


def _add_attempt(connection: Connection, id: int) -> None:
    connection.begin_write()
    attempts.add(Transaction(connection, NOON), [an_attempt(5, id=id)])
    connection.commit()


def test_every_table_has_the_same_columns_and_the_declared_key(place: Place) -> None:
    sql = (
        "SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey) "
        "WHERE indisprimary AND indrelid = ?::regclass ORDER BY array_position(indkey::int[], attnum::int)"
    )

    def look(connection: Connection) -> None:
        migrate(connection, now=NOON)
        assert connection.tables() == {table.name for table in TABLES} | LEFT_OUT
        for table in TABLES:
            assert [row[0] for row in connection.execute(sql, (table.name,))] == list(table.key)

    with_writer(place(POSTGRESQL), look)


@pytest.mark.parametrize("way", [(SQLITE, POSTGRESQL), (POSTGRESQL, SQLITE)])
def test_a_copy_that_is_killed_after_any_page_can_be_resumed(way: tuple[str, str], place: Place) -> None:
    source, to, kills = fill(place(way[0])), place(way[1]), 0

    def report(what: str, _table: str, _done: int, _all: int) -> None:
        if what == store_copy.COPYING:
            raise Killed

    def go_on() -> CompletedCopy | None:
        try:
            return copy(source, to, page_rows_max=8, report=report)
        except Killed:
            return None

    while (copied := go_on()) is None:
        kills += 1
        with pytest.raises(StorageRefused, match="that is not done"):
            version(to)
        assert kills < 100

    assert kills == sum(-(-rows // 8) for rows in copied.rows.values())
    assert content(to) == content(source)


@pytest.mark.parametrize(
    ("way", "table"),
    [
        ((SQLITE, POSTGRESQL), "events"),
        ((POSTGRESQL, SQLITE), "sessions"),
        ((POSTGRESQL, POSTGRESQL), "events"),
    ],
)
def test_a_missing_row_is_reported_and_the_copy_cannot_be_started(
    way: tuple[str, str], table: str, place: Place
) -> None:
    source, to = fill(place(way[0])), place(way[1])
    chosen = next(one for one in TABLES if one.name == table)
    key = read(source, f"SELECT {', '.join(chosen.key)} FROM {table} ORDER BY {', '.join(chosen.key)} LIMIT 1")[0]
    name = bulk_rows.row_label(chosen, chosen.key, key)

    def report(what: str, at: str, done: int, all_rows: int) -> None:
        if (what, at, done) == (store_copy.COPYING, TABLES[-1].name, all_rows):
            remove(to, f"DELETE FROM {table} WHERE {' AND '.join(f'{one} = ?' for one in chosen.key)}", key)

    with pytest.raises(StorageRefused, match=f"differs from its source: {name} is missing"):
        copy(source, to, report=report)

    with pytest.raises(StorageRefused, match="is not done"):
        version(to)


def remove(settings: Settings, sql: str, key: tuple[object, ...]) -> None:
    """Remove a row past the copying, which holds the lock of a file."""
    if settings.is_postgresql:
        change(settings, sql, key)
    else:
        from plantstore.storage.sqlite.engine import Connection as FileConnection

        with closing(FileConnection(settings.database_path, writes=True)) as connection:
            connection.update(sql, key)


@EACH_WAY
def test_a_copy_takes_the_pictures_along(way: tuple[str, str], place: Place) -> None:
    source, to = fill(place(way[0])), place(way[1])
    photo, thumbnail = PhotoKey("a" * 32), PhotoKey("0" * 32)  # of `ROWS`
    kept = [file_name(photo, size) for size in PhotoSize]
    kept += [file_name(thumbnail, size) for size in (PhotoSize.MEDIUM, PhotoSize.SMALL)]
    folder = PhotoFolder(source.photos_folder)

    async def put() -> None:
        for name in [*kept, file_name(PhotoKey("b" * 32), PhotoSize.FULL)]:
            await folder.put(name, name.encode())

    run_apart(put())
    copied = copy(source, to, photos=photo_move(source, to, source_place=None, target_place=None))

    assert (copied.photos.copied, copied.photos.missing) == (len(kept), 0)
    files = {path.name: path.read_bytes() for path in to.photos_folder.rglob("*-*") if path.is_file()}
    assert files == {name: name.encode() for name in kept}


@EACH_WAY
def test_an_unfinished_copy_refuses_to_start(way: tuple[str, str], place: Place) -> None:
    source, to = fill(place(way[0])), place(way[1])

    def report(*_progress: object) -> None:
        raise Killed

    with pytest.raises(Killed):
        copy(source, to, report=report)

    async def start() -> None:
        async with open_store(to):
            pytest.fail("it has started")

    before = content(to)
    with pytest.raises(StorageRefused, match=r"\(3 of \d+ rows\): run the same `plantstore db copy` again"):
        run(start)
    assert content(to) == before


def test_a_nul_character_is_replaced_or_reported(place: Place) -> None:
    source = fill(place(SQLITE))
    change(source, "UPDATE attempts SET detail = 'a' || char(0) || 'b' WHERE id = 4")

    to = place(POSTGRESQL)
    copy(source, to)
    assert read(to, "SELECT detail FROM attempts WHERE id = 4") == [("a\N{REPLACEMENT CHARACTER}b",)]

    change(source, "UPDATE tokens SET name = char(0) WHERE id = 'tok_2'")
    with pytest.raises(StorageRefused, match="tokens tok_2: its name holds a NUL character"):
        copy(source, place(POSTGRESQL))


def test_attempts_are_copied_into_the_partitions_of_their_time(place: Place) -> None:
    """So the copy can drop the old ones as a whole, and make those of the days to come."""
    now = SystemClock().now()
    days = {day: Ids.first_attempt_of(after(now, seconds=-86_400 * day)) for day in (0, 1, 5, 11, 29)}
    rows = [ROWS["attempts"][0] | {"id": attempt_id} for attempt_id in days.values()]
    source, to = fill(place(SQLITE), {"attempts": rows}), place(POSTGRESQL)

    copy(source, to)

    assert read(to, "SELECT count(*) FROM attempts_beside") == [(0,)]
    with closing(factory.open_engine(to)) as engine:
        partitions = engine.partitions()
        assert partitions is not None
        spans = partitions.spans()
        assert all(any(span.first <= attempt_id < span.end for span in spans) for attempt_id in days.values())
        before = len(spans)
        Partitions(engine, SystemClock(), attempts_days=to.attempts_days).make_ahead(days[0])
        assert len(partitions.spans()) == before, "a start finds what it needs"


# Who uses the databases


def a_process(**changes: Any) -> Process:
    one = Process(
        id="one",
        slot=0,
        role=Role.ALL,
        host="green-house",
        pid=4711,
        version="0",
        address="http://a",
        started_at=NOON,
        lease_us=3_000_000,
    )
    return one._replace(**changes)


def enter(settings: Settings, process: Process) -> None:
    def work(connection: Connection) -> None:
        connection.begin_write()
        processes.register(Transaction(connection, NOON), process)
        connection.commit()

    with_writer(settings, work)


def beat(settings: Settings) -> None:
    change(settings, "UPDATE processes SET beat = beat + 1")


def test_a_store_with_a_running_process_is_not_copied(place: Place) -> None:
    source, to = fill(place(POSTGRESQL)), place(SQLITE)
    enter(source, a_process())

    with pytest.raises(
        StorageRefused, match=r"in use by process 4711 on green-house, at http://a\. Stop every process"
    ):
        copy(source, to, wait=lambda _seconds: beat(source))

    assert not to.database_path.exists()


def test_the_copy_waits_for_the_lease_of_a_process_that_died(place: Place, clock: StillClock) -> None:
    source, to, waited = fill(place(POSTGRESQL)), place(SQLITE), []
    enter(source, a_process())

    def wait(seconds: float) -> None:
        waited.append(seconds)
        clock.move(seconds)

    copy(source, to, wait=wait, clock=clock)

    assert 3 <= sum(waited) <= 5
    assert content(to)["events"] == content(source)["events"]
    assert read(to, "SELECT count(*) FROM processes") == [(0,)]


@pytest.mark.parametrize("how", ["begins", "wakes up", "comes and goes"])
def test_a_process_that_starts_during_the_copy_fails_it(how: str, place: Place, clock: StillClock) -> None:
    source, to = fill(place(POSTGRESQL)), place(POSTGRESQL)
    if how == "wakes up":
        enter(source, a_process())

    def report(what: str, table: str, _done: int, _all: int) -> None:
        if (what, table) == (store_copy.COMPARING, "sign_in_links"):
            beat(source) if how == "wakes up" else enter(source, a_process(id="two"))
            if how == "comes and goes":
                change(source, "DELETE FROM processes")

    with pytest.raises(StorageRefused, match=r"in use by process 4711|was in use while it was copied"):
        copy(source, to, report=report, wait=clock.move, clock=clock)

    with pytest.raises(StorageRefused, match="is not done"):
        version(to)


def test_a_process_that_starts_before_the_snapshot_is_detected(place: Place) -> None:
    source, to = fill(place(POSTGRESQL)), place(SQLITE)

    class Clock(StillClock):
        looks = 0

        def now(self) -> Instant:
            """A process starts after the list of processes was watched, while the snapshot is taken."""
            self.looks += 1
            if self.looks == 2:
                enter(source, a_process())
            return super().now()

    with pytest.raises(StorageRefused, match="in use by process 4711"):
        copy(source, to, clock=Clock())

    assert not to.database_path.exists()


def test_no_receiver_has_an_owner_in_the_copy(place: Place, clock: StillClock) -> None:
    source, to = fill(place(POSTGRESQL)), place(POSTGRESQL)
    enter(source, a_process())
    change(source, "UPDATE shards SET owner = 'one', epoch = 9, is_clean = 0 WHERE shard < 5")

    copy(source, to, wait=clock.move, clock=clock)

    assert read(to, "SELECT count(*) FROM shards WHERE owner IS NULL AND epoch = 0") == [(64,)]


@pytest.mark.parametrize("what", ["a store", "a row", "other tables"])
def test_a_database_that_is_not_empty_is_refused(what: str, place: Place, cluster: Cluster) -> None:
    source, to = fill(place(SQLITE)), place(POSTGRESQL)
    if what == "other tables":
        with psycopg.connect(to.database) as connection:
            connection.execute("CREATE TABLE recipes (id INTEGER)")
    else:
        fill(to, {} if what == "a store" else {"levels": [{"at": 1, "waiting": 1}]})
    before = content(to)

    with pytest.raises(StorageRefused, match=r"contains (a store|other tables)") as refused:
        copy(source, to)

    assert content(to) == before
    assert cluster.password not in str(refused.value)


def test_two_copies_into_one_database_do_not_mix(place: Place) -> None:
    source, to = fill(place(POSTGRESQL)), place(POSTGRESQL)

    def report(_what: str, table: str, _done: int, _all: int) -> None:
        if table == "events":
            assert copy(source, to).resumed, "the other copy continues and finishes first"

    with pytest.raises(StorageRefused, match="Another process copies"):
        copy(source, to, report=report)

    assert content(to) == content(source)


def test_a_copy_that_lost_the_server_can_be_resumed(place: Place, cluster: Cluster) -> None:
    source, to = fill(place(SQLITE)), place(POSTGRESQL)

    def report(_what: str, table: str, _done: int, _all: int) -> None:
        if table == "events":
            name = to.database.partition("?")[0].rpartition("/")[2]
            for pid in cluster.backends(name):
                cluster.terminate(pid)

    with pytest.raises(StorageRefused, match="run the same command again"):
        copy(source, to, report=report)

    assert copy(source, to).resumed
    assert content(to) == content(source)


# The backlog of a copy


def fails_first(got: Got) -> int:
    return 500 if got.sequence % 3 == 0 and got.headers["webhook-attempt"] == "1" else 204


def audit(settings: Settings) -> None:
    more: dict[str, Any] = {
        "retry_scale": 1,
        "clock": SystemClock(),
        "wait": nothing,
        "report": lambda _done, _all: None,
    }
    if settings.is_postgresql:
        inspection: OfflineAudit = ServerAudit(settings, **more)
    else:
        inspection = OfflineAudit(settings.database_path, **more)
    assert {number: found for number, found in inspection.audit().findings.items() if found.count} == {}


def accepted(settings: Settings, receiver: Receiver) -> set[int]:
    sql = "SELECT DISTINCT sequence FROM attempts WHERE outcome = 'accepted' AND receiver_id = "
    return {int(str(row[0])) for row in read(settings, f"{sql}{receiver.id}")}


@EACH_WAY
async def test_a_copy_with_a_backlog_delivers_exactly_the_rest(way: tuple[str, str], place: Place) -> None:
    source, to = place(way[0]), place(way[1])
    receivers: list[tuple[Receiver, Receiving]] = []

    async def sign_in(store: Store) -> None:
        text = store.settings.operator_token_file.read_text().strip()
        found = await store.database.read(lambda tx: tokens.find_by_hash(tx, hash_of(text)))
        assert found is not None

    async with a_server() as good, a_server() as flaky, a_server() as down, a_server() as held:
        flaky.answer, down.answer = fails_first, lambda got: 503
        async with open_store(source) as store:
            for number, receiving in enumerate((good, flaky, down, held)):
                receiving.access_token = f"{ACCESS_TOKEN}-{number}"
                wish = {"access_token": AccessToken(receiving.access_token), "name": str(number)}
                receivers.append((await register(store, receiving, **wish), receiving))
            await store.database.write(lambda tx: store.receivers.pause(tx, receivers[3][0].id))
            await add(store, *(f"Early {number}" for number in range(60)))
            await good.requests(60)
            await down.requests(3)
            await sign_in(store)
        await asyncio.to_thread(copy, source, to, page_rows_max=50)
        for file in ("operator.token",):
            to.data.mkdir(exist_ok=True)
            (to.data / file).write_bytes((source.data / file).read_bytes())

        before = [len(receiving.got) for _, receiving in receivers]
        done = [accepted(to, receiver) for receiver, _ in receivers]
        assert done[0] and len(done[0]) == 60 and not done[2] and not done[3]
        good.answer = flaky.answer = down.answer = lambda got: 204
        async with open_store(to) as store:
            await sign_in(store)
            await store.database.write(lambda tx: store.receivers.resume(tx, receivers[3][0].id, asked_by="tok_1"))
            stored = await add(store, "Late")
            assert [one.plant.id for one in stored] == [61]
            for number, (_, receiving) in enumerate(receivers):
                owed = set(range(1, 62)) - done[number]
                await receiving.requests(before[number] + len(owed))
                again = receiving.got[before[number] :]
                assert sorted(got.sequence for got in again) == sorted(owed), "each exactly once"
                assert all(got.plant is not None for got in again), "signature and access token are those of old"
            assert await store.dispatcher.settle(wait_s=5)
    audit(to)
