"""Says in words what a plant's record holds: names, care, codes and trade, supplier and cost, for the plant page."""

from calendar import month_name
from collections.abc import Mapping, Sequence
from typing import Any

from plantstore.domain.plants.care import MONTHS
from plantstore.web.console.plant_details import DETAIL_NAMES

Facts = list[tuple[str, str]]
"""Labels and texts."""

RHS_WINTERS = {
    "H1a": "above 15 °C",
    "H1b": "10 to 15 °C",
    "H1c": "5 to 10 °C",
    "H2": "1 to 5 °C",
    "H3": "−5 to 1 °C",
    "H4": "−10 to −5 °C",
    "H5": "−15 to −10 °C",
    "H6": "−20 to −15 °C",
    "H7": "below −20 °C",
}
"""The minimum temperatures of the hardiness ratings of the Royal Horticultural Society."""
_TOXICITY = {"none_known": "None known", "harmful": "Harmful if eaten", "toxic": "Toxic if eaten"}
_RANGE_FROM_MONTHS = 3  # from this many months in a row on, only the first and the last are named


def facts_of(plant: Mapping[str, Any]) -> dict[str, Facts]:
    """Return what is known about a plant in the API's JSON, by the key of its section on the page."""
    return {
        "names": _names(plant),
        "care": _care(plant.get("care") or {}),
        "trade": _trade(plant),
        "costs": _costs(plant),
    }


def _names(plant: Mapping[str, Any]) -> Facts:
    facts = [
        ("Common names", ", ".join(plant["common_names"])),
        ("Family", plant.get("family") or ""),
        ("Type", plant.get("tag") or ""),
        ("Tags", ", ".join(plant["tags"])),
        ("Description", plant.get("description") or ""),
    ]
    return _filled(facts)


def _care(care: Mapping[str, Any]) -> Facts:
    height, spread = care.get("height_cm"), care.get("spread_cm")
    pollinators = {True: "Yes", False: "No", None: ""}[care.get("pollinator_friendly")]
    facts = [
        ("Light", _sentence(", ".join(map(_word, care.get("light", ()))))),
        ("Water", _sentence(_word(care.get("water")))),
        ("Hardiness", _hardiness(care)),
        *([("Height × spread", f"{height} × {spread} cm")] if height and spread else []),
        *([("Height", f"{height} cm")] if height and not spread else []),
        *([("Spread", f"{spread} cm")] if spread and not height else []),
        ("Life cycle", _sentence(_word(care.get("life_cycle")))),
        ("Foliage", _sentence(_word(care.get("foliage")))),
        ("Flowers", months_text(care.get("flowering_months", ()))),
        ("Pets", _TOXICITY.get(care.get("toxicity_pets", ""), "")),
        ("People", _TOXICITY.get(care.get("toxicity_people", ""), "")),
        ("Feeds pollinators", pollinators),
    ]
    return _filled(facts)


def _hardiness(care: Mapping[str, Any]) -> str:
    rating, zones = care.get("hardiness_rhs"), care.get("hardiness_usda")
    parts = [f"RHS {rating} ({RHS_WINTERS[rating]})" if rating in RHS_WINTERS else "", f"USDA {zones}" if zones else ""]
    return ", ".join(filter(None, parts))


def _trade(plant: Mapping[str, Any]) -> Facts:
    trade, ids = plant.get("trade") or {}, plant.get("external_ids") or {}
    passport = trade.get("plant_passport") or {}
    facts = [
        ("SKU", plant.get("sku") or ""),
        ("GTIN", plant.get("gtin") or ""),
        ("Plant passport", " · ".join(f"{part.upper()} {passport[part]}" for part in "abcd" if passport.get(part))),
        ("CITES", f"Appendix {trade['cites']}" if trade.get("cites") else ""),
    ]
    named = [(DETAIL_NAMES[f"external_ids.{key}"], value) for key, value in ids.items() if value]
    return _filled([*facts, *named])


def _costs(plant: Mapping[str, Any]) -> Facts:
    """Return supplier and cost. The API leaves both out for people who may not see them."""
    supplier = plant.get("supplier") or {}
    facts = [
        ("Supplier", supplier.get("name") or ""),
        ("Supplier's code", supplier.get("code") or ""),
        ("Cost", _money(plant.get("cost"), plant)),
    ]
    return _filled(facts)


def months_text(months: Sequence[int]) -> str:
    """Return months in words. A row of at least three is written as a range, also over the end of the year.

    >>> months_text([6, 7, 8]), months_text([1, 11, 12]), months_text([3, 4]), months_text([3, 5, 9])
    ('June to August', 'November to January', 'March, April', 'March, May, September')
    """
    ordered = sorted(months)
    gaps = [at for at, month in enumerate(ordered) if month % MONTHS + 1 not in ordered]
    if len(gaps) == 1 and len(ordered) >= _RANGE_FROM_MONTHS:
        ordered = ordered[gaps[0] + 1 :] + ordered[: gaps[0] + 1]
        return f"{month_name[ordered[0]]} to {month_name[ordered[-1]]}"
    return "All year" if len(ordered) == MONTHS else ", ".join(month_name[month] for month in ordered)


def _money(amount: str | None, plant: Mapping[str, Any]) -> str:
    return f"{amount} {plant['currency']}" if amount else ""


def _word(key: str | None) -> str:
    return (key or "").replace("_", " ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _filled(facts: Facts) -> Facts:
    return [(label, text) for label, text in facts if text]
