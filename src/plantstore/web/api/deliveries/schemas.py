"""The JSON bodies of deliveries and attempts, as structs."""

from typing import Annotated

import msgspec

from plantstore.domain.deliveries import next_attempt as domain
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.web.api.schemas import Next, Time, described

GROUPED_SHOWN_MAX = 20  # max deliveries shown per event; keeps a page of 50 events below 300 kB
_Outcome = Annotated[
    OutcomeKind,
    described("accepted: a 2xx response. refused: any other response. The others say why there was no response."),
]
State = Annotated[DeliveryState, described("The state of the delivery. More states may be added.")]
PlantName = Annotated[str | None, described("The plant's name when it was added; null if the event is erased.")]
PlantSku = Annotated[
    str | None,
    described("The plant's SKU now; null if it has none, is deleted, or may not be read: that needs plants:read."),
]
PlantPotSize = Annotated[str | None, described("The plant's pot size now, or null as for `plant_sku`.")]
_Reason = Annotated[str | None, described("Why the attempt failed, in a sentence; null if it did not fail.")]

NextAttemptAt = Annotated[
    Time | None,
    described(
        "The delivery is not sent again before this time. It can be in the past, if the attempt is about to be made. "
        "null if there is no next attempt, if it is made now, or if a person decides when."
    ),
]
NextAttemptCode = Annotated[
    domain.NextAttemptCode | None,
    described(
        "What the next attempt waits for; null if there is none. due: its own time. requested: nothing, someone "
        "requested it. next_slot: a free request slot. rate_limit: its turn; the time is an estimate. retry_after: the "
        "receiver asked for a pause. receiver_recovery: the receiver is failing; the time is that of the next probe, "
        "and if a probe succeeds, all waiting deliveries follow. earlier_delivery: the receiver is ordered, and "
        "another event comes first. receiver_paused, receiver_disabled: someone must resume the receiver. replay: a "
        "running replay sends it again. More codes may be added."
    ),
]
NextAttemptNote = Annotated[str | None, described("The same in a sentence without times, for people.")]


class Delivery(msgspec.Struct, kw_only=True):
    """A delivery of one event to one receiver."""

    event: Annotated[str, described("The id of the event, as in the webhook-id header.")]
    sequence: int
    plant: int
    plant_name: PlantName
    plant_sku: PlantSku
    plant_pot_size: PlantPotSize
    receiver: str
    receiver_name: str
    state: State
    time: Annotated[Time, described("When the plant was added.")]
    tries: Annotated[int, described("How many attempts were made.")]
    last_attempt_at: Annotated[
        Time | None,
        described(
            "When the last attempt began, or the one that succeeded. null if no attempt was made, or if it was "
            "removed by retention."
        ),
    ]
    outcome: Annotated[_Outcome | None, described("The outcome of the last attempt, or of the one that succeeded.")]
    status: Annotated[int | None, described("The HTTP status of that attempt; null if there was no response.")]
    duration_ms: Annotated[float | None, described("The duration of that attempt.")]
    next_attempt_at: NextAttemptAt
    next_attempt_code: NextAttemptCode
    next_attempt_note: NextAttemptNote
    reason: _Reason


class GroupedDelivery(msgspec.Struct, kw_only=True):
    """The delivery of an event to one receiver, in a list that is grouped by event."""

    receiver: str
    receiver_name: str
    state: State
    status: Annotated[int | None, described("The HTTP status of the last failed attempt; null if there is none.")]
    reason: Annotated[str | None, described("Why the last attempt failed, in a sentence; null if it did not fail.")]
    next_attempt_at: NextAttemptAt
    next_attempt_code: NextAttemptCode
    next_attempt_note: NextAttemptNote


class EventCounts(msgspec.Struct, kw_only=True):
    """How many of an event's deliveries are in which state."""

    delivered: int
    waiting: Annotated[int, described("Queued and retrying deliveries.")]
    held: int
    exhausted: int
    cancelled: int
    filtered: Annotated[int, described("Not sent, because the receiver's filter leaves out the event.")]


class EventDeliveries(msgspec.Struct, kw_only=True):
    """An event and its deliveries."""

    event: Annotated[str, described("The id of the event, as in the webhook-id header.")]
    sequence: int
    plant: int
    plant_name: PlantName
    plant_sku: PlantSku
    plant_pot_size: PlantPotSize
    time: Annotated[Time, described("When the plant was added.")]
    counts: Annotated[EventCounts, described("They add up to the number of receivers that get the event.")]
    deliveries: Annotated[
        list[GroupedDelivery],
        described(f"At most {GROUPED_SHOWN_MAX} deliveries: those not delivered first, then the newest receivers."),
    ]
    more_deliveries: Annotated[
        str | None, described("Relative URL of the list of all its deliveries, if some are missing here.")
    ]


