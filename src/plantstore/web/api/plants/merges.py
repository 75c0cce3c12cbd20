"""The endpoints for merges: compare two plants, merge one into the other, list and undo merges."""

from collections.abc import Iterable
from dataclasses import fields
from functools import partial
from typing import Annotated, Any

import msgspec

from plantstore.catalogue import merges as commands
from plantstore.domain.errors import Changed, Conflict, Forbidden, Gone, Invalid, NotFound
from plantstore.domain.plants.plant import COSTS, ID_MAX, PlantFields
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables.merges import MERGED_MAX, Merge
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.duplicates import EXAMPLES, LikePlant, PlantId, like_plant
from plantstore.web.api.plants.endpoints import PLANT, plant_response, read_id
from plantstore.web.api.plants.schemas import EXAMPLE_ANSWER, EXAMPLE_PLANT
from plantstore.web.api.plants.thumbnails import Thumbnails, records
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

MERGES = PLANT + "/merges"
MERGE = MERGES + "/{other}"


class MergeInput(msgspec.Struct, forbid_unknown_fields=True):
    """The plant to merge, and what is taken from it."""

    other: Annotated[
        PlantId,
        described("The id of the plant that is merged, and archived.", format="int64", minimum=1, maximum=ID_MAX),
    ]
    take: Annotated[
        list[str],
        msgspec.Meta(max_length=len(fields(PlantFields))),
        described("The names of fields that the kept plant lacks, and takes from the other."),
    ] = []


class PastMerge(msgspec.Struct):
    """A plant that was merged into another."""

    plant: LikePlant
    merged_at: Annotated[str | None, described("When; null if it can no longer be undone.", format="date-time")]
    taken: Annotated[list[str], described("The names of the fields that the kept plant took from it.")]


class MergeList(msgspec.Struct):
    """The plants that were merged into one plant."""

    items: Annotated[list[PastMerge], described("Oldest plant first.", maxItems=MERGED_MAX)]


class MergeComparison(msgspec.Struct):
    """Two plants, and what a merge would do."""

    kept: Annotated[dict[str, Any], described("The record of the plant that would be kept.")]
    other: Annotated[dict[str, Any], described("The record of the plant that would be merged and archived.")]
    differing: Annotated[list[str], described("The names of the fields in which they differ.")]
    takeable: Annotated[list[str], described("The names of the fields that the kept plant lacks and can take.")]
    refusal: Annotated[str | None, described("Why they cannot be merged; null if they can.")]
    merged_at: Annotated[
        str | None, described("When they were merged, if it can be undone; otherwise null.", format="date-time")
    ]
    taken: Annotated[list[str], described("The names of the fields that were taken, if it can be undone.")]


def _merge(context: RequestContext, tx: Transaction) -> Response:
    body = to_struct(context.body, MergeInput)
    hidden = [name for name in body.take if name in COSTS]
    if hidden and not sees_costs(context):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may take {' and '.join(hidden)}.")
    stored = commands.merge_plants(
        tx, read_id(context), body.other, take=body.take, merged_by=context.token.id, version=context.version
    )
    context.detail = f"plant {body.other}" + (f", took {', '.join(dict.fromkeys(body.take))}" if body.take else "")
    return plant_response(context, tx, stored)


def _undo(context: RequestContext, tx: Transaction) -> Response:
    ids = read_id(context), read_id(context, "other")
    if not sees_costs(context) and not commands.taken(tx, *ids).isdisjoint(COSTS):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may undo this merge.")
    return plant_response(context, tx, commands.undo_merge(tx, *ids, version=context.version))


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = commands.merged_plants(tx, read_id(context))
    thumbnails = Thumbnails(context, tx, [plant for plant, _ in found])
    items = [
        PastMerge(
            plant=like_plant(plant, thumbnails),
            merged_at=_time(merge),
            taken=_shown(context, merge.taken if merge else ()),
        )
        for plant, merge in found
    ]
    return json_response(MergeList(items=items))


def _compare(context: RequestContext, tx: Transaction) -> Response:
    found = commands.compare(tx, read_id(context), read_id(context, "other"))
    kept, other = records(context, tx, [found.kept, found.other], with_costs=sees_costs(context))
    comparison = MergeComparison(
        kept=kept,
        other=other,
        differing=_shown(context, found.differing),
        takeable=_shown(context, found.takeable),
        refusal=found.refusal or None,
        merged_at=_time(found.merge),
        taken=_shown(context, found.merge.taken if found.merge else ()),
    )
    return json_response(comparison)


def _shown(context: RequestContext, names: Iterable[str]) -> list[str]:
    """Return the names of fields without those that the token may not see."""
    return [name for name in names if name not in COSTS or sees_costs(context)]


def _time(merge: Merge | None) -> str | None:
    return None if merge is None else to_text(merge.merged_at)


_OTHER: dict[str, Any] = EXAMPLE_PLANT | {"id": 1187, "sku": None}
_change = partial(
    Endpoint,
    scope=Scope.PLANTS_WRITE,
    conditional=True,
    response="PlantAnswer",
    response_example=EXAMPLE_ANSWER,
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=MERGES,
        name="listMerges",
        scope=Scope.PLANTS_READ,
        summary="List the plants merged into a plant",
        description=f"At most {MERGED_MAX} plants can be merged into one.",
        handler=read_handler(_list),
        response=MergeList,
        response_example={
            "items": [{"plant": EXAMPLES[1], "merged_at": "2026-03-02T09:15:00.000Z", "taken": ["description"]}]
        },
        errors=(NotFound, Gone),
    ),
    _change(
        method="POST",
        path=MERGES,
        name="mergePlants",
        summary="Merge a plant into this one",
        description=(
            "The other plant is archived, with `merged_into`; its SKU and GTIN stay reserved. This plant takes the "
            "fields in `take`, which it must lack. Both get a new version. This creates no event, and deliveries under "
            "way are sent as they are. The response is the plant that is kept."
        ),
        handler=write_handler(_merge),
        request=MergeInput,
        request_example={"other": 1187, "take": ["description"]},
        errors=(NotFound, Gone, Invalid, Conflict, Changed),
    ),
    Endpoint(
        method="GET",
        path=MERGE,
        name="compareForMerge",
        scope=Scope.PLANTS_READ,
        summary="Compare two plants for a merge",
        description="What a merge of the plant `other` into this plant would do, or has done.",
        handler=read_handler(_compare),
        response=MergeComparison,
        response_example={
            "kept": EXAMPLE_PLANT,
            "other": _OTHER,
            "differing": ["sku"],
            "takeable": [],
            "refusal": None,
            "merged_at": None,
            "taken": [],
        },
        errors=(NotFound, Gone, Invalid),
    ),
    _change(
        method="DELETE",
        path=MERGE,
        name="undoMerge",
        summary="Undo a merge",
        description=(
            "Gives the other plant back as it was, active or archived, and clears what this plant took from it, except "
            "fields that were edited since. Possible as long as the history of plants is kept. No event is created. "
            "The response is the plant that was kept."
        ),
        handler=write_handler(_undo),
        errors=(NotFound, Gone, Conflict, Changed),
    ),
)
