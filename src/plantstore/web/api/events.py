"""The operations on events: the feed, by which a receiver fetches what it missed, and one event."""

import re

import msgspec
from msgspec import structs

from plantstore.core.settings import Settings
from plantstore.domain import event as rules
from plantstore.domain.errors import NotFound, OutsideLog
from plantstore.domain.plant import ID_MAX
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events
from plantstore.web.api import wire
from plantstore.web.api.deliveries import DELIVERIES, ROW_EXAMPLE, event_deliveries
from plantstore.web.api.delivery_filters import sequence_of
from plantstore.web.api.delivery_wire import EventDetail
from plantstore.web.api.plant_schema import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.pagination import LIMIT, limit_of, link_headers, whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

EVENTS = f"{API}/events"
DELIVERIES_SHOWN_MAX = 100  # with an event: most stores have fewer receivers
SEQUENCE_MAX = ID_MAX  # what JavaScript receivers read exactly
_EVENT_ID = re.compile(patterns.EVENT_ID)
_SECONDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")  # as programs write a number
_EXAMPLE = {
    "id": EXAMPLE_EVENT_ID,
    "sequence": 1042,
    "type": rules.EVENT_TYPE,
    "time": "2026-03-02T09:15:00.000Z",
    "plant": EXAMPLE_RECORD,
    "erased": False,
}


async def _feed(context: RequestContext) -> Response:
    """Wait for news if the caller wants to, then read; nothing is held open meanwhile."""
    wait_s = context.query.get("wait", 0)
    if wait_s:
        after = await context.dependencies.database.read(
            lambda tx: _place(context, tx)
        )  # who is lost must not wait to hear it
        await context.dependencies.log.wait_beyond(after, wait_s=wait_s)
    return await context.read(lambda tx: _page(context, tx, _place(context, tx)))


def _place(context: RequestContext, tx: Transaction) -> int:
    """Where the reader is. A place that the log does not have is refused: an empty page would hide what was lost."""
    given: int | str = context.query.get("after", 0)
    head = events.head(tx)
    if isinstance(given, str):
        sequence = events.find_sequence(tx, given)
        if sequence is None:
            raise OutsideLog(f"The log has no event {given}; it ends at {head}.", head=head)
        return sequence
    if given > head:
        raise OutsideLog(f"You ask for what comes after {given}, and the log ends at {head}.", head=head)
    return given


def _page(context: RequestContext, tx: Transaction, after: int) -> Response:
    limit = limit_of(context)
    found = events.page(tx, after=after, limit=limit + 1)
    shown = found[:limit]
    last = shown[-1].sequence if shown else after
    following = None if len(found) <= limit else f"{EVENTS}?after={last}&limit={limit}"
    before = None if after == 0 else f"{EVENTS}?after={max(0, after - limit)}&limit={min(limit, after)}"
    items = [_write(event) for event in shown]
    page = wire.EventPage(items=items, next=following, prev=before, after=last, head=events.head(tx))
    return json_response(page, headers=link_headers(following, before))


def _show(context: RequestContext, tx: Transaction) -> Response:
    sequence = sequence_of(tx, context.request.values["id"])
    event = next(iter(events.page(tx, after=sequence - 1, limit=1)), None)
    if event is None or event.sequence != sequence:  # the audit says loudly that the log has a hole
        raise NotFound("There is no such event.")
    may_see = Scope.DELIVERIES_READ in context.token.scopes
    rows, more = event_deliveries(context, tx, event.sequence, limit=DELIVERIES_SHOWN_MAX) if may_see else (None, False)
    return json_response(
        EventDetail(
            **structs.asdict(_write(event)),
            deliveries=rows,
            more_deliveries=f"{DELIVERIES}?event={event.id}" if more else None,
        )
    )


def _write(event: rules.Event) -> wire.Event:
    return wire.Event(
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


_AFTER = Parameter(
    name="after",
    description=(
        "The last event that you have, by its sequence or its id; the feed goes on behind it. What the log does not "
        "have is refused. The id is the safer one: after a restore, a number can stand for another event."
    ),
    parse=_read_after,
    schema=lambda _: {"type": "string", "pattern": patterns.EVENT_OR_SEQUENCE, "default": "0"},
)
_WAIT = Parameter(
    name="wait",
    description="How many seconds to wait for an event when there is none yet (long poll).",
    parse=_read_wait,
    schema=lambda settings: {"type": "number", "minimum": 0, "maximum": settings.feed_wait_s_max, "default": 0},
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=EVENTS,
        name="readFeed",
        scope=Scope.EVENTS_READ,
        summary="Read the feed of events",
        description=(
            "Every event in sequence, without a hole. `after` of the answer is what to ask with next time. Of an event "
            "that is erased, because its plant was deleted long ago, `plant` is null. A reader that has more than the "
            "log, because the store was restored from a backup, is refused: it must notice."
        ),
        handler=_feed,
        response=wire.EventPage,
        response_example={
            "items": [_EXAMPLE],
            "next": None,
            "prev": f"{EVENTS}?after=991&limit=50",
            "after": 1042,
            "head": 1042,
        },
        parameters=(_AFTER, LIMIT, _WAIT),
        allows_bound_tokens=True,
        errors=(OutsideLog,),
    ),
    Endpoint(
        method="GET",
        path=EVENTS + "/{id}",
        name="showEvent",
        scope=Scope.EVENTS_READ,
        summary="Show an event",
        description=(
            "By the id that webhook-id carries, or by its sequence, with one row for each receiver: "
            f"{DELIVERIES_SHOWN_MAX} at most, and then the address of the list of all of them."
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
