"""uvicorn's protocol around our own parser: how the requests of one connection become calls of the application.

A request is read only when the one before it was answered: what a caller sends ahead (pipelining) waits as bytes, and
is never read if the connection ends with that answer. What cannot be read is answered, and the connection closed.
"""

import asyncio
import urllib.parse
from typing import Any

from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plantstore.domain.errors import Malformed, StoreError
from plantstore.web.http.answering import Answering
from plantstore.web.http.request_head import RequestHead
from plantstore.web.http.request_parser import Awaited, RequestEnd, RequestParser

PATH_ESCAPES_MAX = 1_024  # percent signs of a path; a SKU of 64 characters has 256 at most
EVENTS_PER_TURN = 1_000  # then others have a turn of the loop: a body may come in chunks of one byte
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class ReadFlow(FlowControl):
    """uvicorn's flow control, with a hold: until `release`, the application cannot resume reading."""

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
    """One connection, whose requests are read one at a time and have one meaning each."""

    parser: RequestParser  # type: ignore[assignment]  # in the place of httptools'
    flow: ReadFlow

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        self.parser = RequestParser()
        self._ends_with_answer = False  # the server stops
        self._keeps_alive = False  # what the request at hand asks for
        self._rests_since_s: float | None = None  # of the loop's clock: the last request was answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = ReadFlow(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._rests_since_s = None
            self.parser.feed(data)
            self.advance()

    def advance(self) -> None:
        """Read on, until more bytes or an answer must be waited for."""
        if self.transport.is_closing():
            return
        try:
            sets_aside = self._take_events()
        except StoreError as error:
            self.refuse(error)
            return
        if sets_aside:
            self.flow.hold()
        elif self.flow.read_paused:
            self.flow.release(resume=not (self.is_answering and len(self.cycle.body) > HIGH_WATER_LIMIT))
        if self.parser.awaited is Awaited.NOTHING and self.cycle is not None and self.cycle.response_complete:
            self._rest()

    def refuse(self, error: StoreError) -> None:
        """Answer with the problem, unless an answer has begun, and close."""
        if self.transport.is_closing():
            return
        if not self._has_answer_begun:
            self.transport.write(self.refusal(error))
        if self.is_answering:  # the application may still want to say something: it is too late
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def refusal(self, error: StoreError) -> bytes:  # noqa: ARG002  the server of a sample says no more than this
        """Return the whole answer to a request that is refused."""
        return _BAD_REQUEST

    @property
    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _has_answer_begun(self) -> bool:
        """True if the request at hand has begun to be answered: it gets no second answer."""
        cycle = self.cycle
        return cycle is not None and cycle.response_started and (cycle.more_body or not cycle.response_complete)

    def begin_request(self, head: RequestHead) -> None:
        """Start the application's call."""
        self._keeps_alive = head.keep_alive
        self.cycle = Answering(
            scope=self._scope(head),
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=head.awaits_continue,
            # Refused before it was asked to continue, a client may or may not send the body (RFC 9110 §10.1.1).
            keep_alive=head.keep_alive and not head.awaits_continue and not self._ends_with_answer,
            on_response=self.on_response_complete,
        )
        task = self.loop.create_task(self.cycle.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

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
            cycle.keep_alive = self._keeps_alive and not self._ends_with_answer
        cycle.message_event.set()

    def on_response_complete(self) -> None:
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if self.parser.awaited is Awaited.NOTHING and not self.flow.read_paused:
            self._rest()
        else:
            self.advance()

    def shutdown(self) -> None:
        self._ends_with_answer = True
        super().shutdown()

    def _take_events(self) -> bool:
        """Take what the parser has; return True if bytes were set aside."""
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

    def _rest(self) -> None:
        """Wait for another request, but not for ever.

        One timer serves many answers: setting and cancelling one for each of them costs more.
        """
        if self._rests_since_s is None:
            self._rests_since_s = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._wait_on(self.timeout_keep_alive)

    def _wait_on(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self._check_rest)

    def _check_rest(self) -> None:
        self.timeout_keep_alive_task = None
        if self._rests_since_s is None:
            return  # a request is under way; its answer sets the timer again
        left_s = self._rests_since_s + self.timeout_keep_alive - self.loop.time()
        if left_s > 0:
            self._wait_on(left_s)
        else:
            self.timeout_keep_alive_handler()


def _unquoted(path: str) -> str:
    if path.count("%") > PATH_ESCAPES_MAX:
        raise Malformed(f"The path has more than {PATH_ESCAPES_MAX:,} percent signs.")
    return urllib.parse.unquote(path)
