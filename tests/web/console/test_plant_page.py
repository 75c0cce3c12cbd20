"""The page of one plant: change it, see how far it is announced, move it between its states, delete it."""

from typing import Any
from urllib.parse import urlencode

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site
from tests.web.owing import failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def plant(site: Site, number: int = 1) -> dict[str, Any]:
    return dict(site.get(f"/api/v1/plants/{number}").json())


def change(site: Site, **fields: object) -> None:
    answer = site.ask("PATCH", "/api/v1/plants/1", json=fields)
    assert answer.status_code == 200, answer.text


@pytest.mark.both_engines
def test_a_plant_is_changed_and_only_what_was_touched_is_written(site: Site) -> None:
    site.add(name="Rosa", price="9.90", tags=["red"], common_names=["Rose", "Dog rose"], description="One\ntwo")
    browser = Browser(site, bundle="staff")

    saved = [
        browser.edit("price").fill(price="12,50").submit("Save"),
        browser.edit("names").fill(tags="red, thorny").submit("Save"),
        browser.edit("trade").fill(sku="ROS-1").submit("Save"),
    ]

    assert all("Saved." in page.main for page in saved)
    found = plant(site)
    assert (found["price"], found["tags"], found["sku"]) == ("12.50", ["red", "thorny"], "ROS-1")
    assert (found["common_names"], found["description"]) == (["Rose", "Dog rose"], "One\ntwo")


def test_a_field_is_emptied(site: Site) -> None:
    site.add(name="Rosa", sku="ROS-1", stock_quantity=3, images=[{"url": "https://shop.example/a.jpg", "alt": "Red"}])

    browser = Browser(site)
    browser.edit("trade").fill(sku="").submit("Save")
    browser.edit("price").fill(stock_quantity="").submit("Save")
    browser.edit("photos").fill(**{"image-1-remove": True}).submit("Save")

    assert (plant(site)["sku"], plant(site)["stock_quantity"], plant(site)["images"]) == (None, None, [])


def test_a_picture_that_was_added_while_others_were_edited_is_not_lost(site: Site) -> None:
    first, second, third = ({"url": f"https://shop.example/{name}.jpg"} for name in "abc")
    site.add(name="Rosa", images=[first, second])
    form = Browser(site).edit("photos").fill(**{"image-1-remove": True}).fill(**{"image-2-alt": "Red"})
    change(site, images=[first, second, third])

    asked = form.submit("Save")
    saved = asked.form("/plants/1?edit=photos#photos").submit("Save selected values")

    assert (asked.status, saved.status) == (412, 200)
    assert plant(site)["images"] == [second | {"alt": "Red"}, third | {"alt": None}]


@pytest.mark.parametrize("id", ["%C3%A9", "1%0d%0ax-odd:%20y"])
def test_a_form_for_an_odd_id_leads_to_no_plant(site: Site, id: str) -> None:
    browser = Browser(site)
    csrf = browser.get("/shortcuts").form("/sign-out").values["ticket"]

    body = urlencode({"ticket": csrf, "section": "names", "version": "1"}).encode()
    page = browser.post(f"/plants/{id}", body, "application/x-www-form-urlencoded")

    assert (page.status, page.path.lower()) == (404, f"/plants/{id.lower()}")


def test_saving_without_a_change_writes_nothing(site: Site) -> None:
    site.add(name="Rosa", description="  One\n\ntwo", tags=["a", "b"], price="9.90")

    form = Browser(site).edit("names")
    page = form.submit("Save")

    assert form.values["tags"] == "a, b"
    assert "No changes to save." in page.main
    assert site.get("/api/v1/plants/1").headers["etag"] == '"1"'


def test_what_is_no_memory_of_the_fields_counts_as_none(site: Site) -> None:
    plant = site.add(name="Rosa canina")
    form = Browser(site).edit("names", plant=plant["id"])

    page = form.fill(name="Rosa rugosa", was="[" * 100_000).submit("Save")

    assert page.status == 200 and "Saved." in page.main


def test_a_wrong_field_keeps_what_was_filled_in_and_the_version_it_was_opened_with(site: Site) -> None:
    site.add(name="Rosa", price="9.90")
    browser = Browser(site)

    page = browser.edit("price").fill(price="cheap", minimum_order="3").submit("Save")
    change(site, stock_quantity=7)
    after = page.section("price").fill(price="8.00").submit("Save")

    assert page.status == 422
    assert "cheap" in page.wrong("price")
    assert page.section("price").values["minimum_order"] == "3"
    assert after.status == 412, "what somebody wrote meanwhile is not lost to a correction"


