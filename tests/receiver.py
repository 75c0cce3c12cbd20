"""A receiver's server: a real one on a free port, which verifies with the official library and keeps its requests."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import httptools
from standardwebhooks import Webhook


@dataclass(frozen=True)
class Got:
    """One request and its response status. `plant` is None if the signature or the bearer token did not verify."""

    path: str
    headers: dict[str, str]
    body: bytes
    plant: dict[str, Any] | None
    status: int

    @property
    def sequence(self) -> int:
        return int(self.headers["ce-sequence"])


@dataclass
class Receiving:
    """The requests of a server so far, and its responses: `answer` returns a status for each request, sent after a
    delay.

    `headers` are header lines of every response, each with its line end, and `body` is that of each with status 200.
    `secret` and `access_token` are checked if set.
    """

    url: str = ""
    secret: str = ""
    access_token: str = ""
    timeless: bool = False
    answer: Callable[[Got], int] = lambda got: 204
    answers_after_s: float = 0.0
    headers: bytes = b""
    body: bytes = b""
    got: list[Got] = field(default_factory=list)
    connections: set[asyncio.Transport] = field(default_factory=set)
    is_closed: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def accepted(self) -> list[int]:
        return [one.sequence for one in self.got if 200 <= one.status < 300]

    async def until(self, done: Callable[["Receiving"], bool], *, within_s: float = 20.0) -> None:
        async with asyncio.timeout(within_s):
            while not done(self):
                self._news.clear()
                await self._news.wait()

    async def requests(self, count: int) -> list[Got]:
        """Wait until there are `count` requests in total, and return them."""
        await self.until(lambda one: len(one.got) >= count)
        return self.got

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        try:
            plant = self._verified(body, headers) if self.secret else None
        except Exception:
            plant = None
        if self.access_token and headers.get("authorization") != f"Bearer {self.access_token}":
            plant = None
        got = Got(path, headers, body, plant, 0)
        status = self.answer(got)
        self.got.append(Got(path, headers, body, plant, status))
        self._news.set()
        return status

    def _verified(self, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
        webhook = Webhook(self.secret)
        if not self.timeless:
            return cast(dict[str, Any], webhook.verify(body, headers))
        at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        assert webhook.sign(headers["webhook-id"], at, body.decode()) in headers["webhook-signature"].split()
        return cast(dict[str, Any], json.loads(body))

    def closed(self, connection: asyncio.Transport) -> None:
        self.connections.discard(connection)
        self._news.set()


class _Connection(asyncio.Protocol):
    def __init__(self, receiving: Receiving) -> None:
        self._receiving = receiving
        self._parser = httptools.HttpRequestParser(self)
        self._path, self._headers, self._body = "", {}, b""  # type: ignore[var-annotated]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._receiving.connections.add(self._transport)
        if self._receiving.is_closed:  # it was accepted in the turn of the loop in which the server closed
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._receiving.closed(self._transport)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_url(self, url: bytes) -> None:
        self._path, self._headers, self._body = url.decode(), {}, b""

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode()] = value.decode()

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        status = self._receiving.take(self._path, self._headers, self._body)
        if self._receiving.answers_after_s:
            asyncio.get_running_loop().call_later(self._receiving.answers_after_s, self._answer, status)
        else:
            self._answer(status)

    def _answer(self, status: int) -> None:
        if not self._transport.is_closing():
            body = self._receiving.body if status == 200 else b""
            headers = b"content-length: %d\r\n" % len(body) + self._receiving.headers
            self._transport.write(b"HTTP/1.1 %d Answer\r\n%b\r\n%b" % (status, headers, body))


@asynccontextmanager
async def a_server(
    *, port: int = 0, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> AsyncIterator[Receiving]:
    """Serve until the block ends, on loopback unless another address is given. Register `url`, then set `secret`."""
    receiving = Receiving()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Connection(receiving), host, port, ssl=tls)
    receiving.url = f"{'http' if tls is None else 'https'}://{host}:{server.sockets[0].getsockname()[1]}"
    try:
        yield receiving
    finally:
        receiving.is_closed = True
        server.close()
        for transport in list(receiving.connections):
            transport.abort()
        await server.wait_closed()
        while receiving.connections:
            await asyncio.sleep(0)
