"""Tests shared out between processes: each is run once, a file stays whole, and the order is the one that is meant."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import lanes

ROOT = Path(__file__).parents[1]
A_FILE = """
import os, pytest

@pytest.mark.parametrize("number", range(9))
def test_it(number):
    print(os.environ["PYTEST_XDIST_WORKER"], __file__, number, file=open({log!r}, "a"))
"""


def test_each_test_is_run_once_and_a_file_by_one_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for number in range(6):
        (tmp_path / f"test_{number}.py").write_text(A_FILE.format(log=str(log)), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    plugins = ("-p", "xdist.plugin", "-p", "tests.lanes", "-p", "no:cacheprovider")  # of all others, none
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-c", str(tmp_path / "pytest.ini"), *plugins, "-n", "3", str(tmp_path)]

    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)

    assert ended.returncode == 0, ended.stdout
    ran = [line.split() for line in log.read_text(encoding="utf-8").splitlines()]
    assert Counter((file, number) for _, file, number in ran) == Counter(
        (str(tmp_path / f"test_{one}.py"), str(number)) for one in range(6) for number in range(9)
    )
    assert len({(process, file) for process, file, _ in ran}) == 6
    assert {process for process, _, _ in ran} == {"gw0", "gw1"}


def test_who_runs_behind_takes_from_the_end_what_may_take_its_time() -> None:
    names = ["tests/crash/test_kill.py::a", "tests/delivery/test_event_log.py::a"]
    names += [
        "tests/web/test_a.py::a",
        "tests/web/test_b.py::a",
        "tests/web/test_b.py::b",
        "tests/browser/test_c.py::a",
    ]
    pending = list(zip(names, range(10, 16), strict=True))

    assert lanes.following(pending, behind=True) == [13, 14]
    assert lanes.following(pending[:3], behind=True) == [12]
    assert lanes.following(pending[:2], behind=True) == lanes.following([], behind=False) == []
    assert lanes.following(pending[2:], behind=False) == [12]
    pages = [(f"{lanes.PAGES}::a[/one]", 16), (f"{lanes.PAGES}::a[/two]", 17)]
    assert lanes.following([*pending, *pages], behind=True) == [13, 14]
    assert lanes.following([*pending[:2], *pages], behind=True) == [17]
    assert [lanes.is_behind(f"gw{number}") for number in range(4)] == [False, False, True, True]


def test_what_takes_longest_comes_first_and_the_browser_last() -> None:
    names = [
        "tests/browser/test_every_page.py::test_it_is_there[/docs]",
        "tests/browser/test_journeys.py::test_staff_add_a_plant",
        "tests/browser/test_live.py::test_paused",
        "tests/crash/test_kill.py::test_a_process",
        "tests/simulation/test_worlds.py::test_whatever",
        "tests/delivery/test_event_log.py::test_a",
    ]

    order = re.findall(r"test_\w+(?=\.py)", " ".join(sorted(names, key=lanes.place)))

    assert order == ["test_worlds", "test_kill", "test_event_log", "test_live", "test_every_page", "test_journeys"]


def test_all_that_is_asked_of_a_page_stays_together_and_pages_do_not() -> None:
    pages = [
        f"{lanes.PAGES}::test_{name}[{page}]" for page in ("/docs", "/plants") for name in ("is_there", "is_small")
    ]

    assert [lanes.piece_of(name) for name in pages] == [
        f"{lanes.PAGES}/docs]",
        f"{lanes.PAGES}/docs]",
        f"{lanes.PAGES}/plants]",
        f"{lanes.PAGES}/plants]",
    ]


@pytest.mark.parametrize("place", [*lanes.FIRST, *lanes.LAST, *lanes.BEHIND])
def test_what_has_a_place_in_the_order_is_there(place: str) -> None:
    assert (ROOT / place).exists()


def test_a_folder_that_is_missing_or_small_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MEMORY_BYTES_MIN", 1)
    assert lanes._is_roomy(tmp_path)
    assert not lanes._is_roomy(tmp_path / "none")

    monkeypatch.setattr(lanes, "MEMORY_BYTES_MIN", 1 << 60)
    assert not lanes._is_roomy(tmp_path)
