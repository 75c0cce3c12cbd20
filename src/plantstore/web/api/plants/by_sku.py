"""The operations on a plant by its SKU: programs that keep an article list of their own know no other name for it."""

from typing import Any

from plantstore.domain.errors import Changed, ConditionMissing, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.plant import Plant, sku_key
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants
from plantstore.web.api.plants.endpoints import PLANTS, plant_response, shown, split_status
from plantstore.web.api.plants.schemas import EXAMPLE_ANSWER, EXAMPLE_INPUT
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

PLANT_BY_SKU = PLANTS + "/by-sku/{sku}"


def _show(context: RequestContext, tx: Transaction) -> Response:
    plant = _find(context, tx)
    if plant is None:
        raise NotFound("There is no plant with this SKU.")
    return shown(context, tx, plant)


def _put(context: RequestContext, tx: Transaction) -> Response:
    """Create or replace, whichever the conditions permit: nobody overwrites what they have not seen."""
    fields, status = split_status(context)
    fields["sku"] = _sku(context)
    plant = _find(context, tx)
    if plant is None:
        if context.request.headers.get(b"if-match") is not None:
            raise Changed("There is no plant with this SKU any more.")
        [added] = context.dependencies.catalogue.add_plants(tx, [fields], status=status)
        location = (b"location", f"{PLANTS}/{added.plant.id}".encode())
        return plant_response(context, tx, added, status=201, headers=(location,))
    _check_conditions(context, plant)
    if context.body.get("status") is not None and status is not plant.status:
        detail = f"This plant is {plant.status}. Use its addition or archival to change that, or leave out status."
        raise Conflict(detail)
    return plant_response(context, tx, context.dependencies.catalogue.replace_plant(tx, plant, fields))


def _check_conditions(context: RequestContext, plant: Plant) -> None:
    if context.request.headers.get(b"if-none-match", b"").strip() == b"*":
        raise Changed("There is a plant with this SKU already.")
    if context.request.headers.get(b"if-match") is None:
        raise ConditionMissing(f"Plant {plant.id} has this SKU. Read it, and send its ETag in If-Match to replace it.")
    if context.version not in (None, plant.version):
        raise Changed


def _find(context: RequestContext, tx: Transaction) -> Plant | None:
    return plants.find_by_sku(tx, sku_key(context.request.values["sku"]))


def _sku(context: RequestContext) -> Any:
    """The SKU as it is to be written: as the body has it, if that means the same as the address."""
    named, given = context.request.values["sku"], context.body.get("sku")
    if isinstance(given, str) and sku_key(given.strip()) != sku_key(named):
        detail = "Leave it out, or write the one in the address."
        raise Invalid(fields=(FieldError(pointer="/sku", code="other", detail=detail),))
    return named if given is None else given


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=PLANT_BY_SKU,
        name="showPlantBySku",
        scope=Scope.PLANTS_READ,
        summary="Show the plant with a SKU",
        description="Whatever its capitals. With If-None-Match, the answer is 304 while nothing of it has changed.",
        handler=read_handler(_show),
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        cached=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="PUT",
        path=PLANT_BY_SKU,
        name="putPlant",
        scope=Scope.PLANTS_WRITE,
        summary="Create or replace the plant with a SKU",
        description="A SKU that no plant has creates one, with 201; `If-None-Match: *` permits only that. One that is "
        "there is replaced whole, with 200, if If-Match has its ETag (* for any): without, the answer is 428. Its "
        "status stays, and no event follows. What is equal already is left as it is, and keeps its version.",
        handler=write_handler(_put),
        status=201,
        request="PlantInput",
        request_example=EXAMPLE_INPUT,
        response="PlantAnswer",
        response_example=EXAMPLE_ANSWER,
        dry_run_response="PlantAnswer",
        dry_run_example=EXAMPLE_ANSWER,
        conditional=True,
        logs_activity=False,
        errors=(Invalid, Conflict, Changed, ConditionMissing),
    ),
)
