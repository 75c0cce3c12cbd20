"""Cells of a list as the store writes and reads them: lists in one cell, and texts that no spreadsheet calculates."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from plantstore.domain.plant_fields import COMMON_NAME_CHARS_MAX

CSV_FIELDS = (
    *("id", "sku", "gtin", "name", "tag", "status", "botanical_name", "family", "common_names", "description", "tags"),
    *("images", "price", "currency", "stock_quantity", "available_from", "availability", "created_at", "updated_at"),
    "added_at",
)
"""Headings of an export. An import reads the fields that a client may write, and ignores the others."""

TRIGGERS = "=+-@\t\r\n＝＋－＠"  # what a spreadsheet may take for a formula at the start of a cell (OWASP)
LISTED_MIN = 4  # a name with its noun first has two parts, rarely three
WORD_CHARS_MIN = 3  # "of" and "la" are in names of any plant
_GUARDED = re.compile(rf"'+[{re.escape(TRIGGERS)}]")
_TO_GUARD = re.compile(rf"'*[{re.escape(TRIGGERS)}]")
_NAMES_PARTED = re.compile(r"[;|]")
_WORD = re.compile(r"[^\W\d_]+")
_NEGATIVE = re.compile(r"-[0-9]+(?:[.,][0-9]+)*")
_TAGS_PARTED = re.compile(r"[,;|]")
_IMAGES_PARTED = re.compile(r"[\s|]+")


def to_cells(record: Mapping[str, Any], *, raw: bool) -> list[str]:
    """Return a public record as cells. With `raw`, texts that a spreadsheet would calculate get no apostrophe."""
    cells = [_cell(name, record.get(name)) for name in CSV_FIELDS]
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
    """Put an apostrophe before what a spreadsheet would calculate; `unguard` takes it away.

    >>> guard("=1+1"), unguard(guard("=1+1"))
    ("'=1+1", '=1+1')
    """
    return "'" + text if _TO_GUARD.match(text) else text


def unguard(text: str) -> str:
    """Take away the apostrophe that `guard`, or a spreadsheet, has put there."""
    return text[1:] if _GUARDED.match(text) else text


def guard_in_list(cell: str) -> str:
    """Guard a cell of somebody else's list, but for a number below zero: it is one for a spreadsheet too."""
    return cell if _NEGATIVE.fullmatch(cell.strip()) else guard(cell)


def read_names(text: str) -> object:
    """Several names in one cell, parted by ; or |, or a JSON list."""
    return _json_list(text) or _parts(_NAMES_PARTED, text)


def split_at_commas(text: str) -> list[str]:
    """Return the common names of a cell that is evidently a list of them, each once; nothing if it may be one name.

    "Beech, copper" is one name, its noun first. A list has LISTED_MIN parts or more, or is longer than a name may be,
    or all of its parts have a word in common.

    >>> split_at_commas("Balsam Fir, Gilead Fir"), split_at_commas("Beech, copper, weeping")
    (['Balsam Fir', 'Gilead Fir'], [])
    """
    if "," not in text or _NAMES_PARTED.search(text) or text.startswith("["):
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
    """Split at the commas that are not in brackets: "pele (Tonga, Tuvalu), bele" has two parts."""
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
    """Several words in one cell, parted by commas, or a JSON list."""
    return _json_list(text) or _parts(_TAGS_PARTED, text)


def read_images(text: str) -> object:
    """Addresses in one cell, parted by spaces, or a JSON list of objects."""
    return _json_list(text) or [{"url": url} for url in _parts(_IMAGES_PARTED, text)]


def write_names(names: Sequence[str]) -> str:
    text = _written(names, _NAMES_PARTED, "; ")
    return _to_json(list(names)) if split_at_commas(text) else text


def write_tags(tags: Sequence[str]) -> str:
    return _written(tags, _TAGS_PARTED, ", ")


def write_images(images: Sequence[Mapping[str, str | None]]) -> str:
    if any(image.get("alt") for image in images):
        return _to_json(list(images))
    return " ".join(str(image["url"]) for image in images)


def _written(items: Sequence[str], parting: re.Pattern[str], join: str) -> str:
    plain = not any(parting.search(item) for item in items) and not (items and items[0].startswith("["))
    return join.join(items) if plain else _to_json(list(items))


def _json_list(text: str) -> list[object] | None:
    if not text.startswith("["):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def _parts(parting: re.Pattern[str], text: str) -> list[str]:
    return [part for part in map(str.strip, parting.split(text)) if part]


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
