"""The HTTP server: its Date header, and how it stops."""

import asyncio
import re
import socket
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from plantstore.domain.timestamps import SECOND_US
from plantstore.web.http.server import STOP_S_MAX, Server
from tests.still_clock import StillClock
from tests.web.served import Served, serving

ENDED_S_MAX = 10.0


def test_a_request_that_outlasts_the_stop_gets_no_response() -> None:
    """Its outcome is not known, so a 500 would be untrue, and a client would not repeat the request."""
    begun = asyncio.Event()

    async def endless(_scope: Any, _receive: Any, _send: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def stop_during_a_request() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        server = Server(endless)
        assert server.config.timeout_graceful_shutdown == STOP_S_MAX
        server.config.timeout_graceful_shutdown = 0
        task = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(b"POST / HTTP/1.1\r\nhost: store.test\r\ncontent-length: 0\r\n\r\n")
        async with asyncio.timeout(ENDED_S_MAX):
            await begun.wait()
            server.should_exit = True
            received = await reader.read()
            writer.close()
            await task
        assert received == b""

    asyncio.run(stop_during_a_request())


def test_the_date_header_is_current_after_any_pause(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        for pause_s in (0.0, 1.0, 86_400.0):
            clock.move(pause_s)
            answer = await served.ask(served.head(connection="close"))
            [date] = re.findall(rb"(?m)^date: (.+)\r$", answer)
            assert parsedate_to_datetime(date.decode()).timestamp() == clock.now() // SECOND_US

    serving(tmp_path, clock, test)
