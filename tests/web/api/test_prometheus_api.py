"""The metrics: what a scrape shows, and that the documents name each one."""

import platform
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from plantstore.core import metrics
from plantstore.delivery.tracing import EVENTS_REMEMBERED_MAX
from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.audit import AuditNumber
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.operational_webhook import DisabledBecause, OperationalEvent, OperationalType, event_id
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.certificates import Certificate
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.operations import backup_times
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.storage.database import Transaction
from plantstore.storage.engine.late_reads import Served
from plantstore.storage.queries.server_health import Replication
from plantstore.storage.tables import (
    alert_messages,
    breakers,
    operational_events,
    receiver_certificates,
    receivers,
    retries,
)
from plantstore.web.api import metrics_text
from plantstore.web.api import prometheus as operation
from plantstore.web.routes import ENDPOINTS
from tests import operational
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_outcome
from tests.operations.alerts.messages import a_message
from tests.web.api.late import FakeStandby
from tests.web.api.test_status_api import DEAD, HELD, SLOT, on_a_server
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

DOCS = Path(__file__).parents[3] / "docs"
FAILING = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, last_failed_at=NOON)
CERTIFICATE = Certificate(pem="PEM", subject="O=printer", issuer="O=ours", sha256="ab", ends_at=NOON)


def scrape(site: Site) -> dict[str, Metric]:
    """The families as Prometheus reads them, by name."""
    answer = site.get("/metrics")
    assert answer.status_code == 200
    return {family.name: family for family in text_string_to_metric_families(answer.text)}


def value(families: dict[str, Metric], sample: str, **labels: str) -> float | None:
    found = [
        one.value
        for family in families.values()
        for one in family.samples
        if (one.name, one.labels) == (sample, labels)
    ]
    assert len(found) <= 1
    return found[0] if found else None


def write(site: Site, command: Any) -> None:
    async def written() -> None:
        await site.database.write(command)

    site.run(written())


def busy(site: Site) -> None:
    """Let something have happened of all that is counted."""

    def change(tx: Transaction) -> None:
        receivers.insert(tx, a_receiver(RECEIVER))
        receivers.insert(tx, a_receiver(8, paused=True))
        breakers.put(tx, RECEIVER, FAILING, resumes=0)
        retries.upsert(tx, [a_retry(1), a_retry(2, state=RetryState.EXHAUSTED, attempts=17)])

    for _ in range(3):
        site.add()
    write(site, change)
    site.dependencies.metrics.plants_added(3)
    site.dependencies.metrics.batch_committed(3, 0.002)
    site.dependencies.metrics.attempts_recorded(
        [an_attempt(), an_attempt(2, status=500), an_attempt(3, receiver_id=ReceiverId(8))]
    )
    for status in (204, 204, 503):
        site.dependencies.metrics.operational_recorded(an_outcome(status))
    site.dependencies.metrics.operational_recorded(an_outcome(None, kind=OutcomeKind.DEADLINE))
    for result in (AnswerResult.RETRY, AnswerResult.ACCEPTED):
        site.dependencies.metrics.alert_recorded(ChannelKind.SLACK, result)
    site.run(site.dependencies.auditor.run())


def details(site: Site) -> None:
    """Add what only some stores have: a certificate of a receiver, and a backup."""

    def change(tx: Transaction) -> None:
        receiver_certificates.set_authorities(tx, RECEIVER, [CERTIFICATE])
        backup_times.note(tx, NOON)

    write(site, change)


@pytest.mark.parametrize("complete_at", [None, NOON])
def test_a_continuous_backup_is_shown_and_until_when_it_is_complete(site: Site, complete_at: Instant | None) -> None:
    status = BackupStatus(
        complete_at=complete_at, started_at=NOON, failing="" if complete_at else "The folder is full."
    )
    found = {metric.name: metric.samples[0].value for metric in metrics_text._backup_metrics(status)}
    shown = {
        "plantstore_continuous_backup_failing": float(complete_at is None),
        "plantstore_continuous_backup_time_seconds": (complete_at or 0) / SECOND_US,
    }

    assert found == shown
    assert "continuous_backup" not in str(scrape(site))


