"""What holds for every page: it is there, can be read and used by everybody, and is small."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.addresses import FILES, SIGNED_OUT, address, shown
from tests.browser.looking import STOPS_MAX, barriers, look, walk
from tests.browser.serving import Store
from tests.browser.shop import Shop
from tests.browser.visitors import Visitors

PAGE_BYTES_MAX, REQUESTS_MAX = 30_000, 4
WIDTH, WIDTHS = 1280, (390, 320)
LAYOUT_FACTS = ("tables", "cut", "uneven")


@dataclass(frozen=True, slots=True)
class Opened:
    """One page, opened in a browser that has never been here, and what it took to get there."""

    page: Page
    status: int
    transferred: dict[str, int]
    complaints: list[str]


@pytest.fixture(scope="module")
def visitors(browser: Browser, store: Store) -> Iterator[Visitors]:
    visitors = Visitors(browser, store)
    yield visitors
    visitors.leave()


@pytest.fixture(scope="module")
def person(visitors: Visitors) -> Page:
    return visitors.come()


@pytest.fixture(scope="module")
def stranger(visitors: Visitors) -> Page:
    return visitors.come(signed_in=False)


@pytest.fixture(scope="module", params=[*SIGNED_OUT, *shown()])
def opened(request: pytest.FixtureRequest, visitors: Visitors, person: Page, stranger: Page, shop: Shop) -> Opened:
    page = stranger if request.param in SIGNED_OUT else person
    visitors.complaints.clear()
    page.set_viewport_size({"width": WIDTH, "height": 900})
    page.emulate_media(color_scheme="light")
    transferred: dict[str, int] = {}
    session = page.context.new_cdp_session(page)
    under_way: dict[str, str] = {}

    def begin(event: dict[str, Any]) -> None:
        is_stream, is_within = event["type"] == "EventSource", event["request"]["url"].startswith("data:")
        if not is_stream and not is_within:  # a stream stays open
            under_way[event["requestId"]] = event["request"]["url"]

    def end(event: dict[str, Any]) -> None:
        if event["requestId"] in under_way:
            transferred[under_way.pop(event["requestId"])] = int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", begin)
    session.on("Network.loadingFinished", end)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    answer = page.goto(address(request.param, shop), wait_until="load")
    while under_way:
        page.wait_for_timeout(5)
    session.detach()
    assert answer is not None
    return Opened(page, answer.status, transferred, visitors.complaints)


def test_it_is_there(opened: Opened) -> None:
    assert opened.status == 200


def test_it_has_one_heading_and_says_its_name(opened: Opened) -> None:
    assert opened.page.locator("h1").count() == 1
    assert opened.page.title().removesuffix("· Plant Store").strip()


def test_no_two_things_have_one_id(opened: Opened) -> None:
    assert look(opened.page, "doubled") == []


def test_it_is_small(opened: Opened) -> None:
    assert sum(opened.transferred.values()) <= PAGE_BYTES_MAX, opened.transferred
    assert len(opened.transferred) <= REQUESTS_MAX, sorted(opened.transferred)
    # The icon is asked for at some time after all else: it comes with the page, or would be one more.
    assert (opened.page.locator("link[rel=icon]").get_attribute("href") or "").startswith("data:")


def test_nobody_is_shut_out(opened: Opened) -> None:
    assert barriers(opened.page) == []
    opened.page.emulate_media(color_scheme="dark")
    assert barriers(opened.page, colours_only=True) == []


def test_every_place_can_be_reached_by_the_keyboard_and_shows_it(opened: Opened) -> None:
    stops = look(opened.page, "stops")

    reached, problems = walk(opened.page)

    begins = reached.index(stops[0]) if stops[0] in reached else 0  # an autofocus begins further down
    in_order = [one for one in reached[begins:] + reached[:begins] if one in stops]
    assert in_order == (stops if len(reached) < STOPS_MAX else stops[: len(in_order)])
    assert problems == []


def test_it_fits_on_a_phone_and_a_thumb_hits_what_it_means(opened: Opened) -> None:
    for width in (WIDTH, *WIDTHS):
        opened.page.set_viewport_size({"width": width, "height": 900})
        assert (width, look(opened.page, "wide")) == (width, [])
        assert (width, look(opened.page, "small")) == (width, [])
        if opened.page.locator("details.menu").count():
            opened.page.locator("details.menu").evaluate("one => { one.open = true }")
        for fact in LAYOUT_FACTS:
            assert (width, fact, look(opened.page, fact)) == (width, fact, [])


def test_it_asks_nobody_else_and_breaks_no_rule(opened: Opened) -> None:
    assert opened.complaints == []


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_kept_and_not_shown(person: Page, shop: Shop, path: str) -> None:
    answer = person.request.get(address(path, shop))

    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["content-type"].startswith("text/csv")
