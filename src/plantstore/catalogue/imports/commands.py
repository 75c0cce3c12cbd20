"""Commands on imports, each in one transaction: create, confirm, cancel, and the batches of adding.

`runner.py` repeats the batch commands until an import is done. Progress is stored with each batch, so that,
after a restart, an import resumes where it stopped.
"""

from collections.abc import Sequence

import msgspec

from plantstore.catalogue.changes import store_change, without_missing_photos
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches, find_matches
from plantstore.catalogue.imports.check import Options
from plantstore.catalogue.imports.checked_rows_file import Checked
from plantstore.catalogue.imports.columns import remembered_columns
from plantstore.catalogue.imports.report import COST_COLUMN_NAMES, Report
from plantstore.catalogue.imports.row_updates import apply_row
from plantstore.catalogue.imports.workbooks.upload import check_sheet
from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.plants.history import Author, Way
from plantstore.domain.plants.plant import PlantFields, Status
from plantstore.domain.plants.plant_import import OPEN, ImportState, PlantImport
from plantstore.domain.plants.weak_key import weak_key
from plantstore.storage import operational_causes
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports, receivers

OPEN_MAX = 20  # max open imports, because each keeps files on disk; a shop usually has one or two

to_json = msgspec.json.Encoder().encode
read_options = msgspec.json.Decoder(Options).decode
_read_report = msgspec.json.Decoder(Report).decode


def create(
    tx: Transaction, *, import_id: str, name: str, options: Options, content_hash: str, size_bytes: int, asked_by: str
) -> PlantImport:
    """Create an import in state `checking` for a received file. Raise Conflict if too many imports are open."""
    if imports.count_open(tx) >= OPEN_MAX:
        raise Conflict(f"{OPEN_MAX} imports are already open. Confirm or cancel one of them.")
    plant_import = PlantImport(
        id=import_id,
        state=ImportState.CHECKING,
        name=name,
        options=to_json(options).decode(),
        content_hash=content_hash,
        size_bytes=size_bytes,
        asked_by=asked_by,
        asked_at=tx.now,
    )
    imports.insert(tx, plant_import)
    return plant_import


def find(tx: Transaction, import_id: str) -> PlantImport:
    """Return an import. Raise NotFound if there is none with this id."""
    plant_import = imports.find(tx, import_id)
    if plant_import is None:
        raise NotFound("There is no import with this id.")
    return plant_import


def report_of(plant_import: PlantImport) -> Report:
    """Return the report of an import's check; an empty one if the check has not finished."""
    return _read_report(plant_import.report) if plant_import.report else Report()


def confirm(tx: Transaction, import_id: str, *, skip_bad: bool | None) -> PlantImport:
    """Start adding the previewed rows. `skip_bad` says whether to skip bad rows; None means as in the options.

    Raise Conflict if the import is not checked, has an open question about currency, or has bad rows not to be skipped.
    """
    plant_import = find(tx, import_id)
    if plant_import.state in (ImportState.RUNNING, ImportState.DONE):
        return plant_import
    if plant_import.state is not ImportState.CHECKED:
        raise Conflict(f"This import is {plant_import.state}: only a checked import can be confirmed.")
    report = report_of(plant_import)
    if report.currency_question:
        choices = " or ".join(f"currency={code}" for code in report.currency_choices)
        raise Conflict(f"{report.currency_question} Check the import again with {choices}.")
    skips_bad = read_options(plant_import.options).skip_bad if skip_bad is None else skip_bad
    if plant_import.bad and not skips_bad:
        raise Conflict(
            f"{plant_import.bad:,} rows are bad. Confirm with skip_bad=true to skip them, or correct the file."
        )
    _remember_columns(tx, plant_import, report)
    by = {"run_by": tx.author.actor, "run_by_name": tx.author.name}
    imports.update(tx, plant_import.id, state=ImportState.RUNNING, confirmed_at=tx.now, error="", **by)
    return find(tx, import_id)


def _remember_columns(tx: Transaction, plant_import: PlantImport, report: Report) -> None:
    """Remember the columns that a person chose, for the next file with the same headings."""
    options = read_options(plant_import.options)
    if any(options.map.values()) and report.header_line:
        names = [column.heading for column in report.columns]
        mapped = {field: place for place, column in enumerate(report.columns) for field in column.fields}
        remembered_columns.keep(tx, names, options.map, mapped, with_costs=options.with_costs)


def recheck(tx: Transaction, import_id: str, options: Options) -> PlantImport:
    """Start checking the file again, with other options. If that fails, the last check stays.

    Raise Conflict unless the import waits to be confirmed, and Invalid if the file does not have the chosen sheet.
    """
    plant_import = find(tx, import_id)
    if plant_import.state is not ImportState.CHECKED:
        raise Conflict(
            f"This import is {plant_import.state}: only an import that waits to be confirmed can be checked again."
        )
    report = report_of(plant_import)
    check_sheet(options.sheet, [sheet.name for sheet in report.sheets])
    report.options = plant_import.options
    imports.update(
        tx,
        plant_import.id,
        state=ImportState.CHECKING,
        options=to_json(options).decode(),
        report=to_json(report).decode(),
        error="",
    )
    return find(tx, import_id)


