"""Clients that do not wait for each other: each request begins when it is due, whatever happened to earlier ones.

A request's time counts from when it was due, even if it had to wait for a free connection (no coordinated omission).
It reads one line of JSON on standard input (`Order`), and writes its results (`Answered`) to a file.
"""

import asyncio
import random
import re
import sys
import time
from collections import deque
from pathlib import Path
from typing import cast

import msgspec
import uvloop

from bench.processes import BenchFailed

US_PER_S = 1_000_000
ANSWER_S_MAX = 10.0  # a request without a response after this counts as failed
SILENT, BROKEN = 0, -1  # instead of a status: no response in time; the connection ended without one
TAB_S = 5.0  # how long a live page stays open
IMPORT_ROWS = 100
PLANT, IMPORT, PAGE, FEED, TAB = "plant", "import", "page", "feed", "tab"
GOOD = {PLANT: 201, IMPORT: 202, PAGE: 200, FEED: 200, TAB: 200}
PAGES = ("/plants?limit=50", "/deliveries", "/", "/receivers", "/health")
_END, _LENGTH, _CLOSE, _LAST = b"\r\n\r\n", b"\r\ncontent-length: ", b"\r\nconnection: close", b"\r\n0\r\n\r\n"
_RETRY, _IMPORT_ID = b"\r\nretry-after: ", re.compile(rb'"id":"(imp_[0-9a-z]+)"')


class Client(msgspec.Struct, kw_only=True):
    """Requests of one kind. `credentials` are tokens or, for pages and tabs, cookies, which take turns.

    `first` is the number in the name of its first plant or import. With `begins_s` and `ends_s` it works for a part of
    the time only.
    """

    name: str
    kind: str
    per_second: float
    begins_s: float
    ends_s: float
    credentials: list[str]
    first: int = 1
    connections_max: int = 1_000


class Order(msgspec.Struct, kw_only=True):
    """What to do. `seed` determines when requests are due: independent of each other, so at random times."""

    port: int
    clients: list[Client]
    results: str
    """The file that gets the results (`Answered`)."""
    seed: int = 1


class Sample(msgspec.Struct, array_like=True):
    """One request: when it was due since the beginning, how long until its response, and the status."""

    due_us: int
    took_us: int
    status: int
    number: int
    says_when: bool
    """The response says when to try again (Retry-After)."""


class Answered(msgspec.Struct, kw_only=True):
    """The results of each client, and the moment of the beginning by `time.monotonic_ns`."""

    began_ns: int
    samples: dict[str, list[Sample]]
    late_us: list[int]
    """How late requests were sent because this process had no processor: high values make the results worthless."""


class _Request:
    __slots__ = ("due_us", "number", "text")

    def __init__(self, number: int, due_us: int, text: bytes) -> None:
        self.number = number
        self.due_us = due_us
        self.text = text


class _Source:
    """Makes the requests of one client, and keeps its connections and results."""

    def __init__(self, client: Client, port: int, seed: int) -> None:
        self.client = client
        self.samples: list[Sample] = []
        self.late_us: list[int] = []
        self.idle: list[_Connection] = []
        self.busy: set[_Connection] = set()
        self.waiting: deque[_Request] = deque()
        self._port = port
        self._chance = random.Random(f"{seed} {client.name}")
        self._number = client.first
        self._due_s = client.begins_s
        self._began_us = 0
        self.open = 0

    @property
    def is_done(self) -> bool:
        return self._due_s >= self.client.ends_s and not self.busy and not self.waiting

    def start(self, began_us: int) -> None:
        self._began_us = began_us
        self._due_s += self._chance.expovariate(self.client.per_second)
        self._set_timer()

    def now_us(self) -> int:
        return time.monotonic_ns() // 1_000 - self._began_us

    def finish(self, request: _Request, status: int, *, says_when: bool = False) -> None:
        took_us = self.now_us() - request.due_us
        self.samples.append(Sample(request.due_us, took_us, status, request.number, says_when))

    def release(self, connection: "_Connection") -> None:
        """Take back a connection that can be used again."""
        self.busy.discard(connection)
        if self.waiting:
            self._send(connection, self.waiting.popleft())
        else:
            self.idle.append(connection)

    def lost(self, connection: "_Connection") -> None:
        self.open -= 1
        self.busy.discard(connection)
        if connection in self.idle:
            self.idle.remove(connection)
        if self.waiting:
            self._connect(self.waiting.popleft())

    def give_up(self) -> None:
        """End requests without a response."""
        limit_us = self.now_us() - int(ANSWER_S_MAX * US_PER_S)
        for connection in list(self.busy):
            if connection.request is not None and connection.request.due_us < limit_us:
                self.finish(connection.request, SILENT)
                connection.request = None
                connection.abort()
        while self.waiting and self.waiting[0].due_us < limit_us:
            self.finish(self.waiting.popleft(), SILENT)

    def _set_timer(self) -> None:
        if self._due_s < self.client.ends_s:
            wait_s = self._due_s - self.now_us() / US_PER_S
            asyncio.get_running_loop().call_later(max(0.0, wait_s), self._tick)

    def _tick(self) -> None:
        now_s = self.now_us() / US_PER_S
        while self._due_s <= now_s and self._due_s < self.client.ends_s:
            self.late_us.append(int((now_s - self._due_s) * US_PER_S))
            self._begin(_Request(self._number, int(self._due_s * US_PER_S), self._text()))
            self._number += 1
            self._due_s += self._chance.expovariate(self.client.per_second)
        self._set_timer()

    def _begin(self, request: _Request) -> None:
        if self.idle:
            self._send(self.idle.pop(), request)
        elif self.open < self.client.connections_max:
            self._connect(request)
        else:
            self.waiting.append(request)

    def _send(self, connection: "_Connection", request: _Request) -> None:
        self.busy.add(connection)
        connection.send(request)

    def _connect(self, request: _Request) -> None:
        self.open += 1
        connection = _Connection(self)
        connection.request = request
        self.busy.add(connection)
        loop = asyncio.get_running_loop()
        connection.dialling = loop.create_task(loop.create_connection(lambda: connection, "127.0.0.1", self._port))
        connection.dialling.add_done_callback(connection.dialled)

    def _text(self) -> bytes:
        client, number = self.client, self._number
        credential = client.credentials[number % len(client.credentials)]
        if client.kind == PLANT:
            body = f'{{"name":"Plant number {number}","sku":"{client.name}-{number}","price":"12.50"}}'
            return self._head("POST /api/v1/plants", credential, body, "application/json")
        if client.kind == IMPORT:
            rows = "".join(f"Plant {number} {at},{client.name}-{number}-{at},9.50\n" for at in range(IMPORT_ROWS))
            return self._head("POST /api/v1/imports?name=list", credential, "name,sku,price\n" + rows, "text/csv")
        if client.kind == FEED:
            return self._head(f"GET /api/v1/events?limit=100&after={number % 500}", credential)
        if client.kind == TAB:
            return self._page("/live/deliveries", credential, "text/event-stream")
        return self._page(PAGES[number % len(PAGES)], credential, "text/html")

    def confirmation(self, answer: bytes, number: int) -> bytes | None:
        """Return the second request of an import, after its list was taken."""
        found = _IMPORT_ID.search(answer)
        if self.client.kind != IMPORT or found is None or not answer.startswith(b"HTTP/1.1 201 "):
            return None
        credential = self.client.credentials[number % len(self.client.credentials)]
        return self._head(f"POST /api/v1/imports/{found[1].decode()}/confirmation", credential)

    def _head(self, line: str, token: str, body: str = "", media_type: str = "") -> bytes:
        sent = f"content-type: {media_type}\r\n" if media_type else ""
        return (
            f"{line} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\nauthorization: Bearer {token}\r\n"
            f"{sent}content-length: {len(body)}\r\n\r\n{body}"
        ).encode()

    def _page(self, path: str, cookie: str, accepts: str) -> bytes:
        return (
            f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\ncookie: {cookie}\r\naccept: {accepts}\r\n"
            "accept-encoding: gzip\r\n\r\n"
        ).encode()


