"""Reads and writes cells of CSV files: lists within a cell, and protection from spreadsheet formulas."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from plantstore.catalogue.imports.columns import flat_columns
from plantstore.domain.plants.fields import COMMON_NAME_CHARS_MAX

CSV_FIELDS = (
    *("id", "sku", "gtin", "name", "tag", "status", "botanical_name", "family", "common_names", "description", "tags"),
    *("images", "price", "currency", "stock_quantity", "available_from", "availability", "created_at", "updated_at"),
    "added_at",
)
"""The first headings of an export, which are those of version 0.5.1; then come those of `flat_columns`.

An import reads the fields that a client may write, and ignores the others.
"""

TRIGGERS = "=+-@\t\r\n＝＋－＠"  # characters that may start a formula in a spreadsheet's cell (OWASP)
LISTED_MIN = 4  # min parts of a list of names; an inverted name ("Beech, copper") has two parts, rarely three
WORD_CHARS_MIN = 3  # min length of a word shared by names; shorter words, such as "of" and "la", are too common
_GUARDED = re.compile(rf"'+[{re.escape(TRIGGERS)}]")
_TO_GUARD = re.compile(rf"'*[{re.escape(TRIGGERS)}]")
_NAME_SEPARATORS = re.compile(r"[;|]")
_WORD = re.compile(r"[^\W\d_]+")
_NEGATIVE = re.compile(r"-[0-9]+(?:[.,][0-9]+)*")
_TAG_SEPARATORS = re.compile(r"[,;|]")
_IMAGE_SEPARATORS = re.compile(r"[\s|]+")


def export_headings(record: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the headings of an export whose first record is `record`; None if it has no records."""
    return (*CSV_FIELDS, *flat_columns.export_columns(record))


def to_cells(record: Mapping[str, Any], headings: Sequence[str], *, raw: bool) -> list[str]:
    """Return a public record as cells below `headings`, with formulas guarded by an apostrophe unless `raw`."""
    cells = [
        flat_columns.written(record, name) if name in flat_columns.COLUMNS else _cell(name, record.get(name))
        for name in headings
    ]
    return cells if raw else [guard(cell) for cell in cells]


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    match name:
        case "common_names":
            return write_names(value)
        case "tags":
            return write_tags(value)
        case "images":
            return write_images(value)
    return str(value)


def guard(text: str) -> str:
    """Return the text, with an apostrophe before it if a spreadsheet would treat it as a formula.

    >>> guard("=1+1"), unguard(guard("=1+1"))
    ("'=1+1", '=1+1')
    """
    return "'" + text if _TO_GUARD.match(text) else text


def unguard(text: str) -> str:
    """Return the text without the apostrophe that `guard` or a spreadsheet has added."""
    return text[1:] if _GUARDED.match(text) else text


def guard_in_list(cell: str) -> str:
    """Return a cell of an uploaded file, guarded unless it is a negative number, which is not a formula."""
    return cell if _NEGATIVE.fullmatch(cell.strip()) else guard(cell)


def read_names(text: str) -> object:
    """Return the names in a cell, which are separated by ; or |, or form a JSON list."""
    return _json_list(text) or _parts(_NAME_SEPARATORS, text)


def split_at_commas(text: str) -> list[str]:
    """Return the common names in a cell that is clearly a list, without duplicates; empty if it may be a single name.

    "Beech, copper" is a single inverted name. A cell is a list if it has at least LISTED_MIN parts, if it is too long
    for a name, or if all parts share a word.

    >>> split_at_commas("Balsam Fir, Gilead Fir"), split_at_commas("Beech, copper, weeping")
    (['Balsam Fir', 'Gilead Fir'], [])
    """
    if "," not in text or _NAME_SEPARATORS.search(text) or text.startswith("["):
        return []
    parts = _outside_brackets(text)
    if len(parts) < 2 or not (
        len(parts) >= LISTED_MIN or len(text) > COMMON_NAME_CHARS_MAX or set.intersection(*map(_words, parts))
    ):
        return []
    unique: dict[str, str] = {}
    for part in parts:
        unique.setdefault(part.casefold(), part)
    return list(unique.values())


def _outside_brackets(text: str) -> list[str]:
    """Split a cell at commas that are not within brackets: "pele (Tonga, Tuvalu), bele" has two parts."""
    parts, depth = [""], 0
    for piece in re.split(r"([(),])", text):
        depth = depth + 1 if piece == "(" else max(0, depth - 1) if piece == ")" else depth
        if piece == "," and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return [part for part in map(str.strip, parts) if part]


def _words(name: str) -> set[str]:
    return {word for word in _WORD.findall(name.casefold()) if len(word) >= WORD_CHARS_MIN}


def read_tags(text: str) -> object:
    """Return the tags in a cell, which are separated by , ; or |, or form a JSON list."""
    return _json_list(text) or _parts(_TAG_SEPARATORS, text)


def read_images(text: str) -> object:
    """Return the images in a cell: URLs separated by spaces or |, or a JSON list of objects."""
    return _json_list(text) or [{"url": url} for url in _parts(_IMAGE_SEPARATORS, text)]


def write_names(names: Sequence[str]) -> str:
    text = _written(names, _NAME_SEPARATORS, "; ")
    return _to_json(list(names)) if split_at_commas(text) else text


def write_tags(tags: Sequence[str]) -> str:
    return _written(tags, _TAG_SEPARATORS, ", ")


def write_images(images: Sequence[Mapping[str, str | None]]) -> str:
    if any(image.get("alt") for image in images):
        return _to_json(list(images))
    return " ".join(str(image["url"]) for image in images)


def _written(items: Sequence[str], separators: re.Pattern[str], join: str) -> str:
    plain = not any(separators.search(item) for item in items) and not (items and items[0].startswith("["))
    return join.join(items) if plain else _to_json(list(items))


def _json_list(text: str) -> list[object] | None:
    if not text.startswith("["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def _parts(separators: re.Pattern[str], text: str) -> list[str]:
    return [part for part in map(str.strip, separators.split(text)) if part]


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
