"""The pages of tokens: a new one is shown once, a link signs in as it, and what is revoked is over at once."""

import re

import pytest

from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.domain.token import BUNDLES, Scope
from tests.web.console.browsing import Browser
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

SCRIPT = '<script>alert("1")</script>'


def texts(html: str) -> list[str]:
    return re.findall(r"pst_[0-9A-Za-z]{36}", html)


def test_a_new_token_is_shown_once_and_permits_what_was_chosen(site: Site) -> None:
    browser = Browser(site)
    made = browser.get("/tokens/new").form("/tokens/new").fill(name="web shop", kind="integrator").submit()

    text = texts(made.html)[0]

    assert site.get("/api/v1/receivers", token=text).status_code == 200
    assert site.get("/api/v1/tokens", token=text).status_code == 403
    assert "Integrator" in made.main
    assert texts(browser.get("/tokens").html) == []


def test_single_scopes_can_be_ticked(site: Site) -> None:
    form = Browser(site).get("/tokens/new").form("/tokens/new").fill(name="labels", kind="own")
    made = form.fill(scope="events:read").submit()

    own = site.get("/api/v1/tokens/own", token=texts(made.html)[0]).json()

    assert own["scopes"] == ["events:read"]


def test_what_is_wrong_stands_beside_its_field_and_what_was_filled_in_stays(site: Site) -> None:
    page = Browser(site).get("/tokens/new").form("/tokens/new").fill(name="web shop", days="0").submit()

    assert page.status == 422
    assert "1 to 3650" in page.wrong("days")
    assert page.form("/tokens/new").values["name"] == "web shop"


@pytest.mark.parametrize("days", ["²", "٣", "9" * 5_000])
def test_what_only_looks_like_a_number_of_days_is_said(site: Site, days: str) -> None:
    page = Browser(site).get("/tokens/new").form("/tokens/new").fill(name="web shop", days=days).submit()

    assert page.status == 422 and page.wrong("days")


