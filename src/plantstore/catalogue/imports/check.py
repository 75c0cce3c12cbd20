"""The check of a file: slice after slice through the reader, and every row to its place in the report or the spool."""

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from plantstore.catalogue.imports import checked_rows_file
from plantstore.catalogue.imports.csv_records import Record, records
from plantstore.catalogue.imports.duplicate_index import DuplicateIndex
from plantstore.catalogue.imports.encodings import not_a_list
from plantstore.catalogue.imports.file_layout import find_layout, open_text
from plantstore.catalogue.imports.mixed_lines import MixedEncodingText
from plantstore.catalogue.imports.numbers import DecimalSign
from plantstore.catalogue.imports.report import Report, Reporter
from plantstore.catalogue.imports.rows import Row, RowProblem, RowReader, apply_row, filled_fields
from plantstore.domain.errors import Invalid
from plantstore.domain.plant import Plant, PlantFields, Status, gtin_key, sku_key
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files
from plantstore.storage.tables import plants

SLICE_ROWS = 500


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person said about a file. `map` gives a field the heading of its column, or "#2" for the
    second; an empty one means none. With `no_header` the first line is data.

    `currency` is that of prices whose cells name none, whatever the heading says.
    """

    map: dict[str, str] = {}
    currency: str | None = None
    no_header: bool = False
    encoding: str | None = None
    decimal: DecimalSign = DecimalSign.AUTO
    as_drafts: bool = False
    add_alike: bool = False
    update: bool = False
    restore: bool = False
    skip_bad: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFiles:
    """The files of one import: what was uploaded, its checked rows, its bad rows."""

    upload: Path
    checked: Path
    bad: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueMatches:
    """Which plants of the catalogue the rows of a slice mean; `plants` are whole, where rows may change them.

    `archived` holds those of `by_sku` and `by_gtin` that are archived. `archived_by_name` holds archived plants without
    SKU and GTIN, where no other plant has their name and botanical name: only these can be restored by a name.
    """

    by_sku: dict[str, int]
    by_gtin: dict[str, int]
    by_name: dict[tuple[str, str | None], int]
    plants: dict[int, Plant] = field(default_factory=dict)
    archived: Collection[int] = frozenset()
    archived_by_name: dict[tuple[str, str | None], int] = field(default_factory=dict)

    def ids_of(self, fields: PlantFields) -> set[int]:
        """The plants that have its SKU or its GTIN: two, if these are of different ones."""
        by_sku = self.by_sku.get(sku_key(fields.sku)) if fields.sku else None
        by_gtin = self.by_gtin.get(gtin_key(fields.gtin)) if fields.gtin else None
        return {one for one in (by_sku, by_gtin) if one is not None}

    def archived_by_name_of(self, fields: PlantFields) -> set[int]:
        """Return the archived plant that a row without SKU and GTIN can only mean; nothing if there is none."""
        if fields.sku or fields.gtin:
            return set()
        found = self.archived_by_name.get((fields.name, fields.botanical_name))
        return set() if found is None else {found}


class Check:
    """One check of one file: ask for a slice, look it up in the catalogue, settle it; at the end is the report."""

    def __init__(self, files: ImportFiles, options: Options, *, currency: str, rows_max: int) -> None:
        layout = find_layout(files.upload, wanted=options.map, encoding=options.encoding, no_header=options.no_header)
        self._layout = layout
        self._options = options
        self._rows_max = rows_max
        self._text = open_text(files.upload, layout.encoding)
        self._records = self._below_header(records(self._text, layout.delimiter), layout.header_line)
        self._reader = RowReader(
            layout,
            sign=options.decimal,
            as_drafts=options.as_drafts,
            currency=currency,
            said_currency=options.currency,
        )
        self._reporter = Reporter(layout, files.bad)
        self._spool = _create(files.checked)
        self._folder = files.checked.parent
        self._seen = DuplicateIndex()
        self.report: Report = self._reporter.report

    def next_rows(self) -> list[Row]:
        """Read the next slice; nothing is left when it is empty."""
        rows = [self._reader.read(record) for record in islice(self._records, SLICE_ROWS)]
        self.report.rows += len(rows)
        if self.report.rows > self._rows_max:
            raise not_a_list(f"The file has more than {self._rows_max:,} rows (PLANTSTORE_IMPORT_ROWS_MAX). Divide it.")
        return rows

    def add_rows(self, rows: Sequence[Row], known: CatalogueMatches) -> None:
        """Put every row of a slice where it belongs."""
        new: list[checked_rows_file.Checked] = []
        changes: list[checked_rows_file.Checked] = []
        for row in rows:
            if not row.ignored:
                self._reporter.sample(row)
            if row.ignored:
                self._reporter.ignore(row, row.ignored)
            elif row.fields is None:
                self._reporter.bad(row, row.faults)
            elif ids := known.ids_of(row.fields) or self._restored_by_name(row, row.fields, known):
                changes += self._changes(row, row.fields, ids, known)
            elif self._is_new(row, row.fields, known):
                new.append((row.record.line, row.status is Status.DRAFT, row.fields, None))
                self.report.new_active += row.status is Status.ACTIVE
                self._note(row)
        self.report.new += len(new)
        self.report.changed += len(changes)
        checked_rows_file.write(self._spool, [*new, *changes])

    def end(self) -> Report:
        """Give the report; the checked rows are on disk."""
        if not self.report.rows:
            raise not_a_list("The file has headings, and no rows below them.")
        self._spool.flush()
        os.fsync(self._spool.fileno())
        durable_files.sync(self._folder)
        if isinstance(self._text, MixedEncodingText):
            self._reporter.note_other_lines(self._text)
        return self._reporter.end(self._reader)

    def close(self) -> None:
        self._text.close()
        self._spool.close()
        self._reporter.close()

    def _changes(
        self, row: Row, fields: PlantFields, ids: set[int], known: CatalogueMatches
    ) -> list[checked_rows_file.Checked]:
        """Judge a row whose plant is there: what it changes, if it may and does; and report what it does not."""
        if len(ids) > 1:
            detail = f"The SKU is that of plant {min(ids)}, the GTIN that of another."
            self._reporter.bad(row, (_fault(row, detail),))
            return []
        plant = known.plants.get(min(ids))
        names = filled_fields(self._layout, row.record.cells, fields) if self._options.update else ()
        try:
            changed = (
                None
                if plant is None
                else apply_row(plant, fields, names, restore=self._options.restore, now=plant.updated_at)
            )
        except Invalid as error:
            self._reporter.bad(row, tuple(_fault(row, one.detail) for one in error.fields))
            return []
        if changed is None or plant is None:
            self.report.present += 1
            self._count_restorable(row, ids & set(known.archived))
            return []
        if not self._is_first(row, fields):
            return []
        line, _ = self._seen.add(f"plant {plant.id}", line=row.record.line, cells=0)
        if line:  # by its SKU there, by its GTIN here
            self._reporter.bad(row, (_fault(row, f"Plant {plant.id} is also on line {line}."),))
            return []
        self._note(row)
        self.report.restores += plant.status is Status.ARCHIVED
        return [(row.record.line, False, fields, names)]

    def _restored_by_name(self, row: Row, fields: PlantFields, known: CatalogueMatches) -> set[int]:
        """Return the archived plant that a row without SKU and GTIN brings back; of rows that repeat it, the first."""
        ids = known.archived_by_name_of(fields)
        if not ids or not self._options.restore or self._options.add_alike:
            return set()
        line, _ = self._seen.add(_name_key(fields), line=row.record.line, cells=0)
        return set() if line else ids

    def _count_restorable(self, row: Row, archived: set[int]) -> None:
        """Count archived plants that the list leaves out, each once, although rows may repeat them."""
        for plant_id in () if self._options.restore else archived:
            line, _ = self._seen.add(f"restorable {plant_id}", line=row.record.line, cells=0)
            self.report.restorable += not line

    def _is_new(self, row: Row, fields: PlantFields, known: CatalogueMatches) -> bool:
        """Judge a row whose SKU and GTIN no plant has, by the name if there is neither; and report what is not new."""
        return self._is_first(row, fields) and not self._is_alike(row, fields, known)

    def _note(self, row: Row) -> None:
        for note in row.notes:
            self._reporter.note(note)

    def _is_first(self, row: Row, fields: PlantFields) -> bool:
        """Whether no line before had its SKU or its GTIN."""
        cells = hash(tuple(row.record.cells))
        for word, key in (("SKU", fields.sku and sku_key(fields.sku)), ("GTIN", fields.gtin and gtin_key(fields.gtin))):
            if key:
                line, same = self._seen.add(f"{word} {key}", line=row.record.line, cells=cells)
                if line and same:
                    self._reporter.ignore(row, f"it is the same as line {line}")
                    return False
                if line:
                    self._reporter.bad(row, (_fault(row, f"This {word} is also on line {line}."),))
                    return False
        return True

    def _is_alike(self, row: Row, fields: PlantFields, known: CatalogueMatches) -> bool:
        """Whether a row without SKU and GTIN may be a plant that is there, or on a line before."""
        if fields.sku or fields.gtin or self._options.add_alike:
            return False
        plant_id = known.by_name.get((fields.name, fields.botanical_name))
        line, _ = self._seen.add(_name_key(fields), line=row.record.line, cells=0)
        if plant_id is None and not line:
            return False
        other = f"plant {plant_id}" if plant_id is not None else f"line {line}"
        self.report.alike += 1
        self._count_restorable(row, known.archived_by_name_of(fields))
        self._reporter.note(_fault(row, f"It may be {other}, which has this name: it is left out."))
        return True

    @staticmethod
    def _below_header(found: Iterator[Record], header_line: int) -> Iterator[Record]:
        return (record for record in found if record.line > header_line)


def match_rows(tx: Transaction, rows: Sequence[Row], options: Options) -> CatalogueMatches:
    """Find the plants that the rows of a slice mean, with one query for each kind of key."""
    found = [row.fields for row in rows if row.fields is not None]
    return find_matches(tx, found, whole=options.update or options.restore)


def find_matches(tx: Transaction, found: Sequence[PlantFields], *, whole: bool = False) -> CatalogueMatches:
    """Find the plants that have the SKUs and GTINs of these; of those that have neither, the names."""
    by_sku = plants.ids_by_sku(tx, [sku_key(one.sku) for one in found if one.sku])
    by_gtin = plants.ids_by_gtin(tx, [gtin_key(one.gtin) for one in found if one.gtin])
    ids = {*by_sku.values(), *by_gtin.values()}
    names = [one.name for one in found if not one.sku and not one.gtin]
    by_name = plants.ids_by_name(tx, names)
    archived_by_name = plants.archived_ids_by_name(tx, sorted({name for name, _ in by_name}))
    changeable = {*ids, *archived_by_name.values()} if whole else set()
    return CatalogueMatches(
        by_sku=by_sku,
        by_gtin=by_gtin,
        by_name=by_name,
        archived=plants.archived_among(tx, sorted(ids)),
        archived_by_name=archived_by_name,
        plants={id: plant for id in sorted(changeable) if (plant := plants.find(tx, id)) is not None},
    )


def content_hash() -> "hashlib._Hash":
    """What two uploads are compared by."""
    return hashlib.sha256()


def _name_key(fields: PlantFields) -> str:
    return f"name {fields.name}\0{fields.botanical_name}"


def _fault(row: Row, detail: str) -> RowProblem:
    name = "" if row.fields is None else row.fields.name
    return RowProblem(line=row.record.line, heading="", value=name, detail=detail)


def _create(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
