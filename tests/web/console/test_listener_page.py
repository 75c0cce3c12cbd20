"""The page of a listener, and the listeners on the page of receivers."""

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

LISTENERS = "/api/v1/listeners"


def a_listener(site: Site) -> str:
    """Register a listener that reports on two events, and return its id."""
    for _ in range(2):
        site.add()
    made = site.post(LISTENERS, {"name": "listen on <b>laptop</b>", "start": 1}).json()
    outcomes = [
        {"sequence": 1, "status": 204, "duration_ms": 12},
        {"sequence": 2, "status": None, "duration_ms": 3, "detail": "<i>refused</i>"},
    ]
    assert site.post(f"{LISTENERS}/{made['id']}/outcomes", {"outcomes": outcomes}).status_code == 200
    return str(made["id"])


def test_what_was_reported_is_shown_as_reported(site: Site) -> None:
    id = a_listener(site)
    browser = Browser(site)

    receivers = browser.get("/receivers")
    page = browser.get(f"/listeners/{id}")

    assert receivers.links["listen on <b>laptop</b>"] == f"/listeners/{id}"
    assert "Listeners" in receivers.main
    assert "has not checked what it reports" in page.main
    assert '<a href="/receivers" aria-current="page">' in page.html, "the menu says where this is"
    assert [row[:3] for row in page.rows] == [
        ["2", "No response <i>refused</i>", "–"],
        ["1", "Accepted", "204"],
    ]


def test_without_listeners_the_page_of_receivers_does_not_mention_them(site: Site) -> None:
    assert "Listeners" not in Browser(site).get("/receivers").main


def test_who_may_not_see_receivers_sees_no_listener(site: Site) -> None:
    id = a_listener(site)

    assert Browser(site, Scope.PLANTS_READ).get(f"/listeners/{id}").status == 403
    assert Browser(site).get("/listeners/lsn_x").status == 404


def test_a_listener_is_found_by_its_id_and_linked_from_the_activity(site: Site) -> None:
    id = a_listener(site)
    browser = Browser(site)

    assert browser.get(f"/find?q={id}").path == f"/listeners/{id}"
    assert browser.get("/activity").links[id] == f"/listeners/{id}"
