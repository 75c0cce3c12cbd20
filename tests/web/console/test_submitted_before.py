"""A form that is submitted, changed with the back button and submitted again says so, on its own page."""

import pytest

from tests.web.console.browsing import Browser, Form
from tests.web.console.test_replay_pages import a_receiver_with_a_past
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
WORDS = "You already submitted this form with other values."
HOOKS, IMPORTS = "/operational-webhooks/new", "/imports/new"
WEBHOOK = {"url": "http://127.0.0.1:9001/", "name": "First"}
CELLS = "name\tsku\nRosa\tR-1\n"
FORMS: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "plant": ("/plants/new", {"name": "Rosa"}, {"name": "Tulipa"}),
    "view": ("/plants/views/new?missing=price", {"name": "First"}, {"name": "Second"}),
    "token": ("/tokens/new", {"name": "First", "kind": "staff"}, {"name": "Second"}),
    "person": ("/people", {"name": "First", "role": "staff"}, {"name": "Second"}),
    "operational webhook": (HOOKS, WEBHOOK, {"name": "Second"}),
    "list": (IMPORTS, {"cells": CELLS}, {"cells": CELLS.replace("R-1", "R-2")}),
}


def submitted_twice(form: Form, first: dict[str, str], second: dict[str, str]) -> Form:
    """Submit a form, go back, submit it with other values, and return the form that is shown then."""
    assert form.fill(**first).submit().status in (200, 201)

    back = form.fill(**second).submit()

    assert (back.status in (409, 422), WORDS in back.main) == (True, True), back.main
    return back.form(form.action)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_keeps_its_values_and_can_be_submitted_again(site: Site, name: str) -> None:
    address, first, second = FORMS[name]
    page = Browser.of_person(site).get(address)

    form = submitted_twice(page.form(address.partition("?")[0]), first, second)

    field, value = next(iter(second.items()))
    assert form.values[field].split() == value.split()
    assert form.submit().status in (200, 201)


def test_another_receiver_gets_an_event_after_the_back_button(site: Site) -> None:
    first, second = (a_receiver_with_a_past(site)["id"] for _ in range(2))
    event = site.get("/api/v1/events").json()["items"][0]["id"]
    here = f"/events/{event}/send"

    form = submitted_twice(Browser(site).get(here).form(here), {"receiver": first}, {"receiver": second})

    assert form.values["receiver"] == second
    assert "Sending again." in form.submit().text


def test_a_replay_of_other_events_is_not_called_empty(site: Site) -> None:
    receiver = a_receiver_with_a_past(site)["id"]
    here = f"/receivers/{receiver}/replays"
    range_form = Browser(site).get(f"{here}/new?by=sequence&first=1").form(f"{here}/new")
    form = range_form.fill(last="5", only="all").submit("Preview").form(f"{here}/all")
    assert form.submit().status == 200

    back = form.fill(last="2").submit()

    assert (back.status, WORDS in back.main, "Nothing to replay" in back.main) == (409, True, False)
