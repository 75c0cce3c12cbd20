"""The guide for shop staff, docs/first-day.md, followed in a new store: things are found by the names that it gives."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.answering import GOOD, Receivers
from tests.browser.serving import Store, a_store, until
from tests.browser.visitors import Visitors
from tests.catalogue.photos.pictures import a_jpeg
from tests.docs.markdown import DOCS, blocks

PAGE = "first-day.md"
GUIDE = (DOCS / PAGE).read_text(encoding="utf-8")
NAMED = {" ".join(one.split()) for one in re.findall(r"\*\*(.+?)\*\*", GUIDE, re.DOTALL)}
NOT_HERE = {
    "Sign in": "for those who get a token instead of an invitation",
    "Save as draft": "the other button of the same form",
    "All … that match": "a list of more than one page has it",
    **dict.fromkeys(("Set stock", "Correct", "Finish", "Compare"), "a plant of that kind is not made here"),
}
LIST = next(block for block in blocks(PAGE) if block.file)


@dataclass
class Reader:
    """Someone who follows the guide, in which each name must be in bold. `used` are the names that were found."""

    page: Page
    used: set[str] = field(default_factory=set)

    def name(self, name: str) -> str:
        assert name in NAMED, f"the guide does not name {name}"
        self.used.add(name)
        return name

    def press(self, name: str, *, within: str = "main") -> None:
        place, exact = self.page.locator(within), re.compile(rf"^{re.escape(self.name(name))}")
        with self.page.expect_navigation():
            place.get_by_role("button", name=exact).or_(place.get_by_role("link", name=exact)).first.click()

    def fill(self, name: str, text: str) -> None:
        self.page.locator("main").get_by_label(re.compile(rf"^{re.escape(self.name(name))}")).first.fill(text)

    def sees(self, name: str, *, within: str = "main") -> None:
        expect(self.page.locator(within)).to_contain_text(self.name(name))


@pytest.fixture
def shop(tmp_path: Path, receivers: Receivers) -> Iterator[Store]:
    with a_store(tmp_path) as store:
        store.ask("POST", "/receivers", {"name": "Web shop", "url": receivers.answers("/first-day", GOOD)})
        store.ask("POST", "/plants", {"name": "Boston fern"})  # without a price
        yield store


def test_each_step_of_the_guide_is_possible_by_the_names_that_it_gives(browser: Browser, shop: Store) -> None:
    visitors = Visitors(browser, shop)
    invited = shop.ask("POST", "/people", {"name": "Shop assistant", "role": "staff"})
    page = visitors.come(signed_in=False, width=1440)
    reader = Reader(page)

    sign_in(reader, invited["invitation"]["url"])
    add_a_plant(reader)
    import_a_list(reader, shop)
    raise_prices(reader, shop)
    print_labels(reader)
    see_what_happened(reader)

    assert NAMED - reader.used == NOT_HERE.keys()
    visitors.leave()
    assert visitors.complaints == []


def sign_in(reader: Reader, link: str) -> None:
    reader.page.goto(link)
    reader.page.get_by_label(reader.name("Stay signed in on this device")).check()
    reader.press("Continue")
    reader.sees("Today")


def add_a_plant(reader: Reader) -> None:
    reader.press("Plants", within=".nav")
    reader.press("Add plant")
    reader.fill("Name", "English rose Gertrude")
    reader.fill("Botanical name", "Rosa 'Ausbord'")
    reader.fill("Pot size", "6 L")
    reader.fill("Price", "31.50")
    reader.press("Add to the store")
    reader.sees("Pictures")
    reader.page.locator("input[type=file]").set_input_files(
        {"name": "rose.jpg", "mimeType": "image/jpeg", "buffer": a_jpeg()}
    )
    reader.press("Upload")
    expect(reader.page.locator("#photos img").first).to_be_visible()


def import_a_list(reader: Reader, store: Store) -> None:
    reader.press("Imports", within=".nav")
    reader.press("Import a list")
    reader.page.locator("input[type=file]").set_input_files(
        {"name": LIST.file, "mimeType": "text/csv", "buffer": LIST.text.encode()}
    )
    reader.press("Upload and check")
    reader.press("Import 2 plants (1 row skipped)")
    expect(reader.page.get_by_role("link", name=reader.name("Undo…"))).to_be_visible()
    reader.sees("Download the 1 row")
    until(lambda: len(store.ask("GET", "/plants?q=rosa")["items"]) == 3, "the roses are found")


def raise_prices(reader: Reader, store: Store) -> None:
    page = reader.page
    reader.press("Plants", within=".nav")
    page.locator("main input[name=q]").fill("rosa")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(3)
    for box in page.locator("input[name=ids]").all():
        box.check()
    reader.press("Edit…")
    reader.sees("Price")
    page.get_by_label("How the price changes").select_option(label=reader.name("Change by per cent"))
    page.get_by_label("Per cent, amount or price").fill("5")
    reader.press("Check")
    with page.expect_navigation():
        page.locator("main .primary").click()
    expect(page.get_by_role("link", name="Undo…")).to_be_visible()
    prices = {one["price"] for one in store.ask("GET", "/plants?q=rosa")["items"]}
    assert prices == {"33.08", "15.23", "25.73"}


def print_labels(reader: Reader) -> None:
    reader.press("Plants", within=".nav")
    reader.page.locator("input[name=ids]").first.check()
    reader.press("Print labels")
    expect(reader.page.get_by_role("button", name=reader.name("Print"), exact=True)).to_be_visible()


def see_what_happened(reader: Reader) -> None:
    page = reader.page
    page.goto("/")
    page.get_by_placeholder(reader.name("Find anything")).fill("gertrude")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("tbody th a", has_text="English rose").click()
    reader.sees("Notified")
    reader.sees("History")
    page.goto("/today")
    reader.sees("Add photo")
    reader.sees("Add price")
