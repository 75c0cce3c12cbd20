"""The history of plants as it is stored: in order, by plant and of all, kept for a while, deleted with its plant."""

from dataclasses import replace

import pytest

from plantstore.domain.plants.history import VERSIONS_KEPT_MAX, Author, Change, Values, Way
from plantstore.domain.timestamps import after
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import plant_history
from plantstore.storage.tables.plant_history import HistoryFilter
from plantstore.storage.transaction import Transaction
from tests.makers import NOON, a_plant
from tests.storage.plans import plans_of

ANNA = Author(actor="tok_1", name="Anna", way=Way.CONSOLE)
ALL = HistoryFilter(with_costs=True)
PUBLIC = HistoryFilter(with_costs=False)


def a_change(plant_id: int, version: int, *, s: float = 0, author: Author = ANNA, **parts: Values) -> Change:
    values = parts.get("values", {} if parts else {"tag": [None, f"{version}"]})
    return Change(
        plant_id=plant_id,
        version=version,
        at=after(NOON, seconds=s),
        author=author,
        values=values,
        costs=parts.get("costs", {}),
    )


def store(tx: Transaction, *changes: Change) -> None:
    for change in changes:
        plant_history.add(tx, change, version_before=change.version - 1)
    tx.run_pre_commit_hooks()


def test_changes_come_newest_first_and_costs_only_where_asked_for(tx: Transaction) -> None:
    tag, cost = a_change(1, 2, s=1), a_change(1, 3, s=2, costs={"cost": ["1.00", "2.00"]})
    both = a_change(1, 4, s=2, values={"tag": ["2", None]}, costs={"supplier.name": [None, "Ä %s"]})
    other = a_change(2, 2, s=1.5, author=Author(actor="tok_2", name="B", way=Way.UNDO, import_id="imp_1"))
    store(tx, tag, cost, both, other)
    without = a_change(1, 4, s=2, values={"tag": ["2", None]})

    assert plant_history.of_plant(tx, 1, with_costs=True, limit=9) == [both, cost, tag]
    assert plant_history.of_plant(tx, 1, with_costs=False, limit=9) == [without, tag]
    assert plant_history.of_all(tx, ALL, limit=9) == [both, cost, other, tag]
    assert plant_history.of_all(tx, PUBLIC, limit=9) == [without, other, tag]
    since = HistoryFilter(with_costs=True, since=after(NOON, seconds=2))
    assert plant_history.of_all(tx, since, limit=9) == [both, cost]


def test_pages_of_all_changes_continue_in_both_directions(tx: Transaction) -> None:
    store(tx, *(a_change(plant_id, 2) for plant_id in range(1, 6)))  # all at the same time
    place = (NOON, 3, 2)

    older = plant_history.of_all(tx, ALL, limit=9, keyset=KeysetPage(position=place))
    newer = plant_history.of_all(tx, ALL, limit=9, keyset=KeysetPage(position=place, backward=True, inclusive=True))

    assert [change.plant_id for change in older] == [2, 1]
    assert [change.plant_id for change in newer] == [3, 4, 5]


def test_a_change_of_nothing_is_not_stored(tx: Transaction) -> None:
    store(tx, a_change(1, 2, values={}))

    assert plant_history.of_all(tx, ALL, limit=9) == []


def test_a_plant_keeps_the_changes_of_its_last_versions(tx: Transaction) -> None:
    last = VERSIONS_KEPT_MAX + plant_history.TRIM_VERSIONS
    store(tx, *(a_change(1, version) for version in range(2, last)), a_change(2, 2))
    assert len(plant_history.of_plant(tx, 1, with_costs=True, limit=9_999)) == last - 2

    store(tx, a_change(1, last))

    kept = plant_history.of_plant(tx, 1, with_costs=True, limit=9_999)
    assert [change.version for change in kept] == list(range(last, last - VERSIONS_KEPT_MAX, -1))
    assert len(plant_history.of_plant(tx, 2, with_costs=True, limit=9)) == 1


def test_a_deleted_plant_leaves_no_history_even_if_it_was_edited_in_the_same_commit(tx: Transaction) -> None:
    store(tx, a_change(1, 2), a_change(2, 2))

    plant_history.remove(tx, 1)
    store(tx, a_change(1, 3))

    assert [change.plant_id for change in plant_history.of_all(tx, ALL, limit=9)] == [2]


def test_consecutive_creations_of_one_author_share_a_row(tx: Transaction) -> None:
    ben = Author(actor="tok_2", name="Ben", way=Way.IMPORT, import_id="imp_1")
    for ids, author in (([1, 2], ANNA), ([3], ANNA), ([4, 6], ben)):
        plant_history.note_created(tx, [a_plant(number) for number in ids], author)
    tx.run_pre_commit_hooks()

    assert tx.execute("SELECT first, last FROM plant_creations ORDER BY first") == [(1, 3), (4, 4), (6, 6)]
    by = {number: plant_history.creator_of(tx, a_plant(number)) for number in range(1, 8)}
    assert by == {1: ANNA, 2: ANNA, 3: ANNA, 4: ben, 5: None, 6: ben, 7: None}


def test_a_history_is_complete_if_it_begins_after_the_creation(tx: Transaction) -> None:
    store(tx, a_change(1, 2), a_change(1, 4), a_change(2, 3))
    plants = [a_plant(number) for number in (1, 2, 3)]

    assert [plant_history.is_complete(tx, replace(plant, version=4)) for plant in plants] == [True, False, False]
    assert plant_history.is_complete(tx, plants[2])


@pytest.mark.parametrize("limit", [2, 100])
def test_old_changes_and_creations_go_in_steps(tx: Transaction, limit: int) -> None:
    store(tx, *(a_change(number, 2, s=number) for number in range(5)))
    plant_history.note_created(tx, [a_plant(1)], ANNA)
    tx.run_pre_commit_hooks()
    before = after(NOON, seconds=4)
    removed = []

    while step := plant_history.remove_old(tx, before=before, limit=limit):
        removed.append(step)

    assert removed == ([2, 2] if limit == 2 else [4])
    assert [change.plant_id for change in plant_history.of_all(tx, ALL, limit=9)] == [4]
    assert plant_history.creator_of(tx, a_plant(1)) is None


@pytest.mark.sqlite_only("plans of SQLite; PostgreSQL has the same indexes")
def test_no_query_of_a_history_scans_or_sorts_a_table(tx: Transaction) -> None:
    store(tx, *(a_change(number, 2, s=number) for number in range(1, 50)))
    plant, page = a_plant(1), KeysetPage(position=(NOON, 3, 2))

    def all_queries(tx: Transaction) -> None:
        for with_costs in (False, True):
            plant_history.of_plant(tx, 1, with_costs=with_costs, limit=9, keyset=KeysetPage(position=5))
            filters = HistoryFilter(with_costs=with_costs, since=NOON)
            for keyset in (KeysetPage(), page, replace(page, backward=True)):
                plant_history.of_all(tx, filters, limit=9, keyset=keyset)
        plant_history.creator_of(tx, plant)
        plant_history.is_complete(tx, replace(plant, version=2))
        plant_history.plants_of_import(tx, "imp_1", after=0, limit=9)
        plant_history.of_plants(tx, [1, 2, 3], since_import="imp_1")
        plant_history.remove_old(tx, before=after(NOON, seconds=9), limit=5)

    plans = plans_of(tx, all_queries)

    assert len(plans) > 10
    assert not [plan for plan in plans if "SCAN" in plan or "TEMP B-TREE" in plan]
