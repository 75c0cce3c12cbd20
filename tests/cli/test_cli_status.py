"""`plantstore status` and `plantstore activity`: one screen, and who did what."""

import json
from typing import Any

from plantstore.cli.commands.status import RECEIVERS_MAX
from plantstore.web.api.status.endpoints import ENDPOINTS as STATUS
from plantstore.web.routes import ENDPOINTS
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

[EXAMPLE] = (operation.response_example for operation in STATUS)
[PAGE] = (operation.response_example for operation in ENDPOINTS if operation.name == "listActivity")


def a_status(**changes: Any) -> dict[str, Any]:
    assert EXAMPLE is not None
    server = {**EXAMPLE["server"], "warnings": []}
    return {**EXAMPLE, "healthy": True, "problems": [], "server": server, **changes}


def test_a_store_that_is_well_is_shown_on_one_screen_and_ends_with_0(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /status", a_status())

    result = run("status")

    assert (result.exit_code, result.stderr) == (0, "")
    first, _, *lines = result.stdout.splitlines()
    assert first == "Healthy."
    assert "version     0.2.0, running for 1 d" in lines
    assert "processes   all, process 4711 on shop-1" in lines
    assert "log         1,042 events" in lines
    assert "requests    1 of 1,024 places taken" in lines
    assert "database    4.0 MiB, and 0.0 MiB of WAL" in lines
    assert "server      PostgreSQL 17.2, 12 of 100 connections, replication: synchronous" in lines
    assert "kept        attempts 30 days, activity 365 days" in lines
    assert "tokens      1 about to end: “web shop” on 2026-03-09 09:15:00Z" in lines
    assert "audit       all numbers 0 at 2026-03-03T09:14:30.000Z" in lines
    assert lines[-1].split("  ")[2:4] == ["failing", "2026-03-03 08:10:00Z"]
    assert lines[-1].split()[-2:] == ["1040", "2"]
    assert len(result.stdout.splitlines()) <= 24


def test_what_is_wrong_comes_first_and_ends_with_1(store: ScriptedStore, run: Run) -> None:
    problem = {
        "code": "sequence_gaps",
        "count": 2,
        "detail": "Numbers are missing.",
        "examples": ["event 7", "event 9"],
    }
    store.gives("GET /status", a_status(healthy=False, problems=[problem]))

    result = run("status")

    assert result.exit_code == 1
    assert result.stdout.splitlines()[:4] == [
        "! 2 × sequence_gaps: Numbers are missing.",
        "    event 7",
        "    event 9",
        "Not healthy.",
    ]


def test_many_receivers_are_cut_to_a_screen_and_the_rest_is_counted(store: ScriptedStore, run: Run) -> None:
    [one] = a_status()["receivers"]
    store.gives("GET /status", a_status(receivers=[one] * (RECEIVERS_MAX + 5), receivers_count=RECEIVERS_MAX + 90))

    result = run("status")

    assert result.stdout.count("rcv_") == RECEIVERS_MAX
    assert result.stdout.splitlines()[-1] == "… and 90 more: plantstore receivers list"


def test_processes_that_share_the_store_are_listed(store: ScriptedStore, run: Run) -> None:
    [one] = a_status()["processes"]
    others = [{**one, "host": "shop-2", "role": "api", "shards": 0, "silent_s": None}, {**one, "leaving": True}]
    there = [{**one, "shards": 60}, *({**other, "answers": False} for other in others)]
    store.gives("GET /status", a_status(processes=there, shards_free=4))

    lines = run("status").stdout.splitlines()

    assert "processes   3 serve this store; to 4 of the shares of the receivers nobody sends" in lines
    begin = lines.index("PROCESS                 ROLE     VERSION  SINCE                 SILENT  SHARDS")
    assert [line.split("  ")[0] for line in lines[begin + 1 : begin + 4]] == [
        "shop-1, 4711 (answers)",
        "shop-2, 4711",
        "shop-1, 4711",
    ]
    assert lines[begin + 1].split()[-2:] == ["s", "60"]
    assert lines[begin + 3].split()[2] == "leaving"


def test_before_the_first_audit_that_is_said(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /status", a_status(audit=None, receivers=[], receivers_count=0))

    result = run("status")

    assert "audit       not yet" in result.stdout
    assert result.stderr == "No receivers.\n"


def test_programs_get_the_whole_status(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /status", a_status(healthy=False))

    result = run("status", "--json")

    assert (result.exit_code, result.stderr) == (1, "")
    assert json.loads(result.stdout) == a_status(healthy=False)


def test_without_a_server_there_is_no_status(run: Run) -> None:
    assert run("status", PLANTSTORE_URL="http://127.0.0.1:1").exit_code == 5


def test_who_did_what_is_listed(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /activity", PAGE)

    result = run("activity", "list", "--actor", "tok_1", "--action", "removeReceiver", "--since", "2026-03-01")

    assert result.exit_code == 0
    assert store.asked[0].query == {"actor": "tok_1", "action": "removeReceiver", "since": "2026-03-01T00:00:00.000Z"}
    heading, row = result.stdout.splitlines()
    assert heading.split() == ["TIME", "WHO", "ACTION", "SUBJECT", "DETAIL"]
    assert row.split()[1:4] == ["operator", "removeReceiver", "rcv_01k8z4q7m2abc"]
    assert row.endswith("cancelled 12 deliveries")


def test_the_list_ends_where_it_is_told_to(store: ScriptedStore, run: Run) -> None:
    assert PAGE is not None
    store.gives("GET /activity", PAGE | {"items": PAGE["items"] * 3})

    result = run("activity", "list", "--limit", "2", "--json")

    assert [json.loads(line) for line in result.stdout.splitlines()] == PAGE["items"] * 2


def test_an_empty_list_is_said(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /activity", {"items": [], "next": None})

    assert run("activity", "list").stderr == "Nothing was done.\n"


def test_no_line_speaks_of_tokens_that_last(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /status", a_status(tokens_ending_count=0, tokens_ending=[]))

    assert "about to end" not in run("status").stdout


def test_of_many_tokens_that_end_the_list_is_named(store: ScriptedStore, run: Run) -> None:
    [one] = a_status()["tokens_ending"]
    store.gives("GET /status", a_status(tokens_ending_count=30, tokens_ending=[one] * 20))

    [line] = [line for line in run("status").stdout.splitlines() if line.startswith("tokens")]

    assert line.count("web shop") == 2
    assert line.endswith("plantstore tokens list --state ending")


def test_an_action_that_there_is_not_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /activity", 400, detail="Parameter action: write one of addDraft, …")

    result = run("activity", "list", "--action", "removeReceivers")

    assert result.exit_code == 2
    assert "write one of addDraft" in result.stderr


def test_a_warning_of_the_server_is_said_before_the_numbers_and_ends_with_0(store: ScriptedStore, run: Run) -> None:
    assert EXAMPLE is not None
    [warning] = EXAMPLE["server"]["warnings"]
    store.gives("GET /status", a_status(server={**EXAMPLE["server"], "sees_all": False}))

    result = run("status")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        f"~ 1 × vacuum_held_back: {warning['detail']}",
        "    transaction 4711 (psql): 42 minutes old",
        "Healthy.",
    ]
    assert "replication: synchronous, sees its own transactions only" in result.stdout


def test_a_store_in_a_file_has_no_line_of_a_server(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /status", a_status(server=None))

    assert "server" not in run("status").stdout
