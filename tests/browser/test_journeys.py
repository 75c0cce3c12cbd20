"""Three people do their work from one end to the other: with the mouse, and one of them by keyboard alone."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import messy_list
from tests.browser.answering import POISON, Reaction, Receivers, refusing_poison
from tests.browser.doing import fill, follow, press, reads
from tests.browser.looking import look
from tests.browser.serving import Store, until
from tests.browser.shop import Shop
from tests.browser.visitors import Visitors
from tests.catalogue.photos.pictures import a_jpeg

TABS_MAX = 150
LIST = "Art.Nr.;Bezeichnung;Preis\r\nSTRE-1;Strelitzia nicolai;49,00\r\nSTRE-2;Strelitzia reginae;39,50\r\nX;;\r\n"


def test_staff_add_a_plant_and_import_a_list(visitors: Visitors, shop: Shop, store: Store, tmp_path: Path) -> None:
    page = visitors.come(token_id=shop.token)
    file = tmp_path / "Frühjahr.csv"
    file.write_bytes(LIST.encode("cp1252"))

    follow(page, "Plants", within="header")
    follow(page, "Add plant")
    fill(page, name="Strelitzia alba", price="24,9x")
    visitors.expected.add(422)
    press(page, "Add to the store")
    expect(page.locator("main [name=price]")).to_have_value("24,9x")  # what was filled in is kept
    fill(page, price="24.90")
    press(page, "Add to the store")
    reads(page, "Strelitzia alba")
    assert look(page, "uneven") == []  # the notice is as wide as every banner
    follow(page, "Plants", within="header")
    follow(page, "Import")
    if page.url.endswith("/imports"):
        follow(page, "Import a list")
    page.locator("input[type=file]").set_input_files(file)
    press(page, "Upload and check")
    reads(page, "Choose one: “Art.Nr.”, “Bezeichnung”, “Preis”.")
    page.get_by_label(re.compile("^Name")).fill("Bezeichnung")
    page.locator("input[type=file]").set_input_files(file)
    press(page, "Upload and check")
    reads(page, "Strelitzia nicolai")
    with page.expect_navigation():  # a choice reads the file again at once
        page.get_by_label("Field for “Preis”").select_option("price")
    press(page, "Import 2 plants (1 row skipped)")
    expect(page.get_by_role("link", name="Undo…")).to_be_visible()  # the page has followed by itself

    page.goto("/plants?q=strelitzia")
    assert page.locator("tbody tr").count() == 3
    assert page.get_by_role("link", name="Receivers", exact=True).count() == 1
    page.locator("header summary").click()
    assert page.get_by_role("link", name="Tokens").count() == 0, "staff make no tokens"
    assert {one["price"] for one in store.ask("GET", "/plants?q=strelitzia")["items"]} == {"24.90", "49.00", "39.50"}


def test_staff_photograph_a_plant_with_a_phone(visitors: Visitors, shop: Shop, store: Store) -> None:
    page = visitors.come(token_id=shop.token, width=390)
    page.goto(f"/plants/{shop.draft}")

    page.get_by_role("link", name="Add a photo").click()  # one tap
    field = page.locator("main input[type=file]")
    expect(field).to_be_in_viewport()
    with page.expect_file_chooser() as chooser:
        field.click()  # and the second
    assert chooser.value.is_multiple()
    assert "image/heic" not in str(field.get_attribute("accept")), "so that phones send a JPEG"
    chooser.value.set_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": a_jpeg(1_200, 900)})
    press(page, "Upload")

    reads(page, "1 photo added.")
    assert look(page, "wide") == []
    images = store.ask("GET", f"/plants/{shop.draft}")["images"]
    assert len(images) == 1
    store.ask("PATCH", f"/plants/{shop.draft}", {"images": []})


def test_a_changed_section_says_so_until_it_is_saved(visitors: Visitors, shop: Shop) -> None:
    page = visitors.come(token_id=shop.token)
    page.goto(f"/plants/{shop.plant}")

    follow(page, "Edit name and description")
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()
    fill(page, family="Araceae")
    expect(page.get_by_text("Unsaved changes")).to_be_visible()
    press(page, "Save")

    expect(page.locator("#names")).to_contain_text("Saved.")
    reads(page, "Araceae")


_DROP = """(list) => {
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(list), (char) => char.charCodeAt(0))], "week-17.csv"));
  const drop = new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true});
  document.querySelector("h1").dispatchEvent(drop);
}"""


def test_a_messy_list_is_dropped_or_pasted_and_ready_after_three_clicks(visitors: Visitors, shop: Shop) -> None:
    dropped = visitors.come(token_id=shop.token)
    pasted = visitors.come(token_id=shop.token, width=390, script=False)

    for page in (dropped, pasted):
        page.goto("/plants")
        follow(page, "Import")
        if page == dropped:
            page.evaluate(_DROP, base64.b64encode(messy_list.as_csv()).decode())
        else:
            page.get_by_label("Pasted cells").fill(messy_list.as_pasted())
        press(page, "Upload and check")
        reads(page, "The first 10 plants as they will look")
        expect(page.get_by_role("button", name="Import 285 plants (8 rows skipped)")).to_be_visible()
        assert page.locator(".plant-card").count() == 10
        assert look(page, "wide") == []
        press(page, "Cancel")
        reads(page, "Cancelled. Nothing was added.")


def to_element(page: Page, selector: str, words: str = "") -> None:
    """Press Tab until the focus is there."""
    wanted = page.locator(selector).filter(has_text=words) if words else page.locator(selector)
    expect(wanted.first).to_be_visible()
    for _ in range(TABS_MAX):
        page.keyboard.press("Tab")
        if wanted.evaluate_all("all => all.includes(document.activeElement)"):
            assert look(page, "focus")["problems"] == []
            return
    raise AssertionError(f"Tab never came to {selector} {words}")


def enter(page: Page) -> None:
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_an_integrator_connects_and_debugs_a_receiver_by_keyboard_alone(
    visitors: Visitors, store: Store, receivers: Receivers, shop: Shop
) -> None:
    page = visitors.come(token_id=store.make_token("Integrator", "integrator")[0])
    url = receivers.answers("/by-hand", Reaction(500, b"table is locked", b"Broken"))

    page.keyboard.press("g")
    with page.expect_navigation():
        page.keyboard.press("r")
    to_element(page, "main a.button", "Add receiver")
    enter(page)
    expect(page.locator("#f-url")).to_be_focused()
    page.keyboard.type(url)
    page.keyboard.press("Tab")
    page.keyboard.type("By keyboard")
    enter(page)
    reads(page, "500")  # the test says what is wrong; the receiver is saved, and paused
    reads(page, "whsec_")
    receivers.answers("/by-hand", refusing_poison)
    to_element(page, "main button", "Test again")
    enter(page)
    reads(page, "204")
    here = store_id(store, "By keyboard")
    page.keyboard.press("g")
    with page.expect_navigation():
        page.keyboard.press("r")
    to_element(page, "main a", "By keyboard")
    enter(page)
    to_element(page, "main button", "Resume")
    enter(page)
    reads(page, "Active")

    store.ask("POST", "/plants", {"name": f"{POISON} oak"})
    until(lambda: store.ask("GET", f"/deliveries/counts?receiver={here}")["exhausted"], "it has failed for good")
    page.keyboard.press("g")
    with page.expect_navigation():
        page.keyboard.press("d")
    to_element(page, "main nav a", "Exhausted")
    enter(page)
    page.keyboard.press("j")
    while f"/{here}" not in str(page.evaluate("document.activeElement.href")):
        page.keyboard.press("j")
    enter(page)
    reads(page, "no such column: pot_size")
    receivers.answers("/by-hand", Reaction(204))
    page.keyboard.press("r")
    expect(page.locator("#retry")).to_be_focused()
    enter(page)

    until(lambda: store.ask("GET", f"/deliveries/counts?receiver={here}")["exhausted"] == 0, "it has arrived")
    page.reload()
    expect(page.locator("h1 .badge, .badge").first).to_contain_text("Delivered")


def test_the_same_integrator_with_a_mouse(visitors: Visitors, store: Store, receivers: Receivers, shop: Shop) -> None:
    page = visitors.come(token_id=store.make_token("Integrator 2", "integrator")[0])
    url = receivers.answers("/by-mouse", refusing_poison)

    follow(page, "Receivers", within="header")
    follow(page, "Add receiver")
    fill(page, url=url, name="By mouse")
    press(page, "Add and test")
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", page.locator("main").inner_text())
    assert secret, "the secret is shown once"
    follow(page, "View receiver")
    assert secret[0] not in page.content(), "and never again"
    store.ask("POST", "/plants", {"name": f"{POISON} sumac"})
    receiver = store_id(store, "By mouse")
    until(lambda: store.ask("GET", f"/deliveries/counts?receiver={receiver}")["exhausted"], "it has failed for good")
    page.goto(f"/deliveries?receiver={receiver}&state=exhausted")
    page.locator("tbody th a").first.click()
    reads(page, "no such column: pot_size")
    receivers.answers("/by-mouse", Reaction(204))
    press(page, "Retry now")

    until(lambda: store.ask("GET", f"/deliveries/counts?receiver={receiver}")["exhausted"] == 0, "it has arrived")


def test_an_operator_finds_what_is_stuck_and_replays_it(
    visitors: Visitors, store: Store, receivers: Receivers, shop: Shop
) -> None:
    broken = receivers.answers("/stuck", Reaction(410, b"Gone"))
    stuck = store.ask("POST", "/receivers", {"name": "Stuck till", "url": broken})["id"]
    for number in range(3):
        store.ask("POST", "/plants", {"name": f"Nobody hears of {number}"})
    until(lambda: store.ask("GET", f"/receivers/{stuck}")["state"] == "disabled", "it is disabled")
    page = visitors.come()

    alert = page.locator("section.alert")
    expect(alert).to_have_count(1)  # one block, however much is wrong
    expect(alert).to_contain_text("Stuck till is disabled. The receiver responded 410")
    clicks = 0
    for words in ("Stuck till", "Latest failure"):  # from the alert to the request that failed
        follow(page, words)
        clicks += 1
    expect(page.locator("main")).to_contain_text("410")
    assert clicks == 2
    page.go_back()
    reads(page, "Disabled")
    receivers.answers("/stuck", Reaction(204))
    press(page, "Resume")
    until(lambda: store.ask("GET", f"/receivers/{stuck}")["lag"] == 0, "it has caught up")
    page.reload()
    follow(page, "Replay")
    page.locator("main [name=only][value=all]").check()
    page.locator("main [name=by][value=sequence]").check()
    fill(page, first=str(store.ask("GET", f"/receivers/{stuck}")["start"]))
    press(page, "Preview")
    reads(page, "The receiver will get duplicates")
    words = page.locator("h1").inner_text()
    press(page, "Replay")
    expect(page.locator("main")).to_contain_text("accepted")
    counted = re.search(r"Replay (\d+) deliver", words)
    assert counted
    reads(page, f"Done: {counted[1]} of {counted[1]} accepted")  # the page has followed by itself

    assert len([path for path, _ in receivers.got if path == "/stuck"]) >= 2 * int(counted[1])


def store_id(store: Store, name: str) -> str:
    """The id of a receiver."""
    return next(str(one["id"]) for one in store.ask("GET", "/receivers")["items"] if one["name"] == name)


@pytest.fixture(autouse=True)
def gone_afterwards(store: Store, shop: Shop, receivers: Receivers) -> object:
    """Leave the shop as it was for the tests that follow."""
    yield
    known = (shop.good, shop.resting, shop.paused, shop.gone)
    for one in store.ask("GET", "/receivers")["items"]:
        if one["id"] not in known:
            store.ask("DELETE", f"/receivers/{one['id']}")


def test_staff_raise_the_price_of_fifty_roses_by_five_per_cent(visitors: Visitors, shop: Shop, store: Store) -> None:
    """From the list: select, edit, check, change, and then undo. Five clicks, a choice and a number."""
    for number in range(50):
        store.ask("POST", "/plants", {"name": f"Rosa {number}", "tag": "rose", "price": f"{10 + number}.00"})
    page = visitors.come(token_id=shop.token)

    page.goto("/plants?tag=rose")
    page.locator("thead [data-all]").check()
    press(page, "Edit…")
    reads(page, "50 selected plants")
    page.get_by_label("How the price changes").select_option(label="Change by per cent")
    page.get_by_label("Per cent, amount or price").fill("5")
    expect(page.get_by_label("Quantity")).to_be_hidden()  # only the fields of chosen changes are shown
    press(page, "Check")
    expect(page.locator("tbody tr").first).to_contain_text("10.00 becomes→ 10.50 EUR", use_inner_text=False)
    press(page, "Change 50 plants")
    expect(page.get_by_role("link", name="Undo…")).to_be_visible()  # the script has followed the progress
    prices = sorted(float(plant["price"]) for plant in store.ask("GET", "/plants?tag=rose&limit=100")["items"])
    assert prices == [round((10 + number) * 1.05, 2) for number in range(50)]
    follow(page, "Undo…")
    reads(page, "50 plants get their old values back")
    press(page, "Undo bulk edit")
    expect(page.locator("main")).to_contain_text("Undone: 50 plants have their old values back.")

    page.goto("/plants?tag=rose&limit=20")
    page.locator("tbody [name=ids]").first.check()
    page.get_by_label(re.compile("All 50 that match")).check()
    press(page, "Export…")
    reads(page, "50 plants that match: type rose")
    page.get_by_label("JSON Lines").check()
    with page.expect_download() as found:
        page.get_by_role("button", name="Download 50 plants").click()
    assert found.value.suggested_filename.endswith(".jsonl")
    assert len(Path(found.value.path()).read_bytes().splitlines()) == 50
