"""The list of plants and the form that adds one, as people meet them."""

from datetime import UTC

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.queries import plant_search
from plantstore.web.console.plant_filters import chips_of
from plantstore.web.console.plant_list import PlantList
from plantstore.web.console.samples import PLANTS
from plantstore.web.console.views import plants
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site
from tests.web.owing import failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

HOSTILE = '<script>alert(1)</script> "Rosa" & <b>co</b>'


def shown(page: Page) -> list[str]:
    """The names on a page of the list, with pot sizes and states."""
    return [row[1] for row in page.rows]


def chips(page: Page) -> list[str]:
    """The filters that can be removed."""
    return [name.removeprefix("Remove filter ") for name in page.links if name.startswith("Remove filter ")]


def names(site: Site) -> list[str]:
    return [plant["name"] for plant in site.get("/api/v1/plants").json()["items"]]


@pytest.mark.both_engines
def test_the_list_shows_what_shop_staff_ask_for(site: Site) -> None:
    site.add(name="Monstera", botanical_name="Monstera deliciosa", sku="MON-1", price="24.90", stock_quantity=12)
    site.add(name="Bare-root rose", status="draft", stock_quantity=0)

    rows = Browser(site, bundle="staff").get("/plants").rows

    assert rows == [
        ["", "Bare-root rose Draft", "", "", "", "Out of stock", "Not yet: draft", "12:00"],
        [
            "",
            "Monstera Monstera deliciosa",
            "Monstera deliciosa",
            "MON-1",
            "€24.90",
            "12",
            "No receivers",
            "12:00",
        ],
    ]


@pytest.mark.both_engines
def test_each_plant_says_how_many_receivers_have_accepted_it(site: Site) -> None:
    _, receiver_id = owing(site, plants=2, cursor=2)
    failed(site, receiver_id, 2)
    site.register(start="beginning")

    rows = Browser(site, bundle="staff").get("/plants").rows

    assert [row[-2] for row in rows] == ["0 of 2", "1 of 2"]


def test_who_may_not_see_deliveries_is_not_told_of_them(site: Site) -> None:
    site.add()
    site.register()

    page = Browser(site, Scope.PLANTS_READ).get("/plants")

    assert [len(row) for row in page.rows] == [7]
    assert "Notified" not in page.main
    assert "Add plant" not in page.links
    assert "Import" not in page.links


def test_a_list_without_plants_says_how_to_begin(site: Site) -> None:
    page = Browser(site, bundle="staff").get("/plants")

    assert "No plants yet" in page.main
    assert page.links["Add your first plant"] == "/plants/new"
    assert page.links["Import a list"] == "/imports/new"
    assert page.form("/plants/samples").buttons == [f"Load {len(PLANTS)} sample plants"]


@pytest.mark.both_engines
def test_the_samples_say_how_many_deliveries_they_cause_before_they_are_added(site: Site) -> None:
    site.register()
    site.register()
    browser = Browser(site, bundle="staff")

    checked = browser.get("/plants").form("/plants/samples").submit()
    before = names(site)
    [confirm] = [form for form in checked.forms if form.action.endswith("/confirm")]
    done = confirm.submit("Import 20 plants")
    site.run(site.dependencies.importer.wait_until_idle(done.path.split("/")[2], within_s=20))

    assert "Sends 40 webhooks" in checked.main
    assert "20 plants" in checked.main
    assert before == []
    assert sorted(names(site)) == sorted(name for name, *_ in PLANTS)


def test_a_search_without_a_hit_offers_to_add_what_was_searched(site: Site) -> None:
    site.add(name="Monstera")
    browser = Browser(site, bundle="staff")

    page = browser.get("/plants").form("/plants").fill(q="pilea").submit("Search")
    form = page.follow("Add “pilea” as a new plant").form("/plants/new")

    assert form.values["name"] == "pilea"


def test_who_may_not_add_is_not_offered_it(site: Site) -> None:
    page = Browser(site, Scope.PLANTS_READ).get("/plants?q=pilea")

    assert "No plants found" in page.main
    assert "Add “pilea” as a new plant" not in page.links


def test_a_misspelt_search_links_to_what_was_meant(site: Site) -> None:
    site.add(name="Monstera deliciosa", status="draft")
    browser = Browser(site, bundle="staff")

    page = browser.get("/plants?q=monstra&status=draft")
    found = page.follow("monstera")

    assert "No plants found for “monstra” Did you mean monstera? It matches 1 plant. Monstera deliciosa" in page.main
    assert page.links["Monstera deliciosa"] == "/plants/1", "its plants are shown straight away"
    assert "Not what you are looking for? Clear the search or add “monstra” as a new plant." in page.main
    assert page.links["monstera"] == "/plants?q=monstera&status=draft"
    assert shown(found) == ["Monstera deliciosa Draft"]
    assert "Did you mean" not in found.main


