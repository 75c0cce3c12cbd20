"""Sending again: counted first, confirmed, watched."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX, SESSION_IDLE_S_MAX
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables import replays, retries
from tests.makers import a_retry
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

API = "/api/v1/receivers"


def write(site: Site, command: Any) -> None:
    async def work() -> None:
        await site.database.write(command)

    site.run(work())


def a_receiver_with_a_past(site: Site) -> dict[str, Any]:
    """It was sent five events, one a minute from noon on; the second was given up."""
    receiver = site.register(name="web shop", start="beginning")
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    for _ in range(5):
        site.add()
        site.clock.move(60)

    def send(tx: Transaction) -> None:
        retries.upsert(tx, [a_retry(2, receiver_id=receiver_id, attempts=17, state=RetryState.EXHAUSTED)])
        stored.move_cursor(tx, receiver_id, 5)

    write(site, send)
    return receiver


@pytest.fixture
def receiver(site: Site) -> dict[str, Any]:
    return a_receiver_with_a_past(site)


def new_path(receiver: dict[str, Any]) -> str:
    return f"/receivers/{receiver['id']}/replays/new"


def count(browser: Browser, receiver: dict[str, Any], **fields: str) -> Page:
    return browser.get(new_path(receiver)).form(new_path(receiver)).fill(**fields).submit("Preview")


def asked_for(site: Site, receiver: dict[str, Any]) -> list[dict[str, Any]]:
    return list(site.get(f"{API}/{receiver['id']}/replays").json()["items"])


def advance(site: Site, replay: dict[str, Any], **progress: int) -> None:
    write(site, lambda tx: replays.advance(tx, replay_id=replay["id"], **progress))


# Counting


def test_it_is_counted_first_and_nothing_is_done(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="sequence", first="1", last="4", only="all", pace="2")

    assert "Replay 4 deliveries to “web shop”?" in page.main
    assert "Events 1 to 4" in page.main
    assert "2 per second, so at least 2 s" in page.main
    assert "The receiver will get duplicates." in page.main
    assert asked_for(site, receiver) == []


def test_what_failed_brings_no_duplicates(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="sequence", first="1")

    assert "Replay 1 delivery to “web shop”?" in page.main
    assert "Duplicates" not in page.main


@pytest.mark.parametrize(
    ("first", "last", "only", "reason"),
    [
        ("3", "5", "failed", 'None of the deliveries of events 3 to 5 has failed; with "all" they are sent again.'),
        ("6", "", "all", "There are no events in that range: the log ends at 5."),
    ],
)
def test_what_matches_nothing_says_which_condition_removed_it(
    site: Site, receiver: dict[str, Any], first: str, last: str, only: str, reason: str
) -> None:
    page = count(Browser(site), receiver, by="sequence", first=first, last=last, only=only)

    assert f"Nothing to replay. {reason}" in page.main
    kept = page.form(new_path(receiver)).values
    assert (kept["first"], kept["last"], kept["only"], kept["by"]) == (first, last, only, "sequence")


@pytest.mark.parametrize(
    ("timezone", "since", "until", "events"),
    [
        ("UTC", "2026-06-01T12:01", "2026-06-01T12:04", "2 to 4"),
        ("Europe/Brussels", "2026-06-01T14:01", "2026-06-01T14:04", "2 to 4"),
        ("Europe/Brussels", "2026-06-01T12:01", "", "1 to 5"),
        ("Europe/Brussels", "2026-06-01T12:03:30Z", "", "5 to 5"),
    ],
)
def test_times_are_on_the_clock_of_the_store(
    tmp_path: Path, clock: StillClock, timezone: str, since: str, until: str, events: str
) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, timezone=timezone)
    try:
        receiver = a_receiver_with_a_past(site)

        page = count(Browser(site), receiver, by="time", since=since, until=until, only="all")

        assert f"Events {events} Scope" in page.main
    finally:
        site.close()


@pytest.mark.parametrize(
    ("fields", "field", "advice"),
    [
        ({"by": "time"}, "since", "Choose where to start."),
        ({"by": "sequence"}, "first", "Choose where to start."),
        ({"by": "sequence", "first": "x"}, "first", "Write a whole number, 1 or higher."),
        ({"by": "sequence", "first": "0"}, "first", "Sequences begin at 1."),
        ({"by": "sequence", "first": "3", "last": "2"}, "last", "Write a sequence that is not before `first`."),
        ({"by": "time", "since": "yesterday"}, "since", "Write a time such as 2026-03-02T09:15."),
        (
            {"by": "time", "since": "2026-06-01T12:01", "until": "2026-06-01T12:00"},
            "until",
            "Write a time after since.",
        ),
        ({"by": "sequence", "first": "1", "pace": "fast"}, "pace", "Write requests per second, such as 50 or 0.5."),
        ({"by": "sequence", "first": "1", "pace": "0.01"}, "pace", "Write a number from 0.1 to 10000."),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(
    site: Site, receiver: dict[str, Any], fields: dict[str, str], field: str, advice: str
) -> None:
    page = count(Browser(site), receiver, **fields)

    assert page.status == 422
    assert page.wrong(field) == advice
    assert fields.items() <= page.form(new_path(receiver)).values.items()


def test_the_range_that_is_not_chosen_does_not_count(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="sequence", first="1", since="2026-06-01T12:04", only="all")

    assert "Replay 5 deliveries" in page.main


# Doing it


def test_exactly_what_was_counted_is_sent_again(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="time", since="2026-06-01T12:02", only="all", pace="50")
    assert "Replay 3 deliveries" in page.main
    receiver_id = parse_receiver(receiver["id"])
    assert receiver_id is not None
    site.add()
    write(site, lambda tx: stored.move_cursor(tx, receiver_id, 6))

    done = page.form(f"/receivers/{receiver['id']}/replays/all").submit("Replay 3 deliveries")

    [replay] = asked_for(site, receiver)
    assert (replay["first"], replay["last"], replay["total"], replay["only"], replay["pace"]) == (3, 5, 3, "all", 50)
    assert done.path == f"/receivers/{receiver['id']}/replays/{replay['id']}"
    assert "0 of 3." in done.main


def test_sending_all_again_asks_who_it_is_after_five_minutes(site: Site, receiver: dict[str, Any]) -> None:
    browser = Browser(site)
    page = count(browser, receiver, by="sequence", first="1", only="all")
    path = f"/receivers/{receiver['id']}/replays/all"
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    asked = page.form(path).submit()

    assert asked.status == 401 and asked_for(site, receiver) == []
    done = asked.form(path).fill(again_token=browser.token.text).submit("Continue")
    assert "0 of 5." in done.main
    assert [one["total"] for one in asked_for(site, receiver)] == [5]


def test_sending_again_what_failed_does_not_ask_and_cannot_send_all(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="sequence", first="1")
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    page.form(f"/receivers/{receiver['id']}/replays/failed").fill(only="all").submit("Replay 1 delivery")

    assert [(one["only"], one["total"]) for one in asked_for(site, receiver)] == [("failed", 1)]


def test_a_form_that_is_sent_twice_asks_once(site: Site, receiver: dict[str, Any]) -> None:
    form = count(Browser(site), receiver, by="sequence", first="1").form(f"/receivers/{receiver['id']}/replays/failed")

    first, second = form.submit(), form.submit()

    assert first.path == second.path
    assert len(asked_for(site, receiver)) == 1


@pytest.mark.both_engines
def test_what_has_become_impossible_meanwhile_says_why(site: Site, receiver: dict[str, Any]) -> None:
    page = count(Browser(site), receiver, by="sequence", first="1")
    write(site, lambda tx: tx.update("DELETE FROM retries"))

    refused = page.form(f"/receivers/{receiver['id']}/replays/failed").submit()

    assert refused.status == 409
    assert "Nothing to replay. None of the deliveries of events 1 to 5 has failed" in refused.main


# Watching it


def test_a_running_one_shows_how_far_it_has_come_and_how_long_it_takes(site: Site, receiver: dict[str, Any]) -> None:
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()
    advance(site, asked, position=2, accepted=1, failed=1)
    site.clock.move(4)

    page = Browser(site).get(f"/receivers/{receiver['id']}/replays/{asked['id']}")

    [bar] = page.root.all("progress")
    assert (bar.attributes["max"], bar.attributes["value"]) == ("5", "2")
    [said] = page.root.all(role="status")
    assert said.text == "2 of 5, 0.5/s, 6 s left."
    assert len([one for one in page.root.all("section") if "data-progress" in one.attributes]) == 1
    assert any("/static/progress.js" in one.attributes.get("src", "") for one in page.root.all("script"))
    assert [one.text for one in page.root.all("dd")][:3] == ["1", "1", "3"]


def test_a_page_that_is_left_open_does_not_keep_the_session_open(site: Site, receiver: dict[str, Any]) -> None:
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()
    browser = Browser(site)
    page = browser.get(f"/receivers/{receiver['id']}/replays/{asked['id']}")
    [looks_at] = [
        one.attributes["data-progress"] for one in page.root.all("section") if "data-progress" in one.attributes
    ]
    site.clock.move(SESSION_IDLE_S_MAX - 1)

    looked = browser.get(looks_at)

    assert [one.text for one in looked.root.all("progress")] == [""]
    site.clock.move(1)
    assert browser.get(page.path).path.startswith("/sign-in")


def test_a_running_one_is_cancelled(site: Site, receiver: dict[str, Any]) -> None:
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()
    advance(site, asked, position=1, accepted=1, failed=0)
    path = f"/receivers/{receiver['id']}/replays/{asked['id']}"

    page = Browser(site).get(path).form(f"{path}/cancel").submit("Cancel replay")

    assert "Cancelled: 1 of 5 sent, 4 not sent." in page.main
    assert not [form for form in page.forms if form.action.endswith("/cancel")]
    assert [one["state"] for one in asked_for(site, receiver)] == ["cancelled"]


def test_one_that_is_done_says_so_and_stops_looking(site: Site, receiver: dict[str, Any]) -> None:
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()
    advance(site, asked, position=5, accepted=4, failed=1)

    page = Browser(site).get(f"/receivers/{receiver['id']}/replays/{asked['id']}")

    assert "Done: 4 of 5 accepted, 1 failed." in page.main
    assert "progress.js" not in page.html and 'http-equiv="refresh"' not in page.html


def test_one_for_a_paused_receiver_says_what_it_waits_for(site: Site, receiver: dict[str, Any]) -> None:
    site.post(f"{API}/{receiver['id']}/pause")
    browser = Browser(site)

    page = count(browser, receiver, by="sequence", first="1")
    assert "The receiver is paused. The replay starts when you resume it." in page.main
    running = page.form(f"/receivers/{receiver['id']}/replays/failed").submit()

    assert "The receiver is paused. The replay continues when you resume it." in running.main


def test_replays_stand_on_the_page_of_their_receiver(site: Site, receiver: dict[str, Any]) -> None:
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()

    page = Browser(site, bundle="staff").get(f"/receivers/{receiver['id']}")

    assert ["Running", "1 to 5, all", "0 of 5"] in [row[1:] for row in page.rows]
    shown = page.browser.get(f"/receivers/{receiver['id']}/replays/{asked['id']}")
    assert shown.status == 200
    assert not [form for form in shown.forms if form.action.endswith("/cancel")], "staff look, and change nothing"


def test_a_replay_of_another_receiver_is_not_there(site: Site, receiver: dict[str, Any]) -> None:
    other = site.register(name="other")
    asked = site.post(f"{API}/{receiver['id']}/replays", {"first": 1, "only": "all"}).json()

    assert Browser(site).get(f"/receivers/{other['id']}/replays/{asked['id']}").status == 404
