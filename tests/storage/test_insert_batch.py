"""Commands of one commit share statements, and each still succeeds or fails as if it were alone."""

import asyncio
import contextlib
import gc
import secrets
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import apsw
import pytest

from plantstore.catalogue.commands import Catalogue, prefetch_for
from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, StoreError
from plantstore.domain.plants.plant import Status
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from plantstore.storage.tables import events, plants
from tests.makers import NOON, a_plant
from tests.opened import Opened, opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

Command = Callable[[Transaction], Any]


class Case:
    """A store whose writer can be blocked, so that commands queue and share one commit."""

    def __init__(self, store: Opened, clock: StillClock) -> None:
        self.store = store
        self.prefetch: dict[Command, list[Prefetch]] = {}
        """The prefetch of each command created here."""
        ids = Ids(clock, secrets.token_bytes)
        self.catalogue = Catalogue(ids=ids, currency="EUR", zone=ZoneInfo("Europe/Berlin"), plant_url="")

    def add(self, *skus: str, then: type[Exception] | None = None) -> Command:
        raw = [{"name": f"Plant {sku}", "sku": sku} for sku in skus]

        def command(tx: Transaction) -> list[int]:
            stored = self.catalogue.add_plants(tx, raw, status=Status.ACTIVE)
            if then is not None:
                raise then
            return [one.plant.id for one in stored]

        self.prefetch[command] = [prefetch_for(one) for one in raw]
        return command

    async def together(self, *commands: Command) -> list[Any]:
        """Return each command's result or error. All of them share one commit, unless one fails."""
        free, held = threading.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def hold(_: Transaction) -> None:
            loop.call_soon_threadsafe(held.set)
            assert free.wait(10)

        first = self.store.database.write(hold)
        await held.wait()
        futures = [self.store.database.write(command, prefetch=self.prefetch.get(command, ())) for command in commands]
        free.set()
        await first
        return await asyncio.gather(*futures, return_exceptions=True)

    async def skus(self) -> list[tuple[int, str]]:
        return await self.store.read(lambda tx: tx.execute("SELECT id, sku FROM plants ORDER BY id"))

    async def sequences(self) -> list[tuple[int, int]]:
        return await self.store.read(
            lambda tx: [(event.sequence, event.plant_id) for event in events.page(tx, after=0, limit=1_000)]
        )


@asynccontextmanager
async def a_case(folder: Path, clock: StillClock) -> AsyncIterator[Case]:
    async with opened(folder, clock) as store:
        yield Case(store, clock)


