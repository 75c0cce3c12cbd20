"""The demo's plants are real, correctly written, and shipped with the program."""

import json
import re
from collections import Counter, defaultdict
from importlib import resources
from pathlib import Path

from plantstore.cli.demo.play import CURRENCY, PLANTS_FILE, load_plants
from plantstore.domain.plants.plant import as_input, check_fields, warnings

ROOT = Path(__file__).parents[3]
PLANTS = load_plants()
PLANTS_MIN = 120  # what `make demo` adds
BOTANICAL_NAME = re.compile(r"[A-Z][a-z]+ (× )?[a-z]+(-[a-z]+)?")  # genus, and species or hybrid
OLD_FAMILIES = "Compositae|Cruciferae|Gramineae|Guttiferae|Labiatae|Leguminosae|Palmae|Umbelliferae"
KINDS = {"houseplant", "tree", "perennial", "herb", "vegetable", "succulent", "fern", "orchid"}


def texts(field: str) -> list[str]:
    return [str(plant[field]) for plant in PLANTS]


def test_there_are_enough_plants_for_the_demo() -> None:
    assert len(PLANTS) >= PLANTS_MIN


def test_the_checks_change_nothing_about_any_plant() -> None:
    for plant in PLANTS:
        fields = check_fields(plant, currency_default=CURRENCY)

        assert warnings(fields) == []
        written = as_input(fields)
        assert {name: written[name] for name in plant} == plant


def test_no_two_plants_share_a_name_or_sku() -> None:
    for field in ("botanical_name", "name", "sku"):
        assert [text for text, count in Counter(map(str.casefold, texts(field))).items() if count > 1] == []


def test_no_plant_repeats_a_field() -> None:
    def check(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), pairs
        return dict(pairs)

    json.loads(
        (resources.files("plantstore.cli.demo") / PLANTS_FILE).read_text(encoding="utf-8"), object_pairs_hook=check
    )


def test_botanical_names_have_the_form_genus_species() -> None:
    assert [name for name in texts("botanical_name") if not BOTANICAL_NAME.fullmatch(name)] == []


def test_every_plant_has_a_family_and_every_genus_only_one_family() -> None:
    families = defaultdict(set)
    for plant in PLANTS:
        families[str(plant["botanical_name"]).split()[0]].add(plant["family"])

    assert [name for name in texts("family") if not re.fullmatch(f"[A-Z][a-z]+aceae|{OLD_FAMILIES}", name)] == []
    assert {genus for genus, found in families.items() if len(found) > 1} == set()


def test_the_first_dozen_contains_all_types() -> None:
    assert set(texts("tag")[:12]) >= KINDS
