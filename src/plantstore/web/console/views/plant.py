"""The plant page: details, deliveries and history; edit, archive, restore or delete the plant."""

import json
from functools import partial

from plantstore.domain.errors import Changed, Conflict, Gone, Invalid, Malformed, StoreError
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import View, get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_details import shown_value
from plantstore.web.console.plant_form import IN_SECTIONS, NAMES, TAGS, Values, patch, values_in, values_of
from plantstore.web.console.plant_words import sections_of
from plantstore.web.console.views.duplicates import merge_can_be_undone, merged_plants
from plantstore.web.console.views.plant_history import history_of
from plantstore.web.console.views.plant_new import details_for, receivers_told
from plantstore.web.http.json_body import read_object
from plantstore.web.http.response import Response

DELIVERIES_MAX = 100  # max deliveries shown, one per receiver; the delivery list shows all
TAKE, THEIRS = "take-", "theirs"


async def _show(request: PageRequest) -> Response:
    try:
        if request.is_restored and "was" in request.form:
            return await _page(
                request, values=values_in(request.form), was=_read_was(request), version=request.form.number("version")
            )
        return await _page(request)
    except Gone as gone:
        return request.render("plant_gone.html", status=410, gone=gone, number=request.values["id"])


async def _save(request: PageRequest) -> Response:
    was, values = _read_was(request), values_in(request.form)
    for name in NAMES:
        if request.form.get(TAKE + name) == THEIRS:
            values[name] = was.get(name, "")
    changes = patch(values, was)
    address = f"/plants/{request.values['id']}"
    if not changes:
        return request.redirect(address, "No changes to save.")
    try:
        await request.api.call("changePlant", request.values, body=changes, version=request.form.number("version"))
    except Changed:
        return await _changed_meanwhile(request, values, was)
    except (Invalid, Conflict) as refused:
        return await _page(request, values=values, was=was, version=request.form.number("version"), refused=refused)
    return request.redirect(address, "Saved.")


async def _changed_meanwhile(request: PageRequest, mine: Values, was: Values) -> Response:
    """Return a page that compares the person's version with the saved one, field by field.

    Fields that the person didn't edit default to the saved version.
    """
    plant, version = await request.api.call_with_version("showPlant", request.values)
    theirs = values_of(plant)
    rows = [
        {
            "name": name,
            "words": words,
            "mine": mine[name],
            "mine_shown": shown_value(name, mine[name]),
            "theirs_shown": shown_value(name, theirs[name]),
            "touched": mine[name] != was.get(name),
        }
        for name, words in NAMES.items()
        if mine[name] != theirs[name]
    ]
    return request.render(
        "plant_changed.html",
        status=412,
        plant=plant,
        opened_version=version,
        rows=rows,
        same=[(name, mine[name]) for name in NAMES if mine[name] == theirs[name]],
        was=json.dumps(theirs, ensure_ascii=False),
        take=TAKE,
    )


async def _page(
    request: PageRequest,
    *,
    values: Values | None = None,
    was: Values | None = None,
    version: int | None = None,
    refused: StoreError | None = None,
) -> Response:
    plant, shown_version = await request.api.call_with_version("showPlant", request.values)
    now = values_of(plant)
    deliveries = await _deliveries(request, plant)
    return request.render(
        "plant.html",
        status={Invalid: 422, Conflict: 409}.get(type(refused), 200) if refused else 200,
        refused=refused,
        plant=plant,
        opened_version=version or shown_version,
        values=values or now,
        was=json.dumps(was or now, ensure_ascii=False),
        names=NAMES,
        plain_names=[(name, words) for name, words in NAMES.items() if name not in IN_SECTIONS],
        sections=sections_of(plant),
        tags=TAGS,
        details=details_for(request) | {"folded": not refused and values is None},
        deliveries=deliveries,
        accepted=sum(one["state"] == "delivered" for one in deliveries["items"]) if deliveries else 0,
        history=await history_of(request, plant),
        receivers=await receivers_told(request) if plant["status"] == "draft" else None,
        absent=_absent(plant),
        siblings=(await request.api.call("listSiblings", request.values))["items"],
        merged=await merged_plants(request, plant),
        undoable=await merge_can_be_undone(request, plant),
    )


