"""The endpoints for a shop's daily work: counts of plants, plants that need attention, and siblings of a plant."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Annotated, Any

import msgspec

from plantstore.catalogue.commands import find
from plantstore.catalogue.duplicates import page as duplicate_groups
from plantstore.domain.errors import Forbidden, Gone, NotFound
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.plant_import import PlantImport
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import plant_counts, plant_search
from plantstore.storage.queries.plant_counts import COUNT_MAX
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_siblings import SIBLINGS_MAX, siblings
from plantstore.storage.tables import duplicates, imports
from plantstore.storage.tables.plant_filters import Concern, PlantFilter
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.endpoints import PLANT, PLANTS, read_id
from plantstore.web.api.plants.filters import FILTERS, OLD_DRAFT_S, Q, needs_costs, read_filter
from plantstore.web.api.plants.thumbnails import ThumbnailList, Thumbnails
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import Endpoint, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

COUNTS, ATTENTION, SIBLINGS = f"{PLANTS}/counts", f"{PLANTS}/attention", f"{PLANT}/siblings"
FIRST_PLANTS = 5  # shown of each group
IMPORTS_MAX = 100  # newest imports that are examined for failed rows
IMPORT_AGE_S = 7 * 86_400  # older imports need no attention


class Count(msgspec.Struct):
    """A number of plants."""

    count: Annotated[int, described(f"At most {COUNT_MAX:,} for lists with a filter.")]
    is_exact: Annotated[bool, described("False if there may be more.")]


class TabCounts(msgspec.Struct):
    """The numbers of plants in the tabs of a list."""

    all: Count
    active: Count
    draft: Count
    archived: Count
    attention: Annotated[Count, described("Plants that need attention for any reason, each counted once.")]


class PlantCounts(msgspec.Struct):
    """How many plants match the filters, and how many are in each tab, regardless of the filters."""

    total: Count
    tabs: TabCounts


class BriefPlant(msgspec.Struct):
    """What a short list shows of a plant: never its costs."""

    id: int
    name: str
    botanical_name: str | None
    pot_size: str | None
    sku: str | None
    price: str | None
    currency: str | None
    stock_quantity: int | None
    status: Annotated[str, described("draft, active or archived.")]
    thumbnails: ThumbnailList


class ConcernGroup(msgspec.Struct):
    """Plants that need attention for the same reason. The list of plants has all of them with `attention`."""

    reason: Annotated[str, described("", enum=list(Concern))]
    count: Count
    plants: Annotated[
        list[BriefPlant],
        described("The first of them: the oldest drafts, otherwise the newest plants.", maxItems=FIRST_PLANTS),
    ]


class DuplicateConcern(msgspec.Struct):
    """Groups of possible duplicates."""

    count: Count
    groups: Annotated[
        list[list[BriefPlant]], described("The first groups, with their first plants.", maxItems=FIRST_PLANTS)
    ]


class ImportConcern(msgspec.Struct):
    """An import with rows that were not imported."""

    id: str
    name: Annotated[str, described("The name of the file.")]
    bad: Annotated[int, described("The number of these rows.")]


class Attention(msgspec.Struct):
    """What needs a person's attention."""

    groups: Annotated[list[ConcernGroup], described("All reasons, in the order of `attention`, also if count is 0.")]
    duplicates: DuplicateConcern
    imports: Annotated[
        list[ImportConcern] | None,
        described("Of the last seven days, newest first. null if the token has no scope plants:write."),
    ]


class Siblings(msgspec.Struct):
    """Plants of the same kind in other pot sizes."""

    items: Annotated[list[BriefPlant], described("Smallest pots first.", maxItems=SIBLINGS_MAX)]


def _counts(context: RequestContext, tx: Transaction) -> Response:
    if needs_costs(context.query) and not sees_costs(context):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may filter by supplier.")
    total = plant_counts.count(tx, read_filter(context.query, context.dependencies.settings, now=tx.now))
    tabs = plant_counts.tabs(tx, old=_of_concern(tx, Concern.OLD_DRAFT))
    every, *others = (Count(count=one.number, is_exact=one.is_exact) for one in tabs)
    shown = TabCounts(every, *others)
    return json_response(PlantCounts(total=Count(count=total.number, is_exact=total.is_exact), tabs=shown))


def _attention(context: RequestContext, tx: Transaction) -> Response:
    found = duplicates.count(tx)
    groups = {concern: _count_and_first(tx, concern) for concern in Concern}
    alike = [one.plants[:FIRST_PLANTS] for one in duplicate_groups(tx, context.keyset, limit=FIRST_PLANTS)]
    shown = chain.from_iterable([*(plants for _, plants in groups.values()), *alike])
    view = partial(brief, thumbnails=Thumbnails(context, tx, shown))
    return json_response(
        Attention(
            groups=[
                ConcernGroup(reason=concern.value, count=count, plants=[*map(view, first)])
                for concern, (count, first) in groups.items()
            ],
            duplicates=DuplicateConcern(
                count=Count(count=found, is_exact=found < duplicates.COUNT_MAX),
                groups=[[*map(view, group)] for group in alike],
            ),
            imports=_imports(tx) if Scope.PLANTS_WRITE in context.token.scopes else None,
        )
    )


