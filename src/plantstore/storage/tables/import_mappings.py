"""Columns that people chose for files, by the headings of the files: table `import_mappings`."""

from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction

MAPPINGS_MAX = 200  # max mappings: a shop has a few dozen suppliers; the oldest is deleted for a new one


def load(tx: Transaction) -> dict[str, tuple[str, Instant]]:
    """Return all mappings by their keys: the JSON, and when it was confirmed."""
    rows = tx.execute("SELECT key, map, confirmed_at FROM import_mappings")
    return {key: (chosen, confirmed_at) for key, chosen, confirmed_at in rows}


def remember(tx: Transaction, key: str, chosen: str) -> None:
    """Store a mapping that was confirmed now, and delete the oldest ones beyond MAPPINGS_MAX."""
    forget(tx, key)
    tx.insert("import_mappings", ("key", "map", "confirmed_at"), [(key, chosen, tx.now)])
    newest_first = "SELECT key FROM import_mappings ORDER BY confirmed_at DESC, key"
    for row in tx.execute(newest_first)[MAPPINGS_MAX:]:
        forget(tx, row[0])


def forget(tx: Transaction, key: str) -> None:
    tx.update("DELETE FROM import_mappings WHERE key = ?", (key,))
