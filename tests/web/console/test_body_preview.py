"""The payload of a receiver in its forms: an expression, and its preview over the newest plant, without script."""

import pytest

from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
API = "/api/v1/receivers"
URL = "https://printer.example/plant/webhook"


@pytest.fixture
def browser(site: Site) -> Browser:
    return Browser(site)


def test_a_new_receivers_body_is_previewed_and_nothing_is_added(site: Site, browser: Browser) -> None:
    site.add(name="Acer <b>palmatum</b>")

    page = (
        browser.get("/receivers/new")
        .form("/receivers/new")
        .fill(url=URL, name="Labels", payload="expression", payload_expression="{title: name}")
        .submit("Preview the body")
    )

    assert page.status == 200 and site.get(API).json()["items"] == []
    assert '"title": "Acer <b>palmatum</b>"' in page.main
    values = page.form("/receivers/new").values
    assert (values["name"], values["payload"]) == ("Labels", "expression")
    assert values["payload_expression"] == "{title: name}"


def test_a_preview_says_why_there_is_no_body(site: Site, browser: Browser) -> None:
    form = browser.get("/receivers/new").form("/receivers/new")
    without = form.fill(payload="full").submit("Preview the body")
    site.add(name="Acer")
    number = form.fill(payload="expression", payload_expression="id").submit("Preview the body")
    wrong = form.fill(payload="expression", payload_expression="{a: }").submit("Preview the body")

    assert "There is no event to try it with yet." in without.main
    assert "The expression returns a number" in number.main
    assert wrong.status == 422 and "character 5" in wrong.wrong("payload_expression")


def test_an_expression_is_changed_and_shown(site: Site, browser: Browser) -> None:
    site.add(name="Acer")
    receiver = site.register(url=URL, payload="expression", payload_expression="{title: name}")
    address = f"/receivers/{receiver['id']}"
    form = browser.get(f"{address}/edit").form(f"{address}/edit")
    assert form.values["payload_expression"] == "{title: name}"

    preview = form.fill(payload_expression="[id]").submit("Preview the body")
    assert site.get(f"{API}/{receiver['id']}").json()["payload_expression"] == "{title: name}"
    assert preview.form(f"{address}/edit").values["payload_expression"] == "[id]"
    preview.form(f"{address}/edit").submit("Save")
    assert site.get(f"{API}/{receiver['id']}").json()["payload_expression"] == "[id]"
    assert "Expression: [id]" in " ".join(browser.get(address).main.split())

    browser.get(f"{address}/edit").form(f"{address}/edit").fill(payload="basic").submit("Save")
    shown = site.get(f"{API}/{receiver['id']}").json()
    assert (shown["payload"], shown["payload_expression"]) == ("basic", None)


def test_an_expression_is_added_with_its_receiver(site: Site, browser: Browser) -> None:
    form = browser.get("/receivers/new").form("/receivers/new")
    refused = form.fill(url=URL, name="Labels", payload="expression", payload_expression="").submit("Add and test")
    assert refused.status == 422 and refused.wrong("payload_expression")

    form.fill(payload_expression="[name]").submit("Add and test")

    (added,) = site.get(API).json()["items"]
    assert added["payload_expression"] == "[name]"
