"""A replay: a person's wish that a range of events be sent again to one receiver."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant


class ReplayOnly(StrEnum):
    """`failed`: what is exhausted gets a new ladder. `all`: everything in the range is sent once more."""

    FAILED = "failed"
    ALL = "all"


class ReplayState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """One row of `replays`. Everything in `first`…`position` is done; `position` starts at `first` - 1.

    `total` is how many there were to send when it was asked for. `pace` is in requests per second; None is as fast as
    the receiver takes them. `asked_by` is a token's id.
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
