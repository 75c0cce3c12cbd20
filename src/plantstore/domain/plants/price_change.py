"""A change of many prices: set, by a percentage or by an amount, and then rounded. Pure.

Amounts are exact decimals. A price keeps its currency, is never below zero, and has the decimals of its currency.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check
from plantstore.domain.plants.currency import EXPONENTS, check_currency
from plantstore.domain.plants.objects import check_object
from plantstore.domain.plants.price import check_price
from plantstore.domain.text import quoted

PERCENT_MAX = 1_000  # max rise in per cent: eleven times the price
PRICE_DIGITS_MAX = 9  # max digits before the point, as `check_price` allows
STEP_MAX = 1_000  # max multiple to which prices are rounded
_PERCENT = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,2})?")
_SIGNED = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,3})?")
_ENDING = re.compile(r"0?\.[0-9]{1,3}|0")
_WAYS = ("set", "percent", "amount")
_EXAMPLE = '{"percent": "5", "ending": "0.99"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a plant cannot be changed as requested. The detail is the same for every plant with this code."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceChange:
    """How prices change: exactly one of `set`, `percent` and `amount` is given, as decimal text.

    `round_to` rounds to the nearest multiple, `ending` to the nearest price with these decimals; halves are rounded up.
    With `currency`, only prices in this currency change.
    """

    set: str | None = None
    percent: str | None = None
    amount: str | None = None
    round_to: str | None = None
    ending: str | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A price and its currency."""

    amount: str
    currency: str


def check_price_change(value: object, pointer: str, problems: list[FieldError]) -> PriceChange:
    """Check a client's object that says how prices change. Append a problem for each wrong value."""
    before = len(problems)
    found = check_object(value, pointer, problems, checks=_CHECKS, example=_EXAMPLE)
    change = PriceChange(**found)
    ways = [name for name in _WAYS if getattr(change, name) is not None]
    if len(problems) > before:
        return change
    if len(ways) != 1:
        detail = f"Give exactly one of set, percent and amount, such as {_EXAMPLE}."
        problems.append(FieldError(pointer=pointer, code="choice", detail=detail))
    rounding = [name for name in ("round_to", "ending") if getattr(change, name) is not None]
    if rounding and (change.set is not None or len(rounding) > 1):
        detail = "Give either round_to or ending, and only with percent or amount."
        problems.append(FieldError(pointer=f"{pointer}/{rounding[-1]}", code="choice", detail=detail))
    return change


def new_price(old: Price | None, change: PriceChange, *, currency: str) -> Price | Refusal:
    """Return a plant's price after a change. `currency` is the plant's, or the one for a plant that has none.

    >>> new_price(Price(amount="24.90", currency="EUR"), PriceChange(percent="5", ending="0.99"), currency="EUR")
    Price(amount='25.99', currency='EUR')
    """
    if change.currency is not None and change.currency != currency:
        return Refusal(code="currency", detail=f"The price is not in {change.currency}.")
    exponent = EXPONENTS[currency]
    if change.set is not None:
        return _written(Decimal(change.set), old, exponent, currency=currency)
    if old is None:
        return Refusal(code="no_price", detail="The plant has no price.")
    if change.percent is not None:
        exact = Decimal(old.amount) * (100 + Decimal(change.percent)) / 100
    else:
        assert change.amount is not None
        exact = Decimal(old.amount) + Decimal(change.amount)
    if exact < 0:
        return Refusal(code="below_zero", detail="The price would be below zero.")
    return _written(_rounded(exact, change, exponent), old, exponent, currency=currency)


def _rounded(exact: Decimal, change: PriceChange, exponent: int) -> Decimal:
    """Return the amount rounded as requested or, without a rule, to the smallest unit of the currency."""
    if change.ending is not None:
        ending = Decimal(change.ending)
        floor = exact.to_integral_value(ROUND_FLOOR)
        nearest = [price for price in (floor + 1 + ending, floor + ending, floor - 1 + ending) if price >= 0]
        return min(nearest, key=lambda price: abs(price - exact))  # of two equally near, the first is the higher one
    step = Decimal(1).scaleb(-exponent) if change.round_to is None else Decimal(change.round_to)
    return (exact / step).to_integral_value(ROUND_HALF_UP) * step


def _written(amount: Decimal, old: Price | None, exponent: int, *, currency: str) -> Price | Refusal:
    if amount >= 10**PRICE_DIGITS_MAX:
        return Refusal(code="price_max", detail=f"The price would have more than {PRICE_DIGITS_MAX} digits.")
    text = f"{amount:.{exponent}f}"
    if Decimal(text) != amount:
        return Refusal(code="decimals", detail="The currency of the price has fewer decimals than this change.")
    if old is not None and Decimal(old.amount) == amount:
        return old  # written in another way, perhaps: 5 and 5.00 are the same price
    return Price(amount=text, currency=currency)


def _check_percent(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    text = value.strip() if isinstance(value, str) else ""
    if _PERCENT.fullmatch(text) and -100 < Decimal(text) <= PERCENT_MAX:
        return text
    detail = f'Use a string with a number above -100, up to {PERCENT_MAX:,}, such as "5" or "-12.5".'
    problems.append(FieldError(pointer=pointer, code="percent", detail=detail))
    return None


def _check_amount(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    text = value.strip() if isinstance(value, str) else ""
    if _SIGNED.fullmatch(text):
        return text
    problems.append(FieldError(pointer=pointer, code="decimal", detail='Use a string, such as "0.50" or "-1.20".'))
    return None


def _check_step(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    step = check_price(value, pointer, problems)
    if step is None or 0 < Decimal(step) <= STEP_MAX:
        return step
    detail = f"Use a multiple above 0, up to {STEP_MAX:,}, such as 0.05."
    problems.append(FieldError(pointer=pointer, code="range", detail=detail))
    return None


def _check_ending(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    text = value.strip() if isinstance(value, str) else ""
    if _ENDING.fullmatch(text):
        return text
    shown = f"{quoted(value)}: " if isinstance(value, str) else ""
    detail = f'{shown}Use a string with the decimals of the price, such as "0.95" or "0.99".'
    problems.append(FieldError(pointer=pointer, code="decimal", detail=detail))
    return None


_CHECKS: Mapping[str, Check] = {
    "set": check_price,
    "percent": _check_percent,
    "amount": _check_amount,
    "round_to": _check_step,
    "ending": _check_ending,
    "currency": check_currency,
}