def test_a_scrape_shows_what_was_counted_and_how_everything_stands(site: Site) -> None:
    busy(site)
    name, paused = receiver_text(RECEIVER), receiver_text(ReceiverId(8))

    found = scrape(site)

    assert value(found, "plantstore_build_info", version="0.0.0", python=platform.python_version()) == 1
    assert value(found, "plantstore_plants_added_total") == 3
    assert value(found, "plantstore_log_head") == 3
    assert value(found, "plantstore_attempts_total", receiver=name, outcome="2xx") == 1
    assert value(found, "plantstore_attempts_total", receiver=name, outcome="5xx") == 1
    assert value(found, "plantstore_attempt_duration_seconds_count", receiver=name) == 2
    assert value(found, "plantstore_attempt_duration_seconds_bucket", receiver=name, le="0.005") == 2
    assert value(found, "plantstore_attempt_duration_seconds_bucket", receiver=name, le="+Inf") == 2
    assert value(found, "plantstore_operational_attempts_total", outcome="2xx") == 2
    assert value(found, "plantstore_operational_attempts_total", outcome="5xx") == 1
    assert value(found, "plantstore_operational_attempts_total", outcome="deadline") == 1
    assert value(found, "plantstore_alert_attempts_total", kind="slack", outcome="retry") == 1
    assert value(found, "plantstore_alert_attempts_total", kind="slack", outcome="accepted") == 1
    assert value(found, "plantstore_commit_commands_sum") == 3
    assert value(found, "plantstore_receiver_lag_events", receiver=name) == 2
    assert value(found, "plantstore_receiver_lag_events", receiver="other") == 0
    assert value(found, "plantstore_receiver_state", receiver=name, state="failing") == 1
    assert value(found, "plantstore_receiver_state", receiver=name, state="active") == 0
    assert value(found, "plantstore_receiver_state", receiver=paused, state="paused") == 1
    assert value(found, "plantstore_receivers", state="failing") == 1
    assert value(found, "plantstore_receivers", state="active") == 0
    assert (value(found, "plantstore_retries_waiting"), value(found, "plantstore_deliveries_exhausted")) == (1, 1)
    assert value(found, "plantstore_audit", number=AuditNumber.SEQUENCE_GAPS) == 0
    assert value(found, "plantstore_audit", number=AuditNumber.RETRIES_TOO_FAR) is not None
    assert value(found, "plantstore_audit_time_seconds") == NOON / 1_000_000
    assert (value(found, "plantstore_database_bytes") or 0) > 0


@pytest.mark.both_engines
def test_what_waits_for_programs_and_channels_is_measured(site: Site) -> None:
    kind = OperationalType.RECEIVER_DISABLED

    def waiting() -> list[float | None]:
        found = scrape(site)
        names = ("operational_waiting", "operational_oldest_waiting_seconds", "alert_messages_waiting")
        return [value(found, f"plantstore_{name}") for name in names]

    def happens(*to: str) -> None:
        def change(tx: Transaction) -> None:
            made = OperationalEvent(event_id(kind, "rcv_1", tx.now), kind, tx.now, b"{}")
            operational_events.add(tx, [made], {kind: to})

        write(site, change)

    def subscribe(tx: Transaction) -> None:
        operational.subscribe(tx, "ops_1")
        operational.subscribe(tx, "ops_2", disabled_at=NOON, disabled_reason=DisabledBecause.PERSON)
        alert_messages.insert(tx, "ach_1", [a_message(id="alm_1"), a_message(id="alm_2")])

    assert waiting() == [0, 0, 0]
    happens("ops_2")
    site.clock.move(10)
    write(site, subscribe)
    assert waiting() == [0, 0, 2], "of a disabled subscriber, nothing is measured"
    happens("ops_1")
    site.clock.move(60)
    happens("ops_1", "ops_2")
    site.clock.move(30)
    assert waiting() == [2, 90, 2]


@pytest.mark.both_engines
def test_receivers_without_a_label_are_counted_as_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RECEIVERS_LABELLED_MAX", 1)
    monkeypatch.setattr(operation, "RECEIVERS_LABELLED_MAX", 1)
    busy(site)

    found = scrape(site)

    labels = {one.labels["receiver"] for one in found["plantstore_receiver_lag_events"].samples}
    assert labels == {receiver_text(RECEIVER), "other"}
    assert value(found, "plantstore_receiver_lag_events", receiver="other") == 3
    assert value(found, "plantstore_attempts_total", receiver="other", outcome="2xx") == 1
    assert value(found, "plantstore_receivers", state="paused") == 1


def test_the_series_of_a_removed_receiver_end(site: Site) -> None:
    id = site.register()["id"]
    scrape(site)
    assert site.ask("DELETE", f"/api/v1/receivers/{id}").status_code == 200

    scrape(site)
    text = site.get("/metrics").text

    assert id not in text


def test_before_the_first_audit_it_is_not_said_that_all_is_well(site: Site) -> None:
    found = scrape(site)

    assert found["plantstore_audit"].samples == []
    assert "plantstore_audit_time_seconds" not in found


