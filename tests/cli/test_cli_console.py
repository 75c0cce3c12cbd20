"""`plantstore console`: prints a sign-in link on standard output and nowhere else."""

import json
import webbrowser

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

LINK = {"url": "http://127.0.0.1:8000/sign-in?key=abc", "expires_at": "2026-11-22T12:46:00.000Z"}
ID = "tok_01k8z3abcdefghjkmnpqrstvwx"


def test_only_the_link_is_on_standard_output(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /sign-in-links", LINK, status=201)

    result = run("console")

    assert result.stdout == f"{LINK['url']}\n"
    assert "once, within 10 minutes" in result.stderr
    assert store.requests[0].body == {}


def test_with_json_the_whole_response_is_printed(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /sign-in-links", LINK, status=201)

    result = run("console", "--json")

    assert json.loads(result.stdout) == LINK
    assert result.stderr == ""


def test_a_link_for_another_token_takes_a_prefix_of_its_id(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /tokens", {"items": [{"id": ID, "name": "shop"}], "next": None})
    store.responds("POST /sign-in-links", LINK, status=201)

    result = run("console", "--for-token", "tok_01k8")

    assert result.exit_code == 0
    assert store.requests[1].body == {"token": ID}


@pytest.mark.parametrize("there_is_a_browser", [True, False])
def test_open_starts_the_browser(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch, there_is_a_browser: bool
) -> None:
    opened: list[str] = []

    def open_it(url: str) -> bool:
        opened.append(url)
        return there_is_a_browser

    monkeypatch.setattr(webbrowser, "open", open_it)
    store.responds("POST /sign-in-links", LINK, status=201)

    result = run("console", "--open")

    assert opened == [LINK["url"]]
    assert ("No browser found" in result.stderr) is not there_is_a_browser
