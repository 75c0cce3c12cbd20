"""Pages of plants: by number or by last change, filtered, searched. Each looks at a bounded number of rows.

What narrows a list most is walked over in its own order (an index of words, of drafts, of changes), block by block; the
other filters are asked of each block. Where few rows fit, a page is short and says where to go on. An index of words
that has no order is asked in another way (`unordered_words`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.plant import Plant, Status
from plantstore.domain.search_terms import terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.queries import unordered_search
from plantstore.storage.tables import search_index
from plantstore.storage.tables.plants import PlantFilter, conditions, select

BEYOND_ALL = 2**63 - 1  # no plant has this number: behind it is what was changed later
BLOCKS = (256, 1_024, 4_096)  # rows that one page looks at, while it is not full; together about 10 ms

FEW = (Status.DRAFT, Status.ARCHIVED)  # they have an index of their own
_WORDS = "plant_words"
_IS_FEW = "EXISTS (SELECT 1 FROM plants WHERE status = ? AND status <> 'active' AND id = plant_words.rowid)"

Numbers = tuple[int, ...]
"""A place in a list: a plant's number, or the time of its change and its number."""


class Sort(StrEnum):
    """The orders of a list. Numbers are given out in the order of creation."""

    ID = "id"
    ID_DOWN = "-id"
    UPDATED = "updated_at"
    UPDATED_DOWN = "-updated_at"

    @property
    def by_change(self) -> bool:
        return self in (Sort.UPDATED, Sort.UPDATED_DOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Plants in the order in which they were read, and the place behind which there may be more; None at the end."""

    plants: list[Plant]
    following: Numbers | None


def page(tx: Transaction, chosen: PlantFilter, *, sort: Sort, limit: int, keyset: KeysetPage = FIRST_PAGE) -> Page:
    """A page from where it is cut. By change, words cannot be asked for: that order knows nothing of them."""
    assert not (chosen.words and sort.by_change)
    if chosen.sku is not None:
        return Page(plants=_of_sku(tx, chosen), following=None)
    walk = _walk(tx, chosen, sort, keyset)
    if walk is None:
        return Page(plants=[], following=None)
    if walk.table == _WORDS and not tx.connection.finds_in_order:
        return _unordered_page(tx, walk, keyset, limit)
    found: list[Plant] = []
    for size in BLOCKS if walk.asked else (limit + 1,):
        last = walk.nth(tx, size)
        found += walk.between(tx, last, limit + 1 - len(found))
        if len(found) > limit:
            return Page(plants=found[:limit], following=walk.place(found[limit - 1]))
        if last is None:
            return Page(plants=found, following=None)
        walk = replace(walk, begin=[_compared(walk.columns, "<" if walk.down else ">", last)], at=last)
    return Page(plants=found, following=walk.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Walk:
    """What is walked over: rows of `table` that are `narrowed`, by `columns`. `asked` is asked of each plant beside.

    `begin` says where it goes on, behind the place `at`. `sifted` is asked of the rows of an index of words before
    their plants are fetched, which costs the most.
    The walk keeps above `floor`, where there is one. Two bounds at one end would be one too many: the engine seeks by
    either, and by the wrong one it passes over all that lies between them.
    """

    table: str
    columns: tuple[str, ...]
    narrowed: Sequence[Condition]
    asked: Sequence[Condition]
    down: bool
    sifted: Sequence[Condition] = ()
    floor: Numbers | None = None
    begin: Sequence[Condition] = ()
    at: Numbers | None = None

    def nth(self, tx: Transaction, count: int) -> Numbers | None:
        """The place so many rows on; None when there are fewer."""
        where, values = join_conditions([*self.narrowed, *self._behind(), *self._up_to(None)])
        sql = f"SELECT {', '.join(self.columns)} FROM {self.table} WHERE {where}"
        rows = tx.execute(f"{sql} ORDER BY {self._order()} LIMIT 1 OFFSET ?", (*values, count - 1))
        return rows[0] if rows else None

    def between(self, tx: Transaction, last: Numbers | None, limit: int) -> list[Plant]:
        """Plants from where it begins, up to a place."""
        rows = [*self.narrowed, *self._behind(), *self._up_to(last)]
        if self.table == "plants":
            return select(tx, [*rows, *self.asked], order=self._order(), limit=limit)
        where, values = join_conditions([*rows, *self.sifted])
        worded = (f"id IN (SELECT rowid FROM {self.table} WHERE {where})", values)
        return select(tx, [worded, *self.asked], order="id DESC" if self.down else "id", limit=limit)

    def place(self, plant: Plant) -> Numbers:
        return (plant.updated_at, plant.id) if len(self.columns) > 1 else (plant.id,)

    def _behind(self) -> Sequence[Condition]:
        if self.begin or self.down or self.floor is None:
            return self.begin
        return [_compared(self.columns, ">", self.floor)]

    def _up_to(self, place: Numbers | None) -> list[Condition]:
        end = self.floor if place is None and self.down else place
        return [] if end is None else [_compared(self.columns, ">=" if self.down else "<=", end)]

    def _order(self) -> str:
        return ", ".join(f"{name} DESC" if self.down else name for name in self.columns)


def _unordered_page(tx: Transaction, walk: _Walk, keyset: KeysetPage, limit: int) -> Page:
    [matching] = walk.narrowed
    search = unordered_search.Search(matching=matching, sifted=walk.sifted, asked=walk.asked, down=walk.down)
    begin = None if walk.at is None else (_sign(walk, keyset), walk.at[0])
    plants, number = search.page(tx, begin=begin, limit=limit)
    return Page(plants=plants, following=None if number is None else (number,))


def _walk(tx: Transaction, chosen: PlantFilter, sort: Sort, keyset: KeysetPage) -> _Walk | None:
    """Choose what narrows the list most; None when no plant has the words."""
    walk = _narrowest(tx, chosen, sort, down=keyset.down(list_down=sort.startswith("-")))
    if walk is None or keyset.position is None:
        return walk
    assert isinstance(keyset.position, tuple)
    return replace(walk, begin=[_compared(walk.columns, _sign(walk, keyset), keyset.position)], at=keyset.position)


def _sign(walk: _Walk, keyset: KeysetPage) -> str:
    return ("<" if walk.down else ">") + ("=" if keyset.inclusive else "")


def _narrowest(tx: Transaction, chosen: PlantFilter, sort: Sort, *, down: bool) -> _Walk | None:
    if sort.by_change:
        asked = conditions(replace(chosen, updated_after=None))
        floor = None if chosen.updated_after is None else (chosen.updated_after, BEYOND_ALL)
        return _Walk(table="plants", columns=("updated_at", "id"), narrowed=(), asked=asked, down=down, floor=floor)
    words = search_index.expand_words(tx, chosen.words)
    if chosen.tag is not None:  # its words are in the index too: they lead to few plants, of which it is then asked
        words += [[word] for word in terms_of(chosen.tag)]
    if words:
        if not all(words):
            return None
        narrowed, asked = [tx.connection.matching(words)], conditions(chosen)
        sifted = [(_IS_FEW, (chosen.status,))] if chosen.status in FEW else []
        return _Walk(table=_WORDS, columns=("rowid",), narrowed=narrowed, asked=asked, down=down, sifted=sifted)
    if chosen.status in FEW:
        few = [*conditions(PlantFilter(status=chosen.status)), ("status <> 'active'", ())]
        asked = conditions(replace(chosen, status=None))
        return _Walk(table="plants", columns=("id",), narrowed=few, asked=asked, down=down)
    return _Walk(table="plants", columns=("id",), narrowed=(), asked=conditions(chosen), down=down)


def _of_sku(tx: Transaction, chosen: PlantFilter) -> list[Plant]:
    """The one plant of a SKU, if it is as the rest of the filter wants it."""
    found = select(tx, conditions(chosen), order="id", limit=1)
    if not found or not chosen.words:
        return found
    words = search_index.expand_words(tx, chosen.words)
    if not all(words):
        return []
    matching, values = tx.connection.matching(words)
    sql = f"SELECT rowid FROM plant_words WHERE {matching} AND rowid = ?"
    return found if tx.execute(sql, (*values, found[0].id)) else []


def _compared(columns: Sequence[str], sign: str, place: Numbers) -> Condition:
    marks = ", ".join("?" * len(columns))
    return (f"({', '.join(columns)}) {sign} ({marks})" if len(columns) > 1 else f"{columns[0]} {sign} ?", place)
