"""Plant changes in order: no number overtakes a change that is not committed yet."""

from collections.abc import Sequence
from contextlib import closing

import pytest
from psycopg.errors import LockNotAvailable

from plantstore.domain.plants.plant import Status
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import events, plant_changes, plants
from plantstore.storage.tables.plant_changes import CHANGES_OF_EVENT
from tests.makers import NOON, a_plant, an_event


def add(tx: Transaction, *plant_ids: int) -> None:
    plants.insert(tx, [a_plant(plant_id) for plant_id in plant_ids])
    events.append(tx, [an_event(0, id=f"evt_{plant_id:026d}", plant_id=plant_id) for plant_id in plant_ids])


def change(tx: Transaction, *plant_ids: int) -> None:
    for plant_id in plant_ids:
        plants.update(tx, a_plant(plant_id))


def read_on(tx: Transaction, after: int = 0, *, limit: int = 2) -> list[int]:
    """The plants of all changes after a number, page by page."""
    found: list[int] = []
    while changes := plant_changes.next_changes(tx, after=after, limit=limit):
        assert len(changes) <= limit
        assert [one.number for one in changes] == sorted(one.number for one in changes)
        found += [one.plant_id for one in changes]
        after = changes[-1].number
    assert after in (0, plant_changes.log_end(tx).head) or not found
    return found


def commit(tx: Transaction) -> int:
    """As the writer does; return the number of the newest change."""
    tx.run_pre_commit_hooks()
    return plant_changes.log_end(tx).head


def test_an_addition_is_a_change_without_a_row(tx: Transaction) -> None:
    add(tx, 1, 2, 3)

    head = commit(tx)

    assert head == 3 * CHANGES_OF_EVENT
    assert read_on(tx) == [1, 2, 3]
    assert read_on(tx, head) == []
    assert tx.execute("SELECT count(*) FROM plant_changes") == [(0,)]


def test_a_changed_plant_moves_to_the_end_and_appears_once(tx: Transaction) -> None:
    add(tx, 1, 2, 3)
    before = commit(tx)
    change(tx, 2)
    change(tx, 1)
    change(tx, 2, 2)
    commit(tx)

    assert read_on(tx, before) == [2, 1]
    change(tx, 2)
    commit(tx)
    assert read_on(tx, before) == [1, 2]
    assert read_on(tx) == [1, 2, 3, 1, 2]


def test_additions_and_changes_of_a_commit_follow_all_earlier_ones(tx: Transaction) -> None:
    add(tx, 1, 2)
    change(tx, 1)
    before = commit(tx)
    change(tx, 2)
    add(tx, 3)
    change(tx, 1)
    commit(tx)

    assert sorted(read_on(tx, before)) == [1, 2, 3]
    assert plant_changes.log_end(tx).sequence == 3


def test_drafts_and_plants_that_were_deleted_are_changes(tx: Transaction) -> None:
    draft = a_plant(1, status=Status.DRAFT)
    plants.insert(tx, [draft])
    add(tx, 2)
    before = commit(tx)
    assert sorted(read_on(tx)) == [1, 2]

    for plant in (draft, a_plant(2)):
        plants.delete(tx, plant, deleted_by="tok_1")
    commit(tx)

    assert read_on(tx, before) == [1, 2]
    assert plants.find_many(tx, [1, 2]) == {}
    assert {one.plant_id for one in plants.find_tombstones(tx, [1, 2, 3]).values()} == {1, 2}


@pytest.mark.parametrize("beyond", [0, 1, CHANGES_OF_EVENT, 7 * CHANGES_OF_EVENT])
def test_more_changes_than_fit_between_two_events_hide_no_addition(tx: Transaction, beyond: int) -> None:
    add(tx, 1)
    change(tx, 1)
    commit(tx)
    tx.update("UPDATE plant_changes SET number = ?", (2 * CHANGES_OF_EVENT + beyond,))  # as after a million of them
    before = plant_changes.log_end(tx).head
    add(tx, 2, 3)
    middle = commit(tx)
    add(tx, *range(4, 12))
    commit(tx)

    assert before == 2 * CHANGES_OF_EVENT + beyond
    assert set(read_on(tx, before)) >= set(range(2, 12))
    assert set(read_on(tx, middle)) >= set(range(4, 12))
    for limit in (1, 3, 100):
        assert set(read_on(tx, limit=limit)) == set(range(1, 12))
    tx.update("DELETE FROM plant_changes WHERE number < ?", (CHANGES_OF_EVENT,))
    assert plant_changes.log_end(tx).head == max(
        one.number for one in plant_changes.next_changes(tx, after=0, limit=100)
    )


def test_no_more_changes_than_the_limit_are_read(tx: Transaction) -> None:
    add(tx, *range(1, 40))
    change(tx, *range(1, 40))
    commit(tx)

    assert [one.plant_id for one in plant_changes.next_changes(tx, after=0, limit=5)] == [1, 2, 3, 4, 5]
    assert read_on(tx, limit=7) == [*range(1, 40), *range(1, 40)]


@pytest.mark.postgresql_only("a file has one writer")
@pytest.mark.parametrize("late", ["change", "addition"])
def test_a_reader_never_skips_what_another_process_commits_later(engine: Engine, late: str) -> None:
    """Process one begins first and commits last: by its time, which is the earlier one, a reader would not see it."""
    with (
        closing(engine.connect_writer()) as one,
        closing(engine.connect_writer()) as other,
        closing(engine.connect_reader()) as reader,
    ):

        def read(after: int) -> tuple[Sequence[int], int]:
            reader.begin_read()
            try:
                tx = Transaction(reader, NOON)
                return read_on(tx, after), plant_changes.log_end(tx).head
            finally:
                reader.rollback()

        other.begin_write(exclusive=False)
        tx = Transaction(other, NOON)
        add(tx, 1, 2)
        tx.run_pre_commit_hooks()
        other.commit()
        before = read(0)[1]

        one.begin_write(exclusive=False)
        first = Transaction(one, NOON)
        change(first, 1) if late == "change" else add(first, 3)
        other.begin_write(exclusive=False)
        tx = Transaction(other, NOON)
        change(tx, 2)
        tx.run_pre_commit_hooks()
        other.commit()
        seen, head = read(before)
        first.run_pre_commit_hooks()
        still = read(head)
        one.commit()

        assert seen == [2]
        assert still == ([], head)
        assert read(head)[0] == [1 if late == "change" else 3]


@pytest.mark.postgresql_only("a file has one writer")
@pytest.mark.parametrize("second", ["change", "addition"])
def test_numbers_are_assigned_by_one_process_at_a_time_until_its_commit(engine: Engine, second: str) -> None:
    with closing(engine.connect_writer()) as one, closing(engine.connect_writer()) as other:
        one.begin_write(exclusive=False)
        tx = Transaction(one, NOON)
        add(tx, 1, 2)
        tx.run_pre_commit_hooks()
        one.commit()
        one.begin_write(exclusive=False)
        tx = Transaction(one, NOON)
        change(tx, 1)
        tx.run_pre_commit_hooks()

        other.begin_write(exclusive=False)
        other.script("SET LOCAL lock_timeout = '1ms'")
        waiting = Transaction(other, NOON)
        change(waiting, 2) if second == "change" else add(waiting, 3)
        with pytest.raises(LockNotAvailable):
            waiting.run_pre_commit_hooks()
