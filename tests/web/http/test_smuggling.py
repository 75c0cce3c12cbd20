"""Request smuggling: ambiguous requests over real sockets, with a valid token inside.

Every request here hides a DELETE of a plant in its body. The application must receive one request or none.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plantstore.web.http.protocol import PATH_ESCAPES_MAX
from plantstore.web.http.request_head import RequestHead
from plantstore.web.http.request_parser import RequestParser
from tests.still_clock import StillClock
from tests.web.http.ambiguous import PATH, SERVED, Ambiguous, ambiguous, chunked
from tests.web.served import PLANTS, Served, serving

KINDS = ("upgrade", "length", "coding", "chunk", "line", "name", "host")
AFTER = b"GET /healthz HTTP/1.1\r\nHost: store.example\r\nConnection: close\r\n\r\n"
RESET = b""
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")


@dataclass
class Call:
    """A request that reached the application, with what it read of the body."""

    method: str
    path: bytes
    body: bytes = b""
    is_whole: bool = False


@dataclass
class Calls:
    """All of them, in order."""

    app: ASGIApp | None = None
    made: list[Call] = field(default_factory=list)

    def around(self, app: ASGIApp) -> ASGIApp:
        self.app = app
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.app is not None
        call = Call(scope["method"], scope["raw_path"])
        self.made.append(call)

        async def received() -> Message:
            part = await receive()
            call.body += part.get("body", b"")
            call.is_whole |= part["type"] == "http.request" and not part.get("more_body", False)
            return part

        await self.app(scope, received, send)


def smuggling(folder: Path, clock: StillClock, test: Callable[[Served, Calls, bytes], Awaitable[None]]) -> None:
    """Serve a store with one plant, pass on the request that would delete it, and check that it was not deleted."""
    calls = Calls()

    async def run(served: Served) -> None:
        added = await served.ask(served.post(connection="close"))
        assert added.startswith(b"HTTP/1.1 201 ")
        calls.made.clear()
        await test(served, calls, served.head("DELETE", f"{PLANTS}/1"))
        assert not [call for call in calls.made if (call.method, call.path) == ("DELETE", f"{PLANTS}/1".encode())]
        assert (await served.ask(served.head(path=f"{PLANTS}/1", connection="close"))).startswith(b"HTTP/1.1 200 ")

    serving(folder, clock, run, around=calls.around)


async def answer_to(served: Served, request: Ambiguous, *, apart: bool) -> bytes:
    """Send a request and then another; return all responses until the connection is closed."""
    reader, writer = await served.connect()
    pieces = (*request.pieces, AFTER)
    if not apart:
        pieces = (b"".join(pieces),)
    for piece in pieces:
        writer.write(piece)
        await asyncio.sleep(0)  # the server runs on the same loop, and reads this piece separately
    try:
        return await reader.read()
    except ConnectionResetError:  # it was refused before all of it was sent
        return RESET


def verdict(request: Ambiguous, answer: bytes, made: list[Call]) -> str | None:
    """Return what is wrong, or None."""
    statuses = [int(status) for status in _STATUS.findall(answer)]
    if request.status != SERVED:
        begun = request.kind == "chunk"  # its head was fine
        if len(made) > begun or any(call.is_whole for call in made):
            return f"the application saw {made}"
        return None if statuses == [request.status] or answer == RESET else f"answered {statuses}"
    if [(call.method, call.path) for call in made[1:]] != [("GET", b"/healthz")]:
        return f"the application saw {made}"
    if made[0].path != PATH.encode() or (made[0].method == "POST" and made[0].body != request.body):
        return f"the first request was {made[0]}"
    return None if len(statuses) == 2 and statuses[1] == 200 else f"answered {statuses}"


@pytest.mark.parametrize("kind", KINDS)
def test_each_ambiguous_request_is_one_request_or_refused(tmp_path: Path, clock: StillClock, kind: str) -> None:
    wrong: list[str] = []

    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        authorization = f"Authorization: Bearer {served.site.operator.text}".encode()
        for request in ambiguous(hidden, authorization, b"Content-Type: application/json"):
            if request.kind.partition(" ")[0] != kind:
                continue
            for apart in (False, True):
                calls.made.clear()
                answer = await answer_to(served, request, apart=apart)
                fault = verdict(request, answer, calls.made)
                if fault:
                    wrong.append(f"{request.name}{' apart' if apart else ''}: {fault}")

    smuggling(tmp_path, clock, test)
    assert wrong == []


def test_there_are_enough_ambiguous_requests() -> None:
    requests = ambiguous(b"DELETE")

    assert len(requests) >= 300
    assert {request.kind for request in requests} == set(KINDS)


class Credulous(RequestParser):
    """What uvicorn does with httptools: an upgrade ends the request with its head."""

    def next_event(self):  # type: ignore[no-untyped-def]
        event = super().next_event()
        if isinstance(event, RequestHead) and any(name == b"upgrade" for name, _ in event.headers):
            self._expect_body(0)
        return event


def test_a_parser_that_honours_upgrade_is_detected(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.web.http.protocol.RequestParser", Credulous)

    with pytest.raises(AssertionError, match=r"the application saw|DELETE"):
        test_each_ambiguous_request_is_one_request_or_refused(tmp_path, clock, "upgrade")


@pytest.mark.parametrize("framing", ["length", "chunked"])
def test_a_request_with_upgrade_may_be_split_anywhere(tmp_path: Path, clock: StillClock, framing: str) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        head = {"connection": "Upgrade, close", "upgrade": "h2c", "content_type": "application/json"}
        sized = served.head("POST", content_length=str(len(hidden)), **head) + hidden
        request = sized if framing == "length" else served.head("POST", transfer_encoding="chunked", **head)
        request += chunked(hidden) if framing == "chunked" else b""
        for cut in range(1, len(request)):
            reader, writer = await served.connect(request[:cut])
            await asyncio.sleep(0)
            writer.write(request[cut:])

            answer = await reader.read()

            assert answer.startswith(b"HTTP/1.1 400 ") and b"/docs/errors/malformed" in answer, cut
        assert {call.body for call in calls.made} == {hidden}
        assert len(calls.made) == len(request) - 1

    smuggling(tmp_path, clock, test)


def test_a_request_sent_byte_by_byte_is_one_request(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        options = {"connection": "Upgrade, close", "upgrade": "websocket", "transfer_encoding": "chunked"}
        reader, writer = await served.connect()
        for byte in served.head("POST", content_type="application/json", **options) + chunked(hidden):
            writer.write(bytes([byte]))
            await asyncio.sleep(0)

        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
        assert calls.made == [Call("POST", b"/api/v1/plants", hidden, is_whole=True)]

    smuggling(tmp_path, clock, test)


def test_requests_before_and_after_an_upgrade_are_answered_in_order(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        names = ("Acer", "Betula", "Carex")
        posts = [served.post(f'{{"name":"{name}"}}'.encode(), connection="Upgrade", upgrade="foo") for name in names]
        gets = [served.head(path=f"{PLANTS}/{number}") for number in (1, 2, 3)]
        both = b"".join(one + other for one, other in zip(gets, posts, strict=True))

        answer = await served.ask(both + served.head(connection="close"))

        assert _STATUS.findall(answer) == [b"200", b"201"] * 3 + [b"200"]
        assert [call.method for call in calls.made] == ["GET", "POST"] * 3 + ["GET"]
        assert re.findall(rb'"name":"(\w+)"', answer)[-4:] == [b"Rosa", b"Acer", b"Betula", b"Carex"]

    smuggling(tmp_path, clock, test)


def test_bytes_after_a_request_that_closes_the_connection_are_ignored(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        answers = [await served.ask(served.head(connection=end) + hidden) for end in ("close", "upgrade, Close")]
        answers.append(await served.ask(served.head().replace(b"HTTP/1.1", b"HTTP/1.0") + hidden))

        assert [_STATUS.findall(answer) for answer in answers] == [[b"200"]] * 3
        assert len(calls.made) == 3

    smuggling(tmp_path, clock, test)


def test_an_error_before_100_continue_closes_the_connection(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        bare = b"POST /api/v1/plants HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\n"
        answer = await served.ask(bare + b"content-length: %d\r\n\r\n" % len(hidden))

        assert _STATUS.findall(answer) == [b"401"], "whether the body follows is not known"
        assert b"connection: close" in answer

    smuggling(tmp_path, clock, test)


def test_a_connection_survives_100_continue(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        body = b'{"name":"Acer"}'
        reader, writer = await served.connect(served.post(b"", length=len(body), expect="100-Continue"))
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(body + AFTER)

        assert _STATUS.findall(await reader.read()) == [b"201", b"200"]

    smuggling(tmp_path, clock, test)


def test_http_1_0_without_a_host_is_served(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        answer = await served.ask(b"GET /healthz HTTP/1.0\r\n\r\n")

        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close" in answer

    smuggling(tmp_path, clock, test)


def test_an_early_response_is_not_followed_by_a_second_one(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        unfinished = b"POST /api/v1/plants HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab"
        reader, writer = await served.connect(unfinished)
        answer = await reader.readuntil(b"}")
        writer.write(b"cdeXX")

        assert answer.startswith(b"HTTP/1.1 401 ")
        assert await reader.read() == b""

    serving(tmp_path, clock, test)


def test_a_bad_request_after_an_early_response_gets_a_response(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        reader, writer = await served.connect(b"POST /api/v1/plants HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n")
        await reader.readuntil(b"}")
        writer.write(b"abGET /" + b"%" * (PATH_ESCAPES_MAX + 1) + b" HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n")

        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")

    serving(tmp_path, clock, test)
