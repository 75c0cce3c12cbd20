"""Commands on bulk edits, each in one transaction: create, confirm, cancel, undo, and the batches of the work.

`runner.py` repeats the batch commands until a bulk edit is done. Progress is stored with each batch, so that, after a
restart, a bulk edit resumes where it stopped.
"""

from collections.abc import Sequence

import msgspec

from plantstore.catalogue.bulk_edits.check import (
    BATCH_PLANTS,
    NamedPlant,
    Selection,
    Step,
    read_changes,
    read_selection,
    to_json,
)
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.reverting import EXAMINED_MAX, KeptEdits, Preview, changed_page, read_kept_edits
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.plants.bulk_changes import BulkChanges, Refusal, apply_changes, write_changes
from plantstore.domain.plants.bulk_edit import CHANGING, OPEN, BulkEdit, BulkEditState
from plantstore.domain.plants.history import Author, Way
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.undo import revert
from plantstore.storage.database import Transaction
from plantstore.storage.tables import bulk_edits, plant_history, plants, receivers

OPEN_MAX = 20  # max open bulk edits: each keeps a list of its plants
CONFLICTS_SHOWN_MAX = 100  # max plants named that were edited since the check; all are counted
ENDED = (BulkEditState.DONE, BulkEditState.CANCELLED, BulkEditState.FAILED)
"""States in which a bulk edit that has changed plants can be undone."""

_read_plants = msgspec.json.Decoder(list[NamedPlant]).decode


def create(
    tx: Transaction, *, bulk_edit_id: str, selection: Selection, changes: BulkChanges, asked_by: str
) -> BulkEdit:
    """Create a bulk edit in state `checking`. Raise Conflict if too many are open."""
    if bulk_edits.count_open(tx) >= OPEN_MAX:
        raise Conflict(f"{OPEN_MAX} bulk edits are already open. Confirm or cancel one of them.")
    bulk_edit = BulkEdit(
        id=bulk_edit_id,
        state=BulkEditState.CHECKING,
        selection=to_json(selection).decode(),
        changes=to_json(write_changes(changes)).decode(),
        asked_by=asked_by,
        asked_at=tx.now,
        worked_at=tx.now,
    )
    bulk_edits.insert(tx, bulk_edit)
    return bulk_edit


def find(tx: Transaction, bulk_edit_id: str) -> BulkEdit:
    """Return a bulk edit. Raise NotFound if there is none with this id."""
    bulk_edit = bulk_edits.find(tx, bulk_edit_id)
    if bulk_edit is None:
        raise NotFound("There is no bulk edit with this id.")
    return bulk_edit


def selection_of(bulk_edit: BulkEdit) -> Selection:
    return read_selection(bulk_edit.selection)


def changes_of(bulk_edit: BulkEdit) -> BulkChanges:
    return read_changes(bulk_edit)


def conflicts_of(bulk_edit: BulkEdit) -> list[NamedPlant]:
    """Return the first plants that were left as they are because they were edited or deleted since the check."""
    return _read_plants(bulk_edit.conflict_plants) if bulk_edit.conflict_plants else []


def kept_edits_of(bulk_edit: BulkEdit) -> KeptEdits:
    return read_kept_edits(bulk_edit.kept_edits)


def count_deliveries(tx: Transaction, bulk_edit: BulkEdit) -> int:
    """Return how many deliveries to the current receivers the drafts that are added will cause."""
    return bulk_edit.adding * receivers.count(tx) if bulk_edit.adding else 0


def confirm(tx: Transaction, bulk_edit_id: str) -> BulkEdit:
    """Start changing the checked plants.

    Raise Conflict if the bulk edit is not checked or would change nothing, or if another one is running.
    """
    bulk_edit = find(tx, bulk_edit_id)
    if bulk_edit.state in (BulkEditState.RUNNING, BulkEditState.DONE):
        return bulk_edit
    if bulk_edit.state is not BulkEditState.CHECKED:
        raise Conflict(f"This bulk edit is {bulk_edit.state}: only a checked bulk edit can be confirmed.")
    if not bulk_edit.changing:
        raise Conflict("This bulk edit would change no plant.")
    _check_alone(tx)
    by = {"run_by": tx.author.actor, "run_by_name": tx.author.name}
    bulk_edits.update(tx, bulk_edit.id, state=BulkEditState.RUNNING, confirmed_at=tx.now, **by)
    return find(tx, bulk_edit_id)


