"""What `listen` does with each request: real sockets on this machine, no store; time and chance are handed in."""

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

from plantstore.cli.listen import server as listen_server
from plantstore.cli.listen.delivery_lines import Delivery, Printer
from plantstore.cli.listen.forwarding import NoAnswer, make_forwarder
from plantstore.cli.listen.handler import Counts, Keys, Listener, ListenOptions
from plantstore.cli.listen.server import Answer, LocalServer, Request, in_words
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.domain.secret import Secret
from plantstore.domain.signature import Signer, make_secret
from plantstore.domain.timestamps import SECOND_US
from plantstore.domain.verification import Reason
from tests.conftest import StillClock

SECRET, TOKEN = make_secret(bytes(range(32))), Secret("rct_0123456789")
KEYS = Keys(secrets=[SECRET], access_token=TOKEN)
BODY = '{"id":7,"name":"Isoëtes  lacustris"}'.encode()


def a_request(clock: StillClock, sequence: int = 7, *, body: bytes = BODY, **changes: str) -> Request:
    """A genuine request, with headers changed by keyword (`_` stands for a hyphen)."""
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
    """What was shown, and whether enough was accepted."""

    enough = 0


def a_listener(
    clock: StillClock, shown: Shown, *, chance: float = 0.5, keys: Keys | None = KEYS, **wishes: Any
) -> Listener:
    def enough() -> None:
        shown.enough += 1

    listener = Listener(
        ListenOptions(**wishes),
        clock=clock,
        chance=lambda: chance,
        stopping=threading.Event(),
        show=shown.append,
        on_enough=enough,
    )
    listener.use(keys)
    return listener


@pytest.fixture
def shown() -> Shown:
    return Shown()


# The listener


def test_a_genuine_request_is_answered_as_wished_shown_and_counted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, answer=204)

    answer = listener.take(a_request(clock))

    assert answer == Answer(status=204, headers=[], body=b"")
    (one,) = shown
    assert (one.kind, one.event_id, one.sequence, one.number) == ("plant.added", f"evt_{7:026d}", 7, 1)
    assert one.verdict.verified
    assert one.plant() == {"id": 7, "name": "Isoëtes  lacustris"}
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
def test_what_does_not_verify_is_refused_in_words_and_not_forwarded(
    clock: StillClock, shown: Shown, changes: dict[str, Any], status: int, reason: Reason
) -> None:
    nobody = make_forwarder("http://127.0.0.1:1")
    listener = a_listener(clock, shown, forwarder=nobody)

    answer = listener.take(a_request(clock, **changes))

    assert answer.status == status
    assert answer.body.decode().strip() == shown[0].verdict.detail != ""
    assert shown[0].verdict.reason is reason
    assert not shown[0].forwarded
    assert listener.counts == Counts(received=1, accepted=0)


def test_a_share_of_the_requests_fails(clock: StillClock, shown: Shown) -> None:
    below, at = (a_listener(clock, shown, chance=chance, fail=0.2) for chance in (0.19, 0.2))

    assert below.take(a_request(clock)).status == 503
    assert at.take(a_request(clock)).status == 200


def test_the_answer_waits_as_wished_and_no_longer_when_it_is_time_to_stop(clock: StillClock, shown: Shown) -> None:
    class Watched(threading.Event):
        waited_s: float | None = None

        def wait(self, timeout: float | None = None) -> bool:
            self.waited_s = timeout
            return True

    stopping = Watched()
    listener = a_listener(clock, shown, answer_after_s=20.0)
    listener._stopping = stopping

    listener.take(a_request(clock))

    assert stopping.waited_s == 20.0


def test_an_answer_that_nobody_waits_for_any_more_accepts_nothing(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1)

    listener.take(replace(a_request(clock), is_awaited=lambda: False))

    assert listener.counts == Counts(received=1, accepted=0)
    assert (listener.oldest_refused, listener.enough) == (7, False)
    assert "did not wait" in shown[0].problem


