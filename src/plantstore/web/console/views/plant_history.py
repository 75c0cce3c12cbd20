"""The history of a plant: all its changes, and the form that gives fields their old values back."""

from typing import Any

from plantstore.domain.errors import Changed, Conflict, Invalid
from plantstore.domain.plants.history import with_values
from plantstore.web.console import plant_history
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_history import old_values
from plantstore.web.http.response import Response

SHOWN_MAX = 6  # max changes on the page of the plant; the page of its history has all


async def history_of(request: PageRequest, plant: ApiAnswer) -> dict[str, Any]:
    """Return the newest part of a plant's history for its page."""
    found = await request.api.call("showPlantHistory", request.values, query={"limit": str(SHOWN_MAX)})
    return _in_words(found, plant)


async def _show(request: PageRequest) -> Response:
    query: dict[str, str] = {name: request.query[name] for name in ("cursor", "limit") if name in request.query}
    plant, version = await request.api.call_with_version("showPlant", request.values)
    found = await request.api.call("showPlantHistory", request.values, query=query)
    return request.render(
        "plant_history.html", plant=plant, opened_version=version, page=found, history=_in_words(found, plant)
    )


def _in_words(found: ApiAnswer, plant: ApiAnswer) -> dict[str, Any]:
    is_last = found["next"] is None
    return {
        "entries": plant_history.entries(found["items"]),
        "created": plant_history.created(found, plant) if is_last else None,
        "incomplete": is_last and not found["complete"],
        "has_more": not is_last,
    }


async def _change_back(request: PageRequest) -> Response:
    """Set the fields of one change to the values that they had before it, if the page shows the current version."""
    address = f"/plants/{request.values['id']}"
    version, number = request.form.number("version"), request.form.number("change")
    if version is None or number is None:
        return request.redirect(address, "Nothing was changed: open the plant again.")
    query = {"version": str(number)}
    found = (await request.api.call("showPlantHistory", request.values, query=query))["items"]
    values = old_values(found[0]) if found else {}
    if not values:
        return request.redirect(address, "This change is no longer in the history.")
    plant = await request.api.call("showPlant", request.values)
    names = {name.partition(".")[0] for name in values}
    body = with_values({name: plant[name] for name in names}, values)
    try:
        await request.api.call("changePlant", request.values, body=body, version=version)
    except Changed:
        return request.redirect(address, "Someone else changed this plant. Nothing was done: check it and try again.")
    except (Invalid, Conflict) as refused:
        detail = refused.fields[0].detail if refused.fields else refused.detail
        return request.redirect(address, f"The old values don't fit any more: {detail}")
    return request.redirect(address, "Changed back.")


PAGES = (
    get_page("/plants/{id}/history", _show, "showPlantHistory", "showPlant"),
    post_page("/plants/{id}/history", _change_back, "changePlant", "showPlantHistory"),
)
