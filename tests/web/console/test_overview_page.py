"""The first page: what is wrong, the figures with their base, the first steps, and what each kind of person sees."""

from collections.abc import Callable
from functools import partial

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, backlog_samples, breakers, hourly_stats
from plantstore.web.api.status.problems import FAILING_S_MAX
from tests.makers import NOON, an_attempt
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
def test_every_figure_has_its_base(site: Site) -> None:
    site.add(name="Hosta")
    receiver_id = of_the_receiver(site)
    write(site, tried(receiver_id, 500, 204))
    site.clock.move(60)

    page = Browser(site).get("/")

    assert "Accepted, last hour 1 of 2 attempts" in page.main
    assert "median of the last 1" in page.main
    assert "1 of 2 attempts accepted" in page.main
    assert [row[1] for row in page.rows if len(row) == 7] == ["Hosta"], "one row for each delivery"


@pytest.mark.parametrize(("found", "word"), [(FAILING, "failing"), (DISABLED, "disabled")])
def test_a_receiver_that_is_not_well_is_named_at_the_top(site: Site, found: Breaker, word: str) -> None:
    receiver_id = of_the_receiver(site, "Search <indexer>")
    of_the_receiver(site, "good")
    write(site, lambda tx: breakers.put(tx, receiver_id, found, resumes=0))
    site.clock.move(FAILING_S_MAX)

    page = Browser(site).get("/")

    assert f"“Search <indexer>” is {word}. It has never accepted a delivery." in page.main
    assert page.rows[0][0].startswith("Search <indexer>")
    assert page.links["Open receiver"].startswith("/receivers/rcv_")


@pytest.mark.parametrize(("minutes", "problems", "recent"), [(0, 1, 2), (14, 1, 2), (15, 3, 0)])
def test_the_overview_and_health_count_the_same_problems(site: Site, minutes: int, problems: int, recent: int) -> None:
    for name, found in (("one", FAILING), ("two", FAILING), ("gone", DISABLED), ("good", None)):
        receiver_id = of_the_receiver(site, name)
        if found is not None:
            write(site, partial(breakers.put, receiver_id=receiver_id, breaker=found, resumes=0))
    site.clock.move(minutes * 60)

    overview, health = Browser(site).get("/"), Browser(site).get("/health")

    assert len(overview.root.all("li", class_="problem")) == problems
    assert f"{problems} problem" in health.main
    for page in (overview, health):
        assert (f"{recent} receivers failing for less than 15 minutes: one, two." in page.main) == bool(recent)


def test_the_chart_ends_with_the_figure_beside_it(site: Site) -> None:
    of_the_receiver(site)
    site.add()
    site.add()
    write(site, lambda tx: backlog_samples.insert(tx, backlog_samples.BacklogSample(at=NOON, waiting=1)))
    site.clock.move(120)

    page = Browser(site).get("/")

    assert site.get("/api/v1/figures").json()["waiting"] == 2
    assert "From 12:00 to 12:02: backlog at most 2, 2 at the end." in page.html
    assert [one.text for one in page.root.all(class_="times")] == ["12:0012:02"]
    assert "Backlog, since 12:00" in page.main


def test_staff_see_figures_and_no_way_to_what_they_may_not_do(site: Site) -> None:
    site.add()
    of_the_receiver(site)

    page = Browser(site, bundle="staff").get("/")

    assert "Backlog" in page.main
    assert "Add plant" in page.links
    assert "/receivers/new" not in page.links.values()
    assert "/health" not in page.links.values()


def test_a_token_without_deliveries_is_led_to_what_it_may_see(site: Site) -> None:
    page = Browser(site, Scope.PLANTS_READ).get("/")

    assert "can't see deliveries" in page.main
    assert page.links["Plants"] == "/plants"


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
