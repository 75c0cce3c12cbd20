"""The deliveries endpoints: list, count, show, retry and cancel deliveries."""

from functools import partial
from typing import Any

from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.token import Scope
from plantstore.receivers import deliveries
from plantstore.receivers.commands import find as find_receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts
from plantstore.web.api.deliveries import schemas
from plantstore.web.api.deliveries.filters import FILTERS, GROUP, RECEIVER, SEARCH, check_receivers, find_sequence
from plantstore.web.api.deliveries.listing import list_deliveries
from plantstore.web.api.deliveries.view import detail_view
from plantstore.web.api.plants.schemas import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.api.receivers.view import receiver_id_in_path
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.pagination import CURSOR, LIMIT
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

DELIVERIES = f"{API}/deliveries"
DELIVERY = DELIVERIES + "/{event}/{receiver}"

ROW_EXAMPLE: dict[str, Any] = {
    "event": EXAMPLE_EVENT_ID,
    "sequence": 1042,
    "plant": EXAMPLE_RECORD["id"],
    "plant_name": EXAMPLE_RECORD["name"],
    "plant_sku": EXAMPLE_RECORD["sku"],
    "plant_pot_size": EXAMPLE_RECORD["pot_size"],
    "receiver": "rcv_01k8z4q7m2abc",
    "receiver_name": "web shop",
    "state": DeliveryState.RETRYING.value,
    "time": "2026-03-02T09:15:00.000Z",
    "tries": 1,
    "last_attempt_at": "2026-03-02T09:15:00.004Z",
    "outcome": "refused",
    "status": 503,
    "duration_ms": 31.4,
    "next_attempt_at": "2026-03-02T09:16:05.120Z",
    "next_attempt_code": "due",
    "next_attempt_note": "Sent again when its retry is due.",
    "reason": "The receiver is unavailable (503).",
}
ATTEMPT_EXAMPLE: dict[str, Any] = {
    "number": 1,
    "started_at": "2026-03-02T09:15:00.004Z",
    "duration_ms": 31.4,
    "outcome": "refused",
    "status": 503,
    "address": "203.0.113.7",
    "reason": "The receiver is unavailable (503).",
    "detail": "",
    "excerpt": '{"error":"back in a minute"}',
    "replay": None,
}
_EXAMPLE = ROW_EXAMPLE | {
    "advice": "Wait, or start it. If it sends Retry-After, that is respected.",
    "receiver_state": "active",
    "first_failed_at": "2026-03-02T09:15:00.036Z",
    "asked_at": None,
    "planned": [{"number": 2, "at": "2026-03-02T09:16:05.120Z"}, {"number": 3, "at": "2026-03-02T09:16:35.120Z"}],
    "gives_up_at": "2026-03-07T07:07:35.120Z",
    "next_probe_at": None,
    "attempts": [ATTEMPT_EXAMPLE | {"ordinal": 1}],
    "attempts_left_out": 0,
    "request": {
        "number": 1,
        "method": "POST",
        "url": "https://shop.example/plant/webhook",
        "path": "/plant/webhook",
        "headers": [
            {"name": "content-type", "value": "application/json"},
            {"name": "authorization", "value": "Bearer ********"},
            {"name": "webhook-id", "value": EXAMPLE_EVENT_ID},
        ],
        "headers_left_out": [],
        "body": '{"id":1042,"name":"Monstera deliciosa"}',
        "body_bytes": 39,
        "changed_since": False,
    },
}


