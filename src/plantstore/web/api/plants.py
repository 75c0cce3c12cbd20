"""The operations on plants."""

import re
from dataclasses import replace
from typing import Any

from plantstore.catalogue.commands import Stored, ahead_of, find, with_event
from plantstore.domain import plant as rules
from plantstore.domain.errors import Changed, Conflict, FieldError, Gone, Invalid, NotFound, OutsideLog
from plantstore.domain.plant import ID_MAX, Plant, Status
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import plant_search
from plantstore.web.api.plant_changes import CHANGED_AFTER, changes_page
from plantstore.web.api.plant_filters import FILTERS, SORT, Q, filter_of, read_place, sort_of, write_place
from plantstore.web.api.plant_schema import EXAMPLE_ANSWER, EXAMPLE_INPUT, EXAMPLE_RECORD
from plantstore.web.http.endpoint import API, Endpoint, reading, writing
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.pagination import CURSOR, LIMIT, items_reply, limit_of
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_reply

PLANTS = f"{API}/plants"
PLANT = PLANTS + "/{id}"
MERGE_PATCH = "application/merge-patch+json"
_ID = re.compile(r"[1-9][0-9]{0,15}")


def _add(call: RequestContext, tx: Transaction) -> Response:
    fields, status = split_status(call)
    [stored] = call.services.catalogue.add_plants(tx, [fields], status=status)
    location = (b"location", f"{PLANTS}/{stored.plant.id}".encode())
    return plant_reply(call, tx, stored, status=201, headers=(location,))


def _list(call: RequestContext, tx: Transaction) -> Response:
    if CHANGED_AFTER.name in call.query:
        return changes_page(call, tx)
    cut = replace(call.cut, place=read_place(call.cut.place))
    page = plant_search.page(tx, filter_of(call.query), sort=sort_of(call.query), cut=cut, limit=limit_of(call))
    items = [call.services.catalogue.record(plant, tx.now) for plant in page.plants]
    return items_reply(call, items, following=write_place(page.following))


def _show(call: RequestContext, tx: Transaction) -> Response:
    return shown(call, tx, find(tx, _id(call)))


def _change(call: RequestContext, tx: Transaction) -> Response:
    return plant_reply(call, tx, call.services.catalogue.change_plant(tx, _id(call), call.body, version=call.version))


def _delete(call: RequestContext, tx: Transaction) -> Response:
    call.services.catalogue.delete_plant(tx, _id(call), deleted_by=call.token.id, version=call.version)
    return Response(204)


def _add_draft(call: RequestContext, tx: Transaction) -> Response:
    return plant_reply(call, tx, call.services.catalogue.add_to_store(tx, _id(call), version=call.version))


def _archive(call: RequestContext, tx: Transaction) -> Response:
    return plant_reply(call, tx, call.services.catalogue.archive(tx, _id(call), version=call.version))


def _restore(call: RequestContext, tx: Transaction) -> Response:
    return plant_reply(call, tx, call.services.catalogue.restore(tx, _id(call), version=call.version))


def shown(call: RequestContext, tx: Transaction, plant: Plant) -> Response:
    """Answer a GET of one plant."""
    return unless_known(plant_reply(call, tx, with_event(tx, plant)), call.request.headers.get(b"if-none-match"))


def plant_reply(
    call: RequestContext,
    tx: Transaction,
    stored: Stored,
    *,
    status: int = 200,
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> Response:
    """Answer with a plant: its record, its event, and advice."""
    plant: Plant = stored.plant
    record = call.services.catalogue.record(plant, tx.now)
    record["event_id"] = stored.event_id
    record["warnings"] = rules.warnings(plant.fields)
    mark = str(record["availability"]) if plant.fields.available_from else ""  # a day comes without a new version
    return json_reply(record, status=status, headers=(etag(plant.version, mark), *headers))


def _id(call: RequestContext) -> int:
    text = call.request.values["id"]
    if _ID.fullmatch(text) is None or int(text) > ID_MAX:
        raise NotFound("There is no such plant: plants have whole numbers.")
    return int(text)


def split_status(call: RequestContext) -> tuple[dict[str, Any], Status]:
    """Take the status out of the body: it is no field to the domain. A wrong one is named with what else is wrong."""
    fields = {name: value for name, value in call.body.items() if name != "status"}
    given = call.body.get("status")
    if given is None or given == "active":
        return fields, Status.ACTIVE
    if given == "draft":
        return fields, Status.DRAFT
    detail = 'Write "draft" or "active". An archived plant is one that was in the store before.'
    problems = [FieldError(pointer="/status", code="status", detail=detail)]
    try:
        rules.check_fields(fields, currency_default=call.services.settings.currency)
    except Invalid as error:
        problems += error.fields
    raise Invalid(fields=tuple(problems))


OPERATIONS = (
    Endpoint(
        method="POST",
        path=PLANTS,
        name="addPlant",
        scope=Scope.PLANTS_WRITE,
        summary="Add a plant",
        description="An active plant (the default) is in the store when this answers, and every receiver is owed its "
        "event, whose id is in `event_id`. A draft has no event yet.",
        handler=writing(  # plants that are new touch no row of others
            _add, alone=False, ahead=lambda call: ahead_of(call.body)
        ),
        status=201,
        request="PlantInput",
        request_example=EXAMPLE_INPUT,
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER,
        noted=False,
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
        handler=reading(_list),
        answer="PlantPage",
        answer_example={"items": [EXAMPLE_RECORD], "next": None, "prev": None},
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
        handler=reading(_show),
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER,
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
        handler=writing(_change),
        request="PlantPatch",
        request_example={"price": "19.90", "description": None},
        media_types=(JSON, MERGE_PATCH),
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER | {"price": "19.90"},
        conditional=True,
        noted=False,
        errors=(NotFound, Gone, Invalid, Conflict, Changed),
    ),
    Endpoint(
        method="DELETE",
        path=PLANT,
        name="deletePlant",
        scope=Scope.PLANTS_WRITE,
        summary="Delete a plant",
        description="For good; its number is never given out again. Its event, if it was added, is still delivered.",
        handler=writing(_delete),
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
        handler=writing(_add_draft),
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER,
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
        handler=writing(_archive),
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER | {"status": "archived"},
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
        handler=writing(_restore),
        answer="PlantAnswer",
        answer_example=EXAMPLE_ANSWER,
        conditional=True,
        errors=(NotFound, Gone, Conflict, Changed),
    ),
)
