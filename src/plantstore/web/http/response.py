"""A response before it is sent: complete, small, and storable under an Idempotency-Key."""

from typing import Any

import msgspec
from starlette.types import Scope, Send

Headers = tuple[tuple[bytes, bytes], ...]

JSON = "application/json"
_BODILESS = frozenset({204, 304})  # RFC 9110 §15.3.5 and §15.4.5: these never have content
_json = msgspec.json.Encoder().encode


class Response(msgspec.Struct, frozen=True, array_like=True):
    """Status, body and headers of one response."""

    status: int
    body: bytes = b""
    headers: Headers = ()

    async def send(self, scope: Scope, send: Send) -> None:
        """Send it; a HEAD request gets the headers only."""
        headers = list(self.headers)
        if self.status not in _BODILESS:
            headers.append((b"content-length", b"%d" % len(self.body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def json_response(value: Any, *, status: int = 200, headers: Headers = ()) -> Response:
    """Return a response whose body is the value as JSON."""
    return Response(status, _json(value), ((b"content-type", b"application/json"), *headers))
