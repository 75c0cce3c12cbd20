"""Converts a record of a file to a plant's fields, with the same checks as the API, or to a list of problems."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from plantstore.catalogue.imports.cells import read_images, read_names, read_tags, split_at_commas, unguard
from plantstore.catalogue.imports.csv_records import Record
from plantstore.catalogue.imports.currencies import PriceCurrency
from plantstore.catalogue.imports.file_layout import Layout
from plantstore.catalogue.imports.numbers import DecimalSign, evidence, plain, read_stock, split_price
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.currency import EXPONENTS
from plantstore.domain.plants.fields import COMMON_NAMES_MAX
from plantstore.domain.plants.plant import Plant, PlantFields, Status, as_input, check_fields
from plantstore.domain.text import quoted
from plantstore.domain.timestamps import Instant

WIDE_COLUMNS = 5  # in a file with at least this many columns, a line with one filled cell is a section heading
_TOTAL = re.compile(r"(?:grand |sub)?-?totals?(?: (?:lines|rows|plants|items|quantity))?:?", re.IGNORECASE)
_SPREADSHEET_NUMBER = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+?[0-9]{1,3}")
_PLAIN = ("name", "gtin", "botanical_name", "family", "description", "currency", "available_from", "tag")
_LISTS: Mapping[str, Callable[[str], object]] = {
    "common_names": read_names,
    "tags": read_tags,
    "images": read_images,
}
KEYS = ("sku", "gtin")  # fields by which a row matches a plant: a row may set an empty one, but not change it
NO_CURRENCY = "EUR"  # placeholder that the check requires; never used, because a stored price has its own currency


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """A problem with one line, or a note about how it was read. `heading` is the column's heading in the file."""

    line: int
    heading: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The result for a record: a plant (`fields` and `status`), a line to skip (`ignored` says why), or `problems`."""

    record: Record
    fields: PlantFields | None = None
    status: Status = Status.ACTIVE
    ignored: str = ""
    problems: tuple[RowProblem, ...] = ()
    notes: tuple[RowProblem, ...] = ()


class RowReader:
    """Converts the records of one file.

    `decimals` collects the decimal signs found in each numeric column. `split_names` counts cells of common names that
    were split at commas, `shortened_names` the split cells with too many names. `currency` decides the currency of each
    price. `said_currency` is the currency that a person chose for this file.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        sign: DecimalSign,
        as_drafts: bool,
        currency: str,
        said_currency: str | None = None,
    ) -> None:
        self._layout = layout
        self._sign = sign
        self._as_drafts = as_drafts
        self._currency = currency
        self._width = len(layout.headings)
        self._columns = [(field, layout.columns[field]) for field in _PLAIN if field in layout.columns]
        self._lists = [
            (layout.columns[field], field, read) for field, read in _LISTS.items() if field in layout.columns
        ]
        self._unguard = unguard if layout.guarded else str
        self._wide = sum(map(bool, layout.headings)) >= WIDE_COLUMNS
        self.currency = PriceCurrency(heading=self._heading("price"), own=currency, said=said_currency)
        self.split_names = self.shortened_names = 0
        self.first_split_names: RowProblem | None = None
        self.decimals: dict[str, set[DecimalSign]] = {"price": set(), "stock_quantity": set()}

    def read(self, record: Record) -> Row:
        """Return the row for a record: a plant, a line to skip, or problems."""
        if record.problem:
            return Row(
                record=record, problems=(RowProblem(line=record.line, heading="", value="", detail=record.problem),)
            )
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
        raw: dict[str, object] = {
            field: self._unguard(cells[column]) for field, column in self._columns if cells[column]
        }
        problems: list[FieldError] = []
        notes: list[RowProblem] = []
        for column, field, read in self._lists:
            if cells[column]:
                raw[field] = read(self._unguard(cells[column]))
        self._split_names(record, cells, raw)
        self._read_sku(cells, raw, problems)
        self._read_price(cells, raw, problems)
        self._read_stock(record, cells, raw, problems, notes)
        status, ignored = self._read_status(cells, problems)
        self._read_name(raw)
        if not ignored and self._is_total(cells, raw):
            ignored = "it looks like a total"
        if ignored:
            return Row(record=record, ignored=ignored)
        fields = self._check(raw, problems)
        if fields is None or problems:
            return Row(
                record=record, problems=tuple(self._problem(record.line, cells, problem) for problem in problems)
            )
        if fields.price is not None and fields.currency is not None:
            self.currency.counts[fields.currency] += 1
        return Row(record=record, fields=fields, status=status, notes=tuple(notes))

    def _split_names(self, record: Record, cells: list[str], raw: dict[str, object]) -> None:
        """Split a cell's list of common names at commas, keep at most COMMON_NAMES_MAX names, and count the cell."""
        text = self._cell(cells, "common_names")
        if "," not in text or self._layout.exported or not (names := split_at_commas(text)):
            return
        raw["common_names"] = names[:COMMON_NAMES_MAX]
        self.split_names += 1
        self.shortened_names += len(names) > COMMON_NAMES_MAX
        if self.first_split_names is None:
            heading = self._heading("common_names")
            self.first_split_names = RowProblem(line=record.line, heading=heading, value=text, detail="")

    def _is_total(self, cells: list[str], raw: dict[str, object]) -> bool:
        if raw.keys() & {"sku", "gtin", "price"} or self._cell(cells, "status"):
            return False
        return _TOTAL.fullmatch(str(raw.get("name", ""))) is not None

    def _cell(self, cells: list[str], field: str) -> str:
        column = self._layout.columns.get(field)
        return "" if column is None else self._unguard(cells[column])

    def _read_sku(self, cells: list[str], raw: dict[str, object], problems: list[FieldError]) -> None:
        sku = self._cell(cells, "sku")
        if sku and _SPREADSHEET_NUMBER.fullmatch(sku) and not sku.isalnum():
            detail = f"{quoted(sku)} was changed by a spreadsheet. Format the column as text and paste it again."
            problems.append(FieldError(pointer="/sku", code="characters", detail=detail))
        elif sku:
            raw["sku"] = sku

    def _read_price(self, cells: list[str], raw: dict[str, object], problems: list[FieldError]) -> None:
        text = self._cell(cells, "price")
        if not text:
            return
        column = raw.get("currency")
        try:
            parts = split_price(text)
            if parts is None:
                return
            currency, contradiction = self.currency.decide(parts[1], str(column) if column else None)
            raw["price"] = plain(parts[0], self._sign, three_decimals=EXPONENTS.get(currency, 2) >= 3)
        except ValueError as error:
            problems.append(FieldError(pointer="/price", code="decimal", detail=str(error)))
            return
        self._note_sign("price", text)
        raw.setdefault("currency", currency)
        if contradiction:
            problems.append(FieldError(pointer="/price", code="currency", detail=f"{quoted(text)} {contradiction}"))

    def _read_stock(
        self,
        record: Record,
        cells: list[str],
        raw: dict[str, object],
        problems: list[FieldError],
        notes: list[RowProblem],
    ) -> None:
        text = self._cell(cells, "stock_quantity")
        if not text:
            return
        try:
            raw["stock_quantity"], note = read_stock(text, self._sign)
        except ValueError as error:
            problems.append(FieldError(pointer="/stock_quantity", code="type", detail=str(error)))
            return
        if note:
            notes.append(RowProblem(line=record.line, heading=self._heading("stock_quantity"), value=text, detail=note))

    def _read_status(self, cells: list[str], problems: list[FieldError]) -> tuple[Status, str]:
        """Return the status of a new plant, and the reason why the line is ignored ("" if it is not ignored)."""
        text = self._cell(cells, "status").lower()
        if text == Status.ARCHIVED:
            return Status.ARCHIVED, "it is archived, and a file does not restore archived plants"
        if text not in ("", Status.ACTIVE, Status.DRAFT):
            detail = f"{quoted(text)} is not a status. Use active or draft, or leave it empty."
            problems.append(FieldError(pointer="/status", code="status", detail=detail))
        return Status.DRAFT if self._as_drafts or text == Status.DRAFT else Status.ACTIVE, ""

    @staticmethod
    def _read_name(raw: dict[str, object]) -> None:
        """Use the first common name or the botanical name if the row has no name."""
        if "name" in raw:
            return
        common = raw.get("common_names")
        name = common[0] if isinstance(common, list) and common else raw.get("botanical_name")
        if isinstance(name, str):
            raw["name"] = name

    def _check(self, raw: dict[str, object], problems: list[FieldError]) -> PlantFields | None:
        try:
            return check_fields(raw, currency_default=self._currency)
        except Invalid as error:
            problems += error.fields
            return None

    def _note_sign(self, field: str, text: str) -> None:
        sign = evidence(text)
        if sign is not None:
            self.decimals[field].add(sign)

    def _heading(self, field: str) -> str:
        column = self._layout.columns.get(field)
        return "" if column is None else self._layout.headings[column]

    def _problem(self, line: int, cells: list[str], problem: FieldError) -> RowProblem:
        """Return a problem that names the column's heading in the file instead of the field."""
        field = problem.pointer.split("/")[1] if "/" in problem.pointer else ""
        detail = problem.detail
        if (field, problem.code) == ("name", "required"):
            field = next(name for name in ("name", "common_names", "botanical_name") if name in self._layout.columns)
            detail = "There is no name. Give the plant a name, or remove the line."
        return RowProblem(line=line, heading=self._heading(field), value=self._cell(cells, field), detail=detail)


