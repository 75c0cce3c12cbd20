"""The list of plants: tabs, search, filters, saved views, and what can be done with the plants that match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plantstore.domain.errors import Malformed
from plantstore.domain.plants.search_terms import PREFIX_LETTERS_MIN
from plantstore.storage.queries.plant_search import SORTED_MAX
from plantstore.web.api.plants.filters import Q_CHARS_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_filters import SORTS, STATUSES, chips_of, unused, values_of
from plantstore.web.console.plant_form import TAGS
from plantstore.web.console.plant_list import HIDDEN, SORT_DEFAULT, PlantList, page_query, read_list
from plantstore.web.console.samples import PLANTS
from plantstore.web.console.saved_views import ViewTabs, opened_as, view_tabs
from plantstore.web.http.pagination import default_limit
from plantstore.web.http.response import Response

LOOKS_MAX = 5  # max empty API pages skipped; pages can be empty before the end of the list
LOOKS_S_MAX = 0.015  # no more are skipped after this time: each can take as long
MEANT_SHOWN = 5  # plants that are shown of a search that was probably meant
BEGIN_DIGITS_MAX = 9
_BY_ID = SORTS[:2]
_EMPTY: ApiAnswer = {"items": [], "next": None, "prev": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A page of plants. `listing` has the filters and the order that were used; `refused` says why there are none."""

    listing: PlantList
    plants: ApiAnswer
    refused: Malformed | None = None


async def _list(request: PageRequest) -> Response:
    found = await _find(request, read_list(request.query, request.zone))
    plants, refused = found.plants, found.refused
    views = await view_tabs(request, found.listing)
    listing = opened_as(found.listing, views)
    counts = await request.api.call("countPlants", query={} if refused else _counted(listing))
    total = counts["total"]
    begin, end = _place(request.query, plants)
    is_short = plants["next"] is not None and len(plants["items"]) < _limit(request)
    return request.render(
        "plants.html",
        status=200 if refused is None else 400,
        refused=refused,
        plants=plants["items"],
        announced=await _announced(request, plants["items"]),
        listing=listing,
        chips=chips_of(listing, request.zone),
        filters=unused(listing, sees_costs=request.sees_costs),
        values=values_of(listing, request.zone),
        hidden=HIDDEN,
        meant=plants.get("did_you_mean", ()),
        hits=await _hits(request, listing, plants),
        sorts=SORTS if not listing.is_searched or _may_sort(total) else _BY_ID,
        sort=listing.filters.get("sort", SORT_DEFAULT),
        statuses=STATUSES,
        bare=PlantList(filters={}),
        clear=_cleared(listing).address(),
        views=views,
        view_version=await _version(request, views),
        counts=counts["tabs"],
        total=total,
        begin=begin,
        end=end,
        now=request.dependencies.clock.now(),
        tags=TAGS,
        before=listing.page_address(plants["prev"], max(begin - _limit(request), 1) if begin else 0),
        after=listing.page_address(plants["next"], end + 1 if begin and not is_short else 0),
        begun="cursor" in request.query,
        samples_count=len(PLANTS),
        search_chars_min=PREFIX_LETTERS_MIN,
        search_chars_max=Q_CHARS_MAX,
    )


async def _find(request: PageRequest, listing: PlantList) -> _Found:
    """Return a page of plants. A search that finds too many plants to sort them is shown in the order of creation."""
    try:
        return _Found(listing=listing, plants=await _look(request, listing))
    except Malformed as refused:
        if listing.is_searched and "sort" in listing.filters:
            return await _find(request, listing.without("sort"))
        return _Found(listing=listing, plants=_EMPTY, refused=refused)


async def _look(request: PageRequest, listing: PlantList) -> ApiAnswer:
    """Return a page of plants. Skip up to LOOKS_MAX empty pages, which can occur before the end of the list.

    A search whose plants hardly ever meet the filters would otherwise take six times as long.
    """
    clock = request.dependencies.clock
    until = clock.monotonic() + LOOKS_S_MAX
    query = {"sort": SORT_DEFAULT, **listing.filters}
    query |= {name: request.query[name] for name in ("cursor", "limit") if name in request.query}
    plants = await request.api.call("listPlants", query=query)
    for _ in range(LOOKS_MAX):
        if plants["items"] or plants["next"] is None or clock.monotonic() > until:
            break
        plants = await request.api.call("listPlants", query=query | page_query(plants["next"]))
    return plants


async def _version(request: PageRequest, views: ViewTabs) -> int | None:
    """Return the version of the open view if a form can replace it."""
    if views.opened is None or not views.is_changed or not request.may("changePlantView"):
        return None
    return (await request.api.call_with_version("showPlantView", {"id": views.opened["id"]}))[1]


def _cleared(listing: PlantList) -> PlantList:
    """Return the list of the same tab without search, filters and view."""
    return PlantList(filters={}).changed(status=listing.filters.get("status", ""))


def _counted(listing: PlantList) -> Mapping[str, str]:
    return {name: text for name, text in listing.filters.items() if name != "sort"}


async def _announced(request: PageRequest, items: list[dict[str, Any]]) -> dict[int, Any] | None:
    """Return the delivery counts of the plants that were added to the store, by plant id.

    Return None if the token doesn't permit it or the API has no counts.
    """
    added = [str(plant["id"]) for plant in items if plant["added_at"]]
    if not added or not request.may("listAnnouncements"):
        return None if not request.may("listAnnouncements") else {}
    found = await request.api.call("listAnnouncements", query={"plants": ",".join(added)})
    return None if found["items"] is None else {one["plant"]: one for one in found["items"]}


async def _hits(request: PageRequest, listing: PlantList, plants: ApiAnswer) -> ApiAnswer | None:
    """Return the first plants of the search that was probably meant, and their number, if a search finds nothing."""
    if plants["items"] or not plants.get("did_you_mean"):
        return None
    meant = listing.changed(q=plants["did_you_mean"][0])
    found = await request.api.call("listPlants", query={**meant.filters, "limit": str(MEANT_SHOWN)})
    count = {"count": len(found["items"]), "is_exact": True}
    if found["next"] is not None:
        count = (await request.api.call("countPlants", query=_counted(meant)))["total"]
    return {"items": found["items"], "total": count}


def _place(query: Mapping[str, str], plants: ApiAnswer) -> tuple[int, int]:
    """Return the places of the first and the last plant of the page in the list; zeros if they are not known."""
    text = query.get("from", "") if "cursor" in query else "1"
    is_known = text.isascii() and text.isdigit() and len(text) <= BEGIN_DIGITS_MAX and plants["items"]
    begin = int(text) if is_known else 0
    return begin, begin + len(plants["items"]) - 1 if begin else 0


def _limit(request: PageRequest) -> int:
    """Return the number of plants on a full page."""
    settings, text = request.dependencies.settings, request.query.get("limit", "")
    is_given = text.isascii() and text.isdigit() and len(text) <= BEGIN_DIGITS_MAX
    return min(int(text), settings.page_items_max) if is_given else default_limit(settings)


def _may_sort(total: Mapping[str, Any]) -> bool:
    """True if a search finds so few plants that they can be in any order."""
    return bool(total["is_exact"] and total["count"] <= SORTED_MAX)


PAGES = (get_page("/plants", _list, "listPlants"),)
