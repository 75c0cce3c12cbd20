"""One connection of a caller, watched: an end to everything a caller can drag out.

A head that does not come to its end, a body that trickles, an answer that nobody takes, more connections than there is
room for: each is refused with a problem document where one can still be sent, and ended.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from plantstore.clock import Clock
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.settings import Settings
from plantstore.web.problems import TooSlow, problem_reply
from plantstore.web.protocol import RequestProtocol
from plantstore.web.request_head import RequestHead
from plantstore.web.request_parser import Awaited

BODY_BYTES_PER_S_MIN = 1_024  # of a body that takes longer than `body_s_max`
SWEEP_S = 1.0
SURPLUS_MAX = 256  # connections beyond the limit that are still told so; more are just closed


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


class Connection(RequestProtocol):
    """A connection, watched. Only what is unfinished when the bytes at hand are read costs time."""

    def __init__(self, callers: Callers, **parts: Any) -> None:
        super().__init__(**parts)
        self._callers = callers
        self._surplus = False
        self._since_s: float | None = callers.clock.monotonic()  # of what is awaited
        self._read_bytes = 0
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
            self.refuse(Unavailable("There are too many connections. Try again."))
            return
        self._read_bytes += len(data)
        super().data_received(data)

    def advance(self) -> None:
        super().advance()
        if self._since_s is None and self.awaited is not Awaited.NOTHING:
            self._since_s, self._read_bytes = self._callers.clock.monotonic(), 0

    def begin_request(self, head: RequestHead) -> None:
        super().begin_request(head)
        self._since_s = None

    def end_request(self) -> None:
        super().end_request()
        self._since_s = None

    @property
    def awaited(self) -> Awaited:
        """What must arrive soon: of a new connection, a head."""
        return Awaited.HEAD if self.cycle is None else self.parser.awaited

    def check(self, now_s: float) -> None:
        """End the connection if something takes too long."""
        if self.transport.is_closing():
            self._check_closing(now_s)
        elif self._since_s is not None and self.awaited is not Awaited.NOTHING:
            self._check_unfinished(now_s, now_s - self._since_s)

    def timeout_keep_alive_handler(self) -> None:
        """The caller has had its answer for a while: a part of it that is still here will not be taken."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def refusal(self, error: StoreError) -> bytes:
        return _whole_answer(error, self._callers.new_request_id())

    def _check_unfinished(self, now_s: float, waited_s: float) -> None:
        if self.flow.read_paused or (self.awaited is Awaited.HEAD and self.is_answering):
            self._since_s, self._read_bytes = now_s, 0  # it is we who do not read on
        elif self.awaited is Awaited.HEAD:
            if waited_s >= self._callers.head_s_max:
                self.refuse(TooSlow("The address and the headers did not arrive in time."))
        elif waited_s >= self._callers.body_s_max and self._read_bytes < waited_s * BODY_BYTES_PER_S_MIN:
            self.refuse(TooSlow("The body did not arrive in time."))

    def _check_closing(self, now_s: float) -> None:
        """What is closed waits for its last bytes to be taken, but not for ever."""
        if self._closing_since_s is None:
            self._closing_since_s = now_s
        elif now_s - self._closing_since_s >= self._callers.body_s_max:
            self.transport.abort()


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
