"""A bulk edit in the browser: choose, check, change, undo; and what can go wrong on the way."""

from typing import Any
from urllib.parse import urlencode

import pytest

from plantstore.domain.session import SESSION_IDLE_S_MAX
from plantstore.domain.token import Scope
from plantstore.storage.tables import bulk_edits
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Page
from tests.web.console.test_import_pages import figures, pressed, step
from tests.web.harness import Site
from tests.web.owing import change

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

FORM = "application/x-www-form-urlencoded"
NEW = "/bulk-edits/new"


@pytest.fixture
def shop(site: Site) -> Site:
    """Two roses, a tree without a price, a draft and an archived plant."""
    site.add(name="Rosa <b>canina</b>", sku="R-1", tag="rose", price="10.00", currency="EUR", tags=["new"])
    site.add(name="Rosa rugosa", tag="rose", price="24.90", currency="EUR", stock_quantity=3)
    site.add(name="Acer", tag="tree")
    site.add(name="Dahlia", status="draft", price="5.00", currency="EUR")
    site.add(name="Picea", price="7.00", currency="EUR")
    site.post("/api/v1/plants/5/archival")
    return site


def new(browser: Browser, query: str = "ids=1,2", **values: str) -> Page:
    """Fill in the form for these plants."""
    return browser.get(f"{NEW}?{query}").form(NEW).fill(**values).submit("Check")


def ended(page: Page) -> Page:
    """Wait until nothing is done for the bulk edit any more, and look again."""
    bulk_edit = page.path.split("/")[2]
    page.browser.site.run(page.browser.site.dependencies.bulk_editor.wait_until_idle(bulk_edit, within_s=20))
    return page.browser.get(f"/bulk-edits/{bulk_edit}")


def fields(site: Site, name: str) -> list[Any]:
    return [plant[name] for plant in site.get("/api/v1/plants").json()["items"]]


@pytest.mark.both_engines
def test_prices_are_checked_changed_and_undone(shop: Site) -> None:
    browser = Browser(shop, bundle="staff")

    form = browser.get(f"{NEW}?ids=1,2,3&do=edit")
    checked = form.form(NEW).fill(price_way="percent", price_value="+5 %").submit("Check")
    before = fields(shop, "price")
    done = ended(pressed(checked, "Change 2 plants"))

    assert "3 selected plants" in form.main and "Rosa <b>canina</b>" in form.main
    assert [step(page) for page in (form, checked, done)] == ["1 Choose", "2 Check", "4 Report"]
    assert figures(checked) == {"To change": "2", "Unchanged": "0", "Can't be changed": "1"}
    assert [row[2] for row in checked.rows] == ["10.00 becomes→ 10.50 EUR", "24.90 becomes→ 26.15 EUR"]
    assert "The plant has no price. 1 plant" in checked.main and checked.links["Acer"] == "/plants/3"
    assert "No webhooks are sent. You can undo it." in checked.main
    assert before == ["10.00", "24.90", None, "5.00", "7.00"]
    assert figures(done) == {"Changed": "2", "Edited in between": "0", "Unchanged": "0", "Can't be changed": "1"}
    assert fields(shop, "price") == ["10.50", "26.15", None, "5.00", "7.00"]

    undone = ended(pressed(done.follow("Undo…"), "Undo bulk edit"))

    assert "Undone: 2 plants have their old values back." in undone.main
    assert fields(shop, "price") == before
    assert "Undo…" not in undone.links


def test_a_filter_selects_all_that_match_and_is_said_in_words(shop: Site) -> None:
    browser = Browser(shop)

    page = browser.get(f"{NEW}?all=yes&tag=rose&status=active&sort=-price&do=archive")
    checked = page.form(NEW).submit("Check")

    assert "All that match: in store, type rose" in page.main
    assert "Edit all 2 plants" in page.main
    assert "All plants that match: in store, type rose" in checked.main
    assert [row[2] for row in checked.rows] == ["In the store becomes→ Archived"] * 2
    ended(pressed(checked, "Archive 2 plants"))
    assert fields(shop, "status") == ["archived", "archived", "active", "draft", "archived"]


