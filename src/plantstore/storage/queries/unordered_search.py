"""Pages of plants by their words where the index of words knows no order of rows, as GIN on PostgreSQL.

Such an index gives all rows that fit, or none: quick where few do. Where many do, trying row after row soon fills a
page. The first rows show which of both it is; the planner cannot know for words that seldom stand together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.plant import Plant
from plantstore.storage.engine.keyset import Condition, join_conditions
from plantstore.storage.tables.plants import select
from plantstore.storage.transaction import Transaction

TRIED = (2_048, 16_384, 32_768)  # rows that one page tries, block by block, while it is not full: about 15 ms
SPARSE = 64  # where one of so many rows fits at most, the index finds the others sooner
FOUND_MAX = 2_048  # rows that the index found, whose plants one page looks at: about 10 ms

Bound = tuple[str, int]
"""How a plant's number must compare, and with what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is asked: `matching` of the words, `sifted` of their rows beside, `asked` of the plants themselves."""

    matching: Condition
    sifted: Sequence[Condition]
    asked: Sequence[Condition]
    down: bool

    def page(self, tx: Transaction, *, begin: Bound | None, limit: int) -> tuple[list[Plant], int | None]:
        """Plants in the order of their numbers, and the number behind which there may be more; None at the end."""
        plants: list[Plant] = []
        last = None
        for size, size_of_next in zip(TRIED, (*TRIED[1:], 0), strict=True):
            behind = [begin] if begin else []
            last = self._nth(tx, behind, size)
            rows = behind if last is None else [*behind, (">=" if self.down else "<=", last)]
            some = self._try(tx, rows, limit + 1 - len(plants))
            plants += some
            if last is None or len(plants) > limit:
                break
            begin, wanted = ("<" if self.down else ">", last), limit + 1 - len(plants)
            if len(some) * size_of_next < wanted * size and self._is_sparse(tx, rows, size):
                found, last = self._find(tx, begin, wanted)
                plants += found
                break
        if len(plants) > limit:
            return plants[:limit], plants[limit - 1].id
        return plants, last

    def _nth(self, tx: Transaction, behind: Sequence[Bound], count: int) -> int | None:
        """The row so many rows on, whether it fits or not; None when there are fewer."""
        where, values = join_conditions(_of("rowid", behind))
        sql = f"SELECT rowid FROM plant_words WHERE {where} ORDER BY {self._order('rowid')} LIMIT 1 OFFSET ?"
        rows = tx.execute(sql, (*values, count - 1))
        return rows[0][0] if rows else None

    def _try(self, tx: Transaction, rows: Sequence[Bound], limit: int) -> list[Plant]:
        """The plants of these rows that are asked for. Both tables are told the bounds: either may lead."""
        where, values = join_conditions([*_of("rowid", rows), self.matching, *self.sifted])
        worded = (f"id IN (SELECT rowid FROM plant_words WHERE {where})", values)
        return select(tx, [*_of("id", rows), worded, *self.asked], order=self._order("id"), limit=limit)

    def _is_sparse(self, tx: Transaction, rows: Sequence[Bound], size: int) -> bool:
        """Whether few of so many rows match; it counts no further than that takes."""
        where, values = join_conditions([*_of("rowid", rows), self.matching])
        sql = f"SELECT count(*) FROM (SELECT 1 FROM plant_words WHERE {where} LIMIT ?) AS matching"
        return int(tx.execute(sql, (*values, size // SPARSE + 1))[0][0]) * SPARSE <= size

    def _find(self, tx: Transaction, begin: Bound, limit: int) -> tuple[list[Plant], int | None]:
        """What the index finds of the rest, and the number behind which it may find more.

        A sum stands in no index: `+ 0` keeps the planner from trying row after row. Here it costs more to sift the rows
        than to fetch their plants.
        """
        where, values = join_conditions([*_of("rowid + 0", [begin]), self.matching])
        sql = f"SELECT rowid FROM plant_words WHERE {where} ORDER BY {self._order('rowid + 0')} LIMIT ?"
        found = [row[0] for row in tx.execute(sql, (*values, FOUND_MAX))]
        plants = select(tx, [("id = ANY (?)", (found,)), *self.asked], order=self._order("id + 0"), limit=limit)
        return plants, found[-1] if len(found) == FOUND_MAX else None

    def _order(self, column: str) -> str:
        return f"{column} DESC" if self.down else column


def _of(column: str, bounds: Sequence[Bound]) -> list[Condition]:
    return [(f"{column} {sign} ?", (number,)) for sign, number in bounds]
