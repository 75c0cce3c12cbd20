"""No request blocks the event loop: every endpoint and every form, with the most expensive inputs.

Each test compares the longest step of the loop with that of a plain request, in CPU time of one thread, so other
programs on the machine have no influence. `LONGER_MAX` means five milliseconds where the longest step of a plain
request takes 0.05 ms.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from plantstore.web.console.forms import FORM_BYTES_MAX, PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.page import Page
from plantstore.web.console.routes import PAGES
from plantstore.web.http.endpoint import API, Endpoint
from plantstore.web.routes import ENDPOINTS
from tests.web.console.browsing import BOUNDARY, Browser
from tests.web.console.examples import Filled, a_filled_site
from tests.web.harness import BASE_URL, Site
from tests.web.loop_time import Asked, Cost, cost_of

LONGER_MAX = 100  # times as long as the longest step for a plain request
DEARER_MAX = 200  # times as much as a plain request costs in all threads together: they share one interpreter
HEAD_BYTES = 60_000  # of the 65,536 that the head of a request may have
BELOW_BYTES = 12_000  # below QUERY_BYTES_MAX: a longer query is refused before its fields are known
BODY_BYTES = 1_048_576
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
UPLOAD = f"multipart/form-data; boundary={BOUNDARY}"
NASTY_TEXTS = {
    "marks": "a\u0301",
    "marks without a letter": "\u0301",
    "Hangul": "\u1100\u1161\u11a8",
    "wide letters": "\uff21\ufb03",
    "seedlings": "\U0001f331",
    "commas": ",",
    "lines": "\n",
    "lines of a letter": "x\n",
    "spaces": " ",
    "dots": "a.",
    "digits": "9",
    "quotation marks": '"',
    "brackets": "[{",
    "backslashes": "\\",
    "percent signs": "%",
    "colons": ":",
    "slashes": "/a",
}
DEAREST_QUERIES = ("percent signs", "accents", "commas", "digits", "fields")
DEAR_TEXTS = ("marks", "lines of a letter", "dots", "commas", "digits", "spaces", "brackets", "colons")
NASTY_QUERIES = {
    "percent signs": b"%",
    "escapes": b"%41",
    "escapes that are no text": b"%ff",
    "escapes with letters": b"%41a",
    "accents": b"a%CC%81",
    "ampersands": b"&",
    "fields": b"a=b&",
    "commas": b",",
    "commas with letters": b"x,",
    "pluses": b"+",
    "letters": b"x",
    "digits": b"9",
    "equals signs": b"=",
}
DEAREST_BODIES = ("objects, closed later", "numbers", "names", "quotation marks")
NASTY_HEADERS = {
    "cookie": (b";", b"a=b;", b"plantstore-notice=", b"a=%;"),
    "if-none-match": (b",", b'"a",', b'"', b", ", b"W/"),
    "if-match": (b",", b'"a",', b'"', b" "),
    "accept": (b",", b"text/html,", b" "),
    "accept-encoding": (b",", b"gzip;", b"gzip ", b" "),
    "content-type": (b";", b";a=b", b' ;a="', b"/"),
    "content-encoding": (b"x", b","),
    "idempotency-key": (b"x", b" "),
    "x-forwarded-for": (b",", b"1,", b"[", b":"),
    "x-request-id": (b"x",),
    "origin": (b"http://[", b":", b"\xe9", b"http://a@"),
    "host": (b":", b"a.", b"["),
    "last-event-id": (b"9", b","),
    "authorization": (b"x", b" ", b"Bearer "),
}


def filled_up(start: bytes, unit: bytes, end: bytes = b"", *, size: int) -> bytes:
    """Return a text of this size: the unit repeated between a start and an end."""
    return start + unit * ((size - len(start) - len(end)) // len(unit)) + end


def nasty_json(example: Any, *, every: bool) -> dict[str, bytes]:
    """Return bodies that are expensive to parse or to refuse; unless `every`, the dearest and those of its fields."""
    whole = {
        "objects": filled_up(b'{"a":[{}', b",{}", b"]}", size=BODY_BYTES),
        "lists": filled_up(b'{"a":[[]', b",[]", b"]}", size=BODY_BYTES),
        "lists, closed later": filled_up(b'{"a":', b"[", size=BODY_BYTES),
        "objects, closed later": filled_up(b"", b'{"a":', size=BODY_BYTES),
        "numbers": filled_up(b'{"a":[1', b",1", b"]}", size=BODY_BYTES),
        "decimals": filled_up(b'{"a":[1', b",1.5e1", b"]}", size=BODY_BYTES),
        "texts": filled_up(b'{"a":[""', b',""', b"]}", size=BODY_BYTES),
        "the same name": filled_up(b'{"a":1', b',"a":1', b"}", size=BODY_BYTES),
        "names": b"{" + b",".join(b'"%x":0' % number for number in range(90_000)) + b"}",
        "a thousand names": b"{" + b",".join(b'"nam%x":0' % number for number in range(999)) + b"}",
        "a long number": filled_up(b'{"a":', b"9", b"}", size=BODY_BYTES),
        "a long decimal": filled_up(b'{"a":0.', b"9", b"}", size=BODY_BYTES),
        "spaces": filled_up(b"{", b" ", b"}", size=BODY_BYTES),
        "line ends": filled_up(b"{", b"\n", b"x", size=BODY_BYTES),
        "quotation marks": filled_up(b'{"a":', b'"', size=BODY_BYTES),
        "escaped quotation marks": filled_up(b'{"a":"', b'\\"', size=BODY_BYTES),
        "escapes": filled_up(b'{"a":"', b"\\u00e9", b'"}', size=BODY_BYTES),
        "commas and escapes in a text": filled_up(b'{"a":"', b",\\n[", b'"}', size=BODY_BYTES),
        "what is no text": b"\xc3" * BODY_BYTES,
    }
    if not every:
        whole = {about: whole[about] for about in DEAREST_BODIES}
    if not isinstance(example, dict):
        return whole
    for field, value in example.items():
        if isinstance(value, str):
            for about, unit in NASTY_TEXTS.items():
                size = BODY_BYTES // len(json.dumps(unit)) - 2
                whole[f"{field}: {about}"] = json.dumps({**example, field: unit * size}).encode()
            body = json.dumps({**example, field: "a\u0301" * 20_000}, ensure_ascii=False)
            whole[f"{field}: marks, not too many"] = body.encode()
        if isinstance(value, list):
            whole[f"{field}: a list"] = json.dumps({**example, field: ["x" * 900] * 990}).encode()
    return whole


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with a_filled_site(tmp_path_factory.mktemp("loop"), token_requests_max=0) as filled:
        yield filled


@pytest.fixture(scope="module")
def browser(filled: Filled) -> Browser:
    return Browser(filled.site)


@pytest.fixture(scope="module")
def plain(filled: Filled) -> Cost:
    return cost_of_plain(filled)


def cost_of_plain(filled: Filled) -> Cost:
    """Return the cost of a plain request, which adds a plant."""
    asked = Asked(
        about="a plain one",
        method="POST",
        path="/api/v1/plants",
        headers=[*authorized(filled.site), (b"content-type", JSON.encode())],
        body=b'{"name":"Rosa"}',
    )
    return cost_of(filled.site, asked, times=50)


def authorized(site: Site) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", f"Bearer {site.operator.text}".encode())]


def signed_in(browser: Browser) -> list[tuple[bytes, bytes]]:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return [(b"cookie", cookies.encode()), (b"origin", BASE_URL.encode()), (b"host", b"store.example")]


def check(site: Site, plain: Cost, asked: list[Asked]) -> None:
    """Send each request once, and those that seem slow again; fail if any is slow."""
    slow = []
    for one in asked:
        cost = cost_of(site, one, times=1)
        if is_dear(cost, plain):
            cost = cost_of(site, one)
        if is_dear(cost, plain):
            longer = cost.longest_step_s / plain.longest_step_s
            dearer = cost.process_s / plain.process_s
            slow.append(f"{one.method} {one.path} {one.about}: {longer:.0f} times as long, {dearer:.0f} as dear")
    assert slow == []


def is_dear(cost: Cost, plain: Cost) -> bool:
    is_long = cost.longest_step_s > LONGER_MAX * plain.longest_step_s
    return is_long or cost.process_s > DEARER_MAX * plain.process_s


def address_of(filled: Filled, operation: Endpoint) -> str:
    """Return the path of an endpoint, with existing ids for its variables."""
    parts = {"sku": "ROS-1", "event": "x", **filled.parts.get(operation.path.removeprefix(API).split("/")[1], {})}
    return operation.path.format_map({**parts, "id": parts.get("id", "x")})


EVERY_BODY = {"putPlant", "registerReceiver"}  # the same code parses the body of every endpoint
TAKING = [one for one in ENDPOINTS if one.request is not None and not one.streams]


@pytest.mark.parametrize("operation", TAKING, ids=lambda one: one.name)
def test_no_body_of_an_endpoint_blocks_the_loop(filled: Filled, plain: Cost, operation: Endpoint) -> None:
    headers = [
        *authorized(filled.site),
        (b"content-type", operation.media_types[0].encode()),
        (b"idempotency-key", f"loop-{operation.name}".encode()),
    ]
    path = address_of(filled, operation)
    bodies = nasty_json(operation.request_example, every=operation.name in EVERY_BODY)

    check(
        filled.site,
        plain,
        [
            Asked(about=about, method=operation.method, path=path, headers=headers, body=body)
            for about, body in bodies.items()
        ],
    )


def test_no_unexpected_body_blocks_the_loop(filled: Filled, plain: Cost) -> None:
    headers = authorized(filled.site)
    check(
        filled.site,
        plain,
        [
            Asked(about=about, method=one.method, path=address_of(filled, one), headers=headers, body=body)
            for one in ENDPOINTS
            if one.request is None and one.method != "DELETE"
            for about, body in {"spaces": b" " * BODY_BYTES, "brackets": b"[" * BODY_BYTES}.items()
        ],
    )


@pytest.mark.parametrize("operation", [one for one in ENDPOINTS if one.method == "GET"], ids=lambda one: one.name)
def test_no_query_of_an_endpoint_blocks_the_loop(filled: Filled, plain: Cost, operation: Endpoint) -> None:
    names = [parameter.name for parameter in operation.parameters if parameter.name != "wait"] or ["x"]
    path = address_of(filled, operation)

    check(
        filled.site,
        plain,
        [
            Asked(about=f"{name}: {about}", method="GET", path=path, headers=authorized(filled.site), query=query)
            for name in names
            for about, unit in NASTY_QUERIES.items()
            for query in (filled_up(name.encode() + b"=", unit, size=size) for size in (HEAD_BYTES, BELOW_BYTES, 4_000))
        ],
    )


EVERY_QUERY = {"/plants", "/deliveries", "/sign-in"}  # the same code decodes the query of every page


@pytest.mark.parametrize("page", [page for page in PAGES if page.method == "GET"], ids=lambda page: page.path)
def test_no_query_of_a_page_blocks_the_loop(filled: Filled, browser: Browser, plain: Cost, page: Page) -> None:
    path, _, once = filled.address(page).partition("?")
    abouts = NASTY_QUERIES if page.path in EVERY_QUERY else DEAREST_QUERIES
    names = ("q", "state", "since", "cursor", "receiver", "next", "key", "x")
    start = once.encode() + b"&" if once else b""
    method = "HEAD" if page.background else "GET"  # a query that is passed over asks for a stream without an end

    check(
        filled.site,
        plain,
        [
            Asked(about=f"{name}: {about}", method=method, path=path, headers=signed_in(browser), query=query)
            for name in names
            for about in abouts
            for size in ((HEAD_BYTES, BELOW_BYTES) if name == "q" else (BELOW_BYTES,))
            for query in (filled_up(start + name.encode() + b"=", NASTY_QUERIES[about], size=size),)
        ],
    )


def test_no_header_without_authentication_blocks_the_loop(filled: Filled, plain: Cost) -> None:
    for path in ["/sign-in", "/docs", "/docs/search", "/static/app.css", "/api/v1/plants/1", "/none"]:
        check(filled.site, plain, with_nasty_headers("GET", path, ()))


def test_no_header_of_an_authenticated_client_blocks_the_loop(filled: Filled, browser: Browser, plain: Cost) -> None:
    site = filled.site
    kind = (b"content-type", JSON.encode())

    check(site, plain, with_nasty_headers("GET", "/api/v1/plants/1", authorized(site)))
    check(site, plain, with_nasty_headers("PATCH", "/api/v1/plants/1", [*authorized(site), kind], b"{}"))
    check(site, plain, with_nasty_headers("POST", "/api/v1/imports", authorized(site), b"name\r\nRosa\r\n"))
    check(site, plain, with_nasty_headers("POST", "/theme", signed_in(browser), b"theme=dark"))
    check(site, plain, with_nasty_headers("GET", "/plants/1", signed_in(browser)))


def with_nasty_headers(method: str, path: str, headers: Any, body: bytes = b"") -> list[Asked]:
    """Return the same request with different headers that fill the maximal size of a head."""
    asked = []
    for name, units in NASTY_HEADERS.items():
        others = [one for one in headers if one[0] != name.encode()]
        for unit in units:
            for start, end in ((b"", b""), (b"Bearer " if name == "authorization" else b",", b"x")):
                value = filled_up(start, unit, end, size=HEAD_BYTES)
                about = f"{name}: {start!r}, {unit!r}, {end!r}"
                sent = [*others, (name.encode(), value)]
                asked.append(Asked(about=about, method=method, path=path, headers=sent, body=body))
    notice = [*headers, (b"cookie", filled_up(b"plantstore-notice=", b"%", size=HEAD_BYTES))]
    many = [*headers, *[(b"a%d" % number, b"") for number in range(1_000)]]
    asked.append(Asked(about="a notice", method=method, path=path, headers=notice, body=body))
    asked.append(Asked(about="many headers", method=method, path=path, headers=many, body=body))
    return asked


def test_no_public_form_blocks_the_loop(filled: Filled, plain: Cost) -> None:
    for path in [page.path for page in PAGES if page.method == "POST" and page.public]:
        headers = [(b"content-type", FORM.encode()), (b"origin", BASE_URL.encode()), (b"host", b"store.example")]

        check(
            filled.site,
            plain,
            [
                Asked(about=f"{name}: {about}", method="POST", path=path, headers=headers, body=body)
                for name in ("next", "token", "key", "theme")
                for about, unit in NASTY_QUERIES.items()
                for body in (
                    filled_up(name.encode() + b"=", unit, size=size) for size in (BODY_BYTES, PUBLIC_FORM_BYTES_MAX)
                )
            ],
        )


DOING = [page for page in PAGES if page.method == "POST" and not page.public and not page.uploads]
FORMS = [one for one in DOING if one.path != "/sign-out"]
EVERY_TEXT = {"/plants/new", "/receivers/new"}  # the other forms get texts that one field or another may find dear


@pytest.mark.parametrize("page", FORMS, ids=lambda page: page.path)
def test_no_form_blocks_the_loop(filled: Filled, browser: Browser, plain: Cost, page: Page) -> None:
    path = filled.address(page)
    own = fields_of(browser, path) - {"ticket", "once", "version"}
    names, abouts = sorted({"name", *own}), NASTY_TEXTS if page.path in EVERY_TEXT else DEAR_TEXTS[: 8 if own else 3]

    def in_every_field(text: str) -> bytes:
        encoded = urlencode({"": text})[1:].encode()
        value = encoded * (FORM_BYTES_MAX // len(names) // (len(encoded) + 1) - 20)
        return b"&".join(name.encode() + b"=" + value for name in names)

    check_form(filled, browser, plain, path, {about: in_every_field(NASTY_TEXTS[about]) for about in abouts})


def test_decoding_a_form_does_not_block_the_loop(filled: Filled, browser: Browser, plain: Cost) -> None:
    """All forms are decoded by the same code, before it matters which one it is."""
    bodies = {about: filled_up(b"x=", unit, size=FORM_BYTES_MAX - 200) for about, unit in NASTY_QUERIES.items()}
    for page in FORMS[:3]:
        check_form(filled, browser, plain, filled.address(page), bodies)


def check_form(filled: Filled, browser: Browser, plain: Cost, path: str, bodies: dict[str, bytes]) -> None:
    """Send a form with each of these bodies behind a valid ticket."""
    ticket = browser.get("/plants/new").form("/plants/new").values["ticket"]
    start = urlencode({"ticket": ticket}).encode() + b"&"
    headers = [*signed_in(browser), (b"content-type", FORM.encode())]

    assert max(map(len, bodies.values())) + len(start) <= FORM_BYTES_MAX
    check(
        filled.site,
        plain,
        [
            Asked(about=about, method="POST", path=path, headers=headers, body=start + body)
            for about, body in bodies.items()
        ],
    )


def fields_of(browser: Browser, path: str) -> set[str]:
    """Return the field names of the form that is sent to a path."""
    for place in (path, path.rpartition("/")[0] or "/", path + "/edit"):
        page = browser.get(place)
        if page.status == 200:
            forms = [one for one in page.root.all("form") if one.attributes.get("action") == path]
            for form in forms:
                return {one.attributes["name"] for one in form.walk() if "name" in one.attributes}
    return set()


def test_no_form_with_a_file_blocks_the_loop(filled: Filled, browser: Browser, plain: Cost) -> None:
    ticket = browser.get("/plants/new").form("/plants/new").values["ticket"]
    begin = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=".encode()
    first = begin + b'"ticket"\r\n\r\n' + ticket.encode() + b"\r\n"
    part = b"--" + BOUNDARY.encode() + b"\r\na:b\r\n\r\nx\r\n"
    bodies = {
        "parts": filled_up(first, part, size=BODY_BYTES),
        "parts without anything": filled_up(first, b"--" + BOUNDARY.encode() + b"\r\n\r\n\r\n", size=BODY_BYTES),
        "headers": filled_up(first + b"--" + BOUNDARY.encode() + b"\r\n", b"a:b\r\n", size=BODY_BYTES),
        "options": filled_up(first + begin, b";", b"\r\n\r\nx", size=BODY_BYTES),
        "parts with options": filled_up(first, begin + b";" * 4_000 + b"\r\n\r\nx\r\n", size=BODY_BYTES),
        "quotation marks": filled_up(first + begin, b'"\\"', b"\r\n\r\nx", size=BODY_BYTES),
        "a long field": filled_up(first + begin + b'"name"\r\n\r\n', b"\r\n--", size=BODY_BYTES),
    }
    headers = [*signed_in(browser), (b"content-type", UPLOAD.encode())]
    places = [page.path for page in PAGES if page.uploads]

    assert places
    check(
        filled.site,
        plain,
        [
            Asked(about=about, method="POST", path=path, headers=headers, body=body)
            for path in places
            for about, body in bodies.items()
        ],
    )


REFUSED_KINDS = ("objects", "lists", "numbers", "decimals", "texts", "the same name", "names", "escapes")
REFUSAL_RATIO_MAX = 5


def test_refusing_a_large_body_takes_at_most_five_times_as_long_as_a_plain_request(filled: Filled) -> None:
    headers = [*authorized(filled.site), (b"content-type", JSON.encode())]
    bodies = nasty_json({}, every=True)

    for about in REFUSED_KINDS:
        asked = Asked(about=about, method="POST", path="/api/v1/plants", headers=headers, body=bodies[about])
        ratios = []
        for _ in range(3):  # each with a plain request of the same moment: the machine is not always equally fast
            plain, cost = cost_of_plain(filled), cost_of(filled.site, asked)
            ratios.append(cost.process_s / plain.process_s)

        assert len(bodies[about]) > BODY_BYTES / 2 and cost.status in (400, 422), about
        assert min(ratios) <= REFUSAL_RATIO_MAX, (about, ratios)
