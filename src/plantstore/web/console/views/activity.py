"""The activity page: all recorded changes, made by people, by programs, or by Plant Store itself."""

import re
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from plantstore.catalogue.exports.records import ExportFormat
from plantstore.domain.errors import Malformed
from plantstore.domain.timestamps import from_datetime, to_text
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

FILTERS = ("person", "actor", "action", "subject", "since", "until")
DAYS = ("since", "until")
PEOPLE_OFFERED_MAX = 200
FILE = "/activity/file"
YEARS_MAX = 9_999  # later days have no end that can be written
_FORMATS = ((ExportFormat.CSV, "CSV"), (ExportFormat.JSON_LINES, "JSON Lines"))
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PLACES = (
    (re.compile(r"rcv_[0-9a-z]+(?=/|$)"), "/receivers/"),
    (re.compile(r"lsn_[0-9a-z]{26}$"), "/listeners/"),
    (re.compile(r"evt_[0-9a-z]{26}$"), "/events/"),
    (re.compile(r"imp_[0-9a-z]{26}$"), "/imports/"),
    (re.compile(r"blk_[0-9a-z]{26}$"), "/bulk-edits/"),
    (re.compile(r"per_[0-9a-z]{26}(?=/|$)"), "/people/"),
    (re.compile(r"chn_[0-9a-z]{26}(?=/|$)"), "/alerts/channels/"),
    (re.compile(r"ops_[0-9a-z]{26}(?=/|$)"), "/operational-webhooks/"),
    (re.compile(r"[1-9][0-9]*$"), "/plants/"),
)
_DELIVERY = re.compile(r"(evt_[0-9a-z]{26}/rcv_[0-9a-z]+)$")


async def _show(request: PageRequest) -> Response:
    chosen = _chosen(request)
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    problem = ""
    try:
        page = await request.api.call("listActivity", query=_query(request, chosen) | cursor)
    except Malformed as error:
        page, problem = {"items": [], "next": None, "prev": None}, error.detail
    rows = [
        {**row, "words": request.api.summary(row["action"]), "link": link_of(row["subject"])} for row in page["items"]
    ]
    people = await _people(request)
    return request.render(
        "activity.html",
        page=page,
        rows=rows,
        chosen=chosen,
        chips=_chips(chosen, dict(people)),
        people=people,
        problem=problem,
        formats=[(f"{FILE}?{urlencode(chosen | {'format': kind.value})}", words) for kind, words in _FORMATS],
    )


async def _send(request: PageRequest) -> Response:
    """Send the listed activity as a file."""
    query = _query(request, _chosen(request))
    if request.query.get("format"):
        query["format"] = request.query["format"]
    return await request.api.stream_file("exportActivity", request.http, query=query)


def _chosen(request: PageRequest) -> dict[str, str]:
    return {name: request.query[name] for name in FILTERS if request.query.get(name)}


def _query(request: PageRequest, chosen: dict[str, str]) -> dict[str, str]:
    """Return the filters for the API: a day becomes its beginning, or as the last day its end, in the store's zone."""
    query = dict(chosen)
    for name in DAYS:
        day = _day(chosen.get(name, ""))
        if day is not None:
            day += timedelta(days=int(name == "until"))
            query[name] = to_text(from_datetime(datetime.combine(day, time(), request.zone)))
    return query


def _day(text: str) -> date | None:
    """Return the day, or None if the text is not one that people write.

    >>> _day("2026-03-02"), _day("2026-03-02T09:15:00Z"), _day("9999-12-31")
    (datetime.date(2026, 3, 2), None, None)
    """
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
    return day if day is not None and 1970 <= day.year < YEARS_MAX else None


async def _people(request: PageRequest) -> list[tuple[str, str]]:
    """Return the ids and names of the people to filter by."""
    if not request.may("listPeople"):
        return []
    limit = min(PEOPLE_OFFERED_MAX, request.dependencies.settings.page_items_max)
    found = await request.api.call("listPeople", query={"limit": str(limit)})
    return [(one["id"], one["name"]) for one in found["items"]]


def _chips(chosen: dict[str, str], people: dict[str, str]) -> list[tuple[str, str]]:
    """Return a label for each filter, and the URL of the page without it."""
    chips = []
    for name, text in chosen.items():
        others = {one: value for one, value in chosen.items() if one != name}
        address = "/activity" + (f"?{urlencode(others)}" if others else "")
        chips.append((f"{name}: {people.get(text, text) if name == 'person' else text}", address))
    return chips


def link_of(subject: str) -> str:
    """Return the path of the page that shows the subject of an activity; "" if there is no such page.

    >>> link_of("42"), link_of("tok_01")
    ('/plants/42', '')
    >>> link_of("chn_01m8btnhatch189her9gxe6xnz/secrets")
    '/alerts/channels/chn_01m8btnhatch189her9gxe6xnz'
    """
    if found := _DELIVERY.match(subject):
        return f"/deliveries/{found[1]}"
    return next((place + found[0] for pattern, place in _PLACES if (found := pattern.match(subject))), "")


PAGES = (get_page("/activity", _show, "listActivity"), get_page(FILE, _send, "exportActivity"))
