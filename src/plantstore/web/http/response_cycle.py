"""uvicorn's request-response cycle, except that a complete response is one write: one system call, not two."""

import http
from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

COPIED_BYTES = 65_536  # longer bodies are written separately: copying them would cost as much as a second call
_STATUS_LINES = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode("ascii") for status in http.HTTPStatus
}
_CONTROLS = bytes([*range(0x20), 0x7F])  # not allowed in a header (RFC 9110 §5.5); ours have no tab either


class ResponseCycle(RequestResponseCycle):
    """One call of the application, and its response.

    If a response has a content-length, its headers wait for the body; those of a stream do not.
    """

    _head = b""  # waiting for the body
    _is_read = False

    async def receive(self) -> Any:
        """Return a complete body without waiting for the event, once."""
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

    def _begin(self, status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
        """Return the status line and headers if the response has a content-length, b"" otherwise."""
        by_name = dict(headers)
        length = by_name.get(b"content-length")
        if length is None:
            return b""
        headers = [*self.default_headers, *headers]
        lines = b"".join([b"%s: %s\r\n" % header for header in headers])
        if len(lines) - len(lines.translate(None, _CONTROLS)) != 2 * len(headers):
            raise RuntimeError("A response header contains a control character.")
        if b"connection" in by_name:  # only ever `close`
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
