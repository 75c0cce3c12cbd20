"""A limit on requests in progress that shrinks while they are slow."""

import pytest

from plantstore.web.http.admission import LIMIT_MIN, LISTS_MAX, MovingLimit
from tests.still_clock import StillClock


def test_a_limit_shrinks_once_for_all_requests_that_were_admitted_before() -> None:
    limit = MovingLimit(100)

    def answer(since_s: float, *, slow: int, fast: int, now_s: float) -> int:
        for at in range(slow + fast):
            limit.note(since_s, is_slow=at < slow, others=50, now_s=now_s)
        return limit.requests

    answer(1.0, slow=200, fast=0, now_s=2.0)
    assert answer(1.0, slow=200, fast=0, now_s=2.2) == 70, "a burst is one reason, not 400"
    assert answer(2.1, slow=50, fast=0, now_s=2.5) == 70, "they waited behind the same burst"
    answer(2.3, slow=0, fast=50, now_s=2.5)
    assert answer(2.3, slow=0, fast=1, now_s=2.7) == 70, "only fast ones can have been counted so soon"
    answer(2.3, slow=50, fast=0, now_s=2.75)
    assert answer(2.3, slow=1, fast=0, now_s=2.9) == 49
    answer(2.7, slow=5, fast=45, now_s=4.0)
    assert answer(2.7, slow=0, fast=1, now_s=4.2) == 51, "most of them were fast"


@pytest.mark.parametrize("slow_in_ten", [2, 5, 8])
def test_a_limit_shrinks_although_fast_requests_come_between_the_slow_ones(slow_in_ten: int) -> None:
    """Slow ones began before the last change, and must be counted all the same."""
    limit, now_s = MovingLimit(64), 0.0

    for number in range(3_000):
        now_s += 0.01
        is_slow = number % 10 < slow_in_ten
        limit.note(now_s - (0.6 if is_slow else 0.02), is_slow=is_slow, others=64, now_s=now_s)

    assert limit.requests < 20


def test_a_limit_of_a_few_requests_grows_again_soon() -> None:
    limit = MovingLimit(LISTS_MAX)
    for now_s in range(100):
        limit.note(now_s - 5.0, is_slow=True, others=LISTS_MAX, now_s=float(now_s))
    assert limit.requests == 1

    for number in range(20):
        limit.note(200.0 + number, is_slow=False, others=0, now_s=200.0 + number)
    assert limit.requests == 2


def test_a_limit_that_is_hardly_used_does_not_shrink() -> None:
    clock, limit = StillClock(), MovingLimit(32)

    def open_slow_pages(count: int, *, others: int) -> int:
        for _ in range(count):
            since_s = clock.monotonic()
            clock.move(0.9)
            limit.note(since_s, is_slow=True, others=others, now_s=clock.monotonic())
        return limit.requests

    assert open_slow_pages(100, others=15) == 32
    assert open_slow_pages(1_000, others=16) == LIMIT_MIN * 32
    assert open_slow_pages(1_000, others=0) == 32, "it grows again, although each page is slow"
