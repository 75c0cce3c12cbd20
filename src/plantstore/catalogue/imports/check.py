"""Checks an uploaded file: reads it in slices, reports each row, and writes good rows to the file of checked rows."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from pathlib import Path

import msgspec

from plantstore.catalogue.imports import checked_rows_file
from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches
from plantstore.catalogue.imports.columns.file_layout import find_layout, open_text
from plantstore.catalogue.imports.columns.remembered_columns import Remembered
from plantstore.catalogue.imports.duplicate_index import DuplicateIndex
from plantstore.catalogue.imports.preview import COMPARED, Preview
from plantstore.catalogue.imports.report import Report, Reporter, shown_cell
from plantstore.catalogue.imports.row import Row, RowProblem
from plantstore.catalogue.imports.row_updates import apply_row, filled_fields
from plantstore.catalogue.imports.rows import RowReader
from plantstore.catalogue.imports.shops import merchant_xml
from plantstore.catalogue.imports.text_files.csv_records import Record, records
from plantstore.catalogue.imports.text_files.encodings import not_a_list
from plantstore.catalogue.imports.text_files.mixed_lines import MixedEncodingText
from plantstore.catalogue.imports.values import name_pattern
from plantstore.catalogue.imports.values.numbers import DecimalSign
from plantstore.catalogue.imports.workbooks.conversion import SheetFacts
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.plant import PlantFields, Status, gtin_key, sku_key
from plantstore.domain.plants.watch_list import WatchList
from plantstore.domain.plants.weak_key import WeakKey, weak_key
from plantstore.storage.engine import durable_files

SLICE_ROWS = 500


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's choices for a file.

    `map` maps fields to headings of columns, or to "#2" for the second column; an empty heading means no column. With
    `no_header`, the first line is data. `currency` applies to prices whose own row names no currency, even if the
    heading names another currency. `year` is that of weeks without a year. `name_pattern` composes the names of rows
    without a name; None is the default.

    `sheet` is the name of a workbook's sheet, or its number, such as "#2"; None is the one that is probably the list.

    No person chooses `with_costs`: it says whether the token may see costs and suppliers.
    """

    map: dict[str, str] = {}
    currency: str | None = None
    no_header: bool = False
    encoding: str | None = None
    delimiter: str | None = None
    decimal: DecimalSign = DecimalSign.AUTO
    as_drafts: bool = False
    add_alike: bool = False
    update: bool = False
    restore: bool = False
    skip_bad: bool = False
    name_pattern: str | None = None
    year: int | None = None
    sheet: str | None = None
    with_costs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFiles:
    """The paths of an import's files: the upload, its checked rows and its bad rows.

    For a workbook also `sheet`, the chosen sheet as CSV, and `conversion`, the facts about it.
    """

    upload: Path
    sheet: Path
    conversion: Path
    checked: Path
    bad: Path

    @property
    def feed(self) -> Path:
        """The items of an upload that is a feed in XML, as a table."""
        return self.checked.with_suffix(".feed.csv")

    @property
    def unfinished(self) -> "ImportFiles":
        """The same files, with other names for the results of a check that may still fail."""
        return replace(self, checked=self.checked.with_suffix(".next.rows"), bad=self.bad.with_suffix(".next.csv"))


