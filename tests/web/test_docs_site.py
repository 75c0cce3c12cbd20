"""The documentation as it is served: every page, every link and anchor on it, the search, and what browsers keep."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from plantstore.web.docs import sources
from plantstore.web.docs.renderer import TOC_MAX, TOC_MIN
from plantstore.web.docs.search_index import HITS_MAX, QUERY_CHARS_MAX
from plantstore.web.http.problems import KINDS
from tests.still_clock import StillClock
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the documentation does not depend on the engine")

ROOT = Path(__file__).parents[2]
TRANSFERRED_BYTES_MAX = 30_000
REQUESTS_MAX = 4  # the page and what it loads
BROWSER = {"accept": "text/html,application/xhtml+xml"}
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
VOID = {"meta", "link", "input", "br", "hr", "path", "img", "circle"}


class Seen(HTMLParser):
    """What a page holds: ids, links, texts, and what a strict policy forbids. Every element must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), tag
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        if tag in ("script", "style", "iframe", "img") and not given.get("src"):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)


def read(site: Site, path: str, *, extra: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    return site.get(path, token=None, headers={**BROWSER, **(extra or {})}, **more)


def text_of(answer: httpx.Response) -> str:
    """What stands on a page, without the list of all pages beside it."""
    return answer.text.partition('<div class="docs-text"')[2].partition("</main>")[0]


def linked_pages() -> list[str]:
    return re.findall(r"\]\((\w[\w-]*)\.md\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Walked:
    answer: httpx.Response
    seen: Seen


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all who only read: rendering and indexing every page takes a second."""
    site = Site(tmp_path_factory.mktemp("library"), StillClock(), ready=lambda: None)
    yield site
    site.close()


@pytest.fixture(scope="module")
def pages(library: Site) -> dict[str, Walked]:
    """Every page of the documentation and the reference that links lead to, from the first one on."""
    pages: dict[str, Walked] = {}
    waiting = ["/docs"]
    while waiting:
        path = waiting.pop()
        answer = read(library, path)
        assert answer.status_code == 200, path
        if answer.headers["content-type"].startswith("text/html"):
            seen = Seen(answer.text)
            pages[path] = Walked(answer, seen)
            addresses = {urljoin(BASE_URL + path, one) for one in seen.links}
            inside = {
                urlsplit(one).path for one in addresses if one.startswith((f"{BASE_URL}/docs", f"{BASE_URL}/api/docs"))
            }
            waiting += [one for one in inside if one not in pages and one not in waiting]
    return pages


def test_every_page_of_the_index_is_served(library: Site) -> None:
    names = linked_pages()

    assert len(names) >= 12
    for name in names:
        title = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        answer = read(library, f"/docs/{name}")
        assert answer.status_code == 200
        assert f">{title}</h1>" in answer.text


def test_every_link_and_anchor_leads_somewhere(library: Site, pages: dict[str, Walked]) -> None:
    assert {f"/docs/{name}" for name in sources.pages()} <= pages.keys()
    assert {f"/docs/errors/{kind.code}" for kind in KINDS} <= pages.keys()
    others = set()
    for path, walked in pages.items():
        seen = walked.seen
        assert len(set(seen.ids)) == len(seen.ids), path
        for link in seen.links:
            address = urlsplit(urljoin(BASE_URL + path, link))
            if address.netloc != urlsplit(BASE_URL).netloc:
                assert address.scheme == "https", link
            elif address.path in pages:
                assert not address.fragment or address.fragment in pages[address.path].seen.ids, f"{path}: {link}"
            else:
                others.add(address.path)
    found = {path: read(library, path, follow_redirects=True).status_code for path in others}
    assert found == dict.fromkeys(others, 200)


def test_no_page_needs_more_than_the_policy_allows(pages: dict[str, Walked]) -> None:
    for path, walked in pages.items():
        answer = walked.answer
        assert walked.seen.inline == [], path
        assert set(answer.headers["content-security-policy"].split("; ")) == POLICY
        assert re.findall(r'(?:src|href)="(?:https?:)?//', answer.text.partition("<body")[0]) == []


def test_every_page_is_small_and_needs_little_beside_it(library: Site, pages: dict[str, Walked]) -> None:
    all_loaded = set()
    for path, walked in pages.items():
        answer = walked.answer
        assert answer.num_bytes_downloaded <= TRANSFERRED_BYTES_MAX, path
        loaded = re.findall(r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="([^"]+)"', answer.text)
        assert len(loaded) < REQUESTS_MAX
        all_loaded.update(loaded)
    assert all(library.get(one, token=None).status_code == 200 for one in all_loaded)


def test_a_page_that_has_not_changed_is_not_sent_again(library: Site) -> None:
    for path in (
        "/docs",
        "/docs/api",
        "/docs/alerts.yml",
        "/docs/errors/invalid",
        "/api/docs/plants",
        "/docs/search?q=a",
    ):
        for encoding in ("gzip", "identity"):
            first = read(library, path, extra={"accept-encoding": encoding})
            assert ("content-encoding" in first.headers) == (encoding == "gzip")
            again = library.get(
                path, token=None, headers={"if-none-match": first.headers["etag"], "accept-encoding": encoding}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == first.headers["etag"]
            assert again.headers["cache-control"] == "no-cache"
            assert again.headers["vary"] == "accept-encoding, cookie"
            other = library.get(path, token=None, headers={"if-none-match": '"other"', "accept-encoding": encoding})
            assert other.status_code == 200


@pytest.mark.parametrize("encoding", ["identity", "gzip;q=0", "br"])
def test_who_takes_no_gzip_gets_none(library: Site, encoding: str) -> None:
    answer = library.get("/docs", token=None, headers={"accept-encoding": encoding})

    assert "content-encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


@pytest.mark.parametrize("path", ["/docs/none", "/docs/errors/none", "/api/docs/none", "/docs/api.md", "/docs/README"])
def test_a_page_that_is_not_there_offers_ways_on(library: Site, path: str) -> None:
    answer = read(library, path)

    assert answer.status_code == 404
    assert {"/docs", "/api/docs", "/docs/errors/"} <= set(re.findall('href="([^"]+)"', text_of(answer)))
    assert answer.headers["cache-control"] == "no-store"
    assert library.get(path, token=None).headers["content-type"] == "application/problem+json", "programs get a problem"


def test_a_name_that_is_nearly_right_finds_its_page(library: Site) -> None:
    assert 'href="/docs/receiving"' in text_of(read(library, "/docs/recieving"))


def test_what_is_not_served_is_no_link(library: Site) -> None:
    links = Seen(read(library, "/docs").text).links

    assert "/docs/changelog" in links
    assert not [one for one in links if one.startswith(".") or one.endswith(".md")]


@pytest.mark.parametrize("name", ["alerts.yml", "recording-rules.yml", "grafana.json"])
def test_a_sample_is_shown_as_it_is(library: Site, name: str) -> None:
    answer = read(library, f"/docs/{name}")

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_pages_lead_to_their_neighbours(library: Site) -> None:
    first, second, third = linked_pages()[:3]

    text = read(library, f"/docs/{second}").text

    assert f'rel="prev" href="/docs/{first}"' in text
    assert f'rel="next" href="/docs/{third}"' in text
    assert 'aria-current="page">' in text


def test_a_long_page_says_what_is_on_it(library: Site) -> None:
    for source in sources.pages().values():
        before, _, article = text_of(read(library, source.address)).partition("<article")
        headings = re.findall(r'<h([23]) id="([^"]+)">', article)
        larger = [anchor for level, anchor in headings if level == "2"]
        wanted = [anchor for _, anchor in headings] if len(headings) <= TOC_MAX else larger
        listed = re.findall(r'<a href="#([^"]+)">', before)
        assert listed == (wanted if TOC_MIN <= len(wanted) <= TOC_MAX else []), source.address


def test_the_table_of_errors_leads_to_the_page_of_each(library: Site) -> None:
    links = Seen(read(library, "/docs/errors").text).links

    assert {f"/docs/errors/{kind.code}" for kind in KINDS} <= set(links)


# Who is signed in


def signed_in(site: Site) -> None:
    form = {"content-type": "application/x-www-form-urlencoded", "origin": BASE_URL}
    answer = site.ask("POST", "/sign-in", token=None, content=f"token={site.operator.text}", headers=form)
    assert answer.status_code == 303


def test_who_is_signed_in_keeps_the_way_back(site: Site) -> None:
    stranger = read(site, "/docs/api")
    signed_in(site)

    answer = read(site, "/docs/api")

    assert "Sign out" in answer.text
    assert "Sign out" not in stranger.text
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    assert set(answer.headers["content-security-policy"].split("; ")) == POLICY


def test_a_page_is_kept_for_each_theme(library: Site) -> None:
    themes = {}
    for theme in ("light", "dark", "auto"):
        text = library.get("/docs/api", token=None, headers={"cookie": f"plantstore-theme={theme}"}).text
        themes[theme] = re.findall(r'<html lang="en"([^>]*)>', text)

    assert themes == {"light": [' data-theme="light"'], "dark": [' data-theme="dark"'], "auto": [""]}


def test_a_notice_is_for_one_person(site: Site) -> None:
    noticed = site.get("/docs/api", token=None, headers={"cookie": "plantstore-notice=Done."})

    assert "Done." in noticed.text
    assert "Done." not in read(site, "/docs/api").text


# Search


def hits(library: Site, query: str) -> list[str]:
    text = read(library, "/docs/search", params={"q": query}).text
    return re.findall(r'<li>\n<a href="([^"]+)">', text.partition('<ol class="docs-hits">')[2])


def test_a_search_finds_the_best_first(library: Site) -> None:
    for query, address in [
        ("test vectors", r"/docs/\w+#test-vectors"),
        ("Exit Códes", r"/docs/[\w-]+#exit-codes"),
        ("key_reused", "/docs/errors/key_reused"),
        ("PLANTSTORE_ATTEMPTS_DAYS", "/docs/settings#"),
        ("rotateSecret", "/api/docs/receivers#rotateSecret"),
    ]:
        assert [one for one in hits(library, query)[:3] if re.match(address, one)], (query, address)


def test_every_page_is_found_by_its_title(library: Site) -> None:
    for source in sources.pages().values():
        title = source.read().partition("\n")[0].removeprefix("# ")
        assert [one for one in hits(library, title)[:3] if one.partition("#")[0] == source.address], title


def test_a_hit_shows_the_words_where_they_stand(library: Site) -> None:
    [first, *_] = re.findall(r"<li>\n.*?</li>", read(library, "/docs/search?q=hmac+sha256").text, re.DOTALL)

    assert {one.lower() for one in re.findall(r"<mark>(.*?)</mark>", first)} == {"hmac", "sha256"}


def test_a_search_has_an_end(library: Site) -> None:
    assert len(hits(library, "the")) == HITS_MAX


def test_what_is_searched_for_is_only_ever_text(library: Site) -> None:
    for query in ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "&amp;"]:
        seen = Seen(read(library, "/docs/search", params={"q": query}).text)

        assert seen.inline == [], query
        assert f"“{query}”" in "".join(seen.texts["p"]), query


def test_any_query_is_answered(library: Site) -> None:
    for query in ["", "   ", "\0", "…", "'", "é" * QUERY_CHARS_MAX, "x" * QUERY_CHARS_MAX * 3]:
        answer = read(library, "/docs/search", params={"q": query})

        assert answer.status_code == 200, query
        assert hits(library, query) == [], query


def test_a_query_without_end_is_refused(library: Site) -> None:
    assert library.get("/docs/search?q=" + "x" * 5_000, token=None).status_code == 400


def test_who_searches_for_nothing_is_told_how(library: Site) -> None:
    seen = Seen(read(library, "/docs/search").text)

    examples = [one for one in seen.links if one.startswith("/docs/search?q=")]
    assert len(examples) >= 5
    for one in examples:
        assert '<ol class="docs-hits">' in read(library, one).text, one


def test_who_finds_nothing_is_helped_on(library: Site) -> None:
    text = text_of(read(library, "/docs/search?q=signaturr"))

    assert "No results for “signaturr”" in text
    assert 'href="/docs/search?q=signature"' in text
    assert {"/docs", "/docs/errors/", "/api/docs"} <= set(re.findall('href="([^"]+)"', text))


def test_words_that_never_stand_together_find_some(library: Site) -> None:
    answer = read(library, "/docs/search?q=idempotency+zebras")

    assert "These contain some" in answer.text
    assert hits(library, "idempotency zebras")


# Starting


def test_a_store_starts_without_its_documentation() -> None:
    loaded = (
        "import sys, plantstore.web.routes; print(*{'markdown_it', 'plantstore.web.docs.renderer'} & set(sys.modules))"
    )

    ended = subprocess.run(
        [sys.executable, "-c", loaded],
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (ended.stdout, ended.stderr) == ("\n", "")
