"""The demo's receivers verify requests, can go down, and fail the same way for the same seed."""

import errno
import http.client
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from standardwebhooks import Webhook

from plantstore.cli.demo.receivers import REFUSALS_MAX, Behaviour, DemoReceiver
from plantstore.cli.demo.report import Verdict
from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import to_datetime

SECRET, OTHER_SECRET = "whsec_" + "A" * 43 + "=", "whsec_" + "B" * 42 + "A="
TOKEN = "rct_of_the_test"
BODY = '{"id":7,"name":"Aloe vera"}'
GOOD = Behaviour(name="good")
FLAKY = Behaviour(name="flaky", refusals=0.5)


@contextmanager
def receiving(behaviour: Behaviour = GOOD, *, seed: int = 1) -> Iterator[DemoReceiver]:
    receiver = DemoReceiver(behaviour, seed=seed)
    receiver.expect(secret=SECRET, access_token=TOKEN)
    try:
        yield receiver
    finally:
        receiver.close()


def headers(sequence: int, *, secret: str = SECRET, token: str = TOKEN) -> Mapping[str, str]:
    now = to_datetime(SystemClock().now()).replace(microsecond=0)
    return {
        "authorization": f"Bearer {token}",
        "webhook-id": f"evt_{sequence}",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(f"evt_{sequence}", now, BODY),
        "ce-id": f"evt_{sequence}",
        "ce-sequence": str(sequence),
        "ce-time": now.isoformat(),
        "ce-type": "plant.added",
    }


def connect(receiver: DemoReceiver) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(receiver.url).netloc, timeout=10)


def post(connection: http.client.HTTPConnection, sequence: int, *, body: str = BODY, **how: str) -> int:
    connection.request("POST", "/plant/webhook", body=body, headers=headers(sequence, **how))
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


def test_a_verified_request_is_accepted_and_recorded() -> None:
    with receiving() as receiver:
        connection = connect(receiver)

        assert [post(connection, 1), post(connection, 2)] == [204, 204]

        assert [(request.verdict, request.event_id, request.sequence) for request in receiver.record] == [
            (Verdict.ACCEPTED, "evt_1", 1),
            (Verdict.ACCEPTED, "evt_2", 2),
        ]
        connection.close()


def test_an_unverified_request_is_refused_and_recorded_as_unverified() -> None:
    with receiving() as receiver:
        connection = connect(receiver)

        assert post(connection, 1, token="rct_other") == 401
        assert post(connection, 1, secret=OTHER_SECRET) == 400
        assert post(connection, 1, body=BODY + " ") == 400

        assert [(request.verdict, request.event_id) for request in receiver.record] == [(Verdict.UNVERIFIED, "")] * 3
        connection.close()


def test_a_receiver_that_is_down_refuses_connections_and_keeps_its_port() -> None:
    with receiving() as receiver:
        receiver.go_down()

        with pytest.raises(ConnectionRefusedError):
            post(connect(receiver), 1)
        with pytest.raises(OSError) as taken:
            socket.create_server(("127.0.0.1", urlsplit(receiver.url).port or 0))
        assert taken.value.errno == errno.EADDRINUSE

        receiver.come_up()
        connection = connect(receiver)
        assert post(connection, 1) == 204
        connection.close()


def test_going_down_closes_open_connections() -> None:
    with receiving() as receiver:
        connection = connect(receiver)
        assert post(connection, 1) == 204
        kept = connection.sock

        receiver.go_down()

        kept.settimeout(10)
        assert kept.recv(1) == b""
        connection.close()


def outcomes(*, seed: int, order: list[int]) -> dict[int, list[int]]:
    """Return the response statuses of each event, until it was accepted."""
    statuses: dict[int, list[int]] = {sequence: [] for sequence in order}
    with receiving(FLAKY, seed=seed) as receiver:
        connection = connect(receiver)
        for sequence in order:
            while 204 not in statuses[sequence]:
                statuses[sequence].append(post(connection, sequence))
        connection.close()
    return statuses


def test_refusals_depend_on_the_seed_and_not_on_the_order_of_requests() -> None:
    events = list(range(1, 31))

    first = outcomes(seed=1, order=events)

    assert outcomes(seed=1, order=events[::-1]) == first
    assert outcomes(seed=2, order=events) != first


def test_the_share_of_refusals_is_as_configured_and_limited_per_event() -> None:
    by_event = outcomes(seed=1, order=list(range(1, 201)))

    statuses = [status for event in by_event.values() for status in event]
    assert set(statuses) == {204, 503}
    assert 0.4 < statuses.count(503) / len(statuses) < 0.6
    assert max(map(len, by_event.values())) == REFUSALS_MAX + 1
