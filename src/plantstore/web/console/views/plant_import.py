"""The page of one import: preview, progress and report; confirm, cancel or undo the import."""

import json
from collections.abc import Sequence
from typing import Any

from plantstore.catalogue.imports.columns.headings import numbered
from plantstore.domain.errors import Conflict, Forbidden, Invalid, Malformed, StoreError
from plantstore.domain.timestamps import parse
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.import_eta import seconds_to_send
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_history import field_label
from plantstore.web.console.views.imports import (
    CHOICES,
    ENCODING_LABELS,
    FIELD_NAMES,
    fields_for,
    options_in,
    steps,
)
from plantstore.web.http.response import Response

COLUMNS_MAX = 60  # max columns that can be mapped here; others can be mapped during upload
GROUPS_SHOWN_MAX = 8  # max kinds of notes shown; the others are folded
SAMPLES_CHARS_MAX = 16  # max length of the samples shown next to a heading, so that a column takes one line
FLAGGED = ("name", "botanical_name", "price", "stock_quantity", "tag")  # cells read otherwise than they were written
AT_ONCE_ROWS_MAX = 5_000  # up to this many rows, a choice checks the file again without a click; it takes about 1 s
MOVING = ("checking", "running", "undoing")
KEEP = "keep"  # field name in forms that change one option and keep the others
USE = "use"  # field name of buttons that map a column to the suggested field; the value is the column's index
HELD = "holds-"  # prefix of form fields; a column index follows, and the value is the plant field


async def _show(request: PageRequest) -> Response:
    return await _page(request)


async def _page(request: PageRequest, refused: StoreError | None = None, *, status: int = 200) -> Response:
    one = await request.api.call("showImport", request.values)
    waits = one["state"] == "checked"
    told = one["new"] if one["deliveries"] else 0
    return request.render(
        "import.html",
        status=status,
        refused=refused,
        one=one,
        steps=steps(one["state"]),
        moving=one["state"] in MOVING,
        progress=_progress(one, _elapsed_s(request, one)),
        send_s=_whole(await seconds_to_send(request, told)) if waits else None,
        **(_checked(request, one) if waits else {}),
        labels=field_label,
        may_undo=one["state"] in ("done", "cancelled")
        and (one["added"] or one["updated"])
        and request.may("undoImport"),
    )


def _checked(request: PageRequest, one: ApiAnswer) -> dict[str, Any]:
    """Return what the page needs for a checked import. If its form was refused, it keeps what was chosen."""
    is_refused = f"{HELD}0" in request.form
    columns = [
        column | {"chosen": request.form.get(f"{HELD}{place}") if is_refused else column["field"] or ""}
        for place, column in enumerate(one["columns"][:COLUMNS_MAX])
    ]
    return {
        "shown_columns": columns,
        "columns_max": COLUMNS_MAX,
        "samples_chars": SAMPLES_CHARS_MAX,
        "suggested": [
            (place, column["heading"], column["suggested"])
            for place, column in enumerate(one["columns"])
            if column["suggested"] and not column["field"]
        ],
        "unused": [column["heading"] for column in one["columns"] if not column["field"] and column["heading"]],
        "groups_max": GROUPS_SHOWN_MAX,
        "plants": list(zip(one["preview"], one["preview_rows"], strict=True)),
        "prices": _prices(one),
        "chosen": request.form if is_refused else one["options"],
        "at_once": one["rows"] <= AT_ONCE_ROWS_MAX,
        "fields": fields_for(request),
        "field_names": FIELD_NAMES,
        "held": HELD,
        "keep": KEEP,
        "use": USE,
        "flagged": FLAGGED,
        "receivers": _receivers(one),
        "encodings": ENCODING_LABELS,
        "choices": CHOICES,
    }


