"""Verbs on imports, each in one transaction: ask for one, confirm, cancel, undo, and the steps between.

The steps are called again and again by `running.py`, and after a restart from where they stood.
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.check import CatalogueMatches, Options, find_matches
from plantstore.catalogue.imports.checked_rows_file import Checked
from plantstore.catalogue.imports.report import Report
from plantstore.catalogue.imports.rows import apply_row
from plantstore.domain import plant as rules
from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.plant import Plant, PlantFields, Status, gtin_key, sku_key
from plantstore.domain.plant_import import OPEN, ImportState, PlantImport
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports, plants, receivers

OPEN_MAX = 20  # each holds its files; a shop has one or two at a time
UNDONE_AT_ONCE = 500
DONE = (ImportState.DONE, ImportState.CANCELLED)

to_json = msgspec.json.Encoder().encode
read_options = partial(msgspec.json.decode, type=Options)
read_report = partial(msgspec.json.decode, type=Report)


def create(
    tx: Transaction, *, import_id: str, name: str, options: Options, content_hash: str, size_bytes: int, asked_by: str
) -> PlantImport:
    """Note that a file has come in. It is checked, and nothing of it is in the catalogue before it is confirmed."""
    if imports.count_open(tx) >= OPEN_MAX:
        raise Conflict(f"{OPEN_MAX} imports are open already: confirm or cancel one.")
    one = PlantImport(
        id=import_id,
        state=ImportState.CHECKING,
        name=name,
        options=to_json(options).decode(),
        content_hash=content_hash,
        size_bytes=size_bytes,
        asked_by=asked_by,
        asked_at=tx.now,
    )
    imports.insert(tx, one)
    return one


def find(tx: Transaction, import_id: str) -> PlantImport:
    """Give an import, or NotFound."""
    one = imports.find(tx, import_id)
    if one is None:
        raise NotFound("There is no such import.")
    return one


def confirm(tx: Transaction, import_id: str, *, skip_bad: bool | None) -> PlantImport:
    """Let what was previewed be added. Bad rows are left out only if that was said, now or at the upload."""
    one = find(tx, import_id)
    if one.state in (ImportState.RUNNING, ImportState.DONE):
        return one
    if one.state is not ImportState.CHECKED:
        raise Conflict(f"This import is {one.state}: only one that was checked can be confirmed.")
    report = read_report(one.report) if one.report else Report()
    if report.currency_question:
        choices = " or ".join(f"currency={code}" for code in report.currency_choices)
        raise Conflict(f"{report.currency_question} Check the import again with {choices}.")
    leaves_out = read_options(one.options).skip_bad if skip_bad is None else skip_bad
    if one.bad and not leaves_out:
        raise Conflict(f"{one.bad:,} rows are bad. Confirm with skip_bad=true to leave them out, or correct the file.")
    imports.update(tx, one.id, state=ImportState.RUNNING, confirmed_at=tx.now)
    return find(tx, import_id)


def recheck(tx: Transaction, import_id: str, options: Options) -> PlantImport:
    """Have the file read again with other options, while nothing of it is in the catalogue."""
    one = find(tx, import_id)
    if one.state is not ImportState.CHECKED:
        raise Conflict(f"This import is {one.state}: only one that waits to be confirmed is read again.")
    imports.update(tx, one.id, state=ImportState.CHECKING, options=to_json(options).decode())
    return find(tx, import_id)


def cancel(tx: Transaction, import_id: str) -> PlantImport:
    """End an import where it stands; what was added stays. One that has ended stays as it is."""
    one = find(tx, import_id)
    if one.state in OPEN:
        imports.update(tx, one.id, state=ImportState.CANCELLED, ended_at=tx.now)
    return find(tx, import_id)


def undo(tx: Transaction, import_id: str) -> PlantImport:
    """Have the plants of an import taken out of the store again. What receivers were told stays told."""
    one = find(tx, import_id)
    if one.state in (ImportState.UNDOING, ImportState.UNDONE):
        return one
    if one.state not in DONE or not one.added:
        raise Conflict(f"This import is {one.state} and has added {one.added:,} plants: there is nothing to undo.")
    imports.update(tx, one.id, state=ImportState.UNDOING)
    return find(tx, import_id)


def count_deliveries(tx: Transaction, one: PlantImport) -> int:
    """How many deliveries the import causes, to the receivers that there are now."""
    return one.new_active * receivers.count(tx)


def check_finished(tx: Transaction, import_id: str, report: Report) -> None:
    """Keep what the check has found, unless the import was cancelled meanwhile."""
    one = find(tx, import_id)
    if one.state is not ImportState.CHECKING:
        return
    report.earlier = imports.previous_with_same_content(tx, one)
    counts = {
        name: getattr(report, name) for name in ("new", "new_active", "changed", "present", "alike", "bad", "ignored")
    }
    imports.update(tx, one.id, state=ImportState.CHECKED, report=to_json(report).decode(), **counts)


def fail(tx: Transaction, import_id: str, error: str) -> None:
    """End an import whose file is of no use."""
    if find(tx, import_id).state in OPEN:
        imports.update(tx, import_id, state=ImportState.FAILED, error=error, ended_at=tx.now)


def add_batch(
    tx: Transaction, catalogue: Catalogue, import_id: str, rows: Sequence[Checked], *, position: int, following: int
) -> bool:
    """Add the checked rows that begin at `position`, and say in the same transaction that they are dealt with.

    Gives whether there is more to do. A row that is new, and whose SKU, GTIN or name has come into the
    catalogue meanwhile, is skipped.
    """
    one = find(tx, import_id)
    if one.state is not ImportState.RUNNING or one.position != position:
        return False
    if not rows:
        imports.update(tx, one.id, state=ImportState.DONE, ended_at=tx.now)
        return False
    options = read_options(one.options)
    known = find_matches(tx, [fields for _, _, fields, _ in rows], whole=options.update or options.restore)
    new = [
        (fields, Status.DRAFT if draft else Status.ACTIVE)
        for _, draft, fields, names in rows
        if names is None and not _is_known(fields, known, add_alike=options.add_alike)
    ]
    updated = sum(_update(tx, fields, names, known, options) for _, _, fields, names in rows if names is not None)
    if new:
        stored = catalogue.add_checked(tx, new)
        imports.add_plants(tx, one.id, [each.plant.id for each in stored])
    imports.update(
        tx,
        one.id,
        position=following,
        added=one.added + len(new),
        updated=one.updated + updated,
        skipped=one.skipped + len(rows) - len(new) - updated,
    )
    return True


def undo_batch(tx: Transaction, catalogue: Catalogue, import_id: str, *, undone_by: str) -> bool:
    """Archive the next plants of an import, and delete its drafts; those that were edited since are kept.

    Gives whether there is more to do.
    """
    one = find(tx, import_id)
    if one.state is not ImportState.UNDOING:
        return False
    ranges = imports.ranges_after(tx, one.id, one.undone_to, limit=1)
    if not ranges:
        imports.update(tx, one.id, state=ImportState.UNDONE)
        return False
    first, last = ranges[0]
    after = max(one.undone_to, first - 1)
    page = plants.page(tx, plants.PlantFilter(), after=after, limit=UNDONE_AT_ONCE)
    here = [plant for plant in page if plant.id <= last]
    archived = sum(_take_back(tx, catalogue, plant, undone_by=undone_by) for plant in here)
    imports.update(
        tx,
        one.id,
        undone_to=here[-1].id if len(here) == UNDONE_AT_ONCE else last,
        archived=one.archived + archived,
        kept=one.kept + len(here) - archived,
    )
    return True


def _is_known(fields: PlantFields, known: CatalogueMatches, *, add_alike: bool) -> bool:
    if fields.sku or fields.gtin:
        by_sku = bool(fields.sku) and sku_key(fields.sku or "") in known.by_sku
        return by_sku or (bool(fields.gtin) and gtin_key(fields.gtin or "") in known.by_gtin)
    return not add_alike and (fields.name, fields.botanical_name) in known.by_name


def _update(
    tx: Transaction, fields: PlantFields, names: Sequence[str], known: CatalogueMatches, options: Options
) -> bool:
    """Write what a row changes of its plant, unless that is another, gone, or so already. No event follows."""
    ids = known.ids_of(fields) or known.archived_by_name_of(fields)
    plant = known.plants.get(min(ids)) if len(ids) == 1 else None
    if plant is None:
        return False
    try:
        changed = apply_row(plant, fields, names, restore=options.restore, now=tx.now)
    except Invalid:  # somebody has changed the plant since the check: its other fields do not go with these
        return False
    if changed is None:
        return False
    plants.update(tx, changed)
    known.plants[changed.id] = changed  # a later row may mean it too by now
    return True


def _take_back(tx: Transaction, catalogue: Catalogue, plant: Plant, *, undone_by: str) -> bool:
    if plant.version != 1:
        return False
    if plant.status is Status.ACTIVE:
        plants.update(tx, rules.archived(plant, now=tx.now))
    else:
        catalogue.delete_plant(tx, plant.id, deleted_by=undone_by, version=plant.version)
    return True