def _count_and_first(tx: Transaction, concern: Concern) -> tuple[Count, list[Plant]]:
    filters = _of_concern(tx, concern)
    counted = plant_counts.count(tx, filters)
    sort = Sort.ID if concern is Concern.OLD_DRAFT else Sort.ID_DOWN
    first = plant_search.page(tx, filters, sort=sort, limit=FIRST_PLANTS).plants
    return Count(count=counted.number, is_exact=counted.is_exact), first


def _of_concern(tx: Transaction, concern: Concern) -> PlantFilter:
    before = after(tx.now, seconds=-OLD_DRAFT_S) if concern is Concern.OLD_DRAFT else None
    return PlantFilter(concern=concern, created_before=before)


def _imports(tx: Transaction) -> list[ImportConcern]:
    since = after(tx.now, seconds=-IMPORT_AGE_S)
    newest = imports.page(tx, limit=IMPORTS_MAX)
    return [_bad_import(one) for one in newest if one.bad and one.asked_at >= since]


def _bad_import(one: PlantImport) -> ImportConcern:
    return ImportConcern(id=one.id, name=one.name, bad=one.bad)


def _siblings(context: RequestContext, tx: Transaction) -> Response:
    found = siblings(tx, find(tx, read_id(context)))
    thumbnails = Thumbnails(context, tx, found)
    return json_response(Siblings(items=[brief(plant, thumbnails) for plant in found]))


def brief(plant: Plant, thumbnails: Thumbnails) -> BriefPlant:
    fields = plant.fields
    return BriefPlant(
        id=plant.id,
        name=fields.name,
        botanical_name=fields.botanical_name,
        pot_size=fields.pot_size,
        sku=fields.sku,
        price=fields.price,
        currency=fields.currency,
        stock_quantity=fields.stock_quantity,
        status=plant.status.value,
        thumbnails=thumbnails.of(plant),
    )


_EXAMPLE_PLANT: dict[str, Any] = {
    "id": 1187,
    "name": "Hydrangea ENDLESS SUMMER 10 L",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "pot_size": "10 L",
    "sku": "HYD-END-10L",
    "price": "39.90",
    "currency": "EUR",
    "stock_quantity": 0,
    "status": "active",
    "thumbnails": [],
}


def _example_count(count: int) -> dict[str, Any]:
    return {"count": count, "is_exact": True}


def _endpoint(handler: Callable[[RequestContext, Transaction], Response], **declared: Any) -> Endpoint:
    return Endpoint(method="GET", scope=Scope.PLANTS_READ, handler=read_handler(handler), **declared)


ENDPOINTS = (
    _endpoint(
        _counts,
        path=COUNTS,
        name="countPlants",
        may_be_late=True,
        summary="Count plants",
        description=(
            "How many plants match the filters of the list of plants, and how many are in the store, drafts, archived "
            "or need attention. `is_exact` is false where an exact count would read too many plants: then there may "
            "be more."
        ),
        response=PlantCounts,
        response_example={
            "total": _example_count(12),
            "tabs": {
                "all": _example_count(1_290),
                "active": _example_count(1_204),
                "draft": _example_count(6),
                "archived": _example_count(80),
                "attention": _example_count(31),
            },
        },
        parameters=(Q, *FILTERS),
        errors=(Forbidden,),
    ),
    _endpoint(
        _attention,
        path=ATTENTION,
        name="listAttention",
        summary="List what needs attention",
        description=(
            "Drafts that are older than a day; plants in the store without a price, without a photo, out of stock, or "
            "with a botanical name that is not recognised; possible duplicates; and imports with rows that were not "
            f"imported. Of each there are a count, up to {COUNT_MAX:,}, and the first plants."
        ),
        response=Attention,
        response_example={
            "groups": [
                {
                    "reason": concern.value,
                    "count": _example_count(int(concern is Concern.OUT_OF_STOCK)),
                    "plants": [_EXAMPLE_PLANT] if concern is Concern.OUT_OF_STOCK else [],
                }
                for concern in Concern
            ],
            "duplicates": {"count": _example_count(0), "groups": []},
            "imports": [],
        },
    ),
    _endpoint(
        _siblings,
        path=SIBLINGS,
        name="listSiblings",
        summary="List a plant in other pot sizes",
        description=(
            "Plants of the same cultivar, or else of the same species or name, in other pot sizes, except for archived "
            f"ones; at most {SIBLINGS_MAX}. After an upgrade from a version before 0.8.0, older plants are added in "
            "the background."
        ),
        response=Siblings,
        response_example={"items": [_EXAMPLE_PLANT]},
        errors=(NotFound, Gone),
    ),
)
