"""How `listen` handles requests: real sockets on loopback, no store; clock and random numbers are injected."""

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import click
import pytest
from click.testing import CliRunner

from plantstore.cli.listen.delivery_lines import Delivery, Printer
from plantstore.cli.listen.forwarding import NoResponse, make_forwarder
from plantstore.cli.listen.handler import Counts, Credentials, Listener, ListenOptions
from plantstore.cli.listen.server import (
    BODY_BYTES_MAX,
    LocalServer,
    Request,
    Response,
    bind,
    text_response,
)
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.receivers.verification import Reason
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US
from tests.still_clock import StillClock

SECRET, TOKEN = make_secret(bytes(range(32))), Secret("rct_0123456789")
CREDENTIALS = Credentials(secrets=[SECRET], access_token=TOKEN)
BODY = '{"id":7,"name":"Isoëtes  lacustris"}'.encode()


def a_request(clock: StillClock, sequence: int = 7, *, body: bytes = BODY, **changes: str) -> Request:
    """Return a correctly signed request, with headers changed by keyword (`_` stands for a hyphen)."""
    event_id, at_s = f"evt_{sequence:026d}", clock.now() // SECOND_US
    headers = {
        "host": "127.0.0.1:9000",
        "content-type": "application/json",
        "content-length": str(len(body)),
        "authorization": f"Bearer {TOKEN.reveal()}",
        "webhook-id": event_id,
        "webhook-timestamp": str(at_s),
        "webhook-signature": Signer((SECRET,)).sign(event_id, at_s, body),
        "ce-type": "plant.added",
        "ce-sequence": f"{sequence:016d}",
        "webhook-attempt": "1",
    } | {name.replace("_", "-"): value for name, value in changes.items()}
    return Request(path="/plant/webhook", headers=[*headers.items()], body=body)


class Shown(list[Delivery]):
    """The deliveries that were printed, and how often the listener reported completion."""

    completed = 0


def a_listener(
    clock: StillClock,
    shown: Shown,
    *,
    random: float = 0.5,
    credentials: Credentials | None = CREDENTIALS,
    **options: Any,
) -> Listener:
    def on_complete() -> None:
        shown.completed += 1

    listener = Listener(
        ListenOptions(**options),
        clock=clock,
        random=lambda: random,
        stopping=threading.Event(),
        show=shown.append,
        on_complete=on_complete,
    )
    listener.set_credentials(credentials)
    return listener


@pytest.fixture
def shown() -> Shown:
    return Shown()


# The listener


def test_a_verified_request_is_answered_printed_and_counted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, answer=204)

    answer = listener.handle(a_request(clock))

    assert answer == Response(status=204, headers=[], body=b"")
    (delivery,) = shown
    assert (delivery.event_type, delivery.event_id, delivery.sequence, delivery.attempt) == (
        "plant.added",
        f"evt_{7:026d}",
        7,
        1,
    )
    assert delivery.verdict.verified
    assert delivery.plant() == {"id": 7, "name": "Isoëtes  lacustris"}
    assert listener.counts == Counts(received=1, accepted=1)


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"authorization": "Bearer other"}, 401, Reason.WRONG_TOKEN),
        ({"webhook_signature": "v1," + "A" * 43 + "="}, 400, Reason.OTHER_SECRET),
        ({"webhook_signature": "garbage"}, 400, Reason.MALFORMED_SIGNATURE),
        ({"webhook_timestamp": "1"}, 400, Reason.OTHER_SECRET),
    ],
)
def test_a_request_that_fails_verification_is_refused_with_the_reason_and_not_forwarded(
    clock: StillClock, shown: Shown, changes: dict[str, Any], status: int, reason: Reason
) -> None:
    nobody = make_forwarder("http://127.0.0.1:1")
    listener = a_listener(clock, shown, forwarder=nobody)

    answer = listener.handle(a_request(clock, **changes))

    assert answer.status == status
    assert answer.body.decode().strip() == shown[0].verdict.detail != ""
    assert shown[0].verdict.reason is reason
    assert not shown[0].forwarded
    assert listener.counts == Counts(received=1, accepted=0)


def test_the_given_share_of_requests_fails(clock: StillClock, shown: Shown) -> None:
    below, at = (a_listener(clock, shown, random=random, fail=0.2) for random in (0.19, 0.2))

    assert below.handle(a_request(clock)).status == 503
    assert at.handle(a_request(clock)).status == 200


def test_a_delayed_response_waits_on_the_stop_event(clock: StillClock, shown: Shown) -> None:
    class Watched(threading.Event):
        waited_s: float | None = None

        def wait(self, timeout: float | None = None) -> bool:
            self.waited_s = timeout
            return True

    stopping = Watched()
    listener = a_listener(clock, shown, answer_after_s=20.0)
    listener._stopping = stopping

    listener.handle(a_request(clock))

    assert stopping.waited_s == 20.0


