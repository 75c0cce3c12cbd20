"""The endpoints for a plant by its SKU, for programs that do not store our ids."""

from typing import Any

from plantstore.domain.errors import Changed, ConditionMissing, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.plants.fields import NEWER
from plantstore.domain.plants.plant import Plant, sku_key
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants
from plantstore.web.api.plants.costs import guards_costs
from plantstore.web.api.plants.endpoints import PLANTS, plant_response, separate_status, show_response
from plantstore.web.api.plants.schemas import EXAMPLE_ANSWER, EXAMPLE_INPUT
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

PLANT_BY_SKU = PLANTS + "/by-sku/{sku}"


def _show(context: RequestContext, tx: Transaction) -> Response:
    plant = _find(context, tx)
    if plant is None:
        raise NotFound("There is no plant with this SKU.")
    return show_response(context, tx, plant)


@guards_costs
def _put(context: RequestContext, tx: Transaction) -> Response:
    """Create or replace a plant, subject to If-Match and If-None-Match, which prevent lost updates."""
    fields, status = separate_status(context)
    fields["sku"] = _sku(context)
    plant = _find(context, tx)
    if plant is None:
        if context.request.headers.get(b"if-match") is not None:
            raise Changed("There is no longer a plant with this SKU.")
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
        raise Changed("There is already a plant with this SKU.")
    if context.request.headers.get(b"if-match") is None:
        raise ConditionMissing(f"Plant {plant.id} has this SKU. Read it, and send its ETag in If-Match to replace it.")
    if context.version not in (None, plant.version):
        raise Changed


def _find(context: RequestContext, tx: Transaction) -> Plant | None:
    return plants.find_by_sku(tx, sku_key(context.request.values["sku"]))


def _sku(context: RequestContext) -> Any:
    """Return the SKU in the body; without it, the SKU in the path. Raise Invalid if the body has a different SKU."""
    in_path, given = context.request.values["sku"], context.body.get("sku")
    if isinstance(given, str) and sku_key(given.strip()) != sku_key(in_path):
        detail = "Leave it out, or write the SKU of the URL."
        raise Invalid(fields=(FieldError(pointer="/sku", code="other", detail=detail),))
    return in_path if given is None else given


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=PLANT_BY_SKU,
        name="showPlantBySku",
        scope=Scope.PLANTS_READ,
        summary="Get the plant with a SKU",
        description="Case does not matter. With If-None-Match, the response is 304 if nothing has changed.",
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
        description=(
            "If no plant has this SKU, creates one, with 201; `If-None-Match: *` permits only that. Otherwise replaces "
            "all fields of the plant, with 200, if If-Match is its ETag, or * for any version; without If-Match the "
            "response is 428. Fields that are newer than version 0.5.1 keep their values if they are left out: "
            f"{', '.join(NEWER)}. A replacement keeps the status and creates no event. If nothing is different, the "
            "plant keeps its version."
        ),
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
