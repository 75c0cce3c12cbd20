"""Converts a plant between the API's JSON and the text fields of a form."""

import re
from collections.abc import Mapping
from typing import Any

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.forms import Form, number_or_text
from plantstore.web.console.plant_details import (
    DETAIL_NAMES,
    OBJECTS,
    detail_value_in,
    detail_values_of,
    written_object,
)

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
    "pot_size": "Pot size",
    "minimum_order": "Minimum order",
    "compare_at_price": "Former price",
    **DETAIL_NAMES,
    "cost": "Cost",
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
    values = {name: "" if plant.get(name) is None else str(plant[name]) for name in NAMES}
    values |= detail_values_of(plant)
    values["common_names"] = "\n".join(plant["common_names"])
    values["tags"] = ", ".join(plant["tags"])
    values["images"] = "\n".join(f"{one['url']} {one.get('alt') or ''}".strip() for one in plant["images"])
    return values


def values_in(form: Form) -> Values:
    """Return the plant values in a submitted form."""
    return {name: detail_value_in(form, name) for name in NAMES}


def new_plant(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the request body for a new plant, without empty fields."""
    plain = {name: _written(name, text) for name, text in values.items() if name not in DETAIL_NAMES}
    objects = {name: written_object(name, values) for name in OBJECTS}
    return {name: written for name, written in (plain | objects).items() if written not in (None, [])}


def patch(values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, Any]:
    """Return a JSON merge patch with the fields that differ from `before`, the values when the form was opened.

    The API replaces an object as a whole, so that a patch has all of it.
    """
    changed = [name for name, text in values.items() if text != before.get(name)]
    plain = {name: _written(name, values[name]) for name in changed if name not in DETAIL_NAMES}
    objects = dict.fromkeys(name.partition(".")[0] for name in changed if name in DETAIL_NAMES)
    return plain | {name: written_object(name, {**before, **values}) for name in objects}


def _written(name: str, text: str) -> Any:
    """Return the JSON value of a field. Return an invalid number unchanged, so that the API reports the error."""
    match name:
        case "common_names":
            return _parts(text, "\n")
        case "tags":
            return _parts(text.replace("\n", ","), ",")
        case "images":
            return [_image(line) for line in _parts(text, "\n")]
        case "stock_quantity" | "minimum_order":
            return number_or_text(text) if text else None
        case "price" | "compare_at_price" | "cost":
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