def test_added_drafts_send_webhooks_and_the_check_says_how_many(shop: Site) -> None:
    shop.register()
    shop.register()

    checked = new(Browser(shop), "all=yes", action="add_to_store")

    assert "This sends 2 webhooks" in checked.main
    assert checked.form(f"{checked.path}/confirm").buttons == ["Add 1 plant to the store"]
    assert "1 Archived plants cannot be added" in checked.main or figures(checked)["Can't be changed"] == "1"


@pytest.mark.parametrize(
    ("values", "changes"),
    [
        ({"price_way": "percent", "price_value": "-12,5"}, {"price": {"percent": "-12.5"}}),
        (
            {"price_way": "percent", "price_value": "5", "rounding": "ending", "rounding_value": "0,99"},
            {"price": {"percent": "5", "ending": "0.99"}},
        ),
        (
            {
                "price_way": "amount", "price_value": "\N{MINUS SIGN}1,20", "price_currency": "eur",
                "rounding": "round_to", "rounding_value": "0,5",
            },
            {"price": {"amount": "-1.20", "round_to": "0.5", "currency": "EUR"}},
        ),
        ({"price_way": "set", "price_value": "9.90"}, {"price": {"set": "9.90"}}),
        ({"stock_way": "add", "stock_value": "+12"}, {"stock_quantity": {"add": 12}}),
        ({"stock_way": "add", "stock_value": "-3"}, {"stock_quantity": {"add": -3}}),
        ({"stock_way": "set", "stock_value": "0"}, {"stock_quantity": {"set": 0}}),
        ({"stock_way": "clear", "stock_value": "7"}, {"stock_quantity": {"clear": True}}),
        ({"type_way": "set", "type_value": "shrub"}, {"tag": {"set": "shrub"}}),
        ({"type_way": "clear"}, {"tag": {"clear": True}}),
        (
            {"tags_way": "change", "tags_add": "sale, <b>,", "tags_remove": "new"},
            {"tags": {"add": ["sale", "<b>"], "remove": ["new"]}},
        ),
        ({"tags_way": "replace", "tags_value": "sale,new"}, {"tags": {"replace": ["sale", "new"]}}),
        ({"tags_way": "clear"}, {"tags": {"replace": []}}),
        ({"action": "restore"}, {"action": "restore"}),
        ({"action": "archive", "type_way": "clear"}, {"tag": {"clear": True}, "action": "archive"}),
    ],
)  # fmt: skip
def test_each_change_of_the_form_is_what_is_checked(
    shop: Site, values: dict[str, str], changes: dict[str, Any]
) -> None:
    page = new(Browser(shop), **values)

    assert page.path.startswith("/bulk-edits/blk_"), page.main
    found = shop.get(f"/api/v1{page.path}").json()
    assert (found["changes"], found["filter"]) == (changes, None)
    again = Browser(shop).get(f"{NEW}?ids=1&like={found['id']}").form(NEW).submit("Check")
    assert shop.get(f"/api/v1{again.path}").json()["changes"] == shop.get(f"/api/v1{page.path}").json()["changes"]


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({}, "price_way", "Choose at least one change."),
        ({"price_way": "percent"}, "price_value", "Fill this in"),
        ({"price_value": "5"}, "price_value", "Choose what to do with this value"),
        ({"price_way": "percent", "price_value": "-100"}, "price_value", "Use a number above -100"),
        ({"price_way": "percent", "price_value": "five"}, "price_value", "Use a number above -100"),
        ({"price_way": "amount", "price_value": "1 €"}, "price_value", "Use an amount such as 0.50"),
        ({"price_way": "set", "price_value": "-1"}, "price_value", "-1"),
        ({"price_way": "percent", "price_value": "5", "rounding": "ending"}, "rounding_value", "Fill this in"),
        ({"price_way": "percent", "price_value": "5", "rounding_value": "1"}, "rounding_value", "Choose how to round"),
        (
            {"price_way": "percent", "price_value": "5", "rounding": "ending", "rounding_value": "99"},
            "rounding_value", "Use the decimals of a price",
        ),
        (
            {"price_way": "percent", "price_value": "5", "rounding": "round_to", "rounding_value": "0"},
            "rounding_value", "above 0",
        ),
        ({"price_way": "set", "price_value": "5", "price_currency": "XXQ"}, "price_currency", "XXQ"),
        ({"stock_way": "add", "stock_value": "1.5"}, "stock_value", "whole number"),
        ({"stock_way": "set", "stock_value": "-1"}, "stock_value", "whole number"),
        ({"type_way": "set"}, "type_value", "Fill this in"),
        ({"tags_way": "change"}, "tags_add", "Fill this in"),
        ({"tags_way": "change", "tags_add": "a", "tags_remove": "A"}, "tags_remove", "both added and removed"),
        ({"tags_way": "change", "tags_add": "x" * 2_000}, "tags_add", "characters"),
        ({"tags_value": "a"}, "tags_value", "Choose what to do"),
    ],
)  # fmt: skip
def test_a_wrong_form_is_refused_at_its_field_and_keeps_what_was_entered(
    shop: Site, values: dict[str, str], field: str, words: str
) -> None:
    page = new(Browser(shop), **values)

    assert (page.status, words in page.wrong(field)) == (422, True), page.main
    kept = page.form(NEW).values
    assert {name: kept[name] for name in values} == values and kept["ids"] == "1,2"
    assert shop.get("/api/v1/bulk-edits").json()["items"] == []


