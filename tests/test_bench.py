"""The bench itself: goals, the table, and one run of its parts with tiny counts, so that it cannot rot."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bench import results
from bench.__main__ import PARTS, engines_of, parser
from bench.figures import MET, MISSED, NO_GOAL, Figure, at_least, at_most, record, table
from bench.list_import import Mark, Watched
from bench.open_load import PLANT, SILENT, Answered, Sample
from bench.overloading import OTHER, Offered, Seen
from bench.plant_list import DRAFT_EVERY, PlantList
from bench.processes import CORES, OTHER_CORE, STORE_CORE, BenchFailed, running, wait_until
from tests.catalogue.imports.lists import check
from tests.postgres import binaries

ROOT = Path(__file__).parents[1]


def a_figure(*rounds: float, **changes: Any) -> Figure:
    return Figure(**{"name": "deliveries", "unit": "/s", "rounds": rounds or (100.0,), **changes})


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (a_figure(30_000.0, goal=at_least(30_000)), MET),
        (a_figure(29_999.0, goal=at_least(30_000)), MISSED),
        (a_figure(2.0, goal=at_most(2)), MET),
        (a_figure(2.1, goal=at_most(2)), MISSED),
        (a_figure(1.0), NO_GOAL),
    ],
)
def test_a_goal_is_met_at_its_limit_and_not_beyond(figure: Figure, verdict: str) -> None:
    assert figure.verdict == verdict


def test_one_bad_round_changes_no_verdict() -> None:
    assert a_figure(31_000.0, 4_000.0, 30_500.0, goal=at_least(30_000)).verdict == MET


def test_shares_of_raw_are_taken_round_by_round() -> None:
    figure = a_figure(100.0, 40.0, 90.0, raw=(200.0, 80.0, 100.0))

    assert figure.of_raw(at_least(55)).rounds == (50.0, 50.0, 90.0)
    assert figure.of_raw(at_least(55)).verdict == MISSED


def test_the_usual_way_is_compared_by_its_median() -> None:
    assert a_figure(500.0, 700.0, usual=(10.0, 5.0, 90.0)).of_usual().rounds == (50.0, 70.0)


def test_the_table_shows_figures_goals_yardsticks_and_each_note_once() -> None:
    fast = a_figure(31_000.0, 29_000.0, 30_500.0, goal=at_least(30_000), raw=(50_000.0,), usual=(250.0,), note="Mind.")
    slow = a_figure(12.25, name="answer", unit="ms", goal=at_most(5), note="Mind.")

    lines = table([fast, slow]).splitlines()

    assert lines[0].split() == ["figure", "median", "unit", "spread", "goal", "raw", "usual"]
    assert lines[2].split() == [
        "deliveries",
        "1)",
        "30,500",
        "/s",
        "29,000–31,000",
        "≥",
        "30,000",
        "met",
        "50,000",
        "250",
    ]
    assert lines[3].split() == ["answer", "1)", "12.2", "ms", "≤", "5", "MISSED"]
    assert lines[4:] == ["", "1) Mind."]


def test_programs_get_every_round() -> None:
    assert record(a_figure(1.0, 3.0, 2.0, goal=at_most(2), raw=(4.0,))) == {
        "name": "deliveries",
        "unit": "/s",
        "median": 2.0,
        "rounds": [1.0, 3.0, 2.0],
        "goal": "≤ 2",
        "met": True,
        "raw": 4.0,
        "usual": None,
        "note": None,
    }


def test_the_speed_of_a_part_of_an_import_is_taken_between_the_looks_at_it() -> None:
    watched = Watched(marks=[Mark(1.0, 5.0, 0), Mark(2.0, 5.5, 300), Mark(4.0, 6.0, 400)])

    assert watched.per_second(0, 0.75) == 300
    assert watched.per_second(0.75, 1) == 50
    assert watched.per_second(0.375, 1) == 250 / 2.5
    assert watched.per_second_of_its_own(0.5, 1) == pytest.approx(200 / (1 / 6 + 0.5))


def test_a_made_up_list_is_the_same_each_time_and_every_row_a_plant(tmp_path: Path) -> None:
    rows = 100
    PlantList().write(tmp_path / "list.csv", rows)

    found = check(tmp_path, (tmp_path / "list.csv").read_bytes())

    assert (found.report.new, found.report.bad) == (rows, 0)
    assert {note.detail.partition(" L ")[0][:12] for note in found.report.notes} == {"The pot size"}
    assert found.report.new_active == rows - rows // DRAFT_EVERY
    assert [column.heading for column in found.report.columns if column.field is None] == []
    assert PlantList().row(rows) == PlantList().row(rows) != PlantList(seed=1).row(rows)


def test_what_a_bench_started_is_ended_with_its_children() -> None:
    parent = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True); sys.stdin.read()"
    with running([sys.executable, "-c", parent], core=None, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = Path("/proc") / process.stdout.readline().decode().strip()
        assert child.exists()

    wait_until("the child has gone", lambda: not _runs(child), within_s=5)


@pytest.mark.skipif(len(CORES) < 2, reason="needs two cores")
def test_the_store_has_its_core_although_the_bench_keeps_to_another() -> None:
    child = [sys.executable, "-c", "import os; print(os.sched_getaffinity(0))"]
    bench = (
        f"from bench.processes import *; pin(OTHER_CORE)\nfor core in (STORE_CORE, OTHER_CORE, None):\n"
        f"    with running({child}, core=core, stdout=None) as process: process.wait()"
    )

    said = subprocess.run([sys.executable, "-c", bench], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert said.splitlines() == [str({STORE_CORE}), str({OTHER_CORE}), str(set(CORES))]


def test_what_does_not_come_ends_the_waiting() -> None:
    with pytest.raises(BenchFailed, match="the moon is full: not within"):
        wait_until("the moon is full", lambda: False, within_s=0.05)


def test_a_quick_run_measures_and_writes_its_results(tmp_path: Path, engine_kind: str) -> None:
    file = tmp_path / "results.json"
    command = [sys.executable, "-m", "bench", "--quick", "--no-usual", "--results", str(file)]

    done = subprocess.run(
        [*command, "--engine", engine_kind, "--part", "backlog"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    written = json.loads(file.read_text())
    names = [figure["name"] for figure in written["figures"]]
    assert written["failed"] == {}
    assert {"deliveries from a backlog", "deliveries from a backlog, TLS"} <= set(names)
    assert all(name in done.stdout for name in names)
    assert "Tiny counts" in done.stdout


def test_a_quick_overload_loses_nothing_and_gets_answers(tmp_path: Path, engine_kind: str) -> None:
    file = tmp_path / "results.json"
    command = [sys.executable, "-m", "bench", "--quick", "--no-usual", "--results", str(file), "--part", "overload"]

    done = subprocess.run(
        [*command, "--engine", engine_kind], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )

    assert done.returncode == 0, done.stderr
    written = json.loads(file.read_text())
    figures = {figure["name"]: figure["median"] for figure in written["figures"]}
    assert written["failed"] == {}
    assert figures["overload, acknowledged plants lost"] == figures["overload, refused without Retry-After"] == 0
    assert figures["overload, best"] > 0
    assert {"overload, accepted, p99", "flood of a token, another token, times alone"} <= figures.keys()


def a_sample(due_s: float, took_ms: float, status: int = 201) -> Sample:
    return Sample(round(due_s * 1e6), round(took_ms * 1000), status, 1, False)


def an_overload(*samples: Sample, client: str = OTHER, seen: tuple[Seen, ...] = ()) -> Offered:
    """Return a load of ten seconds that began at 5 s."""
    answered = Answered(began_ns=5_000_000_000, samples={client: list(samples)}, late_us=[])
    return Offered(seconds=10.0, answered=answered, seen=list(seen), head=30)


def test_a_store_has_recovered_when_a_second_of_requests_was_accepted_in_time() -> None:
    during = [a_sample(9.9, 5_000.0)]
    slow, refused = a_sample(10.5, 101.0), a_sample(11.4, 1.0, 503)
    good = [a_sample(11.5 + at / 2, 100.0) for at in range(3)]

    assert an_overload(*during, slow, refused, *good, a_sample(14.0, 500.0)).calm_again_s(100.0) == 1.5
    assert an_overload(*during, *good[:2], a_sample(12.2, 101.0)).calm_again_s(100.0) == pytest.approx(2.2)
    assert an_overload(*during).calm_again_s(100.0) == 0.0


def test_only_what_was_accepted_counts_and_only_deliveries_during_the_load() -> None:
    seen = [Seen(at_ns=round(at * 1e9), delivered=delivered, memory_mib=at) for at, delivered in ((5, 0), (14.9, 20))]
    seen += [
        Seen(at_ns=16_000_000_000, delivered=29, memory_mib=3.0),
        Seen(at_ns=17_500_000_000, delivered=30, memory_mib=2.0),
    ]
    samples = [a_sample(1.0, 4.0), a_sample(2.0, 6.0, 503), a_sample(3.0, 8.0, SILENT), a_sample(4.0, 9.0, 429)]

    load = an_overload(*samples, client=PLANT, seen=tuple(seen))

    assert load.accepted_ms() == load.accepted_ms(PLANT) == [4.0]
    assert [one.status for one in load.refused()] == [503, 429]
    assert (load.per_second(), load.delivered_per_second, load.caught_up_s()) == (0.1, 2.0, 2.5)
    assert load.memory_mib_max == 14.9


def test_a_part_that_is_measured_again_takes_the_place_of_its_figures_and_of_no_others(tmp_path: Path) -> None:
    file, about = tmp_path / "results.json", {"measured_at": "now"}
    on = {"engine": "sqlite", "part": "backlog", "amount": "normal"}
    for which, value in (
        (on, 1.0),
        (on | {"engine": "postgresql"}, 2.0),
        (on | {"part": "adding"}, 3.0),
        (on | {"amount": "quick"}, 4.0),
        (on, 5.0),
    ):
        results.keep(file, [a_figure(value)], which, about)

    results.write(file, {"measured_at": "later"})

    written = json.loads(file.read_text())
    assert [figure["median"] for figure in written["figures"]] == [2.0, 3.0, 4.0, 5.0]
    assert (written["measured_at"], written["figures"][-1]["measured_at"]) == ("later", "now")


def test_a_file_of_another_make_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text('{"figures": [{"name": "deliveries", "median": 1.0}]}')

    results.write(file, {"rounds": 3})

    assert json.loads(file.read_text()) == {"rounds": 3, "figures": []}


def test_an_engine_that_is_not_there_ends_the_bench_only_if_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(binaries, "find", lambda: None)

    with pytest.raises(SystemExit, match="apt install postgresql"):
        engines_of(parser().parse_args(["--engine", "postgresql"]))
    with pytest.raises(SystemExit, match="Only a store on PostgreSQL has waiting"):
        engines_of(parser().parse_args(["--part", "waiting"]))
    assert engines_of(parser().parse_args(["--part", "backlog"])) == ["sqlite"]
    assert "apt install postgresql" in capsys.readouterr().err


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_measured(part: str) -> None:
    assert callable(import_module(f"bench.parts.{part}").measure)


def test_the_documentation_names_the_parts() -> None:
    documented = re.findall(r"^\| `([a-z]+)` \|", (ROOT / "docs" / "speed.md").read_text(), re.MULTILINE)

    assert documented == list(PARTS)


def _runs(process: Path) -> bool:
    """Whether it is there and no mere entry that its parent has yet to read."""
    try:
        return ") Z " not in (process / "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
