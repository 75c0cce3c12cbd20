"""The metrics as text in the Prometheus format: what each one is called, what it means, and its labels."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from plantstore.core.metrics import Histogram, MetricsSnapshot, Outcomes, Tally
from plantstore.domain.audit import AuditNumber
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Payload, ReceiverState
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.storage.engine.late_reads import Served
from plantstore.storage.queries.server_health import Replication, ServerHealth
from plantstore.web.http.admission import Reason

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

OTHER = "other"
_PREFIX = "plantstore_"
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverGauges:
    """One receiver. `certificate_ends_at`: when the first of its certificates expires; None if it has none."""

    name: str
    payload: Payload
    state: ReceiverState
    lag: int
    ephemeral: bool = False
    certificate_ends_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreGauges:
    """The data read from the database for one scrape.

    `other_lag`: total lag of receivers without their own label. `oldest_queued_s`: age of the oldest delivery that is
    queued for a receiver that works; 0 if there is none. `delivering`: processes that send deliveries. `backup_at`:
    None if no backup was noted.
    """

    receivers: Mapping[ReceiverId, ReceiverGauges]
    other_lag: int
    states: Mapping[ReceiverState, int]
    head: int
    waiting: int
    exhausted: int
    oldest_queued_s: float
    delivering: int
    backup_at: Instant | None
    operational_waiting: int
    operational_oldest_s: float
    alerts_waiting: int
    photos: int = 0
    photos_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessGauges:
    """The state of the process for one scrape. `audit` has no entry for numbers that could not be determined.

    `disk_free_bytes`: free space for the data folder; None if it could not be read.
    """

    version: str
    python: str
    started_at: Instant
    requests_taken: int
    requests_max: int
    commands_waiting: int
    reads_waiting: int
    photos_waiting: int
    database_bytes: int
    wal_bytes: int
    disk_free_bytes: int | None = None
    audited_at: Instant | None
    audit: Mapping[AuditNumber, int]
    problems: int
    server: ServerHealth | None
    has_standby: bool = False
    standby_lag_s: float | None = None
    backup: BackupStatus | None = None


def render(counted: MetricsSnapshot, store: StoreGauges, process: ProcessGauges) -> bytes:
    """Return the metrics as text. `prometheus_client` is imported on the first scrape, to keep startup fast."""
    from prometheus_client import ProcessCollector, generate_latest

    class Collector:
        def collect(self) -> Iterator["Metric"]:
            yield from _process_metrics(process)
            yield from _log_metrics(counted, store)
            yield from _receivers_metrics(store)
            yield from _attempts_metrics(counted)
            yield from _requests_metrics(counted)
            yield from _writer_metrics(counted, process)
            yield from _operational_metrics(counted, store)
            yield from _alert_metrics(counted, store)
            yield from _photo_metrics(store, process)
            yield from _audit_metrics(process)
            yield from _backup_metrics(process.backup)
            yield from _server_metrics(process.server)
            yield from _standby_metrics(counted, process)
            yield from ProcessCollector(registry=None).collect()

    return generate_latest(Collector())


def _process_metrics(process: ProcessGauges) -> Iterator["Metric"]:
    build = ((process.version, process.python), 1.0)
    yield _gauge(
        "build_info", "Always 1. The labels are the versions of Plant Store and Python.", [build], "version", "python"
    )
    started = [_unlabelled(_seconds(process.started_at))]
    yield _gauge("start_time_seconds", "Start time of the process, as a Unix timestamp.", started)
    yield _gauge(
        "places_taken",
        "Requests to receivers that are in flight or not yet recorded.",
        [_unlabelled(process.requests_taken)],
    )
    yield _gauge("places_max", "Maximum number of such requests at the same time.", [_unlabelled(process.requests_max)])
    yield _gauge("database_bytes", "Size of the database file.", [_unlabelled(process.database_bytes)])
    yield _gauge("wal_bytes", "Size of the write-ahead log.", [_unlabelled(process.wal_bytes)])
    if process.disk_free_bytes is not None:
        text = "Free space on the disk of the data folder."
        yield _gauge("disk_free_bytes", text, [_unlabelled(process.disk_free_bytes)])


def _backup_metrics(backup: BackupStatus | None) -> Iterator["Metric"]:
    if backup is None:
        return
    text = "1 if the continuous backup could not be written at the last attempt."
    yield _gauge("continuous_backup_failing", text, [_unlabelled(bool(backup.failing))])
    text = "Until when the continuous backup has every commit, as a Unix timestamp; 0 while its first copy is made."
    complete_at = 0.0 if backup.complete_at is None else _seconds(backup.complete_at)
    yield _gauge("continuous_backup_time_seconds", text, [_unlabelled(complete_at)])


def _photo_metrics(store: StoreGauges, process: ProcessGauges) -> Iterator["Metric"]:
    yield _gauge("photos", "Photos that the store keeps.", [_unlabelled(store.photos)])
    yield _gauge("photos_bytes", "Size of their pictures.", [_unlabelled(store.photos_bytes)])
    text = "Uploaded photos that this process receives, or that wait to be converted."
    yield _gauge("photos_waiting", text, [_unlabelled(process.photos_waiting)])


def _log_metrics(counted: MetricsSnapshot, store: StoreGauges) -> Iterator["Metric"]:
    yield _counter("plants_added", "Plants added to the store by this process.", [_unlabelled(counted.plants_added)])
    yield _gauge("log_head", "Sequence of the newest event.", [_unlabelled(store.head)])
    yield _gauge("retries_waiting", "Failed deliveries that are waiting for a retry.", [_unlabelled(store.waiting)])
    yield _gauge("deliveries_exhausted", "Deliveries that were given up.", [_unlabelled(store.exhausted)])
    text = "Age of the oldest delivery that is queued for a receiver that works; 0 if there is none."
    yield _gauge("oldest_queued_seconds", text, [_unlabelled(store.oldest_queued_s)])
    yield _gauge("processes_delivering", "Running processes that send deliveries.", [_unlabelled(store.delivering)])
    if store.backup_at is not None:
        text = "Time of the last backup that was noted, as a Unix timestamp."
        yield _gauge("backup_time_seconds", text, [_unlabelled(_seconds(store.backup_at))])


def _receivers_metrics(store: StoreGauges) -> Iterator["Metric"]:
    counts = [((str(state),), float(count)) for state, count in store.states.items()]
    yield _gauge("receivers", "Receivers in each state.", counts, "state")
    watched = {receiver: gauges for receiver, gauges in store.receivers.items() if not gauges.ephemeral}
    lags = [((receiver_text(receiver),), float(gauges.lag)) for receiver, gauges in watched.items()]
    lags.append(((OTHER,), float(store.other_lag)))
    yield _gauge("receiver_lag_events", "Events that are still to be delivered to a receiver.", lags, "receiver")
    states = [
        ((receiver_text(receiver), str(state)), float(gauges.state is state))
        for receiver, gauges in watched.items()
        for state in ReceiverState
    ]
    text = "1 for the current state of a receiver, 0 for the other states."
    yield _gauge("receiver_state", text, states, "receiver", "state")
    yield from _receiver_details_metrics(store)


def _receiver_details_metrics(store: StoreGauges) -> Iterator["Metric"]:
    names = [((receiver_text(one), gauges.name, str(gauges.payload)), 1.0) for one, gauges in store.receivers.items()]
    names.append(
        ((OTHER, "other receivers", ""), 1.0)
    )  # so that a join with the names keeps the other metrics of OTHER
    text = "Always 1. The labels are the name and the payload of a receiver."
    yield _gauge("receiver_info", text, names, "receiver", "name", "payload")
    ends = [
        ((receiver_text(receiver),), _seconds(gauges.certificate_ends_at))
        for receiver, gauges in store.receivers.items()
        if gauges.certificate_ends_at is not None
    ]
    text = "When the first of a receiver's certificates expires, as a Unix timestamp."
    yield _gauge("receiver_certificate_expiry_time_seconds", text, ends, "receiver")


def _attempts_metrics(counted: MetricsSnapshot) -> Iterator["Metric"]:
    tallies: list[tuple[str, Tally]] = [(receiver_text(one), tally) for one, tally in counted.tallies.items()]
    tallies.append((OTHER, counted.other))
    outcomes = [
        ((name, outcome), float(count))
        for name, tally in tallies
        for outcome, count in by_class(tally.outcomes).items()
    ]
    yield _counter("attempts", "Recorded attempts by outcome.", outcomes, "receiver", "outcome")
    durations = [((name,), tally.durations) for name, tally in tallies]
    yield _histogram("attempt_duration_seconds", "Duration of an attempt.", durations, "receiver")
    latencies = [((name,), tally.latencies) for name, tally in tallies]
    text = "Time from adding a plant to its acceptance by a receiver, without replays."
    yield _histogram("delivery_latency_seconds", text, latencies, "receiver")


def by_class(outcomes: Outcomes) -> dict[str, int]:
    """Return the number of attempts by class of HTTP status (such as 2xx), or by outcome if there was no response."""
    counts: dict[str, int] = {}
    for met, count in outcomes.items():
        name = str(met) if isinstance(met, OutcomeKind) else f"{met // 100}xx"
        counts[name] = counts.get(name, 0) + count
    return dict(sorted(counts.items()))


def _requests_metrics(counted: MetricsSnapshot) -> Iterator["Metric"]:
    tallies = sorted(counted.requests.items())
    statuses = [
        ((operation, status), float(count))
        for operation, tally in tallies
        for status, count in by_class(tally.statuses).items()
    ]
    yield _counter(
        "http_requests", "Responses to HTTP requests by operation and status.", statuses, "operation", "status"
    )
    refused = [((str(reason),), float(counted.refused.get(reason, 0))) for reason in Reason]
    text = "Requests refused before they reached an operation, by reason."
    yield _counter("http_requests_refused", text, refused, "reason")
    durations = [((operation,), tally.durations) for operation, tally in tallies]
    text = "Time from the end of a request's head until its response began."
    yield _histogram("http_request_duration_seconds", text, durations, "operation")


def _operational_metrics(counted: MetricsSnapshot, store: StoreGauges) -> Iterator["Metric"]:
    outcomes = [((outcome,), float(count)) for outcome, count in by_class(counted.operational).items()]
    yield _counter("operational_attempts", "Requests with operational webhooks by outcome.", outcomes, "outcome")
    text = "Operational webhooks that wait for a subscriber that is not disabled."
    yield _gauge("operational_waiting", text, [_unlabelled(store.operational_waiting)])
    text = "Age of the oldest event of these; 0 if there is none."
    yield _gauge("operational_oldest_waiting_seconds", text, [_unlabelled(store.operational_oldest_s)])


def _alert_metrics(counted: MetricsSnapshot, store: StoreGauges) -> Iterator["Metric"]:
    results = [((str(kind), str(result)), float(count)) for (kind, result), count in sorted(counted.alerts.items())]
    text = "Attempts to send alert messages by kind of channel and outcome."
    yield _counter("alert_attempts", text, results, "kind", "outcome")
    text = "Alert messages that wait to be sent."
    yield _gauge("alert_messages_waiting", text, [_unlabelled(store.alerts_waiting)])


def _writer_metrics(counted: MetricsSnapshot, process: ProcessGauges) -> Iterator["Metric"]:
    yield _histogram("commit_commands", "Commands per commit.", [((), counted.commit_commands)])
    yield _histogram("commit_duration_seconds", "Duration of a commit.", [((), counted.commit_seconds)])
    yield _gauge("commands_waiting", "Commands waiting for the writer.", [_unlabelled(process.commands_waiting)])
    yield _gauge("reads_waiting", "Reads waiting for a connection.", [_unlabelled(process.reads_waiting)])


def _audit_metrics(process: ProcessGauges) -> Iterator["Metric"]:
    numbers = [((str(number),), float(count)) for number, count in process.audit.items()]
    yield _gauge("audit", "Result of the last audit; every number must be 0.", numbers, "number")
    yield _gauge("audit_problems", "Audit numbers that were not 0 twice in a row.", [_unlabelled(process.problems)])
    if process.audited_at is not None:
        text = "Time of the last audit, as a Unix timestamp."
        yield _gauge("audit_time_seconds", text, [_unlabelled(_seconds(process.audited_at))])


def _server_metrics(server: ServerHealth | None) -> Iterator["Metric"]:
    """Return the metrics of the PostgreSQL server; none if the store uses SQLite."""
    if server is None:
        return
    yield _gauge("server_connections", "Connections to the database server.", [_unlabelled(server.connections)])
    yield _gauge(
        "server_connections_max",
        "Maximum number of connections to the database server.",
        [_unlabelled(server.connections_max)],
    )
    held_s = max((one.seconds or 0.0 for one in server.holds), default=0.0)
    text = "How long the oldest transaction has kept dead rows from being removed; 0 for up to five minutes."
    yield _gauge("server_vacuum_held_seconds", text, [_unlabelled(held_s)])
    text = "Transactions, standbys and replication slots that keep dead rows from being removed."
    yield _gauge("server_vacuum_holds", text, [_unlabelled(len(server.holds))])
    dead = [((one.table,), float(one.dead)) for one in server.dead]
    yield _gauge("server_dead_rows", "Dead rows in each table that has too many.", dead, "table")
    if server.replication_lag_s is not None:
        text = "How far the slowest standby is behind."
        yield _gauge("server_replication_lag_seconds", text, [_unlabelled(server.replication_lag_s)])
    states = [((str(one),), float(one is server.replication)) for one in Replication]
    text = "1 for the current replication mode, 0 for the other modes."
    yield _gauge("server_replication", text, states, "replication")


def _standby_metrics(counted: MetricsSnapshot, process: ProcessGauges) -> Iterator["Metric"]:
    """Return the metrics of the standby that serves reads; none without one."""
    if not process.has_standby:
        return
    text = "1 if the standby serves reads that may be late, 0 if the primary does."
    yield _gauge("standby_used", text, [_unlabelled(process.standby_lag_s is not None)])
    if process.standby_lag_s is not None:
        text = "By how much the standby that serves reads is at most behind."
        yield _gauge("standby_lag_seconds", text, [_unlabelled(process.standby_lag_s)])
    text = "Reads that may be late: served by the standby, or by the primary and why."
    reads = [((str(one),), float(counted.late_reads.get(one, 0))) for one in Served]
    yield _counter("late_reads", text, reads, "served")


def _unlabelled(value: float) -> tuple[Labels, float]:
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
