"""The activity page: who did what, with filters by person, item, action and day, and as a file."""

import re

import pytest

from plantstore.domain.person import Role
from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def shown(browser: Browser, address: str) -> list[str]:
    """Return the items of the rows."""
    return [row[2] for row in browser.get(address).rows]


def test_the_activity_is_filtered_by_person_item_and_day(site: Site) -> None:
    owner, other = Browser.of_person(site, name="Store owner"), Browser.of_person(site, name="other")
    plants = [site.add(status="draft")["id"] for _ in range(2)]
    owner.get(f"/plants/{plants[0]}").form(f"/plants/{plants[0]}/add").submit()
    other.get(f"/plants/{plants[1]}").form(f"/plants/{plants[1]}/add").submit()
    page = owner.get("/activity")
    assert [row[1] for row in page.rows[:2]] == ["other", "Store owner"]

    form = page.form("/activity")
    person = next(id for id, name in people_offered(page.html) if name == "Store owner")
    found = form.fill(person=person).submit()

    assert [row[1] for row in found.rows] == ["Store owner", "Store owner"]
    assert "person: Store owner" in found.main
    assert shown(owner, f"/activity?subject={plants[1]}") == [str(plants[1])]
    assert len(shown(owner, "/activity?since=2026-06-01&until=2026-06-01")) == len(page.rows)
    assert shown(owner, "/activity?since=2026-06-02") == shown(owner, "/activity?until=2026-05-31") == []


def people_offered(html: str) -> list[tuple[str, str]]:
    return re.findall(r'<option value="(per_[0-9a-z]+)"[^>]*>([^<]+)</option>', html)


@pytest.mark.parametrize(
    "query", ["since=yesterday", "until=9999-12-31", "since=2026-02-31", "person=%00", "subject=é"]
)
def test_a_filter_that_cannot_be_read_is_said(site: Site, query: str) -> None:
    page = Browser(site).get(f"/activity?{query}")

    assert page.status == 200
    assert page.root.all("div", role="alert")


def test_the_listed_activity_is_a_file(site: Site) -> None:
    browser = Browser.of_person(site, name="Store owner")
    site.invite(Role.STAFF)
    page = browser.get("/activity?action=signIn")

    table, lines = page.follow("CSV"), page.follow("JSON Lines")

    assert table.answer.headers["content-type"].startswith("text/csv")
    assert table.html.splitlines()[0].endswith("id,time,actor,actor_name,action,subject,detail,person")
    assert [line.count('"action":"signIn"') for line in lines.html.splitlines()] == [1]


def test_only_operators_get_the_file(site: Site) -> None:
    assert Browser(site, bundle="staff").get("/activity/file").status == 403
    assert Browser(site, Scope.OPERATIONS_READ).get("/activity/file").status == 200
