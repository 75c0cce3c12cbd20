"""Make a store as version 0.7.0 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.7.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_7_0 FOLDER`

It begins with the states of 0.5.1. It also contains a plant with all fields, changes of plants with their costs, merged
plants and plants that were marked as different, a watch list, remembered columns of an import, and an import of which
changes were undone. Taxa of the two oldest plants are not derived yet, as if an older store had just been upgraded.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from plantstore.storage.database import Transaction
from plantstore.storage.tables import duplicates, plants, search_index
from plantstore.storage.tables.search_index import SearchEntry
from tests import engines
from tests.upgrade import make_0_5_1
from tests.upgrade.make_0_4_0 import Steps, no_steps
from tests.upgrade.make_0_5_1 import ADDRESSES
from tests.upgrade.making import Ask, Making

__all__ = ["ADDRESSES", "CHANGED", "DUMP", "DUMP_ON_POSTGRESQL", "UNDERIVED", "WATCHED", "WHOLE", "make"]

DUMP = Path(__file__).with_name("0_7_0.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_7_0_postgresql.sql")
WHOLE: dict[str, Any] = {
    "name": "Hydrangea ENDLESS SUMMER 5 L",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "sku": "HYD-5",
    "price": "24.90",
    "pot_size": "5 L",
    "care": {
        "light": ["partial_shade"],
        "water": "high",
        "hardiness_rhs": "H5",
        "height_cm": 150,
        "flowering_months": [6, 7, 8],
        "toxicity_pets": "harmful",
        "pollinator_friendly": False,
    },
    "external_ids": {"gbif": "2985937", "eppo": "HYEMA"},
    "trade": {"plant_passport": {"a": "Hydrangea", "b": "GB-00001", "c": "21-7", "d": "NL"}, "cites": "II"},
    "supplier": {"name": "Bloem B.V.", "code": "7012"},
    "cost": "9.80",
}
CHANGED = {"price": "22.50", "cost": "8.75", "supplier": {"name": "Kwekerij Noord"}, "care": {"height_cm": 120}}
WATCHED = [{"name": "Impatiens glandulifera", "reason": "May not be sold."}, {"name": "Ailanthus", "reason": None}]
COLUMNS = {"sku": "Nr", "name": "What", "cost": "EK", "supplier": "From"}
WITH_COLUMNS = "Nr,What,EK,From\nHEB-1,Hebe rakaiensis,2.10,Noord\nHEB-2,Hebe pinguifolia,1.90,Noord\n"
UPDATING = "Nr,What,EK,From\nHEB-1,Hebe albicans,2.40,Zuid\nHEB-2,Hebe 'Sutherlandii',2.20,Zuid\n"
UNDERIVED = (2, 3)
"""Plants that a job derives when the store is opened."""


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
        await _whole_plants(making, ask)
        await unsent(making, ask)

    def end(tx: Transaction) -> None:
        _end(tx)
        afterwards(tx)

    return make_0_5_1.make(folder, sent=sent, unsent=steps, afterwards=end, addresses=addresses)


async def _whole_plants(making: Making, ask: Ask) -> None:
    whole = await _change_one(making, ask)
    await _merge_and_tell_apart(making, ask, whole)
    await ask("PUT", "/watch-list", {"items": WATCHED})
    await _import_costs(making, ask)


async def _change_one(making: Making, ask: Ask) -> int:
    """Create a plant with all fields, and change some of them."""
    made = await ask("POST", "/plants", WHOLE)
    await ask("PATCH", f"/plants/{made['id']}", CHANGED)
    making.facts["plant whole"] = str(made["id"])
    return int(made["id"])


async def _merge_and_tell_apart(making: Making, ask: Ask, whole: int) -> None:
    """Merge a plant that has a description, mark two as different, and leave two that may be the same."""
    same = {"name": "Endless Summer", "botanical_name": WHOLE["botanical_name"], "pot_size": "5 L"}
    made = await ask("POST", "/plants", same | {"description": "Blue or pink."})
    await ask("POST", f"/plants/{whole}/merges", {"other": made["id"], "take": ["description"]})
    making.facts["plant merged"] = str(made["id"])
    for fact, name in (("different", "Viola odorata"), ("alike", "Viola tricolor")):
        alike = {"name": name, "botanical_name": name, "pot_size": "P9", "status": "draft"}
        ids = [(await ask("POST", "/plants", alike))["id"] for _ in range(2)]
        making.facts[f"plants {fact}"] = " ".join(map(str, ids))
        if fact == "different":
            await ask("POST", "/plants/duplicates/dismissals", {"plants": ids})


async def _import_costs(making: Making, ask: Ask) -> None:
    """Import a list with chosen columns, which are remembered; change its plants with a second list, and undo that,
    except what was edited since.
    """
    importer = making.store.importer
    chosen = urlencode({"map": json.dumps(COLUMNS)})
    for name, csv, options in (("costs", WITH_COLUMNS, chosen), ("new costs", UPDATING, "update=true")):
        made = await ask("POST", f"/imports?name={name}&as_drafts=true&{options}", csv=csv)
        making.facts[f"import {name}"] = made["id"]
        await ask("POST", f"/imports/{made['id']}/confirmation")
        await importer.wait_until_idle(made["id"], within_s=10)
    edited = await ask("GET", "/plants/by-sku/HEB-2")
    await ask("PATCH", f"/plants/{edited['id']}", {"cost": "2.30"})
    await ask("POST", f"/imports/{made['id']}/undo")
    await importer.wait_until_idle(made["id"], within_s=10)


def _end(tx: Transaction) -> None:
    """Leave the oldest plants as an upgrade from 0.5.1 leaves them, and the process that was killed as one of 0.7.0."""
    found = plants.find_many(tx, UNDERIVED)
    duplicates.note_changed(tx, [duplicates.derived(plant)[0] for plant in found.values()], new=False)
    tx.update("UPDATE plants SET taxon = NULL, weak_key = NULL, weak_class = NULL WHERE id <= ?", (UNDERIVED[-1],))
    tx.insert("underived_plants", ("until",), [(UNDERIVED[-1],)])
    words = {id: search_index.words_of_plant(plant) for id, plant in found.items()}
    search_index.write(tx, [SearchEntry(id, words[id], new=False) for id in UNDERIVED])
    tx.update("UPDATE processes SET version = '0.7.0'")
    tx.run_pre_commit_hooks()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")
