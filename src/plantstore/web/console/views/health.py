"""The health page: problems first, then the program in three lines, processes, the database and each receiver."""

from plantstore.web.console.alerts import alert_block
from plantstore.web.console.day_figures import due_sentence
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.system_lines import size, system_lines
from plantstore.web.http.response import Response

RECEIVERS_SHOWN_MAX = 20  # max receivers shown; those with problems come first


async def _show(request: PageRequest) -> Response:
    status = await request.api.call("showStatus")
    stats = await request.api.call("showDeliveryStats") if request.may("showDeliveryStats") else None
    return request.render(
        "health.html",
        health=status,
        alerts=await alert_block(request, status, stats),
        system=system_lines(status),
        due="" if stats is None else due_sentence(stats),
        shared=status["processes"][0]["id"] is not None,
        shown=status["receivers"][:RECEIVERS_SHOWN_MAX],
        database=size(status["database_bytes"]),
        wal=size(status["wal_bytes"]),
    )


PAGES = (get_page("/health", _show, "showStatus"),)
