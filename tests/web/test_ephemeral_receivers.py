"""Ephemeral receivers, which exist only while a program on the store's machine listens; and where a new one starts."""

from typing import Any

import httpx
import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.receivers.ephemeral import DEAD_S_MAX, remove_dead
from plantstore.storage.tables import breakers
from tests.still_clock import StillClock
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

RECEIVERS = "/api/v1/receivers"
EPHEMERAL = {"url": "http://127.0.0.1:9000", "name": "listen", "ephemeral": True}


@pytest.fixture
def strict(tmp_path: Any, clock: StillClock) -> Any:
    """A site whose operator allows no private network, not even loopback."""
    site = Site(tmp_path, clock, ready=lambda: None, allow_networks=())
    yield site
    site.close()


def refused(answer: httpx.Response) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


def test_loopback_is_open_to_an_ephemeral_receiver_only(strict: Site) -> None:
    for host in ["127.0.0.1", "127.9.9.9", "[::1]", "localhost"]:
        url = f"http://{host}:1024"

        made = strict.post(RECEIVERS, EPHEMERAL | {"url": url})
        ordinary = strict.post(RECEIVERS, {"url": url, "name": "x"})

        assert made.status_code == 201, made.text
        assert made.json()["ephemeral"] is True, host
        assert strict.get(made.headers["location"]).json()["ephemeral"] is True, host
        assert refused(ordinary) == [("/url", "address_refused")], host


def test_a_receiver_is_not_ephemeral_unless_it_says_so(site: Site) -> None:
    assert site.register()["ephemeral"] is False


def test_its_url_must_be_on_this_machine_and_not_the_store(strict: Site) -> None:
    for url, code in [
        ("http://shop.example:9000", "not_loopback"),
        ("http://10.0.0.1:9000", "not_loopback"),
        ("http://[::ffff:127.0.0.1]:9000", "not_loopback"),
        ("http://localhost.example:9000", "not_loopback"),
        ("http://127.0.0.1:1023", "port"),
        ("http://127.0.0.1", "port"),
        ("http://127.0.0.1:6379", "port_blocked"),
        ("http://127.1:9000", "ipv4"),
        ("http://127.0.0.1:8000", "address_refused"),  # the store itself
    ]:
        strict.address_policy.own = {("127.0.0.1", 8000)}

        answer = strict.post(RECEIVERS, EPHEMERAL | {"url": url})

        assert refused(answer) == [("/url", code)], (url, code)
        assert strict.get(RECEIVERS).json()["items"] == [], (url, code)


def test_a_request_through_a_proxy_registers_none(strict: Site) -> None:
    for name in ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP"]:
        answer = strict.post(RECEIVERS, EPHEMERAL, headers={name: "for=127.0.0.1"})

        assert refused(answer) == [("/ephemeral", "not_local")], name
        assert name.lower() in answer.json()["errors"][0]["detail"], name
        assert "PLANTSTORE_ALLOW_NETWORKS" in answer.json()["errors"][0]["detail"], name


def test_a_request_from_another_machine_registers_none(strict: Site) -> None:
    async def post(client: Any) -> httpx.Response:
        transport = httpx.ASGITransport(app=strict.app, client=client)
        async with httpx.AsyncClient(transport=transport, base_url="http://store.example") as session:
            headers = {"authorization": f"Bearer {strict.operator.text}"}
            return await session.post(RECEIVERS, json=EPHEMERAL, headers=headers)

    for client in (("192.0.2.7", 1234), ("::ffff:192.0.2.7", 1234), None):
        assert refused(strict.run(post(client))) == [("/ephemeral", "not_local")], client


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "plants.example"])
def test_a_store_that_others_can_reach_registers_none(tmp_path: Any, clock: StillClock, host: str) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, allow_networks=(), host=host)

    answer = site.post(RECEIVERS, EPHEMERAL)

    site.close()
    assert refused(answer) == [("/ephemeral", "not_local")]
    assert host in answer.json()["errors"][0]["detail"]


def test_its_url_cannot_be_changed(strict: Site) -> None:
    path = f"{RECEIVERS}/{strict.post(RECEIVERS, EPHEMERAL).json()['id']}"

    moved = strict.ask("PATCH", path, json={"url": "https://8.8.8.8"})
    renamed = strict.ask("PATCH", path, json={"name": "another"})

    assert refused(moved) == [("/url", "ephemeral")]
    assert renamed.status_code == 200


# Housekeeping


def broken(site: Site, id: str, *, at: Instant, **fields: Any) -> ReceiverId:
    """Say that a receiver has not answered since a time."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    found: dict[str, Any] = {"state": BreakerState.OPEN, "opened_at": at, "last_failed_at": at} | fields
    breaker = Breaker(**found)

    async def write() -> None:
        await site.database.write(lambda tx: breakers.put(tx, receiver_id, breaker, resumes=0))

    site.run(write())
    return receiver_id


def cleared(site: Site) -> list[ReceiverId]:
    async def write() -> list[ReceiverId]:
        return await site.database.write(lambda tx: remove_dead(tx, site.dependencies.receivers))

    return site.run(write())


@pytest.mark.parametrize(
    "found", [{}, {"state": BreakerState.DISABLED, "reason": DisabledReason.GONE}], ids=["open", "disabled"]
)
def test_one_that_has_not_answered_for_an_hour_is_removed(strict: Site, found: dict[str, Any]) -> None:
    dead, young = (strict.post(RECEIVERS, EPHEMERAL).json()["id"] for _ in range(2))
    hour_ago = after(strict.clock.now(), seconds=-DEAD_S_MAX)
    dead_id = broken(strict, dead, at=hour_ago, **found)
    broken(strict, young, at=Instant(hour_ago + 1), **found)

    assert cleared(strict) == [dead_id]

    assert [one["id"] for one in strict.get(RECEIVERS).json()["items"]] == [young]
    assert cleared(strict) == []
    (noted,) = strict.get("/api/v1/activity?action=removeReceiver").json()["items"]
    assert (noted["actor"], noted["subject"]) == ("store", dead)


@pytest.mark.both_engines
def test_an_ordinary_receiver_is_never_removed(site: Site) -> None:
    broken(site, site.register()["id"], at=Instant(0))

    assert cleared(site) == []


# Where it starts


@pytest.mark.parametrize(("ago_s", "first"), [(30, 3), (60, 2), (61, 2), (120, 1), (10**6, 1), (0, 3)])
def test_a_receiver_starts_at_a_time(site: Site, ago_s: int, first: int) -> None:
    site.add()
    site.clock.move(60)
    site.add()
    site.clock.move(60)

    receiver = site.register(start=to_text(after(site.clock.now(), seconds=-ago_s)))

    assert (receiver["start"], receiver["lag"]) == (first, 3 - first)


@pytest.mark.parametrize("start", ["2026-11-20", "10m", "yesterday", "", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00"])
def test_a_start_that_is_no_time_or_has_not_come_is_refused(site: Site, start: str) -> None:
    answer = site.post(RECEIVERS, {"url": "http://127.0.0.1:9000", "name": "x", "start": start})

    assert refused(answer) == [("/start", "start")]


def test_the_first_second_of_the_calendar_is_the_beginning(site: Site) -> None:
    site.add()

    assert site.register(start="0001-01-01T00:00:00+14:00")["start"] == 1
