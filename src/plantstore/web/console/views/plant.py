"""One plant: its fields, how far it is announced, its history; change it, move it between its states, delete it."""

import json
from functools import partial
from typing import Any

from plantstore.domain.errors import Changed, Conflict, Gone, Invalid, Malformed, StoreError
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import View, does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_form import NAMES, TAGS, Values, patch, values_in, values_of
from plantstore.web.console.views.plant_new import receivers_told
from plantstore.web.http.json_body import read_object
from plantstore.web.http.response import Response

DELIVERIES_MAX = 100  # receivers shown; the list of deliveries has them all
ACTIVITIES_MAX = 200  # the newest, among which those of this plant are looked for
TAKE, THEIRS = "take-", "theirs"
CHANGED = "Changed last"
_TOLD = {"addDraft": "Added to the store", "archivePlant": "Archived", "restorePlant": "Restored"}


async def _show(visit: PageRequest) -> Response:
    try:
        if visit.is_restored and "was" in visit.form:
            return await _page(visit, values=values_in(visit.form), was=_read_was(visit), version=_version(visit))
        return await _page(visit)
    except Gone as gone:
        return visit.page("plant_gone.html", status=410, gone=gone, number=visit.values["id"])


async def _save(visit: PageRequest) -> Response:
    was, values = _read_was(visit), values_in(visit.form)
    for name in NAMES:
        if visit.form.get(TAKE + name) == THEIRS:
            values[name] = was.get(name, "")
    changes = patch(values, was)
    address = f"/plants/{visit.values['id']}"
    if not changes:
        return visit.go(address, "Nothing was changed: it is as you want it already.")
    try:
        await visit.desk.ask("changePlant", visit.values, body=changes, version=_version(visit))
    except Changed:
        return await _changed_meanwhile(visit, values, was)
    except (Invalid, Conflict) as refused:
        return await _page(visit, values=values, was=was, version=_version(visit), refused=refused)
    return visit.go(address, "Saved.")


async def _changed_meanwhile(visit: PageRequest, mine: Values, was: Values) -> Response:
    """Show what both have written, field by field: what I did not touch is theirs, unless I say otherwise."""
    plant, version = await visit.desk.ask_with_version("showPlant", visit.values)
    theirs = values_of(plant)
    rows = [
        {
            "name": name,
            "words": words,
            "mine": mine[name],
            "theirs": theirs[name],
            "touched": mine[name] != was.get(name),
        }
        for name, words in NAMES.items()
        if mine[name] != theirs[name]
    ]
    return visit.page(
        "plant_changed.html",
        status=412,
        plant=plant,
        opened_version=version,
        rows=rows,
        same=[(name, mine[name]) for name in NAMES if mine[name] == theirs[name]],
        was=json.dumps(theirs, ensure_ascii=False),
        take=TAKE,
    )


async def _page(
    visit: PageRequest,
    *,
    values: Values | None = None,
    was: Values | None = None,
    version: int | None = None,
    refused: StoreError | None = None,
) -> Response:
    plant, shown_version = await visit.desk.ask_with_version("showPlant", visit.values)
    now = values_of(plant)
    deliveries = await _deliveries(visit, plant)
    return visit.page(
        "plant.html",
        status={Invalid: 422, Conflict: 409}.get(type(refused), 200) if refused else 200,
        refused=refused,
        plant=plant,
        opened_version=version or shown_version,
        values=values or now,
        was=json.dumps(was or now, ensure_ascii=False),
        names=NAMES,
        tags=TAGS,
        deliveries=deliveries,
        accepted=sum(one["state"] == "delivered" for one in deliveries["items"]) if deliveries else 0,
        history=await _history(visit, plant),
        receivers=await receivers_told(visit) if plant["status"] == "draft" else None,
        absent=_absent(plant),
    )


async def _deliveries(visit: PageRequest, plant: ApiAnswer) -> ApiAnswer | None:
    """How each receiver stands with the plant's event; None when it has none, or the person may not see that."""
    if plant["event_id"] is None or not visit.may("listDeliveries"):
        return None
    query = {"event": plant["event_id"], "limit": str(DELIVERIES_MAX)}
    return await visit.desk.ask("listDeliveries", query=query)


