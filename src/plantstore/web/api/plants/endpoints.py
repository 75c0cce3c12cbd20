"""The operations on plants."""

import re
from dataclasses import replace
from typing import Any

from plantstore.catalogue.commands import Stored, find, prefetch_for, with_event
from plantstore.domain import plant as rules
from plantstore.domain.errors import Changed, Conflict, FieldError, Gone, Invalid, NotFound, OutsideLog
from plantstore.domain.plant import ID_MAX, Plant, Status
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import plant_search
from plantstore.web.api.plants.changes import CHANGED_AFTER, changes_page
from plantstore.web.api.plants.filters import FILTERS, SORT, Q, filter_of, read_place, sort_of, write_place
from plantstore.web.api.plants.schemas import EXAMPLE_ANSWER, EXAMPLE_INPUT, EXAMPLE_RECORD
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.pagination import CURSOR, LIMIT, items_response, limit_of
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

PLANTS = f"{API}/plants"
PLANT = PLANTS + "/{id}"
MERGE_PATCH = "application/merge-patch+json"
_ID = re.compile(r"[1-9][0-9]{0,15}")


def _add(context: RequestContext, tx: Transaction) -> Response:
    fields, status = split_status(context)
    [stored] = context.dependencies.catalogue.add_plants(tx, [fields], status=status)
    location = (b"location", f"{PLANTS}/{stored.plant.id}".encode())
    return plant_response(context, tx, stored, status=201, headers=(location,))


def _list(context: RequestContext, tx: Transaction) -> Response:
    if CHANGED_AFTER.name in context.query:
        return changes_page(context, tx)
    keyset = replace(context.keyset, position=read_place(context.keyset.position))
    page = plant_search.page(
        tx, filter_of(context.query), sort=sort_of(context.query), keyset=keyset, limit=limit_of(context)
    )
    items = [context.dependencies.catalogue.record(plant, tx.now) for plant in page.plants]
    return items_response(context, items, following=write_place(page.following))


def _show(context: RequestContext, tx: Transaction) -> Response:
    return shown(context, tx, find(tx, _id(context)))


def _change(context: RequestContext, tx: Transaction) -> Response:
    return plant_response(
        context,
        tx,
        context.dependencies.catalogue.change_plant(tx, _id(context), context.body, version=context.version),
    )


def _delete(context: RequestContext, tx: Transaction) -> Response:
    context.dependencies.catalogue.delete_plant(tx, _id(context), deleted_by=context.token.id, version=context.version)
    return Response(204)


def _add_draft(context: RequestContext, tx: Transaction) -> Response:
    return plant_response(
        context, tx, context.dependencies.catalogue.add_to_store(tx, _id(context), version=context.version)
    )


def _archive(context: RequestContext, tx: Transaction) -> Response:
    return plant_response(
        context, tx, context.dependencies.catalogue.archive(tx, _id(context), version=context.version)
    )


def _restore(context: RequestContext, tx: Transaction) -> Response:
    return plant_response(
        context, tx, context.dependencies.catalogue.restore(tx, _id(context), version=context.version)
    )


def shown(context: RequestContext, tx: Transaction, plant: Plant) -> Response:
    """Answer a GET of one plant."""
    return unless_known(
        plant_response(context, tx, with_event(tx, plant)), context.request.headers.get(b"if-none-match")
    )