def changed_by_both(site: Site) -> Page:
    """I have opened prices; somebody else has saved some; I save."""
    site.add(name="Rosa", price="9.90", stock_quantity=3, minimum_order=2)
    form = Browser(site, bundle="staff").edit("price")
    site.clock.move(60)
    change(site, price="11.00", stock_quantity=5, name="Rosa alba")
    page = form.fill(price="12,00", compare_at_price="15").submit("Save")
    assert page.status == 412
    return page


@pytest.mark.both_engines
def test_a_change_by_someone_else_is_shown_side_by_side(site: Site) -> None:
    page = changed_by_both(site)

    assert "was changed on" in page.main
    assert page.rows == [
        ["Price", "Keep mine: 12,00", "Keep theirs: 11.00"],
        ["Stock", "Keep mine: 3", "Keep theirs: 5"],
        ["Former price", "Keep mine: 15", "Keep theirs: empty"],
    ], "the section only: names are no matter of this form"
    assert (plant(site)["name"], plant(site)["price"]) == ("Rosa alba", "11.00"), "nothing was saved yet"


def test_mine_is_kept_where_i_have_touched_it_and_theirs_elsewhere(site: Site) -> None:
    saved = changed_by_both(site).section("price").submit("Save selected values")

    assert "Saved." in saved.main
    found = plant(site)
    assert (found["name"], found["price"], found["stock_quantity"], found["compare_at_price"]) == (
        *("Rosa alba", "12.00", 5, "15"),
    )


def test_theirs_is_taken_field_by_field(site: Site) -> None:
    form = changed_by_both(site).section("price")
    form.fill(**{"take-price": "theirs", "take-stock_quantity": "mine"}).submit("Save selected values")

    found = plant(site)
    assert (found["price"], found["stock_quantity"], found["minimum_order"]) == ("11.00", 3, 2)


@pytest.mark.both_engines
def test_a_change_of_another_section_by_someone_else_is_no_conflict(site: Site) -> None:
    site.add(name="Rosa", price="9.90", care={"water": "low", "light": ["full_sun"]})
    form = Browser(site).edit("care")
    change(site, price="11.00", description="New")

    saved = form.fill(**{"care.water": "high"}).submit("Save")

    assert saved.status == 200 and "Saved." in saved.main
    found = plant(site)
    assert (found["care"]["water"], found["price"], found["description"]) == ("high", "11.00", "New")
    assert found["care"]["light"] == ["full_sun"]


def test_one_section_is_open_and_the_others_are_shown(site: Site) -> None:
    site.add(name="Rosa", price="9.90", description="Red", care={"water": "low"})
    browser = Browser(site)

    closed, opened = browser.get("/plants/1"), browser.get("/plants/1").follow("Edit")

    assert closed.root.all("form", class_="plant-form") == []
    assert closed.links["Edit"] == "/plants/1?edit=price#price"
    [_] = opened.root.all("form", class_="plant-form")
    assert {"price", "stock_quantity"} <= opened.section("price").values.keys()
    assert not {"name", "care.water", "sku", "images"} & opened.section("price").values.keys()
    assert "Description Red" in opened.main and "Water Low" in opened.main
    for page in (closed, opened):
        assert len(page.root.all("button", class_="primary")) <= 1


def test_a_plant_in_any_state_is_edited_and_has_one_green_button(site: Site) -> None:
    site.add(name="Rosa", status="draft")
    browser = Browser(site)

    def green(path: str) -> list[str]:
        return [one.text for one in browser.get(path).root.all("button", "a", class_="primary")]

    draft = green("/plants/1"), green("/plants/1?edit=names")
    browser.get("/plants/1").form("/plants/1/add").submit()
    active = green("/plants/1"), green("/plants/1?edit=names")
    browser.get("/plants/1").form("/plants/1/archive").submit()
    archived = green("/plants/1"), green("/plants/1?edit=names")
    saved = browser.edit("names").fill(description="Gone for good").submit("Save")

    assert (draft, active, archived) == (*((["Add to the store"], ["Save"]), ([], ["Save"]), (["Restore"], ["Save"])),)
    assert "Gone for good" in saved.main and plant(site)["status"] == "archived"


