"""Checks of every page: status, size, accessibility, keyboard, and layout on desktops and phones."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.addresses import FILES, SIGNED_OUT, address, shown
from tests.browser.kinds import Kinds, shared_folder
from tests.browser.looking import STOPS_MAX, barriers, contrast, look, walk
from tests.browser.serving import Store
from tests.browser.shop import Shop
from tests.browser.visitors import Visitors

PAGE_BYTES_MAX, REQUESTS_MAX = 30_000, 4
WIDTH, WIDTHS = 1280, (390, 320)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Known:
    """Kinds of texts whose contrast was looked at, and of stops that Tab came by: a new kind is looked at."""

    texts: Kinds
    stops: Kinds


@dataclass(frozen=True, slots=True)
class Opened:
    """A page opened with an empty cache, with the bytes transferred for each of its requests."""

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
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    folder = shared_folder(tmp_path_factory)
    return Known(Kinds(folder / "text-kinds"), Kinds(folder / "stop-kinds"))


@pytest.fixture(scope="module")
def person(visitors: Visitors) -> Page:
    return visitors.come()


@pytest.fixture(scope="module")
def stranger(visitors: Visitors) -> Page:
    return visitors.come(signed_in=False)


def opened(name: str, visitors: Visitors, page: Page, shop: Shop) -> Opened:
    """Open a page without a cache, on a desktop, in light colours, and wait until all that it loads is there."""
    visitors.complaints.clear()
    page.set_viewport_size({"width": WIDTH, "height": 900})
    page.emulate_media(color_scheme="light")
    transferred: dict[str, int] = {}
    session = page.context.new_cdp_session(page)
    pending: dict[str, str] = {}

    def begin(event: dict[str, Any]) -> None:
        is_stream, is_inline = event["type"] == "EventSource", event["request"]["url"].startswith("data:")
        if not is_stream and not is_inline:  # a stream stays open
            pending[event["requestId"]] = event["request"]["url"]

    def end(event: dict[str, Any]) -> None:
        if event["requestId"] in pending:
            transferred[pending.pop(event["requestId"])] = int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", begin)
    session.on("Network.loadingFinished", end)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    response = page.goto(address(name, shop), wait_until="load")
    while pending:
        page.wait_for_timeout(5)
    session.detach()
    assert response is not None
    return Opened(page, response.status, transferred, visitors.complaints)


@pytest.mark.parametrize("name", [*SIGNED_OUT, *shown()])
def test_every_page_is_small_accessible_and_fits(
    visitors: Visitors, person: Page, stranger: Page, shop: Shop, known: Known, name: str
) -> None:
    seen = opened(name, visitors, stranger if name in SIGNED_OUT else person, shop)

    assert problems_of(seen, known) == {}


@pytest.mark.parametrize("bundle", ["staff", "integrator"])
def test_the_start_page_of_each_role_is_small_accessible_and_fits(
    visitors: Visitors, store: Store, shop: Shop, known: Known, bundle: str
) -> None:
    person = visitors.come(token_id=store.make_token(f"Start {bundle}", bundle)[0])

    assert problems_of(opened("/", visitors, person, shop), known) == {}


def problems_of(seen: Opened, known: Known) -> dict[str, list[Any]]:
    """Return what is wrong with a page, by check."""
    head = look(seen.page, "head")
    problems = {
        "status": [] if seen.status == 200 else [seen.status],
        "heading and title": heading_problems(head),
        "repeated ids": head["doubled"],
        # Browsers request the icon at any time after everything else, so it must be part of the page.
        "icon": [] if head["icon"] == "data:" else [head["icon"]],
        "size": size_problems(seen),
        "accessibility": accessibility_problems(seen.page, known.texts),
        "keyboard": keyboard_problems(seen.page, known.stops),
        "layout": layout_problems(seen.page),
        "console messages and foreign requests": seen.complaints,
    }
    return {check: found for check, found in problems.items() if found}


@pytest.mark.parametrize("address", ["/docs", "/api/docs"])
def test_visitors_read_the_documentation_next_to_the_same_rail(stranger: Page, address: str) -> None:
    stranger.goto(address)

    assert stranger.locator(".nav [aria-current]").count() == 1
    assert layout_problems(stranger) == []
    assert barriers(stranger) == []


def heading_problems(head: dict[str, Any]) -> list[str]:
    headings, title = head["headings"], head["title"].removesuffix("· Plant Store").strip()
    return [] if headings == 1 and title else [f"{headings} headings, title “{title}”"]


def size_problems(seen: Opened) -> list[str]:
    """What is too large: bytes without pictures, and requests without the thumbnails that come later."""
    problems = []
    if sum(size for url, size in seen.transferred.items() if "/photos/" not in url) > PAGE_BYTES_MAX:
        problems.append(f"too many bytes: {seen.transferred}")
    if sum(not url.endswith("/small") for url in seen.transferred) > REQUESTS_MAX:
        problems.append(f"too many requests: {sorted(seen.transferred)}")
    return problems


def accessibility_problems(page: Page, known: Kinds) -> list[Any]:
    problems = barriers(page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        problems += contrast(page, known)
    return problems


def keyboard_problems(page: Page, known: Kinds) -> list[str]:
    """Tab must reach every stop in document order, and each must show the focus."""
    new = set(look(page, "stopKinds")) - known.seen()
    if not new:
        return []
    stops = look(page, "stops")
    reached, problems = walk(page)
    begins = reached.index(stops[0]) if stops[0] in reached else 0  # an autofocus begins further down
    in_order = [one for one in reached[begins:] + reached[:begins] if one in stops]
    if in_order != (stops if len(reached) < STOPS_MAX else stops[: len(in_order)]):
        problems = [*problems, f"reached {in_order} of {stops}"]
    known.add(new)
    return problems


def layout_problems(page: Page) -> list[Any]:
    problems = []
    for width in (WIDTH, *WIDTHS):
        page.set_viewport_size({"width": width, "height": 900})
        problems += [(width, fact, found) for fact, found in look(page, "layout").items() if found]
    return problems


@pytest.mark.parametrize("path", FILES)
def test_a_csv_file_is_offered_as_a_download(person: Page, shop: Shop, path: str) -> None:
    response = person.request.get(address(path, shop))

    assert response.status == 200
    assert response.headers["content-disposition"].startswith("attachment")
    assert response.headers["content-type"].startswith("text/csv")


def test_processes_share_the_kinds_they_looked_at(tmp_path: Path) -> None:
    one, other = Kinds(tmp_path / "kinds"), Kinds(tmp_path / "kinds")
    one.add(["red on white", "a link in a rail"])
    other.add(["grey on white"])

    assert one.seen() == other.seen() == {"red on white", "a link in a rail", "grey on white"}