def test_suggestions_are_shown_above_few_plants_too(site: Site) -> None:
    for name in ("Rosarium", *["Rosa"] * 10):
        site.add(name=name)

    page = Browser(site, bundle="staff").get("/plants?q=rosar")

    assert "Did you mean rosa?" in page.main
    assert len(page.rows) == 1


@pytest.mark.both_engines
def test_filters_stand_in_the_address_and_can_be_taken_away_one_by_one(site: Site) -> None:
    site.add(name="Rosa one", tag="shrub", status="draft")
    site.add(name="Rosa two", tag="shrub")
    site.add(name="Rosa three", tag="tree")
    browser = Browser(site)

    page = browser.get("/plants").follow("In store 2").form("/plants").fill(q="rosa", tag="shrub").submit("Apply")

    assert shown(page) == ["Rosa two"]
    assert chips(page) == ["Type: shrub"]
    kept = page.form("/plants").values
    assert (kept["status"], kept["tag"]) == ("active", "shrub"), "the search stays in the tab"
    assert page.follow("All 3").path == "/plants?q=rosa&tag=shrub"
    assert shown(page.follow("All 3")) == ["Rosa two", "Rosa one Draft"]
    assert page.follow("Remove filter Type: shrub").path == "/plants?q=rosa&status=active"
    assert page.links["Clear all"] == "/plants?status=active"


def test_several_filters_are_added_together_each_with_a_chip(site: Site) -> None:
    site.add(name="Acer", tag="tree", price="30.00", currency="EUR", stock_quantity=0, tags=["spring"])
    site.add(name="Rosa", tag="shrub", price="12.00", currency="EUR", stock_quantity=4)
    site.add(name="Iris", tag="shrub", price="12.00", currency="GBP")
    browser = Browser(site)

    form = browser.get("/plants").form("/plants").fill(price_from="10", price_to="20", currency="eur", tag="shrub")
    page = form.fill(stock="in_stock", missing="photo", added_after="2026-05-31").submit("Apply")

    assert shown(page) == ["Rosa"]
    assert chips(page) == [
        "Type: shrub",
        "Stock: In stock",
        "Price: 10 to 20 eur",
        "Missing: Photo",
        "Added after: 31 May 2026",
    ]
    assert page.form("/plants").values["added_after"] == "2026-05-31"
    assert "price" not in page.links["Remove filter Price: 10 to 20 eur"]
    assert "added_after=2026-05-31T00%3A00%3A00.000Z" in page.links["Export"], "as the API wants it"
    assert shown(browser.get("/plants?label=spring")) == ["Acer"]
    assert shown(browser.get("/plants?attention=out_of_stock")) == ["Acer"]
    assert chips(browser.get("/plants?price_to=5")) == ["Price: up to 5"]


def test_each_filter_has_a_field_and_a_chip(site: Site) -> None:
    site.add(name="Maple", botanical_name="ACER PALMATUM", family="Sapindaceae", pot_size="C5")
    site.add(name="Ivy", botanical_name="Hedera helix", care={"hardiness_rhs": "H5"}, supplier={"name": "Hillside"})
    browser = Browser(site)

    for name, filters, chip in (
        ("Maple", {"genus": "acer"}, "Genus: acer"),
        ("Maple", {"family": "Sapindaceae"}, "Family: Sapindaceae"),
        ("Maple", {"pot_size": "5 ltr"}, "Pot size: 5 ltr"),
        ("Ivy", {"hardiness": "h5"}, "Hardiness: h5"),
        ("Ivy", {"supplier": "hillside"}, "Supplier: hillside"),
    ):
        page = browser.get("/plants").form("/plants").fill(**filters).submit("Apply")
        assert [one.split()[0] for one in shown(page)] == [name]
        assert chips(page) == [chip]
    assert "These filters can't be used" in browser.get("/plants?hardiness=H9").main
    assert "Supplier" not in Browser(site, Scope.PLANTS_READ).get("/plants").main


def test_only_genus_and_epithets_are_in_italics(site: Site) -> None:
    site.add(name="Rose", botanical_name="Rosa gallica var. officinalis 'Duc & Co'")
    site.add(name="Snake plant", botanical_name="Snake <i>Plant")
    rose = '<i lang="la">Rosa gallica</i> var. <i lang="la">officinalis</i> ‘Duc &amp; Co’'

    for address in ("/plants", "/plants/1"):
        assert rose in Browser(site).get(address).html
    assert "Snake &lt;i&gt;Plant</span>" in Browser(site).get("/plants").html


