"""Listeners: programs that read the feed and report what the receivers behind them answered."""

from typing import Any

import pytest

from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.listener import (
    DETAIL_CHARS_MAX,
    DURATION_MS_MAX,
    IDLE_S_MAX,
    LISTENERS_MAX,
    LISTENERS_PER_TOKEN_MAX,
    OUTCOMES_MAX,
)
from plantstore.domain.token import Scope
from plantstore.storage.tables import listeners as stored
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("its statements have their tests on both engines")

LISTENERS = "/api/v1/listeners"


def a_listener(site: Site, **fields: Any) -> str:
    """Register a listener, and return its address."""
    made = site.post(LISTENERS, {"name": "listen on laptop", **fields})
    assert made.status_code == 201, made.text
    return made.headers["location"]


def outcome(sequence: Any, **fields: Any) -> dict[str, Any]:
    return {"sequence": sequence, "status": 200, "duration_ms": 12} | fields


def report(site: Site, address: str, *outcomes: Any, **more: Any) -> Any:
    return site.post(f"{address}/outcomes", {"outcomes": list(outcomes)}, **more)


def refused(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


def test_what_a_listener_reports_is_shown_as_such(site: Site) -> None:
    for _ in range(3):
        site.add()
    address = a_listener(site, start=1)

    answer = report(
        site,
        address,
        outcome(1),
        outcome(2, status=503),
        outcome(3, status=None, detail="Connection refused."),
    )

    assert (answer.status_code, answer.json()["accepted"], answer.json()["failed"]) == (200, 1, 2)
    shown = site.get(address).json()
    assert (shown["name"], shown["made_by"], shown["start"]) == ("listen on laptop", site.operator.id, 1)
    assert [(one["sequence"], one["result"], one["status"], one["detail"]) for one in shown["outcomes"]] == [
        (3, "no_response", None, "Connection refused."),
        (2, "refused", 503, ""),
        (1, "accepted", 200, ""),
    ]
    del shown["outcomes"]
    assert site.get(LISTENERS).json()["items"] == [shown]


def test_a_later_report_replaces_that_of_the_same_event(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)
    report(site, address, outcome(1, status=500))
    site.clock.move(1)

    assert report(site, address, outcome(1)).json()["accepted"] == 1
    assert [one["status"] for one in site.get(address).json()["outcomes"]] == [200]


def test_reports_count_in_no_figure_of_the_store(site: Site) -> None:
    receiver = site.register(start="beginning")
    site.add()
    addresses = [
        "/api/v1/deliveries",
        "/api/v1/deliveries/counts",
        f"/api/v1/deliveries/counts?receiver={receiver['id']}",
        "/api/v1/attempts",
        "/api/v1/stats",
        "/api/v1/figures",
        f"/api/v1/receivers/{receiver['id']}/figures",
        "/api/v1/receivers",
        "/api/v1/alerts",
    ]
    before = [site.get(one).json() for one in addresses]
    assert "instance" not in str(before), "one of them was refused"

    report(site, a_listener(site, start=1), outcome(1, status=None))

    assert [site.get(one).json() for one in addresses] == before
    assert site.get("/api/v1/status").json()["receivers_count"] == 1


def test_only_the_token_that_made_a_listener_reports(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)
    other = site.make_token()

    assert report(site, address, outcome(1), token=other.text).status_code == 404
    assert site.get(address, token=other.text).json()["outcomes"] == []


@pytest.mark.parametrize("id", ["lsn_01kjxsnhx04t8gcvq1mz7b5e3d", "x", "%00", "own"])
def test_an_unknown_listener_reports_nothing(site: Site, id: str) -> None:
    site.add()

    assert report(site, f"{LISTENERS}/{id}", outcome(1)).status_code == 404


def test_a_receiver_is_no_listener(site: Site) -> None:
    site.add()
    for fields in ({}, {"ephemeral": True}):
        receiver = site.register(start="beginning", **fields)["id"]

        assert report(site, f"{LISTENERS}/{receiver}", outcome(1)).status_code == 404
        assert report(site, f"/api/v1/receivers/{receiver}", outcome(1)).status_code == 404


def test_a_listener_reports_only_on_events_from_its_start_to_the_head(site: Site) -> None:
    for _ in range(3):
        site.add()
    address = a_listener(site, start=2)

    answer = report(site, address, outcome(1), outcome(2), outcome(3), outcome(4), outcome(2))

    assert refused(answer) == [
        ("/outcomes/0/sequence", "not_yours"),
        ("/outcomes/3/sequence", "future"),
        ("/outcomes/4/sequence", "repeated"),
    ]
    assert site.get(address).json()["outcomes"] == []  # all or nothing


def test_a_listener_starts_with_the_next_event(site: Site) -> None:
    site.add()
    assert site.get(a_listener(site)).json()["start"] == 2
    assert site.get(a_listener(site, start=2)).json()["start"] == 2
    assert refused(site.post(LISTENERS, {"name": "x", "start": 3})) == [("/start", "range")]


def test_a_bound_token_reports_only_on_events_of_its_receiver(site: Site) -> None:
    receiver = site.register(start="beginning", filter={"tag": "tree"})["id"]
    site.add(tag="tree")
    site.add(tag="shrub")
    numeric = parse_receiver(receiver)
    bound = site.make_token(Scope.EVENTS_READ, Scope.RECEIVERS_READ, Scope.RECEIVERS_WRITE, receiver_id=numeric)
    foreign = a_listener(site)
    made = site.post(LISTENERS, {"name": "mine", "start": 1}, token=bound.text)
    address = made.headers["location"]

    answer = report(site, address, outcome(1), outcome(2), token=bound.text)

    assert refused(answer) == [("/outcomes/1/sequence", "not_yours")]
    assert report(site, address, outcome(1), token=bound.text).status_code == 200
    assert [one["name"] for one in site.get(LISTENERS, token=bound.text).json()["items"]] == ["mine"]
    for method in ("GET", "DELETE"):
        assert site.ask(method, foreign, token=bound.text).status_code == 404
    assert site.get(foreign).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"outcomes": []}, "/outcomes"),
        ({"outcomes": [outcome(1)] * (OUTCOMES_MAX + 1)}, "/outcomes"),
        ({"outcomes": {}}, "/outcomes"),
        ({"outcomes": ["x"]}, "/outcomes/0"),
        ({}, "/outcomes"),
        ({"outcomes": [outcome(1)], "more": 1}, "/more"),
        ({"outcomes": [outcome(0)]}, "/outcomes/0/sequence"),
        ({"outcomes": [outcome("1")]}, "/outcomes/0/sequence"),
        ({"outcomes": [outcome(1.5)]}, "/outcomes/0/sequence"),
        ({"outcomes": [outcome(None)]}, "/outcomes/0/sequence"),
        ({"outcomes": [outcome(True)]}, "/outcomes/0/sequence"),
        ({"outcomes": [outcome(1, status=99)]}, "/outcomes/0/status"),
        ({"outcomes": [outcome(1, status=600)]}, "/outcomes/0/status"),
        ({"outcomes": [outcome(1, status="200")]}, "/outcomes/0/status"),
        ({"outcomes": [{"sequence": 1, "duration_ms": 1}]}, "/outcomes/0"),
        ({"outcomes": [outcome(1, duration_ms=-1)]}, "/outcomes/0/duration_ms"),
        ({"outcomes": [outcome(1, duration_ms=DURATION_MS_MAX + 1)]}, "/outcomes/0/duration_ms"),
        ({"outcomes": [outcome(1, detail="x" * (DETAIL_CHARS_MAX + 1))]}, "/outcomes/0/detail"),
        ({"outcomes": [outcome(1, detail="a\u0000b")]}, "/outcomes/0/detail"),
        ({"outcomes": [outcome(1, secret="x")]}, "/outcomes/0"),
    ],
)
def test_a_wrong_report_is_refused_with_its_place(site: Site, wrong: Any, pointer: str) -> None:
    site.add()
    address = a_listener(site, start=1)

    assert pointer in [found for found, _ in refused(site.post(f"{address}/outcomes", wrong))]
    assert site.get(address).json()["outcomes"] == []


