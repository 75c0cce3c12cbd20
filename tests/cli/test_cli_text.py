"""What is printed, cell by cell: widths, times, and the terminal's edge."""

import os
import pty
import subprocess
import termios

import pytest

from plantstore.cli.support.safe_text import cut, one_line, pad, width
from plantstore.cli.support.times import read_time
from plantstore.domain.timestamps import Instant
from tests.cli.scripted_store import ScriptedStore


class StoppedClock:
    """2026-09-21T14:13:20Z, for ever."""

    def now(self) -> Instant:
        return Instant(1_790_000_000_000_000)

    def monotonic(self) -> float:
        return 0.0


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("20s", "2026-09-21T14:13:00.000Z"),
        ("10m", "2026-09-21T14:03:20.000Z"),
        ("2h", "2026-09-21T12:13:20.000Z"),
        ("3d", "2026-09-18T14:13:20.000Z"),
        ("2026-11-20", "2026-11-20T00:00:00.000Z"),
        ("2026-11-20T12:00:00+02:00", "2026-11-20T10:00:00.000Z"),
        ("2026-11-20T12:00:00.5Z", "2026-11-20T12:00:00.500Z"),
    ],
)
def test_times_are_read_as_people_type_them(typed: str, read: str) -> None:
    assert read_time(typed, clock=StoppedClock()) == read


@pytest.mark.parametrize("typed", ["", "yesterday", "10", "m", "2026-13-01", "2026-11-20T12:00:00", "20261120T1"])
def test_a_time_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        read_time(typed, clock=StoppedClock())


def test_text_is_measured_and_cut_as_a_terminal_shows_it() -> None:
    assert width("月下e\u0301") == 5
    assert cut("月下美人", 5) == "月下…"
    assert cut("Aloe", 4) == "Aloe"
    assert pad("月", 4) == "月  "
    assert pad("7", 3, right=True) == "  7"


def test_no_text_of_a_server_moves_the_cursor_or_turns_the_line_around() -> None:
    assert one_line("a\x1b[2J\u202eb\r\nc\x07") == "a\ufffd[2J\ufffdb\ufffd c\ufffd"


def test_a_table_is_cut_to_the_terminal_and_never_when_piped(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    store.gives("GET /plants", {"items": [{"id": 1, "name": "x" * 200}], "next": None})
    keyboard, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 60))

    subprocess.run([*command, "plants", "list"], env=process_environ, stdout=terminal, check=True, timeout=60)
    piped = subprocess.run(
        [*command, "plants", "list"], env=process_environ, capture_output=True, text=True, timeout=60
    )

    shown = os.read(keyboard, 65_536).decode().splitlines()
    os.close(keyboard)
    os.close(terminal)
    assert all(len(line) <= 60 for line in shown)
    assert "…" in shown[1]
    assert "x" * 200 in piped.stdout
    assert "\x1b" not in "".join(shown)
