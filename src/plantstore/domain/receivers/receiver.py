"""A receiver: a system that gets a webhook for every new plant."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.chats.service import ChatService
from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState
from plantstore.domain.deliveries.latency_histogram import LONGEST_MS
from plantstore.domain.errors import FieldError
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.bodies import formats
from plantstore.domain.receivers.bodies.expression import check_expression
from plantstore.domain.receivers.bodies.formats import BodyFormat
from plantstore.domain.receivers.certificates import ReceiverTls
from plantstore.domain.receivers.client_grant import ClientGrant
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import SECOND_US, Instant

NAME_CHARS_MAX = 100
ACCESS_TOKEN_CHARS_MIN, ACCESS_TOKEN_CHARS_MAX = (
    8,
    4096,
)  # RFC 6750 sets no length; 4 KiB fits every server's header limit
DEADLINE_S_MIN, DEADLINE_S_MAX = 3, 30  # range of the deadline of one attempt
assert DEADLINE_S_MAX * 1_000 == LONGEST_MS
CHAT_RATE = 1.0  # requests per second to a chat, unless set otherwise: Slack and Google Chat permit one
WEBHOOK_PATH = "/plant/webhook"  # path appended to a receiver's URL that has none
_TOKEN_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/")


class Payload(StrEnum):
    """What is sent: the `full` public record, the `basic` one (id, name and tag), what an `expression` makes, or a
    message for a chat service.
    """

    FULL = "full"
    BASIC = "basic"
    EXPRESSION = "expression"
    SLACK = "slack"
    TEAMS = "teams"
    DISCORD = "discord"
    GOOGLE_CHAT = "google_chat"

    @property
    def chat(self) -> ChatService | None:
        """The chat service that the payload is for; None if it is for programs."""
        return _CHATS.get(self)


_CHATS = {Payload(service.value): service for service in ChatService}
_FORMATS = {
    Payload.FULL: formats.FULL,
    Payload.BASIC: formats.BASIC,
    Payload.EXPRESSION: formats.JMESPATH,
    Payload.SLACK: formats.SLACK,
    Payload.TEAMS: formats.TEAMS,
    Payload.DISCORD: formats.DISCORD,
    Payload.GOOGLE_CHAT: formats.GOOGLE_CHAT,
}


def format_of(payload: Payload, expression: str | None) -> BodyFormat:
    """Return the present format of a payload."""
    return BodyFormat(_FORMATS[payload], expression)


class ReceiverState(StrEnum):
    """`paused` is set by a person, `failing` and `disabled` by the circuit breaker; otherwise `active`."""

    ACTIVE = "active"
    FAILING = "failing"
    PAUSED = "paused"
    DISABLED = "disabled"


STATE_OF_BREAKER = {
    BreakerState.CLOSED: ReceiverState.ACTIVE,
    BreakerState.OPEN: ReceiverState.FAILING,
    BreakerState.DISABLED: ReceiverState.DISABLED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """A receiver's settings and progress.

    `start` is the sequence number of the first event that the receiver gets. Up to and including `cursor`, each
    delivery is settled or has a row in `retries`. `built_in` marks Plant Store's own sample receiver, `ephemeral` a
    receiver that exists only while `plantstore listen` is running; only these two kinds may have loopback URLs.

    `paused` is set by a person. `resumes` counts how often a person has resumed the receiver; breaker states from
    before the last resume are ignored. `max_rate` is in requests per second; None means unlimited.

    `url` is shown to people; that of a receiver in a chat is without what is secret, which is in its `Credentials`.

    `payload` and `expression` are what was set last; the latter is set exactly for Payload.EXPRESSION.

    `filter` is the JSON pattern that was set last; None means that the receiver gets every event. `filtered` is True if
    it has, or once had, a filter: then some of its events may be filtered.
    """

    id: ReceiverId
    name: str
    url: str
    payload: Payload
    start: int
    cursor: int
    max_concurrency: int
    deadline_s: float
    built_in: bool
    created_at: Instant
    updated_at: Instant
    version: int
    paused: bool = False
    resumes: int = 0
    ordered: bool = False
    max_rate: float | None = None
    ephemeral: bool = False
    expression: str | None = None
    filter: str | None = None
    filtered: bool = False
    breaker: Breaker = HEALTHY

    def __post_init__(self) -> None:
        assert self.start >= 1
        assert self.cursor >= self.start - 1
        assert self.max_concurrency >= 1
        assert self.max_rate is None or self.max_rate > 0
        assert (self.expression is not None) == (self.payload is Payload.EXPRESSION)

    @property
    def body_format(self) -> BodyFormat:
        """The format that was set last. `FormatVersions` has the one in force for an event."""
        return format_of(self.payload, self.expression)

    @property
    def state(self) -> ReceiverState:
        return ReceiverState.PAUSED if self.paused else STATE_OF_BREAKER[self.breaker.state]

    @property
    def held(self) -> bool:
        """True if nothing may be sent until a person resumes the receiver."""
        return self.paused or self.breaker.state is BreakerState.DISABLED

    @property
    def loopback(self) -> bool:
        """True if the receiver may have a loopback URL, on the same machine as Plant Store."""
        return self.built_in or self.ephemeral

    def next_probe_at(self, now: Instant) -> Instant | None:
        """Return when the current pause ends and the next request is sent; None if there is no pause, or if `held`."""
        waits = [until for until in (self.breaker.open_until, self.breaker.rest_until) if until is not None]
        if self.held or not waits or not (self.breaker.is_open or max(waits) > now):
            return None
        return max(waits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The access token that we send to a receiver, and the secrets that we sign with, newest first.

    A receiver in a chat has an `address` instead of a token: its URL, which is a secret. No other receiver has one.

    `headers` are names and values of the static headers that every request has. With a `grant`, a token endpoint issues
    the access token that is sent, and `access_token` is not used.

    From `old_secrets_end_at`, a whole second, only the newest secret signs; None if there is only one secret. The same
    applies to `private_keys`, which also sign (scheme v1a) if the receiver has any, and `old_keys_end_at`.
    `tls` holds the receiver's own certificates; None if it has none.
    """

    access_token: AccessToken | None
    secrets: tuple[Secret, ...]
    old_secrets_end_at: Instant | None = None
    tls: ReceiverTls | None = None
    headers: tuple[tuple[str, Secret], ...] = ()
    private_keys: tuple[Secret, ...] = ()
    old_keys_end_at: Instant | None = None
    grant: ClientGrant | None = None
    address: Secret | None = None

    def __post_init__(self) -> None:
        assert (self.access_token is None) == (self.address is not None), "only a chat gets no bearer token"
        assert self.address is None or self.grant is None
        for ends_at in (self.old_secrets_end_at, self.old_keys_end_at):
            assert (ends_at or 0) % SECOND_US == 0, "request timestamps are whole seconds"

    @property
    def bearer(self) -> AccessToken:
        """The access token of a receiver that is in no chat; raise ValueError for one that is."""
        if self.access_token is None:
            raise ValueError("a receiver in a chat has no bearer token")
        return self.access_token


