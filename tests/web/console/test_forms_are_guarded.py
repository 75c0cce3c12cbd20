"""A page of somebody else cannot make a person's browser do anything here, whatever form it sends."""

from collections.abc import Iterator
from urllib.parse import urlencode

import httpx
import pytest

from plantstore.web.console.page import Page
from plantstore.web.console.page_request import CSRF_REFUSED
from plantstore.web.console.routes import PAGES
from tests.web.console.browsing import BOUNDARY, Browser
from tests.web.console.examples import Filled, a_filled_site, contents, fill
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("checks of forms do not depend on the engine")

DOING = [page for page in PAGES if page.method == "POST"]
EVERY_FORM = pytest.mark.parametrize("page", DOING, ids=lambda page: page.path)
OWN_FORMS = pytest.mark.parametrize("page", [page for page in DOING if not page.public], ids=lambda page: page.path)
OURS = {"origin": BASE_URL}
NOT_OURS: dict[str, dict[str, str]] = {
    "says nothing": {},
    "a link from elsewhere": {"sec-fetch-site": "cross-site"},
    "a subdomain": {"sec-fetch-site": "same-site"},
    "somebody else": {"origin": "http://evil.example"},
    "a name that begins like ours": {"origin": f"{BASE_URL}.evil.example"},
    "another port": {"origin": f"{BASE_URL}:8443"},
    "somebody who knows the fetch header": {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
    "a page without origin": {"origin": "null"},
    "a page without origin, of a frame": {"origin": "null", "sec-fetch-site": "same-origin"},
    "nothing at all": {"origin": ""},
    "a file": {"origin": "file://"},
    "what is no address": {"origin": "http://[store.example"},
}


def send(browser: Browser, page: Page, address: str, ticket: str | None, headers: dict[str, str]) -> httpx.Response:
    """Send a form that has a ticket, or none, past all that a real browser would do for us."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    fields = {"name": "Rosa", "theme": "dark"} | ({} if ticket is None else {"ticket": ticket})
    kind, content = "application/x-www-form-urlencoded", urlencode(fields).encode()
    if page.uploads:
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name="
        parts = [f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
        parts.append(f'{head}"file"; filename="list.csv"\r\n\r\nname\r\nAloe vera\r\n\r\n--{BOUNDARY}--\r\n')
        content = "".join(parts).encode()
    return browser.site.ask(
        "POST", address, token=None, content=content, headers={"cookie": cookies, "content-type": kind} | headers
    )


def ticket_of(browser: Browser) -> str:
    return browser.get("/plants/new").form("/plants/new").values["ticket"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with a_filled_site(tmp_path_factory.mktemp("site")) as filled:
        yield filled


@pytest.fixture(scope="module")
def persons(filled: Filled) -> tuple[Browser, Browser]:
    """Two who are signed in."""
    return Browser(filled.site), Browser(filled.site)


@EVERY_FORM
def test_a_form_that_comes_from_elsewhere_is_refused(
    filled: Filled, persons: tuple[Browser, Browser], page: Page
) -> None:
    site, address, browser = filled.site, filled.address(page), persons[0]
    ticket = ticket_of(browser)
    before = contents(site)

    answers = {sender: send(browser, page, address, ticket, headers) for sender, headers in NOT_OURS.items()}

    assert {sender: answer.status_code for sender, answer in answers.items()} == dict.fromkeys(NOT_OURS, 403)
    assert not [sender for sender, answer in answers.items() if "set-cookie" in answer.headers]
    assert contents(site) == before


@OWN_FORMS
def test_a_form_without_a_ticket_of_this_session_is_refused(
    filled: Filled, persons: tuple[Browser, Browser], page: Page
) -> None:
    site, address = filled.site, filled.address(page)
    browser, other = persons
    tickets = {
        "none": None,
        "empty": "",
        "of another session": ticket_of(other),
        "made up": "A" * 43,
        "too short": ticket_of(browser)[:-2],
        "no text": "\u2603\x00",
    }
    before = contents(site)

    answers = {kind: send(browser, page, address, ticket, OURS) for kind, ticket in tickets.items()}

    assert {kind: answer.status_code for kind, answer in answers.items()} == dict.fromkeys(tickets, 403)
    assert all(CSRF_REFUSED in answer.text and "set-cookie" not in answer.headers for answer in answers.values())
    assert contents(site) == before


@OWN_FORMS
def test_the_same_form_from_our_own_page_is_not_refused(site: Site, page: Page) -> None:
    address, browser = fill(site).address(page), Browser(site)

    answer = send(browser, page, address, ticket_of(browser), OURS)

    assert answer.status_code != 403, answer.text


@OWN_FORMS
def test_who_is_not_signed_in_does_nothing(filled: Filled, page: Page) -> None:
    site, address, browser = filled.site, filled.address(page), Browser(filled.site, sign_in=False)
    before = contents(site)

    answer = send(browser, page, address, "", OURS)

    if page.path == "/sign-out":
        assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
    else:
        assert answer.status_code == 401 and "You were signed out" in answer.text
    assert contents(site) == before


@pytest.mark.parametrize("address", ["/", "/plants", "/plants/new", "/sign-out"])
def test_what_only_looks_changes_nothing_and_what_does_is_no_link(site: Site, address: str) -> None:
    browser = Browser(site)
    browser.get(address)
    before = contents(site)

    browser.get(address)

    assert contents(site) == before
    assert browser.get("/").status == 200, "still signed in"


def test_a_form_behind_a_proxy_counts_as_ours_by_the_public_address(site: Site) -> None:
    browser = Browser(site)
    ticket = ticket_of(browser)
    [page] = [page for page in DOING if page.path == "/plants/new"]

    answer = send(browser, page, "/plants/new", ticket, OURS | {"host": "127.0.0.1:8000"})

    assert answer.status_code == 303
