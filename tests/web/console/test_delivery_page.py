"""One delivery and one event as people see them: what happened, what comes next, what was sent, what can be done."""

import json
import random
import shlex
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.verification import verify
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts, hourly_stats
from plantstore.storage.tables import events as stored_events
from tests.makers import NOON, an_attempt, an_outcome
from tests.web.console.browsing import Browser, Form, Node, Page
from tests.web.console.test_deliveries_pages import bound_browser
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

HOSTILE = b"<script>alert(1)</script>\x1b[2J"


def steps(page: Page) -> list[Node]:
    """What stands on the timeline, folded or not."""
    return [one for one in page.root.all("li") if {"is-good", "is-bad", "is-planned"} & set(classes(one))]


def test_the_attempts_of_a_replay_go_on_counting(site: Site) -> None:
    text, receiver_id = owing(site, cursor=3)
    again = an_attempt(1, id=202, number=1, receiver_id=receiver_id, replay_id="rpl_1")
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id), again]))
    event = site.get("/api/v1/deliveries?event=1").json()["items"][0]["event"]

    page = Browser(site).get(f"/deliveries/{event}/{text}")

    first, second = steps(page)
    assert "Accepted on attempt 2" in page.main
    assert first.text.startswith("#1 Accepted") and second.text.startswith("#2 Accepted")
    assert "webhook-attempt 1" in second.text and "webhook-attempt" not in first.text
    assert "attempt 2, token hidden" in page.main


def classes(node: Node) -> list[str]:
    return node.attributes.get("class", "").split()


def open_page(site: Site, sequence: int, receiver: str, browser: Browser | None = None) -> Page:
    return (browser or Browser(site)).get(f"/deliveries/{sequence}/{receiver}")


def form_to(page: Page, end: str) -> Form:
    [form] = [one for one in page.forms if one.action.endswith(end)]
    return form


def sent_head(page: Page) -> list[str]:
    return "".join(str(one) for one in page.by_id("sent-head").all("code")[0].children).split("\n")


