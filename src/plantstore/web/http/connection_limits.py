"""Limits on client connections: their number, the memory of their request bodies, and their timeouts.

A connection is closed if its request head does not end in time, its body arrives too slowly, its client does not read
the response, or there are too many connections or bodies. The client gets a problem document if no response has begun.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.web.http.admission import Admission, Place, Reason, Refusal
from plantstore.web.http.body_memory import BodyMemory, Pace
from plantstore.web.http.problems import TooSlow
from plantstore.web.http.protocol import RequestProtocol
from plantstore.web.http.refusals import Refusals, refusal_response
from plantstore.web.http.request_head import RequestHead
from plantstore.web.http.request_parser import Awaited
from plantstore.web.http.response_cycle import ResponseCycle

BODY_BYTES_PER_S_MIN = 1_024  # min rate of a body over the last `body_s_max` seconds; faster bodies have no timeout
UNCOUNTED_BYTES_MAX = 4_096  # bodies up to this size do not count towards the memory limit; most are smaller
DROPPED_BYTES_MAX = 1_048_576  # body that is read and dropped after a refusal; with a longer one, the connection ends
LAST_REQUEST_S = 0.5  # when the server stops: how long an idle connection may still send a request
SWEEP_S = 1.0  # interval between checks of all connections
SURPLUS_MAX = 256  # max connections above the limit that get a 503; further ones are closed without a response


class ClientConnections:
    """The open connections of a server. `sweep` closes the connections that have timed out.

    `sweep` runs every SWEEP_S seconds while a connection is open; without one no timer wakes the process.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        new_request_id: Callable[[], str],
        admission: Admission | None = None,
    ) -> None:
        self.head_s_max = settings.head_s_max
        self.body_s_max = settings.body_s_max
        self.connections_max = settings.client_connections_max
        self.clock = clock
        self.new_request_id = new_request_id
        self.admission = admission
        self.open: set[Connection] = set()
        self.is_stopping = False  # set when the server begins to stop
        self.refusals = Refusals(new_request_id, clock)
        self.bodies = BodyMemory(settings.bodies_bytes_max, lambda: self.open)
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: "Connection") -> None:
        self.open.add(connection)
        if self._timer is None:
            self._set_timer()

    def sweep(self) -> None:
        now_s = self.clock.monotonic()
        self.bodies.forget_order()
        for connection in list(self.open):
            connection.check(now_s)

    def _set_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(SWEEP_S, self._sweep_again)

    def _sweep_again(self) -> None:
        self._timer = None
        if self.open:
            self._set_timer()
        self.sweep()


