"""The page of a plant: what is known about it, one section opened as a form, deliveries and history."""

import json
from typing import Any

from plantstore.domain.errors import Conflict, Invalid, StoreError
from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES, TAGS, Values, values_of
from plantstore.web.console.plant_images import NEW_ALT, NEW_URL, image_rows, rows_in
from plantstore.web.console.plant_sections import EDIT, SECTIONS, Section, only, section_of
from plantstore.web.console.plant_words import facts_of
from plantstore.web.console.views.duplicates import merge_can_be_undone, merged_plants
from plantstore.web.console.views.plant_history import history_of
from plantstore.web.console.views.plant_new import details_for, receivers_told
from plantstore.web.http.response import Headers, Response

DELIVERIES_MAX = 100  # max deliveries shown, one per receiver; the delivery list shows all
SAVED = "saved"  # the parameter that names the section that was just saved


async def plant_page(
    request: PageRequest,
    *,
    section: Section | None = None,
    values: Values | None = None,
    was: Values | None = None,
    version: int | None = None,
    refused: StoreError | None = None,
    status: int | None = None,
    more_headers: Headers = (),
    **more: Any,
) -> Response:
    """Return the page with one section open, if any. `values`, `was` and `version` are those of the submitted form."""
    plant, shown_version = await request.api.call_with_version("showPlant", request.values)
    now = values_of(plant)
    deliveries = await deliveries_of(request, plant)
    return request.render(
        "plant.html",
        status=status or ({Invalid: 422, Conflict: 409}.get(type(refused), 200) if refused else 200),
        more_headers=more_headers,
        refused=refused,
        plant=plant,
        opened_version=version or shown_version,
        SECTIONS=SECTIONS,
        edit="" if section is None else section.key,
        names_here=NAMES if section is None else {name: NAMES[name] for name in section.fields},
        values=now | (values or {}),
        was="" if section is None else json.dumps(was or only(section, now), ensure_ascii=False),
        facts=facts_of(plant),
        tags=TAGS,
        details=details_for(request),
        **_images(request, plant, is_sent=values is not None),
        deliveries=deliveries,
        accepted=sum(one["state"] == "delivered" for one in deliveries["items"]) if deliveries else 0,
        history=await history_of(request, plant),
        receivers=await receivers_told(request) if plant["status"] == "draft" else None,
        absent=_absent(plant),
        siblings=(await request.api.call("listSiblings", request.values))["items"],
        merged=await merged_plants(request, plant),
        undoable=await merge_can_be_undone(request, plant),
        **{"photos": None} | more,
    )


def asked_section(request: PageRequest) -> Section | None:
    """Return the section that the address opens; None for none, or if the person may not change plants."""
    if not request.may("changePlant"):
        return None
    return section_of(request.query.get(EDIT, ""), sees_costs=request.sees_costs)


async def deliveries_of(request: PageRequest, plant: ApiAnswer) -> ApiAnswer | None:
    """Return the deliveries of the plant's event; None if there is no event or the token doesn't permit it."""
    if plant["event_id"] is None or not request.may("listDeliveries"):
        return None
    query = {"event": plant["event_id"], "limit": str(DELIVERIES_MAX)}
    return await request.api.call("listDeliveries", query=query)


def _images(request: PageRequest, plant: ApiAnswer, *, is_sent: bool) -> dict[str, Any]:
    """Return what the form for the images needs: as it was sent, or as the plant is."""
    sent = rows_in(request.form) if is_sent else []
    rows = sent or image_rows(plant)
    return {
        "image_rows": rows,
        "places": [(number, str(number)) for number in range(1, len(rows) + 1)],
        "new_image": (request.form.get(NEW_URL), request.form.get(NEW_ALT)) if is_sent else ("", ""),
        "new_image_names": (NEW_URL, NEW_ALT),
        "thumbnail_of": {one["url"]: small for one, small in zip(plant["images"], plant["thumbnails"], strict=True)},
        "images_max": IMAGES_MAX,
    }


def _absent(plant: ApiAnswer) -> list[str]:
    """Return the names of the commonly used fields that are empty."""
    fields = {"price": "price", "images": "picture", "botanical_name": "botanical name"}
    return [words for name, words in fields.items() if not plant[name]]
