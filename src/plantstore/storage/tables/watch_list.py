"""Names of plants that the shop wants to be warned of: table `watch_list`."""

from collections.abc import Sequence
from typing import Final

from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.watch_list import WatchedName, WatchList, key_of, keys_of
from plantstore.storage.database import Transaction

ANY: Final = ("watch_list", "")
"""The key under which `Transaction.known_absent` knows that the list is empty."""


def entries(tx: Transaction) -> list[WatchedName]:
    """Return all entries, sorted by name: at most `ENTRIES_MAX`."""
    rows = tx.execute("SELECT name, reason FROM watch_list")
    return sorted((WatchedName(name=name, reason=reason) for name, reason in rows), key=lambda entry: entry.name)


def load(tx: Transaction) -> WatchList:
    """Return the whole list, to look up many plants."""
    return WatchList((key_of(entry.name), entry) for entry in entries(tx))


def find(tx: Transaction, fields: PlantFields) -> WatchedName | None:
    """Return the most exact entry that matches a plant; None if there is none. Reads at most five rows."""
    if tx.known_absent(ANY) or is_empty(tx):
        return None  # without reading the plant's name: most shops watch nothing
    keys = keys_of(fields)
    if not keys:
        return None
    marks = ", ".join("?" for _ in keys)
    # No pending row belongs to the list, so those of the plants need not be inserted first.
    rows = tx.select_committed(f"SELECT key, name, reason FROM watch_list WHERE key IN ({marks})", tuple(keys))
    found = {key: WatchedName(name=name, reason=reason) for key, name, reason in rows}
    return next((found[key] for key in keys if key in found), None)


def is_empty(tx: Transaction) -> bool:
    return not tx.select_committed("SELECT 1 FROM watch_list LIMIT 1")


def lock(tx: Transaction) -> None:
    """Let no other transaction that locks the list replace it until this one ends."""
    tx.connection.advisory_lock("watch_list")


def replace(tx: Transaction, new: Sequence[WatchedName]) -> None:
    """Replace the whole list with checked entries."""
    tx.update("DELETE FROM watch_list")
    if new:
        tx.insert("watch_list", ("key", "name", "reason"), [(key_of(one.name), one.name, one.reason) for one in new])