class Connection(RequestProtocol):
    """A client connection with limits. Checking the limits costs no time for requests that arrive in one segment."""

    def __init__(self, clients: ClientConnections, **parts: Any) -> None:
        super().__init__(clients.clock, **parts)
        self._clients = clients
        self._surplus = False
        self._since_s: float | None = clients.clock.monotonic()  # when we began to wait for the head or the body
        self._read_bytes = 0  # bytes received of the current body
        self._held_bytes = 0  # bytes of the current body that count towards the memory limit
        self._place: Place | None = None  # the current request, as it was admitted
        self._is_counted = False  # it is in progress
        self._holds = False  # the body stays in memory, so it counts towards the memory limit
        self._pace: Pace | None = None
        self._closing_since_s: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        clients = self._clients
        self._surplus = len(clients.open) >= clients.connections_max
        if len(clients.open) >= clients.connections_max + SURPLUS_MAX:
            transport.abort()
        clients.add(self)
        if clients.is_stopping:  # accepted just before: the server does not know this connection yet
            self.shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clients.open.discard(self)
        self._leave()
        super().connection_lost(exc)
        self._drop_body()

    def data_received(self, data: bytes) -> None:
        if self._surplus:  # wait for data: closing with unread data would discard the response
            if self._clients.admission is not None:
                self._clients.admission.note_refused(Reason.CONNECTIONS)
            self.refuse(Unavailable("There are too many connections. Try again."))
            return
        super().data_received(data)

    def advance(self) -> None:
        super().advance()
        if self._since_s is None and self.awaited is not Awaited.NOTHING:
            self._since_s = self._clients.clock.monotonic()
        if self._read_bytes > UNCOUNTED_BYTES_MAX and self._holds:
            self._hold()

    def begin_request(self, head: RequestHead) -> None:
        self._since_s = self._pace = None
        self._read_bytes = 0
        admission = self._clients.admission
        if admission is not None:
            admitted = admission.admit(head)
            if isinstance(admitted, Refusal):
                admission.note_refused(admitted.reason)
                self._turn_away(head, admitted)
                return
            self._place = admitted
        super().begin_request(head)
        self._holds = True

    def start_application(self, cycle: ResponseCycle) -> None:
        admission = self._clients.admission
        if admission is None:
            super().start_application(cycle)
        else:
            admission.laps.start(partial(super().start_application, cycle))

    def take_body(self, piece: bytes) -> None:
        super().take_body(piece)
        self._read_bytes += len(piece)

    def end_request(self) -> None:
        super().end_request()
        self._since_s = None
        if self._place is not None and self._clients.admission is not None:
            self._place = self._clients.admission.enter(self._place)
            self._is_counted = True

    def shutdown(self) -> None:
        """Close the connection after the current request, or after one that the client may be sending now.

        A client cannot know that the server is stopping, so closing an idle connection immediately would drop the
        request that it sends at this moment.
        """
        if self.is_answering:
            super().shutdown()
        else:
            self.close_after_response()
            self.loop.call_later(LAST_REQUEST_S, self._close_if_idle)

    def on_response_complete(self) -> None:
        self._leave()
        self._holds = False
        if self._held_bytes:
            self._drop_body()
        super().on_response_complete()

    def refuse(self, error: StoreError) -> None:
        super().refuse(error)
        if self.cycle is not None and self.cycle.disconnected:  # the application will read nothing more
            self._drop_body()

    def release_body(self) -> None:
        """Stop counting the current body: its request is done, or its chunks do not stay in memory."""
        self._holds = False
        if self._held_bytes:
            self._clients.bodies.release(self._held_bytes)
            self._held_bytes = 0

    def release_body_if_answered(self) -> None:
        """Free the body if the response has begun: only handlers that stream the body still read it then."""
        if self._holds and self.cycle.response_started:
            self._drop_body()

    @property
    def is_unfinished(self) -> bool:
        return self._held_bytes > 0 and self.parser.awaited is Awaited.BODY and not self.transport.is_closing()

    @property
    def progress(self) -> tuple[int, float]:
        read_bytes = self._read_bytes if self._pace is None else self._pace.since(self._read_bytes)
        return read_bytes, self._since_s or 0.0

    @property
    def awaited(self) -> Awaited:
        """Return the part of a request that the client must send in time. On a new connection, this is a head."""
        return Awaited.HEAD if self.cycle is None else self.parser.awaited

    def check(self, now_s: float) -> None:
        """Close the connection if a head or a body has timed out. Abort it if closing has timed out."""
        if self.transport.is_closing():
            self._check_closing(now_s)
        elif self._since_s is not None and self.awaited is not Awaited.NOTHING:
            self._check_unfinished(now_s, now_s - self._since_s)

    def timeout_keep_alive_handler(self) -> None:
        """Abort the connection if the client has not read the whole response by the keep-alive timeout."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def refusal(self, error: StoreError) -> bytes:
        return refusal_response(error, self._clients.new_request_id())

    def _close_if_idle(self) -> None:
        if not self.is_answering:
            self.transport.close()

    def _check_unfinished(self, now_s: float, waited_s: float) -> None:
        if self.flow.read_paused or (self.awaited is Awaited.HEAD and self.is_answering):
            self._since_s = now_s  # the server is not reading, so the client is not slow
            self._pace = self._new_pace(now_s, self._read_bytes)
        elif self.awaited is Awaited.HEAD:
            if waited_s >= self._clients.head_s_max:
                self.refuse(TooSlow("The URL and the headers did not arrive in time."))
        else:
            self._check_pace(now_s, self._pace or self._new_pace(now_s - waited_s, 0))

    def _check_pace(self, now_s: float, pace: Pace) -> None:
        self._pace = pace
        pace.note(now_s, self._read_bytes)
        waited_s = pace.waited_s(now_s)
        if waited_s >= self._clients.body_s_max and pace.since(self._read_bytes) < waited_s * BODY_BYTES_PER_S_MIN:
            self.refuse(TooSlow("The body did not arrive in time."))

    def _new_pace(self, now_s: float, total_bytes: int) -> Pace:
        return Pace(self._clients.body_s_max, now_s=now_s, total_bytes=total_bytes)

    def _drop_body(self) -> None:
        """Free a body that will not be read. Otherwise it would stay in memory until the next garbage collection."""
        self.release_body()
        if self.cycle is not None and self.cycle.body:
            self.cycle.body = bytearray()

    def _hold(self) -> None:
        """Count the bytes of the body received since the last call towards the memory limit."""
        more_bytes, is_new = self._read_bytes - self._held_bytes, not self._held_bytes
        self._held_bytes = self._read_bytes
        self._clients.bodies.hold(self, more_bytes, is_new=is_new)

    def _scope(self, head: RequestHead) -> Any:
        scope = super()._scope(head)
        scope["release_body"] = self.release_body
        scope["leave"] = self._leave
        return scope

    def _leave(self) -> None:
        """Stop counting the current request as in progress: its response has begun, or its client has gone."""
        place, self._place = self._place, None
        if self._is_counted and place is not None and self._clients.admission is not None:
            self._clients.admission.leave(place)
        self._is_counted = False

    def _turn_away(self, head: RequestHead, refusal: Refusal) -> None:
        """Refuse a request that was not admitted, and keep the connection if the client does."""
        is_short = head.body_bytes is not None and head.body_bytes <= DROPPED_BYTES_MAX
        keeps = is_short and head.keep_alive and not head.awaits_continue and not self._closes_after_response
        response = self._clients.refusals.response(refusal, head, keeps=keeps)
        if self.flow.write_paused:  # the client sends requests without reading the responses
            self.transport.abort()
            return
        self.answer(head, response)
        if not keeps:
            self.transport.close()

    def _check_closing(self, now_s: float) -> None:
        """Abort a closing connection if the client does not read the remaining bytes within `body_s_max`."""
        if self._closing_since_s is None:
            self._closing_since_s = now_s
        elif now_s - self._closing_since_s >= self._clients.body_s_max:
            self.transport.abort()
