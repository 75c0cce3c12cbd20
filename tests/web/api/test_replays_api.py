"""Replays through the API."""

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables import replays, retries
from tests.makers import a_retry
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

RECEIVERS = "/api/v1/receivers"


@pytest.fixture
def path(site: Site) -> str:
    """The replays of a receiver that was sent five events, one a minute; the second failed for good."""
    receiver = site.register(start="beginning")
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    for _ in range(5):
        site.add()
        site.clock.move(60)
    given_up = a_retry(2, receiver_id=receiver_id, attempts=17, state=RetryState.EXHAUSTED)

    def send(tx: Transaction) -> None:
        retries.upsert(tx, [given_up])
        stored.move_cursor(tx, ReceiverId(receiver_id), 5)

    async def write() -> None:
        await site.database.write(send)

    site.run(write())
    return f"{RECEIVERS}/{receiver['id']}/replays"


def count_of(site: Site) -> int:
    counted = site.run(site.database.read(lambda tx: tx.execute("SELECT count(*) FROM replays")))
    return int(counted[0][0])


def noted(site: Site, action: str) -> list[tuple[str, str]]:
    sql = "SELECT subject, detail FROM activity WHERE action = ?"
    return site.run(site.database.read(lambda tx: [(row[0], row[1]) for row in tx.execute(sql, (action,))]))


def advance(site: Site, id: str, **progress: int) -> None:
    async def write() -> None:
        await site.database.write(lambda tx: replays.advance(tx, replay_id=id, **progress))

    site.run(write())


@pytest.mark.both_engines
def test_a_replay_is_asked_for_and_shows_how_far_it_has_come(site: Site, path: str) -> None:
    answer = site.post(path, {"first": 2, "last": 4, "only": "all", "pace": 50})

    asked = answer.json()
    assert answer.status_code == 202
    assert answer.headers["location"] == f"{path}/{asked['id']}"
    assert asked == {
        "id": asked["id"],
        "receiver": path.split("/")[4],
        "first": 2,
        "last": 4,
        "only": "all",
        "pace": 50,
        "state": "running",
        "position": 1,
        "total": 3,
        "accepted": 0,
        "failed": 0,
        "remaining": 3,
        "asked_by": site.operator.id,
        "asked_at": to_text(site.clock.now()),
        "ended_at": None,
    }
    assert site.get(answer.headers["location"]).json() == asked

    advance(site, asked["id"], position=3, accepted=1, failed=1)

    shown = site.get(answer.headers["location"]).json()
    assert {name: value for name, value in shown.items() if asked[name] != value} == {
        "position": 3,
        "accepted": 1,
        "failed": 1,
        "remaining": 1,
    }


@pytest.mark.both_engines
def test_creating_a_replay_is_recorded_in_the_activity(site: Site, path: str) -> None:
    asked = site.post(path, {"first": 2, "last": 4, "only": "all"}).json()
    site.ask("DELETE", f"{path}/{asked['id']}")

    assert noted(site, "askForReplay") == [(asked["receiver"], f"{asked['id']}: events 2 to 4, all")]
    assert noted(site, "cancelReplay") == [(f"{asked['receiver']}/{asked['id']}", "")]


def test_a_replay_sends_failed_deliveries_by_default(site: Site, path: str) -> None:
    asked = site.post(path, {"first": 1}).json()

    assert (asked["only"], asked["total"], asked["pace"]) == ("failed", 1, None)


@pytest.mark.both_engines
def test_a_range_is_told_by_times(site: Site, path: str) -> None:
    added = [event["time"] for event in site.get("/api/v1/events").json()["items"]]

    asked = site.post(path, {"since": added[1], "until": added[3], "only": "all"}).json()

    assert (asked["first"], asked["last"]) == (2, 3)


def test_a_done_replay_has_nothing_left(site: Site, path: str) -> None:
    asked = site.post(path, {"first": 1, "only": "all"}).json()

    advance(site, asked["id"], position=5, accepted=3, failed=1)

    shown = site.get(f"{path}/{asked['id']}").json()
    assert (shown["state"], shown["remaining"]) == ("done", 0), "an event was erased meanwhile"
    assert shown["ended_at"] == to_text(site.clock.now())


@pytest.mark.both_engines
def test_a_dry_run_counts_and_writes_nothing(site: Site, path: str) -> None:
    answer = site.post(path, {"first": 2, "only": "all", "dry_run": True})

    assert answer.status_code == 200
    assert answer.json() == {"first": 2, "last": 5, "total": 4, "reason": ""}
    assert count_of(site) == 0
    assert noted(site, "askForReplay") == []


def test_a_dry_run_of_nothing_says_why(site: Site, path: str) -> None:
    answer = site.post(path, {"first": 3, "dry_run": True})

    assert answer.status_code == 200
    counted = answer.json()
    assert (counted["first"], counted["last"], counted["total"]) == (None, None, 0)
    assert "None of the deliveries" in counted["reason"]


