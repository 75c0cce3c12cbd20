"""Selecting plants in the list: what the form has, and which buttons it offers to whom."""

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
SELECTION = "/plants/selection"


def buttons(page: Page) -> list[str]:
    return page.form(SELECTION).buttons


@pytest.fixture
def filled(site: Site) -> Site:
    for number in range(4):
        site.add(name=f"Rosa {number}", pot_size="5 L", tag="shrub", status="draft" if number else "active")
    return site


def test_rows_are_selected_by_id_together_with_the_filters_of_the_list(filled: Site) -> None:
    page = Browser(filled, bundle="staff").get("/plants?q=rosa&tag=shrub&status=draft&sort=name&added_after=2026-01-01")
    assert page.rows == []
    page = Browser(filled, bundle="staff").get("/plants?q=rosa&tag=shrub&status=draft&sort=name&view=gone&limit=2")

    form = page.form(SELECTION)

    boxes = page.root.all("input", name="ids")
    assert [one.attributes["value"] for one in boxes] == ["2", "3"]
    assert boxes[0].attributes["aria-label"] == "Select Rosa 1 5 L"
    kept = {name: text for name, text in form.values.items() if name.startswith("filter-")}
    assert kept == {"filter-q": "rosa", "filter-tag": "shrub", "filter-status": "draft", "filter-sort": "name"}
    assert {"ticket", "once"} <= form.values.keys()
    assert form.method == "POST"


def test_all_that_match_are_offered_if_they_are_more_than_a_page(filled: Site) -> None:
    browser = Browser(filled, bundle="staff")

    assert "All 3 that match" in browser.get("/plants?status=draft&limit=2").main
    assert "that match" not in browser.get("/plants?status=draft&limit=3").main


def test_buttons_follow_the_tab_and_the_permissions(filled: Site) -> None:
    filled.ask("POST", "/api/v1/plants/1/archival")
    staff, reader = Browser(filled, bundle="staff"), Browser(filled, Scope.PLANTS_READ)

    assert buttons(staff.get("/plants")) == ["Edit…", "Archive…", "Restore…", "Print labels", "Export…"]
    assert buttons(staff.get("/plants?status=archived")) == ["Edit…", "Restore…", "Print labels", "Export…"]
    assert buttons(staff.get("/plants?status=draft")) == ["Edit…", "Add to the store…", "Print labels", "Export…"]
    assert buttons(reader.get("/plants")) == ["Print labels", "Export…"]
    assert staff.get("/plants?tag=shrub").links["Export"] == "/plants/export?tag=shrub"
    assert staff.get("/plants").links["Bulk edits"] == "/bulk-edits"
    assert "Bulk edits" not in reader.get("/plants").links
