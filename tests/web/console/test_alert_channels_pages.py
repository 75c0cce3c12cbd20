"""The pages of channels: add, test, change, turn off and remove one; nothing secret is shown."""

import pytest

from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.domain.token import Scope
from tests.sending.scripted_receiver import receiver
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

LIST, NEW = "/alerts/channels", "/alerts/channels/new"
URL = "https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/canarycanarymnop"
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


def test_a_chat_is_added_and_its_url_is_not_shown(site: Site) -> None:
    browser = Browser(site)
    assert "No channels yet" in browser.get(LIST).main
    assert browser.get(NEW).links["Slack"] == f"{NEW}?kind=slack"

    added = browser.get(f"{NEW}?kind=slack").form(NEW).fill(name="#shop <b>", url=URL).submit()

    assert "“#shop <b>” was added." in added.text
    assert "https://hooks.slack.com/…mnop" in added.main
    for page in (added, browser.get(LIST)):
        assert "canary" not in page.html
    row = browser.get(LIST).rows[0]
    assert row[0].endswith("#shop <b>") and "hooks.slack.com/…mnop" in row[1] and "nothing sent yet" in row[2]


def test_a_refused_form_keeps_the_name_and_not_the_url(site: Site) -> None:
    browser = Browser(site)

    refused = browser.get(f"{NEW}?kind=teams").form(NEW).fill(name="Shop", url=URL).submit()

    assert (refused.status, "This is a URL of Slack" in refused.main) == (422, True)
    assert refused.form(NEW).values["name"] == "Shop"
    assert "canary" not in refused.html and "Please paste it again" in refused.main


def test_the_secret_of_a_webhook_is_shown_once(site: Site) -> None:
    browser = Browser(site)
    form = browser.get(f"{NEW}?kind=webhook").form(NEW).fill(name="On call", url="https://oncall.example/x")

    made = form.submit()

    assert (made.status, "whsec_" in made.main) == (201, True)
    assert "whsec_" not in browser.get(made.links["View channel"]).html


def test_an_email_channel_says_that_there_is_no_mail_server(site: Site) -> None:
    browser = Browser(site)
    page = browser.get(f"{NEW}?kind=email")
    assert "No mail server is set." in page.main

    added = page.form(NEW).fill(name="Owner", addresses="owner@shop.example, helper@shop.example\r\n").submit()
    tested = added.form(f"{added.path}/test").submit()

    assert "owner@shop.example, helper@shop.example" in added.main
    assert "The test was not accepted." in tested.main and "PLANTSTORE_MAIL_SERVER" in tested.main


def test_a_channel_is_tested_changed_turned_off_and_removed(site: Site) -> None:
    browser = Browser(site)
    made = site.post("/api/v1/alert-channels", {"name": "Shop", "kind": "slack", "url": URL}).json()
    here = f"{LIST}/{made['id']}"

    edited = browser.get(f"{here}/edit").form(f"{here}/edit").fill(name="Alerts").submit()
    assert "Saved." in edited.text and "Alerts" in edited.main and "…mnop" in edited.main
    assert "gets no more messages" in browser.get(here).form(f"{here}/switch").submit().text
    assert "Off" in browser.get(LIST).rows[0][2]
    assert "gets messages again" in browser.get(here).form(f"{here}/switch").submit().text

    removed = browser.get(f"{here}/remove").form(f"{here}/remove").submit()
    assert "“Alerts” was removed." in removed.text and "No channels yet" in removed.main


def test_a_channel_can_belong_to_a_person(site: Site) -> None:
    person = site.post("/api/v1/people", {"name": "Assistant <b>", "role": "staff"}).json()
    person_id = person.get("person", person)["id"]
    browser = Browser(site)

    form = browser.get(f"{NEW}?kind=email").form(NEW).fill(name="Mail", addresses="a@shop.example", person_id=person_id)
    added = form.submit()

    assert "Assistant <b>" in added.main
    assert "of Assistant <b>" in browser.get(LIST).rows[0][0]


