"""Deliveries over the API: the list, the counts, one in detail, try it now, cancel it, and the feed of attempts."""

from typing import Any

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.verification import verify
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts, breakers
from plantstore.storage.tables import events as stored_events
from plantstore.web.api import events
from plantstore.web.api.deliveries import view
from tests.makers import NOON, an_attempt, an_outcome
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

DELIVERIES = "/api/v1/deliveries"
ATTEMPTS = "/api/v1/attempts"


def states(site: Site, query: str = "", **more: Any) -> list[tuple[int, str]]:
    answer = site.get(f"{DELIVERIES}?{query}", **more)
    assert answer.status_code == 200, answer.text
    return [(item["sequence"], item["state"]) for item in answer.json()["items"]]


@pytest.mark.both_engines
def test_the_list_shows_the_newest_first_with_state_and_answer(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    queued, retrying, delivered = site.get(DELIVERIES).json()["items"]

    assert (queued["sequence"], queued["state"], queued["outcome"], queued["tries"]) == (3, "queued", None, 0)
    assert (retrying["state"], retrying["status"], retrying["reason"]) == (
        "retrying",
        503,
        "The receiver is unavailable (503).",
    )
    assert retrying["next_attempt_at"] == "2026-06-01T12:01:00.000Z"
    assert (delivered["state"], delivered["status"], delivered["duration_ms"]) == ("delivered", 204, 1.0)
    assert (delivered["plant"], delivered["plant_name"], delivered["receiver"]) == (1, "Rosa 1", text)
    assert delivered["last_attempt_at"] == "2026-06-01T12:00:00.000Z"


@pytest.mark.both_engines
def test_the_list_is_filtered(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    other = site.register(start=3, name="other")["id"]
    site.clock.move(60)
    site.add(name="Acer")

    assert states(site, f"receiver={other}") == [(4, "queued"), (3, "queued")]
    assert states(site, "state=retrying,exhausted") == [(2, "retrying")]
    assert states(site, "answer=5xx") == [(2, "retrying")]
    assert states(site, f"since=2026-06-01T12:01:00Z&receiver={text}") == [(4, "queued")]
    assert states(site, "event=3") == [(3, "queued"), (3, "queued")]
    assert states(site, f"event={site.get(DELIVERIES + f'/1/{text}').json()['event']}") == [(1, "delivered")]


@pytest.mark.both_engines
def test_pages_of_the_list_follow_each_other_and_carry_the_filters(site: Site) -> None:
    owing(site, plants=5, cursor=1)

    found, path = [], f"{DELIVERIES}?state=queued&limit=2"
    while path:
        answer = site.get(path)
        found.append([item["sequence"] for item in answer.json()["items"]])
        path = answer.json()["next"]
        assert (f'<{path}>; rel="next"' == answer.headers.get("link")) == (path is not None)

    assert found == [[5, 4], [3, 2]]
    next_page = site.get(f"{DELIVERIES}?state=queued&limit=2").json()["next"]
    assert site.get(f"{next_page}&state=held").status_code == 400


def test_an_invalid_delivery_filter_is_refused(site: Site) -> None:
    for query in [
        "state=lost",
        "state=",
        "answer=9xx",
        "answer=timeout",
        "since=yesterday",
        "receiver=web",
        "event=",
        "to=x",
    ]:
        assert site.get(f"{DELIVERIES}?{query}").status_code == 400, query


def test_filtering_by_an_unknown_receiver_or_event_is_not_found(site: Site) -> None:
    for query in ["receiver=rcv_0000000000000", "event=99", "event=evt_none", "event=99999999999999999999"]:
        assert site.get(f"{DELIVERIES}?{query}").status_code == 404, query


@pytest.mark.both_engines
def test_the_counts_of_a_receiver_add_up_to_all_it_was_ever_owed(site: Site) -> None:
    text, receiver_id = owing(site, plants=6, cursor=4)
    failed(site, receiver_id, 2)
    failed(site, receiver_id, 3, state=RetryState.EXHAUSTED)
    site.post(f"{DELIVERIES}/6/{text}/cancellation")
    site.register(name="other", start=6)

    counts = site.get(f"{DELIVERIES}/counts?receiver={text}").json()
    every = site.get(f"{DELIVERIES}/counts").json()

    assert counts == {
        "queued": 1,
        "retrying": 1,
        "held": 0,
        "delivered": 2,
        "exhausted": 1,
        "cancelled": 1,
        "filtered": 0,
        "capped_at": None,
    }
    assert every == counts | {"queued": 2}


def test_a_delivery_is_shown_with_its_attempts_and_those_to_come(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2, attempts=15, tries=15)

    shown = site.get(f"{DELIVERIES}/2/{text}").json()

    assert shown["state"] == "retrying"
    assert shown["tries"] == 15
    assert shown["reason"] == "The receiver is unavailable (503)."
    assert "Retry-After" in shown["advice"]
    assert shown["attempts"] == [
        {
            "number": 1,
            "ordinal": 15,
            "started_at": "2026-06-01T12:00:00.000Z",
            "duration_ms": 31.4,
            "outcome": "refused",
            "status": 503,
            "address": "192.0.2.1",
            "reason": "The receiver is unavailable (503).",
            "detail": "",
            "excerpt": "back\ufffd soon",
            "replay": None,
        }
    ]
    assert shown["planned"] == [
        {"number": 16, "at": "2026-06-01T12:01:00.000Z"},
        {"number": 17, "at": "2026-06-02T12:01:00.000Z"},
    ]
    assert (shown["gives_up_at"], shown["next_probe_at"]) == ("2026-06-02T12:01:00.000Z", None)
    assert site.get(f"{DELIVERIES}/{shown['event']}/{text}").json() == shown


def test_of_a_failing_receiver_it_is_said_when_it_is_called_next(site: Site) -> None:
    text, receiver_id = owing(site)
    opened = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=after(NOON, seconds=40))
    change(site, lambda tx: breakers.put(tx, receiver_id, opened, resumes=0))

    shown = site.get(f"{DELIVERIES}/2/{text}").json()

    assert (shown["state"], shown["receiver_state"]) == ("queued", "failing")
    assert shown["next_probe_at"] == "2026-06-01T12:00:40.000Z"


def test_of_very_many_attempts_the_newest_are_shown(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "ATTEMPTS_SHOWN_MAX", 2)
    text, receiver_id = owing(site)
    made = [an_attempt(2, number=number, status=500, receiver_id=receiver_id) for number in (1, 2, 3)]
    change(site, lambda tx: attempts.add(tx, made))

    shown = site.get(f"{DELIVERIES}/2/{text}").json()

    assert [one["number"] for one in shown["attempts"]] == [2, 3]
    assert (shown["attempts_left_out"], shown["tries"]) == (1, 3)


def test_a_delivery_to_a_failing_receiver_is_sent_next_when_that_is_called_next(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    called_at = after(NOON, seconds=600)
    found = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=called_at, last_failed_at=NOON)
    change(site, lambda tx: breakers.put(tx, receiver_id, found, resumes=0))
    site.clock.move(120)

    [listed] = site.get(f"{DELIVERIES}?event=2").json()["items"]
    shown = site.get(f"{DELIVERIES}/2/{text}").json()
    [fed] = site.get(f"{ATTEMPTS}?after=0").json()["items"]

    whole = "2026-06-01T12:10:00.000Z"
    assert (listed["next_attempt_at"], shown["next_attempt_at"], fed["next_attempt_at"]) == (whole, whole, whole)
    assert (shown["next_probe_at"], shown["planned"][0]["at"]) == (whole, whole)


@pytest.mark.both_engines
def test_a_failed_replay_does_not_undo_what_was_delivered(site: Site) -> None:
    text, receiver_id = owing(site, cursor=3)
    again = an_attempt(1, number=2, status=500, receiver_id=receiver_id, replay_id="rpl_1")
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id), again]))

    shown = site.get(f"{DELIVERIES}/1/{text}").json()

    assert (shown["state"], shown["status"], shown["reason"]) == ("delivered", 204, None)
    assert [one["replay"] for one in shown["attempts"]] == [None, "rpl_1"]


