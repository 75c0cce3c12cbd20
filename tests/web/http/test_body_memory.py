"""Unfinished bodies stay within their memory limit: over real sockets, with a clock moved by hand."""

import asyncio
import json
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send

from plantstore.web.http.body_memory import SAMPLES_MAX, Pace
from plantstore.web.http.connection_limits import BODY_BYTES_PER_S_MIN, UNCOUNTED_BYTES_MAX, Connection
from plantstore.web.http.problems import TooSlow
from tests.still_clock import StillClock
from tests.web.served import Served, Streams, serving

LIMIT = 1_048_576
SHARE = 131_072


async def begin(served: Served, sent: int, *, length: int = LIMIT) -> tuple[Streams, Connection]:
    """Send the beginning of a body, and wait until it is counted."""
    known, before = set(served.clients.open), served.clients.bodies.held_bytes
    streams = await served.connect(served.post(b" " * sent, length=length))
    await served.until(lambda: served.clients.bodies.held_bytes == before + sent)
    return streams, next(iter(served.clients.open - known))


async def send_more(served: Served, streams: Streams, connection: Connection, sent: int) -> None:
    before = connection._read_bytes
    streams[1].write(b" " * sent)
    await served.until(lambda: connection._read_bytes == before + sent)


def test_a_body_that_slows_to_a_trickle_is_refused(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        streams, connection = await begin(served, LIMIT - 1_000)
        await served.pass_by(1.0)

        for _ in range(29):
            await send_more(served, streams, connection, 1)
            await served.pass_by(1.0)
        assert not connection.transport.is_closing(), "30 s ago none of it had arrived"
        await send_more(served, streams, connection, 1)
        await served.pass_by(1.0)

        assert (await streams[0].read()).startswith(b"HTTP/1.1 408 ")
        assert served.clients.bodies.held_bytes == 0

    serving(tmp_path, clock, test)


def test_chunk_extensions_do_not_count_as_progress(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        head = served.head("POST", content_type="application/json", transfer_encoding="chunked")
        reader, writer = await served.connect(head + b"1\r\n \r\n")
        await served.until(lambda: any(one._read_bytes == 1 for one in served.clients.open))
        [connection] = served.clients.open
        for second in range(30):
            writer.write(b"1;a=" + b"b" * 2_000 + b"\r\n \r\n")
            await served.until(lambda: connection._read_bytes == second + 2)  # noqa: B023
            await served.pass_by(1.0)

        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")

    serving(tmp_path, clock, test)


def test_a_body_that_pauses_for_less_than_the_window_is_accepted(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        body = b'{"name":"Rosa"}'.rjust(LIMIT)
        streams, connection = await begin(served, SHARE)
        await send_more(served, streams, connection, len(body) - SHARE - 1_000)
        for _ in range(29):
            await served.pass_by(1.0)
        streams[1].write(body[-1_000:])

        assert (await streams[0].readline()).startswith(b"HTTP/1.1 201 ")
        await served.until(lambda: served.clients.bodies.held_bytes == 0)

    serving(tmp_path, clock, test)


def test_a_long_window_has_few_samples() -> None:
    pace = Pace(3_600, now_s=0, total_bytes=0)
    for now_s in range(1, 10_000):
        pace.note(now_s, now_s * BODY_BYTES_PER_S_MIN)

    assert len(pace._samples) <= SAMPLES_MAX + 2
    assert 3_600 <= pace.waited_s(9_999) <= 3_600 * (1 + 1 / SAMPLES_MAX)
    assert pace.since(9_999 * BODY_BYTES_PER_S_MIN) == pace.waited_s(9_999) * BODY_BYTES_PER_S_MIN


def test_bodies_up_to_the_limit_are_read_and_one_byte_more_ends_the_slowest(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        sizes = [SHARE, SHARE + 1, SHARE - 1, *[SHARE] * (LIMIT // SHARE - 3)]
        begun = [await begin(served, size) for size in sizes]
        await served.pass_by(20.0)
        assert served.clients.bodies.held_bytes == LIMIT
        assert not any(connection.transport.is_closing() for _, connection in begun), "exactly the limit"

        await send_more(served, *begun[0], 1)

        assert (await begun[2][0][0].read()).startswith(b"HTTP/1.1 503 ")
        assert [size for size, (_, one) in zip(sizes, begun, strict=True) if one.transport.is_closing()] == [SHARE - 1]
        assert served.clients.bodies.held_bytes == LIMIT + 1 - (SHARE - 1)

    serving(tmp_path, clock, test, bodies_bytes_max=LIMIT)


def test_the_body_with_the_least_progress_is_refused_first_then_the_oldest(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        begun = []
        for _ in range(LIMIT // SHARE):
            begun.append(await begin(served, SHARE))
            await served.pass_by(1.0)
        await served.pass_by(30.0 - len(begun))  # all of them arrived within the last 30 s
        await send_more(served, *begun[0], SHARE)

        first = await begun[1][0][0].read()

        assert first.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"retry-after: 1\r\n" in first and b"connection: close" in first
        assert b"/docs/errors/unavailable" in first
        assert [connection.transport.is_closing() for _, connection in begun] == [False, True] + [False] * 6
        assert served.clients.bodies.held_bytes == LIMIT

    serving(tmp_path, clock, test, bodies_bytes_max=LIMIT)


def test_many_unfinished_bodies_stay_within_the_limit_and_spare_a_healthy_one(
    tmp_path: Path, clock: StillClock
) -> None:
    async def test(served: Served) -> None:
        memory = served.clients.bodies
        for number in range(64):
            await served.connect(served.post(b" " * 65_536, length=LIMIT))
            await served.until(lambda: len(served.clients.open) >= min(number + 1, 16))  # noqa: B023
            if number % 8 == 7:
                body = json.dumps({"name": f"Rosa {number}"}).encode()
                added = await served.ask(served.post(body, connection="close"))
                assert added.startswith(b"HTTP/1.1 201 ")
            assert memory.held_bytes <= LIMIT

        await served.until(lambda: len(served.clients.open) <= LIMIT // 65_536)
        assert memory.held_bytes > 0, "those that fit are still there"
        await served.pass_by(30.0)
        await served.pass_by(30.0)
        await served.until(lambda: not served.clients.open)
        assert memory.held_bytes == 0

    serving(tmp_path, clock, test, bodies_bytes_max=LIMIT)


@pytest.mark.parametrize("way", ["answered", "refused", "hung up", "too large"])
def test_every_end_of_a_request_frees_its_memory(tmp_path: Path, clock: StillClock, way: str) -> None:
    async def test(served: Served) -> None:
        (reader, writer), _ = await begin(served, SHARE, length=SHARE + 15)
        if way == "answered":
            writer.write(b'{"name":"Rosa"}')
            assert (await reader.readline()).startswith(b"HTTP/1.1 201 ")
        elif way == "refused":
            writer.write(b"{nonsense......")
            assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
        elif way == "hung up":
            writer.close()
        else:
            chunked = served.head("POST", content_type="application/json", transfer_encoding="chunked")
            answer = await served.ask(chunked + b"%x\r\n" % (2 * LIMIT) + b" " * (LIMIT + 1))
            assert answer.startswith(b"HTTP/1.1 413 ")
            writer.close()

        await served.until(lambda: served.clients.bodies.held_bytes == 0)

    serving(tmp_path, clock, test)


def test_an_upload_streamed_to_disk_does_not_count(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        row = b"Rosa canina,%s\n" % (b"w" * 10_000)
        body = b"name,description\n" + row * (3 * LIMIT // len(row))
        head = served.head(
            "POST", "/api/v1/imports?name=list.csv", content_type="text/csv", content_length=f"{len(body)}"
        )
        reader, writer = await served.connect(head)
        writer.write(body[: 2 * LIMIT])
        await writer.drain()
        await served.until(lambda: any(one._read_bytes == 2 * LIMIT for one in served.clients.open))
        assert served.clients.bodies.held_bytes == 0
        writer.write(body[2 * LIMIT :])

        assert (await reader.readline()).startswith(b"HTTP/1.1 20")

    serving(tmp_path, clock, test, bodies_bytes_max=LIMIT)


def test_a_client_that_does_not_read_its_response_blocks_no_other(tmp_path: Path, clock: StillClock) -> None:
    """A body that will not be read, because its response has begun, is freed before any request is refused."""

    async def test(served: Served) -> None:
        (_, _), hoarder = await begin(served, SHARE)
        streams, connection = await begin(served, LIMIT - SHARE)
        hoarder.cycle.response_started = True  # as while the client does not read its response

        await send_more(served, streams, connection, 1)

        assert served.clients.bodies.held_bytes == LIMIT - SHARE + 1
        assert not connection.transport.is_closing() and not hoarder.transport.is_closing()

    serving(tmp_path, clock, test, bodies_bytes_max=LIMIT)


@pytest.mark.parametrize("over", [0, 1])
def test_small_bodies_are_not_counted(tmp_path: Path, clock: StillClock, over: int) -> None:
    async def test(served: Served) -> None:
        size = UNCOUNTED_BYTES_MAX + over
        await served.connect(served.post(b" " * size, length=LIMIT))
        await served.until(lambda: any(one._read_bytes == size for one in served.clients.open))

        assert served.clients.bodies.held_bytes == over * size

    serving(tmp_path, clock, test)


@pytest.mark.parametrize("way", ["refused", "hung up"])
def test_an_unread_body_is_freed(tmp_path: Path, clock: StillClock, way: str) -> None:
    waits = asyncio.Event()

    async def wait(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await waits.wait()

    async def test(served: Served) -> None:
        (_, writer), connection = await begin(served, SHARE // 4)
        assert len(connection.cycle.body) == SHARE // 4
        if way == "refused":
            connection.refuse(TooSlow("It did not arrive in time."))
        else:
            writer.close()
        await served.until(lambda: not served.clients.open)

        assert not connection.cycle.body and served.clients.bodies.held_bytes == 0
        waits.set()

    serving(tmp_path, clock, test, around=lambda _: wait)
