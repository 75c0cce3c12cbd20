"""What the process counts for Prometheus: plain numbers, added up a batch at a time and copied when somebody asks.

Counting runs on the event loop's thread, once for each commit. `web/api/prometheus_text.py` writes the numbers.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plantstore.domain.delivery import Attempt, OutcomeKind
from plantstore.domain.public_ids import ReceiverId, event_made_at_us
from plantstore.domain.timestamps import SECOND_US

RECEIVERS_LABELLED_MAX = 100  # the rest are counted under "other": each label is some 40 lines in every answer
DURATION_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)
LATENCY_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 300.0, 3_600.0, 86_400.0)
COMMIT_BOUNDS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
COMMANDS_BOUNDS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 500.0)


@dataclass(slots=True)
class Histogram:
    """How many values lie up to each bound; the last of `counts` are those beyond all of them."""

    bounds: Sequence[float]
    counts: list[int]
    total: float = 0.0

    @classmethod
    def of(cls, bounds: Sequence[float]) -> "Histogram":
        return cls(bounds, [0] * (len(bounds) + 1))

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def copy(self) -> "Histogram":
        return Histogram(self.bounds, self.counts.copy(), self.total)


@dataclass(slots=True)
class Tally:
    """What was sent to one receiver, or to all without a label. `outcomes` counts statuses, or else kinds."""

    outcomes: dict[int | OutcomeKind, int]
    durations: Histogram
    latencies: Histogram

    @classmethod
    def empty(cls) -> "Tally":
        return cls({}, Histogram.of(DURATION_BOUNDS_S), Histogram.of(LATENCY_BOUNDS_S))

    def copy(self) -> "Tally":
        return Tally(self.outcomes.copy(), self.durations.copy(), self.latencies.copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The numbers at one moment, safe to be read in another thread."""

    plants_added: int
    tallies: dict[ReceiverId, Tally]
    other: Tally
    commit_seconds: Histogram
    commit_commands: Histogram


class Metrics:
    """Counts since the process started."""

    def __init__(self) -> None:
        self._plants_added = 0
        self._tallies: dict[ReceiverId, Tally] = {}
        self._other = Tally.empty()
        self._commit_seconds = Histogram.of(COMMIT_BOUNDS_S)
        self._commit_commands = Histogram.of(COMMANDS_BOUNDS)

    def added(self, plants: int) -> None:
        self._plants_added += plants

    def committed(self, commands: int, seconds: float) -> None:
        """One batch of the writer, from its BEGIN to stable storage."""
        self._commit_commands.observe(commands)
        self._commit_seconds.observe(seconds)

    def sent(self, attempts: Iterable[Attempt]) -> None:
        """Attempts that are recorded. What a replay brings again says nothing of how late news is."""
        for attempt in attempts:
            outcome = attempt.outcome
            duration_us = outcome.duration_us
            tally = self._tallies.get(attempt.receiver_id) or self._tally(attempt.receiver_id)
            met = outcome.status or outcome.kind
            tally.outcomes[met] = tally.outcomes.get(met, 0) + 1
            tally.durations.observe(duration_us / SECOND_US)
            if outcome.kind is OutcomeKind.ACCEPTED and attempt.replay_id is None:
                late_us = attempt.started_at + duration_us - event_made_at_us(attempt.event_id)
                tally.latencies.observe(late_us / SECOND_US if late_us > 0 else 0.0)  # clocks may go back

    def labelled(self) -> list[ReceiverId]:
        """The receivers that have a label of their own."""
        return list(self._tallies)

    def label(self, *, there: Iterable[ReceiverId], gone: Iterable[ReceiverId]) -> None:
        """Drop what was counted for those that are gone; give the others a label, as far as there are free ones."""
        for receiver_id in gone:
            self._tallies.pop(receiver_id, None)
        for receiver_id in there:
            self._tally(receiver_id)

    def counted(self) -> Counted:
        return Counted(
            plants_added=self._plants_added,
            tallies={receiver_id: tally.copy() for receiver_id, tally in self._tallies.items()},
            other=self._other.copy(),
            commit_seconds=self._commit_seconds.copy(),
            commit_commands=self._commit_commands.copy(),
        )

    def _tally(self, receiver_id: ReceiverId) -> Tally:
        if receiver_id not in self._tallies and len(self._tallies) >= RECEIVERS_LABELLED_MAX:
            return self._other
        return self._tallies.setdefault(receiver_id, Tally.empty())
