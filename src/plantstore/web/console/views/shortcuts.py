"""Finding something by whatever names it, and the keys that lead to pages."""

import re
from urllib.parse import urlencode

from plantstore.web.console.page import shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

_PLANT_NUMBER = re.compile(r"#?([1-9][0-9]{0,15})")
_BY_ID = (
    (re.compile(r"evt_[0-9a-z]{26}"), "/events/", "showEvent"),
    (re.compile(r"rcv_[0-9a-z]+"), "/receivers/", "showReceiver"),
    (re.compile(r"imp_[0-9a-z]{26}"), "/imports/", "showImport"),
)


async def _find(visit: PageRequest) -> Response:
    """Go where an id or a number leads; anything else is looked for among the plants."""
    wanted = visit.query.get("q", "").strip()
    for pattern, address, operation in _BY_ID:
        if pattern.fullmatch(wanted) and visit.may(operation):
            return visit.go(address + wanted)
    if (found := _PLANT_NUMBER.fullmatch(wanted)) and visit.may("showPlant"):
        return visit.go(f"/plants/{found[1]}")
    return visit.page("find.html", wanted=wanted) if not visit.may("listPlants") else visit.go(_search(wanted))


async def _shortcuts(visit: PageRequest) -> Response:
    return visit.page("shortcuts.html")


def _search(wanted: str) -> str:
    return "/plants" + (f"?{urlencode({'q': wanted})}" if wanted else "")


PAGES = (shows("/find", _find), shows("/shortcuts", _shortcuts))
