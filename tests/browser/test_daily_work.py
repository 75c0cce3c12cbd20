"""A shop's day in as few steps as it takes: with the mouse, by keyboard alone, and on a phone.

A step is a click or tap, a key that does something (not Tab), or a field that is filled in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from plantstore.domain.plants.gtin import check_digit
from tests.browser.answering import Reaction, Receivers
from tests.browser.looking import look
from tests.browser.serving import Store, a_store, until
from tests.browser.test_labels import SHOP, printed
from tests.browser.visitors import Visitors
from tests.catalogue.photos.pictures import a_jpeg

TABS_MAX = 250
ROSES, LABELS = 50, 12
PHOTO_STEPS = {"mouse": 3, "keyboard": 3, "phone": 4}
PRICE_STEPS = {"mouse": 8, "keyboard": 8, "phone": 10}
LABEL_STEPS = LABELS + 1
CAUSE_STEPS = 1
WAYS = ("mouse", "keyboard", "phone")
PHONE_PX = 390


@dataclass
class Hand:
    """Does what a person does on a page, in one way, and counts the steps."""

    page: Page
    way: str
    steps: int = 0
    done: list[str] = field(default_factory=list)

    def use(self, one: Locator, *, leads: bool = True, key: str = "Enter") -> None:
        """Click or tap something, or Tab to it and press a key, and arrive where it leads."""
        expect(one).to_be_visible()
        self._count(f"use {one}")
        if self.way == "keyboard":
            self._tab_to(one)  # past 50 rows, so before the wait for the next page begins
        if leads:
            with self.page.expect_event("load"):  # a search while typing changes the address too
                self._do(one, key)
        else:
            self._do(one, key)

    def enter(self, one: Locator, text: str, *, submits: bool = False) -> None:
        """Fill in a field; `submits` presses Enter in it, which is a step of its own."""
        self._count(f"fill {one}")
        if self.way == "keyboard":
            self._tab_to(one)
            self.page.keyboard.type(text)
        else:
            one.fill(text)
        if submits:
            self._count("Enter")
            with self.page.expect_event("load"):
                self.page.keyboard.press("Enter")

    def choose(self, one: Locator, words: str) -> None:
        self._count(f"choose {words}")
        if self.way == "keyboard":
            self._tab_to(one)
            self.page.keyboard.type(words)
        else:
            one.select_option(label=words)

    def attach(self, one: Locator, name: str, content: bytes) -> None:
        """Choose a file."""
        with self.page.expect_file_chooser() as chooser:
            self.use(one, leads=False)
        chooser.value.set_files({"name": name, "mimeType": "image/jpeg", "buffer": content})

    def _do(self, one: Locator, key: str) -> None:
        if self.way == "keyboard":
            self.page.keyboard.press(key)
        elif self.way == "phone":
            one.tap()
        else:
            one.click()

    def _tab_to(self, one: Locator) -> None:
        for _ in range(TABS_MAX):
            if one.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {one}")

    def _count(self, what: str) -> None:
        self.steps += 1
        self.done.append(what)


@dataclass(frozen=True, slots=True)
class Nursery:
    store: Store
    roses: list[str]
    gtins: list[str]
    staff: str
    integrator: str


def gtin(number: int) -> str:
    return (digits := f"4006381{number:05}") + check_digit(digits)


@pytest.fixture(scope="module")
def nursery(browser: Browser, receivers: Receivers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Fifty roses and ten other plants, with a receiver that is down."""
    with a_store(tmp_path_factory.mktemp("nursery"), plant_url=SHOP + "{id}", retry_scale="1") as store:
        url = receivers.answers("/down", Reaction(503, b"Maintenance", b"Service Unavailable"))
        store.ask("POST", "/receivers", {"name": "Marketplace", "url": url})
        for number in range(10):
            store.ask("POST", "/plants", {"name": f"Hosta {number}", "price": "7.50"})
        gtins = [gtin(number) for number in range(ROSES)]
        roses = [
            str(
                store.ask("POST", "/plants", {"name": f"Rose {at}", "tag": "rose", "price": "20.00", "gtin": one})["id"]
            )
            for at, one in enumerate(gtins)
        ]
        staff, integrator = (store.make_token(name.capitalize(), name)[0] for name in ("staff", "integrator"))
        yield Nursery(store, roses, gtins, staff, integrator)


@pytest.fixture(params=WAYS)
def hand(request: pytest.FixtureRequest, browser: Browser, nursery: Nursery) -> Iterator[Hand]:
    way = str(request.param)
    visitors = Visitors(browser, nursery.store)
    page = visitors.come(token_id=nursery.staff, width=PHONE_PX if way == "phone" else 1440, touch=way == "phone")
    page.goto("/plants")
    yield Hand(page, way)
    visitors.leave()
    assert visitors.complaints == []


def in_main(page: Page, role: str, name: str) -> Locator:
    return page.locator("main").get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]


