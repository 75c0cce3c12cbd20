"""GTINs: which are valid, and which are equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.gtin import check_digit, check_gtin, gtin_key


def check(value: object) -> tuple[str | None, list[FieldError]]:
    problems: list[FieldError] = []
    return check_gtin(value, "/gtin", problems), problems


@pytest.mark.parametrize("digits", ["96385074", "036000291452", "2000000000077", "10012345678902"])
def test_the_four_lengths_with_a_right_check_digit_are_gtins(digits: str) -> None:
    assert check(digits) == (digits, [])


@given(st.sampled_from([7, 11, 12, 13]).flatmap(lambda count: st.text("0123456789", min_size=count, max_size=count)))
def test_exactly_one_check_digit_is_right(digits: str) -> None:
    right = [last for last in "0123456789" if check(digits + last)[0] is not None]

    assert right == [check_digit(digits)]


def test_spaces_and_hyphens_between_digits_are_dropped() -> None:
    assert check(" 2 000000-000077\u00a0") == ("2000000000077", [])


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("2000000000092", "2000000000092 has a wrong check digit (expected 2000000000091)."),
        ("5,01E+12", "“5,01E+12” was changed by a spreadsheet. Format the column as text and paste the number again."),
        (
            "36000291452",
            "A GTIN has 8, 12, 13 or 14 digits, not 11. A spreadsheet may have removed leading zeros.",
        ),
        ("123", "A GTIN has 8, 12, 13 or 14 digits, not 3."),
        ("ROSE", "“ROSE” is not a GTIN. Use 8, 12, 13 or 14 digits."),
        ("٢٠٠٠٠٠٠٠٠٠٠٧٧", "“٢٠٠٠٠٠٠٠٠٠٠٧٧” is not a GTIN. Use 8, 12, 13 or 14 digits."),
        ("²000000000077", "“²000000000077” is not a GTIN. Use 8, 12, 13 or 14 digits."),
        ("-", "“” is not a GTIN. Use 8, 12, 13 or 14 digits."),
    ],
)
def test_the_advice_fits_the_mistake(text: str, detail: str) -> None:
    gtin, (problem,) = check(text)

    assert (gtin, problem.code, problem.detail) == (None, "gtin", detail)


@pytest.mark.parametrize("text", ["", "1" * 15, "1" * 41, "1" * 1_000_000, "200000000007\x00"])
def test_invalid_gtins_are_refused(text: str) -> None:
    gtin, problems = check(text)

    assert gtin is None
    assert len(problems) == 1


def test_a_number_is_no_gtin_because_it_loses_zeros() -> None:
    gtin, (problem,) = check(36000291452)

    assert (gtin, problem.code) == (None, "type")


def test_gtins_of_different_lengths_have_one_key() -> None:
    assert {gtin_key(text) for text in ("036000291452", "0036000291452", "00036000291452")} == {"00036000291452"}
