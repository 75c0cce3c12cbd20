"""The receivers of a soak: what each of them does to the store, by day and by event."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.soak.receivers import ACCEPTED, Inbox

REFUSED = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
OVERLOADED = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n"
GONE = b"HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n"
CLOSING = b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"
FLAKY_OF_1000, CLOSES_EVERY, OVERLOADED_EVERY, STALLS_EVERY, POISON_EVERY = 50, 10, 4_001, 1_500, 2_000
SLOW_S = 0.02
RATE = 1_000.0
CHEAP, DEAR, PRECIOUS = 10, 20, 40  # prices: of every second plant, of the others, and of every twentieth of these
DEAR_EVERY, PRECIOUS_EVERY = 2, 40
FILTER, FEW = {"price": {"gte": str(DEAR)}}, {"price": {"gte": str(PRECIOUS)}}
GRACE_DAYS = 2  # before a person resumes a receiver that answered 410
Days = range
Answer = Callable[[int, bytes], bytes | None]
"""Return the response to a request, by the number of its event and its bytes; None is no response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """One receiver. `prompt` ones have every event soon after it was added, and the soak waits for them.

    Of each `cycle` of days, it is `down` (refuses connections), `paused` by a person, or `gone` (answers 410) on some.
    `new` ones use what only the newer version can do: they join after the upgrade, with the whole log to catch up on.
    """

    name: str
    prompt: bool = False
    timed: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    delay_s: float = 0.0
    cycle: int = 30
    down: Days = range(0)
    paused: Days = range(0)
    gone: Days = range(0)
    dead: bool = False
    new: bool = False
    tls: bool = False
    replayed: bool = False
    answering: Callable[[Inbox, int], Answer] | None = None

    def owes(self, sequence: int) -> bool:
        """True if this receiver must have accepted the event at the end."""
        return self.owed(sequence) > self.owed(sequence - 1)

    def owed(self, head: int) -> int:
        """Return how many of the events up to the head of the log this receiver must have accepted at the end."""
        if self.name == "poison":
            return head - head // POISON_EVERY
        if "filter" not in self.options:
            return head
        every = DEAR_EVERY if self.options["filter"] == FILTER else PRECIOUS_EVERY
        return (head + every - 1) // every


def price(sequence: int) -> int:
    """Return the price of the plant with this event, which decides who gets it: the first of every two, of every 40."""
    return PRECIOUS if sequence % PRECIOUS_EVERY == 1 else DEAR if sequence % DEAR_EVERY == 1 else CHEAP


def _flaky(inbox: Inbox, seed: int) -> Answer:
    """Fail one attempt in twenty, by a multiplicative hash of how many there were."""

    def answer(_sequence: int, _request: bytes) -> bytes:
        return REFUSED if (inbox.requests + seed) * 2_654_435_761 % 1_000 < FLAKY_OF_1000 else ACCEPTED

    return answer


def _closing(inbox: Inbox, _seed: int) -> Answer:
    return lambda _sequence, _request: ACCEPTED if inbox.requests % CLOSES_EVERY else CLOSING


def _overloaded(inbox: Inbox, _seed: int) -> Answer:
    return lambda _sequence, _request: ACCEPTED if inbox.requests % OVERLOADED_EVERY else OVERLOADED


def _stalling(_inbox: Inbox, _seed: int) -> Answer:
    """Never respond to the first attempt of some events."""

    def answer(sequence: int, request: bytes) -> bytes | None:
        is_stalled = sequence % STALLS_EVERY == 0 and b"\r\nwebhook-attempt: 1\r\n" in request
        return None if is_stalled else ACCEPTED

    return answer


def _poison(_inbox: Inbox, _seed: int) -> Answer:
    """Never accept some events: their deliveries are exhausted."""
    return lambda sequence, _request: ACCEPTED if sequence % POISON_EVERY else NOT_FOUND


TEMPERS = (
    Temper(name="good-1", prompt=True, timed=True),
    Temper(name="flaky", answering=_flaky),
    Temper(name="down", down=range(10, 14)),
    Temper(name="ordered", new=True, prompt=True, options={"ordered": True, "filter": FEW}),
    Temper(name="paused", paused=range(5, 9), cycle=20),
    Temper(name="poison", answering=_poison),
    Temper(name="stalling", answering=_stalling),
    Temper(name="gone", gone=range(20, 20 + GRACE_DAYS), cycle=60),
    Temper(name="dead", dead=True),
    Temper(name="filtered", new=True, prompt=True, options={"filter": FILTER}),
    Temper(name="chat", new=True, prompt=True, options={"payload": "slack"}),
    Temper(name="tls", new=True, prompt=True, tls=True, options={"signatures": ["v1", "v1a"]}),
    Temper(name="slow", prompt=True, delay_s=SLOW_S),
    Temper(name="rated", prompt=True, options={"max_rate": RATE}),
    Temper(name="overloaded", answering=_overloaded),
    Temper(name="closing", prompt=True, answering=_closing),
    Temper(name="replayed", prompt=True, timed=True, replayed=True),
    Temper(name="good-2", prompt=True, timed=True),
    Temper(name="good-3", prompt=True, timed=True),
    Temper(name="good-4", prompt=True, timed=True),
)
"""In the order in which a soak with fewer receivers takes them."""