@pytest.mark.both_engines
@pytest.mark.parametrize(
    "name",
    [
        "printer",
        'say "hi" \\ \\n {a="b"} 1',
        "Größe <b> 樹 🌱",
        "x" * 200,
        "{",
        "# HELP",
        "} 1\u2028plantstore_log_head 7",
    ],
)
def test_the_name_of_a_receiver_is_in_one_metric_as_it_is(site: Site, name: str) -> None:
    made = site.register(name="first")
    other = site.register(name="other receiver")
    assert info(site)[made["id"]]["name"] == "first"

    answer = site.ask("PATCH", f"/api/v1/receivers/{made['id']}", json={"name": name})
    if answer.status_code == 422:  # a name that no receiver can have
        return

    assert info(site)[made["id"]] == {"receiver": made["id"], "name": answer.json()["name"], "payload": "full"}
    assert info(site)["other"] == {"receiver": "other", "name": "other receivers", "payload": ""}
    site.ask("DELETE", f"/api/v1/receivers/{made['id']}")
    assert info(site).keys() == {other["id"], "other"}


def info(site: Site) -> dict[str, dict[str, str]]:
    """Return the labels of the metric that names receivers, by receiver."""
    found = scrape(site)
    names = {sample.labels["receiver"]: sample.labels for sample in found["plantstore_receiver_info"].samples}
    assert {sample.value for sample in found["plantstore_receiver_info"].samples} == {1}
    assert not [
        family
        for family in found.values()
        for one in family.samples
        if "name" in one.labels and family.name != "plantstore_receiver_info"
    ]
    return names


def test_receivers_without_a_label_have_no_name(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RECEIVERS_LABELLED_MAX", 1)
    monkeypatch.setattr(operation, "RECEIVERS_LABELLED_MAX", 1)
    first, _ = site.register(name="first"), site.register(name="second")

    assert info(site).keys() == {first["id"], "other"}


@pytest.mark.both_engines
def test_an_ephemeral_receiver_is_never_a_problem(site: Site) -> None:
    def change(tx: Transaction) -> None:
        receivers.insert(tx, a_receiver(RECEIVER, ephemeral=True))
        breakers.put(tx, RECEIVER, FAILING, resumes=0)

    write(site, change)
    site.add()
    name = receiver_text(RECEIVER)

    found = scrape(site)

    assert value(found, "plantstore_receivers", state="failing") == 0
    assert value(found, "plantstore_receiver_state", receiver=name, state="failing") is None
    assert value(found, "plantstore_receiver_lag_events", receiver=name) is None
    assert value(found, "plantstore_receiver_lag_events", receiver="other") == 0
    assert value(found, "plantstore_attempts_total", receiver=name, outcome="2xx") is None
    assert name in info(site)


@pytest.mark.both_engines
def test_what_the_rules_of_alerts_read_is_measured(site: Site) -> None:
    names = ("oldest_queued_seconds", "backup_time_seconds", "processes_delivering", "disk_free_bytes")

    def measured() -> list[float | None]:
        found = scrape(site)
        return [value(found, f"plantstore_{name}") for name in names]

    oldest, backup, delivering, free = measured()
    assert (oldest, backup) == (0, None)
    assert delivering == (0 if site.settings.is_postgresql else 1), "this site has registered no process"
    assert free is not None and free > 0
    write(site, lambda tx: receivers.insert(tx, a_receiver(RECEIVER)))
    site.add()
    site.clock.move(90)
    details(site)

    assert measured()[:2] == [90, NOON / 1_000_000]
    ends = value(scrape(site), "plantstore_receiver_certificate_expiry_time_seconds", receiver=receiver_text(RECEIVER))
    assert ends == NOON / 1_000_000


def test_no_url_and_no_secret_is_shown(site: Site) -> None:
    made = site.register(name="printer", url="http://127.0.0.1:9000/secret/path")

    text = site.get("/metrics").text

    assert made["id"] in text
    for word in ("127.0.0.1", "secret", "http:", made["secret"], site.operator.text):
        assert word not in text


def test_requests_are_counted_by_operation(site: Site) -> None:
    def counted() -> dict[tuple[str, str], float]:
        samples = scrape(site)["plantstore_http_requests"].samples
        return {(one.labels["operation"], one.labels["status"]): one.value for one in samples}

    id = site.add()["id"]
    site.get("/healthz")
    before = counted()
    for _ in range(2):
        site.add()
    site.post("/api/v1/plants", {"name": ""})
    site.get(f"/api/v1/plants/{id}")
    site.ask("HEAD", f"/api/v1/plants/{id}")
    site.get("/api/v1/plants/999999")
    site.get("/api/v1/plants", token=None)
    site.ask("PUT", "/api/v1/plants")
    site.get("/api/v1/nothing/secret-path")
    site.get("/sign-in", token=None)
    site.get("/sign-in/nothing", token=None)

    after = counted()

    assert {key: value - before.get(key, 0) for key, value in after.items() if value != before.get(key)} == {
        ("addPlant", "2xx"): 2,
        ("addPlant", "4xx"): 1,
        ("showPlant", "2xx"): 2,
        ("showPlant", "4xx"): 1,
        ("listPlants", "4xx"): 1,
        ("console", "2xx"): 1,
        ("other", "4xx"): 3,
        ("showMetrics", "2xx"): 1,
    }
    assert value(scrape(site), "plantstore_http_request_duration_seconds_count", operation="addPlant") == 4


def test_a_fault_of_the_program_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.dependencies.auditor, "last", object())

    assert site.get("/metrics").status_code == 500
    monkeypatch.undo()

    assert value(scrape(site), "plantstore_http_requests_total", operation="showMetrics", status="5xx") == 1


