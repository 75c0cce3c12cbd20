"""Deliveries and attempts as they go over the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from plantstore.domain.delivery import OutcomeKind
from plantstore.domain.delivery_state import DeliveryState
from plantstore.web.api import wire
from plantstore.web.api.wire import Next, Time

_Outcome = Annotated[
    OutcomeKind, Meta(description="accepted: a 2xx; refused: another status; else why there was none.")
]
_State = Annotated[DeliveryState, Meta(description="More states may be added.")]
_PlantName = Annotated[str | None, Meta(description="As it was when it was added; null when the event is erased.")]
_Reason = Annotated[str | None, Meta(description="Why it failed, in plain words; null when it did not.")]


class Delivery(msgspec.Struct, kw_only=True):
    """One event for one receiver."""

    event: Annotated[str, Meta(description="The id of the event, as in webhook-id.")]
    sequence: int
    plant: int
    plant_name: _PlantName
    receiver: str
    receiver_name: str
    state: _State
    time: Annotated[Time, Meta(description="When the plant was added.")]
    tries: Annotated[int, Meta(description="How many requests were made for it.")]
    last_attempt_at: Annotated[Time | None, Meta(description="null: none was made, or it was too long ago.")]
    outcome: Annotated[_Outcome | None, Meta(description="Of the last attempt, or of the one that delivered it.")]
    status: int | None
    duration_ms: float | None
    next_attempt_at: Annotated[
        Time | None,
        Meta(
            description=(
                "Of a retrying one: when it is sent next, which is not before its receiver is called next. "
                "null otherwise."
            )
        ),
    ]
    reason: _Reason


class DeliveryPage(msgspec.Struct):
    """One page of a list; it may be short, or empty, before the end."""

    items: list[Delivery]
    next: Next


class AttemptRecord(msgspec.Struct, kw_only=True):
    """One request that was made for a delivery."""

    number: Annotated[int, Meta(description="As in webhook-attempt.")]
    started_at: Time
    duration_ms: float
    outcome: _Outcome
    status: Annotated[int | None, Meta(description="Of the answer; null when there was none.")]
    address: Annotated[str | None, Meta(description="The one that was called; null when none was.")]
    reason: _Reason
    detail: Annotated[str, Meta(description="What was seen; empty when there is nothing to add.")]
    excerpt: Annotated[
        str, Meta(description="How the body of a refusal begins, as text; U+FFFD stands for what is none.")
    ]
    replay: Annotated[str | None, Meta(description="The replay that it was made for, if any.")]


class Planned(msgspec.Struct):
    """An attempt that is to come."""

    number: int
    at: Time


class SentHeader(msgspec.Struct):
    """One line of a request's head."""

    name: str
    value: str


class SentRequest(msgspec.Struct, kw_only=True):
    """What was sent: the last attempt whose row is kept."""

    number: Annotated[int, Meta(description="Of the attempt, as in webhook-attempt.")]
    method: str
    url: Annotated[str, Meta(description="Of the receiver, as it is now.")]
    path: str
    headers: Annotated[
        list[SentHeader],
        Meta(
            description=(
                "In their order, byte for byte, with the access token masked. A header whose value of then is not "
                "known is left out."
            )
        ),
    ]
    headers_left_out: Annotated[
        list[str],
        Meta(
            description=(
                "The names of those: webhook-timestamp and webhook-signature if no connection could be opened, or if "
                "the attempt was made by a version before 0.5.1 and lasted into another second; the signature if the "
                "secret was changed since, or the body was erased, and then content-length too."
            )
        ),
    ]
    body: Annotated[str | None, Meta(description="To the byte, as text; null when it was erased.")]
    body_bytes: int
    changed_since: Annotated[
        bool, Meta(description="The receiver was changed after it: this is how it would be sent now.")
    ]


class DeliveryDetail(Delivery, kw_only=True):
    """One event for one receiver, with what was tried and what will be."""

    advice: Annotated[str | None, Meta(description="What to do about the reason.")]
    receiver_state: str
    first_failed_at: Time | None
    asked_at: Annotated[
        Time | None, Meta(description="When a person asked for it to be tried at once; null again then.")
    ]
    planned: Annotated[
        list[Planned], Meta(description="The attempts to come if each fails, up to a fifth earlier than they will be.")
    ]
    gives_up_at: Annotated[Time | None, Meta(description="When the last planned attempt is due.")]
    next_probe_at: Annotated[
        Time | None, Meta(description="When its receiver is called next, if something holds all of it back.")
    ]
    attempts: Annotated[list[AttemptRecord], Meta(description="What is still recorded, the oldest first.")]
    attempts_left_out: Annotated[int, Meta(description="How many older ones are not shown.")]
    request: Annotated[
        SentRequest | None,
        Meta(description="null: no attempt is recorded, or the token is without the scope events:read."),
    ]


class Counts(msgspec.Struct, kw_only=True):
    """How many deliveries are in each state."""

    queued: int
    retrying: int
    held: int
    delivered: int
    exhausted: int
    cancelled: int
    capped_at: Annotated[
        int | None, Meta(description="null: the counts are exact. Else this number means: so many or more.")
    ]


class FeedAttempt(AttemptRecord, kw_only=True):
    """One request, with the delivery that it was made for."""

    event: str
    sequence: int
    time: Annotated[Time, Meta(description="When the plant was added.")]
    plant_name: _PlantName
    receiver: str
    receiver_name: str
    state: Annotated[_State, Meta(description="Of the delivery, as it is now.")]
    next_attempt_at: Time | None


class AttemptPage(msgspec.Struct):
    """The next attempts, in the order in which they were recorded."""

    items: list[FeedAttempt]
    next: Annotated[str | None, Meta(description="The address of the next page; null when there is no more just now.")]
    after: Annotated[str, Meta(description="What to give as `after` next time.")]


class EventDelivery(msgspec.Struct, kw_only=True):
    """How one receiver stands with an event."""

    receiver: str
    receiver_name: str
    state: _State
    tries: int


class EventDetail(wire.Event, kw_only=True):
    """An event, with one row for each receiver."""

    deliveries: Annotated[
        list[EventDelivery] | None,
        Meta(description="The newest receivers first; null for a token without the scope deliveries:read."),
    ]
    more_deliveries: Annotated[str | None, Meta(description="The list of all of them, when these are not all.")]
