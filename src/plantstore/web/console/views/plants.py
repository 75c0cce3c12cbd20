"""The list of plants with search and filters, and sample plants for an empty store."""

from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlencode

from plantstore.domain.errors import Malformed
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import TAGS
from plantstore.web.console.samples import FILE_NAME, PLANTS, sample_csv
from plantstore.web.http.response import Response

FILTERS = ("q", "status", "tag", "genus", "family", "pot_size", "hardiness", "supplier", "sku", "sort")
_BY_ID_ONLY = frozenset({"q", "genus", "hardiness", "supplier"})  # filters that only the search index can answer
_FOLDED = frozenset({"genus", "family", "pot_size", "hardiness", "supplier"})
SORT_DEFAULT = "-id"  # newest first: people mostly look for recently added plants
SORTS = (
    ("-id", "Newest first"),
    ("id", "Oldest first"),
    ("-updated_at", "Recently edited"),
    ("updated_at", "Least recently edited"),
    ("pot_size", "Smallest pots first"),
    ("-pot_size", "Largest pots first"),
    ("name", "Name, A to Z"),
    ("-name", "Name, Z to A"),
    ("price", "Lowest price first"),
    ("-price", "Highest price first"),
    ("stock_quantity", "Lowest stock first"),
    ("-stock_quantity", "Highest stock first"),
)
_OTHER_SORTS = frozenset(name for name, _ in SORTS[2:])
STATUSES = (("", "Any"), ("active", "In the store"), ("draft", "Draft"), ("archived", "Archived"))
LOOKS_MAX = 5  # max empty API pages skipped; pages can be empty before the end of the list
_NAMES = {
    "q": "Search",
    "status": "State",
    "tag": "Type",
    "genus": "Genus",
    "family": "Family",
    "pot_size": "Pot size",
    "hardiness": "Hardiness",
    "supplier": "Supplier",
    "sku": "SKU",
    "sort": "Sort by",
}
_EMPTY: ApiAnswer = {"items": [], "next": None, "prev": None}


async def _list(request: PageRequest) -> Response:
    chosen = {name: text for name in FILTERS if (text := request.query.get(name, "").strip())}
    if chosen.get("sort") == SORT_DEFAULT:
        del chosen["sort"]
    is_sorted_by_id = not _BY_ID_ONLY.isdisjoint(chosen)
    if is_sorted_by_id and chosen.get("sort") in _OTHER_SORTS:  # the form keeps the order of the list that was searched
        del chosen["sort"]
    refused = None
    try:
        plants = await _look(request, chosen)
    except Malformed as error:
        refused, plants = error, _EMPTY
    return request.render(
        "plants.html",
        status=200 if refused is None else 400,
        refused=refused,
        plants=plants,
        announced=await _announced(request, plants["items"]),
        chosen=chosen,
        chips=_chips(chosen),
        meant=[(text, _address({**chosen, "q": text}, "?")) for text in plants.get("did_you_mean", ())],
        narrowed=not _FOLDED.isdisjoint(chosen),
        sees_costs=request.sees_costs,
        sorts=SORTS[:2] if is_sorted_by_id else SORTS,
        statuses=STATUSES,
        counts=(await request.api.call("countPlants"))["tabs"],
        tags=TAGS,
        before=_address(chosen, plants["prev"]),
        after=_address(chosen, plants["next"]),
        begun="cursor" in request.query,
        samples_count=len(PLANTS),
        duplicates_count=await _count_duplicates(request),
    )


async def _look(request: PageRequest, chosen: Mapping[str, str]) -> ApiAnswer:
    """Return a page of plants. Skip up to LOOKS_MAX empty pages, which can occur before the end of the list."""
    query = {"sort": SORT_DEFAULT, **chosen}
    query |= {name: request.query[name] for name in ("cursor", "limit") if name in request.query}
    plants = await request.api.call("listPlants", query=query)
    for _ in range(LOOKS_MAX):
        if plants["items"] or plants["next"] is None:
            break
        following = _split(plants["next"])
        plants = await request.api.call("listPlants", query=query | following)
    return plants


async def _announced(request: PageRequest, items: list[dict[str, Any]]) -> dict[int, Any] | None:
    """Return the delivery counts of the plants that were added to the store, by plant id.

    Return None if the token doesn't permit it or the API has no counts.
    """
    added = [str(plant["id"]) for plant in items if plant["added_at"]]
    if not added or not request.may("listAnnouncements"):
        return None if not request.may("listAnnouncements") else {}
    found = await request.api.call("listAnnouncements", query={"plants": ",".join(added)})
    return None if found["items"] is None else {one["plant"]: one for one in found["items"]}


async def _count_duplicates(request: PageRequest) -> int:
    """Return the number of groups of possible duplicates, up to the maximum that the API counts."""
    if not request.may("listDuplicates"):
        return 0
    found = await request.api.call("listDuplicates", query={"limit": "1"})
    return int(found["count"])


def _chips(chosen: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the label and the value of each active filter, and the URL that removes the filter."""
    words = dict(STATUSES) | dict(SORTS)
    return [
        (
            _NAMES[name],
            words.get(value, value) if name in ("status", "sort") else value,
            _address({other: text for other, text in chosen.items() if other != name}, "?"),
        )
        for name, value in chosen.items()
    ]


def _address(chosen: Mapping[str, str], page: str | None) -> str:
    """Return the URL of another page of the list with these filters; "" if `page` is None."""
    if page is None:
        return ""
    query = urlencode({**chosen, **_split(page)})
    return "/plants" + (f"?{query}" if query else "")


def _split(address: str) -> dict[str, str]:
    """Return the query parameters, such as limit and cursor, in the API's URL of another page."""
    pairs = (pair.partition("=") for pair in address.partition("?")[2].split("&") if pair)
    return {name: value for name, _, value in pairs}


async def _samples(request: PageRequest) -> Response:
    """Upload the sample plants as a regular import, which starts with a preview."""

    async def parts() -> AsyncIterator[bytes]:
        yield sample_csv()

    found = await request.api.send_file(
        "uploadImport", query={"name": FILE_NAME}, media_type="text/csv", parts=parts(), key=request.idempotency_key
    )
    return request.redirect(f"/imports/{found['id']}")


PAGES = (
    get_page("/plants", _list, "listPlants"),
    post_page("/plants/samples", _samples, "uploadImport"),
)
