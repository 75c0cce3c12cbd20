"""The health page: problems first, then processes, the database and the backlog of each receiver."""

from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.receiver_problems import problems_of
from plantstore.web.http.response import Response

RECEIVERS_SHOWN_MAX = 20  # max receivers shown; those with problems come first
RECEIVERS_NAMED_MAX = 5  # max receivers named in one problem; the others are counted
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


async def _show(request: PageRequest) -> Response:
    status = await request.api.call("showStatus")
    return request.render(
        "health.html",
        health=status,
        shared=status["processes"][0]["id"] is not None,
        shown=status["receivers"][:RECEIVERS_SHOWN_MAX],
        database=size(status["database_bytes"]),
        wal=size(status["wal_bytes"]),
        ready=request.dependencies.ready(),
        troubled=problems_of(status["receivers"], request.dependencies.clock.now()),
        named_max=RECEIVERS_NAMED_MAX,
        problems=sum(one["count"] if one["code"].startswith("receivers_") else 1 for one in status["problems"]),
    )


def size(count: int) -> str:
    """Return a number of bytes as text in a decimal unit.

    >>> size(512), size(4_194_304), size(12_500_000_000)
    ('512 bytes', '4.2 MB', '12.5 GB')
    """
    value, unit = float(count), 0
    while value >= 1000 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return f"{value:.1f} {_UNITS[unit]}" if unit else f"{count} bytes"


PAGES = (get_page("/health", _show, "showStatus"),)
