"""`plantstore docs`: the pages that a store serves, on a terminal or in a pipe, without a store."""

import json
from pathlib import Path

import click
import pytest

from plantstore.web.docs import sources
from plantstore.web.http.problems import KINDS
from tests.cli.conftest import Run, RunProcess
from tests.cli.test_cli_completion import completed

DOCS = Path(__file__).parents[2] / "docs"


def test_without_a_topic_all_pages_are_listed(run: Run) -> None:
    rows = [json.loads(line) for line in run("docs", "--json").stdout.splitlines()]

    assert {row["topic"] for row in rows} == sources.pages().keys()
    assert all(row["title"] and row["section"] for row in rows)
    assert all(row["topic"] in run("docs").stdout for row in rows)


@pytest.mark.parametrize("topic", ["receiving", "receiv", "Receiving", "docs/receiving.md"])
def test_a_page_is_printed_as_it_was_written(run: Run, topic: str) -> None:
    result = run("docs", topic)

    assert result.exit_code == 0
    assert result.stdout == (DOCS / "receiving.md").read_text(encoding="utf-8")


def test_a_page_needs_neither_a_store_nor_a_token(run_process: RunProcess, tmp_path: Path) -> None:
    ended = run_process("docs", "cli", cwd=tmp_path, encoding="utf-8")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == (DOCS / "cli.md").read_text(encoding="utf-8")


def test_an_error_code_is_a_topic(run: Run) -> None:
    for kind in KINDS:
        [(code, about)] = [(problem.code, about) for problem, about in KINDS.items() if problem is kind]

        text = run("docs", code).stdout

        assert text.startswith(f"# {about.title}\n"), kind
        assert about.advice in text, kind
        assert f"HTTP status {about.status}" in text, kind


def test_a_topic_can_be_printed_as_json(run: Run) -> None:
    record = json.loads(run("docs", "key_re", "--json").stdout)

    assert record["topic"] == "key_reused"
    assert record["title"] == "This Idempotency-Key was used for another request"


def test_an_unknown_topic_is_not_found(run: Run) -> None:
    for topic in ["recieving", "nothing-like-it", "../README", "/etc/passwd", ""]:
        result = run("docs", topic)

        assert result.exit_code == 3, topic
        assert result.stdout == "", topic
        assert ("receiving" in result.stderr) == (topic == "recieving"), topic


def test_an_ambiguous_topic_is_wrong_usage(run: Run) -> None:
    result = run("docs", "in")

    assert result.exit_code == 2
    assert "invalid, internal" in result.stderr


def test_on_a_terminal_a_page_is_paged_without_its_links(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("plantstore.cli.commands.docs.is_terminal", lambda: True)
    monkeypatch.setattr(click, "echo_via_pager", shown.append)

    run("docs", "proof")

    [text] = shown
    assert text.startswith("# The proof\n")
    assert "](" not in text
    assert "<!--" not in text


def test_topics_are_completed(run_process: RunProcess, process_environ: dict[str, str]) -> None:
    pages = [name for name in sources.pages() if name.startswith("re")]
    assert completed(run_process, process_environ, "plantstore", "docs", "re") == pages != []
    assert "key_reused" in completed(run_process, process_environ, "plantstore", "docs", "k")
