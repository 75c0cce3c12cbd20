"""Says in a few words what a customer needs to know of a plant's care, the most important first."""

from collections.abc import Mapping
from typing import Any

from plantstore.domain.plants.care import Light, Toxicity, Water
from plantstore.web.console.plant_words import RHS_WINTERS, months_text

Facts = list[tuple[str, str]]
"""The name of an icon, and the text next to it."""

_LIGHT = {
    Light.FULL_SUN: "full sun",
    Light.PARTIAL_SHADE: "partial shade",
    Light.FULL_SHADE: "full shade",
    Light.BRIGHT_INDIRECT: "bright, no direct sun",
    Light.LOW_LIGHT: "low light",
}
_WATER = {Water.LOW: "Little water", Water.MODERATE: "Moderate water", Water.HIGH: "Plenty of water"}


def facts_of(care: Mapping[str, Any] | None) -> Facts:
    """Return the facts of the API's `care` that are known.

    >>> facts_of({"light": ["full_sun"], "hardiness_rhs": "H5", "height_cm": 150, "toxicity_pets": "toxic"})
    [('light', 'Full sun'), ('warning', 'Toxic to pets'), ('frost', 'H5, −15 to −10 °C'), ('size', '1.5 m high')]
    """
    if not care:
        return []
    flowering = care.get("flowering_months") or ()
    facts = [
        ("light", _sentence(" or ".join(_LIGHT[Light(light)] for light in care.get("light") or ()))),
        ("water", _WATER[Water(care["water"])] if care.get("water") else ""),
        ("warning", _toxicity(care)),
        ("frost", _hardiness(care)),
        ("size", _size(care.get("height_cm"), care.get("spread_cm"))),
        ("flower", f"Flowers {months_text(flowering)}" if flowering else ""),
        ("leaf", _sentence((care.get("foliage") or "").replace("_", "-"))),
        ("bee", "Good for pollinators" if care.get("pollinator_friendly") else ""),
    ]
    return [(icon, text) for icon, text in facts if text]


def _toxicity(care: Mapping[str, Any]) -> str:
    for level, word in ((Toxicity.TOXIC, "Toxic"), (Toxicity.HARMFUL, "Harmful")):
        to = [who for who in ("pets", "people") if care.get(f"toxicity_{who}") == level]
        if to:
            return f"{word} to {' and '.join(to)}"
    return ""


def _hardiness(care: Mapping[str, Any]) -> str:
    rating, zones = care.get("hardiness_rhs"), care.get("hardiness_usda")
    if rating in RHS_WINTERS:
        return f"{rating}, {RHS_WINTERS[rating]}"
    return f"USDA {zones}" if zones else ""


def _size(height_cm: int | None, spread_cm: int | None) -> str:
    sizes = ((height_cm, "high"), (spread_cm, "wide"))
    return ", ".join(f"{_length(length)} {word}" for length, word in sizes if length)


def _length(length_cm: int) -> str:
    """Return a length in centimetres, or from 1 m on in metres.

    >>> _length(90), _length(150)
    ('90 cm', '1.5 m')
    """
    return f"{length_cm} cm" if length_cm < 100 else f"{length_cm / 100:g} m"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
