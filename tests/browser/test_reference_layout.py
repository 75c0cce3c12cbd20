"""The tables of the API reference on phones, where each row is a block of its own."""

import pytest

from tests.browser.visitors import Visitors

CUT_OFF = """[...document.querySelectorAll(".fields tbody tr > *")].filter(
  (cell) => cell.scrollHeight > cell.clientHeight + 2
).map((cell) => cell.innerText)"""


@pytest.mark.parametrize("address", ["/api/docs/webhook", "/api/docs/operational-events"])
def test_rows_are_as_high_as_their_text(visitors: Visitors, address: str) -> None:
    page = visitors.come(width=390)
    page.goto(address)

    assert page.locator(".fields tbody tr").count() > 10
    assert page.evaluate(CUT_OFF) == []
