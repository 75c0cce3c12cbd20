"""Notes about a workbook's sheet as a whole: what a person sees there, but what could not be read as a value."""

import re
from collections.abc import Iterator

from plantstore.catalogue.imports.columns.file_layout import Layout
from plantstore.catalogue.imports.row import RowProblem
from plantstore.catalogue.imports.workbooks.conversion import SheetFacts

DATE_FIELDS = frozenset({"available_from"})
"""The fields in whose columns dates are expected."""
_ROW = re.compile("[0-9]+")


def sheet_notes(facts: SheetFacts, layout: Layout) -> Iterator[RowProblem]:
    """Yield the notes, each with the number of the first row that it is about."""
    if facts.uncalculated:
        cells = _cells(facts.uncalculated, "a formula", "formulas")
        yield _note(1, f"{cells} without a result. Open the workbook in your spreadsheet program and save it.")
    if facts.errors:
        cells = _cells(facts.errors, "an error", "errors")
        yield _note(_row(facts.first_error), f"{cells} such as #N/A; the first is {facts.first_error}.")
    if facts.merged:
        ranges = "1 range" if facts.merged == 1 else f"{facts.merged:,} ranges"
        detail = f"{ranges} of merged cells (first {facts.first_merged}): only the first cell of each has its value."
        yield _note(_row(facts.first_merged), detail)
    for dates in facts.dates:
        fields = {field for field, place in layout.columns.items() if place == dates.column}
        if fields and fields.isdisjoint(DATE_FIELDS) and dates.column < len(layout.headings):
            held = _cells(dates.count, "a date", "dates")
            detail = f"{held}. If that was another value, such as a pot size 10/12, correct it in the workbook."
            yield _note(_row(dates.first), detail, heading=layout.headings[dates.column], value=dates.first)


def _cells(count: int, one: str, several: str) -> str:
    return f"1 cell has {one}" if count == 1 else f"{count:,} cells have {several}"


def _row(reference: str) -> int:
    """Return the row of a cell such as "C5", or of the first cell of a range; 1 if the reference is empty."""
    found = _ROW.search(reference)
    return 1 if found is None else int(found[0])


def _note(line: int, detail: str, *, heading: str = "", value: str = "") -> RowProblem:
    return RowProblem(line=line, heading=heading, value=value, detail=detail)
