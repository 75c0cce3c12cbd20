"""The events endpoints: single events, and a feed from which receivers can fetch events that they missed."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from msgspec import structs

from plantstore.core.settings import Settings
from plantstore.domain import event as domain
from plantstore.domain.errors import NotFound, OutsideLog
from plantstore.domain.plants.plant import ID_MAX
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.engine.late_reads import NotServed
from plantstore.storage.queries import delivery_list, receiver_feed
from plantstore.storage.tables import attempts, events
from plantstore.web.api.deliveries.endpoints import DELIVERIES, ROW_EXAMPLE
from plantstore.web.api.deliveries.filters import RECEIVER, check_receivers, find_sequence
from plantstore.web.api.deliveries.listing import with_receivers
from plantstore.web.api.deliveries.schemas import State
from plantstore.web.api.deliveries.view import count_attempts
from plantstore.web.api.plants.schemas import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.api.schemas import Prev, Time, described
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.pagination import LIMIT, limit_of, link_headers
from plantstore.web.http.parameters import whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

EVENTS = f"{API}/events"
DELIVERIES_SHOWN_MAX = 100  # max deliveries shown per event; most stores have fewer receivers
SEQUENCE_MAX = ID_MAX  # JavaScript reads integers up to this value exactly
_EVENT_ID = re.compile(patterns.EVENT_ID)
_SECONDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")  # some clients write 20 as 2e1
_EXAMPLE = {
    "id": EXAMPLE_EVENT_ID,
    "sequence": 1042,
    "type": domain.EVENT_TYPE,
    "time": "2026-03-02T09:15:00.000Z",
    "plant": EXAMPLE_RECORD,
    "erased": False,
}


class Event(msgspec.Struct):
    """The event that is created when a plant is added to the store."""

    id: str
    sequence: Annotated[int, described("The event's position in the log: 1, 2, 3 … without gaps.")]
    type: Literal["plant.added"]
    time: Time
    plant: Annotated[
        msgspec.Raw,
        described(
            "The exact body that receivers with the payload full are sent; null if the event is erased.",
            type=["object", "null"],
        ),
    ]
    erased: Annotated[
        bool,
        described(
            "Whether the body was erased, some time after the plant was deleted and the last delivery was completed."
        ),
    ]


class EventPage(msgspec.Struct):
    """A page of events, in order of sequence."""

    items: list[Event]
    next: Annotated[str | None, described("Relative URL of the next page; null if there are no more events yet.")]
    prev: Prev
    after: Annotated[int, described("The sequence after which your next request continues.")]
    after_id: Annotated[
        str | None,
        described(
            "The id of the event with this sequence: the better value of `after` for your next request, because a "
            "store that was restored from a backup refuses an id that it has lost. Null if there is no such event "
            "yet, or if it is not one of yours."
        ),
    ]
    head: Annotated[int, described("The highest sequence of the log.")]


class EventDelivery(msgspec.Struct, kw_only=True):
    """The delivery of an event to one receiver."""

    receiver: str
    receiver_name: str
    state: State
    tries: Annotated[int, described("How many attempts were made.")]


class EventDetail(Event, kw_only=True):
    """An event and its delivery to each receiver."""

    deliveries: Annotated[
        list[EventDelivery] | None,
        described("One item per receiver, newest receiver first; null if the token lacks deliveries:read."),
    ]
    more_deliveries: Annotated[
        str | None, described("Relative URL of the list of all its deliveries, if some are missing here.")
    ]


async def _feed(context: RequestContext) -> Response:
    """Return the next page. With `wait`, first wait for a new event, without an open transaction."""
    wait_s = context.query.get("wait", 0)
    if wait_s:
        after = await context.read(lambda tx: _position(context, tx))  # raise before waiting
        await context.request.wait(context.dependencies.log.wait_beyond(after, wait_s=wait_s))
    return await context.read(lambda tx: _page(context, tx, _position(context, tx)))


def _position(context: RequestContext, tx: Transaction) -> int:
    """Return the sequence number of the event given by `after`, or 0. Raise OutsideLog if the log has no such event.

    If the response were an empty page instead, the client would not notice that events are missing.
    """
    given: int | str = context.query.get("after", 0)
    head = events.head(tx)
    if isinstance(given, str):
        sequence = events.find_sequence(tx, given)
        if sequence is None:
            raise OutsideLog(f"The log has no event {given}; it ends at {head}.", head=head)
        return sequence
    if given > head:
        raise OutsideLog(f"You asked for events after {given}, but the log ends at {head}.", head=head)
    return given


def _page(context: RequestContext, tx: Transaction, after: int) -> Response:
    limit, restricted_to = limit_of(context), _receivers(context, tx)
    before = None
    if restricted_to is None:
        found = events.page(tx, after=after, limit=limit + 1)
        shown = found[:limit]
        last = shown[-1].sequence if shown else after
        last_id = shown[-1].id if shown else _id_of(tx, after)
        more = len(found) > limit
        before = None if after == 0 else f"{EVENTS}?after={max(0, after - limit)}&limit={min(limit, after)}"
    else:
        shown, last = receiver_feed.page(tx, restricted_to, after=after, limit=limit)
        last_id = shown[-1].id if shown and shown[-1].sequence == last else None
        more = last < events.head(tx)
    if tx.is_late and last == after and context.dependencies.log.head > after:
        raise NotServed  # a client that has just received this event as a webhook must not get an empty page
    following = f"{EVENTS}?after={last_id or last}&limit={limit}{_receiver_query(context)}" if more else None
    items = [_view(event) for event in shown]
    page = EventPage(items=items, next=following, prev=before, after=last, after_id=last_id, head=events.head(tx))
    return json_response(page, headers=link_headers(following, before))


def _id_of(tx: Transaction, sequence: int) -> str | None:
    found = events.find_many(tx, [sequence])
    return found[0].id if found else None


def _receivers(context: RequestContext, tx: Transaction) -> Sequence[Receiver] | None:
    """Return the receivers whose events are shown; None for all events.

    A token that is bound to receivers with filters sees only the events that they get.
    """
    found = check_receivers(tx, context)
    is_whole = found is None or ("receiver" not in context.query and not all(one.filtered for one in found))
    return None if is_whole else found


def _receiver_query(context: RequestContext) -> str:
    requested = context.query.get("receiver")
    return "" if requested is None else f"&receiver={receiver_text(requested)}"


def _show(context: RequestContext, tx: Transaction) -> Response:
    sequence = find_sequence(tx, context.request.values["id"])
    event = next(iter(events.page(tx, after=sequence - 1, limit=1)), None)
    if event is None or event.sequence != sequence:  # the event is missing from the log; the audit reports this
        raise NotFound("There is no such event.")
    deliveries, has_more = None, False
    if Scope.DELIVERIES_READ in context.token.scopes:
        deliveries, has_more = _deliveries(context, tx, sequence)
    return json_response(
        EventDetail(
            **structs.asdict(_view(event)),
            deliveries=deliveries,
            more_deliveries=f"{DELIVERIES}?event={event.id}" if has_more else None,
        )
    )


def _deliveries(context: RequestContext, tx: Transaction, sequence: int) -> tuple[list[EventDelivery], bool]:
    """Return an event's deliveries (at most DELIVERIES_SHOWN_MAX), and whether there are more."""
    query = delivery_list.DeliveryQuery(receiver_ids=context.token.receiver_ids, first=sequence, last=sequence)
    page = delivery_list.page(tx, query, position=None, limit=DELIVERIES_SHOWN_MAX)
    made = attempts.summarize(tx, [(delivery.receiver_id, delivery.sequence) for delivery in page.deliveries])
    items = [
        EventDelivery(
            receiver=receiver_text(receiver.id),
            receiver_name=receiver.name,
            state=delivery.state,
            tries=count_attempts(delivery, recorded=made[receiver.id, sequence].made),
        )
        for receiver, delivery in with_receivers(tx, page.deliveries)
    ]
    return items, page.following is not None


