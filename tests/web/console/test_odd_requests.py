"""Every page that can be looked at, asked in ways that no page asks: an answer in words, never a fault of ours.

What is tried is drawn from a seed, so that a run that fails can be run again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import quote

import httpx
import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts
from plantstore.web.console.page import Page
from plantstore.web.console.routes import PAGES
from plantstore.web.routes import ENDPOINTS
from tests.makers import an_attempt
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.console.examples import Filled, fill
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("handling of odd requests does not depend on the engine")

QUERIES_EACH = 10
SCOPE_SETS_EACH = 1
LOOKED_AT = [page for page in PAGES if page.method == "GET"]
EVERY_PAGE = pytest.mark.parametrize("page", LOOKED_AT, ids=lambda page: page.path)
NAMES = (
    *("q", "status", "tag", "sku", "sort", "cursor", "limit", "state", "receiver", "answer", "since", "until", "event"),
    *("after", "by", "first", "last", "only", "pace", "step", "key", "next", "example", "name", "actor", "action"),
    *("refused", "form", "chosen", "pot_size", "genus", "family", "hardiness", "supplier", "version"),
    *("nonsense", "", "\0", "é"),
)
VALUES = (
    *("", " ", "0", "1", "-1", "007", "+1", "1.5", "1e9", "1e-300", "1e400", "NaN", "inf", "²", "٣", "1_0"),
    *("9" * 16, str(2**63 - 1), str(2**63), "9" * 400, "0x10", "true", "null", "None", "all", "failed", "count"),
    *("sequence", "time", "delivered", "retrying,exhausted,held", "retrying,,", "held", "2xx", "600", "-id", "1h"),
    *("2026-06-01", "2026-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "2026-06-01T12:00", "24:00"),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59", "2026-W01-1", "20260601T120000Z"),
    *("evt_" + "0" * 26, "rcv_zzzzzzzzzzzzz", "rcv_", "imp_" + "z" * 26, "tok_1", "#7", "42", "a=b&c", "fits"),
    *("5 L", "pot_size", "4a-9b", "Rоsa", "Ro\u200bsa \u2066x", "\U000e0041", "H5\0"),
    *("\0", "\r\nset-cookie: x=y", "\u202e", "\ufffe", "🌱" * 90, "e\u0301" * 200, "%00", "%", "%zz", "'\"><script>"),
    *("..", "../../etc", "//evil.example", "/\\evil.example", "javascript:alert(1)", "{{7*7}}", "* OR 1", '"', "*"),
    "x" * 10_000,
)
PARTS = (
    *("0", "-1", "1", "007", "9" * 16, str(2**63), "9" * 400, "²", "٣", "1.0", "1e3", " 1", "me", "new", "by-sku"),
    *("evt_" + "0" * 26, "evt_" + "z" * 26, "EVT_", "rcv_", "rcv_zzzzzzzzzzzzz", "rcv_" + "9" * 400, "imp_x", "tok_"),
    *("rpl_" + "0" * 26, "🌱", "\ud7ff", "<b>", "a b", "%", "%zz", "..;", "~", "x" * 10_000, "'", "{id}", "?", "#"),
)


@dataclass(frozen=True)
class Shop:
    """A site where something of each kind went as it should, something failed, and something is gone."""

    site: Site
    browser: Browser
    examples: Filled
    cursors: list[str]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """One for all tests of this file: they only look."""
    site = Site(tmp_path_factory.mktemp("shop"), StillClock(), ready=lambda: None)
    examples = filled(site)
    browser = Browser(site)
    given = [site.get(f"/api/v1/{name}?limit=1").json()["next"] for name in ("plants", "deliveries", "activity")]
    cursors = [one.partition("cursor=")[2] for one in given]
    cursors += re.findall(r"cursor=([\w-]+)", ask(browser, "/plants?limit=1").text)
    yield Shop(site, browser, examples, cursors)
    site.close()


def filled(site: Site) -> Filled:
    text, receiver = owing(site, plants=4, cursor=4)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver)]))
    failed(site, receiver, 2)
    failed(site, receiver, 3, state=RetryState.EXHAUSTED)
    version = site.get("/api/v1/plants/2").headers["etag"]
    assert site.ask("DELETE", "/api/v1/plants/2", headers={"if-match": version}).status_code == 204
    gone = site.register(start="beginning", name="gone")["id"]
    assert site.ask("DELETE", f"/api/v1/receivers/{gone}").status_code == 200
    examples = fill(site)
    examples.parts["receivers"]["id"] = text
    event = site.get(f"/api/v1/deliveries/2/{text}").json()["event"]
    examples.parts["deliveries"] = {"event": event, "receiver": text}
    return examples


def ask(browser: Browser, address: str, method: str = "GET") -> httpx.Response:
    """One request for a page, by nobody but this browser; a redirect is not followed."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return browser.site.ask(method, address, token=None, headers={"cookie": cookies, "accept": "text/html"})


