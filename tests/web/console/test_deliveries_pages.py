"""The list of deliveries as people see it: counts, filters, pages, and retrying what a filter shows."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts, retries
from plantstore.web.console import delivery_query
from plantstore.web.console.delivery_query import DeliveryQuery
from plantstore.web.console.views import deliveries, retrying
from tests.makers import NOON, a_retry, an_attempt, an_outcome
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

HOSTILE = "<script>alert(1)</script>"


def tabs(page: Page) -> dict[str, str]:
    """The counts by state, as they are written."""
    return {one.text.rsplit(" ", 1)[0]: one.all("b")[0].text for one in page.by_id("counts").all("a") if one.all("b")}


def chips(page: Page) -> list[str]:
    return [one.text for one in page.root.all("li", class_="chip")]


def bound_browser(site: Site, receiver: str, *scopes: Scope) -> Browser:
    """A person whose token is bound to one receiver."""
    browser = Browser(site, sign_in=False)
    wanted = scopes or (Scope.RECEIVERS_READ, Scope.DELIVERIES_READ, Scope.DELIVERIES_WRITE, Scope.EVENTS_READ)
    browser.token = site.make_token(*wanted, receiver_id=parse_receiver(receiver))
    browser.get("/sign-in").form("/sign-in").fill(token=browser.token.text).submit("Sign in")
    return browser


def test_a_row_says_what_became_of_a_delivery(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    page = Browser(site).get("/deliveries")

    queued, retrying_row, delivered = page.rows
    assert queued == ["Queued", "Rosa 3", "printer", "printer", "in the next free slot", "", ""], "not attempted yet"
    assert retrying_row[:4] == ["Retrying", "Rosa 2", "printer", "printer · Unavailable (503)"]
    assert retrying_row[4:] == ["1 Jun, 12:01", "1", "1 Jun, 12:00:00"]
    assert delivered == [
        "Delivered",
        "Rosa 1",
        "printer",
        "printer · 204 No Content in 1 ms",
        "",
        "1",
        "1 Jun, 12:00:00",
    ]
    times = page.root.all("tbody")[0].all("time")
    assert times[0].attributes["title"] == "1 Jun 2026, 12:01:00", "year and seconds"
    event = site.get("/api/v1/deliveries?event=2").json()["items"][0]["event"]
    assert page.links["Rosa 2"] == f"/deliveries/{event}/{text}"
    assert f"/receivers/{text}" in [one.attributes["href"] for one in page.root.all("tbody")[0].all("a")]
    reader = Browser(site, Scope.DELIVERIES_READ).get("/deliveries")
    assert reader.rows[0][2] == "printer" and "printer" not in reader.links


@pytest.mark.both_engines
def test_the_counts_are_links_and_lead_to_what_they_count(site: Site) -> None:
    _, receiver_id = owing(site, plants=6, cursor=4)
    failed(site, receiver_id, 2)
    failed(site, receiver_id, 3, state=RetryState.EXHAUSTED)
    browser = Browser(site)

    page = browser.get("/deliveries")

    assert tabs(page) == {
        "All": "6",
        "Queued": "2",
        "Retrying": "1",
        "Held": "0",
        "Delivered": "2",
        "Exhausted": "1",
        "Cancelled": "0",
    }
    for word, count in tabs(page).items():
        assert len(page.follow(f"{word} {count}").rows) == int(count), word


def test_counts_are_capped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.web.console.views.deliveries.CAPPED_AT", 3)
    owing(site, plants=3, cursor=2)

    page = Browser(site).get("/deliveries")

    assert (tabs(page)["All"], tabs(page)["Delivered"]) == ("3+", "2")


@pytest.mark.both_engines
def test_filters_stand_in_the_address_and_each_can_be_taken_away(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    site.register(start="beginning", name="Other <b>shop</b>")
    browser = Browser(site)

    page = browser.get("/deliveries")
    page = page.follow("printer").follow("server errors (5xx)").follow("Last 24 hours").follow("Retrying")

    assert [row[:3] for row in page.rows] == [["Retrying", page.rows[0][1], "printer"]]
    assert chips(page) == ["retrying", "to printer", "response: server errors (5xx)", "added: last 24 hours"]
    for part in (f"receiver={text}", "answer=5xx", "since=24h", "state=retrying"):
        assert part in page.path
    values = page.form("/deliveries").values
    assert (values["receiver"], values["answer"], values["since"], values["state"]) == (text, "5xx", "24h", "retrying")
    without = page.follow("Remove filter “retrying”")
    assert "state=" not in without.path and "answer=5xx" in without.path
    assert page.follow("Clear filters").path == "/deliveries"


def test_a_link_of_the_next_page_keeps_the_filters(site: Site) -> None:
    owing(site, plants=60, cursor=1)
    browser = Browser(site)

    first = browser.get("/deliveries?state=queued")
    second = first.follow("More →")

    assert (len(first.rows), len(second.rows)) == (50, 9)
    assert chips(second) == ["queued"] and "state=queued" in second.path
    assert second.follow("← Newest").path == "/deliveries?state=queued"
    assert second.root.all("table", data_live="/live/deliveries?state=queued") == []
    assert first.root.all("table", data_live="/live/deliveries?state=queued") != []


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("state=lost", 400, "Parameter state"),
        ("since=yesterday", 400, "Parameter since"),
        ("answer=9xx", 400, "Parameter answer"),
        ("receiver=web", 400, "Parameter receiver"),
        ("receiver=rcv_0000000000000", 404, "no such receiver"),
        ("event=99", 404, "no such event"),
        ("cursor=mine", 400, "cursor"),
    ],
)
def test_a_filter_that_makes_no_sense_is_said_on_the_page(site: Site, query: str, status: int, words: str) -> None:
    owing(site)

    page = Browser(site).get(f"/deliveries?{query}")

    assert page.status == status
    assert words in page.main and "Clear filters" in page.links
    assert page.rows == []


def test_a_store_that_sent_nothing_says_how_to_begin(site: Site) -> None:
    page = Browser(site).get("/deliveries")

    assert "Nothing sent yet" in page.main
    assert "plantstore listen" in page.main and "plantstore plants add" in page.main


def test_filters_without_a_hit_are_told_apart_from_an_empty_store(site: Site) -> None:
    owing(site)

    page = Browser(site).get("/deliveries?state=exhausted")

    assert "No deliveries match" in page.main and "Nothing sent yet" not in page.main
    assert chips(page) == ["exhausted"]


def test_a_time_before_what_is_kept_says_so_with_the_date(site: Site) -> None:
    owing(site)
    browser = Browser(site)

    old, new = browser.get("/deliveries?since=2020-01-01"), browser.get("/deliveries?since=2026-05-03")

    assert "Attempts are kept for 30 days, so they go back to 2 May 2026" in old.main
    assert len(old.rows) == 3
    assert "Attempts are kept for" not in new.main


def test_a_person_bound_to_one_receiver_sees_only_its_deliveries(site: Site) -> None:
    mine, _ = owing(site, plants=2, name="mine")
    other = site.register(start="beginning", name="other")["id"]

    browser = bound_browser(site, mine)
    page = browser.get("/deliveries")

    assert {row[2] for row in page.rows} == {"mine"}
    assert tabs(page)["All"] == "2"
    assert "other" not in page.html
    assert browser.get(f"/deliveries?receiver={other}").status == 404
    assert browser.get(f"/deliveries/1/{other}").status == 404


def test_who_may_not_retry_is_offered_nothing(site: Site) -> None:
    _, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)

    staff = Browser(site, bundle="staff")

    assert "Retry matching…" in Browser(site).get("/deliveries").links
    assert "Retry matching…" not in staff.get("/deliveries").links
    assert staff.get("/deliveries/retry").status == 403
    assert Browser(site, Scope.PLANTS_READ).get("/deliveries").status == 403


def test_what_comes_from_outside_is_only_text(site: Site) -> None:
    text = site.register(start="beginning", name="Shop <img src=x onerror=alert(1)>")["id"]
    site.add(name=HOSTILE)
    receiver_id = parse_receiver(text)
    assert receiver_id is not None
    failed(site, receiver_id, 1)

    page = Browser(site).get(f"/deliveries?event={site.get('/api/v1/deliveries').json()['items'][0]['event']}")
    confirm = page.follow("Retry matching…")

    for one in (page, confirm):
        assert HOSTILE in one.main and "<img src=x onerror=alert(1)>" in one.main
        assert [script for script in one.root.all("script") if "src" not in script.attributes] == []
        assert one.root.all("img") == []


@pytest.mark.both_engines
def test_retrying_what_a_filter_shows_names_the_count_and_does_that(site: Site) -> None:
    _, receiver_id = owing(site, plants=4, cursor=4)
    failed(site, receiver_id, 1)
    failed(site, receiver_id, 2, state=RetryState.EXHAUSTED)
    failed(site, receiver_id, 3, last_outcome=OutcomeKind.DEADLINE, last_status=None)

    confirm = Browser(site).get("/deliveries?answer=5xx").follow("Retry matching…")
    assert "Retry 2 deliveries?" in confirm.main and "Rosa 3" not in confirm.main
    done = confirm.form("/deliveries/retry?answer=5xx").submit("Retry 2 deliveries")

    assert done.path == "/deliveries?answer=5xx"
    assert "2 deliveries are being retried now." in done.main
    asked = [one["asked_at"] is not None for one in shown(site)]
    assert asked == [True, True, False]


def shown(site: Site) -> list[dict[str, object]]:
    rows = site.get("/api/v1/deliveries?state=retrying,exhausted").json()["items"]
    found = [site.get(f"/api/v1/deliveries/{row['sequence']}/{row['receiver']}").json() for row in rows]
    return sorted(found, key=lambda one: int(one["sequence"]))


def test_what_changed_before_the_button_is_pressed_is_left_alone_and_counted(site: Site) -> None:
    text, receiver_id = owing(site, plants=2, cursor=2)
    failed(site, receiver_id, 1)
    failed(site, receiver_id, 2)

    confirm = Browser(site).get("/deliveries/retry")
    site.post(f"/api/v1/deliveries/1/{text}/cancellation")
    done = confirm.form("/deliveries/retry").submit()

    assert "1 delivery is being retried now. 1 other changed in the meantime and was skipped." in done.main


@pytest.mark.parametrize(("owed", "more"), [(3, False), (4, True)])
def test_only_so_many_are_retried_at_once(site: Site, monkeypatch: pytest.MonkeyPatch, owed: int, more: bool) -> None:
    monkeypatch.setattr(retrying, "RETRIES_MAX", 3)
    _, receiver_id = owing(site, plants=owed, cursor=owed)
    for sequence in range(1, owed + 1):
        failed(site, receiver_id, sequence)

    confirm = Browser(site).get("/deliveries/retry")
    done = confirm.form("/deliveries/retry").submit()

    assert "Retry 3 deliveries?" in confirm.main
    assert ("more match the filters" in confirm.main) == more
    assert "3 deliveries are being retried now." in done.main
    assert sum(one["asked_at"] is not None for one in shown(site)) == 3


def test_more_than_the_page_named_is_refused(site: Site) -> None:
    text, receiver_id = owing(site, plants=1, cursor=1)
    failed(site, receiver_id, 1)
    confirm = Browser(site).get("/deliveries/retry")

    refused = confirm.form("/deliveries/retry").fill(chosen=f"1/{text} " * 201).submit()

    assert refused.status == 422
    assert shown(site)[0]["asked_at"] is None


def test_retrying_many_asks_who_it_is_after_five_minutes(site: Site) -> None:
    _, receiver_id = owing(site, plants=1, cursor=1)
    failed(site, receiver_id, 1)
    browser = Browser(site)
    confirm = browser.get("/deliveries/retry")
    site.clock.move(301)

    asked = confirm.form("/deliveries/retry").submit()
    done = asked.form("/deliveries/retry").fill(again_token=browser.token.text).submit("Continue")

    assert asked.status == 401 and shown(site)[0]["asked_at"] is not None
    assert "1 delivery is being retried now." in done.main


def test_who_is_asked_for_the_token_retries_each_time_anew(site: Site) -> None:
    """The form after the question is the one before it: done once, and leading back to the same list."""
    _, receiver_id = owing(site, plants=2, cursor=2)
    browser, arrived = Browser(site), list[str]()

    for sequence in (1, 2):
        failed(site, receiver_id, sequence)
        confirm = browser.get(f"/deliveries/retry?event={sequence}")
        site.clock.move(301)
        form = confirm.forms[-1]
        asked = form.submit().forms[-1]
        assert asked.values["once"] == form.values["once"] != ""
        arrived.append(asked.fill(again_token=browser.token.text).submit("Continue").path)

    assert arrived == ["/deliveries?event=1", "/deliveries?event=2"]
    assert [one["asked_at"] is not None for one in shown(site)] == [True, True]


@pytest.mark.both_engines
def test_where_nothing_can_be_retried_it_is_said(site: Site) -> None:
    text, _ = owing(site)
    site.post(f"/api/v1/receivers/{text}/pause")
    browser = Browser(site)

    page = browser.get("/deliveries/retry?state=held")

    assert "Nothing to retry" in page.main and "when their receiver is resumed" in page.main
    assert "Retry matching…" not in browser.get("/deliveries?state=held").links


def test_a_page_of_deliveries_is_small(site: Site) -> None:
    _, receiver_id = owing(site, plants=60, cursor=60)
    made = [an_attempt(one, receiver_id=receiver_id) for one in range(1, 61)]
    change(site, lambda tx: attempts.add(tx, made))
    browser = Browser(site)

    page = browser.get("/deliveries", **{"accept-encoding": "gzip"})

    assert len(page.rows) == 50
    assert int(page.answer.headers["content-length"]) < 12_000


@pytest.mark.both_engines
def test_outcomes_without_a_status_are_said_in_words(site: Site) -> None:
    _, receiver_id = owing(site, plants=1, cursor=1)
    attempt = an_attempt(1, receiver_id=receiver_id, outcome=an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED))
    retry = a_retry(1, receiver_id=receiver_id)
    change(site, lambda tx: attempts.add(tx, [attempt]))
    refused = replace(retry, last_outcome=OutcomeKind.CONNECTION_REFUSED, last_status=None)
    change(site, lambda tx: retries.upsert(tx, [refused]))

    assert Browser(site).get("/deliveries").rows[0][3].startswith("printer · The connection was refused")


def test_a_long_filter_is_encoded_once_for_all_that_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []

    def noted(texts: dict[str, str]) -> str:
        encoded.extend(texts.values())
        return urlencode(texts)

    for module in (delivery_query, deliveries):
        monkeypatch.setattr(module, "urlencode", noted, raising=False)
    filters = DeliveryQuery(texts={"q": "long"}, now=NOON)

    [receivers, *_] = deliveries._choices(filters, [(f"rcv_{number}", "a") for number in range(200)])

    assert receivers == ("Receiver", [(f"/deliveries?q=long&receiver=rcv_{number}", "a") for number in range(200)])
    assert encoded.count("long") == 1
    assert deliveries._choices(replace(filters, texts={}), [("rcv_1", "a")])[0][1] == [
        ("/deliveries?receiver=rcv_1", "a")
    ]
