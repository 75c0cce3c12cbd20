"""Add a plant. The form shows how many receivers will be notified, and warns about plants with the same name."""

from typing import Any

from plantstore.domain.errors import Conflict, Invalid, Malformed, StoreError
from plantstore.domain.plants.search_terms import terms_of
from plantstore.domain.timestamps import parse, to_text
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_details import LIGHTS, OPTIONS
from plantstore.web.console.plant_form import NAMES, TAGS, Values, new_plant, values_in, values_of
from plantstore.web.http.response import Response

ALIKE_MAX, ALIKE_LOOKED_AT = 3, 20  # max plants with the same name shown; max search results checked
LIKE = "like"  # the parameter with the id of a plant that the form starts with
OWN_FIELDS = ("sku", "gtin", "pot_size", "price", "compare_at_price", "cost", "stock_quantity", "available_from")
SEARCHED_WORDS_MAX, SEARCHED_CHARS_MAX = 6, 90


async def _show(request: PageRequest) -> Response:
    if request.is_restored:
        return await _page(request, values_in(request.form))
    like = request.query.get(LIKE, "")
    return await _page(request, await _copied(request, like) if like else {"name": request.query.get("name", "")})


async def _copied(request: PageRequest, plant_id: str) -> Values:
    """Return the values of another plant, as far as they fit one of the same cultivar in another pot."""
    plant = await request.api.call("showPlant", {"id": plant_id})
    return {name: text for name, text in values_of(plant).items() if name not in OWN_FIELDS}


async def _add(request: PageRequest) -> Response:
    values = values_in(request.form)
    if request.form.get("alike") != "added anyway" and (alike := await _alike(request, values)):
        return await _page(request, values, status=409, alike=alike)
    body = new_plant(values) | {"status": "draft" if request.form.get("status") == "draft" else "active"}
    try:
        plant = await request.api.call("addPlant", body=body, key=request.idempotency_key)
    except (Invalid, Conflict) as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        return await _page(request, values, status=status, refused=refused)
    where = "saved as a draft" if plant["status"] == "draft" else "in the store"
    return request.redirect(f"/plants/{plant['id']}", f"“{plant['name']}” is {where}.")


async def _page(
    request: PageRequest, values: Values, *, status: int = 200, refused: StoreError | None = None, **more: Any
) -> Response:
    return request.render(
        "plant_new.html",
        status=status,
        refused=refused,
        values=dict.fromkeys(NAMES, "") | values,
        names=NAMES,
        tags=TAGS,
        details=details_for(request),
        receivers=await receivers_told(request),
        opened_at=request.form.get("opened_at") or to_text(request.dependencies.clock.now()),
        **{"alike": []} | more,
    )


def details_for(request: PageRequest) -> dict[str, Any]:
    """Return what forms of plants need. Supplier and cost need their own permission."""
    return {"names": NAMES, "options": OPTIONS, "lights": LIGHTS, "costs": request.sees_costs}


async def receivers_told(request: PageRequest) -> int | None:
    """Return the number of receivers that are notified of a new plant; None if the token doesn't permit it."""
    if not request.may("listAnnouncements"):
        return None
    found = await request.api.call("listAnnouncements")
    count: int = found["receivers"]
    return count


async def _alike(request: PageRequest, values: Values) -> list[dict[str, Any]]:
    """Return existing plants with the same name, except when both have an SKU: the API checks that SKUs are unique.

    Plants created after the form was opened are ignored, because the form itself may have been submitted twice.
    """
    words = terms_of(values["name"])
    query = " ".join(words[:SEARCHED_WORDS_MAX])[:SEARCHED_CHARS_MAX]
    if not query or not request.may("listPlants"):
        return []
    opened_at = _opened_at(request)
    try:
        found = await request.api.call("listPlants", query={"q": query, "limit": str(ALIKE_LOOKED_AT)})
    except Malformed:
        return []
    return [
        plant
        for plant in found["items"]
        if terms_of(plant["name"]) == words
        and not (plant["sku"] and values["sku"])
        and (opened_at is None or parse(plant["created_at"]) < opened_at)
    ][:ALIKE_MAX]


def _opened_at(request: PageRequest) -> int | None:
    try:
        return parse(request.form.get("opened_at"))
    except ValueError:
        return None


PAGES = (
    get_page("/plants/new", _show, "addPlant"),
    post_page("/plants/new", _add, "addPlant"),
)