def test_a_response_after_the_client_disconnected_does_not_count_as_accepted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1)

    listener.handle(replace(a_request(clock), is_connected=lambda: False))

    assert listener.counts == Counts(received=1, accepted=0)
    assert (listener.oldest_refused, listener.is_complete) == (7, False)
    assert "stopped waiting" in shown[0].problem


def test_after_count_events_further_requests_are_refused(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=2)

    answers = [listener.handle(a_request(clock, sequence)).status for sequence in (1, 1, 2, 3)]

    assert answers == [200, 200, 200, 503], "the same event twice counts once"
    assert len(shown) == 3
    assert listener.is_complete
    assert shown.completed == 1


def test_a_refused_event_does_not_count_towards_the_limit(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1, answer=500)

    listener.handle(a_request(clock))

    assert not listener.is_complete


def test_a_test_request_is_printed_but_not_counted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1)

    listener.handle(a_request(clock, webhook_test="true"))

    assert shown[0].event_type == "test"
    assert listener.counts == Counts()
    assert not listener.is_complete


def test_the_oldest_refused_event_is_remembered_until_it_is_accepted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, fail=0.5, random=0.4)
    for sequence in (5, 4, 6):
        listener.handle(a_request(clock, sequence))
    assert listener.oldest_refused == 4

    listener._random = lambda: 0.6
    listener.handle(a_request(clock, 4))

    assert listener.oldest_refused == 5


def test_a_forged_request_is_not_remembered_as_refused(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown)

    listener.handle(a_request(clock, 1, authorization="Bearer forged"))

    assert listener.oldest_refused is None


def test_a_request_waits_for_the_credentials_of_a_new_registration(clock: StillClock, shown: Shown) -> None:
    listener, answers = a_listener(clock, shown, credentials=None), []
    taking = threading.Thread(target=lambda: answers.append(listener.handle(a_request(clock)).status))
    taking.start()
    assert not shown

    listener.set_credentials(CREDENTIALS)
    taking.join(timeout=30)

    assert answers == [200]


# Forwarding


class Program:
    """A program on this machine that sends a fixed response and records the request."""

    def __init__(self, answer: bytes) -> None:
        self.answer, self.got = answer, b""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection:
            while not self.got.endswith(BODY):
                part = connection.recv(65_536)
                if not part:
                    break
                self.got += part
            connection.sendall(self.answer)

    def close(self) -> None:
        self._thread.join(timeout=30)
        self._socket.close()


@contextlib.contextmanager
def a_program(answer: bytes) -> Iterator[Program]:
    program = Program(answer)
    try:
        yield program
    finally:
        program.close()


def test_a_program_gets_the_request_unchanged_and_the_store_gets_its_response(clock: StillClock, shown: Shown) -> None:
    answer = b"HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nConnection: close\r\nX-A: b\r\nContent-Length: 4\r\n\r\nwait"
    request = a_request(clock)
    with a_program(answer) as program:
        listener = a_listener(clock, shown, forwarder=make_forwarder(program.url + "/in?a=b"))

        response = listener.handle(request)

    head, _, body = program.got.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert first == "POST /in?a=b HTTP/1.1"
    assert body == BODY
    sent = dict(line.split(": ", 1) for line in lines)
    assert len(sent) == len(lines) == len(request.headers)
    assert {name.lower(): value for name, value in sent.items() if name.lower() != "host"} == {
        name: value for name, value in request.headers if name != "host"
    }
    assert sent["Host"] == program.url.removeprefix("http://")
    assert response == Response(status=429, headers=[("Retry-After", "7"), ("X-A", "b")], body=b"wait")
    assert (shown[0].forwarded, listener.counts) == (True, Counts(received=1, accepted=0))


def test_a_forward_url_without_a_path_keeps_the_path_of_the_request(clock: StillClock, shown: Shown) -> None:
    with a_program(b"HTTP/1.1 204 No Content\r\n\r\n") as program:
        assert a_listener(clock, shown, forwarder=make_forwarder(program.url)).handle(a_request(clock)).accepted

    assert program.got.startswith(b"POST /plant/webhook HTTP/1.1\r\n")


def test_with_insecure_forward_unverified_requests_are_forwarded(clock: StillClock, shown: Shown) -> None:
    with a_program(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as program:
        listener = a_listener(clock, shown, forwarder=make_forwarder(program.url), insecure=True)

        answer = listener.handle(a_request(clock, webhook_signature="garbage"))

    assert answer.status == 200
    assert shown[0].forwarded
    assert shown[0].verdict.reason is Reason.MALFORMED_SIGNATURE


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"", "closed the connection early"),
        (b"SSH-2.0\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 101 X\r\n\r\n", "status 101"),
    ],
)
def test_a_program_without_a_valid_response_is_a_502_with_the_reason(
    clock: StillClock, shown: Shown, answer: bytes, words: str
) -> None:
    with a_program(answer) as program:
        response = a_listener(clock, shown, forwarder=make_forwarder(program.url)).handle(a_request(clock))

    assert response.status == 502
    assert words in response.body.decode()
    assert words in shown[0].problem


