"""The options that every command takes: how much it says, whether it asks, in which colours."""

import json
import re

import click
import pytest
from click.testing import CliRunner

from plantstore.cli.support.options import Common, with_common
from tests.cli.conftest import TOKEN, Run
from tests.cli.scripted_store import Answer, ScriptedStore

RECEIVER = {"id": "rcv_01k8z3abcdefg", "name": "shop", "lag": 2}
REMOVE = ("receivers", "remove", RECEIVER["id"])


@pytest.mark.parametrize("quiet", ["-q", "--quiet"])
def test_a_quiet_command_prints_data_only(store: ScriptedStore, run: Run, quiet: str) -> None:
    store.gives(f"DELETE /receivers/{RECEIVER['id']}", RECEIVER)
    store.gives("GET /plants", {"items": [], "next": None})

    removed, listed = run(*REMOVE, "--yes", quiet), run("plants", "list", quiet)

    assert (removed.stderr, removed.stdout[:2]) == ("", "id")
    assert (listed.stderr, listed.stdout) == ("", "")
    assert "Removed" in run(*REMOVE, "--yes").stderr


def test_a_quiet_command_still_says_why_it_failed(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /plants", 403, detail="This needs a token with the scope plants:read.")

    result = run("-q", "plants", "list")

    assert result.exit_code == 4
    assert "plants:read" in result.stderr


def test_a_verbose_command_says_what_it_asks_and_never_its_token(store: ScriptedStore, run: Run) -> None:
    headers = {"X-Request-Id": "req_1"}
    store.on("GET /plants", Answer(body={"items": [], "next": None}, headers=headers))

    result = run("-v", "plants", "list", "--tag", "shrub")

    first = result.stderr.splitlines()[0]
    assert re.fullmatch(r"GET /api/v1/plants\?tag=shrub → 200 in [\d,]+ ms, req_1", first)
    assert TOKEN not in result.output


def test_a_verbose_command_says_it_of_what_fails_too(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /plants", 403, detail="No.")

    assert "→ 403" in run("-v", "plants", "list").stderr


def test_with_json_each_request_is_an_object(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants/7", {"id": 7})

    result = run("plants", "show", "7", "--json", "--verbose")

    said = json.loads(result.stderr)
    assert (said["type"], said["method"], said["path"], said["status"]) == ("request", "GET", "/api/v1/plants/7", 200)
    assert json.loads(result.stdout) == {"id": 7}


@pytest.mark.parametrize("place", [0, 1, 3])
def test_who_says_yes_is_not_asked_wherever_it_stands(store: ScriptedStore, run: Run, place: int) -> None:
    store.gives(f"DELETE /receivers/{RECEIVER['id']}", RECEIVER)
    arguments = list(REMOVE)
    arguments.insert(place, "--yes")

    assert run(*arguments).exit_code == 0
    assert [asked.method for asked in store.asked] == ["DELETE"]


def test_without_a_yes_nothing_is_done_where_nobody_can_be_asked(store: ScriptedStore, run: Run) -> None:
    result = run(*REMOVE)

    assert (result.exit_code, store.asked) == (2, [])


@pytest.mark.parametrize(
    ("arguments", "no_color", "colour"),
    [([], None, True), (["--no-color"], None, False), ([], "1", False), ([], "", True)],
)
def test_who_wants_no_colour_gets_none(arguments: list[str], no_color: str | None, colour: bool) -> None:
    @click.command()
    @with_common
    def command(common: Common, /) -> None:
        click.echo(common.colour)

    assert CliRunner().invoke(command, arguments, env={"NO_COLOR": no_color}).stdout == f"{colour}\n"
