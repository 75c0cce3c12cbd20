"""A proxy between a store and its database that cuts the connection when a COMMIT passes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from enum import StrEnum

from tests.crash.caller import CUT_OFF
from tests.postgres.cluster import OWNER, Cluster

BEGIN, COMMIT = b"BEGIN ", b"COMMIT\0"  # a statement of its own, and also the server's reply when it is done
CHUNK_BYTES = 65_536


class CutPoint(StrEnum):
    """When the connection is cut, from the server's point of view."""

    BEFORE = "before"
    """The server has not received the COMMIT."""
    MEANWHILE = "meanwhile"
    """The COMMIT is on its way: its outcome is unknown."""
    AFTER = "after"
    """The server has committed, but its response does not arrive."""


class CuttableWire:
    """Forwards everything. `judge` sees the bytes of a transaction and decides whether to cut its COMMIT."""

    def __init__(self, server: Cluster, judge: Callable[[bytes], CutPoint | None], *, host: str) -> None:
        self.host = host
        self.port = 0
        self.cuts = 0
        self._server = server
        self._judge = judge

    def url(self, database: str) -> str:
        return f"postgresql://{OWNER}:{self._server.password}@{self.host}:{self.port}/{database}"

    async def serve(self, near: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        """Forward one connection until either end closes it or it is cut."""
        far, far_writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        passing = _Passing()
        tasks = [
            asyncio.create_task(self._there(near, far_writer, passing)),
            asyncio.create_task(self._back(far, near_writer, passing)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for writer in (near_writer, far_writer):
                writer.close()
                with suppress(*CUT_OFF):
                    await writer.wait_closed()

    async def _there(self, near: asyncio.StreamReader, far: asyncio.StreamWriter, passing: "_Passing") -> None:
        with suppress(*CUT_OFF):
            while data := await near.read(CHUNK_BYTES):
                passing.sent = data if BEGIN in data else passing.sent + data
                cut = self._judge(passing.sent) if COMMIT in data else None
                if cut is not None:
                    self.cuts += 1
                if cut is CutPoint.BEFORE:
                    return
                passing.is_last = cut is not None  # the response may arrive before the cut
                far.write(data)
                await far.drain()
                if cut is CutPoint.MEANWHILE:
                    return

    async def _back(self, far: asyncio.StreamReader, near: asyncio.StreamWriter, passing: "_Passing") -> None:
        with suppress(*CUT_OFF):
            while data := await far.read(CHUNK_BYTES):
                if passing.is_last and COMMIT in data:
                    return
                near.write(data)
                await near.drain()


class _Passing:
    """The state of one connection: the bytes sent since the last BEGIN, and whether it ends with its COMMIT."""

    def __init__(self) -> None:
        self.sent = b""
        self.is_last = False


@asynccontextmanager
async def a_wire(
    server: Cluster, judge: Callable[[bytes], CutPoint | None], *, host: str = "127.0.0.1"
) -> AsyncIterator[CuttableWire]:
    wire = CuttableWire(server, judge, host=host)
    listening = await asyncio.start_server(wire.serve, host, 0)
    wire.port = listening.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        listening.close()
        await listening.wait_closed()