def test_a_program_that_is_not_running_is_a_502_with_the_reason(clock: StillClock, shown: Shown) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"

    response = a_listener(clock, shown, forwarder=make_forwarder(url)).handle(a_request(clock))

    assert (response.status, response.body.decode()) == (502, f"No program is running at {url} (connection refused).\n")


def test_a_program_that_never_responds_times_out(clock: StillClock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        forwarder = make_forwarder(f"http://127.0.0.1:{silent.getsockname()[1]}")

        with pytest.raises(NoResponse, match=r"did not respond within 0\.05 s"):
            replace(forwarder, timeout_s=0.05).forward(a_request(clock))


def test_an_invalid_forward_url_is_wrong_usage() -> None:
    for url in ["127.0.0.1:3000", "ftp://x", "http://", "http://x:99999", "http://a b", "http://u@x", "http://x/#a"]:
        with pytest.raises(WrongUsage):
            make_forwarder(url)


# The server


@contextlib.contextmanager
def a_server(handle: Callable[[Request], Response], **options: int) -> Iterator[LocalServer]:
    server = LocalServer(bind(0), handle, **options)
    server.start()
    try:
        yield server
    finally:
        server.stop(wait_s=0)


def post(server: LocalServer, method: str = "POST", path: str = "/plant/webhook", **more: Any) -> tuple[int, bytes]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request(method, path, **more)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_one_connection_carries_several_requests_byte_for_byte() -> None:
    got: list[Request] = []

    def handle(request: Request) -> Response:
        got.append(request)
        return text_response(204) if len(got) == 1 else text_response(400, "no")

    with a_server(handle) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        statuses = []
        for body in (b"\x00\xff\n", b""):
            connection.request("POST", "/plant/webhook?a=b", body=body, headers={"X-A": "b"})
            answer = connection.getresponse()
            statuses.append((answer.status, answer.read()))
        connection.close()

    assert statuses == [(204, b""), (400, b"no\n")]
    assert [request.body for request in got] == [b"\x00\xff\n", b""]
    assert ("x-a", "b") in got[0].headers
    assert got[0].path == "/plant/webhook?a=b"


@pytest.mark.parametrize(
    ("asking", "status"),
    [
        ({"path": "/other"}, 404),
        ({"method": "GET"}, 405),
        ({"method": "HEAD"}, 405),
        ({"method": "PUT"}, 405),
        ({"headers": {"Transfer-Encoding": "chunked"}}, 411),
        ({"headers": {"Transfer-Encoding": "chunked", "Content-Length": "0"}}, 400),
        ({"headers": {"Content-Length": "x"}}, 400),
        ({"headers": {"Content-Length": str(BODY_BYTES_MAX + 1)}}, 413),
        ({"headers": {"Content-Length": "9" * 30}}, 400),
        ({"body": bytes(BODY_BYTES_MAX)}, 200),
    ],
)
def test_a_request_that_is_not_a_delivery_is_refused(asking: dict[str, Any], status: int) -> None:
    with a_server(lambda request: text_response(200)) as server:
        assert post(server, **asking)[0] == status


def test_incomplete_and_malformed_requests_do_not_disturb_others(capfd: pytest.CaptureFixture[str]) -> None:
    taken: list[Request] = []

    def handle(request: Request) -> Response:
        taken.append(request)
        return text_response(200)

    with a_server(handle) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"POST /plant/webhook HTTP/1.1\r\nContent-Length: 5\r\n\r\nab")
            half.shutdown(socket.SHUT_WR)
            assert half.recv(1_000) == b""
        with socket.create_connection(("127.0.0.1", server.port)) as rubbish:
            rubbish.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
            rubbish.recv(1_000)

        assert post(server, body=b"whole")[0] == 200

    assert [request.body for request in taken] == [b"whole"]
    assert capfd.readouterr() == ("", "")


