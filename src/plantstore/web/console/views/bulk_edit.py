"""The page of one bulk edit: preview, progress and report; confirm, cancel or undo it."""

import re
from typing import Any

from plantstore.domain.errors import Conflict
from plantstore.domain.timestamps import parse
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.import_eta import seconds_to_send
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_history import NOT_SET, field_label, value_text
from plantstore.web.console.views.bulk_edits import plant_or_none, plants_words, title_of
from plantstore.web.http.response import Response

MOVING = ("checking", "running", "undoing")
_STATES = {"draft": "Draft", "active": "In the store", "archived": "Archived"}
_DECISIONS = {"add_to_store": "Add {} to the store", "archive": "Archive {}", "restore": "Restore {}"}
_ORDER = ("price", "currency", "stock_quantity", "tag", "tags", "status")
_ID = re.compile(r"blk_[0-9a-z]{26}")


async def _show(request: PageRequest) -> Response:
    return await _page(request)


async def _page(request: PageRequest, refused: Conflict | None = None) -> Response:
    one = await request.api.call("showBulkEdit", request.values)
    waits = one["state"] == "checked"
    other = None if refused is None else _ID.search(refused.detail)
    adding = one["changing"] if one["deliveries"] else 0
    send_s = await seconds_to_send(request, adding) if waits else None
    return request.render(
        "bulk_edit.html",
        status=200 if refused is None else 409,
        refused=refused,
        other=other[0] if other is not None and other[0] != one["id"] else "",
        one=one,
        title=title_of(one),
        plants=plants_words(request, one),
        steps=_steps(one["state"]),
        moving=one["state"] in MOVING,
        progress=_progress(request, one),
        preview=await _preview(request, one) if waits else [],
        columns=_columns(one) if waits else [],
        decision=_decision(one),
        send_s=None if send_s is None else max(1, round(send_s)),
        labels=field_label,
        again=",".join(str(each["plant"]) for each in one["conflict_plants"] if each["name"]),
        may_undo=one["state"] in ("done", "cancelled", "failed") and one["updated"],
    )


def _steps(state: str) -> list[dict[str, Any]]:
    """Return the steps of a bulk edit; each says whether it is done (`done`) or current (`here`)."""
    here = {"checking": 1, "checked": 1, "failed": 1, "running": 2}.get(state, 3)
    names = ("Choose", "Check", "Change", "Report")
    return [{"name": name, "done": place < here, "here": place == here} for place, name in enumerate(names)]


def _progress(request: PageRequest, one: ApiAnswer) -> dict[str, Any]:
    """Return the number of plants done, the total, and while it runs the plants per second and the seconds left."""
    if one["state"] == "undoing":
        return {"done": one["reverted"] + one["kept_edits"], "total": one["updated"], "rate": 0, "left_s": None}
    done = one["updated"] + one["conflicts"]
    elapsed_s = (request.dependencies.clock.now() - parse(one["confirmed_at"] or one["asked_at"])) / 1_000_000
    rate = done / elapsed_s if elapsed_s >= 1 else 0.0
    left_s = max(1, round(one["remaining"] / rate)) if rate else None
    return {"done": done, "total": one["changing"], "rate": round(rate), "left_s": left_s}


async def _preview(request: PageRequest, one: ApiAnswer) -> list[dict[str, Any]]:
    """Return the first plants that change, with their pictures, and the values of each column before and after."""
    rows = []
    for each in one["preview"]:
        plant = await plant_or_none(request, each["plant"])
        currency = (plant or {}).get("currency") or ""
        values = {value["field"]: _value(value, currency) for value in each["changes"]}
        rows.append({**each, "whole": plant, "values": values})
    return rows


def _columns(one: ApiAnswer) -> list[tuple[str, str]]:
    """Return the fields that change in the preview, with their labels, in the order of the form."""
    fields = {value["field"] for each in one["preview"] for value in each["changes"]}
    ordered = [*(name for name in _ORDER if name in fields), *sorted(fields - {*_ORDER})]
    return [(field, field_label(field)) for field in ordered]


def _value(value: ApiAnswer, currency: str) -> dict[str, str]:
    """Return a value before and after, in words; the text before is empty if it was not set."""
    if value["field"] == "status":
        return {"before": _STATES[value["before"]], "after": _STATES[value["after"]], "unit": ""}
    before, after = (value_text(value["field"], value[name]) for name in ("before", "after"))
    unit = currency if value["field"] == "price" and value["after"] is not None else ""
    return {"before": "" if before == NOT_SET else before, "after": "none" if after == NOT_SET else after, "unit": unit}


def _decision(one: ApiAnswer) -> str:
    """Return the words of the button that confirms a bulk edit."""
    plants = f"{one['changing']:,} {'plant' if one['changing'] == 1 else 'plants'}"
    changes = one["changes"]
    pattern = _DECISIONS.get(changes.get("action", ""), "Change {}") if len(changes) == 1 else "Change {}"
    return pattern.format(plants)


async def _confirm(request: PageRequest) -> Response:
    return await _command(request, "confirmBulkEdit")


async def _undo(request: PageRequest) -> Response:
    return await _command(request, "undoBulkEdit")


async def _command(request: PageRequest, operation: str) -> Response:
    try:
        await request.api.call(operation, request.values, key=request.idempotency_key)
    except Conflict as refused:
        return await _page(request, refused)
    return request.redirect(_address(request))


async def _cancel(request: PageRequest) -> Response:
    one = await request.api.call("cancelBulkEdit", request.values)
    notice = "Cancelled. No plant was changed."
    if one["updated"] or one["state"] != "cancelled":
        notice = "Stopped. Plants that were changed stay changed; you can undo that."
    if one["state"] not in ("cancelled", "running"):
        notice = "The bulk edit had already ended."
    return request.redirect(_address(request), notice)


async def _ask_to_undo(request: PageRequest) -> Response:
    try:
        found = await request.api.call("previewBulkEditUndo", request.values)
    except Conflict as refused:
        return request.redirect(_address(request), refused.detail)
    one = await request.api.call("showBulkEdit", request.values)
    return request.render("bulk_edit_undo.html", one=one, title=title_of(one), found=found, labels=field_label)


def _address(request: PageRequest) -> str:
    return f"/bulk-edits/{request.values['id']}"


PAGES = (
    get_page("/bulk-edits/{id}", _show, "showBulkEdit"),
    post_page("/bulk-edits/{id}/confirm", _confirm, "confirmBulkEdit"),
    post_page("/bulk-edits/{id}/cancel", _cancel, "cancelBulkEdit"),
    get_page("/bulk-edits/{id}/undo", _ask_to_undo, "undoBulkEdit", "previewBulkEditUndo"),
    post_page("/bulk-edits/{id}/undo", _undo, "undoBulkEdit"),
)
