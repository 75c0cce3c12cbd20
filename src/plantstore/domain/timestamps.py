"""Points in time, in microseconds since 1970-01-01 UTC, as stored in the tables."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NewType

Instant = NewType("Instant", int)

SECOND_US = 1_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def after(start: Instant, *, seconds: float) -> Instant:
    """Return the time `seconds` after `start`; before `start` if `seconds` is negative."""
    return Instant(start + round(seconds * SECOND_US))


def to_datetime(instant: Instant) -> datetime:
    return _EPOCH + timedelta(microseconds=instant)


def from_datetime(moment: datetime) -> Instant:
    return Instant((moment - _EPOCH) // timedelta(microseconds=1))


def to_text(instant: Instant) -> str:
    """Format a time as RFC 3339 in UTC, with milliseconds.

    >>> to_text(Instant(1_790_000_000_123_456))
    '2026-09-21T14:13:20.123Z'
    """
    second, rest_us = divmod(instant, SECOND_US)
    return f"{second_text(second)}.{rest_us // 1000:03d}Z"


@lru_cache(maxsize=4_096)
def second_text(second: int) -> str:
    """Format a Unix time in seconds as RFC 3339, without the final `Z`.

    Cached, because many times share a second and the calendar conversion is slow.
    """
    return to_datetime(Instant(second * SECOND_US)).isoformat().removesuffix("+00:00")


def text_or_none(instant: Instant | None) -> str | None:
    return None if instant is None else to_text(instant)


def parse(text: str) -> Instant:
    """Parse an RFC 3339 time, which must have an offset. Raise ValueError if it is malformed.

    >>> to_text(parse("2026-03-02T10:15:00+01:00"))
    '2026-03-02T09:15:00.000Z'
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time needs its offset, such as Z")
    return from_datetime(moment)
