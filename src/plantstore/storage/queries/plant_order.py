"""How lists of plants are sorted: by a column that has an index, or in the order in which they were added to the store.

Plants without a value come last in both directions. So a list has two parts: plants with a value, sorted by it, and
the rest, sorted by id.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.plants.plant import Status
from plantstore.domain.plants.sort_keys import pot_order
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import Condition
from plantstore.storage.tables import events
from plantstore.storage.tables.plant_filters import Concern, Missing, PlantFilter, Stock

BEYOND_ALL = 2**63 - 1  # higher than any plant's id: (time, BEYOND_ALL) follows all changes made at that time

Value = int | str | None
PlantPosition = tuple[Value, ...]
"""A position in a list: a plant's id, perhaps after the value by which the list is sorted; None for no value."""


class Sort(StrEnum):
    """How a list is sorted. Sorted by id, plants are in order of creation; those of equal value are sorted by id."""

    ID = "id"
    ID_DOWN = "-id"
    NAME = "name"
    NAME_DOWN = "-name"
    PRICE = "price"
    PRICE_DOWN = "-price"
    STOCK = "stock_quantity"
    STOCK_DOWN = "-stock_quantity"
    POT_SIZE = "pot_size"
    POT_SIZE_DOWN = "-pot_size"
    UPDATED = "updated_at"
    UPDATED_DOWN = "-updated_at"
    ADDED = "added_at"
    ADDED_DOWN = "-added_at"

    @property
    def by_id(self) -> bool:
        return self in (Sort.ID, Sort.ID_DOWN)

    @property
    def is_descending(self) -> bool:
        return self.startswith("-")

    @property
    def column(self) -> str:
        """The column of `plants` that is sorted by; `sequence` of `events` for the order of addition."""
        return _COLUMNS[self.removeprefix("-")]


_COLUMNS = {
    "id": "id",
    "name": "name_key",
    "price": "price_order",
    "stock_quantity": "stock_quantity",
    "pot_size": "pot_order",
    "updated_at": "updated_at",
    "added_at": "sequence",
}
_DRAFTS = ("status = 'draft' AND status <> 'active'", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a sorted list: the rows of `table` that meet `narrowed`, in the order of `columns`.

    It has no rows at or before `floor`, and none at or after `ceiling`, if given.
    """

    columns: tuple[str, ...]
    table: str = "plants"
    narrowed: tuple[Condition, ...] = ()
    floor: PlantPosition | None = None
    ceiling: PlantPosition | None = None

    @property
    def is_rest(self) -> bool:
        """True if these are the plants without a value."""
        return self.columns == ("id",)

    @property
    def is_scattered(self) -> bool:
        """True if each plant has to be looked up, because the list has another order than the table."""
        return len(self.columns) > 1 or self.table == "events"

    def has(self, position: PlantPosition) -> bool:
        """True if a position of the list is in this part."""
        return (position[0] is None) == self.is_rest


def parts_of(tx: Transaction, filters: PlantFilter, sort: Sort) -> list[Part]:
    """Return the parts of a list that is sorted by something else than the id, as far as they can have plants."""
    column = sort.column
    low, high = _bounds(tx, filters, column)
    if column == "sequence":
        begin = None if low is None else (low,)
        added = Part(table="events", columns=(column,), floor=begin)
        drafts = Part(columns=("id",), narrowed=(_DRAFTS,))
        if filters.status is Status.DRAFT or filters.concern is Concern.OLD_DRAFT:
            return [drafts]
        may_be_drafts = (filters.status, filters.concern, filters.added_after) == (None, None, None)
        return [added, drafts] if may_be_drafts else [added]
    floor = None if low is None else (low, BEYOND_ALL)
    ceiling = None if high is None else (high, 0)
    narrowed: tuple[Condition, ...] = ((f"{column} IS NOT NULL", ()),)
    parts = [Part(columns=(column, "id"), narrowed=narrowed, floor=floor, ceiling=ceiling)]
    if column == "updated_at":
        return parts
    if low is None and high is None and _has_rest(tx, column):
        parts.append(Part(columns=("id",), narrowed=((f"{column} IS NULL", ()),)))
    return parts[1:] if _has_no_value(filters, column) else parts


def beyond_bounds(filters: PlantFilter, sort: Sort) -> PlantFilter:
    """Return the filter without what the bounds of the parts have applied already."""
    match sort.column:
        case "updated_at":
            return replace(filters, updated_after=None)
        case "price_order":
            return replace(filters, price_from=None, price_to=None)
        case "stock_quantity" if filters.stock in (Stock.IN_STOCK, Stock.OUT_OF_STOCK):
            return replace(filters, stock=None)
    return filters


def position_of(tx: Transaction, plant_id: int, sort: Sort) -> PlantPosition:
    """Return the position of a plant in a list."""
    if sort.by_id:
        return (plant_id,)
    if sort.column == "sequence":
        rows = tx.execute("SELECT sequence FROM events WHERE plant_id = ?", (plant_id,))
        return (rows[0][0],) if rows else (None, plant_id)
    return (tx.execute(f"SELECT {sort.column} FROM plants WHERE id = ?", (plant_id,))[0][0], plant_id)


def _bounds(tx: Transaction, filters: PlantFilter, column: str) -> tuple[int | None, int | None]:
    """Return the values between which the filter's plants are, both exclusive; None without a bound."""
    if column == "updated_at":
        return filters.updated_after, None
    if column == "sequence":
        after = filters.added_after
        return (None if after is None else events.first_since(tx, after) - 1), None
    if column == "price_order":
        return _before(filters.price_from), None if filters.price_to is None else filters.price_to + 1
    if column == "pot_order":
        size = pot_order(filters.pot_size)
        return _before(size), None if size is None else size + 1
    if column == "stock_quantity":
        if filters.stock is Stock.OUT_OF_STOCK or filters.concern is Concern.OUT_OF_STOCK:
            return -1, 1
        return (0, None) if filters.stock is Stock.IN_STOCK else (None, None)
    return None, None


def _before(number: int | None) -> int | None:
    return None if number is None else number - 1


def _has_no_value(filters: PlantFilter, column: str) -> bool:
    """True if a filter has only plants without a value in this column."""
    if column == "price_order":
        return filters.missing is Missing.PRICE or filters.concern is Concern.NO_PRICE
    if column == "stock_quantity":
        return filters.stock is Stock.NOT_TRACKED
    return column == "pot_order" and filters.missing is Missing.POT_SIZE


def _has_rest(tx: Transaction, column: str) -> bool:
    """True if there are plants without a value. Only plants of earlier versions have no key of their name yet."""
    return column != "name_key" or bool(tx.execute("SELECT 1 FROM plants WHERE name_key IS NULL LIMIT 1"))