def _count(context: RequestContext, tx: Transaction) -> Response:
    chosen = check_receivers(tx, context)
    if chosen is None:
        counts = delivery_counts.of_all(tx, receivers_max=context.dependencies.settings.receivers_max)
    else:
        counts = delivery_counts.of_receivers(tx, chosen)
    capped_at = None if counts.exact else delivery_counts.CAPPED_AT
    return json_response(
        schemas.Counts(**{str(state): counts.by_state[state] for state in DeliveryState}, capped_at=capped_at)
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    receiver, delivery = deliveries.find(tx, *_delivery_in_path(context, tx))
    return json_response(detail_view(context, tx, receiver, delivery))


def _retry(context: RequestContext, tx: Transaction) -> Response:
    view = _view_of(context, tx, deliveries.retry_now(tx, *_delivery_in_path(context, tx)))
    location = f"{DELIVERIES}/{view.event}/{view.receiver}"
    return json_response(view, status=202, headers=((b"location", location.encode()),))


def _cancel(context: RequestContext, tx: Transaction) -> Response:
    delivery = deliveries.cancel(tx, *_delivery_in_path(context, tx), asked_by=context.token.id)
    return json_response(_view_of(context, tx, delivery))


def _view_of(context: RequestContext, tx: Transaction, delivery: Delivery) -> schemas.DeliveryDetail:
    return detail_view(context, tx, find_receiver(tx, delivery.receiver_id), delivery)


def _delivery_in_path(context: RequestContext, tx: Transaction) -> tuple[ReceiverId, int]:
    """Return the receiver id and the event's sequence number from the path. Raise NotFound if either is invalid."""
    return receiver_id_in_path(context, "receiver"), find_sequence(tx, context.request.values["event"])


_get = partial(Endpoint, method="GET", scope=Scope.DELIVERIES_READ, allows_bound_tokens=True, errors=(NotFound,))
_change = partial(
    Endpoint,
    method="POST",
    scope=Scope.DELIVERIES_WRITE,
    response=schemas.DeliveryDetail,
    allows_bound_tokens=True,
    errors=(NotFound, Conflict),
)

ENDPOINTS = (
    _get(
        path=DELIVERIES,
        name="listDeliveries",
        may_be_late=True,
        summary="List deliveries",
        description=(
            "Newest event first, and newest receiver first within an event. The number of deliveries examined for a "
            "page is bounded: if few match the filters, a page may be short or even empty and still have a `next`. "
            "`group=event` lists events with their deliveries."
        ),
        handler=read_handler(list_deliveries),
        response=schemas.DeliveryPage,
        response_example={"items": [ROW_EXAMPLE], "next": None, "events": None, "search": None},
        parameters=(*FILTERS, SEARCH, GROUP, LIMIT, CURSOR),
    ),
    _get(
        path=DELIVERIES + "/counts",
        name="countDeliveries",
        may_be_late=True,
        summary="Count deliveries by state",
        description=(
            "Counts for one receiver are exact and add up to the number of events since its start. Counts over all "
            f"receivers are exact unless a great many deliveries failed; then each is at most "
            f"{delivery_counts.CAPPED_AT:,}."
        ),
        handler=read_handler(_count),
        response=schemas.Counts,
        response_example={
            "queued": 0,
            "retrying": 3,
            "held": 131,
            "delivered": 9_120,
            "exhausted": 0,
            "cancelled": 2,
            "filtered": 0,
            "capped_at": None,
        },
        parameters=(RECEIVER,),
    ),
    _get(
        path=DELIVERY,
        name="showDelivery",
        summary="Get a delivery",
        description=(
            "The delivery with its recorded attempts, the reason of each failure, the planned attempts, and the "
            "request of the last attempt. `event` is an event id or a sequence."
        ),
        handler=read_handler(_show),
        response=schemas.DeliveryDetail,
        response_example=_EXAMPLE,
    ),
    _change(
        path=DELIVERY + "/attempts",
        name="retryDelivery",
        summary="Retry a delivery now",
        description=(
            "Retries a retrying delivery immediately, without counting the attempt towards its limit. An exhausted "
            "delivery starts a new retry schedule. In any other state the request is refused, with advice."
        ),
        handler=write_handler(_retry),
        status=202,
        response_example=_EXAMPLE | {"asked_at": "2026-03-02T09:15:20.000Z"},
    ),
    _change(
        path=DELIVERY + "/cancellation",
        name="cancelDelivery",
        summary="Cancel a delivery",
        description=(
            "Stops all further attempts. Cancelling a cancelled delivery has no effect. A request in flight is not "
            "aborted: if the receiver accepts it, the delivery counts as delivered."
        ),
        handler=write_handler(_cancel),
        response_example=_EXAMPLE
        | {
            "state": "cancelled",
            "next_attempt_at": None,
            "next_attempt_code": None,
            "next_attempt_note": None,
            "planned": [],
            "gives_up_at": None,
        },
    ),
)
