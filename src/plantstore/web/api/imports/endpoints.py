"""The operations on imports: upload a list, look at what it would do, confirm it, cancel it, undo it."""

import asyncio
from http import HTTPStatus
from typing import Any

import msgspec

from plantstore.catalogue.imports import commands
from plantstore.catalogue.imports.check import Options
from plantstore.catalogue.imports.encodings import ENCODINGS
from plantstore.catalogue.imports.files import Upload
from plantstore.domain.errors import Conflict, Invalid, NotFound, StoreError, UnsupportedMedia
from plantstore.domain.plant_import import ImportState, PlantImport
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports as stored
from plantstore.web.api.imports.view import (
    CHECK_PARAMETERS,
    EXAMPLE,
    SKIP_BAD,
    UPLOAD_PARAMETERS,
    Import,
    ImportPage,
    record,
)
from plantstore.web.http.endpoint import API, OCTET_STREAM, Endpoint, read_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

IMPORTS = f"{API}/imports"
IMPORT = IMPORTS + "/{id}"
CSV = "text/csv"
PREVIEW_WAIT_S = 20.0  # a list of some hundred thousand rows is checked by then; of a longer one, ask again
NEWER_OPTIONS = ("currency", "no_header")  # since 0.5.1
_RUNNING: dict[str, Any] = EXAMPLE | {"state": "running", "confirmed_at": "2026-03-02T09:16:00.000Z"}
_DONE: dict[str, Any] = _RUNNING | {"added": 17, "remaining": 0, "ended_at": "2026-03-02T09:16:01.000Z"}


async def _upload(context: RequestContext) -> Response:
    """Take the file in, note the import, and wait for the check, but not for ever."""
    importer = context.dependencies.importer
    name, options = _options(context)
    parts = context.request.stream_body(bytes_max=context.dependencies.settings.import_bytes_max)
    import_id, upload = await importer.receive(parts)
    context.body = {"name": name, "content": upload.content_hash, "options": _fingerprint(options)}
    try:
        response = await context.write(lambda tx: _ask(context, tx, import_id, upload, name, options))
    except StoreError:  # nothing was written, whatever name the file has by now
        await asyncio.to_thread(importer.folder.remove, import_id, bad_rows=True)  # removing a large file takes a while
        raise
    finally:
        await asyncio.to_thread(upload.path.unlink, missing_ok=True)  # what was kept has another name by now
    asked_id = msgspec.json.decode(response.body)["id"]  # of a repeated request, that of the first
    importer.schedule(asked_id)
    await importer.wait_until_idle(asked_id, within_s=PREVIEW_WAIT_S)
    found = await context.dependencies.database.read(lambda tx: _checked(context, tx, asked_id))
    return response if found is None else Response(response.status, found.body, response.headers)


def _fingerprint(options: Options) -> dict[str, Any]:
    """Return what a repeated request is recognised by. A newer option counts only if it was given.

    Otherwise a request that an older version answered would be another one when it is repeated.
    """
    named: dict[str, Any] = msgspec.to_builtins(options)
    return {name: value for name, value in named.items() if name not in NEWER_OPTIONS or value}


def _ask(
    context: RequestContext, tx: Transaction, import_id: str, upload: Upload, name: str, options: Options
) -> Response:
    one = commands.create(
        tx,
        import_id=import_id,
        name=name,
        options=options,
        content_hash=upload.content_hash,
        size_bytes=upload.size_bytes,
        asked_by=context.token.id,
    )
    context.dependencies.importer.folder.commit_upload(upload, one.id)
    context.detail = name
    return _one(context, tx, one, status=201)