def search(hand: Hand, words: str) -> None:
    hand.enter(hand.page.locator("#f-q"), words, submits=True)
    expect(hand.page.locator("tbody tr").first).to_contain_text("Rose")


def test_staff_give_a_rose_its_photo(hand: Hand, nursery: Nursery) -> None:
    page, rose = hand.page, nursery.roses[WAYS.index(hand.way)]
    page.goto("/plants?tag=rose&sort=id")

    hand.use(page.locator(f"a[href='/plants/{rose}']").first)
    if hand.way == "phone":
        hand.use(page.get_by_role("link", name="Add a photo"), leads=False)
    hand.attach(page.locator("main input[type=file]"), "IMG_0042.jpg", a_jpeg(1_200, 900))
    hand.use(in_main(page, "button", "Upload"))

    expect(page.locator("main")).to_contain_text("1 photo added.")
    shown = page.locator(".hero img")
    expect(shown).to_be_visible()
    assert shown.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
    assert look(page, "wide") == []
    assert len(nursery.store.ask("GET", f"/plants/{rose}")["images"]) == 1
    assert hand.steps == PHOTO_STEPS[hand.way], hand.done


def test_staff_raise_the_price_of_fifty_roses(hand: Hand, nursery: Nursery) -> None:
    page, store = hand.page, nursery.store
    before = prices(store)

    search(hand, "rose")
    if hand.way == "phone":
        hand.use(page.locator("main .head summary").first, leads=False)
        hand.use(page.get_by_role("link", name="Select plants"))
        hand.use(page.locator("[name=all]"), leads=False)
    else:
        hand.use(page.locator("[data-all]"), leads=False, key="Space")
    hand.use(in_main(page, "button", "Edit…"))
    hand.choose(page.locator("[name=price_way]"), "Change by per cent")
    hand.enter(page.locator("[name=price_value]"), "5")
    hand.use(in_main(page, "button", "Check"))
    hand.use(page.locator(".decide").get_by_role("button", name=f"Change {ROSES} plants"))

    expect(page.get_by_role("link", name="Undo…")).to_be_visible()  # the page has followed by itself
    assert prices(store) == {plant: f"{round(float(price) * 1.05 + 1e-9, 2):.2f}" for plant, price in before.items()}
    assert hand.steps == PRICE_STEPS[hand.way], hand.done
    hand.use(page.get_by_role("link", name="Undo…"))
    hand.use(in_main(page, "button", "Undo bulk edit"))
    until(lambda: prices(store) == before, "the prices are as before")


def prices(store: Store) -> dict[int, str]:
    return {one["id"]: one["price"] for one in store.ask("GET", "/plants?tag=rose&limit=200")["items"]}


def test_staff_print_twelve_labels(hand: Hand, nursery: Nursery) -> None:
    page = hand.page
    page.goto("/plants?tag=rose&sort=id" + ("&select=1" if hand.way == "phone" else ""))

    for row in range(LABELS):
        hand.use(page.locator("tbody [name=ids]").nth(row), leads=False, key="Space")
    hand.use(page.locator(".bulk").get_by_role("button", name="Print labels"))
    expect(page.locator(".papers .label:not(.is-empty)")).to_have_count(LABELS)
    assert look(page, "wide") == []
    assert hand.steps == LABEL_STEPS, hand.done
    if hand.way == "mouse":  # the paper is the same
        paper = printed(page)
        wanted = {*nursery.gtins[:LABELS], *(f"{SHOP}{rose}" for rose in nursery.roses[:LABELS])}
        assert (paper.read, paper.sizes_mm) == (wanted, [(210, 297)])


@pytest.mark.parametrize("way", WAYS)
def test_an_operator_gets_from_the_alert_to_its_cause_in_one_step(way: str, browser: Browser, nursery: Nursery) -> None:
    until(lambda: nursery.store.ask("GET", "/status")["alerts"], "the receiver fails")
    visitors = Visitors(browser, nursery.store)
    page = visitors.come(width=PHONE_PX if way == "phone" else 1440, touch=way == "phone")
    page.goto("/")
    hand = Hand(page, way)

    hand.use(page.locator(".alert").get_by_role("link", name="Latest failure").first)

    expect(page.locator("main")).to_contain_text("Maintenance")  # what the receiver answered
    assert hand.steps == CAUSE_STEPS
    visitors.leave()
    assert visitors.complaints == []


@pytest.mark.parametrize("way", WAYS)
def test_an_integrator_finds_why_a_receiver_fails(way: str, browser: Browser, nursery: Nursery) -> None:
    visitors = Visitors(browser, nursery.store)
    page = visitors.come(token_id=nursery.integrator, width=PHONE_PX if way == "phone" else 1440, touch=way == "phone")
    page.goto("/")
    hand = Hand(page, way)

    hand.use(page.locator("section").filter(has_text="Last failures").locator("tbody th a").first)

    expect(page.locator("main")).to_contain_text("Maintenance")
    assert hand.steps == CAUSE_STEPS
    visitors.leave()
    assert visitors.complaints == []
