"""The form fields for the objects within a plant: care, external ids, trade facts and supplier.

A field is named after its place, such as `care.height_cm`.
"""

from collections.abc import Mapping
from typing import Any

from plantstore.domain.plants.care import MONTHS, Foliage, LifeCycle, Light, Toxicity, Water
from plantstore.domain.plants.trade import Cites
from plantstore.web.console.forms import Form, number_or_text

Options = list[tuple[str, str]]

OBJECTS = ("care", "external_ids", "trade", "supplier")
DETAIL_NAMES = {
    "care.light": "Light",
    "care.water": "Water",
    "care.hardiness_rhs": "Hardiness (RHS)",
    "care.hardiness_usda": "Hardiness (USDA zones)",
    "care.height_cm": "Height in cm",
    "care.spread_cm": "Spread in cm",
    "care.life_cycle": "Life cycle",
    "care.foliage": "Foliage",
    "care.flowering_months": "Flowering months",
    "care.toxicity_pets": "Toxic to pets",
    "care.toxicity_people": "Toxic to people",
    "care.pollinator_friendly": "Feeds pollinators",
    "trade.plant_passport.a": "Plant passport A",
    "trade.plant_passport.b": "Plant passport B",
    "trade.plant_passport.c": "Plant passport C",
    "trade.plant_passport.d": "Plant passport D",
    "trade.cites": "CITES appendix",
    "external_ids.wfo": "World Flora Online",
    "external_ids.ipni": "IPNI",
    "external_ids.gbif": "GBIF",
    "external_ids.eppo": "EPPO code",
    "external_ids.vbn": "VBN code",
    "supplier.name": "Supplier",
    "supplier.code": "Supplier's code",
}
"""All fields of the objects in the order of the form, with their labels."""
_NUMBERS = ("care.height_cm", "care.spread_cm")
TICKED = "care.light"  # the field with a box for each of its choices
_ANSWERS = {"yes": True, "no": False}
_TOXICITY = {Toxicity.NONE_KNOWN: "None known", Toxicity.HARMFUL: "Harmful", Toxicity.TOXIC: "Toxic"}


def _options(words: type[Light | Water | LifeCycle | Foliage | Cites]) -> Options:
    return [(word.value, word.value.replace("_", " ").capitalize()) for word in words]


LIGHTS = _options(Light)
OPTIONS: dict[str, Options] = {
    "care.water": [("", ""), *_options(Water)],
    "care.life_cycle": [("", ""), *_options(LifeCycle)],
    "care.foliage": [("", ""), *_options(Foliage)],
    "care.toxicity_pets": [("", "Unknown"), *((word.value, label) for word, label in _TOXICITY.items())],
    "care.toxicity_people": [("", "Unknown"), *((word.value, label) for word, label in _TOXICITY.items())],
    "care.pollinator_friendly": [("", ""), ("yes", "Yes"), ("no", "No")],
    "trade.cites": [("", ""), *((word.value, word.value) for word in Cites)],
}
"""The choices of the fields that have some: value and label."""


def detail_values_of(plant: Mapping[str, Any]) -> dict[str, str]:
    """Return the form values for the objects of a plant in the API's JSON. Hidden objects count as empty."""
    return {name: _text(_at(plant, name)) for name in DETAIL_NAMES}


def detail_value_in(form: Form, name: str) -> str:
    """Return the value of a field in a submitted form. Ticked boxes are joined by commas."""
    return ", ".join(form.all(name)) if name == TICKED else form.get(name)


def shown_value(name: str, text: str) -> str:
    """Return a form value as people read it: the labels of the choices instead of their keys."""
    labels = dict(LIGHTS if name == TICKED else OPTIONS.get(name, ()))
    return ", ".join(labels.get(part, part) for part in text.split(", ")) if labels and text else text


def written_object(name: str, values: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the JSON value of one of OBJECTS, from all its fields; None if they are empty."""
    found: dict[str, Any] = {}
    for field in DETAIL_NAMES:
        first, *between, last = field.split(".")
        written = _written(field, values.get(field, "")) if first == name else None
        if written is not None:
            inner = found
            for key in between:
                inner = inner.setdefault(key, {})
            inner[last] = written
    return found or None


def _at(plant: Mapping[str, Any], name: str) -> Any:
    value: Any = plant
    for key in name.split("."):
        value = (value or {}).get(key)
    return value


def _text(value: Any) -> str:
    if value is None or value == Toxicity.UNKNOWN:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _written(field: str, text: str) -> Any:
    """Return the JSON value of a field. Return an invalid value unchanged, so that the API reports the error."""
    if not text:
        return None
    if field == "care.pollinator_friendly":
        return _ANSWERS.get(text, text)
    if field in (TICKED, "care.flowering_months"):
        parts = [part.strip() for part in text.split(",", MONTHS + 1) if part.strip()]
        return parts if field == TICKED else [number_or_text(part) for part in parts]
    return number_or_text(text) if field in _NUMBERS else text
