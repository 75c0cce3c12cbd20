"""Two processes write plants and deliver, while clients follow the feeds of plant changes and attempts and miss
nothing.
"""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from plantstore.domain.public_ids import receiver_text
from tests.crash.caller import CUT_OFF, Answer, Caller
from tests.crash.program import Program
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.proving import Figures, Progress
from tests.running import run
from tests.starter import ROOT

LEASE_S = 15.0
RECEIVERS = 6
PEOPLE = 4  # at each process, who add plants and change the plants that they have added
IMPORTED = 0.4  # share of the plants; the others come one by one
LIST_ROWS = 500
CHANGED = 0.5  # share of the plants that come one by one
PAGE = 200
ENDED_S_MAX = 600.0
LOOK_AGAIN_S = 0.05
PLANTS = "/api/v1/plants"
IMPORTS = "/api/v1/imports"

Sent = tuple[str, int, int]
"""An attempt, by its receiver, event and number."""


class Person:
    """A client of one process, on one connection."""

    def __init__(self, program: Program, token: str = "") -> None:
        self._caller = Caller(program.port, token or program.token, answer_s_max=ENDED_S_MAX)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        try:
            answer: Answer = await self._caller.ask(method, path, body)
        except CUT_OFF:  # the server has closed an idle connection
            if method != "GET":
                raise
            answer = await self._caller.ask(method, path, body)
        assert answer.status < 300, (method, path, answer)
        return answer.body

    async def write(self, count: int, chance: random.Random, done: Callable[[int], None]) -> None:
        """Add plants one by one; change, archive, restore, replace or delete some of them."""
        mine: list[int] = []
        for number in range(count):
            sku = f"P-{chance.getrandbits(60):x}"
            plant = await self.ask("POST", PLANTS, {"name": f"Rosa {number}", "sku": sku, "price": "1.00"})
            mine.append(plant["id"])
            done(1)
            while chance.random() < CHANGED:
                await self._change(chance.choice(mine), mine, chance)

    async def _change(self, plant_id: int, mine: list[int], chance: random.Random) -> None:
        path = f"{PLANTS}/{plant_id}"
        what = chance.choices(("PATCH", "replace", "archive", "DELETE"), (6, 2, 1, 1))[0]
        if what == "PATCH":
            await self.ask("PATCH", path, {"price": f"{chance.randrange(1, 99)}.00"})
        elif what == "replace":
            await self.ask("PUT", f"{PLANTS}/by-sku/R-{chance.getrandbits(60):x}", {"name": "Rosa nova"})
        elif what == "archive":
            await self.ask("POST", f"{path}/archival")
            await self.ask("DELETE", f"{path}/archival")
        else:
            await self.ask("DELETE", path)
            mine.remove(plant_id)
            if not mine:
                mine.append((await self.ask("POST", PLANTS, {"name": "Rosa ultima"}))["id"])

    async def import_lists(self, rows: int, name: str, done: Callable[[int], None]) -> None:
        """Import each list twice: the second time it changes the plants that the first has added."""
        for first in range(0, rows, LIST_ROWS):
            for price in ("1.00", "2.00"):
                numbers = range(first, min(first + LIST_ROWS, rows))
                lines = [f"{name}-{number},Acer {number},{price}" for number in numbers]
                found = await self.ask(
                    "POST", f"{IMPORTS}?update=true", "\n".join(["sku,name,price", *lines]).encode() + b"\n"
                )
                while found["state"] == "checking":  # a busy store answers before it has checked
                    await asyncio.sleep(LOOK_AGAIN_S)
                    found = await self.ask("GET", f"{IMPORTS}/{found['id']}")
                await self.ask("POST", f"{IMPORTS}/{found['id']}/confirmation")
                while (await self.ask("GET", f"{IMPORTS}/{found['id']}"))["state"] != "done":
                    await asyncio.sleep(LOOK_AGAIN_S)
            done(len(numbers))

    async def close(self) -> None:
        await self._caller.close()


class Reader(Protocol):
    """A client that only reads."""

    async def ask(self, method: str, path: str) -> Any: ...
    async def close(self) -> None: ...


class Followers:
    """A copy of the catalogue, and the attempts seen: each request continues at the position of the previous
    response.
    """

    def __init__(self, of_plants: Reader, of_attempts: Reader) -> None:
        self._of_plants, self._of_attempts = of_plants, of_attempts
        self.plants: dict[int, dict[str, Any]] = {}
        self.seen: list[Sent] = []
        self.has_ended = False
        """Set when writing has ended: a follower that finds nothing new has then reached the end."""

    async def follow_plants(self) -> None:
        after = 0
        while True:
            was_ended = self.has_ended
            page = await self._of_plants.ask("GET", f"{PLANTS}?changed_after={after}&limit={PAGE}")
            for item in page["items"]:
                if "deleted_at" in item:
                    self.plants.pop(item["id"], None)
                else:
                    self.plants[item["id"]] = item
            if page["after"] == after:
                if was_ended:
                    return
                await asyncio.sleep(LOOK_AGAIN_S)
            after = page["after"]

    async def follow_attempts(self) -> None:
        after = "0"
        while True:
            was_ended = self.has_ended
            page = await self._of_attempts.ask("GET", f"/api/v1/attempts?after={after}&limit={PAGE}")
            self.seen += [(one["receiver"], one["sequence"], one["number"]) for one in page["items"]]
            if page["next"] is None:
                if was_ended:
                    return
                await asyncio.sleep(LOOK_AGAIN_S)
            after = page["after"]

    async def close(self) -> None:
        await self._of_plants.close()
        await self._of_attempts.close()


