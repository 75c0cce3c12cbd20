"""Quiet hours on the pages of a channel and of a person, and under Your account."""

import pytest

from plantstore.domain.person import Role
from plantstore.domain.token import Scope
from plantstore.storage.tables import people as stored
from tests.web.api.test_incidents_api import CHANNEL, QUIET
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
CHANNELS = "/api/v1/alert-channels"
ALL_DAY = {"from": "12:00", "until": "11:59"}  # the clock of the tests stands at noon of a Monday, UTC
EVENING = {"from": "19:00", "until": "07:30", "days": ["monday", "tuesday", "wednesday", "thursday", "friday"]}


def set_quiet_hours(site: Site, scope: str, **hours: object) -> None:
    assert site.ask("PUT", f"{QUIET}/{scope}", json=hours).status_code == 200


def quiet_hours(site: Site) -> dict[str, dict[str, object]]:
    return {one.pop("scope"): one for one in site.get(QUIET).json()["items"]}


def id_of(site: Site, name: str) -> str:
    [person] = site.run(site.database.read(lambda tx: stored.named(tx, name, limit=2)))
    return person.id


@pytest.fixture
def channel(site: Site) -> str:
    return str(site.post(CHANNELS, CHANNEL).json()["id"])


def test_a_channel_gets_quiet_hours_of_its_own_and_loses_them(site: Site, channel: str) -> None:
    browser, here = Browser(site), f"/alerts/channels/{channel}"
    page = browser.get(here)
    assert "There are no quiet hours: messages are sent at any time." in page.main

    saved = page.form(f"{here}/quiet-hours").fill(quiet=True, critical=False, **ALL_DAY).submit()
    without_monday = saved.form(f"{here}/quiet-hours").fill(days=False).submit()

    assert "The quiet hours were saved." in saved.text
    assert "Quiet now until 11:59. Nothing is sent, not even critical problems." in saved.main
    assert "Not quiet now." in without_monday.main
    stored_hours = quiet_hours(site)[channel]
    assert (stored_hours["from"], stored_hours["critical_through"]) == ("12:00", False)
    assert stored_hours["days"] == ["tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    removed = saved.form(f"{here}/quiet-hours").fill(quiet=False).submit()
    assert "has no quiet hours of its own now." in removed.text
    assert quiet_hours(site) == {}


def test_the_page_of_a_channel_says_whose_quiet_hours_count(site: Site) -> None:
    Browser.of_person(site, name="Ada")
    ada, here = id_of(site, "Ada"), "/alerts/channels/"
    channel = site.post(CHANNELS, CHANNEL | {"person_id": ada}).json()["id"]
    browser = Browser(site)

    set_quiet_hours(site, "store", **EVENING)
    of_store = browser.get(here + channel).main
    set_quiet_hours(site, ada, **ALL_DAY)
    of_person = browser.get(here + channel).main
    set_quiet_hours(site, channel, **EVENING)
    own = browser.get(here + channel).main

    assert "Not quiet now. The quiet hours of the store count: 19:00 to 07:30, Monday to Friday." in of_store
    assert "Quiet now until 11:59. Critical problems are sent. The quiet hours of Ada count" in of_person
    assert "Not quiet now." in own and "count: " not in own


@pytest.mark.parametrize("page", ["channel", "person", "account", "store"])
def test_what_is_wrong_is_shown_at_its_field_and_nothing_is_saved(site: Site, channel: str, page: str) -> None:
    browser = Browser.of_person(site, name="Ada")
    ada = f"/people/{id_of(site, 'Ada')}"
    here = {"channel": f"/alerts/channels/{channel}", "person": ada, "account": "/account", "store": "/alerts"}[page]

    form = browser.get(here).form(f"{here}/quiet-hours").fill(quiet=True, **{"from": "19:00", "until": "19:00"})
    refused = form.submit()
    no_time = browser.get(here).form(f"{here}/quiet-hours").fill(quiet=True, **{"from": ""}).submit()

    assert (refused.status, refused.wrong("until")) == (422, "Quiet hours need two different times.")
    assert refused.form(f"{here}/quiet-hours").values["from"] == "19:00"
    assert (no_time.status, no_time.wrong("from")) == (422, "Use a time such as 19:30.")
    assert quiet_hours(site) == {}
    if page in ("person", "account"):
        assert refused.form(here).values["name"] == "Ada", "the other form of the page keeps its values"


def test_quiet_hours_need_a_day(site: Site, channel: str) -> None:
    browser, here = Browser(site), f"/alerts/channels/{channel}"
    set_quiet_hours(site, channel, **ALL_DAY, days=["monday"])

    refused = browser.get(here).form(f"{here}/quiet-hours").fill(days=False).submit()

    assert refused.status == 422
    assert "Name at least one day." in refused.by_id("w-days").text
    assert quiet_hours(site)[channel]["days"] == ["monday"]


def test_an_operator_sets_the_quiet_hours_of_a_person(site: Site) -> None:
    owner = Browser.of_person(site, name="Owner")
    Browser.of_person(site, Role.INTEGRATOR, name="Ada")
    here = f"/people/{id_of(site, 'Ada')}"

    saved = owner.get(here).form(f"{here}/quiet-hours").fill(quiet=True, **ALL_DAY).submit()

    assert "Quiet now until 11:59. Critical problems are sent." in saved.main
    removed = saved.form(f"{here}/quiet-hours").fill(quiet=False).submit()
    assert "“Ada” has no quiet hours of their own now." in removed.text
    rows = owner.get("/activity").rows
    assert ["Set quiet hours" in " ".join(row) or "Remove quiet hours" in " ".join(row) for row in rows[:2]] == [
        True
    ] * 2
    assert "12:00 to 11:59" in " ".join(rows[1])


def test_people_set_their_own_quiet_hours_if_they_may(site: Site) -> None:
    operator, staff = Browser.of_person(site, name="Ada"), Browser.of_person(site, Role.STAFF, name="Ben")

    saved = operator.get("/account").form("/account/quiet-hours").fill(quiet=True, **ALL_DAY).submit()

    assert "Quiet now until 11:59." in saved.main
    assert quiet_hours(site).keys() == {id_of(site, "Ada")}
    assert "Quiet hours" not in staff.get("/account").main


def test_who_only_reads_sees_the_state_and_no_button(site: Site, channel: str) -> None:
    page = Browser(site, Scope.OPERATIONS_READ).get(f"/alerts/channels/{channel}")

    assert "There are no quiet hours" in page.main
    assert "Save quiet hours" not in page.main
