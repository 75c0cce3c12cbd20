"""What the undo of an import and of a bulk edit share: reading the changed plants, and counting what becomes of them.

Plants get back the values that they had before, from their history, except in fields that were edited since.
"""

from collections.abc import Sequence

import msgspec

from plantstore.domain.plants.history import Change, is_cost
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.undo import Reverted
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_history, plants

KEPT_SHOWN_MAX = 100  # max plants named that keep later edits; all are counted
EXAMINED_MAX = 5_000  # max plants of each kind that a preview examines one by one, in at most about half a second


class KeptPlant(msgspec.Struct):
    """A changed plant with fields that keep what came after the import or the bulk edit."""

    plant: int
    name: str
    fields: list[str]


class KeptEdits(msgspec.Struct):
    """The number of changed plants that keep later edits, and the first of them.

    `public` counts those that keep other fields than costs and suppliers.
    """

    count: int = 0
    public: int = 0
    plants: list[KeptPlant] = []

    def add(self, plant: Plant, fields: Sequence[str]) -> None:
        if fields:
            self.count += 1
            self.public += not all(map(is_cost, fields))
            if len(self.plants) < KEPT_SHOWN_MAX:
                self.plants.append(KeptPlant(plant=plant.id, name=plant.fields.name, fields=list(fields)))


class Preview(msgspec.Struct):
    """What an undo would do. If `is_estimate`, it was too large to examine each plant: the others count as unedited.

    `archived` counts added plants that are archived or deleted, and restored plants that are archived again; `kept`
    counts added plants that were edited since, and stay.
    """

    archived: int = 0
    reverted: int = 0
    kept: int = 0
    kept_edits: KeptEdits = msgspec.field(default_factory=KeptEdits)
    is_estimate: bool = False

    def count(self, plant: Plant, reverted: Reverted) -> None:
        """Count what the undo does to a plant that was changed."""
        if reverted.plant is not None:
            is_archived = reverted.plant.status is not plant.status
            self.archived += is_archived
            self.reverted += not is_archived
        self.kept_edits.add(plant, reverted.kept)


to_json = msgspec.json.Encoder().encode
_read_kept_edits = msgspec.json.Decoder(KeptEdits).decode


def read_kept_edits(written: str) -> KeptEdits:
    """Return the kept edits that were stored as JSON; none for an empty text."""
    return _read_kept_edits(written) if written else KeptEdits()


def visible(found: KeptEdits, *, with_costs: bool) -> KeptEdits:
    """Return the kept edits without costs and suppliers, unless `with_costs`."""
    if with_costs:
        return found
    shown = [
        msgspec.structs.replace(one, fields=[name for name in one.fields if not is_cost(name)]) for one in found.plants
    ]
    return KeptEdits(count=found.public, public=found.public, plants=[one for one in shown if one.fields])


def changed_page(tx: Transaction, import_id: str, *, after: int, limit: int) -> list[tuple[Plant, list[Change]]]:
    """Return the next plants that an import or a bulk edit changed, each with its changes since then.

    The list is empty if there are no more. Plants that were deleted are left out.
    """
    while ids := plant_history.plants_of_import(tx, import_id, after=after, limit=limit):
        histories, read = plant_history.of_plants(tx, ids, since_import=import_id)
        stored = plants.find_many(tx, read)
        page = [(stored[plant_id], histories[plant_id]) for plant_id in read if plant_id in stored]
        if page:
            return page
        after = read[-1]
    return []
