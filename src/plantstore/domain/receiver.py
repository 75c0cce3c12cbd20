"""A receiver: a system that wants to know about new plants."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.breaker import HEALTHY, Breaker, BreakerState
from plantstore.domain.errors import FieldError
from plantstore.domain.latency_histogram import LONGEST_MS
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import SECOND_US, Instant

NAME_CHARS_MAX = 100
ACCESS_TOKEN_CHARS_MIN, ACCESS_TOKEN_CHARS_MAX = (
    8,
    4096,
)  # RFC 6750 sets no length; 4 KiB fits every server's header limit
DEADLINE_S_MIN, DEADLINE_S_MAX = 3, 30  # of one attempt
assert DEADLINE_S_MAX * 1_000 == LONGEST_MS
WEBHOOK_PATH = "/plant/webhook"  # where a URL without a path is called (specification, "Endpoints")
_TOKEN_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/")


class Payload(StrEnum):
    """`full`: the whole public record. `basic`: exactly id, name, tag, for consumers made from the public sample."""

    FULL = "full"
    BASIC = "basic"


class ReceiverState(StrEnum):
    """`paused` is a person's wish; `failing` and `disabled` are what the store found; `active` is none of them."""

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
    """Who is told, where, and how far it has come.

    `start` is the first sequence it is owed; `cursor` the last sequence up to which everything is settled or written
    down in `retries`. `built_in` marks the sample receiver of the program itself, `ephemeral` one that is there only
    while somebody listens on this machine: loopback is allowed for these two only.

    `paused` is what a person wants, `breaker` what the store found; `resumes` counts how often a person said "go on",
    which makes void what was found before. `max_rate` is in requests per second; None is no limit.
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
    breaker: Breaker = HEALTHY

    def __post_init__(self) -> None:
        assert self.start >= 1
        assert self.cursor >= self.start - 1
        assert self.max_concurrency >= 1
        assert self.max_rate is None or self.max_rate > 0

    @property
    def state(self) -> ReceiverState:
        return ReceiverState.PAUSED if self.paused else STATE_OF_BREAKER[self.breaker.state]

    @property
    def held(self) -> bool:
        """Whether nothing may be sent until a person says so."""
        return self.paused or self.breaker.state is BreakerState.DISABLED

    @property
    def loopback(self) -> bool:
        """Whether it lives on the store's own machine by design."""
        return self.built_in or self.ephemeral

    def next_probe_at(self, now: Instant) -> Instant | None:
        """When it is called next, whatever a delivery's own time; None when it is held, or nothing keeps us away."""
        waits = [until for until in (self.breaker.open_until, self.breaker.rest_until) if until is not None]
        if self.held or not waits or not (self.breaker.is_open or max(waits) > now):
            return None
        return max(waits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What only this receiver and we know: the access token we send, and the secrets we sign with, newest first.

    `old_secrets_end_at` is a whole second; from then on only the newest secret signs. None while there is no old one.
    """

    access_token: AccessToken
    secrets: tuple[Secret, ...]
    old_secrets_end_at: Instant | None = None

    def __post_init__(self) -> None:
        assert (self.old_secrets_end_at or 0) % SECOND_US == 0, "timestamps of requests have no smaller part"


def check_name(name: str) -> tuple[str, list[FieldError]]:
    return check_text(name, pointer="/name", chars_max=NAME_CHARS_MAX)


def check_access_token(token: str) -> list[FieldError]:
    """Accept what RFC 6750 §2.1 calls a b64token, and nothing that could break out of a header."""
    problems = []
    if not ACCESS_TOKEN_CHARS_MIN <= len(token) <= ACCESS_TOKEN_CHARS_MAX:
        detail = f"Use {ACCESS_TOKEN_CHARS_MIN} to {ACCESS_TOKEN_CHARS_MAX} characters."
        problems.append(FieldError(pointer="/access_token", code="length", detail=detail))
    if not _TOKEN_LETTERS.issuperset(token.rstrip("=")):
        detail = "Use only letters, digits and - . _ ~ + / = (RFC 6750)."
        problems.append(FieldError(pointer="/access_token", code="characters", detail=detail))
    return problems
