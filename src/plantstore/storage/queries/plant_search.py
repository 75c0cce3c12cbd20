"""Lists plants page by page, in any order of `plant_order`, with filters and full-text search.

Each page reads a bounded number of rows. If few plants can match, they are read and sorted: drafts, plants that need
attention, or those with a rare word. Otherwise a query scans an index in the order of the list, block by block, and
applies the filters to each block. If few rows match, the page is short and contains the position at which to continue.
If the word index does not return rows in order (PostgreSQL), `unordered_search` is used instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plantstore.domain.errors import Malformed
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.search_terms import terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.queries import unordered_search
from plantstore.storage.queries.plant_order import Part, PlantPosition, Sort, beyond_bounds, parts_of, position_of
from plantstore.storage.tables import search_index, search_markers
from plantstore.storage.tables.plant_filters import FEW, PlantFilter, beyond_partial_index, conditions, of_partial_index
from plantstore.storage.tables.plants import select

BLOCKS = (256, 1_024, 4_096)  # max rows scanned for one page, by block, until the page is full; about 10 ms in total
SCATTERED = (64, 128, 256)  # the same for plants all over the table, in the order of an index: 10 to 30 ms
SORTED_MAX = 2_000  # max plants that are read and sorted for one page: about 10 ms
_WORDS = "plant_words"
_BY_ID = ("id",)
_IS_FEW = "EXISTS (SELECT 1 FROM plants WHERE status = ? AND status <> 'active' AND id = plant_words.rowid)"
_SEQUENCE = "(SELECT sequence FROM events WHERE plant_id = plants.id)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Plants in the order in which they were read, and the position after which there may be more; None at the end."""

    plants: list[Plant]
    following: PlantPosition | None


def page(tx: Transaction, filters: PlantFilter, *, sort: Sort, limit: int, keyset: KeysetPage = FIRST_PAGE) -> Page:
    """Return a page of matching plants.

    Raise Malformed if a filter that needs the search index matches more than SORTED_MAX plants, unless sorted by id.
    """
    if filters.sku is not None:
        return Page(plants=_of_sku(tx, filters), following=None)
    descending = keyset.descending(list_descending=sort.is_descending)
    if sort.by_id:
        scan = _narrowest(tx, filters, descending=descending)
        scans = [] if scan is None else [scan]
    else:
        scans = _sorted_scans(tx, filters, sort, descending=descending, backward=keyset.backward)
    if keyset.position is not None:
        scans = _from_position(scans, keyset, by_id=sort.by_id)
    if scans and scans[0].part.table == _WORDS and not tx.connection.finds_in_order:
        return _unordered_page(tx, scans[0], keyset, limit)
    return _page_of(tx, scans, sort, limit)


def _page_of(tx: Transaction, scans: Sequence["_Scan"], sort: Sort, limit: int) -> Page:
    found: list[Plant] = []
    for scan in scans:
        some, at = _walk(tx, scan, limit + 1 - len(found))
        found += some
        if len(found) > limit:
            return Page(plants=found[:limit], following=position_of(tx, found[limit - 1].id, sort))
        if at is not None:
            return Page(plants=found, following=at if sort.by_id or not scan.part.is_rest else (None, *at))
    return Page(plants=found, following=None)


