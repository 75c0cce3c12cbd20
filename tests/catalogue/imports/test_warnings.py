"""Warnings of a check: what a person should look at, apart from what is only said; and weeks without a year."""

from pathlib import Path

import pytest

from plantstore.catalogue.imports.values.botanical_cells import (
    SUGGESTED_MAX,
    GenusSuggestions,
    read_botanical,
    split_pot,
)
from plantstore.domain.plants.watch_list import WatchedName, WatchList, key_of
from tests.catalogue.imports.lists import check, only_plant, warned_lines

HEADINGS = "SKU;Botanical name;Pot;Height;Qty;RRP;Week\n"


@pytest.mark.parametrize(
    ("row", "warnings"),
    [
        ("A;Hosta 'June';2L;30-40;5;8,99;", []),
        ("A;Hosta 'June';2L;;5;8,99;wk 22", []),
        ('A;"Echinacea purpurea ""White Swan""";2L;;5;8,99;', []),
        ("A;Rosa PEACE ('Madame A. Meilland');BR;;5;8,99;", []),
        ("A;<i>Ficus lyrata</i> Warb.;17 cm;;5;8,99;", []),
        ("A;Hosta 'June';2L;;250+;8,99;", ["“250+” was read as 250."]),
        ("A;Hosta 'June';2L;;-;8,99;", ["“-” was read as 0."]),
        ("A;Hosta 'June';2L;;5;1.234,50;", ["“1.234,50” was read as 1234.50."]),
        ("A;Hosta 'June';17;;5;8,99;", ["“17” has no unit and was read as 17 cm."]),
        ("A;Hosta 'June';2L;;5;8,99;wk 60", ["“wk 60”: the year 2026 has no week 60. The cell is left out."]),
        ("A;Hosta 'June';2L;;5;8,99;soon", ["“soon” is not a week. The cell is left out."]),
        ("A;ACER PALMATUM;2L;;5;8,99;", ["“ACER PALMATUM” was read as “Acer palmatum”."]),
        ("A;Monstera sp.;2L;;5;8,99;", ["“Monstera sp.” does not name a species. It is kept as it is."]),
        ("A;Lavendula stoechas;2L;;5;8,99;", ["Did you mean “Lavandula stoechas”?"]),
        (
            "A;Salvia Nemorosa Caradonna;2L;;5;8,99;",
            [
                "“Salvia Nemorosa Caradonna” is not written as a botanical name. It is kept as text. "
                "Did you mean “Salvia nemorosa 'Caradonna'”?"
            ],
        ),
        (
            "A;Vi\u00f8la odorata;2L;;5;8,99;",
            [
                "“Vi\u00f8la odorata” has letters that botanical names do not have: \u00f8. Were they decoded wrongly? "
                "Did you mean “Viola odorata”?"
            ],
        ),
        (";Hosta 'June';2L;;5;8,99;", ["It has no SKU or GTIN, so it is recognized only by its name and pot size."]),
    ],
)
def test_a_row_has_a_warning_only_if_a_person_should_look_at_it(tmp_path: Path, row: str, warnings: list[str]) -> None:
    found = check(tmp_path, HEADINGS + row + "\n", year=2026)

    assert [note.detail for note in found.report.notes if note.warning] == warnings
    assert (found.report.new, found.report.warned) == (1, bool(warnings))


def test_a_list_without_codes_does_not_warn_that_plants_have_none(tmp_path: Path) -> None:
    found = check(tmp_path, "Botanical name;Pot\nHosta 'June';2L\n")

    assert found.report.warned == 0


def test_possible_duplicates_are_warnings_but_ignored_lines_are_not(tmp_path: Path) -> None:
    found = check(tmp_path, HEADINGS + ";PERENNIALS;;;;;\n;Hosta 'June';P9;;;;\nB;Hosta 'June';9cm;;;;\n")

    assert warned_lines(found) == {3, 4}
    assert (found.report.new, found.report.alike, found.report.warned) == (1, 1, 1)


@pytest.mark.parametrize(
    ("above", "heading", "cell", "day"),
    [
        ("Week 17 of 2026\n", "Avail. wk", "22", "2026-05-25"),
        ("List;2026\n", "Week", "W46", "2026-11-09"),
        ("", "Ready", "2026-W01", "2025-12-29"),
        ("", "Ready", "wk 22 2027", "2027-05-31"),
        ("", "Week", "2026-05-25", "2026-05-25"),
    ],
)
def test_a_week_is_its_monday_in_the_year_that_the_file_says(
    tmp_path: Path, above: str, heading: str, cell: str, day: str
) -> None:
    found = check(tmp_path, f"{above}Name;{heading}\nHosta;{cell}\n")

    assert str(only_plant(found)["available_from"]) == day
    assert found.report.year_question == ""


