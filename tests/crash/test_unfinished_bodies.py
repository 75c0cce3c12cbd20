"""Hundreds of bodies that are never finished, sent to a real process: they share one limit of memory."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.crash.caller import Caller
from tests.crash.program import Program

BODIES, BODY_BYTES = 600, 1_048_576
GROWTH_MIB_MAX = 96  # the limit of all bodies together is 64 MiB; the rest is for 600 connections and their buffers
HEAD = b"POST /api/v1/plants HTTP/1.1\r\nhost: a\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\n"


async def test_six_hundred_unfinished_bodies_take_little_memory(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async with Program(tmp_path) as program:
        caller = Caller(program.port, program.token)
        for number in range(20):
            assert (await caller.ask("POST", "/api/v1/plants", {"name": f"Rosa {number}"})).status == 201
        before = program.memory_mib_max
        head = HEAD % program.token.encode() + b"content-length: %d\r\n\r\n" % BODY_BYTES
        open_now: list[asyncio.StreamWriter] = []

        async def begin() -> None:
            _, writer = await asyncio.open_connection("127.0.0.1", program.port)
            open_now.append(writer)
            with suppress(ConnectionError):
                writer.write(head + b" " * (BODY_BYTES - 1))
                await writer.drain()

        for _ in range(BODIES // 50):
            await asyncio.gather(*(begin() for _ in range(50)))
            assert (await caller.ask("POST", "/api/v1/plants", {"name": "Acer"})).status == 201, "others are served"
        growth = program.memory_mib_max - before
        record_property("growth_mib", growth)
        await caller.close()
        for writer in open_now:
            writer.close()
        assert await program.stop() == 0

    assert growth <= GROWTH_MIB_MAX, growth
