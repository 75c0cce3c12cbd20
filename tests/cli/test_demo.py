"""`plantstore demo` end to end: a real process, a real store, short outages, and a Ctrl-C in the middle."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from plantstore.cli.demo.store_process import Interruption, StoreProcess
from tests.cli.conftest import Run
from tests.polling import wait_until

WAIT_S = 30.0
RECEIVERS = 3


def arguments(*more: str) -> list[str]:
    return [sys.executable, "-m", "plantstore.cli.main", "demo", *more]


def environment(folder: Path) -> dict[str, str]:
    """The demo creates its folder where the test can find it, and ignores settings of other stores."""
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
    when: str = "is down",
    plants: int = 100,
    outage: int = 30,
) -> "subprocess.CompletedProcess[str]":
    """Run an action while a receiver is down, and return how the demo ended."""
    log = folder / "progress"
    with (
        log.open("w") as progress,
        subprocess.Popen(
            arguments("--plants", str(plants), "--rate", "50", "--outage", str(outage), *more),
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=progress,
            text=True,
        ) as process,
    ):
        wait_until(lambda: when in log.read_text(), process=process, explain=log.read_text)
        end(process)
        output, _ = process.communicate(timeout=WAIT_S)
    return subprocess.CompletedProcess(process.args, process.returncode, output, log.read_text())


def port_of(output: str) -> int:
    match = re.search(r"a store at http://127\.0\.0\.1:(\d+)", output)
    assert match is not None, output
    return int(match[1])


def test_nothing_is_lost_when_one_receiver_goes_down_and_another_refuses(tmp_path: Path) -> None:
    ended = run_demo(tmp_path, "--plants", "12", "--rate", "20", "--outage", "1", "--json")

    assert ended.returncode == 0, ended.stderr
    (line,) = ended.stdout.splitlines()
    result = json.loads(line)
    assert (result["plants"], result["deliveries"], result["delivered"]) == (12, 12 * RECEIVERS, 12 * RECEIVERS)
    assert all(result[name] == 0 for name in ("lost", "owed", "unverified", "unknown", "holes"))
    assert [receiver["receiver"] for receiver in result["receivers"]] == ["good", "slow, 30 % 503", "down for 1 s"]
    assert [(receiver["accepted"], receiver["owed_by_store"]) for receiver in result["receivers"]] == [
        (12, 0)
    ] * RECEIVERS
    good, slow, down = result["receivers"]
    assert good["slowest_ms"] < down["slowest_ms"]
    assert down["slowest_ms"] > 500
    assert slow["refused"] > 0
    assert slow["p50_ms"] > 90
    assert not any(result["audit"].values())
    assert "PLANTSTORE_RETRY_SCALE=60" in ended.stderr
    assert "“down for 1 s” is down" in ended.stderr and "“down for 1 s” is back." in ended.stderr
    assert "\x1b" not in ended.stderr, "no colours and no bar without a terminal"
    assert folders(tmp_path) == []


def test_deliveries_queued_at_the_deadline_are_reported_as_a_failure(tmp_path: Path) -> None:
    ended = run_demo(tmp_path, "--plants", "6", "--rate", "20", "--outage", "60", "--deadline", "4")

    assert ended.returncode == 1
    assert re.search(r"18 deliveries · \d+ delivered · 0 lost", ended.stdout)
    assert re.search(
        r"Error: After \d.\d s, of 18 deliveries: \d+ still queued\. Missing: .*“down for 60 s” \d", ended.stderr
    )
    assert "Nothing was lost" not in ended.stderr


def test_ctrl_c_reports_the_backlog_and_leaves_nothing_behind(tmp_path: Path) -> None:
    ended = interrupted(tmp_path)

    match = re.search(r"Interrupted after \d+ of 100 plants\. Still queued: (\d+) \((.+)\)\.\n", ended.stderr)

    assert ended.returncode == 130, ended.stderr
    assert match is not None, ended.stderr
    each = [int(count) for count in re.findall(r"” (\d+)", match[2])]
    assert len(each) == RECEIVERS
    assert sum(each) == int(match[1]) >= each[-1] > 0
    assert "Use --keep to keep the store" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert folders(tmp_path) == []
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port_of(ended.stderr)), timeout=5)


def test_a_kept_store_still_has_its_backlog(tmp_path: Path) -> None:
    ended = interrupted(tmp_path, "--keep", "--json")

    result = json.loads(ended.stdout)

    assert ended.returncode == 130
    assert result["interrupted"] is True
    assert 0 < result["owed"] <= result["owed_by_store"]
    assert result["lost"] == 0
    (folder,) = folders(tmp_path)
    assert result["data"] == str(folder / "data")
    assert f"The store is kept: plantstore serve --data {folder / 'data'} " in ended.stderr
    assert "Nothing is lost." in ended.stderr
    last = json.loads((folder / "store.log").read_text().splitlines()[-1])
    assert (last["event"], last["owed"]) == ("stopped", result["owed_by_store"])


def test_a_kept_store_keeps_serving_until_ctrl_c(tmp_path: Path) -> None:
    def look_and_end(process: "subprocess.Popen[str]") -> None:
        output = (tmp_path / "progress").read_text()
        (first, second) = re.findall(r"http://\S+/sign-in\?key=\S+", output)
        with urlopen(second) as page:  # the page has a button; only browsers are signed in without it
            assert page.status == 200
        with pytest.raises(URLError):
            urlopen(first)  # that store was stopped for the audit
        process.send_signal(signal.SIGINT)

    ended = ended_by(look_and_end, tmp_path, "--keep", when="Ctrl-C stops them", plants=20, outage=1)

    assert ended.returncode == 0, ended.stderr
    assert "60 deliveries · 60 delivered · 0 lost" in ended.stdout
    assert "The store is kept: plantstore serve --data" in ended.stderr


def test_a_store_that_dies_is_reported_immediately(tmp_path: Path) -> None:
    def kill_the_store(_: object) -> None:
        (lock,) = tmp_path.glob("plantstore-demo-*/data/plantstore.db.lock")
        (number,) = re.findall(r"process (\d+) at", lock.read_text())
        os.kill(int(number), signal.SIGKILL)

    ended = ended_by(kill_the_store, tmp_path)

    assert ended.returncode == 1
    assert "Error: The store ended with exit code -9." in ended.stderr
    assert folders(tmp_path) == []


def test_the_last_error_of_the_store_is_found_in_its_log(tmp_path: Path) -> None:
    store = StoreProcess(tmp_path, interruption=Interruption())
    store.log.write_text(
        '{"event":"ready","level":"info"}\n'
        '{"event":"A pump stopped","level":"error","exception":"Traceback\\nKeyError: 7\\n"}\n'
        '{"event":"attempt","level":"warning"}\n'
        '{"event":"half a li'
    )

    assert store.last_error == "A pump stopped KeyError: 7"


def test_impossible_options_are_wrong_usage(run: Run) -> None:
    for options, words in [
        (["--plants", "100000"], "The demo has only "),
        (["--rate", "1"], "120 plants at 1 per second leave too little of 36 s for deliveries."),
        (["--url", "http://127.0.0.1:8000"], "The demo runs its own store"),
        (["--outage", "0"], "--outage"),
    ]:
        ended = run("demo", *options)

        assert ended.exit_code == 2, options
        assert words in ended.stderr, options
