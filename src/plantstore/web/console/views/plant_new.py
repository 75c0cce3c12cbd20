"""Add a plant: a form that says how many receivers it will tell, and asks back when there is one of that name."""

from typing import Any

from plantstore.domain.errors import Conflict, Invalid, Malformed, StoreError
from plantstore.domain.search_terms import terms_of
from plantstore.domain.timestamps import parse, to_text
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES, TAGS, Values, new_plant, values_in
from plantstore.web.http.response import Response

ALIKE_MAX, ALIKE_LOOKED_AT = 3, 20  # shown; of more there is nothing to learn
SEARCHED_WORDS_MAX, SEARCHED_CHARS_MAX = 6, 90


async def _show(visit: PageRequest) -> Response:
    return await _page(visit, values_in(visit.form) if visit.is_restored else {"name": visit.query.get("name", "")})


async def _add(visit: PageRequest) -> Response:
    values = values_in(visit.form)
    if visit.form.get("alike") != "added anyway" and (alike := await _alike(visit, values)):
        return await _page(visit, values, status=409, alike=alike)
    body = new_plant(values) | {"status": "draft" if visit.form.get("status") == "draft" else "active"}
    try:
        plant = await visit.desk.ask("addPlant", body=body, key=visit.once)
    except (Invalid, Conflict) as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        return await _page(visit, values, status=status, refused=refused)
    where = "a draft" if plant["status"] == "draft" else "in the store"
    return visit.go(f"/plants/{plant['id']}", f"“{plant['name']}” is {where}.")


async def _page(
    visit: PageRequest, values: Values, *, status: int = 200, refused: StoreError | None = None, **more: Any
) -> Response:
    return visit.page(
        "plant_new.html",
        status=status,
        refused=refused,
        values=dict.fromkeys(NAMES, "") | values,
        names=NAMES,
        tags=TAGS,
        receivers=await receivers_told(visit),
        opened_at=visit.form.get("opened_at") or to_text(visit.dependencies.clock.now()),
        **{"alike": []} | more,
    )


async def receivers_told(visit: PageRequest) -> int | None:
    """How many receivers a plant that is added now is announced to; None when the person may not know."""
    if not visit.may("listAnnouncements"):
        return None
    found = await visit.desk.ask("listAnnouncements")
    count: int = found["receivers"]
    return count


async def _alike(visit: PageRequest, values: Values) -> list[dict[str, Any]]:
    """Plants of that name that are there. Two different SKUs are two plants, whatever they are called.

    What came since the form was opened does not count: it may be this very form, sent twice.
    """
    words = terms_of(values["name"])
    query = " ".join(words[:SEARCHED_WORDS_MAX])[:SEARCHED_CHARS_MAX]
    if not query or not visit.may("listPlants"):
        return []
    opened_at = _opened_at(visit)
    try:
        found = await visit.desk.ask("listPlants", query={"q": query, "limit": str(ALIKE_LOOKED_AT)})
    except Malformed:
        return []
    return [
        plant
        for plant in found["items"]
        if terms_of(plant["name"]) == words
        and not (plant["sku"] and values["sku"])
        and (opened_at is None or parse(plant["created_at"]) < opened_at)
    ][:ALIKE_MAX]


def _opened_at(visit: PageRequest) -> int | None:
    try:
        return parse(visit.form.get("opened_at"))
    except ValueError:
        return None


PAGES = (
    shows("/plants/new", _show, "addPlant"),
    does("/plants/new", _add, "addPlant"),
)
