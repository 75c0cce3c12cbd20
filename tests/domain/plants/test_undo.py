"""What an undo does to one plant: old values go back, later edits stay, and a currency stays with its amounts."""

from typing import Any

import pytest

from plantstore.domain.plants.history import BY_STORE, Author, Change, Way, change_of
from plantstore.domain.plants.plant import (
    Plant,
    Status,
    added,
    archived,
    as_input,
    changed,
    check_fields,
    merged,
    restored,
)
from plantstore.domain.plants.undo import Reverted, revert, was_edited
from tests.makers import NOON, a_plant

FIRST, SECOND, PERSON = "imp_1", "imp_2", ""


class Life:
    """A plant and its changes, each by an import, by its undo, or by a person."""

    def __init__(self, **fields: Any) -> None:
        self.plant = a_plant(1, **fields)
        self.changes: list[Change] = []

    def change(self, by: str, way: Way = Way.IMPORT, **patch: Any) -> None:
        fields = check_fields({**as_input(self.plant.fields), **patch}, currency_default="EUR")
        self.become(by, way, changed(self.plant, fields, now=NOON))

    def become(self, by: str, way: Way, plant: Plant) -> None:
        author = Author(actor="tok_1", name="Anna", way=way, import_id=by) if by else BY_STORE
        self.changes.append(change_of(self.plant, plant, author=author))
        self.plant = plant

    def revert(self, by: str = FIRST) -> Reverted:
        first = next(at for at, one in enumerate(self.changes) if one.author.import_id == by)
        found = revert(self.plant, self.changes[first:], import_id=by, now=NOON)
        if found.plant is not None:
            self.become(by, Way.UNDO, found.plant)
        return found


@pytest.mark.parametrize(
    ("later", "values", "kept"),
    [
        ({}, {"tag": "old", "price": "1.00"}, ()),
        ({"name": "Acer"}, {"tag": "old", "price": "1.00", "name": "Acer"}, ()),
        ({"tag": "later"}, {"tag": "later", "price": "1.00"}, ("tag",)),
        ({"tag": "old"}, {"tag": "old", "price": "1.00"}, ()),
        ({"price": "3.00"}, {"tag": "old", "price": "3.00"}, ("price",)),
        ({"currency": "USD"}, {"tag": "old", "price": "2.00"}, ("price",)),
    ],
)
def test_values_go_back_unless_they_were_edited_since(later: Any, values: Any, kept: tuple[str, ...]) -> None:
    life = Life(tag="old", price="1.00", currency="EUR")
    life.change(FIRST, tag="new", price="2.00")
    if later:
        life.change(PERSON, **later)

    found = life.revert()

    assert found.kept == kept
    assert as_input(life.plant.fields).items() >= values.items()


def test_a_value_that_was_edited_back_to_the_imports_stays() -> None:
    life = Life(tag="old")
    for by, tag in ((FIRST, "new"), (PERSON, "later"), (PERSON, "new")):
        life.change(by, tag=tag)

    assert life.revert() == Reverted(plant=None, kept=("tag",))


def test_a_value_that_the_history_does_not_explain_stays() -> None:
    life = Life(tag="old")
    life.change(FIRST, tag="new")
    life.change(PERSON, tag="later")
    life.changes.pop()

    assert life.revert() == Reverted(plant=None, kept=("tag",))


def test_amounts_stay_if_their_currency_must_and_go_back_with_it_otherwise() -> None:
    life = Life(price="1.00", currency="EUR", compare_at_price="2.00")
    life.change(FIRST, price="100", compare_at_price="200", currency="JPY")
    life.change(PERSON, compare_at_price="250")
    assert life.revert() == Reverted(plant=None, kept=("compare_at_price", "currency", "price"))

    other = Life()
    other.change(FIRST, price="100", currency="JPY")
    assert other.revert().kept == ()
    assert (other.plant.fields.price, other.plant.fields.currency) == (None, None)


def test_old_values_that_contradict_later_edits_stay_away() -> None:
    life = Life(name="Rosa", care={"height_cm": 40, "light": ["full_sun"]})
    life.change(FIRST, care={"height_cm": 50, "light": ["full_sun"]})
    life.change(PERSON, care=None)

    assert life.revert() == Reverted(plant=None, kept=("care.height_cm",))


def test_two_rows_of_an_import_go_back_to_what_was_before_both() -> None:
    life = Life(tag="old")
    for tag in ("new", "newer"):
        life.change(FIRST, tag=tag)

    assert life.revert().kept == ()
    assert life.plant.fields.tag == "old"


@pytest.mark.parametrize("edited", [False, True])
def test_a_restored_plant_is_archived_again_unless_it_was_edited_since(edited: bool) -> None:
    life = Life(tag="old")
    life.become(PERSON, Way.API, archived(life.plant, now=NOON))
    fields = check_fields({**as_input(life.plant.fields), "tag": "new"}, currency_default="EUR")
    life.become(FIRST, Way.IMPORT, changed(restored(life.plant, now=NOON), fields, now=NOON))
    if edited:
        life.change(PERSON, name="Acer")

    assert life.revert().kept == (("status",) if edited else ())
    assert (life.plant.status, life.plant.fields.tag) == ("active" if edited else "archived", "old")


def test_imports_are_undone_one_after_the_other_from_the_last() -> None:
    life = Life(tag="old")
    life.change(FIRST, tag="new")
    life.change(SECOND, tag="newer")
    assert life.revert(FIRST).kept == ("tag",)

    assert life.revert(SECOND).kept == () and life.plant.fields.tag == "new"
    assert life.revert(FIRST).kept == () and life.plant.fields.tag == "old"


def test_a_plant_counts_as_edited_unless_all_its_changes_are_known_and_undone() -> None:
    life = Life(tag="old")
    assert was_edited([], import_id=FIRST)
    life.change(SECOND, tag="new")
    assert was_edited(life.changes, import_id=FIRST)

    life.revert(SECOND)

    assert not was_edited(life.changes, import_id=FIRST)
    assert was_edited(life.changes[1:], import_id=FIRST)


def test_the_undo_of_a_bulk_edit_restores_what_it_archived_whatever_else_was_edited() -> None:
    life = Life(tag="old")
    life.become(FIRST, Way.BULK, archived(life.plant, now=NOON))
    life.change(PERSON, tag="later")

    found = life.revert()

    assert (found.kept, life.plant.status.value, life.plant.fields.tag) == ((), "active", "later")


def test_the_undo_of_a_bulk_edit_leaves_a_plant_archived_that_was_merged_since() -> None:
    life = Life()
    life.become(FIRST, Way.BULK, archived(life.plant, now=NOON))
    life.become(PERSON, Way.API, merged(life.plant, into=2, now=NOON))

    assert life.revert() == Reverted(plant=None, kept=("status",))


def test_the_undo_of_a_bulk_edit_archives_a_draft_that_it_added_unless_it_was_edited() -> None:
    for tag, status, kept in ((None, "archived", ()), ("new", "active", ("status",))):
        life = Life()
        life.plant = a_plant(1, status=Status.DRAFT)
        life.become(FIRST, Way.BULK, added(life.plant, now=NOON))
        if tag:
            life.change(PERSON, tag=tag)

        found = life.revert()

        assert (life.plant.status.value, found.kept) == (status, kept)
