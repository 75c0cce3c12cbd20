"""The main path's first step: a request in, one verb in one transaction, an answer out. Start at `answer`."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.token import Token
from plantstore.storage.engine.keyset import BEGINNING, KeysetPage
from plantstore.storage.tables.idempotency import KEY_CHARS_MAX
from plantstore.web.auth.authenticator import check_scope
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.endpoint import OWN, Endpoint, read_parameters
from plantstore.web.http.etags import version_wanted
from plantstore.web.http.pagination import take_up
from plantstore.web.http.percent_encoding import QUERY_BYTES_MAX, read_query
from plantstore.web.http.problems import Refused, WrongMethod
from plantstore.web.http.request import Request
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response
from plantstore.web.http.strict_json import read_object

PARAMETERS_MAX = 20  # no operation has half as many
_KEY = re.compile(rb"[\x20-\x7e]{1,%d}" % KEY_CHARS_MAX)


async def answer(operation: Endpoint, request: Request, services: Dependencies) -> Response:
    """Authenticate, check the scope, decode, and let the operation do its one verb.

    Whatever is refused on the way is raised, and becomes a problem document in `middleware.py`.
    """
    return await perform(operation, request, services, await services.authenticator.check(request))


async def perform(operation: Endpoint, request: Request, services: Dependencies, token: Token) -> Response:
    """Do what is asked in the name of a token that is known to be valid: here the API and the console meet."""
    if not (operation.own and _means_itself(request, token)):
        check_scope(token, operation.scope)
        if token.receiver_id is not None and not operation.bound:
            raise NotFound
    call = await _decode(operation, request, services, token)
    reply = await operation.handler(call)
    if reply.status == operation.status:  # another is a dry run's
        await call.note_outside(reply)
    return reply


class Resource:
    """One address as an ASGI application: chooses the operation by method. HEAD is GET without the body."""

    def __init__(self, operations: Sequence[Endpoint], services: Dependencies) -> None:
        self._operations = {operation.method: operation for operation in operations}
        if "GET" in self._operations:
            self._operations["HEAD"] = self._operations["GET"]
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        operation = self._operations.get(scope["method"])
        if operation is None:
            raise wrong_method(self._operations)
        reply = await answer(operation, Request(scope, receive), self._services)
        await reply.send(scope, send)


def routes(operations: Sequence[Endpoint], services: Dependencies) -> list[Route]:
    """Turn operations into routes, one for each address."""
    by_path: dict[str, list[Endpoint]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, []).append(operation)
    # A SKU may hold a slash.
    return [Route(path.replace("{sku}", "{sku:path}"), Resource(same, services)) for path, same in by_path.items()]


def wrong_method(known: Sequence[str] | dict[str, Any]) -> Refused:
    return Refused(WrongMethod(), (b"allow", ", ".join(sorted(known)).encode()))


def _means_itself(request: Request, token: Token) -> bool:
    """Tell whether the address names the token that asks, and write its id there."""
    if request.values["id"] == OWN:
        request.values["id"] = token.id
    return request.values["id"] == token.id


async def _decode(operation: Endpoint, request: Request, services: Dependencies, token: Token) -> RequestContext:
    if request.repeated:
        request.check_headers()
    raw = b"" if operation.streams else await request.read_body(bytes_max=services.settings.request_bytes_max)
    if operation.request is not None and not operation.streams:
        request.check_media(operation.media_types)
        body = await asyncio.to_thread(read_object, raw) if request.is_large else read_object(raw)
    elif raw.strip() not in (b"", b"{}"):
        raise Malformed("This operation takes no body.")
    else:
        body = {}
    call = RequestContext(
        services=services,
        token=token,
        request=request,
        body=body,
        query={},
        filters={},
        cut=BEGINNING,
        version=version_wanted(request.headers.get(b"if-match")) if operation.conditional else None,
        key=_idempotency_key(request) if operation.method == "POST" else None,
        action=operation.name if operation.noted and operation.method != "GET" else None,
    )
    if request.query:
        _decode_query(operation, call)
    return call


def _decode_query(operation: Endpoint, call: RequestContext) -> None:
    texts = _split_query(call.request.query)
    position = None
    if any(parameter.name == "cursor" for parameter in operation.parameters):
        position = take_up(texts, call.services.cursors, token_id=call.token.id, path=call.request.path)
    call.query = read_parameters(texts, operation.parameters, call.services.settings)
    call.filters = {one.name: texts[one.name] for one in operation.parameters if one.chooses and one.name in texts}
    if position is not None:
        call.cut = KeysetPage(place=position.after, back=position.back, also=position.also)


def _split_query(query: bytes) -> dict[str, str]:
    try:
        pairs = read_query(query, pairs_max=PARAMETERS_MAX)
    except ValueError as error:
        detail = (
            f"The query cannot be read: write at most {PARAMETERS_MAX} parameters and {QUERY_BYTES_MAX:,} bytes, "
            "in UTF-8 with percent signs."
        )
        raise Malformed(detail) from error
    texts = dict(pairs)
    if len(texts) != len(pairs):
        raise Malformed("A parameter stands twice in the query.")
    return texts


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get(b"idempotency-key")
    if key is None:
        return None
    if _KEY.fullmatch(key) is None:
        raise Malformed(f"Idempotency-Key must have 1 to {KEY_CHARS_MAX} printable ASCII characters.")
    return key.decode("ascii")
