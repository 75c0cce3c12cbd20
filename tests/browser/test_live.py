"""The page of deliveries while it is open: what is sent comes into it, and it leaves alone what somebody is at."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.answering import Reaction, Receivers
from tests.browser.serving import Store, a_store, until
from tests.browser.visitors import Visitors

TABS = 8
STREAMS_MAX = 4  # of one session
CONNECTIONS_MAX = 6  # that Chromium opens to one host over HTTP/1.1
LIVE = "/live/deliveries"
LATE_S = 0.5
SHIFTED_MAX = 0.02  # of the window times the way; 0.1 is called good (web.dev/cls)
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
NEWEST = "table[data-live] tbody tr:first-child th a"


@pytest.fixture(scope="module")
def store(browser: Browser, receivers: Receivers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of its own, in which nothing happens but what a test does."""
    with a_store(tmp_path_factory.mktemp("live")) as store:
        store.ask("POST", "/receivers", {"name": "Screen", "url": receivers.answers("/screen", Reaction(204))})
        for number in range(30):
            store.ask("POST", "/plants", {"name": f"Sedum {number}"})
        until(lambda: store.ask("GET", "/deliveries/counts")["delivered"] == 30, "all have arrived")
        yield store


@pytest.fixture
def visitors(browser: Browser, store: Store) -> Iterator[Visitors]:
    visitors = Visitors(browser, store)
    yield visitors
    visitors.leave()
    assert visitors.complaints == []


def open_live(page: Page, address: str = "/deliveries") -> None:
    page.goto(address)
    expect(page.locator("#live")).to_contain_text("Live")


def late(route: Route) -> None:
    """Let a script come after the page was painted, as over a slow network."""
    time.sleep(LATE_S)
    route.continue_()


def add(store: Store, name: str) -> None:
    store.ask("POST", "/plants", {"name": name})


