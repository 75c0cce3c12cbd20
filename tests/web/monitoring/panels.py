"""The dashboard for Grafana: its rows, and the panels about health, receivers, deliveries and the API."""

from tests.web.monitoring.dashboard import Panel, Query, Row, chart, stat
from tests.web.monitoring.queries import RECEIVER, STORE, most, named, percentiles, quantile, rate
from tests.web.monitoring.resource_panels import RESOURCES

STATES = (("active", "green"), ("paused", "blue"), ("failing", "orange"), ("disabled", "red"))

_QUEUED = most("plantstore_receiver_lag_events", STORE, "receiver")
_STATE = " or ".join(
    f'plantstore_receiver_state{{{RECEIVER},state="{name}"}} * {number}' for number, (name, _) in enumerate(STATES, 1)
)
_FAILED = f'{RECEIVER},outcome!="2xx"'

_HEALTH = Row(
    title="Health",
    panels=(
        stat("Processes", "Processes that Prometheus can scrape.", f"sum(up{{{STORE}}})", green_from=1),
        stat(
            "Delivering",
            "Running processes that send deliveries. 0: nothing is delivered.",
            most("plantstore_processes_delivering"),
            green_from=1,
        ),
        stat(
            "Audit problems",
            "Audit numbers that must be 0 and are not. `plantstore audit` lists each fault.",
            most("plantstore_audit_problems"),
            red_from=1,
        ),
        stat(
            "Receivers failing or disabled",
            "A paused receiver does not count.",
            f'sum({most("plantstore_receivers", f"""{STORE},state=~"failing|disabled" """.strip(), "state")})',
            red_from=1,
        ),
        stat(
            "Given up",
            "Deliveries that were given up. Retry, replay or cancel them.",
            most("plantstore_deliveries_exhausted"),
            red_from=1,
        ),
        stat(
            "Last backup",
            "Time since the last backup that was noted; empty if none was.",
            f"time() - {most('plantstore_backup_time_seconds')}",
            unit="s",
            red_from=48 * 3_600,
        ),
        stat("Queued", "Deliveries that are queued, for all receivers.", f"sum({_QUEUED})"),
        stat(
            "Oldest queued",
            "Age of the oldest delivery that is queued for a receiver that works.",
            most("plantstore_oldest_queued_seconds"),
            unit="s",
            red_from=1_800,
        ),
        stat("Retries waiting", "Failed deliveries that wait for a retry.", most("plantstore_retries_waiting")),
        stat("Plants per second", "Plants added.", rate("plantstore_plants_added_total", STORE)),
        stat(
            "Latency p99",
            "99 of 100 deliveries take at most this long, from adding the plant to its acceptance.",
            quantile(0.99, "plantstore_delivery_latency_seconds", STORE),
            unit="s",
            red_from=30,
        ),
        stat(
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
        chart(
            "Backlog",
            "Events that are still to be delivered to each receiver, including those that wait for a retry.",
            named(most("plantstore_receiver_lag_events", RECEIVER, "receiver")),
            "{{name}}",
        ),
        chart(
            "Delivered",
            "Accepted attempts per second, replays included.",
            named(rate("plantstore_attempts_total", f'{RECEIVER},outcome="2xx"', "receiver")),
            "{{name}}",
            unit="reqps",
        ),
        chart(
            "Failed attempts",
            "Attempts per second that were not accepted.",
            named(rate("plantstore_attempts_total", _FAILED, "receiver")),
            "{{name}}",
            unit="reqps",
        ),
        chart(
            "Latency p99",
            "Time from adding a plant to its acceptance, without replays: 99 of 100 take at most this long.",
            named(quantile(0.99, "plantstore_delivery_latency_seconds", RECEIVER, "receiver")),
            "{{name}}",
            unit="s",
        ),
        chart(
            "Duration of an attempt, p95",
            "95 of 100 attempts take at most this long.",
            named(quantile(0.95, "plantstore_attempt_duration_seconds", RECEIVER, "receiver")),
            "{{name}}",
            unit="s",
        ),
        chart(
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
        chart(
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
        chart(
            "Receivers by state",
            "Receivers in each state.",
            most("plantstore_receivers", STORE, "state"),
            "{{state}}",
            stacked=True,
        ),
    ),
)

_ASKED = f'{STORE},operation!="other"'

_API = Row(
    title="API and console",
    panels=(
        chart(
            "Requests",
            "Responses per second, by class of status; without health checks, documents and unknown paths.",
            rate("plantstore_http_requests_total", _ASKED, "status"),
            "{{status}}",
            unit="reqps",
            stacked=True,
        ),
        chart(
            "Requests by operation",
            "Responses per second.",
            rate("plantstore_http_requests_total", STORE, "operation"),
            "{{operation}}",
            unit="reqps",
        ),
        chart(
            "Failed requests by operation",
            "Responses per second with a status from 500 on.",
            rate("plantstore_http_requests_total", f'{STORE},status="5xx"', "operation"),
            "{{operation}}",
            unit="reqps",
        ),
        Panel(
            title="Time until the response begins",
            about="Of all operations but readFeed, whose clients may wait for new events.",
            queries=percentiles("plantstore_http_request_duration_seconds", f'{_ASKED},operation!="readFeed"'),
            unit="s",
        ),
        Panel(
            title="Time to add a plant",
            about="Until the response to POST /api/v1/plants: the plant and its event are then on stable storage.",
            queries=percentiles("plantstore_http_request_duration_seconds", f'{STORE},operation="addPlant"'),
            unit="s",
        ),
        chart(
            "Slowest operations, p95",
            "95 of 100 responses begin within this time: the ten operations for which it is longest.",
            f"topk(10, {quantile(0.95, 'plantstore_http_request_duration_seconds', STORE, 'operation')})",
            "{{operation}}",
            unit="s",
        ),
    ),
)

ROWS = (_HEALTH, _RECEIVERS, _DELIVERIES, _API, *RESOURCES)
