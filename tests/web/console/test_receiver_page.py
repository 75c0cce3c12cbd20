"""One receiver's page, and what a person does with it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import trustme

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.receivers.commands import OVERLAP_S
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, hourly_stats, retries
from plantstore.storage.tables import receivers as stored
from plantstore.web.console.page_request import CSRF_FIELD, IDEMPOTENCY_FIELD
from tests.makers import a_retry, an_attempt
from tests.receiver import Receiving, a_server
from tests.web.api.test_receiver_pause_api import an_open_breaker, found
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

API = "/api/v1/receivers"


@pytest.fixture
def server(site: Site) -> Iterator[Receiving]:
    """Somebody's receiver, which answers 204."""
    opened = a_server()
    yield site.run(opened.__aenter__())
    site.run(opened.__aexit__(None, None, None))


def address_of(receiver: dict[str, Any]) -> str:
    return f"/receivers/{receiver['id']}"


def state_of(site: Site, receiver: dict[str, Any]) -> str:
    return str(site.get(f"{API}/{receiver['id']}").json()["state"])


def a_receiver_that_is_owed(site: Site, count: int, **fields: Any) -> dict[str, Any]:
    receiver = site.register(**{"name": "web shop"} | fields)
    for number in range(count):
        site.add(name=f"Rosa {number}")
    return receiver


def write(site: Site, command: Any) -> None:
    async def work() -> None:
        await site.database.write(command)

    site.run(work())


def attempted(site: Site, receiver: dict[str, Any], sequence: int, status: int) -> None:
    """Let an attempt end, as the recorder writes it: what failed is tried again in a minute."""
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    made = an_attempt(sequence, status=status, receiver_id=receiver_id, id=site.dependencies.ids.attempt())
    made = made._replace(outcome=made.outcome._replace(duration_us=12_000))

    def record(tx: Transaction) -> None:
        event_id = tx.execute("SELECT id FROM events WHERE sequence = ?", (sequence,))[0][0]
        attempts.add(tx, [made._replace(event_id=event_id)])
        hourly_stats.add(tx, [made])
        if not made.outcome.accepted:
            retries.upsert(tx, [a_retry(sequence, receiver_id=receiver_id)])
        stored.move_cursor(tx, receiver_id, sequence)

    write(site, record)


def words(status: int) -> tuple[str, str]:
    text = failure_message(OutcomeKind.REFUSED, status)
    assert text is not None
    return text.reason, text.advice


def told(page: Page) -> str:
    """What the page says, with no space where a time ends before a comma or full stop."""
    return re.sub(r" ([.,;])", r"\1", page.main)


def prove(page: Page, browser: Browser) -> Page:
    """Show the token once more, as the page asks."""
    assert page.status == 401 and "Confirm it's you" in page.main
    return page.form(page.path).fill(again_token=browser.token.text).submit("Continue")


# How it stands


def test_one_that_is_well_says_so_and_what_it_has_got(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 2)
    for sequence in (1, 2):
        attempted(site, receiver, sequence, 204)

    page = Browser(site).get(address_of(receiver))

    assert "Healthy and up to date." in page.main
    assert [row[:4] for row in page.rows[:2]] == [
        ["Delivered", "Rosa 1", "204 No Content in 12 ms", ""],
        ["Delivered", "Rosa 0", "204 No Content in 12 ms", ""],
    ]
    assert page.links["All deliveries"] == f"/deliveries?receiver={receiver['id']}"


