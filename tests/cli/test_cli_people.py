"""`plantstore people`: requests and output, and links that are made without a server."""

import json
from pathlib import Path
from typing import Any

import pytest

from plantstore.app import people_link
from plantstore.core.clock import SystemClock
from plantstore.core.settings import load
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID, OTHER_ID = "per_01k8z3abcdefghjkmnpqrstvwx", "per_01k8z4abcdefghjkmnpqrstvwx"
URL = "http://127.0.0.1:8000/sign-in?key=abc"
LINK = {"kind": "recovery", "expires_at": "2026-11-22T12:46:00.000Z", "url": URL}


def a_person(id: str = ID, **changes: Any) -> dict[str, Any]:
    plain = {"id": id, "name": "Shop assistant", "email": "assistant@shop.example", "role": "staff", "receivers": None}
    return {**plain, "state": "active", "last_seen_at": None, **changes}


def lists(store: ScriptedStore, *people: dict[str, Any]) -> None:
    store.responds("GET /people", {"items": list(people), "next": None})


def test_add_prints_the_bare_link(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /people", a_person(invitation=LINK | {"kind": "invitation"}), status=201)

    result = run("people", "add", "Shop assistant", "--role", "staff", "--email", "assistant@shop.example")

    assert result.stdout == f"{URL}\n"
    assert "once, until 2026-11-22" in result.stderr
    assert store.requests[0].body == {"name": "Shop assistant", "role": "staff", "email": "assistant@shop.example"}
    assert store.requests[0].headers["idempotency-key"]


def test_add_limits_an_integrator_to_receivers_by_name(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": "rcv_01k8z3abcdefg", "name": "web shop"}], "next": None})
    store.responds("POST /people", a_person(invitation=LINK), status=201)

    run("people", "add", "Web agency", "--role", "integrator", "--receiver", "web shop")

    assert store.requests[-1].body["receivers"] == ["rcv_01k8z3abcdefg"]


def test_list_prints_a_table_and_sends_filters(store: ScriptedStore, run: Run) -> None:
    lists(store, a_person(), a_person(OTHER_ID, name="Web agency", receivers=["rcv_1", "rcv_2"]))

    result = run("people", "list", "--role", "staff", "--active")

    assert store.requests[0].query == {"role": "staff", "active": "true"}
    assert "Shop assistant" in result.stdout and "all" in result.stdout


@pytest.mark.parametrize("given", ["Shop assistant", "shop ASSISTANT", "Assistant@shop.example", "per_01k8z3"])
def test_link_finds_the_person_by_name_address_or_id(store: ScriptedStore, run: Run, given: str) -> None:
    lists(store, a_person(), a_person(OTHER_ID, name="Buyer", email=None))
    store.responds(f"POST /people/{ID}/links", LINK, status=201)
    store.responds(f"GET /people/{ID}", a_person())

    result = run("people", "link", given)

    assert result.stdout == f"{URL}\n"
    assert "signs in Shop assistant once" in result.stderr


def test_link_adds_the_first_operator(store: ScriptedStore, run: Run) -> None:
    lists(store)
    store.responds("POST /people", a_person(invitation=LINK, name="Store owner"), status=201)

    result = run("people", "link", "Store owner")

    assert result.stdout == f"{URL}\n"
    assert "the first operator" in result.stderr
    assert store.requests[-1].body == {"name": "Store owner", "role": "operator"}


def test_two_people_of_one_name_are_told_apart_by_id(store: ScriptedStore, run: Run) -> None:
    lists(store, a_person(), a_person(OTHER_ID))

    result = run("people", "link", "Shop assistant")

    assert result.exit_code == 2
    assert ID in result.stderr and OTHER_ID in result.stderr


@pytest.mark.parametrize(("given", "code"), [("Nobody", 3), ("per_", 2), (" ", 2)])
def test_an_unknown_person_is_named(store: ScriptedStore, run: Run, given: str, code: int) -> None:
    lists(store, a_person())

    assert run("people", "deactivate", given).exit_code == code


def test_change_sends_only_what_is_given(store: ScriptedStore, run: Run) -> None:
    lists(store, a_person())
    store.responds(f"PATCH /people/{ID}", a_person(role="operator"))

    run("people", "change", "Shop assistant", "--role", "operator", "--email", "", "--all-receivers")

    assert store.requests[-1].body == {"role": "operator", "email": None, "receivers": None}
    assert run("people", "change", "Shop assistant").exit_code == 2


@pytest.mark.parametrize("verb", ["deactivate", "reactivate"])
def test_access_ends_and_comes_back(store: ScriptedStore, run: Run, verb: str) -> None:
    lists(store, a_person())
    action = verb.replace("ate", "ation")
    store.responds(f"POST /people/{ID}/{action}", a_person())

    result = run("people", verb, "Shop assistant", "--json")

    assert json.loads(result.stdout) == a_person()


# Without a server


def stopped_store(folder: Path) -> Any:
    from plantstore.domain.timestamps import Instant
    from plantstore.storage.engine import factory
    from plantstore.storage.engine.migrate import migrate

    settings = load({}, {"data": str(folder)})
    engine = factory.open_engine(settings)
    connection = engine.connect_writer()
    migrate(connection, now=Instant(1))
    connection.close()
    engine.close()
    return settings


def made(settings: Any, name: str) -> people_link.PrintedLink:
    return people_link.make_link(settings, name, clock=SystemClock(), random_bytes=lambda count: b"x" * count)


@pytest.mark.parametrize("flag", [("--data",), ()])
def test_without_a_server_the_first_operator_is_added_in_the_database(
    run: Run, tmp_path: Path, flag: tuple[str, ...]
) -> None:
    settings = stopped_store(tmp_path / "data")
    arguments = ["people", "link", "Store owner", *(("--data", str(settings.data)) if flag else ())]

    first, again = (run(*arguments, PLANTSTORE_URL=None, PLANTSTORE_DATA=str(settings.data)) for _ in range(2))

    assert first.exit_code == again.exit_code == 0, first.stderr
    assert "/sign-in?key=" in first.stdout
    assert "the first operator" in first.stderr and "the first operator" not in again.stderr
    assert run("people", "link", "Buyer", "--data", str(settings.data)).exit_code == 3


def test_a_running_store_makes_its_links_itself(run: Run, tmp_path: Path) -> None:
    from plantstore.storage.engine import factory

    settings = stopped_store(tmp_path / "data")
    engine = factory.open_engine(settings)

    result = run("people", "link", "Store owner", "--data", str(settings.data))

    engine.close()
    assert result.exit_code == 1 and "another" in result.stderr.lower()


def test_no_store_is_made_for_a_link(run: Run, tmp_path: Path) -> None:
    result = run("people", "link", "Store owner", "--data", str(tmp_path / "nothing"))

    assert result.exit_code == 1 and "There is no store" in result.stderr
    assert not (tmp_path / "nothing").exists()


SESSIONS = [
    {
        "id": id,
        "device": device,
        "way": "link",
        "remembered": True,
        "opened_at": "2026-11-22T09:15:00.000Z",
        "seen_at": "2026-11-22T11:40:00.000Z",
        "expires_at": "2026-12-22T09:15:00.000Z",
    }
    for id, device in (("9f86d081884c7d65", "Firefox on Linux"), ("9f00aa11bb22cc33", ""))
]


def has_sessions(store: ScriptedStore) -> None:
    lists(store, a_person())
    store.responds(f"GET /people/{ID}/sessions", {"items": SESSIONS})


def test_sessions_prints_a_table_or_json_lines(store: ScriptedStore, run: Run) -> None:
    has_sessions(store)

    table = run("people", "sessions", "Shop assistant").stdout
    lines = run("people", "sessions", "Shop assistant", "--json").stdout.splitlines()

    assert "9f86d081884c7d65" in table and "Firefox on Linux" in table and "unknown" in table
    assert [json.loads(line) for line in lines] == SESSIONS


def test_sessions_says_that_there_are_none(store: ScriptedStore, run: Run) -> None:
    lists(store, a_person())
    store.responds(f"GET /people/{ID}/sessions", {"items": []})

    assert "Not signed in anywhere." in run("people", "sessions", "Shop assistant").stderr


def test_end_session_ends_the_session_whose_id_begins_so(store: ScriptedStore, run: Run) -> None:
    has_sessions(store)
    store.responds(f"DELETE /people/{ID}/sessions/9f86d081884c7d65", {}, status=204)

    assert "Ended 9f86d081884c7d65." in run("people", "end-session", "Shop assistant", "9f8").stderr
    printed = json.loads(run("people", "end-session", "Shop assistant", "9f8", "--json").stdout)

    assert printed == {"id": "9f86d081884c7d65", "ended": 1}
    assert [one.method for one in store.requests].count("DELETE") == 2


def test_end_session_ends_all(store: ScriptedStore, run: Run) -> None:
    lists(store, a_person())
    store.responds(f"DELETE /people/{ID}/sessions", {"ended": 2})

    assert "Ended 2 sessions." in run("people", "end-session", "Shop assistant", "--all").stderr
    assert json.loads(run("people", "end-session", "Shop assistant", "--all", "--json").stdout) == {"ended": 2}


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        ([], 2, "Name one session, or all."),
        (["9f8", "--all"], 2, "Name one session, or all."),
        (["9f"], 2, "matches several sessions"),
        ([" "], 3, "There is no session"),
        (["77"], 3, "There is no session"),
    ],
)
def test_end_session_ends_nothing_without_one_session(
    store: ScriptedStore, run: Run, arguments: list[str], exit_code: int, words: str
) -> None:
    has_sessions(store)

    result = run("people", "end-session", "Shop assistant", *arguments)

    assert result.exit_code == exit_code and words in result.stderr
    assert "DELETE" not in [one.method for one in store.requests]
