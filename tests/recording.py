"""Records of attempts for a recorder, and a source that keeps which of them are recorded."""

from plantstore.delivery.recorder import AttemptRecord
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.public_ids import ReceiverId
from tests.makers import RECEIVER, an_attempt


class Listener:
    """A source of records in place of a worker."""

    receiver_id: ReceiverId = RECEIVER

    def __init__(self, *findings: Breaker, epoch: int | None = None) -> None:
        self.epoch = epoch
        self.heard: list[int] = []
        self.findings = list(findings)

    def cursor_with(self, sequences: set[int]) -> int:
        return max(sequences, default=0)

    def unstored_breaker(self) -> tuple[Breaker, int] | None:
        return (self.findings.pop(0), 0) if self.findings else None

    def replay_position(self, replay_id: str, ended: set[int]) -> int:
        return max(ended)

    def on_recorded(self, records: list[AttemptRecord]) -> None:
        self.heard.extend(record.attempt.sequence for record in records)


def a_record(sequence: int = 1, *, retry: Retry | None = None, following: Retry | None = None) -> AttemptRecord:
    return AttemptRecord(Listener(), an_attempt(sequence, status=500 if following else 204), retry, following)
