"""The larger record in the console: filled in, shown in words, filtered, and hidden from those who may not see it."""

from typing import Any

import pytest

from plantstore.domain.token import BUNDLES, Scope
from plantstore.web.console.plant_sections import SECTIONS
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

WITHOUT_COSTS = sorted(BUNDLES["staff"] - {Scope.COSTS_READ})
FILLED = {
    "pot_size": "C5",
    "minimum_order": "3",
    "compare_at_price": "29,99",
    "price": "26,99",
    "care.water": "moderate",
    "care.hardiness_rhs": "h5",
    "care.hardiness_usda": "4a-9b",
    "care.height_cm": "200",
    "care.spread_cm": "150",
    "care.foliage": "semi_evergreen",
    "care.flowering_months": "7, 8, 9",
    "care.toxicity_pets": "harmful",
    "care.pollinator_friendly": "yes",
    "trade.cites": "II",
    "trade.plant_passport.b": "gb-00001",
    "external_ids.eppo": "HYEPA",
}
COSTS = {"supplier.name": "Van der Meer", "supplier.code": "118", "cost": "11.20"}


def added(site: Site, browser: Browser, **more: str) -> Page:
    form = browser.get("/plants/new").form("/plants/new").fill(name="Limelight", **{**FILLED, **more})
    return form.fill(**{"care.light": "full_sun"}).fill(**{"care.light": "partial_shade"}).submit("Add to the store")


def facts(page: Page) -> dict[str, str]:
    """What the sections say: care, names, codes and trade, supplier and cost."""
    care = [one.all("span")[0] for block in page.root.all("section", class_="care") for one in block.all("li")]
    found = {one.all("span", class_="label")[0].text: one.text for one in care}
    found = {label: text.removeprefix(label).strip() for label, text in found.items()}
    for block in page.root.all("dl", class_="facts"):
        found |= {label.text: text.text for label, text in zip(block.all("dt"), block.all("dd"), strict=True)}
    return found


def test_every_field_of_the_larger_record_is_filled_in_and_shown_in_words(site: Site) -> None:
    page = added(site, Browser(site, bundle="staff"), **COSTS)

    assert facts(page) == {
        "Light": "Full sun, partial shade",
        "Water": "Moderate",
        "Hardiness": "RHS H5 (−15 to −10 °C), USDA 4a-9b",
        "Height × spread": "200 × 150 cm",
        "Foliage": "Semi evergreen",
        "Flowers": "July to September",
        "Pets": "Harmful if eaten",
        "Feeds pollinators": "Yes",
        "Plant passport": "B GB-00001",
        "CITES": "Appendix II",
        "EPPO code": "HYEPA",
        "Supplier": "Van der Meer",
        "Supplier's code": "118",
        "Cost": "11.20 EUR",
    }
    assert "Pot size 5 L" in page.main
    assert "Former price 29.99 EUR" in page.main and "Minimum order 3" in page.main
    plant: dict[str, Any] = site.get("/api/v1/plants/1").json()
    assert plant["care"]["light"] == ["full_sun", "partial_shade"]
    assert (plant["care"]["height_cm"], plant["trade"]["plant_passport"]["b"]) == (200, "GB-00001")
    assert (plant["supplier"], plant["cost"]) == ({"name": "Van der Meer", "code": "118"}, "11.20")


