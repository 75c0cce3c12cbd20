"""The query parameters that filter lists of deliveries."""

from collections.abc import Sequence

from plantstore.core.settings import Settings
from plantstore.domain.deliveries.answer_filter import parse_answer_filter
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.errors import NotFound
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries.delivery_list import DeliveryQuery
from plantstore.storage.queries.event_search import BODIES_READ_MAX, PLANTS_FOUND_MAX
from plantstore.storage.tables import events, receivers
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.parameters import choice_parameter, read_text, time_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.openapi import patterns

SEARCH_CHARS_MAX = 100  # as in a search of plants
EVENT_CHARS_MAX = 64  # max length of the parameter `event`; an event id has 30 characters


def delivery_query(context: RequestContext, tx: Transaction) -> DeliveryQuery:
    """Return the query for a request's filters. A token bound to receivers sees only these receivers' deliveries."""
    since, event = context.query.get("since"), context.query.get("event")
    first = 1 if since is None else events.first_since(tx, since)
    last = None
    if event is not None:
        last = find_sequence(tx, event)
        first = max(first, last)
    return DeliveryQuery(
        receiver_ids=receiver_filter(context),
        states=context.query.get("state", frozenset(DeliveryState)),
        answer=context.query.get("answer"),
        first=first,
        last=last,
    )


def receiver_filter(context: RequestContext) -> frozenset[ReceiverId] | None:
    """Return the receivers to filter by, or None for all. Raise NotFound if the token is not for the requested one."""
    requested: ReceiverId | None = context.query.get("receiver")
    if requested is None:
        return context.token.receiver_ids
    if not context.token.permits(requested):
        raise NotFound("There is no such receiver.")
    return frozenset({requested})


def check_receivers(tx: Transaction, context: RequestContext) -> Sequence[Receiver] | None:
    """Return the receivers to filter by, in the order of registration; None for all.

    Raise NotFound for an unknown receiver that was requested, instead of an empty list.
    """
    ids = receiver_filter(context)
    if ids is None:
        return None
    found = receivers.find_many(tx, ids)
    if "receiver" in context.query and not found:
        raise NotFound("There is no such receiver.")
    return [found[id] for id in sorted(found)]


def find_sequence(tx: Transaction, event: str) -> int:
    """Return the sequence number of an event, given its id or this number. Raise NotFound if it is not in the log."""
    if event.isascii() and event.isdigit() and 1 <= len(event) <= len(str(2**53)):
        sequence = int(event)
        if 1 <= sequence <= events.head(tx):
            return sequence
    else:
        found = events.find_sequence(tx, event)
        if found is not None:
            return found
    raise NotFound("There is no such event.")


def _read_receiver(text: str, _: Settings) -> ReceiverId:
    receiver_id = parse_receiver(text)
    if receiver_id is None:
        raise ValueError("write a receiver id such as rcv_01k8z4q7m2abc.")
    return receiver_id


def _read_states(text: str, _: Settings) -> frozenset[DeliveryState]:
    try:
        return frozenset(DeliveryState(name) for name in text.split(",", patterns.STATES_MAX - 1))
    except ValueError:
        raise ValueError(f"write one or more of {', '.join(DeliveryState)}, separated by commas.") from None


def _read_event(text: str, _: Settings) -> str:
    if not 1 <= len(text) <= EVENT_CHARS_MAX or "\0" in text:
        raise ValueError("write the id or the sequence of an event.")
    return text


RECEIVER = Parameter(
    name="receiver",
    description="Only deliveries to this receiver.",
    parse=_read_receiver,
    schema=lambda _: {"type": "string", "pattern": patterns.RECEIVER_ID},
)
SEARCH = Parameter(
    name="q",
    description=(
        "A text to search for: a plant's name, SKU or id, an event's id or sequence, or any text of the body. Case "
        "does not matter, and no character has a special meaning. Words of plants (with plants:read; at most "
        f"{PLANTS_FOUND_MAX} plants) and ids are found however old the event is; the text of bodies (with "
        f"events:read; without it, only the name) in the newest {BODIES_READ_MAX:,} events. `search` says what was "
        "searched."
    ),
    parse=lambda text, _: read_text(text, SEARCH_CHARS_MAX),
    schema=lambda _: {"type": "string", "minLength": 1, "maxLength": SEARCH_CHARS_MAX, "pattern": patterns.TEXT},
)
GROUP = choice_parameter(
    "group",
    "With `event`, `events` has one item for each event with a matching delivery, with all its deliveries and a "
    "summary; `items` is empty.",
    ("event",),
)
SINCE = time_parameter("since", "Only deliveries of plants added at or after this time (RFC 3339).")
FILTERS = (
    RECEIVER,
    Parameter(
        name="state",
        description="Only deliveries in these states: one or more, separated by commas.",
        parse=_read_states,
        schema=lambda _: {"type": "string", "pattern": patterns.STATES, "examples": ["exhausted,retrying"]},
    ),
    Parameter(
        name="answer",
        description="Only deliveries whose last attempt had this result: a status class (5xx), a status or an outcome.",
        parse=lambda text, _: parse_answer_filter(text),
        schema=lambda _: {"type": "string", "pattern": patterns.ANSWER, "examples": ["5xx", "404", "deadline"]},
    ),
    SINCE,
    Parameter(
        name="event",
        description="Only deliveries of this event, given by its id or its sequence.",
        parse=_read_event,
        schema=lambda _: {
            "type": "string",
            "minLength": 1,
            "maxLength": EVENT_CHARS_MAX,
            "pattern": patterns.NO_NUL,
        },
    ),
)