def filled_fields(layout: Layout, cells: Sequence[str], fields: PlantFields) -> tuple[str, ...]:
    """Return the sorted names of the fields for which a row has a value. Empty cells and dashes have none.

    A row with a price always has a currency: its own, that of the sign at the price, or the store's.
    """
    filled = {
        field
        for field, column in layout.columns.items()
        if field in fields.__slots__ and column < len(cells) and cells[column].strip()
    }
    filled |= {"currency"} if "price" in filled else set()
    return tuple(sorted(name for name in filled if getattr(fields, name) not in (None, ())))


def apply_row(
    plant: Plant, fields: PlantFields, names: Collection[str], *, restore: bool, now: Instant
) -> Plant | None:
    """Return the plant with the fields in `names` replaced with those of a row; None if nothing changes.

    An archived plant changes only with `restore`. Raise Invalid if the merged fields contradict each other.
    """
    is_archived = plant.status is Status.ARCHIVED
    if is_archived and not restore:
        return None
    changed = rules.restored(plant, now=now) if is_archived else plant
    taken = {name for name in names if name not in KEYS or getattr(plant.fields, name) is None}
    if taken:
        row = as_input(fields)
        merged = {**as_input(plant.fields), **{name: row[name] for name in taken}}
        written = check_fields(merged, currency_default=str(merged["currency"] or NO_CURRENCY))
        if written != plant.fields:
            changed = rules.changed(changed, written, now=now)
    return None if changed is plant else changed
