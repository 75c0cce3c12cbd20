"""The search index: tables `plant_words` (the engine's own full-text index) and `plant_vocabulary`.

A pre-commit hook writes the rows of all commands together, because a full-text index pays for each write, not for each
row. A job merges the segments of many commits, because a search looks up each word in each segment.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from plantstore.domain.plant import Plant
from plantstore.domain.search_terms import allows_prefix, terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.protocols import Connection

MEANT_MAX = 512  # words that a prefix may match and that are looked up one by one; beyond, the engine expands it
MEANT_UNORDERED_MAX = 16  # the same if the index has no order: every row that is tested is compared with all of them
KNOWN_MAX = 50_000  # cached words that are in the vocabulary: about 5 MB
ASKED_MAX = 512  # words in one query
MERGED_PAGES = 64  # of the index, in one step: a few milliseconds, during which other commands wait
_KNOWN: WeakKeyDictionary[Connection, set[str]] = WeakKeyDictionary()
_HIGHEST = chr(0x10FFFF)


class SearchEntry(NamedTuple):
    """What to write for a plant: its words, or None if it was deleted. A `new` plant has no row yet."""

    plant_id: int
    words: tuple[str, ...] | None
    new: bool


def put(tx: Transaction, plants: Sequence[Plant], *, new: bool) -> None:
    """Index the words of plants, before the commit."""
    for plant in plants:
        tx.add_pre_commit_hook(write, SearchEntry(plant.id, words_of_plant(plant), new))


def remove(tx: Transaction, plant_id: int) -> None:
    tx.add_pre_commit_hook(write, SearchEntry(plant_id, None, new=False))


def write(tx: Transaction, entries: Sequence[SearchEntry]) -> None:
    """Write entries; the last one of a plant wins."""
    connection, last = tx.connection, dict[int, tuple[str, ...] | None]()
    new = {entry.plant_id for entry in entries if entry.new}
    for entry in entries:
        last[entry.plant_id] = entry.words
    for plant_id in last:
        if plant_id not in new:
            connection.update("DELETE FROM plant_words WHERE rowid = ?", (plant_id,))
    fill(tx, last)
    _add_to_vocabulary(connection, {word for words in last.values() for word in words or () if not word.isdigit()})


def fill(tx: Transaction, terms_of: Mapping[int, Sequence[str] | None]) -> None:
    """Insert rows for plants that have none. The caller adds their words to the vocabulary."""
    rows = [(plant_id, " ".join(words)) for plant_id, words in terms_of.items() if words]
    tx.connection.insert("plant_words", ("rowid", "words"), rows)


def merge(tx: Transaction) -> bool:
    """Merge a few pages of the index; return whether there is more to merge."""
    return tx.connection.merge_words(pages=MERGED_PAGES)


def words_of_plant(plant: Plant) -> tuple[str, ...]:
    """Return the words by which a plant is found."""
    fields = plant.fields
    texts = (
        fields.name,
        fields.botanical_name,
        fields.sku,
        fields.gtin,
        fields.tag,
        *fields.common_names,
        *fields.tags,
    )
    return terms_of(*(text for text in texts if text))


def expand_words(tx: Transaction, words: Sequence[str]) -> list[list[str]]:
    """Return for each word the words that it matches, for `Connection.matching`; an empty list if no plant has any."""
    return [_expand(tx, word) for word in words]


def _expand(tx: Transaction, word: str) -> list[str]:
    """Return the words that a prefix matches, or the prefix with * if they are too many."""
    if not allows_prefix(word):
        return [word]
    if word.isdigit():  # there are many numbers, each in few plants
        return [word + "*"]
    most = MEANT_MAX if tx.connection.finds_in_order else MEANT_UNORDERED_MAX
    sql = "SELECT word FROM plant_vocabulary WHERE word >= ? AND word < ? ORDER BY word LIMIT ?"
    known = [row[0] for row in tx.execute(sql, (word, word + _HIGHEST, most + 1))]
    return known if len(known) <= most else [word + "*"]


def _add_to_vocabulary(connection: Connection, words: set[str]) -> None:
    """Add words to the vocabulary. They are never removed, so words found once are cached."""
    known = _KNOWN.setdefault(connection, set())
    if not (words := words - known):
        return
    if len(known) > KNOWN_MAX:
        known.clear()
    found: set[str] = set()
    asked = sorted(words)
    for start in range(0, len(asked), ASKED_MAX):
        marks, values = in_list(asked[start : start + ASKED_MAX])
        sql = f"SELECT word FROM plant_vocabulary WHERE word IN ({marks})"
        found.update(row[0] for row in connection.execute(sql, values))
    known |= found  # not the new ones: this commit may still fail
    new = [word for word in asked if word not in found]
    for start in range(0, len(new), ASKED_MAX):
        some = new[start : start + ASKED_MAX]
        marks = ", ".join(["(?)"] * len(some))
        connection.update(f"INSERT INTO plant_vocabulary (word) VALUES {marks} ON CONFLICT (word) DO NOTHING", some)
