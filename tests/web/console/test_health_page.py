"""Health and activity: what is wrong first, and who did what, with a way to what it was done to."""

import os
import platform
from collections.abc import Callable

import pytest

from plantstore.domain.errors import StoreFull
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import breakers
from tests.makers import a_process
from tests.web.api.test_status_api import FAILING, HELD, enter, on_a_server, own
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def write(site: Site, command: Callable[[Transaction], object]) -> None:
    async def written() -> None:
        await site.database.write(command)

    site.run(written())


def test_a_store_that_is_well_says_so(site: Site) -> None:
    site.add()
    site.register(name="label printer")

    page = Browser(site).get("/health")

    assert "Everything is working" in page.main
    assert page.links["label printer"].startswith("/receivers/rcv_")
    assert "Events 1" in page.main


def test_what_is_wrong_comes_first_with_where_to_look(site: Site) -> None:
    receiver = parse_receiver(site.register(name="label printer")["id"])
    assert receiver is not None
    write(site, lambda tx: breakers.put(tx, receiver, FAILING, resumes=0))
    site.clock.move(3_600)

    page = Browser(site).get("/health")

    assert "1 problem" in page.main
    assert page.main.index("label printer is failing since 12:00.") < page.main.index("System")


def test_a_full_disk_is_said_on_the_first_page_and_on_health(site: Site) -> None:
    browser = Browser(site)
    site.database.fault = StoreFull()

    first, health = browser.get("/"), browser.get("/health")

    for page in (first, health):
        [alert] = page.root.all("section", class_="alert")
        assert alert.text.count("The disk is full") == 2, "the headline, and one line"
        assert "Nothing can be changed or delivered." in alert.text
        assert "The database can't be written" in page.main


@pytest.mark.both_engines
def test_processes_that_share_the_store_are_shown_with_their_shares(site: Site) -> None:
    alone = Browser(site).get("/health")
    enter(site, a_process("prc_1", host="shop-1"), a_process("prc_2", host="shop-2", pid=8))
    own(site, "prc_2", 60)

    shared = Browser(site).get("/health")

    assert f"Process {os.getpid()} on {platform.node()}" in alone.main
    assert "Processes" not in alone.main
    assert "4 shards not assigned to any process" in shared.main
    rows = [row for row in shared.rows if "on shop-" in row[0]]
    assert [(row[0], row[1], row[-1]) for row in rows] == [("7 on shop-1", "all", "0"), ("8 on shop-2", "all", "60")]


def test_the_audit_is_shown_with_every_number(site: Site) -> None:
    site.run(site.dependencies.auditor.run())

    rows = Browser(site).get("/health").rows

    assert ["Sequences up to the head of the log that no event has.", "0"] in rows


def test_activity_leads_to_what_it_was_done_to(site: Site) -> None:
    receiver, plant = site.register()["id"], site.add()["id"]
    site.post(f"/api/v1/receivers/{receiver}/pause")
    site.post(f"/api/v1/plants/{plant}/archival")

    page = Browser(site).get("/activity")

    assert page.links[receiver] == f"/receivers/{receiver}"
    assert page.links[str(plant)] == f"/plants/{plant}"
    assert [row[0] for row in page.rows][:3] == [
        "Sign in signIn",
        "Archive a plant archivePlant",
        "Pause a receiver pauseReceiver",
    ]


def test_activity_is_narrowed_by_a_click_and_widened_again(site: Site) -> None:
    receiver = site.register()["id"]
    site.post(f"/api/v1/receivers/{receiver}/pause")
    browser = Browser(site)

    narrow = browser.get("/activity").follow("pauseReceiver")
    wide = narrow.follow("Clear filters")

    assert len(narrow.rows) == 1
    assert "action: pauseReceiver" in narrow.main
    assert len(wide.rows) > 1


def test_a_filter_that_cannot_be_is_explained(site: Site) -> None:
    page = Browser(site).get("/activity?action=removeReceivers")

    assert page.status == 200
    assert "write one of" in page.main


def test_who_may_not_see_health_is_shown_no_way_to_it(site: Site) -> None:
    browser = Browser(site, Scope.PLANTS_READ)

    assert browser.get("/health").status == 403
    assert browser.get("/activity").status == 403
    assert "/health" not in browser.get("/plants").links.values()


def test_a_server_is_shown_with_its_warnings_and_a_file_has_none(site: Site) -> None:
    assert "Database server" not in Browser(site).get("/health").main

    on_a_server(site, holds=[HELD], sees_all=False)
    page = Browser(site).get("/health")

    assert "Everything is working" in page.main
    assert "vacuum held back" in page.main
    assert "transaction 4711 (psql): 42 minutes old" in page.main
    assert "Connections 12 of at most 100" in page.main
    assert "Grant the role pg_read_all_stats" in page.main
    assert "in the write-ahead log" not in page.main
