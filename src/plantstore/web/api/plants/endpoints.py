"""The plants endpoints: add, list, show, change and delete plants, and move them in and out of the store."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

from plantstore.catalogue.commands import Stored, find, prefetch_for, with_event
from plantstore.domain.errors import Changed, Conflict, FieldError, Forbidden, Gone, Invalid, NotFound, OutsideLog
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.plant import ID_MAX, Plant, Status
from plantstore.domain.plants.watch_list import warning_of
from plantstore.domain.plants.weak_key import duplicate_warning
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import plant_search, spelling
from plantstore.storage.tables import watch_list
from plantstore.web.api.plants.changes import CHANGED_AFTER, changes_page
from plantstore.web.api.plants.costs import guards_costs, sees_costs
from plantstore.web.api.plants.filters import (
    FILTERS,
    SORT,
    Q,
    needs_costs,
    read_filter,
    read_sort,
)
from plantstore.web.api.plants.schemas import EXAMPLE_ANSWER, EXAMPLE_INPUT, EXAMPLE_PLANT
from plantstore.web.api.plants.thumbnails import Thumbnails, records
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.pagination import CURSOR, LIMIT, items_response, limit_of, read_position, write_position
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

PLANTS = f"{API}/plants"
PLANT = PLANTS + "/{id}"
MERGE_PATCH = "application/merge-patch+json"
_ID = re.compile(r"[1-9][0-9]{0,15}")


@guards_costs
def _add(context: RequestContext, tx: Transaction) -> Response:
    fields, status = separate_status(context)
    [stored] = context.dependencies.catalogue.add_plants(tx, [fields], status=status)
    location = (b"location", f"{PLANTS}/{stored.plant.id}".encode())
    return plant_response(context, tx, stored, status=201, headers=(location,))


def _list(context: RequestContext, tx: Transaction) -> Response:
    if CHANGED_AFTER.name in context.query:
        return changes_page(context, tx)
    with_costs = sees_costs(context)
    if needs_costs(context.query) and not with_costs:
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may filter by supplier.")
    keyset = replace(context.keyset, position=read_position(context.keyset.position))
    filters = read_filter(context.query, context.dependencies.settings, now=tx.now)
    page = plant_search.page(tx, filters, sort=read_sort(context.query), keyset=keyset, limit=limit_of(context))
    is_whole = keyset.position is None and page.following is None
    meant = spelling.suggest(tx, filters, found=len(page.plants)) if is_whole else []
    items = records(context, tx, page.plants, with_costs=with_costs)
    more = {"did_you_mean": meant} if meant else {}
    following = None if page.following is None else write_position(page.following)
    return items_response(context, items, following=following, more=more)


def _show(context: RequestContext, tx: Transaction) -> Response:
    return show_response(context, tx, find(tx, read_id(context)))


@guards_costs
def _change(context: RequestContext, tx: Transaction) -> Response:
    catalogue = context.dependencies.catalogue
    return plant_response(
        context, tx, catalogue.change_plant(tx, read_id(context), context.body, version=context.version)
    )


def _delete(context: RequestContext, tx: Transaction) -> Response:
    context.dependencies.catalogue.delete_plant(
        tx, read_id(context), deleted_by=context.token.id, version=context.version
    )
    return Response(204)


def _add_draft(context: RequestContext, tx: Transaction) -> Response:
    added = context.dependencies.catalogue.add_to_store(tx, read_id(context), version=context.version)
    return plant_response(context, tx, added)


def _archive(context: RequestContext, tx: Transaction) -> Response:
    archived = context.dependencies.catalogue.archive(tx, read_id(context), version=context.version)
    return plant_response(context, tx, archived)


def _restore(context: RequestContext, tx: Transaction) -> Response:
    restored = context.dependencies.catalogue.restore(tx, read_id(context), version=context.version)
    return plant_response(context, tx, restored)


def show_response(context: RequestContext, tx: Transaction, plant: Plant) -> Response:
    """Return the response to a GET of a plant: 304 if If-None-Match lists its ETag."""
    response = plant_response(context, tx, with_event(tx, plant))
    return unless_known(response, context.request.headers.get(b"if-none-match"))


def plant_response(
    context: RequestContext,
    tx: Transaction,
    stored: Stored,
    *,
    status: int = 200,
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> Response:
    """Return a response with a plant's record, event id and warnings."""
    plant: Plant = stored.plant
    record = context.dependencies.catalogue.record(plant, tx.now, with_costs=sees_costs(context))
    thumbnails = Thumbnails(context, tx, [plant])
    record["thumbnails"] = thumbnails.of(plant)
    record["event_id"] = stored.event_id
    record["warnings"] = warnings_of(tx, stored)
    # Availability depends on the date, and thumbnails are fetched later: both change without a new version.
    mark = thumbnails.mark(plant, str(record["availability"]) if plant.fields.available_from else "")
    return json_response(record, status=status, headers=(etag(plant.version, mark), *headers))


