"""The JSON bodies of the management API, as structs: the domain's own classes never leave the process.

Length limits appear here for the OpenAPI document only. The domain enforces them, because its messages are better.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.receiver import (
    ACCESS_TOKEN_CHARS_MAX,
    ACCESS_TOKEN_CHARS_MIN,
    DEADLINE_S_MAX,
    DEADLINE_S_MIN,
    Payload,
)
from plantstore.domain.receiver import NAME_CHARS_MAX as RECEIVER_NAME_CHARS_MAX
from plantstore.domain.replay import ReplayOnly
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, ENDING_S_MAX, Scope
from plantstore.domain.token import NAME_CHARS_MAX as TOKEN_NAME_CHARS_MAX
from plantstore.receivers.commands import RATE_MAX, RATE_MIN
from plantstore.receivers.replays import PACE_MAX, PACE_MIN
from plantstore.sending.urls import URL_CHARS_MAX
from plantstore.web.http.strict_json import INT_MAX
from plantstore.web.openapi import patterns

SCOPES_MAX = 20  # in one request; more than there are
SETTING = "x-setting"
"""Key of a schema whose limit is a setting: the document has the operator's value in its place."""


def described(description: str, **keywords: Any) -> Meta:
    """Give a type its description in the OpenAPI document, and further JSON Schema keywords."""
    return Meta(description=description, extra_json_schema=keywords or None)