def test_a_failing_one_says_since_when_why_what_waits_and_when_it_is_called_next(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 3)
    attempted(site, receiver, 1, 500)
    found(site, receiver, an_open_breaker(site))

    page = Browser(site).get(address_of(receiver))

    assert "Failing since 1 Jun 2026, 11:59:00." in told(page)
    assert "3 deliveries are queued" in page.main
    assert "Next attempt 1 Jun 2026, 12:00:30" in page.main
    reason, advice = words(500)
    assert f"Why: {reason} {advice}" in page.main
    assert page.form(f"{address_of(receiver)}/resume").buttons == ["Retry now"]
    failed = next(row for row in page.rows if row[1] == "Rosa 0")
    assert failed[:4] == [
        "Retrying",
        "Rosa 0",
        "Failed (500)",
        "after the receiver recovers probed 1 Jun 2026, 12:00:30",
    ]
    assert len(page.root.all("section", class_="alert")) == 1, "one block for the problem"


@pytest.mark.both_engines
@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (DisabledReason.GONE, "Disabled because it responded with 410 Gone."),
        (DisabledReason.SILENT, "Disabled after five days with no response, or only 503."),
    ],
)
def test_a_disabled_one_says_why_since_when_and_what_is_held(site: Site, reason: DisabledReason, sentence: str) -> None:
    receiver = a_receiver_that_is_owed(site, 2)
    found(site, receiver, Breaker(state=BreakerState.DISABLED, reason=reason, opened_at=site.clock.now()))

    page = Browser(site).get(address_of(receiver))

    assert sentence in page.main
    assert "It began to fail 1 Jun 2026, 12:00:00. 2 deliveries are held" in told(page)
    resumed = page.form(f"{address_of(receiver)}/resume").submit("Resume and send 2 deliveries")
    assert "Resumed: 2 deliveries to send." in resumed.main
    assert state_of(site, receiver) == "active"


def test_a_disabled_one_says_why_though_much_is_held(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 9)
    attempted(site, receiver, 1, 500)
    gone = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=site.clock.now())
    found(site, receiver, gone)

    page = Browser(site).get(address_of(receiver))

    reason, advice = words(500)
    assert f"Why: {reason} {advice}" in page.main
    assert "Pause" not in [button for form in page.forms for button in form.buttons]


@pytest.mark.both_engines
def test_how_it_did_is_shown_with_its_base(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 3)
    for sequence, status in ((1, 204), (2, 204), (3, 503)):
        attempted(site, receiver, sequence, status)

    page = Browser(site).get(address_of(receiver))

    assert "Accepted, last 24 h 66.6 % 2 of 3 attempts" in page.main
    assert "Median response time 20 ms 95 % within 20 ms" in page.main
    [bars] = page.root.all("svg", class_="bars")
    assert bars.attributes["aria-label"] == "Last 24 hours: 2 accepted, 1 failed in 1 hour."
    assert ["12:00", "2", "1", "20 ms", "20 ms"] in page.rows


def test_how_it_did_is_in_the_list_too(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 2)
    attempted(site, receiver, 1, 204)
    attempted(site, receiver, 2, 503)
    browser = Browser(site)

    [row] = [row for row in browser.get("/receivers").rows if len(row) == 7]

    assert row[4:] == ["50.0 % of 2", "20 ms / 20 ms", "1 Jun 2026, 12:00:00"]


def test_one_without_deliveries_offers_a_test(site: Site) -> None:
    receiver = site.register()

    page = Browser(site).get(address_of(receiver))

    assert "Nothing sent yet" in page.main
    tests = [form for form in page.forms if form.action == f"{address_of(receiver)}/test"]
    assert [form.buttons for form in tests] == [["Send test"], ["Send test"]]


def test_who_may_not_see_deliveries_sees_the_rest(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 1)
    browser = Browser(site, Scope.RECEIVERS_READ)

    page = browser.get(address_of(receiver))

    assert page.status == 200
    assert "Settings" in page.main and "Latest deliveries" not in page.main and "Accepted, last 24 h" not in page.main
    assert [row[0] for row in browser.get("/receivers").rows] == ["web shop http://127.0.0.1:9000/plant/webhook"]


# Testing, pausing, resuming


