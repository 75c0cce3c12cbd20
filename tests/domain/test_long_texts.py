"""Long texts are refused before anything looks at every character, because that would block the event loop."""

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from plantstore.domain.alerts.email_address import check_address
from plantstore.domain.receivers.receiver import check_access_token

CHARS = 1_000_000  # as many as the default for the largest body permits
S_MAX = 0.005  # of CPU time
TIMES = 3  # the fastest counts


def measured(check: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    with suppress(ValueError):
        assert check(text)
    return time.thread_time() - started


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (check_address, "a" * CHARS),
        (check_address, "a@" + "a." * (CHARS // 2)),
        (check_access_token, "a" * CHARS),
    ],
)
def test_a_long_text_is_refused_at_once(check: Callable[[str], object], text: str) -> None:
    assert min(measured(check, text) for _ in range(TIMES)) < S_MAX
