"""Columns that together are a botanical name, and columns whose field is suggested by their heading or their cells."""

from pathlib import Path

import pytest

from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches
from plantstore.catalogue.imports.columns import headings
from plantstore.catalogue.imports.columns.content_suggestions import CELLS_MIN
from tests.catalogue.imports.lists import check, only_plant
from tests.makers import a_plant

EANS = ("2000000000015", "2000000000022", "2000000000039")


@pytest.mark.parametrize(
    ("columns", "cells", "name"),
    [
        ("Genus;Species;Cultivar", "Acer;palmatum;Bloodgood", "Acer palmatum 'Bloodgood'"),
        ("Genus;Species;Cultivar", "Acer;palmatum;'Bloodgood'", "Acer palmatum 'Bloodgood'"),
        ("Genus;Species;Cultivar", "Acer;palmatum;", "Acer palmatum"),
        ("Genus;Species;Cultivar", "Hosta;;June", "Hosta 'June'"),
        ("Genus;Species", "Lavandula;x intermedia", "Lavandula × intermedia"),
        ("Genus;Species", "Acer;Acer palmatum", "Acer palmatum"),
        ("Genus;Species;Variety", "Acer;palmatum;var. dissectum", "Acer palmatum var. dissectum"),
        ("Genus;Species;Trade name;Cultivar", "Rosa;;PEACE;Madame A. Meilland", "Rosa PEACE ('Madame A. Meilland')"),
        (
            *("Genus;Species;Cultivar Group;Cultivar", "Hydrangea;macrophylla;Teller;Blaumeise"),
            "Hydrangea macrophylla (Teller Group) 'Blaumeise'",
        ),
        ("Botanical name;Cultivar", "Acer palmatum;Bloodgood", "Acer palmatum 'Bloodgood'"),
        ("Botanical name;Cultivar", "Acer palmatum 'Bloodgood';Bloodgood", "Acer palmatum 'Bloodgood'"),
        ("Botanical name;Genus;Species", "Acer palmatum;Rosa;rugosa", "Acer palmatum"),
        ("Species;Price", "Acer palmatum;5", "Acer palmatum"),
        ("Variety;Price", "Acer palmatum;5", "Acer palmatum"),
    ],
)
def test_the_parts_of_a_name_are_joined(tmp_path: Path, columns: str, cells: str, name: str) -> None:
    found = check(tmp_path, f"{columns}\n{cells}\n")

    assert only_plant(found)["botanical_name"] == only_plant(found)["name"] == name


def test_parts_beside_whole_names_are_not_used(tmp_path: Path) -> None:
    found = check(tmp_path, "Botanical name;Genus;Species\nAcer palmatum;Rosa;rugosa\n")

    assert [column.field for column in found.report.columns] == ["botanical_name", None, None]


def test_a_variety_beside_a_name_is_no_botanical_name(tmp_path: Path) -> None:
    found = check(tmp_path, "Name;Variety\nTomato;Moneymaker\n")

    assert only_plant(found) == {"name": "Tomato"}


def test_a_person_can_map_the_parts(tmp_path: Path) -> None:
    named = {"genus": "G", "species": "S", "cultivar_group": "Gr"}

    found = check(tmp_path, "G,S,Gr\nBrassica,oleracea,Gongylodes Group\n", map=named)

    assert only_plant(found)["botanical_name"] == "Brassica oleracea Gongylodes Group"


def test_joined_names_update_the_botanical_name_of_a_plant(tmp_path: Path) -> None:
    plant = a_plant(name="Maple", sku="A")
    known = CatalogueMatches(by_sku={"a": plant.id}, by_gtin={}, by_name={}, plants={plant.id: plant})

    found = check(tmp_path, "SKU,Genus,Species\nA,Acer,palmatum\n", known=known, update=True)

    [(_, _, fields, names)] = found.plants
    assert (fields.botanical_name, names) == ("Acer palmatum", ("botanical_name", "sku"))


def suggested(folder: Path, columns: str, *rows: str, no_header: bool = False) -> dict[str, str]:
    lines = rows if no_header else (columns, *rows)
    found = check(folder, "\n".join(lines) + "\n", no_header=no_header)
    return {column.heading: column.suggested for column in found.report.columns if column.suggested}


def test_fields_are_suggested_by_the_cells_of_unused_columns(tmp_path: Path) -> None:
    rows = [
        f"{ean};{name};4,5{number};{number}L"
        for number, (ean, name) in enumerate(
            zip(EANS, ("Acer palmatum", "Rosa rugosa", "Hosta 'June'"), strict=True), 1
        )
    ]

    assert suggested(tmp_path, "Strichcode;Name;X;Y", *rows) == {
        "Strichcode": "gtin",
        "Name": "botanical_name",
        "X": "price",
        "Y": "pot_size",
    }
    assert suggested(tmp_path, "", *rows, no_header=True) == {
        "Column 1": "gtin",
        "Column 3": "price",
        "Column 4": "pot_size",
    }
    assert suggested(tmp_path, "Strichcode;Name;X;Y", *rows[: CELLS_MIN - 1]) == {}


def test_nothing_is_suggested_if_two_columns_look_like_prices(tmp_path: Path) -> None:
    assert suggested(tmp_path, "Name;A;B", "Rose;1,10;4,50", "Fern;2,10;5,50", "Moss;3,10;6,50") == {}


def test_a_wrong_check_digit_or_a_common_name_suggests_nothing(tmp_path: Path) -> None:
    assert suggested(tmp_path, "Name;A", "Snake plant;2000000000016", "Tree fern;2000000000023", "Ivy;4") == {}


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Trade £", "cost"),
        ("Trade price excl. VAT", "cost"),
        ("Wholesale (ex VAT)", "cost"),
        ("Price excl. VAT", "price"),
        ("Net price", "price"),
        ("RRP excluding tax", "price"),
        ("Price", None),
        ("RRP", None),
    ],
)
def test_what_the_shop_pays_and_prices_without_tax_are_asked_for_and_never_read(
    tmp_path: Path, heading: str, field: str | None
) -> None:
    found = check(tmp_path, f"Name;{heading}\nRose;4,50\n")

    [(_, _, fields, _)] = found.plants
    assert found.report.columns[1].suggested == field
    assert fields.price == (None if field else "4.50")
    assert len(found.notes) == (1 if field else 0)
    assert headings.is_cost(heading) == (field == "cost")