def test_all_problems_of_a_form_are_said_together(shop: Site) -> None:
    page = new(
        Browser(shop), price_way="percent", price_value="five", rounding="ending", stock_way="set", stock_value="x"
    )

    assert "Use a number above" in page.wrong("price_value") and "whole number" in page.wrong("stock_value")
    assert page.wrong("rounding_value") == "Fill this in, or choose “No rounding”."
    assert page.wrong("price_way") == ""


def sent(browser: Browser, **values: str) -> Page:
    """Send a form of any content."""
    ticket = browser.get("/plants/new").form("/plants/new").values["ticket"]
    return browser.post(NEW, urlencode({"ticket": ticket, **values}).encode(), FORM)


@pytest.mark.parametrize(
    ("values", "status", "words"),
    [
        ({"ids": "1", "price_way": "evil", "price_value": "1"}, 422, "Nothing was changed."),
        ({"ids": "1", "action": "delete"}, 422, "Nothing was changed."),
        ({"ids": "one", "action": "archive"}, 400, "A selected id is not the id of a plant."),
        ({"ids": "99", "action": "archive"}, 404, "None of the selected plants exists any more."),
        ({"ids": "1", "filter-tag": "rose", "action": "archive"}, 400, "not both"),
        ({"all": "yes", "filter-colour": "red", "action": "archive"}, 400, "There is no filter “colour”."),
        ({"all": "yes", "filter-status": "gone", "action": "archive"}, 400, "Parameter status"),
        ({"all": "yes", "filter-q": "\0", "action": "archive"}, 400, "Parameter q"),
        ({"action": "archive"}, 200, "Select plants first"),
        ({"all": "no", "action": "archive"}, 200, "Select plants first"),
    ],
)  # fmt: skip
def test_what_no_form_of_ours_sends_is_refused_with_words(
    shop: Site, values: dict[str, str], status: int, words: str
) -> None:
    page = sent(Browser(shop), **values)

    assert (page.status, words in page.main) == (status, True), page.main
    assert shop.get("/api/v1/bulk-edits").json()["items"] == []


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("", 200, "Select plants first"),
        ("do=archive", 200, "Select plants first"),
        ("ids=99", 404, "None of the selected plants exists any more."),
        ("ids=x", 400, "A selected id is not the id of a plant."),
        ("ids=" + ",".join(map(str, range(1, 1_002))), 400, "You selected 1,001 plants."),
        ("all=yes&status=gone", 400, "Parameter status"),
        ("all=yes&colour=red", 400, "There is no filter “colour”."),
        ("all=yes&tag=" + "x" * 17_000, 400, "This address can't be read"),
        ("all=yes&tag=fern", 200, "No plants match"),
        ("ids=1&do=explode&like=blk_x", 200, "1 selected plant"),
    ],
)
def test_an_address_selects_what_it_says_or_nothing(shop: Site, query: str, status: int, words: str) -> None:
    page = Browser(shop).get(f"{NEW}?{query}")

    assert (page.status, words in page.main) == (status, True), page.main