def test_a_sku_is_found_by_its_address(site: Site) -> None:
    site.add(name="Rosa", sku="ROS-1")
    site.add(name="Acer", sku="ACE-1")

    page = Browser(site).get("/plants?sku=ros-1")

    assert shown(page) == ["Rosa"]
    assert chips(page) == ["SKU: ros-1"]


def test_the_newest_stand_first_and_pages_keep_their_filters_in_sight(site: Site) -> None:
    for number in range(1, 4):
        site.add(name=f"Rosa {number}", tag="shrub")
    browser = Browser(site)

    first = browser.get("/plants?tag=shrub&limit=2")
    second = first.follow("More →")
    back = second.follow("← Previous")

    assert shown(first) == ["Rosa 3", "Rosa 2"]
    assert "1–2 of 3 plants" in first.main and "3 of 3 plants" in second.main and "1–2 of 3 plants" in back.main
    assert "3 plants" in browser.get(first.links["More →"].replace("from=3", "from=x")).main
    assert shown(second) == ["Rosa 1"]
    assert chips(second) == ["Type: shrub"]
    assert shown(back) == ["Rosa 3", "Rosa 2"]
    assert shown(browser.get("/plants?sort=id")) == ["Rosa 1", "Rosa 2", "Rosa 3"]


@pytest.mark.parametrize("query", ["status=nonsense", "cursor=nonsense", "q=%20-%20", "pot_size=huge", "hardiness=H9"])
def test_a_filter_that_cannot_be_used_is_said_on_the_page(site: Site, query: str) -> None:
    site.add()

    page = Browser(site).get(f"/plants?{query}")

    assert page.status == 400
    assert "These filters can't be used." in page.main


@pytest.mark.both_engines
def test_a_hostile_name_is_text_wherever_it_stands(site: Site) -> None:
    site.add(name=HOSTILE, botanical_name=HOSTILE, tag=HOSTILE[:40], status="draft")
    browser = Browser(site)

    for path in (
        "/plants",
        "/plants/1",
        "/plants/1/delete",
        "/plants?q=alert",
        "/plants/new?name=%3Cscript%3Ealert(1)",
    ):
        page = browser.get(path)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert "<b>co" not in page.html
    assert HOSTILE in shown(browser.get("/plants"))[0]
    assert browser.edit("names").values["name"] == HOSTILE


@pytest.mark.both_engines
def test_a_plant_is_added_with_all_its_fields(site: Site) -> None:
    form = Browser(site, bundle="staff").get("/plants/new").form("/plants/new")
    form.fill(name="Japanese maple", botanical_name="Acer palmatum 'Bloodgood'", sku="ACE-1", price="79,5", tag="tree")
    form.fill(stock_quantity="4", description="Red.\nSlow.", gtin="2000000000077", family="Sapindaceae")
    form.fill(common_names="Palm maple\nFan maple\n", tags="red, slow ,", available_from="2027-03-01", currency="GBP")
    form.fill(images="https://shop.example/a.jpg Red leaves\nhttps://shop.example/b.jpg")

    page = form.submit("Add to the store")

    assert page.path == "/plants/1"
    assert "“Japanese maple” is in the store." in page.main
    plant = site.get("/api/v1/plants/1").json()
    assert plant["price"] == "79.5"
    assert (plant["currency"], plant["stock_quantity"], plant["description"]) == ("GBP", 4, "Red.\nSlow.")
    assert (plant["common_names"], plant["tags"]) == (["Palm maple", "Fan maple"], ["red", "slow"])
    assert [(one["url"][-5:], one.get("alt")) for one in plant["images"]] == [("a.jpg", "Red leaves"), ("b.jpg", None)]
    assert (plant["gtin"], plant["family"], plant["available_from"]) == ("2000000000077", "Sapindaceae", "2027-03-01")
    assert (plant["tag"], plant["sku"], plant["status"]) == ("tree", "ACE-1", "active")


def test_a_draft_is_told_to_nobody(site: Site) -> None:
    page = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa").submit("Save as draft")

    assert "“Rosa” is saved as a draft." in page.main
    assert site.get("/api/v1/events").json()["items"] == []


