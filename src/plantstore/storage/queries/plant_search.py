"""Lists plants page by page, sorted by id, by last change or by pot size, with filters and full-text search.

Each page reads a bounded number of rows. A query scans the most selective index (words, drafts or changes) in that
index's order, block by block, and applies the other filters to each block. If few rows match, the page is short and
contains the position at which to continue. If the word index does not return rows in order (PostgreSQL),
`unordered_search` is used instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.search_terms import terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.queries import unordered_search
from plantstore.storage.tables import search_index, search_markers
from plantstore.storage.tables.plants import PlantFilter, conditions, pot_order, select

BEYOND_ALL = 2**63 - 1  # higher than any plant's id: (time, BEYOND_ALL) follows all changes made at that time
BLOCKS = (256, 1_024, 4_096)  # max rows scanned for one page, by block, until the page is full; about 10 ms in total

FEW = (Status.DRAFT, Status.ARCHIVED)  # statuses that have a partial index
_WORDS = "plant_words"
_BY_CHANGE, _BY_POT = ("updated_at", "id"), ("pot_order", "id")
_IS_FEW = "EXISTS (SELECT 1 FROM plants WHERE status = ? AND status <> 'active' AND id = plant_words.rowid)"

PlantPosition = tuple[int, ...]
"""A position in a list: a plant's id, perhaps after the time of its last change or the number of its pot size."""


