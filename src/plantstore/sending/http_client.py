"""Requests whose whole response is read: to a bucket, or for an image. Webhooks go through `sender.py`.

A `Sender` keeps only the outcome of a request and at most 4 KiB of a failed response, which is what makes it fast. Both
connect in the same way: the addresses are checked, then the connected peer (`dialling.py`), and TLS is verified.
Redirects are not followed, and nothing is decompressed.
"""

import asyncio
import re
import select
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, cast

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.dialling import AddressChecker, Dial, Resolve
from plantstore.sending.http1 import Failure
from plantstore.sending.proxy import Proxy
from plantstore.sending.tls import tls_failure
from plantstore.sending.urls import ReceiverUrl
from plantstore.sending.whole_response import WholeResponseReader

BODY_S_MAX = 1.0  # max time for the rest of a body that may be cut
WRITE_BYTES = 65_536  # a request is written in pieces, because encrypting a photo as a whole would hold the event loop
Key = tuple[str, int, bool]
"""Host, port and TLS: requests with equal keys may share a connection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request. `url.path` is sent as it is; `headers` must not contain `host`, `content-length` or `connection`.

    `may_cut`: the status is enough. A body that is too large, too slow or not whole is then no Failure, but returned as
    it began.
    """

    method: str
    url: ReceiverUrl
    headers: Mapping[str, str]
    body: bytes = b""
    may_cut: bool = False


