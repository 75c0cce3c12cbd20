"""Parses numbers as people write them in files: 12,99 and 1.234,50, £3.60, 250+, or a dash for no value."""

import re
from enum import StrEnum

from plantstore.domain.text import quoted


class DecimalSign(StrEnum):
    """The decimal sign of a file. With AUTO, decide for each number, and refuse ambiguous numbers."""

    AUTO = "auto"
    COMMA = "comma"
    POINT = "point"


_AMOUNT = re.compile(r"([A-Z]{3}|[€£$¥])?\s*(-?[0-9][0-9.,'’\s]*?)\s*([A-Z]{3}|[€£$¥])?")
_SPACES = re.compile(r"['’\s]")
_STOCK = re.compile(r"(-?[0-9][0-9.,'’\s]*)(\+?)")
NONE_WORDS = frozenset({"-", "–", "—"})


def split_price(text: str) -> tuple[str, str] | None:
    """Return the number in a price, and its currency sign or code ("" if none); None for a dash.

    Raise ValueError if the text is not a price. The message says how to correct the cell.
    """
    if text in NONE_WORDS:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise ValueError(f"{quoted(text)} is not a price. Use a number such as 12.99 or leave it empty.")
    return found[2], found[1] or found[3] or ""


def read_stock(text: str, sign: DecimalSign) -> tuple[int, str]:
    """Return the count in a cell, and a note if the text was interpreted ("" if not). Raise ValueError if invalid."""
    if text in NONE_WORDS:
        return 0, f"{quoted(text)} was read as 0."
    found = _STOCK.fullmatch(text)
    if found is None:
        raise ValueError(f"{quoted(text)} is not a quantity. Use a whole number or leave it empty.")
    number = found[1]
    if sign is DecimalSign.AUTO and re.fullmatch(r"[0-9]{1,3}[.,][0-9]{3}", number):
        number = re.sub("[.,]", "", number)  # stock is a whole number, so this sign separates thousands
    whole, _, rest = plain(number, sign, three_decimals=False).partition(".")
    if rest.strip("0"):
        raise ValueError(f"{quoted(text)}: stock must be a whole number.")
    if len(whole) > 12:
        raise ValueError(f"{quoted(text)} is too large.")
    return int(whole), "" if whole == text else f"{quoted(text)} was read as {int(whole)}."


def plain(number: str, sign: DecimalSign, *, three_decimals: bool) -> str:
    """Return a number with a decimal point and without thousands separators.

    Raise ValueError if the number is ambiguous or invalid. With `three_decimals`, 1.234 is not ambiguous.
    """
    number = _SPACES.sub("", number)
    if sign is DecimalSign.AUTO:
        sign = _sign_of(number, three_decimals=three_decimals)
    decimal, thousands = (",", ".") if sign is DecimalSign.COMMA else (".", ",")
    whole, _, rest = number.partition(decimal)
    if thousands in whole and not re.fullmatch(rf"-?[0-9]{{1,3}}(?:{re.escape(thousands)}[0-9]{{3}})+", whole):
        raise ValueError(f"{quoted(number)} is not a number with a decimal {sign}.")
    if rest and not (rest.isascii() and rest.isdigit()):
        raise ValueError(f"{quoted(number)} is not a number with a decimal {sign}.")
    return whole.replace(thousands, "") + (f".{rest}" if rest else "")


def has_thousands(number: str) -> bool:
    """True if a price has separated thousands: the separator may have been meant as a decimal sign.

    >>> has_thousands("1.234,50"), has_thousands("1 234.50"), has_thousands("12,99")
    (True, True, False)
    """
    return len(re.findall(r"[.,'’\s]", number.strip())) > 1


def evidence(text: str) -> DecimalSign | None:
    """Return the decimal sign of a number; None if there is none, or if it is ambiguous."""
    found = re.search(r"([.,])[0-9]{1,2}(?![0-9.,])", text)
    return None if found is None else DecimalSign.COMMA if found[1] == "," else DecimalSign.POINT


def _sign_of(number: str, *, three_decimals: bool) -> DecimalSign:
    commas, points = number.count(","), number.count(".")
    if commas and points:
        return DecimalSign.COMMA if number.rfind(",") > number.rfind(".") else DecimalSign.POINT
    if commas + points != 1:  # no sign, or several of one kind, which separate thousands
        return DecimalSign.POINT if commas else DecimalSign.COMMA if points else DecimalSign.POINT
    whole, mark, rest = re.split("([.,])", number)
    if len(rest) == 3 and not three_decimals and whole.lstrip("-") != "0":
        raise ValueError(
            f"{quoted(number)} can be {whole}{rest} or {whole}.{rest[:2]}: "
            f"write it without the {_sign_name(mark)}, or with two decimals."
        )
    return DecimalSign.COMMA if mark == "," else DecimalSign.POINT


def _sign_name(mark: str) -> str:
    return "comma" if mark == "," else "point"