def warnings_of(tx: Transaction, stored: Stored) -> list[FieldError]:
    """Return the warnings about a plant's fields, the watch list, its merge, and another plant that may be the same."""
    found = rules.warnings(stored.plant.fields)
    watched = watch_list.find(tx, stored.plant.fields)
    if watched is not None:
        found.append(warning_of(watched))
    into = stored.plant.merged_into
    if into is not None:
        detail = f"This plant was merged into plant {into}. Change that one instead."
        found.append(FieldError(pointer="", code="merged", detail=detail))
    if stored.like is not None:
        found.append(duplicate_warning(stored.plant.fields, stored.like))
    return found


def read_id(context: RequestContext, name: str = "id") -> int:
    """Return the id in the path. Raise NotFound if it is not a number that a plant can have."""
    text = context.request.values[name]
    if _ID.fullmatch(text) is None or int(text) > ID_MAX:
        raise NotFound("There is no such plant. Plant ids are whole numbers.")
    return int(text)


def separate_status(context: RequestContext) -> tuple[dict[str, Any], Status]:
    """Return the body without the status, and the status. If the status is wrong, raise Invalid with all problems."""
    fields = {name: value for name, value in context.body.items() if name != "status"}
    given = context.body.get("status")
    if given is None or given == "active":
        return fields, Status.ACTIVE
    if given == "draft":
        return fields, Status.DRAFT
    detail = 'Write "draft" or "active". To archive a plant, add it first.'
    problems = [FieldError(pointer="/status", code="status", detail=detail)]
    try:
        rules.check_fields(fields, currency_default=context.dependencies.settings.currency)
    except Invalid as error:
        problems += error.fields
    raise Invalid(fields=tuple(problems))


_change_one = partial(Endpoint, scope=Scope.PLANTS_WRITE, conditional=True)
_change_status = partial(
    _change_one,
    response="PlantAnswer",
    response_example=EXAMPLE_ANSWER,
    errors=(NotFound, Gone, Conflict, Changed),
)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=PLANTS,
        name="addPlant",
        scope=Scope.PLANTS_WRITE,
        summary="Add a plant",
        description=(
            "An active plant (the default) is in the store when you get the response, and its event will be delivered "
            "to every receiver; `event_id` is the id of the event. A draft has no event yet."
        ),
        handler=write_handler(  # not exclusive: adding a plant changes no existing row
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
        may_be_late=True,
        summary="List plants",
        description=(
            "Sorted by `sort`. With `q`, only plants with every word of the search, or a word that starts with it, in "
            "the name, botanical name, common names, SKU, GTIN or tags. If few plants match the filters, a page may "
            "be short: continue until `next` is null. If no or few plants match a misspelt search, `did_you_mean` has "
            "the nearest searches that find more. To keep a copy of the catalogue, use `changed_after`: it returns "
            "every plant that was added, changed or deleted since your last request, without gaps, even if several "
            "processes write. Start with 0, then pass the `after` of the previous response; it stays the same while "
            "there are no changes."
        ),
        handler=read_handler(_list),
        response="PlantPage",
        response_example={"items": [EXAMPLE_PLANT], "next": None, "prev": None},
        parameters=(Q, *FILTERS, CHANGED_AFTER, SORT, LIMIT, CURSOR),
        errors=(OutsideLog,),
    ),
    Endpoint(
        method="GET",
        path=PLANT,
        name="showPlant",
        scope=Scope.PLANTS_READ,
        summary="Get a plant",
        description="With If-None-Match, the response is 304 if the plant still has that version.",
        handler=read_handler(_show),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        cached=True,
        errors=(NotFound, Gone),
    ),
    _change_one(
        method="PATCH",
        path=PLANT,
        name="changePlant",
        summary="Change a plant",
        description="A merge patch (RFC 7396). This creates no event: events are for added plants only.",
        handler=write_handler(_change),
        request="PlantPatch",
        request_example={"price": "19.90", "description": None},
        media_types=(JSON, MERGE_PATCH),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER | {"price": "19.90"},
        logs_activity=False,
        errors=(NotFound, Gone, Invalid, Conflict, Changed),
    ),
    _change_one(
        method="DELETE",
        path=PLANT,
        name="deletePlant",
        summary="Delete a plant",
        description=(
            "Deletes the plant permanently; its id is never reused. If the plant was added to the store, its event is "
            "still delivered."
        ),
        handler=write_handler(_delete),
        status=204,
        errors=(NotFound, Gone, Changed),
    ),
    _change_status(
        method="POST",
        path=PLANT + "/addition",
        name="addDraft",
        summary="Add a draft to the store",
        description="Makes a draft active and creates its event. No effect if the plant is already active.",
        handler=write_handler(_add_draft),
    ),
    _change_status(
        method="POST",
        path=PLANT + "/archival",
        name="archivePlant",
        summary="Archive a plant",
        description="Takes the plant out of the store. It can be restored. This creates no event.",
        handler=write_handler(_archive),
        response_example=EXAMPLE_ANSWER | {"status": "archived"},
    ),
    _change_status(
        method="DELETE",
        path=PLANT + "/archival",
        name="restorePlant",
        summary="Restore an archived plant",
        description="Makes the plant active again. This creates no event, because the plant was added before.",
        handler=write_handler(_restore),
    ),
)
