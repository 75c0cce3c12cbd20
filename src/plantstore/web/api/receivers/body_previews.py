"""Previews of bodies: what a payload would make of an event that is in the log, before a receiver has it."""

from typing import Annotated

import msgspec

from plantstore.domain.errors import Invalid, NotFound
from plantstore.domain.event import Event
from plantstore.domain.receivers.bodies.expression import BodyFailure
from plantstore.domain.receivers.receiver import Payload, format_of
from plantstore.domain.token import Scope
from plantstore.receivers import payloads
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events
from plantstore.web.api.receivers.payload_schemas import PAYLOAD, PAYLOAD_EXPRESSION
from plantstore.web.api.receivers.view import RECEIVERS
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import Endpoint, read_handler
from plantstore.web.http.json_body import INT_MAX, to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SEARCHED_MAX = 100  # newest events among which one with a body is looked for


class BodyPreviewInput(msgspec.Struct, forbid_unknown_fields=True):
    payload: PAYLOAD
    payload_expression: PAYLOAD_EXPRESSION | None = None
    plant_id: Annotated[
        int | None,
        described("The plant whose event is used. Without it, the newest event that has a body.", minimum=1),
        msgspec.Meta(extra_json_schema={"maximum": INT_MAX}),
    ] = None


class BodyPreview(msgspec.Struct):
    event_id: Annotated[str, described("The event whose body was used.")]
    plant_id: Annotated[int, described("The plant of the event.")]
    body: Annotated[
        str | None,
        described("The body, byte for byte; null if there is none, or if the token lacks the scope events:read."),
    ]
    body_bytes: Annotated[int, described("The size of the body in bytes; 0 if there is none.")]
    problem: Annotated[
        str | None, described("Why no body can be computed for this event; its delivery would fail. Otherwise null.")
    ]


def _preview(context: RequestContext, tx: Transaction) -> Response:
    wanted = to_struct(context.body, BodyPreviewInput)
    body_format = format_of(**payloads.checked(wanted.payload, wanted.payload_expression))
    event = _newest(tx) if wanted.plant_id is None else events.of_plant(tx, wanted.plant_id)
    if event is None or event.erased:
        raise NotFound("There is no event with a body for this preview.")
    body, problem = b"", None
    try:
        body = body_format.body(event)
    except BodyFailure as failure:
        problem = str(failure)
    view = BodyPreview(
        event_id=event.id,
        plant_id=event.plant_id,
        body=body.decode() if not problem and Scope.EVENTS_READ in context.token.scopes else None,
        body_bytes=len(body),
        problem=problem,
    )
    return json_response(view)


def _newest(tx: Transaction) -> Event | None:
    found = events.page(tx, after=max(0, events.head(tx) - SEARCHED_MAX), limit=SEARCHED_MAX)
    return next((event for event in reversed(found) if not event.erased), None)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=RECEIVERS + "/body-previews",
        name="previewBody",
        scope=Scope.RECEIVERS_WRITE,
        summary="Preview a body",
        description=(
            "Returns what a payload, such as a chat message, or an expression makes of the event of a plant, or why it "
            "makes nothing. Nothing is stored or sent."
        ),
        handler=read_handler(_preview),
        request=BodyPreviewInput,
        request_example={"payload": Payload.EXPRESSION.value, "payload_expression": "{id: id, title: name}"},
        response=BodyPreview,
        response_example={
            "event_id": "evt_01k8z4q7m2abc",
            "plant_id": 1042,
            "body": '{"id":1042,"title":"Monstera deliciosa"}',
            "body_bytes": 40,
            "problem": None,
        },
        logs_activity=False,
        errors=(NotFound, Invalid),
    ),
)
