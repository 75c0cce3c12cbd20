"""The start page of integrators: their receivers, the latest failures, and the ways to a test, a check and the docs."""

from functools import partial

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.tables import breakers, retries
from tests.makers import a_retry
from tests.web.api.test_status_api import FAILING
from tests.web.console.browsing import Browser
from tests.web.console.test_health_page import write
from tests.web.console.test_overview_page import of_the_receiver, tried
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def test_receivers_come_first_with_state_backlog_and_next_attempt(site: Site) -> None:
    site.add(name="Hosta")
    of_the_receiver(site, "good")
    receiver_id = of_the_receiver(site, "till")
    write(site, tried(receiver_id, 503))
    write(site, lambda tx: retries.upsert(tx, [a_retry(1, receiver_id=receiver_id)]))
    write(site, partial(breakers.put, receiver_id=receiver_id, breaker=FAILING, resumes=0))

    page = Browser(site, bundle="integrator").get("/")

    assert "1 receiver is failing" in page.main
    shown = [row[:5] for row in page.rows if "Send test" in row[-1]]
    assert shown == [["till", "Failing", "1", "0 of 1", "0"], ["good", "Active", "1", "0 of 1", "0"]]
    [failure] = [row for row in page.rows if len(row) == 5]
    assert failure[:3] == ["Hosta", "Retrying", "till"]
    assert page.links["Check a signature"] == "/tools/verify"
    assert page.links["How to receive"] == "/docs/receiving"
    assert page.form(f"{page.links['till']}/test").buttons == ["Send test to till"]


def test_without_receivers_the_first_steps_are_shown(site: Site) -> None:
    page = Browser(site, bundle="integrator").get("/")

    assert "No receivers yet" in page.main
    assert page.links["Enter its URL"] == "/receivers/new"


def test_who_may_only_read_receivers_sees_them_without_figures(site: Site) -> None:
    of_the_receiver(site)

    page = Browser(site, Scope.RECEIVERS_READ).get("/")

    assert page.rows == [["label printer", "Active", "0"]]
    assert "Latest deliveries" not in page.main


def test_a_token_of_one_receiver_that_may_only_read_deliveries_sees_its_own(site: Site) -> None:
    site.add()
    receiver_id = of_the_receiver(site, "own")
    of_the_receiver(site, "other")
    browser = Browser(site, token=site.make_token(Scope.DELIVERIES_READ, receiver_id=receiver_id))

    page = browser.get("/")

    assert "own" in page.main and "other" not in page.main