def test_the_form_says_how_many_receivers_it_will_tell(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    before = browser.get("/plants/new").main
    site.register()
    site.register()

    assert "There are no receivers yet" in before
    assert "notifies 2 receivers immediately" in browser.get("/plants/new").main


def test_a_wrong_field_keeps_what_was_filled_in(site: Site) -> None:
    form = Browser(site).get("/plants/new").form("/plants/new")
    form.fill(name="Rosa", price="24,900", stock_quantity="many", family="rose", description="Two\nlines")

    page = form.submit("Add to the store")

    assert page.status == 422
    assert "24,900" in page.wrong("price")
    assert page.wrong("stock_quantity") != ""
    assert page.wrong("family") != ""
    kept = page.form("/plants/new").values
    assert (kept["name"], kept["price"], kept["stock_quantity"]) == ("Rosa", "24,900", "many")
    assert kept["description"] == "Two\r\nlines"
    assert page.root.all("details", class_="more-options")[0].attributes.get("open") == "", "what is wrong is in sight"
    assert names(site) == []


def test_a_sku_that_is_taken_is_said_at_the_field(site: Site) -> None:
    site.add(name="Acer", sku="ROS-1")

    page = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa", sku="ros-1").submit()

    assert page.status == 409
    assert page.wrong("sku") == "Plant 1 (Acer) has this SKU."


@pytest.mark.both_engines
def test_a_form_that_is_sent_twice_adds_one_plant(site: Site) -> None:
    site.clock.move(60)
    form = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa")
    site.clock.move(1)

    first, second = form.submit(), form.submit()

    assert (first.path, second.path) == ("/plants/1", "/plants/1")
    assert names(site) == ["Rosa"]


def test_another_plant_is_added_after_the_back_button(site: Site) -> None:
    form = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa", sku="R-1")
    form.submit()

    back = form.fill(name="Tulipa", sku="T-1").submit()
    added = back.form("/plants/new").submit()

    assert (back.status, back.form("/plants/new").values["sku"], added.status) == (409, "T-1", 200)
    assert "You already submitted this form" in back.main
    assert sorted(names(site)) == ["Rosa", "Tulipa"]


def test_a_plant_of_a_name_that_is_there_asks_back_first(site: Site) -> None:
    site.add(name="Rosa ‘Peace’", status="draft")
    site.clock.move(60)
    browser = Browser(site, bundle="staff")

    page = browser.get("/plants/new").form("/plants/new").fill(name="rosa 'peace'", price="9.90").submit()
    before = names(site)
    done = page.form("/plants/new").submit("Add to the store")

    assert page.status == 409
    assert "A plant with this name already exists." in page.main
    assert page.links["Rosa ‘Peace’"] == "/plants/1"
    assert before == ["Rosa ‘Peace’"]
    assert done.path == "/plants/2"
    assert site.get("/api/v1/plants/2").json()["price"] == "9.90"


def test_two_different_skus_are_two_plants(site: Site) -> None:
    site.add(name="Rosa", sku="ROS-1")
    site.clock.move(60)

    page = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa", sku="ROS-2").submit()

    assert page.path == "/plants/2"


def test_who_may_only_read_cannot_reach_the_form(site: Site) -> None:
    assert Browser(site, Scope.PLANTS_READ).get("/plants/new").status == 403


def test_what_is_wrong_is_listed_above_by_the_names_that_the_fields_have(site: Site) -> None:
    page = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa", stock_quantity="many").submit()

    [summary] = page.root.all("div", role="alert")
    assert [(one.text, one.attributes["href"]) for one in summary.all("a")] == [("Stock", "#f-stock_quantity")]


def test_tabs_count_plants_and_headings_sort_them(site: Site) -> None:
    site.add(name="Acer", price="9.00")
    site.add(name="Rosa", price="12.00")
    site.add(name="Iris", status="draft")
    browser = Browser(site)

    page = browser.get("/plants")
    by_price = page.follow("Price")

    assert {"All 3", "In store 2", "Drafts 1", "Archived 0"} <= page.links.keys()
    assert page.links["Needs attention 2"] == "/today"
    assert shown(by_price)[:2] == ["Rosa", "Acer"]
    assert shown(by_price.follow("Price"))[:2] == ["Acer", "Rosa"]
    assert shown(page.follow("Drafts 1")) == ["Iris Draft"]


def test_a_list_with_few_hits_skips_empty_pages_for_a_short_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plant_search, "BLOCKS", (1,))
    site.add(name="Rosa rugosa", stock_quantity=0)
    for number in range(4):
        site.add(name=f"Rosa {number}", stock_quantity=1)
    browser = Browser(site, bundle="staff")

    assert shown(browser.get("/plants?q=rosa&stock=out_of_stock")) == ["Rosa rugosa"]
    monkeypatch.setattr(plants, "LOOKS_S_MAX", -1.0)
    page = browser.get("/plants?q=rosa&stock=out_of_stock")
    assert shown(page) == [] and "Keep searching" in page.links


def test_the_addresses_without_each_filter_are_made_while_the_page_is_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = PlantList(filters={"q": "rosa", "tag": "shrub", "price_from": "1", "price_to": "2"})

    with monkeypatch.context() as patch:
        patch.setattr(PlantList, "address", None)
        found = chips_of(listing, UTC)

    assert [(one.words, one.without) for one in found] == [
        ("shrub", "/plants?q=rosa&price_from=1&price_to=2"),
        ("1 to 2", "/plants?q=rosa&tag=shrub"),
    ]