def cancel(tx: Transaction, bulk_edit_id: str) -> BulkEdit:
    """Cancel an open bulk edit. Plants that it has already changed stay as they are now. Otherwise change nothing."""
    bulk_edit = find(tx, bulk_edit_id)
    if bulk_edit.state in OPEN:
        bulk_edits.update(tx, bulk_edit.id, state=BulkEditState.CANCELLED, ended_at=tx.now)
    return find(tx, bulk_edit_id)


def fail(tx: Transaction, bulk_edit_id: str, error: str) -> None:
    """Mark an open bulk edit as failed, with the message `error`."""
    if find(tx, bulk_edit_id).state in OPEN:
        bulk_edits.update(tx, bulk_edit_id, state=BulkEditState.FAILED, error=error, ended_at=tx.now)


def add_checked(tx: Transaction, bulk_edit: BulkEdit, step: Step) -> bool:
    """Store the result of a step of the check. Return True if there are more steps.

    `bulk_edit` is as it was before the step: if it was cancelled, or another process has done the step, do nothing.
    """
    now = find(tx, bulk_edit.id)
    if now.state is not BulkEditState.CHECKING or now.checked_to != bulk_edit.checked_to:
        return now.state is BulkEditState.CHECKING
    bulk_edits.add_batches(tx, bulk_edit.id, bulk_edit.batches, step.batches)
    state = BulkEditState.CHECKED if step.is_last else BulkEditState.CHECKING
    bulk_edits.update(tx, bulk_edit.id, state=state, **step.values)
    return not step.is_last


def run_batch(tx: Transaction, catalogue: Catalogue, bulk_edit_id: str) -> bool:
    """Change the plants of the next batch. Return True if there may be more batches.

    A plant that was edited or deleted since the check is left as it is: percentages are of the price that was checked.
    """
    bulk_edit = find(tx, bulk_edit_id)
    if bulk_edit.state is not BulkEditState.RUNNING:
        return False
    if bulk_edit.position == bulk_edit.batches:
        bulk_edits.update(tx, bulk_edit.id, state=BulkEditState.DONE, ended_at=tx.now)
        return False
    tx.author = _author_of(bulk_edit, Way.BULK)
    changes = read_changes(bulk_edit)
    batch = bulk_edits.take_batch(tx, bulk_edit.id, bulk_edit.position)
    stored = plants.find_many(tx, [plant_id for plant_id, _ in batch])
    conflicts: list[NamedPlant] = []
    for plant_id, version in batch:
        plant = stored.get(plant_id)
        if plant is None or plant.version != version or not _change(tx, catalogue, plant, changes):
            conflicts.append(NamedPlant(plant=plant_id, name="" if plant is None else plant.fields.name))
    bulk_edits.update(
        tx,
        bulk_edit.id,
        position=bulk_edit.position + 1,
        updated=bulk_edit.updated + len(batch) - len(conflicts),
        conflicts=bulk_edit.conflicts + len(conflicts),
        conflict_plants=_with_conflicts(bulk_edit, conflicts),
    )
    return True


def preview_undo(tx: Transaction, bulk_edit_id: str) -> Preview:
    """Return what an undo would do now. Raise Conflict if the bulk edit cannot be undone."""
    bulk_edit = find(tx, bulk_edit_id)
    _check_can_undo(tx, bulk_edit)
    found = Preview()
    after = examined = 0
    while examined < EXAMINED_MAX and (page := changed_page(tx, bulk_edit.id, after=after, limit=BATCH_PLANTS)):
        after, examined = page[-1][0].id, examined + len(page)
        for plant, changes in page:
            found.count(plant, revert(plant, changes, import_id=bulk_edit.id, now=tx.now))
    if examined >= EXAMINED_MAX and plant_history.plants_of_import(tx, bulk_edit.id, after=after, limit=1):
        found.is_estimate = True
        found.reverted += max(0, bulk_edit.updated - examined)
    return found


