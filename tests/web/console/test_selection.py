"""What is selected in the list of plants arrives at the pages for edits, labels and exports: that, or nothing."""

from collections.abc import Iterator
from datetime import UTC
from urllib.parse import parse_qsl, urlencode

import pytest

from plantstore.domain.errors import Malformed
from plantstore.domain.token import Scope
from plantstore.web.console.forms import Form
from plantstore.web.console.plant_list import SELECTING
from plantstore.web.console.plant_selection import SELECTED_MAX, filter_words
from plantstore.web.console.views.selection import _selection as read_form_selection
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def browser(site: Site) -> Browser:
    for number in range(1, 4):
        site.add(name=f"Rosa {number}", tag="rose" if number < 3 else "tree")
    return Browser(site)


def sent(browser: Browser, *pairs: tuple[str, str], ticket: str | None = None) -> Page:
    """Press a button below the list with these fields."""
    csrf = browser.get("/plants/new").form("/plants/new").values["ticket"] if ticket is None else ticket
    return browser.post("/plants/selection", urlencode([*pairs, ("ticket", csrf)]).encode(), FORM)


def ids(count: int) -> list[tuple[str, str]]:
    return [("ids", str(number)) for number in range(1, count + 1)]


def arrived(page: Page) -> tuple[str, dict[str, str]]:
    path, _, query = page.path.partition("?")
    return path, dict(parse_qsl(query))


@pytest.mark.parametrize(
    ("do", "path", "more"),
    [
        ("edit", "/bulk-edits/new", {"do": "edit"}),
        ("archive", "/bulk-edits/new", {"do": "archive"}),
        ("restore", "/bulk-edits/new", {"do": "restore"}),
        ("add_to_store", "/bulk-edits/new", {"do": "add_to_store"}),
        ("labels", "/labels", {}),
        ("export", "/plants/export", {}),
    ],
)
def test_selected_plants_are_carried_to_each_page(browser: Browser, do: str, path: str, more: dict[str, str]) -> None:
    page = sent(browser, ("ids", "3"), ("ids", "1"), ("ids", "3"), ("filter-tag", "rose"), ("do", do))

    assert arrived(page) == (path, {"ids": "3,1", **more})


def test_all_that_match_are_carried_as_filters_whatever_is_ticked(browser: Browser) -> None:
    filters = [("filter-q", "rosa & <b>"), ("filter-tag", ""), ("filter-sort", "-price"), ("ids", "1"), ("all", "yes")]

    edit = sent(browser, *filters, ("do", "edit"))
    labels = sent(browser, ("all", "yes"), ("do", "labels"))

    assert arrived(edit) == ("/bulk-edits/new", {"all": "yes", "q": "rosa & <b>", "sort": "-price", "do": "edit"})
    assert arrived(labels) == ("/labels", {"all": "yes", "sort": "-id"})


def test_without_a_selection_it_goes_back_to_the_same_list(browser: Browser) -> None:
    page = sent(browser, ("filter-tag", "rose"), ("filter-sort", "name"), ("do", "archive"))

    assert arrived(page) == ("/plants", {"tag": "rose", "sort": "name"})
    assert "Nothing was selected." in page.main


@pytest.mark.parametrize("name", SELECTING)
def test_every_filter_is_said_in_words(name: str) -> None:
    values = {"status": "draft", "stock": "in_stock", "missing": "photo", "attention": "no_price"}

    assert len(filter_words({name: values.get(name, "2026-01-01T00:00:00Z")}, UTC)) > 3


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("ids", "1"), ("do", "delete")], "Choose what to do"),
        ([("ids", "1")], "Choose what to do"),
        ([("ids", "one"), ("do", "edit")], "A selected id is not the id of a plant."),
        ([("ids", "-1"), ("do", "edit")], "A selected id is not the id of a plant."),
        ([("ids", "²"), ("do", "edit")], "A selected id is not the id of a plant."),
        ([("ids", "9" * 400), ("do", "edit")], "A selected id is not the id of a plant."),
        ([("filter-colour", "red"), ("all", "yes"), ("do", "edit")], "There is no filter “colour”."),
        ([("filter-q", "x" * 17_000), ("all", "yes"), ("do", "edit")], "longer than 16,384 characters"),
        ([*ids(SELECTED_MAX + 1), ("do", "edit")], "You selected 1,001 plants."),
        ([*ids(10_001), ("do", "edit")], "You selected 10,001 plants."),
        ([("ids", "1")] * 12_001, "The form can't be read."),
    ],
)  # fmt: skip
def test_a_wrong_selection_is_refused_with_words(browser: Browser, pairs: list[tuple[str, str]], words: str) -> None:
    page = sent(browser, *pairs)

    assert (page.status, words in page.main) == (400, True), page.main


def test_a_form_with_many_filters_is_read_in_a_few_passes() -> None:
    class Counted(list[tuple[str, str]]):
        passes = 0

        def __iter__(self) -> Iterator[tuple[str, str]]:
            self.passes += 1
            return super().__iter__()

    pairs = Counted((f"filter-{number}", "x") for number in range(500))

    with pytest.raises(Malformed, match="There is no filter"):
        read_form_selection(Form(pairs))
    assert pairs.passes < 10


def test_as_many_as_fit_are_carried(browser: Browser) -> None:
    page = sent(browser, *ids(SELECTED_MAX), ("do", "export"))

    assert page.status == 200 and "3 selected plants" in page.main and "plant 4, plant 5" in page.main


def test_a_selection_of_another_session_or_permission_is_refused(site: Site, browser: Browser) -> None:
    other = Browser(site).get("/plants/new").form("/plants/new").values["ticket"]
    reader = Browser(site, Scope.PLANTS_READ)
    own = reader.get("/shortcuts").form("/sign-out").values["ticket"]

    assert sent(browser, ("ids", "1"), ("do", "archive"), ticket=other).status == 403
    assert sent(reader, ("ids", "1"), ("do", "archive"), ticket=own).status == 403
    assert sent(reader, ("ids", "1"), ("do", "export"), ticket=own).status == 200
    assert sent(Browser(site, sign_in=False), ("ids", "1"), ("do", "export"), ticket="").status == 401
