"""The list of imports, and the first step of an import: choose a file and its options."""

import json
from collections.abc import AsyncIterator
from typing import Any

from plantstore.catalogue.imports.encodings import ENCODINGS
from plantstore.catalogue.imports.flat_columns import COLUMNS, COST_COLUMNS
from plantstore.catalogue.imports.headings import COST_HEADINGS, FIELDS, HEADINGS_OF
from plantstore.domain.errors import Conflict, Invalid, Malformed, StoreError, TooLarge
from plantstore.web.api.imports.parameters import NAME_CHARS_MAX
from plantstore.web.console.forms import FIELD_BYTES_MAX, Form, Uploaded
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES
from plantstore.web.console.samples import FILE_NAME, sample_csv
from plantstore.web.http.problems import Refused
from plantstore.web.http.response import Headers, Response

FLAGS = ("no_header", "as_drafts", "update", "restore", "add_alike")
ENCODING_LABELS = {name: name.upper() for name in ENCODINGS} | {
    "cp1250": "Windows-1250",
    "cp1252": "Windows-1252",
    "mac-roman": "Mac Roman",
}
LETTERS = (("", "Detect automatically"), *ENCODING_LABELS.items())
DECIMALS = (("auto", "Detect automatically"), ("comma", "Comma: 24,90"), ("point", "Point: 24.90"))
COLUMN = "column-"


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
    return _page(request)


async def _upload(request: PageRequest) -> Response:
    bytes_max = request.dependencies.settings.import_bytes_max
    try:
        uploaded = await request.upload(bytes_max=bytes_max + 2 * FIELD_BYTES_MAX)
        if uploaded is None or not uploaded.name:
            return _page(request, Invalid("Choose a file first."), status=422)
        found = await request.api.send_file(
            "uploadImport",
            query={"name": _name(uploaded)} | options_in(request.form) | _mapped(request.form),
            media_type="text/csv",
            parts=_filled(uploaded),
            key=request.idempotency_key,
        )
    except Refused as refused:
        if not isinstance(refused.error, TooLarge):
            raise
        error = TooLarge(f"The file is too large. The limit is {bytes_max:,} bytes.")
        return _page(request, error, status=413, more_headers=refused.headers)  # headers that end the upload
    except (Invalid, Malformed, Conflict) as refused:
        return _page(request, refused, status=409 if isinstance(refused, Conflict) else 422)
    return request.redirect(f"/imports/{found['id']}")


async def _filled(uploaded: Uploaded) -> AsyncIterator[bytes]:
    """Yield the content of the file in chunks. Raise Invalid if the file is empty or blank."""
    empty = True
    async for part in uploaded.parts:
        empty = empty and not part.strip()
        yield part
    if empty:
        raise Invalid("The file is empty. Save it again, then choose it here.")


def _page(
    request: PageRequest, refused: StoreError | None = None, *, status: int = 200, more_headers: Headers = ()
) -> Response:
    return request.render(
        "import_new.html",
        status=status,
        more_headers=more_headers,
        refused=refused,
        letters=LETTERS,
        decimals=DECIMALS,
        columns=[(field, words, HEADINGS_OF.get(field, COST_HEADINGS)) for field, words in fields_for(request)],
        mapped={field: request.form.get(COLUMN + field) for field in FIELDS},
        column=COLUMN,
        bytes_max=request.dependencies.settings.import_bytes_max,
        rows_max=request.dependencies.settings.import_rows_max,
    )


def fields_for(request: PageRequest) -> list[tuple[str, str]]:
    """Return the fields to which the person may map a column, with their labels."""
    hidden = () if request.sees_costs else COST_COLUMNS
    return [(field, FIELD_NAMES[field]) for field in FIELDS if field not in hidden]


def options_in(form: Form) -> dict[str, str]:
    """Return the import options in a submitted form as query parameters of the API."""
    chosen = {name: form.get(name) for name in ("encoding", "decimal", "currency") if form.get(name)}
    return chosen | {name: "true" for name in FLAGS if form.get(name)}


def _mapped(form: Form) -> dict[str, str]:
    """Return the column mapping in a submitted form as the API's `map` parameter; empty without a mapping."""
    named = {field: form.get(COLUMN + field) for field in FIELDS if form.get(COLUMN + field)}
    return {"map": json.dumps(named, ensure_ascii=False)} if named else {}


def _name(uploaded: Uploaded) -> str:
    """Return a name for the import: the file name without folders or control characters."""
    bare = uploaded.name.replace("\\", "/").rpartition("/")[2]
    shown = " ".join("".join(char if char.isprintable() else " " for char in bare).split())
    return shown[-NAME_CHARS_MAX:].strip() or "list.csv"


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
