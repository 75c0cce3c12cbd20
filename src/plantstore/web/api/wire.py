"""What goes over the wire, as structs. The outside may not bend the inside: domain objects are written through these.

Lengths are said here for the documents and checked by the domain, which has the better words.
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
"""Stands in a schema for a limit that the operator chose."""


def _said(description: str, **limits: Any) -> Meta:
    return Meta(description=description, extra_json_schema=limits or None)


Time = Annotated[str, _said("RFC 3339, UTC, milliseconds.", format="date-time")]
Next = Annotated[str | None, _said("The address of the next page; null on the last.")]
Prev = Annotated[str | None, _said("The address of the page before; null on the first.")]
_ReceiverName = Annotated[
    str, _said("For people.", minLength=1, maxLength=RECEIVER_NAME_CHARS_MAX, pattern=patterns.TEXT)
]
_Url = Annotated[
    str,
    _said(
        "Where it is told: http:// or https://. Without a path, /plant/webhook is called.",
        maxLength=URL_CHARS_MAX,
        format="iri",  # its host may have letters of any script; we show it as xn--…
        pattern=patterns.WEB_ADDRESS,
    ),
]
_AccessToken = Annotated[
    str,
    _said(
        "What we send in Authorization: Bearer. Letters, digits and - . _ ~ + / =",
        minLength=ACCESS_TOKEN_CHARS_MIN,
        maxLength=ACCESS_TOKEN_CHARS_MAX,
        pattern=patterns.BEARER,
    ),
]
_Sequence = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": INT_MAX})]
_PlaceInLog = Annotated[str, Meta(extra_json_schema={"pattern": patterns.PLACE_IN_LOG})]
_Payload = Annotated[Payload, _said("full: the whole public record. basic: exactly id, name and tag.")]
_Ordered = Annotated[bool, _said("One at a time, in sequence: whatever fails holds up all that follows.")]
_Concurrency = Annotated[
    int,
    _said(
        "Requests under way to it at most, up to PLANTSTORE_CONCURRENCY_MAX, which is the default.",
        minimum=1,
        maximum={SETTING: "concurrency_max"},
    ),
]
_Rate = Annotated[float, _said("Requests per second at most.", minimum=RATE_MIN, maximum=RATE_MAX)]
_Deadline = Annotated[
    float,
    _said(
        "Seconds for one attempt. The default is PLANTSTORE_DEADLINE_S.", minimum=DEADLINE_S_MIN, maximum=DEADLINE_S_MAX
    ),
]
_TokenName = Annotated[str, _said("For people.", minLength=1, maxLength=TOKEN_NAME_CHARS_MAX, pattern=patterns.TEXT)]


class FieldProblem(msgspec.Struct):
    """One thing about one field."""

    pointer: Annotated[str, _said("A JSON Pointer (RFC 6901) into the body.")]
    code: Annotated[str, _said("For machines; it never changes.")]
    detail: Annotated[str, _said("For people: what to write instead.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused (RFC 9457)."""

    type: Annotated[str, _said("The page that explains this kind of problem.", format="uri-reference")]
    title: str
    status: int
    detail: str
    instance: Annotated[str, _said("The path that was asked.")]
    request_id: Annotated[str, _said("As in X-Request-Id, and in our log.")]
    head: Annotated[int | None, _said("Of outside_log: the newest sequence of the log.")] = None
    errors: list[FieldProblem] = []


class ReceiverInput(msgspec.Struct, forbid_unknown_fields=True):
    """A system that wants to know about new plants."""

    url: _Url
    name: _ReceiverName
    access_token: Annotated[_AccessToken | None, _said("Left out: we make one and show it once.")] = None
    payload: _Payload = Payload.FULL
    start: Annotated[
        _Sequence | _PlaceInLog | UnsetType,
        _said(
            "now, as when it is left out: the next plant is the first. beginning: the whole log. A number: the first "
            "sequence it is owed. A time (RFC 3339): the first event of that time or later."
        ),
    ] = UNSET
    ordered: _Ordered = False
    max_concurrency: _Concurrency | None = None
    max_rate: Annotated[_Rate | None, _said("null: no limit.")] = None
    deadline_s: _Deadline | None = None
    ephemeral: Annotated[
        bool,
        _said(
            "Whether it is there only while somebody listens on the store's own machine: it may be at a loopback "
            "address then, and is removed when it has not answered for an hour. Only callers on that machine may ask."
        ),
    ] = False


