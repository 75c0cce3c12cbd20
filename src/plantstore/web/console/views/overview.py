"""The start page of operators, and the choice between start pages: the overview of the whole store."""

from typing import Any

from plantstore.web.console.alerts import alert_block
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.charts import bars, busiest
from plantstore.web.console.day_figures import day_figures
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.start_pages import StartPage, start_page
from plantstore.web.console.system_lines import system_lines
from plantstore.web.console.views.integrating import show_receivers
from plantstore.web.console.views.latest import latest_rows, read_stats
from plantstore.web.console.views.receiver_figures import figures_of_listed, outcomes
from plantstore.web.console.views.today import added_plants, show_today
from plantstore.web.http.response import Response

RECEIVERS_SHOWN_MAX = 8  # max receivers shown; those with problems come first
EVENTS_AT_FIRST = 1  # the page shows the first steps until there are more events than this


async def _show(request: PageRequest) -> Response:
    if request.token.receiver_ids is not None and request.may("listReceivers"):
        bound = await request.api.call("listReceivers", query={"limit": "2"})
        if len(bound["items"]) == 1:
            return request.redirect(f"/receivers/{bound['items'][0]['id']}")
    match start_page(request.may):
        case StartPage.OVERVIEW:
            return await _overview(request)
        case StartPage.TODAY:
            return await show_today(request)
        case StartPage.RECEIVERS:
            return await show_receivers(request)
        case StartPage.BARE:
            return request.render("overview_bare.html")


async def _overview(request: PageRequest) -> Response:
    status = await request.api.call("showStatus")
    stats, after = await read_stats(request)
    return request.render(
        "overview.html",
        alerts=await alert_block(request, status, stats),
        figures=None if stats is None else day_figures(request, stats),
        receivers=[] if stats is None else await receivers_with_bars(request, stats),
        receivers_count=status["receivers_count"],
        system=system_lines(status),
        now=request.local_now(),
        added=await added_plants(request) if request.may("listPlants") else None,
        latest=latest_rows(stats),
        after=after,
        is_first=status["head"] <= EVENTS_AT_FIRST,
    )


async def receivers_with_bars(request: PageRequest, stats: ApiAnswer) -> list[dict[str, Any]]:
    """Return the first receivers of the statistics, worst first, with charts on one scale; `most` is its top."""
    shown = stats["receivers"][:RECEIVERS_SHOWN_MAX]
    found = await figures_of_listed(request, [one["id"] for one in shown])
    pairs = {id: outcomes(one) for id, one in found.items()}
    most = max(map(busiest, pairs.values()), default=0)
    return [{**one, "bars": bars(pairs.get(one["id"], []), most=most), "most": most} for one in shown]


PAGES = (get_page("/", _show),)