def test_enough_is_enough(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=2)

    answers = [listener.take(a_request(clock, sequence)).status for sequence in (1, 1, 2, 3)]

    assert answers == [200, 200, 200, 503], "the same event twice counts once"
    assert len(shown) == 3
    assert listener.enough
    assert shown.enough == 1


def test_a_refused_event_does_not_count_towards_enough(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1, answer=500)

    listener.take(a_request(clock))

    assert not listener.enough


def test_a_test_request_is_shown_but_not_counted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, count=1)

    listener.take(a_request(clock, webhook_test="true"))

    assert shown[0].kind == "test"
    assert listener.counts == Counts()
    assert not listener.enough


def test_the_oldest_that_was_refused_is_remembered_until_it_is_accepted(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown, fail=0.5, chance=0.4)
    for sequence in (5, 4, 6):
        listener.take(a_request(clock, sequence))
    assert listener.oldest_refused == 4

    listener._chance = lambda: 0.6
    listener.take(a_request(clock, 4))

    assert listener.oldest_refused == 5


def test_a_forged_request_moves_nothing(clock: StillClock, shown: Shown) -> None:
    listener = a_listener(clock, shown)

    listener.take(a_request(clock, 1, authorization="Bearer forged"))

    assert listener.oldest_refused is None


def test_a_request_waits_for_the_secret_it_was_signed_with(clock: StillClock, shown: Shown) -> None:
    listener, answers = a_listener(clock, shown, keys=None), []
    taking = threading.Thread(target=lambda: answers.append(listener.take(a_request(clock)).status))
    taking.start()
    assert not shown

    listener.use(KEYS)
    taking.join(timeout=30)

    assert answers == [200]


# Forwarding


class Program:
    """Somebody's program on this machine: answers what it is told, and keeps what it got."""

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


def test_a_program_gets_the_same_bytes_and_headers_and_the_store_gets_its_answer(
    clock: StillClock, shown: Shown
) -> None:
    answer = b"HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nConnection: close\r\nX-A: b\r\nContent-Length: 4\r\n\r\nwait"
    request = a_request(clock)
    with a_program(answer) as program:
        listener = a_listener(clock, shown, forwarder=make_forwarder(program.url + "/in?a=b"))

        given = listener.take(request)

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
    assert given == Answer(status=429, headers=[("Retry-After", "7"), ("X-A", "b")], body=b"wait")
    assert (shown[0].forwarded, listener.counts) == (True, Counts(received=1, accepted=0))


def test_without_a_path_of_its_own_the_path_is_kept(clock: StillClock, shown: Shown) -> None:
    with a_program(b"HTTP/1.1 204 No Content\r\n\r\n") as program:
        assert a_listener(clock, shown, forwarder=make_forwarder(program.url)).take(a_request(clock)).accepted

    assert program.got.startswith(b"POST /plant/webhook HTTP/1.1\r\n")


