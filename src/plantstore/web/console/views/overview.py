"""The overview: problems, recent statistics, receivers and the latest deliveries."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from plantstore.domain.timestamps import parse, to_datetime
from plantstore.web.console import charts
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.receiver_problems import problems_of
from plantstore.web.http.response import Response

RECEIVERS_SHOWN_MAX = 8  # max receivers shown; those with problems come first
EVENTS_AT_FIRST = 1  # the page shows the first steps until there are more events than this
_WHOLE_DAY = timedelta(hours=23)


async def _show(request: PageRequest) -> Response:
    if request.token.receiver_id is not None and request.may("listReceivers"):
        bound = await request.api.call("listReceivers")
        if bound["items"]:
            return request.redirect(f"/receivers/{bound['items'][0]['id']}")
    if not request.may("showFigures"):
        return request.render("overview_bare.html")
    figures = await request.api.call("showFigures")
    health = await request.api.call("showStatus") if request.may("showStatus") else None
    live = request.may("readAttempts")
    return request.render(
        "overview.html",
        figures=figures,
        receivers=[_with_bars(one) for one in figures["receivers"][:RECEIVERS_SHOWN_MAX]],
        troubled=problems_of(figures["receivers"], request.dependencies.clock.now()),
        troubled_max=RECEIVERS_SHOWN_MAX,
        faults=_faults(request, health),
        backlog=_backlog(figures, ZoneInfo(request.dependencies.settings.timezone)),
        latest=[one | {"tries": one["number"], "last_attempt_at": one["started_at"]} for one in figures["latest"]],
        is_first=figures["head"] <= EVENTS_AT_FIRST,
        after=(await request.api.call("readAttempts"))["after"] if live else "",
    )


def _with_bars(receiver: Mapping[str, Any]) -> dict[str, Any]:
    return {**receiver, "bars": charts.bars([(hour["accepted"], hour["failed"]) for hour in receiver["hours"]])}


def _faults(request: PageRequest, health: ApiAnswer | None) -> list[str]:
    """Return the problems of the store itself; problems of receivers and deliveries are shown separately."""
    why_not = request.dependencies.ready()
    found = [] if why_not is None else [why_not]
    problems = health["problems"] if health is not None else []
    return found + [one["detail"] for one in problems if not one["code"].startswith(("receivers_", "deliveries_"))]


def _backlog(figures: ApiAnswer, zone: ZoneInfo) -> dict[str, Any]:
    """Return the template values for the backlog chart; the last point is the current backlog."""
    levels: list[Mapping[str, Any]] = figures["backlog"]
    points = [(to_datetime(parse(one["time"])).astimezone(zone), int(one["waiting"])) for one in levels]
    hourly = [level for level, (moment, _) in zip(levels, points, strict=True) if moment.minute == 0]
    now = to_datetime(parse(figures["time"])).astimezone(zone)
    since = points[0][0] if points else now
    return {
        "picture": charts.steps([*points, (max(now, points[-1][0]), figures["waiting"])]) if points else "",
        "count": len(points),
        "hourly": hourly,
        "since": None if now - since >= _WHOLE_DAY else f"{since:%H:%M}",
    }


PAGES = (get_page("/", _show),)
