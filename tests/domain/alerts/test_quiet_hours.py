"""Quiet hours over midnight, on some days, and when clocks change."""

from zoneinfo import ZoneInfo

import pytest

from plantstore.domain.alerts.quiet_hours import QuietHours, check_quiet_hours
from plantstore.domain.errors import Invalid
from plantstore.domain.timestamps import parse, text_or_none

BRUSSELS = ZoneInfo("Europe/Brussels")
NIGHT = QuietHours(from_minute=19 * 60, until_minute=7 * 60 + 30)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-11-25T18:59:59+01:00", None),
        ("2026-11-25T19:00:00+01:00", "2026-11-26T06:30:00.000Z"),
        ("2026-11-26T07:29:59+01:00", "2026-11-26T06:30:00.000Z"),
        ("2026-11-26T07:30:00+01:00", None),
        ("2026-03-29T01:30:00+01:00", "2026-03-29T05:30:00.000Z"),  # clocks go forward in this night
    ],
)
def test_they_end_in_the_morning(now: str, end: str | None) -> None:
    assert text_or_none(NIGHT.end(parse(now), BRUSSELS)) == end


def test_they_begin_only_on_their_days() -> None:
    weekdays = QuietHours(from_minute=19 * 60, until_minute=7 * 60, days=0b0011111)

    assert weekdays.end(parse("2026-11-27T23:00:00+01:00"), BRUSSELS) is not None  # a Friday
    assert weekdays.end(parse("2026-11-28T06:00:00+01:00"), BRUSSELS) is not None
    assert weekdays.end(parse("2026-11-28T23:00:00+01:00"), BRUSSELS) is None


def test_the_latest_end_is_known_in_the_morning_after() -> None:
    assert text_or_none(NIGHT.last_end(parse("2026-11-26T07:30:05+01:00"), BRUSSELS)) == "2026-11-26T06:30:00.000Z"
    assert text_or_none(NIGHT.last_end(parse("2026-11-26T07:29:55+01:00"), BRUSSELS)) == "2026-11-25T06:30:00.000Z"


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [("7:30", "08:00", 1), ("19:00", "19:00", 1), ("19:00", "25:00", 1), ("19:00", "20:00", 0)],
)
def test_times_that_make_no_sense_are_refused(start: str, end: str, days: int) -> None:
    with pytest.raises(Invalid):
        check_quiet_hours(start, end, days=days, critical_through=True)
