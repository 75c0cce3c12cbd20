"""The dashboard for Grafana: its rows and panels."""

from typing import Any

from tests.web.monitoring.dashboard import Panel, Query, Row
from tests.web.monitoring.queries import PROCESS, RECEIVER, STORE, most, named, percentiles, quantile, rate

STATES = (("active", "green"), ("paused", "blue"), ("failing", "orange"), ("disabled", "red"))


def _stat(title: str, about: str, expr: str, **more: Any) -> Panel:
    return Panel(
        title=title, about=about, queries=(Query(expr=expr, legend=title),), kind="stat", width=4, height=4, **more
    )


def _chart(title: str, about: str, expr: str, legend: str = "", **more: Any) -> Panel:
    return Panel(title=title, about=about, queries=(Query(expr=expr, legend=legend or title),), **more)


_QUEUED = most("plantstore_receiver_lag_events", STORE, "receiver")
_STATE = " or ".join(
    f'plantstore_receiver_state{{{RECEIVER},state="{name}"}} * {number}' for number, (name, _) in enumerate(STATES, 1)
)
_FAILED = f'{RECEIVER},outcome!="2xx"'

_HEALTH = Row(
    title="Health",
    panels=(
        _stat("Processes", "Processes that Prometheus can scrape.", f"sum(up{{{STORE}}})", green_from=1),
        _stat(
            "Delivering",
            "Running processes that send deliveries. 0: nothing is delivered.",
            most("plantstore_processes_delivering"),
            green_from=1,
        ),
        _stat(
            "Audit problems",
            "Audit numbers that must be 0 and are not. `plantstore audit` lists each fault.",
            most("plantstore_audit_problems"),
            red_from=1,
        ),
        _stat(
            "Receivers failing or disabled",
            "A paused receiver does not count.",
            f'sum({most("plantstore_receivers", f"""{STORE},state=~"failing|disabled" """.strip(), "state")})',
            red_from=1,
        ),
        _stat(
            "Given up",
            "Deliveries that were given up. Retry, replay or cancel them.",
            most("plantstore_deliveries_exhausted"),
            red_from=1,
        ),
        _stat(
            "Last backup",
            "Time since the last backup that was noted; empty if none was.",
            f"time() - {most('plantstore_backup_time_seconds')}",
            unit="s",
            red_from=48 * 3_600,
        ),
        _stat("Queued", "Deliveries that are queued, for all receivers.", f"sum({_QUEUED})"),
        _stat(
            "Oldest queued",
            "Age of the oldest delivery that is queued for a receiver that works.",
            most("plantstore_oldest_queued_seconds"),
            unit="s",
            red_from=1_800,
        ),
        _stat("Retries waiting", "Failed deliveries that wait for a retry.", most("plantstore_retries_waiting")),
        _stat("Plants per second", "Plants added.", rate("plantstore_plants_added_total", STORE)),
        _stat(
            "Latency p99",
            "99 of 100 deliveries take at most this long, from adding the plant to its acceptance.",
            quantile(0.99, "plantstore_delivery_latency_seconds", STORE),
            unit="s",
            red_from=30,
        ),
        _stat(
            "Newest event",
            "Sequence of the newest event.",
            most("plantstore_log_head"),
            unit="none",
        ),
    ),
)

_RECEIVERS = Row(
    title="Receivers: $receiver",
    panels=(
        Panel(
            title="State",
            about="The state of each receiver.",
            queries=(Query(expr=named(f"max by (receiver) ({_STATE})"), legend="{{name}}"),),
            kind="state-timeline",
            width=24,
            states=STATES,
        ),
        _chart(
            "Backlog",
            "Events that are still to be delivered to each receiver, including those that wait for a retry.",
            named(most("plantstore_receiver_lag_events", RECEIVER, "receiver")),
            "{{name}}",
        ),
        _chart(
            "Delivered",
            "Accepted attempts per second, replays included.",
            named(rate("plantstore_attempts_total", f'{RECEIVER},outcome="2xx"', "receiver")),
            "{{name}}",
            unit="reqps",
        ),
        _chart(
            "Failed attempts",
            "Attempts per second that were not accepted.",
            named(rate("plantstore_attempts_total", _FAILED, "receiver")),
            "{{name}}",
            unit="reqps",
        ),
        _chart(
            "Latency p99",
            "Time from adding a plant to its acceptance, without replays: 99 of 100 take at most this long.",
            named(quantile(0.99, "plantstore_delivery_latency_seconds", RECEIVER, "receiver")),
            "{{name}}",
            unit="s",
        ),
        _chart(
            "Duration of an attempt, p95",
            "95 of 100 attempts take at most this long.",
            named(quantile(0.95, "plantstore_attempt_duration_seconds", RECEIVER, "receiver")),
            "{{name}}",
            unit="s",
        ),
        _chart(
            "Certificates expire in",
            "Time until the first of a receiver's certificates expires.",
            named(f"(min by (receiver) (plantstore_receiver_certificate_expiry_time_seconds{{{RECEIVER}}}) - time())"),
            "{{name}}",
            unit="s",
        ),
    ),
)

