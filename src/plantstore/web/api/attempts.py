"""The attempts endpoint: a feed of all attempts, in the order in which they were recorded."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.errors import NotFound
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_queue, event_deliveries
from plantstore.storage.tables import attempt_pages, attempts, events, receivers
from plantstore.web.api.deliveries.endpoints import ATTEMPT_EXAMPLE, ROW_EXAMPLE
from plantstore.web.api.deliveries.filters import RECEIVER, SINCE, check_receivers, receiver_filter
from plantstore.web.api.deliveries.schemas import (
    AnyAttempt,
    NextAttemptAt,
    NextAttemptCode,
    NextAttemptNote,
    PlantName,
    PlantPotSize,
    PlantSku,
    State,
)
from plantstore.web.api.deliveries.view import PlantLabels, attempt_fields, next_fields, plant_name, upcoming_attempt
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.pagination import LIMIT, limit_of
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

ATTEMPTS = f"{API}/attempts"
LOOKED_AT_MAX = 2_000  # max attempts read per page to find the attempts of one receiver
POSITION_MAX = (1 << 63) - 1

FEED_EXAMPLE = ATTEMPT_EXAMPLE | {
    name: ROW_EXAMPLE[name]
    for name in (
        *("event", "sequence", "time", "plant", "plant_name", "plant_sku", "plant_pot_size"),
        *("receiver", "receiver_name", "state"),
        *("next_attempt_at", "next_attempt_code", "next_attempt_note"),
    )
}


class FeedAttempt(AnyAttempt, kw_only=True):
    """An attempt, and the delivery that it belongs to."""

    event: str
    sequence: int
    time: Annotated[Time, described("When the plant was added.")]
    plant: int
    plant_name: PlantName
    plant_sku: PlantSku
    plant_pot_size: PlantPotSize
    receiver: str
    receiver_name: str
    state: Annotated[State, described("The current state of the delivery.")]
    next_attempt_at: NextAttemptAt
    next_attempt_code: NextAttemptCode
    next_attempt_note: NextAttemptNote


class AttemptPage(msgspec.Struct):
    """A page of attempts, in the order in which they were recorded."""

    items: list[FeedAttempt]
    next: Annotated[str | None, described("Relative URL of the next page; null if there are no more attempts yet.")]
    after: Annotated[str, described("The value of `after` for your next request.")]


def _feed(context: RequestContext, tx: Transaction) -> Response:
    receiver_ids, limit = receiver_filter(context), limit_of(context)
    check_receivers(tx, context)
    after, head = _start(context, tx), attempt_pages.head(tx)
    looked_at = limit if receiver_ids is None else LOOKED_AT_MAX
    places = attempt_pages.next_positions(tx, after=after, limit=looked_at)
    found = attempts.at_positions(tx, places, receiver_ids=receiver_ids)
    shown = found[:limit]
    if len(shown) < len(found):
        last = shown[-1][0]
    else:
        last = places[-1].position if len(places) == looked_at else max(after, head)
    items = feed_attempts(context, tx, [attempt for _, attempt in shown])
    requested: ReceiverId | None = context.query.get("receiver")
    receiver = "" if requested is None else f"&receiver={receiver_text(requested)}"
    next_page = f"{ATTEMPTS}?after={last}&limit={limit}{receiver}" if last < head else None
    links = () if next_page is None else ((b"link", f'<{next_page}>; rel="next"'.encode()),)
    return json_response(AttemptPage(items=items, next=next_page, after=str(last)), headers=links)


def _start(context: RequestContext, tx: Transaction) -> int:
    """Return the position after which to read: `after`, the position at time `since`, or the end by default."""
    after: int | None = context.query.get("after")
    if after is not None:
        return after
    if "since" in context.query:
        return min(
            max(0, Ids.first_attempt_of(context.query["since"]) - 1), POSITION_MAX
        )  # a time far in the future would exceed POSITION_MAX
    return attempt_pages.head(tx)


def feed_attempts(context: RequestContext, tx: Transaction, made: Sequence[Attempt]) -> list[FeedAttempt]:
    """Return attempts with the states of their deliveries, without those whose receiver was removed."""
    labels = events.summaries(tx, sorted({attempt.sequence for attempt in made}))
    plant_labels = PlantLabels(context, tx, [label.plant_id for label in labels.values()])
    known = receivers.find_many(tx, {attempt.receiver_id for attempt in made})
    asked = [(known[one.receiver_id], one.sequence) for one in made if one.receiver_id in known]
    deliveries = event_deliveries.find(tx, asked)
    queues = delivery_queue.receiver_queues(tx, known.values())
    found = []
    for attempt in made:
        delivery = deliveries.get((attempt.receiver_id, attempt.sequence))
        if delivery is None:
            continue
        receiver = known[attempt.receiver_id]
        label = labels[attempt.sequence]
        upcoming = upcoming_attempt(tx, receiver, delivery, queues, is_erased=not label.body_basic)
        item = FeedAttempt(
            **attempt_fields(attempt),
            event=attempt.event_id,
            sequence=attempt.sequence,
            time=to_text(label.occurred_at),
            plant=label.plant_id,
            plant_name=plant_name(label.body_basic),
            **plant_labels.fields(label.plant_id),
            receiver=receiver_text(receiver.id),
            receiver_name=receiver.name,
            state=delivery.state,
            **next_fields(upcoming, receiver),
        )
        found.append(item)
    return found


def _read_after(text: str, _: Settings) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(POSITION_MAX)) and int(text) <= POSITION_MAX):
        raise ValueError("write the `after` of the previous response.")
    return int(text)


_AFTER = Parameter(
    name="after",
    description="The `after` of the previous response. By default the feed starts now, or at `since`.",
    parse=_read_after,
    schema=lambda _: {"type": "string", "pattern": patterns.ATTEMPT_ID},
)
_SINCE = Parameter(
    name="since",
    description="Start with attempts that ended at or after this time (RFC 3339). Ignored if `after` is given.",
    parse=SINCE.parse,
    schema=SINCE.schema,
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=ATTEMPTS,
        name="readAttempts",
        scope=Scope.DELIVERIES_READ,
        may_be_late=True,
        summary="Read the feed of attempts",
        description=(
            "All attempts in the order in which they were recorded. Pass the `after` of each response to your next "
            "request, and you will miss none, even if several processes deliver. Without `after` and `since`, the "
            "response is empty and its `after` is the end of the feed."
        ),
        handler=read_handler(_feed),
        response=AttemptPage,
        response_example={"items": [FEED_EXAMPLE], "next": None, "after": "57646075230342348"},
        parameters=(RECEIVER, _AFTER, _SINCE, LIMIT),
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
