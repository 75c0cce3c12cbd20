"""Dispatches API requests to endpoints: each request runs one command in one transaction and gets one response."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.plants.history import Way
from plantstore.domain.token import Token
from plantstore.storage.engine.keyset import FIRST_PAGE
from plantstore.storage.tables.idempotency import KEY_CHARS_MAX
from plantstore.web.auth.authenticator import check_scope
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.endpoint import OWN, Endpoint, parse_parameters
from plantstore.web.http.etags import version_wanted
from plantstore.web.http.json_body import NODES_MAX, read_object
from plantstore.web.http.middleware import OPERATION
from plantstore.web.http.pagination import apply_cursor
from plantstore.web.http.percent_encoding import QUERY_BYTES_MAX, read_query
from plantstore.web.http.problems import Refused, WrongMethod
from plantstore.web.http.request import Request
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

PARAMETERS_MAX = 32  # max query parameters; every endpoint has fewer
_KEY = re.compile(rb"[\x20-\x7e]{1,%d}" % KEY_CHARS_MAX)


async def dispatch(
    endpoint: Endpoint,
    request: Request,
    dependencies: Dependencies,
    *,
    token: Token | None = None,
    parameters: Mapping[str, str] | None = None,
) -> Response:
    """Authenticate a request, check its scope, parse it, and run the endpoint's handler.

    The console passes the `token` of its session, which is known to be valid, and the decoded query `parameters`.
    Without `token`, the request must have a bearer token; without `parameters`, its query is decoded. Errors are raised
    as StoreError or Refused, and `middleware.py` turns them into problem documents.
    """
    way = Way.API if token is None else Way.CONSOLE
    if token is None:
        token = await dependencies.authenticator.check(request)
    if not (endpoint.allows_self and _concerns_itself(endpoint, request, token)):
        check_scope(token, endpoint.scope)
        if token.receiver_ids is not None and not endpoint.allows_bound_tokens:
            raise NotFound
    context = await _parse(endpoint, request, dependencies, token)
    if parameters is None and request.query:
        parameters = _split_query(request.query)
    if parameters:
        _read_parameters(endpoint, context, dict(parameters))
    context.way = way
    context.may_be_late = endpoint.may_be_late and way is Way.API and token.only_reads
    response = await endpoint.handler(context)
    if context.action is not None and not context.has_activity and response.status == endpoint.status:
        await context.add_activity_afterwards(response)
    return response


class Resource:
    """An ASGI application for one path. It selects the endpoint by method; HEAD is GET without the body."""

    def __init__(self, endpoints: Sequence[Endpoint], dependencies: Dependencies) -> None:
        self._endpoints = {endpoint.method: endpoint for endpoint in endpoints}
        if "GET" in self._endpoints:
            self._endpoints["HEAD"] = self._endpoints["GET"]
        self._dependencies = dependencies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._endpoints.get(scope["method"])
        if endpoint is None:
            raise wrong_method(self._endpoints)
        scope[OPERATION] = endpoint.name
        response = await dispatch(endpoint, Request(scope, receive), self._dependencies)
        await response.send(scope, send)


def routes(endpoints: Sequence[Endpoint], dependencies: Dependencies) -> list[Route]:
    """Return one route for each path."""
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    # A SKU may contain slashes, so its path parameter matches them too.
    return [Route(path.replace("{sku}", "{sku:path}"), Resource(same, dependencies)) for path, same in by_path.items()]


def wrong_method(allowed: Sequence[str] | dict[str, Any]) -> Refused:
    """Return a 405 error with an Allow header."""
    return Refused(WrongMethod(), (b"allow", ", ".join(sorted(allowed)).encode()))


def _concerns_itself(endpoint: Endpoint, request: Request, token: Token) -> bool:
    """Return True if `{id}` is the request's own token or person; replace the word OWN in the path values by the id."""
    own = token.person_id if endpoint.self_is_person else token.id
    if request.values["id"] == OWN and own is not None:
        request.values["id"] = own
    is_reading = endpoint.method == "GET" or token.id == own
    return request.values["id"] == own and is_reading


async def _parse(endpoint: Endpoint, request: Request, dependencies: Dependencies, token: Token) -> RequestContext:
    if request.repeated:
        request.check_headers()
    raw = b"" if endpoint.streams else await request.read_body(bytes_max=dependencies.settings.request_bytes_max)
    if endpoint.request is not None and not endpoint.streams:
        request.check_media(endpoint.media_types)
        read = partial(read_object, raw, nodes_max=endpoint.nodes_max)
        takes_long = request.is_large or endpoint.nodes_max > NODES_MAX
        body = await asyncio.to_thread(read) if takes_long else read()
    elif raw.strip() not in (b"", b"{}"):
        raise Malformed("This operation takes no body.")
    else:
        body = {}
    return RequestContext(
        dependencies=dependencies,
        token=token,
        request=request,
        body=body,
        query={},
        filters={},
        keyset=FIRST_PAGE,
        version=version_wanted(request.headers.get(b"if-match")) if endpoint.conditional else None,
        key=_idempotency_key(request) if b"idempotency-key" in request.headers and endpoint.method == "POST" else None,
        action=endpoint.name if endpoint.logs_activity and endpoint.method != "GET" else None,
    )


def _read_parameters(endpoint: Endpoint, context: RequestContext, texts: dict[str, str]) -> None:
    if any(parameter.name == "cursor" for parameter in endpoint.parameters):
        apply_cursor(texts, context)
    context.query = parse_parameters(texts, endpoint.parameters, context.dependencies.settings)
    context.filters = {
        parameter.name: texts[parameter.name]
        for parameter in endpoint.parameters
        if parameter.is_filter and parameter.name in texts
    }


def _split_query(query: bytes) -> dict[str, str]:
    try:
        pairs = read_query(query, pairs_max=PARAMETERS_MAX)
    except ValueError as error:
        detail = (
            f"The query cannot be parsed. Send at most {PARAMETERS_MAX} parameters and {QUERY_BYTES_MAX:,} bytes, "
            "percent-encoded UTF-8."
        )
        raise Malformed(detail) from error
    texts = dict(pairs)
    if len(texts) != len(pairs):
        raise Malformed("A query parameter was sent twice.")
    return texts


def _idempotency_key(request: Request) -> str:
    key = request.headers[b"idempotency-key"]
    if _KEY.fullmatch(key) is None:
        raise Malformed(f"Idempotency-Key must have 1 to {KEY_CHARS_MAX} printable ASCII characters.")
    return key.decode("ascii")