class ReceiverChange(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be different; what is not named stays."""

    url: _Url | UnsetType = UNSET
    name: _ReceiverName | UnsetType = UNSET
    payload: _Payload | UnsetType = UNSET
    access_token: _AccessToken | UnsetType = UNSET
    ordered: _Ordered | UnsetType = UNSET
    max_concurrency: _Concurrency | UnsetType = UNSET
    max_rate: Annotated[_Rate | UnsetType | None, _said("null takes the limit away.")] = UNSET
    deadline_s: _Deadline | UnsetType = UNSET


class Receiver(msgspec.Struct):
    """A receiver, and how far it has come."""

    id: str
    name: str
    url: str
    payload: Payload
    state: Annotated[
        str,
        _said(
            "active; failing: it does not answer as it should, and is probed until it does; paused by a person; "
            "disabled by the store. More states may be added."
        ),
    ]
    disabled_reason: Annotated[
        str | None, _said("gone: it answered 410. silent: no answer for five days. null: it is not disabled.")
    ]
    failing_since: Annotated[Time | None, _said("When its failures were too many; null when they are not.")]
    next_probe_at: Annotated[Time | None, _said("When it is called next; null when nothing holds it back, or all.")]
    start: Annotated[int, _said("The first sequence it is owed.")]
    cursor: Annotated[int, _said("Everything up to this sequence is settled, or waits for another try.")]
    lag: Annotated[int, _said("How many events it is still owed.")]
    ordered: bool
    max_concurrency: int
    max_rate: Annotated[float | None, _said("Requests per second at most; null: no limit.")]
    deadline_s: float
    ephemeral: Annotated[bool, _said("Whether it is there only while somebody listens on the store's own machine.")]
    built_in: Annotated[bool, _said("Whether it is the store's own sample receiver, which verifies every request.")]
    old_secret_ends_at: Annotated[
        Time | None, _said("Until then the signing secret before the newest is valid too; null when only one is.")
    ]
    created_at: Time
    updated_at: Time


class RegisteredReceiver(Receiver, omit_defaults=True, kw_only=True):
    """A new receiver, with what is shown this once."""

    secret: Annotated[str, _said("The signing secret, whsec_ and base64 (Standard Webhooks).")]
    access_token: Annotated[str | UnsetType, _said("Only if we made it.")] = UNSET


class ResumedReceiver(Receiver, kw_only=True):
    """A receiver that goes on."""

    skipped: Annotated[int, _said("How many deliveries were cancelled; 0 unless held=skip.")]


class RotatedSecret(msgspec.Struct):
    """A new signing secret, which is shown this once."""

    secret: Annotated[str, _said("whsec_ and base64 (Standard Webhooks).")]
    old_secret_ends_at: Annotated[Time, _said("Until then every request carries a signature of either secret.")]


class TestOutcome(msgspec.Struct):
    """What a test request met."""

    __test__ = False  # its name is no test's

    outcome: Annotated[str, _said("accepted, if it was answered with a 2xx; else what kept it from that.")]
    status: Annotated[int | None, _said("Of the answer; null when there was none.")]
    duration_ms: float
    address: Annotated[str | None, _said("The one that was called; null when none was.")]
    detail: Annotated[str, _said("For people; empty when there is nothing to add.")]
    excerpt: Annotated[str, _said("How the body of a refusal begins, as text; U+FFFD stands for what is none.")]
    reason: Annotated[str | None, _said("Why it was not accepted, in plain words; null when it was.")]
    advice: Annotated[str | None, _said("What to do; null when it was accepted.")]


class ReceiverPage(msgspec.Struct):
    """One page of a list."""

    items: list[Receiver]
    next: Next
    prev: Prev


class RemovedReceiver(msgspec.Struct):
    """What the removal has ended."""

    id: str
    cancelled: Annotated[int, _said("How many events it was still owed.")]


class ReplayInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be sent again: a range by sequences (first, last) or by times (since, until)."""

    first: Annotated[int | None, _said("The first sequence. Give this or `since`.", minimum=1, maximum=INT_MAX)] = None
    last: Annotated[
        int | None, _said("The last sequence. Left out: the end of what was sent.", minimum=1, maximum=INT_MAX)
    ] = None
    since: Annotated[str | None, _said("What was added at this time or later (RFC 3339).", format="date-time")] = None
    until: Annotated[str | None, _said("What was added before this time (RFC 3339).", format="date-time")] = None
    only: Annotated[ReplayOnly, _said("failed: what is exhausted. all: everything, whether it arrived or not.")] = (
        ReplayOnly.FAILED
    )
    pace: Annotated[
        float | None,
        _said("Requests per second. null: as fast as the receiver takes them.", minimum=PACE_MIN, maximum=PACE_MAX),
    ] = None
    dry_run: Annotated[bool, _said("true: only count, and write nothing.")] = False


class ReplayCount(msgspec.Struct):
    """What a replay would send."""

    first: Annotated[int | None, _said("Where it would begin; null when there is nothing to send.")]
    last: Annotated[int | None, _said("Where it would end; null when there is nothing to send.")]
    total: Annotated[int, _said("How many deliveries it would send.")]
    reason: Annotated[str, _said("With a total of 0, what removed everything; else empty.")]


class Replay(msgspec.Struct):
    """Deliveries that are sent again to one receiver, and how far that has come."""

    id: str
    receiver: str
    first: int
    last: int
    only: ReplayOnly
    pace: Annotated[float | None, _said("Requests per second; null: as fast as the receiver takes them.")]
    state: Annotated[str, _said("running, done or cancelled. More states may be added.")]
    position: Annotated[int, _said("Everything up to this sequence is done.")]
    total: Annotated[int, _said("How many there were to send when it was asked for.")]
    accepted: int
    failed: int
    remaining: Annotated[int, _said("What was not sent yet, or not any more: of a cancelled replay, what it left out.")]
    asked_by: Annotated[str, _said("The id of the token that asked for it.")]
    asked_at: Time
    ended_at: Time | None


class ReplayPage(msgspec.Struct):
    """One page of a list."""

    items: list[Replay]
    next: Next
    prev: Prev


class Event(msgspec.Struct):
    """The fact that a plant was added."""

    id: str
    sequence: Annotated[int, _said("1, 2, 3 … without a hole.")]
    type: Literal["plant.added"]
    time: Time
    plant: Annotated[
        msgspec.Raw,
        _said("The very body that receivers are sent (payload full); null when it is erased.", type=["object", "null"]),
    ]
    erased: Annotated[bool, _said("Whether its body is gone: the plant was deleted long ago, and nobody is owed it.")]


class EventPage(msgspec.Struct):
    """The next events in sequence."""

    items: list[Event]
    next: Annotated[str | None, _said("The address of the next page; null when there is no more just now.")]
    prev: Prev
    after: Annotated[int, _said("What to give as `after` next time.")]
    head: Annotated[int, _said("The newest sequence of the log.")]


class TokenInput(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be made."""

    name: _TokenName
    scopes: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Scope), *BUNDLES]})]],
        _said("Scopes, or names of bundles that stand for several.", minItems=1, maxItems=SCOPES_MAX),
    ]
    days: (
        Annotated[
            int,
            _said(
                f"How long it is valid. It ends no later than your own. Default: {DAYS_DEFAULT}, or until your own "
                "ends if that is sooner.",
                minimum=1,
                maximum=DAYS_MAX,
            ),
        ]
        | UnsetType
    ) = UNSET
    receiver: Annotated[str | None, _said("A receiver to bind it to: it then sees the feed and this one only.")] = None


class Token(msgspec.Struct):
    """A bearer token of this API, without its text."""

    id: str
    name: str
    scopes: list[str]
    receiver: str | None
    created_at: Time
    expires_at: Time | None
    last_used_at: Annotated[Time | None, _said("Noted about once a minute.")]
    state: Annotated[
        str,
        _said(
            f"valid, ending (in its last {ENDING_S_MAX // 86_400} days, or the last quarter of its life if that is "
            "shorter) or expired. More states may be added."
        ),
    ]
    created_by: Annotated[
        str | None,
        _said(
            "The id of the token it was made with; once that is revoked, of the one that made that. null: unknown, or "
            "made by the program."
        ),
    ]


class ShownToken(Token, kw_only=True):
    """A token, with how many depend on it."""

    children: Annotated[int, _said("How many tokens were made with it, and with those in turn.")]


class CreatedToken(Token, kw_only=True):
    """A new token, with its text, which is shown this once."""

    token: str


class TokenPage(msgspec.Struct):
    """One page of a list."""

    items: list[Token]
    next: Next
    prev: Prev
