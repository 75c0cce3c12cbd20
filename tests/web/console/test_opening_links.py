"""One-time links of people in a browser: the first person, invitations, staying signed in, and confirming who it is."""

import httpx
import pytest

from plantstore.domain.person import Role
from plantstore.domain.session import REMEMBERED_S_MAX, SESSION_IDLE_S_MAX, SESSION_S_MAX, LinkKind
from plantstore.domain.token import BUNDLES
from plantstore.storage.tables import people as stored
from plantstore.web.auth import people, sessions, tokens
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

CLICK = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def owners_link(site: Site) -> str:
    """Return the address of the link that the program prints when it starts."""
    made = site.write(
        lambda tx: tokens.create(
            tx,
            ids=site.dependencies.ids,
            random_bytes=site.random_bytes,
            name="operator",
            scopes=BUNDLES["operator"],
            is_endless=True,
            creator=None,
        )
    )
    answer = site.post("/api/v1/sign-in-links", {}, token=made.text.reveal())
    return str(answer.json()["url"]).removeprefix(site.settings.console_url)


def new_link(site: Site, person_id: str, kind: LinkKind = LinkKind.RECOVERY) -> str:
    made = site.write(lambda tx: people.make_link(tx, person_id, kind=kind, random_bytes=site.random_bytes, by=None))
    return made.key.reveal()


def opened(site: Site, address: str) -> Page:
    return Browser(site, sign_in=False).get(address, **CLICK)


def test_the_owners_link_of_a_new_store_asks_for_a_name_and_makes_an_operator(site: Site) -> None:
    address = owners_link(site)
    page = opened(site, address)

    assert "You're the first person in this store" in page.main
    assert page.root.all("time")[0].attributes["data-age"] == "due", "the link ends in the future"
    assert opened(site, address).status == 200, "opening it uses nothing up"
    assert page.form("/sign-in").fill(name=" ").submit().wrong("name")
    arrived = page.form("/sign-in").fill(name="Store owner").submit()

    assert arrived.path == "/"
    assert "Store owner" in arrived.root.all("details", class_="menu")[0].text
    [first] = site.run(site.database.read(lambda tx: stored.page(tx, stored.PersonFilter(), limit=9)))
    assert (first.name, first.role) == ("Store owner", Role.OPERATOR)
    assert opened(site, address).status == 401


def test_two_who_open_the_first_link_at_once_become_one_person(site: Site) -> None:
    address = owners_link(site)
    one, other = opened(site, address), opened(site, address)

    assert one.form("/sign-in").fill(name="one").submit().path == "/"
    assert other.form("/sign-in").fill(name="other").submit().status == 401
    assert site.run(site.database.read(stored.count)) == 1


def test_later_the_owners_link_signs_in_the_operator_right_away(site: Site) -> None:
    site.invite(Role.OPERATOR, name="Store owner")

    arrived = opened(site, owners_link(site))

    assert "Store owner" in arrived.root.all("details", class_="menu")[0].text


def test_an_invitation_is_accepted_with_a_form(site: Site) -> None:
    inviter = Browser.of_person(site, name="Store owner")
    person, key = site.invite(Role.STAFF, name="New colleague")
    address = f"/sign-in?key={key}"

    page = opened(site, address)
    assert "has invited you to this Plant Store as Staff" in page.main
    assert opened(site, address).status == 200, "a preview uses nothing up"
    assert page.form("/sign-in").values["name"] == "New colleague"
    arrived = page.form("/sign-in").fill(name="Shop assistant").submit()

    assert "Shop assistant" in arrived.root.all("details", class_="menu")[0].text
    assert "Staff" in arrived.root.all("details", class_="menu")[0].text
    again = opened(site, address)
    assert (again.status, "already used" in again.main) == (401, True)
    assert site.run(site.database.read(lambda tx: people.find(tx, person.id))).last_seen_at is not None
    assert inviter.get("/").status == 200


def test_an_invitation_is_declined_with_a_form(site: Site) -> None:
    person, key = site.invite(Role.STAFF, name="New colleague")
    address = f"/sign-in?key={key}"

    assert Browser(site, sign_in=False).get(f"/sign-in/decline?key={key}").status in (404, 405)
    page = opened(site, address).form("/sign-in/decline").submit()

    assert "You declined the invitation." in page.html
    again = opened(site, address)
    assert (again.status, "already used" in again.main) == (401, True)
    [row] = site.get("/api/v1/activity?action=declineInvitation").json()["items"]
    assert (row["actor_name"], row["subject"], row["person"]) == ("New colleague", person.id, person.id)
    found = site.get(f"/api/v1/people/{person.id}").json()
    assert (found["state"], found["link"]) == ("invited", None)


@pytest.mark.parametrize("kind", [LinkKind.RECOVERY, LinkKind.SIGN_IN])
def test_only_an_invitation_is_declined(site: Site, kind: LinkKind) -> None:
    person, _ = site.invite(Role.STAFF)
    key = new_link(site, person.id, kind)

    page = opened(site, f"/sign-in?key={key}")
    assert not [form for form in page.forms if form.action == "/sign-in/decline"]
    body, media_type = f"key={key}".encode(), "application/x-www-form-urlencoded"
    for wrong in (body, b"key=wrong", b""):
        refused = Browser(site, sign_in=False).post("/sign-in/decline", wrong, media_type)
        assert (refused.status, "already used" in refused.main) == (401, True)

    assert opened(site, f"/sign-in?key={key}").status == 200
    assert site.get("/api/v1/activity?action=declineInvitation").json()["items"] == []


