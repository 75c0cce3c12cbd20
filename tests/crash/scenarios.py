"""Activities during which the process dies at places that load alone does not reach, each with a store of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from plantstore.storage.engine.migrate import migrations
from tests.crash.aiming import Aim, die_at
from tests.crash.failpoints import Scene
from tests.crash.filter_scene import play_filters
from tests.crash.ledger import Ledger
from tests.crash.leftover_files import read_remains
from tests.crash.listing import column
from tests.crash.outcome_check import (
    DELIVERED_S_MAX,
    LOOK_AGAIN_S,
    all_recorded,
    check_audit,
    check_duplicates,
    note_end,
)
from tests.crash.program import Program
from tests.crash.receivers import Receivers, ask, ask_at_last
from tests.crash.wrong_clock import set_wrong_by
from tests.proving import Figures
from tests.receiver import a_server
from tests.running import run
from tests.upgrade.upgrading import V_0_1_0, load

ROWS = 1_500
PLANTS, DELETED = 120, 10
LONG_AGO_S = -40.0 * 86_400  # attempts are kept for 30 days
HURRIED = {"HOUSEKEEPING_S": "0.1"}
OWED_BY_0_1_0 = {"shop": [], "printer": [2, 4, 5], "warehouse": [1, 2, 3, 4, 5]}


def play(scene: Scene, folder: Path, aim: Aim) -> Figures:
    """Play one scene, in which the process dies once, and check its end."""
    folder.mkdir()
    figures: Figures = {}

    async def prove() -> None:
        figures.update(await _SCENES[scene](folder, aim))

    run(prove)
    return figures


async def _upgrade(folder: Path, aim: Aim) -> Figures:
    """Die while a store of 0.1.0 is upgraded: it is unchanged then, and the next start does the whole upgrade."""
    async with AsyncExitStack() as stack:
        servers = {name: await stack.enter_async_context(a_server()) for name in V_0_1_0.addresses}
        text = V_0_1_0.text
        for name, server in servers.items():
            text = text.replace(f"http://{V_0_1_0.addresses[name]}", server.url)
        (folder / "data").mkdir()
        program = Program(folder, retry_scale="1000", key=V_0_1_0.facts["key"])
        load(text, program.database)
        before = read_remains(program.database, folder / "copy")
        await die_at(aim, program)
        assert read_remains(program.database, folder / "copy") == before
        assert column(folder / "copy" / "plantstore.db", "SELECT max(version) FROM schema_version") == [1]
        await program.start()
        stack.push_async_exit(program.__aexit__)
        for name, owed in OWED_BY_0_1_0.items():
            await servers[name].until(lambda one, here=owed: len(one.got) >= len(here))  # type: ignore[misc]
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        assert {name: sorted(servers[name].accepted) for name in OWED_BY_0_1_0} == OWED_BY_0_1_0
        assert column(program.database, "SELECT max(version) FROM schema_version") == [migrations()[-1][0]]
        await check_audit(program)
        delivered = sum(map(len, OWED_BY_0_1_0.values()))
        return _figures(plants=len(before.events), deliveries=delivered, lost=0, duplicates=0, allowed=0)


async def _import(folder: Path, aim: Aim) -> Figures:
    """Die while a list of plants is imported: the import resumes automatically, and every row is added once."""
    ledger = Ledger()
    content = "".join(["sku,name\n", *(f"S-{number},Rosa {number}\n" for number in range(ROWS))]).encode()
    async with Program(folder) as program, Receivers(program, ledger) as crew:
        await crew.join("good", "slow")
        uploaded = await ask(program, "POST", "/api/v1/imports?name=roses.csv", content)
        path = f"/api/v1/imports/{uploaded.body['id']}"
        await _until(program, path, state="checked")
        await program.kill()
        await note_end(program, crew, ledger)
        confirming = asyncio.create_task(ask_at_last(program, "POST", f"{path}/confirmation", None, key="confirm"))
        await die_at(aim, program)
        await note_end(program, crew, ledger)
        await program.start()
        assert (await confirming).status == 202
        done = await _until(program, path, state="done")
        assert done["added"] == ROWS
        for receiving in crew.receivers.values():
            await receiving.until(lambda one: len(set(one.accepted)) >= ROWS, within_s=DELIVERED_S_MAX)
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        remains = read_remains(program.database, folder / "copy")
        assert sorted(column(program.database, "SELECT sku FROM plants")) == sorted(f"S-{n}" for n in range(ROWS))
        assert remains.recorded == ledger.accepted.keys()
        await check_audit(program)
        check_duplicates(ledger)
        return _figures_of(ledger, plants=ROWS, owed=ROWS * len(crew.receivers))


async def _replay(folder: Path, aim: Aim) -> Figures:
    """Die during a replay: it resumes automatically, and recorded deliveries are not sent again."""
    ledger = Ledger()
    async with Program(folder) as program, Receivers(program, ledger) as crew:
        await crew.join("good")
        await _add(program, *(f"Plant {number}" for number in range(PLANTS)))
        await all_recorded(program)
        await program.kill()
        await note_end(program, crew, ledger)
        path = f"/api/v1/receivers/{crew.id_of('good')}/replays"
        wish = {"first": 1, "last": PLANTS, "only": "all"}
        asking = asyncio.create_task(ask_at_last(program, "POST", path, wish, key="again"))
        await die_at(aim, program)
        await note_end(program, crew, ledger)
        good = crew["good"]
        unrecorded = len(good.accepted) - _recorded_attempts(folder)
        await program.start()
        assert (await asking).status == 202
        replay = (await asking).body["id"]
        await _until(program, f"{path}/{replay}", state="done")
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        counts = {sequence: good.accepted.count(sequence) for sequence in range(1, PLANTS + 1)}
        # If nothing of the replay was recorded yet, all of it is sent again, so the minimum is 3 as well.
        assert min(counts.values()) >= 2 and max(counts.values()) <= 3
        duplicates = sum(counts.values()) - 2 * PLANTS
        assert duplicates <= unrecorded
        await check_audit(program)
        return _figures(
            plants=PLANTS, deliveries=2 * PLANTS, lost=0, duplicates=duplicates, allowed=max(unrecorded, duplicates)
        )


async def _retention(folder: Path, aim: Aim) -> Figures:
    """Die during retention: the next run removes the rest, and nothing is sent again."""
    ledger = Ledger()
    clock = folder / "clock"
    set_wrong_by(clock, LONG_AGO_S)
    program = Program(folder)
    program.orders = {"CLOCK": str(clock)}
    async with program, Receivers(program, ledger) as crew:
        await crew.join("good", "slow")
        for receiving in crew.receivers.values():
            receiving.timeless = True
        await _add(program, *(f"Plant {number}" for number in range(PLANTS)))
        await all_recorded(program)
        for plant_id in range(1, DELETED + 1):
            assert (await ask(program, "DELETE", f"/api/v1/plants/{plant_id}")).status < 300
        assert await program.stop() == 0
        await die_at(aim, program, orders=HURRIED)
        await crew.have_read_all()
        program.orders = HURRIED
        await program.start()
        async with asyncio.timeout(DELIVERED_S_MAX):
            while column(program.database, "SELECT count(*) FROM attempts") != [0] or (
                column(program.database, "SELECT count(*) FROM events WHERE length(body) = 0") != [DELETED]
            ):
                await asyncio.sleep(LOOK_AGAIN_S)
        await _add(program, "One more")
        for receiving in crew.receivers.values():
            await receiving.requests(PLANTS + 1)
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        assert read_remains(program.database, folder / "copy").integrity == "ok"
        await check_audit(program)
        assert list(ledger.duplicates()) == []
        return _figures_of(ledger, plants=PLANTS + 1, owed=(PLANTS + 1) * len(crew.receivers))


async def _first_start(folder: Path, aim: Aim) -> Figures:
    """Die while the first start makes the key, the database and the token: the next start makes those that are
    missing.
    """
    ledger = Ledger()
    program = Program(folder)
    await die_at(aim, program)
    key = (program.data / "key").read_bytes()
    assert not program.token_file.exists()
    async with program, Receivers(program, ledger) as crew:
        assert (program.data / "key").read_bytes() == key
        await crew.join("good")
        await _add(program, "Rosa")
        await crew["good"].requests(1)
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        await check_audit(program)
        return _figures_of(ledger, plants=1, owed=1)


_SCENES: Mapping[Scene, Callable[[Path, Aim], Coroutine[Any, Any, Figures]]] = {
    Scene.UPGRADE: _upgrade,
    Scene.IMPORT: _import,
    Scene.REPLAY: _replay,
    Scene.RETENTION: _retention,
    Scene.FIRST_START: _first_start,
    Scene.FILTERS: play_filters,
}


async def _add(program: Program, *names: str) -> None:
    add = partial(ask, program, "POST", "/api/v1/plants")
    for name in names:
        answer = await add({"name": name})
        assert answer.status == 201, answer


async def _until(program: Program, path: str, *, state: str) -> dict[str, Any]:
    async with asyncio.timeout(DELIVERED_S_MAX):
        while (answer := await ask(program, "GET", path)).body["state"] != state:
            await asyncio.sleep(LOOK_AGAIN_S)
    return dict(answer.body)


def _recorded_attempts(folder: Path) -> int:
    found = column(folder / "copy" / "plantstore.db", "SELECT count(*) FROM attempts WHERE outcome = 'accepted'")
    return int(found[0])


def _figures_of(ledger: Ledger, *, plants: int, owed: int) -> Figures:
    return _figures(
        plants=plants,
        deliveries=len(ledger.accepted),
        lost=owed - len(ledger.accepted),
        duplicates=len(list(ledger.duplicates())),
        allowed=sum(map(len, ledger.unrecorded)),
    )


def _figures(*, plants: int, deliveries: int, lost: int, duplicates: int, allowed: int) -> Figures:
    return {
        "plants": plants,
        "deliveries": deliveries,
        "lost": lost,
        "duplicates": duplicates,
        "duplicates_allowed": allowed,
    }
