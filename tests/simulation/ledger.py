"""The ledger of a scenario: what receivers accepted, what clients were promised, and when requests failed."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from plantstore.domain.timestamps import Instant
from tests.simulation.wire import Credentials


@dataclass
class ReceiverLedger:
    """The expected state of one receiver."""

    poison: set[int]
    start: int = 1
    last: int = 0
    """The head of the log when the receiver was removed."""
    looks_left: int = 5
    """The number of steps after removal at which the receiver is checked once more; it is also checked at the end."""
    may: Credentials = field(default_factory=Credentials)
    concurrency_max: int = 8
    ordered: bool = False
    filtered: bool = False
    """True if it has, or once had, a filter."""
    renewed_by: dict[int, object] = field(default_factory=dict)
    """For each delivery whose last attempt ended with a renewed token: the worker that made the attempt."""
    formatted: bool = False
    """True if it has, or once had, a body of its own."""
    is_down: bool = False
    paused: bool = False
    disabled: bool = False
    resumed: bool = False
    """A person has just resumed it and nothing was sent since, so a failure found in between does not count."""
    is_open: bool = False
    """True while its breaker is open, so that any request is a probe."""
    accepted: set[int] = field(default_factory=set)
    recorded: set[int] = field(default_factory=set)
    cancelled: set[int] = field(default_factory=set)
    given_up: set[int] = field(default_factory=set)
    allowed: Counter[int] = field(default_factory=Counter)
    """How often each delivery may be sent once more although it is recorded, cancelled or exhausted."""
    over: set[int] = field(default_factory=set)
    """Exhausted deliveries that no person has requested since."""
    wanted: Counter[int] = field(default_factory=Counter)
    """How often each completed delivery may be sent, because of replays of failed deliveries."""
    renewed: set[int] = field(default_factory=set)
    """Requested again since the last check, by a retry or by a replay of failed deliveries."""
    seen_given_up: set[int] = field(default_factory=set)
    worn: set[int] = field(default_factory=set)
    """Deliveries of which the scenario invented a part of the retry schedule."""
    leapt_s: dict[int, float] = field(default_factory=dict)
    """How far clocks had leapt ahead at the first failure of each delivery."""
    failed_at: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The failures of each delivery since it was last exhausted, on the clock that does not leap."""
    said_gone: bool = False
    """True if it has responded 410 since a person last resumed it."""
    silent_since: float | None = None
    """Since when it has given no response or only 503, on the clock that does not leap."""
    due_at: dict[int, Instant] = field(default_factory=dict)
    """When each delivery is due again."""
    asked: set[int] = field(default_factory=set)
    """Deliveries that a person retried. Those that a replay has in flight are attempted again all the same."""
    hurried: set[int] | None = None
    """Deliveries that were sent ahead of time since a recovery or a person's command. Each may be early once."""

    def hurry(self) -> None:
        self.due_at.clear()
        self.hurried = set()


@dataclass(frozen=True, slots=True)
class Promise:
    """The response that a client received when it added a plant."""

    plant_id: int
    event_id: str


@dataclass
class StoreLedger:
    """What clients that add plants and readers of the log know."""

    promises: dict[str, list[Promise]] = field(default_factory=dict)
    """The promised plants by idempotency key: they must be in the store for ever."""
    pending: dict[str, int] = field(default_factory=dict)
    """Idempotency keys, each with its number of plants, of requests whose outcome is unknown."""
    unheard: dict[str, tuple[Instant, list[Promise]]] = field(default_factory=dict)
    """By idempotency key: the response that was lost, and when."""
    checked: int = 0
    """How many promises were checked since the store was last opened."""
    read_to: int = 0
    """The sequence up to which a client has read the log, page by page."""
