"""What others have written is shown as text, whatever it is: nothing of it runs, and nobody else is asked for it."""

import csv
import io
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from plantstore.web.console.plant_sections import SECTIONS
from tests.browser.answering import Reaction, Receivers
from tests.browser.payloads import ONE_OF_EACH, PAYLOADS
from tests.browser.serving import Store, a_store, until
from tests.browser.visitors import Visitors
from tests.catalogue.photos.pictures import a_jpeg

NAME_CHARS_MAX = 100
IN_A_GROUP = 20  # payloads that share a description, or the body of an answer
SEARCHES = (
    "/plants?q=",
    "/find?q=",
    "/deliveries?q=",
    "/deliveries?event=",
    "/deliveries?state=",
    "/docs?q=",
    "/sign-in?next=",
    "/x/",
    "/plants/export?q=",
    "/plants/export?tag=",
    "/bulk-edits/new?all=yes&tag=",
    "/bulk-edits/new?all=yes&q=",
    "/bulk-edits/new?ids=",
)
PAGES_MAX = 10  # of one list
# Whatever could act if a page had it: none of ours does.
ALIVE = """() => [...document.querySelectorAll(
    "script:not([src]), style, iframe, object, embed, base, video, audio, marquee, template, [style], [srcdoc], " +
    "img:not([src^='/photos/']), " +
    "meta[http-equiv], link[rel=stylesheet][href^=http], form[action*='evil'], a[href^='javascript' i], a[href*='evil']"
  )].concat([...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((a) => /^on/i.test(a.name))))
  .map((one) => one.outerHTML.slice(0, 200)).concat(window.__hit ? ["it ran"] : [])"""


@dataclass(frozen=True, slots=True)
class Written:
    """A store full of such texts, and where they are shown one at a time."""

    store: Store
    addresses: tuple[str, ...]


def groups() -> list[Sequence[str]]:
    return [PAYLOADS[begin : begin + IN_A_GROUP] for begin in range(0, len(PAYLOADS), IN_A_GROUP)]


