"""The activity page: all recorded changes, made by people or by Plant Store itself."""

import re
from urllib.parse import urlencode

from plantstore.domain.errors import Malformed
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

FILTERS = ("actor", "action", "since")
_PLACES = (
    (re.compile(r"rcv_[0-9a-z]+(?=/|$)"), "/receivers/"),
    (re.compile(r"evt_[0-9a-z]{26}$"), "/events/"),
    (re.compile(r"imp_[0-9a-z]{26}$"), "/imports/"),
    (re.compile(r"blk_[0-9a-z]{26}$"), "/bulk-edits/"),
    (re.compile(r"[1-9][0-9]*$"), "/plants/"),
)
_DELIVERY = re.compile(r"(evt_[0-9a-z]{26}/rcv_[0-9a-z]+)$")


async def _show(request: PageRequest) -> Response:
    chosen = {name: request.query[name] for name in FILTERS if request.query.get(name)}
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    problem = ""
    try:
        page = await request.api.call("listActivity", query=chosen | cursor)
    except Malformed as error:
        page, problem = {"items": [], "next": None, "prev": None}, error.detail
    rows = [
        {**row, "words": request.api.summary(row["action"]), "link": link_of(row["subject"])} for row in page["items"]
    ]
    return request.render(
        "activity.html", page=page, rows=rows, chosen=chosen, problem=problem, without=_without(chosen)
    )


def link_of(subject: str) -> str:
    """Return the path of the page that shows the subject of an activity; "" if there is no such page.

    >>> link_of("42"), link_of("tok_01")
    ('/plants/42', '')
    """
    if found := _DELIVERY.match(subject):
        return f"/deliveries/{found[1]}"
    return next((place + found[0] for pattern, place in _PLACES if (found := pattern.match(subject))), "")


def _without(chosen: dict[str, str]) -> dict[str, str]:
    """Return the URL of the page without a filter, for each filter by name."""
    left = {name: {one: text for one, text in chosen.items() if one != name} for name in chosen}
    return {name: "/activity" + (f"?{urlencode(others)}" if others else "") for name, others in left.items()}


PAGES = (get_page("/activity", _show, "listActivity"),)