class Sort(StrEnum):
    """How a list is sorted. Sorted by id, plants are in order of creation.

    Sorted by pot size, only plants that have one are listed, those of equal size by id.
    """

    ID = "id"
    ID_DOWN = "-id"
    UPDATED = "updated_at"
    UPDATED_DOWN = "-updated_at"
    POT_SIZE = "pot_size"
    POT_SIZE_DOWN = "-pot_size"

    @property
    def by_id(self) -> bool:
        return self in (Sort.ID, Sort.ID_DOWN)

    @property
    def by_change(self) -> bool:
        return self in (Sort.UPDATED, Sort.UPDATED_DOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Plants in the order in which they were read, and the position after which there may be more; None at the end."""

    plants: list[Plant]
    following: PlantPosition | None


def page(tx: Transaction, filters: PlantFilter, *, sort: Sort, limit: int, keyset: KeysetPage = FIRST_PAGE) -> Page:
    """Return a page of matching plants. A filter that needs the search index cannot be sorted except by id."""
    assert sort.by_id or not filters.needs_index
    if filters.sku is not None:
        return Page(plants=_of_sku(tx, filters), following=None)
    scan = _scan(tx, filters, sort, keyset)
    if scan is None:
        return Page(plants=[], following=None)
    if scan.table == _WORDS and not tx.connection.finds_in_order:
        return _unordered_page(tx, scan, keyset, limit)
    found: list[Plant] = []
    for size in BLOCKS if scan.asked else (limit + 1,):
        last = scan.nth(tx, size)
        found += scan.between(tx, last, limit + 1 - len(found))
        if len(found) > limit:
            return Page(plants=found[:limit], following=scan.place(found[limit - 1]))
        if last is None:
            return Page(plants=found, following=None)
        scan = replace(scan, begin=[_compared(scan.columns, "<" if scan.descending else ">", last)], at=last)
    return Page(plants=found, following=scan.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scan:
    """Scans the rows of `table` that meet the conditions `narrowed`, in the order of `columns`.

    `asked` filters the plants of these rows. `begin` is the condition to continue after the position `at`. `sifted`
    filters rows of the word index before their plants are read, because reading plants costs the most.
    The scan stays above `floor`, if given. A query never has two bounds at the same end: the database engine
    might seek by the wrong one, and read all rows between the two.
    """

    table: str
    columns: tuple[str, ...]
    narrowed: Sequence[Condition]
    asked: Sequence[Condition]
    descending: bool
    sifted: Sequence[Condition] = ()
    floor: PlantPosition | None = None
    begin: Sequence[Condition] = ()
    at: PlantPosition | None = None

    def nth(self, tx: Transaction, count: int) -> PlantPosition | None:
        """Return the position of the `count`-th row from the beginning; None if there are fewer rows."""
        where, values = join_conditions([*self.narrowed, *self._behind(), *self._up_to(None)])
        sql = f"SELECT {', '.join(self.columns)} FROM {self.table} WHERE {where}"
        rows = tx.execute(f"{sql} ORDER BY {self._order()} LIMIT 1 OFFSET ?", (*values, count - 1))
        return rows[0] if rows else None

    def between(self, tx: Transaction, last: PlantPosition | None, limit: int) -> list[Plant]:
        """Return matching plants from the beginning up to the position `last`; None is the end."""
        rows = [*self.narrowed, *self._behind(), *self._up_to(last)]
        if self.table == "plants":
            return select(tx, [*rows, *self.asked], order=self._order(), limit=limit)
        where, values = join_conditions([*rows, *self.sifted])
        worded = (f"id IN (SELECT rowid FROM {self.table} WHERE {where})", values)
        return select(tx, [worded, *self.asked], order="id DESC" if self.descending else "id", limit=limit)

    def place(self, plant: Plant) -> PlantPosition:
        if len(self.columns) == 1:
            return (plant.id,)
        if self.columns == _BY_CHANGE:
            return (plant.updated_at, plant.id)
        order = pot_order(plant.fields)
        assert order is not None
        return (order, plant.id)

    def _behind(self) -> Sequence[Condition]:
        if self.begin or self.descending or self.floor is None:
            return self.begin
        return [_compared(self.columns, ">", self.floor)]

    def _up_to(self, place: PlantPosition | None) -> list[Condition]:
        end = self.floor if place is None and self.descending else place
        return [] if end is None else [_compared(self.columns, ">=" if self.descending else "<=", end)]

    def _order(self) -> str:
        return ", ".join(f"{name} DESC" if self.descending else name for name in self.columns)


def _unordered_page(tx: Transaction, scan: _Scan, keyset: KeysetPage, limit: int) -> Page:
    [matching] = scan.narrowed
    search = unordered_search.Search(
        matching=matching, sifted=scan.sifted, asked=scan.asked, descending=scan.descending
    )
    begin = None if scan.at is None else (_sign(scan, keyset), scan.at[0])
    plants, number = search.page(tx, begin=begin, limit=limit)
    return Page(plants=plants, following=None if number is None else (number,))


def _scan(tx: Transaction, filters: PlantFilter, sort: Sort, keyset: KeysetPage) -> _Scan | None:
    """Return the most selective scan; None if no plant contains the words."""
    scan = _narrowest(tx, filters, sort, descending=keyset.descending(list_descending=sort.startswith("-")))
    if scan is None or keyset.position is None:
        return scan
    assert isinstance(keyset.position, tuple)
    return replace(scan, begin=[_compared(scan.columns, _sign(scan, keyset), keyset.position)], at=keyset.position)


def _sign(scan: _Scan, keyset: KeysetPage) -> str:
    return ("<" if scan.descending else ">") + ("=" if keyset.inclusive else "")


def _narrowest(tx: Transaction, filters: PlantFilter, sort: Sort, *, descending: bool) -> _Scan | None:
    if sort.by_change:
        asked = conditions(replace(filters, updated_after=None))
        floor = None if filters.updated_after is None else (filters.updated_after, BEYOND_ALL)
        return _Scan(table="plants", columns=_BY_CHANGE, narrowed=(), asked=asked, descending=descending, floor=floor)
    if not sort.by_id:
        with_pot, asked = [("pot_order IS NOT NULL", ())], conditions(filters)
        return _Scan(table="plants", columns=_BY_POT, narrowed=with_pot, asked=asked, descending=descending)
    words = groups_of_filters(tx, filters)
    if words:
        if not all(words):
            return None
        narrowed, asked = [tx.connection.matching(words)], conditions(filters)
        sifted = [(_IS_FEW, (filters.status,))] if filters.status in FEW else []
        return _Scan(
            table=_WORDS, columns=("rowid",), narrowed=narrowed, asked=asked, descending=descending, sifted=sifted
        )
    if filters.status in FEW:
        few = [*conditions(PlantFilter(status=filters.status)), ("status <> 'active'", ())]
        asked = conditions(replace(filters, status=None))
        return _Scan(table="plants", columns=("id",), narrowed=few, asked=asked, descending=descending)
    return _Scan(table="plants", columns=("id",), narrowed=(), asked=conditions(filters), descending=descending)


def groups_of_filters(tx: Transaction, filters: PlantFilter) -> list[list[str]]:
    """Return groups of terms for `Connection.matching`, of which a plant's index row must have one each.

    Tag, family and pot size are also compared on the plants, but the index is selective.
    """
    groups = search_index.expand_words(tx, filters.words)
    groups += [[word] for word in terms_of(filters.tag or "")]
    if filters.family is not None:
        groups.append([search_markers.family_marker(filters.family)])
    if filters.genus is not None:
        groups.append([search_markers.genus_marker(filters.genus)])
    if filters.pot_size is not None:
        groups.append([search_markers.pot_size_marker(filters.pot_size)])
    if filters.hardiness is not None:
        groups.append([*search_markers.hardiness_markers(filters.hardiness)])
    if filters.supplier is not None:
        groups.append([search_markers.supplier_marker(filters.supplier)])
    return groups


def _of_sku(tx: Transaction, filters: PlantFilter) -> list[Plant]:
    """Return the plant with the filter's SKU if it matches the rest of the filter; otherwise an empty list."""
    found = select(tx, conditions(filters), order="id", limit=1)
    if not found or not filters.needs_index:
        return found
    words = groups_of_filters(tx, filters)
    if not all(words):
        return []
    matching, values = tx.connection.matching(words)
    sql = f"SELECT rowid FROM plant_words WHERE {matching} AND rowid = ?"
    return found if tx.execute(sql, (*values, found[0].id)) else []


def _compared(columns: Sequence[str], sign: str, place: PlantPosition) -> Condition:
    marks = ", ".join("?" * len(columns))
    return (f"({', '.join(columns)}) {sign} ({marks})" if len(columns) > 1 else f"{columns[0]} {sign} ?", place)
