"""A price: a decimal text with no more decimals than its currency has. Never a float, which cannot hold 0.10."""

import re

from plantstore.domain.currency import EXPONENTS
from plantstore.domain.errors import FieldError
from plantstore.domain.text import quoted

_PRICE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?")
_DECIMAL_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,2})")


def check_price(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Read the shape of a price; `check_decimals` follows when the currency is known."""
    if not isinstance(value, str):
        detail = 'Write it as a text, such as "24.90".'
        problems.append(FieldError(pointer=pointer, code="type", detail=detail))
        return None
    price = value.strip()
    if _PRICE.fullmatch(price) is not None:
        return price
    problems.append(FieldError(pointer=pointer, code="decimal", detail=_advice(price)))
    return None


def check_decimals(price: str, *, currency: str, pointer: str, problems: list[FieldError]) -> None:
    """Refuse digits that the currency does not have: no half yen, no tenth of a cent."""
    decimals = len(price.partition(".")[2])
    exponent = EXPONENTS[currency]
    if decimals <= exponent:
        return
    if exponent == 0:
        detail = f"{quoted(price)}: {currency} has no decimals."
    else:
        detail = f"{quoted(price)}: {currency} has {exponent} digits after the point."
    problems.append(FieldError(pointer=pointer, code="decimal", detail=detail))


def _advice(price: str) -> str:
    comma = _DECIMAL_COMMA.fullmatch(price)
    if comma is not None:
        return f"{quoted(price)}: write {comma[1]}.{comma[2]}."
    if price.startswith("-") and _PRICE.fullmatch(price[1:]):
        return f"{quoted(price)}: a price cannot be below zero."
    return f"{quoted(price)} is not a price. Write up to 9 digits, a point and the cents, such as 24.90."
