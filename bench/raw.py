"""The yardstick `raw`: the same bytes to the same receiver, as fast as a bare loop can send them, without storage.

It reads one line of JSON on standard input (`Order`) and writes one on standard output (`Sent`).
"""

import asyncio
import ssl
import sys
import time
from typing import cast

import msgspec
import uvloop

_END = b"\r\n\r\n"  # a 204 has no body


class Order(msgspec.Struct, kw_only=True):
    """What to send, how often, over how many connections. An `authority` (PEM file) selects TLS."""

    port: int
    request: bytes
    requests: int
    connections: int
    authority: str = ""


class Sent(msgspec.Struct, kw_only=True):
    """The time it took."""

    seconds: float
    processor_s: float


class _Connection(asyncio.Protocol):
    """Sends the next request when the previous one is answered."""

    left = 0
    """The number of requests that remain to be sent, over all connections."""
    under_way = 0

    def __init__(self, request: bytes, over: asyncio.Event) -> None:
        self._request = request
        self._over = over
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def send(self) -> None:
        if _Connection.left:
            _Connection.left -= 1
            _Connection.under_way += 1
            self._transport.write(self._request)
        elif not _Connection.under_way:
            self._over.set()

    def data_received(self, data: bytes) -> None:
        self._read += data
        if self._read.endswith(_END):
            assert self._read.startswith(b"HTTP/1.1 2"), self._read
            self._read = b""
            _Connection.under_way -= 1
            self.send()


async def send(order: Order) -> Sent:
    """Open the connections, then send everything."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    context = ssl.create_default_context(cafile=order.authority) if order.authority else None
    connections = [
        (await loop.create_connection(lambda: _Connection(order.request, over), "127.0.0.1", order.port, ssl=context))[
            1
        ]
        for _ in range(order.connections)
    ]
    _Connection.left = order.requests
    started_ns, used_ns = time.monotonic_ns(), time.process_time_ns()
    for connection in connections:
        connection.send()
    await over.wait()
    return Sent(
        seconds=(time.monotonic_ns() - started_ns) / 1e9,
        processor_s=(time.process_time_ns() - used_ns) / 1e9,
    )


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(send(given))))