def test_what_does_not_verify_is_forwarded_only_insecurely(clock: StillClock, shown: Shown) -> None:
    with a_program(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as program:
        listener = a_listener(clock, shown, forwarder=make_forwarder(program.url), insecure=True)

        answer = listener.take(a_request(clock, webhook_signature="garbage"))

    assert answer.status == 200
    assert shown[0].forwarded
    assert shown[0].verdict.reason is Reason.MALFORMED_SIGNATURE


@pytest.mark.parametrize(
    ("answer", "words"),
    [(b"", "broke off its answer"), (b"SSH-2.0\r\n", "does not speak HTTP"), (b"HTTP/1.1 101 X\r\n\r\n", "status 101")],
)
def test_a_program_without_an_answer_is_a_502_in_words(
    clock: StillClock, shown: Shown, answer: bytes, words: str
) -> None:
    with a_program(answer) as program:
        given = a_listener(clock, shown, forwarder=make_forwarder(program.url)).take(a_request(clock))

    assert given.status == 502
    assert words in given.body.decode()
    assert words in shown[0].problem


def test_a_dead_program_is_a_502_in_words(clock: StillClock, shown: Shown) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"

    given = a_listener(clock, shown, forwarder=make_forwarder(url)).take(a_request(clock))

    assert (given.status, given.body.decode()) == (502, f"No program answers at {url} (connection refused).\n")


def test_a_silent_program_is_not_waited_for_for_ever(clock: StillClock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        forwarder = make_forwarder(f"http://127.0.0.1:{silent.getsockname()[1]}")

        with pytest.raises(NoAnswer, match=r"did not answer within 0\.05 s"):
            replace(forwarder, timeout_s=0.05).forward(a_request(clock))


@pytest.mark.parametrize(
    "url", ["127.0.0.1:3000", "ftp://x", "http://", "http://x:99999", "http://a b", "http://u@x", "http://x/#a"]
)
def test_an_address_that_is_none_is_wrong_usage(url: str) -> None:
    with pytest.raises(WrongUsage):
        make_forwarder(url)


# The server


@contextlib.contextmanager
def a_server(take: Callable[[Request], Answer]) -> Iterator[LocalServer]:
    server = LocalServer(0, take)
    server.start()
    try:
        yield server
    finally:
        server.stop(wait_s=5)
        server.close()


def asked(server: LocalServer, method: str = "POST", path: str = "/plant/webhook", **more: Any) -> tuple[int, bytes]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request(method, path, **more)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_requests_come_through_one_connection_byte_for_byte() -> None:
    got: list[Request] = []

    def take(request: Request) -> Answer:
        got.append(request)
        return in_words(204) if len(got) == 1 else in_words(400, "no")

    with a_server(take) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        statuses = []
        for body in (b"\x00\xff\n", b""):
            connection.request("POST", "/plant/webhook?a=b", body=body, headers={"X-A": "b"})
            answer = connection.getresponse()
            statuses.append((answer.status, answer.read()))
        connection.close()

    assert statuses == [(204, b""), (400, b"no\n")]
    assert [one.body for one in got] == [b"\x00\xff\n", b""]
    assert ("X-A", "b") in got[0].headers
    assert got[0].path == "/plant/webhook?a=b"


@pytest.mark.parametrize(
    ("asking", "status"),
    [
        ({"path": "/other"}, 404),
        ({"method": "GET"}, 405),
        ({"method": "HEAD"}, 405),
        ({"method": "PUT"}, 405),
        ({"headers": {"Transfer-Encoding": "chunked", "Content-Length": "0"}}, 411),
        ({"headers": {"Content-Length": "x"}}, 411),
        ({"headers": {"Content-Length": str(listen_server.BODY_BYTES_MAX + 1)}}, 413),
        ({"headers": {"Content-Length": "9" * 30}}, 413),
        ({"body": bytes(listen_server.BODY_BYTES_MAX)}, 200),
    ],
)
def test_what_is_no_delivery_is_refused(asking: dict[str, Any], status: int) -> None:
    with a_server(lambda request: in_words(200)) as server:
        assert asked(server, **asking)[0] == status


def test_a_sender_that_breaks_off_harms_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    taken: list[Request] = []

    def take(request: Request) -> Answer:
        taken.append(request)
        return in_words(200)

    with a_server(take) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"POST /plant/webhook HTTP/1.1\r\nContent-Length: 5\r\n\r\nab")
            half.shutdown(socket.SHUT_WR)
            assert half.recv(1_000) == b""
        with socket.create_connection(("127.0.0.1", server.port)) as rubbish:
            rubbish.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
            rubbish.recv(1_000)

        assert asked(server, body=b"whole")[0] == 200

    assert [one.body for one in taken] == [b"whole"]
    assert capfd.readouterr() == ("", "")


def test_it_is_known_whether_the_sender_still_waits() -> None:
    begun, gone, found = threading.Event(), threading.Event(), []

    def take(request: Request) -> Answer:
        found.append(request.is_awaited())
        begun.set()
        gone.wait(30)
        while request.is_awaited():
            pass  # the system has told the other end, and will tell this one
        found.append(request.is_awaited())
        return in_words(200)

    with a_server(take) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as sender:
            sender.sendall(b"POST /plant/webhook HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
            begun.wait(30)
        gone.set()

    assert found == [True, False]


def suppressing(ask: Callable[..., tuple[int, bytes]], server: LocalServer) -> tuple[int, bytes] | None:
    with contextlib.suppress(http.client.RemoteDisconnected, ConnectionError):
        return ask(server)
    return None


def test_one_connection_too_many_is_closed_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen_server, "CONNECTIONS_MAX", 1)
    with a_server(lambda request: in_words(200)) as server:
        first = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for _ in range(2):
            first.request("POST", "/plant/webhook")
            assert first.getresponse().read() == b""
            with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
                asked(server)
        first.close()

        again = (suppressing(asked, server) for _ in range(1_000))  # its place is free once its thread has noticed
        assert next(answer for answer in again if answer)[0] == 200


def test_what_is_being_answered_is_answered_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, order = threading.Event(), threading.Event(), []

    def take(request: Request) -> Answer:
        begun.set()
        go_on.wait(10)
        order.append("answered")
        return in_words(200, "done")

    server = LocalServer(0, take)
    wait = server._server.wait_until_answered

    def watched(wait_s: float) -> None:
        go_on.set()
        wait(wait_s)

    monkeypatch.setattr(server._server, "wait_until_answered", watched)
    server.start()
    answers: list[tuple[int, bytes]] = []
    asking = threading.Thread(target=lambda: answers.append(asked(server)))
    asking.start()
    begun.wait(30)

    server.stop(wait_s=30)
    order.append("stopped")
    asking.join(timeout=30)
    server.close()

    assert answers == [(200, b"done\n")]
    assert order == ["answered", "stopped"]


def test_a_port_in_use_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(Failure) as caught:
            LocalServer(port, lambda request: in_words(200))

    assert caught.value.line == (
        f"Port {port} on 127.0.0.1 cannot be used: Address already in use. "
        "Choose another with --port; 0 takes a free one."
    )


# What is printed


def printed(style: str, delivery: Delivery) -> str:
    @click.command()
    def show() -> None:
        Printer(style, on_broken=lambda: None).delivery(delivery)

    return CliRunner().invoke(show).stdout


def a_delivery(clock: StillClock, **changes: Any) -> Delivery:
    shown = Shown()
    a_listener(clock, shown).take(a_request(clock))
    return replace(shown[0], **changes)


def test_a_line_names_time_type_plant_event_and_what_was_found(
    clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = a_delivery(clock)

    line = printed("line", delivery)

    assert line.endswith(f"  plant.added  Isoëtes lacustris         evt_{7:026d}  verified  → 200\n")
    assert line.count("\n") == 1


def test_a_line_names_the_try_and_the_programs_answer(clock: StillClock) -> None:
    request = a_request(clock, webhook_attempt="3")
    answer = Answer(status=500, headers=[], body=b'{"error":"\x1b[31mno such\ncolumn"}')

    line = printed("line", a_delivery(clock, request=request, answer=answer, forwarded=True, duration_s=0.0314))

    assert line.endswith('verified, try 3  → 500 in 31 ms  {"error":"\ufffd[31mno such column"}\n')


@pytest.mark.parametrize("style", ["line", "full", "json"])
def test_a_request_of_anybody_can_be_shown(clock: StillClock, style: str) -> None:
    rubbish = Request(path="/plant/webhook", headers=[("webhook-attempt", "x"), ("ce-sequence", "y")], body=b"\xff\x1b")

    text = printed(style, a_delivery(clock, request=rubbish))

    assert text
    assert "\x1b" not in text


def test_a_whole_request_is_shown_without_its_token(clock: StillClock) -> None:
    text = printed("full", a_delivery(clock))

    assert "\nPOST /plant/webhook HTTP/1.1\nhost: 127.0.0.1:9000\n" in text
    assert "\nauthorization: Bearer ***\n" in text
    assert TOKEN.reveal() not in text
    assert "\n\n" + BODY.decode() + "\n" in text


def test_programs_read_one_object_a_line(clock: StillClock) -> None:
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