def test_a_dry_run_may_be_followed_by_the_real_thing_under_another_key(site: Site, path: str) -> None:
    body = {"first": 1, "only": "all"}
    site.post(path, {**body, "dry_run": True}, headers={"idempotency-key": "k"})

    first, again = (site.post(path, body, headers={"idempotency-key": "k"}) for _ in range(2))

    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert count_of(site) == 1


@pytest.mark.both_engines
def test_an_empty_replay_is_refused_with_the_reason(site: Site, path: str) -> None:
    answer = site.post(path, {"first": 6, "only": "all"})

    assert answer.status_code == 409
    assert "the log ends at 5" in answer.json()["detail"]
    assert count_of(site) == 0


def test_everything_that_is_wrong_is_named_at_once(site: Site, path: str) -> None:
    for body, pointers in [
        ({}, ["/first"]),
        ({"since": "yesterday", "until": 5}, ["/until"]),
        ({"since": "yesterday", "until": "2026-06-01T12:00:00"}, ["/since", "/until"]),
        ({"since": "yesterday", "pace": 0}, ["/since", "/pace"]),
        ({"until": "yesterday"}, ["/until"]),
        ({"first": 0, "last": -1, "pace": 0.01}, ["/pace", "/first", "/last"]),
        ({"first": 1.5, "only": "some", "dry_run": "yes", "pace": "fast"}, ["/first", "/only", "/pace", "/dry_run"]),
        ({"first": 1, "receiver": "rcv_1"}, ["/receiver"]),
    ]:
        answer = site.post(path, body)

        assert answer.status_code == 422, (body, pointers, answer.text)
        assert sorted(error["pointer"] for error in answer.json()["errors"]) == sorted(pointers), (body, pointers)
        assert count_of(site) == 0, (body, pointers)


def test_the_list_shows_the_newest_first_page_by_page(site: Site, path: str) -> None:
    asked = []
    for _ in range(3):
        site.clock.move(1)
        asked.append(site.post(path, {"first": 1, "only": "all"}).json()["id"])

    first = site.get(f"{path}?limit=2").json()
    second = site.get(first["next"]).json()

    assert [one["id"] for one in first["items"] + second["items"]] == asked[::-1]
    assert second["next"] is None


@pytest.mark.both_engines
def test_a_cancelled_replay_says_what_it_left_out(site: Site, path: str) -> None:
    asked = site.post(path, {"first": 1, "only": "all"}).json()
    advance(site, asked["id"], position=2, accepted=2, failed=0)

    cancelled = site.ask("DELETE", f"{path}/{asked['id']}")

    assert cancelled.status_code == 200
    assert (cancelled.json()["state"], cancelled.json()["remaining"]) == ("cancelled", 3)
    assert cancelled.json() == site.get(f"{path}/{asked['id']}").json()
    assert site.ask("DELETE", f"{path}/{asked['id']}").json() == cancelled.json()


def test_an_unknown_replay_is_not_found(site: Site, path: str) -> None:
    for id in ["rpl_1", "rpl_", "1", "rcv_0000000000001", "%00"]:
        assert site.get(f"{path}/{id}").status_code == 404, id
        assert site.ask("DELETE", f"{path}/{id}").status_code == 404, id


@pytest.mark.both_engines
def test_with_its_receiver_goes_the_list_of_its_replays(site: Site, path: str) -> None:
    asked = site.post(path, {"first": 1}).json()

    site.ask("DELETE", path.removesuffix("/replays"))

    for gone in (path, f"{path}/{asked['id']}"):
        assert site.get(gone).status_code == 404
    for body in ({"first": 1}, {"first": 1, "dry_run": True}):
        assert site.post(path, body).status_code == 404


@pytest.mark.both_engines
def test_a_bound_token_reaches_only_its_own_receivers_replays(site: Site, path: str) -> None:
    other = site.register()
    asked = site.post(path, {"first": 1}).json()
    scopes = (Scope.DELIVERIES_WRITE, Scope.DELIVERIES_READ)
    own_token, other_token = (
        site.make_token(*scopes, receiver_id=parse_receiver(id)).text for id in (asked["receiver"], other["id"])
    )

    def statuses(token: str, path: str) -> list[int]:
        one = f"{path}/{asked['id']}"
        methods = [("POST", path, {"first": 1}), ("GET", path, None), ("GET", one, None), ("DELETE", one, None)]
        return [site.ask(method, where, token=token, json=body).status_code for method, where, body in methods]

    assert statuses(own_token, path) == [202, 200, 200, 200]
    assert statuses(other_token, path) == [404] * 4
    assert statuses(other_token, f"{RECEIVERS}/{other['id']}/replays") == [409, 200, 404, 404]
