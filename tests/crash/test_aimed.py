"""Kills at every place that matters; and such a place cannot disappear unnoticed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash import failpoints
from tests.crash.aimed import prove_aimed_kills
from tests.crash.failpoints import FAILPOINTS, NoSuchPlace
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly
from tests.starter import ROOT

PLACES_MIN = 14


@pytest.mark.timeout(300)  # some forty starts of a process, on a machine that may be busy
def test_a_process_killed_at_each_place_that_matters_loses_nothing(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_aimed_kills(tmp_path, count=len(FAILPOINTS), seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["kills"] == figures["places"] == len(FAILPOINTS) >= PLACES_MIN


def test_the_proof_page_has_the_number_of_failpoints() -> None:
    assert f"dies at {len(FAILPOINTS)} named places" in (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FAILPOINTS)
def test_the_product_has_the_place_of_every_failpoint(name: str) -> None:
    point = FAILPOINTS[name]

    for place in (point.place, point.holds):
        if place is not None:
            failpoints.find(place)


@pytest.mark.parametrize(
    "place",
    [
        "plantstore.nowhere:f",
        "plantstore.delivery.recorder:Recorder.nothing",
        "plantstore.delivery.recorder:BATCH_ROWS_MAX",
    ],
)
def test_a_missing_place_is_an_error(place: str) -> None:
    with pytest.raises(NoSuchPlace):
        failpoints.find(place)


def test_an_unknown_failpoint_ends_the_process_before_it_starts(tmp_path: Path) -> None:
    orders = {"FAILPOINT": "no-such-point:1", "FAILPOINT_FILE": str(tmp_path / "reached")}
    command = [sys.executable, "-m", "tests.crash.launcher", "serve", "--data", str(tmp_path / "data")]

    ended = subprocess.run(command, env=orders, cwd=ROOT, capture_output=True, text=True, timeout=20)

    assert ended.returncode == 1
    assert "NoSuchPlace: There is no failpoint 'no-such-point'" in ended.stderr
    assert not (tmp_path / "data").exists()
