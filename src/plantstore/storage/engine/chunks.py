"""Many rows in few statements, of few different texts: all of them stay compiled."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

ROWS_MAX = 64  # in one statement


def chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Give the items in parts of 64, 32, 16 … and 1, as they fit.

    >>> [len(piece) for piece in chunks(range(150))]
    [64, 64, 16, 4, 2]
    """
    start = 0
    while start < len(items):
        size = min(ROWS_MAX, 1 << (len(items) - start).bit_length() - 1)
        yield items[start : start + size]
        start += size