def _receivers(one: ApiAnswer) -> int | None:
    """Return the number of receivers; None if it is unknown because some of the new plants may be drafts."""
    if not one["new"] or any("status" in column["fields"] for column in one["columns"]):
        return None
    return int(one["deliveries"] // one["new"])


def _prices(one: ApiAnswer) -> list[str]:
    """Return for each currency the number of prices, and what decided their currency."""
    headings = {field: column["heading"] for column in one["columns"] for field in column["fields"]}
    words = {
        "column": f"from the column “{headings.get('currency', '')}”",
        "sign": "from the sign at the price",
        "heading": f"from the heading “{headings.get('price', '')}”",
        "option": "as you chose",
        "store": "the currency of your store",
    }
    return [
        f"{rows:,} in {each['currency']}, {words[source]}"
        for each in one["currencies"]
        for source, rows in each["sources"].items()
    ]


def _whole(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, round(seconds))


def _elapsed_s(request: PageRequest, one: ApiAnswer) -> float:
    since = one["confirmed_at"] or one["asked_at"]
    return max(0.0, (request.dependencies.clock.now() - parse(since)) / 1_000_000)


def _progress(one: ApiAnswer, elapsed_s: float) -> dict[str, Any]:
    """Return the number of rows done, the total, the rows per second, and the remaining seconds or None."""
    if one["state"] == "checking":
        return {"done": one["rows"], "total": 0, "rate": 0, "left_s": None}
    if one["state"] == "undoing":
        done = one["archived"] + one["reverted"] + one["kept"]
        return {"done": done, "total": one["added"] + one["updated"], "rate": 0, "left_s": None}
    total = one["new"] + one["changed"]
    done = total - one["remaining"]
    rate = done / elapsed_s if elapsed_s >= 1 else 0.0
    return {
        "done": done,
        "total": total,
        "rate": round(rate),
        "left_s": max(1, round(one["remaining"] / rate)) if rate else None,
    }


async def _check_again(request: PageRequest) -> Response:
    one = await request.api.call("showImport", request.values)
    if request.form.get(KEEP):
        options = _options_of(one) | ({"map": "{}"} if request.form.get("sheet") else {})  # it may have other headings
        options["map"] = json.dumps(json.loads(options["map"]) | _suggested(request, one), ensure_ascii=False)
        return await _read_again(request, options | options_in(request.form), then=_address(request))
    chosen: dict[str, str | None] = {}
    by_number = bool(request.form.get("no_header")) != one["options"]["no_header"]  # `no_header` changes the headings
    for place in range(len(one["columns"][:COLUMNS_MAX])):
        field = request.form.get(f"{HELD}{place}")
        if field in chosen:
            words = FIELD_NAMES.get(field, "State")
            return await _page(request, Invalid(f"Two columns can't both map to “{words}”."), status=422)
        if field:
            column = one["columns"][place]
            kept = column["fields"] if field == column["field"] else [field]  # a column can have several fields
            name = numbered(place + 1) if by_number else _name_of(one["columns"], place)
            chosen |= dict.fromkeys([other for other in kept if other == field or other not in chosen], name)
    for column in one["columns"]:
        if column["field"] and column["field"] not in chosen:
            chosen[column["field"]] = None
    return await _read_again(
        request,
        options_in(request.form) | {"map": json.dumps(chosen, ensure_ascii=False)},
        then=_address(request) + "#columns",
    )


def _suggested(request: PageRequest, one: ApiAnswer) -> dict[str, str]:
    """Return the suggested field of the column that was chosen by a button, with the column's name."""
    chosen = request.form.get(USE)
    return {
        column["suggested"]: _name_of(one["columns"], place)
        for place, column in enumerate(one["columns"])
        if column["suggested"] and chosen == str(place)
    }


def _name_of(columns: Sequence[ApiAnswer], place: int) -> str:
    """Return the column's name in the `map` parameter: its heading, or its number if it has no unique heading."""
    heading = str(columns[place]["heading"])
    shares = sum(column["heading"] == heading for column in columns) > 1
    return numbered(place + 1) if shares or not heading else heading


def _options_of(one: ApiAnswer) -> dict[str, str]:
    """Return the options of an import as query parameters of the API."""
    options = dict(one["options"])
    named = {field: heading or None for field, heading in options.pop("map").items()}
    plain = {name: "true" if value is True else str(value) for name, value in options.items() if value}
    return plain | {"map": json.dumps(named, ensure_ascii=False)}


async def _read_again(request: PageRequest, query: dict[str, str], *, then: str) -> Response:
    try:
        await request.api.call("recheckImport", request.values, query=query, key=request.idempotency_key)
    except (Invalid, Malformed, Conflict) as refused:
        return await _page(request, refused, status=409 if isinstance(refused, Conflict) else 422)
    return request.redirect(then, "We read the file again.")


async def _confirm(request: PageRequest) -> Response:
    query = {"skip_bad": "true"} if request.form.get("skip_bad") else {}
    try:
        await request.api.call("confirmImport", request.values, query=query, key=request.idempotency_key)
    except Conflict as refused:
        return await _page(request, refused, status=409)
    return request.redirect(_address(request))


async def _cancel(request: PageRequest) -> Response:
    one = await request.api.call("cancelImport", request.values)
    notice = (
        "Cancelled. Nothing was added."
        if not one["added"]
        else "Cancelled. Plants already added stay; you can undo the import."
    )
    notice = notice if one["state"] == "cancelled" else "The import had already finished."
    return request.redirect(_address(request), notice)


async def _ask_to_undo(request: PageRequest) -> Response:
    try:
        found = await request.api.call("previewUndo", request.values)
    except Conflict as refused:
        return request.redirect(_address(request), refused.detail)
    one = await request.api.call("showImport", request.values)
    return request.render("import_undo.html", one=one, found=found, labels=field_label)


async def _undo(request: PageRequest) -> Response:
    try:
        await request.api.call("undoImport", request.values, key=request.idempotency_key)
    except (Conflict, Forbidden) as refused:
        return await _page(request, refused, status=409 if isinstance(refused, Conflict) else 403)
    return request.redirect(_address(request))


async def _bad_rows(request: PageRequest) -> Response:
    return await request.api.read_file("showBadRows", request.values)


def _address(request: PageRequest) -> str:
    return f"/imports/{request.values['id']}"


PAGES = (
    get_page("/imports/{id}", _show, "showImport"),
    post_page("/imports/{id}/check", _check_again, "recheckImport"),
    post_page("/imports/{id}/confirm", _confirm, "confirmImport"),
    post_page("/imports/{id}/cancel", _cancel, "cancelImport"),
    get_page("/imports/{id}/undo", _ask_to_undo, "undoImport", "previewUndo"),
    post_page("/imports/{id}/undo", _undo, "undoImport", proved=True),
    get_page("/imports/{id}/bad-rows", _bad_rows, "showBadRows"),
)
