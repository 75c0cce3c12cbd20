"""The page that lists receivers with their states and delivery statistics."""

from typing import Any

from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.web.console.charts import busiest
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.receiver_figures import figures_of_listed, in_list, outcomes, with_a_problem
from plantstore.web.http.response import Response

TROUBLES = (ReceiverState.DISABLED, ReceiverState.FAILING, ReceiverState.PAUSED)
"""Receivers in these states come first, in this order."""


async def _list(request: PageRequest) -> Response:
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    page = await request.api.call("listReceivers", query=cursor)
    page["items"].sort(key=_urgency)
    listed = [one["id"] for one in page["items"]]
    found = await figures_of_listed(request, listed)
    most = max((busiest(outcomes(one)) for one in found.values()), default=0)
    figures = {id: in_list(request, one, most=most) for id, one in found.items()}
    elsewhere = []
    if page["next"] or page["prev"]:
        elsewhere = [
            one for one in await with_a_problem(request) if one["state"] in TROUBLES and one["id"] not in listed
        ]
    listeners = (await request.api.call("listListeners"))["items"]
    return request.render(
        "receivers.html", page=page, figures=figures, most=most, elsewhere=elsewhere, listeners=listeners
    )


def _urgency(receiver: dict[str, Any]) -> int:
    state = receiver["state"]
    return TROUBLES.index(state) if state in TROUBLES else len(TROUBLES)


PAGES = (get_page("/receivers", _list, "listReceivers", "listListeners"),)