def _walk(tx: Transaction, scan: "_Scan", limit: int) -> tuple[list[Plant], PlantPosition | None]:
    """Return at most `limit` plants of a scan, and the position up to which it was read if it may have more."""
    if scan.is_small:
        return scan.between(tx, None, limit), None
    found: list[Plant] = []
    for size in scan.blocks if scan.asked else (limit,):
        last = scan.nth(tx, size)
        if scan.is_tested_apart:
            found += scan.tested(tx, size, limit - len(found))
        else:
            found += scan.between(tx, last, limit - len(found))
        if last is None or len(found) == limit:
            return found, None
        scan = replace(scan, begin=[_compared(scan.columns, "<" if scan.descending else ">", last)], at=last)
    return found, scan.at


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scan:
    """Scans the rows of a part of the list, in the order of its columns.

    `asked` filters the plants of these rows. `begin` is the condition to continue after the position `at`. `sifted`
    filters rows of the word index before their plants are read, because reading plants costs the most. A query never
    has two bounds at the same end: the database engine might seek by the wrong one, and read all rows between the two.

    A small scan reads all its rows and sorts them. Its columns are hidden from the planner, which might otherwise read
    all plants in the order of an index.
    """

    part: Part
    asked: Sequence[Condition]
    descending: bool
    sifted: Sequence[Condition] = ()
    begin: Sequence[Condition] = ()
    at: PlantPosition | None = None
    is_small: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(map(_hidden, self.part.columns)) if self.is_small else self.part.columns

    @property
    def blocks(self) -> Sequence[int]:
        return SCATTERED if self.part.is_scattered else BLOCKS

    def nth(self, tx: Transaction, count: int) -> PlantPosition | None:
        """Return the position of the `count`-th row from the beginning; None if there are fewer rows."""
        where, values = join_conditions([*self.part.narrowed, *self._behind(), *self._up_to(None)])
        sql = f"SELECT {', '.join(self.columns)} FROM {self.part.table} WHERE {where}"
        rows = tx.execute(f"{sql} ORDER BY {self._order()} LIMIT 1 OFFSET ?", (*values, count - 1))
        return rows[0] if rows else None

    def between(self, tx: Transaction, last: PlantPosition | None, limit: int) -> list[Plant]:
        """Return matching plants from the beginning up to the position `last`; None is the end."""
        rows = [*self.part.narrowed, *self._behind(), *self._up_to(last)]
        if self.part.table == "plants" or self.is_small:
            return select(tx, [*rows, *self.asked], order=self._order(), limit=limit)
        where, values = join_conditions([*rows, *self.sifted])
        number, order = ("rowid", "id") if self.part.table == _WORDS else ("plant_id", _SEQUENCE)
        chosen = (f"id IN (SELECT {number} FROM {self.part.table} WHERE {where})", values)
        return select(tx, [chosen, *self.asked], order=f"{order} DESC" if self.descending else order, limit=limit)

    @property
    def is_tested_apart(self) -> bool:
        """True if the next rows are chosen before they are tested.

        PostgreSQL takes a range of two columns for a ninth of the table: it might read all of that to find few plants.
        """
        return len(self.part.columns) > 1 and bool(self.asked)

    def tested(self, tx: Transaction, size: int, limit: int) -> list[Plant]:
        """Return the matching plants among the first `size` rows from the beginning."""
        where, values = join_conditions([*self.part.narrowed, *self._behind(), *self._up_to(None)])
        some = f"id IN (SELECT id FROM plants WHERE {where} ORDER BY {self._order()} LIMIT ?)"
        order = replace(self, is_small=True)._order()
        return select(tx, [(some, (*values, size)), *self.asked], order=order, limit=limit)

    def _behind(self) -> Sequence[Condition]:
        bound = self.part.ceiling if self.descending else self.part.floor
        if self.begin or bound is None:
            return self.begin
        return [_compared(self.columns, "<" if self.descending else ">", bound)]

    def _up_to(self, place: PlantPosition | None) -> list[Condition]:
        if place is not None:
            return [_compared(self.columns, ">=" if self.descending else "<=", place)]
        end = self.part.floor if self.descending else self.part.ceiling
        return [] if end is None else [_compared(self.columns, ">" if self.descending else "<", end)]

    def _order(self) -> str:
        return ", ".join(f"{name} DESC" if self.descending else name for name in self.columns)


def _unordered_page(tx: Transaction, scan: _Scan, keyset: KeysetPage, limit: int) -> Page:
    [matching] = scan.part.narrowed
    search = unordered_search.Search(
        matching=matching, sifted=scan.sifted, asked=scan.asked, descending=scan.descending
    )
    begin = None
    if scan.at is not None:
        assert isinstance(scan.at[0], int)
        begin = (_sign(scan, keyset), scan.at[0])
    plants, number = search.page(tx, begin=begin, limit=limit)
    return Page(plants=plants, following=None if number is None else (number,))