class _Connection(asyncio.Protocol):
    """Sends one request at a time."""

    def __init__(self, source: _Source) -> None:
        self._source = source
        self._transport: asyncio.Transport | None = None
        self._read = b""
        self.request: _Request | None = None
        self.dialling: asyncio.Task[object] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if self.request is None:  # given up while it was dialled
            self._transport.abort()
        else:
            self._transport.write(self.request.text)

    def dialled(self, task: "asyncio.Task[object]") -> None:
        if task.cancelled() or task.exception() is not None:
            self._end(BROKEN)
            self._source.lost(self)

    def send(self, request: _Request) -> None:
        assert self._transport is not None
        self.request = request
        self._transport.write(request.text)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()
        elif self.dialling is not None:
            self.dialling.cancel()

    def data_received(self, data: bytes) -> None:
        if self.request is None:  # a live page that is open
            return
        self._read += data
        end = self._read.find(_END)
        if end < 0:
            return
        head = self._read[: end + 2]
        status = int(head[9:12])
        is_tab = self._source.client.kind == TAB and status == GOOD[TAB]
        if not (is_tab or self._is_whole(head, end + len(_END))):
            return
        answer, self._read = self._read, b""
        self._answered(head, answer, status, is_tab=is_tab)

    def connection_lost(self, _: Exception | None) -> None:
        self._end(BROKEN)
        self._source.lost(self)

    def _answered(self, head: bytes, answer: bytes, status: int, *, is_tab: bool) -> None:
        assert self.request is not None and self._transport is not None
        more = self._source.confirmation(answer, self.request.number)
        if more is not None:
            self._transport.write(more)
            return
        self._end(status, says_when=_RETRY in head)
        if is_tab:
            asyncio.get_running_loop().call_later(TAB_S, self._transport.abort)
            self._source.busy.discard(self)
        elif _CLOSE in head:
            self._transport.abort()
        else:
            self._source.release(self)

    def _end(self, status: int, *, says_when: bool = False) -> None:
        request, self.request = self.request, None
        if request is not None:
            self._source.finish(request, status, says_when=says_when)

    def _is_whole(self, head: bytes, start: int) -> bool:
        at = head.find(_LENGTH)
        if head[9:12] == b"204":  # never has a body (RFC 9110 §15.3.5)
            return True
        if at < 0:
            return self._read.endswith(_LAST)
        at += len(_LENGTH)
        return len(self._read) >= start + int(head[at : head.index(b"\r\n", at)])


async def run(order: Order) -> Answered:
    """Make the requests, wait for their responses, and return the results."""
    sources = [_Source(client, order.port, order.seed) for client in order.clients]
    began_ns = time.monotonic_ns()
    for source in sources:
        source.start(began_ns // 1_000)
    ends_s = max(client.ends_s for client in order.clients) + 2 * ANSWER_S_MAX
    while not all(source.is_done for source in sources):
        await asyncio.sleep(0.1)
        for source in sources:
            source.give_up()
        if time.monotonic_ns() - began_ns > ends_s * 1e9:
            raise BenchFailed("Some requests did not end.")
    return Answered(
        began_ns=began_ns,
        samples={source.client.name: source.samples for source in sources},
        late_us=[late_us for source in sources for late_us in source.late_us],
    )


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    Path(given.results).write_bytes(msgspec.msgpack.encode(uvloop.run(run(given))))
