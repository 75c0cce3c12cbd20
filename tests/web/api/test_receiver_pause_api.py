"""Pausing, resuming and limiting receivers through the API."""

from typing import Any

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.domain.token import Scope
from plantstore.storage.tables import breakers
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
RECEIVERS = "/api/v1/receivers"
LIMITS = ("ordered", "max_concurrency", "max_rate", "deadline_s")


def path_of(receiver: dict[str, Any]) -> str:
    return f"{RECEIVERS}/{receiver['id']}"


def limits(receiver: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(receiver[name] for name in LIMITS)


def found(site: Site, receiver: dict[str, Any], breaker: Breaker) -> None:
    """Let the receiver's owner find something, as the recorder writes it."""
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None

    async def write() -> None:
        await site.database.write(lambda tx: breakers.put(tx, ReceiverId(receiver_id), breaker, resumes=0))

    site.run(write())


def moment(site: Site, seconds: float) -> Instant:
    return after(site.clock.now(), seconds=seconds)


def an_open_breaker(site: Site, **changes: Any) -> Breaker:
    values: dict[str, Any] = {
        "state": BreakerState.OPEN,
        "opened_at": moment(site, -60),
        "open_until": moment(site, 30),
        "last_failed_at": moment(site, -5),
    }
    return Breaker(**values | changes)


# Limits


def test_a_receiver_is_registered_with_limits_of_its_own(site: Site) -> None:
    wanted = {"ordered": True, "max_concurrency": 2, "max_rate": 0.5, "deadline_s": 5}

    receiver = site.register(**wanted)

    assert limits(receiver) == (True, 2, 0.5, 5)
    assert limits(site.get(path_of(receiver)).json()) == (True, 2, 0.5, 5)


def test_without_limits_those_of_the_store_hold(site: Site) -> None:
    unlimited = {"max_rate": None, "max_concurrency": None, "deadline_s": None}

    for receiver in (site.register(), site.register(**unlimited)):
        assert limits(receiver) == (False, site.settings.concurrency_max, None, site.settings.deadline_s)


def test_a_change_names_the_limits_that_are_different(site: Site) -> None:
    path = path_of(site.register(max_rate=5, ordered=True))

    first = site.ask("PATCH", path, json={"max_concurrency": 3, "deadline_s": 29.5}).json()
    second = site.ask("PATCH", path, json={"max_rate": None, "ordered": False}).json()

    assert limits(first) == (True, 3, 5, 29.5)
    assert limits(second) == (False, 3, None, 29.5)


def test_a_receiver_is_moved_to_another_url(site: Site) -> None:
    path = path_of(site.register())

    moved = site.ask(
        "PATCH", path, json={"url": "http://127.0.0.1:9001", "access_token": "another-token", "max_rate": 2}
    )

    assert (moved.json()["url"], moved.json()["max_rate"]) == ("http://127.0.0.1:9001/plant/webhook", 2)
    assert site.get(path).json() == moved.json()


def test_every_wrong_limit_is_named_and_nothing_is_changed(site: Site) -> None:
    path = path_of(site.register())
    before = site.get(RECEIVERS).json()

    wrong: list[tuple[dict[str, Any], list[str]]] = [
        (
            {"max_concurrency": 0, "max_rate": 0, "deadline_s": 31, "name": "", "access_token": "x", "url": "ftp://x"},
            ["/url", "/name", "/access_token", "/max_concurrency", "/max_rate", "/deadline_s"],
        ),
        ({"max_concurrency": 65}, ["/max_concurrency"]),
        ({"max_rate": 10_001}, ["/max_rate"]),
        ({"max_rate": True, "ordered": 1}, ["/ordered", "/max_rate"]),
        ({"max_concurrency": 1.5, "deadline_s": "5"}, ["/max_concurrency", "/deadline_s"]),
        ({"ordered": None}, ["/ordered"]),
    ]
    for fields, pointers in wrong:
        changed = site.ask("PATCH", path, json=fields)
        registered = site.post(RECEIVERS, {"url": "http://127.0.0.1:9000", "name": "x", **fields})

        for answer in (changed, registered):
            assert answer.status_code == 422, (fields, answer.text)
            assert [error["pointer"] for error in answer.json()["errors"]] == pointers, fields
        assert site.get(RECEIVERS).json() == before, (fields, pointers)


def test_no_number_is_so_large_that_it_counts_as_no_limit(site: Site) -> None:
    path = path_of(site.register(max_rate=5))

    for number in ["1e999", "NaN", "-Infinity"]:
        answer = site.ask("PATCH", path, content=b'{"max_rate": %s}' % number.encode())

        assert answer.status_code == 400, number
        assert site.get(path).json()["max_rate"] == 5, number


# What its owner found


def test_an_active_receiver_shows_nothing_against_it(site: Site) -> None:
    receiver = site.register()

    assert receiver["state"] == "active"
    assert [receiver[name] for name in ("disabled_reason", "failing_since", "next_probe_at")] == [None] * 3


def test_a_failing_receiver_says_since_when_and_when_it_is_probed(site: Site) -> None:
    receiver = site.register()
    found(site, receiver, an_open_breaker(site))

    shown = site.get(path_of(receiver)).json()

    assert (shown["state"], shown["disabled_reason"]) == ("failing", None)
    assert shown["failing_since"] == to_text(moment(site, -60))
    assert shown["next_probe_at"] == to_text(moment(site, 30))


def test_a_receiver_that_asked_for_a_rest_is_probed_after_it(site: Site) -> None:
    receiver = site.register()
    found(site, receiver, an_open_breaker(site, rest_until=moment(site, 90)))

    assert site.get(path_of(receiver)).json()["next_probe_at"] == to_text(moment(site, 90))


def test_an_active_receiver_may_be_resting(site: Site) -> None:
    receiver = site.register()
    found(site, receiver, Breaker(rest_until=moment(site, 90), last_failed_at=moment(site, -1)))

    shown = site.get(path_of(receiver)).json()
    site.clock.move(90)

    assert (shown["state"], shown["next_probe_at"]) == ("active", to_text(moment(site, 0)))
    assert site.get(path_of(receiver)).json()["next_probe_at"] is None


@pytest.mark.parametrize("reason", DisabledReason)
def test_a_disabled_receiver_says_why_and_is_not_probed(site: Site, reason: DisabledReason) -> None:
    receiver = site.register()
    found(site, receiver, an_open_breaker(site, state=BreakerState.DISABLED, reason=reason))

    shown = site.get(path_of(receiver)).json()

    assert (shown["state"], shown["disabled_reason"], shown["next_probe_at"]) == ("disabled", reason, None)
    assert shown["failing_since"] == to_text(moment(site, -60))


# Pausing and resuming


def test_a_paused_receiver_is_held_and_a_resumed_one_goes_on(site: Site) -> None:
    receiver = site.register()
    path = path_of(receiver)

    paused = site.post(f"{path}/pause")
    site.add()
    resumed = site.ask("DELETE", f"{path}/pause")

    assert (paused.status_code, paused.json()["state"], paused.headers["etag"]) == (200, "paused", '"2"')
    assert (resumed.status_code, resumed.json()["state"], resumed.headers["etag"]) == (200, "active", '"3"')
    assert (resumed.json()["skipped"], resumed.json()["lag"]) == (0, 1)


def test_skipping_cancels_what_is_held_and_counts_it(site: Site) -> None:
    path = path_of(site.register())
    site.post(f"{path}/pause")
    for _ in range(3):
        site.add()

    resumed = site.ask("DELETE", f"{path}/pause?held=skip").json()

    assert (resumed["state"], resumed["skipped"], resumed["lag"], resumed["cursor"]) == ("active", 3, 0, 3)
    assert site.ask("DELETE", f"{path}/pause?held=skip").json()["skipped"] == 0
    asked_by = site.run(site.database.read(lambda tx: tx.execute("SELECT first, last, asked_by FROM skips")))
    assert asked_by == [(1, 3, site.operator.id)]
    sql = "SELECT detail FROM activity WHERE action = 'resumeReceiver' ORDER BY id LIMIT 1"
    assert site.run(site.database.read(lambda tx: tx.execute(sql))) == [("cancelled 3 deliveries",)]


def test_to_send_what_is_held_can_be_said(site: Site) -> None:
    path = path_of(site.register())
    site.post(f"{path}/pause")
    site.add()

    assert site.ask("DELETE", f"{path}/pause?held=send").json()["lag"] == 1


def test_an_unknown_value_of_held_is_refused(site: Site) -> None:
    path = path_of(site.register())
    site.post(f"{path}/pause")

    for query in ["held=keep", "held=", "skip=true"]:
        assert site.ask("DELETE", f"{path}/pause?{query}").status_code == 400, query
        assert site.get(path).json()["state"] == "paused", query


def test_a_disabled_receiver_is_resumed_too(site: Site) -> None:
    receiver = site.register()
    found(site, receiver, an_open_breaker(site, state=BreakerState.DISABLED, reason=DisabledReason.GONE))

    resumed = site.ask("DELETE", f"{path_of(receiver)}/pause").json()

    assert (resumed["state"], resumed["disabled_reason"], resumed["failing_since"]) == ("active", None, None)


def test_with_a_bound_token_only_the_own_receiver_is_paused(site: Site) -> None:
    own, other = site.register(), site.register()
    token = site.make_token(Scope.RECEIVERS_WRITE, receiver_id=parse_receiver(own["id"])).text

    assert site.post(f"{path_of(own)}/pause", token=token).status_code == 200
    assert site.ask("DELETE", f"{path_of(own)}/pause", token=token).status_code == 200
    assert site.post(f"{path_of(other)}/pause", token=token).status_code == 404
    assert site.ask("DELETE", f"{path_of(other)}/pause?held=skip", token=token).status_code == 404
    assert site.get(path_of(other)).json()["state"] == "active"
