"""Complete responses in memory, which can be stored for an Idempotency-Key before they are sent."""

from typing import Any

import msgspec
from starlette.types import Scope, Send

Headers = tuple[tuple[bytes, bytes], ...]

JSON = "application/json"
_BODILESS = frozenset({204, 304})  # responses without content (RFC 9110 §15.3.5 and §15.4.5)
_json = msgspec.json.Encoder().encode


class Response(msgspec.Struct, frozen=True, array_like=True):
    """The status, body and headers of a response."""

    status: int
    body: bytes = b""
    headers: Headers = ()

    async def send(self, scope: Scope, send: Send) -> None:
        """Send the response. For a HEAD request, send only the headers."""
        headers = list(self.headers)
        if self.status not in _BODILESS:
            headers.append((b"content-length", b"%d" % len(self.body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def json_response(value: Any, *, status: int = 200, headers: Headers = ()) -> Response:
    """Return a response with the value as its JSON body."""
    return Response(status, _json(value), ((b"content-type", b"application/json"), *headers))
