"""The filter previews endpoint: which plants a filter would let through, before a receiver has it."""

from functools import partial
from typing import Annotated, Any

import msgspec

from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.filters.pattern import parse_filter
from plantstore.domain.token import Scope
from plantstore.storage.queries.filter_preview import PREVIEW_EVENTS_MAX, STEP_EVENTS, evaluate
from plantstore.storage.tables import events
from plantstore.web.api.receivers.schemas import FilterPattern
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import API, Endpoint
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

FILTER_PREVIEWS = f"{API}/receivers/filter-previews"
EXAMPLES_MAX = 5


class FilterPreviewInput(msgspec.Struct, forbid_unknown_fields=True):
    """A filter to try."""

    filter: FilterPattern


class MatchingPlant(msgspec.Struct):
    """A plant that matches."""

    id: int
    name: str
    sequence: int


class FilterPreview(msgspec.Struct):
    """What a filter would let through."""

    summary: Annotated[str, described("The filter in words.")]
    plants: Annotated[int, described(f"How many plants were examined: the newest, at most {PREVIEW_EVENTS_MAX:,}.")]
    matching: Annotated[int, described("How many of them match.")]
    examples: Annotated[
        list[MatchingPlant] | None,
        described(f"The newest that match, at most {EXAMPLES_MAX}; null if the token lacks events:read."),
    ]


async def _preview(context: RequestContext) -> Response:
    wanted = parse_filter(to_struct(context.body, FilterPreviewInput).filter)
    database = context.dependencies.database
    head = await database.read(events.head)
    plants = matching = 0
    examples: list[MatchingPlant] = []
    for last in range(head, max(0, head - PREVIEW_EVENTS_MAX), -STEP_EVENTS):
        step = await database.read(partial(evaluate, wanted=wanted, last=last))
        plants += step.plants
        matching += len(step.matching)
        examples += [_plant(*one) for one in step.matching[: EXAMPLES_MAX - len(examples)]]
    is_shown = Scope.EVENTS_READ in context.token.scopes
    return json_response(FilterPreview(wanted.summary, plants, matching, examples if is_shown else None))


def _plant(sequence: int, record: dict[str, Any]) -> MatchingPlant:
    return MatchingPlant(id=record["id"], name=record["name"], sequence=sequence)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=FILTER_PREVIEWS,
        name="previewFilter",
        scope=Scope.RECEIVERS_WRITE,
        summary="Try a filter",
        description=(
            "Checks a filter and counts which of the newest plants match it, as they were when they were added. "
            "Nothing is stored."
        ),
        handler=_preview,
        request=FilterPreviewInput,
        request_example={"filter": {"tag": ["shrub", "tree"], "price": {"lt": "20"}}},
        response=FilterPreview,
        response_example={
            "summary": "type is shrub or tree, and price is less than 20",
            "plants": 3266,
            "matching": 214,
            "examples": [{"id": 1042, "name": "Hydrangea 'Annabelle'", "sequence": 1042}],
        },
        logs_activity=False,
        allows_bound_tokens=True,
        errors=(Invalid,),
    ),
)