class Check:
    """Checks one file. For each slice: call `next_rows`, match the rows with the catalogue, and call `add_rows`.

    For a workbook, `facts` is what was found when its sheet was converted to `files.sheet`.
    """

    def __init__(
        self,
        files: ImportFiles,
        options: Options,
        *,
        currency: str,
        rows_max: int,
        today: date = date.min,
        watch_list: WatchList | None = None,
        remembered: Remembered | None = None,
        facts: SheetFacts | None = None,
        photos_at: str = "",
    ) -> None:
        path, encoding, delimiter = _readable_file(files, options, facts)
        layout = find_layout(
            path,
            wanted=options.map,
            encoding=encoding,
            delimiter=delimiter,
            no_header=options.no_header,
            with_costs=options.with_costs,
            remembered=remembered,
        )
        self._layout = layout
        self._options = options
        self._rows_max = rows_max
        self._text = open_text(path, layout.encoding)
        found = records(self._text, layout.delimiter)
        self._records: Iterator[Record] = (record for record in found if record.line > layout.header_line)
        if layout.source is not None:
            self._records = layout.source.plants(self._records)
        self._reader = RowReader(
            layout,
            sign=options.decimal,
            as_drafts=options.as_drafts,
            currency=currency,
            said_currency=options.currency,
            pattern=options.name_pattern or name_pattern.DEFAULT,
            with_costs=options.with_costs,
            year=options.year or layout.year,
            watch_list=watch_list,
            photos_at=photos_at,
        )
        self._reporter = Reporter(layout, files.bad, today=today, facts=facts)
        self._checked_rows = os.fdopen(durable_files.create_private(files.checked), "wb")
        self._folder = files.checked.parent
        self._duplicates = DuplicateIndex()
        self._preview = Preview(today)
        self.report: Report = self._reporter.report
        self.report.name_pattern = options.name_pattern or name_pattern.DEFAULT

    def next_rows(self) -> list[Row]:
        """Return the next slice of rows; empty at the end of the file. Raise Invalid if the file has too many rows."""
        rows = [self._reader.read(record) for record in islice(self._records, SLICE_ROWS)]
        self.report.rows += len(rows)
        if self.report.rows > self._rows_max:
            raise not_a_list(f"The file has more than {self._rows_max:,} rows (PLANTSTORE_IMPORT_ROWS_MAX). Split it.")
        return rows

    def add_rows(self, rows: Sequence[Row], matches: CatalogueMatches) -> None:
        """Report each row of a slice, and write new and changed rows to the file of checked rows."""
        new: list[checked_rows_file.Checked] = []
        changes: list[checked_rows_file.Checked] = []
        for row in rows:
            if not row.ignored:
                self._reporter.sample(row)
            if row.ignored:
                self._reporter.ignore(row, row.ignored)
            elif row.fields is None:
                self._reporter.bad(row, row.problems)
            elif ids := matches.ids_of(row.fields) or self._restored_by_name(row, row.fields, matches):
                changes += self._changes(row, row.fields, ids, matches)
            elif self._is_new(row, row.fields, matches):
                new.append((row.record.line, row.status is Status.DRAFT, row.fields, None))
                self.report.new_active += row.status is Status.ACTIVE
                self._preview.add_new(row.fields, row.status, line=row.record.line, cells=self._compared(row))
                self._note(row)
        self.report.new += len(new)
        self.report.changed += len(changes)
        checked_rows_file.write(self._checked_rows, [*new, *changes])

    def end(self) -> Report:
        """Sync the checked rows to disk, and return the report. Raise Invalid if the file has no rows."""
        if not self.report.rows:
            raise not_a_list("The file has headings but no rows.")
        self._checked_rows.flush()
        os.fsync(self._checked_rows.fileno())
        durable_files.sync(self._folder)
        if isinstance(self._text, MixedEncodingText):
            self._reporter.note_other_lines(self._text)
        self.report.preview = self._preview.records
        self.report.preview_rows = self._preview.rows
        return self._reporter.end(self._reader)

    def close(self) -> None:
        self._text.close()
        self._checked_rows.close()
        self._reporter.close()

    def _changes(
        self, row: Row, fields: PlantFields, ids: set[int], matches: CatalogueMatches
    ) -> list[checked_rows_file.Checked]:
        """Return the row in a list if it changes the plant that it matches; otherwise report it, and return [].

        `ids` has the ids of the plants that the row matches.
        """
        if len(ids) > 1:
            detail = f"The SKU belongs to plant {min(ids)}, and the GTIN to another plant."
            self._reporter.bad(row, (_problem(row, detail),))
            return []
        plant = None if matches.archived.get(min(ids)) else matches.plants.get(min(ids))
        names = filled_fields(self._layout, row.record.cells, fields) if self._options.update else ()
        try:
            changed = (
                None
                if plant is None
                else apply_row(plant, fields, names, restore=self._options.restore, now=plant.updated_at)
            )
        except Invalid as error:
            self._reporter.bad(row, tuple(_problem(row, problem.detail) for problem in error.fields))
            return []
        if changed is None or plant is None:
            self.report.present += 1
            self._count_restorable(row, {id for id in ids if id in matches.archived and not matches.archived[id]})
            self._note_merged(row, matches.archived.get(min(ids)), min(ids))
            return []
        if not self._is_first(row, fields):
            return []
        line, _ = self._duplicates.add(f"plant {plant.id}", line=row.record.line, cells=0)
        if line:  # an earlier line matches the same plant, for example by GTIN instead of SKU
            self._reporter.bad(row, (_problem(row, f"Plant {plant.id} is also on line {line}."),))
            return []
        self._note(row)
        self._preview.add_changed(changed, line=row.record.line, cells=self._compared(row))
        self.report.restores += plant.status is Status.ARCHIVED
        return [(row.record.line, False, fields, names)]

    def _compared(self, row: Row) -> dict[str, str]:
        """Return the row's cells that the preview compares with the result; none if the preview is full."""
        if not self._preview.has_room():
            return {}
        places = {name: self._layout.columns[name] for name in COMPARED if name in self._layout.columns}
        cells = row.record.cells
        return {name: shown_cell(cells[place].strip()) for name, place in places.items() if place < len(cells)}

    def _restored_by_name(self, row: Row, fields: PlantFields, matches: CatalogueMatches) -> set[int]:
        """Return the id of the archived plant that a row restores by name; empty if there is none.

        Empty also if an earlier row has the same name, or if the options do not allow restoring by name.
        """
        ids = matches.archived_by_name_of(fields)
        if not ids or not self._options.restore or self._options.add_alike:
            return set()
        line, _ = self._duplicates.add(_key_text(weak_key(fields)), line=row.record.line, cells=0)
        return set() if line else ids

    def _count_restorable(self, row: Row, archived: set[int]) -> None:
        """Count archived plants that could be restored, but are not. Count each plant once, even if rows repeat it."""
        for plant_id in () if self._options.restore else archived:
            line, _ = self._duplicates.add(f"restorable {plant_id}", line=row.record.line, cells=0)
            self.report.restorable += not line

    def _note_merged(self, row: Row, into: int | None, plant_id: int) -> None:
        """Note that the plant of a row was merged into another plant, if it was."""
        if into is not None:
            detail = f"Plant {plant_id} was merged into plant {into}. The row is skipped."
            kind = "Plants that were merged into others. These rows are skipped."
            self._reporter.note(replace(_problem(row, detail), kind=kind, warning=True))

    def _is_new(self, row: Row, fields: PlantFields, matches: CatalogueMatches) -> bool:
        """True if a row whose SKU and GTIN match no plant is new; otherwise report the row and return False."""
        return self._is_first(row, fields) and not self._is_alike(row, fields, matches)

    def _note(self, row: Row) -> None:
        self.report.warned += any(note.warning for note in row.notes)
        for note in row.notes:
            self._reporter.note(note)

    def _is_first(self, row: Row, fields: PlantFields) -> bool:
        """True if no earlier line has the same SKU or GTIN; otherwise report the row and return False."""
        cells = hash(tuple(row.record.cells))
        for kind, key in (("SKU", fields.sku and sku_key(fields.sku)), ("GTIN", fields.gtin and gtin_key(fields.gtin))):
            if key:
                line, is_same = self._duplicates.add(f"{kind} {key}", line=row.record.line, cells=cells)
                if line and is_same:
                    self._reporter.ignore(row, f"it is identical to line {line}")
                    return False
                if line:
                    self._reporter.bad(row, (_problem(row, f"This {kind} is also on line {line}."),))
                    return False
        return True

    def _is_alike(self, row: Row, fields: PlantFields, matches: CatalogueMatches) -> bool:
        """Report a row, and return True, if it may be a plant of the catalogue or an earlier line, as in `like_of`."""
        if self._options.add_alike:
            return False
        has_code, key = bool(fields.sku or fields.gtin), weak_key(fields)
        like = matches.like_of(fields, key, fallback_name=row.fallback_name)
        line, both_have_codes = 0, False
        if like is None:  # a row that is skipped because of a plant is no reason to skip another row
            line, both_have_codes = self._duplicates.add(_key_text(key), line=row.record.line, cells=int(has_code))
            if not line or (has_code and both_have_codes):
                return False
        other, same = (f"#{like[0]}", like[1]) if like is not None else (f"line {line}", key.reason)
        self.report.alike += 1
        self._count_restorable(row, matches.archived_by_name_of(fields))
        note = replace(_problem(row, f"Possible duplicate of {other} ({same}). The row is skipped."), warning=True)
        self._reporter.note(replace(note, kind="Possible duplicates. These rows are skipped."))
        return True


def _readable_file(
    files: ImportFiles, options: Options, facts: SheetFacts | None
) -> tuple[Path, str | None, str | None]:
    """Return the file to check, its encoding and its delimiter; None if they are to be detected. Convert a feed."""
    if facts is not None:
        return files.sheet, "utf-8", "comma" if facts.columns > 1 else None
    if merchant_xml.looks_like_xml(files.upload):
        merchant_xml.convert(files.upload, files.feed)
        return files.feed, None, None
    return files.upload, options.encoding, options.delimiter


def _key_text(key: WeakKey) -> str:
    return f"weak {key.number}"


def _problem(row: Row, detail: str) -> RowProblem:
    name = "" if row.fields is None else row.fields.name
    return RowProblem(line=row.record.line, heading="", value=name, detail=detail)
