"""The variables of the dashboard, and the parts of its expressions.

Several processes of a store expose the same gauges of the store, so those are combined by `max`; counters, histograms
and gauges of a process are combined by `sum`. Names of receivers are joined in, and missing names are replaced by ids.
"""

from typing import Any

from tests.web.monitoring.dashboard import RATE, SOURCE, Query

STORE = 'job="$job"'
PROCESS = 'job="$job",instance=~"$instance"'
RECEIVER = 'job="$job",receiver=~"$receiver"'
NAMES = f"topk by (receiver) (1, max by (receiver, name) (plantstore_receiver_info{{{STORE}}}))"


def named(expr: str) -> str:
    """Add the label `name` to an expression by receiver: its name, or its id if the names are not scraped."""
    joined = f"{expr} * on (receiver) group_left (name) {NAMES}"
    return f'{joined} or on (receiver) label_replace({expr}, "name", "$1", "receiver", "(.+)")'


def rate(metric: str, labels: str, by: str = "") -> str:
    grouped = f" by ({by})" if by else ""
    return f"sum{grouped} (rate({metric}{{{labels}}}[{RATE}]))"


def quantile(share: float, metric: str, labels: str, by: str = "") -> str:
    grouped = ", ".join(filter(None, (by, "le")))
    return f"histogram_quantile({share:g}, {rate(f'{metric}_bucket', labels, grouped)})"


def most(metric: str, labels: str = STORE, by: str = "") -> str:
    grouped = f" by ({by})" if by else ""
    return f"max{grouped} ({metric}{{{labels}}})"


def percentiles(metric: str, labels: str) -> tuple[Query, ...]:
    return tuple(Query(expr=quantile(share, metric, labels), legend=f"p{share * 100:g}") for share in (0.5, 0.95, 0.99))


def _variable(name: str, label: str, query: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label": label,
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": query, "refId": name},
        "refresh": 2,
        "sort": 1,
        "multi": False,
        "includeAll": False,
        "hide": 0,
        **more,
    }


_SEVERAL = {"multi": True, "includeAll": True, "allValue": ".*", "current": {"text": ["All"], "value": ["$__all"]}}
_NAME_AND_ID = r'/name="(?<text>[^"]*)".*receiver="(?<value>[^"]*)"/'

VARIABLES: tuple[dict[str, Any], ...] = (
    {"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus", "hide": 0},
    _variable("job", "Store", "label_values(plantstore_build_info, job)"),
    _variable("instance", "Process", f"label_values(plantstore_build_info{{{STORE}}}, instance)", **_SEVERAL),
    _variable(
        "receiver",
        "Receiver",
        f"query_result(max by (name, receiver) (plantstore_receiver_info{{{STORE}}}))",
        regex=_NAME_AND_ID,
        **_SEVERAL,
    ),
)
