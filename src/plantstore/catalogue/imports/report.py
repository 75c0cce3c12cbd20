"""Builds the report of a check: counts, samples of each column, and the first problems and notes."""

import csv
import os
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TextIO

import msgspec

from plantstore.catalogue.imports.columns import headings
from plantstore.catalogue.imports.columns.file_layout import BAD_HEADINGS, Layout
from plantstore.catalogue.imports.columns.flat_columns import COST_COLUMNS
from plantstore.catalogue.imports.note_groups import OTHER_PROBLEMS, LineNote, NoteGroup, NoteGroups, kind_of
from plantstore.catalogue.imports.preview import PreviewRow
from plantstore.catalogue.imports.row import Row, RowProblem
from plantstore.catalogue.imports.rows import RowReader
from plantstore.catalogue.imports.text_files.encodings import NAMES
from plantstore.catalogue.imports.text_files.mixed_lines import MixedEncodingText
from plantstore.catalogue.imports.values.cells import guard, guard_in_list
from plantstore.catalogue.imports.workbooks.conversion import Sheet, SheetFacts
from plantstore.catalogue.imports.workbooks.notes import sheet_notes
from plantstore.domain.plants.fields import COMMON_NAMES_MAX, COSTS
from plantstore.domain.text import quoted
from plantstore.domain.timestamps import Instant

COST_COLUMN_NAMES = frozenset(COST_COLUMNS)
SHOWN_MAX = 20  # max problems, and max notes, in a report; the file of bad rows has more problems
SAMPLES_MAX = 2
SAMPLE_CHARS_MAX = 60
BAD_ROWS_KEPT_MAX = 10_000  # max rows in the file of bad rows; further rows usually have the same problem
BAD_BYTES_KEPT_MAX = 8_000_000
_LOOKS = {
    "cost": "what you pay",
    "gtin": "EANs",
    "botanical_name": "botanical names",
    "price": "prices",
    "pot_size": "pot sizes",
}


class ListColumn(msgspec.Struct):
    """A column of the file, the field to which it is mapped, if any, and samples of its cells.

    `fields` has all fields to which the column is mapped; usually it is the one in `field`. `suggested` is a field to
    which a person may want to map a column that is unused, or used only for the name, but which is not guessed.
    """

    heading: str
    field: str | None
    samples: list[str]
    fields: list[str] = []
    suggested: str | None = None


class ListCurrency(msgspec.Struct):
    """A currency, and the number of rows with a price in this currency: in all, and by what decided the currency."""

    currency: str
    rows: int
    sources: dict[str, int] = {}


class Report(msgspec.Struct, kw_only=True):
    """The preview of an import. Counts are of rows below the headings.

    A row of `present` matches a plant and would not change it; a row of `alike` is skipped, because it has no SKU or
    GTIN, and the same name as a plant or an earlier row.

    `restorable` counts archived plants that rows of `present` and `alike` match; `restores` counts rows of `changed`
    that restore an archived plant. `composed_names` counts names that were composed by `name_pattern`. `warned` counts
    the rows among `new` and `changed` that have a warning.

    `mapped_at` is set if the columns are those that a person confirmed then for a file with the same headings.
    `year_question` is not empty if weeks were left out because their year is unknown.

    `sheet` is the name of the workbook's sheet that was read, and `sheets` has all; empty if the file is no workbook.

    `problems` and `notes` have the first ones, `problem_groups` and `note_groups` all of them in groups. `preview` has
    the first new and changed plants, and `preview_rows` says where each of them comes from.

    `options` is set while the file is checked again: the options of this report, in JSON.
    """

    encoding: str = ""
    fallback_encoding: str = ""
    fallback_lines: int = 0
    delimiter: str = ""
    sheet: str = ""
    sheets: list[Sheet] = []
    header_line: int = 0
    columns: list[ListColumn] = []
    rows: int = 0
    new: int = 0
    new_active: int = 0
    changed: int = 0
    present: int = 0
    alike: int = 0
    restorable: int = 0
    restores: int = 0
    bad: int = 0
    ignored: int = 0
    problems: list[LineNote] = []
    problem_groups: list[NoteGroup] = []
    notes: list[LineNote] = []
    notes_count: int = 0
    note_groups: list[NoteGroup] = []
    name_pattern: str = ""
    composed_names: int = 0
    warned: int = 0
    preview: list[dict[str, Any]] = []
    preview_rows: list[PreviewRow] = []
    earlier: str | None = None
    currencies: list[ListCurrency] = []
    currency_question: str = ""
    currency_choices: list[str] = []
    mapped_at: Instant | None = None
    year_question: str = ""
    year_choices: list[int] = []
    options: str = ""


