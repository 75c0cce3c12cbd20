"""The plant page: show it; add, archive, restore or delete the plant."""

from functools import partial

from plantstore.domain.errors import Changed, Conflict, Gone
from plantstore.web.console.page import View, get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_sections import SECTION_FIELD, section_of, section_values
from plantstore.web.console.views.plant_edit import read_was
from plantstore.web.console.views.plant_page import asked_section, deliveries_of, plant_page
from plantstore.web.http.response import Response


async def _show(request: PageRequest) -> Response:
    try:
        section = section_of(request.form.get(SECTION_FIELD), sees_costs=request.sees_costs)
        if request.is_restored and section is not None and request.may("changePlant"):
            return await plant_page(
                request,
                section=section,
                values=section_values(section, request.form),
                was=read_was(request, section),
                version=request.form.number("version"),
            )
        return await plant_page(request, section=asked_section(request))
    except Gone as gone:
        return request.render("plant_gone.html", status=410, gone=gone, number=request.values["id"])


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
        return await plant_page(request, refused=refused)
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
    deliveries = await deliveries_of(request, plant)
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


def _moves(operation: str, words: str) -> View:
    return partial(_move, operation=operation, words=words)


PAGES = (
    get_page("/plants/{id}", _show, "showPlant"),
    post_page("/plants/{id}/add", _moves("addDraft", "is in the store."), "addDraft"),
    post_page("/plants/{id}/archive", _moves("archivePlant", "is archived."), "archivePlant"),
    post_page(
        "/plants/{id}/restore", _moves("restorePlant", "is back in the store. No new webhook is sent."), "restorePlant"
    ),
    get_page("/plants/{id}/delete", _ask_to_delete, "deletePlant", "showPlant"),
    post_page("/plants/{id}/delete", _delete, "deletePlant", "showPlant", proved=True),
)
