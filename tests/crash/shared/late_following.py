"""Two processes write and deliver, and programs follow the three feeds, each at both processes in turn: one process
reads a standby that is paused, killed and late, the other one reads the primary.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from plantstore.storage.engine.late_reads import Served
from tests.crash.program import Program
from tests.crash.shared import following
from tests.crash.shared.following import ENDED_S_MAX, LEASE_S, LOOK_AGAIN_S, PAGE, Followers, Person
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.postgres.cluster import Cluster
from tests.proving import Figures, Progress
from tests.running import run

LAG_S_MAX = 1.0
DELAY = "50ms"  # how late the standby replays each commit
SCOPES = ["plants:read", "costs:read", "events:read", "deliveries:read", "operations:read"]
_SERVED = re.compile(r'^plantstore_late_reads_total\{served="(\w+)"\} (\S+)$', re.MULTILINE)


class InTurn:
    """A client that sends each request to the next process."""

    def __init__(self, programs: list[Program], token: str) -> None:
        self._people = [Person(program, token) for program in programs]

    async def ask(self, method: str, path: str) -> Any:
        person = self._people.pop(0)
        self._people.append(person)
        return await person.ask(method, path)

    async def close(self) -> None:
        for person in self._people:
            await person.close()


class EventFollower:
    """Reads the feed of events, from each response to the next."""

    def __init__(self, reader: InTurn, followers: Followers) -> None:
        self._reader = reader
        self._followers = followers
        self.sequences: list[int] = []

    async def follow(self) -> None:
        after: int | str = 0
        while True:
            was_ended = self._followers.has_ended
            page = await self._reader.ask("GET", f"/api/v1/events?after={after}&limit={PAGE}")
            self.sequences += [one["sequence"] for one in page["items"]]
            assert page["head"] >= page["after"]
            if page["next"] is None:
                if was_ended and not page["items"]:
                    return
                await asyncio.sleep(LOOK_AGAIN_S)
            after = page["after_id"] or page["after"]

    @property
    def wrong(self) -> int:
        """Return how many events were skipped, repeated or out of order."""
        before = [0, *self.sequences]
        return sum(this != last + 1 for last, this in zip(before, self.sequences, strict=False))


def prove_late_following(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Add `count` plants at two processes; one of them reads a standby, to which something happens all the time."""
    figures: Figures = {}
    added = 0

    def done(plants: int) -> None:
        nonlocal added
        added += plants
        progress(min(added, count))

    async def prove() -> None:
        async with a_database_server() as server:
            standby = await asyncio.to_thread(server.make_standby)
            _set_delay(standby)
            processes = Processes(folder, server, roles=["all"], lease_s=LEASE_S, token_requests_max="0")
            late = processes.another(standby=standby.url(STORE), standby_lag_s_max=str(LAG_S_MAX))
            processes.all.append(late)
            async with processes, troubled(standby):
                figures.update(await _follow(processes, count, seed, done))
                assert await processes.stop() == 0, processes.last_words()

    run(prove)
    wrong = ("missed plants", "missed attempts", "attempts seen twice", "wrong events")
    assert not any(figures[name] for name in wrong), figures
    return figures


async def _follow(processes: Processes, count: int, seed: int, done: Any) -> Figures:
    with following.a_sink() as port:
        await processes.even()
        async with following.some_people(processes) as people:
            token = await _make_token(people[0])
            readers = [InTurn(processes.all, token) for _ in range(3)]
            followers = Followers(*readers[:2])
            events = EventFollower(readers[2], followers)
            await following.register(people[0], port)
            tasks = [followers.follow_plants(), followers.follow_attempts(), events.follow()]
            running = [asyncio.ensure_future(task) for task in tasks]
            await following.write(people, count, seed, done)
            await following.all_sent(people[0])
            followers.has_ended = True
            async with asyncio.timeout(ENDED_S_MAX):
                await asyncio.gather(*running)
            figures = following.compare(processes, followers, await following.catalogue(people[0]))
        for reader in readers:
            await reader.close()
    served = await _served(processes.all[1], token)
    [(head,)] = processes.server.sql("SELECT count(*) FROM events", database=STORE)
    missed = abs(head - len(events.sequences))
    return figures | {"wrong events": events.wrong + missed} | {f"served {name}": n for name, n in served.items()}


@asynccontextmanager
async def troubled(standby: Cluster) -> AsyncIterator[None]:
    """Pause the standby for longer than its lag may be, cut its connections and kill it, until the block ends."""
    task = asyncio.ensure_future(_trouble(standby))
    try:
        yield
        assert not task.done(), task.result()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _trouble(standby: Cluster) -> None:
    while True:
        await asyncio.sleep(2 * LAG_S_MAX)
        await asyncio.to_thread(standby.sql, "SELECT pg_wal_replay_pause()")
        await asyncio.sleep(2 * LAG_S_MAX)
        await asyncio.to_thread(standby.sql, "SELECT pg_wal_replay_resume()")
        await asyncio.sleep(2 * LAG_S_MAX)
        for pid in standby.backends(STORE):
            standby.terminate(pid)
        await asyncio.sleep(LAG_S_MAX)
        await asyncio.shield(asyncio.to_thread(_kill_and_start, standby))


def _kill_and_start(standby: Cluster) -> None:
    standby.kill()
    standby.start()


def _set_delay(standby: Cluster) -> None:
    standby.sql(f"ALTER SYSTEM SET recovery_min_apply_delay = '{DELAY}'")
    standby.sql("SELECT pg_reload_conf()")


async def _make_token(person: Person) -> str:
    made = await person.ask("POST", "/api/v1/tokens", {"name": "reader", "scopes": SCOPES})
    return str(made["token"])


async def _served(program: Program, token: str) -> dict[str, int]:
    """Return where the process has served the reads that may be late."""
    reader, writer = await asyncio.open_connection("127.0.0.1", program.port)
    writer.write(
        f"GET /metrics HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n".encode()
    )
    text = (await reader.read()).decode()
    writer.close()
    found = {name: int(float(value)) for name, value in _SERVED.findall(text)}
    assert found.keys() == {str(one) for one in Served}, text[:500]
    return found
