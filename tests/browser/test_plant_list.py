"""The list of plants in a browser: search while typing, rows that are selected, and as many rows as fit."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.doing import press
from tests.browser.shop import Shop
from tests.browser.visitors import Visitors

ROWS_SEEN_MIN = 15  # at 1440 × 900
SEARCHES_MAX = 5  # for seventeen keys; one if the machine is fast enough to press them without a pause
WAITED_MS = 300


@pytest.fixture
def page(visitors: Visitors, shop: Shop) -> Page:
    page = visitors.come(width=1440)
    page.goto("/plants")
    return page


def searches(page: Page) -> list[str]:
    """Return a list to which the address of each search is added that the script sends."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "fetch":
            sent.append(request.url.partition("?")[2])

    page.context.on("request", note)
    return sent


def sent_selection(page: Page, button: str) -> dict[str, list[str]]:
    """Press a button of the bar, and return the form that it sends."""
    forms: list[str] = []

    def take(route: Route) -> None:
        forms.append(route.request.post_data or "")
        route.fulfill(status=204)

    page.route("**/plants/selection", take)
    with page.expect_request("**/plants/selection"):
        page.locator(".bulk").get_by_role("button", name=button).click()
    page.unroute("**/plants/selection")
    return parse_qs(forms[0])


def test_results_follow_while_someone_types_with_few_searches_for_many_keys(page: Page) -> None:
    sent = searches(page)
    field = page.get_by_label("Search plants")
    field.press_sequentially("monstera adansonii", delay=10)

    expect(page.locator(".plant-row")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 plant found")
    assert sent[-1] == "q=monstera+adansonii"
    assert len(sent) <= SEARCHES_MAX
    assert page.url.endswith("/plants?q=monstera+adansonii")
    expect(field).to_be_focused()
    assert field.evaluate("one => one.selectionStart") == len("monstera adansonii")
    for link in ("Drafts", "Price", "Export"):
        href = page.locator("main").get_by_role("link", name=re.compile(link)).first.get_attribute("href")
        assert "q=monstera" in str(href), "links lead to the same search"
    field.press("Shift+Home")
    field.press("Delete")
    expect(page.locator(".plant-row").nth(20)).to_be_visible()
    assert page.url.endswith("/plants")


def test_a_search_is_given_up_for_the_next_and_short_words_are_not_sent(page: Page) -> None:
    held: list[Route] = []
    page.route("**/plants?q=hosta", lambda route: held.append(route))
    sent = searches(page)
    field = page.get_by_label("Search plants")
    field.fill("ho")
    page.wait_for_timeout(WAITED_MS)
    assert sent == []

    with page.expect_request("**/plants?q=hosta"):
        field.fill("hosta")
    field.fill("monstera")

    expect(page.locator(".plant-row")).to_have_count(2)
    assert page.url.endswith("/plants?q=monstera")
    assert held[0].request.failure, "the first search was cancelled"


def test_a_misspelt_word_shows_what_was_meant_while_typing(page: Page) -> None:
    page.get_by_label("Search plants").fill("monstra")

    expect(page.get_by_role("status")).to_have_text("No plants found for “monstra”")
    expect(page.locator(".hits li")).to_have_count(2)


def test_too_many_searches_wait_as_long_as_the_store_asks_for(visitors: Visitors, page: Page) -> None:
    visitors.expected.add(429)
    refusals = [1]

    def refuse_once(route: Route) -> None:
        if refusals:
            refusals.clear()
            route.fulfill(status=429, headers={"retry-after": "1"}, body="")
        else:
            route.continue_()

    page.route("**/plants?q=monstera", refuse_once)
    page.get_by_label("Search plants").fill("monstera")

    expect(page.locator(".plant-row")).to_have_count(2)


def test_rows_are_selected_by_keyboard_and_sent_with_the_filters(page: Page) -> None:
    page.goto("/plants?q=hosta&sort=name")
    bar = page.locator(".bulk")
    expect(bar).to_be_hidden()
    boxes = page.locator("input[name=ids]")
    boxes.nth(1).focus()
    page.keyboard.press("Space")
    page.keyboard.press("j")
    page.keyboard.press("x")

    expect(bar).to_be_visible()
    assert bar.locator(".chosen").evaluate("one => getComputedStyle(one, '::before').content") == "counter(chosen)"
    chosen = [box.get_attribute("value") for box in boxes.all() if box.is_checked()]
    assert len(chosen) == 2
    form = sent_selection(page, "Edit…")
    assert (form["ids"], form["do"]) == (chosen, ["edit"])
    assert (form["filter-q"], form["filter-sort"]) == (["hosta"], ["name"])
    assert "ticket" in form and "once" in form and "all" not in form
    bar.get_by_role("button", name="Clear the selection").press("Enter")
    expect(bar).to_be_hidden()


def test_the_box_in_the_heading_selects_the_page_and_then_all_that_match(page: Page) -> None:
    page.goto("/plants?limit=10")
    head = page.get_by_label("Select all 10 on this page")
    head.check()
    assert page.locator("input[name=ids]:checked").count() == 10
    page.locator("input[name=ids]").nth(3).uncheck()
    assert head.evaluate("one => one.indeterminate")
    page.locator("input[name=ids]").nth(5).uncheck()
    page.locator("input[name=ids]").nth(8).click(modifiers=["Shift"])
    assert page.locator("input[name=ids]:checked").count() == 5, "rows 6 to 9 were cleared"
    page.get_by_label(re.compile(r"All \d+ that match")).check()

    form = sent_selection(page, "Export…")

    assert (form["all"], form["do"]) == (["yes"], ["export"])
    assert page.locator(".plant-row:has(:checked)").count() == 5


def test_a_selection_outlives_a_search(page: Page) -> None:
    page.goto("/plants?q=hosta")
    page.locator("input[name=ids]").nth(2).check()
    chosen = page.locator("input[name=ids]:checked").get_attribute("value")
    name = page.locator(".plant-row:has(:checked) th a").inner_text()

    page.get_by_label("Search plants").fill(name)

    expect(page.get_by_role("status")).not_to_be_empty()
    assert page.locator("input[name=ids]:checked").get_attribute("value") == chosen


def test_without_script_a_row_shows_the_bar_and_enter_searches(visitors: Visitors, shop: Shop) -> None:
    page = visitors.come(script=False)
    page.goto("/plants")
    expect(page.locator(".bulk")).to_be_hidden()
    expect(page.locator("[data-all]")).to_be_hidden()
    page.locator("input[name=ids]").first.check()
    expect(page.locator(".bulk")).to_be_visible()
    page.get_by_label("Search plants").fill("monstera")
    press(page, "Search")
    expect(page.locator(".plant-row")).to_have_count(2)


def test_on_a_phone_boxes_are_shown_when_someone_selects(visitors: Visitors, shop: Shop) -> None:
    page = visitors.come(width=390)
    page.goto("/plants?q=hosta")
    expect(page.locator("input[name=ids]").first).to_be_hidden()
    page.locator("main summary", has_text="More").first.click()
    page.get_by_role("link", name="Select plants").click()

    page.locator("input[name=ids]").first.check()

    expect(page.locator(".bulk")).to_be_visible()
    assert "q=hosta" in page.url


def test_fifteen_plants_are_seen_without_scrolling(page: Page) -> None:
    bottoms = page.locator(".plant-row").evaluate_all("every => every.map((one) => one.getBoundingClientRect().bottom)")

    assert sum(bottom <= 900 for bottom in bottoms) >= ROWS_SEEN_MIN
