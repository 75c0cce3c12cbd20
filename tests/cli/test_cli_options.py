"""The common options: --quiet, --verbose, --json, --yes and --no-color."""

import json
import re

import click
import pytest
from click.testing import CliRunner

from plantstore.cli.support.options import Common, with_common
from tests.cli.conftest import TOKEN, Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

RECEIVER = {"id": "rcv_01k8z3abcdefg", "name": "shop", "lag": 2}
REMOVE = ("receivers", "remove", RECEIVER["id"])


@pytest.mark.parametrize("quiet", ["-q", "--quiet"])
def test_a_quiet_command_prints_data_only(store: ScriptedStore, run: Run, quiet: str) -> None:
    store.responds(f"DELETE /receivers/{RECEIVER['id']}", RECEIVER)
    store.responds("GET /plants", {"items": [], "next": None})

    removed, listed = run(*REMOVE, "--yes", quiet), run("plants", "list", quiet)

    assert (removed.stderr, removed.stdout[:2]) == ("", "id")
    assert (listed.stderr, listed.stdout) == ("", "")
    assert "Removed" in run(*REMOVE, "--yes").stderr


def test_a_quiet_command_still_says_why_it_failed(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /plants", 403, detail="This needs a token with the scope plants:read.")

    result = run("-q", "plants", "list")

    assert result.exit_code == 4
    assert "plants:read" in result.stderr


def test_a_verbose_command_prints_requests_without_the_token(store: ScriptedStore, run: Run) -> None:
    headers = {"X-Request-Id": "req_1"}
    store.on("GET /plants", ScriptedResponse(body={"items": [], "next": None}, headers=headers))

    result = run("-v", "plants", "list", "--tag", "shrub")

    first = result.stderr.splitlines()[0]
    assert re.fullmatch(r"GET /api/v1/plants\?tag=shrub → 200 in [\d,]+ ms, req_1", first)
    assert TOKEN not in result.output


def test_a_verbose_command_prints_failed_requests_too(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /plants", 403, detail="No.")

    assert "→ 403" in run("-v", "plants", "list").stderr


def test_a_verbose_command_with_json_prints_requests_as_objects(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/7", {"id": 7})

    result = run("plants", "show", "7", "--json", "--verbose")

    exchange = json.loads(result.stderr)
    assert (exchange["type"], exchange["method"], exchange["path"], exchange["status"]) == (
        "request",
        "GET",
        "/api/v1/plants/7",
        200,
    )
    assert json.loads(result.stdout) == {"id": 7}


@pytest.mark.parametrize("place", [0, 1, 3])
def test_yes_works_in_any_position(store: ScriptedStore, run: Run, place: int) -> None:
    store.responds(f"DELETE /receivers/{RECEIVER['id']}", RECEIVER)
    arguments = list(REMOVE)
    arguments.insert(place, "--yes")

    assert run(*arguments).exit_code == 0
    assert [request.method for request in store.requests] == ["DELETE"]


def test_without_a_terminal_a_removal_needs_yes(store: ScriptedStore, run: Run) -> None:
    result = run(*REMOVE)

    assert (result.exit_code, store.requests) == (2, [])


@pytest.mark.parametrize(
    ("arguments", "no_color", "colour"),
    [([], None, True), (["--no-color"], None, False), ([], "1", False), ([], "", True)],
)
def test_no_color_and_its_environment_variable_turn_colours_off(
    arguments: list[str], no_color: str | None, colour: bool
) -> None:
    @click.command()
    @with_common
    def command(common: Common, /) -> None:
        click.echo(common.colour)

    assert CliRunner().invoke(command, arguments, env={"NO_COLOR": no_color}).stdout == f"{colour}\n"