def test_plants_that_were_deleted_since_are_named_and_left_out(shop: Site) -> None:
    browser = Browser(shop)
    page = browser.get(f"{NEW}?ids=1,2,3")
    for number in (2, 3):
        version = shop.get(f"/api/v1/plants/{number}").headers["etag"]
        assert shop.ask("DELETE", f"/api/v1/plants/{number}", headers={"if-match": version}).status_code == 204

    checked = page.form(NEW).fill(type_way="clear").submit("Check")

    assert "2 selected plants were deleted and are left out." in checked.main
    assert "of 1 plant" in checked.main
    assert "No longer in the catalogue: plant 2, plant 3" in browser.get(f"{NEW}?ids=1,2,3").main


def test_plants_that_were_edited_after_the_check_are_named_and_checked_again(shop: Site) -> None:
    browser = Browser(shop)
    checked = new(browser, price_way="percent", price_value="10")
    shop.ask("PATCH", "/api/v1/plants/1", json={"price": "99.00"})

    done = ended(pressed(checked, "Change 2 plants"))

    assert figures(done)["Edited in between"] == "1"
    assert "1 plant was edited or deleted after the check" in done.main
    assert done.links["Rosa <b>canina</b>"] == "/plants/1"
    assert fields(shop, "price")[:2] == ["99.00", "27.39"]
    again = done.follow("Check it again…")
    assert again.form(NEW).values["price_value"] == "10" and "1 selected plant" in again.main
    ended(pressed(again.form(NEW).submit("Check"), "Change 1 plant"))
    assert fields(shop, "price")[:2] == ["108.90", "27.39"]


def test_while_another_one_runs_a_second_is_refused_and_leads_to_it(shop: Site) -> None:
    browser = Browser(shop)
    first, second = (new(browser, type_way="clear") for _ in range(2))
    running = first.path.split("/")[2]
    now = shop.dependencies.clock.now()
    change(
        shop,
        lambda tx: bulk_edits.update(
            tx, running, state="running", confirmed_at=now, run_by="tok_x", run_by_name="Anna", changing=9, updated=4
        ),
    )

    refused = pressed(second, "Change 2 plants")
    page = browser.get(f"/bulk-edits/{running}")

    assert (refused.status, refused.links["View the other bulk edit"]) == (409, f"/bulk-edits/{running}")
    assert f"The bulk edit {running} is running." in refused.main
    assert "Change 2 plants" in [button for form in refused.forms for button in form.buttons]
    assert "4 of 9" in page.main and "Anna" in page.main
    assert "progress.js" in page.html and page.links["Reload"] == f"/bulk-edits/{running}"
    assert "http-equiv" not in page.html
    stopped = pressed(page, "Stop")
    assert "Stopped. Plants that were changed stay changed; you can undo that." in stopped.text
    assert ended(pressed(refused, "Change 2 plants")).status == 200


def test_a_form_that_is_sent_twice_takes_effect_once(shop: Site) -> None:
    browser = Browser(shop)
    form = browser.get(f"{NEW}?ids=1,2").form(NEW).fill(stock_way="add", stock_value="1")

    first, second = form.submit("Check"), form.submit("Check")
    confirm = first.form(f"{first.path}/confirm")
    ended(confirm.submit())
    again = ended(confirm.submit())

    assert first.path == second.path
    assert fields(shop, "stock_quantity")[:2] == [None, 4]
    assert figures(again)["Changed"] == "1"


def test_a_check_is_cancelled_and_then_no_longer_confirmed(shop: Site) -> None:
    browser = Browser(shop)
    checked = new(browser, type_way="clear")

    cancelled = pressed(checked, "Cancel")
    refused = pressed(checked, "Change 2 plants")

    assert "Cancelled. No plant was changed." in cancelled.text
    assert (refused.status, "This bulk edit is cancelled" in refused.main) == (409, True)
    assert browser.get(f"{checked.path}/undo").path == checked.path, "there is nothing to undo"
    assert "nothing to undo" in browser.get(f"{checked.path}/undo").main
    assert fields(shop, "tag")[:2] == ["rose", "rose"]


def test_nothing_to_change_is_said(shop: Site) -> None:
    same = new(Browser(shop), type_way="set", type_value="rose")
    none = new(Browser(shop), "ids=3", price_way="percent", price_value="5")
    empty = sent(Browser(shop), **{"all": "yes", "filter-tag": "fern", "type_way": "clear"})

    assert "All plants have these values already." in same.main
    assert "None of these plants can be changed like this." in none.main
    assert "No plants match any more." in empty.main
    assert all("Change" not in button for page in (same, none, empty) for form in page.forms for button in form.buttons)