Time = Annotated[str, described("RFC 3339, UTC, milliseconds.", format="date-time")]
Next = Annotated[str | None, described("Relative URL of the next page; null on the last page.")]
Prev = Annotated[str | None, described("Relative URL of the previous page; null on the first page.")]
_ReceiverName = Annotated[
    str, described("A display name.", minLength=1, maxLength=RECEIVER_NAME_CHARS_MAX, pattern=patterns.TEXT)
]
_Url = Annotated[
    str,
    described(
        "Where webhooks are sent: an http:// or https:// URL. If it has no path, /plant/webhook is added.",
        maxLength=URL_CHARS_MAX,
        format="iri",  # the host may be in any script; answers show it in Punycode (xn--…)
        pattern=patterns.WEB_ADDRESS,
    ),
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
_Sequence = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": INT_MAX})]
_PlaceInLog = Annotated[str, Meta(extra_json_schema={"pattern": patterns.PLACE_IN_LOG})]
_Payload = Annotated[
    Payload, described("What each webhook contains. full: the whole public record. basic: only id, name and tag.")
]
_Ordered = Annotated[
    bool,
    described(
        "Whether to deliver strictly in sequence, one request at a time. A delivery that fails blocks all later ones "
        "until it succeeds or is given up."
    ),
]
_Concurrency = Annotated[
    int,
    described(
        "Maximum number of concurrent requests to this receiver. The default, and the highest value allowed, is the "
        "setting PLANTSTORE_CONCURRENCY_MAX.",
        minimum=1,
        maximum={SETTING: "concurrency_max"},
    ),
]
_Rate = Annotated[float, described("Maximum number of requests per second.", minimum=RATE_MIN, maximum=RATE_MAX)]
_Deadline = Annotated[
    float,
    described(
        "Timeout of one attempt, in seconds. The default is the setting PLANTSTORE_DEADLINE_S.",
        minimum=DEADLINE_S_MIN,
        maximum=DEADLINE_S_MAX,
    ),
]
_TokenName = Annotated[
    str, described("A display name.", minLength=1, maxLength=TOKEN_NAME_CHARS_MAX, pattern=patterns.TEXT)
]


class FieldProblem(msgspec.Struct):
    """A problem with one field of the request body."""

    pointer: Annotated[str, described("A JSON Pointer (RFC 6901) to the field.")]
    code: Annotated[str, described("A code for programs. Codes never change.")]
    detail: Annotated[str, described("A message for people: how to fix the value.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused, as a problem document (RFC 9457)."""

    type: Annotated[str, described("URL of the page that explains this type of problem.", format="uri-reference")]
    title: str
    status: int
    detail: str
    instance: Annotated[str, described("The path of the request.")]
    request_id: Annotated[str, described("The request's id, as in the X-Request-Id header and in the server's log.")]
    head: Annotated[int | None, described("Only with outside_log: the highest sequence of the log.")] = None
    errors: list[FieldProblem] = []


class ReceiverInput(msgspec.Struct, forbid_unknown_fields=True):
    """A system to be notified about new plants."""

    url: _Url
    name: _ReceiverName
    access_token: Annotated[
        _AccessToken | None, described("If you leave it out, the store generates one and returns it once.")
    ] = None
    payload: _Payload = Payload.FULL
    start: Annotated[
        _Sequence | _PlaceInLog | UnsetType,
        described(
            "The first event to deliver. now (the default): the next plant that is added. beginning: the first event "
            "of the log. A number: the event with that sequence. A time (RFC 3339): the first event at or after it."
        ),
    ] = UNSET
    ordered: _Ordered = False
    max_concurrency: _Concurrency | None = None
    max_rate: Annotated[_Rate | None, described("Maximum number of requests per second; null for no limit.")] = None
    deadline_s: _Deadline | None = None
    ephemeral: Annotated[
        bool,
        described(
            "Whether this is a temporary receiver on the store's own machine. It must have a loopback address, can be "
            "registered only from that machine, and is removed once its requests have failed for an hour."
        ),
    ] = False


class ReceiverChange(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change. Fields that are left out keep their values."""

    url: _Url | UnsetType = UNSET
    name: _ReceiverName | UnsetType = UNSET
    payload: _Payload | UnsetType = UNSET
    access_token: _AccessToken | UnsetType = UNSET
    ordered: _Ordered | UnsetType = UNSET
    max_concurrency: _Concurrency | UnsetType = UNSET
    max_rate: Annotated[
        _Rate | UnsetType | None, described("Maximum number of requests per second; null removes the limit.")
    ] = UNSET
    deadline_s: _Deadline | UnsetType = UNSET


class Receiver(msgspec.Struct):
    """A receiver, its health and its progress through the log."""

    id: str
    name: str
    url: str
    payload: Payload
    state: Annotated[
        str,
        described(
            "active: it is sent every event. failing: too many requests have failed, so the store sends one at a time "
            "until one succeeds. paused: a user has stopped it. disabled: the store has stopped it; see "
            "disabled_reason. More states may be added."
        ),
    ]
    disabled_reason: Annotated[
        str | None,
        described(
            "gone: it answered 410. silent: for five days it did not answer, or only with 503. null: it is not "
            "disabled."
        ),
    ]
    failing_since: Annotated[Time | None, described("When it was found to be failing; null if it is not.")]
    next_probe_at: Annotated[
        Time | None,
        described(
            "When the next request is sent, if requests are held back until then. null if none is due at a set time."
        ),
    ]
    start: Annotated[int, described("The first sequence that it receives.")]
    cursor: Annotated[
        int, described("Every event up to this sequence was delivered, cancelled or given up, or is being retried.")
    ]
    lag: Annotated[int, described("How many events are still to be delivered, including those being retried.")]
    ordered: bool
    max_concurrency: int
    max_rate: Annotated[float | None, described("Maximum number of requests per second; null if there is no limit.")]
    deadline_s: Annotated[float, described("Timeout of one attempt, in seconds.")]
    ephemeral: Annotated[bool, described("Whether it is a temporary receiver on the store's own machine.")]
    built_in: Annotated[bool, described("Whether it is the store's own sample receiver, which verifies every request.")]
    old_secret_ends_at: Annotated[
        Time | None,
        described("When the previous signing secret expires; null if only one secret is valid."),
    ]
    created_at: Time
    updated_at: Time


class RegisteredReceiver(Receiver, omit_defaults=True, kw_only=True):
    """A new receiver with its secrets, which are returned only once."""

    secret: Annotated[str, described("The signing secret: whsec_ followed by base64 (Standard Webhooks).")]
    access_token: Annotated[str | UnsetType, described("The access token, if the store generated it.")] = UNSET


class ResumedReceiver(Receiver, kw_only=True):
    """A receiver that was resumed."""

    skipped: Annotated[int, described("How many deliveries were cancelled; 0 unless `held` was `skip`.")]


class RotatedSecret(msgspec.Struct):
    """A new signing secret, which is returned only once."""

    secret: Annotated[str, described("The new secret: whsec_ followed by base64 (Standard Webhooks).")]
    old_secret_ends_at: Annotated[
        Time, described("When the previous secret expires. Until then every request is signed with both secrets.")
    ]


class TestOutcome(msgspec.Struct):
    """The outcome of a test request."""

    __test__ = False  # tells pytest that this is not a test class

    outcome: Annotated[
        str, described("accepted: a 2xx response. refused: any other response. Otherwise why there was no response.")
    ]
    status: Annotated[int | None, described("The HTTP status of the response; null if there was none.")]
    duration_ms: float
    address: Annotated[str | None, described("The IP address that was called; null if no connection was attempted.")]
    detail: Annotated[str, described("Technical details for people; often empty.")]
    excerpt: Annotated[
        str,
        described(
            "The first 4 KiB of the body if the response was not a 2xx; otherwise empty. Bytes that are not text "
            "are shown as U+FFFD."
        ),
    ]
    reason: Annotated[str | None, described("Why the request failed, in a sentence; null if it was accepted.")]
    advice: Annotated[str | None, described("What to do about it; null if it was accepted.")]


class ReceiverPage(msgspec.Struct):
    """A page of a list."""

    items: list[Receiver]
    next: Next
    prev: Prev


class RemovedReceiver(msgspec.Struct):
    """A receiver that was removed."""

    id: str
    cancelled: Annotated[int, described("How many deliveries were cancelled.")]


class ReplayInput(msgspec.Struct, forbid_unknown_fields=True):
    """The events to send again: a range of sequences (`first`, `last`) or of times (`since`, `until`)."""

    first: Annotated[
        int | None, described("The first sequence. Either this or `since` is required.", minimum=1, maximum=INT_MAX)
    ] = None
    last: Annotated[
        int | None,
        described(
            "The last sequence. The default is the last event sent to this receiver.", minimum=1, maximum=INT_MAX
        ),
    ] = None
    since: Annotated[
        str | None, described("Events of plants added at or after this time (RFC 3339).", format="date-time")
    ] = None
    until: Annotated[
        str | None, described("Events of plants added before this time (RFC 3339).", format="date-time")
    ] = None
    only: Annotated[
        ReplayOnly,
        described("failed: only deliveries that are exhausted. all: every delivery, whether it succeeded or not."),
    ] = ReplayOnly.FAILED
    pace: Annotated[
        float | None,
        described(
            "Maximum requests per second; null for as fast as the receiver accepts them.",
            minimum=PACE_MIN,
            maximum=PACE_MAX,
        ),
    ] = None
    dry_run: Annotated[bool, described("Whether to count the deliveries only and change nothing.")] = False


class ReplayCount(msgspec.Struct):
    """The result of a dry run: what a replay would send."""

    first: Annotated[int | None, described("The first sequence of the range; null if there is nothing to send.")]
    last: Annotated[int | None, described("The last sequence of the range; null if there is nothing to send.")]
    total: Annotated[int, described("How many deliveries the replay would send.")]
    reason: Annotated[str, described("Why there is nothing to send; empty otherwise.")]


class Replay(msgspec.Struct):
    """A replay: events that are sent again to one receiver, and the progress."""

    id: str
    receiver: str
    first: int
    last: int
    only: ReplayOnly
    pace: Annotated[
        float | None, described("Maximum requests per second; null for as fast as the receiver accepts them.")
    ]
    state: Annotated[str, described("running, done or cancelled. More states may be added.")]
    position: Annotated[int, described("The replay has processed every event up to this sequence.")]
    total: Annotated[int, described("How many deliveries there were to send when the replay was created.")]
    accepted: Annotated[int, described("How many deliveries the receiver has accepted.")]
    failed: Annotated[int, described("How many deliveries have failed.")]
    remaining: Annotated[
        int, described("How many deliveries are still to be sent. After a cancellation, how many were not sent.")
    ]
    asked_by: Annotated[str, described("The id of the token that created the replay.")]
    asked_at: Time
    ended_at: Time | None


class ReplayPage(msgspec.Struct):
    """A page of a list."""

    items: list[Replay]
    next: Next
    prev: Prev


class Event(msgspec.Struct):
    """The event that a plant was added to the store."""

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
    """A page of events, in sequence."""

    items: list[Event]
    next: Annotated[str | None, described("Relative URL of the next page; null if there are no more events yet.")]
    prev: Prev
    after: Annotated[int, described("The value of `after` for your next request.")]
    head: Annotated[int, described("The highest sequence of the log.")]


class TokenInput(msgspec.Struct, forbid_unknown_fields=True):
    """The token to create."""

    name: _TokenName
    scopes: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Scope), *BUNDLES]})]],
        described("Scopes, or names of bundles of scopes.", minItems=1, maxItems=SCOPES_MAX),
    ]
    days: (
        Annotated[
            int,
            described(
                f"How many days it is valid. It cannot outlive your own token. The default is {DAYS_DEFAULT}, or the "
                "remaining life of your own token if that is shorter.",
                minimum=1,
                maximum=DAYS_MAX,
            ),
        ]
        | UnsetType
    ) = UNSET
    receiver: Annotated[
        str | None,
        described(
            "The id of a receiver to bind the token to. It can then access only that receiver and the event feed."
        ),
    ] = None


class Token(msgspec.Struct):
    """A bearer token of this API. The token's text is not included."""

    id: str
    name: str
    scopes: list[str]
    receiver: Annotated[str | None, described("The id of the receiver that the token is bound to, if any.")]
    created_at: Time
    expires_at: Annotated[Time | None, described("When the token expires; null if never.")]
    last_used_at: Annotated[
        Time | None, described("When the token was last used, to about a minute; null if it has not been used.")
    ]
    state: Annotated[
        str,
        described(
            f"valid; ending: it expires within {ENDING_S_MAX // 86_400} days, or is in the last quarter of its life if "
            "that is shorter; expired. More states may be added."
        ),
    ]
    created_by: Annotated[
        str | None,
        described(
            "The id of the token that created it. If that token was revoked, the id of the token that created that "
            "one. null if the store created it, or if it is unknown."
        ),
    ]


class ShownToken(Token, kw_only=True):
    """A token, with the number of tokens created with it."""

    children: Annotated[int, described("How many tokens were created with it, directly or through other tokens.")]


class CreatedToken(Token, kw_only=True):
    """A new token, with its text, which is returned only once."""

    token: Annotated[str, described("The bearer token itself.")]


class TokenPage(msgspec.Struct):
    """A page of a list."""

    items: list[Token]
    next: Next
    prev: Prev
