"""Split many rows into a few statement sizes, so that every statement stays prepared."""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

ROWS_MAX = 64  # max rows in one statement


def chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield the items in chunks of 64, 32, 16 … or 1 items, the largest that fits each time.

    >>> [len(chunk) for chunk in chunks(range(150))]
    [64, 64, 16, 4, 2]
    """
    start = 0
    while start < len(items):
        size = min(ROWS_MAX, 1 << (len(items) - start).bit_length() - 1)
        yield items[start : start + size]
        start += size


def padded_chunks(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield the items in chunks of at most 64, each padded to a power of two by repeating its last item.

    Fewer statements than `chunks`, where a repeated item does no harm: in the IN list of a query.

    >>> [len(chunk) for chunk in padded_chunks(range(70))]
    [64, 8]
    """
    for start in range(0, len(items), ROWS_MAX):
        yield in_list(items[start : start + ROWS_MAX])[1]


def in_list(values: Collection[Item]) -> tuple[str, list[Item]]:
    """Return the placeholders and values of an IN list, padded to a power of two by repeating the last value.

    >>> in_list([7, 8, 9])
    ('?, ?, ?, ?', [7, 8, 9, 9])
    >>> in_list([])
    ('NULL', [])
    """
    padded = list(values)
    if not padded:
        return "NULL", padded
    padded += padded[-1:] * ((1 << (len(padded) - 1).bit_length()) - len(padded))
    return ", ".join("?" * len(padded)), padded
