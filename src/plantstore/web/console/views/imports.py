"""The list of imports, and the first step of an import: choose a file and its options."""

import json
from collections.abc import AsyncIterator
from typing import Any

from plantstore.catalogue.imports.columns.flat_columns import COLUMNS, COST_COLUMNS
from plantstore.catalogue.imports.columns.headings import COST_HEADINGS, FIELDS, HEADINGS_OF
from plantstore.catalogue.imports.text_files.encodings import ENCODINGS
from plantstore.catalogue.imports.values.name_pattern import DEFAULT
from plantstore.domain.errors import Conflict, Invalid, Malformed, StoreError, TooLarge
from plantstore.domain.plants.plant_import import DELIMITERS
from plantstore.web.api.imports.endpoints import TSV
from plantstore.web.api.imports.parameters import NAME_CHARS_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.forms import FIELD_BYTES_MAX, Form, Uploaded
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES
from plantstore.web.console.samples import FILE_NAME, sample_csv
from plantstore.web.console.upload_buffer import buffered
from plantstore.web.http.endpoint import OCTET_STREAM
from plantstore.web.http.problems import Refused
from plantstore.web.http.response import Headers, Response

FLAGS = ("no_header", "as_drafts", "update", "restore", "add_alike")
ENCODING_LABELS = {name: name.upper() for name in ENCODINGS} | {
    "cp1250": "Windows-1250",
    "cp1252": "Windows-1252",
    "mac-roman": "Mac Roman",
}
_DETECT = ("", "Detect automatically")
CHOICES = {
    "encoding": (_DETECT, *ENCODING_LABELS.items()),
    "delimiter": (_DETECT, *((name, name.capitalize()) for name in DELIMITERS)),
    "decimal": (("auto", "Detect automatically"), ("comma", "Comma: 24,90"), ("point", "Point: 24.90")),
}
"""The options with a list of choices: value and label."""
TEXTS = (*CHOICES, "currency", "name_pattern", "year", "sheet")
COLUMN = "column-"
CELLS, PASTED_NAME = "cells", "Pasted cells"
PASTED_BYTES_MAX = 1_000_000  # max size of pasted cells, which are kept in memory: some 10,000 rows
LATEST_MAX = 3  # max imports listed on the upload page
MAIN_COLUMNS = (
    *("name", "botanical_name", "pot_size", "sku", "price", "stock_quantity", "gtin", "tag"),
    *("height_cm", "hardiness_rhs", "description", "images"),
)
"""The columns that most lists have."""


def _field_name(field: str) -> str:
    column = COLUMNS.get(field)
    name = field if column is None else column.name
    return NAMES.get(name, field.replace("_", " ").capitalize())


FIELD_NAMES = {field: _field_name(field) for field in FIELDS} | {"status": "State"}
"""The fields to which a column can be mapped, with their labels."""


async def _list(request: PageRequest) -> Response:
    query: dict[str, str] = {name: request.query[name] for name in ("cursor", "limit") if name in request.query}
    imports = await request.api.call("listImports", query=query)
    return request.render("imports.html", imports=imports)


async def _new(request: PageRequest) -> Response:
    return await _page(request)


async def _upload(request: PageRequest) -> Response:
    """Upload the chosen file, or the pasted cells if there is none, and go to the page with the result of the check."""
    bytes_max = request.dependencies.settings.import_bytes_max
    try:
        uploaded = await request.upload(
            bytes_max=bytes_max + PASTED_BYTES_MAX + 2 * FIELD_BYTES_MAX,
            fields_bytes_max=PASTED_BYTES_MAX + FIELD_BYTES_MAX,
        )
        if uploaded is None:
            found = await _send_cells(request)
        else:
            async with buffered(_filled(uploaded), request.dependencies.settings.data) as parts:
                if request.form.raw(CELLS).strip():
                    raise Invalid("Choose a file or paste cells, not both.")
                name = uploaded.plain_name(chars_max=NAME_CHARS_MAX) or "list.csv"
                found = await _send(request, parts, name=name, media_type=OCTET_STREAM)
    except Refused as refused:
        if not isinstance(refused.error, TooLarge):
            raise
        error = TooLarge(f"The file is too large. The limit is {bytes_max:,} bytes.")
        return await _page(request, error, status=413, more_headers=refused.headers)  # headers that end the upload
    except (Invalid, Malformed, Conflict) as refused:
        return await _page(request, refused, status=409 if isinstance(refused, Conflict) else 422)
    return request.redirect(f"/imports/{found['id']}")


