"""Actions on an operational webhook: test it, rotate its secret, list its deliveries, and retry one."""

from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.operational_webhook import DeliveryState
from plantstore.domain.text import readable
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import operational_events
from plantstore.storage.tables.operational_events import EventDelivery
from plantstore.web.api.operational_webhooks import schemas
from plantstore.web.api.operational_webhooks.view import (
    WEBHOOK,
    find,
    message_of,
    subscriber_response,
    written_delivery,
)
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.parameters import choice_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi.operational import example

_STATE = choice_parameter("state", "Only deliveries in this state.", DeliveryState)
_EXAMPLE = {
    "event_id": "ope_01kjxsnhx04t8gcvq1mz7b5e3d",
    "type": "receiver.disabled",
    "time": "2026-03-02T09:15:00.000Z",
    "state": "delivered",
    "attempts": 1,
    "next_attempt_at": None,
    "last_attempt_at": "2026-03-02T09:15:00.800Z",
    "outcome": "accepted",
    "status": 204,
    "detail": "",
    "reason": None,
    "ended_at": "2026-03-02T09:15:00.900Z",
    "body": example("receiver.disabled"),
}


async def _test(context: RequestContext) -> Response:
    await context.read(lambda tx: subscriber_response(tx, find(context, tx)))
    outcome = await context.dependencies.operational_sender.test(context.request.values["id"])
    context.detail = outcome.kind
    text = message_of(outcome.kind, outcome.status)
    return json_response(
        schemas.OperationalTestOutcome(
            outcome=outcome.kind,
            status=outcome.status,
            duration_ms=outcome.duration_us / 1000,
            detail=outcome.detail,
            excerpt=readable(outcome.excerpt),
            reason=None if text is None else text.reason,
            advice=None if text is None else text.advice,
        )
    )


def _rotate(context: RequestContext, tx: Transaction) -> Response:
    rotated = context.dependencies.operational_webhooks.rotate_secret(tx, find(context, tx).id)
    ends_at = to_text(rotated.old_secret_ends_at)
    view = schemas.NewOperationalSecret(secret=rotated.secret.reveal(), old_secret_ends_at=ends_at)
    return json_response(view, status=201)


def _deliveries(context: RequestContext, tx: Transaction) -> Response:
    state = context.query.get(_STATE.name)
    found = operational_events.page(
        tx,
        find(context, tx).id,
        state=None if state is None else DeliveryState(state),
        limit=limit_of(context) + 1,
        keyset=context.keyset,
    )
    return page_response(context, found, item=written_delivery, place=lambda one: one.event.id)


def _retry(context: RequestContext, tx: Transaction) -> Response:
    event_id = context.request.values["event"]
    delivery = context.dependencies.operational_webhooks.retry(tx, find(context, tx).id, event_id)
    event = operational_events.find_event(tx, event_id)
    if event is None:
        raise NotFound("There is no such delivery to this operational webhook.")
    return json_response(written_delivery(EventDelivery(delivery, event)))


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=WEBHOOK + "/test",
        name="testOperationalWebhook",
        scope=Scope.RECEIVERS_WRITE,
        summary="Send a test event",
        description=(
            "Sends one signed request of the type `test` immediately, with the header `webhook-test: true`, and "
            "returns its outcome, even if the webhook is disabled. It is neither stored nor retried."
        ),
        handler=_test,
        response=schemas.OperationalTestOutcome,
        response_example={
            "outcome": "accepted",
            "status": 204,
            "duration_ms": 12.5,
            "detail": "",
            "excerpt": "",
            "reason": None,
            "advice": None,
        },
        errors=(NotFound,),
    ),
    Endpoint(
        method="POST",
        path=WEBHOOK + "/rotate-secret",
        name="rotateOperationalSecret",
        scope=Scope.RECEIVERS_WRITE,
        summary="Rotate the signing secret",
        description=(
            "Creates a new secret, which is returned only once. For one day, until `old_secret_ends_at`, every request "
            "is signed with both secrets, the new one first. At most two are valid: if you rotate again before that "
            "time, the oldest expires immediately."
        ),
        handler=write_handler(_rotate),
        status=201,
        response=schemas.NewOperationalSecret,
        response_example={"secret": "whsec_" + "A" * 43 + "=", "old_secret_ends_at": "2026-03-03T09:15:00.000Z"},
        errors=(NotFound,),
    ),
    Endpoint(
        method="GET",
        path=WEBHOOK + "/deliveries",
        name="listOperationalDeliveries",
        scope=Scope.RECEIVERS_READ,
        summary="List what was sent",
        description="The events of the last 30 days for this webhook, and what became of them; the newest first.",
        handler=read_handler(_deliveries),
        response=schemas.OperationalWebhookDeliveryPage,
        response_example={"items": [_EXAMPLE], "next": None, "prev": None},
        parameters=(_STATE, LIMIT, CURSOR),
        errors=(NotFound,),
    ),
    Endpoint(
        method="POST",
        path=WEBHOOK + "/deliveries/{event}/retry",
        name="retryOperationalDelivery",
        scope=Scope.RECEIVERS_WRITE,
        summary="Send an event again",
        description="Sends it now, whatever became of it, on a new retry schedule and with the same `webhook-id`.",
        handler=write_handler(_retry),
        response=schemas.OperationalWebhookDelivery,
        response_example=_EXAMPLE | {"state": "waiting", "next_attempt_at": _EXAMPLE["time"], "ended_at": None},
        errors=(NotFound, Conflict),
    ),
)
