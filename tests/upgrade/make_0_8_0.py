"""Make a store as version 0.8.0 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.8.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_8_0 FOLDER`

It begins with the states of 0.7.0. It also contains photos of plants and of events, and one that nothing uses; images
on other servers that wait, are kept, given up, or named by no plant any more; saved views; and bulk edits that are
undone, done, checked, and half done when the store is killed. Two plants have no keys for sorting yet, as if an older
store had just been upgraded.

The files of photos are in the comments too. They contain words instead of pictures, which depend on the versions of the
libraries that convert them.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from plantstore.catalogue.bulk_edits import commands as bulk_edit_commands
from plantstore.catalogue.photos import commands as photo_commands
from plantstore.catalogue.photos.conversion import Pictures
from plantstore.domain.plants.history import Author, Way
from plantstore.domain.plants.photo import KEY_BYTES, PhotoKey, PhotoSize, file_name, path_of, photo_key
from plantstore.storage.database import Transaction
from plantstore.storage.tables import bulk_edits, linked_images
from tests import engines
from tests.upgrade import make_0_7_0
from tests.upgrade.make_0_4_0 import Steps, no_steps
from tests.upgrade.make_0_7_0 import ADDRESSES
from tests.upgrade.making import STEP_S, Ask, Making

__all__ = ["ADDRESSES", "DUMP", "DUMP_ON_POSTGRESQL", "PRICES", "UNDERIVED", "VIEWS", "content", "linked", "make"]

Done = TypeVar("Done")
DUMP = Path(__file__).with_name("0_8_0.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_8_0_postgresql.sql")
UNDERIVED = make_0_7_0.UNDERIVED
PERSON = Author(actor="tok_01hzzzzzzz0000000000000000", name="Ada", way=Way.API)
LINKED = ("gone", "kept", "refused", "slow")
PRICES = {"undone": "8.00", "done": "8.80", "half done": "9.00", "checked": "5.00", "edited": "7.50"}
"""Prices of plants at the end, by what became of their bulk edit. One was edited after the check."""
VIEWS: tuple[dict[str, Any], ...] = (
    {"name": "Dear roses", "query": {"genus": "Rosa", "price_from": "20", "sort": "-price"}},
    {"name": "From Zuid", "query": {"supplier": "Zuid"}},
)
_WIDTH, _HEIGHT = 1_600, 1_200


def make(
    folder: Path,
    *,
    sent: Steps = no_steps,
    unsent: Steps = no_steps,
    afterwards: Callable[[Transaction], None] = lambda _: None,
    addresses: Mapping[str, str] = ADDRESSES,
) -> str:
    """Make the store on the engine of the tests."""

    async def steps(making: Making, ask: Ask) -> None:
        await _steps(making, ask)
        await unsent(making, ask)

    def end(tx: Transaction) -> None:
        _end(tx)
        afterwards(tx)

    return make_0_7_0.make(folder, sent=sent, unsent=steps, afterwards=end, addresses=addresses)


def linked(name: str) -> str:
    """Return the address of an image on another server."""
    return f"https://images.example/{name}.jpg"


def content(key: PhotoKey, size: PhotoSize) -> bytes:
    """Return what stands for a picture in its file."""
    return f"{size} picture of {key}".encode()


async def _steps(making: Making, ask: Ask) -> None:
    photos = _Photos(making, ask)
    await photos.of_plants()
    await photos.on_other_servers()
    for view in VIEWS:
        await ask("POST", "/plant-views", view)
    await _Bulk(making, ask).edits()


async def _write(making: Making, command: Callable[[Transaction], Done]) -> Done:
    """Run a command as if a person had asked for it, a while after the previous one."""

    def by_person(tx: Transaction) -> Done:
        tx.author = PERSON
        return command(tx)

    making.clock.move(STEP_S)
    return await making.store.database.write(by_person)


class _Photos:
    """Photos that the store keeps, and thumbnails of images on other servers."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask

    async def of_plants(self) -> None:
        """Leave photos of a plant and of its event, of the event only, of two plants, and of none."""
        plant = (await self._ask("POST", "/plants", {"name": "Paeonia lactiflora", "status": "draft"}))["id"]
        for name in ("in both", "in the event", "unused"):
            await self._add(name, plant)
        both, event = self._image("in both"), self._image("in the event")
        await self._ask("PATCH", f"/plants/{plant}", {"images": [both, event]})
        await self._ask("POST", f"/plants/{plant}/addition")
        await self._ask("PATCH", f"/plants/{plant}", {"images": [both]})
        await self._add("of two plants", plant)
        images = [self._image("of two plants")]
        other = await self._ask(
            "POST", "/plants", {"name": "Paeonia suffruticosa", "status": "draft", "images": images}
        )
        self._making.facts["plants with photos"] = f"{plant} {other['id']}"

    async def on_other_servers(self) -> None:
        """Name images on other servers, and record what fetching them has led to."""
        images = [{"url": linked(name)} for name in LINKED]
        plant = await self._ask("POST", "/plants", {"name": "Iris sibirica", "status": "draft", "images": images})
        await self._follow()
        await self._ask("PATCH", f"/plants/{plant['id']}", {"images": images[1:]})
        await self._follow()
        self._making.facts["plant with linked images"] = str(plant["id"])
        due = partial(linked_images.due_of_host, host="images.example", limit=9)
        found = {image.url: image for image in await self._making.store.database.read(due)}
        kept = found[linked("kept")]
        await self._put(kept.key, linked_images.SIZES)
        await _write(self._making, partial(linked_images.keep, image=kept))
        for name, detail, for_good in (("refused", "The server answered 301.", True), ("slow", "No answer.", False)):
            fail = partial(linked_images.fail, image=found[linked(name)], detail=detail, for_good=for_good)
            await _write(self._making, fail)

    async def _add(self, name: str, plant_id: int) -> None:
        """Add a photo as an upload does when it is converted."""
        key = self._key()
        contents = await self._put(key, tuple(PhotoSize))
        add = partial(
            photo_commands.add_photo,
            plant_id=plant_id,
            key=key,
            content_hash=sha256(name.encode()).hexdigest(),
            pictures=Pictures(width=_WIDTH, height=_HEIGHT, contents=contents),
            alt=name.capitalize(),
            version=None,
            bytes_max=self._making.store.settings.photos_bytes_max,
        )
        await _write(self._making, add)
        self._making.facts[f"photo {name}"] = key

    async def _put(self, key: PhotoKey, sizes: Sequence[PhotoSize]) -> dict[PhotoSize, bytes]:
        contents = {size: content(key, size) for size in sizes}
        for size, its_content in contents.items():
            await self._making.store.photos.files.put(file_name(key, size), its_content)
        return contents

    async def _follow(self) -> None:
        """Follow the changes of plants."""
        own_url = self._making.store.settings.public_url
        next_page = partial(linked_images.next_page, own_url=own_url, changes_max=500, plants_max=100)
        page = await self._making.store.database.read(next_page)
        assert page is not None
        keys = [self._key() for urls in page.urls.values() for _ in urls]
        await _write(self._making, partial(linked_images.follow, page=page, keys=keys))

    def _key(self) -> PhotoKey:
        return photo_key(self._making.store.random_bytes(KEY_BYTES))

    def _image(self, name: str) -> dict[str, str]:
        return {"url": path_of(PhotoKey(self._making.facts[f"photo {name}"])), "alt": name.capitalize()}