def _view(event: domain.Event) -> Event:
    return Event(
        id=event.id,
        sequence=event.sequence,
        type="plant.added",
        time=to_text(event.occurred_at),
        plant=msgspec.Raw(event.body or b"null"),
        erased=event.erased,
    )


def _read_wait(text: str, settings: Settings) -> float:
    if _SECONDS.fullmatch(text) is None or float(text) > settings.feed_wait_s_max:
        raise ValueError(f"write seconds, at most {settings.feed_wait_s_max:g}.")
    return float(text)


def _read_after(text: str, _: Settings) -> int | str:
    if _EVENT_ID.fullmatch(text):
        return text
    try:
        return whole_number(text, least=0, most=SEQUENCE_MAX)
    except ValueError:
        raise ValueError(f"write a whole number from 0 to {SEQUENCE_MAX}, or the id of an event.") from None


_RECEIVER = replace(
    RECEIVER,
    description=(
        "Only events that this receiver gets: from its start on, and those that match its filter. A page may then have "
        "fewer items than `limit` although there are more, and has no `prev`."
    ),
)
_AFTER = Parameter(
    name="after",
    description=(
        "The sequence or the id of the last event that you have; the feed continues after it. An event that the log "
        "does not have is refused. The id is safer: after a restore, a sequence can be that of another event."
    ),
    parse=_read_after,
    schema=lambda _: {"type": "string", "pattern": patterns.EVENT_OR_SEQUENCE, "default": "0"},
)
_WAIT = Parameter(
    name="wait",
    description="How many seconds to wait for an event if there is none yet (long polling).",
    parse=_read_wait,
    schema=lambda settings: {"type": "number", "minimum": 0, "maximum": settings.feed_wait_s_max, "default": 0},
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=EVENTS,
        name="readFeed",
        scope=Scope.EVENTS_READ,
        may_be_late=True,
        summary="Read the feed of events",
        description=(
            "All events in sequence, without gaps. Pass the `after_id` of each response, or its `after` if that is "
            "null, as `after` to your next request. `plant` is null if the event is erased, some time after its plant "
            "was deleted. A reader that is ahead of the log, because the store was restored from a backup, gets the "
            "error outside_log. A token that is bound to "
            "receivers with filters sees only the events that they get."
        ),
        handler=_feed,
        response=EventPage,
        response_example={
            "items": [_EXAMPLE],
            "next": None,
            "prev": f"{EVENTS}?after=991&limit=50",
            "after": 1042,
            "after_id": _EXAMPLE["id"],
            "head": 1042,
        },
        parameters=(_AFTER, LIMIT, _WAIT, _RECEIVER),
        allows_bound_tokens=True,
        errors=(OutsideLog, NotFound),
    ),
    Endpoint(
        method="GET",
        path=EVENTS + "/{id}",
        name="showEvent",
        scope=Scope.EVENTS_READ,
        summary="Show an event",
        description=(
            "Get an event by its id, as in the webhook-id header, or by its sequence, with its delivery to each "
            f"receiver. At most {DELIVERIES_SHOWN_MAX} deliveries are included, with a link to the others."
        ),
        handler=read_handler(_show),
        response=EventDetail,
        response_example=_EXAMPLE
        | {
            "deliveries": [{name: ROW_EXAMPLE[name] for name in ("receiver", "receiver_name", "state", "tries")}],
            "more_deliveries": None,
        },
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
