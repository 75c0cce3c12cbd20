"""The endpoint that exports the activity log, as CSV or as JSON Lines, with the filters of the list."""

import csv
import io
from collections.abc import AsyncGenerator, Collection, Sequence
from functools import partial

import msgspec

from plantstore.catalogue.exports.records import BYTE_ORDER_MARK, MEDIA_TYPES, ExportFormat
from plantstore.catalogue.imports.values.cells import guard
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import activity as stored
from plantstore.web.api.activity import ACTIVITY, EXAMPLE, Activity, filter_parameters, read_filter, written
from plantstore.web.http.endpoint import CSV, JSON_LINES, Endpoint
from plantstore.web.http.parameters import choice_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response
from plantstore.web.http.streamed_response import StreamedResponse

EXPORT = f"{ACTIVITY}/export"
PAGE_ROWS = 200  # read, written and sent together; as CSV they hold the event loop for less than 2 ms
FORMAT = "format"
FORMATS = (ExportFormat.CSV, ExportFormat.JSON_LINES)
_HEADINGS = Activity.__struct_fields__
_encode = msgspec.json.Encoder().encode


async def _export(context: RequestContext) -> Response:
    kind = ExportFormat(context.query.get(FORMAT, ExportFormat.CSV))
    filters = read_filter(context)
    day = to_text(context.dependencies.clock.now())[:10]
    headers = (
        (b"content-type", MEDIA_TYPES[kind].encode()),
        (b"content-disposition", f'attachment; filename="activity-{day}.{kind}"'.encode()),
    )
    if context.request.method == "HEAD":
        return Response(200, b"", headers)
    first = await context.read(partial(_page, filters=filters, keyset=KeysetPage()))
    parts = _parts(context, filters, first, kind)
    return StreamedResponse(200, b"", headers, parts=parts, receive=context.request.receive)


async def _parts(
    context: RequestContext, filters: stored.ActivityFilter, rows: list[stored.Activity], kind: ExportFormat
) -> AsyncGenerator[bytes, None]:
    if kind is ExportFormat.CSV:
        yield BYTE_ORDER_MARK + _lines([_HEADINGS])
    while rows:
        views = [written(row) for row in rows]
        if kind is ExportFormat.CSV:
            yield _lines([[guard(str(value)) for value in msgspec.structs.astuple(view)] for view in views])
        else:
            yield b"".join(_encode(view) + b"\n" for view in views)
        if len(rows) < PAGE_ROWS:
            return
        keyset = KeysetPage(position=rows[-1].id)
        rows = await context.read(partial(_page, filters=filters, keyset=keyset))


def _page(tx: Transaction, *, filters: stored.ActivityFilter, keyset: KeysetPage) -> list[stored.Activity]:
    return stored.page(tx, filters, limit=PAGE_ROWS, keyset=keyset)


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def export_endpoint(recorded: Collection[str]) -> Endpoint:
    """Return the endpoint that exports activity. `recorded`: the API operations that are logged."""
    return Endpoint(
        method="GET",
        path=EXPORT,
        name="exportActivity",
        scope=Scope.OPERATIONS_READ,
        may_be_late=True,
        summary="Export activity",
        description=(
            "The changes that the list has with the same filters, newest first: as CSV, in which cells that a "
            "spreadsheet would run are guarded, or as JSON Lines. The file is made while it is sent. If the connection "
            "ends early, without the last chunk, the file is not complete."
        ),
        handler=_export,
        response="CsvText",
        response_type=CSV,
        response_example="id,time,actor,actor_name,action,subject,detail\r\n",
        more_responses=((JSON_LINES, (_encode(EXAMPLE) + b"\n").decode()),),
        parameters=(
            choice_parameter(FORMAT, "The format of the file.", FORMATS, default=ExportFormat.CSV),
            *filter_parameters(recorded),
        ),
    )
