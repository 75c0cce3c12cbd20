"""Lists without headings: noticed rather than read with the first plant as headings, and read by column numbers."""

from pathlib import Path

import pytest

from plantstore.domain.errors import Invalid
from tests.catalogue.imports.lists import check, only_plant

LIST = "Abelia chinensis,white forsythia\nAbies alba,silver fir\nAcer rubrum,\n"


def test_columns_of_a_list_without_headings_are_named_by_number(tmp_path: Path) -> None:
    found = check(tmp_path, LIST, no_header=True, map={"botanical_name": "#1", "common_names": "#2"})

    assert [(line, fields.botanical_name, fields.common_names) for line, _, fields, _ in found.plants] == [
        (1, "Abelia chinensis", ("white forsythia",)),
        (2, "Abies alba", ("silver fir",)),
        (3, "Acer rubrum", ()),
    ]
    assert (found.report.header_line, found.report.rows) == (0, 3)
    assert [one.heading for one in found.report.columns] == ["Column 1", "Column 2"]
    assert found.notes == []


@pytest.mark.parametrize(
    ("content", "field", "column"),
    [
        ("A-1;Rosa rugosa;4,50\nA-2;Acer x freemanii;5\n", "botanical_name", 2),
        ("1\tRose\t4.50\n2\tAHORN\t5\n", "name", 2),
        ("Rose\nAHORN\n", "name", 1),
    ],
)
def test_a_guess_at_the_name_is_noted(tmp_path: Path, content: str, field: str, column: int) -> None:
    found = check(tmp_path, content, no_header=True)

    assert [one.field for one in found.report.columns].index(field) == column - 1
    assert (found.report.new, found.report.bad) == (2, 0)
    assert f"Column {column} is used as the {field.replace('_', ' ')}" in found.notes[0]


def test_a_list_of_numbers_alone_needs_a_name(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="No column looks like the name of a plant"):
        check(tmp_path, "1,2\n3,4\n", no_header=True)


def test_a_column_of_a_list_with_headings_can_be_named_by_number_too(tmp_path: Path) -> None:
    found = check(tmp_path, "sku,,\nA-1,Rosa,9\n", map={"name": "#2"})

    assert only_plant(found) == {"name": "Rosa", "sku": "A-1"}


@pytest.mark.parametrize("number", ["#0", "#4", "#9999"])
def test_a_column_number_that_is_not_there_is_named(tmp_path: Path, number: str) -> None:
    with pytest.raises(Invalid, match=f"There is no column “{number}”"):
        check(tmp_path, LIST, no_header=True, map={"name": number})


def test_a_file_without_headings_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(Invalid) as refused:
        check(tmp_path, LIST)

    assert "Line 1: column 1 “Abelia chinensis”, column 2 “white forsythia”." in refused.value.detail
    assert "no_header=true, --no-header" in refused.value.detail


@pytest.mark.parametrize(
    "content",
    [
        "Rosa rugosa,Available\nAcer rubrum,Available\nIris,Sold out\n",  # a state that is called like a heading
        "Matthiola incana,Stock,4.50\nRosa rugosa,Rose,5.50\n",  # a plant that is called like one
        "Rosa rugosa,Rose\nAcer rubrum,Maple\nMatthiola incana,Stock\n",  # and not on the first line
        "Matthiola incana,Stock,2000000000077\nRosa rugosa,Rose,\n",
    ],
)
def test_a_plant_is_not_taken_for_headings(tmp_path: Path, content: str) -> None:
    with pytest.raises(Invalid, match="has a known heading, but looks like a plant"):
        check(tmp_path, content)
    assert check(tmp_path, content, no_header=True).report.new == len(content.splitlines())


@pytest.mark.parametrize(
    "content",
    [
        "name,Available\nRosa,Available\nAcer,Available\n",
        "name,9,11,13\nRosa,1,2,3\n",  # sizes of pots
        "Hillside Nursery,\nWeek 17,\nPflanze,Preis\nRosa,4.50\n",
        "Plant\nRosa\nPlant\nAcer\n",  # a heading that is repeated on each page
        "name,sku,price,1.50\nRosa,A-1,2,x\n",
    ],
)
def test_headings_are_still_headings(tmp_path: Path, content: str) -> None:
    mapped = {"name": "Pflanze"} if "Pflanze" in content else {}

    assert check(tmp_path, content, map=mapped).report.header_line >= 1


def test_a_heading_that_a_person_named_is_never_taken_for_data(tmp_path: Path) -> None:
    content = "Art,Available,9.50\nRosa,Available,x\n"

    assert check(tmp_path, content, map={"name": "Art", "stock_quantity": ""}).report.new == 1


def test_a_list_in_one_column_is_read(tmp_path: Path) -> None:
    assert check(tmp_path, "Rosa rugosa\nAcer rubrum\n", no_header=True).report.new == 2
