"""How long a session lasts."""

from dataclasses import replace

import pytest

from plantstore.domain.session import RECENT_SIGN_IN_S_MAX, SEEN_WRITE_S_MIN, SESSION_IDLE_S_MAX, SESSION_S_MAX, Session
from plantstore.domain.timestamps import Instant, after
from tests.makers import NOON

SESSION = Session(token_id="tok_1", opened_at=NOON, proved_at=NOON, seen_at=NOON)


def later(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


@pytest.mark.parametrize(
    ("seen_s", "now_s", "is_open"),
    [
        (0, 0, True),
        (0, SESSION_IDLE_S_MAX - 0.001, True),
        (0, SESSION_IDLE_S_MAX, False),
        (SESSION_S_MAX - 60, SESSION_S_MAX - 0.001, True),
        (SESSION_S_MAX - 60, SESSION_S_MAX, False),
        (0, -3_600, True),  # a clock that went back shuts nobody out
    ],
)
def test_a_session_is_open_until_it_is_too_old_or_was_left_alone(seen_s: float, now_s: float, is_open: bool) -> None:
    assert replace(SESSION, seen_at=later(seen_s)).is_open(later(now_s)) is is_open


def test_a_sign_in_counts_as_just_now_for_five_minutes() -> None:
    assert SESSION.is_recent_sign_in(later(RECENT_SIGN_IN_S_MAX - 0.001))
    assert not SESSION.is_recent_sign_in(later(RECENT_SIGN_IN_S_MAX))


def test_that_it_is_in_use_is_worth_writing_down_once_a_minute() -> None:
    assert not SESSION.needs_seen_write(later(SEEN_WRITE_S_MIN - 0.001))
    assert SESSION.needs_seen_write(later(SEEN_WRITE_S_MIN))


def test_a_session_in_use_is_written_down_long_before_it_ends() -> None:
    assert SEEN_WRITE_S_MIN * 10 <= SESSION_IDLE_S_MAX
