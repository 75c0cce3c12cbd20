"""What goes around every answer: its request id, the headers that keep browsers careful, and a problem if all fails."""

import re
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from plantstore.domain.errors import NotFound
from plantstore.web.http.problems import problem_response

Part = MutableMapping[str, Any]
"""One step of an answer, as ASGI has it."""

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{1,64}")
# A slash, a backslash, a dot or a control character behind a percent sign: the server has decoded it by now, a proxy
# before us may not have, and both must mean the same address.
_DISGUISED = re.compile(rb"%(?:[01][0-9a-f]|2[ef]|5c|7f)", re.IGNORECASE)

# Each is added unless the answer brings its own. What we answer is never a script, a frame, or for a shared cache.
_CAREFUL = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_CAREFUL_NAMES = frozenset(name for name, _ in _CAREFUL)


class ClientGone(Exception):
    """Whoever asked has hung up: there is nobody to answer."""


class Middleware:
    """The outermost ASGI layer. A caller's X-Request-Id is kept if it is short and plain."""

    def __init__(self, inner: ASGIApp, new_request_id: Callable[[], str]) -> None:
        self._inner = inner
        self._new_request_id = new_request_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        request_id = scope["request_id"] = _given_request_id(scope) or self._new_request_id()
        started = False

        async def send_dressed(part: Part) -> None:
            nonlocal started
            if part["type"] == "http.response.start":
                started = True
                _dress(part, request_id, scope.get("response_headers", ()))
            await send(part)

        try:
            if _DISGUISED.search(scope.get("raw_path") or b""):
                raise NotFound
            await self._inner(scope, receive, send_dressed)
        except ClientGone:
            return
        except Exception as error:
            if started:
                raise
            await problem_response(error, scope).send(scope, send_dressed)


def _given_request_id(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            return value.decode("ascii") if _REQUEST_ID.fullmatch(value) else None
    return None


def _dress(start: Part, request_id: str, more: Sequence[tuple[bytes, bytes]]) -> None:
    headers = start["headers"]
    headers.extend(more)
    own = {name for name, _ in headers}
    headers.extend(_CAREFUL if own.isdisjoint(_CAREFUL_NAMES) else [one for one in _CAREFUL if one[0] not in own])
    headers.append((b"x-request-id", request_id.encode("ascii")))
