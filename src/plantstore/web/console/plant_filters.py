"""The words above the list of plants: its tabs, its orders, and the chip of each filter with its fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from plantstore.domain.plants.care import RATING_CHARS_MAX
from plantstore.domain.plants.checks import FAMILY_CHARS_MAX
from plantstore.domain.plants.fields import TAG_CHARS_MAX
from plantstore.domain.plants.pot_size import RAW_CHARS_MAX
from plantstore.domain.plants.supplier import NAME_CHARS_MAX
from plantstore.domain.timestamps import parse, to_datetime
from plantstore.web.api.plants.filters import GENUS_CHARS_MAX
from plantstore.web.console.plant_list import TIMES, PlantList

PRICE_CHARS_MAX, DATE_CHARS = 13, 10
Options = tuple[tuple[str, str], ...]
STATUSES: Options = (("", "All"), ("active", "In store"), ("draft", "Drafts"), ("archived", "Archived"))
SORTS: Options = (
    ("-id", "Newest first"),
    ("id", "Oldest first"),
    ("-updated_at", "Recently edited"),
    ("updated_at", "Least recently edited"),
    ("name", "Name, A to Z"),
    ("-name", "Name, Z to A"),
    ("pot_size", "Smallest pots first"),
    ("-pot_size", "Largest pots first"),
    ("price", "Lowest price first"),
    ("-price", "Highest price first"),
    ("stock_quantity", "Lowest stock first"),
    ("-stock_quantity", "Highest stock first"),
)
STOCK: Options = (("in_stock", "In stock"), ("out_of_stock", "Out of stock"), ("not_tracked", "Not tracked"))
MISSING: Options = (
    ("photo", "Photo"),
    ("price", "Price"),
    ("pot_size", "Pot size"),
    ("sku", "SKU"),
    ("gtin", "GTIN"),
    ("botanical_name", "Botanical name"),
    ("type", "Type"),
    ("description", "Description"),
)
ATTENTION: Options = (
    ("old_draft", "Drafts older than a day"),
    ("no_price", "No price"),
    ("no_photo", "No photo"),
    ("out_of_stock", "Out of stock"),
    ("name_in_doubt", "Botanical name not recognised"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a filter. `kind` is the type of its input, or `select` with `options`, or `hidden`."""

    name: str
    label: str
    kind: str = "text"
    options: Options = ()
    placeholder: str = ""
    chars_max: int = 100
    datalist: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A filter with its fields. One that `is_common` has a chip of its own even if it is not used."""

    label: str
    fields: tuple[Field, ...]
    is_common: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A filter in use, its value in words, and the list that it filters."""

    filter: Filter
    words: str
    listing: PlantList

    @property
    def without(self) -> str:
        """Return the address of the list without the filter. Long filters take a while: call this while rendering."""
        return self.listing.without(*self.filter.names).address()


def _single(name: str, label: str, *, is_common: bool = False, **more: object) -> Filter:
    return Filter(label=label, fields=(Field(name=name, label=label, **more),), is_common=is_common)  # type: ignore[arg-type]


EVERY = (
    _single("tag", "Type", is_common=True, chars_max=TAG_CHARS_MAX, datalist="types", placeholder="shrub"),
    _single("pot_size", "Pot size", is_common=True, chars_max=RAW_CHARS_MAX, placeholder="5 L"),
    _single("supplier", "Supplier", is_common=True, chars_max=NAME_CHARS_MAX),
    _single("stock", "Stock", is_common=True, kind="select", options=STOCK),
    Filter(
        label="Price",
        fields=(
            Field(name="price_from", label="Price from", chars_max=PRICE_CHARS_MAX, placeholder="10.00"),
            Field(name="price_to", label="Price to", chars_max=PRICE_CHARS_MAX, placeholder="25.00"),
            Field(name="currency", label="Currency", chars_max=3, placeholder="EUR"),
        ),
    ),
    _single("missing", "Missing", kind="select", options=MISSING),
    _single("attention", "Needs attention", kind="select", options=ATTENTION),
    _single("genus", "Genus", chars_max=GENUS_CHARS_MAX, placeholder="Acer"),
    _single("family", "Family", chars_max=FAMILY_CHARS_MAX, placeholder="Sapindaceae"),
    _single("hardiness", "Hardiness", chars_max=RATING_CHARS_MAX, placeholder="H5 or 6b"),
    _single("label", "Tag", chars_max=TAG_CHARS_MAX, placeholder="spring"),
    _single("added_after", "Added after", kind="date", chars_max=DATE_CHARS),
    _single("sku", "SKU", kind="hidden"),
    _single("updated_after", "Changed after", kind="hidden"),
)
"""All filters. Those with hidden fields are only in addresses that other pages link to."""


def chips_of(listing: PlantList, zone: tzinfo) -> list[Chip]:
    """Return the chips of the filters in use."""
    return [
        Chip(filter=one, words=_words(one, listing.filters, zone), listing=listing)
        for one in EVERY
        if not listing.filters.keys().isdisjoint(one.names)
    ]


def unused(listing: PlantList, *, sees_costs: bool) -> list[Filter]:
    """Return the filters that can be added."""
    return [
        one
        for one in EVERY
        if one.fields[0].kind != "hidden"
        and (sees_costs or one.names != ("supplier",))
        and listing.filters.keys().isdisjoint(one.names)
    ]


def values_of(listing: PlantList, zone: tzinfo) -> dict[str, str]:
    """Return the values of the fields: the filters, with times as dates."""
    return {name: _day(text, zone) if name == "added_after" else text for name, text in listing.filters.items()}


def words_of(filters: Mapping[str, str], zone: tzinfo) -> list[tuple[str, str]]:
    """Return the labels and the values in words of a saved view: its search, its state, its filters and its order."""
    shown = [("Search", filters.get("q", "")), ("State", dict(STATUSES).get(filters.get("status", ""), ""))]
    shown += [(one.label, _words(one, filters, zone)) for one in EVERY if not filters.keys().isdisjoint(one.names)]
    return [
        (label, text) for label, text in [*shown, ("Sorted by", dict(SORTS).get(filters.get("sort", ""), ""))] if text
    ]


def _words(one: Filter, filters: Mapping[str, str], zone: tzinfo) -> str:
    if one.label == "Price":
        low, high, currency = (filters.get(name, "") for name in one.names)
        price = f"{low} to {high}" if low and high else f"from {low}" if low else f"up to {high}" if high else ""
        return f"{price} {currency}".strip()
    [field] = one.fields
    value = filters[field.name]
    if field.name in TIMES:
        return _date_in_words(value, zone)
    return dict(field.options).get(value, value)


def _date_in_words(text: str, zone: tzinfo) -> str:
    try:
        moment = to_datetime(parse(text)).astimezone(zone)
    except (ValueError, OverflowError):
        return text
    return f"{moment.day} {moment:%b %Y}"


def _day(text: str, zone: tzinfo) -> str:
    try:
        return to_datetime(parse(text)).astimezone(zone).date().isoformat()
    except (ValueError, OverflowError):
        return text
