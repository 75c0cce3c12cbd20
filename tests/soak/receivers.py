"""The servers of a soak's receivers, as cheap as they can be: they count what they accept, event by event.

Each has a port of its own on this machine. A request is read up to the number of its event; the signature is checked of
one event in CHECK_EVERY.
"""

import asyncio
import base64
import hmac
import re
import ssl
import time
from collections.abc import Callable
from typing import cast

from tests.crash.program import free_port

ACCEPTED = b"HTTP/1.1 204 No Content\r\n\r\n"
CHECK_EVERY = 499
SKEW_S_MAX = 5.0  # between the time of a signature and our clock
_END, _LENGTH, _SEQUENCE = b"\r\n\r\n", b"\r\ncontent-length: ", b"\r\nce-sequence: "
_DIGITS = 16
_HEADER = re.compile(rb"\r\n(webhook-id|webhook-timestamp|webhook-signature|authorization): ([^\r]*)")


class Inbox:
    """What one receiver got. `answer` returns the response to an event; None is never to respond to it.

    `time_s` returns the time that the store sees, in seconds since the epoch.
    """

    def __init__(self, name: str, *, events_max: int, time_s: Callable[[], float], delay_s: float = 0.0) -> None:
        self.name = name
        self.accepted = bytearray(events_max + 1)
        """How often each event was accepted, at most 255 times."""
        self.distinct = self.requests = self.open = self.stalled = 0
        self.stalls = 0
        self.wrong: list[str] = []
        self.secrets: set[bytes] = set()
        self.tokens: set[bytes] = set()
        self.answer: Callable[[int, bytes], bytes | None] = lambda _sequence, _request: ACCEPTED
        self.arrived: dict[int, float] | None = None
        """When each event arrived first (monotonic, in seconds), while the soak measures that; else None."""
        self.delay_s = delay_s
        self.url = ""
        self._time_s = time_s
        self._server: asyncio.Server | None = None
        self._port = 0
        self._tls: ssl.SSLContext | None = None
        self._connections: set[_Connection] = set()

    async def listen(self, tls: ssl.SSLContext | None = None) -> None:
        """Listen, at the same port as before if there was one."""
        loop = asyncio.get_running_loop()
        self._port = self._port or free_port()
        self._tls = tls or self._tls
        self._server = await loop.create_server(
            lambda: _Connection(self), "127.0.0.1", self._port, ssl=self._tls, backlog=512
        )
        self.url = f"http{'s' if self._tls else ''}://127.0.0.1:{self._port}"

    async def close(self) -> None:
        """Refuse connections, and close those that are open."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for connection in list(self._connections):
            connection.end()

    @property
    def connections(self) -> int:
        return len(self._connections)

    @property
    def duplicates(self) -> int:
        """How many requests were accepted beyond the first of each event."""
        return sum(self.accepted) - self.distinct

    def opened(self, connection: "_Connection") -> None:
        self._connections.add(connection)

    def closed(self, connection: "_Connection") -> None:
        self._connections.discard(connection)

    def got(self, sequence: int, request: bytes) -> bytes | None:
        """Count a request, and return the response."""
        self.requests += 1
        if self.arrived is not None:
            self.arrived.setdefault(sequence, time.monotonic())
        if sequence % CHECK_EVERY == 0:
            self._check(sequence, request)
        answer = self.answer(sequence, request)
        if answer is not None and answer.startswith(b"HTTP/1.1 2"):
            before = self.accepted[sequence]
            self.distinct += not before
            self.accepted[sequence] = min(255, before + 1)
        return answer

    def _check(self, sequence: int, request: bytes) -> None:
        """Note a wrong signature, time or token, checked by the Standard Webhooks specification."""
        head, _, body = request.partition(_END)
        found = {name.decode(): value for name, value in _HEADER.findall(head)}
        signed = b".".join((found["webhook-id"], found["webhook-timestamp"], body))
        valid = {base64.b64encode(hmac.digest(key, signed, "sha256")) for key in self.secrets}
        given = {one.partition(b",")[2] for one in found["webhook-signature"].split(b" ") if one.startswith(b"v1,")}
        skew_s = self._time_s() - int(found["webhook-timestamp"])
        if not valid & given:
            self.wrong.append(f"event {sequence}: no signature verifies")
        if self.tokens and found.get("authorization", b"").partition(b" ")[2] not in self.tokens:
            self.wrong.append(f"event {sequence}: the bearer token is wrong")
        if not -SKEW_S_MAX <= skew_s <= SKEW_S_MAX + 1:
            self.wrong.append(f"event {sequence}: it was signed {skew_s:.0f} s ago")

    def give(self, *, secret: str = "", token: str = "") -> None:
        """Accept a secret and a bearer token, next to those before."""
        if secret:
            self.secrets.add(base64.b64decode(secret.removeprefix("whsec_")))
        if token:
            self.tokens.add(token.encode())


class _Connection(asyncio.Protocol):
    """Reads one request at a time: the store sends the next one after the response."""

    __slots__ = ("_inbox", "_read", "_stalled", "_transport", "_waiting")

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._read = b""
        self._waiting = self._stalled = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._inbox.opened(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._inbox.closed(self)
        self._inbox.stalled -= self._stalled
        self._stalled = False
        self._end_waiting()

    def end(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        read = self._read + data if self._read else data
        end = read.find(_END)
        start = read.find(_LENGTH, 0, end) + len(_LENGTH)
        if end < 0 or len(read) < end + len(_END) + int(read[start : read.index(b"\r\n", start)]):
            self._read = read
            return
        self._read = b""
        at = read.find(_SEQUENCE, 0, end) + len(_SEQUENCE)
        if at < len(_SEQUENCE):  # a test request
            self._transport.write(ACCEPTED)
            return
        inbox = self._inbox
        answer = inbox.got(int(read[at : at + _DIGITS]), read)
        if answer is None:
            self._stalled = True
            inbox.stalled += 1
            inbox.stalls += 1
        elif inbox.delay_s:
            self._waiting = True
            inbox.open += 1
            asyncio.get_running_loop().call_later(inbox.delay_s, self._write, answer)
        else:
            self._transport.write(answer)

    def _write(self, answer: bytes) -> None:
        self._end_waiting()
        if not self._transport.is_closing():  # the store may have given up at a step of the clock
            self._transport.write(answer)

    def _end_waiting(self) -> None:
        if self._waiting:
            self._waiting = False
            self._inbox.open -= 1