def test_as_many_outcomes_as_fit_are_accepted(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)

    assert refused(report(site, address, *[outcome(1)] * OUTCOMES_MAX))[0] == ("/outcomes/1/sequence", "repeated")
    assert report(site, address, outcome(1, detail="x" * DETAIL_CHARS_MAX)).status_code == 200


def test_reports_that_come_too_soon_are_refused(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)
    report(site, address, outcome(1))

    soon = report(site, address, outcome(1, status=500))
    site.clock.move(0.5)
    later = report(site, address, outcome(1, status=500))

    assert (soon.status_code, soon.headers["retry-after"], later.status_code) == (429, "1", 200)


def test_a_listener_ends_an_hour_after_its_last_report(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)
    site.clock.move(IDLE_S_MAX - 1)
    report(site, address, outcome(1))
    site.clock.move(IDLE_S_MAX - 1)
    assert site.get(address).status_code == 200

    site.clock.move(1)

    assert site.get(address).status_code == report(site, address, outcome(1)).status_code == 404
    assert site.get(LISTENERS).json()["items"] == []
    assert site.write(stored.remove_expired) == 1


def test_a_token_has_few_listeners_and_a_store_not_many(site: Site) -> None:
    made = [a_listener(site) for _ in range(LISTENERS_PER_TOKEN_MAX + 1)]
    kept = [f"{LISTENERS}/{one['id']}" for one in site.get(LISTENERS).json()["items"]]
    assert kept == made[:0:-1]  # the newest first, without the oldest

    for _ in range(LISTENERS_MAX // LISTENERS_PER_TOKEN_MAX - 1):
        token = site.make_token().text
        for _ in range(LISTENERS_PER_TOKEN_MAX):
            assert site.post(LISTENERS, {"name": "x"}, token=token).status_code == 201
    assert site.post(LISTENERS, {"name": "x"}, token=site.make_token().text).status_code == 409


def test_a_token_without_the_scope_registers_none(site: Site) -> None:
    reader = site.make_token(Scope.EVENTS_READ, Scope.RECEIVERS_READ).text

    assert site.post(LISTENERS, {"name": "x"}, token=reader).status_code == 403
    assert site.get(LISTENERS, token=reader).status_code == 200
    assert site.get(LISTENERS, token=site.make_token(Scope.EVENTS_READ).text).status_code == 403


@pytest.mark.parametrize("name", ["", "x" * 101, 1, None, "a\u0000b"])
def test_a_wrong_name_is_refused(site: Site, name: Any) -> None:
    assert refused(site.post(LISTENERS, {"name": name}))[0][0] == "/name"


def test_registering_and_removing_is_recorded_and_reports_are_not(site: Site) -> None:
    site.add()
    address = a_listener(site, start=1)
    report(site, address, outcome(1))
    assert site.ask("DELETE", address).status_code == 204

    logged = [(one["action"], one["subject"], one["detail"]) for one in site.get("/api/v1/activity").json()["items"]]
    id = address.rpartition("/")[2]
    assert logged == [("removeListener", id, "listen on laptop"), ("registerListener", id, "listen on laptop")]