def test_a_test_shows_what_was_met(site: Site, server: Receiving) -> None:
    server.answer = lambda got: 404
    receiver = a_receiver_that_is_owed(site, 1, url=server.url)
    attempted(site, receiver, 1, 204)

    page = Browser(site).get(address_of(receiver)).form(f"{address_of(receiver)}/test").submit("Send test")

    reason, advice = words(404)
    assert reason in page.main and f"What to do: {advice}" in page.main
    assert "Response 404" in page.main and "IP address 127.0.0.1" in page.main
    assert [got.headers["webhook-test"] for got in server.got] == ["true"]
    assert state_of(site, receiver) == "active"


def test_a_paused_one_holds_what_it_is_owed_until_it_is_resumed(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 3)
    browser = Browser(site)

    paused = browser.get(address_of(receiver)).form(f"{address_of(receiver)}/pause").submit("Pause")

    assert state_of(site, receiver) == "paused"
    assert "Paused. 3 deliveries are held; none are lost." in paused.main
    resumed = paused.form(f"{address_of(receiver)}/resume").submit("Resume and send 3 deliveries")
    assert "Resumed: 3 deliveries to send." in resumed.main
    assert state_of(site, receiver) == "active"


def test_skipping_names_what_it_cancels_and_cancels_that(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 3)
    site.post(f"{API}/{receiver['id']}/pause")

    page = Browser(site).get(address_of(receiver)).follow("Discard backlog…")
    assert "Discard 3 deliveries to “web shop”?" in page.main
    assert site.get(f"{API}/{receiver['id']}").json()["lag"] == 3
    skipped = page.form(f"{address_of(receiver)}/skip").submit("Discard 3 deliveries")

    assert "3 deliveries cancelled. Sending continues with the next plant." in skipped.main
    shown = site.get(f"{API}/{receiver['id']}").json()
    assert (shown["lag"], shown["state"]) == (0, "active")
    assert site.get(f"/api/v1/deliveries/counts?receiver={receiver['id']}").json()["cancelled"] == 3


def test_what_came_since_it_was_counted_is_not_skipped_unasked(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 2)
    site.post(f"{API}/{receiver['id']}/pause")
    browser = Browser(site)
    form = browser.get(f"{address_of(receiver)}/skip").form(f"{address_of(receiver)}/skip")
    site.add(name="Meanwhile")

    asked = form.submit()

    assert asked.status == 409
    assert "1 more delivery arrived since you opened this page." in asked.main
    assert site.get(f"{API}/{receiver['id']}").json()["lag"] == 3
    done = asked.form(f"{address_of(receiver)}/skip").submit("Discard 3 deliveries")
    assert "3 deliveries cancelled" in done.main


# What cannot be taken back


@pytest.mark.parametrize(
    ("changes", "asks"),
    [
        ({"name": "another name"}, False),
        ({"url": "https://127.0.0.1:9000/elsewhere"}, True),
        ({"access_token": "another-token-of-the-receiver"}, True),
        ({"ca_bundle": trustme.CA().cert_pem.bytes().decode()}, True),
        ({"headers": "x-api-key: another"}, True),
        (
            {"oauth_token_url": "https://127.0.0.1/t", "oauth_client_id": "x", "oauth_client_secret": "y"},
            True,
        ),
    ],
)
def test_only_who_shows_the_token_sends_plants_elsewhere(site: Site, changes: dict[str, str], asks: bool) -> None:
    receiver = site.register(name="web shop", url="https://127.0.0.1:9000")
    browser = Browser(site)
    address = f"{address_of(receiver)}/edit"
    form = browser.get(address).form(address).fill(**changes)
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    answer = form.submit()

    assert ("Confirm it's you" in answer.main) is asks
    if asks:
        assert site.get(f"{API}/{receiver['id']}").json()["url"] == receiver["url"]
        answer = answer.form(address).fill(again_token=browser.token.text).submit()
    assert "Settings saved" in answer.main


