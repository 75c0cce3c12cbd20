"""Full-text search over a fixed list of passages: an SQLite FTS5 index in memory."""

import threading
from collections.abc import Collection, Iterable

import apsw

MARK_BEGIN, MARK_END = "\x02", "\x03"  # surround each match in a snippet; no text contains these characters
_TABLE = (
    'CREATE VIRTUAL TABLE passages USING fts5(title, heading, page, text, tokenize="unicode61 remove_diacritics 2")'
)
_RANK = "bm25(60, 20, 1, 1)"  # a match in a title or heading outweighs any number of matches in the text

Row = tuple[str, str, str, str]
"""Title, heading, page and text of a passage."""


class FullTextIndex:
    """Finds passages by words, ignoring case and accents. Passages are numbered from 0 as given. Thread-safe."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._lock = threading.Lock()  # an APSW connection serves one thread at a time
        self._database = apsw.Connection(":memory:")
        self._database.execute(_TABLE)
        self._database.execute("INSERT INTO passages(passages, rank) VALUES ('rank', ?)", (_RANK,))
        self._database.execute("CREATE VIRTUAL TABLE words USING fts5vocab(passages, row)")
        with self._database:
            numbered = ((number, *row) for number, row in enumerate(rows))
            insert = "INSERT INTO passages(rowid, title, heading, page, text) VALUES (?, ?, ?, ?, ?)"
            self._database.executemany(insert, numbered)

    def search(self, expression: str) -> dict[int, float]:
        """Return the score of each passage that matches an FTS5 expression; a higher score is better."""
        with self._lock:
            found = self._database.execute("SELECT rowid, rank FROM passages WHERE passages MATCH ?", (expression,))
            return {number: -rank for number, rank in found}

    def snippets(self, expression: str, numbers: Collection[int], *, words: int) -> dict[int, str]:
        """Return the best-matching part of each text, of at most `words` words (max 64), with marks around matches."""
        select = (
            "SELECT rowid, snippet(passages, 3, ?, ?, '…', ?) FROM passages "
            "WHERE passages MATCH ? AND rowid IN (SELECT value FROM json_each(?))"
        )
        with self._lock:
            found = self._database.execute(select, (MARK_BEGIN, MARK_END, words, expression, str(list(numbers))))
            return dict(found)

    def words(self, first: str, last: str) -> list[str]:
        """Return the lowercase words of all passages from `first` up to but excluding `last`, sorted."""
        with self._lock:
            found = self._database.execute("SELECT term FROM words WHERE term >= ? AND term < ?", (first, last))
            return [term for (term,) in found]
