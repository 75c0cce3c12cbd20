"""Whether there is room on the disk: a small write that tells, and that nobody reads."""

from plantstore.storage.database import Transaction


def write_something(tx: Transaction) -> None:
    """Write one row of `facts`: the same one each time."""
    tx.execute(
        "INSERT INTO facts (name, value) VALUES ('written after a fault', ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (str(tx.now).encode(),),
    )
