"""One connection of a caller: uvicorn's, with an end to everything a caller can drag out.

A head that does not come to its end, a body that trickles, headers without end, an answer that nobody takes, more
connections than there is room for: each is refused with a problem document where one can still be sent, and ended.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plantstore.clock import Clock
from plantstore.domain.errors import Malformed, StoreError, Unavailable
from plantstore.settings import Settings
from plantstore.web.problems import HeadTooLarge, TooSlow, problem_reply

HEAD_BYTES_MAX = 65_536  # address and headers together; browsers send 8 KiB, large tokens of others make 16
BODY_BYTES_PER_S_MIN = 1_024  # of a body that takes longer than `body_s_max`
SWEEP_S = 1.0
SURPLUS_MAX = 256  # connections beyond the limit that are still told so; more are just closed


class _Part(Enum):
    """What is awaited of a caller."""

    NOTHING = "nothing"
    HEAD = "head"
    BODY = "body"


class Callers:
    """The open connections of a server; `sweep` ends those that took too long."""

    def __init__(self, settings: Settings, clock: Clock, new_request_id: Callable[[], str]) -> None:
        self.head_s_max = settings.head_s_max
        self.body_s_max = settings.body_s_max
        self.connections_max = settings.client_connections_max
        self.clock = clock
        self.new_request_id = new_request_id
        self.open: set[Connection] = set()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Sweep once in SWEEP_S, until `stop`."""
        self._timer = asyncio.get_running_loop().call_later(SWEEP_S, self.start)
        self.sweep()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def sweep(self) -> None:
        now_s = self.clock.monotonic()
        for connection in list(self.open):
            connection.check(now_s)


class Connection(HttpToolsProtocol):
    """uvicorn's protocol, watched. Only what is unfinished when the bytes at hand are read costs time."""

    def __init__(self, callers: Callers, **parts: Any) -> None:
        super().__init__(**parts)
        self._callers = callers
        self._surplus = False
        self._part = _Part.HEAD
        self._since_s: float | None = callers.clock.monotonic()
        self._read_bytes = 0
        self._quiet_bytes = 0
        self._closing_since_s: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        callers = self._callers
        self._surplus = len(callers.open) >= callers.connections_max
        if len(callers.open) >= callers.connections_max + SURPLUS_MAX:
            transport.abort()
        callers.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._callers.open.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._surplus:  # only now: what is not read when a connection is closed takes the answer with it
            self._refuse(Unavailable("There are too many connections. Try again."))
            return
        self._quiet_bytes += len(data)
        super().data_received(data)
        if self._part is _Part.NOTHING:
            self._quiet_bytes = 0
        else:
            self._note_unfinished(len(data))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part, self._since_s = _Part.HEAD, None

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._part, self._since_s = _Part.BODY, None
        self.headers = []  # what comes behind a chunked body is no header of the request (RFC 9110 §6.5)

    def on_body(self, body: bytes) -> None:
        self._quiet_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._part = _Part.NOTHING

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # it says nothing that ours does not
        self._refuse(Malformed("This is no HTTP request that can be read."))

    def check(self, now_s: float) -> None:
        """End the connection if something takes too long."""
        if self.transport.is_closing():
            self._check_closing(now_s)
        elif self._part is not _Part.NOTHING and self._since_s is not None:
            self._check_unfinished(now_s, now_s - self._since_s)

    def timeout_keep_alive_handler(self) -> None:
        """The caller has had its answer for a while: a part of it that is still here will not be taken."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def _note_unfinished(self, read_bytes: int) -> None:
        if self._since_s is None:
            self._since_s, self._read_bytes = self._callers.clock.monotonic(), 0
        self._read_bytes += read_bytes
        if self._quiet_bytes > HEAD_BYTES_MAX:
            self._refuse(HeadTooLarge())

    def _check_unfinished(self, now_s: float, waited_s: float) -> None:
        if self.flow.read_paused or (self._part is _Part.HEAD and self._is_answering):
            self._since_s, self._read_bytes = now_s, 0  # it is we who do not read on
        elif self._part is _Part.HEAD:
            if waited_s >= self._callers.head_s_max:
                self._refuse(TooSlow("The address and the headers did not arrive in time."))
        elif waited_s >= self._callers.body_s_max and self._read_bytes < waited_s * BODY_BYTES_PER_S_MIN:
            self._refuse(TooSlow("The body did not arrive in time."))

    def _check_closing(self, now_s: float) -> None:
        """What is closed waits for its last bytes to be taken, but not for ever."""
        if self._closing_since_s is None:
            self._closing_since_s = now_s
        elif now_s - self._closing_since_s >= self._callers.body_s_max:
            self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, error: StoreError) -> None:
        """Answer with the problem, unless an answer has begun, and close."""
        if self.transport.is_closing():
            return
        if self.cycle is None or not (self._is_answering and self.cycle.response_started):
            self.transport.write(_whole_answer(error, self._callers.new_request_id()))
        self.transport.close()


def _whole_answer(error: StoreError, request_id: str) -> bytes:
    reply = problem_reply(error, {"request_id": request_id})
    status = HTTPStatus(reply.status)
    headers = [
        *reply.headers,
        (b"content-length", b"%d" % len(reply.body)),
        (b"x-request-id", request_id.encode("ascii")),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode("ascii"), *(b": ".join(header) for header in headers)]
    return b"\r\n".join([*lines, b"", reply.body])
