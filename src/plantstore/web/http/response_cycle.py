"""uvicorn's request-response cycle, but with one write (one system call instead of two) for a complete response."""

import asyncio
import http
import sys
from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

COPIED_BYTES = 65_536  # max body joined to the headers; copying a longer body costs as much as a second write
_STATUS_LINES = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode("ascii") for status in http.HTTPStatus
}
_CONTROLS = bytes([*range(0x20), 0x7F])  # not allowed in a header (RFC 9110 §5.5), except tab, which we never send


class ResponseCycle(RequestResponseCycle):
    """Runs the application for one request and sends its response.

    If a response has a Content-Length, the headers are sent together with the body; otherwise they are sent first.
    """

    _head = b""  # status line and headers that wait for the body
    _is_read = False

    async def receive(self) -> Any:
        """Return the request body, once, if it has arrived completely. Otherwise wait for the next event."""
        if self._is_read or self.more_body or self.flow.read_paused or self.disconnected or self.response_complete:
            return await super().receive()
        self._is_read = True
        self.waiting_for_100_continue = False
        self.message_event.clear()
        body, self.body = bytes(self.body), bytearray()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, part: Any) -> None:
        if part["type"] == "http.response.start" and not self.response_started and not self.disconnected:
            self._head = self._begin(part["status"], part["headers"])
            if self._head:
                return
        elif self._head:
            head, self._head = self._head, b""
            body = part.get("body", b"")
            if self._is_whole(body, more=part.get("more_body", False)) and not self.flow.write_paused:
                self.transport.write(head + body)
                self._end()
                return
            self.transport.write(head)
        await super().send(part)

    async def send_500_response(self) -> None:
        """Report a fault of the application, or close the connection of a request that was cancelled.

        A stopping server cancels the requests that take too long. Whether such a request has taken effect is not known,
        so no status would be true; a client repeats it as after a broken connection.
        """
        if isinstance(sys.exception(), asyncio.CancelledError):
            self.transport.close()
        else:
            await super().send_500_response()

    def _begin(self, status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
        """Return the status line and headers as bytes; b"" if the response has no Content-Length."""
        by_name = dict(headers)
        length = by_name.get(b"content-length")
        if length is None:
            return b""
        headers = [*self.default_headers, *headers]
        lines = b"".join([b"%s: %s\r\n" % header for header in headers])
        if len(lines) - len(lines.translate(None, _CONTROLS)) != 2 * len(headers):
            raise RuntimeError("A response header contains a control character.")
        if b"connection" in by_name:  # the application sends only `close`
            self.keep_alive = False
        elif not self.keep_alive:
            lines += b"connection: close\r\n"
        self.response_started = True
        self.waiting_for_100_continue = False
        self.chunked_encoding = False
        self.expected_content_length = int(length)
        return _STATUS_LINES[status] + lines + b"\r\n"

    def _is_whole(self, body: bytes, *, more: bool) -> bool:
        if more or self.disconnected or len(body) > COPIED_BYTES:
            return False
        return len(body) == (0 if self.scope["method"] == "HEAD" else self.expected_content_length)

    def _end(self) -> None:
        self.expected_content_length = 0
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
