"""The JSON bodies of the endpoints for operational webhooks, as structs."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.operational_webhook import (
    SUBSCRIBERS_MAX,
    DeliveryState,
    DisabledBecause,
    OperationalType,
    SubscriberState,
)
from plantstore.domain.receivers.receiver import ACCESS_TOKEN_CHARS_MAX, ACCESS_TOKEN_CHARS_MIN, NAME_CHARS_MAX
from plantstore.sending.urls import URL_CHARS_MAX
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.openapi import patterns

_Name = Annotated[str, described("A display name.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)]
_Url = Annotated[
    str,
    described(
        "Where events are sent: an http:// or https:// URL.",
        maxLength=URL_CHARS_MAX,
        format="iri",
        pattern=patterns.WEB_ADDRESS,
    ),
]
_Types = Annotated[
    list[OperationalType],
    described(
        "The types of events to send. import.completed needs the scope plants:read, the others operations:read.",
        minItems=1,
    ),
    Meta(max_length=2 * len(OperationalType)),
]
_AccessToken = Annotated[
    str,
    described(
        "The bearer token that the store sends in the Authorization header. Letters, digits and - . _ ~ + / =",
        minLength=ACCESS_TOKEN_CHARS_MIN,
        maxLength=ACCESS_TOKEN_CHARS_MAX,
        pattern=patterns.BEARER,
    ),
]


class OperationalWebhookInput(msgspec.Struct, forbid_unknown_fields=True):
    """A program that subscribes to events of the store itself."""

    url: _Url
    name: _Name
    types: _Types
    access_token: Annotated[
        _AccessToken | None, described("If you leave it out, the store generates one and returns it once.")
    ] = None


class OperationalWebhookChange(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change. Fields that are left out keep their values."""

    url: _Url | UnsetType = UNSET
    name: _Name | UnsetType = UNSET
    types: _Types | UnsetType = UNSET
    access_token: _AccessToken | UnsetType = UNSET
    enabled: Annotated[
        bool | UnsetType,
        described("false: send nothing more, and keep no new events for it. true: send what waits, and new events."),
    ] = UNSET


class OperationalWebhook(msgspec.Struct, kw_only=True):
    """A program that gets events of the store itself."""

    id: str
    name: str
    url: str
    types: list[OperationalType]
    state: Annotated[
        SubscriberState,
        described("failing: the last request failed. disabled: nothing is sent, and no new events are kept for it."),
    ]
    disabled_reason: Annotated[
        DisabledBecause | None,
        described(
            "gone: it responded 410. failing: every request failed for the whole retry schedule. person: by request."
        ),
    ]
    disabled_at: Annotated[Time | None, described("Null unless it is disabled.")]
    failing_since: Annotated[Time | None, described("When the first request failed since the last that it accepted.")]
    waiting: Annotated[int, described("How many events wait to be sent to it.", minimum=0)]
    old_secret_ends_at: Annotated[Time | None, described("Until when the previous signing secret signs too.")]
    created_by: Annotated[str, described("The id of the person or token that created it.")]
    created_at: Time
    updated_at: Time


class CreatedOperationalWebhook(OperationalWebhook, kw_only=True):
    """A new operational webhook, with its credentials, which are returned only once."""

    secret: Annotated[str, described("The signing secret, whsec_…")]
    access_token: Annotated[
        str | UnsetType, described("The bearer token that the store sends. Only if the store has generated it.")
    ] = UNSET


class OperationalWebhookList(msgspec.Struct):
    """All operational webhooks that the token may see, the oldest first."""

    items: Annotated[list[OperationalWebhook], described("", maxItems=SUBSCRIBERS_MAX)]


class NewOperationalSecret(msgspec.Struct):
    """A new signing secret, which is returned only once."""

    secret: str
    old_secret_ends_at: Annotated[Time, described("Until when the previous secret signs too.")]


class OperationalTestOutcome(msgspec.Struct):
    """The outcome of a test request."""

    outcome: Annotated[str, described("accepted for any 2xx status, refused for another, or why there is no response.")]
    status: Annotated[int | None, described("The HTTP status; null if there was no response.")]
    duration_ms: float
    detail: Annotated[str, described("Details for people; often empty.")]
    excerpt: Annotated[str, described("The beginning of the response's body, without credentials.")]
    reason: Annotated[str | None, described("What went wrong, for people; null if nothing did.")]
    advice: Annotated[str | None, described("What to do about it.")]


class OperationalWebhookDelivery(msgspec.Struct, kw_only=True):
    """An event for one operational webhook."""

    event_id: Annotated[str, described("The value of `webhook-id`, `ope_…`.")]
    type: OperationalType
    time: Annotated[Time, described("When it happened.")]
    state: Annotated[DeliveryState, described("waiting, delivered, or given_up: it is not sent again on its own.")]
    attempts: Annotated[int, described("Requests so far.", minimum=0)]
    next_attempt_at: Annotated[Time | None, described("Null unless it waits.")]
    last_attempt_at: Time | None
    outcome: Annotated[str | None, described("The outcome of the last request, as in a test; null before the first.")]
    status: Annotated[int | None, described("The HTTP status of the last response; null if there was none.")]
    detail: Annotated[str, described("Details for people, such as why it was given up; often empty.")]
    reason: Annotated[str | None, described("What went wrong, for people; null if nothing did.")]
    ended_at: Annotated[Time | None, described("When it was delivered or given up.")]
    body: Annotated[dict[str, Any], described("The body that is sent.")]


class OperationalWebhookDeliveryPage(msgspec.Struct):
    """A page of deliveries, the newest event first."""

    items: list[OperationalWebhookDelivery]
    next: Next
    prev: Prev
