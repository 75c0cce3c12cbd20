"""Saved views of the list of plants: save, rename, replace and delete one. All people in the shop share them."""

from plantstore.domain.errors import Changed, Conflict, Forbidden, Invalid, StoreError
from plantstore.domain.plants.plant_view import NAME_CHARS_MAX
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_filters import words_of
from plantstore.web.console.plant_list import HIDDEN, PlantList, filters_in_form, read_list
from plantstore.web.console.saved_views import address_of
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response


async def _new(request: PageRequest) -> Response:
    if request.is_restored:
        return _new_form(request, PlantList(filters=_filters(request)))
    return _new_form(request, read_list(request.query, request.zone))


async def _save(request: PageRequest) -> Response:
    filters = _filters(request)
    body = {"name": request.form.get("name"), "query": filters}
    try:
        view = await request.api.call("addPlantView", body=body, key=request.idempotency_key)
    except (Invalid, Conflict, Forbidden) as refused:
        return _new_form(request, PlantList(filters=filters), refused=refused)
    return request.redirect(address_of(view), f"View “{view['name']}” is saved, for everyone in the shop.")


async def _show(request: PageRequest) -> Response:
    return await _edit_form(request)


async def _replace(request: PageRequest) -> Response:
    """Save the name and the filters of a view, if no one else changed it since the form was opened."""
    body = {"name": request.form.get("name"), "query": _filters(request)}
    try:
        view = await request.api.call(
            "changePlantView",
            _id(request),
            body=body,
            version=request.form.number("version"),
            key=request.idempotency_key,
        )
    except (Invalid, Conflict, Changed) as refused:
        return await _edit_form(request, refused=refused)
    return request.redirect(address_of(view), f"View “{view['name']}” is saved, for everyone in the shop.")


async def _delete(request: PageRequest) -> Response:
    version = request.form.number("version")
    try:
        await request.api.call("deletePlantView", _id(request), version=version, key=request.idempotency_key)
    except Changed as refused:
        return await _edit_form(request, refused=refused)
    return request.redirect("/plants", f"View “{request.form.get('name')}” is deleted. The plants stay as they are.")


def _new_form(request: PageRequest, listing: PlantList, *, refused: StoreError | None = None) -> Response:
    return request.render(
        "plant_view_new.html",
        status=_status(refused),
        refused=refused,
        name=request.form.get("name"),
        filters=listing.filters,
        words=words_of(listing.filters, request.zone),
        back=listing.address(),
        hidden=HIDDEN,
        name_chars_max=NAME_CHARS_MAX,
    )


async def _edit_form(request: PageRequest, *, refused: StoreError | None = None) -> Response:
    """Return the form of a view; after a refusal with what was sent, unless someone else changed the view."""
    view, version = await request.api.call_with_version("showPlantView", _id(request))
    is_kept = request.is_restored or (refused is not None and not isinstance(refused, Changed))
    filters = _filters(request) if is_kept else view["query"]
    if request.is_restored and not filters:  # the form that deletes a view has none
        filters = view["query"]
    return request.render(
        "plant_view.html",
        status=_status(refused),
        refused=refused,
        view=view,
        view_version=(request.form.number("version") or version) if request.is_restored else version,
        name=request.form.get("name") if is_kept else view["name"],
        filters=filters,
        words=words_of(filters, request.zone),
        back=address_of(view),
        hidden=HIDDEN,
        name_chars_max=NAME_CHARS_MAX,
    )


def _filters(request: PageRequest) -> dict[str, str]:
    return filters_in_form(dict(request.form.pairs))


def _id(request: PageRequest) -> dict[str, str]:
    return {"id": request.values["view"]}


def _status(refused: StoreError | None) -> int:
    return 200 if refused is None else KINDS[type(refused)].status


PAGES = (
    get_page("/plants/views/new", _new, "addPlantView"),
    post_page("/plants/views/new", _save, "addPlantView"),
    get_page("/plants/views/{view}", _show, "showPlantView", "changePlantView"),
    post_page("/plants/views/{view}", _replace, "showPlantView", "changePlantView"),
    post_page("/plants/views/{view}/delete", _delete, "showPlantView", "deletePlantView"),
)
