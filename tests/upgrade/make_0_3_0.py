"""Make a store as version 0.3.0 leaves it in the middle of its imports, and write it as SQL.

Run it with the program of 0.3.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_3_0 FOLDER`

It begins with the states of 0.2.0 and ends with imports in every state; the first lines of the dump contain the files
in DATA/imports. The dump is the same each time.
"""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from plantstore.catalogue.imports import checked_rows_file, commands
from plantstore.catalogue.imports.check import SLICE_ROWS, Options
from plantstore.storage.database import Transaction
from tests.still_clock import StillClock
from tests.upgrade import make_0_2_0
from tests.upgrade.make_0_2_0 import ADDRESSES, LONG_AGO, nothing
from tests.upgrade.making import STEP_S, Ask, Making
from tests.upgrade.making import make as make_store

__all__ = ["ADDRESSES", "DUMP", "LONG_AGO", "make", "tell"]

DUMP = Path(__file__).with_name("0_3_0.sql")
WITH_BAD_ROWS = (
    "sku,name,price,status\nPIN-1,Pinus mugo,12.50,active\nPIN-2,Pinus cembra,POA,\nPIN-3,Pinus nigra,,draft\n"
)
BY_MISTAKE = "sku,name\nCED-1,Cedrus atlantica\nCED-2,Cedrus deodara\n"
NOT_WANTED = "sku,name\nLAR-1,Larix decidua\n"
WRONG = "sku,name\nTHU-1,Thuja plicata\n"
WAITING = "sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n"
WAITING_KEY = "autumn list, first try"
# Each slice of a file is a batch of its own, even with few plants: blank lines separate the first row from the rest.
BLANK_LINES = "\n" * (SLICE_ROWS - 1)
LEFT = "TAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
HALF_ADDED = f"sku,name\nJUN-1,Juniperus communis\n{BLANK_LINES}{LEFT}"
HALF_CHECKED = "sku,name\nGIN-1,Ginkgo biloba\n"


def make(folder: Path) -> str:
    return make_store(folder, _fill, addresses=ADDRESSES, clock=StillClock(LONG_AGO), concurrency_max=1)


async def _fill(making: Making) -> None:
    token = making.facts["token"] = making.store.settings.operator_token_file.read_text().strip()
    async with making.asking(token) as ask:
        await tell(making, ask)


async def tell(
    making: Making,
    ask: Ask,
    *,
    meanwhile: Callable[[], Awaitable[None]] = nothing,
    unsent: Callable[[], Awaitable[None]] = nothing,
) -> None:
    """Create every state in which a store of this version can be left. The makers of later versions begin with
    it too.

    `unsent` adds their own steps while nothing is sent any more, and imports still run.
    """
    await make_0_2_0.tell(making, ask, meanwhile=meanwhile)
    filling = _Filling(making, ask)
    await filling.plants_by_sku()
    await filling.lists_that_have_ended()
    await unsent()
    await filling.lists_in_the_midst()


class _Filling:
    """Import commands after sending has stopped: events 11 to 14 are queued for every receiver."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._importer = making.store.importer

    async def plants_by_sku(self) -> None:
        """Create a plant by its SKU and replace it."""
        await self._ask("PUT", "/plants/by-sku/ACE-7", {"name": "Acer campestre", "price": "30.00"})
        await self._ask("PUT", "/plants/by-sku/ACE-7", {"name": "Acer campestre 'Elsrijk'"}, if_match='"1"')

    async def lists_that_have_ended(self) -> None:
        """Leave one import with bad rows skipped, one cancelled, and one undone except for a plant that was edited."""
        done = await self._upload("with bad rows", WITH_BAD_ROWS)
        await self._confirm(done, "?skip_bad=true")
        cancelled = await self._upload("not wanted", NOT_WANTED)
        await self._ask("DELETE", f"/imports/{cancelled}")
        await self._stands_still(cancelled)
        undone = await self._upload("by mistake", BY_MISTAKE, "&as_drafts=true")
        await self._confirm(undone)
        edited = await self._ask("GET", "/plants/by-sku/CED-2")
        await self._ask("PATCH", f"/plants/{edited['id']}", {"tag": "conifer"})
        await self._ask("POST", f"/imports/{undone}/undo")
        await self._stands_still(undone)

    async def lists_in_the_midst(self) -> None:
        """Leave one import unconfirmed, one unchecked, one half added, and one to be undone, when the store is
        killed.
        """
        await self._upload("waiting", WAITING, "&update=true", key=WAITING_KEY)
        wrong = await self._upload("wrong", WRONG, "&as_drafts=true")
        await self._confirm(wrong)
        half_added = await self._upload("half added", HALF_ADDED, "&update=true")
        asked_by = (await self._ask("GET", f"/imports/{half_added}"))["asked_by"]
        await self._receive("half checked", HALF_CHECKED, asked_by=asked_by)
        await self._importer.stop()
        await self._ask("POST", f"/imports/{wrong}/undo")
        await self._ask("POST", f"/imports/{half_added}/confirmation")
        await self._add_first_batch(half_added)
        await self._ask("PUT", "/plants/by-sku/TAX-2", {"name": "Taxus cuspidata"})

    async def _upload(self, name: str, csv: str, options: str = "", *, key: str = "") -> str:
        """Upload a list, which is checked by the time of the response, and return its id."""
        made = await self._ask("POST", f"/imports?name={name}{options}", csv=csv, key=key)
        self._making.facts[f"import {name}"] = made["id"]
        return str(made["id"])

    async def _confirm(self, import_id: str, options: str = "") -> None:
        await self._ask("POST", f"/imports/{import_id}/confirmation{options}")
        await self._stands_still(import_id)

    async def _stands_still(self, import_id: str) -> None:
        await self._importer.wait_until_idle(import_id, within_s=10)

    async def _receive(self, name: str, csv: str, *, asked_by: str) -> None:
        """Store an uploaded list without checking it, as if the store were killed then."""

        async def parts() -> AsyncIterator[bytes]:
            yield csv.encode()

        self._making.clock.move(STEP_S)
        import_id, upload = await self._importer.receive(parts())

        def ask(tx: Transaction) -> None:
            commands.create(
                tx,
                import_id=import_id,
                name=name,
                options=Options(),
                content_hash=upload.content_hash,
                size_bytes=upload.size_bytes,
                asked_by=asked_by,
            )
            self._importer.folder.commit_upload(upload, import_id)

        await self._making.store.database.write(ask)
        self._making.facts[f"import {name}"] = import_id

    async def _add_first_batch(self, import_id: str) -> None:
        """Do what the import runner does before a kill: the first batch is committed, and the second is not."""
        store = self._making.store
        rows, following = checked_rows_file.read(self._importer.folder.files_of(import_id).checked, 0)
        add = partial(commands.add_batch, catalogue=store.catalogue, import_id=import_id)
        assert await store.database.write(lambda tx: add(tx, rows=rows, position=0, following=following))


if __name__ == "__main__":
    DUMP.write_text(make(Path(sys.argv[1])), encoding="utf-8")