@pytest.mark.parametrize(
    ("action", "fill", "button"),
    [
        ("skip", {}, "Discard 1 delivery"),
        ("rotate", {}, "Rotate secret"),
        ("remove", {"name": "web shop"}, "Remove receiver and cancel 1 delivery"),
    ],
)
def test_what_cannot_be_taken_back_asks_who_it_is_after_five_minutes(
    site: Site, action: str, fill: dict[str, str], button: str
) -> None:
    receiver = a_receiver_that_is_owed(site, 1)
    site.post(f"{API}/{receiver['id']}/pause")
    browser = Browser(site)
    path = f"{address_of(receiver)}/{action}"
    before = site.get(f"{API}/{receiver['id']}").json()
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    asked = browser.get(path).form(path).fill(**fill).submit(button)

    assert site.get(f"{API}/{receiver['id']}").json() == before, "nothing was done"
    done = prove(asked, browser)
    assert done.status in (200, 201)
    after_it = site.get(f"{API}/{receiver['id']}")
    assert after_it.status_code == 404 or after_it.json() != before


def test_rotating_shows_the_new_secret_once_and_says_how_long_the_old_one_lasts(site: Site) -> None:
    receiver = site.register(name="web shop")
    browser = Browser(site)
    form = browser.get(address_of(receiver)).follow("Rotate…").form(f"{address_of(receiver)}/rotate")

    first, second = form.submit(), form.submit()

    secret = first.by_id("secret").text
    assert secret.startswith("whsec_") and secret != receiver["secret"]
    assert second.by_id("secret").text == secret, "sent twice, it rotates once"
    assert "The old secret is valid until 2 Jun 2026, 12:00:00" in first.main
    later = browser.get(address_of(receiver))
    assert secret not in later.html
    assert "2 active secrets: the new one, and the old one until 2 Jun 2026, 12:00:00." in later.main
    assert "The oldest one, valid until 2 Jun 2026, 12:00:00, stops working immediately." in told(
        later.follow("Rotate…")
    )
    site.clock.move(OVERLAP_S + 1)
    assert "1 active secret." in Browser(site).get(address_of(receiver)).main


def test_v1a_is_turned_on_shown_rotated_and_turned_off(site: Site) -> None:
    receiver = site.register(name="web shop")
    address, browser = address_of(receiver), Browser(site)
    assert "Public key" not in browser.get(address).main

    page = browser.get(f"{address}/edit").form(f"{address}/edit").fill(v1a=True).submit("Save")

    first = page.by_id("public-key").text
    assert first == site.get(f"{API}/{receiver['id']}").json()["public_key"]
    assert first == site.get(page.links["Key set"]).json()["keys"][0]["whpk"]
    ask = f"{address}/rotate-key"
    rotated = browser.get(ask).form(ask).submit()
    assert "Key pair replaced" in rotated.main and rotated.by_id("public-key").text != first
    assert "2 keys sign: the new one, and the old one until 2 Jun 2026, 12:00:00." in rotated.main
    assert "The oldest one, which signs until 2 Jun 2026, 12:00:00, stops immediately." in told(browser.get(ask))
    off = browser.get(f"{address}/edit").form(f"{address}/edit").fill(v1a=False).submit("Save")
    assert "Public key" not in off.main
    assert browser.get(ask).form(ask).submit().status == 409


@pytest.mark.both_engines
def test_the_secret_of_the_sample_is_not_rotated(site: Site) -> None:
    receiver = site.register(name="sample")
    receiver_id = parse_receiver(receiver["id"])
    write(site, lambda tx: tx.update("UPDATE receivers SET built_in = 1 WHERE id = ?", (receiver_id,)))
    path = f"{address_of(receiver)}/rotate"

    page = Browser(site).get(path).form(path).submit()

    assert page.status == 409
    assert "The sample receiver's secret cannot be changed" in page.main


