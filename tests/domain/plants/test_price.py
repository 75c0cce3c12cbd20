"""Valid prices, and the messages for invalid ones."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.price import check_decimals, check_price


def check(value: object) -> tuple[str | None, list[FieldError]]:
    problems: list[FieldError] = []
    return check_price(value, "/price", problems), problems


@pytest.mark.parametrize("text", ["24.90", "0", "0.00", "1200", "1.250", "999999999.999", "24.9"])
def test_a_price_is_kept_as_it_was_written(text: str) -> None:
    assert check(text) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".5",
        "5.",
        "1000000000",
        "1.2345",
        "1e3",
        "NaN",
        "POA",
        "+5",
        "٣",
        "1 000",
        "1_000",
        "24.90\n.",
        "9" * 100_000,
    ],
)
def test_invalid_prices_are_refused(text: str) -> None:
    price, (problem,) = check(text)

    assert (price, problem.code) == (None, "decimal")
    assert len(problem.detail) < 200


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("24,90", "“24,90”: use 24.90."),
        ("-5", "“-5”: a price cannot be below zero."),
        ("POA", "“POA” is not a price. Use up to 9 digits, a point and the cents, such as 24.90."),
    ],
)
def test_the_advice_fits_the_mistake(text: str, detail: str) -> None:
    _, (problem,) = check(text)

    assert problem.detail == detail


@pytest.mark.parametrize("value", [24.9, 24, True, ["24.90"], float("nan")])
def test_a_number_is_no_price(value: object) -> None:
    price, (problem,) = check(value)

    assert (price, problem.code, problem.detail) == (None, "type", 'Use a string, such as "24.90".')


@pytest.mark.parametrize(
    ("price", "currency", "fits"),
    [
        ("1200", "JPY", True),
        ("1200.0", "JPY", False),
        ("24.90", "EUR", True),
        ("24.905", "EUR", False),
        ("1.250", "KWD", True),
    ],
)
def test_a_price_has_no_more_decimals_than_its_currency(price: str, currency: str, fits: bool) -> None:
    problems: list[FieldError] = []

    check_decimals(price, currency=currency, pointer="/price", problems=problems)

    assert (problems == []) is fits
