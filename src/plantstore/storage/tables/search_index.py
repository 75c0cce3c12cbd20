"""Which plants have which words: tables `plant_words` (the engine's own index of words) and `plant_vocabulary`.

Rows are written once for all commands of a commit, just before it: an index of words pays for each time it is written,
not for each row. What many commits have written is merged when there is time: a search looks each word up in each part.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from plantstore.domain.plant import Plant
from plantstore.domain.search_terms import allows_prefix, terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.protocols import Connection

MEANT_MAX = 512  # words that a beginning may stand for and be looked up one by one; beyond, the engine merges them all
MEANT_UNORDERED_MAX = 16  # the same where rows have no order: each row that is tried is compared with all of them
KNOWN_MAX = 50_000  # words in memory that are known to be in the vocabulary: about 5 MB
ASKED_MAX = 512  # words in one question to the vocabulary
MERGED_PAGES = 64  # of the index, in one step of merging: some milliseconds, which is what others may wait
_KNOWN: WeakKeyDictionary[Connection, set[str]] = WeakKeyDictionary()
_HIGHEST = chr(0x10FFFF)


class SearchEntry(NamedTuple):
    """What is to be written for a plant: its words, None when it is gone. `new` says that it had no row before."""

    plant_id: int
    words: tuple[str, ...] | None
    new: bool


def put(tx: Transaction, plants: Sequence[Plant], *, new: bool) -> None:
    """Have the words of plants found when this commit is done."""
    for plant in plants:
        tx.add_pre_commit_hook(write, SearchEntry(plant.id, words_of_plant(plant), new))


def remove(tx: Transaction, plant_id: int) -> None:
    tx.add_pre_commit_hook(write, SearchEntry(plant_id, None, new=False))


def write(tx: Transaction, entries: Sequence[SearchEntry]) -> None:
    """Write many entries; of several for one plant the last holds."""
    connection, last = tx.connection, dict[int, tuple[str, ...] | None]()
    new = {entry.plant_id for entry in entries if entry.new}
    for entry in entries:
        last[entry.plant_id] = entry.words
    for plant_id in last:
        if plant_id not in new:
            connection.update("DELETE FROM plant_words WHERE rowid = ?", (plant_id,))
    fill(tx, last)
    _learn(connection, {word for words in last.values() for word in words or () if not word.isdigit()})


def fill(tx: Transaction, terms_of: Mapping[int, Sequence[str] | None]) -> None:
    """Write the words of plants that have no row, and whose words the vocabulary has or is about to get."""
    rows = [(plant_id, " ".join(words)) for plant_id, words in terms_of.items() if words]
    tx.connection.insert("plant_words", ("rowid", "words"), rows)


def merge(tx: Transaction) -> bool:
    """Merge a few pages of the index; gives whether there is more to merge."""
    return tx.connection.merge_words(pages=MERGED_PAGES)


def words_of_plant(plant: Plant) -> tuple[str, ...]:
    """The words that a plant is found by."""
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
    """For each word those that it can stand for, as `Connection.matching` takes them; none where no plant has it."""
    return [_meanings(tx, word) for word in words]


def _meanings(tx: Transaction, word: str) -> list[str]:
    """The words that a word can stand for, or itself and * where they are too many to name."""
    if not allows_prefix(word):
        return [word]
    if word.isdigit():  # numbers are many, and each stands in few plants
        return [word + "*"]
    most = MEANT_MAX if tx.connection.finds_in_order else MEANT_UNORDERED_MAX
    sql = "SELECT word FROM plant_vocabulary WHERE word >= ? AND word < ? ORDER BY word LIMIT ?"
    known = [row[0] for row in tx.execute(sql, (word, word + _HIGHEST, most + 1))]
    return known if len(known) <= most else [word + "*"]


def _learn(connection: Connection, words: set[str]) -> None:
    """Put words into the vocabulary. They stay there for ever: one that was found need not be sought again."""
    known = _KNOWN.setdefault(connection, set())
    if not (words := words - known):
        return
    if len(known) > KNOWN_MAX:
        known.clear()
    found: set[str] = set()
    asked = sorted(words)
    for start in range(0, len(asked), ASKED_MAX):
        some = asked[start : start + ASKED_MAX]
        marks, values = in_list(some)
        sql = f"SELECT word FROM plant_vocabulary WHERE word IN ({marks})"
        found.update(row[0] for row in connection.execute(sql, values))
    known |= found  # not what is new: this commit can still fail
    new = [word for word in asked if word not in found]
    for start in range(0, len(new), ASKED_MAX):
        some = new[start : start + ASKED_MAX]
        marks = ", ".join(["(?)"] * len(some))
        connection.update(f"INSERT INTO plant_vocabulary (word) VALUES {marks} ON CONFLICT (word) DO NOTHING", some)