def _from_position(scans: Sequence[_Scan], keyset: KeysetPage, *, by_id: bool) -> list[_Scan]:
    """Return the scans from the one that has the position, which begins there."""
    position = keyset.position
    assert isinstance(position, tuple)
    for number, scan in enumerate(scans):
        if by_id or scan.part.has(position):
            at = position if by_id or not scan.part.is_rest else position[1:]
            begin = [_compared(scan.columns, _sign(scan, keyset), at)]
            return [replace(scan, begin=begin, at=at), *scans[number + 1 :]]
    return []


def _sign(scan: _Scan, keyset: KeysetPage) -> str:
    return ("<" if scan.descending else ">") + ("=" if keyset.inclusive else "")


def _sorted_scans(
    tx: Transaction, filters: PlantFilter, sort: Sort, *, descending: bool, backward: bool
) -> list[_Scan]:
    """Return the scans of a list that is not sorted by id, in the order in which they are read."""
    few = _few(tx, filters)
    if few is None and filters.needs_index:
        raise Malformed(f"More than {SORTED_MAX:,} plants match. Narrow the search, or sort by id or -id.")
    parts = parts_of(tx, filters, sort)
    if few is not None:
        parts = [_small_part(part, few) for part in parts]
    asked = conditions(beyond_bounds(filters, sort))
    scans = [_Scan(part=part, asked=asked, descending=descending, is_small=few is not None) for part in parts]
    return scans[::-1] if backward else scans


def _few(tx: Transaction, filters: PlantFilter) -> Condition | None:
    """Return a condition that all matching plants meet, and at most SORTED_MAX plants in all; None if there is none."""
    partial = of_partial_index(filters)
    if partial is not None:
        counted = f"SELECT count(*) FROM (SELECT 1 FROM plants WHERE {partial[0]} LIMIT ?) AS few"
        if tx.execute(counted, (*partial[1], SORTED_MAX + 1))[0][0] <= SORTED_MAX:
            return (f"id IN (SELECT id FROM plants WHERE {partial[0]})", partial[1])
    words = groups_of_filters(tx, filters)
    # An index that finds all matches at the same time takes too long for frequent tags and the like.
    if not words or not (filters.needs_index or tx.connection.finds_in_order):
        return None
    if not all(words):
        return ("id IS NULL", ())
    if search_index.count_matching(tx, words, limit=SORTED_MAX + 1) > SORTED_MAX:
        return None
    matching, values = tx.connection.matching(words)
    return (f"id IN (SELECT rowid FROM plant_words WHERE {matching})", values)


def _small_part(part: Part, few: Condition) -> Part:
    """Return a part of the list with only a few plants."""
    if part.table == "plants":
        return replace(part, narrowed=(few, *part.narrowed))
    return replace(part, narrowed=(few, ("status <> 'draft'", ())))


def _hidden(column: str) -> str:
    if column == "sequence":
        return _SEQUENCE
    return f"{column} || ''" if column == "name_key" else f"{column} + 0"


def _narrowest(tx: Transaction, filters: PlantFilter, *, descending: bool) -> _Scan | None:
    """Return the most selective scan in the order of ids; None if no plant contains the words."""
    words = groups_of_filters(tx, filters)
    asked = conditions(filters)
    if words:
        if not all(words):
            return None
        part = Part(table=_WORDS, columns=("rowid",), narrowed=(tx.connection.matching(words),))
        sifted = [(_IS_FEW, (filters.status,))] if filters.status in FEW else []
        return _Scan(part=part, asked=asked, descending=descending, sifted=sifted)
    partial = of_partial_index(filters)
    if partial is None:
        return _Scan(part=Part(columns=_BY_ID), asked=asked, descending=descending)
    part = Part(columns=_BY_ID, narrowed=(partial,))
    return _Scan(part=part, asked=beyond_partial_index(filters), descending=descending)


def groups_of_filters(tx: Transaction, filters: PlantFilter) -> list[list[str]]:
    """Return groups of terms for `Connection.matching`, of which a plant's index row must have one each.

    Tag, label, family and pot size are also compared on the plants, but the index is selective.
    """
    groups = search_index.expand_words(tx, filters.words)
    groups += [[word] for word in terms_of(filters.tag or "")]
    groups += [[word] for word in terms_of(filters.label or "")]
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
