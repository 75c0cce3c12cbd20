"""How the store is: what is wrong first, then how far everybody has come."""

import os
import platform
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from plantstore.domain.audit import DESCRIPTIONS, AuditNumber
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.lease import SHARDS, Role
from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import after, to_text
from plantstore.storage.database import Transaction
from plantstore.storage.queries.server_health import DeadRows, Replication, VacuumBlocker, VacuumBlockerKind
from plantstore.storage.tables import breakers, processes, receivers, retries, shards
from plantstore.storage.tables.processes import Process
from plantstore.web.api.status import endpoints, problems
from tests import engines
from tests.makers import NOON, a_database_server, a_process, a_receiver, a_retry
from tests.still_clock import StillClock
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

STATUS = "/api/v1/status"
FAILING = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, last_failed_at=NOON)
DISABLED = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON, last_failed_at=NOON)


def write(site: Site, command: Callable[[Transaction], object]) -> None:
    async def written() -> None:
        await site.database.write(command)

    site.run(written())


def add(site: Site, id: int, breaker: Breaker | None = None, **changes: Any) -> str:
    def insert(tx: Transaction) -> None:
        receivers.insert(tx, a_receiver(id, **changes))
        if breaker is not None:
            breakers.put(tx, ReceiverId(id), breaker, resumes=0)

    write(site, insert)
    return receiver_text(ReceiverId(id))


def shown(site: Site) -> dict[str, Any]:
    answer = site.get(STATUS)
    assert answer.status_code == 200
    return dict(answer.json())


def look(site: Site, *, times: int) -> None:
    for _ in range(times):
        site.run(site.dependencies.auditor.run())


@pytest.mark.both_engines
def test_a_store_that_cannot_write_says_so_until_it_can(site: Site) -> None:
    site.database.fault = StoreFull()
    full = shown(site)
    site.database.fault = Unavailable()
    unavailable = shown(site)
    site.database.fault = None

    assert [one["code"] for one in full["problems"]] == ["store_full"]
    assert [one["code"] for one in unavailable["problems"]] == ["unavailable"]
    assert not full["healthy"] and not unavailable["healthy"] and shown(site)["healthy"]


def test_a_new_store_is_well(site: Site, clock: StillClock) -> None:
    clock.move(90)

    found = shown(site)

    assert found["database_bytes"] > 0
    assert (found["wal_bytes"] > 0) == (engines.kind() == engines.SQLITE)
    assert {name: value for name, value in found.items() if not name.endswith("_bytes")} == {
        "healthy": True,
        "problems": [],
        "alerts": [],
        "version": "0.0.0",
        "started_at": to_text(NOON),
        "uptime_s": 90.0,
        "processes": [
            {
                "id": None,
                "role": "all",
                "host": platform.node(),
                "pid": os.getpid(),
                "version": "0.0.0",
                "address": BASE_URL,
                "started_at": to_text(NOON),
                "shards": SHARDS,
                "leaving": False,
                "silent_s": None,
                "answers": True,
            }
        ],
        "shards_free": 0,
        "head": 0,
        "receivers_count": 0,
        "receivers": [],
        "tokens_ending_count": 0,
        "tokens_ending": [],
        "requests_taken": 0,
        "requests_max": 1024,
        "attempts_days": 30,
        "activity_days": 365,
        "audit": None,
        "server": None,
    }


def enter(site: Site, *there: Process, leaving: str = "") -> None:
    def register(tx: Transaction) -> None:
        for one in there:
            processes.register(tx, one)
        processes.leave(tx, leaving)

    write(site, register)


def own(site: Site, process: str, count: int) -> None:
    def take(tx: Transaction) -> None:
        free = [one for one in shards.find_all(tx) if one.owner is None]
        shards.acquire(tx, process, free[:count])

    write(site, take)


@pytest.mark.both_engines
def test_processes_that_share_the_store_are_shown_with_their_shares(site: Site) -> None:
    enter(site, a_process("prc_1", role=Role.API), a_process("prc_2", pid=8), a_process("prc_3"), leaving="prc_3")
    own(site, "prc_2", 40)
    own(site, "prc_3", 4)
    vitals = replace(site.dependencies.vitals(), process_id="prc_1", silent_s={"prc_1": 0.0, "prc_2": 4.5})
    object.__setattr__(site.dependencies, "vitals", lambda: vitals)

    found = shown(site)

    assert [
        (one["id"], one["role"], one["pid"], one["shards"], one["leaving"], one["silent_s"], one["answers"])
        for one in found["processes"]
    ] == [
        ("prc_1", "api", 7, 0, False, 0.0, True),
        ("prc_2", "all", 8, 40, False, 4.5, False),
        ("prc_3", "all", 7, 4, True, None, False),
    ]
    assert (found["processes"][0]["host"], found["processes"][0]["address"]) == ("shop-1", "http://10.0.0.1:8000")
    assert found["shards_free"] == 20
    assert found["healthy"]


