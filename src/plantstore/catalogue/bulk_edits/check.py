"""The check of a bulk edit: which plants it selects, and what it would do to each. It changes no plant.

A step examines some hundred plants on a snapshot of the database, in the order of their ids.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from plantstore.domain.errors import Invalid
from plantstore.domain.plants.bulk_changes import BulkChanges, Refusal, apply_changes, check_changes
from plantstore.domain.plants.bulk_edit import FOUND_MAX, BulkEdit
from plantstore.domain.plants.history import BY_STORE, change_of
from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import plants
from plantstore.storage.tables.bulk_edits import PlantVersion
from plantstore.storage.tables.plant_filters import PlantFilter

STEP_PLANTS = 500  # plants examined in one step of a check
BATCH_PLANTS = 50  # plants changed in one transaction, some 20 ms: other writes and deliveries wait for it
SHOWN_MAX = 10  # max plants in the preview
NAMED_MAX = 20  # max plants named for each reason why plants cannot be changed; all are counted
_DELETED = Refusal(code="deleted", detail="The plant was deleted.")


class Selection(msgspec.Struct, frozen=True):
    """The plants to change: those with the given ids, in rising order, or those that match a filter.

    `query` has the filter as the client has written it, by parameter.
    """

    ids: list[int] | None = None
    filter: PlantFilter | None = None
    query: dict[str, str] = {}

    @property
    def needs_costs(self) -> bool:
        """True if only people who may see costs may know which plants are selected."""
        return self.filter is not None and self.filter.supplier is not None


class PreviewValue(msgspec.Struct, frozen=True):
    """A field of a previewed plant, before and after the change."""

    field: str
    before: Any
    after: Any


class PreviewPlant(msgspec.Struct, frozen=True):
    """A plant that would change."""

    plant: int
    name: str
    sku: str | None
    changes: list[PreviewValue]


class NamedPlant(msgspec.Struct, frozen=True):
    """The id and the name of a plant; the name is empty if the plant was deleted."""

    plant: int
    name: str


class RefusedPlants(msgspec.Struct):
    """The plants that cannot be changed for one reason: how many there are, and the first of them."""

    code: str
    detail: str
    count: int = 0
    plants: list[NamedPlant] = []

    def add(self, plant_id: int, name: str) -> None:
        self.count += 1
        if len(self.plants) < NAMED_MAX:
            self.plants.append(NamedPlant(plant=plant_id, name=name))


class Report(msgspec.Struct):
    """What a check has found: the first plants that would change, and those that cannot be changed, by reason."""

    preview: list[PreviewPlant] = []
    refused: list[RefusedPlants] = []

    def add_changed(self, before: Plant, after: Plant) -> None:
        if len(self.preview) < SHOWN_MAX:
            values = change_of(before, after, author=BY_STORE).values
            shown = [PreviewValue(field=name, before=old, after=new) for name, (old, new) in values.items()]
            self.preview.append(
                PreviewPlant(plant=before.id, name=before.fields.name, sku=before.fields.sku, changes=shown)
            )

    def add_refused(self, plant_id: int, name: str, why: Refusal) -> None:
        group = next((one for one in self.refused if one.code == why.code), None)
        if group is None:
            group = RefusedPlants(code=why.code, detail=why.detail)
            self.refused.append(group)
        group.add(plant_id, name)


class Step(msgspec.Struct):
    """The result of a step: the values to store, and the batches of plants to change. `is_last`: nothing is left."""

    values: dict[str, Any]
    batches: list[list[PlantVersion]]
    is_last: bool


to_json = msgspec.json.Encoder().encode
read_selection = msgspec.json.Decoder(Selection).decode
_read_report = msgspec.json.Decoder(Report).decode
_read_json = msgspec.json.Decoder(dict[str, Any]).decode


def read_changes(bulk_edit: BulkEdit) -> BulkChanges:
    """Return the changes that were stored with a bulk edit."""
    return check_changes(_read_json(bulk_edit.changes), "/changes")


def report_of(bulk_edit: BulkEdit) -> Report:
    return _read_report(bulk_edit.report) if bulk_edit.report else Report()


def check_step(tx: Transaction, bulk_edit: BulkEdit, *, currency: str) -> Step:
    """Examine the next plants of a bulk edit. Raise Invalid if the filter finds more than FOUND_MAX plants."""
    selection, changes, report = read_selection(bulk_edit.selection), read_changes(bulk_edit), report_of(bulk_edit)
    found, checked_to = _next_plants(tx, selection, after=bulk_edit.checked_to)
    if bulk_edit.selected + len(found) > FOUND_MAX:
        raise Invalid(f"More than {FOUND_MAX:,} plants match. Narrow the filter.")
    changing: list[PlantVersion] = []
    unchanged = refused = adding = 0
    for plant_id, plant in found:
        result = _DELETED if plant is None else apply_changes(plant, changes, now=tx.now, currency=currency)
        if result is None:
            unchanged += 1
        elif isinstance(result, Refusal):
            refused += 1
            report.add_refused(plant_id, "" if plant is None else plant.fields.name, result)
        else:
            assert plant is not None
            changing.append((plant.id, plant.version))
            adding += result.added_at != plant.added_at
            report.add_changed(plant, result)
    batches = list(_split(changing))
    values = {
        "report": to_json(report).decode(),
        "changing": bulk_edit.changing + len(changing),
        "unchanged": bulk_edit.unchanged + unchanged,
        "refused": bulk_edit.refused + refused,
        "adding": bulk_edit.adding + adding,
        "batches": bulk_edit.batches + len(batches),
        "checked_to": bulk_edit.checked_to if checked_to is None else checked_to,
    }
    return Step(values=values, batches=batches, is_last=checked_to is None)


def _next_plants(
    tx: Transaction, selection: Selection, *, after: int
) -> tuple[list[tuple[int, Plant | None]], int | None]:
    """Return the next selected ids beyond `after`, each with its plant, or None if the plant was deleted.

    The second result is the id after which there may be more; None at the end.
    """
    if selection.ids is not None:
        start = bisect_right(selection.ids, after)
        ids = selection.ids[start : start + STEP_PLANTS]
        stored = plants.find_many(tx, ids)
        is_end = start + STEP_PLANTS >= len(selection.ids)
        return [(number, stored.get(number)) for number in ids], None if is_end else ids[-1]
    assert selection.filter is not None
    keyset = KeysetPage(position=(after,) if after else None)
    page = plant_search.page(tx, selection.filter, sort=Sort.ID, keyset=keyset, limit=STEP_PLANTS)
    found: list[tuple[int, Plant | None]] = [(plant.id, plant) for plant in page.plants]
    if page.following is None:
        return found, None
    [last] = page.following
    assert isinstance(last, int)
    return found, last


def _split(changing: Sequence[PlantVersion]) -> Iterator[list[PlantVersion]]:
    rest = iter(changing)
    while batch := list(islice(rest, BATCH_PLANTS)):
        yield batch