def check_name(name: str) -> tuple[str, list[FieldError]]:
    return check_text(name, pointer="/name", chars_max=NAME_CHARS_MAX)


def check_payload(payload: Payload, expression: str | None) -> list[FieldError]:
    """Return the problems of a payload with its expression, which only Payload.EXPRESSION has, and must have."""
    pointer = "/payload_expression"
    if payload is not Payload.EXPRESSION:
        detail = f'Leave the expression out, or set the payload to "{Payload.EXPRESSION}".'
        return [] if expression is None else [FieldError(pointer=pointer, code="not_used", detail=detail)]
    if expression is None:
        detail = "Write an expression in JMESPath, such as {id: id, title: name}."
        return [FieldError(pointer=pointer, code="missing", detail=detail)]
    return check_expression(expression, pointer=pointer)


def check_access_token(token: str) -> list[FieldError]:
    """Return the problems of an access token, which must be a b64token (RFC 6750 §2.1) to prevent header injection."""
    problems = []
    if not ACCESS_TOKEN_CHARS_MIN <= len(token) <= ACCESS_TOKEN_CHARS_MAX:
        detail = f"Use {ACCESS_TOKEN_CHARS_MIN} to {ACCESS_TOKEN_CHARS_MAX} characters."
        problems.append(FieldError(pointer="/access_token", code="length", detail=detail))
    if not _TOKEN_CHARS.issuperset(token[:ACCESS_TOKEN_CHARS_MAX].rstrip("=")):
        detail = "Use only letters, digits and - . _ ~ + / = (RFC 6750)."
        problems.append(FieldError(pointer="/access_token", code="characters", detail=detail))
    return problems