def cancel(tx: Transaction, import_id: str) -> PlantImport:
    """Cancel an open import. Plants that it has already added stay. An import that has ended does not change."""
    plant_import = find(tx, import_id)
    if plant_import.state in OPEN:
        imports.update(tx, plant_import.id, state=ImportState.CANCELLED, ended_at=tx.now, error="")
    return find(tx, import_id)


def author_of(plant_import: PlantImport, way: Way) -> Author:
    """Return the author of the changes that an import or its undo makes."""
    actor = plant_import.run_by or plant_import.asked_by
    return Author(actor=actor, name=plant_import.run_by_name or "", way=way, import_id=plant_import.id)


def has_costs(plant_import: PlantImport) -> bool:
    """True if a column of the file has, or seems to have, costs or suppliers."""
    return any(
        column.suggested == "cost" or not COST_COLUMN_NAMES.isdisjoint(column.fields)
        for column in report_of(plant_import).columns
    )


def count_deliveries(tx: Transaction, plant_import: PlantImport) -> int:
    """Return how many deliveries to the current receivers the import will cause."""
    return plant_import.new_active * receivers.count(tx)


def check_finished(tx: Transaction, import_id: str, report: Report) -> None:
    """Store the report of a finished check, unless the import was cancelled during the check."""
    plant_import = find(tx, import_id)
    if plant_import.state is not ImportState.CHECKING:
        return
    report.earlier = imports.previous_with_same_content(tx, plant_import)
    counts = {
        name: getattr(report, name) for name in ("new", "new_active", "changed", "present", "alike", "bad", "ignored")
    }
    imports.update(tx, plant_import.id, state=ImportState.CHECKED, report=to_json(report).decode(), **counts)


def forget_last_check(tx: Transaction, import_id: str) -> None:
    """Forget the report of the previous check, whose files are about to be replaced."""
    if find(tx, import_id).state is ImportState.CHECKING:
        imports.update(tx, import_id, report="")


def fail(tx: Transaction, import_id: str, error: str) -> None:
    """Mark an open import as failed, with the message `error`, or return to its last check if it was checked again."""
    plant_import = find(tx, import_id)
    last = report_of(plant_import).options
    if plant_import.state is ImportState.CHECKING and last:
        imports.update(tx, import_id, state=ImportState.CHECKED, options=last, error=error)
    elif plant_import.state in OPEN:
        imports.update(tx, import_id, state=ImportState.FAILED, error=error, ended_at=tx.now)
        operational_causes.import_completed(tx, find(tx, import_id))


def add_batch(
    tx: Transaction, catalogue: Catalogue, import_id: str, rows: Sequence[Checked], *, position: int, following: int
) -> bool:
    """Add the batch of checked rows that begins at `position`, and record the new position in the same transaction.

    Return True if there may be more batches. A new row is skipped if a plant with its SKU, GTIN or name has been added
    to the catalogue since the check.
    """
    plant_import = find(tx, import_id)
    if plant_import.state is not ImportState.RUNNING or plant_import.position != position:
        return False
    if not rows:
        imports.update(tx, plant_import.id, state=ImportState.DONE, ended_at=tx.now)
        operational_causes.import_completed(tx, find(tx, import_id))
        return False
    rows = [(place, draft, without_missing_photos(tx, fields), names) for place, draft, fields, names in rows]
    options = read_options(plant_import.options)
    tx.author = author_of(plant_import, Way.IMPORT)
    codeless = [fields for _, _, fields, names in rows if names is None and not (fields.sku or fields.gtin)]
    weak_keys = () if options.add_alike else {weak_key(fields).number for fields in codeless}
    whole = options.update or options.restore
    known = find_matches(tx, [fields for _, _, fields, _ in rows], whole=whole, weak_keys=weak_keys)
    new = [
        (fields, Status.DRAFT if draft else Status.ACTIVE)
        for _, draft, fields, names in rows
        if names is None and not _is_known(fields, known, add_alike=options.add_alike)
    ]
    updated = sum(_update(tx, fields, names, known, options) for _, _, fields, names in rows if names is not None)
    if new:
        stored = catalogue.add_checked(tx, new)
        imports.add_plants(tx, plant_import.id, [new_plant.plant.id for new_plant in stored])
    imports.update(
        tx,
        plant_import.id,
        position=following,
        added=plant_import.added + len(new),
        updated=plant_import.updated + updated,
        skipped=plant_import.skipped + len(rows) - len(new) - updated,
    )
    return True


def _is_known(fields: PlantFields, known: CatalogueMatches, *, add_alike: bool) -> bool:
    if fields.sku or fields.gtin:
        return bool(known.ids_of(fields))
    return not add_alike and known.like_of(fields, weak_key(fields)) is not None


def _update(
    tx: Transaction, fields: PlantFields, names: Sequence[str], known: CatalogueMatches, options: Options
) -> bool:
    """Apply a row to its plant. Return False if nothing changes, or if the row does not match exactly one plant."""
    ids = known.ids_of(fields) or known.archived_by_name_of(fields)
    plant = known.plants.get(min(ids)) if len(ids) == 1 else None
    if plant is None or plant.merged_into is not None:
        return False
    try:
        changed = apply_row(plant, fields, names, restore=options.restore, now=tx.now)
    except Invalid:  # the plant was changed since the check, and the merged fields contradict each other
        return False
    if changed is None:
        return False
    store_change(tx, plant, changed)
    known.plants[changed.id] = changed  # a later row may match the same plant
    return True
