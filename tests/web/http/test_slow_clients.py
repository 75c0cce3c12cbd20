"""Slow clients, over real sockets: each is disconnected, and no other client is affected.

The clock is moved by hand, so the tests check which connections were closed, never how long something took.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from plantstore.web.http import connection_limits
from plantstore.web.http.connection_limits import BODY_BYTES_PER_S_MIN, SURPLUS_MAX
from plantstore.web.http.protocol import PATH_ESCAPES_MAX
from plantstore.web.http.request_parser import HEAD_BYTES_MAX
from tests.still_clock import StillClock
from tests.web.served import PLANTS, Served, serving

SLOW = 500
SWEPT_S_MAX = 10.0


def count_parts(served: Served) -> dict[str, int]:
    parts = [connection.awaited.value for connection in served.clients.open]
    return {part: parts.count(part) for part in set(parts)}


@pytest.mark.parametrize(
    "sent", [b"", b"G", b"GET /healthz HTTP/1.1\r\nhost: a\r\n", b"GET /healthz HTTP/1.1\r\nx-slow: "]
)
def test_a_head_without_an_end_is_refused(tmp_path: Path, clock: StillClock, sent: bytes) -> None:
    async def test(served: Served) -> None:
        reader, _ = await served.connect(sent)
        connection = await first(served)
        await served.until(lambda: connection.parser.waiting_bytes == len(sent))

        await served.pass_by(9.9)
        assert not reader.at_eof() and len(served.clients.open) == 1
        await served.pass_by(0.1)

        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert b"/docs/errors/too_slow" in answer
        assert b"x-request-id: req_" in answer

    serving(tmp_path, clock, test)


def test_a_trickling_body_is_refused_and_changes_nothing(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        reader, writer = await served.connect(served.post(b'{"name":', length=100_000))
        await served.until(lambda: count_parts(served) == {"body": 1})
        connection = await first(served)

        for _ in range(29):
            read = connection._read_bytes
            writer.write(b" ")
            await served.until(lambda: connection._read_bytes > read)  # noqa: B023
            await served.pass_by(1.0)
        assert len(served.clients.open) == 1
        await served.pass_by(1.0)

        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")

    serving(tmp_path, clock, test)


def test_a_large_body_at_a_fair_rate_is_accepted(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        body = b'{"name":"Rosa"}'.rjust(60 * BODY_BYTES_PER_S_MIN)
        head = served.post(b"", length=len(body))
        reader, writer = await served.connect(head)
        await served.until(lambda: count_parts(served) == {"body": 1})
        [connection] = served.clients.open

        for second in range(59):
            writer.write(body[second * BODY_BYTES_PER_S_MIN : (second + 1) * BODY_BYTES_PER_S_MIN])
            await served.until(lambda: connection._read_bytes >= (second + 1) * BODY_BYTES_PER_S_MIN)  # noqa: B023
            await served.pass_by(1.0)
        writer.write(body[59 * BODY_BYTES_PER_S_MIN :])

        assert (await reader.readline()).startswith(b"HTTP/1.1 201 ")

    serving(tmp_path, clock, test)


def test_five_hundred_slow_clients_do_not_affect_a_healthy_one(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        for number in range(SLOW):
            await served.connect(b"GET / HTTP/1.1\r\n" if number % 2 else served.post(b"{", length=50))
        await served.until(lambda: count_parts(served) == {"head": SLOW // 2, "body": SLOW // 2})

        added = await served.ask(served.post(connection="close"))
        listed = await served.ask(served.head(connection="close"))

        assert added.startswith(b"HTTP/1.1 201 ") and listed.startswith(b"HTTP/1.1 200 ")
        assert count_parts(served) == {"head": SLOW // 2, "body": SLOW // 2}, "the slow clients were still connected"

        await served.pass_by(10.0)
        await served.until(lambda: count_parts(served) == {"body": SLOW // 2})
        await served.pass_by(20.0)
        await served.until(lambda: not served.clients.open)

    serving(tmp_path, clock, test)


def test_an_idle_client_is_not_slow(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        reader, writer = await served.connect(served.head())
        await reader.readuntil(b'"prev":null}')

        await served.pass_by(60.0)
        writer.write(served.head())

        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")

    serving(tmp_path, clock, test)


def test_each_request_has_its_own_timeout(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        reader, writer = await served.connect(served.head())
        await reader.readuntil(b'"prev":null}')
        await served.pass_by(60.0)
        writer.write(b"GET / HT")
        [connection] = served.clients.open
        await served.until(lambda: connection.parser.waiting_bytes == len(b"GET / HT"))

        await served.pass_by(9.0)
        assert not reader.at_eof()
        await served.pass_by(1.0)

        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")

    serving(tmp_path, clock, test)


def test_sweeps_end_with_the_last_connection_and_begin_with_the_next(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "SWEEP_S", 0.0)

    async def test(served: Served) -> None:
        for _ in range(3):
            await served.until(lambda: served.clients._timer is None)
            reader, _ = await served.connect(b"GET /")
            connection = await first(served)
            await served.until(lambda: connection.parser.waiting_bytes == len(b"GET /"))  # noqa: B023
            clock.move(10.0)
            assert (await reader.read()).startswith(b"HTTP/1.1 408 ")

    async def in_time(served: Served) -> None:
        async with asyncio.timeout(SWEPT_S_MAX):
            await test(served)

    serving(tmp_path, clock, in_time)


@pytest.mark.parametrize("over", [0, 1])
def test_the_size_of_a_head_is_limited(tmp_path: Path, clock: StillClock, over: int) -> None:
    async def test(served: Served) -> None:
        start, end = served.head(connection="close")[:-2] + b"x-long: ", b"\r\n\r\n"
        filled = start.ljust(HEAD_BYTES_MAX + over - len(end), b"a")
        whole = await served.ask(filled + end)
        reader, writer = await served.connect(filled)
        connection = await first(served)
        await served.until(lambda: connection.parser.waiting_bytes == len(filled))
        writer.write(end)

        expected = b"HTTP/1.1 431 " if over else b"HTTP/1.1 200 "
        assert whole.startswith(expected)
        assert (await reader.read()).startswith(expected)

    serving(tmp_path, clock, test)


@pytest.mark.parametrize("over", [0, 1])
def test_percent_signs_in_a_path_are_limited(tmp_path: Path, clock: StillClock, over: int) -> None:
    async def test(served: Served) -> None:
        path = PLANTS + "/by-sku/" + "%41" * (PATH_ESCAPES_MAX + over)

        answer = await served.ask(served.head(path=path, connection="close"))

        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 " if over else b"HTTP/1.1 404 ")
        assert (b"percent signs" in body) == bool(over)

    serving(tmp_path, clock, test)


async def first(served: Served) -> Any:
    await served.until(lambda: len(served.clients.open) == 1)
    return next(iter(served.clients.open))


def test_trailers_are_not_headers_and_are_limited(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        bare = b"POST /api/v1/plants HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\nconnection: close\r\n"
        trailer = f"authorization: Bearer {served.site.operator.text}\r\n\r\n".encode()
        smuggled = await served.ask(bare + b"\r\n0\r\n" + trailer)
        reader, writer = await served.connect(served.head("POST", transfer_encoding="chunked") + b"0\r\nx-long: ")
        await served.until(lambda: count_parts(served).get("body") == 1)
        writer.write(b"a" * (HEAD_BYTES_MAX + 1))

        assert smuggled.startswith(b"HTTP/1.1 401 ")
        assert (await reader.read()).startswith(b"HTTP/1.1 431 ")

    serving(tmp_path, clock, test)


def test_bytes_that_are_not_http_get_a_problem_document(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        answer = await served.ask(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")

        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b"application/problem+json" in head and b"connection: close" in head
        assert b"/docs/errors/malformed" in body

    serving(tmp_path, clock, test)


def test_connections_beyond_the_limit_get_a_503(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        for _ in range(3):
            await served.connect(b"GET /")
        await served.until(lambda: len(served.clients.open) == 3)

        refused = await served.ask(served.head())

        assert refused.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"retry-after: 1\r\n" in refused
        assert b"x-request-id: req_" in refused
        assert served.site.dependencies.metrics.snapshot().refused == {"connections": 1}

        await served.pass_by(10.0)
        await served.until(lambda: not served.clients.open)
        assert (await served.ask(served.head(connection="close"))).startswith(b"HTTP/1.1 200 ")

    serving(tmp_path, clock, test, client_connections_max=3)


def test_connections_far_beyond_the_limit_are_closed_without_a_response(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        for _ in range(1 + SURPLUS_MAX):
            await served.connect()
        await served.until(lambda: len(served.clients.open) == 1 + SURPLUS_MAX)

        reader, _ = await served.connect()

        with suppress(ConnectionResetError):
            assert await reader.read() == b"", "nothing was said"
        await served.until(lambda: len(served.clients.open) == 1 + SURPLUS_MAX)

    serving(tmp_path, clock, test, client_connections_max=1)
