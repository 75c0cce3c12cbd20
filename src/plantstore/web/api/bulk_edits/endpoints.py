"""The bulk edits endpoints: check the same changes to many plants, then confirm, cancel or undo them."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec

from plantstore.catalogue.bulk_edits import commands
from plantstore.domain.errors import Conflict, Forbidden, Invalid, NotFound
from plantstore.domain.plants.bulk_changes import summary
from plantstore.domain.plants.bulk_edit import IDS_MAX, BulkEdit
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import bulk_edits as stored
from plantstore.web.api.bulk_edits.input import EXAMPLE_INPUT, BulkEditInput, read_input
from plantstore.web.api.bulk_edits.view import BulkEditPage, BulkEditUndo, BulkEditView, bulk_edit_view, undo_view
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.http.endpoint import API, Endpoint, read_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

BULK_EDITS = f"{API}/bulk-edits"
BULK_EDIT = BULK_EDITS + "/{id}"
PREVIEW_WAIT_S = 20.0  # max wait for the check; enough for some 100,000 plants, after which clients poll
EXAMPLE: dict[str, Any] = {
    "id": "blk_01kjxsnhx04t8gcvq1mz7b5e3d",
    "state": "checked",
    "filter": EXAMPLE_INPUT["filter"],
    "changes": EXAMPLE_INPUT["changes"],
    "selected": 52,
    "changing": 50,
    "unchanged": 1,
    "refused": 1,
    "refusals": [
        {
            "code": "no_price",
            "detail": "The plant has no price.",
            "count": 1,
            "plants": [{"plant": 1040, "name": "Rosa canina"}],
        }
    ],
    "preview": [
        {
            "plant": 1042,
            "name": "Rosa 'Iceberg'",
            "sku": "ROS-ICE-5L",
            "changes": [{"field": "price", "before": "24.90", "after": "25.99"}],
        }
    ],
    "deliveries": 0,
    "updated": 0,
    "conflicts": 0,
    "conflict_plants": [],
    "remaining": 50,
    "reverted": 0,
    "kept_edits": 0,
    "kept_plants": [],
    "error": "",
    "asked_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "asked_by_name": "staff",
    "run_by_name": None,
    "asked_at": "2026-03-02T09:15:00.000Z",
    "confirmed_at": None,
    "ended_at": None,
}
_RUNNING = EXAMPLE | {"state": "running", "run_by_name": "staff", "confirmed_at": "2026-03-02T09:16:00.000Z"}
_DONE = _RUNNING | {"state": "done", "updated": 50, "remaining": 0, "ended_at": "2026-03-02T09:16:01.000Z"}


async def _check(context: RequestContext) -> Response:
    """Create the bulk edit and return it, with its result if the check finishes in PREVIEW_WAIT_S."""
    earlier = await context.find_stored_response()
    if earlier is not None:
        return earlier
    database, editor = context.dependencies.database, context.dependencies.bulk_editor
    selection, changes = await database.read(partial(read_input, context))
    create = partial(
        commands.create,
        bulk_edit_id=editor.new_id(),
        selection=selection,
        changes=changes,
        asked_by=context.token.id,
    )
    response = await context.write(lambda tx: _response(context, tx, create(tx), status=HTTPStatus.CREATED))
    bulk_edit_id = msgspec.json.decode(response.body)["id"]
    editor.schedule(bulk_edit_id)
    await editor.wait_until_idle(bulk_edit_id, within_s=PREVIEW_WAIT_S)
    checked = await database.read(lambda tx: _response(context, tx, commands.find(tx, bulk_edit_id)))
    return Response(response.status, checked.body, response.headers)


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = stored.page(tx, keyset=context.keyset, limit=limit_of(context) + 1)
    view = partial(bulk_edit_view, tx, with_costs=sees_costs(context), with_preview=False)
    return page_response(context, found, item=view, place=lambda bulk_edit: bulk_edit.id)


def _show(context: RequestContext, tx: Transaction) -> Response:
    return _response(context, tx, _find(context, tx))


async def _confirm(context: RequestContext) -> Response:
    return await _write_and_schedule(context, commands.confirm, status=HTTPStatus.ACCEPTED)


async def _cancel(context: RequestContext) -> Response:
    return await _write_and_schedule(context, commands.cancel)


async def _undo(context: RequestContext) -> Response:
    return await _write_and_schedule(context, commands.undo, status=HTTPStatus.ACCEPTED)


def _preview_undo(context: RequestContext, tx: Transaction) -> Response:
    return json_response(undo_view(commands.preview_undo(tx, _find(context, tx).id)))


async def _write_and_schedule(
    context: RequestContext, command: Callable[[Transaction, str], BulkEdit], *, status: int = HTTPStatus.OK
) -> Response:
    """Run a command on the bulk edit, then schedule the bulk editor to process it."""

    def write(tx: Transaction) -> Response:
        found = _find(context, tx)
        changed = command(tx, found.id)
        context.detail = f"{summary(commands.changes_of(found))}: {found.changing:,} plants"
        if changed.confirmed_at is None or changed == found:
            context.action = None  # nothing changed: a check is given up, or the request was repeated
        return _response(context, tx, changed, status=status)

    response = await context.write(write)
    context.dependencies.bulk_editor.schedule(_id(context))
    return response


def _find(context: RequestContext, tx: Transaction) -> BulkEdit:
    """Return the bulk edit of the path. Raise Forbidden if the token may not know which plants it selects."""
    found = commands.find(tx, _id(context))
    if commands.selection_of(found).needs_costs and not sees_costs(context):
        detail = (
            f"This bulk edit selects plants by supplier: only a token with the scope {Scope.COSTS_READ} may see it."
        )
        raise Forbidden(detail)
    return found


def _response(
    context: RequestContext, tx: Transaction, bulk_edit: BulkEdit, *, status: int = HTTPStatus.OK
) -> Response:
    """Return a response with a bulk edit. Unless the status is 200, add a Location header to follow its progress."""
    location = () if status == HTTPStatus.OK else ((b"location", f"{BULK_EDITS}/{bulk_edit.id}".encode()),)
    return json_response(bulk_edit_view(tx, bulk_edit, with_costs=sees_costs(context)), status=status, headers=location)


def _id(context: RequestContext) -> str:
    return context.request.values["id"]


_command = partial(Endpoint, scope=Scope.PLANTS_WRITE, response=BulkEditView, errors=(NotFound, Conflict))

ENDPOINTS = (
    _command(
        method="POST",
        path=BULK_EDITS,
        name="checkBulkEdit",
        summary="Check a bulk edit",
        description=(
            "Selects plants, by id or by the filters of the list of plants, and finds out what the changes would do to "
            "each. Nothing changes until you confirm the bulk edit. The response says how many plants change, how many "
            "stay as they are, and how many cannot be changed and why. For very many plants its state may still be "
            "`checking`: get the bulk edit again later. A check that is not confirmed within a day is cancelled."
        ),
        handler=_check,
        status=201,
        request=BulkEditInput,
        request_example=EXAMPLE_INPUT,
        nodes_max=2 * IDS_MAX,  # so that a list that is too long is refused as that
        response_example=EXAMPLE,
        logs_activity=False,
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=BULK_EDITS,
        name="listBulkEdits",
        scope=Scope.PLANTS_WRITE,
        summary="List bulk edits",
        description="Newest first. Bulk edits are kept as long as imports, for PLANTSTORE_IMPORT_DAYS days.",
        handler=read_handler(_list),
        response=BulkEditPage,
        response_example={"items": [_DONE | {"refusals": [], "preview": []}], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
    ),
    _command(
        method="GET",
        path=BULK_EDIT,
        name="showBulkEdit",
        summary="Get a bulk edit",
        description="The bulk edit with its preview and progress.",
        handler=read_handler(_show),
        response_example=_RUNNING | {"updated": 30, "remaining": 20},
        errors=(NotFound,),
    ),
    _command(
        method="POST",
        path=BULK_EDIT + "/confirmation",
        name="confirmBulkEdit",
        summary="Confirm a bulk edit",
        description=(
            "Starts changing the plants, in batches; it continues after a restart. A plant that was edited after the "
            "check is left as it is, and listed in `conflict_plants`. One bulk edit runs at a time: while another one "
            "is running or being undone, the response is 409."
        ),
        handler=_confirm,
        status=202,
        response_example=_RUNNING,
    ),
    _command(
        method="DELETE",
        path=BULK_EDIT,
        name="cancelBulkEdit",
        summary="Cancel a bulk edit",
        description="Stops the bulk edit. Plants already changed stay changed. No effect if it has ended.",
        handler=_cancel,
        response_example=EXAMPLE | {"state": "cancelled", "ended_at": "2026-03-02T09:16:00.000Z"},
        errors=(NotFound,),
    ),
    _command(
        method="POST",
        path=BULK_EDIT + "/undo",
        name="undoBulkEdit",
        summary="Undo a bulk edit",
        description=(
            "The plants get back the values that they had before, except in fields that were edited since; "
            "`kept_plants` lists these. Archived plants are restored. Restored plants, and drafts that were added to "
            "the store, are archived, unless they were edited. Webhooks already sent cannot be undone, and receivers "
            "are not notified about the undo. Possible as long as the history has the old values."
        ),
        handler=_undo,
        status=202,
        response_example=_DONE | {"state": "undoing"},
    ),
    Endpoint(
        method="GET",
        path=BULK_EDIT + "/undo",
        name="previewBulkEditUndo",
        scope=Scope.PLANTS_WRITE,
        summary="Preview the undo of a bulk edit",
        description="Counts what an undo would do now, and changes nothing.",
        handler=read_handler(_preview_undo),
        response=BulkEditUndo,
        response_example={
            "reverted": 50,
            "kept_edits": 1,
            "kept_plants": [{"plant": 1042, "name": "Rosa 'Iceberg'", "fields": ["price"]}],
            "is_estimate": False,
        },
        errors=(NotFound, Conflict),
    ),
)
