"""An operation of the management API, declared: what runs and what the document says come from the same lines."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed, StoreError
from plantstore.domain.token import Scope
from plantstore.storage.database import Ahead, Transaction
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response

API = "/api/v1"
OCTET_STREAM = "application/octet-stream"  # for clients that can send no file of another kind
OWN = "own"  # in place of the id of a token: the one that asks

Handler = Callable[[RequestContext], Awaitable[Response]]
Shape = type[msgspec.Struct] | str
"""How a body looks: a struct, or the name of a schema in `plant_schema.py`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of the query. `read` gives its value, or ValueError with a sentence that says what to write."""

    name: str
    description: str
    read: Callable[[str, Settings], object]
    schema: Callable[[Settings], dict[str, Any]]
    chooses: bool = True  # whether it chooses what a list shows; a cursor carries those


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One method of one address.

    `scope` is what the token needs. `bound` says that a token bound to a receiver may call it. `own` says that `{id}`
    is a token, and that each may call it about itself, whatever its scopes: by its id or the word OWN. `errors` are
    those beside what every operation can answer. `conditional` says that it heeds If-Match, `cached` that it heeds
    If-None-Match and may answer 304. `streams` leaves the body unread: the handler reads it with
    `call.request.parts`. `dry_answer` is what is answered with 200 beside `status`: to a dry run, or where there was
    nothing to create. `noted` says that a change is written into the list of activities.
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
    media_types: tuple[str, ...] = (JSON,)
    answer: Shape | None = None
    answer_example: Any = None
    answer_type: str = JSON
    dry_answer: Shape | None = None
    dry_answer_example: dict[str, Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    conditional: bool = False
    cached: bool = False
    streams: bool = False
    noted: bool = True
    bound: bool = False
    own: bool = False
    errors: tuple[type[StoreError], ...] = ()


def reading(verb: Callable[[RequestContext, Transaction], Response]) -> Handler:
    """A handler that is one read."""

    async def handler(call: RequestContext) -> Response:
        return await call.read(lambda tx: verb(call, tx))

    return handler


def writing(
    verb: Callable[[RequestContext, Transaction], Response],
    *,
    alone: bool = True,
    ahead: Callable[[RequestContext], Ahead] | None = None,
) -> Handler:
    """A handler that is one write: `alone`, or beside those of other processes (see `Database.write`)."""

    async def handler(call: RequestContext) -> Response:
        return await call.write(lambda tx: verb(call, tx), alone=alone, ahead=[ahead(call)] if ahead else ())

    return handler


def read_parameters(texts: dict[str, str], parameters: tuple[Parameter, ...], settings: Settings) -> dict[str, Any]:
    """Read every parameter; Malformed names the one that is wrong."""
    known = {parameter.name: parameter for parameter in parameters}
    values = {}
    for name, text in texts.items():
        if name not in known:
            wanted = f"Known ones: {', '.join(known)}." if known else "This address takes none."
            raise Malformed(f"There is no parameter {name[:64]!r}. {wanted}")
        try:
            values[name] = known[name].read(text, settings)
        except ValueError as error:
            raise Malformed(f"Parameter {name}: {error}") from error
    return values
