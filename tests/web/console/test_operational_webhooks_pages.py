"""The pages of operational webhooks: credentials are shown once, and what was sent is shown and sent again."""

import re
from typing import Any

import pytest

from plantstore.domain.operational_webhook import DisabledBecause, OperationalEvent, OperationalType, event_id
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.storage.database import Transaction
from plantstore.storage.tables import operational_events, operational_subscribers
from tests.crash.program import free_port
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

LIST = "/operational-webhooks"
API = "/api/v1/operational-webhooks"
PORT = free_port()  # nothing listens there
SCRIPT = '<script>alert("1")</script>'


def create(site: Site, **fields: Any) -> str:
    body = {"name": "pager", "url": f"http://127.0.0.1:{PORT}/hook", "types": ["receiver.disabled"], **fields}
    return str(site.post(API, body).json()["id"])


def test_a_new_one_shows_its_secrets_once(site: Site) -> None:
    browser = Browser(site)
    form = browser.get(f"{LIST}/new").form(f"{LIST}/new")
    made = form.fill(url=f"http://127.0.0.1:{PORT}/hook", name=SCRIPT).submit()

    assert made.status == 201
    [secret, *_] = re.findall(r"whsec_[A-Za-z0-9+/=]+", made.html)
    [shown] = site.get(API).json()["items"]
    assert (shown["name"], set(shown["types"])) == (SCRIPT, set(OperationalType))
    assert "opt_" in made.html
    for address in (LIST, f"{LIST}/{shown['id']}", f"{LIST}/{shown['id']}/edit"):
        page = browser.get(address)
        assert secret not in page.html and "opt_" not in page.html and SCRIPT not in page.html, address
        assert SCRIPT in page.main


def test_what_is_wrong_is_next_to_its_field(site: Site) -> None:
    form = Browser(site).get(f"{LIST}/new").form(f"{LIST}/new")

    page = form.fill(url="http://10.0.0.1/", name="pager").submit()

    assert page.status == 422 and page.wrong("url")
    assert page.form(f"{LIST}/new").values["name"] == "pager"


def test_only_permitted_types_are_offered(site: Site) -> None:
    create(site)
    browser = Browser(site, bundle="integrator")

    page = browser.get(f"{LIST}/new")

    assert "Import completed" in page.main and "Receiver disabled" not in page.main
    assert "No operational webhooks yet" in browser.get(LIST).main, "it may not see that of others"


def test_settings_are_edited_and_a_new_url_needs_a_recent_sign_in(site: Site) -> None:
    id = create(site)
    browser = Browser(site)
    here = f"{LIST}/{id}/edit"
    assert "Settings saved" in browser.get(here).form(here).fill(name="b").submit().main
    assert "No changes to save" in browser.get(here).form(here).submit().main
    site.clock.move(RECENT_SIGN_IN_S_MAX + 1)
    asked = browser.get(here).form(here).fill(url=f"http://127.0.0.1:{PORT}/other").submit()

    assert site.get(f"{API}/{id}").json()["url"] == f"http://127.0.0.1:{PORT}/hook"
    assert "token" in asked.main
    stale = browser.get(here).form(here)
    site.ask("PATCH", f"{API}/{id}", json={"name": "c"})
    refused = stale.fill(name="d").submit()
    assert refused.status == 422 and site.get(f"{API}/{id}").json()["name"] == "c"


def test_what_was_sent_is_listed_with_its_answer_and_sent_again(site: Site) -> None:
    id = create(site)
    kind = OperationalType.RECEIVER_DISABLED

    def add(tx: Transaction) -> str:
        event = OperationalEvent(event_id(kind, "1", tx.now), kind, tx.now, b'{"data":{"name":"<b>"}}')
        operational_events.add(tx, [event], {kind: [id]})
        return event.id

    event = site.run(site._written(add))

    async def send() -> None:
        await site.dependencies.operational_sender.run()
        await site.dependencies.operational_sender.wait_until_idle()

    site.run(send())
    browser = Browser(site)
    page = browser.get(f"{LIST}/{id}")
    assert "Failing" in page.main and "connection refused" in page.main and "1 event waits" in page.main
    assert "&lt;b&gt;" in page.html and "<b>" not in page.html
    assert "Nothing here" in browser.get(f"{LIST}/{id}?state=delivered").main
    again = page.form(f"{LIST}/{id}/retry").fill(event=event).submit()
    assert "sent again now" in again.main


def test_one_is_disabled_enabled_tested_rotated_and_removed(site: Site) -> None:
    id = create(site)
    here = f"{LIST}/{id}"
    browser = Browser(site)

    assert "Disabled." in browser.get(here).form(f"{here}/state").fill(enabled="no").submit().main
    assert "Enabled" in browser.get(here).form(f"{here}/state").fill(enabled="yes").submit().main
    assert "didn't accept the test" in browser.get(here).form(f"{here}/test").submit().main
    assert "whsec_" in browser.get(here).form(f"{here}/rotate").submit().html
    assert "2 active secrets" in browser.get(here).main
    assert "was removed" in browser.get(f"{here}/remove").form(f"{here}/remove").submit().main
    assert site.get(API).json()["items"] == []


@pytest.mark.parametrize(
    ("reason", "words"), [(DisabledBecause.GONE, "410 Gone"), (DisabledBecause.FAILING, "more than a day")]
)
def test_the_page_says_why_one_is_disabled(site: Site, reason: DisabledBecause, words: str) -> None:
    id = create(site)

    def disable(tx: Transaction) -> None:
        subscriber = operational_subscribers.find(tx, id)
        assert subscriber is not None
        operational_subscribers.update(tx, subscriber.disabled(reason, tx.now))

    site.run(site._written(disable))

    assert words in Browser(site).get(f"{LIST}/{id}").main


def test_disabling_one_asks_for_a_recent_sign_in_and_enabling_does_not(site: Site) -> None:
    id = create(site)
    here, browser = f"{LIST}/{id}", Browser(site)
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    assert browser.get(here).form(f"{here}/state").fill(enabled="no").submit().status == 401
    assert site.get(f"{API}/{id}").json()["state"] == "active"

    site.ask("PATCH", f"{API}/{id}", json={"enabled": False})
    assert "Enabled" in browser.get(here).form(f"{here}/state").fill(enabled="yes").submit().main
