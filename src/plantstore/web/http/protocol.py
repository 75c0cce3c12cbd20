"""uvicorn's HTTP protocol with our own parser: calls the application for each request on a connection.

A request is parsed only after the response to the previous request: pipelined requests wait unparsed, and are dropped
if that response closes the connection. An invalid request gets an error response, and the connection is closed.
"""

import asyncio
import urllib.parse
from email.utils import formatdate
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plantstore.core.clock import Clock
from plantstore.domain.errors import Malformed, StoreError
from plantstore.domain.timestamps import SECOND_US
from plantstore.web.http.request_head import RequestHead
from plantstore.web.http.request_parser import Awaited, RequestEnd, RequestParser
from plantstore.web.http.response_cycle import ResponseCycle

PATH_ESCAPES_MAX = 1_024  # max percent signs in a path; a SKU of 64 characters has at most 256
EVENTS_PER_TURN = 1_000  # max parser events per loop iteration: a body may have one-byte chunks
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class ReadFlow(FlowControl):
    """uvicorn's flow control, with a hold: between `hold` and `release`, the application cannot resume reading."""

    _is_held = False

    def hold(self) -> None:
        self._is_held = True
        self.pause_reading()

    def release(self, *, resume: bool) -> None:
        self._is_held = False
        if resume:
            self.resume_reading()

    def resume_reading(self) -> None:
        if not self._is_held:
            super().resume_reading()


