"""An answer before it is sent: whole, small, and fit to be stored under an Idempotency-Key."""

from typing import Any

import msgspec
from starlette.types import Scope, Send

Headers = tuple[tuple[bytes, bytes], ...]

JSON = "application/json"
_BODILESS = frozenset({204, 304})  # RFC 9110: these never have content
_json = msgspec.json.Encoder().encode


class Response(msgspec.Struct, frozen=True, array_like=True):
    """Status, body and headers of one answer."""

    status: int
    body: bytes = b""
    headers: Headers = ()

    async def send(self, scope: Scope, send: Send) -> None:
        """Send it; a HEAD request gets the head only."""
        headers = list(self.headers)
        if self.status not in _BODILESS:
            headers.append((b"content-length", b"%d" % len(self.body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def json_response(value: Any, *, status: int = 200, headers: Headers = ()) -> Response:
    """Answer with a value as JSON."""
    return Response(status, _json(value), ((b"content-type", b"application/json"), *headers))
