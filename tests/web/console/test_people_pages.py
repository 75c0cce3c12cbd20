"""People & access, a person's page, and your account."""

import re

import pytest

from plantstore.domain.person import Role
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.tables import people as stored
from plantstore.web.auth import people
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

LINK = re.compile(r"/sign-in\?key=([A-Za-z0-9_-]{43})")
SCRIPT = '<script>alert("1")</script>'


@pytest.fixture
def owner(site: Site) -> Browser:
    return Browser.of_person(site, name="Store owner")


def link_in(page: Page) -> str:
    [key] = set(LINK.findall(page.html))
    return f"/sign-in?key={key}"


def id_of(site: Site, name: str) -> str:
    [person] = site.run(site.database.read(lambda tx: stored.named(tx, name, limit=2)))
    return person.id


def test_an_operator_invites_a_person_whose_link_is_shown_once(site: Site, owner: Browser) -> None:
    made = owner.get("/people").form("/people").fill(name="Buyer", email="buyer@shop.example", role="staff").submit()

    address = link_in(made)
    assert "It isn't shown again" in made.main and "Buyer" in made.main
    listed = owner.get("/people")
    assert LINK.findall(listed.html) == []
    assert any("Buyer buyer@shop.example" in row[0] and "Staff" in row[1] for row in listed.rows)
    arrived = Browser(site, sign_in=False).get(address).form("/sign-in").submit()
    assert arrived.path == "/"


def test_the_list_shows_roles_devices_and_when_people_were_last_seen(site: Site, owner: Browser) -> None:
    site.invite(Role.STAFF, name="New colleague")
    Browser.of_person(site, Role.STAFF, name="Former colleague")
    former = id_of(site, "Former colleague")
    site.write(lambda tx: people.deactivate(tx, former, by=None))

    names = ("Store owner", "New colleague", "Former colleague")
    rows = {name: row[1:4] for row in owner.get("/people").rows for name in names if row[0].endswith(name)}

    assert rows["Store owner"][:2] == ["Operator", "links on 1 device"]
    assert rows["New colleague"][:2] == ["Staff", "links not signed in"] and "Invited" in rows["New colleague"][2]
    assert rows["Former colleague"] == ["Staff", "links not signed in", "Deactivated"]


def test_what_is_wrong_stands_next_to_its_field(owner: Browser) -> None:
    page = owner.get("/people").form("/people").fill(name="", email="buyer").submit()

    assert page.status == 422
    assert page.wrong("name") and page.wrong("email")
    assert page.form("/people").values["email"] == "buyer"


def test_an_integrator_is_limited_to_the_chosen_receivers(site: Site, owner: Browser) -> None:
    own, other = site.register(name="web shop")["id"], site.register(name="printer")["id"]

    form = owner.get("/people").form("/people").fill(name="Web agency", role="integrator", limited=True)
    page = Browser(site, sign_in=False).get(link_in(form.fill(receivers=own).submit())).form("/sign-in").submit()

    browser = page.browser
    assert page.path == f"/receivers/{own}"
    assert browser.get(f"/receivers/{other}").status == 404
    assert "printer" not in browser.get("/receivers").html
    assert browser.get("/plants").status == 403


def test_with_several_receivers_an_integrator_starts_at_the_list(site: Site, owner: Browser) -> None:
    ids = [site.register(name=name)["id"] for name in ("web shop", "printer", "newsletter")]
    chosen = frozenset(one for id in ids[:2] if (one := parse_receiver(id)) is not None)

    browser = Browser.of_person(site, Role.INTEGRATOR, receiver_ids=chosen)

    assert browser.get("/").path == "/"
    for address in ("/", "/receivers", "/deliveries"):
        assert "newsletter" not in browser.get(address).html, address
    assert "printer" in browser.get("/deliveries").html, "they choose between their receivers"


def test_a_person_is_changed_on_their_page(site: Site, owner: Browser) -> None:
    browser = Browser.of_person(site, Role.STAFF, name="Buyer")
    address = f"/people/{id_of(site, 'Buyer')}"

    page = owner.get(address).form(address).fill(name="Head buyer", role="operator", email="b@shop.example").submit()

    assert "“Head buyer” was saved." in page.main
    assert browser.get("/people").status == 200


