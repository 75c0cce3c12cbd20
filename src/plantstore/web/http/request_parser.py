"""An incremental parser for the requests on one connection, strict about CRLF and the grammar of RFC 9112.

`feed` adds bytes, and `next_event` returns the next event, so the caller decides when to parse the next request.
`expects_head` is True between two requests and while a head is incomplete.
"""

import re
from collections.abc import Callable
from enum import Enum

from plantstore.domain.errors import Malformed
from plantstore.web.http.problems import HeadTooLarge
from plantstore.web.http.request_head import RequestHead, parse_head

HEAD_BYTES_MAX = 65_536  # max request line and headers; browsers send up to 8 KiB, with large cookies 16 KiB
EXTENSION_BYTES_MAX = 65_536  # max chunk extensions per request; common clients send none
TRAILER_BYTES_MAX = 65_536
CHUNK_DIGITS_MAX = 15  # max hexadecimal digits of a chunk size, which keeps the size below 2⁶³

_TOKEN_BYTE = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]"
# Chunk extensions are ignored. Control characters, even quoted, are refused: they could hide the end of the line.
_EXTENSION = rb"(?:[ \t]*;[ \t]*%s[^\x00-\x08\x0a-\x1f\x7f]*)?" % _TOKEN_BYTE
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,%d})(%s)\r\n" % (CHUNK_DIGITS_MAX, _EXTENSION))
_TRAILER = rb"%s+:[^\x00-\x08\x0a-\x1f\x7f]*\r\n" % _TOKEN_BYTE
_TRAILER_LINE = re.compile(_TRAILER)
_TRAILER_LINES = re.compile(rb"(?:%s)*" % _TRAILER)
_NO_HEAD = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|(?<!\r)\n|\r[^\n]")  # never in a head: TLS, bare LF, NUL
_UNKNOWN = -1
_END = b"\r\n\r\n"


class RequestEnd(Enum):
    """The event that the body of a request has ended."""

    END = "end"


class Awaited(Enum):
    """The part of a request that must arrive next."""

    NOTHING = "nothing"
    HEAD = "head"
    BODY = "body"


Event = RequestHead | bytes | RequestEnd


