"""Text output: widths, safe characters, tables on a terminal; and parsing of times."""

import json
import os
import pty
import subprocess
import termios

import pytest

from plantstore.cli.support.options import parse_time
from plantstore.cli.support.output import one_line, pad, print_record, truncate, width
from plantstore.domain.timestamps import Instant
from tests.cli.scripted_store import ScriptedStore


class StoppedClock:
    """A clock that always shows 2026-09-21T14:13:20Z."""

    def now(self) -> Instant:
        return Instant(1_790_000_000_000_000)

    def monotonic(self) -> float:
        return 0.0


def test_times_are_parsed() -> None:
    for typed, read in [
        ("20s", "2026-09-21T14:13:00.000Z"),
        ("10m", "2026-09-21T14:03:20.000Z"),
        ("2h", "2026-09-21T12:13:20.000Z"),
        ("3d", "2026-09-18T14:13:20.000Z"),
        ("2026-11-20", "2026-11-20T00:00:00.000Z"),
        ("2026-11-20T12:00:00+02:00", "2026-11-20T10:00:00.000Z"),
        ("2026-11-20T12:00:00.5Z", "2026-11-20T12:00:00.500Z"),
    ]:
        assert parse_time(typed, clock=StoppedClock()) == read, typed


def test_an_invalid_time_is_refused() -> None:
    for typed in ["", "yesterday", "10", "m", "2026-13-01", "2026-11-20T12:00:00", "20261120T1"]:
        with pytest.raises(ValueError):
            parse_time(typed, clock=StoppedClock())


def test_text_is_measured_in_terminal_columns() -> None:
    assert width("月下e\u0301") == 5
    assert truncate("月下美人", 5) == "月下…"
    assert truncate("Aloe", 4) == "Aloe"
    assert pad("月", 4) == "月  "
    assert pad("7", 3, right=True) == "  7"


def test_control_characters_and_bidirectional_overrides_are_replaced() -> None:
    assert one_line("a\x1b[2J\u202eb\r\nc\x07") == "a\ufffd[2J\ufffdb\ufffd c\ufffd"


def test_a_table_fits_the_terminal_but_not_a_pipe(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    store.responds("GET /plants", {"items": [{"id": 1, "name": "x" * 200}], "next": None})
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


def test_nested_fields_of_a_record_are_cut_and_json_has_them_whole(capsys: pytest.CaptureFixture[str]) -> None:
    record = {"url": "u" * 300, "tags": ["t" * 300], "filter": {"a": "f" * 300}, "images": [{"url": "i" * 300}]}

    print_record(record, as_json=False)
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    print_record(record, as_json=True)

    assert (lines["url"], lines["tags"]) == ("u" * 300, "t" * 300)  # an address or a secret would be useless if cut
    assert [(len(lines[name]), lines[name][-1]) for name in ("filter", "images")] == [(200, "…")] * 2
    assert json.loads(capsys.readouterr().out) == record
