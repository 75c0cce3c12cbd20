"""What goes over the wire, as structs. The outside may not bend the inside: domain objects are written through these.

Lengths are said here for the documents and checked by the domain, which has the better words.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.receiver import ACCESS_TOKEN_CHARS_MAX, ACCESS_TOKEN_CHARS_MIN, Payload
from plantstore.domain.receiver import NAME_CHARS_MAX as RECEIVER_NAME_CHARS_MAX
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, Scope
from plantstore.domain.token import NAME_CHARS_MAX as TOKEN_NAME_CHARS_MAX
from plantstore.sending.urls import URL_CHARS_MAX


def _said(description: str, **limits: Any) -> Meta:
    return Meta(description=description, extra_json_schema=limits or None)


_Time = Annotated[str, _said("RFC 3339, UTC, milliseconds.", format="date-time")]
_Next = Annotated[str | None, _said("The address of the next page; null on the last.")]
_ReceiverName = Annotated[str, _said("For people.", minLength=1, maxLength=RECEIVER_NAME_CHARS_MAX)]
_Url = Annotated[
    str,
    _said(
        "Where it is told: http:// or https://. Without a path, /plant/webhook is called.",
        maxLength=URL_CHARS_MAX,
        format="uri",
    ),
]
_AccessToken = Annotated[
    str,
    _said(
        "What we send in Authorization: Bearer. Letters, digits and - . _ ~ + / =",
        minLength=ACCESS_TOKEN_CHARS_MIN,
        maxLength=ACCESS_TOKEN_CHARS_MAX,
    ),
]
_Payload = Annotated[Payload, _said("full: the whole public record. basic: exactly id, name and tag.")]
_TokenName = Annotated[str, _said("For people.", minLength=1, maxLength=TOKEN_NAME_CHARS_MAX)]


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
    errors: list[FieldProblem] = []


class NewReceiver(msgspec.Struct, forbid_unknown_fields=True):
    """A system that wants to know about new plants."""

    url: _Url
    name: _ReceiverName
    access_token: Annotated[_AccessToken | None, _said("Left out: we make one and show it once.")] = None
    payload: _Payload = Payload.FULL
    start: Annotated[
        Literal["now", "beginning"] | int,
        _said("now: the next plant is the first. beginning: the whole log. A number: the first sequence it is owed."),
    ] = "now"


class ReceiverChange(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be different; what is not named stays."""

    url: _Url | UnsetType = UNSET
    name: _ReceiverName | UnsetType = UNSET
    payload: _Payload | UnsetType = UNSET
    access_token: _AccessToken | UnsetType = UNSET


class Receiver(msgspec.Struct):
    """A receiver, and how far it has come."""

    id: str
    name: str
    url: str
    payload: Payload
    state: Annotated[str, _said("active. More states may be added.")]
    start: Annotated[int, _said("The first sequence it is owed.")]
    cursor: Annotated[int, _said("Everything up to this sequence is settled, or waits for another try.")]
    lag: Annotated[int, _said("How many events it is still owed.")]
    created_at: _Time
    updated_at: _Time


class RegisteredReceiver(Receiver, omit_defaults=True, kw_only=True):
    """A new receiver, with what is shown this once."""

    secret: Annotated[str, _said("The signing secret, whsec_ and base64 (Standard Webhooks).")]
    access_token: Annotated[str | UnsetType, _said("Only if we made it.")] = UNSET


class RotatedSecret(msgspec.Struct):
    """A new signing secret, which is shown this once."""

    secret: Annotated[str, _said("whsec_ and base64 (Standard Webhooks).")]
    old_secret_ends_at: Annotated[_Time, _said("Until then every request carries a signature of either secret.")]


class TestOutcome(msgspec.Struct):
    """What a test request met."""

    __test__ = False  # its name is no test's

    outcome: Annotated[str, _said("accepted, if it was answered with a 2xx; else what kept it from that.")]
    status: Annotated[int | None, _said("Of the answer; null when there was none.")]
    duration_ms: float
    address: Annotated[str | None, _said("The one that was called; null when none was.")]
    detail: Annotated[str, _said("For people; empty when there is nothing to add.")]
    excerpt: Annotated[str, _said("How the body of a refusal begins, as text; U+FFFD stands for what is none.")]


class ReceiverPage(msgspec.Struct):
    """One page of a list."""

    items: list[Receiver]
    next: _Next


class RemovedReceiver(msgspec.Struct):
    """What the removal has ended."""

    id: str
    cancelled: Annotated[int, _said("How many events it was still owed.")]


class Event(msgspec.Struct):
    """The fact that a plant was added."""

    id: str
    sequence: Annotated[int, _said("1, 2, 3 … without a hole.")]
    type: Literal["plant.added"]
    time: _Time
    plant: Annotated[msgspec.Raw, _said("The very body that receivers are sent (payload full).", type="object")]


class EventPage(msgspec.Struct):
    """The next events in sequence."""

    items: list[Event]
    next: Annotated[str | None, _said("The address of the next page; null when there is no more just now.")]
    after: Annotated[int, _said("What to give as `after` next time.")]


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be made."""

    name: _TokenName
    scopes: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Scope), *BUNDLES]})]],
        _said("Scopes, or names of bundles that stand for several.", minItems=1),
    ]
    days: Annotated[int, _said("How long it is valid.", minimum=1, maximum=DAYS_MAX)] = DAYS_DEFAULT
    receiver: Annotated[str | None, _said("A receiver to bind it to: it then sees the feed and this one only.")] = None


class Token(msgspec.Struct):
    """A bearer token of this API, without its text."""

    id: str
    name: str
    scopes: list[str]
    receiver: str | None
    created_at: _Time
    expires_at: _Time | None
    last_used_at: Annotated[_Time | None, _said("Noted about once a minute.")]


class CreatedToken(Token, kw_only=True):
    """A new token, with its text, which is shown this once."""

    token: str


class TokenPage(msgspec.Struct):
    """One page of a list."""

    items: list[Token]
    next: _Next