def test_the_handler_can_see_that_the_client_disconnected() -> None:
    started, gone, states = threading.Event(), threading.Event(), []

    def handle(request: Request) -> Response:
        states.append(request.is_connected())
        started.set()
        gone.wait(30)
        while request.is_connected():
            pass  # the disconnect reaches the server within moments
        states.append(request.is_connected())
        return text_response(200)

    with a_server(handle) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as sender:
            sender.sendall(b"POST /plant/webhook HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
            started.wait(30)
        gone.set()

    assert states == [True, False]


def suppressing(ask: Callable[..., tuple[int, bytes]], server: LocalServer) -> tuple[int, bytes] | None:
    with contextlib.suppress(http.client.RemoteDisconnected, ConnectionError):
        return ask(server)
    return None


def test_one_connection_too_many_is_closed_and_the_others_stay_open() -> None:
    with a_server(lambda request: text_response(200), connections_max=1) as server:
        first = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for _ in range(2):
            first.request("POST", "/plant/webhook")
            assert first.getresponse().read() == b""
            with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
                post(server)
        first.close()

        again = (
            suppressing(post, server) for _ in range(1_000)
        )  # until the server has noticed that the first one is closed
        assert next(answer for answer in again if answer)[0] == 200


def test_a_running_request_is_answered_before_the_server_stops() -> None:
    started, proceed, order = threading.Event(), threading.Event(), []

    def handle(request: Request) -> Response:
        started.set()
        proceed.wait(30)
        order.append("answered")
        return text_response(200, "done")

    server = LocalServer(bind(0), handle)
    server.start()
    responses: list[tuple[int, bytes]] = []
    client = threading.Thread(target=lambda: responses.append(post(server)))
    client.start()
    started.wait(30)

    def stop() -> None:
        server.stop(wait_s=30)
        order.append("stopped")

    stopping = threading.Thread(target=stop)
    stopping.start()
    while not server._server.should_exit:
        pass

    proceed.set()
    stopping.join(timeout=30)
    client.join(timeout=30)

    assert responses == [(200, b"done\n")]
    assert order == ["answered", "stopped"]


def test_a_request_that_outlasts_the_stop_is_cut_off() -> None:
    started, proceed = threading.Event(), threading.Event()

    def handle(request: Request) -> Response:
        started.set()
        proceed.wait(30)
        return text_response(200)

    server = LocalServer(bind(0), handle)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"POST /plant/webhook HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
        started.wait(30)

        server.stop(wait_s=0)

        with contextlib.suppress(ConnectionResetError):
            assert client.recv(1_000) == b""
    proceed.set()


def test_a_port_in_use_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(Failure) as caught:
            bind(port)

    assert caught.value.line == (
        f"Cannot use port {port} on 127.0.0.1: Address already in use. Choose another with --port; 0 takes a free one."
    )


# What is printed


def printed(style: str, delivery: Delivery) -> str:
    @click.command()
    def show() -> None:
        Printer(style, on_broken_pipe=lambda: None).delivery(delivery)

    return CliRunner().invoke(show).stdout


def a_delivery(clock: StillClock, **changes: Any) -> Delivery:
    shown = Shown()
    a_listener(clock, shown).handle(a_request(clock))
    return replace(shown[0], **changes)


def test_a_line_shows_time_type_plant_event_and_verdict(clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    delivery = a_delivery(clock)

    line = printed("line", delivery)

    assert line.endswith(f"  plant.added  Isoëtes lacustris         evt_{7:026d}  verified  → 200\n")
    assert line.count("\n") == 1


def test_a_line_shows_the_attempt_and_the_programs_response(clock: StillClock) -> None:
    request = a_request(clock, webhook_attempt="3")
    response = Response(status=500, headers=[], body=b'{"error":"\x1b[31mno such\ncolumn"}')

    line = printed("line", a_delivery(clock, request=request, response=response, forwarded=True, duration_s=0.0314))

    assert line.endswith('verified, attempt 3  → 500 in 31 ms  {"error":"\ufffd[31mno such column"}\n')


def test_a_malformed_request_can_be_printed(clock: StillClock) -> None:
    for style in ["line", "full", "json"]:
        rubbish = Request(
            path="/plant/webhook", headers=[("webhook-attempt", "x"), ("ce-sequence", "y")], body=b"\xff\x1b"
        )

        text = printed(style, a_delivery(clock, request=rubbish))

        assert text, style
        assert "\x1b" not in text, style


def test_a_whole_request_is_printed_without_its_token(clock: StillClock) -> None:
    text = printed("full", a_delivery(clock))

    assert "\nPOST /plant/webhook HTTP/1.1\nhost: 127.0.0.1:9000\n" in text
    assert "\nauthorization: Bearer ***\n" in text
    assert TOKEN.reveal() not in text
    assert "\n\n" + BODY.decode() + "\n" in text


def test_json_mode_prints_one_object_per_line(clock: StillClock) -> None:
    record = json.loads(printed("json", a_delivery(clock, duration_s=0.0125)))

    assert record | {"time": ""} == {
        "type": "delivery",
        "time": "",
        "event_type": "plant.added",
        "event_id": f"evt_{7:026d}",
        "sequence": 7,
        "attempt": 1,
        "plant": {"id": 7, "name": "Isoëtes  lacustris"},
        "verified": True,
        "reason": None,
        "detail": "",
        "status": 200,
        "accepted": True,
        "duration_ms": 12.5,
        "forwarded": False,
    }