def test_saving_a_section_again_changes_nothing_and_emptying_it_clears_the_record(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    added(site, browser, **COSTS)
    texts = FILLED | COSTS

    same = [browser.edit(key).submit() for key in SECTIONS]
    for key, section in SECTIONS.items():
        form = browser.edit(key).fill(**{name: "" for name in section.fields if name in texts})
        for one in form._fields:
            one.attributes.pop("checked", None)
        cleared = form.submit()

    assert all("No changes to save." in page.main for page in same)
    assert facts(cleared) == {}
    assert "Add care facts" in cleared.links and "Add supplier and cost" in cleared.links
    plant = site.get("/api/v1/plants/1").json()
    assert [plant[name] for name in ("care", "trade", "external_ids", "supplier", "cost", "pot_size")] == [None] * 6


def test_wrong_values_are_said_at_their_fields_and_kept(site: Site) -> None:
    wrong = {
        "pot_size": "huge",
        "minimum_order": "a tray",
        "compare_at_price": "free",
        "care.height_cm": "2 m",
        "care.hardiness_rhs": "H9",
        "care.hardiness_usda": "9b-4a",
        "care.flowering_months": "6, 13",
        "trade.plant_passport.b": "00001",
        "external_ids.wfo": "605616",
        "cost": "11,2,0",
    }

    for browser in (Browser(site, bundle="staff"),):
        page = added(site, browser, **wrong)

        assert page.status == 422
        kept = page.form("/plants/new").values
        for name, text in wrong.items():
            assert page.wrong(name) != "", name
            assert kept[name] == text, name
            assert f"#f-{name}" in page.html, "the list above leads there"
        opened = [one for one in page.root.all("details", class_="more-options") if "open" in one.attributes]
        assert len(opened) == 3, "care, trade and costs are unfolded, so that what is wrong is in sight"


def test_supplier_and_cost_are_for_those_who_may_see_them(site: Site) -> None:
    added(site, Browser(site, bundle="staff"), **COSTS)
    browser = Browser(site, *WITHOUT_COSTS)

    page = browser.get("/plants/1")
    edited = browser.edit("names").fill(pot_size="10 L").submit()
    asked = browser.get("/plants/1?edit=costs")

    for text in (page.html, edited.html, asked.html, browser.get("/plants").html):
        assert not [hidden for hidden in ("Van der Meer", "11.20", "Supplier") if hidden in text]
    assert browser.get("/plants?supplier=Van+der+Meer").status == 403
    plant = site.get("/api/v1/plants/1").json()
    assert (plant["pot_size"], plant["supplier"]["name"], plant["cost"]) == ("10 L", "Van der Meer", "11.20")


def test_who_may_only_read_sees_words_and_no_keys(site: Site) -> None:
    added(site, Browser(site, bundle="staff"), **COSTS)

    page = Browser(site, Scope.PLANTS_READ).get("/plants/1")

    assert facts(page)["Light"] == "Full sun, partial shade"
    assert "full_sun" not in page.html
    assert "Cost" not in facts(page)


def test_the_list_shows_pot_sizes_sorts_by_them_and_filters(site: Site) -> None:
    for sku, pot, family in (("A", "10 L", "Rosaceae"), ("B", "9 cm", "Rosaceae"), ("C", "3 L", "Araceae")):
        site.add(name=f"Plant {sku}", sku=sku, pot_size=pot, family=family, supplier={"name": "Meer"})
    site.add(name="Without a pot", sku="D", care={"hardiness_rhs": "H5"}, botanical_name="Acer palmatum 'Bloodgood'")
    browser = Browser(site, bundle="staff")

    def names(path: str) -> list[str]:
        return [row[1] for row in browser.get(path).rows]

    by_pot = ["Plant B Pot size 9 cm", "Plant C Pot size 3 L", "Plant A Pot size 10 L"]
    assert names("/plants?sort=pot_size") == [*by_pot, "Without a pot Acer palmatum ‘Bloodgood’"]
    assert names("/plants?pot_size=C3") == ["Plant C Pot size 3 L"]
    assert names("/plants?family=Rosaceae&sort=id") == ["Plant A Pot size 10 L", "Plant B Pot size 9 cm"]
    assert len(names("/plants?supplier=meer")) == 3
    assert names("/plants?hardiness=H5") == ["Without a pot Acer palmatum ‘Bloodgood’"]
    assert '<i lang="la">Acer palmatum</i>' in browser.get("/plants?genus=acer").html
    filtered = browser.get("/plants").form("/plants").fill(q="plant").submit()
    both = filtered.form("/plants").fill(pot_size="3 ltr", family="Araceae").submit()
    assert [row[1] for row in both.rows] == ["Plant C Pot size 3 L"]
    assert "Pot size: 3 ltr" in both.main
    assert both.links["Remove filter Pot size: 3 ltr"] == "/plants?q=plant&family=Araceae"


def test_a_search_within_a_sorted_list_goes_on_in_the_order_of_searches(site: Site) -> None:
    site.add(name="Rosa", pot_size="3 L")
    form = Browser(site).get("/plants?sort=pot_size").form("/plants")

    page = form.fill(q="rosa").submit()

    assert page.status == 200
    assert len(page.rows) == 1


def test_a_change_by_someone_else_shows_words_for_keys(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    added(site, browser)
    form = browser.edit("care")
    site.ask("PATCH", "/api/v1/plants/1", json={"care": {"light": ["full_shade"], "water": "high"}})

    conflict = form.fill(**{"care.water": "low"}).submit()

    shown = {row[0]: row[1:] for row in conflict.rows}
    assert shown["Light"] == ["Keep mine: Full sun, Partial shade", "Keep theirs: Full shade"]
    assert shown["Water"] == ["Keep mine: Low", "Keep theirs: High"]


def test_hostile_texts_of_the_larger_record_are_text(site: Site) -> None:
    evil = "<script>alert(1)</script>"
    site.add(name="Rosa", botanical_name=evil, supplier={"name": evil}, trade={"plant_passport": {"a": evil}})

    browser = Browser(site)
    for path in ("/plants/1", "/plants", "/plants?supplier=%3Cscript%3Ealert(1)%3C/script%3E"):
        page = browser.get(path)
        assert page.status == 200, path
        assert "<script>alert" not in page.html, path
