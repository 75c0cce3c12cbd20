"""An export is imported unchanged, and spreadsheets treat none of its cells as formulas."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.catalogue.imports.values.cells import TRIGGERS, export_headings, guard, to_cells, unguard
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.care import Foliage, LifeCycle, Light, Toxicity, Water
from plantstore.domain.plants.plant import Plant, Status, check_fields, new_plant, public_record
from tests.catalogue.imports.lists import check
from tests.makers import NOON

TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"]) | st.sampled_from(TRIGGERS + "'\"[];,|"), max_size=20
)
RAW = st.fixed_dictionaries(
    {"name": TEXT},
    optional={
        "tag": TEXT,
        "botanical_name": TEXT,
        "description": TEXT | st.sampled_from(["=1+1\nand more", "'=x", "one\n\ntwo"]),
        "common_names": st.lists(TEXT, max_size=3),
        "tags": st.lists(TEXT, max_size=3),
        "images": st.lists(
            st.sampled_from(
                [{"url": "https://a.example/1,2.jpg"}, {"url": "https://a.example/2.jpg", "alt": "=a, red"}]
            ),
            max_size=2,
        ),
        "price": st.from_regex(r"\A[0-9]{1,9}(\.[0-9]{1,2})?\Z"),
        "stock_quantity": st.integers(0, 1_000_000),
        "available_from": st.dates(date(2000, 1, 1)).map(str),
        "family": st.just("Rosaceae"),
        "pot_size": st.sampled_from(["9 cm", "5 L", "bare root", "3.5 in, 18 per tray"]),
        "minimum_order": st.integers(1, 1_000_000),
        "compare_at_price": st.just("9.50"),
        "cost": st.just("1.05"),
        "supplier": st.fixed_dictionaries({}, optional={"name": TEXT, "code": TEXT}),
        "external_ids": st.just({"wfo": "wfo-0000605616", "gbif": "5WWKZ", "vbn": "00123"}),
        "trade": st.fixed_dictionaries(
            {},
            optional={
                "cites": st.sampled_from(["I", "II", "III"]),
                "plant_passport": st.fixed_dictionaries({"b": st.just("GB-00001")}, optional={"a": TEXT, "c": TEXT}),
            },
        ),
        "care": st.fixed_dictionaries(
            {},
            optional={
                "light": st.lists(st.sampled_from(list(Light)), unique=True),
                "water": st.sampled_from(list(Water)),
                "hardiness_rhs": st.sampled_from(["H1a", "H5"]),
                "hardiness_usda": st.sampled_from(["7b", "4a-9b", "10"]),
                "height_cm": st.integers(1, 20_000),
                "spread_cm": st.integers(1, 20_000),
                "life_cycle": st.sampled_from(list(LifeCycle)),
                "foliage": st.sampled_from(list(Foliage)),
                "flowering_months": st.lists(st.integers(1, 12), unique=True),
                "toxicity_pets": st.sampled_from(list(Toxicity)),
                "pollinator_friendly": st.booleans(),
            },
        ),
    },
)
DINARS: Mapping[str, object] = {"name": "Rosa", "price": "1.250", "currency": "KWD", "sku": "A 1"}


def plants_of(raws: Sequence[Mapping[str, object]]) -> list[Plant]:
    """Those of the raw plants that the store takes, each with a SKU, every second a draft."""
    found = []
    for number, raw in enumerate([*raws, DINARS], 1):
        status = Status.DRAFT if number % 2 else Status.ACTIVE
        try:
            fields = check_fields({"sku": f"S-{number}", **raw}, currency_default="EUR")
        except Invalid:
            continue
        found.append(new_plant(number, fields, status=status, now=NOON))
    return found


def exported(plants: list[Plant], *, raw: bool) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    headings = export_headings({"cost": None})
    writer.writerow(headings)
    for plant in plants:
        record = public_record(plant, today=date(2026, 6, 1), url=None, with_costs=True)
        writer.writerow(to_cells(record, headings, raw=raw))
    return text.getvalue()


@settings(deadline=None)
@given(st.lists(RAW, max_size=4))
def test_an_export_is_imported_unchanged(raws: list[dict[str, object]]) -> None:
    plants = plants_of(raws)

    with TemporaryDirectory() as folder:
        found = check(Path(folder), b"\xef\xbb\xbf" + exported(plants, raw=False).encode(), with_costs=True)

    assert found.report.bad == 0, found.report.problems
    assert [fields for _, _, fields, _ in found.plants] == [plant.fields for plant in plants]
    assert [draft for _, draft, _, _ in found.plants] == [plant.status is Status.DRAFT for plant in plants]


@settings(deadline=None)
@given(st.lists(RAW, max_size=4))
def test_no_cell_of_an_export_begins_like_a_formula(raws: list[dict[str, object]]) -> None:
    text = exported(plants_of(raws), raw=False)

    for row in csv.reader(io.StringIO(text, newline="")):
        assert not [cell for cell in row if cell.startswith(tuple(TRIGGERS))]


@given(TEXT)
def test_a_guard_is_taken_away_as_it_was_put(text: str) -> None:
    assert unguard(guard(text)) == text
    assert not guard(text).startswith(tuple(TRIGGERS))


def test_a_raw_export_changes_nothing() -> None:
    plant = new_plant(1, check_fields({"name": "=1+1"}, currency_default="EUR"), status=Status.ACTIVE, now=NOON)

    assert ",=1+1," in exported([plant], raw=True)
    assert ",'=1+1," in exported([plant], raw=False)
