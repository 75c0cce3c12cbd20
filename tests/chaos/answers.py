"""Hostile HTTP responses: headers, status lines, bodies and `Retry-After` values as no server should send them."""

import gzip
from functools import cache

from plantstore.domain.deliveries.delivery import OutcomeKind
from tests.chaos.behaviour import (
    BODY_S,
    DEADLINE,
    Behaviour,
    Expected,
    HostilePeer,
    accepted,
    behaves,
    drips,
    floods,
    refused,
    then_waits,
)
from tests.sending.scripted_receiver import NO_CONTENT

GIB = 1_073_741_824
PIECE_BYTES = 65_536
INVALID, TOO_LARGE = Expected(OutcomeKind.ANSWER_INVALID), Expected(OutcomeKind.ANSWER_TOO_LARGE)
EMPTY = b"content-length: 0\r\n\r\n"
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = b"transfer-encoding: chunked\r\n\r\n"
INTERIM = b"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"


# Headers

HEADS = {
    "headers stall": behaves(then_waits(b"HTTP/1.1 204 No Content\r\nserver"), DEADLINE),
    "headers at 1 byte a second": behaves(drips(NO_CONTENT), DEADLINE),
    "headers without end": behaves(floods(OK, b"a: " + b"b" * 1_000 + b"\r\n"), TOO_LARGE),
    "header of 100 KiB": behaves(OK + b"a: " + b"b" * 102_400 + b"\r\n" + EMPTY, TOO_LARGE),
    "10,000 headers": behaves(OK + b"a: b\r\n" * 10_000 + EMPTY, TOO_LARGE),
    "header without colon": behaves(OK + b"no colon\r\n" + EMPTY, INVALID),
    "folded header": behaves(OK + b"a: b\r\n c\r\n" + EMPTY, INVALID),
    "bare CR": behaves(OK + b"a: b\rc: d\r\n" + EMPTY, INVALID),
    "NUL in a header": behaves(OK + b"a: b\0c\r\n" + EMPTY, INVALID),
    "reason that is not UTF-8": behaves(b"HTTP/1.1 204 \xff\xfe\xc3\x28\r\n\r\n", accepted(), kept=True),
    "HTTP/0.9": behaves(b"<html>thank you</html>", INVALID),
    "HTTP/2": behaves(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64", INVALID),
    "HTTP/3.7": behaves(b"HTTP/3.7 200 OK\r\n" + EMPTY, INVALID),
    "no HTTP at all": behaves(b"220 mail.test ESMTP\r\n", INVALID),
    **{
        f"status {status}": behaves(f"HTTP/1.1 {status} Odd\r\n".encode() + EMPTY, INVALID)
        for status in ("000", "099", "600", "1000", "abc", "20", "-200")
    },
    "1 interim answer": behaves(INTERIM + NO_CONTENT, accepted(), kept=True),
    "8 interim answers": behaves(INTERIM * 8 + NO_CONTENT, accepted(), kept=True),
    "9 interim answers": behaves(INTERIM * 9 + NO_CONTENT, INVALID),
    "interim answers without end": behaves(floods(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), INVALID),
    "101": behaves(b"HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n", INVALID),
}


# Status lines


def status_only(status: int) -> bytes:
    return f"HTTP/1.1 {status} x\r\n".encode() + EMPTY


def redirect(status: int, *, elsewhere: bool) -> Behaviour:
    async def script(peer: HostilePeer) -> None:
        location = peer.stage.elsewhere if elsewhere else "/again"
        head = f"HTTP/1.1 {status} x\r\nlocation: {location}\r\n".encode()
        while True:
            await peer.request()
            await (peer.take() if peer.stage.mended else peer.say(head + EMPTY))

    return behaves(script, refused(status), kept=True)


REFUSALS = (400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 451, 500, 501, 502, 503, 504, 529, 599)
STATUSES = {
    **{f"answers {status}": behaves(status_only(status), accepted(status), kept=True) for status in (200, 201, 202)},
    **{f"answers {status}": behaves(status_only(status), accepted(status), kept=True) for status in (206, 299)},
    "answers 204 with a body": behaves(b"HTTP/1.1 204 x\r\ncontent-length: 2\r\n\r\nno", accepted()),
    **{f"answers {status}": behaves(status_only(status), refused(status), kept=True) for status in REFUSALS},
    **{
        f"redirects with {status} {'elsewhere' if elsewhere else 'to itself'}": redirect(status, elsewhere=elsewhere)
        for status in range(300, 309)
        for elsewhere in (False, True)
    },
}


# Bodies. The status line decides the outcome before they begin.


@cache
def bomb() -> bytes:
    """10 MiB of compressed zeros, which decompress to 10 GiB."""
    member = gzip.compress(bytes(GIB // 100), 9)
    return member * (10_485_760 // len(member))


async def sends_a_bomb(peer: HostilePeer) -> None:
    await peer.request()
    head = f"HTTP/1.1 500 x\r\ncontent-encoding: gzip\r\ncontent-length: {len(bomb())}\r\n\r\n".encode()
    await peer.say(head)
    for start in range(0, len(bomb()), PIECE_BYTES):
        await peer.say(bomb()[start : start + PIECE_BYTES])


async def ends_too_soon(peer: HostilePeer) -> None:
    await peer.request()
    await peer.say(OK + b"content-length: 100\r\n\r\nshort")


def a_gibibyte(status: int) -> Behaviour:
    head = f"HTTP/1.1 {status} x\r\ncontent-length: {GIB}\r\n\r\n".encode()
    expected = accepted(status) if status < 300 else refused(status)
    return behaves(floods(head, b"." * PIECE_BYTES, times=GIB // PIECE_BYTES), expected)


BODIES = {
    "body at 1 byte a second": behaves(
        drips(b"." * 100, after=OK + b"content-length: 100\r\n\r\n"), accepted(200), within_s=BODY_S
    ),
    "body stalls": behaves(
        then_waits(b"HTTP/1.1 500 x\r\ncontent-length: 100\r\n\r\nwhy"), refused(500), within_s=BODY_S
    ),
    "chunks without end": behaves(floods(OK + CHUNKED, b"1000\r\n" + b"." * 4_096 + b"\r\n"), accepted(200)),
    "chunk longer than it says": behaves(OK + CHUNKED + b"1\r\nmore than one\r\n0\r\n\r\n", accepted(200)),
    "chunk shorter than it says": behaves(
        then_waits(OK + CHUNKED + b"ffff\r\nless\r\n0\r\n\r\n"), accepted(200), within_s=BODY_S
    ),
    "chunk of no size": behaves(OK + CHUNKED + b"none\r\n", accepted(200)),
    "chunk size beyond 64 bits": behaves(OK + CHUNKED + b"f" * 20 + b"\r\n", accepted(200)),
    "length too long": behaves(then_waits(OK + b"content-length: 100\r\n\r\nshort"), accepted(200), within_s=BODY_S),
    "length too long, then closed": behaves(ends_too_soon, accepted(200)),
    "length too short": behaves(OK + b"content-length: 2\r\n\r\nmore than two", accepted(200)),
    "length negative": behaves(OK + b"content-length: -2\r\n\r\nno", INVALID),
    "length twice, the same": behaves(OK + b"content-length: 2\r\ncontent-length: 2\r\n\r\nno", INVALID),
    "length twice, not the same": behaves(OK + b"content-length: 2\r\ncontent-length: 3\r\n\r\nno", INVALID),
    "length and chunks": behaves(OK + b"content-length: 2\r\n" + CHUNKED + b"0\r\n\r\n", INVALID),
    "length beyond 64 bits": behaves(OK + b"content-length: " + b"9" * 30 + b"\r\n\r\nno", INVALID),
    "1 GiB after 200": a_gibibyte(200),
    "1 GiB after 500": a_gibibyte(500),
    "gzip bomb": behaves(sends_a_bomb, refused(500)),
    "body until it closes, without end": behaves(floods(OK + b"\r\n", b"." * PIECE_BYTES), accepted(200)),
}


# Retry-After

DATED = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"


def come_again(status: int, *values: str) -> bytes:
    lines = "".join(f"retry-after: {value}\r\n" for value in values)
    return f"HTTP/1.1 {status} x\r\n{DATED}{lines}".encode() + EMPTY


COME_AGAIN: dict[str, tuple[tuple[str, ...], float | None]] = {
    "0": (("0",), 0),
    "5": (("5",), 5),
    "a thousand million": (("1000000000",), 86_400),
    "1e9": (("1e9",), None),
    "-1": (("-1",), None),
    "1.5": (("1.5",), None),
    "IMF-fixdate": (("Sun, 06 Nov 1994 08:51:37 GMT",), 120),
    "RFC 850": (("Sunday, 06-Nov-94 08:51:37 GMT",), 120),
    "asctime": (("Sun Nov  6 08:51:37 1994",), 120),
    "past": (("Sat, 05 Nov 1994 08:49:37 GMT",), 0),
    "far ahead": (("Fri, 31 Dec 9999 23:59:59 GMT",), 86_400),
    "garbage": (("after the rain",), None),
    "twice": (("5", "7"), 7),
    "twice, one of them garbage": (("soon", "7"), 7),
}
RETRY_AFTER = {
    **{
        f"retry-after: {name}": behaves(come_again(503, *values), refused(503, wait_s), kept=True)
        for name, (values, wait_s) in COME_AGAIN.items()
    },
    "retry-after with 204": behaves(b"HTTP/1.1 204 x\r\nretry-after: 5\r\n\r\n", accepted(), kept=True),
}
