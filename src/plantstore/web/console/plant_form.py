"""A plant as a form holds it, every field a text: from the API's record into fields, and back to what the API takes."""

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
"""Every field that people write, in the order of the form, and what it is called."""

TAGS = (
    *("houseplant", "perennial", "shrub", "tree", "climber", "grass", "fern", "bulb"),
    *("annual", "herb", "vegetable", "fruit", "succulent", "cactus", "aquatic", "seed"),
)
"""What a plant is likely to be; any other word will do."""

PARTS_MAX = 200  # lines, or words with commas between; blank ones among them
_DECIMAL_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,2})")  # 1,234 may be more than a thousand: the API asks back


def values_of(plant: ApiAnswer) -> Values:
    """What the fields of a form hold for a plant of the API."""
    values = {name: "" if plant[name] is None else str(plant[name]) for name in NAMES}
    values["common_names"] = "\n".join(plant["common_names"])
    values["tags"] = ", ".join(plant["tags"])
    values["images"] = "\n".join(f"{one['url']} {one.get('alt') or ''}".strip() for one in plant["images"])
    return values


def values_in(form: Form) -> Values:
    """What somebody has filled in."""
    return {name: form.get(name) for name in NAMES}


def new_plant(values: Mapping[str, str]) -> dict[str, Any]:
    """What the API takes for a new plant: an empty field is left out."""
    return {name: written for name, text in values.items() if (written := _written(name, text)) not in (None, [])}


def patch(values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, Any]:
    """What the API takes for a change: the fields that are not what they were when the form was opened."""
    return {name: _written(name, text) for name, text in values.items() if text != before.get(name)}


def _written(name: str, text: str) -> Any:
    """One field as the API wants it. What cannot be read goes as it is: the API says what is wrong with it."""
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
    """What stands between separators. PARTS_MAX are more than any field takes: the rest counts as one more."""
    return [part.strip() for part in text.split(separator, PARTS_MAX) if part.strip()]


def _image(line: str) -> dict[str, str]:
    """One line: the address, a space, and what can be seen."""
    url, _, alt = line.partition(" ")
    return {"url": url, "alt": alt.strip()} if alt.strip() else {"url": url}
