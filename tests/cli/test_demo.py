"""`plantstore demo` as a person meets it: a real process, a real store, short outages, and a Ctrl-C in the middle."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from plantstore.cli.commands.demo import Interruption
from plantstore.cli.demo.plants import load_plants
from plantstore.cli.demo.play import View
from plantstore.cli.demo.program import Program
from plantstore.cli.demo.report import Acknowledged, audit
from plantstore.cli.demo.screen import Lines, Table
from tests.cli.conftest import Run

WAIT_S = 30.0
RECEIVERS = 3


def arguments(*more: str) -> list[str]:
    return [sys.executable, "-m", "plantstore.cli.main", "demo", *more]


def environment(folder: Path) -> dict[str, str]:
    """The demo's folder lies where the test can look for it. What is meant for other stores has no effect."""
    return {**os.environ, "TMPDIR": str(folder), "PLANTSTORE_URL": "http://127.0.0.1:1", "PLANTSTORE_RETRY_SCALE": "1"}


def run_demo(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        arguments(*more), env=environment(folder), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90
    )


def folders(folder: Path) -> list[Path]:
    return list(folder.glob("plantstore-demo-*"))


def interrupted(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    """Interrupt the demo while a receiver is down."""
    return ended_by(lambda process: process.send_signal(signal.SIGINT), folder, *more)


def ended_by(
    end: Callable[["subprocess.Popen[str]"], None],
    folder: Path,
    *more: str,
    when: str = "s left",
    plants: int = 100,
    outage: int = 30,
) -> "subprocess.CompletedProcess[str]":
    """Let something happen while a receiver is down, and give how the demo ended."""
    log = folder / "progress"
    with (
        log.open("w") as progress,
        subprocess.Popen(
            arguments("--plants", str(plants), "--outage", str(outage), *more),
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=progress,
            text=True,
        ) as process,
    ):
        wait_for(when, log, process)
        end(process)
        output, _ = process.communicate(timeout=WAIT_S)
    return subprocess.CompletedProcess(process.args, process.returncode, output, log.read_text())


def wait_for(words: str, log: Path, process: "subprocess.Popen[str]") -> str:
    ends_at = time.monotonic() + WAIT_S
    while words not in (said := log.read_text()):
        assert process.poll() is None and time.monotonic() < ends_at, said
        time.sleep(0.02)
    return said


def port_of(said: str) -> int:
    found = re.search(r"a store at http://127\.0\.0\.1:(\d+)", said)
    assert found is not None, said
    return int(found[1])


def test_nothing_is_lost_though_one_receiver_goes_down_and_another_refuses(tmp_path: Path) -> None:
    ended = run_demo(tmp_path, "--plants", "12", "--rate", "20", "--outage", "1", "--json")

    assert ended.returncode == 0, ended.stderr
    (line,) = ended.stdout.splitlines()
    found = json.loads(line)
    assert (found["plants"], found["deliveries"], found["delivered"]) == (12, 12 * RECEIVERS, 12 * RECEIVERS)
    assert all(found[name] == 0 for name in ("lost", "owed", "unverified", "unknown", "holes"))
    assert [one["receiver"] for one in found["receivers"]] == ["good", "slow, 30 % 503", "down for 1 s"]
    assert [(one["accepted"], one["owed_by_store"]) for one in found["receivers"]] == [(12, 0)] * RECEIVERS
    good, slow, down = found["receivers"]
    assert good["slowest_ms"] < down["slowest_ms"]
    assert down["slowest_ms"] > 500
    assert slow["refused"] > 0
    assert slow["p50_ms"] > 90
    assert not any(found["audit"].values())
    assert "PLANTSTORE_RETRY_SCALE=60" in ended.stderr
    assert "\x1b" not in ended.stderr
    assert folders(tmp_path) == []


def test_what_is_owed_at_the_deadline_is_said_and_is_a_failure(tmp_path: Path) -> None:
    ended = run_demo(tmp_path, "--plants", "6", "--rate", "20", "--outage", "60", "--deadline", "6")

    assert ended.returncode == 1
    assert re.search(r"18 deliveries · \d+ delivered · 0 lost", ended.stdout)
    assert re.search(
        r"Error: After \d.\d s, of 18 deliveries: \d+ still owed\. Missing: .*“down for 60 s” \d", ended.stderr
    )
    assert "Nothing was lost" not in ended.stderr


def test_ctrl_c_says_what_is_owed_and_leaves_nothing_behind(tmp_path: Path) -> None:
    ended = interrupted(tmp_path)

    said = re.search(r"Interrupted after \d+ of 100 plants\. Still owed: (\d+) \((.+)\)\.\n", ended.stderr)

    assert ended.returncode == 130, ended.stderr
    assert said is not None, ended.stderr
    each = [int(count) for count in re.findall(r"” (\d+)", said[2])]
    assert len(each) == RECEIVERS
    assert sum(each) == int(said[1]) >= each[-1] > 0
    assert "With --keep the store would be kept, and nothing would be lost." in ended.stderr
    assert "Traceback" not in ended.stderr
    assert folders(tmp_path) == []
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port_of(ended.stderr)), timeout=5)


