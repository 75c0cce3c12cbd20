"""Lists of deliveries: filtered, searched, and grouped by event."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.deliveries.next_attempt import ReceiverQueue
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPosition
from plantstore.storage.queries import delivery_list, delivery_queue, event_deliveries, event_search
from plantstore.storage.queries.delivery_list import DeliveryPosition, DeliveryQuery
from plantstore.storage.queries.event_deliveries import EventGroup
from plantstore.storage.queries.event_search import EventSearch, FoundEvents
from plantstore.storage.tables import events, receivers
from plantstore.web.api.deliveries import schemas
from plantstore.web.api.deliveries.filters import GROUP, SEARCH, check_receivers, delivery_query
from plantstore.web.api.deliveries.view import PlantLabels, delivery_fields, next_fields, plant_name, upcoming_attempt
from plantstore.web.http.pagination import forward_response, limit_of
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

_WAITING = (DeliveryState.QUEUED, DeliveryState.RETRYING)
_LAST = (DeliveryState.DELIVERED, DeliveryState.FILTERED)


def list_deliveries(context: RequestContext, tx: Transaction) -> Response:
    """Return a page of deliveries, or of events with their deliveries."""
    query = delivery_query(context, tx)
    check_receivers(tx, context)
    position, floor = _read_position(context.keyset.position)
    search = _search(context, floor)
    found = None if search is None else _find(tx, search, query, position)
    if GROUP.name in context.query:
        return _grouped(context, tx, query, found, position)
    page = _page(context, tx, query, found, position)
    items = [schemas.Delivery(**fields) for fields in delivery_fields(context, tx, with_receivers(tx, page.deliveries))]
    following = _write_position(page.following, found)
    return forward_response(context, items, following=following, more=_more(search, found))


def with_receivers(tx: Transaction, deliveries: Sequence[Delivery]) -> list[tuple[Receiver, Delivery]]:
    """Return each delivery with its receiver, in one statement for all receivers."""
    found = receivers.find_many(tx, {delivery.receiver_id for delivery in deliveries})
    return [(found[delivery.receiver_id], delivery) for delivery in deliveries]


def _page(
    context: RequestContext,
    tx: Transaction,
    query: DeliveryQuery,
    found: FoundEvents | None,
    position: DeliveryPosition | None,
) -> delivery_list.DeliveryPage:
    limit = limit_of(context)
    if found is None:
        return delivery_list.page(tx, query, position=position, limit=limit)
    receivers_max = context.dependencies.settings.receivers_max
    return event_deliveries.found_page(
        tx, query, found.sequences, position=position, limit=limit, receivers_max=receivers_max
    )


def _grouped(
    context: RequestContext,
    tx: Transaction,
    query: DeliveryQuery,
    found: FoundEvents | None,
    position: DeliveryPosition | None,
) -> Response:
    page = event_deliveries.group_page(
        tx,
        query,
        None if found is None else found.sequences,
        position=position,
        limit=limit_of(context),
        receivers_max=context.dependencies.settings.receivers_max,
    )
    following = _write_position(page.following, found)
    more = _more(_search(context, None), found) | {"events": list(_event_views(context, tx, page.groups))}
    return forward_response(context, [], following=following, more=more)


def _event_views(
    context: RequestContext, tx: Transaction, groups: Sequence[EventGroup]
) -> Iterator[schemas.EventDeliveries]:
    labels = events.summaries(tx, [group.sequence for group in groups])
    shown = {group.sequence: _shown(group) for group in groups}
    known = receivers.find_many(tx, {one.receiver_id for deliveries in shown.values() for one in deliveries})
    plant_labels = PlantLabels(context, tx, [label.plant_id for label in labels.values()])
    queues = delivery_queue.receiver_queues(tx, known.values())
    for group in groups:
        label, counts = labels[group.sequence], group.counts
        more = len(group.deliveries) > len(shown[group.sequence])
        yield schemas.EventDeliveries(
            event=label.id,
            sequence=group.sequence,
            plant=label.plant_id,
            plant_name=plant_name(label.body_basic),
            **plant_labels.fields(label.plant_id),
            time=to_text(label.occurred_at),
            counts=schemas.EventCounts(
                delivered=counts[DeliveryState.DELIVERED],
                waiting=sum(counts[state] for state in _WAITING),
                held=counts[DeliveryState.HELD],
                exhausted=counts[DeliveryState.EXHAUSTED],
                cancelled=counts[DeliveryState.CANCELLED],
                filtered=counts[DeliveryState.FILTERED],
            ),
            deliveries=[
                _grouped_delivery(tx, known[one.receiver_id], one, queues, is_erased=not label.body_basic)
                for one in shown[group.sequence]
            ],
            more_deliveries=f"{context.request.path}?event={label.id}" if more else None,
        )


def _shown(group: EventGroup) -> list[Delivery]:
    """Return the deliveries to show of an event: those that are not delivered first, filtered ones last."""
    rest_last = sorted(group.deliveries, key=lambda one: (one.state in _LAST, one.state is DeliveryState.FILTERED))
    return rest_last[: schemas.GROUPED_SHOWN_MAX]


def _grouped_delivery(
    tx: Transaction,
    receiver: Receiver,
    delivery: Delivery,
    queues: Mapping[ReceiverId, ReceiverQueue],
    *,
    is_erased: bool,
) -> schemas.GroupedDelivery:
    failed = None if delivery.state is DeliveryState.DELIVERED else delivery.retry
    text = None if failed is None else failure_message(failed.last_outcome, failed.last_status)
    upcoming = upcoming_attempt(tx, receiver, delivery, queues, is_erased=is_erased)
    return schemas.GroupedDelivery(
        receiver=receiver_text(receiver.id),
        receiver_name=receiver.name,
        state=delivery.state,
        status=None if failed is None else failed.last_status,
        reason=None if text is None else text.reason,
        **next_fields(upcoming, receiver),
    )


# The search


def _search(context: RequestContext, floor: int | None) -> EventSearch | None:
    text, scopes = context.query.get(SEARCH.name), context.token.scopes
    if text is None:
        return None
    return EventSearch(text=text, plants=Scope.PLANTS_READ in scopes, bodies=Scope.EVENTS_READ in scopes, floor=floor)


def _find(tx: Transaction, search: EventSearch, query: DeliveryQuery, position: DeliveryPosition | None) -> FoundEvents:
    last = events.head(tx) if query.last is None else query.last
    if position is not None:
        last = min(last, position.sequence)
    return event_search.find(tx, search, first=query.first, last=last)


def _more(search: EventSearch | None, found: FoundEvents | None) -> dict[str, Any]:
    if search is None or found is None:
        return {"events": None, "search": None}
    compared = "The text of bodies" if search.bodies else "The name of the plant"
    note = f"{compared} was searched in the events from {found.floor} on, and ids in all."
    if search.plants:
        limit = "" if found.all_plants else f", of which the newest {event_search.PLANTS_FOUND_MAX} were taken"
        note = f"{note[:-1]}. So were the words of all plants{limit}."
    shown = schemas.DeliverySearch(
        bodies_from=found.floor,
        whole_bodies=search.bodies,
        plants=search.plants,
        all_plants=found.all_plants,
        note=note,
    )
    return {"events": None, "search": shown}


def _read_position(position: KeysetPosition | None) -> tuple[DeliveryPosition | None, int | None]:
    """Return the position at which a list continues, and the oldest event whose body a search reads."""
    if position is None:
        return None, None
    sequence, receiver_id, *floor = map(int, str(position).split())
    return DeliveryPosition(sequence=sequence, receiver_id=receiver_id), floor[0] if floor else None


def _write_position(following: DeliveryPosition | None, found: FoundEvents | None) -> str | None:
    if following is None:
        return None
    floor = "" if found is None else f" {found.floor}"
    return f"{following.sequence} {following.receiver_id}{floor}"