def test_a_name_that_is_wrong_uses_no_invitation_up(site: Site) -> None:
    _, key = site.invite(Role.STAFF)

    page = opened(site, f"/sign-in?key={key}").form("/sign-in").fill(name="x" * 101).submit()

    assert (page.status, bool(page.wrong("name"))) == (422, True)
    assert page.form("/sign-in").fill(name="x").submit().path == "/"


def test_a_recovery_link_names_the_person_and_keeps_the_name(site: Site) -> None:
    person, _ = site.invite(Role.STAFF, name="Buyer")

    page = opened(site, f"/sign-in?key={new_link(site, person.id)}")

    assert "as Buyer (Staff)" in page.main
    assert "name" not in page.form("/sign-in").values
    assert page.form("/sign-in").submit().path == "/"


@pytest.mark.parametrize("stays", [True, False])
def test_staying_signed_in_is_a_choice(site: Site, stays: bool) -> None:
    person, key = site.invite(Role.STAFF)
    browser = Browser(site, sign_in=False)

    answer = browser.get(f"/sign-in?key={key}", **CLICK).form("/sign-in").fill(remember=stays).submit()

    assert answer.status == httpx.codes.OK
    site.clock.move(SESSION_IDLE_S_MAX)
    assert (browser.get("/").path == "/") is stays
    site.clock.move(REMEMBERED_S_MAX - SESSION_IDLE_S_MAX)
    assert browser.get("/").path == "/sign-in"
    found = site.run(site.database.read(lambda tx: people.open_sessions(tx, person.id)))
    assert found == []


def test_the_cookie_lasts_as_long_as_the_session_can(site: Site) -> None:
    ages = []
    for extra in ("", "&remember=yes"):
        _, key = site.invite(Role.STAFF)
        headers = {"origin": site.settings.public_url, "content-type": "application/x-www-form-urlencoded"}
        answer = site.ask("POST", "/sign-in", token=None, content=f"key={key}{extra}".encode(), headers=headers)
        ages.append(answer.headers["set-cookie"].partition("Max-Age=")[2].partition(";")[0])

    assert ages == [str(SESSION_S_MAX), str(REMEMBERED_S_MAX)]


def test_the_browser_is_noted_for_the_list_of_sessions(site: Site) -> None:
    person, key = site.invite(Role.STAFF)
    form = f"key={key}".encode()

    Browser(site, sign_in=False).post("/sign-in", form, "application/x-www-form-urlencoded", **{"user-agent": FIREFOX})

    [(_, session)] = site.run(site.database.read(lambda tx: people.open_sessions(tx, person.id)))
    assert session.device == "Firefox on Linux"


def test_guessing_links_is_limited_like_guessing_tokens(site: Site) -> None:
    statuses = [opened(site, f"/sign-in?key=guess{number}").status for number in range(SIGN_INS_MAX + 1)]

    assert statuses == [401] * SIGN_INS_MAX + [429]


@pytest.mark.parametrize("ended", ["deactivated", "used", "unknown"])
def test_every_link_that_does_not_work_gets_the_same_answer(site: Site, ended: str) -> None:
    Browser.of_person(site)
    person, key = site.invite(Role.STAFF)
    if ended == "used":
        opened(site, f"/sign-in?key={key}").form("/sign-in").submit()
    elif ended == "deactivated":
        site.write(lambda tx: people.deactivate(tx, person.id, by=None))
    else:
        key = "x" * 43

    page = opened(site, f"/sign-in?key={key}")

    assert page.status == 401
    assert "This link was already used, or has expired." in page.main
    assert person.name not in page.main


def test_a_sensitive_action_asks_a_person_for_a_new_link_and_keeps_the_form(site: Site) -> None:
    browser = Browser.of_person(site, name="Store owner")
    me = site.run(site.database.read(lambda tx: stored.named(tx, "Store owner", limit=1)))[0]
    other, _ = site.invite(Role.STAFF)
    site.clock.move(600)

    asked = browser.get("/tokens/new").form("/tokens/new").fill(name="sync", kind="staff").submit()
    assert "Paste a new sign-in link of yours" in asked.main
    wrong = asked.form("/tokens/new").fill(again_token=new_link(site, other.id)).submit()
    assert "isn't yours" in wrong.main
    link = f"{site.settings.public_url}/sign-in?key={new_link(site, me.id)}"
    done = wrong.form("/tokens/new").fill(again_token=link).submit()

    assert done.status == 200 and "sync" in done.main and "pst_" in done.main
    assert browser.get("/").status == 200


def test_a_role_that_changes_takes_effect_with_the_next_page(site: Site) -> None:
    Browser.of_person(site)
    browser = Browser.of_person(site, Role.OPERATOR, name="other")
    me = site.run(site.database.read(lambda tx: stored.named(tx, "other", limit=1)))[0]
    assert browser.get("/tokens").status == 200

    change = people.PersonPatch(role=Role.STAFF)
    site.write(lambda tx: people.change(tx, me.id, change, by=None))

    assert browser.get("/tokens").status == 403
    site.write(lambda tx: people.deactivate(tx, me.id, by=None))
    assert browser.get("/plants").path == "/sign-in?next=%2Fplants"


def test_a_key_is_found_in_what_a_person_copies(site: Site) -> None:
    assert sessions.key_in("http://localhost:8000/sign-in?key=abc ") == sessions.key_in("abc") == "abc"
