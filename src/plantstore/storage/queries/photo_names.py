"""The pictures that a database has: those of photos, and the thumbnails of images on other servers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from plantstore.domain.plants.photo import PhotoKey, PhotoSize, file_name
from plantstore.storage.tables.linked_images import SIZES
from plantstore.storage.transaction import Transaction

PAGE_KEYS = 300  # keys whose names are in a page; each has up to three pictures
READ_KEYS = 5_000  # keys read at a time
_TABLES = {
    "photos": (tuple(PhotoSize), "1 = 1"),
    "linked_images": (SIZES, "state = 'kept'"),
}
"""The sizes of pictures by table, and which of its rows have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPictures:
    """The pictures of a database, in memory: about 150 MB for a million photos.

    `kept` are keys by the sizes that must be there. `known` are all keys, also those whose pictures may be there.
    """

    kept: Sequence[tuple[Sequence[PhotoSize], Sequence[PhotoKey]]]
    known: frozenset[PhotoKey]

    @property
    def count(self) -> int:
        return sum(len(sizes) * len(keys) for sizes, keys in self.kept)

    def pages(self) -> Iterator[list[str]]:
        """Yield the names of all pictures, in pages."""
        for sizes, keys in self.kept:
            for start in range(0, len(keys), PAGE_KEYS):
                yield [file_name(key, size) for key in keys[start : start + PAGE_KEYS] for size in sizes]

    def unknown(self, keys: Collection[PhotoKey]) -> set[PhotoKey]:
        """Return the keys that no row has."""
        return set(keys) - self.known


def read(tx: Transaction) -> NamedPictures:
    """Read all keys. A database of an older version may have none of the tables."""
    there = tx.connection.tables()
    tables = {name: about for name, about in _TABLES.items() if name in there}
    kept = [(sizes, list(_keys(tx, name, condition))) for name, (sizes, condition) in tables.items()]
    return NamedPictures(kept=kept, known=frozenset(key for name in tables for key in _keys(tx, name, "1 = 1")))


def _keys(tx: Transaction, table: str, condition: str) -> Iterator[PhotoKey]:
    after = ""
    sql = f"SELECT key FROM {table} WHERE key > ? AND {condition} ORDER BY key LIMIT ?"
    while rows := tx.execute(sql, (after, READ_KEYS)):
        yield from (PhotoKey(key) for (key,) in rows)
        after = rows[-1][0]