def test_a_form_sent_twice_makes_one_token(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/tokens/new").form("/tokens/new").fill(name="twice")

    first, second = form.submit(), form.submit()

    assert texts(first.html) == texts(second.html)
    assert [row["name"] for row in site.get("/api/v1/tokens").json()["items"]].count("twice") == 1


def test_nobody_is_offered_more_than_they_have(site: Site) -> None:
    browser = Browser(site, Scope.TOKENS_WRITE, Scope.PLANTS_READ)

    page = browser.get("/tokens/new")

    assert "Operator" not in page.main
    assert "see plants" in page.main
    assert "add, edit and import plants" not in page.main


def test_a_link_signs_in_another_browser_as_that_token_once(site: Site) -> None:
    staff = site.make_token(*BUNDLES["staff"])
    page = Browser(site).get("/tokens").form(f"/tokens/{staff.id}/link").submit()
    (address,) = set(re.findall(r"http://store\.example(/sign-in\?key=[\w-]+)", page.html))
    other = Browser(site, sign_in=False)

    arrived = other.get(address)
    again = Browser(site, sign_in=False).get(address)

    assert arrived.path == "/"
    assert other.get("/tokens").status == 403
    assert other.get("/plants").status == 200
    assert again.status == 401
    assert "already used" in again.main


def test_revoking_names_what_ends_and_ends_it(site: Site) -> None:
    staff = site.make_token(*BUNDLES["staff"])
    browser = Browser(site)
    asked = browser.get(f"/tokens/{staff.id}/revocation")

    done = asked.form(f"/tokens/{staff.id}/revocation").submit()

    assert "The token stops working immediately" in asked.main
    assert done.path == "/tokens"
    assert "was revoked" in done.main
    assert site.get("/api/v1/plants", token=staff.text).status_code == 401


@pytest.mark.both_engines
def test_revoking_offers_those_that_were_made_with_it(site: Site) -> None:
    maker = site.make_token()
    child = site.post("/api/v1/tokens", {"name": "child", "scopes": ["staff"]}, token=maker.text).json()
    browser, address = Browser(site), f"/tokens/{maker.id}/revocation"
    asked = browser.get(address)

    done = asked.form(address).fill(children="yes").submit()

    assert "1 token was created with it" in asked.main and child["id"] in asked.main
    assert "and 1 token created with it were revoked" in done.main
    assert site.get("/api/v1/plants", token=child["token"]).status_code == 401


@pytest.mark.both_engines
@pytest.mark.parametrize("leaked", ["maker of the link", "token of the session"])
def test_what_was_made_in_a_session_is_revoked_with_either_token_behind_it(site: Site, leaked: str) -> None:
    maker, person = site.make_token(), site.make_token()
    url = site.post("/api/v1/sign-in-links", {"token": person.id}, token=maker.text).json()["url"]
    signed_in = Browser(site, sign_in=False)
    signed_in.get(url.removeprefix(BASE_URL))
    made = signed_in.get("/tokens/new").form("/tokens/new").fill(name="kept", kind="integrator").submit()
    grandchild = site.post("/api/v1/tokens", {"name": "x", "scopes": ["plants:read"]}, token=person.text).json()
    revoked = maker if leaked == "maker of the link" else person

    shown = site.get(f"/api/v1/tokens/{revoked.id}").json()
    answer = site.ask("DELETE", f"/api/v1/tokens/{revoked.id}?children=true")

    assert answer.status_code == 204
    assert shown["children"] == (1 if revoked is maker else 2)
    assert site.get("/api/v1/plants", token=texts(made.html)[0]).status_code == 401
    assert site.get("/api/v1/plants", token=grandchild["token"]).status_code == (200 if revoked is maker else 401)


def test_those_that_were_made_with_it_stay_unless_they_are_chosen(site: Site) -> None:
    maker = site.make_token()
    child = site.post("/api/v1/tokens", {"name": "child", "scopes": ["staff"]}, token=maker.text).json()

    Browser(site).get(f"/tokens/{maker.id}/revocation").form(f"/tokens/{maker.id}/revocation").submit()

    assert site.get("/api/v1/plants", token=child["token"]).status_code == 200


def test_a_token_that_may_do_more_is_not_revoked_and_the_page_says_why(site: Site) -> None:
    browser, address = Browser(site, Scope.TOKENS_WRITE), f"/tokens/{site.operator.id}/revocation"

    refused = browser.get(address).form(address).submit()

    assert refused.status == 403
    assert "lacks costs:read, deliveries:read" in refused.main and "Nothing was changed" in refused.main
    assert site.get("/api/v1/plants").status_code == 200


def test_the_form_offers_no_longer_life_than_ones_own_token_has(site: Site) -> None:
    maker = site.make_token(days=30)
    browser = Browser(site, token=maker)
    form = browser.get("/tokens/new").form("/tokens/new")
    assert form.values["days"] == ""

    made = form.fill(name="short").submit()
    refused = browser.get("/tokens/new").form("/tokens/new").fill(name="long", days="31").submit()

    assert "Your own token expires on 1 Jul 2026" in browser.get("/tokens/new").main
    assert site.get("/api/v1/tokens/own", token=texts(made.html)[0]).json()["expires_at"] == "2026-07-01T12:00:00.000Z"
    assert refused.status == 422 and "cannot outlast" in refused.wrong("days")


def test_who_revokes_their_own_token_is_signed_out(site: Site) -> None:
    browser = Browser(site)
    asked = browser.get(f"/tokens/{browser.token.id}/revocation")

    done = asked.form(f"/tokens/{browser.token.id}/revocation").submit()

    assert "It's your own, so you'll be signed out" in asked.main
    assert done.path == "/sign-in"
    assert browser.get("/tokens").path.startswith("/sign-in")


@pytest.mark.parametrize("which", ["new", "revocation", "link"])
def test_after_five_minutes_the_token_is_asked_for_once_more(site: Site, which: str) -> None:
    browser, other = Browser(site), site.make_token()
    action = "/tokens/new" if which == "new" else f"/tokens/{other.id}/{which}"
    form = browser.get("/tokens" if which == "link" else action).form(action)
    if which == "new":
        form.fill(name="late")
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    asked = form.submit()
    refused = asked.form(action).fill(again_token=other.text).submit()
    done = refused.form(action).fill(again_token=browser.token.text).submit()

    assert (asked.status, refused.status, done.status) == (401, 401, 200)
    assert "Confirm it's you" in asked.main
    assert "That isn't the token you signed in with" in refused.main
    assert site.get("/api/v1/plants", token=other.text).status_code == (401 if which == "revocation" else 200)


def test_names_are_texts(site: Site) -> None:
    site.post("/api/v1/tokens", {"name": SCRIPT, "scopes": ["staff"]})

    page = Browser(site).get("/tokens")

    assert SCRIPT in page.main
    assert SCRIPT not in page.html


def test_tokens_of_one_state_can_be_looked_at(site: Site) -> None:
    site.post("/api/v1/tokens", {"name": "short", "scopes": ["staff"], "days": 1})
    site.clock.move(86_400 - 3_600)
    browser = Browser(site)

    assert [row[0][:5] for row in browser.get("/tokens?state=ending").rows] == ["short"]
    assert "No expired tokens" in browser.get("/tokens?state=expired").main
