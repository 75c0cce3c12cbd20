"""The plants of the demo are real ones, rightly written, and shipped with the program."""

import json
import re
from collections import Counter, defaultdict
from importlib import resources
from pathlib import Path

from plantstore.cli.demo.plants import CURRENCY, FILE, load_plants
from plantstore.domain.plant import as_input, check_fields, warnings

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


def test_every_plant_comes_out_of_the_checks_as_it_is_written() -> None:
    for plant in PLANTS:
        fields = check_fields(plant, currency_default=CURRENCY)

        assert warnings(fields) == []
        written = as_input(fields)
        assert {name: written[name] for name in plant} == plant


def test_no_plant_is_there_twice() -> None:
    for field in ("botanical_name", "name", "sku"):
        assert [text for text, count in Counter(map(str.casefold, texts(field))).items() if count > 1] == []


def test_no_name_of_a_field_stands_twice_in_a_plant() -> None:
    def check(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), pairs
        return dict(pairs)

    json.loads((resources.files("plantstore.cli.demo") / FILE).read_text(encoding="utf-8"), object_pairs_hook=check)


def test_botanical_names_are_written_as_botanists_do() -> None:
    assert [name for name in texts("botanical_name") if not BOTANICAL_NAME.fullmatch(name)] == []


def test_every_plant_has_a_family_and_a_genus_only_one() -> None:
    families = defaultdict(set)
    for plant in PLANTS:
        families[str(plant["botanical_name"]).split()[0]].add(plant["family"])

    assert [name for name in texts("family") if not re.fullmatch(f"[A-Z][a-z]+aceae|{OLD_FAMILIES}", name)] == []
    assert {genus for genus, found in families.items() if len(found) > 1} == set()


def test_the_first_dozen_shows_all_kinds() -> None:
    assert set(texts("tag")[:12]) >= KINDS