def test_a_delivery_can_be_tried_now(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)

    answer = site.post(f"{DELIVERIES}/2/{text}/attempts")

    shown = answer.json()
    assert answer.status_code == 202
    assert answer.headers["location"] == f"{DELIVERIES}/{shown['event']}/{text}"
    assert shown["asked_at"] == shown["next_attempt_at"] == "2026-06-01T12:00:00.000Z"
    assert [one["number"] for one in shown["planned"][:2]] == [2, 3]
    refused = site.post(f"{DELIVERIES}/3/{text}/attempts")
    assert (refused.status_code, "queued" in refused.json()["detail"]) == (409, True)


@pytest.mark.both_engines
def test_a_delivery_can_be_cancelled(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)

    cancelled = [site.post(f"{DELIVERIES}/{sequence}/{text}/cancellation") for sequence in (2, 3, 3, 1)]

    assert [one.status_code for one in cancelled] == [200, 200, 200, 409]
    assert states(site) == [(3, "cancelled"), (2, "cancelled"), (1, "delivered")]
    assert cancelled[0].json()["planned"] == []


def test_an_unknown_delivery_is_not_found(site: Site) -> None:
    text, _ = owing(site)

    for method, end in [("GET", ""), ("POST", "/attempts"), ("POST", "/cancellation")]:
        for path in [
            "9/{receiver}",
            "0/{receiver}",
            "evt_none/{receiver}",
            "²/{receiver}",
            "1/rcv_0000000000000",
            "1/web",
        ]:
            assert site.ask(method, f"{DELIVERIES}/{path.format(receiver=text)}{end}").status_code == 404, (
                path,
                method,
                end,
            )


