"""The imports endpoints: upload a list of plants, review it, then confirm, cancel or undo the import."""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec

from plantstore.catalogue.imports import commands, undo
from plantstore.catalogue.imports.check import Options
from plantstore.catalogue.imports.columns.flat_columns import COST_COLUMNS
from plantstore.catalogue.imports.text_files.encodings import ENCODINGS
from plantstore.catalogue.received_file import Upload
from plantstore.domain.errors import Conflict, FieldError, Forbidden, Invalid, NotFound, StoreError, UnsupportedMedia
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports as stored
from plantstore.web.api.imports.example import EXAMPLE
from plantstore.web.api.imports.parameters import CHECK_PARAMETERS, SKIP_BAD, UPLOAD_PARAMETERS
from plantstore.web.api.imports.view import Import, ImportPage, UndoPreview, import_view, undo_view
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.http.endpoint import API, CSV, OCTET_STREAM, XLSX, Endpoint, read_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

IMPORTS = f"{API}/imports"
IMPORT = IMPORTS + "/{id}"
TSV = "text/tab-separated-values"  # registered with IANA
MEDIA_TYPES = (CSV, TSV, XLSX, "text/plain", OCTET_STREAM)
PREVIEW_WAIT_S = 20.0  # max wait for the check; enough for some 100,000 rows, after which clients poll
NEWER_OPTIONS = ("currency", "no_header", "name_pattern", "year", "delimiter", "sheet")  # added in 0.5.1 and 0.7.0
_RUNNING: dict[str, Any] = EXAMPLE | {"state": "running", "confirmed_at": "2026-03-02T09:16:00.000Z"}
_DONE: dict[str, Any] = _RUNNING | {"added": 17, "remaining": 0, "ended_at": "2026-03-02T09:16:01.000Z"}


async def _upload(context: RequestContext) -> Response:
    """Receive the file, create the import, and return it, with a preview if the check finishes in PREVIEW_WAIT_S."""
    importer = context.dependencies.importer
    name, options = _options(context)
    parts = context.request.stream_body(bytes_max=context.dependencies.settings.import_bytes_max)
    import_id, upload = await importer.receive(parts)
    context.body = {"name": name, "content": upload.content_hash, "options": _fingerprint(options)}
    try:
        response = await context.write(lambda tx: _create(context, tx, import_id, upload, name, options))
    except StoreError:  # the transaction failed; the file may be renamed already
        await asyncio.to_thread(importer.folder.remove, import_id, bad_rows=True)  # slow for large files
        raise
    finally:
        await asyncio.to_thread(upload.path.unlink, missing_ok=True)  # no effect if the file was renamed to keep it
    created_id = msgspec.json.decode(response.body)["id"]  # for a repeated request, the id of the first import
    return await _with_preview(context, created_id, response)


async def _with_preview(
    context: RequestContext, import_id: str, response: Response, *, is_recheck: bool = False
) -> Response:
    """Start the check, wait at most PREVIEW_WAIT_S seconds for it, and replace the response's body with the result."""
    importer = context.dependencies.importer
    importer.schedule(import_id)
    await importer.wait_until_idle(import_id, within_s=PREVIEW_WAIT_S)
    checked = await context.dependencies.database.read(
        lambda tx: _checked(context, tx, import_id, is_recheck=is_recheck)
    )
    return response if checked is None else Response(response.status, checked.body, response.headers)


def _fingerprint(options: Options) -> dict[str, Any]:
    """Return the options that identify a repeated request. NEWER_OPTIONS are included only if they are set.

    Otherwise a repeated request would not be recognized if an older version of the program responded to the original.
    """
    named: dict[str, Any] = msgspec.to_builtins(options)
    del named["with_costs"]
    return {name: value for name, value in named.items() if name not in NEWER_OPTIONS or value}


def _create(
    context: RequestContext, tx: Transaction, import_id: str, upload: Upload, name: str, options: Options
) -> Response:
    created = commands.create(
        tx,
        import_id=import_id,
        name=name,
        options=options,
        content_hash=upload.content_hash,
        size_bytes=upload.size_bytes,
        asked_by=context.token.id,
    )
    context.dependencies.importer.folder.commit_upload(upload, created.id)
    context.detail = name
    return _import_response(context, tx, created, status=201)


def _checked(context: RequestContext, tx: Transaction, import_id: str, *, is_recheck: bool) -> Response | None:
    """Return a response with the import, or None if it was removed. Raise Invalid if its file could not be read."""
    found = stored.find(tx, import_id)
    failed = (ImportState.FAILED, ImportState.CHECKED) if is_recheck else (ImportState.FAILED,)
    if found is not None and found.error and found.state in failed:
        raise Invalid(found.error, fields=(FieldError(pointer="", code="file", detail=found.error),))
    return None if found is None else _import_response(context, tx, found)


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = stored.page(tx, keyset=context.keyset, limit=limit_of(context) + 1)
    view = partial(import_view, tx, context.dependencies, with_costs=sees_costs(context), with_preview=False)
    return page_response(context, found, item=view, place=lambda plant_import: plant_import.id)


