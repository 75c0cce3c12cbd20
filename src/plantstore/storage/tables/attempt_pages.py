"""The order of the attempt feed: table `attempt_pages`, which has a row for each commit that records attempts.

An attempt gets its id when its response arrives, and is committed later. So with several processes, an attempt can
become visible after attempts with higher ids, and the feed needs its own positions. They are assigned just before the
commit, under a lock that is held until the commit is visible: a reader that has seen a position can see every attempt
with a lower position.

A position is the attempt's id, or a higher number if that id is below the last assigned position. Ids contain times,
so the position of an attempt is never lower than the time at which the attempt ended.
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from plantstore.storage.transaction import ATTEMPT_FEED_LOCK, Transaction

ID_BYTES = 8
PAGES_READ = 20  # max pages read in one query; a page has 1 to 500 attempts
_NEXT = "SELECT last, previous, ids FROM attempt_pages WHERE last > ? ORDER BY last LIMIT ?"
# A single statement after the lock, because other processes wait for our commit.
_ADD = (
    "INSERT INTO attempt_pages (last, previous, ids) SELECT CASE WHEN head + ? > ? THEN head + ? ELSE ? END, head, ? "
    "FROM (SELECT coalesce(max(last), 0) AS head FROM attempt_pages) AS pages"
)


class FeedPosition(NamedTuple):
    """The position of an attempt in the feed."""

    position: int
    attempt_id: int


def add(tx: Transaction, attempt_ids: Sequence[int]) -> None:
    """Append attempts to the feed in id order, in a pre-commit hook."""
    if attempt_ids:
        tx.add_pre_commit_hook(_append, attempt_ids, lock_order=ATTEMPT_FEED_LOCK)


def _append(tx: Transaction, recorded: Sequence[Sequence[int]]) -> None:
    ids = sorted(chain.from_iterable(recorded))
    tx.connection.advisory_lock("attempts")
    tx.update(_ADD, (len(ids), ids[-1], len(ids), ids[-1], _packed(ids)))


def head(tx: Transaction) -> int:
    """Return the last position of the feed; 0 if no attempt was ever recorded."""
    return int(tx.execute("SELECT coalesce(max(last), 0) FROM attempt_pages")[0][0])


def next_positions(tx: Transaction, *, after: int, limit: int) -> list[FeedPosition]:
    """Return at most `limit` positions after `after`. Retention may have deleted some of their attempts."""
    return list(islice(_places(tx, after, limit), limit))


def remove_old(tx: Transaction, *, before: int, limit: int) -> int:
    """Delete at most `limit` pages whose attempts all have lower ids than `before`; return the number deleted.

    The last page is kept, because new positions continue from its end.
    """
    old = "last < ? AND last < (SELECT max(last) FROM attempt_pages)"
    sql = f"DELETE FROM attempt_pages WHERE last IN (SELECT last FROM attempt_pages WHERE {old} ORDER BY last LIMIT ?)"
    return tx.update(sql, (before, limit))


def _places(tx: Transaction, after: int, limit: int) -> Iterator[FeedPosition]:
    last = after
    while pages := tx.execute(_NEXT, (last, PAGES_READ)):
        for last, previous, packed in pages:
            places = _unpacked(previous, packed) if packed else _before_pages(tx, after, last, limit)
            yield from (place for place in places if place.position > after)


def _before_pages(tx: Transaction, after: int, last: int, limit: int) -> Iterator[FeedPosition]:
    """Return the positions of attempts that were recorded before this table existed: their ids."""
    rows = tx.execute("SELECT id FROM attempts WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", (after, last, limit))
    return (FeedPosition(attempt_id, attempt_id) for (attempt_id,) in rows)


def _packed(ids: Sequence[int]) -> bytes:
    return struct.pack(f">{len(ids)}q", *ids)


def _unpacked(previous: int, packed: bytes) -> Iterator[FeedPosition]:
    position = previous
    for attempt_id in struct.unpack(f">{len(packed) // ID_BYTES}q", packed):
        position = max(attempt_id, position + 1)
        yield FeedPosition(position, attempt_id)