def test_a_token_of_one_receiver_sees_its_deliveries_only(site: Site) -> None:
    text, receiver_id = owing(site, plants=2, name="own")
    other = site.register(start="beginning", name="other")["id"]
    token = site.make_token(receiver_id=receiver_id).text

    assert states(site, token=token) == [(2, "queued"), (1, "queued")]
    assert site.get(f"{DELIVERIES}/counts", token=token).json()["queued"] == 2
    event = site.get(f"{DELIVERIES}/1/{text}", token=token).json()["event"]
    rows = site.get(f"/api/v1/events/{event}", token=token).json()["deliveries"]
    assert [row["receiver_name"] for row in rows] == ["own"]
    for path in (f"{DELIVERIES}?receiver={other}", f"{DELIVERIES}/counts?receiver={other}", f"{DELIVERIES}/1/{other}"):
        assert site.get(path, token=token).status_code == 404
    assert site.get(f"{ATTEMPTS}?receiver={other}", token=token).status_code == 404
    assert site.post(f"{DELIVERIES}/1/{other}/attempts", token=token).status_code == 404
    assert site.post(f"{DELIVERIES}/1/{other}/cancellation", token=token).status_code == 404


@pytest.mark.both_engines
def test_a_plant_has_its_sku_and_pot_size_for_those_who_may_read_plants(site: Site) -> None:
    text, receiver_id = owing(site, plants=1)
    after = site.get(ATTEMPTS).json()["after"]
    plant = site.add(name="Rosa", sku="ROS-3", pot_size="3 L")
    change(site, lambda tx: attempts.add(tx, [an_attempt(2, receiver_id=receiver_id)]))
    own = site.make_token(receiver_id=receiver_id).text
    bare = site.make_token(Scope.DELIVERIES_READ).text

    def labels(token: str = "") -> list[tuple[str | None, str | None]]:
        more = {"token": token} if token else {}
        items = [
            *site.get(f"{DELIVERIES}?event=2", **more).json()["items"],
            *site.get(f"{DELIVERIES}?event=2&group=event", **more).json()["events"],
            *site.get(f"{ATTEMPTS}?after={after}", **more).json()["items"],
            site.get(f"{DELIVERIES}/2/{text}", **more).json(),
        ]
        assert {item["plant"] for item in items} == {plant["id"]} and len(items) == 4
        return [(item["plant_sku"], item["plant_pot_size"]) for item in items]

    assert labels() == [("ROS-3", "3 L")] * 4
    assert labels(own) == labels(bare) == [(None, None)] * 4
    assert site.get(f"{DELIVERIES}?event=1").json()["items"][0]["plant_sku"] is None
    site.ask("DELETE", f"/api/v1/plants/{plant['id']}")
    assert labels() == [(None, None)] * 4