@pytest.mark.parametrize("key", ["costs", "everything", "", "names'"])
def test_no_section_is_open_that_is_none_or_for_others(site: Site, key: str) -> None:
    site.add(name="Rosa", cost="1.00")
    browser = Browser(site, Scope.PLANTS_READ, Scope.PLANTS_WRITE)

    shown = browser.get(f"/plants/1?edit={key}")
    form = browser.edit("names").fill(section=key, name="Acer")

    assert shown.status == 200 and shown.root.all("form", class_="plant-form") == []
    assert form.submit("Save").status == 400
    assert plant(site)["name"] == "Rosa"


def test_a_name_is_shown_as_it_will_be_set_while_it_is_corrected(site: Site) -> None:
    site.add(name="Rosa", botanical_name="Rosa canina")
    form = Browser(site).edit("names")

    page = form.fill(name="", botanical_name="Acer palmatum 'Bloodgood'").submit("Save")

    assert page.status == 422 and page.wrong("name")
    assert "Shown as Acer palmatum ‘Bloodgood’" in page.main
    assert '<i lang="la">Acer palmatum</i>' in page.html


def test_an_error_of_a_section_leads_to_its_field(site: Site) -> None:
    site.add(name="Rosa", sku="R-1")
    site.add(name="Acer", sku="A-1")

    page = Browser(site).edit("trade").fill(sku="a-1").submit("Save")

    assert page.status == 409
    assert page.links["SKU"] == "#f-sku" and page.wrong("sku")
    assert page.section("trade").values["sku"] == "a-1"


def test_one_row_for_each_receiver_leads_to_its_delivery(site: Site) -> None:
    text, receiver_id = owing(site, plants=1, cursor=1, name="web shop")
    failed(site, receiver_id, 1)
    other = site.register(start="beginning", name="printer <b>")["id"]
    event = plant(site)["event_id"]

    page = Browser(site, bundle="staff").get("/plants/1")

    assert page.links["Notified 0 of 2"] == "#announced"
    found = [one.text for one in page.root.all("ul", class_="rows")[0].all("li")]
    assert found[0].startswith("printer <b> Queued")
    assert found[1].startswith("web shop Retrying") and "Next attempt" in found[1]
    assert page.links["web shop"] == f"/deliveries/{event}/{text}"
    assert page.links["printer <b>"] == f"/deliveries/{event}/{other}"
    assert "See what was sent" not in page.links, "staff may not read events"
    assert Browser(site).get("/plants/1").links["See what was sent"] == f"/events/{event}"


def test_who_may_only_read_sees_fields_and_no_form(site: Site) -> None:
    site.add(name="Rosa", price="9.90")

    page = Browser(site, Scope.PLANTS_READ).get("/plants/1")

    assert "9.90" in page.main
    opened = Browser(site, Scope.PLANTS_READ).get("/plants/1?edit=price")
    assert opened.root.all("form", class_="plant-form") == [] and "Edit" not in page.links
    assert "Notified" not in page.main
    assert "Delete…" not in page.links


def test_a_draft_goes_to_the_store_and_says_how_many_it_tells(site: Site) -> None:
    site.register()
    site.register()
    site.add(name="Rosa", status="draft")
    browser = Browser(site, bundle="staff")

    page = browser.get("/plants/1")
    form = page.form("/plants/1/add")
    done = form.submit("Add to the store and notify 2 receivers")
    again = form.submit()

    assert "It still has no price, no picture, no botanical name." in page.main
    assert "“Rosa” is in the store." in done.main
    assert again.status == 200
    assert len(site.get("/api/v1/events").json()["items"]) == 1


@pytest.mark.both_engines
def test_a_draft_that_was_changed_meanwhile_is_looked_at_first(site: Site) -> None:
    site.add(name="Rosa", status="draft")
    form = Browser(site).get("/plants/1").form("/plants/1/add")
    change(site, name="Acer")

    page = form.submit()

    assert "Someone else changed this plant" in page.main
    assert plant(site)["status"] == "draft"


def test_a_plant_is_archived_and_restored_and_the_history_says_by_whom(site: Site) -> None:
    site.add(name="Rosa")
    site.clock.move(60)
    browser = Browser(site)

    archived = browser.get("/plants/1").form("/plants/1/archive").submit()
    site.clock.move(60)
    restored = archived.form("/plants/1/restore").submit()

    assert "“Rosa” is archived." in archived.main
    assert "Its SKU stays reserved" in archived.main
    assert plant(site)["status"] == "active"
    for page in (restored, Browser(site, bundle="staff").get("/plants/1")):
        history = [one.text for one in page.root.all("ol", class_="history")[0].all("li")]
        assert [one.split(" · 1 Jun")[0] for one in history] == [
            *("Restored test", "Archived test", "Added to the store test"),
        ]


