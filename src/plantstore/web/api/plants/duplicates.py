"""The endpoints for possible duplicates: the list, and the statement that plants are different."""

from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plantstore.catalogue import duplicates as commands
from plantstore.catalogue.duplicates import DISMISSED_MAX, Group
from plantstore.domain.errors import Conflict, Gone, Invalid, NotFound
from plantstore.domain.plants.plant import ID_MAX, Plant
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables.duplicates import COUNT_MAX, GROUP_PLANTS_MAX, count
from plantstore.web.api.plants.endpoints import PLANTS
from plantstore.web.api.plants.thumbnails import ThumbnailList, Thumbnails
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

DUPLICATES = f"{PLANTS}/duplicates"
DISMISSALS = f"{DUPLICATES}/dismissals"

PlantId = Annotated[int, Meta(ge=1, le=ID_MAX)]


class LikePlant(msgspec.Struct):
    """What tells plants apart that may be the same. The plant itself has the other fields."""

    id: Annotated[int, described("The id of the plant.", format="int64", minimum=1, maximum=ID_MAX)]
    name: str
    botanical_name: str | None
    pot_size: str | None
    sku: str | None
    gtin: str | None
    status: Annotated[str, described("draft, active or archived.")]
    price: str | None
    currency: str | None
    stock_quantity: int | None
    created_at: Time
    thumbnails: ThumbnailList


class DuplicateGroup(msgspec.Struct):
    """Plants that may be the same."""

    reason: Annotated[str, described("What they have in common, such as: same cultivar and pot size.")]
    plants: Annotated[list[LikePlant], described("The plants, oldest first.", maxItems=GROUP_PLANTS_MAX)]
    more: Annotated[bool, described(f"True if there are more than {GROUP_PLANTS_MAX} of them.")]


class DuplicatePage(msgspec.Struct):
    """A page of groups of possible duplicates."""

    items: list[DuplicateGroup]
    next: Next
    prev: Prev
    count: Annotated[int, described(f"The number of groups in the whole list; {COUNT_MAX} also means more.")]


class Dismissal(msgspec.Struct, forbid_unknown_fields=True):
    """Plants that are similar, but different."""

    plants: Annotated[list[PlantId], described("Their ids.", minItems=2, maxItems=DISMISSED_MAX, uniqueItems=True)]


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = commands.page(tx, context.keyset, limit=limit_of(context) + 1)
    thumbnails = Thumbnails(context, tx, [plant for group in found for plant in group.plants])
    view = partial(_view, thumbnails=thumbnails)
    return page_response(context, found, item=view, place=lambda group: group.key, more={"count": count(tx)})


def _dismiss(context: RequestContext, tx: Transaction) -> Response:
    body = to_struct(context.body, Dismissal)
    commands.dismiss(tx, body.plants)
    context.subject = str(body.plants[0])
    context.detail = f"plants {', '.join(map(str, body.plants))}"
    return Response(204)


def _view(group: Group, thumbnails: Thumbnails) -> DuplicateGroup:
    plants = [like_plant(plant, thumbnails) for plant in group.plants]
    return DuplicateGroup(reason=group.reason, plants=plants, more=group.more)


def like_plant(plant: Plant, thumbnails: Thumbnails) -> LikePlant:
    """Return what a list of similar plants shows of a plant: never its costs."""
    fields = plant.fields
    return LikePlant(
        id=plant.id,
        name=fields.name,
        botanical_name=fields.botanical_name,
        pot_size=fields.pot_size,
        sku=fields.sku,
        gtin=fields.gtin,
        status=plant.status.value,
        price=fields.price,
        currency=fields.currency,
        stock_quantity=fields.stock_quantity,
        created_at=to_text(plant.created_at),
        thumbnails=thumbnails.of(plant),
    )


def _example(plant_id: int, sku: str | None) -> dict[str, Any]:
    return {
        "id": plant_id,
        "name": "Hydrangea ENDLESS SUMMER 5 L",
        "botanical_name": "Hydrangea macrophylla 'Bailmer'",
        "pot_size": "5 L",
        "sku": sku,
        "gtin": None,
        "status": "active",
        "price": "24.90",
        "currency": "EUR",
        "stock_quantity": 24,
        "created_at": "2026-03-02T09:15:00.000Z",
        "thumbnails": [],
    }


EXAMPLES = (_example(1042, "HYD-END-5L"), _example(1187, None))

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=DUPLICATES,
        name="listDuplicates",
        scope=Scope.PLANTS_READ,
        summary="List possible duplicates",
        description=(
            "Groups of plants with the same cultivar, or else the same species or name, and the same pot size. Two "
            "plants with different SKUs, or different GTINs, are different plants. Archived plants are left out. After "
            "an upgrade from a version before 0.7.0, older plants are added to the list in the background."
        ),
        handler=read_handler(_list),
        response=DuplicatePage,
        response_example={
            "items": [
                {
                    "reason": "same cultivar and pot size",
                    "plants": [*EXAMPLES],
                    "more": False,
                }
            ],
            "next": None,
            "prev": None,
            "count": 1,
        },
        parameters=(LIMIT, CURSOR),
    ),
    Endpoint(
        method="POST",
        path=DISMISSALS,
        name="dismissDuplicates",
        scope=Scope.PLANTS_WRITE,
        summary="State that plants are different",
        description=(
            "The plants are no longer listed as possible duplicates of each other, nor of plants of which you stated "
            "this before. It lasts as long as they look alike: until the name, botanical name or pot size is changed. "
            "The plants themselves do not change."
        ),
        handler=write_handler(_dismiss),
        status=204,
        request=Dismissal,
        request_example={"plants": [1042, 1187]},
        errors=(NotFound, Gone, Invalid, Conflict),
    ),
)