def test_a_kept_store_is_where_it_says_and_still_owes_what_was_owed(tmp_path: Path) -> None:
    ended = interrupted(tmp_path, "--keep", "--json")

    found = json.loads(ended.stdout)

    assert ended.returncode == 130
    assert found["interrupted"] is True
    assert 0 < found["owed"] <= found["owed_by_store"]
    assert found["lost"] == 0
    (folder,) = folders(tmp_path)
    assert found["data"] == str(folder / "data")
    assert f"Nothing is lost. The store is kept: plantstore serve --data {folder / 'data'} " in ended.stderr
    last = json.loads((folder / "store.log").read_text().splitlines()[-1])
    assert (last["event"], last["owed"]) == ("stopped", found["owed_by_store"])


def test_a_kept_store_goes_on_until_ctrl_c(tmp_path: Path) -> None:
    def look_and_end(process: "subprocess.Popen[str]") -> None:
        said = (tmp_path / "progress").read_text()
        (watched, goes_on) = re.findall(r"http://\S+/sign-in\?key=\S+", said)
        with urlopen(goes_on) as page:  # it shows a button: only a browser is signed in at once
            assert page.status == 200
        with pytest.raises(URLError):
            urlopen(watched)  # the store of the play has stopped: its file was audited
        process.send_signal(signal.SIGINT)

    ended = ended_by(look_and_end, tmp_path, "--keep", when="Ctrl-C ends it", plants=20, outage=1)

    assert ended.returncode == 0, ended.stderr
    assert "60 deliveries · 60 delivered · 0 lost" in ended.stdout
    assert "The store is kept: plantstore serve --data" in ended.stderr


def test_a_store_that_dies_is_said_at_once(tmp_path: Path) -> None:
    def kill_the_store(_: object) -> None:
        (lock,) = tmp_path.glob("plantstore-demo-*/data/plantstore.db.lock")
        (number,) = re.findall(r"process (\d+) at", lock.read_text())
        os.kill(int(number), signal.SIGKILL)

    ended = ended_by(kill_the_store, tmp_path)

    assert ended.returncode == 1
    assert "Error: The store ended with exit code -9." in ended.stderr
    assert folders(tmp_path) == []


def test_the_last_error_of_the_store_is_found_in_its_log(tmp_path: Path) -> None:
    program = Program(tmp_path, interruption=Interruption())
    program.log.write_text(
        '{"event":"ready","level":"info"}\n'
        '{"event":"A pump stopped","level":"error","exception":"Traceback\\nKeyError: 7\\n"}\n'
        '{"event":"attempt","level":"warning"}\n'
        '{"event":"half a li'
    )

    assert program.last_fault == "A pump stopped KeyError: 7"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--plants", "100000"], "The demo knows "),
        (["--rate", "1"], "120 plants at 1 a second leave too little of 36 s for deliveries."),
        (["--url", "http://127.0.0.1:8000"], "The demo has a store of its own"),
        (["--outage", "0"], "--outage"),
    ],
)
def test_what_cannot_be_done_is_wrong_usage(run: Run, options: list[str], words: str) -> None:
    ended = run("demo", *options)

    assert ended.exit_code == 2
    assert words in ended.stderr


# The screen


def a_view(*, elapsed_s: float = 3.0, down_s: float | None = None) -> View:
    report = audit([Acknowledged(event_id="evt_1", at_s=1.0)], {"good": [], "shop": []}, {"good": 1, "shop": 1})
    return View(
        elapsed_s=elapsed_s,
        plants=4,
        latest=load_plants()[0],
        report=report,
        down_s={} if down_s is None else {"shop": down_s},
    )


def test_off_a_terminal_there_is_a_line_every_other_second(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines()

    for tenths in range(50):
        lines.show(a_view(elapsed_s=tenths / 10, down_s=2.4))

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert said[1] == "  2.0 s  1/4 plants; accepted by “good” 0 (1 owed); “shop” 0 (1 owed, down, 2 s left)"


def test_on_a_terminal_the_table_is_drawn_over_itself_and_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    table = Table(colour=False)

    table.show(a_view())
    first = capsys.readouterr().err
    table.show(a_view())
    second = capsys.readouterr().err

    assert second == f"\x1b[{first.count(chr(10))}A{first}"
    assert all(len(line.replace("\x1b[2K", "")) < 60 for line in first.splitlines())


@pytest.mark.parametrize("colours", [True, False])
def test_colour_is_for_terminals_that_want_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, colours: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    Table(colour=colours).show(a_view(down_s=2.0))

    said = capsys.readouterr().err
    assert ("\x1b[31mdown, 2 s left\x1b[0m" in said) is colours
    assert "down, 2 s left" in said