def _show(context: RequestContext, tx: Transaction) -> Response:
    return _import_response(context, tx, commands.find(tx, _id(context)))


async def _confirm(context: RequestContext) -> Response:
    skip_bad: bool | None = context.query.get("skip_bad")
    context.body = {"skip_bad": skip_bad}
    confirm = partial(commands.confirm, skip_bad=skip_bad)
    return await _write_and_schedule(context, confirm, status=202)


async def _recheck(context: RequestContext) -> Response:
    options = _with_scope(context, msgspec.convert(context.query, Options))
    context.body = {"options": _fingerprint(options)}
    response = await context.write(
        lambda tx: _import_response(context, tx, commands.recheck(tx, _id(context), options))
    )
    return await _with_preview(context, _id(context), response, is_recheck=True)


async def _cancel(context: RequestContext) -> Response:
    return await _write_and_schedule(context, commands.cancel)  # the importer then deletes the files


async def _undo(context: RequestContext) -> Response:
    return await _write_and_schedule(context, partial(undo.undo, with_costs=sees_costs(context)), status=202)


def _preview_undo(context: RequestContext, tx: Transaction) -> Response:
    return json_response(undo_view(undo.preview(tx, _id(context)), with_costs=sees_costs(context)))


async def _write_and_schedule(
    context: RequestContext, command: Callable[[Transaction, str], PlantImport], *, status: int = 200
) -> Response:
    """Run a command on the import, then schedule the importer to process the import."""
    response = await context.write(lambda tx: _import_response(context, tx, command(tx, _id(context)), status=status))
    context.dependencies.importer.schedule(_id(context))
    return response


async def _bad_rows(context: RequestContext) -> Response:
    found = await context.dependencies.database.read(lambda tx: commands.find(tx, _id(context)))
    if commands.has_costs(found) and not sees_costs(context):
        raise Forbidden(f"The file has costs or suppliers: only a token with the scope {Scope.COSTS_READ} may see it.")
    content = await context.dependencies.importer.bad_rows(found.id)
    name = f'attachment; filename="{found.id}-bad-rows.csv"'.encode()
    headers = ((b"content-type", b"text/csv; charset=utf-8; header=present"), (b"content-disposition", name))
    return Response(200, content, headers)


def _import_response(
    context: RequestContext, tx: Transaction, plant_import: PlantImport, *, status: int = 200
) -> Response:
    """Return a response with an import. Unless the status is 200, add a Location header to follow its progress."""
    location = () if status == HTTPStatus.OK else ((b"location", f"{IMPORTS}/{plant_import.id}".encode()),)
    view = import_view(tx, context.dependencies, plant_import, with_costs=sees_costs(context))
    return json_response(view, status=status, headers=location)


def _id(context: RequestContext) -> str:
    return context.request.values["id"]


def _options(context: RequestContext) -> tuple[str, Options]:
    """Return the name of the uploaded file and the options for reading it, both from the query parameters.

    A charset in the Content-Type sets the encoding, unless it is utf-8 or the query has the parameter `encoding`. With
    TSV, columns are separated by tabs, unless the query has the parameter `delimiter`. Raise UnsupportedMedia if the
    charset or the media type is not supported, or the file is compressed.
    """
    content_type = context.request.content_type.lower().replace('"', "").replace(" ", "")
    media_type, *parameters = content_type.split(";")
    if (
        media_type not in MEDIA_TYPES
        or context.request.headers.get(b"content-encoding", b"identity").strip().lower() != b"identity"
    ):
        raise UnsupportedMedia(f"Send the file uncompressed, as Content-Type: {' or '.join(MEDIA_TYPES)}.")
    charset = next((text.removeprefix("charset=") for text in parameters if text.startswith("charset=")), None)
    query = dict(context.query)
    name = str(query.pop("name", ""))
    if media_type == TSV:
        query.setdefault("delimiter", "tab")
    if charset is not None:
        charset = {"windows-1252": "cp1252", "macintosh": "mac-roman"}.get(charset, charset)
        if charset not in ENCODINGS:
            known = ", ".join(ENCODINGS)
            raise UnsupportedMedia(f"The charset must be one of {known}. Without it, the encoding is detected.")
        if charset != "utf-8":  # clients send utf-8 by default, even for files in other encodings
            query.setdefault("encoding", charset)
    return name, _with_scope(context, msgspec.convert(query, Options))


def _with_scope(context: RequestContext, options: Options) -> Options:
    """Return the options for the token's scopes. Raise Forbidden if they map a column that the token may not see."""
    hidden = [name for name in COST_COLUMNS if options.map.get(name)]
    if hidden and not sees_costs(context):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may map a column to {' and '.join(hidden)}.")
    return msgspec.structs.replace(options, with_costs=sees_costs(context))


