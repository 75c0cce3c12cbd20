"""Costs, former prices and minimum orders."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.amounts import (
    AMOUNTS,
    MINIMUM_ORDER_MAX,
    amount_warnings,
    check_amounts,
    check_compare_at_price,
    check_cost,
    check_minimum_order,
)
from plantstore.domain.plants.checks import Check


@pytest.mark.parametrize("check", [check_cost, check_compare_at_price])
def test_costs_and_former_prices_are_checked_like_prices(check: Check) -> None:
    problems: list[FieldError] = []

    assert [check(text, "/cost", problems) for text in ("9.80", "0", "999999999.999")] == ["9.80", "0", "999999999.999"]
    assert problems == []
    for wrong in (9.8, True, "9,80", "-1", "1000000000", "٣", "9.80\u200b", "1.2345"):
        assert check(wrong, "/cost", problems) is None
    assert {problem.pointer for problem in problems} == {"/cost"}
    assert [problem.code for problem in problems] == ["type", "type", *["decimal"] * 6]


def test_every_amount_has_at_most_the_decimals_of_the_currency() -> None:
    problems: list[FieldError] = []
    values = {"price": "24.999", "compare_at_price": "30.00", "cost": "9.805", "name": "1.2345"}

    check_amounts(values, problems, currency="GBP")

    assert [(problem.pointer, problem.code) for problem in problems] == [("/price", "decimal"), ("/cost", "decimal")]
    check_amounts(dict.fromkeys(AMOUNTS, "1200.5"), problems, currency="JPY")
    assert [problem.pointer for problem in problems[2:]] == ["/price", "/compare_at_price", "/cost"]
    check_amounts({"price": None, "cost": "1.250"}, problems, currency="KWD")
    assert len(problems) == 5


@pytest.mark.parametrize(
    ("price", "former", "warned"),
    [("9.99", "12.99", False), ("9.99", "9.99", True), ("10", "9.99", True), (None, "9.99", False), ("9", None, False)],
)
def test_a_former_price_that_is_not_above_the_price_is_allowed_with_a_warning(
    price: str | None, former: str | None, warned: bool
) -> None:
    codes = [(warning.pointer, warning.code) for warning in amount_warnings(price=price, compare_at_price=former)]

    assert codes == ([("/compare_at_price", "not_reduced")] if warned else [])


@pytest.mark.parametrize("count", [1, 6, MINIMUM_ORDER_MAX])
def test_a_minimum_order_is_a_whole_number(count: int) -> None:
    problems: list[FieldError] = []

    assert (check_minimum_order(count, "/minimum_order", problems), problems) == (count, [])


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (0, "range"),
        (-1, "range"),
        (MINIMUM_ORDER_MAX + 1, "range"),
        (10**400, "range"),
        (True, "type"),
        (6.0, "type"),
        (float("nan"), "type"),
        ("6", "type"),
        ([6], "type"),
    ],
)
def test_other_minimum_orders_are_refused(value: object, code: str) -> None:
    problems: list[FieldError] = []

    assert check_minimum_order(value, "/minimum_order", problems) is None
    assert [(problem.pointer, problem.code) for problem in problems] == [("/minimum_order", code)]
    assert problems[0].detail == "Use a whole number from 1 to 1,000,000."
