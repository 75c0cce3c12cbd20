"""Make a store as version 0.2.0 leaves it in the middle of its work, and write it as SQL.

Run it with the program of 0.2.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_2_0 FOLDER`

Clock and random generator are given, and requests are sent one after another, so that the dump is the same each time.
"""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.timestamps import after
from plantstore.operations.retention import DAY_S, Retention
from tests.makers import NOON
from tests.receiver import Got
from tests.still_clock import StillClock
from tests.upgrade.making import EVERY_FIELD, REPEATED, REPEATED_KEY, Ask, Making
from tests.upgrade.making import make as make_store

DUMP = Path(__file__).with_name("0_2_0.sql")
ADDRESSES = {
    "shop": "127.0.0.1:40001",
    "printer": "127.0.0.1:40002",
    "warehouse": "127.0.0.1:40003",
    "till": "127.0.0.1:40004",
    "marketplace": "127.0.0.1:40005",
    "accounts": "127.0.0.1:40006",
    "search": "127.0.0.1:40007",
    "listener": "127.0.0.1:40008",
    "old shop": "127.0.0.1:40009",
}
OLD_DAYS = 31  # longer than the retention of attempts and deleted plants
LONG_AGO = after(NOON, seconds=-OLD_DAYS * DAY_S)
PACE = 10  # of the replay that is left half done: it sends the next event when the clock has moved


def make(folder: Path) -> str:
    return make_store(folder, _fill, addresses=ADDRESSES, clock=StillClock(LONG_AGO), concurrency_max=1)


async def _fill(making: Making) -> None:
    token = making.facts["token"] = making.store.settings.operator_token_file.read_text().strip()
    async with making.asking(token) as ask:
        await tell(making, ask)


async def nothing() -> None:
    """Do nothing, for a maker that has no steps to add."""


async def tell(making: Making, ask: Ask, *, meanwhile: Callable[[], Awaitable[None]] = nothing) -> None:
    """Create every state in which a store of this version can be left. The makers of later versions begin with it too.

    `meanwhile` adds their own steps while something is still sent and before anything has failed, so that no retry is
    waiting.
    """
    filling = _Filling(making, ask)
    await filling.old_times()
    await filling.plants()
    await filling.receivers_that_are_well()
    await meanwhile()
    await filling.receivers_with_failures()
    await filling.receivers_that_are_held()
    await filling.half_a_replay()
    await making.store.dispatcher.stop(wait_s=10)  # nothing is sent from here on: the rest is the backlog
    await filling.last_requests()


