"""Who did what: every change that somebody made, and what the store did by itself."""

import re
from urllib.parse import urlencode

from plantstore.domain.errors import Malformed
from plantstore.web.console.page import shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

FILTERS = ("actor", "action", "since")
_PLACES = (
    (re.compile(r"rcv_[0-9a-z]+(?=/|$)"), "/receivers/"),
    (re.compile(r"evt_[0-9a-z]{26}$"), "/events/"),
    (re.compile(r"imp_[0-9a-z]{26}$"), "/imports/"),
    (re.compile(r"[1-9][0-9]*$"), "/plants/"),
)
_DELIVERY = re.compile(r"(evt_[0-9a-z]{26}/rcv_[0-9a-z]+)$")


async def _show(visit: PageRequest) -> Response:
    chosen = {name: visit.query[name] for name in FILTERS if visit.query.get(name)}
    cursor = {"cursor": visit.query["cursor"]} if "cursor" in visit.query else {}
    problem = ""
    try:
        page = await visit.desk.ask("listActivity", query=chosen | cursor)
    except Malformed as error:
        page, problem = {"items": [], "next": None, "prev": None}, error.detail
    rows = [
        {**row, "words": visit.desk.summary(row["action"]), "link": link_of(row["subject"])} for row in page["items"]
    ]
    return visit.page("activity.html", page=page, rows=rows, chosen=chosen, problem=problem, without=_without(chosen))


def link_of(subject: str) -> str:
    """Where a subject is shown; empty when it is not.

    >>> link_of("42"), link_of("tok_01")
    ('/plants/42', '')
    """
    if found := _DELIVERY.match(subject):
        return f"/deliveries/{found[1]}"
    return next((place + found[0] for pattern, place in _PLACES if (found := pattern.match(subject))), "")


def _without(chosen: dict[str, str]) -> dict[str, str]:
    """For each filter, the address of the page without it."""
    left = {name: {one: text for one, text in chosen.items() if one != name} for name in chosen}
    return {name: "/activity" + (f"?{urlencode(others)}" if others else "") for name, others in left.items()}


PAGES = (shows("/activity", _show, "listActivity"),)
