"""docs/grafana.json: it is what the panels say, Grafana can show it, and each metric in it is in /metrics."""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from plantstore.storage.queries.server_health import Replication
from plantstore.web.http.middleware import OTHER
from plantstore.web.routes import ENDPOINTS
from tests.web.api.late import FakeStandby
from tests.web.api.test_prometheus_api import busy, details, scrape
from tests.web.api.test_status_api import DEAD, on_a_server
from tests.web.harness import Site
from tests.web.monitoring.dashboard import FILE, KINDS, SOURCE, WIDTH, dashboard, text_of
from tests.web.monitoring.panels import ROWS
from tests.web.monitoring.promql import PROMETHEUS_LABELS, grouping_labels, selectors
from tests.web.monitoring.queries import VARIABLES
from tests.web.monitoring.test_rules import RECORDING, rules

GRAFANAS_OWN = {"__rate_interval", "__all"}
UNITS = {"short", "none", "s", "bytes", "reqps", "percentunit"}  # ids of Grafana's value formats
SHOWN = json.loads(FILE.read_text(encoding="utf-8"))


def panels() -> Iterator[dict[str, Any]]:
    """Every panel that is not a row, also those of closed rows."""
    for one in SHOWN["panels"]:
        if one["type"] == "row":
            yield from one["panels"]
        else:
            yield one


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def test_the_file_is_what_the_panels_say() -> None:
    assert FILE.read_text(encoding="utf-8") == text_of(dashboard(ROWS, VARIABLES)), "run `make docs`"


def test_ids_are_unique_and_no_panel_covers_another() -> None:
    every = [*SHOWN["panels"], *(inner for one in SHOWN["panels"] if one["type"] == "row" for inner in one["panels"])]
    groups = [SHOWN["panels"], *(one["panels"] for one in SHOWN["panels"] if one["type"] == "row")]

    assert len({one["id"] for one in every}) == len(every)
    for one in every:
        place = one["gridPos"]
        assert place.keys() == {"x", "y", "w", "h"}
        assert place["x"] >= 0 and place["w"] >= 1 and place["h"] >= 1 and place["x"] + place["w"] <= WIDTH
    for group in groups:
        for first, second in combinations(group, 2):
            assert not _overlap(first["gridPos"], second["gridPos"]), (first["title"], second["title"])


def test_panels_are_of_kinds_and_units_that_grafana_has() -> None:
    for panel in panels():
        assert panel["type"] in KINDS
        assert panel["title"] and panel["description"]
        assert panel["datasource"] == SOURCE
        assert panel["fieldConfig"]["defaults"]["unit"] in UNITS
        assert panel["fieldConfig"]["defaults"]["thresholds"]["steps"][0]["value"] is None
        references = [target["refId"] for target in panel["targets"]]
        assert references == sorted(set(references)) and references
        for target in panel["targets"]:
            assert target["datasource"] == SOURCE
            assert target["exemplar"] is False
            assert target["instant"] is not target["range"]


def test_variables_are_defined_and_used() -> None:
    defined = {variable["name"] for variable in SHOWN["templating"]["list"]}
    named = set(re.findall(r"\$\{?([a-zA-Z_]\w*)", json.dumps(SHOWN)))

    assert named == defined | GRAFANAS_OWN
    for expr in expressions():
        assert '$job"' in expr, "each store is a job of its own"


def test_operations_exist() -> None:
    named = {one for expr in expressions() for one in re.findall(r'operation!?="(\w+)"', expr)}

    assert named == {"addPlant", "readFeed", "other"} <= {endpoint.name for endpoint in ENDPOINTS} | {OTHER}


def test_what_a_person_on_call_needs_is_there() -> None:
    used = {one.metric for expr in expressions() for one in selectors(expr)}

    assert used >= {
        "plantstore_receiver_lag_events",
        "plantstore_plants_added_total",
        "plantstore_attempts_total",
        "plantstore_delivery_latency_seconds_bucket",
        "plantstore_commit_duration_seconds_bucket",
        "plantstore_retries_waiting",
        "plantstore_deliveries_exhausted",
        "plantstore_places_taken",
        "plantstore_database_bytes",
        "plantstore_wal_bytes",
        "plantstore_server_connections",
        "plantstore_alert_messages_waiting",
        "plantstore_operational_waiting",
        "plantstore_photos",
        "plantstore_audit_problems",
    }


def test_every_metric_and_label_is_in_a_scrape(site: Site) -> None:
    busy(site)
    details(site)
    on_a_server(site, dead=[DEAD], replication=Replication.ASYNCHRONOUS, replication_lag_s=2.0)
    FakeStandby(site)
    labels: dict[str, set[str]] = {"up": set(PROMETHEUS_LABELS)}
    for family in scrape(site).values():
        for sample in family.samples:
            labels.setdefault(sample.name, set(PROMETHEUS_LABELS)).update(sample.labels)
    for rule in rules(RECORDING):
        by = grouping_labels(rule["expr"]) - {"le"}
        labels[rule["record"]] = by

    for expr in expressions():
        found = selectors(expr)
        assert found, expr
        for one in found:
            assert one.metric in labels, (one, expr)
            assert one.labels <= labels[one.metric], (one, expr)
        assert grouping_labels(expr) <= set().union(*(labels[one.metric] for one in found))


def _overlap(first: dict[str, int], second: dict[str, int]) -> bool:
    return (
        first["x"] < second["x"] + second["w"]
        and second["x"] < first["x"] + first["w"]
        and first["y"] < second["y"] + second["h"]
        and second["y"] < first["y"] + first["h"]
    )
