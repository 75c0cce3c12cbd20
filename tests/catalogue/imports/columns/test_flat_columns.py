"""The columns for the fields within objects: their headings, the words in their cells, and who may write costs."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches
from plantstore.catalogue.imports.columns import flat_columns
from plantstore.catalogue.imports.columns.headings import fields_of, is_cost
from plantstore.catalogue.imports.values import care_words, name_pattern, text_repairs
from tests.catalogue.imports.lists import check, only_plant


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("Cont. size", ["pot_size"]),
        ("Height (m)", ["height_cm"]),
        ("HT", ["height_cm"]),
        ("Hardiness", ["hardiness_rhs", "hardiness_usda"]),
        ("Position", ["light"]),
        ("Trade £", []),
        ("Wholesale price", []),
    ],
)
def test_a_heading_is_known(heading: str, fields: list[str]) -> None:
    assert fields_of(heading) == fields


@pytest.mark.parametrize(
    ("heading", "cell", "path", "value"),
    [
        ("height (m)", "1,2", "care.height_cm", 120),
        ("height", "4 ft", "care.height_cm", 122),
        ("hardiness", "H5", "care.hardiness_rhs", "H5"),
        ("hardiness", "Zone 5-9", "care.hardiness_usda", "5-9"),
        ("light", "Full sun / part shade", "care.light", ("full_sun", "partial_shade")),
        ("water", "Medium", "care.water", "moderate"),
        ("flowering", "Jun–Aug", "care.flowering_months", (6, 7, 8)),
        ("pot", "C3", "pot_size", "3 L"),
        ("cites", "Appendix II", "trade.cites", "II"),
        ("moq", "10", "minimum_order", 10),
    ],
)
def test_a_cell_is_read_as_a_price_list_writes_it(
    tmp_path: Path, heading: str, cell: str, path: str, value: object
) -> None:
    found: Any = check(tmp_path, f"name;{heading}\nRosa;{cell}\n").plants[0][2]

    for key in path.split("."):
        found = getattr(found, key)
    assert found == value


def test_a_cell_that_cannot_be_read_is_left_out_unless_a_person_chose_its_column(tmp_path: Path) -> None:
    text = "name,height\nRosa,tall\n"

    assert check(tmp_path, text).report.new == 1
    assert "is left out" in check(tmp_path, text).notes[0]
    assert check(tmp_path, text, map={"height_cm": "height"}).report.bad == 1


def test_a_trade_price_is_no_price_and_is_asked_for(tmp_path: Path) -> None:
    found = check(tmp_path, "name,Trade price\nRosa,3.20\n", with_costs=True)

    assert is_cost("Trade price")
    assert only_plant(found) == {"name": "Rosa"}
    assert found.report.columns[1].suggested == "cost"


def test_costs_are_imported_only_by_people_who_may_see_them(tmp_path: Path) -> None:
    text = "name,cost\nRosa,3.20\n"

    assert only_plant(check(tmp_path, text, map={"cost": "cost"}, with_costs=True))["cost"] == "3.20"
    assert "costs:read" in check(tmp_path, text, map={"cost": "cost"}).details[0]


def test_one_column_fills_two_fields(tmp_path: Path) -> None:
    found = check(tmp_path, "Pflanze\nRosa rugosa\n", map={"name": "Pflanze", "botanical_name": "Pflanze"})

    assert only_plant(found) == {"name": "Rosa rugosa", "botanical_name": "Rosa rugosa"}
    assert found.report.columns[0].fields == ["name", "botanical_name"]


def test_a_name_is_composed_by_a_pattern(tmp_path: Path) -> None:
    text = "botanical name,common name,pot\nHosta 'June',Plantain lily,2L\n,Tray,\n"

    found = check(tmp_path, text)
    named = check(tmp_path, text, name_pattern="{common_name} ({pot_size})")

    assert [fields.name for _, _, fields, _ in found.plants] == ["Hosta 'June', 2 L", "Tray"]
    assert [fields.name for _, _, fields, _ in named.plants] == ["Plantain lily (2 L)", "Tray"]
    assert (found.report.name_pattern, found.report.composed_names) == (name_pattern.DEFAULT, 2)


@pytest.mark.parametrize("pattern", ["no word", "{colour}", "{name", "{sku}" * 50])
def test_a_wrong_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        name_pattern.check_pattern(pattern)


@pytest.mark.parametrize(
    ("field", "text", "better"),
    [
        ("name", "ROSE OF CHINA 3L", "Rose of China 3L"),
        ("name", "RÃ¸sa rugosa", "Røsa rugosa"),
        ("name", "Bailey\x92s \x93wattle\x94 \x91x", "Bailey’s “wattle” ‘x"),
        ("name", "R\xc3\x92SA, DE JARDIN", "Ròsa, de Jardin"),
        ("name", "Rosa\x80\x85 \x96 peace", "Rosa\x80\x85 \x96 peace"),
        ("description", "<p>One</p><p>Two &amp; three</p>", "One\nTwo & three"),
        ("name", "Rosa <3 L> PEACE", "Rosa <3 L> PEACE"),
        ("name", "BR P9", "BR P9"),
    ],
)
def test_text_is_repaired(field: str, text: str, better: str) -> None:
    assert text_repairs.repair(text, field=field)[0] == better


def test_a_quote_that_became_a_control_character_is_repaired_with_a_note_and_others_are_problems(
    tmp_path: Path,
) -> None:
    found = check(tmp_path, "name,sku\nBailey\u0092s wattle,A-1\nRosa \u0080 5,A-2\n")

    assert [fields.name for _, _, fields, _ in found.plants] == ["Bailey’s wattle"]
    assert [(note.line, note.detail, note.warning) for note in found.report.notes] == [
        (2, "“Bailey\ufffds wattle” was read as “Bailey’s wattle”.", True)
    ]
    assert found.details == ["Character 6 (U+0080) is a control character: remove it."]


def test_notes_are_grouped(tmp_path: Path) -> None:
    rows = "".join(f"Rosa {number},250+\n" for number in range(63))

    [group] = check(tmp_path, "name,qty\n" + rows).report.note_groups

    assert (group.count, group.lines, group.detail) == (63, [2, 3, 4, 5, 6], "“250+” was read as 250.")


def test_ten_plants_are_shown_as_they_will_look(tmp_path: Path) -> None:
    found = check(tmp_path, "name,pot\n" + "".join(f"Rosa {number},9cm\n" for number in range(12)))

    assert [record["name"] for record in found.report.preview] == [f"Rosa {number}" for number in range(10)]
    assert found.report.preview[0]["pot_size"] == "9 cm"


def test_a_plant_of_the_same_name_and_pot_size_may_be_a_duplicate(tmp_path: Path) -> None:
    text = "sku,name,pot\n,Salvia,P9\nS-1,salvia,9cm\nS-2,Salvia,2L\nS-3,Salvia,2L\n"

    found = check(tmp_path, text)

    assert [fields.sku for _, _, fields, _ in found.plants] == [None, "S-2", "S-3"]
    assert found.report.alike == 1


def test_a_plant_without_a_pot_size_may_be_any_row_of_its_name(tmp_path: Path) -> None:
    known = CatalogueMatches(by_sku={}, by_gtin={}, by_name={("Salvia", None): {None: 9}})

    assert check(tmp_path, "name,pot\nSalvia,P9\n", known=known).report.alike == 1


def test_seasons_and_unknown_words_are_refused() -> None:
    for read, text in ((care_words.read_months, "summer"), (care_words.some_of(care_words.LIGHT), "wherever")):
        with pytest.raises(ValueError, match=r"use|Use"):
            read(text)


def test_an_export_without_the_scope_has_no_costs() -> None:
    assert set(flat_columns.export_columns({"name": "Rosa"})).isdisjoint(flat_columns.COST_COLUMNS)
