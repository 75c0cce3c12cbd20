"""The history of a plant in words: labels of fields, values, and what happened."""

from collections.abc import Mapping
from typing import Any

from plantstore.domain.plants.history import MERGED_INTO, NOT_FIELDS, STATUS
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.plant_details import LIGHTS, OPTIONS
from plantstore.web.console.plant_form import NAMES

VALUE_CHARS_MAX = 80  # a longer value is shortened
NOT_SET = "not set"
_MOVES = {
    ("draft", "active"): "Added to the store",
    ("active", "archived"): "Archived",
    ("archived", "active"): "Restored",
}
_WAYS = {"import": "an import", "bulk": "a bulk edit", "undo": "the undo of an import"}
_OPTIONS = {name: dict(options) for name, options in OPTIONS.items()} | {"care.light": dict(LIGHTS)}


def field_label(field: str) -> str:
    """Return the label of a field that is named as in a history.

    >>> field_label("care.height_cm"), field_label("merged_into")
    ('Height in cm', 'Merged into')
    """
    known = {**NAMES, STATUS: "State"}
    return known.get(field) or field.rpartition(".")[2].replace("_", " ").capitalize()


def value_text(field: str, value: Any) -> str:
    """Return a value in words, shortened; NOT_SET for none."""
    if value in (None, "", []):
        return NOT_SET
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if field == "images":
        return "1 picture" if len(value) == 1 else f"{len(value)} pictures"
    if isinstance(value, list):
        text = ", ".join(value_text(field, one) for one in value)
    elif isinstance(value, str):
        text = _OPTIONS.get(field, {}).get(value, value)
    else:
        text = str(value)
    return text if len(text) <= VALUE_CHARS_MAX else text[: VALUE_CHARS_MAX - 1] + "…"


def entries(changes: list[ApiAnswer]) -> list[dict[str, Any]]:
    """Return the changes of a page of history for the template: what happened, the fields in words, and who did it."""
    return [_entry(change) for change in changes]


def created(history: ApiAnswer, plant: Mapping[str, Any]) -> dict[str, Any]:
    """Return the creation of a plant for the template."""
    about = history["created"]
    is_added = plant["added_at"] == plant["created_at"]
    return {
        "at": about["time"],
        "words": "Added to the store" if is_added else "Created",
        "who": about["actor_name"] or "",
        "how": _WAYS.get(about["way"] or "", ""),
        "import": about["import"],
        "bulk_edit": None,
    }


def old_values(change: ApiAnswer) -> dict[str, Any]:
    """Return the values before a change, by field, without what other actions change."""
    return {one["field"]: one["before"] for one in change["changes"] if one["field"] not in NOT_FIELDS}


def _entry(change: ApiAnswer) -> dict[str, Any]:
    fields = [one for one in change["changes"] if one["field"] not in NOT_FIELDS]
    others = {one["field"]: one for one in change["changes"] if one["field"] in NOT_FIELDS}
    return {
        "version": change["version"],
        "at": change["time"],
        "words": _moved(others),
        "fields": [
            {
                "label": field_label(one["field"]),
                "before": value_text(one["field"], one["before"]),
                "was_set": one["before"] not in (None, "", []),
                "after": value_text(one["field"], one["after"]),
                "is_same": value_text(one["field"], one["before"]) == value_text(one["field"], one["after"]),
            }
            for one in fields
        ],
        "who": change["actor_name"] or "",
        "how": _how(change),
        "import": change["import"],
        "bulk_edit": change.get("bulk_edit"),
    }


def _how(change: ApiAnswer) -> str:
    """Return how a change was made, in words; "" if a person made it in the console or with the API."""
    is_undone = change["way"] == "undo" and change.get("bulk_edit")
    return "the undo of a bulk edit" if is_undone else _WAYS.get(change["way"], "")


def _moved(others: Mapping[str, ApiAnswer]) -> str:
    """Return what happened to the plant as a whole, in words; "" if nothing did."""
    merged, moved = others.get(MERGED_INTO), others.get(STATUS)
    if merged is not None:
        into = merged["after"]
        return f"Separated from plant {merged['before']}" if into is None else f"Merged into plant {into}"
    return "" if moved is None else _MOVES.get((moved["before"], moved["after"]), "State changed")
