"""The USDA's list of 32,800 plants through the API, with its characteristics in the fields where they fit."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.real_lists import CHARACTERISTICS, NAMES, NAMES_ROWS, real_list
from tests.web.harness import Site

pytestmark = [pytest.mark.sqlite_only("requests do not depend on the engine"), pytest.mark.timeout(900)]

CM_OF_FOOT = 30.48
LIFE_CYCLES = {"Annual": "annual", "Biennial": "biennial", "Perennial": "perennial"}
LIGHT = {"Intolerant": ["full_sun"], "Intermediate": ["full_sun", "partial_shade"], "Tolerant": ["full_shade"]}
WATER = {"Low": "low", "Medium": "moderate", "High": "high"}
TOXICITY = {"None": "none_known", "Slight": "harmful", "Moderate": "harmful", "Severe": "toxic"}
MONTHS = {
    "Early Spring": [3],
    "Spring": [3, 4, 5],
    "Mid Spring": [4],
    "Late Spring": [5],
    "Early Summer": [6],
    "Summer": [6, 7, 8],
    "Mid Summer": [7],
    "Late Summer": [8],
    "Fall": [9, 10, 11],
    "Late Winter": [2],
    "Winter": [1, 2, 12],
    "Indeterminate": [],
}
FOLIAGE = {"True": "evergreen", "False": "deciduous"}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def zone(degrees_f: float) -> str:
    """Return the half zone of a minimum temperature: zone 1a begins at -60 °F, and each half has 5 °F."""
    number = min(max(int((degrees_f + 60) // 5), 0), 25)
    return f"{number // 2 + 1}{'ab'[number % 2]}"


def care(row: Mapping[str, str], more: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "life_cycle": LIFE_CYCLES.get(row["duration"].split(",")[0].strip()),
        "light": LIGHT.get(more.get("shade_tolerance", ""), []),
        "water": WATER.get(more.get("moisture_use", "")),
        "toxicity_people": TOXICITY.get(more.get("toxicity", ""), "unknown") if more else "unknown",
        "flowering_months": MONTHS.get(more.get("bloom_period", ""), []),
        "foliage": FOLIAGE.get(more.get("leaf_retention", "")),
    }
    if feet := more.get("height_mature_feet"):
        found["height_cm"] = max(1, round(float(feet) * CM_OF_FOOT))
    if minimum := more.get("temperature_minimum_f"):
        found["hardiness_usda"] = zone(float(minimum))
    return found


def plant(row: Mapping[str, str], more: Mapping[str, str]) -> dict[str, Any]:
    colours = [f"{more[name].lower()} {what}" for name, what in COLOURS if more.get(name)]
    return {
        "name": row["common_name"] or row["scientific_name"][:200],
        "sku": row["symbol"],
        "botanical_name": row["scientific_name"],
        "family": row["family"] or None,
        "tag": row["growth_habit"].split(",")[0].strip().lower() or None,
        "tags": colours,
        "care": care(row, more),
    }


COLOURS = (("flower_color", "flowers"), ("foliage_color", "leaves"), ("fruit_seed_color", "fruit"))


def test_every_plant_of_the_usda_is_added_with_what_is_known_of_it(site: Site) -> None:
    names, characteristics = real_list(NAMES), real_list(CHARACTERISTICS)
    if names is None or characteristics is None:
        pytest.skip("PLANT_LISTS names no folder with these lists")
    more = {row["symbol"]: row for row in rows(characteristics)}
    wrong: list[tuple[str, str]] = []
    with_care = with_genus = 0

    for row in rows(names):
        sent = plant(row, more.get(row["symbol"], {}))
        answer = site.ask("POST", "/api/v1/plants", json=sent)
        if answer.status_code != 201:
            wrong.append((row["scientific_name"], answer.text))
            continue
        got = answer.json()
        with_care += got["care"] is not None and got["care"]["height_cm"] is not None
        with_genus += got["taxon"] is not None and got["taxon"]["genus"] == row["genus"].removeprefix("×")
        expected = {name: value for name, value in sent["care"].items() if value and value != "unknown"}
        if not expected.items() <= (got["care"] or {}).items():
            wrong.append((row["scientific_name"], f"{got['care']} is not {expected}"))

    assert wrong == []
    assert with_care > 1_500
    assert with_genus >= NAMES_ROWS * 0.999
