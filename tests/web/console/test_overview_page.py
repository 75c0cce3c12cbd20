"""The start page of operators: one alert block, figures that agree, the first steps, and who gets which start page."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, backlog_samples, breakers, hourly_stats, retries
from plantstore.web.api.status.problems import FAILING_S_MAX
from plantstore.web.console.alerts import RECEIVERS_SHOWN_MAX
from tests.makers import NOON, a_retry, an_attempt
from tests.web.api.test_status_api import DISABLED, FAILING
from tests.web.console.browsing import Browser
from tests.web.console.test_health_page import write
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def of_the_receiver(site: Site, name: str = "label printer") -> ReceiverId:
    found = parse_receiver(site.register(name=name, start="beginning")["id"])
    assert found is not None
    return found


def tried(receiver_id: ReceiverId, *statuses: int, sequence: int = 1) -> Callable[[Transaction], None]:
    def write_them(tx: Transaction) -> None:
        made = [
            an_attempt(
                sequence,
                number=number,
                id=Ids.first_attempt_of(NOON) + number,
                receiver_id=receiver_id,
                status=status,
            )
            for number, status in enumerate(statuses, 1)
        ]
        attempts.add(tx, made)
        hourly_stats.add(tx, made)

    return write_them


def test_a_new_store_shows_the_first_steps_with_commands_to_copy(site: Site) -> None:
    page = Browser(site).get("/")

    assert "Three steps to your first webhook" in page.main
    assert "plantstore listen" in page.main
    assert page.links["Enter its URL"] == "/receivers/new"
    assert "No receivers yet" in page.main
    assert "Nothing sent yet" in page.main


def test_a_store_with_plants_of_its_own_shows_them_no_more(site: Site) -> None:
    site.add()
    site.add()

    assert "Three steps" not in Browser(site).get("/").main


@pytest.mark.both_engines
def test_the_figures_agree(site: Site) -> None:
    site.add(name="Hosta")
    site.add(name="Rosa")
    receiver_id = of_the_receiver(site)
    paused = site.register(name="paused", start="beginning")["id"]
    site.post(f"/api/v1/receivers/{paused}/pause")
    write(site, tried(receiver_id, 500, 204))
    site.clock.move(60)

    page = Browser(site).get("/")

    assert "Delivered 1 of 4" in page.main
    assert "Waiting 3 2 held, oldest 1 min" in page.main
    assert "Gave up 0 of 4" in page.main
    assert "4 due = 1 delivered + 1 waiting + 2 held + 0 given up" in page.main
    assert "3 deliveries are waiting; none are lost" in page.main
    assert "4 due = 1 delivered + 1 waiting + 2 held + 0 given up" in Browser(site).get("/health").main
    assert [(row[0], row[3], row[4]) for row in page.rows if " of " in "".join(row[3:4])] == [
        ("paused", "0 of 2", "2"),
        ("label printer", "1 of 2", "1"),
    ]
    assert [row[1] for row in page.rows if "Hosta" in row] == ["Hosta"], "one row for each delivery"


@pytest.mark.parametrize(("found", "word"), [(FAILING, "failing"), (DISABLED, "disabled")])
def test_a_receiver_that_is_not_well_is_named_at_the_top(site: Site, found: Breaker, word: str) -> None:
    receiver_id = of_the_receiver(site, "Search <indexer>")
    of_the_receiver(site, "good")
    write(site, lambda tx: breakers.put(tx, receiver_id, found, resumes=0))
    site.clock.move(FAILING_S_MAX)

    page = Browser(site).get("/")

    [alert] = page.root.all("section", class_="alert")
    assert f"1 receiver is {word}" in alert.text
    assert f"Search <indexer> is {word}" in alert.text
    assert next(row for row in page.rows if " of " in "".join(row[3:4]))[0] == "Search <indexer>"
    assert page.links["Search <indexer>"].startswith("/receivers/rcv_")
    resume = page.form(f"{page.links['Search <indexer>']}/resume")
    assert resume.buttons == [f"{'Retry now' if word == 'failing' else 'Resume'}: Search <indexer>"]
    assert resume.submit().path == page.links["Search <indexer>"]


def test_the_cause_of_an_alert_is_in_its_line_and_one_click_away(site: Site) -> None:
    site.add(name="Hosta")
    receiver_id = of_the_receiver(site)
    write(site, tried(receiver_id, 401))
    write(site, lambda tx: retries.upsert(tx, [a_retry(1, receiver_id=receiver_id, last_status=401)]))
    write(site, lambda tx: breakers.put(tx, receiver_id, FAILING, resumes=0))

    page = Browser(site).get("/")

    assert (
        "label printer is failing since 12:00. The receiver refused our access token (401). 1 delivery is queued."
        in (page.main)
    )
    assert page.links["Change token"].endswith("/edit")
    assert "Hosta" in page.follow("Latest failure of label printer").main


@pytest.mark.parametrize(("minutes", "problems", "notices"), [(0, 1, 2), (14, 1, 2), (15, 3, 0)])
def test_the_overview_and_health_show_the_same_alerts(site: Site, minutes: int, problems: int, notices: int) -> None:
    for name, found in (("one", FAILING), ("two", FAILING), ("gone", DISABLED), ("good", None)):
        receiver_id = of_the_receiver(site, name)
        if found is not None:
            write(site, partial(breakers.put, receiver_id=receiver_id, breaker=found, resumes=0))
    site.clock.move(minutes * 60)

    overview, health = Browser(site).get("/"), Browser(site).get("/health")

    assert f"{problems} problem" in health.main
    for page in (overview, health):
        [alert] = page.root.all("section", class_="alert")
        assert len(alert.all("li", class_="problem")) == problems
        assert len(alert.all("li", class_="notice")) == notices
        assert not page.root.all(class_="banner"), "one problem, one block"
    [ours], [theirs] = (page.root.all("section", class_="alert") for page in (overview, health))
    assert ours.text == theirs.text


def test_more_receivers_than_the_block_has_lines_are_counted(site: Site) -> None:
    for number in range(4):
        site.post(f"/api/v1/receivers/{site.register(name=f'till {number}')['id']}/pause")
        write(
            site, partial(breakers.put, receiver_id=of_the_receiver(site, f"old {number}"), breaker=DISABLED, resumes=0)
        )

    page = Browser(site).get("/")

    [alert] = page.root.all("section", class_="alert")
    assert alert.text.startswith("4 receivers are disabled, 4 receivers are paused")
    assert len(alert.all("form")) == RECEIVERS_SHOWN_MAX
    assert "2 more receivers with a problem, or paused." in alert.text


def test_what_leaves_the_store_healthy_is_a_notice(site: Site) -> None:
    site.post(f"/api/v1/receivers/{site.register(name='till')['id']}/pause")

    [alert] = Browser(site).get("/").root.all("section", class_="alert")

    assert "is-notice" in alert.attributes["class"]


def test_a_list_that_waits_for_confirmation_is_a_notice_with_a_way_to_it(site: Site) -> None:
    headers = {"content-type": "text/csv"}
    made = site.ask("POST", "/api/v1/imports", content=b"name\r\nAloe vera\r\n", headers=headers).json()
    site.run(site.dependencies.importer.wait_until_idle(made["id"], within_s=20))

    page = Browser(site).get("/")

    assert "1 import waits for confirmation" in page.main
    assert page.links["Review"] == f"/imports/{made['id']}"


def test_a_store_that_is_well_has_no_alert(site: Site) -> None:
    site.add()
    of_the_receiver(site)

    assert not Browser(site).get("/").root.all("section", class_="alert")


def test_the_last_point_of_a_chart_is_the_number_above_it(site: Site) -> None:
    of_the_receiver(site)
    site.add()
    site.add()
    write(site, lambda tx: backlog_samples.insert(tx, backlog_samples.BacklogSample(at=NOON, waiting=1)))
    site.clock.move(120)

    page = Browser(site).get("/")

    assert site.get("/api/v1/figures").json()["waiting"] == 2
    assert "Waiting 2 oldest 2 min" in page.main
    assert "From 13:00 until now: at most 2, 2 now." in page.html
    assert "13:00max. 2now" in [one.text for one in page.root.all(class_="times")]
    assert ["11:00", "0", "1", "–", "–", "0"] in page.rows
    assert ["12:00", "0", "2", "–", "–", "0"] in page.rows


def test_the_program_is_shown_in_the_same_lines_as_on_health(site: Site) -> None:
    site.run(site.dependencies.auditor.run())

    overview, health = Browser(site).get("/"), Browser(site).get("/health")

    for page in (overview, health):
        assert re.search(r"All \d+ integrity checks passed", page.main)
        assert "1 process running" in page.main
        assert "The database can be written" in page.main


def test_an_operator_without_deliveries_sees_alerts_and_no_figures(site: Site) -> None:
    site.post(f"/api/v1/receivers/{site.register(name='till')['id']}/pause")

    page = Browser(site, Scope.OPERATIONS_READ).get("/")

    assert "1 receiver is paused" in page.main
    assert "Delivered" not in page.main
    assert "/receivers" not in page.links.values()


def test_a_token_that_may_see_nothing_is_told_who_it_is(site: Site) -> None:
    page = Browser(site, Scope.TOKENS_WRITE).get("/")

    assert "You are signed in as" in page.main
    assert page.links["Tokens"] == "/tokens"


def test_a_token_of_one_receiver_is_led_to_it(site: Site) -> None:
    receiver_id = of_the_receiver(site)
    bound = site.make_token(Scope.RECEIVERS_READ, Scope.DELIVERIES_READ, receiver_id=receiver_id)
    browser = Browser(site, sign_in=False)

    arrived = browser.get("/sign-in").form("/sign-in").fill(token=bound.text).submit()

    assert arrived.path.startswith("/receivers/rcv_")


def test_a_removed_receiver_is_shown_no_more(site: Site) -> None:
    site.add()
    receiver_id = of_the_receiver(site)
    write(site, tried(receiver_id, 204))
    removed = next(iter(site.get("/api/v1/receivers").json()["items"]))["id"]
    site.ask("DELETE", f"/api/v1/receivers/{removed}")

    page = Browser(site).get("/")

    assert "label printer" not in page.main
    assert "No receivers yet" in page.main
