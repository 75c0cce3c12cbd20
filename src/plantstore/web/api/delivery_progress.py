"""The operation that says of many plants at once how far they are announced."""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plantstore.core.settings import Settings
from plantstore.domain.plant import ID_MAX
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_progress
from plantstore.storage.queries.delivery_progress import RECEIVERS_MAX
from plantstore.storage.tables import receivers
from plantstore.web.api.plant_schema import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.api.plants import PLANTS
from plantstore.web.http.endpoint import Endpoint, Parameter, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

ANNOUNCEMENTS = f"{PLANTS}/announcements"
PLANTS_MAX = 200  # of one question
_IDS = re.compile(patterns.PLANT_IDS)


class Announcement(msgspec.Struct):
    """How far one plant is announced."""

    plant: int
    event: Annotated[str, Meta(description="The id of the event that tells of its addition.")]
    receivers: Annotated[int, Meta(description="How many receivers are owed the event, of those that there are now.")]
    accepted: Annotated[int, Meta(description="How many of them have accepted it.")]


class Announcements(msgspec.Struct):
    """How far some plants are announced."""

    receivers: Annotated[int, Meta(description="How many receivers there are: so many are told of a plant added now.")]
    items: Annotated[
        list[Announcement] | None,
        Meta(
            description="Of those plants that were ever added, in the order in which they were; null when there are "
            f"more than {RECEIVERS_MAX} receivers: then ask for each event."
        ),
    ]


_EXAMPLE: dict[str, Any] = {
    "receivers": 3,
    "items": [{"plant": EXAMPLE_RECORD["id"], "event": EXAMPLE_EVENT_ID, "receivers": 3, "accepted": 2}],
}


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = delivery_progress.of_plants(tx, context.query.get("plants", ()))
    items = None
    if found is not None:
        items = [
            Announcement(plant=one.plant_id, event=one.event_id, receivers=one.receivers, accepted=one.accepted)
            for one in found
        ]
    return json_response(Announcements(receivers=receivers.count(tx), items=items))


def _read_plants(text: str, _: Settings) -> tuple[int, ...]:
    ids = tuple(map(int, text.split(","))) if _IDS.fullmatch(text) else ()
    if not 1 <= len(ids) <= PLANTS_MAX or max(ids) > ID_MAX:
        raise ValueError(f"write 1 to {PLANTS_MAX} numbers of plants, with commas between.")
    return ids


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=ANNOUNCEMENTS,
        name="listAnnouncements",
        scope=Scope.DELIVERIES_READ,
        summary="Show how far plants are announced",
        description=(
            "How many receivers have accepted the event of each, for as many plants as a page of a list has. Without "
            "`plants`, it only says how many receivers there are."
        ),
        handler=read_handler(_list),
        response=Announcements,
        response_example=_EXAMPLE,
        parameters=(
            Parameter(
                name="plants",
                description=f"The numbers of the plants, with commas between; at most {PLANTS_MAX}.",
                parse=_read_plants,
                schema=lambda _: {"type": "string", "pattern": patterns.PLANT_IDS, "examples": ["1042,1043"]},
            ),
        ),
    ),
)
