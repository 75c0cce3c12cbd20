"""The watch list endpoints: names of plants that the shop wants to be warned of."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any

import msgspec

from plantstore.domain.errors import Changed, FieldError, Invalid
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.objects import UNKNOWN_REPORTED_MAX, pointer_to
from plantstore.domain.plants.watch_list import ENTRIES_MAX, REASON_CHARS_MAX, WatchedName, check_entries
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import watch_list as stored
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

WATCH_LIST = f"{API}/watch-list"
_VERSION_BYTES = 6  # at most 15 digits, which are exact in JSON and in forms
_EXAMPLE: dict[str, Any] = {
    "items": [
        {"name": "Ailanthus altissima", "reason": None},
        {"name": "Impatiens glandulifera", "reason": "May not be sold in the EU: Regulation (EU) 1143/2014."},
    ]
}


class WatchedPlant(msgspec.Struct):
    """A name on the watch list."""

    name: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=BOTANICAL_NAME_CHARS_MAX),
        described(
            "A genus, species or cultivar. It is stored without authors. A genus matches its species, a species its "
            "subspecies and cultivars.",
            pattern=patterns.TEXT,
        ),
    ]
    reason: Annotated[
        Annotated[str, msgspec.Meta(max_length=REASON_CHARS_MAX)] | None,
        described("Shown with the warning.", pattern=patterns.TEXT),
    ] = None


class WatchedPlants(msgspec.Struct):
    """The watch list, sorted by name."""

    items: Annotated[list[WatchedPlant], msgspec.Meta(max_length=ENTRIES_MAX)]


class WatchedPlantInput(WatchedPlant, forbid_unknown_fields=True):
    """A name for the watch list."""


class WatchListInput(msgspec.Struct, forbid_unknown_fields=True):
    """The whole watch list, in any order."""

    items: Annotated[list[WatchedPlantInput], msgspec.Meta(max_length=ENTRIES_MAX)]


def _show(context: RequestContext, tx: Transaction) -> Response:
    return unless_known(_response(stored.entries(tx)), context.request.headers.get(b"if-none-match"))


def _put(context: RequestContext, tx: Transaction) -> Response:
    _check_names(context.body)
    entries = check_entries(context.body["items"])
    stored.lock(tx)
    if context.version is not None and context.version != _version(stored.entries(tx)):
        raise Changed
    stored.replace(tx, entries)
    context.detail = "1 name" if len(entries) == 1 else f"{len(entries):,} names"
    return _response(stored.entries(tx))


def _check_names(body: dict[str, Any]) -> None:
    """Raise Invalid unless the body has the list and nothing else."""
    wrong = [(pointer_to(name), "unknown") for name in sorted(body.keys() - {"items"})]
    if "items" not in body:
        wrong.insert(0, ("/items", "required"))
    detail = 'Send the whole list, such as {"items": [{"name": "Impatiens glandulifera"}]}.'
    if wrong:
        reported = wrong[:UNKNOWN_REPORTED_MAX]
        raise Invalid(fields=tuple(FieldError(pointer=at, code=code, detail=detail) for at, code in reported))


def _response(entries: Sequence[WatchedName]) -> Response:
    items = [WatchedPlant(name=entry.name, reason=entry.reason) for entry in entries]
    return json_response(WatchedPlants(items=items), headers=(etag(_version(entries)),))


def _version(entries: Sequence[WatchedName]) -> int:
    """Return the version for the ETag: a hash of the list, because the table stores no version."""
    content = msgspec.json.encode([(entry.name, entry.reason) for entry in entries])
    return 1 + int.from_bytes(sha256(content).digest()[:_VERSION_BYTES])


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=WATCH_LIST,
        name="showWatchList",
        scope=Scope.PLANTS_READ,
        summary="Get the watch list",
        description="Names of plants of which the store warns, in `warnings` and in previews of imports. First empty.",
        handler=read_handler(_show),
        cached=True,
        response=WatchedPlants,
        response_example=_EXAMPLE,
    ),
    Endpoint(
        method="PUT",
        path=WATCH_LIST,
        name="putWatchList",
        scope=Scope.PLANTS_WRITE,
        summary="Replace the watch list",
        description="Replaces the whole list. It blocks nothing, and plants in the catalogue stay as they are.",
        handler=write_handler(_put),
        conditional=True,
        nodes_max=4 * ENTRIES_MAX,  # an entry has three; a list that is too long shall be refused as that
        request=WatchListInput,
        request_example=_EXAMPLE,
        response=WatchedPlants,
        response_example=_EXAMPLE,
        errors=(Invalid,),
    ),
)
