"""What a receiver may write into Retry-After, in all its forms and in none, and how long we wait for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX, retry_after_s
from plantstore.domain.timestamps import SECOND_US, Instant, after, parse, to_datetime
from tests.makers import NOON

IN_A_MINUTE = b"Mon, 01 Jun 2026 12:01:00 GMT"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

FORMS = {
    b"0": 0,
    b"5": 5,
    b" 5\t": 5,
    b"0005": 5,
    b"86400": 86_400,
    b"86401": 86_400,
    b"1000000000": 86_400,
    b"9" * 10_000: 86_400,
    b"0" * 10_000 + b"7": 7,
    IN_A_MINUTE: 60,
    b"Monday, 01-Jun-26 12:01:00 GMT": 60,
    b"Mon Jun  1 12:01:00 2026": 60,
    b"Mon Jun 01 12:01:00 2026": 60,
    b"Mon, 01 Jun 2026 12:00:60 GMT": 60,
    b"Tue, 02 Jun 2026 12:00:00 GMT": 86_400,
    b"Tue, 02 Jun 2026 12:00:01 GMT": 86_400,
    b"Fri, 31 Dec 9999 23:59:59 GMT": 86_400,
    b"Mon, 01 Jun 2026 11:59:59 GMT": 0,
    b"Sun, 06 Nov 1994 08:49:37 GMT": 0,
    b"Sunday, 06-Nov-94 08:49:37 GMT": 0,
    b"Sun Nov  6 08:49:37 1994": 0,
}

GARBAGE = [
    b"",
    b"-1",
    b"+5",
    b"1.5",
    b"1e9",
    b"0x10",
    b"5 s",
    b"5, 10",
    b"5\n",
    b"1_000",
    "\u0665".encode(),
    b"soon",
    b"\xff\x00",
    b"2026-06-01T12:01:00Z",
    b"mon, 01 jun 2026 12:01:00 gmt",
    b"Mon, 1 Jun 2026 12:01:00 GMT",
    b"Mon, 01 Jun 26 12:01:00 GMT",
    b"Mon, 01 Jun 2026 12:01:00 UTC",
    b"Mon, 01 Jun 2026 12:01:00 +0000",
    b"Mon, 01 Jun 2026 12:01:00",
    b"Mon, 01 Jun 2026 24:00:00 GMT",
    b"Mon, 01 Jun 2026 12:60:00 GMT",
    b"Mon, 01 Jun 2026 12:00:61 GMT",
    b"Mon, 00 Jun 2026 12:01:00 GMT",
    b"Tue, 31 Jun 2026 12:01:00 GMT",
    b"Sun, 29 Feb 2026 12:01:00 GMT",
    b"Mon, 01 Jun 0000 12:01:00 GMT",
    b"Fri, 31 Dec 9999 23:59:60 GMT",
    b"Mon, 01-Jun-26 12:01:00 GMT",
    b"Mon Jun 1 12:01:00 2026",
    b"Mon Jun  1 12:01:00 2026 GMT",
]


def waited(*values: bytes, date: bytes = b"") -> float | None:
    return retry_after_s(values, date=date, now=NOON)


@pytest.mark.parametrize("value", FORMS, ids=lambda value: value[:30])
def test_each_form_is_read(value: bytes) -> None:
    assert waited(value) == FORMS[value]


@pytest.mark.parametrize("value", GARBAGE)
def test_invalid_retry_after_values_are_ignored(value: bytes) -> None:
    assert waited(value) is None


def test_no_header_means_no_wait() -> None:
    assert waited() is None
    assert waited(date=IN_A_MINUTE) is None


@pytest.mark.parametrize(
    ("values", "expected"), [((b"5", b"10"), 10), ((b"10", b"5"), 10), ((b"soon", b"5"), 5), ((b"0", IN_A_MINUTE), 60)]
)
def test_the_largest_of_several_holds(values: tuple[bytes, ...], expected: int) -> None:
    assert waited(*values) == expected


@pytest.mark.parametrize(
    "date", [b"Sat, 01 Jan 2000 00:00:00 GMT", b"Saturday, 01-Jan-00 00:00:00 GMT", b" Sat Jan  1 00:00:00 2000"]
)
def test_a_date_is_judged_against_the_date_of_its_answer(date: bytes) -> None:
    assert waited(b"Sat, 01 Jan 2000 00:00:30 GMT", date=date) == 30


@pytest.mark.parametrize("date", [b"", b"now", b"0", b"Sun, 29 Feb 2026 12:00:30 GMT"])
def test_without_a_date_that_can_be_read_our_clock_decides(date: bytes) -> None:
    assert waited(IN_A_MINUTE, date=date) == 60
    assert retry_after_s([IN_A_MINUTE], date=date, now=after(NOON, seconds=0.25)) == 59.75


def test_seconds_need_no_clock() -> None:
    assert waited(b"30", date=b"Sat, 01 Jan 2000 00:00:00 GMT") == 30


@pytest.mark.parametrize(
    ("today", "value", "expected"),
    [
        ("2026-06-01T12:00:00Z", b"Monday, 01-Jun-76 12:00:00 GMT", RETRY_AFTER_S_MAX),  # fifty years ahead
        ("2026-06-01T12:00:00Z", b"Monday, 01-Jun-76 12:00:01 GMT", 0),  # a second more: 1976
        ("2026-06-01T12:00:00Z", b"Thursday, 31-Dec-76 00:00:00 GMT", 0),
        ("1999-12-31T23:59:50Z", b"Saturday, 01-Jan-00 00:00:00 GMT", 10),
        ("2099-12-31T23:59:50Z", b"Friday, 01-Jan-00 00:00:00 GMT", 10),
        ("2000-02-28T23:59:50Z", b"Tuesday, 29-Feb-00 00:00:00 GMT", 10),
    ],
)
def test_a_year_of_two_digits_lies_at_most_fifty_years_ahead(today: str, value: bytes, expected: int) -> None:
    assert retry_after_s([value], date=b"", now=parse(today)) == expected


@given(st.integers(0, 10**12))
def test_every_number_of_seconds_is_taken_up_to_a_day(seconds: int) -> None:
    assert waited(b"%d" % seconds) == min(seconds, RETRY_AFTER_S_MAX)


@given(
    st.integers(0, 4 * 10**9),  # up to the year 2096
    st.integers(0, RETRY_AFTER_S_MAX),
)
def test_the_three_forms_of_a_date_mean_the_same(now_s: int, wait_s: int) -> None:
    now = Instant(now_s * SECOND_US)
    again = to_datetime(after(now, seconds=wait_s))
    day, month, time = f"{again:%A}", MONTHS[again.month - 1], f"{again:%H:%M:%S}"
    forms = (
        f"{day[:3]}, {again.day:02} {month} {again.year} {time} GMT",
        f"{day}, {again.day:02}-{month}-{again.year % 100:02} {time} GMT",
        f"{day[:3]} {month} {again.day:2} {time} {again.year}",
    )

    assert [retry_after_s([form.encode()], date=b"", now=now) for form in forms] == [wait_s] * 3


def dates() -> st.SearchStrategy[bytes]:
    """Near misses and hits: the right form, with any numbers in it."""
    two, month = st.integers(0, 99).map(lambda number: f"{number:02}"), st.sampled_from(MONTHS)
    year, time = st.integers(0, 9_999).map(lambda number: f"{number:04}"), st.tuples(two, two, two).map(":".join)
    return st.one_of(
        st.builds("Mon, {} {} {} {} GMT".format, two, month, year, time),
        st.builds("Monday, {}-{}-{} {} GMT".format, two, month, two, time),
        st.builds("Mon {} {} {} {}".format, month, two, time, year),
    ).map(str.encode)


@given(
    st.lists(st.one_of(st.binary(max_size=60), st.from_regex(rb"[-+ 0-9.e]+"), dates()), max_size=4),
    st.one_of(st.binary(max_size=40), dates()),
    st.integers(0, 7 * 10**15).map(Instant),  # up to the year 2191
)
def test_any_header_is_parsed_without_error_and_capped_at_a_day(values: list[bytes], date: bytes, now: Instant) -> None:
    wait_s = retry_after_s(values, date=date, now=now)

    assert wait_s is None or 0 <= wait_s <= RETRY_AFTER_S_MAX
