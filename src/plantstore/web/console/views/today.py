"""The start page of staff: plants that need attention with what mends each, new plants, who was notified, imports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plantstore.domain.timestamps import from_datetime, to_text
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

PLANTS_SHOWN = 3  # plants shown of each group
ADDED_SHOWN, IMPORTS_SHOWN, RECEIVERS_SHOWN = 4, 3, 6
PLANTS_AT_FIRST = 0  # the page shows the first steps until there are more plants than this
PHOTOS = "photos"
UNDOABLE = ("done", "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """How a group of plants is called, the one action that mends a plant, and the section of the plant to edit."""

    title: str
    action: str
    section: str

    def address(self, plant: Mapping[str, Any]) -> str:
        """Return the address of the page that mends a plant, with its section open; photos need no open section."""
        opened = "" if self.section in ("", PHOTOS) else f"?edit={self.section}"
        return f"/plants/{plant['id']}{opened}" + (f"#{self.section}" if self.section else "")


MENDING = {
    "old_draft": Mending(title="Drafts older than a day", action="Finish", section=""),
    "no_price": Mending(title="No price", action="Add price", section="price"),
    "no_photo": Mending(title="No photo", action="Add photo", section=PHOTOS),
    "out_of_stock": Mending(title="Out of stock, still in the store", action="Set stock", section="price"),
    "name_in_doubt": Mending(title="Botanical name not recognised", action="Correct", section="names"),
}
_OPEN = "Open"


async def show_today(request: PageRequest) -> Response:
    """Return the start page of staff."""
    attention = await request.api.call("listAttention")
    counts = await _counts(request)
    stats = await request.api.call("showDeliveryStats") if request.may("showDeliveryStats") else None
    imports = []
    if request.may("listImports"):
        imports = (await request.api.call("listImports", query={"limit": str(IMPORTS_SHOWN)}))["items"]
    return request.render(
        "today.html",
        now=request.local_now(),
        groups=_groups(request, attention),
        pairs=_pairs(request, attention["duplicates"]),
        duplicates=attention["duplicates"]["count"],
        failed_imports=(attention["imports"] or [])[:PLANTS_SHOWN],
        counts=counts,
        added=await added_plants(request),
        stats=stats,
        receivers=[] if stats is None else stats["receivers"][:RECEIVERS_SHOWN],
        imports=[_import(request, one) for one in imports],
        is_first=counts["tabs"]["all"]["count"] <= PLANTS_AT_FIRST,
    )


async def _counts(request: PageRequest) -> ApiAnswer:
    """Return the counts of plants, whose `total` are those added today."""
    midnight = request.local_now().replace(hour=0, minute=0, second=0, microsecond=0)
    return await request.api.call("countPlants", query={"added_after": to_text(from_datetime(midnight))})


async def added_plants(request: PageRequest) -> Sequence[Mapping[str, Any]]:
    """Return the newest plants in the store, each with `progress`, its delivery counts; None if they are unknown."""
    query = {"sort": "-added_at", "status": "active", "limit": str(ADDED_SHOWN)}
    plants = (await request.api.call("listPlants", query=query))["items"]
    progress: dict[int, ApiAnswer] = {}
    if plants and request.may("listAnnouncements"):
        ids = ",".join(str(one["id"]) for one in plants)
        found = (await request.api.call("listAnnouncements", query={"plants": ids}))["items"]
        progress = {one["plant"]: one for one in found or ()}
    return [{**one, "progress": progress.get(one["id"])} for one in plants]


def _groups(request: PageRequest, attention: ApiAnswer) -> list[dict[str, Any]]:
    """Return the groups that have plants, each with the plants to show and their actions."""
    found = []
    for group in attention["groups"]:
        mending = MENDING.get(group["reason"])
        if mending is None or not group["plants"]:
            continue
        plants = [{**one, "address": mending.address(one)} for one in group["plants"][:PLANTS_SHOWN]]
        action = mending.action if request.may("changePlant") else _OPEN
        found.append({**group, "title": mending.title, "action": action, "plants": plants})
    return found


def _pairs(request: PageRequest, duplicates: ApiAnswer) -> list[dict[str, Any]]:
    """Return the first two plants of the first groups of possible duplicates, and where they are compared."""
    pairs = [group[:2] for group in duplicates["groups"][:PLANTS_SHOWN] if len(group) > 1]
    may_merge = request.may("mergePlants")
    return [
        {
            "plants": pair,
            "address": f"/plants/{pair[0]['id']}/merges/{pair[1]['id']}" if may_merge else "/plants/duplicates",
        }
        for pair in pairs
    ]


def _import(request: PageRequest, one: ApiAnswer) -> dict[str, Any]:
    is_undoable = one["state"] in UNDOABLE and (one["added"] or one["updated"])
    return {
        **one,
        "is_own": one["asked_by"] == request.token.id,
        "may_undo": bool(is_undoable) and request.may("undoImport"),
        "may_confirm": one["state"] == "checked" and request.may("confirmImport"),
    }


PAGES = (get_page("/today", show_today, "listAttention"),)
