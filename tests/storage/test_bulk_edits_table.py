"""Every function of storage/tables/bulk_edits.py, and the existing ids in storage/tables/plants.py."""

from typing import Any

from plantstore.domain.plants.bulk_edit import CHANGING, MOVING, BulkEdit, BulkEditState
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import bulk_edits, plants
from tests.makers import NOON, a_plant

LATER = after(NOON, seconds=60)


def a_bulk_edit(id: str = "blk_1", **changes: Any) -> BulkEdit:
    plain = {"state": BulkEditState.CHECKED, "selection": "{}", "changes": "{}", "asked_by": "tok_1"}
    return BulkEdit(**{"id": id, **plain, "asked_at": NOON, "worked_at": NOON, **changes})


def test_a_bulk_edit_comes_back_as_it_was_stored(tx: Transaction) -> None:
    one = a_bulk_edit(changing=3, adding=2, updated=1, conflicts=1, run_by="tok_2", confirmed_at=LATER)

    bulk_edits.insert(tx, one)

    assert bulk_edits.find(tx, "blk_1") == one
    assert bulk_edits.find(tx, "blk_2") is None


def test_bulk_edits_are_listed_newest_first(tx: Transaction) -> None:
    for number in range(4):
        bulk_edits.insert(tx, a_bulk_edit(f"blk_{number}"))

    first = bulk_edits.page(tx, limit=2)
    second = bulk_edits.page(tx, keyset=KeysetPage(position=first[-1].id), limit=2)

    assert [one.id for one in [*first, *second]] == ["blk_3", "blk_2", "blk_1", "blk_0"]


def test_unfinished_and_idle_ones_are_found(tx: Transaction) -> None:
    for state in BulkEditState:
        ended = None if state in ("checking", "checked", "running") else NOON
        bulk_edits.insert(tx, a_bulk_edit(f"blk_{state}", state=state, ended_at=ended))

    assert bulk_edits.in_states(tx, MOVING) == ["blk_checking", "blk_running", "blk_undoing"]
    assert bulk_edits.count_open(tx) == 3
    tx.now = LATER
    bulk_edits.update(tx, "blk_running", position=0)
    assert bulk_edits.in_states(tx, CHANGING, idle_since=LATER) == ["blk_undoing"]


def test_batches_are_taken_once_and_removed(tx: Transaction) -> None:
    bulk_edits.insert(tx, a_bulk_edit())
    bulk_edits.add_batches(tx, "blk_1", 0, [[(1, 3), (2, 1)], [(5, 1)]])
    bulk_edits.add_batches(tx, "blk_1", 2, [[(7, 1)], []])
    bulk_edits.add_batches(tx, "blk_1", 4, [])

    assert bulk_edits.take_batch(tx, "blk_1", 0) == [(1, 3), (2, 1)]
    assert bulk_edits.take_batch(tx, "blk_1", 0) == []
    removed = [bulk_edits.remove_batches(tx, "blk_1", limit=2) for _ in range(3)]
    assert removed == [2, 1, 0]


def test_old_ones_are_found_by_state_and_removed(tx: Transaction) -> None:
    for number, at in enumerate((NOON, LATER)):
        bulk_edits.insert(tx, a_bulk_edit(f"blk_{number}", asked_at=at))

    def old(*states: BulkEditState) -> list[str]:
        return bulk_edits.older_than(tx, LATER, states=states, limit=9)

    assert (old(BulkEditState.CHECKED), old(BulkEditState.DONE)) == (["blk_0"], [])
    bulk_edits.remove(tx, "blk_0")
    assert bulk_edits.find(tx, "blk_0") is None


def test_ids_of_stored_plants_are_found_among_many(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1), a_plant(3)])

    assert plants.existing(tx, [*range(1, 1_000)]) == {1, 3}
