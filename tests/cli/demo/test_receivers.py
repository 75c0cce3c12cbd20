"""The demo's receivers are as strict as real ones, go down as real ones do, and fail the same way for the same seed."""

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
    receiver = DemoReceiver(behaviour, seed=seed, clock=SystemClock())
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


def test_a_genuine_request_is_accepted_and_written_down() -> None:
    with receiving() as receiver:
        connection = connect(receiver)

        assert [post(connection, 1), post(connection, 2)] == [204, 204]

        assert [(one.verdict, one.event_id, one.sequence) for one in receiver.recorded] == [
            (Verdict.ACCEPTED, "evt_1", 1),
            (Verdict.ACCEPTED, "evt_2", 2),
        ]
        connection.close()


@pytest.mark.parametrize(
    ("how", "status"), [({"token": "rct_other"}, 401), ({"secret": OTHER_SECRET}, 400), ({"body": BODY + " "}, 400)]
)
def test_a_request_that_is_not_genuine_is_written_down_as_such(how: dict[str, str], status: int) -> None:
    with receiving() as receiver:
        connection = connect(receiver)

        assert post(connection, 1, **how) == status

        assert [(one.verdict, one.event_id) for one in receiver.recorded] == [(Verdict.UNVERIFIED, "")]
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


def test_a_receiver_that_goes_down_cuts_its_connections() -> None:
    with receiving() as receiver:
        connection = connect(receiver)
        assert post(connection, 1) == 204
        kept = connection.sock

        receiver.go_down()

        kept.settimeout(10)
        assert kept.recv(1) == b""
        connection.close()


def outcomes(*, seed: int, order: list[int]) -> dict[int, list[int]]:
    """What each event got, until it was accepted."""
    got: dict[int, list[int]] = {sequence: [] for sequence in order}
    with receiving(FLAKY, seed=seed) as receiver:
        connection = connect(receiver)
        for sequence in order:
            while 204 not in got[sequence]:
                got[sequence].append(post(connection, sequence))
        connection.close()
    return got


def test_chance_hangs_on_the_seed_and_not_on_the_order_of_requests() -> None:
    events = list(range(1, 31))

    first = outcomes(seed=1, order=events)

    assert outcomes(seed=1, order=events[::-1]) == first
    assert outcomes(seed=2, order=events) != first


def test_the_share_of_refusals_is_as_said_and_no_event_is_refused_for_ever() -> None:
    got = outcomes(seed=1, order=list(range(1, 201)))

    answers = [status for one in got.values() for status in one]
    assert set(answers) == {204, 503}
    assert 0.4 < answers.count(503) / len(answers) < 0.6
    assert max(map(len, got.values())) == REFUSALS_MAX + 1
