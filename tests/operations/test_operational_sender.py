"""Operational webhooks are sent at least once, signed, with retries, by one process, whatever the subscriber does."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.errors import NotFound, Unavailable
from plantstore.domain.operational_webhook import (
    HORIZON_S,
    KEPT_S,
    RETRY_SCHEDULE_S,
    DeliveryState,
    DisabledBecause,
)
from plantstore.domain.timestamps import after
from plantstore.operations.notices import sender as notices
from plantstore.operations.retention import Retention
from plantstore.receiving import Event, Receiver
from plantstore.sending.addresses import AddressPolicy
from plantstore.storage.tables import activity, operational_events
from plantstore.storage.tables.activity import ActivityFilter
from tests.operational import KIND, SECRET, TOKEN, a_world
from tests.receiver import a_server
from tests.sending.scripted_receiver import Peer, receiver
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")


async def test_a_request_is_signed_and_carries_the_token(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        await world.subscribe(f"{server.url}/hook?a=b")
        [id] = await world.happens(7)

        await world.run(2)

        [got] = server.got
        assert (got.path, got.body) == ("/hook?a=b", b'{"n":7}')
        assert got.headers["authorization"] == f"Bearer {TOKEN.reveal()}"
        assert got.headers["webhook-id"] == id
        assert int(got.headers["webhook-timestamp"]) == clock.now() // 1_000_000
        [delivery] = await world.deliveries()
        assert (delivery.state, delivery.attempts, delivery.last_status) == (DeliveryState.DELIVERED, 1, 204)


async def test_the_official_library_and_our_own_verify_it(tmp_path: Path, clock: StillClock) -> None:
    clock.leap(SystemClock().now() // 1_000_000 - clock.now() // 1_000_000)
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.secret = SECRET.reveal()
        await world.subscribe(server.url)
        [id] = await world.happens(7)
        await world.run()
        outcome = await world.sender.test("ops_1")
        [got, test] = server.got

    assert got.plant == {"n": 7}, "standardwebhooks, which is not ours, has verified it"
    ours = Receiver(SECRET.reveal(), TOKEN.reveal())
    seen: list[Event] = []
    ours.on(KIND)(seen.append)
    ours.on("test")(seen.append)
    assert [ours.handle("POST", one.headers, one.body).status for one in (got, got, test)] == [204] * 3
    assert [(event.id == id, event.type) for event in seen] == [(True, KIND), (False, "test")]
    assert outcome.accepted and json.loads(test.body)["data"]["subscriber"] == "ops_1"


async def test_a_failed_request_is_repeated_on_schedule_until_the_horizon(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 500
        await world.subscribe(server.url)
        await world.happens(7)
        await world.run()
        for wait_s in RETRY_SCHEDULE_S:
            clock.move(wait_s - 1)
            await world.run()
            requests = len(server.got)
            clock.move(1)
            await world.run()
            assert len(server.got) == requests + 1

        [delivery] = await world.deliveries()
        subscriber = await world.subscriber()
        logged = await world.store.read(lambda tx: activity.page(tx, ActivityFilter(), limit=5))

    assert HORIZON_S >= 24 * 3600
    assert len({got.headers["webhook-id"] for got in server.got}) == 1
    assert [got.headers["webhook-attempt"] for got in server.got] == [str(n) for n in range(1, 12)]
    assert (delivery.state, delivery.attempts, delivery.last_status) == (DeliveryState.GIVEN_UP, 11, 500)
    assert subscriber.disabled_reason is DisabledBecause.FAILING
    assert [(row.actor, row.action, row.subject) for row in logged] == [("store", notices.DISABLED_ACTION, "ops_1")]


async def test_410_disables_and_what_waits_is_kept(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 410
        await world.subscribe(server.url)
        await world.happens(1)
        await world.run()
        await world.happens(2)
        clock.move(HORIZON_S)
        await world.run(2)

        assert len(server.got) == 1
        assert (await world.subscriber()).disabled_reason is DisabledBecause.GONE
        assert await world.states() == ["waiting", "waiting"]


async def test_a_failing_subscriber_gets_one_request_at_a_time_and_then_everything(
    tmp_path: Path, clock: StillClock
) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 503
        await world.subscribe(server.url)
        await world.happens(*range(20))
        await world.run()
        assert len(server.got) == notices.IN_FLIGHT_MAX, "until the first failure is known"
        for _ in range(10):
            clock.move(20)
            await world.run()
        assert len(server.got) == notices.IN_FLIGHT_MAX + 10 - 4, "pauses grow beyond 20 s"

        server.answer = lambda _: 204
        clock.move(300)
        await world.run(20)

        assert await world.states() == ["delivered"] * 20


async def test_after_an_outage_what_waits_for_hours_is_sent_with_the_next_success(
    tmp_path: Path, clock: StillClock
) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 500
        await world.subscribe(server.url)
        await world.happens(1)
        for _ in range(8):
            await world.run()
            clock.move(1_000)
        [delivery] = await world.deliveries()
        assert delivery.next_attempt_at > after(clock.now(), seconds=600)

        server.answer = lambda _: 204
        await world.happens(2)
        await world.run(2)

        assert await world.states() == ["delivered"] * 2


async def test_an_event_that_is_refused_does_not_hold_up_others(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda got: 400 if got.body == b'{"n":1}' else 204
        await world.subscribe(server.url)
        await world.happens(1)
        for number in range(2, 60):
            await world.run(2)
            await world.happens(number)
            clock.move(2)
        await world.run(2)

        assert await world.states() == ["delivered"] * 58 + ["waiting"]
        refused = sum(got.status == 400 for got in server.got)
        assert refused == 3, "at 0, 5 and 35 s: successes of other events do not shorten its waits"


async def test_retry_after_is_respected(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer, server.headers = (lambda _: 429), b"retry-after: 3600\r\n"
        await world.subscribe(server.url)
        await world.happens(1)
        await world.run()
        clock.move(3_599)
        await world.run()
        assert len(server.got) == 1
        clock.move(1)
        await world.run()
        assert len(server.got) == 2


async def test_a_kill_between_the_response_and_its_commit_repeats_the_same_id(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        await world.subscribe(server.url)
        [id] = await world.happens(1)

        def die(*_: Any, **__: Any) -> None:
            raise Unavailable("killed")

        with monkeypatch.context() as patched:
            patched.setattr(notices, "_record", die)
            await world.run()
        assert await world.states() == ["waiting"]
        world.sender = world.a_sender()
        await world.run()

        assert [got.headers["webhook-id"] for got in server.got] == [id, id]
        assert await world.states() == ["delivered"]


async def test_only_the_process_that_holds_the_lease_sends(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        await world.subscribe(server.url)
        await world.happens(1)
        world.is_leader = False
        await world.run()
        assert server.got == []
        world.is_leader = True
        await world.run()
        assert len(server.got) == 1


async def test_a_redirect_is_not_followed(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as other, a_server() as server:
        server.answer, server.headers = (lambda _: 307), f"location: {other.url}/\r\n".encode()
        await world.subscribe(server.url)
        await world.happens(1)
        await world.run()

        [delivery] = await world.deliveries()
        assert (delivery.state, delivery.last_status, other.got) == (DeliveryState.WAITING, 307, [])


async def endless(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    for _ in range(1_000):
        await peer.say(b"1000\r\n" + b"x" * 4_096 + b"\r\n")


async def slow(peer: Peer) -> None:
    await peer.request()
    while True:
        await peer.say(b"H")
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("script", "kind"),
    [(endless, OutcomeKind.ANSWER_TOO_LARGE), (slow, OutcomeKind.ANSWER_INVALID), (b"", OutcomeKind.CONNECTION_CLOSED)],
)
async def test_a_hostile_response_is_a_failure_and_others_get_theirs(
    tmp_path: Path, clock: StillClock, script: Any, kind: OutcomeKind
) -> None:
    async with (
        a_world(tmp_path, clock, deadline_s=2.0) as world,
        receiver(script) as bad,
        a_server() as server,
    ):
        await world.subscribe(f"http://127.0.0.1:{bad.port}/")
        await world.subscribe(server.url, "ops_2")
        await world.happens(1)
        await world.happens(2, to="ops_2")
        await world.run()

        [delivery] = await world.deliveries()
        assert (delivery.state, delivery.last_status) == (DeliveryState.WAITING, None)
        assert delivery.last_outcome in (kind, OutcomeKind.DEADLINE)
        assert await world.states("ops_2") == ["delivered"]


async def test_a_name_that_resolves_to_a_private_address_later_is_not_called(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        world.sender = world.a_sender(policy=AddressPolicy())  # the name was public when it was subscribed
        await world.subscribe(server.url.replace("127.0.0.1", "rebound.example"))
        await world.happens(1)
        await world.run()

        [delivery] = await world.deliveries()
        assert (delivery.last_outcome, server.got) == (OutcomeKind.ADDRESS_REFUSED, [])


async def test_a_response_that_repeats_credentials_shows_none(tmp_path: Path, clock: StillClock) -> None:
    async def echo(peer: Peer) -> None:
        request = await peer.request()
        await peer.say(b"HTTP/1.1 400 No\r\ncontent-length: %d\r\n\r\n%b" % (len(request), request))

    async with a_world(tmp_path, clock) as world, receiver(echo) as standing:
        await world.subscribe(f"http://127.0.0.1:{standing.port}/")
        outcome = await world.sender.test("ops_1")
        with pytest.raises(NotFound):
            await world.sender.test("ops_2")

    assert outcome.status == 400 and b"webhook-id: ope_test_" in outcome.excerpt
    assert TOKEN.reveal().encode() not in outcome.excerpt
    assert b"v1,[removed]" in outcome.excerpt


async def test_a_backlog_is_bounded(tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "BACKLOG_MAX", 5)
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 500
        await world.subscribe(server.url)
        await world.happens(1, 2)
        await world.run()
        assert await world.states() == ["waiting"] * 2
        clock.move(notices.TRIM_S)
        await world.happens(3, 4, 5, 6)

        await world.run()

        states = [delivery.state for delivery in await world.deliveries()]
        assert sorted(states) == ["given_up"] + ["waiting"] * 5
        assert states[0] == "given_up" or states[1] == "given_up", "one of the oldest"


async def test_a_database_that_does_not_answer_stops_nothing_for_good(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        await world.subscribe(server.url)
        await world.happens(1)

        def fail(*_: Any, **__: Any) -> None:
            raise Unavailable

        with monkeypatch.context() as patched:
            patched.setattr(operational_events, "find_event", fail)
            await world.run()
        await world.run()
        assert server.got == [], "it pauses"
        clock.move(notices.FAULT_WAIT_S)
        await world.run()
        assert await world.states() == ["delivered"]


async def test_a_stop_waits_for_the_answers_in_flight(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answers_after_s = 0.1
        await world.subscribe(server.url)
        await world.happens(1)
        await world.sender.run()
        await server.requests(1)

        await world.sender.stop()

        assert await world.states() == ["delivered"]


async def test_events_are_kept_for_thirty_days(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        await world.subscribe("http://ops.example/")
        await world.happens(1)
        retention = Retention(world.store.database, clock, attempts_days=1, activity_days=1)
        clock.move(KEPT_S)
        await retention.run()
        assert await world.states() == ["waiting"]
        clock.move(1)
        await retention.run()
        assert await world.states() == []


async def test_the_sender_waits_until_the_next_event_is_due(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        server.answer = lambda _: 503
        assert await world.sender.run() == notices.IDLE_POLL_S
        await world.subscribe(server.url)
        assert await world.sender.run() == notices.IDLE_POLL_S
        await world.happens(7)
        assert await world.sender.run() == notices.POLL_S, "it is due now"
        await world.sender.wait_until_idle()

        assert await world.sender.run() == RETRY_SCHEDULE_S[0]
        clock.move(2)
        assert await world.sender.run() == RETRY_SCHEDULE_S[0] - 2


async def test_a_sender_of_several_processes_polls_for_what_others_write(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock, is_shared=True) as world:
        assert await world.sender.run() == notices.FIRST_POLL_S
        await world.subscribe("https://ops.example")
        assert await world.sender.run() == notices.POLL_S
