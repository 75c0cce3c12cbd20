"""The undo of an import: its preview, its start, and its batches, each in one transaction.

First the added plants are archived, or deleted if they are drafts, except those that were edited since. Then the
changed plants get back the values that they had before the import, from their history, except in fields that were
edited since. Progress is stored with each batch: after a restart, an undo resumes where it stopped.
"""

from collections.abc import Sequence
from dataclasses import replace

from plantstore.catalogue.changes import store_change, without_missing_photos
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.commands import author_of, find, report_of
from plantstore.catalogue.imports.report import COST_COLUMN_NAMES
from plantstore.catalogue.reverting import (
    EXAMINED_MAX,
    KeptEdits,
    Preview,
    changed_page,
    read_kept_edits,
    to_json,
)
from plantstore.domain.errors import Conflict, Forbidden
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.history import Change, Way
from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.plants.undo import revert, was_edited
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports, plant_history, plants
from plantstore.storage.tables.plant_filters import PlantFilter

BATCH_PLANTS = 500
DONE = (ImportState.DONE, ImportState.CANCELLED)


def kept_edits_of(plant_import: PlantImport) -> KeptEdits:
    return read_kept_edits(plant_import.kept_edits)


def preview(tx: Transaction, import_id: str) -> Preview:
    """Return what an undo would do now. Raise Conflict if the import cannot be undone."""
    plant_import = find(tx, import_id)
    _check_can_undo(tx, plant_import)
    found = Preview()
    total, untouched = imports.count_added(tx, import_id)
    touched = imports.changed_since_added(tx, import_id, limit=EXAMINED_MAX)
    edited = 0
    for start in range(0, len(touched), BATCH_PLANTS):
        edited += _count_edited(tx, import_id, touched[start : start + BATCH_PLANTS])
    found.is_estimate = total - untouched > len(touched)
    found.archived, found.kept = total - edited, edited
    after = examined = 0
    while examined < EXAMINED_MAX and (page := changed_page(tx, import_id, after=after, limit=BATCH_PLANTS)):
        after, examined = page[-1][0].id, examined + len(page)
        for plant, changes in page:
            found.count(plant, revert(plant, changes, import_id=import_id, now=tx.now))
    if examined >= EXAMINED_MAX and plant_history.plants_of_import(tx, import_id, after=after, limit=1):
        found.is_estimate = True
        found.reverted += max(0, plant_import.updated - examined)
    return found


def undo(tx: Transaction, import_id: str, *, with_costs: bool = True) -> PlantImport:
    """Start undoing an import. Webhooks already sent cannot be taken back.

    Raise Conflict if there is nothing to undo, and Forbidden if the import has changed costs or suppliers and the
    token, for which `with_costs` is False, may not.
    """
    plant_import = find(tx, import_id)
    if plant_import.state in (ImportState.UNDOING, ImportState.UNDONE):
        return plant_import
    _check_can_undo(tx, plant_import)
    if not with_costs and plant_import.updated and _maps_costs(plant_import):
        raise Forbidden("This import changed costs or suppliers: only a token with the scope costs:read may undo it.")
    by = {"run_by": tx.author.actor, "run_by_name": tx.author.name}
    imports.update(tx, plant_import.id, state=ImportState.UNDOING, **by)
    return find(tx, import_id)


def undo_batch(tx: Transaction, catalogue: Catalogue, import_id: str) -> bool:
    """Undo the next plants of an import. Return True if there may be more plants."""
    plant_import = find(tx, import_id)
    if plant_import.state is not ImportState.UNDOING:
        return False
    tx.author = author_of(plant_import, Way.UNDO)
    ranges = imports.ranges_after(tx, plant_import.id, plant_import.undone_to, limit=1)
    if ranges:
        _undo_added(tx, catalogue, plant_import, *ranges[0])
        return True
    page = changed_page(tx, plant_import.id, after=plant_import.reverted_to, limit=BATCH_PLANTS)
    if not page:
        imports.update(tx, plant_import.id, state=ImportState.UNDONE)
        return False
    _undo_changed(tx, plant_import, page)
    return True


def _check_can_undo(tx: Transaction, plant_import: PlantImport) -> None:
    """Raise Conflict if the import has not ended, has been undone, or has changed nothing that can be undone."""
    has_changed = plant_import.updated and plant_history.plants_of_import(tx, plant_import.id, after=0, limit=1)
    if plant_import.state in DONE and (plant_import.added or has_changed):
        return
    if plant_import.state in DONE and plant_import.updated:
        raise Conflict(
            "The history has no old values of the plants that this import updated: it was made before version 0.7.0, "
            "or the plants were deleted."
        )
    raise Conflict(f"This import is {plant_import.state} and has added {plant_import.added:,} plants: nothing to undo.")


def _maps_costs(plant_import: PlantImport) -> bool:
    return any(not COST_COLUMN_NAMES.isdisjoint(column.fields) for column in report_of(plant_import).columns)


def _undo_added(tx: Transaction, catalogue: Catalogue, plant_import: PlantImport, first: int, last: int) -> None:
    """Archive or delete the next added plants, from the range of ids `first` to `last`."""
    after = max(plant_import.undone_to, first - 1)
    page = plants.page(tx, PlantFilter(), after=after, limit=BATCH_PLANTS)
    in_range = [plant for plant in page if plant.id <= last]
    changed = [plant.id for plant in in_range if plant.version > 1]
    histories, read = plant_history.of_plants(tx, changed)
    if len(read) < len(changed):  # continue in the next batch with the first plant whose changes were not read
        in_range = [plant for plant in in_range if plant.id < changed[len(read)]]
        last = in_range[-1].id if in_range else after
    kept = 0
    for plant in in_range:
        if plant.version > 1 and not _is_unedited(plant, histories[plant.id], plant_import.id):
            kept += 1
        elif plant.status is Status.ACTIVE:
            store_change(tx, plant, rules.archived(plant, now=tx.now))
        else:
            catalogue.delete_plant(tx, plant.id, deleted_by=tx.author.actor, version=plant.version)
    imports.update(
        tx,
        plant_import.id,
        undone_to=in_range[-1].id if len(in_range) == BATCH_PLANTS else last,
        archived=plant_import.archived + len(in_range) - kept,
        kept=plant_import.kept + kept,
    )


def _undo_changed(tx: Transaction, plant_import: PlantImport, page: Sequence[tuple[Plant, list[Change]]]) -> None:
    found = Preview(kept_edits=kept_edits_of(plant_import))
    for plant, changes in page:
        reverted = revert(plant, changes, import_id=plant_import.id, now=tx.now)
        found.count(plant, reverted)
        if reverted.plant is not None:
            fields = without_missing_photos(tx, reverted.plant.fields)
            store_change(tx, plant, replace(reverted.plant, fields=fields))
    imports.update(
        tx,
        plant_import.id,
        reverted_to=page[-1][0].id,
        archived=plant_import.archived + found.archived,
        reverted=plant_import.reverted + found.reverted,
        kept_edits=to_json(found.kept_edits).decode(),
    )


def _count_edited(tx: Transaction, import_id: str, plant_ids: Sequence[int]) -> int:
    edited = 0
    while plant_ids:
        histories, read = plant_history.of_plants(tx, plant_ids)
        stored = plants.find_many(tx, read)
        edited += sum(not _is_unedited(plant, histories[plant.id], import_id) for plant in stored.values())
        plant_ids = plant_ids[len(read) :]
    return edited


def _is_unedited(plant: Plant, changes: Sequence[Change], import_id: str) -> bool:
    return plant.status is not Status.ARCHIVED and not was_edited(changes, import_id=import_id)