_command = partial(Endpoint, scope=Scope.PLANTS_WRITE, response=Import, errors=(NotFound, Conflict))

ENDPOINTS = (
    _command(
        method="POST",
        path=IMPORTS,
        name="uploadImport",
        summary="Upload a list of plants",
        description=(
            "The body is a CSV file with a header line, cells copied from a spreadsheet, separated by tabs, or an "
            ".xlsx workbook; uncompressed. The first bytes say whether it is a workbook, whatever the media type is. "
            "Only for text/tab-separated-values is the column separator not detected. The file is checked; nothing is "
            "added to the catalogue until you confirm the import. The response is the preview. "
            "For a very long list its state may still be `checking`: get the import again later."
        ),
        handler=_upload,
        status=201,
        media_types=MEDIA_TYPES,
        streams=True,
        request="CsvText",
        request_example="sku,name,price\r\nMON-15,Monstera deliciosa,24.90\r\n",
        response_example=EXAMPLE,
        parameters=UPLOAD_PARAMETERS,
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=IMPORTS,
        name="listImports",
        scope=Scope.PLANTS_WRITE,
        summary="List imports",
        description="Newest first. Imports are kept for PLANTSTORE_IMPORT_DAYS days.",
        handler=read_handler(_list),
        response=ImportPage,
        response_example={"items": [_DONE], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
    ),
    _command(
        method="GET",
        path=IMPORT,
        name="showImport",
        summary="Get an import",
        description="The import with its preview and progress.",
        handler=read_handler(_show),
        response_example=_RUNNING | {"added": 9, "remaining": 8},
        errors=(NotFound,),
    ),
    _command(
        method="POST",
        path=IMPORT + "/confirmation",
        name="confirmImport",
        summary="Confirm an import",
        description="Starts adding the plants of the preview, in batches. The import continues after a restart.",
        handler=_confirm,
        status=202,
        response_example=_RUNNING,
        parameters=(SKIP_BAD,),
    ),
    _command(
        method="POST",
        path=IMPORT + "/check",
        name="recheckImport",
        summary="Check an import again",
        description=(
            "Reads the file again with these options, which replace all earlier ones; for example if a column was not "
            "recognized. Possible until the import is confirmed. The response is the new preview. If the file cannot "
            "be read with these options, the response is 422, and the import keeps the result and the options of the "
            "previous check; `error` says what is wrong."
        ),
        handler=_recheck,
        response_example=EXAMPLE,
        parameters=CHECK_PARAMETERS,
        errors=(NotFound, Conflict, Invalid),
    ),
    Endpoint(
        method="GET",
        path=IMPORT + "/bad-rows",
        name="showBadRows",
        scope=Scope.PLANTS_WRITE,
        summary="Download the invalid rows",
        description=(
            "A CSV file of the invalid rows, at most the first 10,000, each after its line number and the problem. You "
            "can correct it and upload it again. Cells that a spreadsheet would evaluate start with an apostrophe."
        ),
        handler=_bad_rows,
        response="CsvText",
        response_type=CSV,
        response_example="line,reason,Art.Nr.,RRP\r\n14,“RRP”: “POA” is not a price.,PUL-PIN-P9,POA\r\n",
        errors=(NotFound,),
    ),
    _command(
        method="DELETE",
        path=IMPORT,
        name="cancelImport",
        summary="Cancel an import",
        description="Stops the import. Plants already added stay in the catalogue. No effect if it has ended.",
        handler=_cancel,
        response_example=EXAMPLE | {"state": "cancelled", "ended_at": "2026-03-02T09:16:00.000Z"},
        errors=(NotFound,),
    ),
    _command(
        method="POST",
        path=IMPORT + "/undo",
        name="undoImport",
        summary="Undo an import",
        description=(
            "Archives the plants that the import added and deletes its drafts, except for those that were edited "
            "since. Plants that it updated get back the values that they had before, except in fields that were edited "
            "since; `kept_plants` lists these. Plants that it restored are archived again, unless they were edited. "
            "Webhooks already sent cannot be undone, and receivers are not notified about the undo."
        ),
        handler=_undo,
        status=202,
        response_example=_DONE | {"state": "undoing"},
    ),
    Endpoint(
        method="GET",
        path=IMPORT + "/undo",
        name="previewUndo",
        scope=Scope.PLANTS_WRITE,
        summary="Preview the undo of an import",
        description="Counts what an undo would do now, and changes nothing. An import that was undone is refused.",
        handler=read_handler(_preview_undo),
        response=UndoPreview,
        response_example={
            "archived": 12,
            "reverted": 40,
            "kept": 1,
            "kept_edits": 1,
            "kept_plants": [{"plant": 1042, "name": "Monstera deliciosa", "fields": ["price"]}],
            "is_estimate": False,
        },
        errors=(NotFound, Conflict),
    ),
)
