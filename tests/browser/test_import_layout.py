"""Where things are on the pages of imports: the drop area is seen first, and the decision stays visible."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import messy_list
from tests.browser.doing import press, reads
from tests.browser.serving import Store, until
from tests.browser.visitors import Visitors

SIZES = ((1440, 900), (390, 844))


def is_seen(part: Locator) -> bool:
    """True if the whole element is in the window without scrolling, and nothing covers its middle."""
    seen: bool = part.evaluate(
        """(one) => {
          const box = one.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return box.top >= 0 && box.bottom <= innerHeight && one.contains(top);
        }"""
    )
    return seen


def opened(visitors: Visitors, size: tuple[int, int], address: str, *, script: bool = True) -> Page:
    page = visitors.come(width=size[0], script=script)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    return page


@pytest.fixture
def checked(store: Store) -> str:
    """The address of a checked import of 300 rows."""
    made = store.ask("POST", "/imports?name=week-17.csv", messy_list.as_csv(), content_type="text/csv")["id"]
    until(lambda: store.ask("GET", f"/imports/{made}")["state"] == "checked", "the list is checked")
    return f"/imports/{made}"


@pytest.mark.parametrize("size", SIZES)
def test_the_drop_area_comes_first_and_all_of_the_upload_is_above_the_fold(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = opened(visitors, size, "/imports/new")

    assert is_seen(page.locator(".drop"))
    assert is_seen(page.get_by_role("button", name="Upload and check"))
    order = page.evaluate(
        "[...document.querySelectorAll('.drop, [name=cells], .more-options')].map((one) => one.className)"
    )
    assert order[0] == "drop"


@pytest.mark.parametrize("size", SIZES)
def test_the_decision_is_visible_wherever_the_page_is_scrolled(
    visitors: Visitors, size: tuple[int, int], checked: str
) -> None:
    page = opened(visitors, size, checked)
    button = page.get_by_role("button", name="Import 285 plants (8 rows skipped)")

    assert is_seen(page.locator(".decide"))
    assert is_seen(button)
    assert is_seen(page.locator(".map li").first), "the columns are on top"
    for place in ("#notes", "#bad", "#first"):
        page.locator(place).evaluate("one => one.scrollIntoView()")
        assert is_seen(button)
    expect(page.locator(".decide")).to_contain_text("You can undo the import.")


@pytest.mark.parametrize("size", SIZES)
def test_the_first_plants_are_cards_in_columns_with_a_pot_on_the_edge_of_the_picture(
    visitors: Visitors, size: tuple[int, int], checked: str
) -> None:
    page = opened(visitors, size, checked)

    lefts = page.locator(".plant-card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
    pots = page.locator(".band .pot").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    below = page.locator(".band").first.evaluate(
        "one => one.querySelector('.pot').getBoundingClientRect().bottom - one.getBoundingClientRect().bottom"
    )

    assert len(lefts) == len(pots) == 10
    assert len(set(lefts)) == (5 if size == SIZES[0] else 2)
    assert max(pots) < 26
    assert 0 < below < 20


def test_a_short_check_has_its_decision_at_the_bottom_too(visitors: Visitors, store: Store) -> None:
    made = store.ask("POST", "/imports", b"name\nHosta 1\n", content_type="text/csv")["id"]
    until(lambda: store.ask("GET", f"/imports/{made}")["state"] == "checked", "the list is checked")

    page = opened(visitors, SIZES[0], f"/imports/{made}")

    bottom = page.locator(".decide").evaluate("one => innerHeight - one.getBoundingClientRect().bottom")
    assert bottom < 80, "above the foot of the page only"


@pytest.mark.parametrize("script", [True, False])
def test_the_folded_options_say_what_is_chosen(visitors: Visitors, script: bool) -> None:
    page = opened(visitors, SIZES[0], "/imports/new", script=script)
    options = page.locator("summary", has_text="Options")

    before = options.inner_text()
    options.click()
    page.get_by_label("Add all plants as drafts").check()
    page.get_by_label("Update existing plants").check()
    options.click()

    assert before.startswith("Options New plants go in the store · existing plants stay as they are · prices in ")
    assert options.inner_text().startswith(
        "Options New plants become drafts · existing plants are updated · prices in "
    )


def test_the_link_to_change_how_a_file_is_read_opens_the_options(visitors: Visitors, checked: str) -> None:
    page = opened(visitors, SIZES[0], checked)

    page.get_by_role("link", name="Change").click()

    expect(page.get_by_label("Column separator")).to_be_in_viewport()
    page.get_by_label("The first line is data").check()
    reads(page, "no headings ·")
    press(page, "Cancel")
