"""Possible duplicates: the list of groups, two plants side by side, the merge, and its undo."""

from itertools import islice
from typing import Any

from plantstore.catalogue.duplicates import DISMISSED_MAX
from plantstore.domain.errors import Changed, Conflict, Invalid, NotFound, StoreError
from plantstore.domain.plants.plant import ID_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_details import OBJECTS
from plantstore.web.console.plant_form import NAMES
from plantstore.web.http.response import Response

TAKE = "take-"
ID_DIGITS_MAX = len(str(ID_MAX))
GROUPS_SHOWN = "20"
MERGED_SHOWN_MAX = 20  # max merged plants that a plant page lists
_WORDS = NAMES | {name: name.replace("_", " ").capitalize() for name in OBJECTS}


async def _list(request: PageRequest) -> Response:
    query = {"limit": GROUPS_SHOWN} | {name: request.query[name] for name in ("cursor",) if name in request.query}
    found = await request.api.call("listDuplicates", query=query)
    return request.render(
        "duplicates.html", groups=found, before=_page_address(found["prev"]), after=_page_address(found["next"])
    )


async def _dismiss(request: PageRequest) -> Response:
    listed = request.form.get("plants").split(",", DISMISSED_MAX + 1)  # more are refused
    ids = [int(text) for text in listed if _is_id(text)]
    try:
        await request.api.call("dismissDuplicates", body={"plants": ids}, key=request.idempotency_key)
    except (Invalid, Conflict, NotFound) as refused:
        return request.redirect("/plants/duplicates", f"Nothing was changed. {refused.detail}")
    return request.redirect("/plants/duplicates", "Marked as different. They will not be listed together again.")


async def _compare(request: PageRequest) -> Response:
    return await _comparison(request)


async def _merge(request: PageRequest) -> Response:
    kept, other = request.values["id"], request.values["other"]
    if not _is_id(other):
        raise NotFound
    found = await request.api.call("compareForMerge", request.values)
    take = [name for name in found["takeable"] if request.form.get(TAKE + name)]
    version = request.form.get("version")
    try:
        await request.api.call(
            "mergePlants",
            {"id": kept},
            body={"other": int(other), "take": take},
            version=int(version) if _is_id(version) else None,
            key=request.idempotency_key,
        )
    except (Changed, Conflict, Invalid) as refused:
        return await _comparison(request, refused=refused)
    return request.redirect(f"/plants/{kept}", f"Plant {other} was merged into this plant. No webhook is sent.")


async def _undo(request: PageRequest) -> Response:
    other = request.values["other"]
    try:
        await request.api.call("undoMerge", request.values)
    except Conflict as refused:
        return request.redirect(f"/plants/{request.values['id']}", refused.detail)
    return request.redirect(f"/plants/{int(other)}", "The merge was undone. No webhook is sent.")


async def merged_plants(request: PageRequest, plant: ApiAnswer) -> list[dict[str, Any]]:
    """Return the plants that were merged into a plant, at most MERGED_SHOWN_MAX."""
    if plant["status"] == "draft" or not request.may("listMerges"):
        return []
    found = await request.api.call("listMerges", {"id": str(plant["id"])})
    return list(islice(found["items"], MERGED_SHOWN_MAX))


async def merge_can_be_undone(request: PageRequest, plant: ApiAnswer) -> bool:
    """True if a plant was merged, and recently enough to undo that. A plant merged earlier can only be restored."""
    if plant["merged_into"] is None or not request.may("undoMerge"):
        return False
    ids = {"id": str(plant["merged_into"]), "other": str(plant["id"])}
    return (await request.api.call("compareForMerge", ids))["merged_at"] is not None


async def _comparison(request: PageRequest, *, refused: StoreError | None = None) -> Response:
    found = await request.api.call("compareForMerge", request.values)
    _, version = await request.api.call_with_version("showPlant", {"id": request.values["id"]})
    kept, other = found["kept"], found["other"]
    rows = [
        {
            "name": name,
            "words": _WORDS.get(name, name),
            "kept": _text(kept.get(name)),
            "other": _text(other.get(name)),
            "takeable": name in found["takeable"],
        }
        for name in found["differing"]
    ]
    return request.render(
        "merge.html",
        status={Changed: 412, Conflict: 409, Invalid: 422}.get(type(refused), 200) if refused else 200,
        refused=refused,
        kept=kept,
        other=other,
        rows=rows,
        refusal=found["refusal"],
        opened_version=version,
        take=TAKE,
    )


def _is_id(text: str) -> bool:
    """True for a number that is short enough for an id or a version."""
    return text.isascii() and text.isdigit() and len(text) <= ID_DIGITS_MAX


def _text(value: Any) -> str:
    """Return a value of a plant's record as text, with a line for each part of it."""
    match value:
        case None | [] | "" | "unknown":
            return ""
        case dict():
            lines = ((key, _text(part).replace("\n", ", ")) for key, part in value.items())
            return "\n".join(f"{key.replace('_', ' ')}: {text}" for key, text in lines if text)
        case list():
            return "\n".join(_text(part).replace("\n", ", ") for part in value)
        case _:
            return str(value)


def _page_address(address: str | None) -> str:
    """Return the page that shows what an address of the API has; "" if there is none."""
    return "" if address is None else f"/plants/duplicates?{address.partition('?')[2]}"


PAGES = (
    get_page("/plants/duplicates", _list, "listDuplicates"),
    post_page("/plants/duplicates", _dismiss, "dismissDuplicates", "listDuplicates"),
    get_page("/plants/{id}/merges/{other}", _compare, "mergePlants", "compareForMerge", "showPlant"),
    post_page("/plants/{id}/merges/{other}", _merge, "mergePlants", "compareForMerge", "showPlant"),
    post_page("/plants/{id}/merges/{other}/undo", _undo, "undoMerge"),
)
