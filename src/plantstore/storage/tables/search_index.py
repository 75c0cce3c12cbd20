"""The search index: tables `plant_words` (the engine's full-text index) and `plant_vocabulary`.

A pre-commit hook writes the rows of all commands together, because a full-text index has a cost per write, not per row.
A job merges the segments of many commits, because a search looks up each word in every segment.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.search_terms import allows_prefix, terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.keyset import Condition
from plantstore.storage.engine.protocols import Connection
from plantstore.storage.tables.search_markers import is_marker, markers_of

MEANT_MAX = 512  # max words into which a prefix is expanded; if it matches more, the engine searches for the prefix
MEANT_UNORDERED_MAX = 16  # max words per prefix if the index is unordered: each tested row is compared with all words
KNOWN_MAX = 50_000  # max cached words of the vocabulary: about 5 MB
ASKED_MAX = 512  # max words in one query
MERGED_PAGES = 64  # max index pages merged in one step: a few milliseconds, during which other commands wait
SAMPLED, COUNTED = 2_048, 32_768  # plants of which a word's frequency is estimated, and is counted
PLACES = 16  # ranges of ids, all over the index, from which these plants are taken: a new list may lack an old word
_KNOWN: WeakKeyDictionary[Connection, set[str]] = WeakKeyDictionary()
_HIGHEST = chr(0x10FFFF)


class SearchEntry(NamedTuple):
    """A plant's words and markers, which replace its row in the index; None if the plant was deleted.

    A `new` plant has no row.
    """

    plant_id: int
    words: tuple[str, ...] | None
    new: bool


def put(tx: Transaction, plants: Sequence[Plant], *, new: bool) -> None:
    """Add plants to the index, or update them, in a pre-commit hook. `new` plants have no row in the index yet."""
    tx.add_pre_commit_hooks(write, [SearchEntry(plant.id, terms_of_plant(plant), new) for plant in plants])


def remove(tx: Transaction, plant_id: int) -> None:
    tx.add_pre_commit_hook(write, SearchEntry(plant_id, None, new=False))


def write(tx: Transaction, entries: Sequence[SearchEntry]) -> None:
    """Write entries into the index. If a plant has several entries, the last is used."""
    connection, last = tx.connection, dict[int, tuple[str, ...] | None]()
    new = {entry.plant_id for entry in entries if entry.new}
    for entry in entries:
        last[entry.plant_id] = entry.words
    replaced = [plant_id for plant_id in last if plant_id not in new]
    for start in range(0, len(replaced), ASKED_MAX):
        marks, values = in_list(replaced[start : start + ASKED_MAX])
        connection.update(f"DELETE FROM plant_words WHERE rowid IN ({marks})", values)
    fill(tx, last)
    terms = {term for terms in last.values() for term in terms or ()}
    _add_to_vocabulary(connection, {term for term in terms if not (term.isdigit() or is_marker(term))})


def fill(tx: Transaction, terms_of: Mapping[int, Sequence[str] | None]) -> None:
    """Insert index rows for plants without a row. The caller must add the words to the vocabulary."""
    rows = [(plant_id, " ".join(words)) for plant_id, words in terms_of.items() if words]
    tx.connection.insert("plant_words", ("rowid", "words"), rows)


def merge(tx: Transaction) -> bool:
    """Merge at most MERGED_PAGES pages of the index; return True if there is more to merge."""
    return tx.connection.merge_words(pages=MERGED_PAGES)


def terms_of_plant(plant: Plant) -> tuple[str, ...]:
    """Return the words and the markers of a plant."""
    return (*words_of_plant(plant), *markers_of(plant))


def words_of_plant(plant: Plant) -> tuple[str, ...]:
    """Return the search terms that find a plant."""
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
    return terms_of(*filter(None, texts))


def expand_words(tx: Transaction, words: Sequence[str]) -> list[list[str]]:
    """Return, for each word, the indexed words that it matches, as groups for `Connection.matching`.

    A group is empty if no plant has a matching word.
    """
    return [_expand(tx, word) for word in words]


def known_words(tx: Transaction, words: Collection[str]) -> set[str]:
    """Return which of the words are in the vocabulary. It also has words that no plant has any longer."""
    return _in_vocabulary(tx.connection, sorted(words))


def words_beginning(tx: Transaction, beginnings: Sequence[str], *, limit: int) -> list[str]:
    """Return at most `limit` words of the vocabulary that have one of the beginnings, in the order of these."""
    marks = ", ".join(["(?, ?)"] * len(beginnings))
    bounds = [bound for beginning in beginnings for bound in (beginning, beginning + _HIGHEST)]
    sql = (
        f"WITH beginnings (low, high) AS (VALUES {marks}) "
        "SELECT word FROM beginnings CROSS JOIN plant_vocabulary WHERE word >= low AND word < high LIMIT ?"
    )
    return [row[0] for row in tx.execute(sql, (*bounds, limit))]


def count_matching(tx: Transaction, groups: Sequence[Sequence[str]], *, limit: int) -> int:
    """Return how many plants have a word of each group, at most `limit`."""
    return limit if are_frequent(tx, groups, than=limit - 1) else count_by_index(tx, groups, limit=limit)


def count_by_index(tx: Transaction, groups: Sequence[Sequence[str]], *, limit: int) -> int:
    """Return the same, without reading a sample first.

    The subquery hides the words from PostgreSQL's planner. For words that it knows to be frequent, it would read row
    after row until enough match, which are all rows if the matching ones come last.
    """
    condition, values = tx.connection.matching(groups)
    hidden = condition.replace("?", "(SELECT ?)", 1)
    sql = f"SELECT count(*) FROM (SELECT 1 FROM plant_words WHERE {hidden} LIMIT ?) AS matching"
    return int(tx.execute(sql, (*values, limit))[0][0])


def sample_matching(tx: Transaction, condition: Condition, *, rows: int) -> Condition:
    """Return a query for the ids of those of at most `rows` plants that meet a condition of `matching` (PostgreSQL).

    These plants are the newest ones of each of PLACES ranges of ids.
    """
    where, values = condition
    [(last,)] = tx.execute("SELECT coalesce(max(rowid), 0) FROM plant_words")
    ends = [last * place // PLACES for place in range(PLACES + 1)]
    one = "(SELECT rowid, found FROM plant_words WHERE rowid > ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?)"
    sampled = " UNION ALL ".join([one] * PLACES)
    bound = [value for after, until in pairwise(ends) for value in (after, until, rows // PLACES)]
    return f"SELECT rowid FROM ({sampled}) AS sampled WHERE {where}", (*bound, *values)


def count_sampled(tx: Transaction, condition: Condition, *, rows: int, limit: int) -> int:
    """Return how many plants of a sample of at most `rows` plants meet a condition, at most `limit` (PostgreSQL)."""
    sql, values = sample_matching(tx, condition, rows=rows)
    return int(tx.execute(f"SELECT count(*) FROM ({sql} LIMIT ?) AS matching", (*values, limit))[0][0])


def are_frequent(tx: Transaction, groups: Sequence[Sequence[str]], *, than: int) -> bool:
    """True if more than this number of plants in a large sample have a word of each group. False says nothing.

    Where the index returns all matches at the same time (PostgreSQL), this is much faster for frequent words than
    counting by the index: 10 ms instead of 30 ms for a tenth of a million plants.
    """
    if tx.connection.finds_in_order:
        return False
    for rows in (SAMPLED, COUNTED):
        found = count_sampled(tx, tx.connection.matching(groups), rows=rows, limit=than + 1)
        if found > than or found * COUNTED < than * rows:
            return found > than
    return False


def _expand(tx: Transaction, word: str) -> list[str]:
    """Return the words that a prefix matches, or the prefix with * if there are too many."""
    if not allows_prefix(word):
        return [word]
    if word.isdigit():  # there are many different numbers, and few plants have each
        return [word + "*"]
    most = MEANT_MAX if tx.connection.finds_in_order else MEANT_UNORDERED_MAX
    sql = "SELECT word FROM plant_vocabulary WHERE word >= ? AND word < ? ORDER BY word LIMIT ?"
    known = [row[0] for row in tx.execute(sql, (word, word + _HIGHEST, most + 1))]
    return known if len(known) <= most else [word + "*"]


def _add_to_vocabulary(connection: Connection, words: set[str]) -> None:
    """Add words to the vocabulary. Words are never deleted from it, so words that were found in it are cached."""
    known = _KNOWN.setdefault(connection, set())
    if not (words := words - known):
        return
    if len(known) > KNOWN_MAX:
        known.clear()
    asked = sorted(words)
    found = _in_vocabulary(connection, asked)
    known |= found  # new words are not cached, because this commit may still fail
    new = [word for word in asked if word not in found]
    for start in range(0, len(new), ASKED_MAX):
        some = new[start : start + ASKED_MAX]
        marks = ", ".join(["(?)"] * len(some))
        connection.update(f"INSERT INTO plant_vocabulary (word) VALUES {marks} ON CONFLICT (word) DO NOTHING", some)


def _in_vocabulary(connection: Connection, words: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(words), ASKED_MAX):
        marks, values = in_list(words[start : start + ASKED_MAX])
        sql = f"SELECT word FROM plant_vocabulary WHERE word IN ({marks})"
        found.update(row[0] for row in connection.execute(sql, values))
    return found
