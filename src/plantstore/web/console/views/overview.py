"""The first page: is anything wrong, and what happened lately."""

from plantstore.web.console.page import shows
from plantstore.web.console.visit import Visit
from plantstore.web.reply import Reply


async def _show(visit: Visit) -> Reply:
    return visit.page("overview.html")


PAGES = (shows("/", _show),)