def test_a_retrying_delivery_says_where_it_stands_why_and_what_to_do(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    change(site, lambda tx: hourly_stats.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    page = open_page(site, 2, text)

    assert page.title == "Rosa 2 → printer · Plant Store"
    [sentence] = page.root.all("p", class_="sentence")
    assert sentence.text.replace(" .", ".") == (
        "Retrying 1 attempt so far, none accepted. Next attempt: 1 Jun 2026, 12:01:00. "
        "The receiver is unavailable (503). Wait, or start it. If it sends Retry-After, that is respected. "
        "The receiver last accepted a delivery: 1 Jun 2026, 12:00:00."
    )


def test_the_timeline_has_what_was_tried_and_what_will_be(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    first = an_attempt(2, status=503, receiver_id=receiver_id, id=1, started_at=after(NOON, seconds=-306))
    change(site, lambda tx: attempts.add(tx, [first]))
    failed(site, receiver_id, 2, attempts=15, tries=15)

    page = open_page(site, 2, text)

    assert [set(classes(one)) & {"is-bad", "is-planned"} for one in steps(page)] == [
        {"is-bad"},
        {"is-bad"},
        {"is-planned"},
        {"is-planned"},
    ]
    gaps = [one.text for one in page.root.all("span", class_="gap")]
    assert gaps == ["after 5 min 6 s", "after 1 min", "after 1 d"]
    assert steps(page)[2].text == "after 1 min#16 planned for 1 Jun 2026, 12:01:00"
    assert page.root.all("li", class_="is-end")[0].text.startswith("Gives up: 2 Jun 2026, 12:01:00")
    opened = [("open" in one.attributes) for one in page.root.all("ol", class_="timeline")[0].all("details")]
    assert opened == [False, True], "the newest is what one came for"


def test_of_many_tries_those_far_away_are_folded(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    made = [an_attempt(2, id=one, number=one, status=500, receiver_id=receiver_id) for one in range(1, 11)]
    change(site, lambda tx: attempts.add(tx, made))
    failed(site, receiver_id, 2, tries=11)

    page = open_page(site, 2, text)

    assert "3 older attempts" in page.main and "8 more attempts planned" in page.main
    assert len(steps(page)) == 11 + 16


def test_a_hundred_long_answers_make_no_heavy_page(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    answers = [an_outcome(500, excerpt=random.Random(one).randbytes(2_048).hex().encode()) for one in range(1, 101)]
    made = [an_attempt(2, id=n, number=n, receiver_id=receiver_id, outcome=one) for n, one in enumerate(answers, 1)]
    change(site, lambda tx: attempts.add(tx, made))

    page = Browser(site).get(f"/deliveries/2/{text}", **{"accept-encoding": "gzip"})

    assert int(page.answer.headers["content-length"]) < 60_000
    shown = [one.text for one in page.root.all("pre", class_="excerpt")]
    assert [len(one) for one in shown] == [301] * 92 + [4_096] * 8
    assert shown[-1] == answers[-1].excerpt.decode()


@pytest.mark.parametrize("kind", [one for one in OutcomeKind if one is not OutcomeKind.ACCEPTED])
def test_every_failure_has_its_cause_its_advice_and_the_stage_it_reached(site: Site, kind: OutcomeKind) -> None:
    text, receiver_id = owing(site, cursor=2, url="https://127.0.0.1/in")
    status = 404 if kind is OutcomeKind.REFUSED else None
    outcome = an_outcome(status, kind=kind, detail="Seen <b>so</b>.")
    change(site, lambda tx: attempts.add(tx, [an_attempt(2, receiver_id=receiver_id, outcome=outcome)]))

    [step] = steps(open_page(site, 2, text))

    said = failure_message(kind, status)
    assert said is not None
    assert said.reason in step.text and said.advice in step.text and "Seen <b>so</b>." in step.text
    stopped = [one.text for one in step.all("li", class_="is-stopped")]
    reached = [one.text for one in step.all("li", class_="is-done")]
    assert [*reached, *(one.removesuffix(" (stopped)") for one in stopped)] == _until(kind)


def _until(kind: OutcomeKind) -> list[str]:
    if kind == "authorization_failed":
        return ["token"]
    stages = ["dns", "connect", "tls", "send", "wait", "read"]
    if kind is OutcomeKind.BODY_FAILED:
        return []
    last = {
        "dns_not_found": "dns",
        "dns_failed": "dns",
        "address_refused": "connect",
        "connection_refused": "connect",
        "connection_failed": "connect",
        "proxy_failed": "connect",
        "tls_certificate": "tls",
        "tls_client_certificate": "tls",
        "tls_failed": "tls",
        "connection_closed": "wait",
        "deadline": "wait",
        "stopped": "wait",
    }.get(kind, "read")
    return stages[: stages.index(last) + 1]


@pytest.mark.both_engines
def test_what_the_receiver_answered_is_only_text(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2, name="<img src=x onerror=alert(1)>")
    outcome = an_outcome(500, excerpt=HOSTILE, detail="<svg onload=alert(1)>")
    change(site, lambda tx: attempts.add(tx, [an_attempt(2, receiver_id=receiver_id, outcome=outcome)]))

    page = open_page(site, 2, text)

    assert "<script>alert(1)</script>\ufffd[2J" in page.main and "<svg onload=alert(1)>" in page.main
    assert "<img src=x onerror=alert(1)>" in page.title
    assert page.root.all("img") == [] and "onload" not in [name for one in page.root.walk() for name in one.attributes]
    assert [one for one in page.root.all("script") if "src" not in one.attributes] == []


def test_the_request_is_shown_as_it_was_sent_and_as_curl(site: Site) -> None:
    made = site.register(url="http://127.0.0.1:9000/in?a=1&b='2'", start="beginning")
    site.add(name="Isoëtes 'lacustris'")
    receiver_id = parse_receiver(made["id"])
    assert receiver_id is not None
    failed(site, receiver_id, 1)

    page = open_page(site, 1, made["id"])

    first, *lines = sent_head(page)
    headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
    body = "".join(str(one) for one in page.by_id("sent-body").all("code")[0].children)
    assert first == "POST /in?a=1&b='2' HTTP/1.1" and ("authorization", "Bearer ********") in headers
    assert made["access_token"] not in page.html
    assert verify([Secret(made["secret"])], headers, body.encode(), now_s=None).verified
    assert f"{len(body.encode())} bytes, exactly as sent" in page.main
    assert json.loads(page.root.all("pre", class_="wraps")[1].text) == json.loads(body)
    words = shlex.split("".join(str(one) for one in page.by_id("curl").all("code")[0].children).replace("\\\n", " "))
    assert words[:5] == ["curl", "-i", "-X", "POST", "http://127.0.0.1:9000/in?a=1&b='2'"]
    assert "authorization: Bearer $PLANTSTORE_ACCESS_TOKEN" in words and words[-2:] == ["--data-raw", body]


def test_an_erased_body_says_why_it_is_not_there(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    change(site, lambda tx: stored_events.erase(tx, [2]))

    page = open_page(site, 2, text)

    assert "The body was erased when the plant was deleted." in page.main
    assert page.title == "Erased plant → printer · Plant Store"
    assert "The body was erased" in Browser(site).get("/events/2").main
    assert "Erased" in Browser(site).get("/deliveries").links


def test_what_is_shown_of_a_request_depends_on_what_one_may_read(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)

    page = open_page(site, 2, text, Browser(site, bundle="staff"))

    assert "it needs events:read" in page.main and page.root.all(id="sent-head") == []
    assert not [one for one in page.forms if "/deliveries/" in one.action]
    assert not {"Cancel…", "Send again…"} & set(page.links)


@pytest.mark.both_engines
def test_retry_now_has_it_tried_at_once(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    page = open_page(site, 2, text)
    form = form_to(page, "/retry")
    assert page.by_id("retry").text == "Retry now"

    done = form.submit("Retry now")

    assert "Retrying now." in done.main
    assert site.get(f"/api/v1/deliveries/2/{text}").json()["asked_at"] is not None


def test_a_retry_that_came_too_late_is_refused_on_the_page(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    page = open_page(site, 2, text)
    form = form_to(page, "/retry")
    site.post(f"/api/v1/deliveries/2/{text}/cancellation")

    refused = form.submit("Retry now")

    assert refused.status == 409
    assert "This delivery is cancelled." in refused.main and "Nothing was changed." in refused.main


def test_cancelling_names_what_it_ends_and_asks_who_it_is(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    browser = Browser(site)
    confirm = open_page(site, 2, text, browser).follow("Cancel…")
    assert "Cancel this delivery?" in confirm.main and "“Rosa 2”" in confirm.main
    form = form_to(confirm, "/cancel")
    site.clock.move(301)

    asked = form.submit("Cancel delivery")
    assert asked.status == 401 and state(site, text) == "retrying"
    done = form_to(asked, "/cancel").fill(again_token=browser.token.text).submit("Continue")

    assert state(site, text) == "cancelled"
    assert "won't be sent" in done.main and "Cancel…" not in done.links


def state(site: Site, receiver: str) -> Any:
    return site.get(f"/api/v1/deliveries/2/{receiver}").json()["state"]


@pytest.mark.parametrize(
    ("changes", "words", "end"),
    [
        ({}, "1 attempt so far, none accepted", "Gives up"),
        ({"state": RetryState.EXHAUSTED}, "Given up after", "Given up"),
        ({"state": RetryState.CANCELLED}, "It won't be sent.", "Cancelled"),
    ],
)
def test_each_state_has_its_sentence_and_its_end(site: Site, changes: dict[str, Any], words: str, end: str) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2, **changes)

    page = open_page(site, 2, text)

    assert words in page.main
    assert page.root.all("li", class_="is-end")[0].text.startswith(end)


def test_what_is_queued_held_or_delivered_has_its_sentence_too(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    delivered, older, queued = (open_page(site, sequence, text).main.replace(" .", ".") for sequence in (1, 2, 3))
    site.post(f"/api/v1/receivers/{text}/pause")
    held = open_page(site, 3, text).main

    assert "Accepted on attempt 1 with 204: 1 Jun 2026, 12:00:00." in delivered
    assert "The attempts are no longer kept" in older
    assert (
        "Not attempted yet. Sent as soon as one of the receiver's request slots is free." in queued
        and "Nothing has been sent yet." in queued
    )
    assert "The receiver is paused, so nothing is sent to it." in held


@pytest.mark.parametrize("path", ["/deliveries/99/{receiver}", "/deliveries/1/rcv_0000000000000", "/events/99"])
def test_what_is_not_there_is_not_found(site: Site, path: str) -> None:
    text, _ = owing(site)

    assert Browser(site).get(path.format(receiver=text)).status == 404


def test_an_event_has_its_payload_once_and_a_row_for_each_receiver(site: Site) -> None:
    text, receiver_id = owing(site, plants=1, name="<b>first</b>")
    failed(site, receiver_id, 1)
    site.register(start="beginning", name="second")

    page = Browser(site).get("/events/1")

    assert page.rows == [["second", "Queued", "0"], ["<b>first</b>", "Retrying", "1"]]
    assert json.loads(page.by_id("payload").text)["name"] == "Rosa 1"
    assert page.follow("<b>first</b>").path.endswith(text)


def test_who_may_not_read_deliveries_sees_the_event_without_them(site: Site) -> None:
    owing(site, plants=1)

    page = Browser(site, Scope.EVENTS_READ).get("/events/1")

    assert "Your token can't show deliveries." in page.main
    assert "Send to a receiver…" not in page.links
    assert Browser(site, Scope.EVENTS_READ).get("/events/1/send").status == 403


def test_an_event_is_sent_to_a_receiver_once_more(site: Site) -> None:
    text, _ = owing(site, cursor=3)

    page = Browser(site).get("/events/2").follow("Send to a receiver…")
    done = form_to(page, "/send").fill(receiver=text).submit("Send event")

    assert "Sending again." in done.main
    [replay] = site.get(f"/api/v1/receivers/{text}/replays").json()["items"]
    assert (replay["first"], replay["last"], replay["only"], replay["total"]) == (2, 2, "all", 1)


def test_what_is_owed_anyway_cannot_be_sent_once_more(site: Site) -> None:
    text, _ = owing(site, cursor=1)

    page = Browser(site).get(f"/events/2/send?receiver={text}")
    refused = form_to(page, "/send").submit("Send event")

    assert refused.status == 409 and "Nothing was changed." in refused.main
    assert site.get(f"/api/v1/receivers/{text}/replays").json()["items"] == []


def test_a_person_of_one_receiver_sends_events_to_that_one_only(site: Site) -> None:
    mine, _ = owing(site, cursor=3, name="mine")
    site.register(start="beginning", name="other")

    page = bound_browser(site, mine).get("/events/1/send")

    assert [one.text for one in page.by_id("f-receiver").all("option")] == ["mine (active)"]
    assert "other" not in page.html and mine in page.html


@pytest.mark.both_engines
@pytest.mark.parametrize("built_in", [True, False])
def test_what_the_sample_receiver_accepted_is_said_to_be_verified(site: Site, built_in: bool) -> None:
    text, receiver_id = owing(site, cursor=0)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))
    change(site, lambda tx: tx.update("UPDATE receivers SET built_in = ?", (built_in,)))

    sentence = open_page(site, 1, text).root.all("p", class_="sentence")[0].text

    assert sentence.startswith("Delivered")
    assert ("verified" in sentence) is built_in
