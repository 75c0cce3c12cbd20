"""Counts of plants: of a list with any filter, and of the tabs above it.

Counts are exact where that is cheap, up to COUNT_MAX, and otherwise a lower bound: no count examines more than
ROWS_MAX rows. The plants in the store are counted without reading them, whatever their number: each plant that was
ever added has one event, and is either still there or has a tombstone.
"""

from dataclasses import replace
from typing import NamedTuple

from plantstore.domain.plants.plant import Status
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import Condition, join_conditions
from plantstore.storage.queries.plant_order import BEYOND_ALL, Sort
from plantstore.storage.queries.plant_search import groups_of_filters, page
from plantstore.storage.tables import events, search_index
from plantstore.storage.tables.plant_filters import (
    Concern,
    Missing,
    PlantFilter,
    Stock,
    beyond_partial_index,
    conditions,
    of_partial_index,
)

COUNT_MAX = 10_000  # filtered lists are counted up to this number
ROWS_MAX = 20_000  # max index entries and words that are examined for one count: about 10 ms
SCATTERED_MAX = 1_000  # the same for plants all over the table, in the order of an index
_EVERY: Condition = ("TRUE", ())


class Count(NamedTuple):
    """A number of plants; not exact if there may be more."""

    number: int
    is_exact: bool


class TabCounts(NamedTuple):
    """The numbers of plants by status, of all of them, and of those that need attention for any reason."""

    every: Count
    active: Count
    draft: Count
    archived: Count
    attention: Count


def tabs(tx: Transaction, *, old: PlantFilter) -> TabCounts:
    """Return the counts of the tabs. `old` is the filter of drafts that need attention."""
    draft, archived = (count(tx, PlantFilter(status=status)) for status in (Status.DRAFT, Status.ARCHIVED))
    active = _active(tx, archived)
    numbers = (active, draft, archived)
    every = Count(sum(one.number for one in numbers), all(one.is_exact for one in numbers))
    return TabCounts(every=every, active=active, draft=draft, archived=archived, attention=_attention(tx, old))


def count(tx: Transaction, filters: PlantFilter) -> Count:
    """Return how many plants match a filter."""
    if filters == PlantFilter(status=Status.ACTIVE):
        return _active(tx, count(tx, PlantFilter(status=Status.ARCHIVED)))
    if filters == PlantFilter():
        numbers = [count(tx, PlantFilter(status=status)) for status in Status]
        return Count(sum(one.number for one in numbers), all(one.is_exact for one in numbers))
    if filters.sku is not None:
        return Count(len(page(tx, filters, sort=Sort.ID, limit=1).plants), True)
    words = groups_of_filters(tx, filters)
    if not all(words):
        return Count(0, True)
    frequent = bool(words) and search_index.are_frequent(tx, words, than=SCATTERED_MAX)
    narrowed, asked = _narrowed(tx, filters, words, frequent=frequent)
    if asked:
        return _examined(tx, narrowed, asked, rows_max=ROWS_MAX if narrowed == _EVERY else SCATTERED_MAX)
    if words:
        if frequent:
            return Count(SCATTERED_MAX, False)
        found = search_index.count_by_index(tx, words, limit=COUNT_MAX + 1)
    else:
        where, values = narrowed
        sql = f"SELECT count(*) FROM (SELECT 1 FROM plants WHERE {where} LIMIT ?) AS counted"
        found = int(tx.execute(sql, (*values, COUNT_MAX + 1))[0][0])
    return _capped(found, is_exact=True)


def _narrowed(
    tx: Transaction, filters: PlantFilter, words: list[list[str]], *, frequent: bool
) -> tuple[Condition, list[Condition]]:
    """Return a condition that an index answers, and the other conditions."""
    if words:
        if frequent:
            chosen, values = search_index.sample_matching(tx, tx.connection.matching(words), rows=search_index.COUNTED)
        else:
            matching, values = tx.connection.matching(words)
            chosen = f"SELECT rowid FROM plant_words WHERE {matching}"
        return (f"id IN ({chosen} LIMIT {SCATTERED_MAX + 1})", values), conditions(filters)
    partial = of_partial_index(filters)
    if partial is not None:
        return partial, beyond_partial_index(filters)
    ranges = _ranges(filters)
    if ranges is not None:
        return ranges
    if filters.added_after is not None:
        first = events.first_since(tx, filters.added_after)
        sql = f"id IN (SELECT plant_id FROM events WHERE sequence >= ? ORDER BY sequence LIMIT {SCATTERED_MAX + 1})"
        return (sql, (first,)), conditions(filters)
    return _EVERY, conditions(filters)


