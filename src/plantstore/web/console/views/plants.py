"""The plants: find one, look at it, add and change it."""

from typing import Any
from urllib.parse import urlencode

from plantstore.domain.errors import Invalid
from plantstore.web.console.page import does, shows
from plantstore.web.console.visit import Visit
from plantstore.web.reply import Reply

FILTERS = ("q", "status", "tag", "sku", "sort")


async def _list(visit: Visit) -> Reply:
    chosen = {name: visit.query[name] for name in FILTERS if visit.query.get(name)}
    cursor = {"cursor": visit.query["cursor"]} if "cursor" in visit.query else {}
    plants = await visit.desk.ask("listPlants", query=chosen | cursor)
    return visit.page("plants.html", plants=plants, chosen=chosen)


async def _new(visit: Visit) -> Reply:
    return visit.page("plant_new.html", name=visit.query.get("name", ""))


async def _add(visit: Visit) -> Reply:
    body = _fields(visit)
    try:
        plant = await visit.desk.ask("addPlant", body=body, key=visit.once)
    except Invalid as refused:
        return visit.page("plant_new.html", status=422, refused=refused, name=visit.form.get("name"))
    return visit.go(f"/plants?{urlencode({'q': plant['name']})}", f"“{plant['name']}” is in the store.")


def _fields(visit: Visit) -> dict[str, Any]:
    """What was filled in: an empty field is left out."""
    names = ("name", "botanical_name", "sku", "price", "tag", "description")
    body: dict[str, Any] = {name: visit.form.get(name) for name in names if visit.form.get(name)}
    return body | {"status": "draft" if visit.form.get("status") == "draft" else "active"}


PAGES = (
    shows("/plants", _list, "listPlants"),
    shows("/plants/new", _new, "addPlant"),
    does("/plants/new", _add, "addPlant"),
)
