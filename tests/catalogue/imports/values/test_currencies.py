"""The currency of a price: from its column, its sign, its heading or the store; a contradiction is a question."""

from pathlib import Path

import pytest

from plantstore.catalogue.imports.columns.headings import field_of
from plantstore.catalogue.imports.values.currencies import find_mark
from tests.catalogue.imports.lists import Checked, check


def prices(found: Checked) -> list[tuple[str | None, str | None]]:
    return [(fields.price, fields.currency) for _, _, fields, _ in found.plants]


@pytest.mark.parametrize(
    ("heading", "mark"),
    [
        *[("RRP £", "£"), ("Price (GBP)", "GBP"), ("Preis €", "€"), ("price_eur", "EUR"), ("Retail CHF", "CHF")],
        *[("Retail ($)", "$"), ("Price BHD", "BHD"), ("PRICE GBP", "GBP")],
    ],
)
def test_a_heading_names_the_currency_of_its_prices(heading: str, mark: str) -> None:
    assert find_mark(heading) == mark
    assert field_of(heading) == "price"


@pytest.mark.parametrize("heading", ["Price", "Price all", "TOP PRICE", "Price £/€", "Try price"])
def test_a_heading_with_no_currency_or_with_two_names_none(heading: str) -> None:
    assert find_mark(heading) == ""


def test_a_currency_makes_no_other_heading_known(tmp_path: Path) -> None:
    found = check(tmp_path, "name,Cost €,Trade £,RRP £\nRosa,5,1.00,2.00\n", currency="GBP")

    assert [(one.heading, one.field) for one in found.report.columns][1:] == [
        ("Cost €", None),
        ("Trade £", None),
        ("RRP £", "price"),
    ]


def test_the_currency_of_a_heading_counts_and_the_report_shows_it(tmp_path: Path) -> None:
    found = check(tmp_path, "name,RRP £\nRosa,12.50\nAcer,\nIris,3\n", currency="GBP")

    assert prices(found) == [("12.50", "GBP"), (None, None), ("3", "GBP")]
    assert [(one.currency, one.rows) for one in found.report.currencies] == [("GBP", 2)]
    assert found.report.currency_question == ""


def test_a_heading_in_another_currency_than_the_store_is_a_question(tmp_path: Path) -> None:
    found = check(tmp_path, "name,RRP £\nRosa,12.50\n")

    assert found.report.currency_question == (
        "The heading “RRP £” says GBP, and the currency of your store is EUR. Which currency are the prices in?"
    )
    assert found.report.currency_choices == ["GBP", "EUR"]


@pytest.mark.parametrize("said", ["GBP", "EUR"])
def test_an_answer_settles_the_question(tmp_path: Path, said: str) -> None:
    found = check(tmp_path, "name,RRP £\nRosa,12.50\n", said=said)

    assert prices(found) == [("12.50", said)]
    assert (found.report.currency_question, found.report.currency_choices) == ("", [])


@pytest.mark.parametrize("row", ["Rosa,£12.50,", "Rosa,12.50,GBP", "Rosa,£12.50,gbp"])
def test_a_heading_that_cells_agree_with_is_no_question(tmp_path: Path, row: str) -> None:
    found = check(tmp_path, f"name,RRP £,currency\n{row}\n")

    assert prices(found) == [("12.50", "GBP")]
    assert found.report.currency_question == ""


@pytest.mark.parametrize(
    ("row", "detail"),
    [
        ("Rosa,€12.50,", "“€12.50” is in EUR, and the heading “RRP £” says otherwise."),
        ("Rosa,12.50,EUR", "“12.50” is below the heading “RRP £”, and the currency of the line is EUR."),
        ("Rosa,£12.50,EUR", "“£12.50” is in GBP, and the currency of the line is EUR."),
    ],
)
def test_a_cell_that_contradicts_its_heading_or_its_line_is_a_bad_row(tmp_path: Path, row: str, detail: str) -> None:
    assert check(tmp_path, f"name,RRP £,currency\n{row}\n").details == [detail]


def test_a_cell_in_another_currency_than_a_person_named_is_a_bad_row(tmp_path: Path) -> None:
    found = check(tmp_path, "name,price\nRosa,€12.50\nAcer,3\n", said="GBP")

    assert prices(found) == [("3", "GBP")]
    assert found.details == ["“€12.50” is in EUR, and you chose GBP for this file."]


@pytest.mark.parametrize("content", ["name,price\nRosa,$5.50\n", "name,price $\nRosa,5.50\n"])
def test_an_ambiguous_sign_asks_unless_the_store_uses_one_of_its_currencies(tmp_path: Path, content: str) -> None:
    asked, own = check(tmp_path, content), check(tmp_path, content, currency="CAD")
    answered = check(tmp_path, content, said="NZD")

    assert asked.report.currency_choices[:2] == ["USD", "CAD"]
    assert asked.report.currency_choices[-1] == "EUR"
    assert "can mean USD, CAD, AUD" in asked.report.currency_question
    assert (prices(own), own.report.currency_question) == ([("5.50", "CAD")], "")
    assert (prices(answered), answered.report.currency_question) == ([("5.50", "NZD")], "")


def test_nothing_is_asked_when_no_price_would_be_written(tmp_path: Path) -> None:
    assert check(tmp_path, "name,RRP £\nRosa,\n").report.currency_question == ""
    assert check(tmp_path, "name,RRP £\nRosa,POA\n").report.currency_question == ""


def test_currencies_of_the_cells_are_counted(tmp_path: Path) -> None:
    found = check(tmp_path, "name,price\nRosa,£5\nAcer,€5\nIris,£5\nLilium,2\n")

    assert [(one.currency, one.rows) for one in found.report.currencies] == [("GBP", 2), ("EUR", 2)]
