"""The history on the page of a plant: values in words, who did it and how, and a button that changes them back."""

from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.web.console import plant_history
from plantstore.web.console.plant_history import field_label, value_text
from plantstore.web.console.views import plant_history as view
from tests.web.api.test_imports_api import ended, upload
from tests.web.api.test_plant_history_api import forget
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

PLANT = "/api/v1/plants/1"


def entries(page: Page) -> list[str]:
    """Return what a person reads of each entry, without its time."""
    return [one.text.split(" · 1 Jun")[0] for one in page.root.all("ol", class_="history")[0].all("li")]


def change(site: Site, **fields: Any) -> None:
    assert site.ask("PATCH", PLANT, json=fields).status_code == 200
    site.clock.move(1)


def test_a_history_shows_what_changed_in_words_and_by_whom(site: Site) -> None:
    site.add(name="Rosa", sku="R-1", price="24.90", currency="EUR", status="draft")
    site.clock.move(1)
    change(site, price="19.90", care={"light": ["full_sun"], "pollinator_friendly": True}, description=99 * "x")
    change(site, images=[{"url": "https://a.example/1", "alt": None}], cost="7.35")
    site.post(f"{PLANT}/addition")
    ended(site, upload(site, "sku,name\nR-1,Rosa <3\n", update="true"))

    page = Browser(site).get("/plants/1")

    assert entries(page) == [
        "Name Rosa → Rosa <3 test · an import",
        "Added to the store test",
        "Pictures not set → 1 picture Cost not set → 7.35 test",
        f"Description not set → {79 * 'x'}… Price 24.90 → 19.90 Light not set → Full sun "
        "Feeds pollinators not set → Yes test",
        "Created test",
    ]
    hidden = Browser(site, token=site.make_token(Scope.PLANTS_READ, Scope.PLANTS_WRITE)).get("/plants/1")
    assert "7.35" not in hidden.text and "Pictures not set → 1 picture test" in entries(hidden)


def test_a_change_is_changed_back_and_later_changes_of_other_fields_stay(site: Site) -> None:
    site.add(name="Rosa", price="24.90", currency="EUR", care={"height_cm": 40, "water": "low"})
    change(site, price="19.90", care={"height_cm": 50, "water": "low"})
    change(site, tag="shrub")
    page = Browser(site, bundle="staff").get("/plants/1")

    form = next(one for one in page.forms if one.values.get("change") == "2")
    saved = form.submit("Change back")

    assert "Changed back." in saved.main
    found = site.get(PLANT).json()
    assert (found["price"], found["care"]["height_cm"], found["care"]["water"], found["tag"]) == (
        *("24.90", 40, "low"),
        "shrub",
    )
    assert entries(saved)[0] == "Price 19.90 → 24.90 Height in cm 50 → 40 test"


def test_nothing_is_changed_back_on_a_plant_that_changed_meanwhile_or_from_a_forged_form(site: Site) -> None:
    site.add(name="Rosa", sku="R-1")
    change(site, sku="R-2")
    site.add(name="Acer", sku="R-1")
    page = Browser(site).get("/plants/1")
    [form] = [one for one in page.forms if "change" in one.values]

    assert "The old values don't fit any more: Plant 2 (Acer) has this SKU." in form.submit().main
    change(site, tag="a")
    assert "Someone else changed this plant." in form.submit().main
    for forged in ("9", "", "x", "0"):
        form.fill(change=forged)
        assert site.get(PLANT).json()["sku"] == "R-2", form.submit().main


def test_a_long_history_has_a_page_of_its_own(site: Site) -> None:
    site.add(name="Rosa")
    for number in range(view.SHOWN_MAX + 2):
        change(site, tag=f"t{number}")
    page = Browser(site).get("/plants/1")
    assert len(entries(page)) == view.SHOWN_MAX

    whole = page.follow("All changes")
    last = page.browser.get("/plants/1/history?limit=5").follow("More →")

    assert len(entries(whole)) == view.SHOWN_MAX + 3 and "History of Rosa" in whole.title
    assert entries(last)[-2:] == ["Type not set → t0 test", "Added to the store test"]


def test_a_history_that_does_not_begin_with_the_creation_says_so(site: Site) -> None:
    site.add(name="Rosa")
    change(site, tag="a")
    assert "Earlier changes aren't known" not in Browser(site).get("/plants/1").main

    site.run(forget(site))

    page = Browser(site).get("/plants/1")
    assert "Earlier changes aren't known" in page.main
    assert entries(page) == ["Added to the store 1 Jun 2026, 12:00:00"]


def test_a_merge_is_in_words_and_is_not_changed_back() -> None:
    def merge(before: int | None, after: int | None) -> dict[str, Any]:
        changes = [("status", "active", "archived"), ("merged_into", before, after), ("tag", None, "a")]
        named = [dict(zip(("field", "before", "after"), one, strict=True)) for one in changes]
        about = {"version": 2, "time": "2026-06-01T12:00:00.000Z", "actor_name": None, "way": "api", "import": None}
        return {**about, "changes": named}

    words = [one["words"] for one in plant_history.entries([merge(None, 5), merge(5, None)])]

    assert words == ["Merged into plant 5", "Separated from plant 5"]
    assert plant_history.old_values(merge(None, 5)) == {"tag": None}


def test_labels_and_values_of_fields_that_this_version_does_not_know_are_shown_too() -> None:
    assert field_label("merged_into") == "Merged into"
    assert value_text("tags", ["a", "b"]) == "a, b"
    assert value_text("care.flowering_months", [6, 7]) == "6, 7"
    assert value_text("new", {"a": 1}) == "{'a': 1}"
