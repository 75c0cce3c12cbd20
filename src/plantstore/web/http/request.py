"""An incoming HTTP request: its headers, and methods that read its body up to a size limit."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from starlette.types import Receive, Scope

from plantstore.domain.errors import Malformed, TooLarge, UnsupportedMedia
from plantstore.web.http.middleware import ClientGone
from plantstore.web.http.problems import Refused

# Headers that may be sent only once: parsers could disagree on which of two values to use.
_ONCE = frozenset({b"content-type", b"content-encoding", b"idempotency-key", b"if-match", b"if-none-match"})
_NOTHING: frozenset[bytes] = frozenset()
CONTENT_TYPE_BYTES_MAX = 1_024  # max length; accepted types have fewer than 100 bytes, even with a form's boundary
DECODED_HERE_BYTES_MAX = 32_768  # max body decoded on the event loop; up to this size a thread would be slower
_CLOSE = (b"connection", b"close")  # closes the connection instead of reading the rest of the body


class Request:
    """One HTTP request. `repeated` holds the names of headers that were sent more than once.

    `client` is the IP address of the peer, and `body_bytes` the size of the body once `read_body` has read it.
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

    @property
    def request_id(self) -> str:
        """Return the id of the request, as in its log lines."""
        return str(self._scope["request_id"])

    def add_response_headers(self, *headers: tuple[bytes, bytes]) -> None:
        """Add headers to the response, regardless of its status."""
        self._scope.setdefault("response_headers", []).extend(headers)

    def as_get(self, path: str, query: bytes, values: dict[str, str]) -> "Request":
        """Return a GET request for another page, from the same client and with the same headers, but without a body."""
        changes = {"method": "GET", "path": path, "query_string": query, "path_params": values}
        return Request({**self._scope, **changes}, self.receive)

    def values_of(self, name: bytes) -> bytes:
        """Return all values of a header joined by commas (RFC 9110 §5.3); empty if the header was not sent."""
        if name not in self.repeated:
            return self.headers.get(name, b"")
        return b",".join(value for other, value in self._scope["headers"] if other == name)

    def check_headers(self) -> None:
        """Raise Malformed if a header that may be sent only once was repeated."""
        for name in sorted(self.repeated & _ONCE):
            raise Malformed(f"The header {name.decode()} was sent more than once.")

    @property
    def content_type(self) -> str:
        """Return the Content-Type header unchanged. Raise UnsupportedMedia if it exceeds CONTENT_TYPE_BYTES_MAX."""
        sent = self.headers.get(b"content-type", b"")
        if len(sent) > CONTENT_TYPE_BYTES_MAX:
            raise UnsupportedMedia("The Content-Type is too long.")
        return sent.decode("latin-1")

    async def read_body(self, *, bytes_max: int) -> bytes:
        """Return the whole body. Raise TooLarge as soon as it is known to be longer than `bytes_max`."""
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and int(announced[:20]) > bytes_max:
            raise _too_large(bytes_max)
        body, more = await self._piece()
        if more:
            pieces = bytearray(body)
            del body  # a body that is never finished would keep its first and its last piece a second time
            while more and len(pieces) <= bytes_max:
                piece, more = await self._piece()
                pieces += piece
                del piece
            body = bytes(pieces)
        self.body_bytes = len(body)
        if self.body_bytes > bytes_max:
            raise _too_large(bytes_max)
        return body

    async def _piece(self) -> tuple[bytes, bool]:
        """Return the next piece of the body, and whether there are more. Raise ClientGone if the client disconnects."""
        message = await self.receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        return message.get("body", b""), message.get("more_body", False)

    def leave(self) -> None:
        """Count this request no longer as in progress, because it is going to wait for something that may not come."""
        self._scope.get("leave", _nothing)()

    async def wait(self, waiting: Coroutine[Any, Any, None]) -> None:
        """Wait for something that may not come, and no longer count this request as in progress.

        Raise ClientGone if the client disconnects first.
        """
        self.leave()
        awaited, gone = (asyncio.ensure_future(one) for one in (waiting, self._until_gone()))
        try:
            await asyncio.wait((awaited, gone), return_when=asyncio.FIRST_COMPLETED)
            if not awaited.done():
                raise ClientGone
            await awaited
        finally:
            awaited.cancel()
            gone.cancel()

    async def _until_gone(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    @property
    def is_large(self) -> bool:
        """True if the body is so large that it must be decoded in a thread, to avoid blocking the event loop."""
        return self.body_bytes > DECODED_HERE_BYTES_MAX

    async def stream_body(self, *, bytes_max: int) -> AsyncIterator[bytes]:
        """Yield the body in chunks. Raise TooLarge above the limit, and ClientGone if the client disconnects.

        The caller must not keep the chunks in memory: they no longer count towards the memory limit for bodies.
        """
        self._scope.get("release_body", _nothing)()
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and int(announced[:20]) > bytes_max:
            raise _too_large(bytes_max)
        read, more = 0, True
        while more:
            piece, more = await self._piece()
            read += len(piece)
            if read > bytes_max:
                raise _too_large(bytes_max)
            if piece:
                yield piece

    def check_media(self, media_types: tuple[str, ...]) -> None:
        """Raise UnsupportedMedia if the body is compressed or its Content-Type is not accepted."""
        encoding = self.headers.get(b"content-encoding", b"identity")
        if encoding.strip().lower() != b"identity":
            raise UnsupportedMedia("Send the body uncompressed, without a Content-Encoding.")
        content_type = self.content_type
        if content_type in media_types:
            return
        kind, *parameters = content_type.lower().replace('"', "").replace(" ", "").split(";")
        charsets = [parameter for parameter in parameters if parameter.startswith("charset=")]
        if kind not in media_types or charsets not in ([], ["charset=utf-8"]):
            raise UnsupportedMedia(f"Send the body in UTF-8 as Content-Type: {' or '.join(media_types)}.")


def _repeated(raw: list[tuple[bytes, bytes]]) -> frozenset[bytes]:
    return frozenset(name for name, times in Counter(name for name, _ in raw).items() if times > 1)


def _nothing() -> None:
    """Do nothing: the default for servers without a memory limit for bodies."""


def _too_large(bytes_max: int) -> Refused:
    return Refused(TooLarge(f"The body may have at most {bytes_max:,} bytes."), _CLOSE)
