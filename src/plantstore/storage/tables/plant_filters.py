"""Which plants a list shows: its filters, and their SQL conditions."""

from dataclasses import dataclass, replace
from enum import StrEnum
from json import dumps

from plantstore.domain.plants.plant import Status, sku_key
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.keyset import Condition


class Stock(StrEnum):
    """How many are in stock: at least one, none, or not counted."""

    IN_STOCK = "in_stock"
    OUT_OF_STOCK = "out_of_stock"
    NOT_TRACKED = "not_tracked"


class Missing(StrEnum):
    """A field without a value. `PHOTO` stands for `images`, `TYPE` for `tag`."""

    PRICE = "price"
    PHOTO = "photo"
    POT_SIZE = "pot_size"
    SKU = "sku"
    GTIN = "gtin"
    BOTANICAL_NAME = "botanical_name"
    TYPE = "type"
    DESCRIPTION = "description"


class Concern(StrEnum):
    """Why a plant needs a person's attention. All but old drafts are in the store; the last name is not recognised."""

    OLD_DRAFT = "old_draft"
    NO_PRICE = "no_price"
    NO_PHOTO = "no_photo"
    OUT_OF_STOCK = "out_of_stock"
    NAME_IN_DOUBT = "name_in_doubt"


# Sums hide indexed columns from planners: pages read rows in the order of the list, and conditions only test them.
_STOCK = {
    Stock.IN_STOCK: "stock_quantity + 0 > 0",
    Stock.OUT_OF_STOCK: "stock_quantity + 0 = 0",
    Stock.NOT_TRACKED: "stock_quantity + 0 IS NULL",
}
_MISSING = {Missing.PHOTO: "images = '[]'", Missing.TYPE: "tag IS NULL"}
_CONCERNS = {  # each has a partial index with the same condition
    Concern.NO_PRICE: "price IS NULL AND status = 'active'",
    Concern.NO_PHOTO: "images = '[]' AND status = 'active'",
    Concern.OUT_OF_STOCK: "stock_quantity + 0 = 0 AND status = 'active'",
    Concern.NAME_IN_DOUBT: "taxon = 'null' AND status = 'active'",
}
FEW = (Status.DRAFT, Status.ARCHIVED)  # statuses that have a partial index


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantFilter:
    """Which plants to return; None matches all. All `words`, which are terms from `terms_of`, must match.

    `hardiness` is an RHS rating, or a USDA zone or range: plants match whose zones overlap it. `supplier` is a name;
    case does not matter. `genus` matches plants whose botanical name is recognised; case and × do not matter. `label`
    is one of `tags`. Prices are numbers from `price_order`. With `concern` OLD_DRAFT, `created_before` says how old.
    """

    status: Status | None = None
    tag: str | None = None
    label: str | None = None
    sku: str | None = None
    updated_after: Instant | None = None
    added_after: Instant | None = None
    created_before: Instant | None = None
    words: tuple[str, ...] = ()
    family: str | None = None
    pot_size: str | None = None
    hardiness: str | None = None
    supplier: str | None = None
    genus: str | None = None
    stock: Stock | None = None
    price_from: int | None = None
    price_to: int | None = None
    currency: str | None = None
    missing: Missing | None = None
    concern: Concern | None = None

    @property
    def needs_index(self) -> bool:
        """True if only the search index can tell which plants match."""
        return bool(self.words) or not (self.hardiness is self.supplier is self.genus is None)


def conditions(filters: PlantFilter) -> list[Condition]:
    """Return the SQL conditions of a filter, except for what only `plant_words` can match: see `needs_index`."""
    compared: list[tuple[str, object]] = [
        ("status = ?", filters.status),
        ("tag = ?", filters.tag),
        ("sku_key = ?", None if filters.sku is None else sku_key(filters.sku)),
        ("family = ?", filters.family),
        ("pot_size = ?", filters.pot_size),
        ("updated_at + 0 > ?", filters.updated_after),
        ("added_at > ?", filters.added_after),
        ("created_at < ?", filters.created_before),
        ("price_order + 0 >= ?", filters.price_from),
        ("price_order + 0 <= ?", filters.price_to),
        ("currency = ?", filters.currency),
        # Lists are JSON text. A label cannot be cut out of another one, because quotes within labels are escaped.
        ("replace(tags, ?, '') <> tags", None if filters.label is None else dumps(filters.label, ensure_ascii=False)),
    ]
    asked: list[Condition] = [(text, (value,)) for text, value in compared if value is not None]
    if filters.stock is not None:
        asked.append((_STOCK[filters.stock], ()))
    if filters.missing is not None:
        asked.append((_MISSING.get(filters.missing, f"{filters.missing} IS NULL"), ()))
    if filters.concern is Concern.OLD_DRAFT:
        asked.append(("status = 'draft'", ()))
    elif filters.concern is not None:
        asked.append((_CONCERNS[filters.concern], ()))
    return asked


def of_partial_index(filters: PlantFilter) -> Condition | None:
    """Return the condition of the partial index that has all plants of a filter; None without such an index."""
    if filters.concern is Concern.OLD_DRAFT or (filters.concern is None and filters.status is Status.DRAFT):
        return ("status = 'draft' AND status <> 'active'", ())
    if filters.concern is not None:
        return (_CONCERNS[filters.concern], ())
    if filters.status is Status.ARCHIVED:
        return ("status = 'archived' AND status <> 'active'", ())
    if filters.status is not Status.ACTIVE:
        return None
    if filters.missing is Missing.PRICE:
        return (_CONCERNS[Concern.NO_PRICE], ())
    if filters.missing is Missing.PHOTO:
        return (_CONCERNS[Concern.NO_PHOTO], ())
    return (_CONCERNS[Concern.OUT_OF_STOCK], ()) if filters.stock is Stock.OUT_OF_STOCK else None


def beyond_partial_index(filters: PlantFilter) -> list[Condition]:
    """Return the conditions that the plants of the filter's partial index may not meet."""
    if filters.concern is not None:
        return conditions(replace(filters, concern=None))
    return conditions(replace(filters, status=None) if filters.status in FEW else filters)