def test_an_event_has_one_row_for_each_receiver(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "DELIVERIES_SHOWN_MAX", 2)
    text, receiver_id = owing(site, plants=1)
    failed(site, receiver_id, 1)
    site.register(start="beginning", name="second")
    event = site.get(f"{DELIVERIES}/1/{text}").json()["event"]

    both = site.get(f"/api/v1/events/{event}").json()
    site.register(start="beginning", name="third")
    site.register(start="now", name="not owed it")
    some = site.get(f"/api/v1/events/{event}").json()

    assert both["deliveries"][1] == {"receiver": text, "receiver_name": "printer", "state": "retrying", "tries": 1}
    assert both["more_deliveries"] is None
    assert [row["receiver_name"] for row in some["deliveries"]] == ["third", "second"]
    assert len(site.get(some["more_deliveries"]).json()["items"]) == 3


def test_an_event_has_no_deliveries_without_the_scope_to_read_them(site: Site) -> None:
    text, _ = owing(site, plants=1)
    event = site.get(f"{DELIVERIES}/1/{text}").json()["event"]
    token = site.make_token(Scope.EVENTS_READ).text

    assert site.get(f"/api/v1/events/{event}", token=token).json()["deliveries"] is None


@pytest.mark.both_engines
def test_the_feed_of_attempts_begins_now_and_goes_on_where_it_ended(site: Site) -> None:
    text, receiver_id = owing(site)
    other = parse_receiver(site.register(start="beginning", name="other")["id"])
    assert other is not None
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    start = site.get(ATTEMPTS).json()
    failed(site, receiver_id, 2)
    change(site, lambda tx: attempts.add(tx, [an_attempt(3, receiver_id=other)]))
    first = site.get(f"{ATTEMPTS}?after={start['after']}&limit=1").json()
    rest = site.get(first["next"]).json()
    own = site.get(f"{ATTEMPTS}?after=0&receiver={text}").json()

    assert (start["items"], start["next"]) == ([], None)
    assert [(one["sequence"], one["state"], one["plant_name"]) for one in first["items"]] == [(2, "retrying", "Rosa 2")]
    assert first["items"][0]["next_attempt_at"] == "2026-06-01T12:01:00.000Z"
    assert [one["receiver_name"] for one in rest["items"]] == ["other"]
    assert rest["next"] is None
    assert site.get(f"{ATTEMPTS}?after={rest['after']}").json() == {"items": [], "next": None, "after": rest["after"]}
    assert [one["sequence"] for one in own["items"]] == [1, 2]


def test_the_feed_shows_what_was_recorded_after_a_later_attempt(site: Site) -> None:
    """Another process was quicker to record what ended later."""
    text, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(3, receiver_id=receiver_id)]))
    after = site.get(f"{ATTEMPTS}?after=0").json()["after"]

    change(site, lambda tx: attempts.add(tx, [an_attempt(one, receiver_id=receiver_id) for one in (1, 2)]))

    for chosen in ("", f"&receiver={text}"):
        page = site.get(f"{ATTEMPTS}?after={after}{chosen}").json()
        assert [one["sequence"] for one in page["items"]] == [1, 2]


@pytest.mark.both_engines
def test_the_feed_of_one_receiver_looks_at_a_bounded_number_of_attempts(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.web.api.attempts.LOOKED_AT_MAX", 2)
    text, receiver_id = owing(site)
    other = parse_receiver(site.register(start="beginning", name="other")["id"])
    assert other is not None
    made = [an_attempt(one, receiver_id=other) for one in (1, 2)] + [an_attempt(3, receiver_id=receiver_id)]
    change(site, lambda tx: attempts.add(tx, made))

    first = site.get(f"{ATTEMPTS}?after=0&receiver={text}").json()

    assert first["items"] == []
    assert [one["sequence"] for one in site.get(first["next"]).json()["items"]] == [3]


def test_a_full_page_of_the_feed_of_one_receiver_leaves_nothing_out(site: Site) -> None:
    text, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(one, receiver_id=receiver_id) for one in (1, 2, 3)]))

    found, path = [], f"{ATTEMPTS}?after=0&receiver={text}&limit=1"
    while path:
        page = site.get(path).json()
        found += [one["sequence"] for one in page["items"]]
        path = page["next"]

    assert found == [1, 2, 3]


