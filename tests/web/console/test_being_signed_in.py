"""Signing in, staying signed in and signing out, as browsers see it: cookies, links that work once, and how it ends."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from plantstore.domain.session import LINK_S_MAX, SESSION_IDLE_S_MAX, SESSION_S_MAX
from plantstore.domain.token import Scope
from plantstore.web.auth import sessions
from plantstore.web.console.console import FOLLOWING_CHARS_MAX
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

COOKIE = "plantstore-80"
CLICK = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}
OURS = {"origin": BASE_URL, "content-type": "application/x-www-form-urlencoded"}


@contextmanager
def a_site(folder: Path, clock: StillClock, **settings: Any) -> Iterator[Site]:
    site = Site(folder, clock, ready=lambda: None, **settings)
    yield site
    site.close()


def link(site: Site, **asked: str) -> str:
    """The address of a new link, without the host."""
    url = site.post("/api/v1/sign-in-links", asked).json()["url"]
    return str(url).removeprefix(site.settings.console_url)


def sign_in(site: Site, token: str, **headers: str) -> httpx.Response:
    """Send the form of the sign-in page as it is."""
    ours = OURS | {"origin": site.settings.public_url} | headers
    return site.ask("POST", "/sign-in", token=None, content=f"token={token}".encode(), headers=ours)


def cookies_of(answer: httpx.Response) -> dict[str, tuple[str, set[str]]]:
    """The cookies that an answer sets: name, then value and flags."""
    found = {}
    for line in answer.headers.get_list("set-cookie"):
        (name, value), *flags = [tuple(part.strip().partition("=")[::2]) for part in line.split(";")]
        found[name] = value, {one if not more else f"{one}={more}" for one, more in flags}
    return found


def is_signed_in(site: Site, key: str) -> bool:
    return site.get("/", token=None, headers={"cookie": f"{COOKIE}={key}"}).status_code == 200


def open_sessions(site: Site, token_id: str) -> int:
    rows = site.run(site.database.read(lambda tx: tx.execute("SELECT token_id FROM sessions")))
    return [of for (of,) in rows].count(token_id)


def key_of(browser: Browser) -> str:
    return browser.cookies[COOKIE]


@pytest.mark.both_engines
def test_each_sign_in_has_a_new_key_and_ends_the_session_before(site: Site) -> None:
    browser = Browser(site)
    first = key_of(browser)

    browser.get(link(site, token=browser.token.id), **CLICK)

    assert key_of(browser) != first
    assert not is_signed_in(site, first)
    assert is_signed_in(site, key_of(browser))
    assert open_sessions(site, browser.token.id) == 1


def test_a_key_that_somebody_put_into_the_browser_is_worth_nothing_after_signing_in(site: Site) -> None:
    answer = sign_in(site, site.operator.text, cookie=f"{COOKIE}=chosen-by-somebody-else")

    key, _ = cookies_of(answer)[COOKIE]
    assert key != "chosen-by-somebody-else"
    assert len(key) >= 43, "256 bits"
    assert not is_signed_in(site, "chosen-by-somebody-else")


def test_over_http_the_cookie_names_the_port_and_is_for_our_pages_only(site: Site) -> None:
    _, flags = cookies_of(sign_in(site, site.operator.text))[COOKIE]

    assert flags == {"Path=/", f"Max-Age={SESSION_S_MAX}", "HttpOnly", "SameSite=Lax"}


def test_at_an_ip_address_of_this_machine_the_sign_in_page_leads_to_localhost(
    tmp_path: Path, clock: StillClock
) -> None:
    with a_site(tmp_path, clock, base_url="", port=8123) as site:

        def led(path: str, host: str, **headers: str) -> tuple[int, str | None]:
            answer = site.get(path, token=None, headers={"host": host, "accept": "text/html"} | headers)
            return answer.status_code, answer.headers.get("location")

        ours = "127.0.0.1:8123"
        assert led("/sign-in", ours) == (303, "http://localhost:8123/sign-in")
        same = "/sign-in?key=a%20b&next=//evil.example"
        assert led(same, ours) == (303, f"http://localhost:8123{same}")
        for host in ("localhost:8123", "127.0.0.1:9000", "evil.example", "127.0.0.1"):
            assert led("/sign-in", host) == (200, None)
        assert led("/plants", ours) == (303, "/sign-in?next=%2Fplants")
        assert led("/api/v1/plants", ours)[0] == 401
        assert site.get("/api/v1/plants", headers={"host": ours}).status_code == 200
        assert sign_in(site, site.operator.text, host=ours, origin=f"http://{ours}").status_code == 303
    with a_site(tmp_path / "named", clock, base_url="http://127.0.0.1:8123") as site:
        assert site.get("/sign-in", token=None, headers={"host": ours}).status_code == 200


def test_over_https_the_cookie_is_bound_to_the_host_and_secure(tmp_path: Path, clock: StillClock) -> None:
    with a_site(tmp_path, clock, base_url="https://store.example") as site:
        answer = sign_in(site, site.operator.text)

    _, flags = cookies_of(answer)["__Host-plantstore"]
    assert flags == {"Path=/", f"Max-Age={SESSION_S_MAX}", "HttpOnly", "SameSite=Lax", "Secure"}


def test_the_store_does_not_know_the_keys_of_sessions_and_links(site: Site) -> None:
    browser, address = Browser(site), link(site)
    key, link_key = key_of(browser), address.partition("key=")[2]

    raw = b"".join(path.read_bytes() for path in site.settings.data.glob("plantstore.db*"))

    assert key.encode() not in raw
    assert link_key.encode() not in raw


def test_a_session_that_is_left_alone_ends(site: Site) -> None:
    browser = Browser(site)

    site.clock.move(SESSION_IDLE_S_MAX - 1)
    assert browser.get("/").path == "/"
    site.clock.move(SESSION_IDLE_S_MAX - 1)
    assert browser.get("/").path == "/", "each use begins the wait anew"
    site.clock.move(SESSION_IDLE_S_MAX)

    assert browser.get("/plants").path == "/sign-in?next=%2Fplants"


def test_a_session_ends_after_a_working_day_however_busy(site: Site) -> None:
    browser = Browser(site)
    for _ in range(SESSION_S_MAX // 1_200 - 1):
        site.clock.move(1_200)
        assert browser.get("/").path == "/"

    site.clock.move(1_200)

    assert browser.get("/").path == "/sign-in"


@pytest.mark.both_engines
def test_who_signs_out_is_out_on_every_process(site: Site) -> None:
    browser = Browser(site)
    key = key_of(browser)

    page = browser.get("/").form("/sign-out").submit()

    assert "You've signed out." in page.main
    assert COOKIE not in browser.cookies
    assert not is_signed_in(site, key)
    assert open_sessions(site, browser.token.id) == 0


def test_a_session_ends_with_its_token(site: Site) -> None:
    browser = Browser(site)

    assert site.ask("DELETE", f"/api/v1/tokens/{browser.token.id}").status_code == 204

    assert browser.get("/").path == "/sign-in"


@pytest.mark.both_engines
def test_a_session_ends_when_its_token_expires(site: Site) -> None:
    made = site.make_token(days=1)
    site.clock.move(86_400 - 600)
    key, _ = cookies_of(sign_in(site, made.text))[COOKIE]
    assert is_signed_in(site, key)

    site.clock.move(601)

    assert not is_signed_in(site, key)


def test_a_link_works_once_and_then_says_so(site: Site) -> None:
    address = link(site)
    one, other = Browser(site, sign_in=False), Browser(site, sign_in=False)

    assert one.get(address, **CLICK).path == "/"
    page = other.get(address, **CLICK)

    assert page.status == 401
    assert "This link was already used" in page.main
    assert "plantstore console" in page.main


def test_a_link_ends_by_itself(site: Site) -> None:
    address = link(site)
    site.clock.move(LINK_S_MAX)

    page = Browser(site, sign_in=False).get(address, **CLICK)

    assert page.status == 401
    assert "has expired" in page.main


def test_a_link_to_a_token_that_was_revoked_meanwhile_does_not_work(site: Site) -> None:
    made = site.make_token()
    address = link(site, token=made.id)
    site.ask("DELETE", f"/api/v1/tokens/{made.id}")

    assert Browser(site, sign_in=False).get(address, **CLICK).status == 401


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-mode": "cors", "sec-fetch-site": "none"},
        {"sec-fetch-mode": "no-cors", "sec-fetch-site": "cross-site", "sec-fetch-dest": "image"},
        {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site"},
        {"sec-fetch-mode": "navigate", "sec-fetch-site": "same-site"},
        {"sec-fetch-mode": "navigate", "sec-fetch-site": "none", "sec-purpose": "prefetch"},
        {"sec-fetch-mode": "navigate", "sec-fetch-site": "none", "sec-purpose": "prefetch;prerender"},
    ],
    ids=str,
)
def test_whoever_only_looks_behind_a_link_does_not_use_it_up(site: Site, headers: dict[str, str]) -> None:
    address = link(site)

    looked = site.get(address, token=None, headers=headers)

    assert looked.status_code == 200
    assert COOKIE not in cookies_of(looked)
    assert "Sign in with this link" in looked.text
    assert Browser(site, sign_in=False).get(address, **CLICK).path == "/"


def test_asking_for_the_head_of_a_link_does_not_use_it_up(site: Site) -> None:
    address = link(site)

    looked = site.ask("HEAD", address, token=None, headers=CLICK)

    assert (looked.status_code, cookies_of(looked)) == (200, {})
    assert Browser(site, sign_in=False).get(address, **CLICK).path == "/"


def test_a_link_behind_which_somebody_looked_signs_in_by_its_button(site: Site) -> None:
    browser = Browser(site, sign_in=False)
    page = browser.get(link(site), **{"sec-fetch-site": "cross-site"})

    [form] = [form for form in page.forms if "key" in form.values]
    arrived = form.submit("Sign in with this link")

    assert arrived.path == "/"


@pytest.mark.parametrize(
    ("following", "arrives"),
    [
        ("/plants?q=a%20b", "/plants?q=a%20b"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/\tplants", "/"),
        ("/plants\r\nset-cookie: a=b", "/"),
        ("javascript:alert(1)", "/"),
        ("plants", "/"),
        ("", "/"),
    ],
)
def test_signing_in_leads_on_to_our_own_pages_only(site: Site, following: str, arrives: str) -> None:
    content = httpx.QueryParams({"token": site.operator.text, "next": following})

    answer = site.ask("POST", "/sign-in", token=None, content=str(content).encode(), headers=OURS)

    assert (answer.status_code, answer.headers["location"]) == (303, arrives)


@pytest.mark.parametrize("address", ["/plants/new", "/plants?q=rose&sort=name"])
def test_who_was_on_the_way_to_a_page_arrives_there(site: Site, address: str) -> None:
    browser = Browser(site, sign_in=False)
    page = browser.get(address)

    arrived = page.form("/sign-in").fill(token=site.operator.text).submit("Sign in")

    assert arrived.path == address


@pytest.mark.parametrize("over", [0, 1])
def test_an_address_longer_than_anybody_writes_is_not_led_on_to(site: Site, over: int) -> None:
    address = "/plants?q=" + "%22" * 663 + "x" * (1 + over)
    assert len(address) == FOLLOWING_CHARS_MAX + over

    page = Browser(site, sign_in=False).get(address)

    assert page.path.startswith("/sign-in")
    assert page.form("/sign-in").values["next"] == ("/" if over else address)


def test_an_empty_token_and_a_wrong_one_are_told_apart_and_nothing_else(site: Site) -> None:
    expired = site.make_token(days=1).text
    site.clock.move(86_400)

    told = {re.findall(r'role="alert"><p>(.*?)</p>', sign_in(site, token).text)[0] for token in ("pst_x", expired)}

    assert told == {sessions.WRONG_TOKEN}
    assert "Paste a token first." in sign_in(site, "").text


def test_the_sixth_wrong_token_of_a_minute_has_to_wait(site: Site) -> None:
    statuses = [sign_in(site, "pst_wrong").status_code for _ in range(SIGN_INS_MAX)]
    refused = sign_in(site, "pst_wrong")

    assert statuses == [401] * SIGN_INS_MAX
    assert refused.status_code == 429
    wait_s = int(refused.headers["retry-after"])
    assert f"Wait {wait_s} s." in refused.text
    site.clock.move(wait_s)
    assert sign_in(site, "pst_wrong").status_code == 401


def test_wrong_tokens_of_others_at_an_address_keep_no_right_one_out(site: Site) -> None:
    address = link(site)
    for _ in range(SIGN_INS_MAX + 1):
        refused = sign_in(site, "pst_wrong")

    by_link = Browser(site, sign_in=False).get(address, **CLICK)

    assert refused.status_code == 429
    assert sign_in(site, site.operator.text).status_code == 303
    assert by_link.path == "/"


@pytest.mark.parametrize("name", ["x-forwarded-for", "via", "x-real-ip", "forwarded"])
def test_what_any_proxy_brings_does_not_come_from_this_machine(site: Site, name: str) -> None:
    assert sign_in(site, site.operator.text, **{name: "127.0.0.1"}).status_code == 403


def test_a_session_that_ended_does_not_keep_its_browser_from_the_sign_in(tmp_path: Path, clock: StillClock) -> None:
    with a_site(tmp_path, clock, failed_authentications_max=1, trusted_proxies=(), console_http="anywhere") as site:

        async def visit(path: str, person: httpx.AsyncClient) -> httpx.Response:
            return await person.get(path, headers={"cookie": f"{COOKIE}={'x' * 43}"})

        answers = [from_afar(site, partial(visit, path), "192.0.2.7").status_code for path in ("/", "/", "/sign-in")]

    assert answers == [303, 429, 200]


def test_wrong_links_count_as_wrong_tokens_do(site: Site) -> None:
    browser = Browser(site, sign_in=False)

    statuses = [browser.get(f"/sign-in?key=wrong{number}", **CLICK).status for number in range(SIGN_INS_MAX + 1)]

    assert statuses == [401] * SIGN_INS_MAX + [429]


def test_who_signs_in_rightly_may_do_so_as_often_as_they_like(site: Site) -> None:
    assert {sign_in(site, site.operator.text).status_code for _ in range(3 * SIGN_INS_MAX)} == {303}


def from_afar(site: Site, ask: Callable[[httpx.AsyncClient], Any], client: str) -> httpx.Response:
    """Ask from another machine."""
    transport = httpx.ASGITransport(app=site.app, client=(client, 1234))
    answer: httpx.Response = site.run(ask(httpx.AsyncClient(transport=transport, base_url=site.settings.public_url)))
    return answer


@pytest.mark.parametrize("client", ["192.0.2.7", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.7"])
def test_over_http_nobody_signs_in_from_another_machine(site: Site, client: str) -> None:
    body = f"token={site.operator.text}".encode()

    answer = from_afar(site, lambda person: person.post("/sign-in", content=body, headers=OURS), client)
    address = link(site)
    by_link = from_afar(site, lambda person: person.get(address, headers=CLICK), client)

    assert (answer.status_code, cookies_of(answer)) == (403, {})
    assert "PLANTSTORE_CONSOLE_HTTP=anywhere" in answer.text
    assert (by_link.status_code, cookies_of(by_link)) == (403, {})


@pytest.mark.parametrize("settings", [{"console_http": "anywhere"}, {"base_url": "https://store.example"}], ids=str)
def test_people_sign_in_from_anywhere_where_that_is_allowed_or_safe(
    tmp_path: Path, clock: StillClock, settings: dict[str, str]
) -> None:
    with a_site(tmp_path, clock, **settings) as site:
        body, ours = f"token={site.operator.text}".encode(), OURS | {"origin": site.settings.public_url}
        answer = from_afar(site, lambda person: person.post("/sign-in", content=body, headers=ours), "192.0.2.7")

    assert answer.status_code == 303


def test_signing_out_needs_no_scope_and_signing_in_gives_no_more_than_the_token(site: Site) -> None:
    browser = Browser(site, Scope.PLANTS_READ)

    assert browser.get("/plants/new").status == 403
    assert browser.get("/").form("/sign-out").submit().path == "/sign-in"


def test_pages_count_among_the_requests_of_a_token(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, token_requests_max=5)
    browser = Browser(site)

    answers = [browser.get("/shortcuts").status for _ in range(8)]

    assert answers == [200] * 5 + [429] * 3
    site.close()
