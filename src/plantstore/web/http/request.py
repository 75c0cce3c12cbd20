"""A request as it comes in: its headers, and a body that is never read further than the limit."""

from collections import Counter
from collections.abc import AsyncIterator

from starlette.types import Receive, Scope

from plantstore.domain.errors import Malformed, TooLarge, UnsupportedMedia
from plantstore.web.http.middleware import ClientGone
from plantstore.web.http.problems import Refused

# Meaning one thing only: two of one of these could be read in two ways.
_ONCE = frozenset({b"content-type", b"content-encoding", b"idempotency-key", b"if-match", b"if-none-match"})
_NOTHING: frozenset[bytes] = frozenset()
CONTENT_TYPE_BYTES_MAX = 1_024  # ours have fewer than 100, a form's boundary included
DECODED_HERE_BYTES_MAX = 32_768  # decoding as much takes less time than going to a thread and back
_CLOSE = (b"connection", b"close")  # what is left of the body is not worth reading


class Request:
    """One HTTP request. `repeated` names the headers that came more than once, `client` the address it came from.

    `body_bytes` is the size of the body that `read_body` has read.
    """

    __slots__ = (
        "_scope",
        "body_bytes",
        "client",
        "headers",
        "method",
        "path",
        "query",
        "receive",
        "repeated",
        "values",
    )

    def __init__(self, scope: Scope, receive: Receive) -> None:
        raw: list[tuple[bytes, bytes]] = scope["headers"]
        self._scope = scope
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: bytes = scope["query_string"]
        self.client: str | None = (scope.get("client") or (None,))[0]
        self.values: dict[str, str] = scope["path_params"]
        self.receive = receive
        self.body_bytes = 0
        self.headers = dict(raw)
        self.repeated = _NOTHING if len(self.headers) == len(raw) else _repeated(raw)

    def add_response_header(self, name: bytes, value: bytes) -> None:
        """Have a header in the answer, whatever it will be."""
        self._scope.setdefault("response_headers", []).append((name, value))

    def as_get(self, path: str, query: bytes, values: dict[str, str]) -> "Request":
        """The same caller, asking for a page without a body."""
        changes = {"method": "GET", "path": path, "query_string": query, "path_params": values}
        return Request({**self._scope, **changes}, self.receive)

    def values_of(self, name: bytes) -> bytes:
        """The value of a header that is a list, from all of its lines (RFC 9110 §5.3); empty when there is none."""
        if name not in self.repeated:
            return self.headers.get(name, b"")
        return b",".join(value for one, value in self._scope["headers"] if one == name)

    def check_headers(self) -> None:
        """Refuse headers that mean nothing when they come twice."""
        for name in sorted(self.repeated & _ONCE):
            raise Malformed(f"The header {name.decode()} was sent more than once.")

    @property
    def content_type(self) -> str:
        """The header as it came; UnsupportedMedia when it is longer than any that we know."""
        given = self.headers.get(b"content-type", b"")
        if len(given) > CONTENT_TYPE_BYTES_MAX:
            raise UnsupportedMedia("The Content-Type is too long.")
        return given.decode("latin-1")

    async def read_body(self, *, bytes_max: int) -> bytes:
        """Read the whole body; TooLarge as soon as it is known to be longer than allowed."""
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and int(announced[:20]) > bytes_max:
            raise _too_large(bytes_max)
        part = await self.receive()
        body: bytes = part.get("body", b"")
        if part.get("more_body"):
            pieces = bytearray(body)
            while part.get("more_body") and len(pieces) <= bytes_max:
                part = await self.receive()
                pieces += part.get("body", b"")
            body = bytes(pieces)
        if part["type"] == "http.disconnect":
            raise ClientGone
        self.body_bytes = len(body)
        if self.body_bytes > bytes_max:
            raise _too_large(bytes_max)
        return body

    @property
    def is_large(self) -> bool:
        """True if the body is so large that decoding it belongs into a thread, lest the event loop stand still."""
        return self.body_bytes > DECODED_HERE_BYTES_MAX

    async def parts(self, *, bytes_max: int) -> AsyncIterator[bytes]:
        """Read the body piece by piece; TooLarge when it passes the limit, ClientGone when the caller hangs up.

        Whoever takes the pieces keeps none in memory, so they are not counted as such.
        """
        self._scope.get("let_body_go", _nothing)()
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and int(announced[:20]) > bytes_max:
            raise _too_large(bytes_max)
        read, more = 0, True
        while more:
            part = await self.receive()
            if part["type"] == "http.disconnect":
                raise ClientGone
            piece, more = part.get("body", b""), part.get("more_body", False)
            read += len(piece)
            if read > bytes_max:
                raise _too_large(bytes_max)
            if piece:
                yield piece

    def check_media(self, media_types: tuple[str, ...]) -> None:
        """Refuse a body that is compressed, or not said to be what we read."""
        encoding = self.headers.get(b"content-encoding", b"identity")
        if encoding.strip().lower() != b"identity":
            raise UnsupportedMedia("Send the body as it is, without a Content-Encoding.")
        given = self.content_type
        if given in media_types:
            return
        kind, *parameters = given.lower().replace('"', "").replace(" ", "").split(";")
        charsets = [one for one in parameters if one.startswith("charset=")]
        if kind not in media_types or charsets not in ([], ["charset=utf-8"]):
            raise UnsupportedMedia(f"Send the body in UTF-8 as Content-Type: {' or '.join(media_types)}.")


def _repeated(raw: list[tuple[bytes, bytes]]) -> frozenset[bytes]:
    return frozenset(name for name, times in Counter(name for name, _ in raw).items() if times > 1)


def _nothing() -> None:
    """Do nothing: who serves the application does not count bodies."""


def _too_large(bytes_max: int) -> Refused:
    return Refused(TooLarge(f"The body may have at most {bytes_max:,} bytes."), _CLOSE)
