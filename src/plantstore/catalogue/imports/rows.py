"""Converts a record of a file to a plant's fields, with the same checks as the API, or to a list of problems."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from plantstore.catalogue.imports.columns import flat_columns, name_columns
from plantstore.catalogue.imports.columns.file_layout import Layout
from plantstore.catalogue.imports.row import LEFT_OUT, CellNote, Row, RowProblem
from plantstore.catalogue.imports.text_files.csv_records import Record
from plantstore.catalogue.imports.values import care_words, name_pattern, text_repairs, weeks
from plantstore.catalogue.imports.values.botanical_cells import GenusSuggestions, repair_names
from plantstore.catalogue.imports.values.cells import read_images, read_names, read_tags, split_at_commas, unguard
from plantstore.catalogue.imports.values.currencies import PriceCurrency
from plantstore.catalogue.imports.values.numbers import (
    NONE_WORDS,
    DecimalSign,
    evidence,
    has_thousands,
    plain,
    read_stock,
    split_price,
)
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.currency import EXPONENTS
from plantstore.domain.plants.fields import COMMON_NAMES_MAX
from plantstore.domain.plants.photo import with_paths
from plantstore.domain.plants.plant import PlantFields, Status, check_fields
from plantstore.domain.plants.watch_list import WatchList, warning_of
from plantstore.domain.text import quoted
from plantstore.domain.token import Scope

WIDE_COLUMNS = 5  # in a file with at least this many columns, a line with one filled cell is a section heading
_TOTAL = re.compile(r"(?:grand |sub)?-?totals?(?: (?:lines|rows|plants|items|quantity))?:?", re.IGNORECASE)
_SPREADSHEET_NUMBER = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+?[0-9]{1,3}")
_PLAIN = ("name", "gtin", "botanical_name", "family", "description", "currency", "tag")
_REPAIRED = ("name", "botanical_name", "common_names", "description", "tag", "tags")
_HARMLESS = ("HTML was removed.",)  # repairs that need no person's attention
_LENGTHS = ("height_cm", "spread_cm")
_LISTS: Mapping[str, Callable[[str], object]] = {
    "common_names": read_names,
    "tags": read_tags,
    "images": read_images,
}


@dataclass(slots=True, kw_only=True)
class _Entry:
    """A line while it is read: its cells, and the input of a plant, the problems and the notes so far."""

    record: Record
    cells: list[str]
    raw: dict[str, object]
    problems: list[FieldError]
    notes: list[RowProblem]


class RowReader:
    """Converts the records of one file.

    `decimals` collects the decimal signs found in each numeric column. `split_names` counts cells of common names that
    were split at commas, `shortened_names` the split cells with too many names. `currency` decides the currency of each
    price. `said_currency` is the currency that a person chose for this file. `composed` counts the names that were
    composed by `pattern`. `with_costs` says whether the person may write costs and suppliers. `year` is that of weeks
    whose cell has none; `weeks_without_year` counts the weeks that could not be read because of that.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        sign: DecimalSign,
        as_drafts: bool,
        currency: str,
        said_currency: str | None = None,
        pattern: str = name_pattern.DEFAULT,
        with_costs: bool = False,
        year: int | None = None,
        watch_list: WatchList | None = None,
        photos_at: str = "",
    ) -> None:
        self._layout = layout
        self._photos_at = photos_at
        self._year = year
        self._watch_list = watch_list or WatchList()
        self._genera = GenusSuggestions()
        self.weeks_without_year = 0
        self._sign = sign
        self._as_drafts = as_drafts
        self._currency = currency
        self._width = len(layout.headings)
        self._columns = [(field, layout.columns[field]) for field in _PLAIN if field in layout.columns]
        self._lists = [
            (layout.columns[field], field, read) for field, read in _LISTS.items() if field in layout.columns
        ]
        self._flat = [
            (layout.columns[field], field)
            for field in flat_columns.COLUMNS
            if field in layout.columns and field not in AMOUNTS
        ]
        self._parts = [(part, layout.columns[part]) for part in name_columns.PARTS if part in layout.columns]
        self._repairs = () if layout.exported else [field for field in _REPAIRED if field in layout.columns]
        self._has_codes = not layout.exported and bool({"sku", "gtin"} & layout.columns.keys())
        self._pattern = pattern
        self._with_costs = with_costs
        self.composed = 0
        self._unguard = unguard if layout.guarded else str
        self._wide = sum(map(bool, layout.headings)) >= WIDE_COLUMNS
        self.currencies = {
            field: PriceCurrency(heading=self._heading(field), own=currency, said=said_currency) for field in AMOUNTS
        }
        self.currency = self.currencies["price"]
        self.split_names = self.shortened_names = 0
        self.first_split_names: RowProblem | None = None
        self.decimals: dict[str, set[DecimalSign]] = {field: set() for field in (*AMOUNTS, "stock_quantity")}

    def read(self, record: Record) -> Row:
        """Return the row for a record: a plant, a line to skip, or problems."""
        if record.problem:
            return Row(
                record=record, problems=(RowProblem(line=record.line, heading="", value="", detail=record.problem),)
            )
        if record.ignored:
            return Row(record=record, ignored=record.ignored)
        cells = [cell.strip() for cell in record.cells]
        filled = sum(map(bool, cells))
        if not filled:
            return Row(record=record, ignored="it is blank")
        if filled == 1 and self._wide:
            return Row(record=record, ignored="only one cell is filled, as in a heading")
        if any(cells[self._width :]):
            detail = f"This line has {len(cells)} cells, but there are {self._width} headings. Is a cell not quoted?"
            return Row(record=record, problems=(RowProblem(line=record.line, heading="", value="", detail=detail),))
        return self._read(record, cells + [""] * (self._width - len(cells)))

    def _read(self, record: Record, cells: list[str]) -> Row:
        entry = _Entry(record=record, cells=cells, raw={}, problems=[], notes=[])
        raw = entry.raw
        self._repair(entry)
        cells = entry.cells
        if record.note:
            self._note(entry, "images", "", record.note, kind="Products have too many images.")
        raw.update({field: self._unguard(cells[column]) for field, column in self._columns if cells[column]})
        for column, field, read in self._lists:
            if cells[column]:
                raw[field] = read(self._unguard(cells[column]))
        self._split_names(entry)
        self._read_available(entry)
        self._read_sku(entry)
        for field in AMOUNTS:
            self._read_amount(entry, field)
        self._read_stock(entry)
        for column, field in self._flat:
            if cells[column]:
                self._read_flat(entry, field)
        if not self._layout.exported:
            self._join_names(entry)
            self._add(entry, repair_names(raw, self._genera))
        status, ignored = self._read_status(entry)
        fallback_name = name_pattern.fill_name(self._pattern, raw)
        if not ignored and self._is_total(entry):
            ignored = "it looks like a total"
        if ignored:
            return Row(record=record, ignored=ignored)
        fields = self._check(entry)
        if fields is None or entry.problems:
            return Row(record=record, problems=tuple(self._problem(entry, problem) for problem in entry.problems))
        if fields.price is not None and fields.currency is not None:
            self.currency.count(fields.currency)
        self.composed += bool(fallback_name)
        self._warn(entry, fields)
        return Row(record=record, fields=fields, status=status, notes=tuple(entry.notes), fallback_name=fallback_name)

    def _repair(self, entry: _Entry) -> None:
        """Repair the text of cells. A file that Plant Store exported needs no repairs."""
        cells = entry.cells
        done: dict[int, str] = {}
        for field in self._repairs:
            column = self._layout.columns[field]
            if not cells[column] or column in done:
                continue
            done[column], repairs = text_repairs.repair(cells[column], field=field)
            for kind, detail in repairs:
                self._note(entry, field, cells[column], detail, kind=kind, warning=kind not in _HARMLESS)
        if done:
            entry.cells = [done.get(column, cell) for column, cell in enumerate(cells)]

    def _read_flat(self, entry: _Entry, field: str) -> None:
        """Read a cell of one of the columns of `flat_columns`."""
        text = self._cell(entry, field)
        if text in NONE_WORDS or self._is_hidden(entry, field):
            return
        if care_words.is_other_hardiness(field, text, self._layout.columns):
            return
        try:
            value, note = flat_columns.read_cell(field, text, self._heading(field))
        except ValueError as error:
            self._unreadable(entry, field, text, str(error))
            return
        flat_columns.put(entry.raw, field, value)
        if note:
            kind = "Lengths were converted to centimetres." if field in _LENGTHS else ""
            self._note(entry, field, text, note, kind=kind, warning=field not in _LENGTHS)

    def _is_hidden(self, entry: _Entry, field: str) -> bool:
        """True, with a problem appended, if the person who imports the file may not write this column."""
        if field not in flat_columns.COST_COLUMNS or self._with_costs:
            return False
        detail = f"Only a token with the scope {Scope.COSTS_READ} may import this column. Leave it out of the file."
        pointer = "/" + "/".join(flat_columns.COLUMNS[field].path)
        entry.problems.append(FieldError(pointer=pointer, code="scope", detail=detail))
        return True

    def _unreadable(self, entry: _Entry, field: str, text: str, detail: str) -> None:
        """Report a cell that cannot be read: a problem if a person chose the column, otherwise a note.

        Versions before 0.7.0 did not read these columns, so a list that they accepted has no more bad rows now.
        """
        if field in self._layout.chosen or self._layout.exported:
            pointer = "/" + "/".join(flat_columns.COLUMNS[field].path)
            entry.problems.append(FieldError(pointer=pointer, code="cell", detail=detail))
        else:
            self._note(entry, field, text, f"{detail} The cell is left out.", kind=LEFT_OUT, warning=True)

    def _note(
        self, entry: _Entry, field: str, value: str, detail: str, *, kind: str = "", warning: bool = False
    ) -> None:
        line, heading = entry.record.line, self._heading(field)
        entry.notes.append(
            RowProblem(line=line, heading=heading, value=value, detail=detail, kind=kind, warning=warning)
        )

    def _add(self, entry: _Entry, found: Iterable[CellNote]) -> None:
        for one in found:
            self._note(entry, one.field, self._cell(entry, one.field), one.detail, kind=one.kind, warning=one.warning)

    def _read_available(self, entry: _Entry) -> None:
        """Read a date, or an ISO week: the plant is available from its Monday."""
        text = self._cell(entry, "available_from")
        heading = self._heading("available_from")
        if not text or (text in NONE_WORDS and weeks.has_weeks(heading)):
            return
        found = weeks.read_available(text, heading=heading, year=self._year)
        self.weeks_without_year += found.needs_year
        if found.text is not None:
            entry.raw["available_from"] = found.text
        if found.note is not None:
            self._add(entry, [found.note])

    def _join_names(self, entry: _Entry) -> None:
        """Join the columns of a botanical name's parts, if the file has any."""
        raw = entry.raw
        parts = {part: entry.cells[column] for part, column in self._parts if entry.cells[column]}
        if parts and ("genus" in parts or "botanical_name" in raw):
            raw["botanical_name"] = name_columns.join(parts, str(raw.get("botanical_name", "")))

    def _warn(self, entry: _Entry, fields: PlantFields) -> None:
        """Append warnings about a plant on the watch list, and about one that has no code although others do."""
        watched = self._watch_list.find(fields)
        if watched is not None:
            self._note(entry, "botanical_name", fields.name, warning_of(watched).detail, warning=True)
        if self._has_codes and fields.botanical_name and not fields.sku and not fields.gtin:
            detail = "It has no SKU or GTIN, so it is recognized only by its name and pot size."
            kind = "Plants without SKU and GTIN are recognized only by name and pot size."
            self._note(entry, "sku", fields.name, detail, kind=kind, warning=True)

    def _split_names(self, entry: _Entry) -> None:
        """Split a cell's list of common names at commas, keep at most COMMON_NAMES_MAX names, and count the cell."""
        text = self._cell(entry, "common_names")
        if "," not in text or self._layout.exported or not (names := split_at_commas(text)):
            return
        entry.raw["common_names"] = names[:COMMON_NAMES_MAX]
        self.split_names += 1
        self.shortened_names += len(names) > COMMON_NAMES_MAX
        if self.first_split_names is None:
            heading = self._heading("common_names")
            self.first_split_names = RowProblem(line=entry.record.line, heading=heading, value=text, detail="")

    def _is_total(self, entry: _Entry) -> bool:
        if entry.raw.keys() & {"sku", "gtin", "price"} or self._cell(entry, "status"):
            return False
        return _TOTAL.fullmatch(str(entry.raw.get("name", ""))) is not None

    def _cell(self, entry: _Entry, field: str) -> str:
        column = self._layout.columns.get(field)
        return "" if column is None else self._unguard(entry.cells[column])

    def _read_sku(self, entry: _Entry) -> None:
        sku = self._cell(entry, "sku")
        if sku and _SPREADSHEET_NUMBER.fullmatch(sku) and not sku.isalnum():
            detail = f"{quoted(sku)} was changed by a spreadsheet. Format the column as text and paste it again."
            entry.problems.append(FieldError(pointer="/sku", code="characters", detail=detail))
        elif sku:
            entry.raw["sku"] = sku

    def _read_amount(self, entry: _Entry, field: str) -> None:
        """Read the price, the former price or the cost. All have the currency of the row, which the price decides."""
        text = self._cell(entry, field)
        if not text or (field != "price" and self._is_hidden(entry, field)):
            return
        column = entry.raw.get("currency")
        try:
            parts = split_price(text)
            if parts is None:
                return
            currency, contradiction = self.currencies[field].decide(parts[1], str(column) if column else None)
            amount = plain(parts[0], self._sign, three_decimals=EXPONENTS.get(currency, 2) >= 3)
        except ValueError as error:
            if field == "price":
                entry.problems.append(FieldError(pointer="/price", code="decimal", detail=str(error)))
            else:
                self._unreadable(entry, field, text, str(error))
            return
        entry.raw[field] = amount
        sign = evidence(text)
        if sign is not None:
            self.decimals[field].add(sign)
        if has_thousands(parts[0]):
            detail = f"{quoted(text)} was read as {amount}."
            kind = "Prices with separated thousands were read."
            self._note(entry, field, text, detail, kind=kind, warning=True)
        entry.raw.setdefault("currency", currency)
        if contradiction:
            detail = f"{quoted(text)} {contradiction}"
            entry.problems.append(FieldError(pointer=f"/{field}", code="currency", detail=detail))

    def _read_stock(self, entry: _Entry) -> None:
        text = self._cell(entry, "stock_quantity")
        if not text:
            return
        try:
            entry.raw["stock_quantity"], note = read_stock(text, self._sign)
        except ValueError as error:
            entry.problems.append(FieldError(pointer="/stock_quantity", code="type", detail=str(error)))
            return
        if note:
            self._note(entry, "stock_quantity", text, note, warning=True)

    def _read_status(self, entry: _Entry) -> tuple[Status, str]:
        """Return the status of a new plant, and the reason why the line is ignored ("" if it is not ignored)."""
        text = self._cell(entry, "status").lower()
        if text == Status.ARCHIVED:
            return Status.ARCHIVED, "it is archived, and a file does not restore archived plants"
        if text not in ("", Status.ACTIVE, Status.DRAFT):
            detail = f"{quoted(text)} is not a status. Use active or draft, or leave it empty."
            entry.problems.append(FieldError(pointer="/status", code="status", detail=detail))
        return Status.DRAFT if self._as_drafts or text == Status.DRAFT else Status.ACTIVE, ""

    def _check(self, entry: _Entry) -> PlantFields | None:
        try:
            return check_fields(with_paths(entry.raw, self._photos_at), currency_default=self._currency)
        except Invalid as error:
            entry.problems += error.fields
            return None

    def _heading(self, field: str) -> str:
        if field == "botanical_name" and field not in self._layout.columns:
            field = "genus"
        column = self._layout.columns.get(field)
        return "" if column is None else self._layout.headings[column]

    def _problem(self, entry: _Entry, problem: FieldError) -> RowProblem:
        """Return a problem that names the column's heading in the file instead of the field."""
        field = flat_columns.column_of(problem.pointer)
        detail = problem.detail
        if (field, problem.code) == ("name", "required"):
            field = next(name for name in ("name", "common_names", "botanical_name") if name in self._layout.columns)
            detail = "There is no name. Give the plant a name, or remove the line."
        return RowProblem(
            line=entry.record.line, heading=self._heading(field), value=self._cell(entry, field), detail=detail
        )