def test_what_is_sent_comes_into_the_open_page(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    counted = page.locator("[data-count=delivered]").first
    before = int(counted.inner_text())

    add(store, "Sedum acre")

    expect(page.locator(NEWEST)).to_contain_text("Sedum acre")
    expect(page.locator("table[data-live] tbody tr").first).to_contain_text("Delivered")
    expect(counted).to_have_text(str(before + 1))
    expect(page.locator("table[data-live] tbody tr:first-child time")).to_have_attribute(
        "title", re.compile(r"\d{4}, \d\d:\d\d:\d\d, (just now|.* ago)")
    )


def test_new_rows_shift_no_column(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    heads = page.locator("table[data-live] thead th")
    before = [one.bounding_box() for one in heads.all()]

    add(store, "Sedum with a name so long that it would make any other table a good deal wider")

    expect(page.locator(NEWEST)).to_contain_text("a good deal wider")
    assert [one.bounding_box() for one in heads.all()] == before


def test_the_overview_is_live_as_well(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page, "/")

    add(store, "Sedum album")

    expect(page.locator(NEWEST)).to_contain_text("Sedum album")
    assert page.locator("table[data-live] tbody tr").count() == 6, "the oldest has made room"


def test_on_a_phone_no_row_moves_before_it_is_asked_to(visitors: Visitors, store: Store) -> None:
    page = visitors.come(width=390)
    page.context.add_init_script(SHIFTS)
    page.route("**/live*.js*", late)
    open_live(page)
    row = page.locator("table[data-live] tbody tr").first
    before, words = row.bounding_box(), row.locator("th").inner_text()

    add(store, "Sedum kamtschaticum")
    expect(page.locator("#held")).to_have_text("1 new")

    assert (row.bounding_box(), row.locator("th").inner_text()) == (before, words)
    assert page.evaluate("shifted") < SHIFTED_MAX
    page.locator("#held").click()
    expect(page.locator(NEWEST)).to_contain_text("Sedum kamtschaticum")


def test_an_empty_list_says_that_something_has_come(visitors: Visitors, store: Store, receivers: Receivers) -> None:
    page = visitors.come()
    busy = receivers.answers("/busy", Reaction(503, headers=((b"retry-after", b"3600"),)))
    receiver = store.ask("POST", "/receivers", {"name": "Busy", "url": busy})["id"]
    page.goto(f"/deliveries?receiver={receiver}")
    assert page.locator("table").count() == 0

    add(store, "Sedum morganianum")
    expect(page.locator("#held")).to_have_text("1 new")
    with page.expect_navigation():
        page.locator("#held").click()

    expect(page.locator("tbody tr")).to_have_count(1)
    store.ask("DELETE", f"/receivers/{receiver}")


def test_nothing_moves_while_somebody_is_in_the_table(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    link = page.locator("table[data-live] tbody tr:nth-child(3) th a")
    link.focus()
    before, words = link.bounding_box(), link.inner_text()

    add(store, "Sedum dasyphyllum")
    expect(page.locator("#held")).to_have_text("1 new")
    add(store, "Sedum rubrotinctum")
    expect(page.locator("#held")).to_have_text("2 new")

    assert page.evaluate("document.activeElement.textContent.trim()") == words.strip()
    assert page.locator(":focus").bounding_box() == before
    page.locator("#held").focus()
    page.keyboard.press("Enter")
    expect(page.locator(NEWEST)).to_contain_text("Sedum rubrotinctum")
    expect(page.locator("#held")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "live", "the focus is not lost with the button"


def test_nothing_moves_while_somebody_reads_further_down(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    page.evaluate("scrollTo(0, 400)")
    row = page.locator("table[data-live] tbody tr:nth-child(12)")
    before, words = row.bounding_box(), row.locator("th").inner_text()

    add(store, "Sedum spurium")

    expect(page.locator("#held")).to_have_text("1 new")
    assert (row.bounding_box(), row.locator("th").inner_text()) == (before, words)
    assert page.evaluate("scrollY") == 400


def test_paused_is_paused_until_it_is_live_again(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    page.locator("#live").click()
    expect(page.locator("#live")).to_contain_text("Paused")
    watching = visitors.come()
    open_live(watching)

    add(store, "Sedum telephium")

    expect(watching.locator(NEWEST)).to_contain_text("Sedum telephium")
    assert "Sedum telephium" not in page.locator("table[data-live]").inner_text()
    page.locator("#live").click()
    expect(page.locator("#live")).to_contain_text("Live")
    expect(page.locator(NEWEST)).to_contain_text("Sedum telephium")


def test_what_was_sent_while_the_window_was_away_is_there_when_it_is_back(visitors: Visitors, store: Store) -> None:
    page = visitors.come()
    open_live(page)
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    page.evaluate(hide % "true" + "document.dispatchEvent(new Event('visibilitychange'))")
    add(store, "Sedum sieboldii")
    until(lambda: store.ask("GET", "/deliveries?limit=1")["items"][0]["state"] == "delivered", "it has arrived")
    assert "Sedum sieboldii" not in page.locator("table[data-live]").inner_text()

    page.evaluate(hide % "false" + "document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator(NEWEST)).to_contain_text("Sedum sieboldii")


def test_eight_windows_of_one_person_all_load_and_all_hear_of_it(visitors: Visitors, store: Store) -> None:
    first = visitors.come()
    asked: list[Request] = []
    first.context.on("request", lambda request: asked.append(request) if LIVE in request.url else None)
    pages = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    for page in pages:
        open_live(page)

    add(store, "Sedum palmeri")
    for page in pages:
        expect(page.locator(NEWEST)).to_contain_text("Sedum palmeri", timeout=8_000)  # without a stream: every 5 s
    first.goto("/plants")

    assert first.locator("h1").inner_text() == "Plants", "a connection is left for pages"
    streams = [request for request in asked if "once=" not in request.url]
    polls = [request for request in asked if "once=" in request.url]
    refused = [answer for request in streams if (answer := request.response()) is not None and answer.status == 204]
    assert STREAMS_MAX < CONNECTIONS_MAX
    assert len(refused) == TABS - STREAMS_MAX
    assert len(polls) >= TABS - STREAMS_MAX
