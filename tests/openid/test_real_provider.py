"""The whole flow with a certified provider: invitation, roles from userinfo, confirming, signing out."""

from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.person import Role
from plantstore.domain.secret import Secret
from tests.openid.real_provider import Visitor, real_provider
from tests.openid.scripted_provider import CLIENT_ID, CLIENT_SECRET
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Page
from tests.web.console.test_openid_pages import address_in, begin, is_signed_in, respond
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the commands behind them")


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with real_provider() as issuer:
        yield issuer


@pytest.fixture
def visitor() -> Iterator[Visitor]:
    visitor = Visitor()
    yield visitor
    visitor.close()


@pytest.fixture
def stranger() -> Iterator[Visitor]:
    stranger = Visitor()
    yield stranger
    stranger.close()


def a_site(folder: Path, issuer: str, **more: Any) -> Site:
    whole: dict[str, Any] = {
        "openid_issuer": issuer,
        "openid_client_id": CLIENT_ID,
        "openid_client_secret": Secret(CLIENT_SECRET),
        "openid_allow_networks": (ip_network("127.0.0.0/8"),),
        "openid_name": "Example",
    }
    clock = StillClock(SystemClock().now())  # the provider's clock is the machine's
    return Site(folder, clock, ready=lambda: None, **whole | more)


@pytest.fixture
def site(tmp_path: Path, issuer: str) -> Iterator[Site]:
    site = a_site(tmp_path, issuer)
    yield site
    site.close()


def sign_in(browser: Browser, visitor: Visitor, login: str) -> Page:
    return respond(browser, visitor.authorize(begin(browser.get("/sign-in")), login))


def accepted(site: Site, visitor: Visitor, login: str, role: Role = Role.STAFF) -> Browser:
    browser = Browser(site, sign_in=False)
    _, key = site.invite(role)
    body = urlencode({"key": key}).encode()
    started = browser.post("/sign-in/openid", body, "application/x-www-form-urlencoded")
    assert respond(browser, visitor.authorize(address_in(started), login)).status == 200
    return browser


def test_an_invited_person_signs_in_and_again_without_a_question(
    site: Site, visitor: Visitor, stranger: Visitor
) -> None:
    accepted(site, visitor, "shop-1")
    other = Browser(site, sign_in=False)

    sign_in(other, visitor, "nobody asks for this")

    assert is_signed_in(other)
    page = sign_in(Browser(site, sign_in=False), stranger, "shop-2")
    assert page.status == 403 and "Ask an operator for an invitation" in page.main


def test_a_response_and_its_code_work_once(site: Site, visitor: Visitor) -> None:
    accepted(site, visitor, "shop-3")
    browser = Browser(site, sign_in=False)
    sent = visitor.authorize(begin(browser.get("/sign-in")), "")
    assert respond(browser, sent).status == 200

    assert respond(browser, sent).status == 401
    fresh = visitor.authorize(begin_again(browser), "")
    page = respond(browser, fresh | {"code": sent["code"]})
    assert page.status == 401 and "invalid_grant" in page.main


def begin_again(browser: Browser, **fields: str) -> str:
    body = urlencode(fields).encode()
    return address_in(browser.post("/sign-in/openid", body, "application/x-www-form-urlencoded"))


def test_a_response_of_another_issuer_or_state_is_refused(site: Site, visitor: Visitor) -> None:
    browser = accepted(site, visitor, "shop-4")

    for changes in ({"iss": "https://evil.example"}, {"state": "forged"}):
        page = respond(browser, visitor.authorize(begin_again(browser), "") | changes)
        assert page.status == 401


def test_roles_come_from_userinfo(tmp_path: Path, issuer: str, visitor: Visitor, stranger: Visitor) -> None:
    with closing(a_site(tmp_path, issuer, openid_roles="shop=staff,boss=operator", openid_people="create")) as site:
        boss = Browser(site, sign_in=False)

        sign_in(boss, visitor, "boss-1")
        refused = sign_in(Browser(site, sign_in=False), stranger, "guest-1")

        assert "Person boss-1, role operator, from Example" in boss.get("/activity").main
        assert refused.status == 403 and "has no role" in refused.main


def test_confirming_asks_at_the_provider_again(site: Site, visitor: Visitor) -> None:
    browser = accepted(site, visitor, "shop-6", Role.OPERATOR)
    plant = site.add(name="Rosa")["id"]
    action = f"/plants/{plant}/delete"
    asked = browser.get(action).form(action).fill(confirm="Rosa").submit()
    assert asked.status == 401

    page = respond(browser, visitor.authorize(begin(asked), "shop-6"))

    assert page.form(action).fill(confirm="Rosa").submit().status == 200
    assert site.get(f"/api/v1/plants/{plant}").status_code in (404, 410)


def test_someone_else_confirms_nothing(site: Site, visitor: Visitor, stranger: Visitor) -> None:
    accepted(site, stranger, "shop-7")
    browser = accepted(site, visitor, "shop-8", Role.OPERATOR)

    page = respond(browser, visitor.authorize(begin_again(browser, again="yes"), "shop-7"))

    assert page.status == 401 and "another person's account" in page.main


def test_signing_out_there_is_offered_and_known_to_the_provider(site: Site, visitor: Visitor) -> None:
    browser = accepted(site, visitor, "shop-9")

    page = browser.get("/plants").form("/sign-out").submit()

    answer = visitor.open(page.links["Sign out with Example too"])
    assert answer.status_code == 200 and "sign-out" in answer.text, answer.text
    assert not is_signed_in(browser)
