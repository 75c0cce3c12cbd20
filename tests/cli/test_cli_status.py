"""`plantstore status` and `plantstore activity`: output and exit codes."""

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


def test_a_healthy_store_fits_on_one_screen_and_exits_0(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /status", a_status())

    result = run("status")

    assert (result.exit_code, result.stderr) == (0, "")
    first, _, *lines = result.stdout.splitlines()
    assert first == "Healthy."
    assert "version     0.2.0, running for 1 d" in lines
    assert "processes   all, process 4711 on shop-1" in lines
    assert "log         1,042 events" in lines
    assert "requests    1 of 1,024 request slots in use" in lines
    assert "database    4.0 MiB, and 0.0 MiB of WAL" in lines
    assert "server      PostgreSQL 17.2, 12 of 100 connections, replication: synchronous" in lines
    assert "kept        attempts for 30 days, activity for 365 days" in lines
    assert "tokens      1 expiring soon: “web shop” on 2026-03-09 09:15:00Z" in lines
    assert "audit       no problems at 2026-03-03T09:14:30.000Z" in lines
    assert lines[-1].split("  ")[2:4] == ["failing", "2026-03-03 08:10:00Z"]
    assert lines[-1].split()[-2:] == ["1040", "2"]
    assert len(result.stdout.splitlines()) <= 24


def test_problems_come_first_and_exit_1(store: ScriptedStore, run: Run) -> None:
    problem = {
        "code": "sequence_gaps",
        "count": 2,
        "detail": "Numbers are missing.",
        "examples": ["event 7", "event 9"],
    }
    store.responds("GET /status", a_status(healthy=False, problems=[problem]))

    result = run("status")

    assert result.exit_code == 1
    assert result.stdout.splitlines()[:4] == [
        "! 2 × sequence_gaps: Numbers are missing.",
        "    event 7",
        "    event 9",
        "Not healthy.",
    ]


def test_only_ten_receivers_are_shown_and_the_rest_is_counted(store: ScriptedStore, run: Run) -> None:
    [row] = a_status()["receivers"]
    store.responds("GET /status", a_status(receivers=[row] * (RECEIVERS_MAX + 5), receivers_count=RECEIVERS_MAX + 90))

    result = run("status")

    assert result.stdout.count("rcv_") == RECEIVERS_MAX
    assert result.stdout.splitlines()[-1] == "… and 90 more: plantstore receivers list"


def test_several_processes_are_listed(store: ScriptedStore, run: Run) -> None:
    [row] = a_status()["processes"]
    others = [{**row, "host": "shop-2", "role": "api", "shards": 0, "silent_s": None}, {**row, "leaving": True}]
    processes = [{**row, "shards": 60}, *({**other, "answers": False} for other in others)]
    store.responds("GET /status", a_status(processes=processes, shards_free=4))

    lines = run("status").stdout.splitlines()

    assert "processes   3 serve this store; 4 receiver shards are not assigned to a process" in lines
    heading = lines.index("PROCESS                 ROLE     VERSION  SINCE                 LAST SEEN  SHARDS")
    assert [line.split("  ")[0] for line in lines[heading + 1 : heading + 4]] == [
        "shop-1, 4711 (answers)",
        "shop-2, 4711",
        "shop-1, 4711",
    ]
    assert lines[heading + 1].split()[-3:] == ["s", "ago", "60"]
    assert lines[heading + 3].split()[2] == "leaving"


def test_before_the_first_audit_the_status_says_so(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /status", a_status(audit=None, receivers=[], receivers_count=0))

    result = run("status")

    assert "audit       none yet" in result.stdout
    assert result.stderr == "No receivers.\n"


def test_json_prints_the_whole_status(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /status", a_status(healthy=False))

    result = run("status", "--json")

    assert (result.exit_code, result.stderr) == (1, "")
    assert json.loads(result.stdout) == a_status(healthy=False)


def test_status_without_a_server_is_not_reachable(run: Run) -> None:
    assert run("status", PLANTSTORE_URL="http://127.0.0.1:1").exit_code == 5


def test_activity_is_listed(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /activity", PAGE)

    result = run("activity", "list", "--actor", "tok_1", "--action", "removeReceiver", "--since", "2026-03-01")

    assert result.exit_code == 0
    assert store.requests[0].query == {
        "actor": "tok_1",
        "action": "removeReceiver",
        "since": "2026-03-01T00:00:00.000Z",
    }
    heading, row = result.stdout.splitlines()
    assert heading.split() == ["TIME", "WHO", "ACTION", "SUBJECT", "DETAIL"]
    assert row.split()[1:4] == ["operator", "removeReceiver", "rcv_01k8z4q7m2abc"]
    assert row.endswith("cancelled 12 deliveries")


def test_the_list_of_activity_stops_at_its_limit(store: ScriptedStore, run: Run) -> None:
    assert PAGE is not None
    store.responds("GET /activity", PAGE | {"items": PAGE["items"] * 3})

    result = run("activity", "list", "--limit", "2", "--json")

    assert [json.loads(line) for line in result.stdout.splitlines()] == PAGE["items"] * 2


def test_an_empty_list_of_activity_says_so(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /activity", {"items": [], "next": None})

    assert run("activity", "list").stderr == "No activity yet.\n"


def test_tokens_that_do_not_expire_soon_are_not_mentioned(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /status", a_status(tokens_ending_count=0, tokens_ending=[]))

    assert "expiring soon" not in run("status").stdout


def test_many_expiring_tokens_name_the_command_that_lists_them(store: ScriptedStore, run: Run) -> None:
    [token] = a_status()["tokens_ending"]
    store.responds("GET /status", a_status(tokens_ending_count=30, tokens_ending=[token] * 20))

    [line] = [line for line in run("status").stdout.splitlines() if line.startswith("tokens")]

    assert line.count("web shop") == 2
    assert line.endswith("plantstore tokens list --state ending")


def test_an_unknown_action_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /activity", 400, detail="Parameter action: write one of addDraft, …")

    result = run("activity", "list", "--action", "removeReceivers")

    assert result.exit_code == 2
    assert "write one of addDraft" in result.stderr


def test_a_warning_of_postgresql_comes_first_and_exits_0(store: ScriptedStore, run: Run) -> None:
    assert EXAMPLE is not None
    [warning] = EXAMPLE["server"]["warnings"]
    store.responds("GET /status", a_status(server={**EXAMPLE["server"], "sees_all": False}))

    result = run("status")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        f"~ 1 × vacuum_held_back: {warning['detail']}",
        "    transaction 4711 (psql): 42 minutes old",
        "Healthy.",
    ]
    assert "replication: synchronous, sees only its own transactions" in result.stdout


def test_a_store_in_a_file_has_no_line_about_postgresql(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /status", a_status(server=None))

    assert "server" not in run("status").stdout
