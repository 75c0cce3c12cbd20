"""An in-process client of the management API. Except for sessions, the console uses only the API's operations.

A page can therefore do no more than the person's token permits, and the API's checks and logs apply to pages too.
"""

import re
from collections.abc import AsyncIterator, Mapping, MutableMapping
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.types import Receive

from plantstore.domain.errors import Conflict, KeyReused, Malformed, NotFound
from plantstore.domain.token import Token
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.dispatch import dispatch
from plantstore.web.http.endpoint import Endpoint
from plantstore.web.http.percent_encoding import QUERY_BYTES_MAX
from plantstore.web.http.request import Request
from plantstore.web.http.response import JSON, Response

ApiAnswer = dict[str, Any]
"""A JSON response body of the API; `/api/openapi.json` describes the schemas."""

VALUE_CHARS_MAX = 2_000  # max length of a path parameter; ids have 30 characters, SKUs 64
SUBMITTED_BEFORE = "You already submitted this form with other values. Check it and submit it again."

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class ApiClient:
    """Calls API operations by name with one token. Raises StoreError or Refused if an operation fails.

    A form that was submitted before, with other values, is a Conflict.
    """

    def __init__(self, endpoints: Mapping[str, Endpoint], dependencies: Dependencies, token: Token) -> None:
        self._endpoints = endpoints
        self._dependencies = dependencies
        self.token = token

    def may(self, name: str) -> bool:
        """True if the token permits an operation. If the token is limited to receivers, `call` checks the receiver."""
        endpoint = self._endpoints[name]
        return endpoint.scope in self.token.scopes and (self.token.receiver_ids is None or endpoint.allows_bound_tokens)

    def summary(self, name: str) -> str:
        """Return the summary of an operation; for other names, such as signIn, the name split into words."""
        if name in self._endpoints:
            return self._endpoints[name].summary
        return " ".join(re.findall("^[a-z]+|[A-Z][a-z]+", name)).capitalize()

    async def call(
        self,
        name: str,
        values: Mapping[str, str] | None = None,
        *,
        query: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        version: int | None = None,
        key: str = "",
    ) -> ApiAnswer:
        """Call an operation, and return the JSON body; an empty dict if the response has no body.

        `values` are the path parameters. `version` is sent as If-Match, and `key` as Idempotency-Key, so that a form
        that is submitted twice takes effect once.
        """
        raw = b"" if body is None else _encode(body)
        headers = [(b"content-type", JSON.encode())] if body is not None else []
        if version is not None:
            headers.append((b"if-match", b'"%d"' % version))
        if key:
            headers.append((b"idempotency-key", key.encode()))
        response = await self._perform(name, values or {}, query or {}, headers, _Whole(raw))
        return _read(response) if response.body else {}

    async def call_with_version(self, name: str, values: Mapping[str, str]) -> tuple[ApiAnswer, int]:
        """Call an operation that returns one object, and return the object and the version from its ETag."""
        response = await self._perform(name, values, {}, [], _Whole(b""))
        tag = dict(response.headers)[b"etag"].strip(b'"')
        return _read(response), int(tag.partition(b"-")[0])

    async def read_file(self, name: str, values: Mapping[str, str]) -> Response:
        """Call an operation whose response is not JSON, and return the whole response."""
        return await self._perform(name, values, {}, [], _Whole(b""))

    async def stream_file(self, name: str, http: Request, *, query: Mapping[str, str]) -> Response:
        """Call an operation that makes a file while it sends it to the client of `http`, and return its response."""
        return await self._perform(name, {}, query, [], _NoBody(http.receive), method=http.method)

    async def send_file(
        self,
        name: str,
        values: Mapping[str, str] | None = None,
        *,
        query: Mapping[str, str],
        media_type: str,
        parts: AsyncIterator[bytes],
        key: str = "",
    ) -> ApiAnswer:
        """Stream an uploaded file to an operation, and return the JSON body."""
        headers = [(b"content-type", media_type.encode())]
        if key:
            headers.append((b"idempotency-key", key.encode()))
        response = await self._perform(name, values or {}, query, headers, _Streamed(parts))
        return _read(response)

    async def _perform(
        self,
        name: str,
        values: Mapping[str, str],
        query: Mapping[str, str],
        headers: list[tuple[bytes, bytes]],
        body: "_Whole | _Streamed | _NoBody",
        method: str = "",
    ) -> Response:
        endpoint = self._endpoints[name]
        if any(len(value) > VALUE_CHARS_MAX for value in values.values()):
            raise NotFound
        if sum(map(len, query.values())) > QUERY_BYTES_MAX:
            raise Malformed(f"The filters are longer than {QUERY_BYTES_MAX:,} characters.")
        path = endpoint.path.format_map({one: quote(value, safe="") for one, value in values.items()})
        scope = {
            "type": "http",
            "method": method or endpoint.method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "path_params": dict(values),
            "client": None,
        }
        try:
            request = Request(scope, body.receive)
            parameters = _short(query, self._dependencies.settings.page_items_max)
            return await dispatch(endpoint, request, self._dependencies, token=self.token, parameters=parameters)
        except KeyReused as error:  # by the back button: the form that is shown then has a new key
            raise Conflict(SUBMITTED_BEFORE) from error


def _short(query: Mapping[str, str], items_max: int) -> Mapping[str, str]:
    """Return the query with `limit` reduced to the configured maximum if it is higher."""
    limit = query.get("limit", "")
    asks_too_much = limit.isascii() and limit.isdigit() and int(limit[:9]) > items_max
    return {**query, "limit": str(items_max)} if asks_too_much else query


def _read(response: Response) -> ApiAnswer:
    answer: ApiAnswer = _decode(response.body)
    return answer


class _Whole:
    """A complete request body as ASGI messages."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def receive(self) -> dict[str, Any]:
        return {"type": "http.request", "body": self._body, "more_body": False}


class _NoBody:
    """An empty request body, and then the messages of the client, who may disconnect before the response ends."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_read = False

    async def receive(self) -> MutableMapping[str, Any]:
        if self._is_read:
            return await self._receive()
        self._is_read = True
        return {"type": "http.request", "body": b"", "more_body": False}


class _Streamed:
    """A streamed request body as ASGI messages."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        self._parts = parts

    async def receive(self) -> dict[str, Any]:
        async for part in self._parts:
            return {"type": "http.request", "body": part, "more_body": True}
        return {"type": "http.request", "body": b"", "more_body": False}
