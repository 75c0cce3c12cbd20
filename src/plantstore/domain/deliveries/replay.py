"""A replay: a person's request to send a range of events to one receiver again."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant


class ReplayOnly(StrEnum):
    """`failed`: restart the retry schedule of exhausted deliveries. `all`: send every event of the range again."""

    FAILED = "failed"
    ALL = "all"


class ReplayState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A replay's range and progress: one row of `replays`.

    The events with the sequence numbers `first` to `position` are done; `position` starts at `first` - 1. `total` is
    the number of deliveries to send, counted when the replay was requested. `pace` is in requests per second; None
    means as fast as the receiver accepts them. `asked_by` is the id of the token that requested the replay.
    """

    id: str
    receiver_id: ReceiverId
    first: int
    last: int
    only: ReplayOnly
    pace: float | None
    state: ReplayState
    position: int
    total: int
    accepted: int
    failed: int
    asked_by: str
    asked_at: Instant
    ended_at: Instant | None = None

    def __post_init__(self) -> None:
        assert 1 <= self.first <= self.last
        assert self.first - 1 <= self.position <= self.last
        assert self.pace is None or self.pace > 0
