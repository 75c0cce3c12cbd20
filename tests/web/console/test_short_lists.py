"""Pages where a store gives short lists only."""

from pathlib import Path

from plantstore.web.console.routes import PAGES
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.console.examples import fill
from tests.web.harness import Site


def test_every_page_is_there_where_a_list_has_one_item(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, page_items_max=1)
    filled, browser = fill(site), Browser(site)
    looking = [page for page in PAGES if page.method == "GET" and not page.background]

    refused = {page.path for page in looking if browser.get(filled.address(page)).status == 400}
    site.close()

    assert refused == set()


def test_a_page_that_is_asked_for_a_longer_list_gives_what_there_is(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, page_items_max=2)
    for name in ("Acer", "Betula", "Cornus"):
        site.add(name=name)
    browser = Browser(site)

    shown = {limit: len(browser.get(f"/plants?limit={limit}").rows) for limit in ("1", "2", "3", "9" * 30)}
    site.close()

    assert shown == {"1": 1, "2": 2, "3": 2, "9" * 30: 2}
