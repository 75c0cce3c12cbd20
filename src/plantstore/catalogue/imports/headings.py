"""Which column holds which field: the words that lists of plants use, and what a person says about it."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields

from plantstore.catalogue.imports.currencies import find_mark, without_mark
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plant import PlantFields
from plantstore.domain.text import quoted

FIELDS = (*(field.name for field in fields(PlantFields)), "status")
"""What a column may hold."""

HEADINGS_OF = {
    "name": ("name", "title", "product", "product name", "plant", "plant name", "item"),
    "botanical_name": ("botanical name", "botanical", "latin name", "scientific name", "taxon", "plant (latin)"),
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
    ),  # never trade, cost or wholesale: a person has to say so
    "currency": ("currency",),
    "available_from": ("available from", "ready", "ready date"),
    "tag": ("tag", "type", "plant type", "category", "product type"),
    "tags": ("tags",),
    "status": ("status",),
    "description": ("description", "body (html)", "notes"),
    "images": ("images", "image", "image src", "image url", "photo"),
}
"""The headings by which a column is known, whatever their capitals and signs."""
NAMING = ("name", "common_names", "botanical_name", "description")
"""What a plant can take its name from, the best first."""


_NUMBER = re.compile("#([0-9]{1,4})")


def numbered(number: int) -> str:
    """Write the number of a column, counted from 1, where a heading is expected."""
    return f"#{number}"


def fold(heading: str) -> str:
    """Write a heading so that case, spaces and punctuation do not matter.

    >>> fold("Art.Nr."), fold("LATIN_NAME")
    ('artnr', 'latinname')
    """
    return "".join(char for char in unicodedata.normalize("NFKC", heading).casefold() if char.isalnum())


_FIELD_OF = {fold(word): field for field, words in HEADINGS_OF.items() for word in words}


def field_of(heading: str) -> str | None:
    """Return the field that a heading is known for; that of a price may name its currency, as in "RRP £"."""
    count_known = _FIELD_OF.get(fold(heading))
    if count_known is None and find_mark(heading):
        count_known = _FIELD_OF.get(fold(without_mark(heading)))
        return count_known if count_known == "price" else None
    return count_known


def count_known(headings: Sequence[str], wanted: Mapping[str, str]) -> int:
    """How many of these cells are headings that we know, or that a person named."""
    named = {fold(heading) for heading in wanted.values() if heading and _NUMBER.fullmatch(heading) is None}
    return len({fold(cell) for cell in headings if field_of(cell) or (fold(cell) and fold(cell) in named)})


def map_columns(headings: Sequence[str], wanted: Mapping[str, str]) -> dict[str, int]:
    """The column of each field. What a person says comes first; an empty heading means: no column, "#2" the second.

    Invalid names the headings that are not there, and says when nothing can be the name of a plant.
    """
    problems: list[FieldError] = []
    columns: dict[str, int] = {}
    for field, heading in wanted.items():
        if field not in FIELDS:
            detail = f"{quoted(field)} is no field of a plant. There are: {', '.join(FIELDS)}."
            problems.append(FieldError(pointer=f"/map/{field[:64]}", code="unknown", detail=detail))
        elif heading:
            index = _place(headings, heading)
            if index is None:
                detail = f"There is no column {quoted(heading)}. There are: {list_headings(headings)}."
                problems.append(FieldError(pointer=f"/map/{field}", code="unknown", detail=detail))
            else:
                columns[field] = index
    taken = set(columns.values())
    for index, heading in enumerate(headings):
        guess = field_of(heading)
        if guess is not None and guess not in columns and guess not in wanted and index not in taken:
            columns[guess] = index
    if not problems and not any(field in columns for field in NAMING):
        detail = f"No column looks like the name of a plant. Say which it is. There are: {list_headings(headings)}."
        problems.append(FieldError(pointer="/map/name", code="required", detail=detail))
    if problems:
        raise Invalid(" ".join(one.detail for one in problems), fields=tuple(problems))
    if not any(field in columns for field in NAMING[:3]):
        columns["name"] = columns.pop("description")
    return columns


def _place(headings: Sequence[str], wanted: str) -> int | None:
    """Where a heading stands: written exactly so, or else so but for case, spaces and punctuation; or by its number."""
    exact = [index for index, heading in enumerate(headings) if heading.strip() == wanted.strip()]
    folded = [index for index, heading in enumerate(headings) if fold(heading) == fold(wanted) != ""]
    number = _NUMBER.fullmatch(wanted)
    numbered = [int(number[1]) - 1] if number is not None and 1 <= int(number[1]) <= len(headings) else []
    return next(iter(exact or numbered or folded), None)


def list_headings(headings: Sequence[str]) -> str:
    """Name headings, or the cells of a line, the first 30 of them."""
    shown = [quoted(heading.strip()) for heading in headings if heading.strip()]
    return ", ".join(shown[:30]) + (" …" if len(shown) > 30 else "")
