"""Build docs/grafana.json from the panels in `panels.py`: `python -m tests.web.monitoring.dashboard` writes it.

Grafana's own format repeats the same forty lines for each panel, so a person could not review a change to it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[3] / "docs" / "grafana.json"
SCHEMA_VERSION = 39  # Grafana 11; newer versions upgrade it when they load it
WIDTH = 24  # columns of Grafana's grid
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
KINDS = ("stat", "timeseries", "state-timeline", "table")
RATE = "$__rate_interval"  # at least four scrapes, as Grafana knows from the data source


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """An expression in PromQL, and how each of its series is called."""

    expr: str
    legend: str = ""
    instant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One panel. `red_from` and `green_from` are thresholds: red at or above the first, green at or above the second.

    `states`: texts and colours for the values 1, 2, … of a state timeline.
    """

    title: str
    about: str
    queries: Sequence[Query]
    kind: str = "timeseries"
    unit: str = "short"
    width: int = 8
    height: int = 8
    stacked: bool = False
    red_from: float | None = None
    green_from: float | None = None
    states: Sequence[tuple[str, str]] = ()


def stat(title: str, about: str, expr: str, **more: Any) -> Panel:
    """Return a panel with one number."""
    return Panel(
        title=title, about=about, queries=(Query(expr=expr, legend=title),), kind="stat", width=4, height=4, **more
    )


def chart(title: str, about: str, expr: str, legend: str = "", **more: Any) -> Panel:
    """Return a panel with the series of one expression over time."""
    return Panel(title=title, about=about, queries=(Query(expr=expr, legend=legend or title),), **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row with its panels, from left to right and down. A closed row is loaded when a person opens it."""

    title: str
    panels: Sequence[Panel]
    closed: bool = False


@dataclass
class _Grid:
    """Assigns ids and places."""

    id: int = 0
    y: int = 0
    x: int = field(default=0)
    height: int = 0

    def next_id(self) -> int:
        self.id += 1
        return self.id

    def place(self, width: int, height: int) -> dict[str, int]:
        if self.x + width > WIDTH:
            self.end_line()
        place = {"x": self.x, "y": self.y, "w": width, "h": height}
        self.x += width
        self.height = max(self.height, height)
        return place

    def end_line(self) -> None:
        self.y += self.height
        self.x = self.height = 0


def dashboard(rows: Sequence[Row], variables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the dashboard as Grafana imports it."""
    grid = _Grid()
    return {
        "annotations": {"list": []},
        "description": "Health, backlogs, deliveries and resources of a Plant Store, for people on call.",
        "editable": True,
        "graphTooltip": 1,
        "id": None,
        "links": [],
        "panels": [one for row in rows for one in _row(grid, row)],
        "refresh": "30s",
        "schemaVersion": SCHEMA_VERSION,
        "tags": ["plantstore"],
        "templating": {"list": list(variables)},
        "time": {"from": "now-6h", "to": "now"},
        "timepicker": {},
        "timezone": "browser",
        "title": "Plant Store",
        "uid": "plantstore",
        "version": 1,
    }


def text_of(made: dict[str, Any]) -> str:
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _row(grid: _Grid, row: Row) -> Iterator[dict[str, Any]]:
    grid.end_line()
    head = {
        "id": grid.next_id(),
        "type": "row",
        "title": row.title,
        "collapsed": row.closed,
        "gridPos": grid.place(WIDTH, 1),
        "panels": [],
    }
    grid.end_line()
    if row.closed:
        below = _Grid(id=grid.id, y=grid.y)
        yield head | {"panels": [_panel(below, panel) for panel in row.panels]}
        grid.id = below.id
        return
    yield head
    for panel in row.panels:
        yield _panel(grid, panel)


def _panel(grid: _Grid, panel: Panel) -> dict[str, Any]:
    return {
        "id": grid.next_id(),
        "type": panel.kind,
        "title": panel.title,
        "description": panel.about,
        "datasource": SOURCE,
        "gridPos": grid.place(panel.width, panel.height),
        "fieldConfig": {"defaults": _defaults(panel), "overrides": []},
        "options": _options(panel),
        "targets": [_target(letter, query) for letter, query in zip("ABCDEFGH", panel.queries, strict=False)],
        **({"transformations": _MERGED} if panel.kind == "table" else {}),
    }


def _target(letter: str, query: Query) -> dict[str, Any]:
    return {
        "refId": letter,
        "datasource": SOURCE,
        "editorMode": "code",
        "expr": query.expr,
        "legendFormat": query.legend,
        "instant": query.instant,
        "range": not query.instant,
        "format": "table" if query.instant and not query.legend else "time_series",
        "exemplar": False,
    }


def _defaults(panel: Panel) -> dict[str, Any]:
    found: dict[str, Any] = {"unit": panel.unit, "min": 0, "mappings": [], "thresholds": _thresholds(panel)}
    if panel.kind == "timeseries":
        found["custom"] = {
            "drawStyle": "line",
            "lineWidth": 1,
            "fillOpacity": 20 if panel.stacked else 0,
            "showPoints": "never",
            "spanNulls": False,
            "stacking": {"mode": "normal" if panel.stacked else "none", "group": "A"},
        }
    if panel.states:
        options = {
            str(number): {"text": text, "color": colour, "index": number}
            for number, (text, colour) in enumerate(panel.states, 1)
        }
        found["mappings"] = [{"type": "value", "options": options}]
    if panel.kind == "stat":
        found["color"] = {"mode": "thresholds"}
    return found


def _thresholds(panel: Panel) -> dict[str, Any]:
    steps: list[dict[str, Any]] = [{"color": "green" if panel.red_from is not None else "text", "value": None}]
    if panel.red_from is not None:
        steps.append({"color": "red", "value": panel.red_from})
    elif panel.green_from is not None:
        steps = [{"color": "red", "value": None}, {"color": "green", "value": panel.green_from}]
    return {"mode": "absolute", "steps": steps}


def _options(panel: Panel) -> dict[str, Any]:
    last = {"calcs": ["lastNotNull"], "fields": "", "values": False}
    if panel.kind == "stat":
        return {"reduceOptions": last, "colorMode": "value", "graphMode": "area", "textMode": "value_and_name"}
    if panel.kind == "table":
        return {"showHeader": True, "cellHeight": "sm", "footer": {"show": False}}
    if panel.kind == "state-timeline":
        return {"mergeValues": True, "rowHeight": 0.8, "showValue": "never", "legend": _LEGEND, "tooltip": _TOOLTIP}
    return {"legend": _LEGEND | {"calcs": ["lastNotNull", "max"]}, "tooltip": _TOOLTIP}


_LEGEND = {"displayMode": "table", "placement": "bottom", "showLegend": True}
_TOOLTIP = {"mode": "multi", "sort": "desc"}
_MERGED = [{"id": "merge", "options": {}}]


def _write() -> None:
    from tests.web.monitoring.panels import ROWS
    from tests.web.monitoring.queries import VARIABLES

    FILE.write_text(text_of(dashboard(ROWS, VARIABLES)), encoding="utf-8")


if __name__ == "__main__":
    _write()
