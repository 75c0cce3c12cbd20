"""Changes of many prices: exact decimals, rounding rules, and what is refused."""

from typing import Any

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.price_change import Price, PriceChange, Refusal, check_price_change, new_price


def changed(price: str, of: str = "EUR", **change: str) -> str:
    """Return the new price, or the code of the refusal."""
    found = new_price(Price(amount=price, currency=of), PriceChange(**change), currency=of)
    return found.code if isinstance(found, Refusal) else found.amount


@pytest.mark.parametrize(
    ("price", "change", "expected"),
    [
        ("24.90", {"percent": "5"}, "26.15"),  # 26.145: halves are rounded up
        ("24.90", {"percent": "-12.5"}, "21.79"),
        ("0.10", {"percent": "+10"}, "0.11"),
        ("24.90", {"percent": "5", "round_to": "0.05"}, "26.15"),
        ("24.92", {"percent": "5", "round_to": "0.05"}, "26.15"),
        ("24.90", {"percent": "5", "round_to": "0.10"}, "26.10"),
        ("24.90", {"percent": "5", "round_to": "5"}, "25.00"),
        ("24.90", {"percent": "5", "ending": "0.95"}, "25.95"),
        ("24.90", {"percent": "5", "ending": ".99"}, "25.99"),
        ("24.40", {"percent": "0", "ending": "0.90"}, "24.90"),  # 0.50 from both: the higher one
        ("0.20", {"percent": "5", "ending": "0.99"}, "0.99"),  # -0.01 would be below zero
        ("24.90", {"amount": "0.50"}, "25.40"),
        ("24.90", {"amount": "-24.90"}, "0.00"),
        ("24.90", {"amount": "-1", "round_to": "0.50"}, "24.00"),
        ("24.90", {"set": "9.9"}, "9.90"),
        ("9.9", {"set": "9.90"}, "9.9"),  # the same price stays as it was written
        ("9.90", {"amount": "-9.91"}, "below_zero"),
        ("999999999.99", {"percent": "1"}, "price_max"),
        ("999999999.99", {"percent": "-0.01"}, "999899999.99"),
        ("24.90", {"set": "9.901"}, "decimals"),
        ("24.90", {"percent": "5", "currency": "GBP"}, "currency"),
    ],
)
def test_prices_are_exact_and_rounded_as_requested(price: str, change: dict[str, str], expected: str) -> None:
    assert changed(price, **change) == expected


def test_each_currency_keeps_its_decimals() -> None:
    assert changed("1250", "JPY", percent="5") == "1313"
    assert changed("1250", "JPY", percent="5", ending="0.99") == "decimals"
    assert changed("1250", "JPY", percent="5", round_to="50") == "1300"
    assert changed("4.125", "KWD", percent="5") == "4.331"


def test_a_plant_without_a_price_only_gets_one_that_is_set() -> None:
    none = new_price(None, PriceChange(percent="5"), currency="EUR")
    assert isinstance(none, Refusal) and none.code == "no_price"

    assert new_price(None, PriceChange(set="4.5"), currency="EUR") == Price(amount="4.50", currency="EUR")


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ("5 %", "/price"),
        ({}, "/price"),
        ({"set": "1.00", "percent": "5"}, "/price"),
        ({"set": 1.0}, "/price/set"),
        ({"set": "-1.00"}, "/price/set"),
        ({"percent": "-100"}, "/price/percent"),
        ({"percent": "1000.01"}, "/price/percent"),
        ({"percent": "1e9"}, "/price/percent"),
        ({"percent": "NaN"}, "/price/percent"),
        ({"percent": "٥"}, "/price/percent"),
        ({"percent": 5}, "/price/percent"),
        ({"amount": "1,20"}, "/price/amount"),
        ({"amount": "Infinity"}, "/price/amount"),
        ({"percent": "5", "round_to": "0"}, "/price/round_to"),
        ({"percent": "5", "round_to": "1000.01"}, "/price/round_to"),
        ({"percent": "5", "ending": "1.99"}, "/price/ending"),
        ({"percent": "5", "ending": "0.99", "round_to": "0.05"}, "/price/ending"),
        ({"set": "5.00", "ending": "0.99"}, "/price/ending"),
        ({"percent": "5", "currency": "XXX"}, "/price/currency"),
        ({"percent": "5", "colour": "red"}, "/price/colour"),
    ],
)
def test_wrong_changes_are_refused_with_their_place(raw: Any, pointer: str) -> None:
    problems: list[FieldError] = []

    check_price_change(raw, "/price", problems)

    assert [problem.pointer for problem in problems] == [pointer]
    assert problems[0].detail.endswith(".")


def test_the_largest_and_the_smallest_percentage_are_accepted() -> None:
    problems: list[FieldError] = []
    for percent in ("-99.99", "1000"):
        assert check_price_change({"percent": percent}, "", problems).percent == percent
    assert problems == []
