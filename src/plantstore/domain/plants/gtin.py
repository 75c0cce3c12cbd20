"""Checks GTINs: the numbers of barcodes (EAN, UPC), with a check digit (GS1 General Specifications, section 7.9)."""

import re

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import clean_text
from plantstore.domain.text import quoted

LENGTHS = (8, 12, 13, 14)
_KEY_CHARS = 14
_RAW_CHARS_MAX = 40  # max length before separators are removed: 14 digits, a separator after each, and some margin
_SEPARATORS = re.compile("[ -]")
_SPREADSHEET_NUMBER = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+?[0-9]{1,3}")


def check_gtin(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Return the digits of a GTIN, without spaces and hyphens; None, with a problem appended, if it is invalid."""
    wanted = 'a string, such as "2000000000077": a number loses its leading zeros'
    text = clean_text(value, pointer, problems, chars_max=_RAW_CHARS_MAX, wanted=wanted)
    if text is None:
        return None
    digits = _SEPARATORS.sub("", text)
    problem = _problem_with(digits)
    if problem is None:
        return digits
    problems.append(FieldError(pointer=pointer, code="gtin", detail=problem))
    return None


def gtin_key(gtin: str) -> str:
    """Return the key under which a GTIN is unique: 14 digits, because a shorter GTIN is the same with leading zeros.

    >>> gtin_key("012345678905") == gtin_key("0012345678905")
    True
    """
    return gtin.rjust(_KEY_CHARS, "0")


def check_digit(digits: str) -> str:
    """Return the check digit for the digits before it: weights 3, 1, 3 … from the right.

    >>> check_digit("200000000007")
    '7'
    """
    total = sum(map(int, digits[-1::-2])) * 3 + sum(map(int, digits[-2::-2]))
    return str(-total % 10)


def _problem_with(digits: str) -> str | None:
    if not (digits.isascii() and digits.isdigit()):
        if _SPREADSHEET_NUMBER.fullmatch(digits):
            return (
                f"{quoted(digits)} was changed by a spreadsheet. Format the column as text and paste the number again."
            )
        return f"{quoted(digits)} is not a GTIN. Use 8, 12, 13 or 14 digits."
    if len(digits) not in LENGTHS:
        hint = " A spreadsheet may have removed leading zeros." if 6 <= len(digits) < _KEY_CHARS else ""
        return f"A GTIN has 8, 12, 13 or 14 digits, not {len(digits)}.{hint}"
    expected = check_digit(digits[:-1])
    if digits[-1] != expected:
        return f"{digits} has a wrong check digit (expected {digits[:-1]}{expected})."
    return None
