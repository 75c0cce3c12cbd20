"""Declarations of management API endpoints, from which requests are served and the OpenAPI document is generated."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed, StoreError
from plantstore.domain.token import Scope
from plantstore.storage.database import Prefetch, Transaction
from plantstore.web.http.json_body import NODES_MAX
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response

API = "/api/v1"
OCTET_STREAM = (
    "application/octet-stream"  # accepted as the type of files too, because some clients cannot set another type
)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv"
JSON_LINES = "application/jsonl"
OWN = "own"  # used as an id in a path, this means the token of the request, or its person

Handler = Callable[[RequestContext], Awaitable[Response]]
Shape = type[msgspec.Struct] | str
"""The schema of a body: a struct, or the name of a schema in `api/plants/schemas.py`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A query parameter. `parse` returns its value, or raises ValueError with a message that says what is valid."""

    name: str
    description: str
    parse: Callable[[str, Settings], object]
    schema: Callable[[Settings], dict[str, Any]]
    is_filter: bool = True  # the parameter filters a list; a cursor contains the filters it was made with


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Declares one method of one path of the API.

    `scope`: the scope that the token must have.
    `allows_bound_tokens`: tokens that are limited to receivers may call the endpoint.
    `allows_self`: `{id}` is a token id, and every token may call the endpoint on itself, by its id or the word OWN,
    regardless of its scopes. `self_is_person`: `{id}` is instead the id of a person, who may do so in a session; a
    token that belongs to the person may only read (GET).
    `errors`: the errors that the endpoint can return, other than those that every endpoint can return.
    `conditional`: the endpoint honours If-Match. `cached`: it honours If-None-Match and may return 304.
    `streams`: the handler reads the body itself, with `context.request.stream_body`.
    `response_type`: the media type of the response. `more_responses`: the others that a parameter chooses, each with an
    example; None for one that is not text.
    `dry_run_response`: the body of a 200 response, sent instead of `status` for a dry run or if nothing was created.
    `nodes_max`: how many commas and opening brackets a JSON body may have.
    `logs_activity`: changes are recorded in the activity log.
    `may_be_late`: what `context.read` reads may come from a standby, if the token can change nothing. Such a client
    has no writes of its own to look for.
    """

    method: str
    path: str
    name: str
    scope: Scope
    summary: str
    description: str
    handler: Handler
    status: int = 200
    request: Shape | None = None
    request_example: Any = None
    nodes_max: int = NODES_MAX
    media_types: tuple[str, ...] = (JSON,)
    response: Shape | None = None
    response_example: Any = None
    response_type: str = JSON
    more_responses: tuple[tuple[str, str | None], ...] = ()
    dry_run_response: Shape | None = None
    dry_run_example: dict[str, Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    conditional: bool = False
    cached: bool = False
    streams: bool = False
    logs_activity: bool = True
    may_be_late: bool = False
    allows_bound_tokens: bool = False
    allows_self: bool = False
    self_is_person: bool = False
    errors: tuple[type[StoreError], ...] = ()

    def __post_init__(self) -> None:
        if self.request is not None and not isinstance(self.request, str):
            msgspec.json.Decoder(self.request)  # analyses it now, because two threads doing so together could crash


def read_handler(command: Callable[[RequestContext, Transaction], Response]) -> Handler:
    """Return a handler that runs one command on a snapshot of the database."""

    def handle(context: RequestContext) -> Awaitable[Response]:
        return context.read(partial(command, context))

    return handle


def write_handler(
    command: Callable[[RequestContext, Transaction], Response],
    *,
    exclusive: bool = True,
    prefetch: Callable[[RequestContext], Prefetch] | None = None,
) -> Handler:
    """Return a handler that runs one command in a write transaction. See `Database.write` for the parameters."""

    def handle(context: RequestContext) -> Awaitable[Response]:
        return context.write(
            partial(command, context), exclusive=exclusive, prefetch=[prefetch(context)] if prefetch else ()
        )

    return handle


def parse_parameters(texts: dict[str, str], parameters: tuple[Parameter, ...], settings: Settings) -> dict[str, Any]:
    """Parse all query parameters; raise Malformed for the first unknown or invalid parameter."""
    known = {parameter.name: parameter for parameter in parameters}
    values = {}
    for name, text in texts.items():
        if name not in known:
            hint = f"Known parameters: {', '.join(known)}." if known else "This endpoint takes no parameters."
            raise Malformed(f"There is no parameter {name[:64]!r}. {hint}")
        try:
            values[name] = known[name].parse(text, settings)
        except ValueError as error:
            raise Malformed(f"Parameter {name}: {error}") from error
    return values
