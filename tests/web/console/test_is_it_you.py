"""What cannot be taken back asks who is there, unless somebody has signed in just now."""

from urllib.parse import urlencode

import httpx
import pytest

from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.web.console.page import Page
from plantstore.web.console.proving import AGAIN
from plantstore.web.console.routes import PAGES
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX
from tests.web.console.browsing import Browser
from tests.web.console.examples import contents, fill
from tests.web.console.test_forms_are_guarded import OURS, ticket_of
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("confirming a sign-in does not depend on the engine")

PROVED = [page for page in PAGES if page.proved]
EVERY = pytest.mark.parametrize("page", PROVED, ids=lambda page: page.path)
CANNOT_BE_TAKEN_BACK = {
    "/alerts/channels/{id}/remove",
    "/deliveries/retry",
    "/operational-webhooks/{id}/remove",
    "/plants/{id}/delete",
    "/receivers/{id}/remove",
    "/receivers/{id}/replays/all",
    "/receivers/{id}/rotate",
    "/receivers/{id}/skip",
    "/tokens/new",
    "/tokens/{id}/link",
}


def send(browser: Browser, address: str, **fields: str) -> httpx.Response:
    """Send a form of this session, and stay where it leads."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    content = urlencode({"ticket": ticket_of(browser), "name": "Anna & co", "kind": "staff", "days": "9"} | fields)
    headers = OURS | {"cookie": cookies, "content-type": "application/x-www-form-urlencoded"}
    return browser.site.ask("POST", address, token=None, content=content.encode(), headers=headers)


def test_what_cannot_be_taken_back_is_known() -> None:
    assert {page.path for page in PROVED} >= CANNOT_BE_TAKEN_BACK
    assert not [page for page in PROVED if page.uploads], "a form with a file is read by its view, after the question"


@EVERY
def test_it_is_asked_first_and_nothing_is_done_meanwhile(site: Site, page: Page) -> None:
    address, browser = fill(site).address(page), Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)
    send(browser, "/theme")  # a use of the session that has to be written down
    before = contents(site)

    asked = send(browser, address)
    wrong = send(browser, address, **{AGAIN: "pst_wrong"})
    anothers = send(browser, address, **{AGAIN: site.operator.text})

    assert [answer.status_code for answer in (asked, wrong, anothers)] == [401, 401, 401]
    assert "Nothing has changed yet" in asked.text
    assert 'name="name" value="Anna &amp; co"' in asked.text, "what was filled in is kept"
    assert "That isn't the token you signed in with." in wrong.text
    assert "pst_wrong" not in wrong.text
    assert contents(site) == before


@EVERY
def test_who_shows_the_token_goes_on_in_a_new_session(site: Site, page: Page) -> None:
    address, browser = fill(site).address(page), Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)
    before = browser.cookies["plantstore-80"]

    answer = send(browser, address, **{AGAIN: browser.token.text})

    assert answer.status_code != 401
    given = [line for line in answer.headers.get_list("set-cookie") if line.startswith("plantstore-80=")]
    assert len(given) == 1 and before not in given[0]
    gone = site.get("/", token=None, headers={"cookie": f"plantstore-80={before}"})
    assert gone.headers.get("location") == "/sign-in"


@EVERY
def test_nobody_is_asked_within_five_minutes(site: Site, page: Page) -> None:
    address, browser = fill(site).address(page), Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX - 1)

    assert send(browser, address).status_code != 401


def test_a_wrong_token_there_counts_as_one_at_the_door(site: Site) -> None:
    browser = Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    statuses = [send(browser, "/tokens/new", **{AGAIN: "pst_wrong"}).status_code for _ in range(SIGN_INS_MAX + 1)]

    assert statuses == [401] * SIGN_INS_MAX + [429]


def test_wrong_tokens_there_keep_the_right_one_from_nothing(site: Site) -> None:
    browser = Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)
    for _ in range(SIGN_INS_MAX + 1):
        send(browser, "/tokens/new", **{AGAIN: "pst_wrong"})

    assert send(browser, "/tokens/new", **{AGAIN: browser.token.text}).status_code == 200