async def _send_cells(request: PageRequest) -> ApiAnswer:
    """Upload the pasted cells. Spreadsheets separate the columns of copied cells by tabs."""
    content = request.form.raw(CELLS).encode()
    if len(content) > PASTED_BYTES_MAX:
        raise Invalid(
            f"You can paste at most {PASTED_BYTES_MAX:,} bytes. Save the list as a file, then choose it here."
        )
    first_line = content.lstrip().partition(b"\n")[0]
    if not first_line:
        raise Invalid("Choose a file or paste cells first.")

    async def parts() -> AsyncIterator[bytes]:
        yield content

    is_text = b"\t" not in content and any(sign.encode() in first_line for sign in DELIMITERS.values())
    return await _send(request, parts(), name=PASTED_NAME, media_type="text/plain" if is_text else TSV)


async def _send(request: PageRequest, parts: AsyncIterator[bytes], *, name: str, media_type: str) -> ApiAnswer:
    query = {"name": name} | options_in(request.form) | _mapped(request.form)
    return await request.api.send_file(
        "uploadImport", query=query, media_type=media_type, parts=parts, key=request.idempotency_key
    )


async def _filled(uploaded: Uploaded) -> AsyncIterator[bytes]:
    """Yield the content of the file in chunks. Raise Invalid if the file is empty or blank."""
    empty = True
    async for part in uploaded.parts:
        empty = empty and not part.strip()
        yield part
    if empty:
        raise Invalid("The file is empty. Save it again, then choose it here.")


async def _page(
    request: PageRequest, refused: StoreError | None = None, *, status: int = 200, more_headers: Headers = ()
) -> Response:
    latest = await request.api.call("listImports", query={"limit": str(LATEST_MAX)})
    return request.render(
        "import_new.html",
        status=status,
        more_headers=more_headers,
        refused=refused,
        choices=CHOICES,
        latest=latest["items"],
        columns=[(field, words, HEADINGS_OF.get(field, COST_HEADINGS)) for field, words in fields_for(request)],
        mapped={field: request.form.get(COLUMN + field) for field in FIELDS},
        column=COLUMN,
        cells=request.form.raw(CELLS),
        main_columns=MAIN_COLUMNS,
        bytes_max=request.dependencies.settings.import_bytes_max,
        rows_max=request.dependencies.settings.import_rows_max,
    )


def fields_for(request: PageRequest) -> list[tuple[str, str]]:
    """Return the fields to which the person may map a column, with their labels."""
    hidden = () if request.sees_costs else COST_COLUMNS
    return [(field, FIELD_NAMES[field]) for field in FIELDS if field not in hidden]


def options_in(form: Form) -> dict[str, str]:
    """Return the import options in a submitted form as query parameters of the API."""
    chosen = {name: form.get(name) for name in TEXTS if form.get(name)}
    if chosen.get("name_pattern") == DEFAULT:
        del chosen["name_pattern"]
    return chosen | {name: "true" for name in FLAGS if form.get(name)}


def _mapped(form: Form) -> dict[str, str]:
    """Return the column mapping in a submitted form as the API's `map` parameter; empty without a mapping."""
    named = {field: form.get(COLUMN + field) for field in FIELDS if form.get(COLUMN + field)}
    return {"map": json.dumps(named, ensure_ascii=False)} if named else {}


async def _sample(request: PageRequest) -> Response:
    del request
    disposition = f'attachment; filename="{FILE_NAME}"'.encode()
    headers = ((b"content-type", b"text/csv; charset=utf-8; header=present"), (b"content-disposition", disposition))
    return Response(200, sample_csv(), headers)


def steps(state: str) -> list[dict[str, Any]]:
    """Return the four steps of an import; each says whether it is done (`done`) or current (`here`)."""
    here = {"": 0, "checking": 1, "checked": 1, "running": 2}.get(state, 3)
    if state == "failed":
        here = 1
    names = ("Upload", "Check", "Import", "Report")
    return [{"name": name, "done": place < here, "here": place == here} for place, name in enumerate(names)]


PAGES = (
    get_page("/imports", _list, "listImports"),
    get_page("/imports/new", _new, "uploadImport"),
    post_page("/imports/new", _upload, "uploadImport", uploads=True),
    get_page("/imports/sample.csv", _sample, "uploadImport"),
)