def _ranges(filters: PlantFilter) -> tuple[Condition, list[Condition]] | None:
    """Return the condition that is a range of an index, and the other conditions; None without such a condition."""
    if filters.stock is Stock.OUT_OF_STOCK:
        return ("stock_quantity = 0", ()), conditions(replace(filters, stock=None))
    if filters.stock is Stock.NOT_TRACKED:
        return ("stock_quantity IS NULL", ()), conditions(replace(filters, stock=None))
    if filters.updated_after is not None:
        return ("updated_at > ?", (filters.updated_after,)), conditions(replace(filters, updated_after=None))
    if filters.missing is Missing.POT_SIZE:
        return ("pot_order IS NULL", ()), conditions(replace(filters, missing=None))
    if filters.missing is Missing.PRICE:  # plants of earlier versions may have a price without its number
        return ("price_order IS NULL", ()), conditions(filters)
    if filters.price_from is None is filters.price_to:
        return None
    low, high = filters.price_from or 0, BEYOND_ALL if filters.price_to is None else filters.price_to
    others = conditions(replace(filters, price_from=None, price_to=None))
    return ("price_order BETWEEN ? AND ?", (low, high)), others


def _examined(tx: Transaction, narrowed: Condition, asked: list[Condition], *, rows_max: int = ROWS_MAX) -> Count:
    where, bound = narrowed
    matching, values = join_conditions(asked)
    sql = (
        f"SELECT count(*), count(CASE WHEN {matching} THEN 1 END) FROM "
        f"(SELECT * FROM plants WHERE {where} LIMIT ?) AS examined"
    )
    [(rows, found)] = tx.execute(sql, (*values, *bound, rows_max + 1))
    return _capped(found, is_exact=rows <= rows_max)


def _capped(found: int, *, is_exact: bool) -> Count:
    return Count(min(found, COUNT_MAX), is_exact and found <= COUNT_MAX)


def _active(tx: Transaction, archived: Count) -> Count:
    """Return how many plants are in the store."""
    sql = "SELECT count(*), count(added_at) FROM (SELECT added_at FROM tombstones LIMIT ?) AS deleted"
    [(deleted, added)] = tx.execute(sql, (ROWS_MAX + 1,))
    if archived.is_exact and deleted <= ROWS_MAX:
        return Count(events.head(tx) - added - archived.number, True)
    return _examined(tx, _EVERY, conditions(PlantFilter(status=Status.ACTIVE)))


def _attention(tx: Transaction, old: PlantFilter) -> Count:
    """Return how many plants need attention, each counted once.

    If one reason alone reaches COUNT_MAX, the plants with other reasons are not read.
    """
    several = [old, *(PlantFilter(concern=concern) for concern in Concern if concern is not Concern.OLD_DRAFT)]
    parts, values = [], list[object]()
    for filters in several:
        partial = of_partial_index(filters)
        assert partial is not None
        where, bound = join_conditions([partial, *beyond_partial_index(filters)])
        listed = f"SELECT id FROM (SELECT id FROM plants WHERE {where} LIMIT {COUNT_MAX + 1}) AS listed"
        if int(tx.execute(f"SELECT count(*) FROM ({listed}) AS counted", bound)[0][0]) > COUNT_MAX:
            return Count(COUNT_MAX, False)
        parts.append(listed)
        values += bound
    sql = f"SELECT count(*) FROM ({' UNION '.join(parts)}) AS counted"
    return _capped(int(tx.execute(sql, values)[0][0]), is_exact=True)
