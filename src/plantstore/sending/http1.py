"""Reads the HTTP/1.1 responses of receivers, which may be broken or hostile: every part has a limit.

The parser (llhttp) checks the syntax. This module adds the limits and decides how to treat a response that exceeds one.
The status line decides the outcome: an error after the headers ends the connection and does not change the outcome.
"""

import re
from typing import Any, NamedTuple

import httptools

from plantstore.domain.deliveries.delivery import OutcomeKind

HEAD_BYTES_MAX = 16_384  # all headers of a response, interim ones included; nginx and Node send 8 to 16 KiB at most
HEADERS_MAX = 100  # most servers have this limit for requests
INTERIM_RESPONSES_MAX = 8  # max interim responses (1xx) before the final response
BODY_BYTES_MAX = 65_536  # max body bytes read to reuse the connection; a longer body closes it
EXCERPT_BYTES_MAX = 4_096  # max bytes of a failed response's body that are stored
EXTRA_BYTES = 1_024  # bytes read beyond the excerpt, so that a credential that crosses its end can be redacted
DETAIL_CHARS_MAX = 200  # max characters of a receiver's text quoted in a message

_START = b"HTTP/1."
_HEADERS_READ = frozenset({b"location", b"date", b"retry-after", b"keep-alive"})
_TIMEOUT = re.compile(rb"(?:^|[,; ])timeout=(\d{1,9})", re.IGNORECASE)


class Failure(NamedTuple):
    """Why an attempt has no HTTP status: the kind for programs, and a message for people."""

    kind: OutcomeKind
    detail: str


class _EnoughError(Exception):
    """Stops the parser from within one of its callbacks."""


class ResponseReader:
    """Reads one response after another from a connection: `begin()`, then `feed()` until `complete` or `failure`.

    `status` is 0 until the headers are complete. `reusable` is True if the response ended cleanly, nothing followed it,
    and the receiver keeps the connection open, for `keep_s` seconds if it said so. `location`, `date` and `retry_after`
    are raw header values, the last with one item per header. `excerpt` is raw too: before it is stored, it must be
    redacted and cut to EXCERPT_BYTES_MAX. More than `body_bytes_max` of a body are not read.
    """

    __slots__ = (
        "_body_bytes",
        "_body_bytes_max",
        "_bytes",
        "_headers",
        "_interim",
        "_parser",
        "_start",
        "complete",
        "date",
        "excerpt",
        "failure",
        "keep_s",
        "location",
        "retry_after",
        "reusable",
        "status",
    )

    def __init__(self, *, body_bytes_max: int = BODY_BYTES_MAX) -> None:
        self._parser: Any = httptools.HttpResponseParser(self)
        self._body_bytes_max = body_bytes_max
        self.keep_s: int | None = None
        self.begin()

    def begin(self) -> None:
        """Reset for the next response; `keep_s` stays."""
        self.status = 0
        self.complete = False
        self.failure: Failure | None = None
        self.reusable = False
        self._forget_headers()
        self.excerpt = b""
        self._start = b""
        self._bytes = self._body_bytes = self._headers = self._interim = 0

    def feed(self, data: bytes) -> None:
        """Parse received bytes. It never raises, and ignores everything after `complete` or `failure`."""
        if not self._bytes:
            data = self._begun(data)
        if not self.status and self._bytes + len(data) > HEAD_BYTES_MAX:
            rest = data[HEAD_BYTES_MAX - self._bytes :]
            self._parse(data[: len(data) - len(rest)])
            if not self.status and not self.failure:
                self.failure = Failure(
                    OutcomeKind.ANSWER_TOO_LARGE, f"The response headers are larger than {HEAD_BYTES_MAX} bytes."
                )
            data = rest
        if data and not self.failure and not self.complete:
            self._parse(data)
        elif data:
            self.reusable = False

    def end(self) -> None:
        """Expect no more data, after a close or a timeout: the response is complete if its headers were."""
        self.complete = self.status > 0
        self.reusable = False

    def discard(self) -> None:
        """Break the reference cycle between reader and parser."""
        self._parser = None

    def _begun(self, data: bytes) -> bytes:
        """Hold the first bytes back until they show HTTP/1.x: the parser would accept RTSP and HTTP/0.9."""
        start = self._start + data
        if start.startswith(_START):
            return start
        if _START.startswith(start):
            self._start = start
            return b""
        self.failure = Failure(
            OutcomeKind.ANSWER_INVALID, f"The response is not HTTP/1.1: it begins with {printable(start[:16])!r}."
        )
        return b""

    def _parse(self, data: bytes) -> None:
        self._bytes += len(data)
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self.reusable = False
            if self.status:
                self.complete = True
            elif self.failure is None:
                self.failure = Failure(OutcomeKind.ANSWER_INVALID, f"The response is not valid HTTP/1.1: {error}.")
        if self.status and self._bytes > HEAD_BYTES_MAX + self._body_bytes_max:
            self._cut()

    def _cut(self) -> None:
        self.complete = True
        self.reusable = False

    def _forget_headers(self) -> None:
        """Discard the headers of an interim response, which do not apply to the final response."""
        self.location = self.date = b""
        self.retry_after: tuple[bytes, ...] = ()

    # Called by the parser

    def on_message_begin(self) -> None:
        if self.complete:  # what follows could be taken for the response to the next request
            self.reusable = False
            raise _EnoughError

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.status:
            return  # a header after the body (trailer): ignored
        self._headers += 1
        if self._headers > HEADERS_MAX:
            self.failure = Failure(OutcomeKind.ANSWER_TOO_LARGE, f"The response has more than {HEADERS_MAX} headers.")
            raise _EnoughError
        name = name.lower()
        if name not in _HEADERS_READ:
            return
        if name == b"location":
            self.location = value
        elif name == b"date":
            self.date = self.date or value
        elif name == b"retry-after":
            self.retry_after += (value,)
        elif name == b"keep-alive" and (found := _TIMEOUT.search(value)):
            self.keep_s = int(found[1])

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if 200 <= status <= 599:
            self.status = status
            return
        if 100 <= status <= 199 and status != 101:
            self._interim += 1
            self._forget_headers()
            if self._interim <= INTERIM_RESPONSES_MAX:
                return
            detail = f"More than {INTERIM_RESPONSES_MAX} interim responses (1xx) came before a final one."
        elif status == 101:
            detail = "The receiver wants to switch protocols (101), which was not requested."
        else:
            detail = f"The status {status} is not between 200 and 599."
        self.failure = Failure(OutcomeKind.ANSWER_INVALID, detail)
        raise _EnoughError

    def on_body(self, data: bytes) -> None:
        self._body_bytes += len(data)
        if self.status >= 300 and len(self.excerpt) < EXCERPT_BYTES_MAX + EXTRA_BYTES:
            self.excerpt += data[: EXCERPT_BYTES_MAX + EXTRA_BYTES - len(self.excerpt)]
        if self._body_bytes > self._body_bytes_max:
            self._cut()
            raise _EnoughError

    def on_message_complete(self) -> None:
        if self.status:
            self.complete = True
            self.reusable = self._parser.should_keep_alive()


def printable(text: bytes) -> str:
    """Return a receiver's bytes as one printable line: other characters become U+FFFD, and long text is cut."""
    shown = text[: DETAIL_CHARS_MAX * 4].decode("utf-8", "replace")
    safe = "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)
    return safe if len(safe) <= DETAIL_CHARS_MAX else safe[: DETAIL_CHARS_MAX - 1] + "…"
