"""Cells of a list as the store writes and reads them: lists in one cell, and texts that no spreadsheet calculates."""

import json
import re
from collections.abc import Mapping, Sequence

TRIGGERS = "=+-@\t\r\n＝＋－＠"  # what a spreadsheet may take for a formula at the start of a cell (OWASP)
_GUARDED = re.compile(rf"'+[{re.escape(TRIGGERS)}]")
_TO_GUARD = re.compile(rf"'*[{re.escape(TRIGGERS)}]")
_NAMES_PARTED = re.compile(r"[;|]")
_TAGS_PARTED = re.compile(r"[,;|]")
_IMAGES_PARTED = re.compile(r"[\s|]+")


def guard(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would calculate; `unguard` takes it away.

    >>> guard("=1+1"), unguard(guard("=1+1"))
    ("'=1+1", '=1+1')
    """
    return "'" + text if _TO_GUARD.match(text) else text


def unguard(text: str) -> str:
    """Take away the apostrophe that `guard`, or a spreadsheet, has put there."""
    return text[1:] if _GUARDED.match(text) else text


def read_names(text: str) -> object:
    """Several names in one cell, parted by ; or |, or a JSON list."""
    return _json_list(text) or _parts(_NAMES_PARTED, text)


def read_tags(text: str) -> object:
    """Several words in one cell, parted by commas, or a JSON list."""
    return _json_list(text) or _parts(_TAGS_PARTED, text)


def read_images(text: str) -> object:
    """Addresses in one cell, parted by spaces, or a JSON list of objects."""
    return _json_list(text) or [{"url": url} for url in _parts(_IMAGES_PARTED, text)]


def write_names(names: Sequence[str]) -> str:
    return _written(names, _NAMES_PARTED, "; ")


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