def test_removing_asks_for_the_name_and_cancels_what_it_said(site: Site) -> None:
    receiver = a_receiver_that_is_owed(site, 3)
    path = f"{address_of(receiver)}/remove"
    page = Browser(site).get(path)
    assert "3 deliveries in its backlog are cancelled." in page.main

    refused = page.form(path).fill(name="webshop").submit()
    assert refused.status == 422
    assert "Type “web shop” exactly." in refused.wrong("name")
    assert state_of(site, receiver) == "active"

    removed = refused.form(path).fill(name="web shop").submit("Remove receiver and cancel 3 deliveries")
    assert removed.path == "/receivers"
    assert "“web shop” was removed, and 3 deliveries were cancelled." in removed.main
    assert site.get(f"{API}/{receiver['id']}").status_code == 404


# Settings


@pytest.mark.both_engines
def test_what_is_changed_is_changed_and_the_rest_stays(site: Site) -> None:
    receiver = site.register(name="web shop", max_rate=5, ordered=True)
    path = f"{address_of(receiver)}/edit"

    page = Browser(site).get(path)
    assert page.form(path).values["max_rate"] == "5"
    changed = page.form(path).fill(name="Shop", max_rate="", payload="basic", ordered=False).submit("Save")

    assert "Settings saved" in changed.main
    shown = site.get(f"{API}/{receiver['id']}").json()
    different = {name for name in receiver if name in shown and shown[name] != receiver[name]}
    assert different == {"name", "max_rate", "payload", "ordered"}
    assert (shown["name"], shown["max_rate"], shown["payload"], shown["ordered"]) == ("Shop", None, "basic", False)


def test_ca_certificates_are_added_shown_and_removed(site: Site) -> None:
    browser, pem = Browser(site), trustme.CA(organization_name="Plants Ltd").cert_pem.bytes().decode()
    receiver = site.register(url="https://printer.example")
    path = f"{address_of(receiver)}/edit"

    refused = browser.get(path).form(path).fill(ca_bundle="see attachment").submit("Save")
    assert refused.wrong("ca_bundle").startswith("Write certificates as PEM")
    saved = refused.form(path).fill(ca_bundle=pem).submit("Save")
    assert "Trusted CAs" in saved.main and "O=Plants Ltd, valid until" in saved.main

    edit = browser.get(path)
    assert "O=Plants Ltd" in edit.main and edit.form(path).values["ca_bundle"] == ""
    kept = edit.form(path).fill(name="Pinned").submit("Save")
    assert "Trusted CAs" in kept.main
    removed = browser.get(path).form(path).fill(remove_ca_bundle=True).submit("Save")
    assert "Settings saved" in removed.main and "Trusted CAs" not in removed.main


def test_a_client_certificate_is_added_shown_and_removed_without_showing_its_key(site: Site) -> None:
    leaf = trustme.CA(organization_name="Plants Ltd").issue_cert("store.test")
    chain, key = (one.bytes().decode() for one in (leaf.cert_chain_pems[0], leaf.private_key_pem))
    browser, path = Browser(site), f"{address_of(site.register(url='https://printer.example'))}/edit"

    refused = browser.get(path).form(path).fill(client_chain=chain, client_key=chain).submit("Save")
    assert refused.wrong("client_key").startswith("Write the private key as PEM")
    assert refused.form(path).values["client_chain"].split() == chain.split()
    assert refused.form(path).values["client_key"] == ""
    saved = refused.form(path).fill(client_key=key).submit("Save")
    assert "Client certificate" in saved.main and "issued by" in saved.main
    edit = browser.get(path)
    assert "Presented now" in edit.main and key.splitlines()[1] not in edit.html
    removed = edit.form(path).fill(remove_client_certificate=True).submit("Save")

    assert "Settings saved" in removed.main and "Client certificate" not in removed.main


