"""The list of bulk edits, and the first step of a bulk edit: which plants, and which changes."""

from typing import Any

from plantstore.domain.errors import Conflict, Forbidden, Gone, Invalid, Malformed, NotFound, StoreError
from plantstore.domain.plants.bulk_changes import check_changes, summary
from plantstore.web.api.plants.filters import SORT
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.bulk_form import LABELS, WAYS, Values, changes_in, for_form, values_of
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import TAGS
from plantstore.web.console.plant_list import HIDDEN
from plantstore.web.console.plant_selection import (
    ALL,
    FIRST_PLANTS,
    IDS,
    Selection,
    count,
    existing,
    filter_words,
    read_selection,
)
from plantstore.web.console.views.selection import DO, EDITS
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

LIKE = "like"  # parameter with an earlier bulk edit, whose changes the form proposes again
_NONE_LEFT = "None of the selected plants exists any more."


async def _list(request: PageRequest) -> Response:
    query: dict[str, str] = {name: request.query[name] for name in ("cursor", "limit") if name in request.query}
    page = await request.api.call("listBulkEdits", query=query)
    rows = [{**one, "title": title_of(one), "plants": plants_words(request, one)} for one in page["items"]]
    return request.render("bulk_edits.html", page=page, rows=rows)


def title_of(one: ApiAnswer) -> str:
    """Return the changes of a bulk edit in a few words, such as "Price +5 %, ending in 0.99"."""
    words = summary(check_changes(one["changes"], ""))
    return words[:1].upper() + words[1:]


def plants_words(request: PageRequest, one: ApiAnswer) -> str:
    """Return in words which plants a bulk edit selects. A supplier is hidden from people who may not see costs."""
    if one["filter"] is None:
        return f"{one['selected']:,} selected {'plant' if one['selected'] == 1 else 'plants'}"
    if one["filter"]:
        return f"All plants that match: {filter_words(one['filter'], request.zone)}"
    return "All plants" if request.sees_costs else "All plants, or those of one supplier"


async def _new(request: PageRequest) -> Response:
    try:
        selection = _selection(request)
    except Malformed as refused:
        return request.render("bulk_edit_new.html", status=400, refused=refused, chosen=None)
    return await _page(request, selection)


async def _check(request: PageRequest) -> Response:
    """Create the bulk edit, and go to the page with the result of its check."""
    try:
        selection = _selection(request)
    except Malformed as refused:
        return request.render("bulk_edit_new.html", status=400, refused=refused, chosen=None)
    found, absent = await existing(request, selection)
    if selection.is_empty or (absent and not found.ids):
        return await _page(request, selection, None if selection.is_empty else NotFound(_NONE_LEFT))
    try:
        changes = changes_in(request.form)
    except Invalid as refused:
        return await _page(request, selection, refused)
    body: dict[str, Any] = {"ids": list(found.ids)} if found.ids else {"filter": dict(found.filters)}
    try:
        made = await request.api.call("checkBulkEdit", body=body | {"changes": changes}, key=request.idempotency_key)
    except Invalid as refused:
        return await _page(request, selection, for_form(refused))
    except (Conflict, Malformed) as refused:
        return await _page(request, selection, refused)
    left = f"{len(absent):,} selected plants were deleted and are left out." if len(absent) > 1 else ""
    left = f"Plant {absent[0]} was deleted and is left out." if len(absent) == 1 else left
    return request.redirect(f"/bulk-edits/{made['id']}", left)


def _selection(request: PageRequest) -> Selection:
    """Return the selection of the address, or that of a submitted form, which is kept if the session has ended."""
    form = request.form
    filters = form.beginning(HIDDEN)
    if IDS in form or ALL in form or filters:
        return read_selection({**filters, **{name: form.get(name) for name in (IDS, ALL) if name in form}})
    request.check_query()
    return read_selection(request.query, others=(DO, LIKE))


async def _page(request: PageRequest, selection: Selection, refused: StoreError | None = None) -> Response:
    if selection.is_empty:
        return request.render("bulk_edit_new.html", refused=None, chosen=None)
    found, absent = await existing(request, selection)
    try:
        if absent and not found.ids:
            raise NotFound(_NONE_LEFT)
        counted = await count(request, found)
        first = await _first(request, found, counted)
    except (Malformed, NotFound) as wrong:
        return request.render("bulk_edit_new.html", status=KINDS[type(wrong)].status, refused=wrong, chosen=None)
    return request.render(
        "bulk_edit_new.html",
        status=200 if refused is None else KINDS[type(refused)].status,
        refused=refused,
        chosen=found,
        hidden=_hidden(selection),
        counted=counted,
        words=filter_words(found.filters, request.zone),
        absent=absent,
        first=first,
        values=await _values(request),
        ways=WAYS,
        labels=LABELS,
        tags=TAGS,
        back=Selection(filters=found.filters, sort=found.sort).address("/plants"),
    )


async def _first(request: PageRequest, selection: Selection, counted: ApiAnswer) -> list[ApiAnswer]:
    """Return the first selected plants."""
    if selection.ids:
        some = [await plant_or_none(request, one) for one in selection.ids[:FIRST_PLANTS]]
        return [one for one in some if one is not None]
    if not counted["count"]:
        return []
    query = {**selection.filters, SORT.name: "id", "limit": str(FIRST_PLANTS)}
    items: list[ApiAnswer] = (await request.api.call("listPlants", query=query))["items"]
    return items


async def plant_or_none(request: PageRequest, plant_id: int) -> ApiAnswer | None:
    """Return a plant; None if it was deleted, or if the person may not read plants."""
    if not request.may("showPlant"):
        return None
    try:
        return await request.api.call("showPlant", {"id": str(plant_id)})
    except (NotFound, Gone, Forbidden):
        return None


def _hidden(selection: Selection) -> list[tuple[str, str]]:
    """Return the fields of the form that say which plants it is for."""
    if selection.ids:
        return [(IDS, ",".join(map(str, selection.ids)))]
    return [(ALL, "yes"), *((HIDDEN + name, text) for name, text in selection.filters.items())]


async def _values(request: PageRequest) -> Values:
    """Return what the form shows: what was entered; otherwise the changes of an earlier bulk edit, or the action."""
    if request.form.pairs:
        return dict(reversed(request.form.pairs))
    if (earlier := request.query.get(LIKE)) is not None:
        try:
            return values_of((await request.api.call("showBulkEdit", {"id": earlier}))["changes"])
        except (NotFound, Forbidden):
            return {}
    wanted = request.query.get(DO, "")
    return {"action": wanted} if wanted in EDITS[1:] else {}


PAGES = (
    get_page("/bulk-edits", _list, "listBulkEdits"),
    get_page("/bulk-edits/new", _new, "checkBulkEdit", "countPlants"),
    post_page("/bulk-edits/new", _check, "checkBulkEdit", "countPlants"),
)
