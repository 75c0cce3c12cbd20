"""Converts a plant between the API's JSON and the text fields of a form."""

import re
from collections.abc import Mapping
from typing import Any

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.forms import Form

Values = dict[str, str]

NAMES = {
    "name": "Name",
    "botanical_name": "Botanical name",
    "sku": "SKU",
    "price": "Price",
    "currency": "Currency",
    "stock_quantity": "Stock",
    "tag": "Type",
    "description": "Description",
    "common_names": "Common names",
    "family": "Family",
    "gtin": "GTIN",
    "tags": "Tags",
    "available_from": "Available from",
    "images": "Pictures",
}
"""All editable fields in the order of the form, with their labels."""

TAGS = (
    *("houseplant", "perennial", "shrub", "tree", "climber", "grass", "fern", "bulb"),
    *("annual", "herb", "vegetable", "fruit", "succulent", "cactus", "aquatic", "seed"),
)
"""Suggested types of plants; any other word is allowed."""

PARTS_MAX = 200  # max lines or comma-separated words in a field, including blank ones
_DECIMAL_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,2})")  # not 1,234, which is ambiguous: the API rejects it


def values_of(plant: ApiAnswer) -> Values:
    """Return the form values for a plant in the API's JSON."""
    values = {name: "" if plant[name] is None else str(plant[name]) for name in NAMES}
    values["common_names"] = "\n".join(plant["common_names"])
    values["tags"] = ", ".join(plant["tags"])
    values["images"] = "\n".join(f"{one['url']} {one.get('alt') or ''}".strip() for one in plant["images"])
    return values


def values_in(form: Form) -> Values:
    """Return the plant values in a submitted form."""
    return {name: form.get(name) for name in NAMES}


def new_plant(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the request body for a new plant, without empty fields."""
    return {name: written for name, text in values.items() if (written := _written(name, text)) not in (None, [])}


def patch(values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, Any]:
    """Return a JSON merge patch with the fields that differ from `before`, the values when the form was opened."""
    return {name: _written(name, text) for name, text in values.items() if text != before.get(name)}


def _written(name: str, text: str) -> Any:
    """Return the JSON value of a field. Return an invalid number unchanged, so that the API reports the error."""
    match name:
        case "common_names":
            return _parts(text, "\n")
        case "tags":
            return _parts(text.replace("\n", ","), ",")
        case "images":
            return [_image(line) for line in _parts(text, "\n")]
        case "stock_quantity":
            return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text or None
        case "price":
            return _DECIMAL_COMMA.sub(r"\1.\2", text) if _DECIMAL_COMMA.fullmatch(text) else text or None
        case _:
            return text or None


def _parts(text: str, separator: str) -> list[str]:
    """Return the stripped parts of a text without blank parts; after PARTS_MAX parts, the rest is not split."""
    return [part.strip() for part in text.split(separator, PARTS_MAX) if part.strip()]


def _image(line: str) -> dict[str, str]:
    """Parse a line with the URL of an image, a space, and an optional alternative text."""
    url, _, alt = line.partition(" ")
    return {"url": url, "alt": alt.strip()} if alt.strip() else {"url": url}