def test_an_archived_plant_cannot_be_archived_from_an_old_page(site: Site) -> None:
    site.add(name="Rosa", status="draft")
    browser = Browser(site)
    add = browser.get("/plants/1").form("/plants/1/add")
    add.submit()
    old = browser.get("/plants/1").form("/plants/1/archive")
    site.ask("DELETE", "/api/v1/plants/1")

    page = old.submit()

    assert page.status == 410
    assert "was deleted" in page.main


@pytest.mark.parametrize("typed", ["", "Acer"])
def test_a_plant_is_not_deleted_without_its_name(site: Site, typed: str) -> None:
    site.add(name="Rosa alba")
    page = Browser(site).get("/plants/1").follow("Delete…").form("/plants/1/delete").fill(confirm=typed).submit()

    assert page.status == 422
    assert page.wrong("confirm") == "Type the plant's name exactly as shown above."
    assert plant(site)["name"] == "Rosa alba"


def test_a_plant_is_deleted_by_its_name_and_its_deliveries_still_go_out(site: Site) -> None:
    site.register()
    site.add(name="Rosa alba")
    browser = Browser(site)

    page = browser.get("/plants/1/delete")
    done = page.form("/plants/1/delete").fill(confirm="rosa  alba").submit("Delete permanently")

    assert "1 pending delivery of this plant will still be sent" in page.main
    assert "“Rosa alba” was deleted. Its number 1 is never reused." in done.main
    gone = browser.get("/plants/1")
    assert gone.status == 410
    assert "Plant 1 was deleted at" in gone.main
    assert "aren't notified of the deletion" in gone.main
    assert gone.links["View plants"] == "/plants"
    assert len(site.get("/api/v1/events").json()["items"]) == 1


@pytest.mark.both_engines
def test_a_deletion_asks_who_it_is_when_the_sign_in_is_old(site: Site) -> None:
    site.add(name="Rosa")
    browser = Browser(site)
    site.clock.move(600)

    asked = browser.get("/plants/1/delete").form("/plants/1/delete").fill(confirm="Rosa").submit()
    before = plant(site)["name"]
    done = asked.form("/plants/1/delete").fill(again_token=browser.token.text).submit()

    assert asked.status == 401
    assert before == "Rosa"
    assert "“Rosa” was deleted." in done.main


def test_a_plant_that_never_was_is_not_found(site: Site) -> None:
    browser = Browser(site)

    assert browser.get("/plants/7").status == 404
    assert browser.get("/plants/seven").status == 404


def test_a_name_that_marketplaces_cut_off_is_worth_a_look(site: Site) -> None:
    site.add(name="Rosa " * 31)

    assert "Please check Marketplaces truncate names to 150 characters" in Browser(site).get("/plants/1").main


def test_other_pot_sizes_of_a_plant_are_a_click_away(site: Site) -> None:
    for size, price in (("5 L", "26.99"), ("3 L", "18.50")):
        name = "Hydrangea paniculata 'Limelight'"
        site.add(name=f"Panicle hydrangea {size}", botanical_name=name, pot_size=size, price=price)

    page = Browser(site).get("/plants/1")

    assert page.links["3 L 18.50"] == "/plants/2"
    assert page.follow("3 L 18.50").links["5 L 26.99"] == "/plants/1"


def test_a_further_pot_size_begins_with_what_both_have(site: Site) -> None:
    name = "Hydrangea paniculata 'Limelight'"
    site.add(name="Hydrangea", botanical_name=name, pot_size="5 L", price="26.99", sku="H-5", care={"water": "low"})

    form = Browser(site).get("/plants/1").follow("Pot size copies the rest").form("/plants/new")
    form.fill(pot_size="10 L", sku="H-10").submit("Add to the store")

    assert (form.values["price"], form.values["stock_quantity"]) == ("", "")
    made = plant(site, 2)
    assert (made["name"], made["botanical_name"], made["pot_size"], made["care"]) == (
        *("Hydrangea", name, "10 L", plant(site)["care"]),
    )
