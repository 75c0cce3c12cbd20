"""The endpoints for saved views: named filters of the list of plants, which all people in the shop share."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import msgspec

from plantstore.domain.errors import Changed, Conflict, FieldError, Forbidden, Invalid, NotFound
from plantstore.domain.plants.objects import UNKNOWN_REPORTED_MAX, did_you_mean, pointer_to
from plantstore.domain.plants.plant_view import NAME_CHARS_MAX, VIEWS_MAX, PlantView, check_name, name_key
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_views as stored
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.filters import SORT, needs_costs
from plantstore.web.api.plants.stored_query import SELECTING, check_query
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

VIEWS = f"{API}/plant-views"
VIEW = VIEWS + "/{id}"
PARAMETERS = (*SELECTING, SORT)
_EXAMPLE: dict[str, Any] = {
    "id": "viw_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "Roses in 5 L",
    "query": {"genus": "Rosa", "pot_size": "5 L"},
    "created_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "created_at": "2026-03-02T09:15:00.000Z",
    "updated_at": "2026-03-02T09:15:00.000Z",
}
_INPUT = {name: _EXAMPLE[name] for name in ("name", "query")}
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_CHARS_MAX)]


class PlantViewInput(msgspec.Struct, forbid_unknown_fields=True):
    """A view to save."""

    name: Annotated[_Name, described("The name, which no other view has; case does not matter.", pattern=patterns.TEXT)]
    query: Annotated[
        dict[str, str],
        described("Parameters of the list of plants: `q`, its filters and `sort`, as strings. {} is the whole list."),
    ]


class SavedPlantView(msgspec.Struct):
    """A saved view of the list of plants."""

    id: str
    name: str
    query: Annotated[dict[str, str], described("The parameters of the list of plants.")]
    created_by: Annotated[str, described("The id of the token that created it.")]
    created_at: Time
    updated_at: Time


class PlantViewList(msgspec.Struct):
    """All saved views."""

    items: Annotated[list[SavedPlantView], described("Sorted by name.", maxItems=VIEWS_MAX)]


def _list(context: RequestContext, tx: Transaction) -> Response:
    items = [_written(view) for view in stored.all_views(tx) if _may_see(context, view)]
    return json_response(PlantViewList(items=items))


def _show(context: RequestContext, tx: Transaction) -> Response:
    return unless_known(_response(_find(context, tx)), context.request.headers.get(b"if-none-match"))


def _create(context: RequestContext, tx: Transaction) -> Response:
    name, query = _read(context, tx)
    others = stored.all_views(tx)
    if len(others) >= VIEWS_MAX:
        raise Conflict(f"There are {VIEWS_MAX} views already. Delete one first.")
    _check_unused(name, [view.name for view in others])
    view = PlantView(
        id=context.dependencies.ids.view(),
        name=name,
        query=query,
        version=1,
        created_by=context.token.id,
        created_at=tx.now,
        updated_at=tx.now,
    )
    stored.insert(tx, view)
    context.detail = name
    return _response(view, status=201)


def _replace(context: RequestContext, tx: Transaction) -> Response:
    name, query = _read(context, tx)
    before = _find_version(context, tx)
    _check_unused(name, [view.name for view in stored.all_views(tx) if view.id != before.id])
    now = max(before.updated_at, tx.now)
    view = replace(before, name=name, query=query, version=before.version + 1, updated_at=now)
    stored.update(tx, view)
    context.detail = name
    return _response(view)


def _remove(context: RequestContext, tx: Transaction) -> Response:
    view = _find_version(context, tx)
    stored.remove(tx, view.id)
    context.detail = view.name
    return Response(204)


def _read(context: RequestContext, tx: Transaction) -> tuple[str, dict[str, str]]:
    """Return the checked name and query of a body. Raise Invalid with all problems, Forbidden for a hidden filter."""
    problems = [
        FieldError(pointer=pointer_to(name), code="unknown", detail=did_you_mean(name, ("name", "query")))
        for name in sorted(context.body.keys() - {"name", "query"})[:UNKNOWN_REPORTED_MAX]
    ]
    name, texts = "", dict[str, str]()
    try:
        name = check_name(context.body.get("name"))
    except Invalid as error:
        problems += error.fields
    try:
        settings = context.dependencies.settings
        texts, values = check_query(context.body.get("query"), "/query", settings, now=tx.now, parameters=PARAMETERS)
        if needs_costs(values) and not sees_costs(context):
            raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may filter by supplier.")
    except Invalid as error:
        problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return name, texts


def _check_unused(name: str, others: list[str]) -> None:
    if name_key(name) in map(name_key, others):
        detail = "Another view has this name."
        raise Conflict(detail, fields=(FieldError(pointer="/name", code="taken", detail=detail),))


def _find(context: RequestContext, tx: Transaction) -> PlantView:
    """Return the view of the path. Raise NotFound if there is none that the token may see."""
    view = stored.find(tx, context.request.values["id"])
    if view is None or not _may_see(context, view):
        raise NotFound("There is no view with this id.")
    return view


def _find_version(context: RequestContext, tx: Transaction) -> PlantView:
    """Return the view of the path. Raise Changed if it has not the version in If-Match."""
    view = _find(context, tx)
    if context.version is not None and context.version != view.version:
        raise Changed
    return view


def _may_see(context: RequestContext, view: PlantView) -> bool:
    """True unless the view names a supplier, and the token may not know suppliers."""
    return sees_costs(context) or not needs_costs(view.query)


def _written(view: PlantView) -> SavedPlantView:
    return SavedPlantView(
        id=view.id,
        name=view.name,
        query=view.query,
        created_by=view.created_by,
        created_at=to_text(view.created_at),
        updated_at=to_text(view.updated_at),
    )


def _response(view: PlantView, *, status: int = 200) -> Response:
    location = ((b"location", f"{VIEWS}/{view.id}".encode()),) if status == 201 else ()
    return json_response(_written(view), status=status, headers=(etag(view.version), *location))


_write = partial(Endpoint, scope=Scope.PLANTS_WRITE)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=VIEWS,
        name="listPlantViews",
        scope=Scope.PLANTS_READ,
        summary="List saved views",
        description="Named filters of the list of plants, sorted by name. Those that name a supplier are listed only "
        "for tokens with the scope costs:read.",
        handler=read_handler(_list),
        response=PlantViewList,
        response_example={"items": [_EXAMPLE]},
    ),
    _write(
        method="POST",
        path=VIEWS,
        name="addPlantView",
        summary="Save a view",
        description=f"Saves a named filter of the list of plants, for everyone in the shop. At most {VIEWS_MAX}.",
        handler=write_handler(_create),
        status=201,
        request=PlantViewInput,
        request_example=_INPUT,
        response=SavedPlantView,
        response_example=_EXAMPLE,
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=VIEW,
        name="showPlantView",
        scope=Scope.PLANTS_READ,
        summary="Get a saved view",
        description="Pass its `query` to the list of plants.",
        handler=read_handler(_show),
        cached=True,
        response=SavedPlantView,
        response_example=_EXAMPLE,
        errors=(NotFound,),
    ),
    _write(
        method="PUT",
        path=VIEW,
        name="changePlantView",
        summary="Replace a saved view",
        description="Replaces the name and the parameters.",
        handler=write_handler(_replace),
        conditional=True,
        request=PlantViewInput,
        request_example=_INPUT,
        response=SavedPlantView,
        response_example=_EXAMPLE,
        errors=(Invalid, Conflict, NotFound, Changed),
    ),
    _write(
        method="DELETE",
        path=VIEW,
        name="deletePlantView",
        summary="Delete a saved view",
        description="The plants stay as they are.",
        handler=write_handler(_remove),
        status=204,
        conditional=True,
        errors=(NotFound, Changed),
    ),
)
