"""The yardstick `raw` for adding: a bare server that answers 201 to each plant, forwards a request, and stores nothing.

`python -m bench.raw_relay RECEIVER_PORT REQUEST_FILE CONNECTIONS` prints its port. It forwards the same request each
time, the bytes of REQUEST_FILE.
"""

import asyncio
import sys
from pathlib import Path
from typing import cast

import uvloop

_LENGTH, _END = b"\r\ncontent-length: ", b"\r\n\r\n"
_ANSWER = b'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n{"id":1}'


class _Onward:
    """The connections to the receiver, and the number of requests that wait for a free one."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._free: list[asyncio.Transport] = []
        self._waiting = 0

    def send(self) -> None:
        if self._free:
            self._free.pop().write(self._request)
        else:
            self._waiting += 1

    def free(self, transport: asyncio.Transport) -> None:
        if self._waiting:
            self._waiting -= 1
            transport.write(self._request)
        else:
            self._free.append(transport)


class _ToReceiver(asyncio.Protocol):
    def __init__(self, onward: _Onward) -> None:
        self._onward = onward
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._onward.free(self._transport)

    def data_received(self, data: bytes) -> None:
        self._read += data
        if self._read.endswith(_END):  # a 204 has no body
            self._read = b""
            self._onward.free(self._transport)


class _FromCaller(asyncio.Protocol):
    def __init__(self, onward: _Onward) -> None:
        self._onward = onward
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        read = self._read = self._read + data
        end = read.find(_END)
        if end < 0:
            return
        start = read.index(_LENGTH) + len(_LENGTH)
        if len(read) >= end + len(_END) + int(read[start : read.index(b"\r\n", start)]):
            self._read = b""
            self._transport.write(_ANSWER)
            self._onward.send()


async def relay(receiver_port: int, request: bytes, connections: int) -> None:
    """Serve until the process is ended."""
    loop, onward = asyncio.get_running_loop(), _Onward(request)
    for _ in range(connections):
        await loop.create_connection(lambda: _ToReceiver(onward), "127.0.0.1", receiver_port)
    server = await loop.create_server(lambda: _FromCaller(onward), "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(relay(int(sys.argv[1]), Path(sys.argv[2]).read_bytes(), int(sys.argv[3])))