class _Bulk:
    """Bulk edits of plants of their own."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._editor = making.store.bulk_editor

    async def edits(self) -> None:
        """Leave a bulk edit that is undone except for a plant that was edited, and others that are done, checked and
        half done.
        """
        undone, plants = await self._check("undone", "10")
        await self._go(undone, "POST", "confirmation")
        await self._ask("PATCH", f"/plants/{plants[0]}", {"price": PRICES["edited"]})
        await self._go(undone, "POST", "undo")
        done, _ = await self._check("done", "10")
        await self._go(done, "POST", "confirmation")
        await self._check("checked", "20")
        await self._half()

    async def _half(self) -> None:
        """Change the plants of the first of three batches, and edit one of the second, as if the store were killed
        then.
        """
        half_done, plants = await self._check("half done", "-10", count=3)
        await _write(self._making, partial(_split, bulk_edit_id=half_done))
        await self._editor.stop()
        await self._ask("POST", f"/bulk-edits/{half_done}/confirmation")
        run_batch = partial(
            bulk_edit_commands.run_batch, catalogue=self._making.store.catalogue, bulk_edit_id=half_done
        )
        assert await _write(self._making, run_batch)
        await self._ask("PATCH", f"/plants/{plants[1]}", {"price": PRICES["edited"]})

    async def _check(self, name: str, percent: str, *, count: int = 2) -> tuple[str, list[int]]:
        """Add plants and check a bulk edit of their prices; return its id and theirs."""
        price = {"undone": "8.00", "done": "8.00", "half done": "10.00", "checked": "5.00"}[name]
        named = [{"name": f"Salvia {name} {number}", "price": price, "status": "draft"} for number in range(count)]
        ids = [(await self._ask("POST", "/plants", plant))["id"] for plant in named]
        changes = {"price": {"percent": percent}}
        made = await self._ask("POST", "/bulk-edits", {"ids": ids, "changes": changes})
        assert made["state"] == "checked"
        self._making.facts[f"bulk edit {name}"] = made["id"]
        self._making.facts[f"plants {name}"] = " ".join(map(str, ids))
        return str(made["id"]), ids

    async def _go(self, bulk_edit_id: str, method: str, action: str) -> None:
        await self._ask(method, f"/bulk-edits/{bulk_edit_id}/{action}")
        await self._editor.wait_until_idle(bulk_edit_id, within_s=10)


def _split(tx: Transaction, bulk_edit_id: str) -> None:
    """Divide the only batch of a bulk edit into batches of one plant, as if there were hundreds of plants."""
    batch = bulk_edits.take_batch(tx, bulk_edit_id, 0)
    bulk_edits.add_batches(tx, bulk_edit_id, 0, [[plant] for plant in batch])
    bulk_edits.update(tx, bulk_edit_id, batches=len(batch))


def _end(tx: Transaction) -> None:
    """Leave the oldest plants as an upgrade from 0.7.0 leaves them, and the process that was killed as one of 0.8.0."""
    tx.update("UPDATE plants SET name_key = NULL, price_order = NULL WHERE id <= ?", (UNDERIVED[-1],))
    tx.update("UPDATE processes SET version = '0.8.0'")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")
