"""The bodies of operational webhooks, as structs: `type`, `timestamp` and `data`, as Standard Webhooks recommends.

The same structs are encoded and described in the OpenAPI document.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

_encode = msgspec.json.Encoder().encode
TEXT = Meta(extra_json_schema={"type": "string"})  # generators of clients need the type next to an enum
Time = Annotated[str, Meta(description="RFC 3339, UTC, milliseconds.", extra_json_schema={"format": "date-time"})]


class EventReceiver(Struct, kw_only=True):
    """A receiver of webhooks about plants."""

    id: Annotated[str, Meta(description="Its id, `rcv_…`.")]
    name: Annotated[str, Meta(description="Its name at that time.")]


class ReceiverDisabled(Struct, kw_only=True):
    """The store has disabled a receiver. Nothing is sent to it until a person resumes it; its deliveries are held."""

    receiver: EventReceiver
    reason: Annotated[
        Literal["gone", "silent"],
        TEXT,
        Meta(description="gone: it responded 410. silent: for five days, no response but 503."),
    ]
    detail: Annotated[str, Meta(description="The reason, for people.")]
    failing_since: Annotated[Time, Meta(description="When its requests began to fail.")]
    queued: Annotated[int, Meta(description="How many deliveries are held for it.", ge=0)]


class ReceiverRecovered(Struct, kw_only=True):
    """A receiver that was failing or disabled gets deliveries again."""

    receiver: EventReceiver
    cause: Annotated[
        Literal["accepted", "resumed"],
        TEXT,
        Meta(description="accepted: it has accepted a request. resumed: a person has resumed it, and sending begins."),
    ]
    failing_since: Annotated[Time, Meta(description="When its requests began to fail.")]
    down_s: Annotated[float, Meta(description="Seconds since then.", ge=0)]
    queued: Annotated[int, Meta(description="How many deliveries were queued at that moment.", ge=0)]


class EventReference(Struct, kw_only=True):
    """An event of the log of plants."""

    id: Annotated[str, Meta(description="Its id, `evt_…`.")]
    sequence: Annotated[int, Meta(description="Its position in the log.", ge=1)]


class LastAttempt(Struct, kw_only=True):
    """The last request of a delivery. The response's body is left out."""

    at: Time
    outcome: Annotated[str, Meta(description="As in the list of attempts, such as refused or deadline.")]
    status: Annotated[int | None, Meta(description="The HTTP status; null if there was no response.")]
    detail: Annotated[str, Meta(description="Details for people; often empty.")]


class DeliveryExhausted(Struct, kw_only=True):
    """The retry schedule of a delivery has ended. It is kept, and can be retried by hand."""

    receiver: EventReceiver
    event: EventReference
    attempts: Annotated[int, Meta(description="Attempts that count in the retry schedule.", ge=1)]
    requests: Annotated[int, Meta(description="All requests, including those that do not count.", ge=1)]
    first_failed_at: Time
    last_attempt: LastAttempt


class EventImport(Struct, kw_only=True):
    """An import of a list of plants."""

    id: Annotated[str, Meta(description="Its id, `imp_…`.")]
    name: Annotated[str, Meta(description="The name of the file.")]


class EventActor(Struct, kw_only=True):
    """Who did something."""

    id: Annotated[str, Meta(description="The id of the person or token.")]
    name: Annotated[str | None, Meta(description="The name at that time; null if it is not known any more.")]


class ImportCounts(Struct, kw_only=True):
    """What became of the rows. The check counts each row once; adding then counts new and changed rows."""

    new: int
    changed: int
    present: int
    alike: int
    bad: int
    ignored: int
    added: int
    updated: int
    skipped: int


class ImportCompleted(Struct, kw_only=True):
    """An import has ended: all its rows were added, or it failed."""

    plant_import: EventImport = msgspec.field(name="import")
    state: Annotated[Literal["done", "failed"], TEXT]
    began_by: Annotated[EventActor, Meta(description="Who uploaded the file.")]
    confirmed_by: Annotated[EventActor | None, Meta(description="Who confirmed it; null if it failed before that.")]
    began_at: Time
    ended_at: Time
    counts: ImportCounts
    error: Annotated[str | None, Meta(description="Why it failed; null if it did not.")]


class OperationalTestData(Struct, kw_only=True):
    """The data of a test request."""

    subscriber: Annotated[str, Meta(description="The id of the subscriber, `ops_…`.")]
    message: str


class ReceiverDisabledEvent(Struct, kw_only=True):
    """The body of an operational webhook of this type."""

    type: Annotated[Literal["receiver.disabled"], TEXT]
    timestamp: Annotated[Time, Meta(description="When it happened.")]
    data: ReceiverDisabled


class ReceiverRecoveredEvent(Struct, kw_only=True):
    """The body of an operational webhook of this type."""

    type: Annotated[Literal["receiver.recovered"], TEXT]
    timestamp: Annotated[Time, Meta(description="When it happened.")]
    data: ReceiverRecovered


class DeliveryExhaustedEvent(Struct, kw_only=True):
    """The body of an operational webhook of this type."""

    type: Annotated[Literal["delivery.exhausted"], TEXT]
    timestamp: Annotated[Time, Meta(description="When it happened.")]
    data: DeliveryExhausted


class ImportCompletedEvent(Struct, kw_only=True):
    """The body of an operational webhook of this type."""

    type: Annotated[Literal["import.completed"], TEXT]
    timestamp: Annotated[Time, Meta(description="When it happened.")]
    data: ImportCompleted


class OperationalTestEvent(Struct, kw_only=True):
    """The body of a test request."""

    type: Annotated[Literal["test"], TEXT]
    timestamp: Annotated[Time, Meta(description="When it was sent.")]
    data: OperationalTestData


BODIES: dict[str, type[Struct]] = {
    "receiver.disabled": ReceiverDisabledEvent,
    "receiver.recovered": ReceiverRecoveredEvent,
    "delivery.exhausted": DeliveryExhaustedEvent,
    "import.completed": ImportCompletedEvent,
    "test": OperationalTestEvent,
}


def to_body(event: Any) -> bytes:
    """Return compact JSON in UTF-8."""
    return _encode(event)
