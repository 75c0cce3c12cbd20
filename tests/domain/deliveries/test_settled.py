"""Ranges of sequences and the cursor that passes them: compared with plain sets, and never expanded."""

import random
import sys
from types import FrameType
from typing import Any

from plantstore.domain.deliveries.sequence_ranges import SequenceRanges
from plantstore.domain.deliveries.settled import Settled

MANY = 1_000_000
FEW_LINES = 2_000


def expanded(ranges: SequenceRanges) -> set[int]:
    return {sequence for first, last in ranges for sequence in range(first, last + 1)}


def some_ranges(chance: random.Random) -> list[tuple[int, int]]:
    firsts = [chance.randint(1, 40) for _ in range(chance.randint(0, 5))]
    return [(first, first + chance.randint(0, 6)) for first in firsts]


def test_ranges_behave_like_a_plain_set() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        given = some_ranges(chance)
        whole = {sequence for first, last in given for sequence in range(first, last + 1)}

        ranges = SequenceRanges(given)

        assert expanded(ranges) == whole
        assert ranges.last == max(whole, default=0)
        assert all(first > last + 1 for (_, last), (first, _) in zip(list(ranges), list(ranges)[1:], strict=False)), (
            "neither overlapping nor touching"
        )
        for sequence in range(50):
            end = ranges.end_of(sequence)
            assert (end is not None) == (sequence in whole)
            assert end is None or (end in whole and end + 1 not in whole)
        first, last = chance.randint(1, 30), chance.randint(1, 60)
        assert expanded(SequenceRanges(ranges.gaps(first, last))) == set(range(first, last + 1)) - whole


def test_the_cursor_passes_only_settled_sequences() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        ranges = SequenceRanges(some_ranges(chance))
        beyond_cursor = {chance.randint(1, 50) for _ in range(30)}
        more = {chance.randint(1, 50) for _ in range(10)}

        settled = Settled(0, beyond_cursor, ranges)

        def first_missing(whole: set[int]) -> int:
            return next(sequence for sequence in range(1, 200) if sequence not in whole) - 1

        assert settled.cursor == first_missing(beyond_cursor | expanded(ranges))
        assert settled.cursor_with(more) == first_missing(beyond_cursor | expanded(ranges) | more)

        later = SequenceRanges(some_ranges(chance))
        skipped_to = chance.randint(0, 60)
        before = settled.cursor
        settled.update(skipped_to, later)
        passed = set(range(1, max(before, skipped_to) + 1))
        assert settled.cursor == first_missing(passed | beyond_cursor | expanded(later))
        assert min(settled.beyond_cursor, default=MANY) > settled.cursor


def lines_of(work: Any) -> int:
    """How many lines of the program `work` executes: the same on a busy machine."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_a_million_cancelled_deliveries_cost_as_much_as_one() -> None:
    settled = Settled(0, {MANY + 2}, SequenceRanges())

    def pass_a_million() -> None:
        settled.update(0, SequenceRanges([(2, MANY)]))
        settled.beyond_cursor.add(1)
        assert settled.cursor_with({MANY + 1}) == MANY + 2
        settled.advance()

    assert lines_of(pass_a_million) < FEW_LINES
    assert settled.cursor == MANY
    assert settled.beyond_cursor == {MANY + 2}
