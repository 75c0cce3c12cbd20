"""Signing in with an OpenID Connect provider, in a browser: the flow, and what forged responses come to."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from html import unescape
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.openid import CALLBACK_PATH
from plantstore.domain.person import Person, Role
from plantstore.domain.secret import Secret
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX, REMEMBERED_S_MAX, SESSION_IDLE_S_MAX
from plantstore.sending.openid import client as client_module
from plantstore.storage.database import Transaction
from plantstore.storage.tables.openid import ATTEMPT_S_MAX
from plantstore.web.auth import people
from plantstore.web.console.kept_forms import unfold
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX, STARTS_MAX
from tests import engines
from tests.openid.scripted_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    Answer,
    ScriptedProvider,
    rsa_key,
    scripted_provider,
    signed,
)
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Form, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the commands behind them")

ENDED = "This sign-in has ended, or began in another browser."
ROLES = {"openid_roles": "shop=staff,boss=operator", "openid_people": "create"}


@pytest.fixture
def provider(clock: StillClock) -> Iterator[ScriptedProvider]:
    with scripted_provider() as provider:
        provider.now_s = lambda: clock.now() / 1_000_000
        yield provider


MakeSite = Callable[..., Site]


@pytest.fixture
def make_site(tmp_path: Path, clock: StillClock, provider: ScriptedProvider) -> Iterator[MakeSite]:
    with ExitStack() as made:

        def make(**more: Any) -> Site:
            whole: dict[str, Any] = {
                "openid_issuer": provider.url,
                "openid_client_id": CLIENT_ID,
                "openid_client_secret": Secret(CLIENT_SECRET),
                "openid_allow_networks": (ip_network("127.0.0.0/8"),),
                "openid_name": "Example <ID>",
            }
            return made.enter_context(closing(Site(tmp_path, clock, ready=lambda: None, **whole | more)))

        yield make


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    return make_site()


def begin(page: Page, **fields: str | bool) -> str:
    """Press the button of the provider, and return the address that the browser opens there."""
    [form] = [one for one in page.forms if one.action == "/sign-in/openid"]
    return address_in(form.fill(**fields).submit())


def address_in(started: Page) -> str:
    assert started.status == 200, started.main
    found = re.search(r'<meta http-equiv="refresh" content="0; url=([^"]+)">', started.html)
    assert found is not None and started.links["Continue"] == unescape(found[1])
    return unescape(found[1])


def respond(browser: Browser, fields: dict[str, Any]) -> Page:
    """Come back from the provider."""
    query = urlencode({name: value for name, value in fields.items() if value is not ...})
    return browser.get(f"{CALLBACK_PATH}?{query}", **{"sec-fetch-site": "cross-site"})


def sign_in(browser: Browser, provider: ScriptedProvider, path: str = "/sign-in") -> Page:
    return respond(browser, provider.authorize(begin(browser.get(path))))


def accepted(site: Site, provider: ScriptedProvider, role: Role = Role.STAFF) -> tuple[Browser, Person]:
    """Invite a person, who signs in with the provider."""
    browser = Browser(site, sign_in=False)
    person, key = site.invite(role)
    started = browser.post(
        "/sign-in/openid", urlencode({"key": key, "next": "/plants"}).encode(), "application/x-www-form-urlencoded"
    )
    page = respond(browser, provider.authorize(address_in(started)))
    assert page.path == "/plants", page.main
    return browser, person


def is_signed_in(browser: Browser) -> bool:
    return browser.get("/plants").path == "/plants"


# The flow


def test_an_invited_person_signs_in_with_the_provider(site: Site, provider: ScriptedProvider) -> None:
    _, key = site.invite(Role.STAFF)
    browser = Browser(site, sign_in=False)
    invitation = browser.get(f"/sign-in?key={key}")

    started = invitation.form("/sign-in").fill(name="Robin")
    pressed = next(one for one in invitation.root.all("button") if one.text == "Sign in with Example <ID>")
    assert pressed.attributes["formaction"] == "/sign-in/openid"
    started.action = "/sign-in/openid"
    page = respond(browser, provider.authorize(address_in(started.submit())))

    assert (page.status, page.path) == (200, "/")
    assert "Signed in as Robin" in page.text
    other = Browser(site, sign_in=False)
    assert sign_in(other, provider, "/sign-in?next=/plants?q=rose").path == "/plants?q=rose"
    assert "Signed in as Robin" in other.get("/").text


def test_a_store_without_a_provider_offers_none(make_site: MakeSite) -> None:
    plain = make_site(openid_issuer="")
    browser = Browser(plain, sign_in=False)

    assert not [one for one in browser.get("/sign-in").forms if one.action == "/sign-in/openid"]
    assert browser.get(f"{CALLBACK_PATH}?state=x&code=y").path == "/sign-in"
    assert browser.post("/sign-in/openid", b"", "application/x-www-form-urlencoded").path == "/sign-in"


def test_no_page_permits_forms_to_another_site(site: Site, provider: ScriptedProvider) -> None:
    browser = Browser(site, sign_in=False)
    started = browser.get("/sign-in").forms[0].submit()

    for page in (browser.get("/sign-in"), started):
        policy = page.answer.headers["content-security-policy"]
        assert "form-action 'self';" in policy and provider.url not in policy
    assert started.answer.headers["referrer-policy"] == "same-origin"
    cookie = next(one for one in started.answer.headers.get_list("set-cookie") if "openid" in one)
    assert "HttpOnly; SameSite=Lax" in cookie and "Max-Age=600" in cookie


def test_a_choice_to_stay_signed_in_is_kept(site: Site, provider: ScriptedProvider, clock: StillClock) -> None:
    accepted(site, provider)
    browser = Browser(site, sign_in=False)

    respond(browser, provider.authorize(begin(browser.get("/sign-in"), remember=True)))

    clock.move(SESSION_IDLE_S_MAX)
    assert is_signed_in(browser)
    clock.move(REMEMBERED_S_MAX)
    assert not is_signed_in(browser)


@pytest.mark.parametrize(
    "following", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/a\r\nb", "x"]
)
def test_nobody_is_led_to_another_site(site: Site, provider: ScriptedProvider, following: str) -> None:
    browser, _ = accepted(site, provider)
    body = urlencode({"next": following}).encode()

    started = browser.post("/sign-in/openid", body, "application/x-www-form-urlencoded")

    assert respond(browser, provider.authorize(address_in(started))).path == "/"


def test_a_form_of_another_site_begins_nothing(site: Site, provider: ScriptedProvider) -> None:
    browser = Browser(site, sign_in=False)

    page = browser.post("/sign-in/openid", b"", "application/x-www-form-urlencoded", origin="https://evil.example")

    assert page.status == 403 and provider.requests == []


# Forged responses


def test_a_response_works_once(site: Site, provider: ScriptedProvider) -> None:
    browser, _ = accepted(site, provider)
    sent = provider.authorize(begin_again(browser))
    assert respond(browser, sent).status == 200

    for again in (sent, provider.authorize(begin_again(browser)) | {"state": sent["state"]}):
        page = respond(browser, again)
        assert page.status == 401 and ENDED in page.main


def begin_again(browser: Browser) -> str:
    return address_in(browser.post("/sign-in/openid", b"", "application/x-www-form-urlencoded"))


def test_a_response_for_another_browser_is_refused(site: Site, provider: ScriptedProvider, clock: StillClock) -> None:
    accepted(site, provider)
    mine, others = Browser(site, sign_in=False), Browser(site, sign_in=False)
    sent = provider.authorize(begin(mine.get("/sign-in")))
    late = provider.authorize(begin(mine.get("/sign-in")), code="late")

    for browser in (others, Browser(site, sign_in=False)):
        page = respond(browser, sent)
        assert page.status == 401 and ENDED in page.main and not is_signed_in(browser)
    begin(others.get("/sign-in"))
    assert respond(others, sent).status == 401
    clock.move(ATTEMPT_S_MAX)
    assert ENDED in respond(mine, late).main


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"state": ...}, ENDED),
        ({"state": ""}, ENDED),
        ({"state": "\0\ufffd"}, ENDED),
        ({"iss": "https://evil.example"}, "another provider"),
        ({"iss": ...}, "another provider"),
        ({"code": ...}, "reported a problem"),
        ({"code": ""}, "reported a problem"),
        ({"code": "x" * 5_000}, "reported a problem"),
        ({"code": "another"}, "refused to complete the sign-in (invalid_grant)"),
        ({"error": "access_denied", "error_description": "<script>alert(1)</script>"}, "You cancelled the sign-in"),
        ({"error": "<script>alert(1)</script>"}, "reported a problem"),
        ({"error": "login_required", "code": ...}, "sign in there first"),
    ],
)
def test_a_changed_response_is_refused_in_plain_words(
    site: Site, provider: ScriptedProvider, changes: dict[str, Any], reason: str
) -> None:
    accepted(site, provider)
    browser = Browser(site, sign_in=False)

    page = respond(browser, provider.authorize(begin(browser.get("/sign-in"))) | changes)

    assert page.status == 401 and reason in page.main
    assert "Request req_" in page.main and "alert(1)" not in page.html and not is_signed_in(browser)


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"nonce": "forged"}, "another sign-in"),
        ({"nonce": None}, "another sign-in"),
        ({"iss": "https://evil.example"}, "another issuer"),
        ({"aud": "another-client"}, "another client"),
        ({"exp": 0}, "expired"),
        ({"sub": None}, "no valid subject"),
    ],
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(
    site: Site, provider: ScriptedProvider, claims: dict[str, Any], reason: str
) -> None:
    accepted(site, provider)
    browser, provider.claims = Browser(site, sign_in=False), claims

    page = sign_in(browser, provider)

    assert page.status == 401 and reason in page.main and not is_signed_in(browser)


def test_a_token_of_an_unpublished_key_is_refused(site: Site, provider: ScriptedProvider) -> None:
    accepted(site, provider)
    provider.make_token = lambda claims: signed(claims, key=rsa_key("mine"), jwk=rsa_key("mine").as_dict(private=False))

    page = sign_in(Browser(site, sign_in=False), provider)

    assert page.status == 401 and "isn't published" in page.main


CLAIM = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.lists(st.text(max_size=9))


def test_no_claims_cause_an_error_of_the_store(
    make_site: MakeSite, clock: StillClock, provider: ScriptedProvider
) -> None:
    site = make_site(**ROLES)
    browser = Browser(site, sign_in=False)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.dictionaries(
            st.sampled_from(["iss", "sub", "aud", "azp", "exp", "iat", "nonce", "at_hash"]), CLAIM, max_size=1
        ),
        st.dictionaries(st.sampled_from(["name", "email", "email_verified", "groups", "preferred_username"]), CLAIM),
    )
    def check(proper: dict[str, Any], more: dict[str, Any]) -> None:
        provider.claims = {"groups": ["shop"]} | proper | more
        clock.move(60)
        assert sign_in(browser, provider).status in (200, 401, 403)
        browser.cookies.clear()

    check()


# The provider fails


@pytest.mark.parametrize(
    "answer",
    [
        Answer(500),
        Answer(302, headers=(("location", "https://evil.example/"),)),
        Answer(200, b"<script>alert(1)</script>"),
        Answer(200, endless=True),
        Answer(200, wait_s=5.0),
    ],
)
@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token"])
def test_a_provider_that_fails_is_not_quoted(
    site: Site, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch, answer: Answer, path: str
) -> None:
    monkeypatch.setattr(client_module, "DEADLINE_S", 0.3)
    browser, provider.answers[path] = Browser(site, sign_in=False), answer

    page = browser.get("/sign-in").forms[0].submit()
    if path != "/.well-known/openid-configuration":
        page = respond(browser, provider.authorize(address_in(page)))

    assert page.status in (401, 503) and "alert(1)" not in page.html and provider.url not in page.main
    assert "Request req_" in page.main
    assert page.links["Sign in another way"] == "/sign-in"


def test_a_private_provider_is_not_asked_without_the_setting(make_site: MakeSite, provider: ScriptedProvider) -> None:
    site = make_site(openid_allow_networks=())

    page = Browser(site, sign_in=False).get("/sign-in").forms[0].submit()

    assert page.status == 503 and "The cause is in the store's log" in page.main and provider.requests == []


def test_a_person_links_an_account_after_confirming_who_they_are(
    site: Site, provider: ScriptedProvider, clock: StillClock
) -> None:
    browser = Browser.of_person(site, Role.OPERATOR, name="Sam")
    assert "Not linked yet" in browser.get("/account").main
    clock.move(RECENT_SIGN_IN_S_MAX)
    assert "Confirm it's you" in browser.get("/account").form("/account/openid").submit().main
    browser = Browser.of_person(site, Role.OPERATOR, name="Kim")

    started = browser.get("/account").form("/account/openid").submit()
    page = respond(browser, provider.authorize(address_in(started)))

    assert page.path == "/account" and "Linked: the button" in page.main
    other = Browser(site, sign_in=False)
    assert "Signed in as Kim" in sign_in(other, provider).text


# Secrets


def test_no_secret_of_a_sign_in_is_stored_shown_or_logged(
    site: Site, provider: ScriptedProvider, capsys: pytest.CaptureFixture[str]
) -> None:
    browser, _ = accepted(site, provider)
    waiting = begin_again(browser)
    sent = provider.authorize(begin_again(browser), code="canary-code")
    refused = respond(browser, sent | {"iss": "https://evil.example"})
    respond(browser, provider.authorize(begin_again(browser), code="canary-other"))

    asked = dict(parse_qsl(urlsplit(waiting).query))
    tokens = [form for path, _, form in provider.requests if path == "/token"]
    secrets = {CLIENT_SECRET, quote_plus(CLIENT_SECRET), "canary-code", "canary-other", "at-1", asked["nonce"]}
    secrets |= {asked["state"], *(form["code_verifier"] for form in tokens), browser.cookies["plantstore-openid-80"]}
    seen = {"the log": "".join(capsys.readouterr()), "a page": refused.html, "the database": everything(site)}
    assert len(tokens) == 2 and "a sign-in by OpenID Connect failed" in seen["the log"]
    assert not [f"{place} has {secret}" for place, text in seen.items() for secret in secrets if secret in text]


def everything(site: Site) -> str:
    def read(tx: Transaction) -> str:
        return "\n".join(str(tx.execute(f"SELECT * FROM {name}")) for name in engines.tables(tx))

    return site.run(site.database.read(read))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")), st.booleans())
def test_no_response_causes_an_error_of_the_store(
    site: Site, provider: ScriptedProvider, clock: StillClock, text: str, has_state: bool
) -> None:
    clock.move(60)
    browser = Browser(site, sign_in=False)
    sent = provider.authorize(begin_again(browser)) if has_state else {}
    query = quote(text, safe="&=%+;")

    page = browser.get(f"{CALLBACK_PATH}?{urlencode({'state': sent.get('state', 'x')})}&{query}")

    assert page.status in (400, 401, 429), page.main


# Limits


def test_failures_and_beginnings_are_limited_for_each_address(site: Site, provider: ScriptedProvider) -> None:
    browser = Browser(site, sign_in=False)
    begin(browser.get("/sign-in"))
    statuses = [respond(browser, {"state": "x", "code": "y"}).status for _ in range(SIGN_INS_MAX + 1)]
    assert statuses == [401] * SIGN_INS_MAX + [429]

    statuses = [browser.get("/sign-in").forms[0].submit().status for _ in range(STARTS_MAX)]
    assert statuses == [200] * (STARTS_MAX - 1) + [429]


# People and roles


def test_refusals_say_what_to_do_and_reveal_nobody(site: Site, provider: ScriptedProvider) -> None:
    browser = Browser(site, sign_in=False)

    page = sign_in(browser, provider)
    assert page.status == 403 and "Ask an operator for an invitation" in page.main
    _, person = accepted(site, provider)
    site.write(lambda tx: people.deactivate(tx, person.id, by=None))
    page = sign_in(browser, provider)
    assert page.status == 403 and "Your access to this store was ended" in page.main
    assert person.name not in page.main


def test_a_role_follows_the_provider_in_every_session_at_once(make_site: MakeSite, provider: ScriptedProvider) -> None:
    site = make_site(**ROLES)
    provider.claims = {"groups": ["boss"], "name": "Robin"}
    browser, elsewhere = Browser(site, sign_in=False), Browser(site, sign_in=False)
    sign_in(browser, provider)
    site.invite(Role.OPERATOR)
    assert browser.get("/activity").status == 200
    assert "Robin, role operator, from Example <ID>" in browser.get("/activity").main

    provider.claims = {"groups": ["shop"], "name": "Robin"}
    sign_in(elsewhere, provider)

    assert browser.get("/activity").status == 403


def test_a_sign_in_without_a_role_is_refused_and_signs_out_elsewhere(
    make_site: MakeSite, provider: ScriptedProvider
) -> None:
    site = make_site(**ROLES)
    provider.claims = {"groups": ["boss"], "name": "Robin"}
    browser, elsewhere = Browser(site, sign_in=False), Browser(site, sign_in=False)
    sign_in(browser, provider)
    site.invite(Role.OPERATOR)

    provider.claims = {"groups": ["wiki"], "name": "Robin"}
    page = sign_in(elsewhere, provider)

    assert page.status == 403 and "has no role in this store" in page.main
    assert browser.get("/activity").path.startswith("/sign-in")


def test_the_last_operator_is_told_about_the_role(make_site: MakeSite, provider: ScriptedProvider) -> None:
    site = make_site(**ROLES)
    provider.claims = {"groups": ["boss"], "name": "Robin"}
    sign_in(Browser(site, sign_in=False), provider)
    provider.claims = {"groups": ["shop"], "name": "Robin"}

    assert "You are still an operator" in sign_in(Browser(site, sign_in=False), provider).main


# Confirming, and forms that survive


def test_what_cannot_be_undone_is_confirmed_at_the_provider(
    site: Site, provider: ScriptedProvider, clock: StillClock
) -> None:
    browser, _ = accepted(site, provider, Role.OPERATOR)
    plant = site.add(name="Rosa")["id"]
    form = browser.get(f"/plants/{plant}/delete").form(f"/plants/{plant}/delete").fill(confirm="Rosa")

    asked = browser_with_referer(form, f"/plants/{plant}/delete")
    assert asked.status == 401 and "Confirm with Example <ID>" in asked.main
    address = begin(asked)
    assert "prompt=login" in address and "max_age=0" in address
    [[kept]] = site.run(site.database.read(lambda tx: tx.execute("SELECT kept FROM openid_attempts")))
    assert kept and unfold(kept) == []  # it is encrypted
    provider.claims = {"auth_time": int(provider.now_s()) - 3_600}
    refused = respond(browser, provider.authorize(address))
    assert refused.status == 401 and "didn't ask you to sign in again" in refused.main
    assert "what you entered is kept" in refused.main

    provider.claims = {"auth_time": int(provider.now_s())}
    again = respond(browser, provider.authorize(begin(refused)))
    form = again.form(f"/plants/{plant}/delete")
    assert form.values["confirm"] == "Rosa"
    clock.move(RECENT_SIGN_IN_S_MAX - 1)
    assert form.submit().path.startswith("/plants")
    assert site.get(f"/api/v1/plants/{plant}").status_code in (404, 410)


def browser_with_referer(form: Form, path: str) -> Page:
    """Submit a form as browsers do, with the address of its page."""
    browser = form._page.browser
    content = urlencode([*form._pairs(), *form._pressed("")]).encode()
    referer = f"http://store.example{path}"
    return browser.post(form.action, content, "application/x-www-form-urlencoded", referer=referer)


def test_someone_else_at_the_provider_confirms_nothing(site: Site, provider: ScriptedProvider) -> None:
    browser, _ = accepted(site, provider, Role.OPERATOR)
    provider.claims = {"sub": "another"}
    accepted(site, provider)
    provider.claims = {"sub": "another", "auth_time": int(provider.now_s())}

    body = urlencode({"again": "yes", "next": "/plants"}).encode()
    started = browser.post("/sign-in/openid", body, "application/x-www-form-urlencoded")
    page = respond(browser, provider.authorize(address_in(started)))

    assert page.status == 401 and "another person's account" in page.main


def test_a_form_whose_session_ended_survives(site: Site, provider: ScriptedProvider, clock: StillClock) -> None:
    browser, _ = accepted(site, provider)
    form = browser.get("/plants/new").form("/plants/new").fill(name='"><b>Rosa', price="9.90")
    clock.move(SESSION_IDLE_S_MAX)

    page = respond(browser, provider.authorize(begin(browser_with_referer(form, "/plants/new"))))

    assert "We've restored what you entered" in page.main
    assert page.form("/plants/new").values["name"] == '"><b>Rosa'
    assert site.get("/api/v1/plants").json()["items"] == []


# Signing out


def test_signing_out_here_offers_to_sign_out_there(site: Site, provider: ScriptedProvider) -> None:
    browser, _ = accepted(site, provider)

    page = browser.get("/plants").form("/sign-out").submit()

    assert "You may still be signed in with Example <ID>" in page.main and not is_signed_in(browser)
    there = urlsplit(page.links["Sign out with Example <ID> too"])
    assert there.path == "/end"
    assert "post_logout_redirect_uri=http%3A%2F%2Fstore.example%2Fsign-in" in there.query
    assert "Sign out with" not in Browser(site).get("/plants").form("/sign-out").submit().main