def taken(store: Store, path: str, text: str, **fields: object) -> str | None:
    """Make something with a text in it, or with what the store takes of it; None when it takes nothing."""
    for given in (text, re.sub(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffd\ufeff]", "", text)):
        body = {
            name: value.replace("TEXT", given) if isinstance(value, str) else value for name, value in fields.items()
        }
        try:
            return str(store.ask("POST", path, body)["id"])
        except RuntimeError as refused:
            if not re.search(r": 4(00|22) ", str(refused)):
                raise
    return None


def line(text: str) -> bytes:
    """As much of a text as a line of an answer can hold."""
    return re.sub(r"[\r\n\x00]", " ", text).encode()


@pytest.fixture(scope="module")
def written(browser: Browser, receivers: Receivers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    with a_store(tmp_path_factory.mktemp("hostile")) as store:
        yield Written(
            store, (*plants(store), *bulk_edits(store), *deliveries(store, receivers), *imports(store), *tokens(store))
        )


def plants(store: Store) -> list[str]:
    """Every payload as a name, and all in descriptions."""
    made = [
        taken(store, "/plants", text[:NAME_CHARS_MAX], name="TEXT", botanical_name="TEXT", tag="x") for text in PAYLOADS
    ]
    for number, group in enumerate(groups()):
        clean = [text for text in group if text.isprintable()]
        fields = {"description": "\n".join(clean), "common_names": clean[:1], "sku": f"G-{number}"}
        made.append(str(store.ask("POST", "/plants", {"name": "Many", **fields})["id"]))
    assert len([one for one in made if one]) >= 0.9 * len(PAYLOADS)
    many = made[-len(groups()) :]
    photo = a_jpeg(64, 48)
    for plant, text in zip(many, filter(str.isprintable, ONE_OF_EACH), strict=False):
        store.ask("POST", f"/plants/{plant}/photos?alt={quote(text[:100], safe='')}", photo, content_type="image/jpeg")
    opened = [f"/plants/{one}?edit={key}" for one, key in zip(many, itertools.cycle(SECTIONS))]
    return [f"/plants/{one}" for one in many] + opened + [f"/plants/{made[0]}/delete"]


def bulk_edits(store: Store) -> list[str]:
    """Payloads as tags, as types and in filters; the plants of the previews have them as names."""
    ids = [plant["id"] for plant in store.ask("GET", "/plants?tag=x&limit=200")["items"]]
    made = []
    for begin, text in zip(range(0, len(ids), 10), ONE_OF_EACH, strict=False):
        changes = {"tags": {"add": [text.replace(",", "")[:40]]}, "tag": {"set": text[:50]}}
        try:
            made.append(store.ask("POST", "/bulk-edits", {"ids": ids[begin : begin + 10], "changes": changes})["id"])
        except RuntimeError as refused:
            if ": 422 " not in str(refused):
                raise
    assert len(made) >= len(ONE_OF_EACH) / 2
    filters = {"filter": {"tag": ONE_OF_EACH[0][:50]}, "changes": {"action": "archive"}}
    made.append(store.ask("POST", "/bulk-edits", filters)["id"])
    store.ask("POST", f"/bulk-edits/{made[0]}/confirmation")
    until(lambda: store.ask("GET", f"/bulk-edits/{made[0]}")["state"] == "done", "the plants are changed")
    new = f"/bulk-edits/new?ids={ids[0]},{ids[1]}&like={made[0]}"
    return [*(f"/bulk-edits/{one}" for one in made), f"/bulk-edits/{made[0]}/undo", new]


def deliveries(store: Store, receivers: Receivers) -> list[str]:
    """Receivers with each payload as a name; their answers have it as reason, in headers and in the body."""
    made = []
    for number, text in enumerate(PAYLOADS):
        body = "\n".join(groups()[number % len(groups())]).encode()
        head = (
            (b"retry-after", b"3600"),
            (b"x-hostile", line(text)),
            (b"location", line(text)),
            (b"server", line(text)),
        )
        url = receivers.answers(f"/hostile/{number}", Reaction(503, body, line(text), head))
        made.append(taken(store, "/receivers", text[:NAME_CHARS_MAX], name="TEXT", url=url))
    ways = "/%22%3E%3Csvg%20onload=1%3E?a='onload='1"
    made.append(taken(store, "/receivers", "", name="Its address", url=receivers.url + ways))
    store.ask("POST", "/plants", {"name": PAYLOADS[0]})
    known = [one for one in made if one]
    assert len(known) >= 0.9 * len(PAYLOADS)
    until(lambda: store.ask("GET", "/deliveries/counts")["queued"] == 0, "all have answered")
    assert store.ask("GET", "/deliveries/counts")["retrying"] >= 0.9 * len(PAYLOADS)
    event = store.ask("GET", "/deliveries?limit=1")["items"][0]["event"]
    some = known[: len(groups())]
    shown = [f"/deliveries/{event}/{one}" for one in some] + [f"/receivers/{one}" for one in known[-3:]]
    return [
        *shown,
        f"/events/{event}",
        f"/events/{event}/send",
        f"/receivers/{some[0]}/remove",
        f"/receivers/{known[-1]}/edit",
    ]


def imports(store: Store) -> list[str]:
    """Payloads as headings, as cells, as cells that are bad, and as names of files."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(["name", "price", *(text.replace("\x00", "") for text in ONE_OF_EACH)])
    for text in PAYLOADS:
        clean = text.replace("\x00", "")
        rows.writerow([clean, clean, *ONE_OF_EACH[:2]])
    made = [
        store.ask(
            "POST",
            f"/imports?name={quote(name)}",
            file.getvalue().replace("\x00", "").encode(),
            content_type="text/csv",
        )["id"]
        for name in ONE_OF_EACH[:6]
    ]
    until(
        lambda: {store.ask("GET", f"/imports/{one}")["state"] for one in made} == {"checked"}, "the lists are checked"
    )
    return [f"/imports/{one}" for one in made]


def tokens(store: Store) -> list[str]:
    made = [taken(store, "/tokens", text[:NAME_CHARS_MAX], name="TEXT", scopes=["plants:read"]) for text in PAYLOADS]
    known = [one for one in made if one]
    assert len(known) >= 0.9 * len(PAYLOADS)
    return [f"/tokens/{known[0]}/revocation"]


@pytest.fixture
def reader(browser: Browser, written: Written) -> Iterator[Page]:
    visitors = Visitors(browser, written.store)
    visitors.expected |= {400, 404, 409, 422}
    yield visitors.come()
    visitors.leave()
    assert visitors.complaints == []


def test_no_list_takes_a_text_for_more(reader: Page) -> None:
    seen: dict[str, int] = {}
    for address in (
        "/",
        "/plants",
        "/deliveries",
        "/receivers",
        "/tokens",
        "/imports",
        "/bulk-edits",
        "/activity",
        "/health",
    ):
        reader.goto(address)
        for _ in range(PAGES_MAX):
            assert reader.evaluate(ALIVE) == []
            text = reader.locator("main").inner_text()
            seen[address] = seen.get(address, 0) + sum(payload in text for payload in PAYLOADS)
            more = reader.locator("main nav.pager a[rel=next]")
            if not more.count():
                break
            reader.goto(str(more.get_attribute("href")))

    for address in ("/plants", "/deliveries", "/receivers", "/tokens"):
        assert seen[address] >= len(PAYLOADS) / 2, f"{address} does not show what was written: {seen}"


def test_no_page_of_one_thing_takes_a_text_for_more(reader: Page, written: Written) -> None:
    seen = set()
    for address in written.addresses:
        reader.goto(address)
        assert reader.evaluate(ALIVE) == [], address
        text = reader.locator("main").inner_text()
        seen |= {payload for payload in PAYLOADS if payload in text}

    assert len(seen) >= len(PAYLOADS) * 2 / 3, "they are not shown"


@pytest.mark.parametrize("address", SEARCHES)
def test_no_search_takes_a_text_for_more(reader: Page, address: str) -> None:
    for payload in ONE_OF_EACH:
        reader.goto(address + quote(payload, safe=""))
        assert reader.evaluate(ALIVE) == [], payload


def test_no_form_that_comes_back_takes_a_text_for_more(reader: Page) -> None:
    for address, button in (("/plants/new", "Add to the store"), ("/receivers/new", "Add and test")):
        for payload in ONE_OF_EACH[:4]:
            reader.goto(address)
            for one in reader.locator("main form input[name]:not([type=hidden], [type=radio], [type=checkbox])").all():
                if one.is_visible():
                    one.evaluate("(one, text) => { one.value = text; }", payload)
            with reader.expect_navigation():
                reader.locator("main").get_by_role("button", name=button).first.click()
            assert reader.evaluate(ALIVE) == [], (address, payload)


def test_a_corpus_is_large_and_has_no_text_twice() -> None:
    assert len(PAYLOADS) >= 180
    assert len(set(PAYLOADS)) == len(PAYLOADS)
