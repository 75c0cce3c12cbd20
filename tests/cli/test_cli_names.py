"""Every command that takes the id of an object with a name takes the name too, and every command has --json.

The tests walk the commands themselves, so a new command or option with an id must be added to a table here.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from plantstore.cli.main import plantstore
from tests.cli.conftest import Run
from tests.cli.scripted_store import RecordedRequest, ScriptedResponse, ScriptedStore

UNSCRIPTED = 599
Place = tuple[str, str]
"""A command and the name of its parameter."""

NAME, SKU = "Web Shop", "MON-15"
LISTS: dict[str, tuple[str, str]] = {
    "receiver": ("/receivers", "rcv_01k8z3abcdefg"),
    "token": ("/tokens", "tok_01k8z3abcdefghjkmnpqrstvwx"),
    "person": ("/people", "per_01k8z3abcdefghjkmnpqrstvwx"),
    "channel": ("/alert-channels", "chn_01k8z3abcdefghjkmnpqrstvwx"),
    "operational webhook": ("/operational-webhooks", "ops_01k8z3abcdefghjkmnpqrstvwx"),
    "import": ("/imports", "imp_01k8z3abcdefghjkmnpqrstvwx"),
}
"""Where the API lists the objects of a kind, and the id of one."""
PLANT_ID = "1042"
ANY: dict[str, Any] = {
    **dict.fromkeys(("id", "name", "title", "url", "receiver"), "x"),
    **{name: [] for name in ("images", "kept_plants", "preview", "refusals")},
    "state": "checked",
    "key": "key",
    "alt": "",
    "problem": None,
    "next": None,
    **dict.fromkeys(
        ("added", "after", "archived", "changing", "conflicts", "ended", "failed", "kept", "kept_edits"), 0
    ),
    **dict.fromkeys(("head", "plant_version", "refused", "reverted", "selected", "unchanged"), 0),
    **dict.fromkeys(("first", "last", "sequence", "total"), 7),
}
"""An object with the fields that commands need of any object."""
SUBCOMMANDS = {
    ("receivers", "receiver"): "edit pause remove resume rotate-key rotate-secret show test",
    ("alerts channels", "channel"): "edit remove rotate-secret show test",
    ("operational-webhooks", "operational webhook"): (
        "deliveries disable edit enable remove retry rotate-secret show test"
    ),
    ("imports", "import"): "cancel show undo",
    ("tokens", "token"): "revoke show",
}
MORE = {
    "alerts channels edit": "--disable",
    "alerts channels rotate-secret": "--show-secret",
    "operational-webhooks edit": "--name x",
    "operational-webhooks retry": "ope_1",
    "operational-webhooks rotate-secret": "--show-secret",
    "receivers edit": "--name x",
    "receivers rotate-secret": "--show-secret",
}
NAMED: dict[Place, tuple[str, str]] = {
    (f"{group} {name}", "id"): (kind, f"{{}} {MORE.get(f'{group} {name}', '')}".strip())
    for (group, kind), names in SUBCOMMANDS.items()
    for name in names.split()
} | {
    ("activity list", "actor"): ("person", "--actor {}"),
    ("activity list", "person"): ("person", "--person {}"),
    ("activity list", "subject"): ("import", "--subject {}"),
    ("alerts channels add", "person"): ("person", "x --kind email --address a@shop.example --person {}"),
    ("alerts set", "given_channels"): ("channel", "audit --off --channel {}"),
    ("console", "for_token"): ("token", "--for-token {}"),
    ("deliveries cancel", "receiver"): ("receiver", "7 {}"),
    ("deliveries counts", "receiver"): ("receiver", "--receiver {}"),
    ("deliveries list", "receiver"): ("receiver", "--receiver {}"),
    ("deliveries retry", "receiver"): ("receiver", "7 {}"),
    ("deliveries show", "receiver"): ("receiver", "7 {}"),
    ("deliveries watch", "receiver"): ("receiver", "--receiver {}"),
    ("events list", "receiver"): ("receiver", "--receiver {}"),
    ("events send-to", "receiver"): ("receiver", "7 {}"),
    ("people add", "receivers"): ("receiver", "x --role integrator --receiver {}"),
    ("people change", "name"): ("person", "{} --role staff"),
    ("people change", "receivers"): ("receiver", "per_01k8z3abcdefghjkmnpqrstvwx --receiver {}"),
    ("people deactivate", "name"): ("person", "{}"),
    ("people end-session", "name"): ("person", "{} --all"),
    ("people link", "name"): ("person", "{}"),
    ("people reactivate", "name"): ("person", "{}"),
    ("people sessions", "name"): ("person", "{}"),
    ("plants add-to-store", "plant"): ("plant", "{}"),
    ("plants archive", "plant"): ("plant", "{}"),
    ("plants bulk", "plants"): ("plant", "{} --set-stock 1"),
    ("plants different", "plants"): ("plant", "{}"),
    ("plants edit", "plant"): ("plant", "{} --stock 1"),
    ("plants history", "plant"): ("plant", "{}"),
    ("plants merge", "kept"): ("plant", "{} 7"),
    ("plants merge", "other"): ("plant", "7 {}"),
    ("plants photo add", "plant"): ("plant", "{} photo.jpg"),
    ("plants photo list", "plant"): ("plant", "{}"),
    ("plants photo remove", "plant"): ("plant", "{} key"),
    ("plants remove", "plant"): ("plant", "{}"),
    ("plants restore", "plant"): ("plant", "{}"),
    ("plants show", "plant"): ("plant", "{}"),
    ("plants unmerge", "plant"): ("plant", "{}"),
    ("receivers try-body", "plant"): ("plant", "--payload full --plant {}"),
    ("replay", "receiver"): ("receiver", "--receiver {} --first 1"),
    ("replays cancel", "receiver"): ("receiver", "rpl_01k8z3abcdefghjkmnpqrstvwx --receiver {}"),
    ("replays list", "receiver"): ("receiver", "--receiver {}"),
    ("replays show", "receiver"): ("receiver", "rpl_01k8z3abcdefghjkmnpqrstvwx --receiver {}"),
    ("tokens create", "person"): ("person", "--name x --scope staff --person {}"),
    ("tokens create", "receiver"): ("receiver", "--name x --scope staff --receiver {}"),
    ("tokens list", "created_by"): ("token", "--created-by {}"),
    ("tokens list", "receiver"): ("receiver", "--receiver {}"),
}
"""The kind of object that a parameter selects, and arguments in which {} is the name of one."""

NO_NAME = {
    "event": "an event has no name, only a sequence and an id",
    "session": "a session has no name, and a person's browsers often look alike",
    "bulk edit": "a bulk edit has no name",
    "replay": "a replay has no name",
    "problem": "the titles of problems change, and repeat",
    "new": "the name of something that is made or changed, or a text to search for",
}
UNNAMED: dict[Place, str] = {
    **{(f"bulk-edits {name}", "id"): "bulk edit" for name in ("cancel", "show", "undo")},
    **{(f"replays {name}", "id"): "replay" for name in ("cancel", "show")},
    **{(f"deliveries {name}", "event"): "event" for name in ("cancel", "list", "retry", "show")},
    **{(f"events {name}", "event"): "event" for name in ("send-to", "show")},
    ("events list", "after"): "event",
    ("operational-webhooks retry", "event"): "event",
    ("receivers try-body", "event"): "event",
    ("people end-session", "session"): "session",
    ("alerts acknowledge", "ids"): "problem",
    ("alerts mute", "id"): "problem",
}
"""Parameters that take an id of something without a name; a key of NO_NAME says why."""
NEW = re.compile(
    r"(add|edit|create|change|bulk|import|export|list) "
    r"(name|new_name|sku|supplier|removed|oauth_client_id|action|names|sheet)|watch-list (add|remove) names"
    r"|setup server (host|proxy)"
)
"""Parameters with a name or id of something new, or to search for."""
WORDS = re.compile(r"\b(IDS?|SKU|NAMES?|SEQUENCE|RECEIVERS?|EVENT|PERSON|TOKEN|CHANNELS?|SESSION|PLANTS?)\b(?!=)")


class AnsweringStore(ScriptedStore):
    """A store that answers every request with the same object."""

    def _next_response(self, method: str, path: str) -> ScriptedResponse:
        found = super()._next_response(method, path)
        return ScriptedResponse(body=ANY | {"items": [ANY]}) if found.status == UNSCRIPTED else found


@pytest.fixture
def store() -> Iterator[ScriptedStore]:
    scripted = AnsweringStore()
    yield scripted
    scripted.close()


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, (*path, name))


COMMANDS = dict(leaves(plantstore))


def places() -> Iterator[Place]:
    """Yield each parameter that looks as if it took an id or a name."""
    for path, command in COMMANDS.items():
        for parameter in command.params:
            words = parameter.metavar or parameter.human_readable_name.upper()
            if parameter.expose_value and WORDS.search(words) and not getattr(parameter, "is_flag", False):
                assert parameter.name is not None
                yield path, parameter.name


def test_every_id_on_the_command_line_is_in_a_table() -> None:
    found = set(places())
    new = {place for place in found if NEW.search(" ".join(place)) and place not in NAMED}

    assert found - new - UNNAMED.keys() - NAMED.keys() == set(), "may it be given by name?"
    assert UNNAMED.keys() - found == set()
    assert NAMED.keys() - found == set()
    assert set(UNNAMED.values()) <= NO_NAME.keys()


def test_every_command_prints_json_if_asked_to() -> None:
    without = {
        path
        for path, command in COMMANDS.items()
        if not any("--json" in parameter.opts for parameter in command.params)
    }

    assert without == {"serve", "check"}  # these take settings as options, and --log-format is one of them


def offers(store: ScriptedStore, kind: str, *names: str) -> str:
    """Script lists in which only `kind` has objects, with these names; return the id of the first."""
    store.responds("GET /events/7", {"sequence": 7})
    store.responds(f"GET /plants/by-sku/{SKU}", {"id": int(PLANT_ID), "sku": SKU})
    for each, (path, id) in LISTS.items():
        items = [{**ANY, "id": f"{id[:-1]}{last}", "name": name} for last, name in zip("xyz", names, strict=False)]
        store.responds(f"GET {path}", {"items": items if each == kind else [ANY], "next": None})
    return PLANT_ID if kind == "plant" else f"{LISTS[kind][1][:-1]}x"


def called(place: Place, name: str) -> list[str]:
    arguments = NAMED[place][1].split()
    return [*place[0].split(), *(name if one == "{}" else one for one in arguments), "--yes"]


def mentions(request: RecordedRequest, id: str) -> bool:
    texts = (request.path, json.dumps(request.query), json.dumps(str(request.body)))
    return any(re.search(rf"\b{id}\b", text) for text in texts)


@pytest.mark.parametrize("place", sorted(NAMED), ids=" ".join)
def test_a_name_is_taken_in_place_of_the_id_and_json_is_printed(
    store: ScriptedStore, run: Run, tmp_path: Path, place: Place
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"a picture")
    id = offers(store, NAMED[place][0], NAME, "Another")
    store.refuses("GET /attempts", 403, detail="This ends `deliveries watch`.")

    result = run(*called(place, SKU if id == PLANT_ID else NAME.upper()), "--json")

    assert any(mentions(request, id) for request in store.requests), [one.path for one in store.requests]
    printed = [json.loads(line) for line in (result.stdout or result.stderr).splitlines()]
    assert all(isinstance(one, dict) for one in printed)
    assert bool(result.stdout) == (place[0] != "deliveries watch"), result.stderr


ONE_OF = {
    "receiver": ("receivers show", "id"),
    "token": ("tokens show", "id"),
    "person": ("people deactivate", "name"),
    "channel": ("alerts channels show", "id"),
    "operational webhook": ("operational-webhooks show", "id"),
    "import": ("imports show", "id"),
}


@pytest.mark.parametrize("kind", LISTS)
def test_of_several_with_one_name_all_are_listed(store: ScriptedStore, run: Run, kind: str) -> None:
    id = offers(store, kind, NAME, NAME.lower(), "Other")

    result = run(*called(ONE_OF[kind], NAME.upper()))

    assert result.exit_code == 2
    assert f"2 {'people' if kind == 'person' else kind + 's'} are called “{NAME.upper()}”" in result.stderr
    assert f"{id} ({NAME}), {id[:-1]}y ({NAME.lower()})." in result.stderr
    assert len(store.requests) == 1


@pytest.mark.parametrize("kind", LISTS)
def test_an_exact_name_comes_before_one_in_other_case(store: ScriptedStore, run: Run, kind: str) -> None:
    id = offers(store, kind, NAME, NAME.lower())

    run(*called(ONE_OF[kind], NAME))

    assert mentions(store.requests[-1], id)


@pytest.mark.parametrize("kind", LISTS)
def test_an_unknown_name_is_answered_with_a_similar_one(store: ScriptedStore, run: Run, kind: str) -> None:
    id = offers(store, kind, NAME, "Else")

    result = run(*called(ONE_OF[kind], "Web Shpo"))

    assert result.exit_code == 3
    assert f"There is no {kind} “Web Shpo”. Did you mean {id} ({NAME})?" in result.stderr


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("given", ["", " ", "prefix"])
def test_an_empty_name_selects_nothing(store: ScriptedStore, run: Run, kind: str, given: str) -> None:
    offers(store, kind, NAME)
    text = LISTS[kind][1][:4] if given == "prefix" else given

    assert run(*called(ONE_OF[kind], text)).exit_code == 2
    assert store.requests == []


def test_the_activity_of_an_unknown_actor_is_not_an_empty_list(store: ScriptedStore, run: Run) -> None:
    offers(store, "token", NAME)

    unknown = run("activity", "list", "--actor", "Web Shpo")
    removed = run("activity", "list", "--actor", "tok_gone")
    itself = run("activity", "list", "--actor", "store")

    assert unknown.exit_code == 3 and "There is no person or token “Web Shpo”." in unknown.stderr
    assert (removed.exit_code, itself.exit_code) == (0, 0)
    assert [one.query["actor"] for one in store.requests if one.path.endswith("/activity")] == ["tok_gone", "store"]


def test_the_activity_of_a_subject_is_found_by_name_and_by_sku(store: ScriptedStore, run: Run) -> None:
    id = offers(store, "channel", NAME)
    store.refuses("GET /plants/by-sku/receiver_failing", 404, detail="There is no such plant.")
    store.refuses("GET /people", 403, detail="This needs a token with the scope people:write.")

    for subject in (NAME, SKU, "receiver_failing", "rcv_gone", "7"):
        run("activity", "list", "--subject", subject)

    asked = [one.query["subject"] for one in store.requests if one.path.endswith("/activity")]
    assert asked == [id, PLANT_ID, "receiver_failing", "rcv_gone", "7"]


def test_a_subject_with_the_name_of_two_objects_is_refused(store: ScriptedStore, run: Run) -> None:
    for path, id in LISTS.values():
        store.responds(f"GET {path}", {"items": [{"id": id, "name": NAME}], "next": None})

    result = run("activity", "list", "--subject", NAME)

    assert result.exit_code == 2
    assert f"6 objects are called “{NAME}”: {LISTS['receiver'][1]} ({NAME})," in result.stderr
