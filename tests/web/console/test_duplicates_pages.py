"""Possible duplicates in the console: the list, two plants side by side, the merge, and its undo."""

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.tables import merges
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

DUPLICATES = "/plants/duplicates"
MERGE = "/plants/1/merges/2"


def test_the_list_of_plants_links_to_the_possible_duplicates(site: Site) -> None:
    site.add(name="Rosa")
    browser = Browser(site, bundle="staff")
    assert "No possible duplicates" in browser.get(DUPLICATES).main

    site.add(name="ROSA <b>", sku="R-2"), site.add(name="Rosa", sku="R-3")

    assert browser.get("/plants").links["Possible duplicates"] == DUPLICATES
    page = browser.get(DUPLICATES)
    assert [row[0] for row in page.rows] == ["Rosa 1", "Rosa 3"]
    assert page.links["Compare with 1"] == "/plants/1/merges/3"


def test_plants_are_marked_as_different_with_one_button(site: Site) -> None:
    site.add(), site.add()
    browser = Browser(site, bundle="staff")

    answer = browser.get(DUPLICATES).form(DUPLICATES).submit()

    assert "Marked as different." in answer.text
    assert site.get("/api/v1/plants/duplicates").json()["count"] == 0
    site.add()
    form = browser.get(DUPLICATES).form(DUPLICATES)
    site.ask("DELETE", "/api/v1/plants/3")
    assert form.submit().status == 410


def test_two_plants_are_compared_merged_and_given_back(site: Site) -> None:
    site.add(tag="shrub", care={"height_cm": 150})
    site.add(tag="rose", description="Red.", supplier={"name": "Hillside"}, images=[{"url": "https://a.example/1.jpg"}])
    browser = Browser(site, bundle="staff")

    page = browser.get(MERGE)
    assert [row[:2] for row in page.rows] == [
        ["Type", "shrub"],
        ["Description", ""],
        ["Pictures", ""],
        ["Care", "height cm: 150"],
        ["Supplier", ""],
    ]
    assert page.links["Keep plant 2 instead"] == "/plants/2/merges/1"
    merged = page.form(MERGE).fill(**{"take-images": False}).submit()

    assert "Plant 2 was merged into this plant." in merged.text
    assert "Merged into this plant: Rosa (2)." in merged.main
    kept = site.get("/api/v1/plants/1").json()
    assert (kept["description"], kept["images"], kept["supplier"]["name"]) == ("Red.", [], "Hillside")

    other = browser.get("/plants/2")
    assert "Merged into plant 1." in other.main
    assert "Restore" not in other.main
    undone = other.form(f"{MERGE}/undo").submit()
    assert "The merge was undone." in undone.text
    assert site.get("/api/v1/plants/1").json()["description"] is None
    assert site.get("/api/v1/plants/2").json()["status"] == "active"


def test_a_plant_whose_merge_is_too_old_to_undo_is_restored(site: Site) -> None:
    site.add(), site.add()
    site.ask("POST", "/api/v1/plants/1/merges", json={"other": 2})
    browser = Browser(site, bundle="staff")
    assert "Restore" not in browser.get("/plants/2").main

    async def forget() -> None:
        await site.database.write(lambda tx: merges.remove(tx, [2]))

    site.run(forget())

    page = browser.get("/plants/2")

    assert "Merged into plant 1." in page.main
    assert "Undo merge" not in page.main
    page.form("/plants/2/restore").submit()
    assert site.get("/api/v1/plants/2").json()["status"] == "active"


def test_a_merge_that_is_refused_says_why(site: Site) -> None:
    site.add(), site.add(), site.add(status="draft")
    browser = Browser(site, bundle="staff")
    form = browser.get(MERGE).form(MERGE)
    site.ask("PATCH", "/api/v1/plants/1", json={"tag": "shrub"})

    changed = form.submit()
    assert (changed.status, "Nothing was merged." in changed.main) == (412, True)
    draft = browser.get("/plants/1/merges/3")
    assert "Plant 3 is a draft, which was never in the store. Delete it instead." in draft.main
    assert "Merge into plant 1" not in draft.main
    assert browser.get("/plants/1/merges/x").status == 404


def test_who_may_only_read_sees_the_list_without_buttons(site: Site) -> None:
    site.add(), site.add()
    page = Browser(site, Scope.PLANTS_READ).get(DUPLICATES)

    assert len(page.rows) == 2
    assert "different" not in page.main.replace("mark them as different", "")
    assert "Compare" not in page.main