class RequestProtocol(HttpToolsProtocol):
    """Handles one connection, one request at a time."""

    parser: RequestParser  # type: ignore[assignment]  # replaces the parser of httptools
    flow: ReadFlow

    def __init__(self, clock: Clock, **parts: Any) -> None:
        super().__init__(**parts)
        self._clock = clock
        self.parser = RequestParser()
        self._closes_after_response = False  # set when the server is stopping
        self._keeps_alive = False  # whether the current request allows keep-alive
        self._idle_since_s: float | None = None  # event loop time at which the connection became idle
        self._task: asyncio.Task[None] | None = None  # calls the application with the last request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = ReadFlow(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_keepalive_if_required()
        self.parser.stop()
        super().connection_lost(exc)
        if self._task is None or self._task.done():
            self._forget_request()
        else:
            self._task.add_done_callback(self._forget_request)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._idle_since_s = None
            self.parser.feed(data)
            self.advance()

    def advance(self) -> None:
        """Parse received bytes until more bytes are needed, or until the current response must be completed first."""
        if self.transport.is_closing():
            return
        try:
            has_waiting_bytes = self._take_events()
        except StoreError as error:
            self.refuse(error)
            return
        if has_waiting_bytes:
            self.flow.hold()
        elif self.flow.read_paused:
            self.flow.release(resume=not (self.is_answering and len(self.cycle.body) > HIGH_WATER_LIMIT))
        if self.parser.awaited is Awaited.NOTHING and self.cycle is not None and self.cycle.response_complete:
            self._start_idle()

    def refuse(self, error: StoreError) -> None:
        """Close the connection, after an error response unless another response has already begun."""
        if self.transport.is_closing():
            return
        if not self._has_response_begun:
            self.transport.write(self.refusal(error))
        if self.is_answering:  # the application can no longer respond
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def refusal(self, error: StoreError) -> bytes:  # noqa: ARG002  subclasses return a problem document
        """Return a complete error response, headers included, as bytes."""
        return _BAD_REQUEST

    @property
    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _has_response_begun(self) -> bool:
        """True if a response to the current request has begun, so that no error response can be sent."""
        cycle = self.cycle
        return cycle is not None and cycle.response_started and (cycle.more_body or not cycle.response_complete)

    def begin_request(self, head: RequestHead) -> None:
        """Call the application with the request."""
        self._keeps_alive = head.keep_alive
        self.cycle = self._new_cycle(head)
        self.start_application(self.cycle)

    def start_application(self, cycle: ResponseCycle) -> None:
        """Call the application with the request of a cycle, in a task, unless its client has gone."""
        if cycle.disconnected:
            return
        task = self.loop.create_task(cycle.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)
        self._task = task

    def answer(self, head: RequestHead, response: bytes) -> None:
        """Send a complete response to a request without calling the application; its body is read and dropped."""
        if self.cycle is None:
            self.cycle = self._new_cycle(head)
        cycle = self.cycle
        cycle.response_started = cycle.response_complete = cycle.more_body = True
        self.transport.write(response)

    def _new_cycle(self, head: RequestHead) -> ResponseCycle:
        return ResponseCycle(
            scope=self._scope(head),
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=date_header(self._clock.now() // SECOND_US),
            message_event=asyncio.Event(),
            expect_100_continue=head.awaits_continue,
            # After an error before `100 Continue`, the client may or may not send the body (RFC 9110 §10.1.1).
            keep_alive=head.keep_alive and not head.awaits_continue and not self._closes_after_response,
            on_response=self.on_response_complete,
        )

    def take_body(self, piece: bytes) -> None:
        cycle = self.cycle
        if cycle.response_complete:
            return
        cycle.body += piece
        if len(cycle.body) > HIGH_WATER_LIMIT:
            self.flow.pause_reading()
        cycle.message_event.set()

    def end_request(self) -> None:
        cycle = self.cycle
        cycle.more_body = False
        if cycle.response_complete:
            return
        if not cycle.response_started:
            cycle.keep_alive = self._keeps_alive and not self._closes_after_response
        cycle.message_event.set()

    def on_response_complete(self) -> None:
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if self.parser.awaited is Awaited.NOTHING and not self.flow.read_paused:
            self._start_idle()
        else:
            self.advance()

    def _forget_request(self, _task: "asyncio.Task[None] | None" = None) -> None:
        """Break the reference cycles with the last request, once the connection is lost and the request done.

        Otherwise each closed connection would keep 7 KiB until the next garbage collection, which may be thousands of
        connections later.
        """
        self.cycle = self._task = None  # type: ignore[assignment]

    def shutdown(self) -> None:
        self.close_after_response()
        super().shutdown()

    def close_after_response(self) -> None:
        """Respond to at most one more request on this connection."""
        self._closes_after_response = True

    def _take_events(self) -> bool:
        """Handle the parser's events. Return True if bytes remain that must not be parsed yet."""
        parser = self.parser
        for _ in range(EVENTS_PER_TURN):
            if parser.expects_head and (self.is_answering or not parser.has_bytes):
                return parser.has_bytes
            event = parser.next_event()
            if event is None:
                return False
            if event is RequestEnd.END:
                self.end_request()
            elif isinstance(event, bytes):
                self.take_body(event)
            else:
                self.begin_request(event)
                if self.transport.is_closing():
                    return False
                body = parser.whole_body()
                if body is not None:
                    if body:
                        self.take_body(body)
                    self.end_request()
        self.loop.call_soon(self.advance)
        return True

    def _scope(self, head: RequestHead) -> Any:
        path, _, query = head.address.partition(b"?")
        text = path.decode("ascii")
        if "%" in text:
            text = _unquoted(text)
        return {
            "type": "http",
            "asgi": {"version": self.asgi_version, "spec_version": "2.3"},
            "http_version": head.version,
            "server": self.server,
            "client": self.client,
            "scheme": self.scheme,
            "method": head.method,
            "root_path": self.root_path,
            "path": text,
            "raw_path": path,
            "query_string": query,
            "headers": head.headers,
            "state": self.app_state.copy(),
        }

    def _start_idle(self) -> None:
        """Start the keep-alive timeout.

        A running timer is reused, because setting and cancelling a timer for each response would cost more.
        """
        if self._idle_since_s is None:
            self._idle_since_s = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._set_timer(self.timeout_keep_alive)

    def _set_timer(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self._check_idle)

    def _check_idle(self) -> None:
        self.timeout_keep_alive_task = None
        if self._idle_since_s is None:
            return  # a request is running; the timer is set again after its response
        left_s = self._idle_since_s + self.timeout_keep_alive - self.loop.time()
        if left_s > 0:
            self._set_timer(left_s)
        else:
            self.timeout_keep_alive_handler()


@lru_cache(maxsize=1)
def date_header(unix_s: int) -> list[tuple[bytes, bytes]]:
    """Return the Date header (RFC 9110 §6.6.1) as the only item of a list."""
    return [(b"date", formatdate(unix_s, usegmt=True).encode("ascii"))]


def _unquoted(path: str) -> str:
    if path.count("%") > PATH_ESCAPES_MAX:
        raise Malformed(f"The path has more than {PATH_ESCAPES_MAX:,} percent signs.")
    return urllib.parse.unquote(path)
