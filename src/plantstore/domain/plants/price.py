"""Checks prices: decimal strings, with at most the decimals of their currency. Floats cannot represent 0.10 exactly."""

import re

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.currency import EXPONENTS
from plantstore.domain.text import quoted

_PRICE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?")
_DECIMAL_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,2})")


def check_price(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check a price and return it. Call `check_decimals` once its currency is known."""
    if not isinstance(value, str):
        detail = 'Use a string, such as "24.90".'
        problems.append(FieldError(pointer=pointer, code="type", detail=detail))
        return None
    price = value.strip()
    if _PRICE.fullmatch(price) is not None:
        return price
    problems.append(FieldError(pointer=pointer, code="decimal", detail=_advice(price)))
    return None


def check_decimals(price: str, *, currency: str, pointer: str, problems: list[FieldError]) -> None:
    """Append a problem if the price has more decimals than its currency, such as half a yen or a tenth of a cent."""
    decimals = len(price.partition(".")[2])
    exponent = EXPONENTS[currency]
    if decimals <= exponent:
        return
    if exponent == 0:
        detail = f"{quoted(price)}: {currency} has no decimals."
    else:
        detail = f"{quoted(price)}: {currency} has {exponent} decimals."
    problems.append(FieldError(pointer=pointer, code="decimal", detail=detail))


def _advice(price: str) -> str:
    comma = _DECIMAL_COMMA.fullmatch(price)
    if comma is not None:
        return f"{quoted(price)}: use {comma[1]}.{comma[2]}."
    if price.startswith("-") and _PRICE.fullmatch(price[1:]):
        return f"{quoted(price)}: a price cannot be below zero."
    return f"{quoted(price)} is not a price. Use up to 9 digits, a point and the cents, such as 24.90."
