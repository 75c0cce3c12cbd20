"""The panels of the dashboard about the database, messages, photos, processes, and long ranges."""

from tests.web.monitoring.dashboard import Panel, Query, Row, chart
from tests.web.monitoring.queries import PROCESS, RECEIVER, STORE, most, named, percentiles, rate

_DATABASE = Row(
    title="Database",
    panels=(
        Panel(
            title="Duration of a commit",
            about="From the beginning of a transaction until it is on stable storage.",
            queries=percentiles("plantstore_commit_duration_seconds", STORE),
            unit="s",
        ),
        chart(
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
        chart(
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
        chart(
            "Reads that may be late",
            "Served by a standby, or by the primary and why. Empty without a standby for reads.",
            rate("plantstore_late_reads_total", STORE, "served"),
            "{{served}}",
            unit="reqps",
        ),
        chart(
            "Dead rows in PostgreSQL",
            "Tables that have too many.",
            most("plantstore_server_dead_rows", STORE, "table"),
            "{{table}}",
        ),
        chart(
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
        chart(
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
        chart("Photos", "Photos that the store keeps.", most("plantstore_photos")),
        chart("Size of photos", "Size of their pictures.", most("plantstore_photos_bytes"), unit="bytes"),
        chart(
            "Photos waiting",
            "Uploaded photos that are received or wait to be converted, of all processes.",
            f"sum(plantstore_photos_waiting{{{STORE}}})",
        ),
    ),
)

_PROCESSES = Row(
    title="Processes: $instance",
    panels=(
        chart(
            "CPU",
            "Processor seconds per second; 1 is one core. Linux only.",
            rate("process_cpu_seconds_total", PROCESS, "instance"),
            "{{instance}}",
        ),
        chart(
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
        chart(
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
        chart("Plants per second", "Recorded.", f"job:plantstore_plants_added:rate5m{{{STORE}}}"),
        chart(
            "Attempts by outcome",
            "Recorded.",
            f"job_outcome:plantstore_attempts:rate5m{{{STORE}}}",
            "{{outcome}}",
            unit="reqps",
            stacked=True,
        ),
        chart(
            "Share of failed attempts",
            "Recorded.",
            named(
                f"(job_receiver:plantstore_attempts_failed:rate5m{{{RECEIVER}}}"
                f" / (job_receiver:plantstore_attempts:rate5m{{{RECEIVER}}} > 0))"
            ),
            "{{name}}",
            unit="percentunit",
        ),
        chart(
            "Backlog",
            "Recorded.",
            named(f"job_receiver:plantstore_receiver_lag_events:max{{{RECEIVER}}}"),
            "{{name}}",
        ),
        chart(
            "Latency p99",
            "Recorded.",
            named(f"job_receiver:plantstore_delivery_latency_seconds:p99_rate5m{{{RECEIVER}}}"),
            "{{name}}",
            unit="s",
        ),
        chart(
            "Duration of a commit, p99",
            "Recorded.",
            f"job:plantstore_commit_duration_seconds:p99_rate5m{{{STORE}}}",
            unit="s",
        ),
    ),
)

RESOURCES = (_DATABASE, _MESSAGES, _PROCESSES, _LONG)