def test_the_year_of_weeks_is_asked_for_and_the_weeks_are_left_out_until_then(tmp_path: Path) -> None:
    content = "2025/26 or 2026\nName;Avail. wk\nHosta;22\nRosa;\nIris;wk 9\nViola;-\n"

    asked = check(tmp_path, content)
    told = check(tmp_path, content, year=2027)

    assert asked.report.year_question == (
        "2 cells have a week without a year, so it is left out. Of which year are the weeks?"
    )
    assert asked.report.year_choices == [2026, 2027]
    assert [fields.available_from for _, _, fields, _ in asked.plants] == [None] * 4
    assert [str(fields.available_from) for _, _, fields, _ in told.plants] == [
        *("2027-05-31", "None", "2027-03-01", "None")
    ]
    assert told.report.year_question == ""


def test_a_name_with_trade_marks_and_rights_is_written_as_the_codes_do(tmp_path: Path) -> None:
    name = "Hydrangea macrophylla Endless Summer\u00ae ('Bailmer') PP15,298"

    found = check(tmp_path, f"Botanical name;Pot\n{name};5L\n")

    assert only_plant(found) == {
        "name": "Hydrangea macrophylla Endless Summer ('Bailmer'), 5 L",
        "botanical_name": "Hydrangea macrophylla Endless Summer ('Bailmer')",
        "pot_size": "5 L",
    }
    assert [group.detail for group in found.report.note_groups] == ["Botanical names were tidied."]


@pytest.mark.parametrize("text", ["Rosa \u0440ugosa", "Acer palmatum Thunb. nice tree", "x" * 251, "Hoya aff. carnosa"])
def test_a_name_in_doubt_is_kept_as_it_is(text: str) -> None:
    assert read_botanical(text, GenusSuggestions()).text == text


def test_one_column_can_be_name_botanical_name_and_pot_size(tmp_path: Path) -> None:
    both = {"name": "Plant", "botanical_name": "Plant"}

    found = check(tmp_path, "Plant;Price\nHydrangea paniculata 'Limelight' 5 L;24,99\n", map=both)

    assert only_plant(found) == {
        "name": "Hydrangea paniculata 'Limelight' 5 L",
        "botanical_name": "Hydrangea paniculata 'Limelight'",
        "pot_size": "5 L",
        "price": "24.99",
        "currency": "EUR",
    }
    assert found.notes == ["The pot size 5 L was taken from “Hydrangea paniculata 'Limelight' 5 L”."]


def test_the_pot_size_of_a_row_is_not_replaced_by_one_in_its_name(tmp_path: Path) -> None:
    found = check(tmp_path, "Botanical name;Pot\nHosta 'June' 5 L;P9\n")

    assert only_plant(found)["botanical_name"] == "Hosta 'June' 5 L"
    assert only_plant(found)["pot_size"] == "9 cm"
    assert found.report.warned == 1


def test_a_pot_size_is_taken_from_a_name_only_if_it_is_certain() -> None:
    assert split_pot("Hosta 'June', C3") == ("Hosta 'June'", "3 L")
    assert split_pot("Hosta 'June' (9cm pot)") == ("Hosta 'June'", "9 cm")
    for name in (
        "Ficus 60 cm",
        "Ficus 9 cm",
        "Rosa 'Agent 5 L'",
        "Hosta 17",
        "5 L",
        "Hosta seed",
        "Aster 'No 3'",
        "Aster P1",
    ):
        assert split_pot(name) is None


def test_plants_on_the_watch_list_are_warned_of(tmp_path: Path) -> None:
    entry = WatchedName(name="Impatiens glandulifera", reason="May not be sold in the EU.")
    watch_list = WatchList([(key_of(entry.name), entry)])

    found = check(
        tmp_path, "Botanical name\nImpatiens  glandulifera Royle\nImpatiens walleriana\n", watch_list=watch_list
    )

    said = "Impatiens glandulifera is on your watch list: May not be sold in the EU."
    assert [note.line for note in found.report.notes if note.detail == said] == [2]
    assert found.report.new == 2


def test_a_genus_is_suggested_for_a_limited_number_of_words() -> None:
    genera = GenusSuggestions()
    for number in range(SUGGESTED_MAX - 1):
        assert genera.find(f"Xx{number}") is None

    assert genera.find("Lavendula") == "Lavandula"
    assert genera.find("Hydrangia") is None
    assert genera.find("Lavendula") == "Lavandula"