def test_someone_elses_change_is_noticed(site: Site) -> None:
    browser = Browser(site)
    made = site.post("/api/v1/alert-channels", {"name": "Shop", "kind": "slack", "url": URL}).json()
    here = f"{LIST}/{made['id']}"
    form = browser.get(f"{here}/edit").form(f"{here}/edit").fill(name="Mine")
    site.ask("PATCH", f"/api/v1/alert-channels/{made['id']}", json={"name": "Theirs"})

    refused = form.submit()

    assert (refused.status, "Someone else changed this channel" in refused.main) == (412, True)
    assert "Saved." in refused.form(f"{here}/edit").submit().text
    assert site.get(f"/api/v1/alert-channels/{made['id']}").json()["name"] == "Mine"


def test_a_test_that_is_accepted_says_how_long_it_took(site: Site) -> None:
    async def standing() -> int:
        context = receiver(OK)
        served = await context.__aenter__()
        site.receiver = context  # type: ignore[attr-defined]
        return served.port

    port = site.run(standing())
    url = f"http://127.0.0.1:{port}/services/x"
    made = site.post("/api/v1/alert-channels", {"name": "Shop", "kind": "slack", "url": url}).json()
    here = f"{LIST}/{made['id']}"

    tested = Browser(site).get(here).form(f"{here}/test").submit()

    assert "Test sent to “Shop” and accepted in 0 ms." in tested.text
    site.run(site.receiver.__aexit__(None, None, None))  # type: ignore[attr-defined]


def test_a_token_that_only_reads_sees_the_list_and_no_form(site: Site) -> None:
    site.post("/api/v1/alert-channels", {"name": "Shop", "kind": "slack", "url": URL})
    reader = Browser(site, Scope.OPERATIONS_READ)

    page = reader.get(LIST)

    assert "Shop" in page.main and "Send test" not in page.main and "Add channel" not in page.main
    assert reader.get(NEW).status == 403


def test_turning_one_off_asks_for_a_recent_sign_in_and_on_does_not(site: Site) -> None:
    made = site.post("/api/v1/alert-channels", {"name": "Shop", "kind": "slack", "url": URL}).json()
    here, browser = f"{LIST}/{made['id']}", Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    assert browser.get(here).form(f"{here}/switch").submit().status == 401
    assert site.get(f"/api/v1/alert-channels/{made['id']}").json()["enabled"] is True

    site.ask("PATCH", f"/api/v1/alert-channels/{made['id']}", json={"enabled": False})
    assert "gets messages again" in browser.get(here).form(f"{here}/switch").submit().text


def test_a_webhook_that_moves_to_another_server_asks_for_its_token(site: Site) -> None:
    given = {"name": "On call", "kind": "webhook", "url": "https://oncall.example/x", "access_token": "canary-token-1"}
    made = site.post("/api/v1/alert-channels", given).json()
    here, browser = f"{LIST}/{made['id']}", Browser(site)

    refused = browser.get(f"{here}/edit").form(f"{here}/edit").fill(url="https://other.example/x").submit()
    assert (refused.status, "leads to another server" in refused.main) == (422, True)
    form = refused.form(f"{here}/edit").fill(url="https://other.example/x", sends_no_token="yes")

    assert "https://other.example" in form.submit().main


def test_the_secret_of_a_webhook_is_rotated_and_shown_once(site: Site) -> None:
    made = site.post("/api/v1/alert-channels", {"name": "On <b>", "kind": "webhook", "url": "https://oncall.example/x"})
    here, browser = f"{LIST}/{made.json()['id']}", Browser(site)
    assert "1 active secret" in browser.get(here).main

    rotated = browser.get(here).form(f"{here}/rotate").submit()

    assert (rotated.status, "New signing secret of “On <b>”" in rotated.main) == (201, True)
    assert "whsec_" in rotated.main and made.json()["secret"] not in rotated.main
    shown = browser.get(here)
    assert "2 active secrets" in shown.main and "whsec_" not in shown.html