def prove_following(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Add `count` plants at two processes, and change many of them, while both deliver to six receivers."""
    figures: Figures = {}
    added = 0

    def done(plants: int) -> None:
        nonlocal added
        added += plants
        progress(min(added, count))

    async def prove() -> None:
        async with (
            a_database_server() as server,
            Processes(folder, server, roles=["all", "all"], lease_s=LEASE_S, token_requests_max="0") as processes,
        ):
            with a_sink() as port:
                await processes.even()
                followers = Followers(*map(Person, processes.all))
                async with some_people(processes) as people:
                    await register(people[0], port)
                    began_s = time.monotonic()
                    following = [
                        asyncio.create_task(followers.follow_plants()),
                        asyncio.create_task(followers.follow_attempts()),
                    ]
                    await write(people, count, seed, done)
                    figures["longest_s"] = round(time.monotonic() - began_s)
                    await all_sent(people[0])
                    followers.has_ended = True
                    async with asyncio.timeout(ENDED_S_MAX):
                        await asyncio.gather(*following)
                    figures.update(compare(processes, followers, await catalogue(people[0])))
                await followers.close()
                assert await processes.stop() == 0, processes.last_words()

    run(prove)
    assert figures["missed plants"] == figures["missed attempts"] == figures["attempts seen twice"] == 0, figures
    return figures


async def write(people: list[Person], count: int, seed: int, done: Callable[[int], None]) -> None:
    importers, writers = people[:2], people[2:]
    listed, single = round(count * IMPORTED / len(importers)), round(count * (1 - IMPORTED) / len(writers))
    await asyncio.gather(
        *(one.import_lists(listed, f"L{number}", done) for number, one in enumerate(importers)),
        *(one.write(single, random.Random(f"{seed} {number}"), done) for number, one in enumerate(writers)),
    )


def compare(processes: Processes, followers: Followers, catalogue: dict[int, dict[str, Any]]) -> Figures:
    copied = followers.plants
    wrong = [one for one in catalogue.keys() | copied.keys() if catalogue.get(one) != copied.get(one)]
    rows = processes.server.sql("SELECT receiver_id, sequence, number FROM attempts", database=STORE)
    sent = {(receiver_text(receiver_id), sequence, number) for receiver_id, sequence, number in rows}
    [(events,)] = processes.server.sql("SELECT count(*) FROM events", database=STORE)
    [(changed,)] = processes.server.sql("SELECT count(*) FROM plant_changes", database=STORE)
    missed = sent - set(followers.seen)
    return {
        "lost": len(wrong) + len(missed),
        "plants": events,
        "changed": changed,
        "missed plants": len(wrong),
        "attempts": len(rows),
        "missed attempts": len(missed),
        "attempts seen twice": len(followers.seen) - len(set(followers.seen)),
    }


async def catalogue(person: Person) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    path = f"{PLANTS}?limit={PAGE}"
    while path:
        page = await person.ask("GET", path)
        found |= {one["id"]: one for one in page["items"]}
        path = page["next"]
    return found


async def register(person: Person, port: int) -> None:
    for number in range(RECEIVERS):
        receiver = {"name": f"receiver {number}", "url": f"http://127.0.0.1:{port}/{number}"}
        await person.ask("POST", "/api/v1/receivers", receiver)


async def all_sent(person: Person) -> None:
    """Wait until everything is delivered, and recorded."""
    async with asyncio.timeout(ENDED_S_MAX):
        while any(one["lag"] for one in (await person.ask("GET", "/api/v1/receivers"))["items"]):
            await asyncio.sleep(LOOK_AGAIN_S)


@asynccontextmanager
async def some_people(processes: Processes) -> AsyncIterator[list[Person]]:
    """Return some clients of each process; the first of each imports lists."""
    people = [Person(program) for _ in range(1 + PEOPLE) for program in processes.all]
    try:
        yield people
    finally:
        for one in people:
            await one.close()


@contextmanager
def a_sink() -> Iterator[int]:
    """Start a fast receiver that answers 204; yield its port."""
    with subprocess.Popen([sys.executable, "-m", "bench.sink"], stdout=subprocess.PIPE, text=True, cwd=ROOT) as sink:
        try:
            assert sink.stdout is not None
            yield int(sink.stdout.readline())
        finally:
            sink.kill()
