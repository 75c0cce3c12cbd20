"""The feed: every event in sequence, as the very bytes that receivers are sent."""

import asyncio
import json

import pytest

from plantstore.storage.database import Transaction
from plantstore.storage.tables import events
from tests.makers import an_event
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

EVENTS = "/api/v1/events"


def test_the_feed_gives_every_event_in_sequence(site: Site) -> None:
    for name in ("Acer", "Bellis", "Crocus"):
        site.add(name=name)

    first = site.get(f"{EVENTS}?limit=2")
    page = first.json()
    rest = site.get(page["next"]).json()

    assert [event["sequence"] for event in page["items"] + rest["items"]] == [1, 2, 3]
    assert [event["plant"]["name"] for event in page["items"]] == ["Acer", "Bellis"]
    assert {event["type"] for event in page["items"]} == {"plant.added"}
    assert page["items"][0]["time"] == "2026-06-01T12:00:00.000Z"
    assert (first.headers["link"], page["prev"]) == (f'<{page["next"]}>; rel="next"', None)
    assert (page["after"], rest["after"], rest["next"]) == (2, 3, None)
    assert site.get(f"{EVENTS}?after=3").json() == {
        "items": [],
        "next": None,
        "prev": f"{EVENTS}?after=0&limit=3",
        "after": 3,
        "after_id": rest["items"][-1]["id"],
        "head": 3,
    }


@pytest.mark.both_engines
def test_the_plant_in_the_feed_is_the_stored_body_byte_for_byte(site: Site) -> None:
    site.add(name="Isoëtes <b>", tags=["peat-free"])
    body = site.run(site.database.read(lambda tx: events.page(tx, after=0, limit=1)))[0].body

    site.ask("PATCH", "/api/v1/plants/1", json={"name": "Renamed"})

    assert body in site.get(EVENTS).content
    assert json.loads(body)["name"] == "Isoëtes <b>"


@pytest.mark.both_engines
def test_one_event_is_shown_by_its_id(site: Site) -> None:
    event_id = site.add()["event_id"]

    in_the_feed = site.get(EVENTS).json()["items"][0]
    assert site.get(f"{EVENTS}/{event_id}").json() == in_the_feed | {"deliveries": [], "more_deliveries": None}
    assert site.get(f"{EVENTS}/evt_{'0' * 26}").status_code == 404
    assert site.get(f"{EVENTS}/%00").status_code == 404


def test_one_event_is_shown_by_its_number(site: Site) -> None:
    site.add()
    event_id = site.add()["event_id"]

    assert site.get(f"{EVENTS}/2").json()["id"] == event_id
    for number in ("0", "3", "99999999999999999999"):
        assert site.get(f"{EVENTS}/{number}").status_code == 404


@pytest.mark.both_engines
def test_a_hole_in_the_log_is_no_other_event(site: Site) -> None:
    for _ in range(3):
        site.add()

    async def tear() -> None:
        await site.database.write(lambda tx: tx.update("DELETE FROM events WHERE sequence = 2"))

    site.run(tear())

    assert site.get(f"{EVENTS}/2").status_code == 404


@pytest.mark.both_engines
def test_a_long_poll_returns_when_a_plant_is_added(site: Site) -> None:
    async def wait_then_add() -> tuple[bool, dict[str, object]]:
        waiting = asyncio.create_task(site.request("GET", f"{EVENTS}?after=0&wait=30"))
        await site.request("GET", EVENTS)  # goes the whole way, so that the other one waits by now
        waited = not waiting.done()
        await site.request("POST", "/api/v1/plants", json={"name": "Rosa"})
        return waited, (await waiting).json()

    waited, page = site.run(wait_then_add())

    assert waited
    assert page["after"] == 1


def test_waiting_ends_with_an_empty_page(site: Site) -> None:
    assert site.get(f"{EVENTS}?wait=0.01").json() == {
        "items": [],
        "next": None,
        "prev": None,
        "after": 0,
        "after_id": None,
        "head": 0,
    }


def test_a_long_poll_returns_existing_events_immediately(site: Site) -> None:
    site.add()

    assert len(site.get(f"{EVENTS}?wait=30").json()["items"]) == 1