async def _history(visit: PageRequest, plant: ApiAnswer) -> list[dict[str, Any]]:
    """What happened to it, the newest first: by the plant's own times, and by who did what if the person may see it."""
    found = [{"at": plant["created_at"], "words": "Written down", "who": ""}]
    if plant["added_at"]:
        found.append({"at": plant["added_at"], "words": "Added to the store", "who": ""})
    if plant["updated_at"] not in (plant["created_at"], plant["added_at"]):
        found.append({"at": plant["updated_at"], "words": CHANGED, "who": ""})
    if visit.may("listActivity"):
        query = {"since": plant["created_at"], "limit": str(ACTIVITIES_MAX)}
        rows = (await visit.desk.ask("listActivity", query=query))["items"]
        told = [row for row in rows if row["subject"] == str(plant["id"]) and row["action"] in _TOLD]
        words, times = {_TOLD[row["action"]] for row in told}, {row["time"] for row in told}
        found = [
            one for one in found if one["words"] not in words and not (one["words"] == CHANGED and one["at"] in times)
        ]
        found += [{"at": row["time"], "words": _TOLD[row["action"]], "who": row["actor_name"]} for row in told]
    return sorted(found, key=lambda one: str(one["at"]))[::-1]


def _absent(plant: ApiAnswer) -> list[str]:
    """What most plants in a store have, and this one has not."""
    fields = {"price": "price", "images": "picture", "botanical_name": "botanical name"}
    return [words for name, words in fields.items() if not plant[name]]


async def _move(visit: PageRequest, operation: str, words: str) -> Response:
    """Do one thing that changes its state."""
    version = _version(visit) if operation == "addDraft" else None  # the others are right whatever its fields
    address = f"/plants/{visit.values['id']}"
    try:
        plant = await visit.desk.ask(operation, visit.values, version=version, key=visit.once)
    except Changed:
        return visit.go(
            address, "It was changed by someone else meanwhile. Nothing was done: look at it and press again."
        )
    except Conflict as refused:
        return await _page(visit, refused=refused)
    return visit.go(address, f"“{plant['name']}” {words}")


async def _ask_to_delete(visit: PageRequest) -> Response:
    return await _deletion(visit)


async def _delete(visit: PageRequest) -> Response:
    plant = await visit.desk.ask("showPlant", visit.values)
    if " ".join(visit.form.get("confirm").split()).casefold() != plant["name"].casefold():
        return await _deletion(visit, wrong="Type the plant's name as it stands above.")
    try:
        await visit.desk.ask("deletePlant", visit.values, version=_version(visit))
    except Changed:
        return await _deletion(visit, wrong="It was changed by someone else just now. Look once more, then go on.")
    return visit.go("/plants", f"“{plant['name']}” was deleted. Its number {plant['id']} is never used again.")


async def _deletion(visit: PageRequest, *, wrong: str = "") -> Response:
    plant, version = await visit.desk.ask_with_version("showPlant", visit.values)
    deliveries = await _deliveries(visit, plant)
    open_count = 0
    if deliveries:
        open_count = sum(one["state"] in ("queued", "retrying", "held") for one in deliveries["items"])
    return visit.page(
        "plant_delete.html",
        status=422 if wrong else 200,
        plant=plant,
        opened_version=version,
        wrong=wrong,
        open_count=open_count,
        knows=deliveries is not None,
    )


def _version(visit: PageRequest) -> int | None:
    """The version that the form was opened with."""
    text = visit.form.get("version")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _read_was(visit: PageRequest) -> Values:
    """What the fields held when the form was opened; without it, everything counts as changed."""
    try:
        found = read_object((visit.form.get("was") or "{}").encode())
    except Malformed:
        return {}
    return {name: str(found[name]) for name in NAMES if name in found}


def _moves(operation: str, words: str) -> View:
    return partial(_move, operation=operation, words=words)


PAGES = (
    shows("/plants/{id}", _show, "showPlant"),
    does("/plants/{id}", _save, "changePlant"),
    does("/plants/{id}/add", _moves("addDraft", "is in the store."), "addDraft"),
    does("/plants/{id}/archive", _moves("archivePlant", "is archived."), "archivePlant"),
    does(
        "/plants/{id}/restore", _moves("restorePlant", "is in the store again. Nobody is told twice."), "restorePlant"
    ),
    shows("/plants/{id}/delete", _ask_to_delete, "deletePlant", "showPlant"),
    does("/plants/{id}/delete", _delete, "deletePlant", "showPlant", proved=True),
)