class RequestParser:
    """Turns bytes into events. Each request yields its head, the chunks of its body, and a RequestEnd."""

    __slots__ = ("_at", "_data", "_extra_bytes", "_left_bytes", "_may_be_blank", "_scanned_to", "_step", "expects_head")

    def __init__(self) -> None:
        self._data = b""
        self._at = 0
        self._scanned_to = 0
        self._left_bytes = 0  # bytes left of the body or the current chunk; `_UNKNOWN` before the first chunk
        self._extra_bytes = 0  # bytes read of chunk extensions, later of trailers
        self._step: Callable[[], Event | None]
        self._expect_head()

    @property
    def awaited(self) -> Awaited:
        if not self.expects_head:
            return Awaited.BODY
        return Awaited.HEAD if self._at < len(self._data) else Awaited.NOTHING

    @property
    def has_bytes(self) -> bool:
        return self._at < len(self._data)

    @property
    def waiting_bytes(self) -> int:
        """Return the number of bytes that have not been parsed yet."""
        return len(self._data) - self._at

    def feed(self, data: bytes) -> None:
        self._data = self._data[self._at :] + data if self.has_bytes else data
        self._scanned_to = max(self._scanned_to - self._at, 0)
        self._at = 0

    def stop(self) -> None:
        """Free everything: the connection is lost, and there is no next event. Do not use the parser afterwards."""
        self._data, self._at = b"", 0
        self._step = _nothing  # the method that it was refers to the parser itself

    def whole_body(self) -> bytes | None:
        """Return the body if it has arrived completely; None if it has not, or is chunked. Call this after a head.

        Most bodies arrive in one segment with their head, and this avoids the cost of separate events.
        """
        if self._left_bytes < 0 or len(self._data) - self._at < self._left_bytes:
            return None
        body = self._take()
        self._drop_read()
        self._expect_head()
        return body

    def next_event(self) -> Event | None:
        """Return the next event, or None if more bytes are needed; raise a StoreError for an invalid request."""
        event = self._step()
        self._drop_read()
        return event

    def _drop_read(self) -> None:
        if self._at and self._at == len(self._data):  # free memory: many connections can be idle
            self._data, self._at, self._scanned_to = b"", 0, 0

    def _expect_head(self) -> None:
        self.expects_head = True
        self._may_be_blank = True
        self._scanned_to = self._at
        self._step = self._head

    def _head(self) -> RequestHead | None:
        if self._may_be_blank and self._data.startswith(b"\r", self._at):
            self._skip_blank_line()
        end = self._data.find(_END, max(self._scanned_to - 3, self._at))
        if end < 0:
            self._check_unfinished_head()
            return None
        end += len(_END)
        if end - self._at > HEAD_BYTES_MAX:
            raise HeadTooLarge
        head = parse_head(self._data[self._at : end])
        self._at = end
        self.expects_head = False
        self._expect_body(head.body_bytes)
        return head

    def _skip_blank_line(self) -> None:
        """Skip an empty line before a request, because some clients send one after a body (RFC 9112 §2.2)."""
        if self._data.startswith(b"\r\n", self._at):
            self._at += 2
            self._may_be_blank = False  # a second one is refused, however the bytes are split
        else:
            self._may_be_blank = self._data[self._at :] == b"\r"
        self._scanned_to = self._at

    def _check_unfinished_head(self) -> None:
        """Raise an error as soon as the bytes cannot begin a valid head: the client may be waiting for a response."""
        if len(self._data) - self._at > HEAD_BYTES_MAX:
            raise HeadTooLarge
        if _NO_HEAD.search(self._data, max(self._scanned_to - 1, self._at)):
            raise Malformed("This is not a valid HTTP request.")
        self._scanned_to = len(self._data)

    def _expect_body(self, body_bytes: int | None) -> None:
        if body_bytes is None:
            self._left_bytes = _UNKNOWN
            self._extra_bytes = 0
            self._step = self._chunk_line
        else:
            self._left_bytes = body_bytes
            self._step = self._counted if body_bytes else self._end

    def _end(self) -> RequestEnd:
        self._expect_head()
        return RequestEnd.END

    def _counted(self) -> bytes | None:
        piece = self._take()
        if not self._left_bytes:
            self._step = self._end
        return piece or None

    def _take(self) -> bytes:
        piece = self._data[self._at : self._at + self._left_bytes]
        self._at += len(piece)
        self._left_bytes -= len(piece)
        return piece

    def _chunk_line(self) -> Event | None:
        line = self._line(_CHUNK_LINE, self._extra_bytes, EXTENSION_BYTES_MAX + CHUNK_DIGITS_MAX + 2)
        if line is None:
            return None
        size, extension = line.groups()
        self._extra_bytes += len(extension)
        if self._extra_bytes > EXTENSION_BYTES_MAX:
            raise HeadTooLarge("The extensions of the chunks are too large.")
        self._left_bytes = int(size, 16)
        self._step = self._chunk
        if not self._left_bytes:
            self._extra_bytes = 0
            self._step = self._trailer
        return self._step()

    def _chunk(self) -> Event | None:
        piece = self._take()
        if not self._left_bytes:
            self._step = self._chunk_end
        return piece or None

    def _chunk_end(self) -> Event | None:
        """Skip the CRLF after a chunk."""
        found = self._data[self._at : self._at + 2]
        if not b"\r\n".startswith(found):
            raise Malformed("A chunk is longer than its size says.")
        if len(found) < 2:
            return None
        self._at += 2
        self._step = self._chunk_line
        return self._step()

    def _trailer(self) -> RequestEnd | None:
        """Skip the trailers. Trailers are not merged into the headers (RFC 9110 §6.5)."""
        self._take_trailers()
        while not self._data.startswith(b"\r\n", self._at):
            if self.waiting_bytes == 1 and self._data.startswith(b"\r", self._at):
                return None
            line = self._line(_TRAILER_LINE, self._extra_bytes, TRAILER_BYTES_MAX)
            if line is None:
                return None
            self._extra_bytes += line.end() - line.start()
        self._at += 2
        return self._end()

    def _take_trailers(self) -> None:
        """Skip all complete trailers in one match. Thousands of separate matches would take milliseconds."""
        lines = _TRAILER_LINES.match(self._data, self._at, self._at + TRAILER_BYTES_MAX - self._extra_bytes)
        if lines is not None:
            self._extra_bytes += lines.end() - self._at
            self._at = lines.end()

    def _line(self, pattern: re.Pattern[bytes], before_bytes: int, bytes_max: int) -> re.Match[bytes] | None:
        """Return the match of `pattern` with the next line; None if the line is incomplete.

        Raise Malformed if the line does not match, and HeadTooLarge if it is longer than `bytes_max` less
        `before_bytes`, the length of the lines before it.
        """
        end = self._data.find(b"\n", self._at) + 1
        if before_bytes + (end or len(self._data)) - self._at > bytes_max:
            raise HeadTooLarge("The extensions of the chunks, or the trailers, are too large.")
        if not end:
            return None
        line = pattern.fullmatch(self._data, self._at, end)
        if line is None:
            raise Malformed("A chunk of the body cannot be parsed.")
        self._at = line.end()
        return line


def _nothing() -> Event | None:
    """Return the next event of a parser that has stopped: none."""
    return None
