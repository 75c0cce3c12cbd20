"""The proof's own program: parts are run in chunks, what came of them is written down, and failures are not hidden."""

import ast
import re
import tempfile
from pathlib import Path

import pytest

from proof import __main__ as program
from proof.page import BEGIN, END, HEAD, PAGE, rows_of
from proof.parts import PARTS, Part
from tests.proving import Figures, Progress

ROOT = Path(__file__).parents[1]
calls: list[tuple[int, int]] = []


def well(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    assert not list(folder.iterdir())
    (folder / "left").touch()
    progress(count)
    calls.append((count, seed))
    return {"plants_promised": 1_000 * count, "most_at_once": seed, "lost": 0}


def broken(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    if seed >= 5:
        raise AssertionError("plant 7 is gone")
    return {"lost": 0}


def losing(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    return {"lost": 1}


def stopped(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    if seed >= 5:
        raise KeyboardInterrupt
    return {"lost": 0}


TRIED = [
    Part(name=piece.__name__, unit="worlds", piece=f"{__name__}:{piece.__name__}", chunk=2, count=5, about="Well.")
    for piece in (well, broken, losing, stopped)
]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Part, "load", lambda part: globals()[part.name])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    calls.clear()
    path = tmp_path / "proof.md"
    path.write_text(f"# Proof\n\n{BEGIN}\n{END}\n\nThe end.\n")
    return path


def prove(page: Path, *arguments: str) -> int:
    return program.main([*arguments, "--page", str(page)], parts=TRIED)


def test_a_part_is_run_in_chunks_and_leaves_one_row(page: Path) -> None:
    assert prove(page, "well", "--seed", "10") == 0

    [row] = rows_of(page.read_text())
    assert calls == [(2, 10), (2, 12), (1, 14)]
    assert (row.part, row.done, row.lost, row.seeds) == ("well", "5 worlds", "0", "10–14")
    assert [*page.parent.iterdir()] == [page], "its folders are gone"
    assert row.seen == "plants promised 5,000, most at once 14"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", row.date)
    assert re.fullmatch(r"\S+ \((\w{7,}\+?|no commit)\)", row.version)


def test_rows_gather_with_their_sum_and_the_rest_of_the_page_stays(page: Path) -> None:
    prove(page, "well", "--count", "3")
    prove(page, "well", "--count", "4")

    lines = page.read_text().splitlines()
    assert lines[:3] == ["# Proof", "", BEGIN]
    assert tuple(lines[3:5]) == HEAD
    assert lines[8] == "**All runs together: 7 worlds; 0 lost; 0 of 2 runs failed.**"
    assert lines[9:] == [END, "", "The end."]


def test_each_run_goes_where_none_has_been(page: Path) -> None:
    prove(page, "well", "--count", "3")
    prove(page, "well", "--count", "2")

    assert [row.seeds for row in rows_of(page.read_text())] == ["1–3", "4–5"]


def test_a_broken_promise_is_written_down_and_says_how_to_repeat_it(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prove(page, "broken", "--count", "9") == 1

    [row] = rows_of(page.read_text())
    said = capsys.readouterr().err
    assert (row.done, row.lost, row.seeds) == ("4 worlds", "**FAILED** at seed 5", "1–5")
    assert "plant 7 is gone" in said
    assert "python -m proof broken --seed 5 --count 2" in said
    assert "1 of 1 runs failed" in page.read_text()


def test_who_says_that_something_is_lost_has_failed(page: Path) -> None:
    assert prove(page, "losing") == 1

    [row] = rows_of(page.read_text())
    assert row.lost == "**FAILED** at seed 1"


def test_a_run_that_is_interrupted_keeps_what_is_done(page: Path) -> None:
    assert prove(page, "stopped", "--count", "9") == 130

    [row] = rows_of(page.read_text())
    assert (row.done, row.lost, row.seeds) == ("4 worlds", "0", "1–4")


def test_when_nothing_is_done_nothing_is_written(page: Path) -> None:
    before = page.read_text()

    assert prove(page, "stopped", "--seed", "5") == 130
    assert page.read_text() == before


def test_a_run_ends_when_its_time_is_up(page: Path) -> None:
    assert prove(page, "well", "--count", "1000000000", "--minutes", "0.001") == 0

    [row] = rows_of(page.read_text())
    assert 0 < int(row.done.partition(" ")[0].replace(",", "")) < 1_000_000_000


def test_an_unknown_part_is_named_with_those_that_there_are(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        prove(page, "wll")

    assert ended.value.code == 2
    assert "there is no part wll. Parts: well, broken, losing, stopped." in capsys.readouterr().err


def test_without_a_part_the_parts_are_listed(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert prove(page) == 0

    listed = capsys.readouterr().out
    assert all(f"{part.name} " in listed for part in TRIED)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_is_there_and_named_on_the_page(part: Part) -> None:
    assert callable(part.load())
    assert f"`{part.name}`" in PAGE.read_text().partition(BEGIN)[0]


def test_the_page_can_be_read_and_names_tests_that_exist() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows_of(text)

    named = re.findall(r"`(tests/[\w/]+(?:\.py)?)(?:::(\w+))?`", text)
    assert len(named) >= 20
    for file, name in named:
        assert (ROOT / file).exists(), file
        if name:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            functions = ast.FunctionDef | ast.AsyncFunctionDef
            assert name in {node.name for node in ast.walk(tree) if isinstance(node, functions)}, name
