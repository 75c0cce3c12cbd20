"""docs/alerts.yml and docs/recording-rules.yml: Prometheus accepts them, and each alert fires when it should."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.markdown import DOCS
from tests.web.api.test_prometheus_api import documented
from tests.web.monitoring.prometheus import MISSING, is_here, is_required, promtool
from tests.web.monitoring.promql import PROMETHEUS_LABELS, grouping_labels, selectors

ALERTS, RECORDING = DOCS / "alerts.yml", DOCS / "recording-rules.yml"
CASES = Path(__file__).with_name("rules_test.yml")
ENDS = {"histogram": ("_bucket", "_sum", "_count")}
needs_promtool = pytest.mark.skipif(not is_here() and not is_required(), reason=MISSING)


def rules(file: Path) -> list[dict[str, Any]]:
    [group] = yaml.safe_load(file.read_text(encoding="utf-8"))["groups"]
    return list(group["rules"])


def known_labels() -> dict[str, set[str]]:
    """Return the labels of each series that docs/metrics.md describes; its tests compare them with /metrics."""
    return {
        name + end: set(labels) | PROMETHEUS_LABELS
        for name, (kind, *labels, _) in documented().items()
        for end in ENDS.get(kind, ("",))
    } | {"up": set(PROMETHEUS_LABELS)}


@pytest.mark.parametrize("file", [ALERTS, RECORDING], ids=lambda file: file.name)
def test_rules_name_metrics_and_labels_that_exist(file: Path) -> None:
    known = known_labels()

    for rule in rules(file):
        found = selectors(rule["expr"])
        assert found, rule
        for one in found:
            assert one.metric in known, (one, rule)
            assert one.labels <= known[one.metric], (one, rule)
        assert grouping_labels(rule["expr"]) <= set().union(*(known[one.metric] for one in found))


def test_alerts_have_what_a_person_needs() -> None:
    alerts = rules(ALERTS)

    assert len({rule["alert"] for rule in alerts}) == len(alerts) >= 20
    for rule in alerts:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))


def test_no_alert_depends_on_names() -> None:
    """An operator may drop the names, which must not silence an alert."""
    assert not [rule for rule in rules(ALERTS) if "plantstore_receiver_info" in rule["expr"]]


def test_every_rule_has_a_case_in_which_it_fires_and_one_in_which_it_does_not() -> None:
    cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))["tests"]
    alerts = [alert for case in cases for alert in case.get("alert_rule_test", ())]
    fire = {alert["alertname"] for alert in alerts if alert["exp_alerts"]}
    stay = {alert["alertname"] for alert in alerts if not alert["exp_alerts"]}
    expressions = {one["expr"] for case in cases for one in case.get("promql_expr_test", ())}

    assert fire == stay == {rule["alert"] for rule in rules(ALERTS)}
    assert expressions == {rule["record"] for rule in rules(RECORDING)}


@needs_promtool
@pytest.mark.parametrize("file", [ALERTS, RECORDING], ids=lambda file: file.name)
def test_prometheus_accepts_the_rules(file: Path) -> None:
    checked = promtool("check", "rules", "--lint-fatal", str(file))

    assert checked.returncode == 0, checked.stdout + checked.stderr


@needs_promtool
def test_alerts_fire_when_they_should_and_only_then() -> None:
    tested = promtool("test", "rules", str(CASES))

    assert tested.returncode == 0, tested.stdout + tested.stderr