_DELIVERIES = Row(
    title="Deliveries",
    panels=(
        _chart(
            "Attempts by outcome",
            "All receivers.",
            rate("plantstore_attempts_total", STORE, "outcome"),
            "{{outcome}}",
            unit="reqps",
            stacked=True,
        ),
        Panel(
            title="Latency",
            about="Time from adding a plant to its acceptance, without replays, of all receivers.",
            queries=percentiles("plantstore_delivery_latency_seconds", STORE),
            unit="s",
        ),
        Panel(
            title="Duration of an attempt",
            about="All receivers.",
            queries=percentiles("plantstore_attempt_duration_seconds", STORE),
            unit="s",
        ),
        Panel(
            title="Retries",
            about="Failed deliveries that wait for a retry, and those that were given up. Counted up to 100,000.",
            queries=(
                Query(expr=most("plantstore_retries_waiting"), legend="waiting"),
                Query(expr=most("plantstore_deliveries_exhausted"), legend="given up"),
            ),
        ),
        Panel(
            title="Requests in flight",
            about="Requests to receivers in flight or not yet recorded, of all processes, and their maximum.",
            queries=(
                Query(expr=f"sum(plantstore_places_taken{{{STORE}}})", legend="in flight"),
                Query(expr=f"sum(plantstore_places_max{{{STORE}}})", legend="maximum"),
            ),
        ),
        _chart(
            "Receivers by state",
            "Receivers in each state.",
            most("plantstore_receivers", STORE, "state"),
            "{{state}}",
            stacked=True,
        ),
    ),
)

_DATABASE = Row(
    title="Database",
    panels=(
        Panel(
            title="Duration of a commit",
            about="From the beginning of a transaction until it is on stable storage.",
            queries=percentiles("plantstore_commit_duration_seconds", STORE),
            unit="s",
        ),
        _chart(
            "Commands per commit",
            "Mean. Under load, commands share a commit.",
            f"{rate('plantstore_commit_commands_sum', STORE)} / {rate('plantstore_commit_commands_count', STORE)}",
        ),
        Panel(
            title="Waiting",
            about="Commands that wait for the writer, and reads that wait for a connection, of all processes.",
            queries=(
                Query(expr=f"sum(plantstore_commands_waiting{{{STORE}}})", legend="commands"),
                Query(expr=f"sum(plantstore_reads_waiting{{{STORE}}})", legend="reads"),
            ),
        ),
        Panel(
            title="Size",
            about="The database, and its write-ahead log on SQLite.",
            queries=(
                Query(expr=most("plantstore_database_bytes"), legend="database"),
                Query(expr=most("plantstore_wal_bytes"), legend="write-ahead log"),
            ),
            unit="bytes",
        ),
        _chart(
            "Free on the disk of the data folder",
            "Of each process.",
            f"min by (instance) (plantstore_disk_free_bytes{{{PROCESS}}})",
            "{{instance}}",
            unit="bytes",
        ),
        Panel(
            title="Connections to PostgreSQL",
            about="Connections to the database server, and their maximum. Empty on SQLite.",
            queries=(
                Query(expr=most("plantstore_server_connections"), legend="connections"),
                Query(expr=most("plantstore_server_connections_max"), legend="maximum"),
            ),
        ),
        Panel(
            title="Vacuum of PostgreSQL",
            about="How long the oldest transaction has kept dead rows from being removed, and the lag of a standby.",
            queries=(
                Query(expr=most("plantstore_server_vacuum_held_seconds"), legend="vacuum held back"),
                Query(expr=most("plantstore_server_replication_lag_seconds"), legend="standby behind"),
            ),
            unit="s",
        ),
        _chart(
            "Dead rows in PostgreSQL",
            "Tables that have too many.",
            most("plantstore_server_dead_rows", STORE, "table"),
            "{{table}}",
        ),
        _chart(
            "Audit",
            "Results of the last audit that are not 0; an empty chart is good.",
            f"{most('plantstore_audit', STORE, 'number')} > 0",
            "{{number}}",
        ),
    ),
)

