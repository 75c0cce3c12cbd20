"""The operations on deliveries: the list, the counts, one in detail, try it now, cancel it."""

from collections.abc import Sequence
from typing import Any

from plantstore.domain.delivery_state import Delivery, DeliveryState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receiver import Receiver
from plantstore.domain.token import Scope
from plantstore.receivers import deliveries
from plantstore.receivers.commands import find as find_receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPosition
from plantstore.storage.queries import delivery_counts
from plantstore.storage.queries import delivery_list as stored
from plantstore.storage.queries.delivery_list import DeliveryPosition
from plantstore.web.api.deliveries import schemas
from plantstore.web.api.deliveries.filters import FILTERS, RECEIVER, find_sequence, receiver_wanted, wanted
from plantstore.web.api.deliveries.view import delivery_fields, detail
from plantstore.web.api.plants.schemas import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.api.receivers.view import id_of
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, forward_response, limit_of
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

DELIVERIES = f"{API}/deliveries"
DELIVERY = DELIVERIES + "/{event}/{receiver}"

ROW_EXAMPLE: dict[str, Any] = {
    "event": EXAMPLE_EVENT_ID,
    "sequence": 1042,
    "plant": EXAMPLE_RECORD["id"],
    "plant_name": EXAMPLE_RECORD["name"],
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
    "reason": "The receiver is not available (503).",
}
ATTEMPT_EXAMPLE: dict[str, Any] = {
    "number": 1,
    "started_at": "2026-03-02T09:15:00.004Z",
    "duration_ms": 31.4,
    "outcome": "refused",
    "status": 503,
    "address": "203.0.113.7",
    "reason": "The receiver is not available (503).",
    "detail": "",
    "excerpt": '{"error":"back in a minute"}',
    "replay": None,
}
_EXAMPLE = ROW_EXAMPLE | {
    "advice": "Wait, or start it; its Retry-After is heeded if it sends one.",
    "receiver_state": "active",
    "first_failed_at": "2026-03-02T09:15:00.036Z",
    "asked_at": None,
    "planned": [{"number": 2, "at": "2026-03-02T09:16:05.120Z"}, {"number": 3, "at": "2026-03-02T09:16:35.120Z"}],
    "gives_up_at": "2026-03-07T07:07:35.120Z",
    "next_probe_at": None,
    "attempts": [ATTEMPT_EXAMPLE],
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


def _list(context: RequestContext, tx: Transaction) -> Response:
    shown = wanted(context, tx)
    if shown.receiver_id is not None:
        find_receiver(tx, shown.receiver_id)  # NotFound, rather than an empty list
    page = stored.page(tx, shown, place=_read_place(context.keyset.position), limit=limit_of(context))
    fields = delivery_fields(tx, with_receivers(tx, page.deliveries), scale=context.dependencies.settings.retry_scale)
    items = [schemas.Delivery(**one) for one in fields]
    place = page.following
    return forward_response(
        context, items, following=None if place is None else f"{place.sequence} {place.receiver_id}"
    )


def with_receivers(tx: Transaction, found: Sequence[Delivery]) -> list[tuple[Receiver, Delivery]]:
    known = {one: find_receiver(tx, one) for one in {delivery.receiver_id for delivery in found}}
    return [(known[delivery.receiver_id], delivery) for delivery in found]


def _count(context: RequestContext, tx: Transaction) -> Response:
    receiver_id = receiver_wanted(context)
    if receiver_id is None:
        counts = delivery_counts.of_all(tx, receivers_max=context.dependencies.settings.receivers_max)
    else:
        counts = delivery_counts.of_receiver(tx, find_receiver(tx, receiver_id))
    capped_at = None if counts.exact else delivery_counts.CAPPED_AT
    return json_response(
        schemas.Counts(**{str(state): counts.by_state[state] for state in DeliveryState}, capped_at=capped_at)
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    receiver_id, sequence = _named(context, tx)
    receiver, delivery = deliveries.find(tx, receiver_id, sequence)
    return json_response(detail(context, tx, receiver, delivery))


def _retry(context: RequestContext, tx: Transaction) -> Response:
    receiver_id, sequence = _named(context, tx)
    delivery = deliveries.retry_now(tx, receiver_id, sequence)
    return _changed(context, tx, delivery, status=202)


def _cancel(context: RequestContext, tx: Transaction) -> Response:
    receiver_id, sequence = _named(context, tx)
    return _changed(context, tx, deliveries.cancel(tx, receiver_id, sequence, asked_by=context.token.id), status=200)


def _changed(context: RequestContext, tx: Transaction, delivery: Delivery, *, status: int) -> Response:
    answer = detail(context, tx, find_receiver(tx, delivery.receiver_id), delivery)
    location = f"{DELIVERIES}/{answer.event}/{answer.receiver}"
    return json_response(answer, status=status, headers=((b"location", location.encode()),) if status == 202 else ())


def _named(context: RequestContext, tx: Transaction) -> tuple[ReceiverId, int]:
    """The receiver and the sequence of the address."""
    return id_of(context, "receiver"), find_sequence(tx, context.request.values["event"])


def _read_place(place: KeysetPosition | None) -> DeliveryPosition | None:
    if place is None:
        return None
    sequence, receiver_id = map(int, str(place).split())
    return DeliveryPosition(sequence=sequence, receiver_id=receiver_id)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=DELIVERIES,
        name="listDeliveries",
        scope=Scope.DELIVERIES_READ,
        summary="List deliveries",
        description=(
            "The newest event first, and of one event the newest receiver first. A page looks at a bounded number of "
            "deliveries: where few fit the filters it may be short, or even empty, and still have a `next`."
        ),
        handler=read_handler(_list),
        response=schemas.DeliveryPage,
        response_example={"items": [ROW_EXAMPLE], "next": None},
        parameters=(*FILTERS, LIMIT, CURSOR),
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="GET",
        path=DELIVERIES + "/counts",
        name="countDeliveries",
        scope=Scope.DELIVERIES_READ,
        summary="Count deliveries by state",
        description=(
            "For one receiver the counts are exact and add up to every event it was ever owed. Over all receivers they "
            f"are exact too, unless very much has failed: then each is at most {delivery_counts.CAPPED_AT:,}."
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
            "capped_at": None,
        },
        parameters=(RECEIVER,),
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="GET",
        path=DELIVERY,
        name="showDelivery",
        scope=Scope.DELIVERIES_READ,
        summary="Show a delivery",
        description=(
            "With every attempt that is recorded, why each failed, when the next ones are planned, and the request of "
            "the last one. The event is named by its id or its sequence."
        ),
        handler=read_handler(_show),
        response=schemas.DeliveryDetail,
        response_example=_EXAMPLE,
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="POST",
        path=DELIVERY + "/attempts",
        name="retryDelivery",
        scope=Scope.DELIVERIES_WRITE,
        summary="Try a delivery now",
        description=(
            "Has a retrying delivery tried at once, ahead of its time and without counting against its attempts. An "
            "exhausted one begins a new ladder. Any other is refused with what to do instead."
        ),
        handler=write_handler(_retry),
        status=202,
        response=schemas.DeliveryDetail,
        response_example=_EXAMPLE | {"asked_at": "2026-03-02T09:15:20.000Z"},
        allows_bound_tokens=True,
        errors=(NotFound, Conflict),
    ),
    Endpoint(
        method="POST",
        path=DELIVERY + "/cancellation",
        name="cancelDelivery",
        scope=Scope.DELIVERIES_WRITE,
        summary="Cancel a delivery",
        description=(
            "Sends it no more; one that is cancelled already stays so. A request that is under way is not called back: "
            "if the receiver accepts it, the delivery is delivered after all."
        ),
        handler=write_handler(_cancel),
        response=schemas.DeliveryDetail,
        response_example=_EXAMPLE | {"state": "cancelled", "next_attempt_at": None, "planned": [], "gives_up_at": None},
        allows_bound_tokens=True,
        errors=(NotFound, Conflict),
    ),
)
