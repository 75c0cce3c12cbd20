"""The start page of integrators: their receivers with state, backlog and next attempt, and the latest failures."""

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.day_figures import due_sentence
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.console.views.latest import latest_rows, read_stats
from plantstore.web.http.response import Response

FAILED_SHOWN = 6
_STATES = ("disabled", "failing", "paused")


async def show_receivers(request: PageRequest) -> Response:
    """Return the start page of integrators."""
    stats, after = await read_stats(request)
    if stats is not None:
        receivers = stats["receivers"]
    else:
        listed = await request.api.call("listReceivers")
        receivers = [one | {"waiting": one["lag"], "held": 0} for one in listed["items"]]
    failed: ApiAnswer = {"items": []}
    if request.may("listDeliveries"):
        query = {"state": "retrying,exhausted", "limit": str(FAILED_SHOWN)}
        failed = await request.api.call("listDeliveries", query=query)
    return request.render(
        "integrating.html",
        receivers=receivers,
        stats=stats,
        now=request.local_now(),
        summary=_summary(receivers),
        due="" if stats is None else due_sentence(stats),
        failed=failed["items"],
        latest=latest_rows(stats),
        after=after,
    )


def _summary(receivers: list[ApiAnswer]) -> str:
    """Return how many receivers are disabled, failing or paused, in a sentence; empty if none is."""
    found = {state: sum(1 for one in receivers if one["state"] == state) for state in _STATES}
    parts = [f"{counted(count, 'receiver is', 'receivers are')} {state}" for state, count in found.items() if count]
    return ", ".join(parts)
