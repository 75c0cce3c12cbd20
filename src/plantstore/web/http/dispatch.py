"""The main path's first step: a request in, one verb in one transaction, an answer out. Start at `dispatch`."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.token import Token
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage
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


async def dispatch(endpoint: Endpoint, request: Request, dependencies: Dependencies) -> Response:
    """Authenticate, check the scope, decode, and let the operation do its one verb.

    Whatever is refused on the way is raised, and becomes a problem document in `middleware.py`.
    """
    return await dispatch_as(endpoint, request, dependencies, await dependencies.authenticator.check(request))


async def dispatch_as(endpoint: Endpoint, request: Request, dependencies: Dependencies, token: Token) -> Response:
    """Do what is asked in the name of a token that is known to be valid: here the API and the console meet."""
    if not (endpoint.allows_self and _means_itself(request, token)):
        check_scope(token, endpoint.scope)
        if token.receiver_id is not None and not endpoint.allows_bound_tokens:
            raise NotFound
    context = await _decode(endpoint, request, dependencies, token)
    response = await endpoint.handler(context)
    if response.status == endpoint.status:  # another is a dry run's
        await context.record_activity_after(response)
    return response


class Resource:
    """One address as an ASGI application: chooses the operation by method. HEAD is GET without the body."""

    def __init__(self, endpoints: Sequence[Endpoint], dependencies: Dependencies) -> None:
        self._endpoints = {endpoint.method: endpoint for endpoint in endpoints}
        if "GET" in self._endpoints:
            self._endpoints["HEAD"] = self._endpoints["GET"]
        self._dependencies = dependencies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._endpoints.get(scope["method"])
        if endpoint is None:
            raise wrong_method(self._endpoints)
        response = await dispatch(endpoint, Request(scope, receive), self._dependencies)
        await response.send(scope, send)


def routes(endpoints: Sequence[Endpoint], dependencies: Dependencies) -> list[Route]:
    """Turn operations into routes, one for each address."""
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    # A SKU may hold a slash.
    return [Route(path.replace("{sku}", "{sku:path}"), Resource(same, dependencies)) for path, same in by_path.items()]


def wrong_method(known: Sequence[str] | dict[str, Any]) -> Refused:
    return Refused(WrongMethod(), (b"allow", ", ".join(sorted(known)).encode()))


def _means_itself(request: Request, token: Token) -> bool:
    """Tell whether the address names the token that asks, and write its id there."""
    if request.values["id"] == OWN:
        request.values["id"] = token.id
    return request.values["id"] == token.id


async def _decode(endpoint: Endpoint, request: Request, dependencies: Dependencies, token: Token) -> RequestContext:
    if request.repeated:
        request.check_headers()
    raw = b"" if endpoint.streams else await request.read_body(bytes_max=dependencies.settings.request_bytes_max)
    if endpoint.request is not None and not endpoint.streams:
        request.check_media(endpoint.media_types)
        body = await asyncio.to_thread(read_object, raw) if request.is_large else read_object(raw)
    elif raw.strip() not in (b"", b"{}"):
        raise Malformed("This operation takes no body.")
    else:
        body = {}
    context = RequestContext(
        dependencies=dependencies,
        token=token,
        request=request,
        body=body,
        query={},
        filters={},
        keyset=FIRST_PAGE,
        version=version_wanted(request.headers.get(b"if-match")) if endpoint.conditional else None,
        key=_idempotency_key(request) if endpoint.method == "POST" else None,
        action=endpoint.name if endpoint.logs_activity and endpoint.method != "GET" else None,
    )
    if request.query:
        _decode_query(endpoint, context)
    return context


def _decode_query(endpoint: Endpoint, context: RequestContext) -> None:
    texts = _split_query(context.request.query)
    position = None
    if any(parameter.name == "cursor" for parameter in endpoint.parameters):
        position = take_up(texts, context.dependencies.cursors, token_id=context.token.id, path=context.request.path)
    context.query = read_parameters(texts, endpoint.parameters, context.dependencies.settings)
    context.filters = {one.name: texts[one.name] for one in endpoint.parameters if one.is_filter and one.name in texts}
    if position is not None:
        context.keyset = KeysetPage(position=position.after, backward=position.back, inclusive=position.also)


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