async def _deliveries(request: PageRequest, plant: ApiAnswer) -> ApiAnswer | None:
    """Return the deliveries of the plant's event; None if there is no event or the token doesn't permit it."""
    if plant["event_id"] is None or not request.may("listDeliveries"):
        return None
    query = {"event": plant["event_id"], "limit": str(DELIVERIES_MAX)}
    return await request.api.call("listDeliveries", query=query)


def _absent(plant: ApiAnswer) -> list[str]:
    """Return the names of the commonly used fields that are empty."""
    fields = {"price": "price", "images": "picture", "botanical_name": "botanical name"}
    return [words for name, words in fields.items() if not plant[name]]


async def _move(request: PageRequest, operation: str, words: str) -> Response:
    """Call the operation, which changes the plant's state, and redirect with a notice that ends with `words`."""
    # Only addDraft fails if the plant was edited.
    version = request.form.number("version") if operation == "addDraft" else None
    address = f"/plants/{request.values['id']}"
    try:
        plant = await request.api.call(operation, request.values, version=version, key=request.idempotency_key)
    except Changed:
        return request.redirect(address, "Someone else changed this plant. Nothing was done: check it and try again.")
    except Conflict as refused:
        return await _page(request, refused=refused)
    return request.redirect(address, f"“{plant['name']}” {words}")


async def _ask_to_delete(request: PageRequest) -> Response:
    return await _deletion(request)


async def _delete(request: PageRequest) -> Response:
    plant = await request.api.call("showPlant", request.values)
    if " ".join(request.form.get("confirm").split()).casefold() != plant["name"].casefold():
        return await _deletion(request, wrong="Type the plant's name exactly as shown above.")
    try:
        await request.api.call("deletePlant", request.values, version=request.form.number("version"))
    except Changed:
        return await _deletion(request, wrong="Someone else just changed this plant. Check it again, then continue.")
    return request.redirect("/plants", f"“{plant['name']}” was deleted. Its number {plant['id']} is never reused.")


async def _deletion(request: PageRequest, *, wrong: str = "") -> Response:
    plant, version = await request.api.call_with_version("showPlant", request.values)
    deliveries = await _deliveries(request, plant)
    open_count = 0
    if deliveries:
        open_count = sum(one["state"] in ("queued", "retrying", "held") for one in deliveries["items"])
    return request.render(
        "plant_delete.html",
        status=422 if wrong else 200,
        plant=plant,
        opened_version=version,
        wrong=wrong,
        open_count=open_count,
        knows=deliveries is not None,
    )


def _read_was(request: PageRequest) -> Values:
    """Return the values when the form was opened; if they are missing, an empty dict: every field counts as changed."""
    try:
        found = read_object((request.form.get("was") or "{}").encode())
    except Malformed:
        return {}
    return {name: str(found[name]) for name in NAMES if name in found}


def _moves(operation: str, words: str) -> View:
    return partial(_move, operation=operation, words=words)


PAGES = (
    get_page("/plants/{id}", _show, "showPlant"),
    post_page("/plants/{id}", _save, "changePlant"),
    post_page("/plants/{id}/add", _moves("addDraft", "is in the store."), "addDraft"),
    post_page("/plants/{id}/archive", _moves("archivePlant", "is archived."), "archivePlant"),
    post_page(
        "/plants/{id}/restore", _moves("restorePlant", "is back in the store. No new webhook is sent."), "restorePlant"
    ),
    get_page("/plants/{id}/delete", _ask_to_delete, "deletePlant", "showPlant"),
    post_page("/plants/{id}/delete", _delete, "deletePlant", "showPlant", proved=True),
)
