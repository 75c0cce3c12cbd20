"""Maps columns to fields, by known headings and by a person's choices."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields

from plantstore.catalogue.imports.columns import flat_columns, name_columns
from plantstore.catalogue.imports.values.currencies import find_mark, without_mark
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.plant import PlantFields
from plantstore.domain.text import quoted

FIELDS = (
    *(field.name for field in fields(PlantFields) if field.name not in (*flat_columns.OBJECTS, *flat_columns.COLUMNS)),
    *flat_columns.COLUMNS,
    "status",
    *name_columns.PARTS,
)
"""The fields to which a column can be mapped. Objects, such as `care`, have a column for each of their parts.

Those of `name_columns.PARTS` are parts of a plant's botanical name.
"""

HEADINGS_OF = {
    "name": ("name", "title", "product", "product name", "plant", "plant name", "item"),
    "botanical_name": ("botanical name", "botanical", "latin name", "scientific name", "taxon", "plant (latin)"),
    "genus": ("genus",),
    "species": ("species", "species name"),
    "cultivar": ("cultivar", "cultivar name", "variety", "selection"),
    "cultivar_group": ("cultivar group",),
    "trade_designation": ("trade designation", "selling name", "trade name", "marketing name"),
    "common_names": ("common names", "common name", "common", "english name", "vernacular"),
    "family": ("family", "family name"),
    "sku": (
        *("sku", "variant sku", "art.nr.", "article", "item no", "item code", "product code", "stock code", "code"),
        "ref",
    ),
    "gtin": ("gtin", "ean", "barcode", "variant barcode", "upc"),
    "stock_quantity": (
        *("stock quantity", "qty", "quantity", "available", "avail", "stock", "on hand"),
        *("inventory quantity", "variant inventory qty"),
    ),
    "price": (
        "price",
        "retail",
        "rrp",
        "variant price",
        "preis",
    ),  # without trade, cost and wholesale prices, which only a person may map
    "currency": ("currency",),
    "available_from": (
        *("available from", "ready", "ready date", "available week", "avail. week", "avail. wk", "available wk"),
        *("availability week", "ready week", "ready wk", "week", "wk", "week no", "delivery week"),
    ),
    "tag": ("tag", "type", "plant type", "category", "product type"),
    "tags": ("tags",),
    "status": ("status",),
    "description": ("description", "body (html)", "notes"),
    "images": ("images", "image", "image src", "image url", "photo"),
    "pot_size": ("pot size", "pot", "container", "container size", "cont.", "cont. size", "size"),
    "minimum_order": ("minimum order", "min. order", "min. order qty", "minimum order quantity", "moq"),
    "compare_at_price": ("compare at price", "variant compare at price", "was price", "former price"),
    "light": ("light", "position", "exposure", "aspect", "sun"),
    "water": ("water", "watering", "water needs"),
    "hardiness_rhs": ("hardiness rhs", "rhs hardiness", "rhs rating", "hardiness rating", "hardiness"),
    "hardiness_usda": ("hardiness usda", "usda zone", "usda hardiness", "hardiness zone", "zone", "hardiness"),
    "height_cm": ("height", "ht", "plant height", "ultimate height", "mature height"),
    "spread_cm": ("spread", "width", "ultimate spread", "mature spread", "mature width"),
    "life_cycle": ("life cycle", "lifecycle"),
    "foliage": ("foliage",),
    "flowering_months": ("flowering months", "flowering", "flowering time", "flowering period", "bloom time"),
    "toxicity_pets": ("toxicity pets", "toxic to pets"),
    "toxicity_people": ("toxicity people", "toxic to people", "toxic to humans"),
    "pollinator_friendly": ("pollinator friendly", "pollinators"),
    "wfo": ("wfo", "wfo id"),
    "ipni": ("ipni", "ipni id"),
    "gbif": ("gbif", "gbif id"),
    "eppo": ("eppo", "eppo code"),
    "vbn": ("vbn", "vbn code", "floricode"),
    "plant_passport": ("plant passport", "pl. passport"),
    "cites": ("cites", "cites appendix"),
    "supplier": ("supplier", "supplier name", "vendor"),
    "supplier_code": ("supplier code", "supplier sku", "vendor code"),
}
"""The known headings of each field. Case, spaces and punctuation are ignored. One heading can fill two fields."""
COST_HEADINGS = (
    *("cost", "cost price", "cost per item", "trade", "trade price", "wholesale", "wholesale price"),
    *("purchase price", "buying price"),
)
"""Headings of what the shop pays. A person must map them, because such a price may not be taken for the shop's own."""
NAMING = ("name", "common_names", "botanical_name", "genus", "description")
"""The fields that can provide a plant's name, best first."""


_NUMBER = re.compile("#([0-9]{1,4})")


def numbered(number: int) -> str:
    """Return the text that refers to a column by its number, from 1, such as "#2"."""
    return f"#{number}"


def fold(heading: str) -> str:
    """Return a heading without case, spaces and punctuation, for comparison.

    >>> fold("Art.Nr."), fold("LATIN_NAME")
    ('artnr', 'latinname')
    """
    return "".join(char for char in unicodedata.normalize("NFKC", heading).casefold() if char.isalnum())


_FIELDS_OF: dict[str, list[str]] = {}
for _field, _words in HEADINGS_OF.items():
    for _word in _words:
        _FIELDS_OF.setdefault(fold(_word), []).append(_field)
