"""When the last backup was made: in a file next to an SQLite database, which a backup does not write to, or in `facts`.

A store on PostgreSQL is backed up with the server's own tools; `plantstore alerts backup-made` then notes that.
"""

from pathlib import Path

from plantstore.domain.timestamps import Instant, parse, to_text
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files
from plantstore.storage.tables import facts

ENDING = ".backup"
_FACT = "last backup"
_BYTES_MAX = 100


def path_of(database: Path) -> Path:
    """Return the file that notes the last backup of an SQLite database."""
    return database.with_name(database.name + ENDING)


def note_in_file(database: Path, at: Instant) -> None:
    """Note a backup of an SQLite database. Raise OSError if the folder cannot be written."""
    durable_files.write_private(path_of(database), to_text(at).encode() + b"\n")


def read_file(database: Path) -> Instant | None:
    """Return when the last backup of an SQLite database was noted; None if none was, or the note cannot be read."""
    try:
        with path_of(database).open("rb") as file:
            return parse(file.read(_BYTES_MAX).decode().strip())
    except (OSError, ValueError):
        return None


def note(tx: Transaction, at: Instant) -> None:
    """Note a backup that another tool has made."""
    facts.write(tx, _FACT, str(at).encode())


def last(tx: Transaction, database: Path | None) -> Instant | None:
    """Return when the last backup was noted, in either place; None if none was. `database`: None on PostgreSQL."""
    noted = (None if database is None else read_file(database), read(tx))
    return max((at for at in noted if at is not None), default=None)


def read(tx: Transaction) -> Instant | None:
    """Return when a backup was last noted in the database."""
    value = facts.read(tx, _FACT)
    return None if value is None else Instant(int(value))
