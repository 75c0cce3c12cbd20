"""The filters of receivers: table `receiver_filters`. Its rows never change, because states of deliveries follow."""

from collections.abc import Collection
from functools import lru_cache

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.filters.pattern import Filter, read_filter
from plantstore.domain.receivers.filters.versions import FilterVersion, FilterVersions
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list

COMPILED_MAX = 1_000  # filters kept in memory
_COLUMNS = ("receiver_id", "first", "pattern", "created_at")


def add(tx: Transaction, receiver_id: ReceiverId, *, first: int, pattern: str | None) -> None:
    """Add a receiver's next version, in force from the event `first`. The caller has checked the pattern."""
    tx.insert(
        "receiver_filters", ("receiver_id", "first", "pattern", "created_at"), [(receiver_id, first, pattern, tx.now)]
    )


def put(tx: Transaction, receiver_id: ReceiverId, *, first: int, pattern: str | None) -> None:
    """Add a version, in place of one that would begin at the same event: it was in force for none."""
    tx.update("DELETE FROM receiver_filters WHERE receiver_id = ? AND first >= ?", (receiver_id, first))
    add(tx, receiver_id, first=first, pattern=pattern)


def newest(tx: Transaction, receiver_id: ReceiverId) -> str | None:
    """Return the pattern of the newest version; None if it has none, or if there is no version."""
    sql = "SELECT pattern FROM receiver_filters WHERE receiver_id = ? ORDER BY first DESC LIMIT 1"
    rows = tx.execute(sql, (receiver_id,))
    return rows[0][0] if rows else None


def versions(tx: Transaction, receiver_id: ReceiverId) -> FilterVersions:
    """Return all versions of a receiver's filter; none if it never had one."""
    return versions_of(tx, [receiver_id])[receiver_id]


def versions_of(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, FilterVersions]:
    """Return the versions of several receivers, by receiver."""
    marks, ids = in_list(sorted(receiver_ids))
    sql = f"SELECT receiver_id, first, pattern FROM receiver_filters WHERE receiver_id IN ({marks})"
    found: dict[ReceiverId, list[FilterVersion]] = {receiver_id: [] for receiver_id in receiver_ids}
    for receiver_id, first, pattern in tx.execute(sql, ids):
        found[receiver_id].append(FilterVersion(first, None if pattern is None else compiled(pattern)))
    return {receiver_id: FilterVersions(rows) for receiver_id, rows in found.items()}


@lru_cache(maxsize=COMPILED_MAX)
def compiled(pattern: str) -> Filter:
    """Return the filter of a stored pattern."""
    return read_filter(pattern)