class DeliverySearch(msgspec.Struct, kw_only=True):
    """What was searched for `q`."""

    bodies_from: Annotated[int, described("The sequence of the oldest event whose body was compared with the text.")]
    whole_bodies: Annotated[bool, described("False if only plant names were compared: the token lacks events:read.")]
    plants: Annotated[bool, described("Whether the words of plants were searched: the token has plants:read.")]
    all_plants: Annotated[bool, described("False if more plants match than are taken; these are the newest.")]
    note: Annotated[str, described("The same in a sentence, for people.")]


class DeliveryPage(msgspec.Struct):
    """A page of deliveries. It may have fewer items than `limit`, or none, even if more pages follow."""

    items: list[Delivery]
    next: Next
    events: Annotated[
        list[EventDeliveries] | None, described("The page grouped by event; null without `group=event`.")
    ] = None
    search: Annotated[DeliverySearch | None, described("What was searched; null without `q`.")] = None


class AnyAttempt(msgspec.Struct, kw_only=True):
    """An attempt: one request that was made for a delivery."""

    number: Annotated[int, described("The number of the attempt, as in the webhook-attempt header.")]
    started_at: Time
    duration_ms: float
    outcome: _Outcome
    status: Annotated[int | None, described("The HTTP status of the response; null if there was none.")]
    address: Annotated[str | None, described("The IP address that was called; null if no connection was attempted.")]
    reason: _Reason
    detail: Annotated[str, described("Technical details for people; often empty.")]
    excerpt: Annotated[
        str,
        described(
            "The first 4 KiB of the body if the response was not a 2xx; otherwise empty. Bytes that are not text "
            "are shown as U+FFFD."
        ),
    ]
    replay: Annotated[str | None, described("The id of the replay that made the attempt, if any.")]


class AttemptRecord(AnyAttempt, kw_only=True):
    """An attempt: one request that was made for a delivery."""

    ordinal: Annotated[
        int,
        described(
            "Which attempt of the delivery it is, counted over retries, replays and attempts that are no longer kept. "
            "It differs from `number` only in replays that a version before 0.8.0 made, whose numbers began with 1."
        ),
    ]


class Planned(msgspec.Struct):
    """A planned attempt."""

    number: Annotated[int, described("The number it will have in the webhook-attempt header.")]
    at: Time


class SentHeader(msgspec.Struct):
    """One header of a request."""

    name: str
    value: str


class SentRequest(msgspec.Struct, kw_only=True):
    """The request of the last recorded attempt."""

    number: Annotated[int, described("The number of the attempt, as in the webhook-attempt header.")]
    method: str
    url: Annotated[str, described("The receiver's current URL.")]
    path: Annotated[str, described("The request target: the path and query of the URL.")]
    headers: Annotated[
        list[SentHeader],
        described(
            "The headers in the order in which they were sent, byte for byte, with the access token masked. Headers "
            "whose value at that time is unknown are left out."
        ),
    ]
    headers_left_out: Annotated[
        list[str],
        described(
            "The names of the headers left out. webhook-timestamp and webhook-signature: no connection could be "
            "opened, or a version before 0.5.1 made the attempt and it lasted into the next second. "
            "webhook-signature: the secret has changed since. webhook-signature and content-length: the body was "
            "erased."
        ),
    ]
    body: Annotated[str | None, described("The exact body, as text; null if it was erased.")]
    body_bytes: Annotated[int, described("The length of the body in bytes.")]
    changed_since: Annotated[
        bool,
        described(
            "Whether the receiver was changed after the attempt. If so, this is the request as it would be sent now."
        ),
    ]


class DeliveryDetail(Delivery, kw_only=True):
    """A delivery with its attempts so far and the attempts planned."""

    advice: Annotated[str | None, described("What to do about the failure.")]
    receiver_state: str
    first_failed_at: Annotated[Time | None, described("When the first attempt failed; null if none is known.")]
    asked_at: Annotated[
        Time | None,
        described("When someone requested an immediate attempt; null once that attempt was made."),
    ]
    planned: Annotated[
        list[Planned],
        described(
            "The attempts to come if every one of them fails. Random jitter can delay each by up to a fifth of its "
            "wait."
        ),
    ]
    gives_up_at: Annotated[
        Time | None, described("When the last planned attempt is due; if it fails, the delivery is given up.")
    ]
    next_probe_at: Annotated[
        Time | None,
        described("When the next request to the receiver is due, if all its deliveries are held back until then."),
    ]
    attempts: Annotated[list[AttemptRecord], described("The attempts still recorded, oldest first.")]
    attempts_left_out: Annotated[int, described("How many older recorded attempts are not listed.")]
    request: Annotated[
        SentRequest | None,
        described("null if no attempt is recorded, or if the token lacks the scope events:read."),
    ]


class Counts(msgspec.Struct, kw_only=True):
    """The number of deliveries in each state."""

    queued: int
    retrying: int
    held: int
    delivered: int
    exhausted: int
    cancelled: int
    filtered: Annotated[int, described("Not sent, because the receiver's filter leaves out the event.")]
    capped_at: Annotated[
        int | None,
        described("null if the counts are exact. Otherwise a count of this number means this many or more."),
    ]
