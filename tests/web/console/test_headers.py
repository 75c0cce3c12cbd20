"""What goes along with every answer, so that browsers are careful with it."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plantstore.domain.token import Scope
from plantstore.web.console import static
from plantstore.web.console.api_client import ApiClient
from plantstore.web.console.page import Page
from plantstore.web.console.routes import PAGES
from tests.web.console.browsing import Browser
from tests.web.console.examples import Filled, a_filled_site, fill
from tests.web.console.test_forms_are_guarded import OURS, send, ticket_of
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("headers do not depend on the engine")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
CAREFUL = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
PAGE = CAREFUL | {"content-security-policy": POLICY, "referrer-policy": "same-origin", "cache-control": "no-store"}
INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
NO_PAGES = ("/healthz", "/readyz", "/openapi.json", "/api/openapi.json", "/api/v1/plants", "/nothing-here")


def given(answer: httpx.Response, expected: dict[str, str]) -> dict[str, str | None]:
    return {name: answer.headers.get(name) for name in expected}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """One for all tests that only look."""
    with a_filled_site(tmp_path_factory.mktemp("headers")) as filled:
        yield filled


@pytest.mark.parametrize("page", [page for page in PAGES if page.method == "GET"], ids=lambda page: page.path)
def test_every_page_is_for_this_person_and_this_window_only(filled: Filled, page: Page) -> None:
    check_careful(Browser(filled.site).get(filled.address(page)).answer)


@pytest.mark.parametrize("page", [page for page in PAGES if page.method == "POST"], ids=lambda page: page.path)
def test_what_a_form_answers_is_for_this_person_and_this_window_only(site: Site, page: Page) -> None:
    address, browser = fill(site).address(page), Browser(site)

    check_careful(send(browser, page, address, ticket_of(browser), OURS))


def check_careful(answer: httpx.Response) -> None:
    if answer.status_code == 303:
        assert given(answer, CAREFUL | {"cache-control": "no-store"}) == CAREFUL | {"cache-control": "no-store"}
    elif answer.headers["content-type"] == "text/html; charset=utf-8":
        assert given(answer, PAGE) == PAGE
        assert INLINE.findall(answer.text) == []
    else:
        assert given(answer, CAREFUL) == CAREFUL


@pytest.mark.parametrize("case", ["not signed in", "no such page", "foreign form", "no permission", "broken"])
def test_a_refusal_is_no_less_careful(site: Site, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    browser = Browser(site)
    if case == "not signed in":
        answer = Browser(site, sign_in=False).get("/plants").answer
    elif case == "no such page":
        answer = browser.get("/nothing-here", accept="text/html").answer
    elif case == "foreign form":
        [page] = [one for one in PAGES if (one.path, one.method) == ("/plants/new", "POST")]
        answer = send(browser, page, "/plants/new", ticket_of(browser), {"origin": "http://evil.example"})
    elif case == "no permission":
        answer = Browser(site, Scope.EVENTS_READ).get("/plants").answer
    else:
        monkeypatch.delattr(ApiClient, "call")
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        answer = site.get("/plants", token=None, headers={"cookie": cookies})

    statuses = {"not signed in": 200, "no such page": 404, "broken": 500}
    assert answer.status_code == statuses.get(case, 403)
    assert given(answer, PAGE) == PAGE


@pytest.mark.parametrize("path", NO_PAGES)
def test_what_is_no_page_may_do_nothing_in_a_browser(site: Site, path: str) -> None:
    answer = site.get(path)

    assert given(answer, CAREFUL) == CAREFUL
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("name", sorted(static.files()))
def test_a_static_file_is_kept_for_ever_under_its_mark_and_is_what_it_says(site: Site, name: str) -> None:
    marked = site.get(static.address_of(name), token=None)
    bare = site.get(f"/static/{name}", token=None)
    stale = site.get(f"/static/{name}?v=000000000000", token=None)

    assert given(marked, CAREFUL) == CAREFUL
    assert marked.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert bare.headers["cache-control"] == stale.headers["cache-control"] == "no-cache"
    kind = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
    assert marked.headers["content-type"] == kind[name.rpartition(".")[2]]


@pytest.mark.parametrize(
    "name",
    ["..%2fconsole.py", "%2e%2e/console.py", "..\\console.py", "app.css%00", "app.css/", "APP.CSS", "", "nothing.css"],
)
def test_no_name_leads_out_of_the_folder_of_static_files(site: Site, name: str) -> None:
    assert site.get(f"/static/{name}", token=None).status_code == 404


@pytest.mark.parametrize(("accepts", "encoding"), [("gzip, br", "gzip"), ("identity", None), ("", None)])
def test_a_page_and_a_file_are_packed_for_those_who_unpack(site: Site, accepts: str, encoding: str | None) -> None:
    browser = Browser(site)

    page = browser.get("/plants/new", **{"accept-encoding": accepts}).answer
    style = site.get("/static/app.css", token=None, headers={"accept-encoding": accepts})

    assert page.headers.get("content-encoding") == style.headers.get("content-encoding") == encoding
    assert "<h1>Add a plant</h1>" in page.text
    assert style.content == static.files()["app.css"].body
    assert "accept-encoding" in page.headers["vary"] and "accept-encoding" in style.headers["vary"]


@pytest.mark.parametrize("name", sorted(static.files()))
def test_of_a_file_everything_is_sent_but_comments_and_space(name: str) -> None:
    folder = Path(static.__file__).parent / "static"
    written = "\n".join((folder / part).read_text(encoding="utf-8") for part in static.JOINED.get(name, (name,)))
    sent = static.files()[name].body.decode()

    if name.endswith(".css"):
        kept = re.sub(r"(?s)/\*.*?\*/", "", written).splitlines()
    else:
        lines = [one.strip() for one in written.splitlines()]
        kept = [one for one in lines if not one.startswith("//") and not (one[:3] == "/**" and one[-2:] == "*/")]
    assert sent.splitlines() == [one.strip() for one in kept if one.strip()]
    assert "\n " not in sent and " \n" not in sent and len(sent) < len(written)