def with_query(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


def queries(random: Random, values: list[str]) -> Iterator[str]:
    for _ in range(QUERIES_EACH):
        named = [(random.choice(NAMES), random.choice(values)) for _ in range(random.choice((1, 1, 2, 3, 12)))]
        yield "&".join(f"{quote(name)}={quote(value, safe='')}" for name, value in named)
    yield "=&&;&=%ff%fe&q=%ed%a0%80&state=%"


@EVERY_PAGE
def test_no_query_breaks_a_page(shop: Shop, page: Page) -> None:
    asked = queries(Random(page.path), [*VALUES, *shop.cursors])
    address = shop.examples.address(page)
    too_many = [] if page.background else ["&".join(f"state=x{number}" for number in range(60))]

    answers = {query: ask(shop.browser, with_query(address, query)) for query in (*asked, *too_many)}

    broken = {query: answer.status_code for query, answer in answers.items() if answer.status_code >= 500}
    assert broken == {}
    assert not [query for query, answer in answers.items() if "evil.example" in answer.headers.get("location", "/")[:9]]
    assert not [query for query, answer in answers.items() if "'\"><script>" in answer.text]


@pytest.mark.parametrize("page", [page for page in LOOKED_AT if "{" in page.path], ids=lambda page: page.path)
def test_no_id_breaks_a_page(shop: Shop, page: Page) -> None:
    good = shop.examples.parts[page.path.split("/")[1]]

    asked = [
        page.path.format_map({**good, name: quote(odd, safe="")})
        for name in re.findall(r"\{(\w+)\}", page.path)
        for odd in PARTS
    ]
    answers = {address: ask(shop.browser, address).status_code for address in asked}

    assert {address: status for address, status in answers.items() if status >= 500} == {}


@EVERY_PAGE
def test_a_head_is_the_page_without_its_body_and_other_methods_are_refused(shop: Shop, page: Page) -> None:
    address, browser = shop.examples.address(page), shop.browser
    posts = {one.path for one in PAGES if one.method == "POST"}

    head, whole = ask(browser, address, "HEAD"), ask(browser, address)
    others = {method: ask(browser, address, method).status_code for method in ("OPTIONS", "PUT", "DELETE", "TRACE")}

    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers.get("content-type") == whole.headers.get("content-type")
    assert others == dict.fromkeys(others, 405)
    assert page.path in posts or ask(browser, address, "POST").status_code == 405


@EVERY_PAGE
def test_no_set_of_scopes_breaks_a_page(shop: Shop, page: Page) -> None:
    """What a person may not see is left out or refused: a page that leans on it would fall over."""
    random = Random(page.path)
    needed = {operation.scope for operation in ENDPOINTS if operation.name in page.needs}
    receiver = parse_receiver(shop.examples.parts["receivers"]["id"])

    for bound_to in (None, receiver) * SCOPE_SETS_EACH:
        chosen = needed | set(random.sample(list(Scope), random.randrange(1, len(Scope))))
        browser = Browser(shop.site, sign_in=False)
        browser.token = shop.site.make_token(*sorted(chosen), receiver_id=bound_to)
        browser.get("/sign-in").form("/sign-in").fill(token=browser.token.text).submit("Sign in")

        assert ask(browser, shop.examples.address(page)).status_code < 500, (sorted(chosen), bound_to)


def test_pages_keep_to_the_largest_page_of_the_store(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, page_items_max=1)
    examples = filled(site)
    browser = Browser(site)
    absent = ("{replay}", "/bad-rows", "/account/passkeys/{id}", "/account/accounts/")  # the examples have none
    there = [page for page in LOOKED_AT if not any(one in page.path for one in absent)]

    answers = {page.path: ask(browser, examples.address(page)).status_code for page in there}
    site.close()

    assert {path: status for path, status in answers.items() if status not in (200, 303)} == {}