def test_without_a_process_that_delivers_the_store_is_not_well(site: Site) -> None:
    enter(site, a_process("prc_1", role=Role.API), a_process("prc_2"), leaving="prc_2")
    own(site, "prc_2", 4)

    found = shown(site)

    assert not found["healthy"]
    assert [(one["code"], one["count"]) for one in found["problems"]] == [("nobody_delivers", SHARDS - 4)]


def test_the_last_audit_is_shown_with_every_number(site: Site) -> None:
    look(site, times=1)

    audit = shown(site)["audit"]

    assert audit["time"] == to_text(NOON)
    assert audit["full"] is False
    assert [one["name"] for one in audit["numbers"]] == list(AuditNumber)
    assert {one["count"] for one in audit["numbers"]} == {0}


@pytest.mark.both_engines
def test_a_number_found_once_is_shown_and_found_twice_it_makes_health_red(site: Site) -> None:
    site.add()
    write(site, lambda tx: tx.update("DELETE FROM plants"))

    look(site, times=1)
    once = shown(site)
    look(site, times=1)
    twice = shown(site)

    assert (once["healthy"], once["problems"]) == (True, [])
    assert [one["count"] for one in once["audit"]["numbers"] if one["name"] == "events_without_plant"] == [1]
    assert twice["healthy"] is False
    assert twice["problems"] == [
        {
            "code": "events_without_plant",
            "count": 1,
            "detail": DESCRIPTIONS[AuditNumber.EVENTS_WITHOUT_PLANT],
            "examples": ["event 1, plant 1"],
        }
    ]
    assert site.get("/readyz", token=None).status_code == 200


@pytest.mark.parametrize(
    ("breaker", "changes", "codes"),
    [
        (None, {}, []),
        (FAILING, {}, ["receivers_failing"]),
        (DISABLED, {}, ["receivers_disabled"]),
        (None, {"paused": True}, []),
        (FAILING, {"paused": True}, []),
        (DISABLED, {"paused": True}, []),
        (FAILING, {"ephemeral": True}, []),
        (DISABLED, {"ephemeral": True}, []),
    ],
)
def test_health_is_red_while_a_receiver_stands_still_against_anybodys_wish(
    site: Site, clock: StillClock, breaker: Breaker | None, changes: dict[str, Any], codes: list[str]
) -> None:
    add(site, 7, breaker, **changes)
    removed = add(site, 8, FAILING)
    assert site.ask("DELETE", f"/api/v1/receivers/{removed}").status_code == 200
    clock.move(problems.FAILING_S_MAX)

    found = shown(site)

    assert [problem["code"] for problem in found["problems"]] == codes
    assert found["healthy"] == (not codes)


def test_a_receiver_that_fails_for_a_moment_wakes_nobody(site: Site, clock: StillClock) -> None:
    id = add(site, 7, FAILING)

    clock.move(problems.FAILING_S_MAX - 1)
    before = shown(site)
    clock.move(1)
    then = shown(site)

    assert (before["healthy"], before["problems"]) == (True, [])
    [standing] = before["receivers"]
    assert (standing["id"], standing["state"], standing["failing_since"]) == (id, "failing", to_text(NOON))
    assert then["healthy"] is False


@pytest.mark.both_engines
def test_a_receiver_that_is_disabled_is_told_of_at_once(site: Site) -> None:
    add(site, 7, DISABLED)

    assert [problem["code"] for problem in shown(site)["problems"]] == ["receivers_disabled"]


@pytest.mark.both_engines
def test_a_delivery_that_was_given_up_is_told_of_until_somebody_sees_to_it(site: Site) -> None:
    id = add(site, 7, None, name="web shop")
    removed = add(site, 8, None)
    given_up = [
        a_retry(sequence, receiver_id=ReceiverId(number), state=RetryState.EXHAUSTED)
        for number in (7, 8)
        for sequence in (3, 5)
    ]
    write(site, lambda tx: retries.upsert(tx, [*given_up, a_retry(4, receiver_id=ReceiverId(7))]))
    assert site.ask("DELETE", f"/api/v1/receivers/{removed}").status_code == 200

    [problem] = shown(site)["problems"]

    assert (problem["code"], problem["count"]) == ("deliveries_exhausted", 2)
    assert problem["examples"] == [f"event {sequence}, receiver {id} (“web shop”)" for sequence in (5, 3)]
    assert "17 attempts" in problem["detail"]

    for sequence in (3, 5):
        write(site, partial(retries.revive, retry=a_retry(sequence, receiver_id=ReceiverId(7))))
    assert shown(site)["healthy"] is True


