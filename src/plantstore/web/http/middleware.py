"""The outermost ASGI layer: the request id, security headers, metrics, and a problem document for every error."""

import re
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from plantstore.core.turns import request_began_s
from plantstore.domain.errors import NotFound
from plantstore.web.http.problems import problem_response

Message = MutableMapping[str, Any]
"""An ASGI event that the application sends."""

OPERATION = "operation"  # key in the ASGI scope: under which name the request is counted
OTHER = "other"  # requests that no endpoint of the API and no page of the console has handled

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{1,64}")
# A percent-encoded slash, backslash, dot or control character. The server decodes these, but a proxy in front of it may
# not, and both must see the same path.
_DISGUISED = re.compile(rb"%(?:[01][0-9a-f]|2[ef]|5c|7f)", re.IGNORECASE)

# Default headers, unless the response sets its own: no scripts, no framing, no caching.
_SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_SECURITY_HEADER_NAMES = frozenset(name for name, _ in _SECURITY_HEADERS)


class ClientGone(Exception):
    """The client has disconnected, so there is no one to respond to."""


class Middleware:
    """The outermost ASGI layer. It keeps a client's X-Request-Id of at most 64 ASCII letters, digits, `_` and `-`.

    `on_response` gets the operation of each request whose response begins, the status, and the seconds until then. The
    operation is what an inner application has put into the scope, or OTHER.
    """

    def __init__(
        self,
        inner: ASGIApp,
        new_request_id: Callable[[], str],
        *,
        monotonic: Callable[[], float],
        on_response: Callable[[str, int, float], None],
    ) -> None:
        self._inner = inner
        self._new_request_id = new_request_id
        self._monotonic = monotonic
        self._on_response = on_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        request_id = scope["request_id"] = _sent_request_id(scope) or self._new_request_id()
        started, began_s = False, self._monotonic()
        request_began_s.set(began_s)

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                scope.get("leave", _nothing)()
                self._on_response(scope.get(OPERATION, OTHER), message["status"], self._monotonic() - began_s)
                _add_headers(message["headers"], request_id, scope.get("response_headers", ()))
            await send(message)

        try:
            if _DISGUISED.search(scope.get("raw_path") or b""):
                raise NotFound
            await self._inner(scope, receive, send_with_headers)
        except ClientGone:
            return
        except Exception as error:
            if started:
                raise
            await problem_response(error, scope).send(scope, send_with_headers)


def _nothing() -> None:
    """Do nothing: the default for servers that admit every request."""


def _sent_request_id(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            return value.decode("ascii") if _REQUEST_ID.fullmatch(value) else None
    return None


def _add_headers(headers: list[tuple[bytes, bytes]], request_id: str, more: Sequence[tuple[bytes, bytes]]) -> None:
    headers.extend(more)
    present = dict(headers)
    if _SECURITY_HEADER_NAMES.isdisjoint(present):
        headers.extend(_SECURITY_HEADERS)
    else:
        headers.extend([header for header in _SECURITY_HEADERS if header[0] not in present])
    headers.append((b"x-request-id", request_id.encode("ascii")))
