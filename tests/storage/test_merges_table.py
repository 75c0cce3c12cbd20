"""Every function of storage/tables/merges.py."""

from dataclasses import replace

import pytest

from plantstore.domain.plants.plant import merged
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import merges, plants
from plantstore.storage.tables.merges import Merge
from tests.makers import NOON, a_plant
from tests.storage.plans import plans_of

MERGE = Merge(plant_id=2, kept_id=1, was_active=True, taken={"tags": ["ä"]}, merged_at=NOON, merged_by="tok_1")


def test_a_merge_comes_back_as_it_was_stored_until_it_is_old(tx: Transaction) -> None:
    other = replace(MERGE, plant_id=3, was_active=False, taken={}, merged_at=after(NOON, seconds=1))
    for merge in (MERGE, other):
        merges.insert(tx, merge)

    assert merges.find_many(tx, [2, 3, 4]) == {2: MERGE, 3: other}
    assert merges.remove_old(tx, before=NOON, limit=9) == 0
    assert merges.remove_old(tx, before=after(NOON, seconds=1), limit=9) == 1
    assert merges.find_many(tx, [2, 3, 4]) == {3: other}
    merges.remove(tx, [3])
    assert merges.find_many(tx, [2, 3, 4]) == {}


def test_merged_plants_are_found_by_the_plant_they_were_merged_into(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(id) for id in range(1, 5)])
    for id in (4, 2):
        plants.update(tx, merged(a_plant(id), into=1, now=NOON))

    assert merges.merged_into(tx, 1) == [2, 4]
    assert merges.merged_into(tx, 1, limit=1) == [2]
    assert merges.merged_into(tx, 2) == []
    assert plants.archived_among(tx, [1, 2, 3]) == {2: 1}


@pytest.mark.sqlite_only("the plans of SQLite")
def test_no_merge_scans_the_plants(tx: Transaction) -> None:
    for function in (lambda tx: merges.merged_into(tx, 1), lambda tx: merges.remove_old(tx, before=NOON, limit=9)):
        assert not any("SCAN" in plan for plan in plans_of(tx, function))
