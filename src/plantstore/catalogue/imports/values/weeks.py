"""Reads the availability of a plant in a list: a date, or an ISO week such as "wk 22" with the year of the list."""

import re
from dataclasses import dataclass
from datetime import date

from plantstore.catalogue.imports.row import LEFT_OUT, CellNote
from plantstore.domain.text import quoted

_WORD = r"(?:avail(?:able|ability)?\.? ?)?(?:weeks?|wk\.?|woche|kw|w\.?)"
_WEEK = re.compile(rf"(?:{_WORD} ?)?(?P<week>[0-9]{{1,2}})(?:[ ./]*(?P<year>20[0-9]{{2}}))?", re.IGNORECASE)
_ISO_WEEK = re.compile(r"(?P<year>20[0-9]{2})-?(?:W|wk|week) ?(?P<week>[0-9]{1,2})", re.IGNORECASE)
_NAMED = re.compile(rf"{_WORD} ?[0-9]", re.IGNORECASE)
_IN_HEADING = re.compile(r"\b(?:weeks?|wk|woche|kw)\b", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}|[0-9]+[./-][0-9]+")
_YEAR = re.compile(r"(?<![0-9.,/-])20[0-9]{2}(?![0-9.,])")


def has_weeks(heading: str) -> bool:
    """True if the numbers below a heading are weeks, as in "Avail. wk"."""
    return _IN_HEADING.search(heading.replace("_", " ")) is not None


def year_in(text: str) -> int | None:
    """Return the only year that a text has, such as the lines above the headings; None without one, or with two.

    >>> year_in("Availability 2026, week 17"), year_in("2026/27"), year_in("2025 or 2026")
    (2026, 2026, None)
    """
    years = set(map(int, _YEAR.findall(text)))
    return years.pop() if len(years) == 1 else None


def find_week(text: str, *, heading: str) -> tuple[int, int | None] | None:
    """Return the week in a cell, and its year or None; None if the cell is not a week.

    A number alone is a week only below a heading of weeks.

    >>> find_week("wk 22", heading="Ready"), find_week("2026-W22", heading="Ready"), find_week("22", heading="Ready")
    ((22, None), (22, 2026), None)
    """
    found = _ISO_WEEK.fullmatch(text)
    if found is None and (has_weeks(heading) or _NAMED.match(text)):
        found = _WEEK.fullmatch(text)
    if found is None:
        return None
    return int(found["week"]), int(found["year"]) if found["year"] else None


@dataclass(frozen=True, slots=True)
class AvailableFrom:
    """What a cell says: a date in ISO 8601, or another text for the checks; and a note. Both can be missing.

    `needs_year` is set if the cell has a week whose year is not known.
    """

    text: str | None = None
    note: CellNote | None = None
    needs_year: bool = False


def read_available(text: str, *, heading: str, year: int | None) -> AvailableFrom:
    """Read a cell. `year` is that of weeks without a year; None if it is not known."""
    found = find_week(text, heading=heading)
    if found is None:
        if not has_weeks(heading) or _DATE.search(text):
            return AvailableFrom(text)
        detail = f"{quoted(text)} is not a week. The cell is left out."
        return AvailableFrom(note=CellNote("available_from", LEFT_OUT, detail))
    week, year = found[0], found[1] or year
    if year is None:
        return AvailableFrom(needs_year=True)
    try:
        day = date.fromisocalendar(year, week, 1).isoformat()
    except ValueError:  # ISO 8601: not all years have a week 53
        detail = f"{quoted(text)}: the year {year} has no week {week}. The cell is left out."
        return AvailableFrom(note=CellNote("available_from", LEFT_OUT, detail))
    detail = f"{quoted(text)} was read as {day}, the Monday of week {week}."
    return AvailableFrom(day, CellNote("available_from", "Weeks were read as their Monday.", detail, warning=False))