def undo(tx: Transaction, bulk_edit_id: str) -> BulkEdit:
    """Start undoing a bulk edit. Webhooks already sent cannot be taken back.

    Raise Conflict if there is nothing to undo, or if another bulk edit is running.
    """
    bulk_edit = find(tx, bulk_edit_id)
    if bulk_edit.state in (BulkEditState.UNDOING, BulkEditState.UNDONE):
        return bulk_edit
    _check_can_undo(tx, bulk_edit)
    _check_alone(tx)
    by = {"run_by": tx.author.actor, "run_by_name": tx.author.name}
    bulk_edits.update(tx, bulk_edit.id, state=BulkEditState.UNDOING, **by)
    return find(tx, bulk_edit_id)


def undo_batch(tx: Transaction, catalogue: Catalogue, bulk_edit_id: str) -> bool:
    """Undo the changes of the next plants. Return True if there may be more plants."""
    bulk_edit = find(tx, bulk_edit_id)
    if bulk_edit.state is not BulkEditState.UNDOING:
        return False
    tx.author = _author_of(bulk_edit, Way.UNDO)
    page = changed_page(tx, bulk_edit.id, after=bulk_edit.reverted_to, limit=BATCH_PLANTS)
    if not page:
        bulk_edits.update(tx, bulk_edit.id, state=BulkEditState.UNDONE)
        return False
    found = Preview(kept_edits=kept_edits_of(bulk_edit))
    for plant, changes in page:
        reverted = revert(plant, changes, import_id=bulk_edit.id, now=tx.now)
        found.count(plant, reverted)
        if reverted.plant is not None:
            catalogue.store(tx, plant, reverted.plant)
    bulk_edits.update(
        tx,
        bulk_edit.id,
        reverted_to=page[-1][0].id,
        reverted=bulk_edit.reverted + found.reverted + found.archived,
        kept_edits=to_json(found.kept_edits).decode(),
    )
    return True


def _change(tx: Transaction, catalogue: Catalogue, plant: Plant, changes: BulkChanges) -> bool:
    """Change a plant that is as it was checked. Return False if the changes do not fit it any more."""
    changed = apply_changes(plant, changes, now=tx.now, currency=catalogue.currency)
    if changed is None or isinstance(changed, Refusal):  # the store's currency has changed, for example
        return False
    catalogue.store(tx, plant, changed)
    return True


def _with_conflicts(bulk_edit: BulkEdit, more: Sequence[NamedPlant]) -> str:
    if not more or bulk_edit.conflicts >= CONFLICTS_SHOWN_MAX:
        return bulk_edit.conflict_plants
    return to_json([*conflicts_of(bulk_edit), *more][:CONFLICTS_SHOWN_MAX]).decode()


def _author_of(bulk_edit: BulkEdit, way: Way) -> Author:
    assert bulk_edit.run_by is not None
    return Author(actor=bulk_edit.run_by, name=bulk_edit.run_by_name or "", way=way, import_id=bulk_edit.id)


def _check_alone(tx: Transaction) -> None:
    others = bulk_edits.in_states(tx, CHANGING)
    if others:
        raise Conflict(f"The bulk edit {others[0]} is running. Wait until it has ended, or cancel it.")


def _check_can_undo(tx: Transaction, bulk_edit: BulkEdit) -> None:
    if bulk_edit.state in ENDED and bulk_edit.updated:
        if plant_history.plants_of_import(tx, bulk_edit.id, after=0, limit=1):
            return
        raise Conflict("The history has no old values any more, or the plants were deleted: nothing can be undone.")
    raise Conflict(
        f"This bulk edit is {bulk_edit.state} and has changed {bulk_edit.updated:,} plants: nothing to undo."
    )
