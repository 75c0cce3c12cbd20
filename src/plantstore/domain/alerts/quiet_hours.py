"""Quiet hours: times of the day in which messages wait for a digest."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.timestamps import Instant, from_datetime, to_datetime

MINUTES_PER_DAY = 24 * 60
EVERY_DAY = 0b1111111


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """Quiet from `from_minute` until `until_minute`, in minutes since midnight of the store's time zone.

    If `until_minute` is not later, they end on the next day. `days` has a bit for each day on which they begin (1 is
    Monday, 64 Sunday). `critical_through`: messages of critical rules are sent nevertheless.
    """

    from_minute: int
    until_minute: int
    days: int = EVERY_DAY
    critical_through: bool = True

    def __post_init__(self) -> None:
        assert 0 <= self.from_minute < MINUTES_PER_DAY
        assert 0 <= self.until_minute < MINUTES_PER_DAY
        assert self.from_minute != self.until_minute
        assert 1 <= self.days <= EVERY_DAY

    def end(self, now: Instant, zone: ZoneInfo) -> Instant | None:
        """Return when the quiet hours of this moment end; None if it is not in quiet hours."""
        today = to_datetime(now).astimezone(zone).date()
        for day in (today - timedelta(days=1), today):
            if self.days >> day.weekday() & 1:
                start = _at(day, self.from_minute, zone)
                later = timedelta(days=1) if self.until_minute <= self.from_minute else timedelta()
                end = _at(day + later, self.until_minute, zone)
                if start <= now < end:
                    return end
        return None

    def last_end(self, now: Instant, zone: ZoneInfo) -> Instant | None:
        """Return when the latest quiet hours that began in the last two days ended; None if there were none."""
        today = to_datetime(now).astimezone(zone).date()
        ends = []
        for back in (2, 1, 0):
            day = today - timedelta(days=back)
            if self.days >> day.weekday() & 1:
                later = timedelta(days=1) if self.until_minute <= self.from_minute else timedelta()
                ends.append(_at(day + later, self.until_minute, zone))
        return max((end for end in ends if end <= now), default=None)


def check_quiet_hours(start: str, end: str, *, days: int, critical_through: bool) -> QuietHours:
    """Return quiet hours from two times such as "19:00"; raise Invalid with what is wrong.

    >>> check_quiet_hours("19:00", "07:30", days=EVERY_DAY, critical_through=True).from_minute
    1140
    """
    problems, minutes = [], dict[str, int]()
    for name, text in (("from", start), ("until", end)):
        minute = _minute(text)
        if minute is None:
            problems.append(FieldError(pointer=f"/{name}", code="invalid", detail="Use a time such as 19:30."))
        else:
            minutes[name] = minute
    if not problems and minutes["from"] == minutes["until"]:
        problems.append(FieldError(pointer="/until", code="invalid", detail="Quiet hours need two different times."))
    if not 1 <= days <= EVERY_DAY:
        problems.append(FieldError(pointer="/days", code="invalid", detail="Name at least one day."))
    if problems:
        raise Invalid(fields=tuple(problems))
    return QuietHours(
        from_minute=minutes["from"], until_minute=minutes["until"], days=days, critical_through=critical_through
    )


def time_text(minute: int) -> str:
    """Return a minute of the day as a time.

    >>> time_text(450)
    '07:30'
    """
    return f"{minute // 60:02}:{minute % 60:02}"


def _minute(text: str) -> int | None:
    try:
        parsed = time.fromisoformat(text) if len(text) == len("19:30") else None
    except ValueError:
        return None
    return None if parsed is None or parsed.tzinfo else parsed.hour * 60 + parsed.minute


def _at(day: date, minute: int, zone: ZoneInfo) -> Instant:
    """Return this minute of a day. A time that a change of clocks leaves out is taken as if there were no change."""
    return from_datetime(datetime.combine(day, time(minute // 60, minute % 60), tzinfo=zone))
