"""Single values, such as markers and progress, stored by name: table `facts`."""

from plantstore.storage.transaction import Transaction


def read(tx: Transaction, name: str) -> bytes | None:
    rows = tx.execute("SELECT value FROM facts WHERE name = ?", (name,))
    return rows[0][0] if rows else None


def write(tx: Transaction, name: str, value: bytes) -> None:
    tx.execute(
        "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )


def probe_write(tx: Transaction) -> None:
    """Write a value that is never read, to find out whether the disk has free space again."""
    write(tx, "written after a fault", str(tx.now).encode())