def test_the_number_of_operations_is_bounded(site: Site) -> None:
    for number in range(20):
        site.get(f"/api/v1/{number}")
        site.get(f"/{number}")
        site.get(f"/api/v1/plants/{number}")

    operations = {one.labels["operation"] for one in scrape(site)["plantstore_http_requests"].samples}

    assert operations <= {endpoint.name for endpoint in ENDPOINTS} | {"console", "other"}
    assert len(operations) == 2


@pytest.mark.both_engines
def test_prometheus_can_parse_the_text(site: Site) -> None:
    answer = site.get("/metrics")

    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


# Documents


def documented() -> dict[str, list[str]]:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ?(.*) \| (.*) \|$", (DOCS / "metrics.md").read_text(), re.MULTILINE)
    return {name: [kind, *sorted(re.findall(r"`(\w+)`", labels)), text] for name, kind, labels, text in rows}


@pytest.mark.both_engines
def test_a_server_is_measured_and_a_file_has_none(site: Site) -> None:
    assert not [name for name in scrape(site) if name.startswith("plantstore_server_")]

    on_a_server(site, holds=[HELD, SLOT], dead=[DEAD], replication=Replication.SYNCHRONOUS)
    found = scrape(site)

    assert value(found, "plantstore_server_connections") == 12
    assert value(found, "plantstore_server_connections_max") == 100
    assert value(found, "plantstore_server_vacuum_held_seconds") == 2_520
    assert value(found, "plantstore_server_vacuum_holds") == 2
    assert value(found, "plantstore_server_dead_rows", table="retries") == 12_000
    assert value(found, "plantstore_server_replication", replication="synchronous") == 1
    assert value(found, "plantstore_server_replication", replication="none") == 0


def test_late_reads_are_counted_by_where_they_were_served(site: Site) -> None:
    assert not [name for name in scrape(site) if "standby" in name or "late_reads" in name]

    standby = FakeStandby(site)
    for served in (Served.STANDBY, Served.STANDBY, Served.LATE):
        site.dependencies.metrics.late_read(served)
    found = scrape(site)

    assert value(found, "plantstore_late_reads_total", served="standby") == 2
    assert value(found, "plantstore_late_reads_total", served="late") == 1
    assert value(found, "plantstore_late_reads_total", served="conflict") == 0
    assert value(found, "plantstore_standby_used") == 1
    assert value(found, "plantstore_standby_lag_seconds") == 0.5
    standby.lag_s = None
    assert value(scrape(site), "plantstore_standby_used") == 0
    assert "plantstore_standby_lag_seconds" not in scrape(site)


@pytest.mark.both_engines
def test_every_metric_is_documented_as_it_is(site: Site) -> None:
    busy(site)
    details(site)
    on_a_server(site, dead=[DEAD], replication_lag_s=2.0)
    FakeStandby(site)
    vitals = replace(site.dependencies.vitals(), backup=BackupStatus(complete_at=NOON, started_at=NOON))
    object.__setattr__(site.dependencies, "vitals", lambda: vitals)

    shown = {
        name + (family.type == "counter") * "_total": [family.type, *_labels(family), family.documentation]
        for name, family in scrape(site).items()
    }

    assert documented() == shown


def test_the_limits_of_the_metrics_are_documented() -> None:
    text = (DOCS / "metrics.md").read_text()

    assert f"{metrics.RECEIVERS_LABELLED_MAX} receivers have a label" in text
    assert f"counted up to {operation.RETRIES_COUNTED_MAX:,}" in text
    assert f"the newest {EVENTS_REMEMBERED_MAX:,} events" in text


def _labels(family: Metric) -> list[str]:
    return sorted({name for sample in family.samples for name in sample.labels} - {"le"})
