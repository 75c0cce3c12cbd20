"""Defective receivers: black holes, slow ones, and ones whose response never ends.

`python -m bench.bad_receivers` prints two ports. The first never accepts a connection. At the second, the path selects
the behaviour: `/slow` responds after SLOW_S, `/endless` sends a piece of a response now and then, for ever.
"""

import asyncio
import socket
import sys
from contextlib import suppress

import uvloop

SLOW_S = 14.0  # a second less than the store's timeout
PIECE, PIECE_S = b"x" * 64, 0.1
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n"
_LENGTH = b"content-length: "


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            start = head.index(_LENGTH) + len(_LENGTH)
            await reader.readexactly(int(head[start : head.index(b"\r\n", start)]))
            if head.startswith(b"POST /slow"):
                await asyncio.sleep(SLOW_S)
                writer.write(_HEAD % 0)
            else:
                writer.write(_HEAD % (1 << 40))
                while not writer.is_closing():
                    writer.write(PIECE)
                    await writer.drain()
                    await asyncio.sleep(PIECE_S)
    writer.close()


async def serve() -> None:
    """Serve until the process is ended."""
    hole = socket.create_server(("127.0.0.1", 0), backlog=0)
    waiting = []  # they fill the accept queue, so the system ignores all later connections
    for _ in range(4):
        one = socket.socket()
        one.setblocking(False)
        with suppress(BlockingIOError):
            one.connect(hole.getsockname())
        waiting.append(one)
    server = await asyncio.start_server(_answer, "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{hole.getsockname()[1]} {server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve())
