"""Maps columns to fields, by known headings and by a person's choices."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields

from plantstore.catalogue.imports.currencies import find_mark, without_mark
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.plant import PlantFields
from plantstore.domain.text import quoted

FIELDS = (*(field.name for field in fields(PlantFields)), "status")
"""The fields to which a column can be mapped."""

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
    ),  # without trade, cost and wholesale prices, which only a person may map
    "currency": ("currency",),
    "available_from": ("available from", "ready", "ready date"),
    "tag": ("tag", "type", "plant type", "category", "product type"),
    "tags": ("tags",),
    "status": ("status",),
    "description": ("description", "body (html)", "notes"),
    "images": ("images", "image", "image src", "image url", "photo"),
}
"""The known headings of each field. Case, spaces and punctuation are ignored."""
NAMING = ("name", "common_names", "botanical_name", "description")
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


_FIELD_OF = {fold(word): field for field, words in HEADINGS_OF.items() for word in words}


def field_of(heading: str) -> str | None:
    """Return the field of a heading; None if it is not known. A price's heading may have a currency, as in "RRP £"."""
    count_known = _FIELD_OF.get(fold(heading))
    if count_known is None and find_mark(heading):
        count_known = _FIELD_OF.get(fold(without_mark(heading)))
        return count_known if count_known == "price" else None
    return count_known


def count_known(headings: Sequence[str], wanted: Mapping[str, str]) -> int:
    """Return how many of the cells are known headings, or headings that a person chose in `wanted`."""
    named = {fold(heading) for heading in wanted.values() if heading and _NUMBER.fullmatch(heading) is None}
    return len({fold(cell) for cell in headings if field_of(cell) or (fold(cell) and fold(cell) in named)})


def map_columns(headings: Sequence[str], wanted: Mapping[str, str]) -> dict[str, int]:
    """Return the column index of each field. A person's choices in `wanted` take precedence.

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
    taken = set(columns.values())
    for index, heading in enumerate(headings):
        guess = field_of(heading)
        if guess is not None and guess not in columns and guess not in wanted and index not in taken:
            columns[guess] = index
    if not problems and not any(field in columns for field in NAMING):
        detail = f"No column looks like the name of a plant. Choose one: {list_headings(headings)}."
        problems.append(FieldError(pointer="/map/name", code="required", detail=detail))
    if problems:
        raise Invalid(" ".join(problem.detail for problem in problems), fields=tuple(problems))
    if not any(field in columns for field in NAMING[:3]):
        columns["name"] = columns.pop("description")
    return columns


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