class _Filling:
    """The steps in order; `of` has the ids of receivers."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._of: dict[str, str] = {}
        self._events = 0

    async def old_times(self) -> None:
        """Event 1 belongs to a plant deleted so long ago that no trace of it is left; event 2 is as old."""
        await self._register("shop", "web shop", got=0)
        await self._add({"name": "Ulmus minor", "sku": "ULM-1"})
        await self._add(EVERY_FIELD)
        await self._ask("DELETE", "/plants/1")
        self._making.clock.move(OLD_DAYS * DAY_S)
        store = self._making.store
        chosen = store.settings
        attempts_days, activity_days = chosen.attempts_days, chosen.activity_days
        retention = Retention(store.database, store.clock, attempts_days=attempts_days, activity_days=activity_days)
        await retention.run()

    async def plants(self) -> None:
        """Add plants in every state, a change, and a response stored for a key; events 3 to 8."""
        await self._add(REPEATED, key=REPEATED_KEY)
        await self._ask("POST", "/plants", {"name": "Hosta sieboldiana", "status": "draft"})
        await self._ask("POST", "/plants", {"name": "Acer palmatum", "status": "draft"})
        await self._ask("POST", "/plants/5/addition")
        await self._heard()
        await self._add({"name": "Rosa 'Peace'"})
        await self._ask("POST", "/plants/6/archival")
        await self._ask("PATCH", "/plants/2", {"stock_quantity": 2, "tag": None})
        for name in ("Tilia cordata", "Salix alba", "Fagus sylvatica"):
            await self._add({"name": name})

    async def receivers_that_are_well(self) -> None:
        """One has a new secret and a replay of some events, one starts with new events only."""
        self._making.facts["old secret of the shop"] = self._making.servers["shop"].secret
        rotated = await self._ask("POST", f"/receivers/{self._of['shop']}/secrets")
        self._making.servers["shop"].secret = rotated["secret"]
        await self._replay("shop", first=3, last=5, only="all")
        await self._making.settle("shop", got=self._events + 3)
        await self._register("listener", "listener", got=1, start=8, ephemeral=True)
        read_only = {"name": "listener, its own", "scopes": ["deliveries:read"], "receiver": self._of["listener"]}
        await self._ask("POST", "/tokens", read_only)

    async def receivers_with_failures(self) -> None:
        """One has a retry in every state, one waits after a failure, one is down and one was removed."""
        self._refuse("printer", 3, 4, 5, 6)
        await self._register("printer", "label printer", got=7, payload="basic")
        printer_id = parse_receiver(self._of["printer"])
        assert printer_id is not None
        await self._making.exhaust(printer_id, 4)
        await self._ask("POST", f"/deliveries/5/{self._of['printer']}/cancellation")
        self._refuse("warehouse", 4)
        await self._register("warehouse", "warehouse", got=3, ordered=True)
        await self._ask("PATCH", f"/receivers/{self._of['warehouse']}", {"max_rate": 50, "deadline_s": 10})
        self._refuse("accounts", 4, 5, 6, 7, 8, status=503)
        await self._register("accounts", "accounts", got=7)
        self._refuse("old shop", 8)
        await self._register("old shop", "old shop", got=2, start=7)

    async def receivers_that_are_held(self) -> None:
        """One is paused after a failure, one responded 410."""
        self._refuse("till", 5)
        await self._register("till", "old till", got=7)
        await self._ask("POST", f"/receivers/{self._of['till']}/pause")
        self._refuse("marketplace", 3, status=410)
        await self._register("marketplace", "marketplace", got=2)

    async def half_a_replay(self) -> None:
        """Send three of seven events of a replay; one of them failed."""
        await self._register("search", "search", got=7)
        self._refuse("search", 3)
        await self._replay("search", first=1, only="all", pace=PACE)
        await self._making.settle("search", got=7 + 1)
        for done in (2, 3):
            self._making.clock.move(1 / PACE)
            await self._making.settle("search", got=7 + done)

    async def last_requests(self) -> None:
        """Make requests just before the end; events 9 and 10."""
        await self._ask("POST", "/plants", {"name": "Quercus robur"})
        await self._ask("POST", "/plants", {"name": "Betula pendula"})
        await self._ask("POST", f"/deliveries/6/{self._of['printer']}/attempts")
        await self._ask("POST", f"/deliveries/9/{self._of['till']}/cancellation")
        await self._ask("DELETE", f"/receivers/{self._of['search']}/pause?held=skip")
        await self._ask("DELETE", f"/receivers/{self._of['old shop']}")

    async def _add(self, plant: dict[str, Any], *, key: str = "") -> None:
        await self._ask("POST", "/plants", plant, key=key)
        await self._heard()

    async def _heard(self) -> None:
        """Wait until the first receiver has got one more event."""
        self._events += 1
        await self._making.settle("shop", got=self._events)

    async def _register(self, server: str, name: str, *, got: int, **options: object) -> None:
        """Register a server and wait until it has got `got` requests."""
        receiving = self._making.servers[server]
        wanted = {"url": receiving.url, "name": name, "start": "beginning", **options}
        made = await self._ask("POST", "/receivers", wanted)
        self._of[server], receiving.secret = made["id"], made["secret"]
        await self._making.settle(server, got=got)

    async def _replay(self, server: str, **fields: object) -> None:
        await self._ask("POST", f"/receivers/{self._of[server]}/replays", fields)

    def _refuse(self, server: str, *sequences: int, status: int = 500) -> None:
        def answer(got: Got) -> int:
            return status if got.sequence in sequences else 204

        self._making.servers[server].answer = answer


if __name__ == "__main__":
    DUMP.write_text(make(Path(sys.argv[1])), encoding="utf-8")
