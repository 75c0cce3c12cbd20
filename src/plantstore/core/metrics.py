"""The process's counters for Prometheus, updated after each commit on the event loop's thread.

`web/api/metrics_text.py` formats a snapshot of them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.deliveries.delivery import Attempt, Outcome, OutcomeKind
from plantstore.domain.public_ids import ReceiverId, event_made_at_us
from plantstore.domain.timestamps import SECOND_US

RECEIVERS_LABELLED_MAX = 100  # max receivers with their own label (about 40 lines per scrape); others share "other"
DURATION_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)
LATENCY_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 300.0, 3_600.0, 86_400.0)
COMMIT_BOUNDS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
REQUEST_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0)
COMMANDS_BOUNDS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 500.0)

Outcomes = dict[int | OutcomeKind, int]
"""Numbers of attempts by HTTP status or, if there was no response, by kind of outcome."""
Answers = dict[tuple[ChannelKind, AnswerResult], int]
"""Numbers of attempts to send an alert message, by kind of channel and what followed."""


@dataclass(slots=True)
class Histogram:
    """Counts values in buckets, each up to and including its bound. The last bucket is for values above all bounds."""

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
    """Counts attempts to one receiver, or to all receivers without a label of their own."""

    outcomes: Outcomes
    durations: Histogram
    latencies: Histogram

    @classmethod
    def empty(cls) -> "Tally":
        return cls({}, Histogram.of(DURATION_BOUNDS_S), Histogram.of(LATENCY_BOUNDS_S))

    def copy(self) -> "Tally":
        return Tally(self.outcomes.copy(), self.durations.copy(), self.latencies.copy())


@dataclass(slots=True)
class RequestTally:
    """Counts the HTTP responses of one operation, by status."""

    statuses: Outcomes
    durations: Histogram

    @classmethod
    def empty(cls) -> "RequestTally":
        return cls({}, Histogram.of(REQUEST_BOUNDS_S))

    def copy(self) -> "RequestTally":
        return RequestTally(self.statuses.copy(), self.durations.copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsSnapshot:
    """A copy of all counters at one moment, which another thread may read."""

    plants_added: int
    tallies: dict[ReceiverId, Tally]
    other: Tally
    operational: Outcomes
    alerts: Answers
    requests: dict[str, RequestTally]
    late_reads: dict[str, int]
    refused: dict[str, int]
    commit_seconds: Histogram
    commit_commands: Histogram


class Metrics:
    """Counts commits, added plants, attempts and HTTP responses since the process started."""

    def __init__(self) -> None:
        self._plants_added = 0
        self._tallies: dict[ReceiverId, Tally] = {}
        self._other = Tally.empty()
        self._operational: Outcomes = {}
        self._alerts: Answers = {}
        self._requests: dict[str, RequestTally] = {}
        self._late_reads: dict[str, int] = {}
        self._refused: dict[str, int] = {}
        self._commit_seconds = Histogram.of(COMMIT_BOUNDS_S)
        self._commit_commands = Histogram.of(COMMANDS_BOUNDS)

    def plants_added(self, plants: int) -> None:
        self._plants_added += plants

    def batch_committed(self, commands: int, seconds: float) -> None:
        """Count one commit of the writer. `seconds` is the time from its BEGIN until it was on stable storage."""
        self._commit_commands.observe(commands)
        self._commit_seconds.observe(seconds)

    def attempts_recorded(self, attempts: Iterable[Attempt]) -> None:
        """Count committed attempts. Latencies, from an event to its delivery, leave out replays."""
        for attempt in attempts:
            outcome = attempt.outcome
            duration_us = outcome.duration_us
            tally = self._tallies.get(attempt.receiver_id) or self._tally(attempt.receiver_id)
            _count(tally.outcomes, outcome)
            tally.durations.observe(duration_us / SECOND_US)
            if outcome.kind is OutcomeKind.ACCEPTED and attempt.replay_id is None:
                latency_us = attempt.started_at + duration_us - event_made_at_us(attempt.event_id)
                tally.latencies.observe(latency_us / SECOND_US if latency_us > 0 else 0.0)  # < 0 after a clock change

    def operational_recorded(self, outcome: Outcome) -> None:
        """Count an attempt to send an operational webhook whose outcome is committed."""
        _count(self._operational, outcome)

    def alert_recorded(self, kind: ChannelKind, result: AnswerResult) -> None:
        """Count an attempt to send an alert message whose answer is committed."""
        self._alerts[kind, result] = self._alerts.get((kind, result), 0) + 1

    def request_answered(self, operation: str, status: int, seconds: float) -> None:
        """Count an HTTP response. `seconds` is the time from the end of the request's head until the response began.

        `operation` must be one of a bounded number of names, because each has its own series.
        """
        tally = self._requests.get(operation)
        if tally is None:
            tally = self._requests[operation] = RequestTally.empty()
        tally.statuses[status] = tally.statuses.get(status, 0) + 1
        tally.durations.observe(seconds)

    def late_read(self, served: str) -> None:
        """Count a read that may be late. `served` says by which server, and if by the primary, why."""
        self._late_reads[served] = self._late_reads.get(served, 0) + 1

    def request_refused(self, reason: str) -> None:
        """Count a request that was refused before it reached an operation. The number of reasons is bounded."""
        self._refused[reason] = self._refused.get(reason, 0) + 1

    def labelled_receivers(self) -> list[ReceiverId]:
        """Return the receivers that have their own label in the metrics; all others share the label "other"."""
        return list(self._tallies)

    def set_labels(self, *, present: Iterable[ReceiverId], removed: Iterable[ReceiverId]) -> None:
        """Drop the counters of removed receivers, and assign free labels to present receivers without a label."""
        for receiver_id in removed:
            self._tallies.pop(receiver_id, None)
        for receiver_id in present:
            self._tally(receiver_id)

    def snapshot(self) -> MetricsSnapshot:
        return MetricsSnapshot(
            plants_added=self._plants_added,
            tallies={receiver_id: tally.copy() for receiver_id, tally in self._tallies.items()},
            other=self._other.copy(),
            operational=self._operational.copy(),
            alerts=self._alerts.copy(),
            requests={operation: tally.copy() for operation, tally in self._requests.items()},
            late_reads=self._late_reads.copy(),
            refused=self._refused.copy(),
            commit_seconds=self._commit_seconds.copy(),
            commit_commands=self._commit_commands.copy(),
        )

    def _tally(self, receiver_id: ReceiverId) -> Tally:
        if receiver_id not in self._tallies and len(self._tallies) >= RECEIVERS_LABELLED_MAX:
            return self._other
        return self._tallies.setdefault(receiver_id, Tally.empty())


def _count(outcomes: Outcomes, outcome: Outcome) -> None:
    key = outcome.status or outcome.kind
    outcomes[key] = outcomes.get(key, 0) + 1
