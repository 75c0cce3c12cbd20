"""What the story knows of the other side: what receivers accepted, what people were told, what time has shown."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from plantstore.domain.timestamps import Instant
from tests.simulation.wire import Credentials


@dataclass
class ReceiverLedger:
    """What the story knows of one receiver."""

    poison: set[int]
    start: int = 1
    last: int = 0
    """The head of the log when the receiver was removed."""
    looks_left: int = 5
    """Steps after which it is looked at although it was removed; then once more at the end of the story."""
    may: Credentials = field(default_factory=Credentials)
    concurrency_max: int = 8
    ordered: bool = False
    is_down: bool = False
    paused: bool = False
    disabled: bool = False
    resumed: bool = False
    """A person has just resumed it, and nothing was sent since: what is found meanwhile is forgotten too."""
    is_open: bool = False
    """Whether its breaker is: then what is tried is a probe."""
    accepted: set[int] = field(default_factory=set)
    recorded: set[int] = field(default_factory=set)
    cancelled: set[int] = field(default_factory=set)
    given_up: set[int] = field(default_factory=set)
    allowed: Counter[int] = field(default_factory=Counter)
    """How often each may be sent once more although it is recorded, cancelled or given up."""
    over: set[int] = field(default_factory=set)
    """Given up, and nobody has asked for it since."""
    wanted: Counter[int] = field(default_factory=Counter)
    """How often each may be sent although it is over: by replays of what failed."""
    renewed: set[int] = field(default_factory=set)
    """Wanted again since the last look, by hand or by a replay of what failed."""
    seen_given_up: set[int] = field(default_factory=set)
    worn: set[int] = field(default_factory=set)
    """Those of whose ladder the story made up a part."""
    leapt_s: dict[int, float] = field(default_factory=dict)
    """How far clocks had leapt ahead when each failed first."""
    failed_at: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each failed since it was given up last, on the clock that does not leap."""
    said_gone: bool = False
    """Whether it has answered 410 since a person resumed it last."""
    silent_since: float | None = None
    """Since when it has given no answer, or none but 503, on the clock that does not leap."""
    due_at: dict[int, Instant] = field(default_factory=dict)
    """When each is to be tried again."""
    asked: set[int] = field(default_factory=set)
    """What a person wanted tried at once; what a replay has under way meanwhile is tried again all the same."""
    hurried: set[int] | None = None
    """Since the receiver was found well, or a person said so, each may be tried once ahead of its time: these were."""

    def hurry(self) -> None:
        self.due_at.clear()
        self.hurried = set()


@dataclass(frozen=True, slots=True)
class Promise:
    """What the shop was answered when it added a plant."""

    plant_id: int
    event_id: str


@dataclass
class StoreLedger:
    """What people know who add plants, and who follow the log."""

    promises: dict[str, list[Promise]] = field(default_factory=dict)
    """By the key under which they were asked for: what was promised must be there for ever."""
    pending: dict[str, int] = field(default_factory=dict)
    """Keys under which so many plants were asked for, and of which nobody knows what became of them."""
    unheard: dict[str, tuple[Instant, list[Promise]]] = field(default_factory=dict)
    """What was answered under a key when nobody heard it, and when."""
    checked: int = 0
    """How many promises were looked for already since the store was opened last."""
    read_to: int = 0
    """Up to which sequence somebody has read the log, one page after another."""
