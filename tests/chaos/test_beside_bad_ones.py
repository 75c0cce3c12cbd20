"""A healthy receiver gets everything while others are stuck, and the backlog of the stuck ones is kept."""

import asyncio
from pathlib import Path

from plantstore.app.store import Store, open_store
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import attempts, receivers
from tests.chaos.harness import Hostile
from tests.chaos.hostile import BEHAVIOURS
from tests.receiver import a_server
from tests.running import add, register, settings

STUCK = ("never answers", "headers stall", "handshake stalls", "connection swallowed", "never reads")
SEEN_STUCK = STUCK[:3]  # the last two hold their connections in the operating system, so they cannot count them
FAILING = (
    "answers 500",
    "1 GiB after 500",
    "gzip bomb",
    "headers without end",
    "connection refused",
    "resets immediately",
)
MENDED = ("never answers", "headers stall", "answers 500", "1 GiB after 500", "gzip bomb", "headers without end")
PLANTS, ROUNDS = 5, 10
OWED = PLANTS * ROUNDS
LATER = {
    "deadline_s": 30,  # so that stuck requests stay stuck during the test
    "connect_s_max": 30,
    "stop_s_max": 1,  # stuck requests do not end on their own
    "retry_scale": 5,
}
WITHIN_S = 60.0
LOOK_AGAIN_S = 0.02


async def test_a_healthy_receiver_gets_everything_while_bad_ones_are_stuck(hostile: Hostile, tmp_path: Path) -> None:
    hostile.ask("begin")

    async with a_server() as healthy, open_store(settings(tmp_path, **LATER)) as store:
        bad = {name: await register_hostile(store, hostile, name) for name in (*STUCK, *FAILING)}
        good = await register(store, healthy)
        await add(store, "first")
        await all_stuck(hostile)

        for _ in range(ROUNDS):
            before = len(healthy.got)
            await add(store, *("more",) * PLANTS)
            await healthy.requests(before + PLANTS)

        await healthy.requests(1 + OWED)
        assert sorted(healthy.accepted) == list(range(1, OWED + 2))
        assert await settled(store, good)
        for name in SEEN_STUCK:
            seen = await hostile.asked("tell", name)
            assert (seen.connections, seen.open) == (1, 1), name
        for name, receiver in bad.items():
            assert await owed(store, receiver) == OWED + 1, name
        for name in STUCK:
            assert await tries(store, bad[name]) == 0, name
        failing = await hostile.asked("tell", "answers 500")
        assert 0 < failing.requests <= OWED // 2, "a failing receiver gets fewer requests"

    for name in MENDED:
        await hostile.asked("mend", name)
    async with open_store(settings(tmp_path, **LATER)) as store:
        for name in MENDED:
            assert await settled(store, bad[name]), name
            assert (await hostile.asked("tell", name)).taken == OWED + 1, name
        for name in ("connection refused", "connection swallowed"):
            assert await owed(store, bad[name]) == OWED + 1, name


async def register_hostile(store: Store, hostile: Hostile, name: str) -> Receiver:
    scheme = "https" if BEHAVIOURS[name].tls else "http"
    url = await store.receivers.check_url(f"{scheme}://127.0.0.1:{hostile.ports[name]}/plant/webhook")
    made = await store.database.write(lambda tx: store.receivers.register(tx, url=url, name=name))
    return made.receiver


async def all_stuck(hostile: Hostile) -> None:
    async with asyncio.timeout(WITHIN_S):
        for name in SEEN_STUCK:
            while not (await hostile.asked("tell", name)).open:
                await asyncio.sleep(LOOK_AGAIN_S)


async def owed(store: Store, receiver: Receiver) -> int:
    def read(tx: Transaction) -> int:
        found = receivers.find(tx, receiver.id)
        assert found is not None
        return lag(tx, found)

    return await store.database.read(read)


async def settled(store: Store, receiver: Receiver) -> bool:
    """Wait until the receiver's backlog is empty."""
    async with asyncio.timeout(WITHIN_S):
        while await owed(store, receiver):
            await asyncio.sleep(LOOK_AGAIN_S)
    return True


async def tries(store: Store, receiver: Receiver) -> int:
    """Return how many attempts are recorded, with any outcome."""

    def read(tx: Transaction) -> int:
        found = [attempts.newest_of_delivery(tx, receiver.id, one, event_id="", limit=9) for one in range(1, OWED + 2)]
        return sum(map(len, found))

    return await store.database.read(read)
