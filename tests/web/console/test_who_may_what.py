"""Every page against every scope: what a token does not permit is refused, and no page shows a way to it."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

import pytest

from plantstore.domain.token import BUNDLES, Scope
from plantstore.web.console.page import Page
from plantstore.web.console.routes import PAGES
from plantstore.web.routes import ENDPOINTS
from tests.web.console.browsing import Browser
from tests.web.console.browsing import Page as Seen
from tests.web.console.examples import Filled, a_filled_site, contents
from tests.web.console.test_forms_are_guarded import OURS, send

pytestmark = pytest.mark.sqlite_only("authorisation does not depend on the engine")

SCOPES = {operation.name: operation.scope for operation in ENDPOINTS}
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.method} {page.path}")


def needed(page: Page) -> set[Scope]:
    return {SCOPES[name] for name in page.needs}


def page_at(address: str, method: str) -> Page | None:
    """The page that answers at an address; None when it is none of the console's."""
    path = urlsplit(address).path
    fits = [one for one in PAGES if one.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one.path), path)]
    return min(fits, key=lambda one: one.path.count("{")) if fits else None


def ways(seen: Seen, scopes: AbstractSet[Scope]) -> set[Page]:
    """The pages that a page leads to, of those that these scopes do not permit."""
    found = [(address, "GET") for address in seen.links.values()] + [(form.action, form.method) for form in seen.forms]
    leads = {page_at(address, method) for address, method in found} - {None}
    return {page for page in leads if page is not None and not needed(page) <= scopes}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with a_filled_site(tmp_path_factory.mktemp("site")) as filled:
        yield filled


@pytest.fixture(scope="module")
def browsers(filled: Filled) -> dict[Scope, Browser]:
    """People with one scope each."""
    return {scope: Browser(filled.site, scope) for scope in Scope}


@EVERY_PAGE
def test_a_page_is_there_for_those_who_may_see_it_and_for_nobody_else(
    filled: Filled, browsers: dict[Scope, Browser], page: Page
) -> None:
    site, address = filled.site, filled.address(page) + ("?once=1" if page.background else "")
    before = contents(site)

    refused = set()
    for scope, browser in browsers.items():
        if page.method == "GET":
            status = browser.get(address).status
        elif needed(page) <= {scope}:
            continue  # what it does has tests of its own
        else:
            ticket = browser.get("/shortcuts").form("/sign-out").values["ticket"]
            status = send(browser, page, address, ticket, OURS).status_code
        refused |= {scope} if status == 403 else set()

    assert refused == {scope for scope in Scope if not needed(page) <= {scope}}
    assert contents(site) == before


@pytest.mark.parametrize("kind", BUNDLES)
def test_no_page_leads_people_where_they_may_not_go(filled: Filled, kind: str) -> None:
    browser, scopes = Browser(filled.site, bundle=kind), BUNDLES[kind]
    shown = [page for page in PAGES if page.method == "GET" and not page.background and needed(page) <= scopes]

    astray = {(page.path, leads.path) for page in shown for leads in ways(browser.get(filled.address(page)), scopes)}

    assert astray == set()


@pytest.mark.parametrize("scope", Scope)
def test_the_frame_of_the_pages_leads_nobody_astray(browsers: dict[Scope, Browser], scope: Scope) -> None:
    assert ways(browsers[scope].get("/shortcuts"), {scope}) == set()


@EVERY_PAGE
def test_a_page_names_only_operations_that_there_are(page: Page) -> None:
    assert set(page.needs) <= SCOPES.keys()
    assert not (page.public and page.needs)