class Response(NamedTuple):
    """A whole response of any status. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class HttpClient:
    """Sends requests on the running event loop. Up to `idle_max` connections are kept for up to `idle_s_max`."""

    def __init__(
        self,
        *,
        address_policy: AddressChecker,
        resolve: Resolve,
        tls: ssl.SSLContext,
        connect_s_max: float,
        proxy: Proxy | None = None,
        idle_max: int = 0,
        idle_s_max: float = 0.0,
    ) -> None:
        self._address_policy = address_policy
        self._resolve = resolve
        self._tls = tls
        self._connect_s_max = connect_s_max
        self._proxy = proxy
        self._idle_max = idle_max
        self._idle_s_max = idle_s_max
        self._idle: list[tuple[float, Key, _Connection]] = []

    async def send(self, request: Request, *, deadline_s: float, body_bytes_max: int) -> Response | Failure:
        """Return the response, or why there is none within `deadline_s`. A larger body is a Failure too.

        A kept connection that turns out to be closed is replaced once, so a request may arrive twice.
        """
        doing = ["looking up the name"]
        try:
            async with asyncio.timeout(deadline_s):
                result = await self._send(request, body_bytes_max, doing)
        except TimeoutError:
            detail = f"There was no whole response within {deadline_s:g} s; it ended while {doing[0]}."
            return Failure(OutcomeKind.DEADLINE, detail)
        return result._replace(detail=_of_server(result.detail)) if isinstance(result, Failure) else result

    async def close(self) -> None:
        """Close the kept connections."""
        kept, self._idle = self._idle, []
        for _, _, connection in kept:
            connection.abort()
        await asyncio.sleep(0)

    async def _send(self, request: Request, body_bytes_max: int, doing: list[str]) -> Response | Failure:
        key = (request.url.host, request.url.port, request.url.tls)
        connection = self._take(key)
        if connection is not None:
            doing[0] = "waiting for the response"
            result = await self._exchange(connection, request, body_bytes_max, key)
            if not isinstance(result, Failure) or result.kind is not OutcomeKind.CONNECTION_CLOSED:
                return result
        opened = await self._open(request.url, doing)
        if isinstance(opened, Failure):
            return opened
        doing[0] = "waiting for the response"
        return await self._exchange(opened, request, body_bytes_max, key)

    async def _exchange(
        self, connection: "_Connection", request: Request, body_bytes_max: int, key: Key
    ) -> Response | Failure:
        try:
            result = await connection.exchange(request, keep=self._idle_max > 0, body_bytes_max=body_bytes_max)
        except BaseException:  # the deadline, or the store stops
            connection.abort()
            raise
        if connection.reusable and len(self._idle) < self._idle_max:
            self._idle.append((asyncio.get_running_loop().time() + self._idle_s_max, key, connection))
        else:
            connection.abort()
        return result

    def _take(self, key: Key) -> "_Connection | None":
        """Return the newest kept connection that is open; close those that were kept for too long."""
        now = asyncio.get_running_loop().time()
        for entry in [entry for entry in self._idle if entry[0] <= now or not entry[2].usable]:
            entry[2].abort()
            self._idle.remove(entry)
        found = next((entry for entry in reversed(self._idle) if entry[1] == key), None)
        if found is None:
            return None
        self._idle.remove(found)
        return found[2]

    async def _open(self, url: ReceiverUrl, doing: list[str]) -> "_Connection | Failure":
        dial = Dial(
            address_policy=self._address_policy,
            resolve=self._resolve,
            connect_s_max=self._connect_s_max,
            host=url.host,
            port=url.port,
            loopback=False,
            proxy=self._proxy,
        )
        sock = await dial.connect()
        if isinstance(sock, Failure):
            return sock
        doing[0] = "agreeing on TLS" if url.tls else "connecting"
        try:
            _, connection = await asyncio.get_running_loop().create_connection(
                _Connection,
                sock=sock,
                ssl=self._tls if url.tls else None,
                server_hostname=url.host if url.tls else None,
            )
        except ssl.SSLError as error:
            return tls_failure(error)
        except OSError:
            kind = OutcomeKind.TLS_FAILED if url.tls else OutcomeKind.CONNECTION_CLOSED
            return Failure(kind, f"The server closed the connection while {doing[0]}.")
        return connection


class _Connection(asyncio.Protocol):
    """Carries one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._reader: WholeResponseReader | None = None
        self._may_cut = False
        self._cut_timer: asyncio.TimerHandle | None = None
        self._done: asyncio.Future[Response | Failure] | None = None
        self._may_write = asyncio.Event()
        self._may_write.set()
        self.reusable = False

    @property
    def usable(self) -> bool:
        """True if a kept connection is open and has received nothing since the last response."""
        return self._transport is not None and not self._transport.is_closing() and not self._readable.poll(0)

    async def exchange(self, request: Request, *, keep: bool, body_bytes_max: int) -> Response | Failure:
        if self._transport is None:
            return _closed()
        self._reader = WholeResponseReader(body_bytes_max=body_bytes_max, head_only=request.method == "HEAD")
        self._may_cut = request.may_cut
        self._done = asyncio.get_running_loop().create_future()
        self.reusable = False
        await self._write(self._transport, _head(request, keep=keep), request.body)
        return await self._done

    async def _write(self, transport: asyncio.Transport, head: bytes, body: bytes) -> None:
        """Write in pieces, until the server answers: it may refuse a request before it has read it."""
        transport.write(head + body[: WRITE_BYTES - len(head)])
        for start in range(WRITE_BYTES - len(head), len(body), WRITE_BYTES):
            await self._may_write.wait()
            if self._done is None or self._done.done():
                return
            transport.write(body[start : start + WRITE_BYTES])
            await asyncio.sleep(0)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._readable = select.poll()
        self._readable.register(cast(socket.socket, transport.get_extra_info("socket")).fileno(), select.POLLIN)

    def pause_writing(self) -> None:
        self._may_write.clear()

    def resume_writing(self) -> None:
        self._may_write.set()

    def data_received(self, data: bytes) -> None:
        if self._reader is None or self._done is None or self._done.done():
            self.abort()  # unrequested data could be taken for the response to the next request
            return
        self._reader.feed(data)
        if self._reader.failure is not None or self._reader.complete:
            self._finish(self._reader)
        elif self._may_cut and self._reader.status and self._cut_timer is None:
            self._cut_timer = asyncio.get_running_loop().call_later(BODY_S_MAX, self.abort)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._may_write.set()
        if self._reader is None or self._done is None or self._done.done():
            return
        if isinstance(error, ssl.SSLError):
            self._done.set_result(tls_failure(error))
        elif self._reader.status:
            self._reader.end()
            self._finish(self._reader)
        else:
            self._done.set_result(_closed())

    def _finish(self, reader: WholeResponseReader) -> None:
        assert self._done is not None
        if reader.failure is not None:
            result: Response | Failure = reader.failure
        elif reader.too_large and not self._may_cut:
            result = Failure(OutcomeKind.ANSWER_TOO_LARGE, "The response is larger than it may be.")
        elif not reader.whole and not self._may_cut:
            result = Failure(OutcomeKind.CONNECTION_CLOSED, "The server closed the connection within its response.")
        else:
            result = Response(reader.status, reader.headers, reader.body)
            self.reusable = reader.reusable
        if self._cut_timer is not None:
            self._cut_timer.cancel()
            self._cut_timer = None
        reader.discard()
        self._reader = None
        self._done.set_result(result)


def _head(request: Request, *, keep: bool) -> bytes:
    lines = [f"{request.method} {request.url.path} HTTP/1.1", f"host: {request.url.host_header}"]
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    lines += ["accept-encoding: identity", *([] if keep else ["connection: close"])]
    if request.body or request.method == "PUT":
        lines.append(f"content-length: {len(request.body)}")
    assert all(line.isprintable() and line.isascii() for line in lines), "a header could end its line"
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _of_server(detail: str) -> str:
    """Return a message of the code that connects, which is written for receivers, for any server."""
    return re.sub(r"\b([Tt]he) receiver\b", r"\1 server", detail)


def _closed() -> Failure:
    return Failure(OutcomeKind.CONNECTION_CLOSED, "The server closed the connection before it answered.")
