"""Ranges of deliveries that a person cancelled, and how accepted deliveries leave them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import cancelled_ranges
from tests.makers import NOON, RECEIVER
from tests.storage.plans import plans_of

OTHER = ReceiverId(8)


def test_a_cancelled_range_is_read_back(tx: Transaction) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 9)], asked_by="tok_1")

    assert tx.execute("SELECT * FROM skips") == [(RECEIVER, 3, 9, "tok_1", NOON)]
    assert [sequence for sequence in range(1, 12) if cancelled_ranges.contains(tx, RECEIVER, sequence)] == [
        3,
        4,
        5,
        6,
        7,
        8,
        9,
    ]
    assert cancelled_ranges.counts(tx, [RECEIVER]) == {RECEIVER: 7}


def test_receivers_with_ranges_are_found(tx: Transaction) -> None:
    cancelled_ranges.add(tx, OTHER, [(3, 9), (20, 21)], asked_by="tok_1")

    assert cancelled_ranges.receivers_with_ranges(tx, [ReceiverId(number) for number in range(1, 101)]) == {OTHER}
    assert cancelled_ranges.receivers_with_ranges(tx, [RECEIVER]) == set()
    assert cancelled_ranges.receivers_with_ranges(tx, []) == set()


@pytest.mark.parametrize(
    ("arrived", "left"),
    [(3, [(4, 9)]), (6, [(3, 5), (7, 9)]), (9, [(3, 8)]), (2, [(3, 9)]), (10, [(3, 9)])],
)
def test_a_delivery_that_is_accepted_leaves_its_range(
    tx: Transaction, arrived: int, left: list[tuple[int, int]]
) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 9)], asked_by="tok_1")

    cancelled_ranges.exclude(tx, RECEIVER, [arrived])

    assert cancelled_ranges.after(tx, RECEIVER, 0) == left


def test_a_range_of_one_delivery_is_removed_when_it_is_accepted(tx: Transaction) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 3), (5, 6)], asked_by="tok_1")

    cancelled_ranges.exclude(tx, RECEIVER, [3])

    assert cancelled_ranges.after(tx, RECEIVER, 0) == [(5, 6)]
    assert cancelled_ranges.after(tx, RECEIVER, 5) == [(5, 6)]
    assert cancelled_ranges.after(tx, RECEIVER, 6) == []


def test_only_accepted_deliveries_leave_their_ranges(tx: Transaction) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 9), (20, 22)], asked_by="tok_1")
    cancelled_ranges.add(tx, OTHER, [(1, 9)], asked_by="tok_1")

    cancelled_ranges.exclude(tx, RECEIVER, [4, 30, 20, 9, 1])

    assert cancelled_ranges.after(tx, RECEIVER, 0) == [(3, 3), (5, 8), (21, 22)]
    assert cancelled_ranges.after(tx, OTHER, 0) == [(1, 9)]


@pytest.mark.parametrize("arrived", [[], [1, 2], [10, 19], [23, 24], [1, 2, 30]])
def test_deliveries_outside_of_ranges_change_no_range(tx: Transaction, arrived: list[int]) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 9), (20, 22)], asked_by="tok_1")

    cancelled_ranges.exclude(tx, RECEIVER, arrived)

    assert cancelled_ranges.after(tx, RECEIVER, 0) == [(3, 9), (20, 22)]


def test_the_parts_of_a_split_range_keep_who_cancelled_it_and_when(tx: Transaction) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 5)], asked_by="tok_1")

    cancelled_ranges.exclude(Transaction(tx.connection, after(NOON, seconds=60)), RECEIVER, [4])

    assert tx.execute("SELECT first, last, asked_by, asked_at FROM skips ORDER BY first") == [
        (3, 3, "tok_1", NOON),
        (5, 5, "tok_1", NOON),
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(skipped=st.sets(st.integers(1, 40)), arrived=st.lists(st.integers(1, 40), max_size=12))
def test_ranges_keep_exactly_what_was_not_accepted(tx: Transaction, skipped: set[int], arrived: list[int]) -> None:
    tx.update("DELETE FROM skips")
    cancelled_ranges.add(tx, RECEIVER, as_ranges(skipped), asked_by="tok_1")

    cancelled_ranges.exclude(tx, RECEIVER, arrived)

    left = {sequence for first, last in cancelled_ranges.after(tx, RECEIVER, 0) for sequence in range(first, last + 1)}
    assert left == skipped - {*arrived}
    assert left == {sequence for sequence in range(1, 41) if cancelled_ranges.contains(tx, RECEIVER, sequence)}
    assert cancelled_ranges.counts(tx, [RECEIVER]) == ({RECEIVER: len(left)} if left else {})


def as_ranges(sequences: set[int]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for sequence in sorted(sequences):
        first = ranges.pop()[0] if ranges and ranges[-1][1] == sequence - 1 else sequence
        ranges.append((first, sequence))
    return ranges


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_ranges_are_read_by_an_index(tx: Transaction) -> None:
    cancelled_ranges.add(tx, RECEIVER, [(3, 9)], asked_by="tok_1")

    plans = plans_of(tx, lambda tx: cancelled_ranges.contains(tx, RECEIVER, 5))
    plans += plans_of(tx, lambda tx: cancelled_ranges.exclude(tx, RECEIVER, [5]))

    by_index = "SEARCH skips USING INDEX sqlite_autoindex_skips_1 (receiver_id=? AND first{}?)"
    assert plans == [*[by_index.format("<")] * 3, by_index.format("=")], "the last one is the removal"
