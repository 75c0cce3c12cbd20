"""The endpoint that returns the delivery progress of many plants."""

import re
from typing import Annotated, Any

import msgspec

from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.plants.plant import ID_MAX
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_progress
from plantstore.storage.queries.delivery_progress import RECEIVERS_MAX
from plantstore.storage.tables import receivers
from plantstore.web.api.plants.endpoints import PLANTS
from plantstore.web.api.plants.schemas import EXAMPLE_EVENT_ID, EXAMPLE_RECORD
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import Endpoint, Parameter, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

ANNOUNCEMENTS = f"{PLANTS}/announcements"
PLANTS_MAX = 200  # max plants per request
_IDS = re.compile(patterns.PLANT_IDS)


class Announcement(msgspec.Struct):
    """The delivery progress of one plant's event."""

    plant: int
    event: Annotated[str, described("The id of the event that was created when the plant was added.")]
    receivers: Annotated[int, described("How many of the current receivers get the event.")]
    accepted: Annotated[int, described("How many of them have accepted it.")]
    waiting: Annotated[int, described("To how many it is queued, or sent again later.")]
    held: Annotated[int, described("How many of them are paused or disabled, and have not accepted it.")]
    exhausted: Annotated[int, described("For how many of them all attempts have failed.")]
    cancelled: Annotated[int, described("For how many of them the delivery was cancelled.")]


class Announcements(msgspec.Struct):
    """The delivery progress of the requested plants."""

    receivers: Annotated[
        int, described("How many receivers there are, which is how many would get the event of a plant added now.")
    ]
    items: Annotated[
        list[Announcement] | None,
        described(
            "The plants that were added to the store, in the order in which they were added. null if there are more "
            f"than {RECEIVERS_MAX} receivers: then request each event instead."
        ),
    ]


_EXAMPLE: dict[str, Any] = {
    "receivers": 3,
    "items": [
        {
            "plant": EXAMPLE_RECORD["id"],
            "event": EXAMPLE_EVENT_ID,
            "receivers": 3,
            "accepted": 2,
            "waiting": 1,
            "held": 0,
            "exhausted": 0,
            "cancelled": 0,
        }
    ],
}


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = delivery_progress.of_plants(tx, context.query.get("plants", ()))
    items = None
    if found is not None:
        items = [
            Announcement(
                plant=progress.plant_id,
                event=progress.event_id,
                receivers=progress.receivers,
                accepted=progress.states[DeliveryState.DELIVERED],
                waiting=progress.states[DeliveryState.QUEUED] + progress.states[DeliveryState.RETRYING],
                held=progress.states[DeliveryState.HELD],
                exhausted=progress.states[DeliveryState.EXHAUSTED],
                cancelled=progress.states[DeliveryState.CANCELLED],
            )
            for progress in found
        ]
    return json_response(Announcements(receivers=receivers.count(tx), items=items))


def read_ids(text: str, *, most: int) -> tuple[int, ...]:
    """Return comma-separated ids of plants. Raise ValueError if they are wrong, or more than `most`."""
    ids = tuple(map(int, text.split(","))) if _IDS.fullmatch(text) else ()
    if not 1 <= len(ids) <= most or max(ids) > ID_MAX:
        raise ValueError(f"write 1 to {most:,} ids of plants, separated by commas.")
    return ids


def _read_plants(text: str, _: Settings) -> tuple[int, ...]:
    return read_ids(text, most=PLANTS_MAX)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=ANNOUNCEMENTS,
        name="listAnnouncements",
        scope=Scope.DELIVERIES_READ,
        summary="List the delivery progress of plants",
        description=(
            "How many receivers have accepted the event of each plant, and what becomes of the other deliveries, for "
            f"up to {PLANTS_MAX} plants. Without "
            "`plants`, only the number of receivers is returned."
        ),
        handler=read_handler(_list),
        response=Announcements,
        response_example=_EXAMPLE,
        parameters=(
            Parameter(
                name="plants",
                description=f"Comma-separated ids of plants; at most {PLANTS_MAX}.",
                parse=_read_plants,
                schema=lambda _: {"type": "string", "pattern": patterns.PLANT_IDS, "examples": ["1042,1043"]},
            ),
        ),
    ),
)
