"""Writes the values of a sheet's cells as text, as a person sees them, not as the workbook stores them."""

import math
from collections.abc import Sequence
from datetime import MAXYEAR, date, datetime, time, timedelta
from decimal import Decimal

CellValue = str | float | int | bool | date | datetime | time | timedelta
CellRange = tuple[tuple[int, int], tuple[int, int]]
"""The first and the last cell of a range, each as row and column from 0."""

LINE_BREAK = "\u2028"  # a line break within a cell: the checks read it as such, and a CSV reader counts no line
DIGITS = 15  # spreadsheets keep 15 significant digits of a number; more are noise of the binary format
_HALF_SECOND = timedelta(microseconds=500_000)


def cell_text(value: CellValue) -> str:
    """Return the text of a cell.

    Dates and times are in ISO 8601, with a space between date and time, and without a time at midnight. Numbers with
    more than 15 digits keep their exponent, because a spreadsheet has dropped digits of them.

    >>> cell_text(1001.0), cell_text(12.5), cell_text(0.1 + 0.2), cell_text(4006381333931.0)
    ('1001', '12.5', '0.3', '4006381333931')
    >>> cell_text(datetime(2026, 5, 25, 13, 30)), cell_text(datetime(2026, 5, 25)), cell_text(timedelta(hours=36))
    ('2026-05-25 13:30:00', '2026-05-25', '36:00:00')
    """
    if isinstance(value, str):
        return _one_line(value) if "\n" in value or "\r" in value else value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float | int):
        return number_text(float(value))
    if isinstance(value, datetime):
        return _datetime_text(value)
    if isinstance(value, timedelta):
        return _duration_text(value)
    return value.isoformat() if isinstance(value, date) else _time_text(value)


def number_text(value: float) -> str:
    """Return a number without a false ".0" and without binary noise; empty if it is infinite or not a number.

    >>> number_text(1e-05), number_text(-0.0), number_text(1234567890123456789.0)
    ('0.00001', '0', '1.23456789012346e+18')
    """
    if not math.isfinite(value):
        return ""
    text = format(value + 0.0, f".{DIGITS}g")  # the sum turns -0 into 0
    if "e-" in text:
        return format(Decimal(text), "f") if abs(value) > 10**-DIGITS else "0"
    return text


def is_date(value: CellValue) -> bool:
    """True if a cell holds a date, a time or a duration."""
    return isinstance(value, date | time | timedelta)


def clear_covered(row: list[str], number: int, merged: Sequence[CellRange]) -> None:
    """Empty the cells of a row that a merged range covers, except the top left one. `number` is the row's, from 0.

    Spreadsheet programs neither show nor use a value that a covered cell still has.
    """
    for (first_row, first_column), (last_row, last_column) in merged:
        if first_row <= number <= last_row:
            start = first_column + (number == first_row)
            stop = min(last_column + 1, len(row))
            row[start:stop] = [""] * max(0, stop - start)


def _one_line(text: str) -> str:
    return text.replace("\r\n", LINE_BREAK).replace("\n", LINE_BREAK).replace("\r", LINE_BREAK)


def _datetime_text(value: datetime) -> str:
    """Return a date and time, rounded to seconds: a spreadsheet stores fractions of a day, which are never exact."""
    if value.microsecond and value.year < MAXYEAR:
        value += _HALF_SECOND
    value = value.replace(microsecond=0)
    return value.date().isoformat() if value.time() == time() else value.isoformat(" ")


def _time_text(value: time) -> str:
    return _datetime_text(datetime.combine(date(2000, 1, 1), value)).partition(" ")[2] or "00:00:00"


def _duration_text(value: timedelta) -> str:
    seconds = round(value.total_seconds())
    hours, seconds = divmod(abs(seconds), 3_600)
    return f"{'-' if value < timedelta() else ''}{hours}:{seconds // 60:02}:{seconds % 60:02}"