@pytest.mark.both_engines
def test_receivers_with_a_problem_are_named_the_longest_first(site: Site, clock: StillClock) -> None:
    later = replace(FAILING, opened_at=after(NOON, seconds=1))
    ids = [add(site, number, later) for number in range(20, 20 + problems.EXAMPLES_MAX)]
    first = add(site, 40, FAILING, name="web shop")
    clock.move(problems.FAILING_S_MAX + 1)

    [problem] = shown(site)["problems"]

    assert problem["count"] == problems.EXAMPLES_MAX + 1
    assert problem["examples"][0] == f"receiver {first} (“web shop”), since {to_text(NOON)}"
    assert [text.split()[1] for text in problem["examples"]] == [first, *ids[:-1]]


@pytest.mark.both_engines
def test_receivers_with_a_problem_come_first_then_those_that_are_furthest_behind(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        site.add()
    wanted = [
        add(site, 21, DISABLED, cursor=5),
        add(site, 20, FAILING, cursor=5),
        add(site, 19, FAILING, cursor=4, paused=True),
        add(site, 18, cursor=2),
        add(site, 17, cursor=5),
    ]

    found = shown(site)

    assert [one["id"] for one in found["receivers"]] == wanted
    assert [one["state"] for one in found["receivers"]] == ["disabled", "failing", "paused", "active", "active"]
    assert [one["lag"] for one in found["receivers"]] == [0, 0, 1, 3, 0]
    assert (found["head"], found["receivers_count"]) == (5, 5)

    monkeypatch.setattr(endpoints, "RECEIVERS_SHOWN_MAX", 2)
    found = shown(site)
    assert [one["id"] for one in found["receivers"]] == wanted[:2]
    assert found["receivers_count"] == 5


def test_tokens_that_are_about_to_end_are_named_and_make_nothing_unhealthy(site: Site) -> None:
    late = site.make_token(days=9).id
    soon = site.make_token(days=8).id
    site.make_token(days=90)
    site.clock.move(7.5 * 86_400)

    found = shown(site)

    assert found["healthy"]
    assert found["tokens_ending_count"] == 2
    assert [one["id"] for one in found["tokens_ending"]] == [soon, late]
    assert found["tokens_ending"][0]["expires_at"] == "2026-06-09T12:00:00.000Z"


HELD = VacuumBlocker(
    kind=VacuumBlockerKind.TRANSACTION, name="4711", application="psql", seconds=2_520.0, transactions=9
)
SLOT = VacuumBlocker(kind=VacuumBlockerKind.SLOT, name="old", application="unused", seconds=None, transactions=200_000)
DEAD = DeadRows(table="retries", live=10, dead=12_000)


def on_a_server(site: Site, **changes: Any) -> None:
    vitals = replace(site.dependencies.vitals(), server=a_database_server(**changes))
    object.__setattr__(site.dependencies, "vitals", lambda: vitals)


@pytest.mark.both_engines
def test_a_store_in_a_file_has_no_server(site: Site) -> None:
    assert shown(site)["server"] is None


@pytest.mark.both_engines
def test_a_server_is_shown_as_it_was_at_the_last_look(site: Site) -> None:
    on_a_server(site, replication=Replication.SYNCHRONOUS, standbys=["standby1"], sees_all=False)

    assert shown(site)["server"] == {
        "checked_at": to_text(NOON),
        "version": "17.2",
        "connections": 12,
        "connections_max": 100,
        "replication": "synchronous",
        "standbys": ["standby1"],
        "sees_all": False,
        "warnings": [],
    }


def test_server_warnings_do_not_make_the_store_unhealthy(site: Site) -> None:
    on_a_server(site, holds=[HELD, SLOT], dead=[DEAD], replication=Replication.MISSING)

    found = shown(site)

    assert found["healthy"]
    assert [(one["code"], one["count"], one["examples"]) for one in found["server"]["warnings"]] == [
        (
            "vacuum_held_back",
            2,
            [
                "transaction 4711 (psql): 42 minutes old",
                "replication slot old (unused): 200,000 transactions old",
            ],
        ),
        ("dead_rows", 1, ["table retries: 12,000 dead rows, 10 live ones"]),
        ("standby_missing", 1, []),
    ]
