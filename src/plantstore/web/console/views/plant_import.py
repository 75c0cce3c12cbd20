"""One import: what it would do, how far it has come, what it has done; confirm it, cancel it, take it back."""

import json
from collections.abc import Sequence
from typing import Any

from plantstore.catalogue.imports.headings import FIELDS, numbered
from plantstore.domain.errors import Conflict, Invalid, StoreError
from plantstore.domain.timestamps import parse
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.import_eta import seconds_to_send
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES
from plantstore.web.console.views.imports import DECIMALS, LETTERS, options_in, steps
from plantstore.web.http.response import Response

COLUMNS_MAX = 60  # that are shown with a choice; a wider list is mapped where it is uploaded
MOVING = ("checking", "running", "undoing")
KEEP = "keep"  # in a form that changes one option and leaves the others as they are
HELD = "holds-"  # and the place of a column: which field it fills


async def _show(visit: PageRequest) -> Response:
    return await _page(visit)


async def _page(visit: PageRequest, refused: StoreError | None = None, *, status: int = 200) -> Response:
    one = await visit.desk.ask("showImport", visit.values)
    waits = one["state"] == "checked"
    told = one["new"] if one["deliveries"] else 0
    return visit.page(
        "import.html",
        status=status,
        refused=refused,
        one=one,
        steps=steps(one["state"]),
        moving=one["state"] in MOVING,
        progress=_progress(one, _elapsed_s(visit, one)),
        send_s=_whole(await seconds_to_send(visit, told)) if waits else None,
        shown_columns=one["columns"][:COLUMNS_MAX],
        columns_max=COLUMNS_MAX,
        fields=[(field, {**NAMES, "status": "State"}[field]) for field in FIELDS],
        held=HELD,
        keep=KEEP,
        letters=LETTERS,
        decimals=DECIMALS,
        may_undo=one["state"] in ("done", "cancelled") and one["added"] and visit.may("undoImport"),
    )


def _whole(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, round(seconds))


def _elapsed_s(visit: PageRequest, one: ApiAnswer) -> float:
    since = one["confirmed_at"] or one["asked_at"]
    return max(0.0, (visit.dependencies.clock.now() - parse(since)) / 1_000_000)


def _progress(one: ApiAnswer, elapsed_s: float) -> dict[str, Any]:
    """How far it has come: rows done of how many, so many a second, and how long that takes still."""
    if one["state"] == "checking":
        return {"done": one["rows"], "total": 0, "rate": 0, "left_s": None}
    if one["state"] == "undoing":
        return {"done": one["archived"] + one["kept"], "total": one["added"], "rate": 0, "left_s": None}
    total = one["new"] + one["changed"]
    done = total - one["remaining"]
    rate = done / elapsed_s if elapsed_s >= 1 else 0.0
    return {
        "done": done,
        "total": total,
        "rate": round(rate),
        "left_s": max(1, round(one["remaining"] / rate)) if rate else None,
    }


async def _check_again(visit: PageRequest) -> Response:
    one = await visit.desk.ask("showImport", visit.values)
    if visit.form.get(KEEP):
        return await _read_again(visit, _options_of(one) | options_in(visit.form))
    chosen: dict[str, str | None] = {}
    by_number = bool(visit.form.get("no_header")) != one["options"]["no_header"]  # its headings will be others
    for place in range(len(one["columns"][:COLUMNS_MAX])):
        field = visit.form.get(f"{HELD}{place}")
        if field in chosen:
            words = NAMES.get(field, "State")
            return await _page(visit, Invalid(f"Two columns cannot both hold “{words}”."), status=422)
        if field:
            chosen[field] = numbered(place + 1) if by_number else _name_of(one["columns"], place)
    for column in one["columns"]:
        if column["field"] and column["field"] not in chosen:
            chosen[column["field"]] = None
    return await _read_again(visit, options_in(visit.form) | {"map": json.dumps(chosen, ensure_ascii=False)})


def _name_of(columns: Sequence[ApiAnswer], place: int) -> str:
    """Return how `map` names a column: by its heading, or by its number if it has none or shares it."""
    heading = str(columns[place]["heading"])
    shares = sum(column["heading"] == heading for column in columns) > 1
    return numbered(place + 1) if shares or not heading else heading


def _options_of(one: ApiAnswer) -> dict[str, str]:
    """The options of an import, as the API takes them."""
    options = dict(one["options"])
    named = {field: heading or None for field, heading in options.pop("map").items()}
    plain = {name: "true" if value is True else value for name, value in options.items() if value}
    return plain | {"map": json.dumps(named, ensure_ascii=False)}


async def _read_again(visit: PageRequest, query: dict[str, str]) -> Response:
    try:
        await visit.desk.ask("recheckImport", visit.values, query=query, key=visit.once)
    except (Invalid, Conflict) as refused:
        return await _page(visit, refused, status=409 if isinstance(refused, Conflict) else 422)
    return visit.go(_address(visit), "The file was read again.")


async def _confirm(visit: PageRequest) -> Response:
    query = {"skip_bad": "true"} if visit.form.get("skip_bad") else {}
    try:
        await visit.desk.ask("confirmImport", visit.values, query=query, key=visit.once)
    except Conflict as refused:
        return await _page(visit, refused, status=409)
    return visit.go(_address(visit))


async def _cancel(visit: PageRequest) -> Response:
    one = await visit.desk.ask("cancelImport", visit.values)
    words = (
        "Cancelled: nothing was added." if not one["added"] else "Cancelled. What was added stays; it can be undone."
    )
    return visit.go(_address(visit), words if one["state"] == "cancelled" else "It had ended already.")


async def _ask_to_undo(visit: PageRequest) -> Response:
    return visit.page("import_undo.html", one=await visit.desk.ask("showImport", visit.values))


async def _undo(visit: PageRequest) -> Response:
    try:
        await visit.desk.ask("undoImport", visit.values, key=visit.once)
    except Conflict as refused:
        return await _page(visit, refused, status=409)
    return visit.go(_address(visit))


async def _bad_rows(visit: PageRequest) -> Response:
    return await visit.desk.read_file("showBadRows", visit.values)


def _address(visit: PageRequest) -> str:
    return f"/imports/{visit.values['id']}"


PAGES = (
    shows("/imports/{id}", _show, "showImport"),
    does("/imports/{id}/check", _check_again, "recheckImport"),
    does("/imports/{id}/confirm", _confirm, "confirmImport"),
    does("/imports/{id}/cancel", _cancel, "cancelImport"),
    shows("/imports/{id}/undo", _ask_to_undo, "undoImport"),
    does("/imports/{id}/undo", _undo, "undoImport", proved=True),
    shows("/imports/{id}/bad-rows", _bad_rows, "showBadRows"),
)