def plant_response(
    context: RequestContext,
    tx: Transaction,
    stored: Stored,
    *,
    status: int = 200,
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> Response:
    """Answer with a plant: its record, its event, and advice."""
    plant: Plant = stored.plant
    record = context.dependencies.catalogue.record(plant, tx.now)
    record["event_id"] = stored.event_id
    record["warnings"] = rules.warnings(plant.fields)
    mark = str(record["availability"]) if plant.fields.available_from else ""  # a day comes without a new version
    return json_response(record, status=status, headers=(etag(plant.version, mark), *headers))


def _id(context: RequestContext) -> int:
    text = context.request.values["id"]
    if _ID.fullmatch(text) is None or int(text) > ID_MAX:
        raise NotFound("There is no such plant: plants have whole numbers.")
    return int(text)


def split_status(context: RequestContext) -> tuple[dict[str, Any], Status]:
    """Take the status out of the body: it is no field to the domain. A wrong one is named with what else is wrong."""
    fields = {name: value for name, value in context.body.items() if name != "status"}
    given = context.body.get("status")
    if given is None or given == "active":
        return fields, Status.ACTIVE
    if given == "draft":
        return fields, Status.DRAFT
    detail = 'Write "draft" or "active". An archived plant is one that was in the store before.'
    problems = [FieldError(pointer="/status", code="status", detail=detail)]
    try:
        rules.check_fields(fields, currency_default=context.dependencies.settings.currency)
    except Invalid as error:
        problems += error.fields
    raise Invalid(fields=tuple(problems))


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=PLANTS,
        name="addPlant",
        scope=Scope.PLANTS_WRITE,
        summary="Add a plant",
        description="An active plant (the default) is in the store when this answers, and every receiver is owed its "
        "event, whose id is in `event_id`. A draft has no event yet.",
        handler=write_handler(  # plants that are new touch no row of others
            _add, exclusive=False, prefetch=lambda context: prefetch_for(context.body)
        ),
        status=201,
        request="PlantInput",
        request_example=EXAMPLE_INPUT,
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        logs_activity=False,
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=PLANTS,
        name="listPlants",
        scope=Scope.PLANTS_READ,
        summary="List plants",
        description="In the order of `sort`. With `q`, plants in which each word is found, or begins a word: in the "
        "name, the botanical and common names, the SKU, the GTIN and the tags. A page can be short where few fit the "
        "filters: go on until `next` is null. With `changed_after`, a program that keeps a copy of the catalogue "
        "gets what was added, changed and deleted since it last asked, without a gap, however many processes write: it "
        "asks with 0 first, and then with the `after` of the answer before, which stays the same while nothing is new.",
        handler=read_handler(_list),
        response="PlantPage",
        response_example={"items": [EXAMPLE_RECORD], "next": None, "prev": None},
        parameters=(Q, *FILTERS, CHANGED_AFTER, SORT, LIMIT, CURSOR),
        errors=(OutsideLog,),
    ),
    Endpoint(
        method="GET",
        path=PLANT,
        name="showPlant",
        scope=Scope.PLANTS_READ,
        summary="Show a plant",
        description="With If-None-Match, the answer is 304 while the plant has that version.",
        handler=read_handler(_show),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        cached=True,
        errors=(NotFound, Gone),
    ),
    Endpoint(
        method="PATCH",
        path=PLANT,
        name="changePlant",
        scope=Scope.PLANTS_WRITE,
        summary="Change a plant",
        description="A merge patch (RFC 7396). No event follows: events tell of additions only.",
        handler=write_handler(_change),
        request="PlantPatch",
        request_example={"price": "19.90", "description": None},
        media_types=(JSON, MERGE_PATCH),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER | {"price": "19.90"},
        conditional=True,
        logs_activity=False,
        errors=(NotFound, Gone, Invalid, Conflict, Changed),
    ),
    Endpoint(
        method="DELETE",
        path=PLANT,
        name="deletePlant",
        scope=Scope.PLANTS_WRITE,
        summary="Delete a plant",
        description="For good; its number is never given out again. Its event, if it was added, is still delivered.",
        handler=write_handler(_delete),
        status=204,
        conditional=True,
        errors=(NotFound, Gone, Changed),
    ),
    Endpoint(
        method="POST",
        path=PLANT + "/addition",
        name="addDraft",
        scope=Scope.PLANTS_WRITE,
        summary="Add a draft to the store",
        description="The draft becomes active, and its event follows. A plant in the store stays as it is.",
        handler=write_handler(_add_draft),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        conditional=True,
        errors=(NotFound, Gone, Conflict, Changed),
    ),
    Endpoint(
        method="POST",
        path=PLANT + "/archival",
        name="archivePlant",
        scope=Scope.PLANTS_WRITE,
        summary="Take a plant out of the store",
        description="The plant is kept as archived, and can be restored. No event follows.",
        handler=write_handler(_archive),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER | {"status": "archived"},
        conditional=True,
        errors=(NotFound, Gone, Conflict, Changed),
    ),
    Endpoint(
        method="DELETE",
        path=PLANT + "/archival",
        name="restorePlant",
        scope=Scope.PLANTS_WRITE,
        summary="Restore an archived plant",
        description="It is active again. It was added before, so no event follows.",
        handler=write_handler(_restore),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        conditional=True,
        errors=(NotFound, Gone, Conflict, Changed),
    ),
)