async def test_ids_continue_from_command_to_command(tmp_path: Path, clock: StillClock) -> None:
    async with a_case(tmp_path, clock) as case:
        assert await case.together(case.add("A"), case.add("B", "C"), case.add("D")) == [[1], [2, 3], [4]]
        assert await case.together(case.add("E"), case.add("F")) == [[5], [6]]

        assert await case.skus() == [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E"), (6, "F")]
        assert await case.sequences() == [(number, number) for number in range(1, 7)]
        assert [event.sequence for event in case.store.changes.events] == [1, 2, 3, 4, 5, 6]


@pytest.mark.sqlite_only("it hears the statements that SQLite runs")
async def test_the_plants_of_one_commit_are_one_statement(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []

    def connect(engine: SqliteEngine) -> Connection:
        connection = Connection(engine.path, writes=True)

        def trace(_cursor: apsw.Cursor, sql: str, _values: Any) -> bool:
            statements.append(sql)
            return True

        connection.raw.exec_trace = trace
        return connection

    monkeypatch.setattr(SqliteEngine, "connect_writer", connect)

    async with a_case(tmp_path, clock) as case:
        statements.clear()
        await case.together(*(case.add(f"S{number}") for number in range(32)))

        inserts = [sql.split()[2] for sql in statements if sql.startswith("INSERT")]
        assert inserts.count("plants") == inserts.count("events") == inserts.count("plant_words") == 1
        assert len([sql for sql in statements if "sku_key IN" in sql]) == 1
        assert not [sql for sql in statements if "SAVEPOINT" in sql]


@pytest.mark.parametrize("between", [False, True], ids=["at once", "with a look between"])
async def test_a_prefetched_free_sku_is_taken_only_once(between: bool, tmp_path: Path, clock: StillClock) -> None:
    async with a_case(tmp_path, clock) as case:
        looks = [plants.count] * between
        _, *others = await case.together(case.add("A"), *looks, case.add("a"), *looks, case.add("B"))

        refused, added = others[between], others[-1]
        assert isinstance(refused, Conflict) and "has this SKU" in str(refused.detail)
        assert [sku for _, sku in await case.skus()] == ["A", "B"]
        assert len(added) == 1


async def test_a_sku_that_a_command_frees_can_be_taken_by_the_next(tmp_path: Path, clock: StillClock) -> None:
    async with a_case(tmp_path, clock) as case:
        [[plant_id]] = await case.together(case.add("A"))

        def rename(tx: Transaction) -> None:
            case.catalogue.change_plant(tx, plant_id, {"sku": "B"}, version=None)

        renamed, taken, refused = await case.together(rename, case.add("A"), case.add("B"))

        assert renamed is None
        assert len(taken) == 1
        assert isinstance(refused, Conflict)
        assert sorted(sku for _, sku in await case.skus()) == ["A", "B"]


@pytest.mark.sqlite_only("on PostgreSQL a number that was drawn for a refused plant stays unused")
async def test_of_two_commands_with_one_sku_the_second_is_refused(tmp_path: Path, clock: StillClock) -> None:
    runs: list[int] = []

    async with a_case(tmp_path, clock) as case:

        def counted(tx: Transaction) -> Any:
            runs.append(1)
            return case.add("B")(tx)

        first, second, third = await case.together(case.add("A"), case.add("a"), counted)

        assert (first, third, runs) == ([1], [2], [1])
        assert isinstance(second, Conflict) and "Plant 1" in str(second.detail)
        assert await case.sequences() == [(1, 1), (2, 2)]


@pytest.mark.sqlite_only("on PostgreSQL a number that was drawn for a refused plant stays unused")
@pytest.mark.parametrize("fault", [Conflict, RuntimeError])
async def test_a_failed_commands_pending_rows_are_dropped(
    fault: type[Exception], tmp_path: Path, clock: StillClock
) -> None:
    async with a_case(tmp_path, clock) as case:
        first, second, third = await case.together(case.add("A"), case.add("B", "C", then=fault), case.add("B"))

        assert (first, third) == ([1], [2])
        assert isinstance(second, fault)
        assert await case.skus() == [(1, "A"), (2, "B")]
        assert await case.sequences() == [(1, 1), (2, 2)]
        assert [event.sequence for event in case.store.changes.events] == [1, 2]


@pytest.mark.sqlite_only("on PostgreSQL a number that was drawn for a refused plant stays unused")
@pytest.mark.parametrize("looks", [False, True], ids=["", "after a look at the tables"])
async def test_a_command_that_fails_after_it_wrote_is_undone_alone(
    looks: bool, tmp_path: Path, clock: StillClock
) -> None:
    def write_and_fail(tx: Transaction) -> None:
        if looks:
            assert plants.count(tx) == 1
        tx.insert("facts", ("name", "value"), [("half", b"done")])
        raise StoreError

    async with a_case(tmp_path, clock) as case:
        first, second, third = await case.together(case.add("A"), write_and_fail, case.add("B"))

        assert (first, third) == ([1], [2])
        assert isinstance(second, StoreError)
        assert await case.store.read(lambda tx: tx.execute("SELECT name FROM facts WHERE name = 'half'")) == []
        assert await case.sequences() == [(1, 1), (2, 2)]
        assert [event.sequence for event in case.store.changes.events] == [1, 2]


async def test_a_refused_command_that_only_read_is_run_once(tmp_path: Path, clock: StillClock) -> None:
    seen: list[int] = []

    def look_and_refuse(tx: Transaction) -> None:
        seen.append(plants.count(tx))
        raise Conflict

    async with a_case(tmp_path, clock) as case:
        first, second, third, fourth = await case.together(
            case.add("A"), look_and_refuse, case.add("B"), look_and_refuse
        )

        assert (first, third) == ([1], [2])
        assert isinstance(second, Conflict) and isinstance(fourth, Conflict)
        assert seen == [1, 2], "it saw the pending rows before it, and no command was run again"


async def test_a_command_sees_its_own_plants_and_those_before_it_and_events_are_numbered_last(
    tmp_path: Path, clock: StillClock
) -> None:
    async with a_case(tmp_path, clock) as case:

        def add_and_look(tx: Transaction) -> tuple[int, int, int]:
            [plant_id] = case.add("B")(tx)
            case.catalogue.archive(tx, plant_id, version=None)
            return plants.count(tx), events.head(tx), plant_id

        _, (count, head, plant_id), third = await case.together(case.add("A"), add_and_look, case.add("C"))

        assert (count, head, plant_id, third) == (2, 0, 2, [3])
        statuses = await case.store.read(lambda tx: tx.execute("SELECT status FROM plants ORDER BY id"))
        assert [status for (status,) in statuses] == ["active", "archived", "active"]
        assert await case.sequences() == [(1, 1), (2, 2), (3, 3)]


async def test_a_command_can_update_pending_rows_of_earlier_commands(tmp_path: Path, clock: StillClock) -> None:
    async with a_case(tmp_path, clock) as case:

        def change(tx: Transaction) -> int:
            return tx.update("UPDATE plants SET tag = ? WHERE tag IS NULL", ("new",))

        assert await case.together(case.add("A"), case.add("B"), change) == [[1], [2], 2]


async def test_an_id_deleted_in_the_same_commit_is_not_reused(tmp_path: Path, clock: StillClock) -> None:
    async with a_case(tmp_path, clock) as case:

        def add_and_delete(tx: Transaction) -> None:
            [plant_id] = case.add("A")(tx)
            case.catalogue.delete_plant(tx, plant_id, deleted_by="tok_1", version=None)

        assert await case.together(add_and_delete, case.add("A")) == [None, [2]]
        assert await case.skus() == [(2, "A")]


@pytest.mark.sqlite_only("on PostgreSQL a number that was drawn for a refused plant stays unused")
async def test_a_constraint_violation_fails_only_its_own_command(tmp_path: Path, clock: StillClock) -> None:
    def unchecked(number: int) -> Command:
        return lambda tx: plants.insert(tx, [a_plant(number, sku="SAME", now=NOON)])

    async with a_case(tmp_path, clock) as case:
        first, second, third = await case.together(unchecked(7), unchecked(8), case.add("B"))

        assert (first, third) == (None, [8])
        assert isinstance(second, apsw.ConstraintError)
        assert await case.skus() == [(7, "SAME"), (8, "B")]


async def test_a_failed_commit_reports_no_refusal_that_was_rolled_back(tmp_path: Path, clock: StillClock) -> None:
    def fail(connection: Any, items: Sequence[Any]) -> None:
        raise RuntimeError

    async with a_case(tmp_path, clock) as case:
        found = await case.together(case.add("A"), case.add("A"), lambda tx: tx.add_pre_commit_hook(fail, None))

        assert [type(one) for one in found] == [RuntimeError, RuntimeError, RuntimeError]
        assert await case.skus() == []


LET_GO_S_MAX = 5.0


class Large:
    """Something that a command has at hand."""


@pytest.mark.parametrize("way", ["together", "apart", "read"])
async def test_a_refusal_keeps_no_reference_to_its_batch(way: str, tmp_path: Path, clock: StillClock) -> None:
    held = list[weakref.ref[Large]]()

    def refuse(tx: Transaction) -> None:
        large = Large()
        held.append(weakref.ref(large))
        if way == "apart":
            tx.insert("facts", ("name", "value"), [("half", b"done")])
        raise Conflict

    async with a_case(tmp_path, clock) as case:
        gc.collect()
        gc.disable()
        try:
            with contextlib.suppress(Conflict):
                await (case.store.read(refuse) if way == "read" else case.store.write(refuse))
            await case.store.write(lambda tx: None)  # the writer has put its last batch down
            assert held
            async with asyncio.timeout(LET_GO_S_MAX):  # a reader's thread may be a moment late to let go
                while any(one() is not None for one in held):
                    await asyncio.sleep(0.001)
        finally:
            gc.enable()


async def test_a_read_keeps_no_reference_to_what_it_memorised(tmp_path: Path, clock: StillClock) -> None:
    held = list[weakref.ref[Large]]()

    def memorise(tx: Transaction) -> None:
        large = Large()
        held.append(weakref.ref(large))
        tx.memo["a value that refers to its transaction"] = (tx, large)

    async with a_case(tmp_path, clock) as case:
        gc.collect()
        gc.disable()
        try:
            await case.store.read(memorise)
            async with asyncio.timeout(LET_GO_S_MAX):
                while held[0]() is not None:
                    await asyncio.sleep(0.001)
        finally:
            gc.enable()


@pytest.mark.parametrize("rows", [1, 2, 3, 127, 128, 129, 500])
def test_any_number_of_rows_is_inserted_once(rows: int, tx: Transaction) -> None:
    wanted: Sequence[tuple[str, bytes]] = [(f"{number:04d}", b"x") for number in range(rows)]

    tx.insert("facts", ("name", "value"), wanted)

    assert tx.execute("SELECT name, value FROM facts WHERE value = ? ORDER BY name", (b"x",)) == wanted