def test_the_feed_can_begin_at_a_time(site: Site) -> None:
    _, receiver_id = owing(site)
    early = site.dependencies.ids.attempt()
    site.clock.move(60)
    late = site.dependencies.ids.attempt()
    made = [an_attempt(1, id=early, receiver_id=receiver_id), an_attempt(2, id=late, receiver_id=receiver_id)]
    change(site, lambda tx: attempts.add(tx, made))

    page = site.get(f"{ATTEMPTS}?since=2026-06-01T12:00:30Z").json()

    assert [one["sequence"] for one in page["items"]] == [2]


@pytest.mark.both_engines
def test_attempts_of_a_removed_receiver_leave_the_feed(site: Site) -> None:
    text, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))
    site.ask("DELETE", f"/api/v1/receivers/{text}")

    assert site.get(f"{ATTEMPTS}?after=0").json()["items"] == []


def test_an_invalid_position_in_the_feed_is_refused(site: Site) -> None:
    for query in ["after=x", "after=-1", "after=9223372036854775808", "after=", "since=x"]:
        assert site.get(f"{ATTEMPTS}?{query}").status_code == 400, query


@pytest.mark.both_engines
def test_every_kind_of_failure_has_its_reason_in_the_feed(site: Site) -> None:
    _, receiver_id = owing(site)
    kinds = [kind for kind in OutcomeKind if kind not in (OutcomeKind.ACCEPTED, OutcomeKind.REFUSED)]
    made = [
        an_attempt(1, number=number, receiver_id=receiver_id, outcome=an_outcome(None, kind=kind))
        for number, kind in enumerate(kinds, 1)
    ]
    change(site, lambda tx: attempts.add(tx, made))

    items = site.get(f"{ATTEMPTS}?after=0").json()["items"]

    assert [one["outcome"] for one in items] == kinds
    assert len({one["reason"] for one in items}) == len(kinds)


def test_a_delivery_shows_the_request_as_it_was_sent_with_its_token_masked(site: Site) -> None:
    body = {"url": "http://127.0.0.1:9000/in?a=1", "name": "printer", "start": "now", "headers": {"x-key": "canary"}}
    secret = site.post("/api/v1/receivers", body)
    text, token = secret.json()["id"], secret.json()["access_token"]
    site.add(name="Isoëtes")
    receiver_id = parse_receiver(text)
    assert receiver_id is not None
    failed(site, receiver_id, 1, tries=3)

    answer = site.get(f"{DELIVERIES}/1/{text}")
    sent = answer.json()["request"]

    headers = [(one["name"], one["value"]) for one in sent["headers"]]
    assert (sent["number"], sent["method"], sent["path"]) == (1, "POST", "/in?a=1")
    assert (sent["url"], sent["changed_since"]) == ("http://127.0.0.1:9000/in?a=1", False)
    assert dict(headers)["authorization"] == "Bearer ********" and token not in answer.text
    assert dict(headers)["x-key"] == "********" and "canary" not in answer.text
    assert dict(headers)["content-length"] == str(sent["body_bytes"]) == str(len(sent["body"].encode()))
    assert '"name":"Isoëtes"' in sent["body"]
    assert verify([Secret(secret.json()["secret"])], headers, sent["body"].encode(), now_s=None).verified


def test_a_request_whose_receiver_was_changed_since_says_so(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    site.clock.move(1)
    site.ask("PATCH", f"/api/v1/receivers/{text}", json={"url": "http://127.0.0.1:9000/moved"})

    sent = site.get(f"{DELIVERIES}/2/{text}").json()["request"]

    assert (sent["path"], sent["changed_since"]) == ("/moved", True)


@pytest.mark.both_engines
def test_the_request_is_for_who_may_read_events_and_of_an_erased_one_without_its_body(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    reader = site.make_token(Scope.DELIVERIES_READ).text

    unread = site.get(f"{DELIVERIES}/2/{text}", token=reader).json()["request"]
    unsent = site.get(f"{DELIVERIES}/3/{text}").json()["request"]
    change(site, lambda tx: stored_events.erase(tx, [2]))
    erased = site.get(f"{DELIVERIES}/2/{text}").json()["request"]

    assert (unread, unsent) == (None, None)
    assert (erased["body"], erased["body_bytes"]) == (None, 0)
