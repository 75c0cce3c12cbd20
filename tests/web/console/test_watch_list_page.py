"""The page of the watch list: linked from the plants, edited as lines, and refused with the numbers of its lines."""

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def test_staff_edit_the_list_as_lines_of_text(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    assert browser.get("/plants").links["Watch list"] == "/watch-list"
    form = browser.get("/watch-list").form("/watch-list")

    saved = form.fill(names="Rosa rugosa\r\n\r\nIMPATIENS GLANDULIFERA; <b>invasive</b>\r\n").submit()

    assert "Saved. 2 names on the watch list." in saved.text
    assert (
        saved.form("/watch-list").values["names"].replace("\r", "")
        == "Impatiens glandulifera; <b>invasive</b>\nRosa rugosa"
    )


def test_a_wrong_line_is_named_and_nothing_is_lost(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    form = browser.get("/watch-list").form("/watch-list")

    refused = form.fill(names="Rosa rugosa\n\nSnake plant").submit()

    assert refused.status == 422
    assert "Line 3: “Snake plant” is not a clear botanical name." in refused.main
    assert refused.form("/watch-list").values["names"].replace("\r", "") == "Rosa rugosa\n\nSnake plant"
    assert site.get("/api/v1/watch-list").json() == {"items": []}


def test_a_list_that_someone_else_changed_is_shown_and_not_replaced(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    form = browser.get("/watch-list").form("/watch-list").fill(names="Rosa rugosa")
    site.ask("PUT", "/api/v1/watch-list", json={"items": [{"name": "Acer palmatum", "reason": "<b>sold out</b>"}]})

    refused = form.submit()

    assert refused.status == 412
    assert "someone else changed it" in refused.main
    assert "Acer palmatum; <b>sold out</b>" in refused.main
    assert refused.form("/watch-list").values["names"].strip() == "Rosa rugosa"
    assert "Saved. 1 name on the watch list." in refused.form("/watch-list").submit().text


def test_who_may_only_read_sees_the_list_without_a_form(site: Site) -> None:
    reader = Browser(site, Scope.PLANTS_READ)
    assert "No names yet" in reader.get("/watch-list").main
    site.ask("PUT", "/api/v1/watch-list", json={"items": [{"name": "Rosa rugosa", "reason": "seeds itself"}]})

    page = reader.get("/watch-list")

    assert page.rows == [["Rosa rugosa", "seeds itself"]]
    assert "Save list" not in page.main
