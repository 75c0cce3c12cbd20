"""The text that Prometheus reads: every metric of the store, each with its name, type and sentence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from plantstore.core.metrics import Histogram, MetricsSnapshot, Tally
from plantstore.domain.audit import AuditNumber
from plantstore.domain.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receiver import ReceiverState
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.queries.server_health import Replication, ServerHealth

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
OTHER = "other"
_PREFIX = "plantstore_"
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How one receiver stands."""

    state: ReceiverState
    lag: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is read from the tables for one answer. `other_lag` is that of all receivers without a label."""

    places: Mapping[ReceiverId, Place]
    other_lag: int
    states: Mapping[ReceiverState, int]
    head: int
    waiting: int
    exhausted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauges:
    """What the process knows at that moment. `audit` leaves out what could not be judged."""

    version: str
    python: str
    started_at: Instant
    places_taken: int
    places_most: int
    commands_waiting: int
    reads_waiting: int
    database_bytes: int
    wal_bytes: int
    audited_at: Instant | None
    audit: Mapping[AuditNumber, int]
    problems: int
    server: ServerHealth | None


def exposition(counted: MetricsSnapshot, standing: Standing, gauges: Gauges) -> bytes:
    """Write everything down. The library is imported when somebody asks for the first time: few starts need it."""
    from prometheus_client import ProcessCollector, generate_latest

    class Everything:
        def collect(self) -> Iterator["Metric"]:
            yield from _of_process(gauges)
            yield from _of_log(counted, standing)
            yield from _of_receivers(standing)
            yield from _of_attempts(counted)
            yield from _of_writer(counted, gauges)
            yield from _of_audit(gauges)
            yield from _of_server(gauges.server)
            yield from ProcessCollector(registry=None).collect()

    return generate_latest(Everything())


def _of_process(gauges: Gauges) -> Iterator["Metric"]:
    build = ((gauges.version, gauges.python), 1.0)
    yield _gauge("build_info", "Always 1; which version of what runs.", [build], "version", "python")
    started = [_bare(_seconds(gauges.started_at))]
    yield _gauge("start_time_seconds", "When the process started, since 1970 UTC.", started)
    yield _gauge("places_taken", "Requests to receivers under way or not yet recorded.", [_bare(gauges.places_taken)])
    yield _gauge("places_max", "How many there may be at once.", [_bare(gauges.places_most)])
    yield _gauge("database_bytes", "Size of the database file.", [_bare(gauges.database_bytes)])
    yield _gauge("wal_bytes", "Size of the write-ahead log beside it.", [_bare(gauges.wal_bytes)])


def _of_log(counted: MetricsSnapshot, standing: Standing) -> Iterator["Metric"]:
    yield _counter("plants_added", "Plants added to the store by this process.", [_bare(counted.plants_added)])
    yield _gauge("log_head", "Sequence of the newest event.", [_bare(standing.head)])
    yield _gauge("retries_waiting", "Failed deliveries that wait for another try.", [_bare(standing.waiting)])
    yield _gauge("deliveries_exhausted", "Deliveries that were given up and stay.", [_bare(standing.exhausted)])


def _of_receivers(standing: Standing) -> Iterator["Metric"]:
    counts = [((str(state),), float(count)) for state, count in standing.states.items()]
    yield _gauge("receivers", "Receivers in each state.", counts, "state")
    lags = [((receiver_text(receiver),), float(place.lag)) for receiver, place in standing.places.items()]
    lags.append(((OTHER,), float(standing.other_lag)))
    yield _gauge("receiver_lag_events", "Events that a receiver is still owed.", lags, "receiver")
    states = [
        ((receiver_text(receiver), str(state)), float(place.state is state))
        for receiver, place in standing.places.items()
        for state in ReceiverState
    ]
    text = "1 for the state that a receiver is in, 0 for the others."
    yield _gauge("receiver_state", text, states, "receiver", "state")


def _of_attempts(counted: MetricsSnapshot) -> Iterator["Metric"]:
    tallies: list[tuple[str, Tally]] = [(receiver_text(one), tally) for one, tally in counted.tallies.items()]
    tallies.append((OTHER, counted.other))
    outcomes = [
        ((name, outcome), float(count)) for name, tally in tallies for outcome, count in by_class(tally).items()
    ]
    yield _counter("attempts", "Recorded attempts by what they met.", outcomes, "receiver", "outcome")
    durations = [((name,), tally.durations) for name, tally in tallies]
    yield _histogram("attempt_duration_seconds", "How long an attempt took.", durations, "receiver")
    latencies = [((name,), tally.latencies) for name, tally in tallies]
    text = "From adding a plant to its acceptance by a receiver, replays left out."
    yield _histogram("delivery_latency_seconds", text, latencies, "receiver")


def by_class(tally: Tally) -> dict[str, int]:
    """Counts by the class of the status, or by the reason why there was none."""
    counts: dict[str, int] = {}
    for met, count in tally.outcomes.items():
        name = str(met) if isinstance(met, OutcomeKind) else f"{met // 100}xx"
        counts[name] = counts.get(name, 0) + count
    return dict(sorted(counts.items()))


def _of_writer(counted: MetricsSnapshot, gauges: Gauges) -> Iterator["Metric"]:
    yield _histogram("commit_commands", "Commands that shared one commit.", [((), counted.commit_commands)])
    yield _histogram("commit_duration_seconds", "How long a commit took.", [((), counted.commit_seconds)])
    yield _gauge("commands_waiting", "Commands that wait for the writer.", [_bare(gauges.commands_waiting)])
    yield _gauge("reads_waiting", "Reads that wait for a connection.", [_bare(gauges.reads_waiting)])


def _of_audit(gauges: Gauges) -> Iterator["Metric"]:
    numbers = [((str(number),), float(count)) for number, count in gauges.audit.items()]
    yield _gauge("audit", "What the last audit counted; every number must be 0.", numbers, "number")
    yield _gauge("audit_problems", "Numbers that were not 0 twice in a row.", [_bare(gauges.problems)])
    if gauges.audited_at is not None:
        text = "When the last audit looked, since 1970 UTC."
        yield _gauge("audit_time_seconds", text, [_bare(_seconds(gauges.audited_at))])


def _of_server(server: ServerHealth | None) -> Iterator["Metric"]:
    """Nothing for a store in a file."""
    if server is None:
        return
    yield _gauge("server_connections", "Connections to the database server.", [_bare(server.connections)])
    yield _gauge("server_connections_max", "How many it takes.", [_bare(server.connections_max)])
    held_s = max((one.seconds or 0.0 for one in server.holds), default=0.0)
    text = "How long the oldest transaction keeps dead rows from being removed; 0 up to five minutes."
    yield _gauge("server_vacuum_held_seconds", text, [_bare(held_s)])
    text = "How many transactions, standbys and slots keep dead rows from being removed."
    yield _gauge("server_vacuum_holds", text, [_bare(len(server.holds))])
    dead = [((one.table,), float(one.dead)) for one in server.dead]
    yield _gauge("server_dead_rows", "Dead rows of the tables with too many of them.", dead, "table")
    states = [((str(one),), float(one is server.replication)) for one in Replication]
    text = "1 for how commits reach a standby, 0 for the other ways."
    yield _gauge("server_replication", text, states, "replication")


def _bare(value: float) -> tuple[Labels, float]:
    return (), float(value)


def _seconds(instant: Instant) -> float:
    return instant / SECOND_US


def _gauge(name: str, text: str, values: Iterable[tuple[Labels, float]], *labels: str) -> "Metric":
    from prometheus_client.metrics_core import GaugeMetricFamily

    family = GaugeMetricFamily(_PREFIX + name, text, labels=labels)
    for given, value in values:
        family.add_metric(given, value)
    return family


def _counter(name: str, text: str, values: Iterable[tuple[Labels, float]], *labels: str) -> "Metric":
    from prometheus_client.metrics_core import CounterMetricFamily

    family = CounterMetricFamily(_PREFIX + name, text, labels=labels)
    for given, value in values:
        family.add_metric(given, value)
    return family


def _histogram(name: str, text: str, values: Iterable[tuple[Labels, Histogram]], *labels: str) -> "Metric":
    from prometheus_client.metrics_core import HistogramMetricFamily

    family = HistogramMetricFamily(_PREFIX + name, text, labels=labels)
    for given, histogram in values:
        ends = [*(f"{bound:g}" for bound in histogram.bounds), "+Inf"]
        family.add_metric(given, list(zip(ends, accumulate(histogram.counts), strict=True)), histogram.total)
    return family
