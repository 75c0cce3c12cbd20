"""Converts one sheet of a workbook to a CSV file, in a process of its own: `python -m` starts it, for `conversion`.

The library that reads workbooks ends the process when memory runs out, and needs a hundred times the size of a
malicious file. So this process limits its memory and CPU time before it loads the library, and imports as little as
possible. It reads a request from standard input as one line of JSON, and writes the reply to standard output. Standard
input stays open as a lifeline: when it closes, because the store has ended, the kernel ends this process.
"""

import csv
import errno
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from plantstore.catalogue.imports.workbooks import parts
from plantstore.catalogue.imports.workbooks.cells import (
    CellRange,
    CellValue,
    cell_text,
    clear_covered,
    is_date,
)
from plantstore.catalogue.imports.workbooks.limits import (
    PROTECTED,
    SHEET_NAME_CHARS_MAX,
    SheetLimits,
    find_sheet,
)
from plantstore.catalogue.imports.workbooks.parts import Refused, SheetExtent, cell_reference
from plantstore.core.child_process import die_with_parent, limit_process
from plantstore.domain.text import quoted

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

REQUEST_BYTES_MAX = 1 << 16
SHEETS_SEARCHED_MAX = 10  # largest sheets in which to search for headings; each is read whole
_ERROR_CHARS_MAX = 500
_UNKNOWN_ERROR = re.compile(r"cell error value '(#[^']{1,40})'")  # the library knows only the oldest seven
_DATELESS = frozenset({str, float, bool, int})


def main() -> None:
    """Serve one request. Exit codes other than 0 mean that there is no reply."""
    request = json.loads(sys.stdin.buffer.readline(REQUEST_BYTES_MAX))
    die_with_parent(sys.stdin.fileno())
    limits = SheetLimits(**request["limits"])
    limit_process(memory_bytes=limits.memory_bytes, file_bytes=limits.converted_bytes, cpu_s=limits.cpu_s)
    try:
        reply = _convert(Path(request["source"]), Path(request["target"]), request, limits)
    except Refused as error:
        reply = {"refused": str(error)}
    except MemoryError:
        reply = {"memory": True}
    except OSError as error:
        if error.errno == errno.EFBIG:
            text = f"The sheet is larger than {limits.converted_bytes >> 20:,} MiB as text. Split it."
            reply = {"refused": text}
        elif error.errno in (errno.ENOSPC, errno.EDQUOT):
            reply = {"full": True}
        else:
            reply = {"damaged": _described(error)}
    except BaseException as error:  # among them the panics of the library, which are no `Exception`
        reply = {"damaged": _described(error)}
    sys.stdout.write(json.dumps(reply))
    sys.stdout.flush()


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:_ERROR_CHARS_MAX]


def _convert(source: Path, target: Path, request: Mapping[str, Any], limits: SheetLimits) -> dict[str, object]:
    extents = parts.scan(source, limits)
    from python_calamine import PasswordError, load_workbook  # after the limits, and never in the store's process

    try:
        workbook = load_workbook(str(source))
    except PasswordError as error:
        raise Refused(PROTECTED) from error
    sheets = _list_sheets(workbook, extents)
    if len(sheets) > limits.sheets:
        raise Refused(f"The workbook has {len(sheets):,} sheets; at most {limits.sheets} are allowed. Delete some.")
    if any(len(str(one["name"])) > SHEET_NAME_CHARS_MAX for one in sheets):
        raise Refused(f"The name of a sheet has more than {SHEET_NAME_CHARS_MAX} characters. Shorten it.")
    name, sheet = _choose(workbook, sheets, extents, request, limits)
    extent = extents.get(name, SheetExtent())
    writing = _Writing(sheet)
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
        writing.write(stream)
        stream.flush()
        os.fsync(stream.fileno())
    for listed in sheets:
        if listed["name"] == name:
            listed["rows"] = writing.rows
    return {
        "facts": {
            "sheets": sheets,
            "sheet": name,
            "errors": extent.errors,
            "first_error": extent.first_error,
            "uncalculated": extent.uncalculated,
            **writing.facts(),
        }
    }