def _checked(context: RequestContext, tx: Transaction, import_id: str) -> Response | None:
    """The import as it is now; Invalid when its file is of no use."""
    one = stored.find(tx, import_id)
    if one is not None and one.state is ImportState.FAILED:
        raise Invalid(one.error)
    return None if one is None else _one(context, tx, one)


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = stored.page(tx, keyset=context.keyset, limit=limit_of(context) + 1)
    return page_response(
        context, found, item=lambda one: record(tx, context.dependencies, one), place=lambda one: one.id
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    return _one(context, tx, commands.find(tx, _id(context)))


async def _confirm(context: RequestContext) -> Response:
    skip_bad: bool | None = context.query.get("skip_bad")
    context.body = {"skip_bad": skip_bad}
    response = await context.write(
        lambda tx: _one(context, tx, commands.confirm(tx, _id(context), skip_bad=skip_bad), status=202)
    )
    context.dependencies.importer.schedule(_id(context))
    return response


async def _check_again(context: RequestContext) -> Response:
    options = msgspec.convert(context.query, Options)
    context.body = {"options": _fingerprint(options)}
    response = await context.write(lambda tx: _one(context, tx, commands.recheck(tx, _id(context), options)))
    importer = context.dependencies.importer
    importer.schedule(_id(context))
    await importer.wait_until_idle(_id(context), within_s=PREVIEW_WAIT_S)
    found = await context.dependencies.database.read(lambda tx: _checked(context, tx, _id(context)))
    return response if found is None else Response(response.status, found.body, response.headers)


async def _cancel(context: RequestContext) -> Response:
    response = await context.write(lambda tx: _one(context, tx, commands.cancel(tx, _id(context))))
    context.dependencies.importer.schedule(_id(context))  # which removes its files
    return response


async def _undo(context: RequestContext) -> Response:
    response = await context.write(lambda tx: _one(context, tx, commands.undo(tx, _id(context)), status=202))
    context.dependencies.importer.schedule(_id(context))
    return response


async def _bad_rows(context: RequestContext) -> Response:
    one = await context.dependencies.database.read(lambda tx: commands.find(tx, _id(context)))
    content = await context.dependencies.importer.bad_rows(one.id)
    name = f'attachment; filename="{one.id}-bad-rows.csv"'.encode()
    headers = ((b"content-type", b"text/csv; charset=utf-8; header=present"), (b"content-disposition", name))
    return Response(200, content, headers)


def _one(
    context: RequestContext,
    tx: Transaction,
    one: PlantImport,
    *,
    status: int = 200,
) -> Response:
    """Answer with an import; what has begun says where to follow it."""
    location = () if status == HTTPStatus.OK else ((b"location", f"{IMPORTS}/{one.id}".encode()),)
    return json_response(record(tx, context.dependencies, one), status=status, headers=location)


def _id(context: RequestContext) -> str:
    return context.request.values["id"]


def _options(context: RequestContext) -> tuple[str, Options]:
    """What the file is called, and how it is to be read. Its letters can be said by a charset as well."""
    given = context.request.content_type.lower().replace('"', "").replace(" ", "")
    kind, *parameters = given.split(";")
    if (
        kind not in (CSV, OCTET_STREAM)
        or context.request.headers.get(b"content-encoding", b"identity").strip().lower() != b"identity"
    ):
        raise UnsupportedMedia("Send the file as it is, as Content-Type: text/csv or application/octet-stream.")
    charset = next((one.removeprefix("charset=") for one in parameters if one.startswith("charset=")), None)
    chosen = dict(context.query)
    name = str(chosen.pop("name", ""))
    if charset is not None:
        charset = {"windows-1252": "cp1252", "macintosh": "mac-roman"}.get(charset, charset)
        if charset not in ENCODINGS:
            raise UnsupportedMedia(f"The charset can be one of {', '.join(ENCODINGS)}; left out, it is found out.")
        if charset != "utf-8":  # which clients say without having looked
            chosen.setdefault("encoding", charset)
    return name, msgspec.convert(chosen, Options)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=IMPORTS,
        name="uploadImport",
        scope=Scope.PLANTS_WRITE,
        summary="Upload a list of plants",
        description=(
            "The body is a CSV file with a header line, as it is, whichever of the two types it is sent as. It is "
            "checked, and nothing is written to the catalogue before it is confirmed. The answer is the preview; of a "
            "very long list its state is `checking` still: ask again."
        ),
        handler=_upload,
        status=201,
        media_types=(CSV, OCTET_STREAM),
        streams=True,
        request="CsvText",
        request_example="sku,name,price\r\nMON-15,Monstera deliciosa,24.90\r\n",
        response=Import,
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
        description="The newest first, for PLANTSTORE_IMPORT_DAYS.",
        handler=read_handler(_list),
        response=ImportPage,
        response_example={"items": [_DONE], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
    ),
    Endpoint(
        method="GET",
        path=IMPORT,
        name="showImport",
        scope=Scope.PLANTS_WRITE,
        summary="Show an import",
        description="Its preview, and how far it has come.",
        handler=read_handler(_show),
        response=Import,
        response_example=_RUNNING | {"added": 9, "remaining": 8},
        errors=(NotFound,),
    ),
    Endpoint(
        method="POST",
        path=IMPORT + "/confirmation",
        name="confirmImport",
        scope=Scope.PLANTS_WRITE,
        summary="Confirm an import",
        description="What was previewed is added, batch after batch, also after a restart.",
        handler=_confirm,
        status=202,
        response=Import,
        response_example=_RUNNING,
        parameters=(SKIP_BAD,),
        errors=(NotFound, Conflict),
    ),
    Endpoint(
        method="POST",
        path=IMPORT + "/check",
        name="recheckImport",
        scope=Scope.PLANTS_WRITE,
        summary="Check an import again",
        description=(
            "Reads the file once more, with these options in place of those before, while it waits to be confirmed: "
            "for a column that was not recognised. The answer is the preview, as that of the upload. A file that is "
            "of no use so has failed, and is uploaded again."
        ),
        handler=_check_again,
        response=Import,
        response_example=EXAMPLE,
        parameters=CHECK_PARAMETERS,
        errors=(NotFound, Conflict, Invalid),
    ),
    Endpoint(
        method="GET",
        path=IMPORT + "/bad-rows",
        name="showBadRows",
        scope=Scope.PLANTS_WRITE,
        summary="Get the bad rows",
        description=(
            "A CSV file of the rows that were bad, each behind its line and what is wrong with it: correct it and "
            "upload it again. At most the first 10,000. What a spreadsheet would calculate begins with an apostrophe."
        ),
        handler=_bad_rows,
        response="CsvText",
        response_type=CSV,
        response_example="line,reason,Art.Nr.,RRP\r\n14,“RRP”: “POA” is not a price.,PUL-PIN-P9,POA\r\n",
        errors=(NotFound,),
    ),
    Endpoint(
        method="DELETE",
        path=IMPORT,
        name="cancelImport",
        scope=Scope.PLANTS_WRITE,
        summary="Cancel an import",
        description="Ends it where it stands; what was added stays. One that has ended stays as it is.",
        handler=_cancel,
        response=Import,
        response_example=EXAMPLE | {"state": "cancelled", "ended_at": "2026-03-02T09:16:00.000Z"},
        errors=(NotFound,),
    ),
    Endpoint(
        method="POST",
        path=IMPORT + "/undo",
        name="undoImport",
        scope=Scope.PLANTS_WRITE,
        summary="Undo an import",
        description=(
            "Archives the plants that it has added and deletes the drafts, but for those that were edited since. "
            "Notifications are not unsent: receivers were told, and are not told of this."
        ),
        handler=_undo,
        status=202,
        response=Import,
        response_example=_DONE | {"state": "undoing"},
        errors=(NotFound, Conflict),
    ),
)
