"""Responses on the wire: the same bytes as uvicorn, in fewer writes."""

import asyncio
import logging
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from plantstore.web.http.response_cycle import COPIED_BYTES, ResponseCycle

TYPE = (b"content-type", b"text/plain")
CONTROLS = [*range(0x20), 0x7F]


class Wire:
    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        if data:
            self.writes.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


class Flow:
    write_paused = False
    drained = 0

    async def drain(self) -> None:
        self.drained += 1


def start(*headers: tuple[bytes, bytes], status: int = 200) -> dict[str, Any]:
    return {"type": "http.response.start", "status": status, "headers": list(headers)}


def body(content: bytes = b"", *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.response.body", "body": content, "more_body": more}


def length(number: int) -> tuple[bytes, bytes]:
    return b"content-length", b"%d" % number


def written(
    kind: type[RequestResponseCycle],
    *messages: dict[str, Any],
    method: str = "GET",
    keep_alive: bool = True,
    write_paused: bool = False,
) -> Wire:
    """Have an application send these; return what the connection saw."""
    wire, flow = Wire(), Flow()
    flow.write_paused = write_paused

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        for message in messages:
            await send(message)

    async def call() -> None:
        cycle = kind(
            scope={"method": method},  # type: ignore[typeddict-item]  # all that is looked at
            transport=wire,  # type: ignore[arg-type]
            flow=flow,  # type: ignore[arg-type]
            logger=logging.getLogger("test"),
            access_logger=logging.getLogger("test"),
            access_log=False,
            default_headers=[(b"date", b"Mon, 23 Nov 2026 10:00:00 GMT")],
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=keep_alive,
            on_response=lambda: None,
        )
        await cycle.run_asgi(application)

    asyncio.run(call())
    return wire


WHOLE = (start(TYPE, length(5)), body(b"leafy"))
SENT: dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any]]] = {
    "whole": (WHOLE, {}),
    "empty": ((start(length(0)), body()), {}),
    "head": ((start(length(7)), body()), {"method": "HEAD"}),
    "head-with-a-body": ((start(length(5)), body(b"leafy")), {"method": "HEAD"}),
    "last": (WHOLE, {"keep_alive": False}),
    "closing": ((start(length(5), (b"connection", b"close")), body(b"leafy")), {}),
    "no-content": ((start(status=204), body()), {}),
    "not-modified": ((start((b"etag", b'"1"'), status=304), body()), {}),
    "stream": ((start(TYPE), body(b"a", more=True), body(b"b", more=True), body()), {}),
    "pieces": ((start(length(4)), body(b"le", more=True), body(b"af")), {}),
    "large": ((start(length(COPIED_BYTES + 1)), body(bytes(COPIED_BYTES + 1))), {}),
    "too-long": ((start(length(2)), body(b"leaf")), {}),
    "too-short": ((start(length(9)), body(b"leaf")), {}),
    "nothing": ((), {}),
    "only-a-start": ((start(),), {}),
    "body-first": ((body(b"leaf"),), {}),
    "paused": (WHOLE, {"write_paused": True}),
}


@pytest.mark.parametrize(("messages", "how"), SENT.values(), ids=SENT)
def test_the_bytes_are_the_same_as_uvicorns(messages: tuple[dict[str, Any], ...], how: dict[str, Any]) -> None:
    ours, theirs = (written(kind, *messages, **how) for kind in (ResponseCycle, RequestResponseCycle))

    assert b"".join(ours.writes) == b"".join(theirs.writes)
    assert ours.closed == theirs.closed


def test_a_complete_response_is_one_write() -> None:
    assert len(written(ResponseCycle, *WHOLE).writes) == 1
    assert len(written(RequestResponseCycle, *WHOLE).writes) == 2


def test_the_headers_of_a_stream_are_sent_immediately() -> None:
    assert len(written(ResponseCycle, start(TYPE)).writes) == 1


def test_no_control_character_gets_into_a_header() -> None:
    for place in ["name", "value"]:
        for control in CONTROLS:
            bad = b"x" + bytes([control]) + b"y"
            header = (bad, b"v") if place == "name" else (b"n", bad)

            wire = written(ResponseCycle, start(header, length(0)), body())

            sent = b"".join(wire.writes)
            assert sent.startswith(b"HTTP/1.1 500 "), (control, place)
            assert bad not in sent, (control, place)
            assert wire.closed, (control, place)


def test_a_line_break_in_a_header_is_refused() -> None:
    wire = written(ResponseCycle, start((b"location", b"/\r\nset-cookie: a=b"), length(0)), body())

    assert b"set-cookie" not in b"".join(wire.writes)


def test_the_headers_of_an_unfinished_response_are_not_sent() -> None:
    wire = written(ResponseCycle, start(length(3)))

    assert wire.writes == []
    assert wire.closed