def hide_costs(report: Report) -> None:
    """Remove everything about costs and suppliers from a report, for people who may not see them."""
    hidden = set()
    for column in report.columns:
        fields = {*column.fields, *headings.fields_of(column.heading)}
        if column.suggested == "cost" or not COST_COLUMN_NAMES.isdisjoint(fields):
            hidden.add(column.heading)
            column.samples = []
    report.problems = [note for note in report.problems if note.heading not in hidden]
    report.notes = [note for note in report.notes if note.heading not in hidden]
    report.problem_groups = [group for group in report.problem_groups if group.heading not in hidden]
    report.note_groups = [group for group in report.note_groups if group.heading not in hidden]
    for record in report.preview:
        for name in COSTS:
            record.pop(name, None)


class Reporter:
    """Builds a report row by row, and writes the file of bad rows."""

    def __init__(
        self, layout: Layout, bad_rows: Path, *, today: date = date.min, facts: SheetFacts | None = None
    ) -> None:
        fields: dict[int, list[str]] = {}
        for field, place in layout.columns.items():
            fields.setdefault(place, []).append(field)
        self.report = Report(
            encoding=layout.encoding.name,
            fallback_encoding=layout.encoding.fallback or "",
            delimiter=layout.delimiter,
            header_line=layout.header_line,
            columns=[
                ListColumn(
                    heading=heading,
                    field=next(iter(fields.get(place, ())), None),
                    samples=[],
                    fields=fields.get(place, []),
                    suggested=layout.suggested.get(place),
                )
                for place, heading in enumerate(layout.headings)
            ],
            problems=[],
            notes=[],
            mapped_at=layout.mapped_at,
        )
        if facts is not None:  # the encoding and the delimiter are not the file's, but those of the conversion
            self.report.encoding = self.report.delimiter = ""
            self.report.sheet, self.report.sheets = facts.sheet, facts.sheets
        self._facts = facts
        self._layout = layout
        self._year_now = today.year
        self._headings = layout.headings
        self._path = bad_rows
        self._stream: TextIO | None = None
        self._sampled = 0
        self._groups = NoteGroups()
        self._problem_groups = NoteGroups(other=OTHER_PROBLEMS)
        self._file_notes: list[NoteGroup] = []
        bad_rows.unlink(missing_ok=True)

    def sample(self, row: Row) -> None:
        """Add a row's cells to the samples of the columns, for the first SAMPLES_MAX rows only."""
        if self._sampled >= SAMPLES_MAX:
            return
        self._sampled += 1
        for column, cell in zip(self.report.columns, row.record.cells, strict=False):
            column.samples.append(shown_cell(cell.strip()))

    def bad(self, row: Row, problems: tuple[RowProblem, ...]) -> None:
        self.report.bad += 1
        for problem in problems:
            shown = _line_note(problem)
            self._problem_groups.add(shown, kind=kind_of(shown.detail))
            if len(self.report.problems) < SHOWN_MAX:
                self.report.problems.append(shown)
        if self.report.bad <= BAD_ROWS_KEPT_MAX:
            self._write_bad_row(row, problems)

    def ignore(self, row: Row, why: str) -> None:
        self.report.ignored += 1
        if any(map(str.strip, row.record.cells)):  # blank lines are not reported
            first = next(filter(None, map(str.strip, row.record.cells)))
            self.note(RowProblem(line=row.record.line, heading="", value=first, detail=f"The line is ignored: {why}."))

    def note(self, note: RowProblem) -> None:
        """Add a note to the report, about something that is allowed, but may be a mistake."""
        self.report.notes_count += 1
        shown = _line_note(note)
        self._groups.add(shown, kind=_encodable(note.kind))
        if len(self.report.notes) < SHOWN_MAX:
            self.report.notes.append(shown)

    def end(self, reader: RowReader) -> Report:
        """Close the file of bad rows, add the notes about the whole file, and return the report."""
        for field, signs in reader.decimals.items():
            if len(signs) > 1:
                heading = next((column.heading for column in self.report.columns if column.field == field), "")
                detail = "Some numbers have a decimal comma, and some a decimal point. Each is read as it is written."
                self._note_first(RowProblem(line=self.report.header_line, heading=heading, value="", detail=detail))
        for note in () if self._facts is None else sheet_notes(self._facts, self._layout):
            self._note_first(note)
        for field, heading in self._layout.guess.items():
            name = {"name": "name", "botanical_name": "botanical name"}[field]
            detail = f"The file has no headings. Column {heading.lstrip('#')} is used as the {name}. Is that right?"
            self._note_first(RowProblem(line=1, heading="", value="", detail=detail))
        if self._layout.encoding.guessed and not self._layout.encoding.fallback:
            self._note_guess(self._layout.encoding.name)
        if reader.first_split_names is not None:
            rows = "1 row has" if reader.split_names == 1 else f"{reader.split_names:,} rows have"
            detail = f"{rows} a list of common names, which was split at commas."
            if reader.shortened_names:
                detail += f" In {reader.shortened_names:,}, only the first {COMMON_NAMES_MAX} names were kept."
            self._note_first(replace(reader.first_split_names, detail=detail))
        for column in self.report.columns:
            if column.suggested is not None and column.suggested not in self._layout.columns:
                self._note_suggestion(column, column.suggested)
        if reader.weeks_without_year:
            self._ask_year(reader.weeks_without_year)
        self.report.composed_names = reader.composed
        self.report.problem_groups = self._problem_groups.largest_first()
        self.report.note_groups = [*self._file_notes, *self._groups.largest_first()]
        currency = next((one for one in reader.currencies.values() if one.question), reader.currency)
        self.report.currencies = [
            ListCurrency(currency=code, rows=rows, sources=_sources(reader, code))
            for code, rows in reader.currency.counts.most_common()
        ]
        if self.report.new or self.report.changed:  # otherwise the import would write no prices
            self.report.currency_question = currency.question
            self.report.currency_choices = currency.choices
        self.close()
        return self.report

    def _note_suggestion(self, column: ListColumn, field: str) -> None:
        """Ask whether a column should be mapped to the field that its heading or its cells suggest."""
        what = f"{_LOOKS[field]}; if so, map it to the field {field}"
        if field == "price" and headings.is_net_price(column.heading):
            what = "a price without tax; if it is the one that you ask for, map it to the field price"
        used = "is used only for the name" if column.fields else "is not used"
        detail = f"This column {used}. It looks like {what}."
        self._note_first(RowProblem(line=self.report.header_line, heading=column.heading, value="", detail=detail))

    def _ask_year(self, count: int) -> None:
        """Ask for the year of weeks, which the file does not say."""
        column = self._layout.columns["available_from"]
        cells = "1 cell has a week" if count == 1 else f"{count:,} cells have a week"
        detail = f"{cells} without a year, so it is left out. Of which year are the weeks?"
        self.report.year_question = detail
        self.report.year_choices = [self._year_now, self._year_now + 1] if self._year_now > 1 else []
        heading = self._headings[column]
        self._note_first(
            RowProblem(line=self.report.header_line, heading=heading, value="", detail=detail, warning=True)
        )

    def note_other_lines(self, text: MixedEncodingText) -> None:
        """Add a note that lists the lines that are not UTF-8, and says in which encoding they were read."""
        self.report.fallback_lines = text.other_lines
        if text.other_lines:
            listed = [str(first) if first == last else f"{first}-{last}" for first, last in text.ranges]
            more = " …" if text.other_lines > sum(last - first + 1 for first, last in text.ranges) else ""
            name = NAMES[self.report.fallback_encoding]
            lines = "Line" if text.other_lines == 1 else "Lines"
            verb = "is not UTF-8 and was" if text.other_lines == 1 else "are not UTF-8 and were"
            detail = f"{lines} {', '.join(listed)}{more} {verb} read as {name}; the others are UTF-8."
            self._note_first(RowProblem(line=text.ranges[0][0], heading="", value="", detail=detail))

    def _note_guess(self, encoding: str) -> None:
        line, word = self._layout.first_non_ascii or (self.report.header_line, "")
        detail = f"The file is not UTF-8 and was read as {NAMES[encoding]}. If letters look wrong, choose its encoding."
        self._note_first(RowProblem(line=line, heading="", value=word, detail=detail))

    def _note_first(self, note: RowProblem) -> None:
        """Put a note about the whole file before notes about single lines, dropping the last if the list is full."""
        self.report.notes_count += 1
        shown = _line_note(note)
        self.report.notes = [shown, *self.report.notes][:SHOWN_MAX]
        alone = NoteGroups()
        alone.add(shown)
        self._file_notes = [*alone.largest_first(), *self._file_notes]

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _write_bad_row(self, row: Row, problems: tuple[RowProblem, ...]) -> None:
        """Write a bad row to the file of bad rows: its line number, its problems, and its unchanged cells."""
        if self._stream is None:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            self._stream = os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="")
            csv.writer(self._stream).writerow([*BAD_HEADINGS, *map(guard, self._headings)])
        if self._stream.tell() < BAD_BYTES_KEPT_MAX:
            reason = " ".join(_sentence(problem) for problem in problems)
            csv.writer(self._stream).writerow([row.record.line, guard(reason), *map(guard_in_list, row.record.cells)])


def _sources(reader: RowReader, currency: str) -> dict[str, int]:
    found = reader.currency.sources.most_common()
    return {source.value: rows for (code, source), rows in found if code == currency}


def _sentence(problem: RowProblem) -> str:
    return f"{quoted(problem.heading)}: {problem.detail}" if problem.heading else problem.detail


def _line_note(problem: RowProblem) -> LineNote:
    return LineNote(
        line=problem.line,
        heading=problem.heading,
        value=shown_cell(problem.value),
        detail=_encodable(problem.detail),
        warning=problem.warning,
    )


def shown_cell(text: str) -> str:
    """Return the beginning of a cell, at most SAMPLE_CHARS_MAX characters, without characters that hide or reorder."""
    shown = text if len(text) <= SAMPLE_CHARS_MAX else text[: SAMPLE_CHARS_MAX - 1] + "…"
    return "".join(char if char.isprintable() else "\ufffd" for char in shown)


def _encodable(text: str) -> str:
    """Replace lone surrogates, which text from a file may contain, but JSON in UTF-8 may not."""
    return text.encode("utf-8", "replace").decode()