def _list_sheets(workbook: "CalamineWorkbook", extents: Mapping[str, SheetExtent]) -> list[dict[str, object]]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    return [
        {
            "name": one.name,
            "rows": extents[one.name].rows if one.name in extents else None,
            "hidden": one.visible != SheetVisibleEnum.Visible,
        }
        for one in workbook.sheets_metadata
        if one.typ == SheetTypeEnum.WorkSheet
    ]


def _choose(
    workbook: "CalamineWorkbook",
    sheets: Sequence[Mapping[str, object]],
    extents: Mapping[str, SheetExtent],
    request: Mapping[str, Any],
    limits: SheetLimits,
) -> tuple[str, "CalamineSheet"]:
    """Return the wanted sheet; if none is wanted, the one that is probably the list. Raise Refused if it is empty."""
    names, wanted = [str(one["name"]) for one in sheets], request["sheet"]
    candidates = [str(one["name"]) for one in sheets if one["rows"] != 0 and not one["hidden"]]
    if wanted is None:
        name = _likeliest(workbook, candidates, extents, request["map"], limits)
    elif (name := find_sheet(names, wanted)) is None:
        raise Refused(f"The workbook has no sheet {quoted(wanted)}. Its sheets are: {_joined(names)}.")
    for candidate in candidates if name is None else [name]:
        _check_extent(candidate, extents.get(candidate, SheetExtent()), limits)
        sheet = _open_sheet(workbook, candidate, extents)
        if sheet.end is not None:
            last_row, last_column = sheet.end
            _check_extent(candidate, SheetExtent(last_row=last_row + 1, last_column=last_column + 1), limits)
            return candidate, sheet
    if name is not None:
        raise Refused(f"The sheet {quoted(name)} has no rows.")
    hidden = [str(one["name"]) for one in sheets if one["rows"] != 0 and one["hidden"]]
    raise Refused(
        f"The visible sheets have no rows. To import a hidden sheet, choose it: {_joined(hidden)}."
        if hidden
        else "The workbook has no rows."
    )


def _likeliest(
    workbook: "CalamineWorkbook",
    candidates: Sequence[str],
    extents: Mapping[str, SheetExtent],
    wanted: Mapping[str, str],
    limits: SheetLimits,
) -> str | None:
    """Return the candidate with the most rows that has known headings; None if no candidate has any.

    A sheet with two known headings is preferred to one with one. `wanted` has the headings that a person has chosen.
    """
    if len(candidates) < 2:
        return None
    from plantstore.catalogue.imports.columns.headings import count_known  # imported late: most workbooks have one list

    with_one_heading = None
    by_size = sorted(candidates, key=lambda name: -extents.get(name, SheetExtent()).rows)
    for name in by_size[:SHEETS_SEARCHED_MAX]:
        try:
            lines = _first_lines(workbook, name, extents, limits)
        except Refused:
            if name == by_size[0]:  # probably the list
                raise
            continue
        known = max((count_known(line, wanted) for line in lines), default=0)
        if known > 1:
            return name
        if known and with_one_heading is None:
            with_one_heading = name
    return with_one_heading


def _first_lines(
    workbook: "CalamineWorkbook", name: str, extents: Mapping[str, SheetExtent], limits: SheetLimits
) -> list[list[str]]:
    from plantstore.catalogue.imports.columns.headerless import HEADER_LINES_MAX

    _check_extent(name, extents.get(name, SheetExtent()), limits)
    rows = islice(_open_sheet(workbook, name, extents).iter_rows(), HEADER_LINES_MAX)
    return [list(map(cell_text, values)) for values in rows]