@pytest.mark.parametrize(("days", "said"), [(15, ""), (13, "expires soon"), (-1, "has expired")])
def test_a_certificate_that_expires_is_said_on_the_page(site: Site, days: int, said: str) -> None:
    receiver = site.register(url="https://printer.example", ca_bundle=trustme.CA().cert_pem.bytes().decode())
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    ends_at = after(site.clock.now(), seconds=days * 86_400)
    sql = "UPDATE receiver_certificates SET ends_at = ? WHERE receiver_id = ?"

    async def change() -> None:
        await site.database.write(lambda tx: tx.update(sql, (ends_at, receiver_id)))

    site.run(change())

    page = Browser(site).get(address_of(receiver))

    assert ("The last trusted CA certificate" in page.main) is bool(said)
    assert said in page.main


def test_nothing_different_changes_nothing(site: Site) -> None:
    receiver = site.register()
    path = f"{address_of(receiver)}/edit"
    before = site.get(f"{API}/{receiver['id']}").headers["etag"]

    page = Browser(site).get(path).form(path).submit("Save")

    assert "No changes to save." in page.main
    assert site.get(f"{API}/{receiver['id']}").headers["etag"] == before


def test_what_is_wrong_is_said_and_kept(site: Site) -> None:
    receiver = site.register()
    path = f"{address_of(receiver)}/edit"

    page = Browser(site).get(path).form(path).fill(url="ftp://x", name="Kept", deadline_s="99").submit("Save")

    assert page.status == 422
    assert page.wrong("url") and page.wrong("deadline_s") == "Write a number from 3 to 30."
    assert page.form(path).values["name"] == "Kept"
    saved = page.form(path).fill(url=receiver["url"], deadline_s="9").submit("Save")
    assert "Settings saved" in saved.main


def test_a_new_url_in_a_private_network_is_explained(site: Site) -> None:
    receiver = site.register()
    path = f"{address_of(receiver)}/edit"

    page = Browser(site).get(path).form(path).fill(url="http://10.1.2.3:9000").submit("Save")

    assert page.status == 422
    assert page.wrong("url") and "PLANTSTORE_ALLOW_NETWORKS=" in page.main


def test_a_new_access_token_is_sent_from_then_on_and_never_shown(site: Site) -> None:
    receiver = site.register()
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    path = f"{address_of(receiver)}/edit"
    browser = Browser(site)

    browser.get(path).form(path).fill(access_token="a-new-one-0001").submit("Save")

    kept = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    assert kept.bearer.reveal() == "a-new-one-0001"
    assert "a-new-one-0001" not in browser.get(path).html


@pytest.mark.both_engines
def test_static_headers_are_set_and_removed_and_their_values_never_shown(site: Site) -> None:
    receiver = site.register(headers={"x-api-key": "canary-1", "x-shop": "canary-2"})
    path = f"{address_of(receiver)}/edit"
    browser = Browser(site)
    page = browser.get(path)
    assert "canary" not in page.html

    form = page.form(path).fill(headers="X-New: canary-3: b\n\nx-shop:canary-4", removed_header="x-api-key")
    saved = form.submit("Save")

    assert "Settings saved" in saved.main and "x-new, x-shop" in saved.main and "canary" not in saved.html
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    kept = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    assert {name: value.reveal() for name, value in kept.headers} == {"x-new": "canary-3: b", "x-shop": "canary-4"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("canary", "colon"),
        ("x: canary\nx: canary", "once"),
        ("host: canary", "set by the store"),
        ("x:", "visible ASCII"),
    ],
)
def test_a_wrong_static_header_is_explained_and_not_kept_in_the_page(site: Site, text: str, says: str) -> None:
    receiver = site.register()
    path = f"{address_of(receiver)}/edit"

    page = Browser(site).get(path).form(path).fill(headers=text, name="Kept").submit("Save")

    assert page.status == 422
    assert says in page.wrong("headers") and "canary" not in page.html
    assert page.form(path).values["name"] == "Kept"


