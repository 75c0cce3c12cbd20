"""Columns that a person chose are used for the next file with the same headings, until other columns are chosen."""

from pathlib import Path

from plantstore.catalogue.imports.columns import remembered_columns
from plantstore.catalogue.imports.columns.remembered_columns import RememberedColumns, key_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import import_mappings
from tests.catalogue.imports.lists import check, only_plant
from tests.makers import NOON

GERMAN = "Nr;Bezeichnung;VK\nA-1;Rose;4,50\n"
CHOSEN = {"sku": "Nr", "name": "Bezeichnung", "price": "VK"}


def known(*names: str, **chosen: str) -> dict[str, RememberedColumns]:
    return {key_of(names): RememberedColumns(chosen, NOON)}


def test_a_file_with_the_same_headings_starts_with_the_remembered_columns(tmp_path: Path) -> None:
    remembered = known("VK", "bezeichnung", "Nr.", **CHOSEN)

    found = check(tmp_path, "Week 17;;\n" + GERMAN, remembered=remembered)

    assert only_plant(found) == {"name": "Rose", "sku": "A-1", "price": "4.50", "currency": "EUR"}
    assert (found.report.header_line, found.report.mapped_at) == (2, NOON)


def test_other_headings_and_other_choices_have_nothing_remembered(tmp_path: Path) -> None:
    remembered = known("Name", "Code", name="Code")

    other = check(tmp_path, "Name;Code;Price\nRose;A-1;5\n", remembered=remembered)
    chosen = check(tmp_path, "Name;Code\nRose;A-1\n", remembered=remembered, map={"sku": "Code"})
    again = check(tmp_path, "Name;Code\nRose;A-1\n", remembered=remembered)

    assert [found.report.mapped_at for found in (other, chosen, again)] == [None, None, NOON]
    assert only_plant(chosen) == {"name": "Rose", "sku": "A-1"}
    assert only_plant(again) == {"name": "A-1"}


def test_remembered_costs_are_left_out_for_people_who_may_not_see_them(tmp_path: Path) -> None:
    remembered = known("Name", "Netto", name="Name", cost="Netto")

    found = [check(tmp_path, "Name;Netto\nRose;2,50\n", remembered=remembered, with_costs=may) for may in (False, True)]

    assert [one.plants[0][2].cost for one in found] == [None, "2.50"]


def test_columns_that_cannot_be_used_any_more_are_passed_over(tmp_path: Path) -> None:
    found = check(tmp_path, "Name;Code\nRose;A-1\n", remembered=known("Name", "Code", sku="Gone"))

    assert (found.report.mapped_at, found.report.new) == (None, 1)


def test_chosen_columns_are_kept_by_heading_and_forgotten_if_they_are_the_usual_ones(tx: Transaction) -> None:
    names = ["Name", "Kürzel", "Name 2", "", "name"]

    remembered_columns.keep(tx, names, {"sku": "#2", "tag": "", "price": "#4"}, {"name": 0, "sku": 1}, with_costs=False)

    [found] = remembered_columns.load(tx).values()
    assert found.chosen == {"sku": "Kürzel", "tag": ""}
    assert found.confirmed_at == tx.now

    remembered_columns.keep(tx, names, {"name": "Name"}, {"name": 0}, with_costs=False)
    assert remembered_columns.load(tx) == {}


def test_the_oldest_mapping_goes_if_there_are_too_many(tx: Transaction) -> None:
    for number in range(import_mappings.MAPPINGS_MAX + 1):
        tx.now = type(NOON)(NOON + number)
        import_mappings.remember(tx, f"k{number}", "{}")
    import_mappings.remember(tx, "k7", '{"sku": "A"}')

    found = import_mappings.load(tx)

    assert len(found) == import_mappings.MAPPINGS_MAX
    assert "k0" not in found
    assert found["k7"] == ('{"sku": "A"}', tx.now)