_MESSAGES = Row(
    title="Operational webhooks, alert messages, photos",
    panels=(
        Panel(
            title="Waiting messages",
            about="Operational webhooks and alert messages that wait to be sent.",
            queries=(
                Query(expr=most("plantstore_operational_waiting"), legend="operational webhooks"),
                Query(expr=most("plantstore_alert_messages_waiting"), legend="alert messages"),
            ),
        ),
        _chart(
            "Oldest operational webhook",
            "Age of the oldest event that waits for a subscriber that is not disabled.",
            most("plantstore_operational_oldest_waiting_seconds"),
            unit="s",
        ),
        Panel(
            title="Attempts to send messages",
            about="Attempts per second, by outcome.",
            queries=(
                Query(
                    expr=rate("plantstore_operational_attempts_total", STORE, "outcome"),
                    legend="operational webhook: {{outcome}}",
                ),
                Query(
                    expr=rate("plantstore_alert_attempts_total", STORE, "kind, outcome"), legend="{{kind}}: {{outcome}}"
                ),
            ),
            unit="reqps",
        ),
        _chart("Photos", "Photos that the store keeps.", most("plantstore_photos")),
        _chart("Size of photos", "Size of their pictures.", most("plantstore_photos_bytes"), unit="bytes"),
        _chart(
            "Photos waiting",
            "Uploaded photos that are received or wait to be converted, of all processes.",
            f"sum(plantstore_photos_waiting{{{STORE}}})",
        ),
    ),
)

_PROCESSES = Row(
    title="Processes: $instance",
    panels=(
        _chart(
            "CPU",
            "Processor seconds per second; 1 is one core. Linux only.",
            rate("process_cpu_seconds_total", PROCESS, "instance"),
            "{{instance}}",
        ),
        _chart(
            "Memory",
            "Resident memory. Linux only.",
            f"max by (instance) (process_resident_memory_bytes{{{PROCESS}}})",
            "{{instance}}",
            unit="bytes",
        ),
        Panel(
            title="Open files",
            about="Open file descriptors, and the lowest limit of a process. Linux only.",
            queries=(
                Query(expr=f"max by (instance) (process_open_fds{{{PROCESS}}})", legend="{{instance}}"),
                Query(expr=f"min(process_max_fds{{{PROCESS}}})", legend="limit"),
            ),
        ),
        _chart(
            "Running for",
            "Time since each process started: a fall is a restart.",
            f"time() - max by (instance) (plantstore_start_time_seconds{{{PROCESS}}})",
            "{{instance}}",
            unit="s",
            width=12,
        ),
        Panel(
            title="Versions",
            about="The versions of Plant Store and Python of each process.",
            queries=(
                Query(expr=f"max by (instance, version, python) (plantstore_build_info{{{PROCESS}}})", instant=True),
            ),
            kind="table",
            width=12,
        ),
    ),
)

_LONG = Row(
    title="Long ranges (needs recording-rules.yml)",
    closed=True,
    panels=(
        _chart("Plants per second", "Recorded.", f"job:plantstore_plants_added:rate5m{{{STORE}}}"),
        _chart(
            "Attempts by outcome",
            "Recorded.",
            f"job_outcome:plantstore_attempts:rate5m{{{STORE}}}",
            "{{outcome}}",
            unit="reqps",
            stacked=True,
        ),
        _chart(
            "Share of failed attempts",
            "Recorded.",
            named(
                f"(job_receiver:plantstore_attempts_failed:rate5m{{{RECEIVER}}}"
                f" / (job_receiver:plantstore_attempts:rate5m{{{RECEIVER}}} > 0))"
            ),
            "{{name}}",
            unit="percentunit",
        ),
        _chart(
            "Backlog",
            "Recorded.",
            named(f"job_receiver:plantstore_receiver_lag_events:max{{{RECEIVER}}}"),
            "{{name}}",
        ),
        _chart(
            "Latency p99",
            "Recorded.",
            named(f"job_receiver:plantstore_delivery_latency_seconds:p99_rate5m{{{RECEIVER}}}"),
            "{{name}}",
            unit="s",
        ),
        _chart(
            "Duration of a commit, p99",
            "Recorded.",
            f"job:plantstore_commit_duration_seconds:p99_rate5m{{{STORE}}}",
            unit="s",
        ),
    ),
)

ROWS = (_HEALTH, _RECEIVERS, _DELIVERIES, _DATABASE, _MESSAGES, _PROCESSES, _LONG)