def _open_sheet(workbook: "CalamineWorkbook", name: str, extents: Mapping[str, SheetExtent]) -> "CalamineSheet":
    from python_calamine import CalamineError

    try:
        return workbook.get_sheet_by_name(name)
    except CalamineError as error:
        if (unknown := _UNKNOWN_ERROR.search(str(error))) is None:
            raise
        first = extents.get(name, SheetExtent()).first_error
        raise Refused(
            f"A cell of the sheet {quoted(name)} holds the error {unknown[1]}, which cannot be read. Correct or empty "
            f"such cells{f' (the first cell with an error is {first})' if first else ''}, or save the sheet as CSV."
        ) from error


def _joined(names: Sequence[str]) -> str:
    text = ", ".join(map(quoted, names))
    return text if len(text) <= _ERROR_CHARS_MAX else text[:_ERROR_CHARS_MAX] + "…"


def _check_extent(name: str, extent: SheetExtent, limits: SheetLimits) -> None:
    """Raise Refused if a sheet is too large."""
    last = cell_reference(extent.last_row - 1, extent.last_column - 1)
    advice = "Delete what is far below or to the right of the list, or copy the list to a new workbook."
    if extent.last_column > limits.columns:
        raise Refused(
            f"The sheet {quoted(name)} reaches cell {last}; at most {limits.columns} columns are allowed. {advice}"
        )
    if extent.last_row > limits.rows:
        raise Refused(
            f"The sheet {quoted(name)} reaches cell {last}; at most {limits.rows:,} rows are allowed. Split it."
        )
    if extent.last_row * extent.last_column > limits.cells:
        raise Refused(
            f"The sheet {quoted(name)} reaches cell {last}; at most {limits.cells:,} cells are allowed. {advice}"
        )


class _Writing:
    """Writes a sheet as CSV: line n is row n of the sheet, the first column is column A. Counts what it writes."""

    def __init__(self, sheet: "CalamineSheet") -> None:
        self._sheet = sheet
        self._first_column = (sheet.start or (0, 0))[1]
        self._merged: list[CellRange] = sorted(sheet.merged_cell_ranges or ())
        self.rows = self._columns = self._last_row = 0
        self._dates: dict[int, int] = {}  # how many, by column, from 0
        self._first_dates: dict[int, int] = {}  # the row of the first, by column

    def write(self, stream: TextIO) -> None:
        writer = csv.writer(stream, lineterminator="\n")
        blank = 0
        for number, row in enumerate(self._texts()):
            if not row:
                blank += 1
                continue
            stream.write("\n" * blank)
            blank = 0
            writer.writerow(row)
            self.rows += 1
            self._last_row = number + 1
            self._columns = max(self._columns, len(row))

    def facts(self) -> dict[str, object]:
        first = "" if not self._merged else ":".join(cell_reference(*cell) for cell in self._merged[0])
        return {
            "rows": self.rows,
            "last_row": self._last_row,
            "columns": self._columns,
            "dates": [
                {"column": column, "count": count, "first": cell_reference(self._first_dates[column], column)}
                for column, count in sorted(self._dates.items())
            ],
            "merged": len(self._merged),
            "first_merged": first,
        }

    def _texts(self) -> Iterator[list[str]]:
        """Yield the texts of each row, without empty cells at its end."""
        padding = [""] * self._first_column
        waiting, active = self._merged[::-1], []
        for number, values in enumerate(self._sheet.iter_rows()):
            if not _DATELESS.issuperset(map(type, values)):
                self._count_dates(number, values)
            row = padding + [cell_text(value) for value in values]
            while waiting and waiting[-1][0][0] <= number:
                active.append(waiting.pop())
            if active:
                clear_covered(row, number, active)
                active = [one for one in active if one[1][0] > number]
            while row and not row[-1]:
                row.pop()
            yield row

    def _count_dates(self, number: int, values: Sequence[CellValue]) -> None:
        for column, value in enumerate(values, self._first_column):
            if is_date(value):
                self._dates[column] = self._dates.get(column, 0) + 1
                self._first_dates.setdefault(column, number)


if __name__ == "__main__":
    main()