def test_the_last_operator_is_neither_demoted_nor_deactivated(site: Site, owner: Browser) -> None:
    address = f"/people/{id_of(site, 'Store owner')}"

    demoted = owner.get(address).form(address).fill(role="staff").submit()
    deactivated = owner.get(f"{address}/deactivation").form(f"{address}/deactivation").submit()

    assert "last active operator" in demoted.main and demoted.status == 422
    assert "last active operator" in deactivated.main and deactivated.status == 409
    assert owner.get("/people").status == 200


def test_a_deactivated_person_is_out_and_may_come_back(site: Site, owner: Browser) -> None:
    browser = Browser.of_person(site, Role.STAFF, name="Buyer")
    address = f"/people/{id_of(site, 'Buyer')}"

    page = owner.get(address).follow("Deactivate").form(f"{address}/deactivation").submit()

    assert "deactivated and signed out everywhere" in page.main
    assert browser.get("/plants").path.startswith("/sign-in")
    again = page.form(f"{address}/reactivation").submit().form(f"{address}/link").submit()
    assert Browser(site, sign_in=False).get(link_in(again)).form("/sign-in").submit().path == "/"


def test_an_operator_signs_a_person_out_on_one_device_or_everywhere(site: Site, owner: Browser) -> None:
    browser = Browser.of_person(site, Role.STAFF, name="Buyer")
    address = f"/people/{id_of(site, 'Buyer')}"

    [one, every] = [
        form for form in owner.get(address).forms if form.action.endswith("/sign-out") and len(form.values)
    ][-2:]
    page = one.submit()

    assert "Signed out on that device." in page.main
    assert browser.get("/plants").path.startswith("/sign-in")
    assert "Not signed in anywhere." in page.main
    assert "Signed out on 0 devices." in every.submit("Sign out everywhere").main


def test_a_token_of_a_person_is_made_on_their_page(site: Site, owner: Browser) -> None:
    Browser.of_person(site, Role.STAFF, name="Buyer")
    address = f"/people/{id_of(site, 'Buyer')}"

    form = owner.get(address).follow("New token").form("/tokens/new").fill(name="script", kind="operator")
    assert "lacks" in form.submit().main
    made = form.fill(kind="staff").submit()

    [text] = set(re.findall(r"pst_[0-9A-Za-z]{36}", made.html))
    assert "script" in owner.get(address).main
    site.add(name="Rosa")
    assert site.ask("PATCH", "/api/v1/plants/1", json={"tag": "rose"}, token=text).status_code == 200
    history = site.get("/api/v1/plants/1/history").json()["items"]
    assert history[0]["actor_name"] == "script (Buyer)"
    owner.get(f"{address}/deactivation").form(f"{address}/deactivation").submit()
    assert site.get("/api/v1/plants", token=text).status_code == 401


def test_people_see_and_end_their_own_sessions(site: Site) -> None:
    browser = Browser.of_person(site, Role.STAFF, name="Buyer")

    page = browser.get("/account")
    assert "Where you're signed in" in page.main and "this one" in page.main
    saved = page.form("/account").fill(name="Head buyer").submit()
    assert "Your account was saved." in saved.main and "Head buyer" in saved.text
    assert browser.get("/people").status == 403
    [_, everywhere] = [form for form in saved.forms if form.action == "/account/sign-out"]
    assert everywhere.submit("Sign out everywhere").path == "/sign-in"


def test_a_token_has_an_account_without_devices(site: Site) -> None:
    page = Browser(site, bundle="staff").get("/account")

    assert "not as a person" in page.main
    assert [form.action for form in page.forms if form.action.startswith("/account")] == []


def test_the_names_of_people_are_shown_as_text(site: Site, owner: Browser) -> None:
    site.invite(Role.STAFF, name=SCRIPT)
    address = f"/people/{id_of(site, SCRIPT)}"

    for path in ("/people", address, f"{address}/deactivation"):
        assert SCRIPT not in owner.get(path).html


@pytest.mark.parametrize("bundle", ["staff", "integrator"])
def test_only_operators_see_people(site: Site, owner: Browser, bundle: str) -> None:
    browser = Browser.of_person(site, Role(bundle))
    address = f"/people/{id_of(site, 'Store owner')}"

    assert [browser.get(path).status for path in ("/people", address, f"{address}/deactivation")] == [403] * 3
    assert "/people" not in browser.get("/").html


def test_a_token_that_may_not_manage_people_still_manages_tokens(site: Site) -> None:
    browser = Browser(site, Scope.TOKENS_WRITE)

    page = browser.get("/tokens")

    assert page.status == 200 and "/people" not in page.html
