"""The history endpoints: who changed which field of a plant, or of all plants, from which value to which."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec

from plantstore.catalogue.commands import find
from plantstore.domain.errors import Gone, NotFound
from plantstore.domain.plants.history import VERSIONS_KEPT_MAX, Author, Change, Way
from plantstore.domain.plants.photo import with_addresses
from plantstore.domain.plants.plant import ID_MAX, Plant
from plantstore.domain.public_ids import BULK_EDIT_PREFIX
from plantstore.domain.timestamps import Instant, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_history
from plantstore.storage.tables.plant_history import HistoryFilter
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.endpoints import PLANT, PLANTS, read_id
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.http.endpoint import Endpoint, Parameter, read_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response, read_position, write_position
from plantstore.web.http.parameters import time_parameter, whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

_ACTOR = (
    "The id of the token; `store` for the store itself. null if it is not known, or your token has neither the scope "
    "plants:write nor operations:read."
)
_EXAMPLE: dict[str, Any] = {
    "plant": 1042,
    "version": 3,
    "time": "2026-03-02T09:15:00.000Z",
    "actor": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "actor_name": "shop assistant",
    "way": "console",
    "import": None,
    "bulk_edit": None,
    "changes": [{"field": "price", "before": "24.90", "after": "19.90"}],
}


class FieldChange(msgspec.Struct):
    """The values of a field before and after a change."""

    field: Annotated[str, described("The name of the field, or its path within an object: care.height_cm; or status.")]
    before: Annotated[Any, described("The value before, as in the record of a plant; null for none.")]
    after: Annotated[Any, described("The value after, as in the record of a plant; null for none.")]


class PlantChange(msgspec.Struct, rename={"import_id": "import"}):
    """A change of a plant."""

    plant: int
    version: Annotated[int, described("The plant's version after the change, as in its ETag.")]
    time: Time
    actor: Annotated[str | None, described(_ACTOR)]
    actor_name: Annotated[str | None, described("The name of the token at that time; null if `actor` is null.")]
    way: Annotated[
        str,
        described(
            "How the change was made: api, console, import, bulk (a bulk edit), undo (the undo of an import or a bulk "
            "edit) or store. More may be added."
        ),
    ]
    import_id: Annotated[str | None, described("The id of the import, if an import or its undo made the change.")]
    bulk_edit: Annotated[str | None, described("The id of the bulk edit, if one or its undo made the change.")]
    changes: Annotated[
        list[FieldChange],
        described("What changed. Costs and suppliers are listed only for tokens with the scope costs:read."),
    ]


class PlantCreation(msgspec.Struct, rename={"import_id": "import"}):
    """Who created a plant, and when."""

    time: Time
    actor: Annotated[str | None, described(_ACTOR)]
    actor_name: Annotated[str | None, described("The name of the token at that time; null if `actor` is null.")]
    way: Annotated[str | None, described("api, console, import or store; null if it is not known.")]
    import_id: Annotated[str | None, described("The id of the import that created the plant, if any.")]


class PlantHistory(msgspec.Struct):
    """A page of the changes of one plant, newest first."""

    items: list[PlantChange]
    next: Next
    prev: Prev
    created: PlantCreation
    complete: Annotated[
        bool,
        described(
            "Whether the history has every change since the creation. Changes from before version 0.7.0 are not known, "
            "and old ones are deleted."
        ),
    ]


class PlantHistoryPage(msgspec.Struct):
    """A page of the changes of all plants, newest first."""

    items: list[PlantChange]
    next: Next
    prev: Prev


def _of_plant(context: RequestContext, tx: Transaction) -> Response:
    plant = find(tx, read_id(context))
    found = plant_history.of_plant(
        tx,
        plant.id,
        with_costs=sees_costs(context),
        version=context.query.get("version"),
        keyset=context.keyset,
        limit=limit_of(context) + 1,
    )
    more = {"created": _created(context, tx, plant), "complete": plant_history.is_complete(tx, plant)}
    return page_response(
        context, found, item=lambda change: _write(context, change), place=lambda change: change.version, more=more
    )


def _of_all(context: RequestContext, tx: Transaction) -> Response:
    since: Instant | None = context.query.get("since")
    keyset = replace(context.keyset, position=read_position(context.keyset.position))
    filters = HistoryFilter(with_costs=sees_costs(context), since=since)
    found = plant_history.of_all(tx, filters, keyset=keyset, limit=limit_of(context) + 1)
    return page_response(context, found, item=lambda change: _write(context, change), place=_write_place)


def _write(context: RequestContext, change: Change) -> PlantChange:
    actor, name = _actor(context, change.author)
    work = change.author.import_id
    is_bulk = work is not None and work.startswith(BULK_EDIT_PREFIX)
    return PlantChange(
        plant=change.plant_id,
        version=change.version,
        time=to_text(change.at),
        actor=actor,
        actor_name=name,
        way=change.author.way.value,
        import_id=None if is_bulk else work,
        bulk_edit=work if is_bulk else None,
        changes=[
            FieldChange(field=field, before=_shown(context, field, before), after=_shown(context, field, after))
            for field, (before, after) in change.all_values.items()
        ],
    )


def _shown(context: RequestContext, field: str, value: Any) -> Any:
    return with_addresses(value, context.dependencies.catalogue.base_url) if field == "images" else value


def _created(context: RequestContext, tx: Transaction, plant: Plant) -> PlantCreation:
    author = plant_history.creator_of(tx, plant)
    actor, name = (None, None) if author is None else _actor(context, author)
    return PlantCreation(
        time=to_text(plant.created_at),
        actor=actor,
        actor_name=name,
        way=None if author is None else author.way.value,
        import_id=None if author is None else author.import_id,
    )


def _actor(context: RequestContext, author: Author) -> tuple[str | None, str | None]:
    """Return the id and name of an author. Tokens that only read plants do not learn who works in the shop."""
    knows = author.way is Way.STORE or not {Scope.PLANTS_WRITE, Scope.OPERATIONS_READ}.isdisjoint(context.token.scopes)
    return (author.actor, author.name) if knows else (None, None)


def _write_place(change: Change) -> str:
    return write_position((change.at, change.plant_id, change.version))


_VERSION = Parameter(
    name="version",
    description="Only the change that led to this version.",
    parse=lambda text, _: whole_number(text, least=1, most=ID_MAX),
    schema=lambda _: {"type": "integer", "minimum": 1, "maximum": ID_MAX},
)
_SINCE = time_parameter("since", "Only changes at or after this time (RFC 3339).")

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=PLANTS + "/history",
        name="listPlantChanges",
        scope=Scope.PLANTS_READ,
        may_be_late=True,
        summary="List the changes of all plants",
        description=(
            "Who changed which fields, newest first, without creations. A change appears when it is committed, which "
            "may be some seconds after its time: to export changes regularly, let the times overlap by a minute. To "
            "keep a copy of the catalogue, use `changed_after` of the list of plants instead. Kept for "
            "PLANTSTORE_HISTORY_DAYS days; the history of a deleted plant is deleted with it."
        ),
        handler=read_handler(_of_all),
        response=PlantHistoryPage,
        response_example={"items": [_EXAMPLE], "next": None, "prev": None},
        parameters=(_SINCE, LIMIT, CURSOR),
    ),
    Endpoint(
        method="GET",
        path=PLANT + "/history",
        name="showPlantHistory",
        scope=Scope.PLANTS_READ,
        summary="Get the history of a plant",
        description=(
            "Who changed which fields of the plant, from which value to which, newest first, and who created it. Kept "
            f"for PLANTSTORE_HISTORY_DAYS days, and for the last {VERSIONS_KEPT_MAX:,} versions. Changes from before "
            "version 0.7.0 are not known."
        ),
        handler=read_handler(_of_plant),
        response=PlantHistory,
        response_example={
            "items": [_EXAMPLE],
            "next": None,
            "prev": None,
            "created": {
                "time": "2026-03-01T08:00:00.000Z",
                "actor": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
                "actor_name": "shop assistant",
                "way": "import",
                "import": "imp_01kjxsnhx04t8gcvq1mz7b5e3d",
            },
            "complete": True,
        },
        errors=(NotFound, Gone),
        parameters=(_VERSION, LIMIT, CURSOR),
    ),
)
