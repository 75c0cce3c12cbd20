"""The amounts of a plant next to its price: its cost, its former price, and the smallest order."""

from collections.abc import Mapping
from decimal import Decimal

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.objects import whole_number
from plantstore.domain.plants.price import check_decimals, check_price

MINIMUM_ORDER_MAX = 1_000_000

AMOUNTS = ("price", "compare_at_price", "cost")
"""The fields that hold an amount in the plant's currency. Each of them needs a currency."""

check_cost = check_price
check_compare_at_price = check_price
check_minimum_order = whole_number(1, MINIMUM_ORDER_MAX)


def check_amounts(values: Mapping[str, str | None], problems: list[FieldError], *, currency: str) -> None:
    """Append a problem for each amount with more decimals than the currency has. `values` maps fields to amounts."""
    for field in AMOUNTS:
        amount = values.get(field)
        if amount is not None:
            check_decimals(amount, currency=currency, pointer="/" + field, problems=problems)


def amount_warnings(*, price: str | None, compare_at_price: str | None) -> list[FieldError]:
    """Return a warning if the former price is not above the price: shops show it only for a reduced plant."""
    if price is None or compare_at_price is None or Decimal(compare_at_price) > Decimal(price):
        return []
    detail = f"The former price, {compare_at_price}, is not above the price, {price}."
    return [FieldError(pointer="/compare_at_price", code="not_reduced", detail=detail)]