def test_a_wrong_parameter_is_refused(site: Site) -> None:
    for query in [
        "after=-1",
        "after=x",
        "after=9007199254740992",
        "after=evt_1",
        "wait=31",
        "wait=-1",
        "wait=nan",
        "wait=1e2",
        "wait=1e999",
        "wait=",
        "cursor=x",
        "limit=0",
    ]:
        assert site.get(f"{EVENTS}?{query}").status_code == 400, query


def test_parameters_are_good_up_to_their_limits(site: Site) -> None:
    for query in ["after=0", "wait=0", "wait=0.0043753546531182874", "wait=1e-05", "limit=200"]:
        assert site.get(f"{EVENTS}?{query}").status_code == 200, query


def test_an_erased_event_keeps_its_number_and_shows_no_plant(site: Site) -> None:
    event_id = site.add(name="Acer")["event_id"]
    site.add(name="Bellis")

    async def erase() -> None:
        await site.database.write(lambda tx: events.erase(tx, [1]))

    site.run(erase())

    first, second = site.get(EVENTS).json()["items"]
    assert (first["sequence"], first["id"], first["plant"], first["erased"]) == (1, event_id, None, True)
    assert (second["plant"]["name"], second["erased"]) == ("Bellis", False)
    assert site.get(f"{EVENTS}/{event_id}").json()["plant"] is None


def test_a_reader_ahead_of_the_log_is_refused_without_a_wait(site: Site) -> None:
    site.add()

    for wait in ["", "&wait=30"]:
        for after in ["2", "9007199254740991", "evt_" + "0" * 26]:
            answer = site.run(asyncio.wait_for(site.request("GET", f"{EVENTS}?after={after}{wait}"), 10))

            problem = answer.json()
            assert answer.status_code == 409, (after, wait)
            assert (problem["type"], problem["head"]) == ("/docs/errors/outside_log", 1), (after, wait)
            assert after in problem["detail"], (after, wait)


def test_a_reader_at_the_end_of_the_log_gets_an_empty_page(site: Site) -> None:
    event_id = site.add()["event_id"]

    for after in ("1", event_id):
        page = site.get(f"{EVENTS}?after={after}").json()
        assert (page["items"], page["next"], page["after"]) == ([], None, 1)


def test_the_feed_goes_on_behind_an_event_that_is_named_by_its_id(site: Site) -> None:
    event_id = site.add()["event_id"]
    site.add()
    site.add()

    page = site.get(f"{EVENTS}?after={event_id}&limit=1&wait=30").json()

    assert [event["sequence"] for event in page["items"]] == [2]
    assert [event["sequence"] for event in site.get(page["next"]).json()["items"]] == [3]


def test_a_reader_who_continues_after_ids_notices_that_the_log_was_replaced(site: Site) -> None:
    for _ in range(3):
        site.add()
    page = site.get(f"{EVENTS}?after=0&limit=2").json()
    assert page["after_id"] == page["items"][-1]["id"]
    assert page["after_id"] in page["next"]
    end = site.get(f"{EVENTS}?after=3").json()
    assert (end["after"], end["items"]) == (3, [])

    def lose(tx: Transaction) -> None:
        """Leave the log as a restore from an older backup does, and new events with the lost numbers."""
        tx.execute("DELETE FROM events WHERE sequence > 1")
        events.add(tx, [an_event(sequence, plant_id=sequence + 100) for sequence in range(2, 6)])

    site.write(lose)

    assert [one["sequence"] for one in site.get(f"{EVENTS}?after=3").json()["items"]] == [4, 5], "unnoticed by number"
    for request in (page["next"], f"{EVENTS}?after={page['after_id']}", f"{EVENTS}?after={end['after_id']}"):
        refused = site.get(request)
        assert (refused.status_code, refused.json()["head"]) == (409, 5), request


def test_the_feed_of_an_unknown_receiver_is_not_found_as_documented(site: Site) -> None:
    answer = site.get(f"{EVENTS}?receiver=rcv_0000000000000")

    documented = site.get("/api/openapi.json").json()["paths"][EVENTS]["get"]["responses"]
    assert answer.status_code == 404
    assert "404" in documented


def test_an_empty_log_has_no_id_to_continue_after(site: Site) -> None:
    assert site.get(EVENTS).json()["after_id"] is None


def test_no_other_problem_speaks_of_the_head(site: Site) -> None:
    assert "head" not in site.get(f"{EVENTS}?after=x").json()
