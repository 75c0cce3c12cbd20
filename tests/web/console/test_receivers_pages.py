"""The list of receivers, and adding one."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import BUNDLES, Scope
from plantstore.receivers import test_request
from plantstore.web.console.snippets import snippets_for
from tests.receiver import Receiving, a_server
from tests.still_clock import StillClock
from tests.web.api.test_receiver_pause_api import an_open_breaker, found
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

HOSTILE = '"><script>alert(1)</script>{{7*7}}'
API = "/api/v1/receivers"


@pytest.fixture
def server(site: Site) -> Iterator[Receiving]:
    """Somebody's receiver, which answers 204."""
    opened = a_server()
    yield site.run(opened.__aenter__())
    site.run(opened.__aexit__(None, None, None))


def add(browser: Browser, **fields: str | bool) -> Page:
    """Fill in the form and send it; nobody listens at the address, unless another is given."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        values = {"url": f"http://127.0.0.1:{free.getsockname()[1]}", "name": "web shop"} | fields
    return browser.get("/receivers/new").form("/receivers/new").fill(**values).submit("Add and test")


def listed(page: Page) -> list[list[str]]:
    """The cells of the list."""
    [table] = page.root.all("table", class_="receivers")
    return [[cell.text for cell in row.all("th", "td")] for row in table.all("tr")[1:]]


def names(site: Site) -> list[str]:
    return [one["name"] for one in site.get(API).json()["items"]]


def shown(page: Page, id: str) -> str:
    """What the copy button of this text would copy."""
    return page.by_id(id).text


def words(kind: OutcomeKind, status: int | None = None) -> tuple[str, str]:
    text = failure_message(kind, status)
    assert text is not None
    return text.reason, text.advice


# The list


def test_an_empty_list_says_how_to_begin(site: Site) -> None:
    page = Browser(site).get("/receivers")

    assert "No receivers yet" in page.main
    assert [shown(page, f"step-{number}") for number in (1, 2, 3)] == [
        "plantstore listen",
        "plantstore plants add 'Monstera deliciosa'",
        "plantstore listen --forward http://127.0.0.1:3000",
    ]
    assert page.follow("Add receiver").path == "/receivers/new"


def test_the_list_shows_who_is_told_and_what_each_is_owed(site: Site) -> None:
    receiver = site.register(name="web shop", url="https://shop.example/plant/webhook")
    site.add()
    site.add()

    page = Browser(site).get("/receivers")

    assert listed(page)[0][:3] == ["web shop https://shop.example/plant/webhook", "Active", "2"]
    assert page.links["web shop"] == f"/receivers/{receiver['id']}"


def test_those_in_trouble_stand_first(site: Site) -> None:
    made = {name: site.register(name=name) for name in ("fine", "paused", "failing", "gone", "also fine")}
    site.post(f"{API}/{made['paused']['id']}/pause")
    found(site, made["failing"], an_open_breaker(site))
    found(
        site, made["gone"], Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=site.clock.now())
    )

    page = Browser(site).get("/receivers")

    assert [row[0].partition(" http")[0] for row in listed(page)] == ["gone", "failing", "paused", "fine", "also fine"]
    assert [row[1] for row in listed(page)] == ["Disabled", "Failing", "Paused", "Active", "Active"]


def test_a_long_list_goes_on(site: Site) -> None:
    for number in range(51):
        site.register(name=f"printer {number}")

    page = Browser(site).get("/receivers")

    assert len(listed(page)) == 50
    assert [row[0].split(" http")[0] for row in listed(page.follow("More →"))] == ["printer 50"]


def test_trouble_on_another_page_of_the_list_is_named(site: Site) -> None:
    made = [site.register(name=f"printer {number}") for number in range(51)]
    site.post(f"{API}/{made[50]['id']}/pause")
    browser = Browser(site)

    page = browser.get("/receivers")

    assert "On another page of this list printer 50 Paused" in page.main
    assert page.links["printer 50"] == f"/receivers/{made[50]['id']}"
    assert "On another page" not in page.follow("More →").main


def test_staff_look_and_change_nothing(site: Site) -> None:
    receiver = site.register()
    browser = Browser(site, bundle="staff")

    assert "Add receiver" not in browser.get("/receivers").links
    assert browser.get("/receivers/new").status == 403
    for action in ("edit", "remove", "skip", "rotate", "rotate-key", "replays/new"):
        assert browser.get(f"/receivers/{receiver['id']}/{action}").status == 403, action
    page = browser.get(f"/receivers/{receiver['id']}")
    own = [form.action for form in page.forms if form.action.startswith("/receivers")]
    assert (page.status, own) == (200, [])
    assert not {"Change", "Rotate…", "Remove…", "Replay…"} & set(page.links)


def test_who_may_not_see_receivers_is_refused(site: Site) -> None:
    assert Browser(site, Scope.PLANTS_READ).get("/receivers").status == 403


def test_a_token_bound_to_a_receiver_sees_that_one_only(site: Site) -> None:
    own, other = site.register(name="own"), site.register(name="other")
    browser = Browser(site, sign_in=False)
    token = site.make_token(*BUNDLES["integrator"], receiver_id=parse_receiver(own["id"]))
    browser.get("/sign-in").form("/sign-in").fill(token=token.text).submit("Sign in")

    page = browser.get("/receivers")

    assert [row[0].split()[0] for row in listed(page)] == ["own"]
    assert "Add receiver" not in page.links
    assert browser.get(f"/receivers/{own['id']}").status == 200
    assert browser.get(f"/receivers/{other['id']}").status == 404


def test_hostile_names_and_addresses_stay_text(site: Site) -> None:
    made = site.register(name=HOSTILE, url="http://127.0.0.1:9000/x?'onmouseover=alert(1)//javascript:alert(1)")
    browser = Browser(site)

    for path in ("", "/edit", "/remove", "/skip", "/rotate", "/replays/new"):
        page = browser.get(f"/receivers/{made['id']}{path}")
        assert page.status == 200
        assert "<script>alert" not in page.html and HOSTILE in page.text + str(page.root.all("input"))
    page = browser.get("/receivers")
    assert HOSTILE in page.main and "<script>alert" not in page.html
    assert not any(":" in address for address in page.links.values()), "no link leads to the receiver"


# Adding one


def test_a_receiver_is_added_tested_and_told_its_secrets_once(site: Site, server: Receiving) -> None:
    browser = Browser(site)

    page = add(browser, url=f"{server.url}/hooks/plants", name="web shop")

    secret, access_token = shown(page, "secret"), shown(page, "access-token")
    [got] = server.got
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    assert got.headers["webhook-signature"] == Webhook(secret).sign(got.headers["webhook-id"], at, got.body.decode())
    assert got.headers["authorization"] == f"Bearer {access_token}"
    assert (page.status, page.answer.headers["cache-control"]) == (201, "no-store")
    assert "The receiver accepted the test. It responded with 204" in page.main
    assert "You won't see" in page.main
    assert shown(page, "env") == f"PLANTSTORE_SECRET={secret} PLANTSTORE_ACCESS_TOKEN={access_token}"
    [receiver] = site.get(API).json()["items"]
    assert (receiver["name"], receiver["state"], receiver["payload"]) == ("web shop", "active", "full")
    for path in ("/receivers", f"/receivers/{receiver['id']}", f"/receivers/{receiver['id']}/edit", "/receivers/new"):
        later = browser.get(path)
        assert later.status == 200
        assert secret not in later.html and access_token not in later.html


@pytest.mark.both_engines
def test_a_form_that_is_sent_twice_adds_one_receiver_and_shows_the_same(site: Site, server: Receiving) -> None:
    form = Browser(site).get("/receivers/new").form("/receivers/new").fill(url=server.url, name="web shop")

    first, second = form.submit(), form.submit()

    assert (first.status, second.status) == (201, 201)
    assert [shown(first, id) for id in ("secret", "access-token")] == [
        shown(second, id) for id in ("secret", "access-token")
    ]
    assert names(site) == ["web shop"]


def test_who_goes_back_and_fills_in_another_adds_another(site: Site, server: Receiving) -> None:
    form = Browser(site).get("/receivers/new").form("/receivers/new").fill(url=server.url, name="web shop")

    first, second = form.submit(), form.fill(name="label printer").submit()

    assert shown(first, "secret") != shown(second, "secret")
    assert names(site) == ["web shop", "label printer"]


def test_one_that_fails_its_test_is_saved_and_paused(site: Site) -> None:
    page = add(Browser(site))

    reason, advice = words(OutcomeKind.CONNECTION_REFUSED)
    assert reason in page.main and advice in page.main
    assert "The receiver is saved but paused" in page.main
    assert shown(page, "secret").startswith("whsec_")
    [receiver] = site.get(API).json()["items"]
    assert receiver["state"] == "paused"
    assert page.form(f"/receivers/{receiver['id']}/test").buttons == ["Test again"]
    resumed = page.form(f"/receivers/{receiver['id']}/resume").submit("Resume")
    assert "Resumed: 0 deliveries to send." in resumed.main
    assert site.get(f"{API}/{receiver['id']}").json()["state"] == "active"


def test_one_that_does_not_know_its_secrets_yet_is_tested_again_and_resumed(site: Site, server: Receiving) -> None:
    server.answer = lambda got: 401
    page = add(Browser(site), url=server.url)

    reason, advice = words(OutcomeKind.REFUSED, 401)
    assert reason in page.main and advice in page.main
    assert "doesn't know the secret and the access token yet" in page.main

    server.answer = lambda got: 204
    [receiver] = site.get(API).json()["items"]
    again = page.form(f"/receivers/{receiver['id']}/test").submit("Test again")
    assert "The receiver accepted the test" in again.main
    assert "whsec_" not in again.html
    assert "Paused." in again.main
    again.form(f"/receivers/{receiver['id']}/resume").submit("Resume")
    assert site.get(f"{API}/{receiver['id']}").json()["state"] == "active"


def test_one_that_could_not_be_tested_is_paused_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_request, "CONCURRENT_MAX", 0)

    page = add(Browser(site))

    assert "The test wasn't sent" in page.main
    assert [one["state"] for one in site.get(API).json()["items"]] == ["paused"]


def test_a_token_that_was_given_is_sent_and_not_shown(site: Site, server: Receiving) -> None:
    page = add(Browser(site), url=server.url, access_token="given-by-the-shop-0001")

    assert server.got[0].headers["authorization"] == "Bearer given-by-the-shop-0001"
    assert "given-by-the-shop-0001" not in page.html
    assert not page.root.all(id="access-token")


def test_the_answer_of_a_refusal_is_text(site: Site) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = b"<script>alert(1)</script>"
        writer.write(b"HTTP/1.1 500 x\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b" % (len(body), body))
        await writer.drain()
        writer.close()

    async def listen() -> asyncio.Server:
        return await asyncio.start_server(answer, "127.0.0.1", 0)

    listening = site.run(listen())
    page = add(Browser(site), url=f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
    listening.close()

    assert "<script>alert(1)</script>" in page.main
    assert "<script>alert" not in page.html


def test_an_address_of_a_private_network_is_explained(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, allow_networks=())
    try:
        page = add(Browser(site), url="http://10.1.2.3:9000/hooks", name="label printer")

        assert page.status == 422
        assert page.wrong("url")
        assert "PLANTSTORE_ALLOW_NETWORKS=" in page.main
        assert "plantstore listen --forward" in page.main
        assert "URL: 10.1.2.3 is in" in page.main
        assert names(site) == []
        kept = page.form("/receivers/new").values
        assert (kept["url"], kept["name"]) == ("http://10.1.2.3:9000/hooks", "label printer")
    finally:
        site.close()


def test_the_start_and_the_limits_are_as_they_were_chosen(site: Site, server: Receiving) -> None:
    for _ in range(3):
        site.add()
    browser = Browser(site)
    chosen: dict[str, str | bool] = {"ordered": True, "max_concurrency": "2", "max_rate": "0.5", "deadline_s": "5"}

    assert "The beginning (3 plants)" in browser.get("/receivers/new").main
    add(browser, url=server.url, name="all", begin="beginning", payload="basic", **chosen)
    add(browser, url=server.url, name="some", begin="from", start="2")
    add(browser, url=server.url, name="next", start="2")

    receivers = {one["name"]: one for one in site.get(API).json()["items"]}
    assert {name: (one["start"], one["lag"]) for name, one in receivers.items()} == {
        "all": (1, 3),
        "some": (2, 2),
        "next": (4, 0),
    }
    limits = [receivers["all"][name] for name in ("payload", "ordered", "max_concurrency", "max_rate", "deadline_s")]
    assert limits == ["basic", True, 2, 0.5, 5]
    assert receivers["next"]["ordered"] is False


@pytest.mark.parametrize(
    ("field", "text", "advice"),
    [
        ("max_concurrency", "many", "Write a whole number."),
        ("max_concurrency", "0", "Write a number from 1 to 64."),
        ("max_rate", "nan", "Write a number, such as 5 or 0.5."),
        ("deadline_s", "2", "Write a number from 3 to 30."),
        ("start", "x", "Write a whole number, 1 or higher."),
        ("start", "", "Write a whole number, 1 or higher."),
        ("start", "9", "Write a number from 1 to 1. There are no later events yet."),
        ("name", "\u200b", "Use 1 to 100 characters, not 0."),
        ("url", "ftp://shop.example", "Begin with http:// or https://, in lower case."),
        ("access_token", "short", "Use 8 to 4096 characters."),
    ],
)
def test_what_is_wrong_is_said_where_it_stands_and_what_was_filled_in_is_kept(
    site: Site, field: str, text: str, advice: str
) -> None:
    begin = "from" if field == "start" else "now"

    page = add(Browser(site), **{"begin": begin, field: text})

    assert (page.status, names(site)) == (422, [])
    assert advice in page.wrong(field)
    if field != "access_token":
        assert page.form("/receivers/new").values[field] == text
    assert page.form("/receivers/new").values["begin"] == begin


# Programs to begin with


def test_the_programs_wait_where_the_receiver_is_called(site: Site, server: Receiving) -> None:
    page = add(Browser(site), url=f"{server.url}/hooks/plants?shop=1")

    python, node, go = (shown(page, f"program-{number}") for number in (1, 2, 3))
    assert '@app.post("/hooks/plants")' in python
    assert 'request.url === "/hooks/plants?shop=1"' in node
    assert 'http.HandleFunc("/hooks/plants", ' in go
    assert not any("/plant/webhook" in one for one in (python, node, go))


def test_a_hostile_path_stays_one_literal_of_a_program() -> None:
    path = "/a%22%29%0aimport%20os%5c%f0%9f%8c%b1"

    python, node, go = (one.text for one in snippets_for(f"https://shop.example{path}"))

    compile(python, "receiver.py", "exec")
    literals = [re.search(pattern, text) for pattern, text in ((r"post\((.*)\)$", python), (r"Func\((.*), f", go))]
    node_literal = re.search(r"url === (.*);$", node, re.MULTILINE)
    for literal, meant in ((node_literal, path), *((one, '/a")\nimport os\\🌱') for one in literals if one)):
        assert literal is not None and json.loads(literal[1]) == meant
