"""Checks of a plant's fields, one for each kind of value.

A check takes a client's value, the field's JSON Pointer and a list of problems. It returns the cleaned-up value. If the
value is invalid, it appends to the list and returns an empty value.
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import date

from plantstore.domain.errors import FieldError
from plantstore.domain.text import BLANK_LETTERS, check_text, is_plain, quoted

Check = Callable[[object, str, list[FieldError]], object]

SKU_CHARS_MAX = 64
FAMILY_CHARS_MAX = 60  # twice the length of the longest known family name
STOCK_MAX = 1_000_000

SKU_SIGNS = " ._/#+-"
_ASCII_SKU = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._/#+-]*")
_FORMULA_STARTS = ("=", "+", "-", "@")
_OLD_FAMILIES = "Compositae|Cruciferae|Gramineae|Guttiferae|Labiatae|Leguminosae|Palmae|Umbelliferae"  # ICN 18.5
FAMILY = re.compile(f"[A-Z][a-z]+aceae|{_OLD_FAMILIES}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def clean_text(
    value: object,
    pointer: str,
    problems: list[FieldError],
    *,
    chars_max: int,
    wanted: str = "a string",
    chars_min: int = 1,
    keep_lines: bool = False,
) -> str | None:
    """Return a string as `check_text` cleans it up; None, with the problems appended, if it is not a valid string.

    `wanted` says what to use instead of another type of value.
    """
    if not isinstance(value, str):
        problems.append(_wrong_type(wanted, pointer))
        return None
    clean, wrong = check_text(value, pointer=pointer, chars_max=chars_max, chars_min=chars_min, keep_lines=keep_lines)
    problems += wrong
    return None if wrong else clean


def text(chars_max: int, *, chars_min: int = 1, keep_lines: bool = False) -> Check:
    """Return a check for a string. With `chars_min=0`, an empty string becomes None."""

    def check(value: object, pointer: str, problems: list[FieldError]) -> str | None:
        if isinstance(value, str) and is_plain(value) and chars_min <= len(value) <= chars_max:
            return value or None
        clean = clean_text(value, pointer, problems, chars_max=chars_max, chars_min=chars_min, keep_lines=keep_lines)
        return clean or None

    return check


def texts(items_max: int, chars_max: int, *, comma: bool = True) -> Check:
    """Return a check for a list of strings, which refuses duplicates, ignoring case.

    With `comma=False`, strings must not contain commas, which separate the items in CSV.
    """
    check_item = text(chars_max)

    def check(value: object, pointer: str, problems: list[FieldError]) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            problems.append(_wrong_type("a list of strings", pointer))
            return ()
        if len(value) > items_max:
            detail = f"Use at most {items_max}, not {len(value):,}."
            problems.append(FieldError(pointer=pointer, code="items", detail=detail))
            return ()
        first_indexes: dict[str, int] = {}
        items = []
        for index, item in enumerate(value):
            clean = check_item(item, f"{pointer}/{index}", problems)
            if isinstance(clean, str):
                items.append(clean)
                first = first_indexes.setdefault(_fold(clean), index)
                _check_item(clean, f"{pointer}/{index}", problems, repeats=first != index, first=first, comma=comma)
        return tuple(items)

    return check


def sku(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check a SKU, the shop's article code: letters and digits of any script, and SKU_SIGNS, but not as the first."""
    wanted = 'a string, such as "HYD-END-5L"'
    clean = clean_text(value, pointer, problems, chars_max=SKU_CHARS_MAX, wanted=wanted)
    if clean is None or _is_sku(clean):
        return clean
    detail = f"{quoted(clean)}: use only letters, digits, spaces and . _ / # + -, and begin with a letter or digit."
    if clean.startswith(_FORMULA_STARTS):
        detail = f"{quoted(clean)} starts with “{clean[0]}” like a spreadsheet formula. This is not an article code."
    problems.append(FieldError(pointer=pointer, code="characters", detail=detail))
    return None


def _is_sku(text: str) -> bool:
    if _ASCII_SKU.fullmatch(text):
        return True
    return not _is_sku_mark(text[0]) and text[0] not in SKU_SIGNS and all(map(_is_sku_char, text))


def _is_sku_char(char: str) -> bool:
    """True for characters that can be seen and typed: letters, accents, vowel signs, digits, and SKU_SIGNS."""
    category = unicodedata.category(char)
    return char in SKU_SIGNS or ((category[0] in "LM" or category == "Nd") and char not in BLANK_LETTERS)


def _is_sku_mark(char: str) -> bool:
    """True for an accent or vowel sign, which must follow a letter."""
    return unicodedata.category(char)[0] == "M"


def family(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check the scientific name of a plant family."""
    wanted = 'a string, such as "Rosaceae"'
    clean = clean_text(value, pointer, problems, chars_max=FAMILY_CHARS_MAX, wanted=wanted)
    if clean is None or FAMILY.fullmatch(clean):
        return clean
    better = clean.capitalize()
    if FAMILY.fullmatch(better):
        detail = f"{quoted(clean)}: use {better}."
    else:
        detail = f"{quoted(clean)} is not a plant family. Use its scientific name, such as Rosaceae."
    problems.append(FieldError(pointer=pointer, code="family", detail=detail))
    return None


def stock_quantity(value: object, pointer: str, problems: list[FieldError]) -> int | None:
    """Check a count. Refuse JSON true and false, although bool is an int in Python."""
    if not isinstance(value, int) or isinstance(value, bool):
        problems.append(_wrong_type("a whole number, or leave it out if you don't track stock", pointer))
        return None
    if 0 <= value <= STOCK_MAX:
        return value
    detail = "Stock cannot be below zero." if value < 0 else f"Stock cannot be above {STOCK_MAX:,}."
    problems.append(FieldError(pointer=pointer, code="range", detail=detail))
    return None


def iso_date(value: object, pointer: str, problems: list[FieldError]) -> date | None:
    """Check a calendar date in the form YYYY-MM-DD."""
    if not isinstance(value, str):
        problems.append(_wrong_type('a date as a string, such as "2026-05-25"', pointer))
        return None
    try:
        if _DATE.fullmatch(value.strip()):
            return date.fromisoformat(value.strip())
        detail = f"{quoted(value)}: use year-month-day, such as 2026-05-25."
    except ValueError:
        detail = f"{quoted(value)} is not a calendar date."
    problems.append(FieldError(pointer=pointer, code="date", detail=detail))
    return None


def write_date(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _wrong_type(wanted: str, pointer: str) -> FieldError:
    return FieldError(pointer=pointer, code="type", detail=f"Use {wanted}.")


def _check_item(
    clean: str, pointer: str, problems: list[FieldError], *, repeats: bool, first: int, comma: bool
) -> None:
    if repeats:
        detail = f"{quoted(clean)} is a duplicate of item {first + 1}."
        problems.append(FieldError(pointer=pointer, code="duplicate", detail=detail))
    if not comma and "," in clean:
        detail = f"{quoted(clean)}: use one item for each, without commas."
        problems.append(FieldError(pointer=pointer, code="characters", detail=detail))


def _fold(clean: str) -> str:
    return clean.lower() if clean.isascii() else unicodedata.normalize("NFKC", clean).casefold()