def test_a_form_whose_session_has_ended_comes_back_with_its_plants(shop: Site, clock: StillClock) -> None:
    browser = Browser(shop)
    query = f"{NEW}?all=yes&tag=rose"
    form = browser.get(query).form(NEW).fill(price_way="percent", price_value="5")
    clock.move(SESSION_IDLE_S_MAX + 1)

    page = form.submit("Check")
    restored = page.form("/sign-in").fill(token=browser.token.text).submit("Sign in")

    assert page.status == 401
    assert restored.form(NEW).values["price_value"] == "5" and "type rose" in restored.main
    assert "We've restored what you entered." in restored.main
    assert figures(restored.form(NEW).submit("Check"))["To change"] == "2"


def test_the_list_says_what_who_and_when_and_leads_to_each(shop: Site) -> None:
    browser = Browser(shop)
    assert "No bulk edits yet" in browser.get("/bulk-edits").main
    ended(pressed(new(browser, price_way="percent", price_value="5"), "Change 2 plants"))
    new(browser, "all=yes&tag=rose", type_way="clear")

    page = browser.get("/bulk-edits")

    first, second = page.rows
    assert first[0] == "Type cleared All plants that match: type rose" and first[1:4] == ["Checked", "0 of 2", "0"]
    assert second[0] == "Price +5 % 2 selected plants" and second[1:4] == ["Done", "2 of 2", "0"]
    assert second[4] == browser.token.id or second[4]
    done = page.links["Price +5 %"]
    assert browser.get("/activity").links[done.rpartition("/")[2]] == done
    assert browser.get("/plants/1/history").links["a bulk edit"] == done
    assert browser.get(f"/find?q={done.rpartition('/')[2]}").path == done


def test_a_long_check_shows_how_far_it_is(shop: Site) -> None:
    browser = Browser(shop)
    path = new(browser, type_way="clear").path
    change(shop, lambda tx: bulk_edits.update(tx, path.rpartition("/")[2], state="checking"))

    page = browser.get(path)

    assert "2 plants examined so far." in page.main and "Reload" in page.links


def test_a_failed_check_says_why(shop: Site) -> None:
    browser = Browser(shop)
    path = new(browser, type_way="clear").path
    change(
        shop,
        lambda tx: bulk_edits.update(tx, path.rpartition("/")[2], state="failed", error="Too many <b>.", ended_at=1),
    )

    assert "This bulk edit failed. Too many <b>." in browser.get(path).main


def test_only_who_may_change_plants_has_bulk_edits(shop: Site) -> None:
    path = new(Browser(shop), type_way="clear").path
    reader = Browser(shop, Scope.PLANTS_READ)

    assert [reader.get(one).status for one in ("/bulk-edits", NEW, path, f"{path}/undo")] == [403] * 4
    assert Browser(shop).get("/bulk-edits/blk_" + "0" * 26).status == 404
    staff = Browser(shop, Scope.PLANTS_READ, Scope.PLANTS_WRITE)
    assert staff.get(f"{NEW}?all=yes&supplier=x").status == 403, "suppliers are for those who may see costs"


def test_a_hidden_supplier_is_not_shown_as_all_plants(shop: Site) -> None:
    shop.add(name="Tilia", supplier={"name": "Nursery"}, price="5.00", currency="EUR")
    owner = Browser(shop)
    ended(new(owner, "all=yes&supplier=Nursery", price_way="percent", price_value="5"))
    others = Browser(shop, Scope.PLANTS_READ, Scope.PLANTS_WRITE)

    shown = [browser.get("/bulk-edits").rows[0][0] for browser in (owner, others)]

    assert "All plants that match: supplier Nursery" in shown[0]
    assert "All plants, or those of one supplier" in shown[1] and "Nursery" not in shown[1]


def test_a_form_with_other_changes_after_the_back_button_is_shown_again(shop: Site) -> None:
    form = Browser(shop).get(f"{NEW}?ids=1").form(NEW)
    form.fill(price_way="percent", price_value="5").submit("Check")

    back = form.fill(price_value="6").submit("Check")

    assert (back.status, back.form(NEW).values["price_value"]) == (409, "6")
    assert "You already submitted this form" in back.main
