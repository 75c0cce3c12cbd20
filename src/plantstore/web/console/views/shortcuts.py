"""The search box, and the page about keyboard shortcuts."""

import re
from urllib.parse import urlencode

from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

_PLANT_NUMBER = re.compile(r"#?([1-9][0-9]{0,15})")
_BY_ID = (
    (re.compile(r"evt_[0-9a-z]{26}"), "/events/", "showEvent"),
    (re.compile(r"rcv_[0-9a-z]+"), "/receivers/", "showReceiver"),
    (re.compile(r"lsn_[0-9a-z]{26}"), "/listeners/", "showListener"),
    (re.compile(r"imp_[0-9a-z]{26}"), "/imports/", "showImport"),
    (re.compile(r"blk_[0-9a-z]{26}"), "/bulk-edits/", "showBulkEdit"),
)


async def _find(request: PageRequest) -> Response:
    """Redirect to the object with the entered id or plant number; search the plants for any other text."""
    wanted = request.query.get("q", "").strip()
    for pattern, address, operation in _BY_ID:
        if pattern.fullmatch(wanted) and request.may(operation):
            return request.redirect(address + wanted)
    if (found := _PLANT_NUMBER.fullmatch(wanted)) and request.may("showPlant"):
        return request.redirect(f"/plants/{found[1]}")
    if not request.may("listPlants"):
        return request.render("find.html", wanted=wanted)
    return request.redirect("/plants" + (f"?{urlencode({'q': wanted})}" if wanted else ""))


async def _shortcuts(request: PageRequest) -> Response:
    return request.render("shortcuts.html")


PAGES = (get_page("/find", _find), get_page("/shortcuts", _shortcuts))
