"""Ranges that a person cancelled, and what leaves them."""

import pytest

from plantstore.storage import skips
from plantstore.storage.database import Transaction
from tests.makers import NOON, RECEIVER


def test_a_skip_is_a_recorded_range(tx: Transaction) -> None:
    skips.add(tx, RECEIVER, [(3, 9)], asked_by="tok_1")

    assert tx.execute("SELECT * FROM skips") == [(RECEIVER, 3, 9, "tok_1", NOON)]
    assert [sequence for sequence in range(1, 12) if skips.spans(tx, RECEIVER, sequence)] == [3, 4, 5, 6, 7, 8, 9]
    assert skips.count(tx, RECEIVER) == 7


@pytest.mark.parametrize(
    ("arrived", "left"),
    [(3, [(4, 9)]), (6, [(3, 5), (7, 9)]), (9, [(3, 8)]), (2, [(3, 9)]), (10, [(3, 9)])],
)
def test_a_delivery_that_arrives_after_all_leaves_its_range(
    tx: Transaction, arrived: int, left: list[tuple[int, int]]
) -> None:
    skips.add(tx, RECEIVER, [(3, 9)], asked_by="tok_1")

    skips.leave(tx, RECEIVER, arrived)

    assert skips.after(tx, RECEIVER, 0) == left


def test_a_range_of_one_is_gone_when_that_one_arrives(tx: Transaction) -> None:
    skips.add(tx, RECEIVER, [(3, 3), (5, 6)], asked_by="tok_1")

    skips.leave(tx, RECEIVER, 3)

    assert skips.after(tx, RECEIVER, 0) == [(5, 6)]
    assert skips.after(tx, RECEIVER, 5) == [(5, 6)]
    assert skips.after(tx, RECEIVER, 6) == []
