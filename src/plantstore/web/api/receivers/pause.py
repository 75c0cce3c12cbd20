"""The operations that stop what flows to a receiver, and let it go on."""

from plantstore.core.settings import Settings
from plantstore.domain.errors import NotFound
from plantstore.domain.receiver import ReceiverState
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.receivers import schemas
from plantstore.web.api.receivers.view import (
    EXAMPLE,
    RECEIVER,
    cancelled_words,
    receiver_fields,
    receiver_id_in_path,
    receiver_response,
)
from plantstore.web.http.endpoint import Endpoint, Parameter, write_handler
from plantstore.web.http.etags import etag
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SEND, SKIP = "send", "skip"


def _pause(context: RequestContext, tx: Transaction) -> Response:
    return receiver_response(tx, context.dependencies.receivers.pause(tx, receiver_id_in_path(context)))


def _resume(context: RequestContext, tx: Transaction) -> Response:
    skip = context.query.get("held", SEND) == SKIP
    resumed = context.dependencies.receivers.resume(
        tx, receiver_id_in_path(context), skip=skip, asked_by=context.token.id
    )
    context.detail = cancelled_words(resumed.skipped) if skip else ""
    fields = receiver_fields(tx, resumed.receiver)
    headers = (etag(resumed.receiver.version),)
    return json_response(schemas.ResumedReceiver(**fields, skipped=resumed.skipped), headers=headers)


def _read_held(text: str, _: Settings) -> str:
    if text not in (SEND, SKIP):
        raise ValueError(f"write {SEND} or {SKIP}.")
    return text


_HELD = Parameter(
    name="held",
    description="What becomes of what it is owed: send all of it, or skip to now and cancel it.",
    parse=_read_held,
    schema=lambda _: {"type": "string", "enum": [SEND, SKIP], "default": SEND},
)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=RECEIVER + "/pause",
        name="pauseReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Pause a receiver",
        description="Nothing more is sent to it; what it is owed is held. One that is paused already stays as it is.",
        handler=write_handler(_pause),
        response=schemas.Receiver,
        response_example=EXAMPLE | {"state": ReceiverState.PAUSED.value},
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="DELETE",
        path=RECEIVER + "/pause",
        name="resumeReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Resume a receiver",
        description=(
            "Goes on at once with a receiver that is paused, failing or disabled, and forgets what was found against "
            "it. Everything it is owed is sent, or with `held=skip` cancelled; both are said at once, so that nothing "
            "is sent between. One that is active stays as it is, unless something is to be skipped."
        ),
        handler=write_handler(_resume),
        response=schemas.ResumedReceiver,
        response_example=EXAMPLE | {"skipped": 0},
        parameters=(_HELD,),
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