_COST_FOLDED = frozenset(map(fold, COST_HEADINGS))
_TAX = re.compile(
    r"\(?\b(?:excl?(?:uding|usive)?|ex|net|without|w/o)\b\.?(?: of)? ?(?:vat|tax|gst|btw|mwst)\b\)?", re.IGNORECASE
)
_LENGTHS = ("height_cm", "spread_cm")


def fields_of(heading: str) -> list[str]:
    """Return the fields of a heading, usually one; empty if it is not known.

    A price's heading may have a currency, as in "RRP £", and that of a height or spread a unit, as in "Height (m)".
    """
    known = _FIELDS_OF.get(fold(heading))
    if known is None and find_mark(heading):
        known = [name for name in _FIELDS_OF.get(fold(without_mark(heading)), ()) if name in AMOUNTS]
    if known is None:
        unit, bare = flat_columns.unit_in(heading)
        known = [name for name in _FIELDS_OF.get(fold(bare), ()) if name in _LENGTHS] if unit else []
    return known


def field_of(heading: str) -> str | None:
    """Return the first field of a heading; None if it is not known."""
    return next(iter(fields_of(heading)), None)


def is_cost(heading: str) -> bool:
    """True if a heading is one of COST_HEADINGS, perhaps with a currency or without tax, as in "Trade £ ex VAT"."""
    bare = _TAX.sub(" ", heading)
    return any(fold(text) in _COST_FOLDED for text in (heading, without_mark(heading), bare, without_mark(bare)))


def is_net_price(heading: str) -> bool:
    """True if a heading is that of a price without tax, such as "Price excl. VAT": it may be the shop's or a cost."""
    bare = without_mark(_TAX.sub(" ", heading))
    is_net = _TAX.search(heading) is not None or fold(bare).startswith("net")
    named = field_of(bare) == "price" or fold(bare) in ("netprice", "net")
    return is_net and named and not is_cost(heading)


def is_export(headings: Sequence[str]) -> bool:
    """True if these are the headings of an export of a catalogue."""
    return {"id", "availability", "added_at"}.issubset(headings)


def count_known(headings: Sequence[str], wanted: Mapping[str, str]) -> int:
    """Return how many of the cells are known headings, or headings that a person chose in `wanted`."""
    named = {fold(heading) for heading in wanted.values() if heading and _NUMBER.fullmatch(heading) is None}
    return len({fold(cell) for cell in headings if field_of(cell) or (fold(cell) and fold(cell) in named)})


def map_columns(headings: Sequence[str], wanted: Mapping[str, str], *, with_costs: bool = False) -> dict[str, int]:
    """Return the column index of each field. A person's choices in `wanted` take precedence.

    Without `with_costs`, the supplier is mapped only if `wanted` says so, or if the file is an export.

    In `wanted`, an empty heading means no column, and "#2" means the second column. Raise Invalid if a chosen heading
    is missing, or if no column can provide a plant's name.
    """
    problems: list[FieldError] = []
    columns: dict[str, int] = {}
    for field, heading in wanted.items():
        if field not in FIELDS:
            detail = f"{quoted(field)} is not a field of a plant. The fields are: {', '.join(FIELDS)}."
            problems.append(FieldError(pointer=f"/map/{field[:64]}", code="unknown", detail=detail))
        elif heading:
            index = _column_of(headings, heading)
            if index is None:
                detail = f"There is no column {quoted(heading)}. The columns are: {list_headings(headings)}."
                problems.append(FieldError(pointer=f"/map/{field}", code="unknown", detail=detail))
            else:
                columns[field] = index
    _map_known(headings, wanted, columns, with_costs=with_costs)
    name_columns.settle(columns, wanted)
    if not problems and not any(field in columns for field in NAMING):
        detail = f"No column looks like the name of a plant. Choose one: {list_headings(headings)}."
        problems.append(FieldError(pointer="/map/name", code="required", detail=detail))
    if problems:
        raise Invalid(" ".join(problem.detail for problem in problems), fields=tuple(problems))
    if not any(field in columns for field in NAMING[:4]):
        columns["name"] = columns.pop("description")
    return columns


def _map_known(
    headings: Sequence[str], wanted: Mapping[str, str], columns: dict[str, int], *, with_costs: bool
) -> None:
    """Add the columns with known headings to `columns`, except for those and for fields that a person chose."""
    taken = set(columns.values())
    exported = is_export([heading.strip() for heading in headings])
    for index, heading in enumerate(headings):
        if index in taken:
            continue
        guesses = [heading.strip()] if exported and heading.strip() in FIELDS else fields_of(heading)
        for guess in guesses:
            hidden = guess in flat_columns.COST_COLUMNS and not with_costs and not exported
            if guess not in columns and guess not in wanted and not hidden:
                columns[guess] = index


def _column_of(headings: Sequence[str], wanted: str) -> int | None:
    """Return the column index for a heading; None if there is none.

    An exact match takes precedence over a column number, and that over a match after `fold`.
    """
    exact = [index for index, heading in enumerate(headings) if heading.strip() == wanted.strip()]
    folded = [index for index, heading in enumerate(headings) if fold(heading) == fold(wanted) != ""]
    number = _NUMBER.fullmatch(wanted)
    numbered = [int(number[1]) - 1] if number is not None and 1 <= int(number[1]) <= len(headings) else []
    return next(iter(exact or numbered or folded), None)


def list_headings(headings: Sequence[str]) -> str:
    """Return the first 30 headings, quoted, for use in a message."""
    shown = [quoted(heading.strip()) for heading in headings if heading.strip()]
    return ", ".join(shown[:30]) + (" …" if len(shown) > 30 else "")
