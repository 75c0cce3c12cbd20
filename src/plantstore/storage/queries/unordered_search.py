"""Pages of search results for a word index that does not return rows in order, such as GIN on PostgreSQL.

Such an index returns all matches at the same time, which is fast if there are few. If there are many, testing rows one
after another soon fills a page. The first rows show which method is faster. The planner cannot estimate that for words
that rarely occur together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.plants.plant import Plant
from plantstore.storage.engine.keyset import Condition, join_conditions
from plantstore.storage.tables import search_index
from plantstore.storage.tables.plants import select
from plantstore.storage.transaction import Transaction

BLOCKS = (2_048, 16_384, 32_768)  # max rows tested for one page, by block, until the page is full: about 15 ms
SPARSE = 64  # if at most one of this many tested rows matches, searching by the index is faster
FOUND_MAX = 2_048  # max index matches whose plants are read for one page: about 10 ms

Bound = tuple[str, int]
"""A comparison operator, and the plant id to compare with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search by three kinds of conditions: `matching` on words, `sifted` on index rows, `asked` on plants."""

    matching: Condition
    sifted: Sequence[Condition]
    asked: Sequence[Condition]
    descending: bool

    def page(self, tx: Transaction, *, begin: Bound | None, limit: int) -> tuple[list[Plant], int | None]:
        """Return plants in id order, and the id after which there may be more plants; None at the end."""
        plants: list[Plant] = []
        last = None
        for size, size_of_next in zip(BLOCKS, (*BLOCKS[1:], 0), strict=True):
            behind = [begin] if begin else []
            last = self._nth(tx, behind, size)
            rows = behind if last is None else [*behind, (">=" if self.descending else "<=", last)]
            some = self._test(tx, rows, limit + 1 - len(plants))
            plants += some
            if last is None or len(plants) > limit:
                break
            begin, wanted = ("<" if self.descending else ">", last), limit + 1 - len(plants)
            if len(some) * size_of_next < wanted * size and self._is_sparse(tx, rows, size, is_last=not size_of_next):
                found, last = self._find(tx, begin, wanted)
                plants += found
                break
        if len(plants) > limit:
            return plants[:limit], plants[limit - 1].id
        return plants, last

    def _nth(self, tx: Transaction, behind: Sequence[Bound], count: int) -> int | None:
        """Return the id of the `count`-th row beyond the bounds, matching or not; None if there are fewer rows."""
        where, values = join_conditions(_of("rowid", behind))
        sql = f"SELECT rowid FROM plant_words WHERE {where} ORDER BY {self._order('rowid')} LIMIT 1 OFFSET ?"
        rows = tx.execute(sql, (*values, count - 1))
        return rows[0][0] if rows else None

    def _test(self, tx: Transaction, rows: Sequence[Bound], limit: int) -> list[Plant]:
        """Return the matching plants among `rows`. Both tables get the bounds: the planner may begin with either."""
        where, values = join_conditions([*_of("rowid", rows), self.matching, *self.sifted])
        worded = (f"id IN (SELECT rowid FROM plant_words WHERE {where})", values)
        return select(tx, [*_of("id", rows), worded, *self.asked], order=self._order("id"), limit=limit)

    def _is_sparse(self, tx: Transaction, rows: Sequence[Bound], size: int, *, is_last: bool) -> bool:
        """True if at most one in SPARSE of these `size` rows matches, and of rows all over the index.

        A new list may have none of the words that most older plants have, so only the last block decides alone.
        """
        where, values = join_conditions([*_of("rowid", rows), self.matching])
        sql = f"SELECT count(*) FROM (SELECT 1 FROM plant_words WHERE {where} LIMIT ?) AS matching"
        if int(tx.execute(sql, (*values, size // SPARSE + 1))[0][0]) * SPARSE > size:
            return False
        rows_sampled, most = search_index.SAMPLED, search_index.SAMPLED // SPARSE
        return is_last or search_index.count_sampled(tx, self.matching, rows=rows_sampled, limit=most + 1) <= most

    def _find(self, tx: Transaction, begin: Bound, limit: int) -> tuple[list[Plant], int | None]:
        """Search the remaining rows by the index; return plants, and the id after which there may be more, or None.

        `+ 0` keeps the planner from testing row after row. `sifted` is not applied, because filtering index rows here
        costs more than reading their plants.
        """
        where, values = join_conditions([*_of("rowid + 0", [begin]), self.matching])
        sql = f"SELECT rowid FROM plant_words WHERE {where} ORDER BY {self._order('rowid + 0')} LIMIT ?"
        found = [row[0] for row in tx.execute(sql, (*values, FOUND_MAX))]
        plants = select(tx, [("id = ANY (?)", (found,)), *self.asked], order=self._order("id + 0"), limit=limit)
        return plants, found[-1] if len(found) == FOUND_MAX else None

    def _order(self, column: str) -> str:
        return f"{column} DESC" if self.descending else column


def _of(column: str, bounds: Sequence[Bound]) -> list[Condition]:
    return [(f"{column} {sign} ?", (number,)) for sign, number in bounds]