def test_client_credentials_are_set_kept_and_removed(site: Site) -> None:
    receiver = site.register()
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    path, browser = f"{address_of(receiver)}/edit", Browser(site)
    entered = {"oauth_token_url": "https://127.0.0.1:9100/token", "oauth_client_id": "shop"}

    refused = browser.get(path).form(path).fill(**entered).submit("Save")
    assert (refused.status, refused.form(path).values["oauth_client_id"]) == (422, "shop")
    assert "Give the client secret" in refused.wrong("oauth_client_secret")
    saved = refused.form(path).fill(oauth_client_secret="canary-1").submit("Save")
    assert "Settings saved" in saved.main and "127.0.0.1:9100/token" in saved.main
    assert "No changes to save." in browser.get(path).form(path).submit("Save").main
    page = browser.get(path)
    assert "canary" not in page.html
    browser.get(path).form(path).fill(oauth_scope="plants").submit("Save")
    kept = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    assert kept.grant is not None and (kept.grant.client_secret.reveal(), kept.grant.scope) == ("canary-1", "plants")
    ended = browser.get(path).form(path).fill(oauth_token_url="", access_token="a-new-one-0001").submit("Save")
    assert "Settings saved" in ended.main
    assert site.get(f"{API}/{receiver['id']}").json()["oauth"] is None


def test_a_url_of_another_server_asks_for_its_access_token(site: Site) -> None:
    receiver = site.register()
    path = f"{address_of(receiver)}/edit"

    refused = Browser(site).get(path).form(path).fill(url="http://127.0.0.1:9009/").submit("Save")

    assert refused.status == 422
    assert "leads to another server" in refused.wrong("access_token")
    assert refused.form(path).values["url"] == "http://127.0.0.1:9009/"
    moved = refused.form(path).fill(access_token="a-new-one-0001").submit("Save")
    assert "Settings saved" in moved.main


@pytest.mark.both_engines
def test_who_was_slower_sees_both_and_decides(site: Site) -> None:
    receiver = site.register(name="web shop")
    path = f"{address_of(receiver)}/edit"
    page = Browser(site).get(path)
    site.ask("PATCH", f"{API}/{receiver['id']}", json={"name": "Theirs", "max_rate": 2})

    clash = page.form(path).fill(name="Mine").submit("Save")

    assert clash.status == 412
    assert "Someone else changed this receiver" in clash.main
    assert "name: now “Theirs”, yours “Mine”" in clash.main
    assert "max rate: now “2.0”, yours “”" in clash.main
    assert site.get(f"{API}/{receiver['id']}").json()["name"] == "Theirs"
    assert clash.follow("keep the current ones").form(path).values["name"] == "Theirs"
    clash.form(path).submit("Save")
    assert site.get(f"{API}/{receiver['id']}").json()["name"] == "Mine"


# Forms of others


@pytest.mark.parametrize(
    "action", ["/new", "/{id}/test", "/{id}/pause", "/{id}/resume", "/{id}/edit", "/{id}/skip", "/{id}/rotate",
               "/{id}/rotate-key", "/{id}/remove", "/{id}/replays/failed", "/{id}/replays/all",
               "/{id}/replays/rpl_1/cancel"],
)  # fmt: skip
def test_a_form_without_our_ticket_or_without_the_right_does_nothing(site: Site, action: str) -> None:
    receiver = site.register(name="web shop")
    before = site.get(f"{API}/{receiver['id']}").json()
    path = "/receivers" + action.format(id=receiver["id"])
    operator, staff = Browser(site), Browser(site, bundle="staff")
    ticket = staff.get("/receivers").root.all("input", name=CSRF_FIELD)[0].attributes["value"]

    forged = operator.post(path, f"{IDEMPOTENCY_FIELD}=1&name=web+shop".encode(), "application/x-www-form-urlencoded")
    unpermitted = staff.post(path, f"{CSRF_FIELD}={ticket}&name=web+shop".encode(), "application/x-www-form-urlencoded")

    assert (forged.status, unpermitted.status) == (403, 403)
    assert site.get(f"{API}/{receiver['id']}").json() == before
