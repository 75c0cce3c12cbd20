"""The browser of these tests does what a real one would, and no more."""

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


@pytest.mark.both_engines
def test_a_person_signs_in_adds_a_plant_and_finds_it(site: Site) -> None:
    browser = Browser(site)

    page = (
        browser.get("/plants/new").form("/plants/new").fill(name="Aloe “vera” & <b>co</b>").submit("Add to the store")
    )

    assert page.status == 200
    assert "Aloe “vera” & <b>co</b>" in page.main


def test_two_people_have_their_own_cookies(site: Site) -> None:
    one, other = Browser(site), Browser(site, Scope.PLANTS_READ)

    assert "Add plant" in one.get("/plants").links
    assert "Add plant" not in other.get("/plants").links


def test_nobody_fills_in_what_is_not_there(site: Site) -> None:
    form = Browser(site).get("/plants/new").form("/plants/new")

    with pytest.raises(AssertionError, match="no field"):
        form.fill(nam="Rosa")


def test_a_form_of_a_foreign_page_is_refused(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa")
    ticket = form.values["ticket"].encode()
    kind = "application/x-www-form-urlencoded"

    page = browser.post("/plants/new", b"name=Rosa&ticket=" + ticket, kind, origin="http://evil.example")

    assert page.status == 403
    assert site.get("/api/v1/plants").json()["items"] == []
