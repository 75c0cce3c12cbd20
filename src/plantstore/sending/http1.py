"""Read the answer of a receiver that may be broken or hostile: HTTP/1.1, every part of it bounded.

The parser (llhttp) knows the grammar; this file adds the limits, and says what an answer means when it breaks one. The
status line decides: what goes wrong after the head ends the connection, not the outcome.
"""

import re
from typing import Any, NamedTuple

import httptools

from plantstore.domain.delivery import OutcomeKind

HEAD_BYTES_MAX = 16_384  # trust.md, T18: all heads of one answer together; nginx and Node send at most 8 to 16 KiB
HEADERS_MAX = 100  # the limit of most servers for requests
INTERIM_ANSWERS_MAX = 8  # 1xx before the final answer
BODY_BYTES_MAX = 65_536  # read, so that the connection can be used again; what is longer ends it
EXCERPT_BYTES_MAX = 4_096  # kept of a failed answer, for people
EXTRA_BYTES = 1_024  # read beyond that: a credential that begins within it is seen as a whole, and taken out
DETAIL_CHARS_MAX = 200  # of what a receiver wrote, inside a sentence of ours

_START = b"HTTP/1."
_HEEDED = frozenset({b"location", b"date", b"retry-after", b"keep-alive"})
_TIMEOUT = re.compile(rb"(?:^|[,; ])timeout=(\d{1,9})", re.IGNORECASE)


class Failure(NamedTuple):
    """Why there is no status: the kind for machines, a sentence for people."""

    kind: OutcomeKind
    detail: str


class _EnoughError(Exception):
    """Ends the parser's work from inside one of its callbacks."""


class AnswerReader:
    """Read one answer after another from one connection: `begin()`, then `feed()` until `complete` or `failure`.

    `status` is 0 until the head is complete. `reusable` is true when the answer ended cleanly, nothing followed it, and
    the receiver means to keep the connection open, for `keep_s` seconds if it said so. `location`, `date` and
    `retry_after` are headers as they came, the last with each of its values; the limits of a head bound them. `excerpt`
    is as it came too: before any of it is kept, it is to be cleaned and cut at EXCERPT_BYTES_MAX.
    """

    __slots__ = (
        "_body_bytes",
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

    def __init__(self) -> None:
        self._parser: Any = httptools.HttpResponseParser(self)
        self.keep_s: int | None = None
        self.begin()

    def begin(self) -> None:
        """Forget the answer before; an announced keep-alive time stays."""
        self.status = 0
        self.complete = False
        self.failure: Failure | None = None
        self.reusable = False
        self._forget_headers()
        self.excerpt = b""
        self._start = b""
        self._bytes = self._body_bytes = self._headers = self._interim = 0

    def feed(self, data: bytes) -> None:
        """Take what came. Never raises, and reads nothing after `complete` or `failure`."""
        if not self._bytes:
            data = self._begun(data)
        if not self.status and self._bytes + len(data) > HEAD_BYTES_MAX:
            rest = data[HEAD_BYTES_MAX - self._bytes :]
            self._parse(data[: len(data) - len(rest)])
            if not self.status and not self.failure:
                self.failure = Failure(
                    OutcomeKind.ANSWER_TOO_LARGE, f"The head of the answer is larger than {HEAD_BYTES_MAX} bytes."
                )
            data = rest
        if data and not self.failure and not self.complete:
            self._parse(data)
        elif data:
            self.reusable = False

    def end(self) -> None:
        """The receiver closed the connection: an answer whose head was complete stands as it is."""
        self.complete = self.status > 0
        self.reusable = False

    def discard(self) -> None:
        """Break the ring between reader and parser, which hold each other."""
        self._parser = None

    def _begun(self, data: bytes) -> bytes:
        """Hold the first bytes back until they show HTTP/1.x; the parser would take RTSP and HTTP/0.9 for an answer."""
        start = self._start + data
        if start.startswith(_START):
            return start
        if _START.startswith(start):
            self._start = start
            return b""
        self.failure = Failure(
            OutcomeKind.ANSWER_INVALID, f"What came is not HTTP/1.1: it begins {printable(start[:16])!r}."
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
                self.failure = Failure(OutcomeKind.ANSWER_INVALID, f"The answer is not valid HTTP/1.1: {error}.")
        if self.status and self._bytes > HEAD_BYTES_MAX + BODY_BYTES_MAX:
            self._cut()

    def _cut(self) -> None:
        self.complete = True
        self.reusable = False

    def _forget_headers(self) -> None:
        """Those of an interim answer say nothing about the answer itself."""
        self.location = self.date = b""
        self.retry_after: tuple[bytes, ...] = ()

    # What the parser calls.

    def on_message_begin(self) -> None:
        if self.complete:  # something follows the answer: it could pass for the answer to the next request
            self.reusable = False
            raise _EnoughError

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.status:
            return  # a trailer
        self._headers += 1
        if self._headers > HEADERS_MAX:
            self.failure = Failure(OutcomeKind.ANSWER_TOO_LARGE, f"The answer has more than {HEADERS_MAX} headers.")
            raise _EnoughError
        name = name.lower()
        if name not in _HEEDED:
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
            if self._interim <= INTERIM_ANSWERS_MAX:
                return
            detail = f"More than {INTERIM_ANSWERS_MAX} interim answers (1xx) came before an answer."
        elif status == 101:
            detail = "The receiver wants to change the protocol (101), which was not asked for."
        else:
            detail = f"The status {status} is not between 200 and 599."
        self.failure = Failure(OutcomeKind.ANSWER_INVALID, detail)
        raise _EnoughError

    def on_body(self, data: bytes) -> None:
        self._body_bytes += len(data)
        if self.status >= 300 and len(self.excerpt) < EXCERPT_BYTES_MAX + EXTRA_BYTES:
            self.excerpt += data[: EXCERPT_BYTES_MAX + EXTRA_BYTES - len(self.excerpt)]
        if self._body_bytes > BODY_BYTES_MAX:
            self._cut()
            raise _EnoughError

    def on_message_complete(self) -> None:
        if self.status:
            self.complete = True
            self.reusable = self._parser.should_keep_alive()


def printable(text: bytes) -> str:
    """Make a receiver's bytes safe to show in one line: what is not printable becomes U+FFFD, what is long is cut."""
    shown = text[: DETAIL_CHARS_MAX * 4].decode("utf-8", "replace")
    safe = "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)
    return safe if len(safe) <= DETAIL_CHARS_MAX else safe[: DETAIL_CHARS_MAX - 1] + "…"
