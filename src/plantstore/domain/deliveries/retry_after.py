"""Parses the `Retry-After` header of a response into seconds. Never raises.

RFC 9110, 10.2.3: a number of seconds, or a date in one of the three forms of 5.6.7. Anything else is ignored.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from plantstore.domain.timestamps import SECOND_US, Instant, from_datetime, to_datetime

RETRY_AFTER_S_MAX = 86_400  # longer values are reduced to this, the longest wait of the retry schedule
YEARS_AHEAD_MAX = 50  # RFC 9110, 5.6.7: a two-digit year further in the future means a year in the past

_MONTHS = (b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec")
_DAY, _MONTH = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)", rb"(?P<month>" + b"|".join(_MONTHS) + rb")"
_DAY_WHOLE = rb"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_TIME = rb"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
_DATES = (
    re.compile(_DAY + rb", (?P<day>\d\d) " + _MONTH + rb" (?P<year>\d{4}) " + _TIME + rb" GMT"),  # IMF-fixdate
    re.compile(_DAY_WHOLE + rb", (?P<day>\d\d)-" + _MONTH + rb"-(?P<year>\d\d) " + _TIME + rb" GMT"),  # RFC 850
    re.compile(_DAY + rb" " + _MONTH + rb" (?P<day>[ \d]\d) " + _TIME + rb" (?P<year>\d{4})"),  # asctime()
)


def retry_after_s(values: Sequence[bytes], *, date: bytes, now: Instant) -> float | None:
    """Return the longest `Retry-After` of a response in seconds, at most RETRY_AFTER_S_MAX; None if none is valid.

    A date is compared with the response's `Date` header, because the receiver's clock may be wrong; without a `Date`
    header, with `now`. A past date means 0.

    >>> retry_after_s([b"120"], date=b"", now=Instant(0))
    120.0
    >>> retry_after_s([b"Thu, 01 Jan 1970 00:01:00 GMT"], date=b"Thu, 01 Jan 1970 00:00:50 GMT", now=Instant(0))
    10.0
    """
    if not values:
        return None
    answered_at = _instant(date, now)
    waits_s = [_wait_s(value.strip(b" \t"), now if answered_at is None else answered_at, now) for value in values]
    return max((wait_s for wait_s in waits_s if wait_s is not None), default=None)


def _wait_s(value: bytes, answered_at: Instant, now: Instant) -> float | None:
    if value.isdigit():
        digits = value.lstrip(b"0")[: len(str(RETRY_AFTER_S_MAX)) + 1]  # enough digits to exceed the limit
        return float(min(int(digits or b"0"), RETRY_AFTER_S_MAX))
    again_at = _instant(value, now)
    return None if again_at is None else min(max((again_at - answered_at) / SECOND_US, 0.0), float(RETRY_AFTER_S_MAX))


def _instant(value: bytes, now: Instant) -> Instant | None:
    found = next((match for form in _DATES if (match := form.fullmatch(value.strip(b" \t")))), None)
    if found is None:
        return None
    day, hour, minute, second = (int(found[name]) for name in ("day", "hour", "minute", "second"))
    rest = (_MONTHS.index(found["month"]) + 1, day, hour, minute, min(second, 59))
    year = int(found["year"]) if len(found["year"]) == 4 else _year(int(found["year"]), rest, now)
    try:
        # Second 60 is a leap second, which datetime does not support.
        moment = datetime(year, *rest, tzinfo=UTC) + timedelta(seconds=second == 60)
    except (ValueError, OverflowError):
        return None
    return from_datetime(moment) if second <= 60 else None


def _year(two_digits: int, rest: tuple[int, ...], now: Instant) -> int:
    """Return the latest year with these last two digits that is at most YEARS_AHEAD_MAX years after `now`."""
    today = to_datetime(now)
    ahead = today.year + YEARS_AHEAD_MAX
    year = ahead - (ahead - two_digits) % 100
    latest = (ahead, today.month, today.day, today.hour, today.minute, today.second)
    return year - 100 if (year, *rest) > latest else year
