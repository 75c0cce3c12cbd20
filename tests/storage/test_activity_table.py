"""The activity log is a hash chain: tampering is detected, and removal by age is allowed."""

import pytest

from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import retention
from plantstore.storage.tables import activity
from tests.makers import NOON

DAY_S = 86_400


def did(tx: Transaction, subject: str, *, person_id: str | None = None) -> None:
    activity.add(tx, actor="tok_1", actor_name="one", action="removeReceiver", subject=subject, person_id=person_id)


def five(tx: Transaction) -> None:
    for subject in "abcde":
        did(tx, subject)
    tx.run_pre_commit_hooks()


def all_broken(tx: Transaction) -> list[int]:
    return activity.broken_links(tx, first=1, last=activity.newest_id(tx))


def test_an_unchanged_activity_log_passes_the_check_in_chunks_of_any_length(tx: Transaction) -> None:
    five(tx)

    for stride in (1, 2, 5, 100):
        wrong = [activity.broken_links(tx, first=n, last=n + stride - 1) for n in range(1, 6, stride)]
        assert not any(wrong), stride


@pytest.mark.parametrize("column", ["at", "actor", "actor_name", "action", "subject", "detail", "person_id", "chain"])
def test_a_changed_row_is_reported(tx: Transaction, column: str) -> None:
    five(tx)
    value = 7 if column == "at" else b"x" if column == "chain" else "x"
    tx.update(f"UPDATE activity SET {column} = ? WHERE id = 3", (value,))

    assert 3 in all_broken(tx)


@pytest.mark.parametrize("person_id", [None, "per_2"])
def test_a_row_whose_person_was_removed_or_changed_is_reported(tx: Transaction, person_id: str | None) -> None:
    for subject in "abc":
        did(tx, subject, person_id="per_1")
    tx.run_pre_commit_hooks()
    assert all_broken(tx) == []
    tx.update("UPDATE activity SET person_id = ? WHERE id = 2", (person_id,))

    assert all_broken(tx) == [2]


def test_a_row_without_its_hash_is_reported(tx: Transaction) -> None:
    five(tx)
    tx.update("UPDATE activity SET chain = NULL WHERE id = 3")

    assert all_broken(tx) == [3, 4]


def test_the_row_after_a_removed_one_is_reported(tx: Transaction) -> None:
    five(tx)
    tx.update("DELETE FROM activity WHERE id = 3")

    assert all_broken(tx) == [4]


def test_rows_older_than_the_hash_chain_are_accepted(tx: Transaction) -> None:
    columns = ("id", "at", "actor", "actor_name", "action", "subject", "detail")
    tx.insert("activity", columns, [(number, tx.now, "tok_1", "one", "pauseReceiver", "a", "") for number in (1, 2)])
    five(tx)

    assert all_broken(tx) == []


def test_retention_keeps_the_chain_intact_even_if_the_clock_went_back(tx: Transaction) -> None:
    five(tx)
    for number, days in ((1, 9), (2, 1), (3, 9), (4, 1), (5, -400)):  # 2: a clock ahead; 5: a clock far ahead
        at = after(NOON, seconds=-days * DAY_S)
        tx.update("UPDATE activity SET at = ? WHERE id = ?", (at, number))
    five_days_ago = Instant(after(NOON, seconds=-5 * DAY_S))

    removed = retention.remove_activity(tx, before=five_days_ago, limit=10)
    left = [row[0] for row in tx.execute("SELECT id FROM activity ORDER BY id")]

    assert (removed, left) == (1, [2, 3, 4, 5])


def test_rows_from_the_future_are_removed_by_age(tx: Transaction) -> None:
    five(tx)
    tx.update("UPDATE activity SET at = ?", (after(NOON, seconds=400 * DAY_S),))

    assert retention.remove_activity(tx, before=NOON, limit=3) == 3
    assert retention.remove_activity(tx, before=NOON, limit=3) == 2


def test_a_filter_by_time_finds_rows_whose_times_are_out_of_order(tx: Transaction) -> None:
    """What took a while to commit comes after rows with later times."""
    seconds = [0, 50, 10, 60, 20, 300]
    for at in seconds:
        tx.now = after(NOON, seconds=at)
        did(tx, str(at))
        tx.run_pre_commit_hooks()

    for at in range(-1, 302):
        rows = activity.page(tx, activity.ActivityFilter(since=after(NOON, seconds=at)), limit=10)
        assert [int(row.subject) for row in rows] == [time for time in reversed(seconds) if time >= at]
