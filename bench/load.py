"""Add plants over persistent connections, as fast as possible or at a steady rate, and measure the response times.

It reads one line of JSON on standard input (`Order`) and writes one on standard output (`Answered`).
"""

import asyncio
import sys
import time
from functools import partial
from typing import cast

import msgspec
import uvloop

from bench.processes import OTHER_CORE, BenchFailed, ask

NS_PER_S = 1_000_000_000
_END, _LENGTH = b"\r\n\r\n", b"\r\ncontent-length: "


class Order(msgspec.Struct, kw_only=True):
    """What to do. With `per_second` 0, a request is sent as soon as the previous one is answered."""

    port: int
    token: str
    plants: int
    connections: int
    first: int
    per_second: float = 0.0


class Answered(msgspec.Struct, kw_only=True):
    """The results."""

    seconds: float
    answers_us: list[int]
    refused: list[str]


class _Load:
    """Supplies the plants and collects the responses."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._next = order.first
        self._end = order.first + order.plants
        self._head = (
            f"POST /api/v1/plants HTTP/1.1\r\nhost: 127.0.0.1:{order.port}\r\nauthorization: Bearer {order.token}\r\n"
            "content-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
        )
        self._started_ns = time.monotonic_ns()
        self.answers_us: list[int] = []
        self.refused: list[str] = []
        self.over = asyncio.Event()

    def start(self) -> None:
        self._started_ns = time.monotonic_ns()

    def result(self) -> Answered:
        seconds = (time.monotonic_ns() - self._started_ns) / NS_PER_S
        return Answered(seconds=seconds, answers_us=self.answers_us, refused=self.refused)

    def next_request(self) -> tuple[float, bytes] | None:
        """Return the next plant, with the seconds until it is due, negative if it is late; None at the end."""
        number = self._next
        if number == self._end:
            return None
        self._next = number + 1
        body = f'{{"name":"Plant number {number}","sku":"SKU-{number}","price":"12.50"}}'
        wait_s = 0.0
        if self._order.per_second:
            due_s = (number - self._order.first) / self._order.per_second
            wait_s = due_s - (time.monotonic_ns() - self._started_ns) / NS_PER_S
        return wait_s, (self._head % (len(body), body)).encode()

    def answered(self, sent_ns: int, answer: bytes) -> None:
        self.answers_us.append((time.monotonic_ns() - sent_ns) // 1000)
        if not answer.startswith(b"HTTP/1.1 201 "):
            self.refused.append(answer[:300].decode(errors="replace"))
        if len(self.answers_us) == self._order.plants:
            self.over.set()


class _Connection(asyncio.Protocol):
    """Sends one request at a time."""

    def __init__(self, load: _Load) -> None:
        self._load = load
        self._read = b""
        self._sent_ns = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def go_on(self) -> None:
        request = self._load.next_request()
        if request is None:
            return
        wait_s, whole = request
        if wait_s > 0:
            asyncio.get_running_loop().call_later(wait_s, partial(self._send, whole))
        else:
            self._send(whole, late_s=-wait_s)

    def data_received(self, data: bytes) -> None:
        self._read += data
        end = self._read.find(_END)
        if end < 0:
            return
        start = self._read.index(_LENGTH) + len(_LENGTH)
        if len(self._read) < end + len(_END) + int(self._read[start : self._read.index(b"\r\n", start)]):
            return
        answer, self._read = self._read, b""
        self._load.answered(self._sent_ns, answer)
        self.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self._load.refused.append(f"a connection was lost: {error}")
        self._load.over.set()

    def _send(self, whole: bytes, late_s: float = 0.0) -> None:
        """Send a request. If it had to wait for a free connection, its time counts from when it was due."""
        self._sent_ns = time.monotonic_ns() - int(late_s * NS_PER_S)
        self._transport.write(whole)


async def add_plants(order: Order) -> Answered:
    """Open the connections, add the plants, and return the times."""
    loop = asyncio.get_running_loop()
    load = _Load(order)
    connections = [
        (await loop.create_connection(lambda: _Connection(load), "127.0.0.1", order.port))[1]
        for _ in range(order.connections)
    ]
    load.start()
    for connection in connections:
        connection.go_on()
    await load.over.wait()
    return load.result()


def in_own_process(order: Order) -> Answered:
    """Add plants from OTHER_CORE; a refused request ends the bench."""
    answered = ask("bench.load", order, Answered, core=OTHER_CORE)
    if answered.refused:
        raise BenchFailed(f"{len(answered.refused)} requests were refused, such as: {answered.refused[0]}")
    return answered


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(add_plants(given))))
