"""Find the metrics and labels that an expression in PromQL names. Prometheus itself checks the rest."""

import re
from dataclasses import dataclass

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LISTS = re.compile(r"\b(?:by|on|ignoring|without|group_left|group_right)\s*\(([^)]*)\)")
_RANGE = re.compile(r"\[[^\]]*\]")
_SELECTOR = re.compile(r"(?<![\w.])([a-zA-Z_:][\w:]*)(?!\w)\s*(\{[^}]*\})?(?!\s*\()")
_MATCHER = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)")
_KEYWORDS = frozenset(["and", "or", "unless", "sum", "max", "min", "count", "avg", "topk", "bool", "offset"])
PROMETHEUS_LABELS = frozenset({"job", "instance", "le"})
"""Labels that Prometheus adds, and that of the buckets of a histogram."""


@dataclass(frozen=True, slots=True)
class Selector:
    """A metric, and the labels that its matchers name."""

    metric: str
    labels: frozenset[str]


def selectors(expr: str) -> list[Selector]:
    """Return the selectors of an expression, in their order.

    >>> selectors('sum by (job) (rate(a_total{b=~"c"}[5m])) / 1e9 > up')
    [Selector(metric='a_total', labels=frozenset({'b'})), Selector(metric='up', labels=frozenset())]
    """
    text = _RANGE.sub("", _LISTS.sub("", _STRING.sub('""', expr)))
    return [
        Selector(metric, frozenset(_MATCHER.findall(matchers)))
        for metric, matchers in _SELECTOR.findall(text)
        if metric not in _KEYWORDS
    ]


def grouping_labels(expr: str) -> set[str]:
    """Return the labels in the lists of `by`, `on` and `group_left`."""
    lists = _LISTS.findall(_STRING.sub('""', expr))
    return {label.strip() for one in lists for label in one.split(",") if label.strip()}
