"""Receivers in a chat in the console: their secret URL is entered once, and what does not apply is not asked."""

import json

import pytest

from plantstore.web.console.kept_forms import fold, unfold
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
API = "/api/v1/receivers"
SECRET = "canary0123456789ABCDEF"
URL = f"https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/{SECRET}"


@pytest.fixture
def browser(site: Site) -> Browser:
    return Browser(site)


def in_chat(site: Site) -> str:
    made = site.post(API, {"url": URL, "name": "#new-plants", "payload": "slack"})
    assert made.status_code == 201, made.text
    return f"/receivers/{made.json()['id']}"


def test_a_chat_is_added_without_secrets_to_copy(site: Site, browser: Browser) -> None:
    form = browser.get("/receivers/new").form("/receivers/new")
    ignored: dict[str, str | bool] = {
        "access_token": "typed-before-the-payload",
        "headers": "X-Api-Key: abc",
        "v1a": True,
    }

    page = form.fill(url=URL, name="#new-plants", payload="slack", **ignored).submit("Add and test")

    [receiver] = site.get(API).json()["items"]
    assert page.status == 201 and receiver["url"] == "https://hooks.slack.com/…CDEF"
    assert (receiver["payload"], receiver["header_names"], receiver["signatures"]) == ("slack", [], ["v1"])
    assert "Its URL is its only credential." in page.main
    for words in (SECRET, "whsec_", "Starter receiver", "PLANTSTORE_SECRET"):
        assert words not in page.html


def test_a_refused_form_asks_for_the_url_again(site: Site, browser: Browser) -> None:
    form = browser.get("/receivers/new").form("/receivers/new")

    page = form.fill(url=URL, name="", payload="discord").submit("Add and test")

    assert page.status == 422 and SECRET not in page.html
    assert page.form("/receivers/new").values["url"] == ""
    assert "Please paste it again" in page.main and page.form("/receivers/new").values["payload"] == "discord"


def test_the_message_is_previewed_over_a_real_plant(site: Site, browser: Browser) -> None:
    site.add(name="Acer <b>palmatum</b>")
    form = browser.get("/receivers/new").form("/receivers/new")

    page = form.fill(payload="google_chat").submit("Preview the body")

    assert "New plant: Acer <b>palmatum</b>" in page.main and site.get(API).json()["items"] == []


def test_the_pages_of_a_chat_ask_and_show_only_what_it_has(site: Site, browser: Browser) -> None:
    site.add(name="Acer")
    address = in_chat(site)

    shown, edit = browser.get(address), browser.get(f"{address}/edit")
    form = edit.form(f"{address}/edit")

    assert "Slack message" in shown.main and "Signing secret" not in shown.main
    for page in (shown, edit, browser.get("/receivers")):
        assert SECRET not in page.html
    assert form.values["url"] == "" and form.values["payload"] == "slack"
    hidden = {"access_token", "oauth_token_url", "headers", "v1a", "client_chain", "client_key", "payload_expression"}
    assert hidden.isdisjoint({one.attributes["name"] for one in form._fields})
    assert '"text": "New plant: Acer' in form.submit("Preview the body").main


def test_a_chat_is_changed_and_its_url_replaced(site: Site, browser: Browser) -> None:
    address = in_chat(site)
    path = f"/api/v1{address}"

    def submit(**values: str) -> None:
        page = browser.get(f"{address}/edit").form(f"{address}/edit").fill(**values).submit("Save")
        assert page.path == address, page.main

    submit(name="#plants", max_rate="2")
    kept = site.get(path).json()
    assert (kept["name"], kept["max_rate"], kept["url"]) == ("#plants", 2, "https://hooks.slack.com/…CDEF")
    submit(url=URL + "X")
    assert site.get(path).json()["url"] == "https://hooks.slack.com/…DEFX"
    wrong = browser.get(f"{address}/edit").form(f"{address}/edit").fill(url="https://discord.com/api/x").submit("Save")
    assert wrong.status == 422 and "Discord" in wrong.wrong("url")


@pytest.mark.parametrize("pair", [("payload", "slack"), ("kind", "teams")])
def test_the_url_of_a_chat_is_not_kept_for_after_a_sign_in(pair: tuple[str, str]) -> None:
    pairs = [("url", URL), ("name", "x"), pair]

    assert unfold(fold(pairs)) == pairs[1:]
    assert unfold(fold([*pairs[:2], ("payload", "full")])) == [*pairs[:2], ("payload", "full")]


def test_a_delivery_shows_a_masked_path(site: Site, browser: Browser) -> None:
    in_chat(site)
    site.add(name="Acer")
    [event] = site.get("/api/v1/events").json()["items"]
    [receiver] = site.get(API).json()["items"]

    assert SECRET not in browser.get(f"/deliveries/{event['id']}/{receiver['id']}").html
    assert SECRET not in json.dumps(site.get(f"/api/v1/deliveries/{event['id']}/{receiver['id']}").json())
