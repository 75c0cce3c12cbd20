"""Operational webhooks as the API shows them, and who may see them.

A token may see and change a subscriber only if it may subscribe to all its types: their events are shown too.
"""

import re
from collections.abc import Collection
from typing import Any

import msgspec

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.failure_messages import FailureMessage, failure_message
from plantstore.domain.errors import Forbidden
from plantstore.domain.operational_webhook import DeliveryState, OperationalType, Subscriber, scope_to_subscribe
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Token
from plantstore.operations.notices import commands
from plantstore.storage.database import Transaction
from plantstore.storage.tables import operational_events, operational_subscribers
from plantstore.storage.tables.operational_events import EventDelivery
from plantstore.web.api.operational_webhooks import schemas
from plantstore.web.http.endpoint import API
from plantstore.web.http.etags import etag
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

WEBHOOKS = f"{API}/operational-webhooks"
WEBHOOK = WEBHOOKS + "/{id}"
EXAMPLE: dict[str, Any] = {
    "id": "ops_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "on-call pager",
    "url": "https://pager.example/plantstore",
    "types": ["receiver.disabled", "receiver.recovered"],
    "state": "active",
    "disabled_reason": None,
    "disabled_at": None,
    "failing_since": None,
    "waiting": 0,
    "old_secret_ends_at": None,
    "created_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "created_at": "2026-03-02T09:15:00.000Z",
    "updated_at": "2026-03-02T09:15:00.000Z",
}


def may_see(token: Token, types: Collection[OperationalType]) -> bool:
    return all(scope_to_subscribe(kind) in token.scopes for kind in types)


def check_may_subscribe(token: Token, types: Collection[OperationalType]) -> None:
    """Raise Forbidden if the token lacks the scope that a type needs."""
    for kind in types:
        if scope_to_subscribe(kind) not in token.scopes:
            raise Forbidden(f"Only a token with the scope {scope_to_subscribe(kind)} may subscribe to {kind.value}.")


def find(context: RequestContext, tx: Transaction) -> Subscriber:
    """Return the subscriber of the path. Raise NotFound if there is none that the token may see."""
    subscriber = commands.find(tx, context.request.values["id"])
    if not may_see(context.token, subscriber.types):
        raise commands.not_found()
    return subscriber


def subscriber_fields(tx: Transaction, subscriber: Subscriber, *, waiting: int | None = None) -> dict[str, Any]:
    """Return the fields of `schemas.OperationalWebhook`. `waiting` is counted if it is not given."""
    if waiting is None:
        waiting = operational_events.count_waiting(tx).get(subscriber.id, 0)
    return {
        "id": subscriber.id,
        "name": subscriber.name,
        "url": subscriber.url,
        "types": list(subscriber.types),
        "state": subscriber.state,
        "disabled_reason": subscriber.disabled_reason,
        "disabled_at": text_or_none(subscriber.disabled_at),
        "failing_since": text_or_none(subscriber.failing_since),
        "waiting": waiting,
        "old_secret_ends_at": text_or_none(operational_subscribers.old_secret_ends_at(tx, subscriber.id)),
        "created_by": subscriber.created_by,
        "created_at": to_text(subscriber.created_at),
        "updated_at": to_text(subscriber.updated_at),
    }


def subscriber_response(tx: Transaction, subscriber: Subscriber) -> Response:
    fields = subscriber_fields(tx, subscriber)
    return json_response(schemas.OperationalWebhook(**fields), headers=(etag(subscriber.version),))


def written_delivery(found: EventDelivery) -> schemas.OperationalWebhookDelivery:
    delivery, event = found
    text = None if delivery.last_outcome is None else message_of(delivery.last_outcome, delivery.last_status)
    return schemas.OperationalWebhookDelivery(
        event_id=event.id,
        type=event.type,
        time=to_text(event.at),
        state=delivery.state,
        attempts=delivery.attempts,
        next_attempt_at=to_text(delivery.next_attempt_at) if delivery.state is DeliveryState.WAITING else None,
        last_attempt_at=text_or_none(delivery.last_attempt_at),
        outcome=delivery.last_outcome,
        status=delivery.last_status,
        detail=delivery.last_detail,
        reason=None if text is None else text.reason,
        ended_at=text_or_none(delivery.ended_at),
        body=msgspec.json.decode(event.body),
    )


def message_of(outcome: OutcomeKind, status: int | None) -> FailureMessage | None:
    """Return the message for a failed request, in words for a subscriber instead of a receiver."""
    text = failure_message(outcome, status)
    if text is None:
        return None
    return FailureMessage(reason=_of_subscriber(text.reason), advice=_of_subscriber(text.advice))


def _of_subscriber(text: str) -> str:
    return re.sub(r"\b([Tt]he) receiver\b", r"\1 subscriber", text)
