"""Which currencies a price can be in."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.currency import EXPONENTS, check_currency


def check(value: object) -> tuple[str | None, list[FieldError]]:
    problems: list[FieldError] = []
    return check_currency(value, "/currency", problems), problems


def test_the_table_holds_every_circulating_currency_once() -> None:
    assert len(EXPONENTS) == 155
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in EXPONENTS)


@pytest.mark.parametrize(("code", "exponent"), [("JPY", 0), ("EUR", 2), ("GBP", 2), ("KWD", 3), ("XCG", 2), ("ISK", 0)])
def test_exponents_match_iso_4217(code: str, exponent: int) -> None:
    assert EXPONENTS[code] == exponent


@pytest.mark.parametrize("text", ["EUR", "eur", " Eur "])
def test_capitals_do_not_matter(text: str) -> None:
    assert check(text) == ("EUR", [])


@pytest.mark.parametrize("text", ["", "EURO", "€", "XAU", "XXX", "ıdr", "EU\x00", "x" * 100_000, "\ud800"])
def test_invalid_currencies_are_refused(text: str) -> None:
    code, (problem,) = check(text)

    assert (code, problem.code) == (None, "currency")


def test_a_withdrawn_currency_is_refused_with_its_successor() -> None:
    code, (problem,) = check("BGN")

    assert (code, problem.detail) == (None, "BGN was withdrawn. Use EUR.")


@pytest.mark.parametrize("value", [978, True, ["EUR"], {}])
def test_a_currency_is_a_text(value: object) -> None:
    code, (problem,) = check(value)

    assert (code, problem.code) == (None, "type")
