"""The pages of passkeys: options for browsers, and adding, renaming and removing one's own."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.passkey import CHALLENGE_S_MAX, PASSKEYS_MAX, Passkey
from plantstore.domain.secret import Secret
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.storage.tables import openid
from plantstore.storage.tables import passkeys as stored
from plantstore.web.auth import passkeys
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.console.passkey_holders import (
    FORM,
    KEY,
    STORE,
    a_device,
    add_person,
    ask,
    create,
    send,
    sit_down,
    ticket_of,
)
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


@pytest.fixture
def site(tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    site = Site(tmp_path, clock, ready=lambda: None, base_url=STORE)
    yield site
    site.close()


def passkeys_of(site: Site, person_id: str) -> list[Passkey]:
    return site.run(site.database.read(lambda tx: stored.of_person(tx, person_id)))


def test_a_person_adds_renames_and_removes_a_passkey(site: Site) -> None:
    person = add_person(site)
    browser = sit_down(site, person)

    assert "No passkeys yet" in browser.get("/account/passkeys").main
    form = browser.get("/account/passkeys").form("/account/passkeys/new").submit()
    assert form.form("/account/passkeys").values["passkey_name"] == "Passkey"
    added = create(browser, a_device(), passkey_name="Office PC")
    assert "Your passkey was created." in added.text
    assert added.rows[0][0] == "Office PC On one device"
    [passkey] = passkeys_of(site, person.id)
    renamed = added.form(f"/account/passkeys/{passkey.id}").fill(name="Office <b>PC</b>").submit()
    assert renamed.rows[0][0].startswith("Office <b>PC</b>")
    refused = renamed.form(f"/account/passkeys/{passkey.id}").fill(name=" ").submit()
    assert (refused.status, refused.by_id(f"wrong-{passkey.id}").text != "") == (422, True)
    asked = renamed.follow("Remove Office <b>PC</b>")
    assert "It's your only passkey." in asked.main
    assert asked.form(f"/account/passkeys/{passkey.id}/removal").submit().main.endswith("from now on.")
    assert passkeys_of(site, person.id) == []


def test_a_new_passkey_is_named_after_its_browser(site: Site) -> None:
    browser = sit_down(site, add_person(site))
    agent = "Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0"

    page = browser.get("/account/passkeys").form("/account/passkeys/new")
    browser._client.headers["user-agent"] = agent

    assert page.submit().form("/account/passkeys").values["passkey_name"] == "Firefox on Windows"
    assert create(browser, a_device()).rows[0][0].startswith("Firefox on Windows")


def test_options_to_sign_in_are_the_same_for_everyone_and_name_no_one(site: Site) -> None:
    person = add_person(site)
    create(sit_down(site, person), a_device())

    stranger, holder = (ask(Browser(site, sign_in=False, token=site.operator), "sign-in") for _ in range(2))

    for answer in (stranger, holder):
        assert (answer.status_code, answer.json()["allowCredentials"]) == (200, [])
        assert answer.json().keys() == {"rpId", "challenge", "timeout", "allowCredentials", "userVerification"}
    assert stranger.json()["challenge"] != holder.json()["challenge"]


@pytest.mark.parametrize("planted", ["\u00e9", "short", "x" * 4_000, "A" * 23, "a b", ""])
def test_a_cookie_that_is_not_ours_is_replaced(site: Site, planted: str) -> None:
    cookie = f"{KEY}-passkey={planted}".encode("latin-1")
    headers = {"origin": STORE, "content-type": FORM}

    answer = site.ask(
        "POST",
        "/passkeys/options",
        token=None,
        content=b"purpose=sign-in",
        headers=[*headers.items(), ("cookie", cookie)],
    )

    assert answer.status_code == 200
    assert re.fullmatch(rf"{KEY}-passkey=[A-Za-z0-9_-]{{22}}; .*", answer.headers["set-cookie"])


def test_asking_for_a_challenge_stores_nothing(site: Site) -> None:
    def rows() -> int:
        return site.run(site.database.read(lambda tx: int(tx.execute("SELECT count(*) FROM used_challenges")[0][0])))

    browser = Browser(site, sign_in=False, token=site.operator)
    for _ in range(3):
        assert ask(browser, "sign-in").status_code == 200

    assert rows() == 0
    create(sit_down(site, add_person(site)), a_device())
    assert rows() == 1


def test_options_to_create_are_for_the_person_who_is_signed_in(site: Site) -> None:
    person = add_person(site, email="assistant@shop.example")
    browser, device = sit_down(site, person), a_device()
    create(browser, device)

    options = ask(browser, "create", ticket=ticket_of(browser)).json()

    assert (options["user"]["name"], options["user"]["displayName"]) == ("assistant@shop.example", "Shop assistant")
    assert [one["id"] for one in options["excludeCredentials"]] == [device.create(options)["id"]]
    confirm = ask(browser, "confirm", ticket=ticket_of(browser)).json()
    assert confirm["allowCredentials"] == options["excludeCredentials"]


@pytest.mark.parametrize(
    ("purpose", "signed_in", "ticket", "status", "words"),
    [
        ("create", None, "", 401, "session has ended"),
        ("confirm", None, "", 401, "session has ended"),
        ("create", "person", "wrong", 403, "opened too long ago"),
        ("confirm", "person", "", 403, "opened too long ago"),
        ("create", "token", "own", 403, "signed in with a token"),
        ("confirm", "token", "own", 403, "signed in with a token"),
        ("", None, "", 400, "no such purpose"),
        ("delete", "person", "own", 400, "no such purpose"),
    ],
)
def test_options_are_refused_in_words(
    site: Site, purpose: str, signed_in: str | None, ticket: str, status: int, words: str
) -> None:
    browser = Browser(site, sign_in=signed_in == "token", token=site.operator)
    if signed_in == "person":
        browser = sit_down(site, add_person(site))

    answer = ask(browser, purpose, ticket=ticket_of(browser) if ticket == "own" else ticket)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json")
    assert words in answer.json()["detail"]


def test_a_link_that_does_not_work_gets_no_options_and_guesses_are_counted(site: Site) -> None:
    stranger = Browser(site, sign_in=False, token=site.operator)

    answers = [ask(stranger, "create", key=f"unknown{number}") for number in range(SIGN_INS_MAX + 1)]

    assert [answer.status_code for answer in answers] == [401] * SIGN_INS_MAX + [429]
    assert "already used, or has expired" in answers[0].json()["detail"]
    assert "Too many failed sign-ins" in answers[-1].json()["detail"]
    assert answers[-1].headers["retry-after"]


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:8000", "http://store.example", "https://192.0.2.1"])
def test_without_a_name_the_pages_say_why_there_are_no_passkeys(
    tmp_path: Path, clock: StillClock, base_url: str
) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, base_url=base_url, console_http="anywhere")
    browser = sit_down(site, add_person(site)) if base_url.startswith("http:") else None

    stranger = Browser(site, sign_in=False, token=site.operator)
    answer, door = ask(stranger, "sign-in"), stranger.get("/sign-in")
    assert (answer.status_code, "no passkeys at this address" in answer.json()["detail"]) == (409, True)
    assert "There are no passkeys at this address" in door.main
    assert "Ask an operator for a sign-in link" in door.main
    assert "Sign in with a passkey" not in door.html
    if browser is not None and "127" not in base_url:
        page = browser.get("/account/passkeys")
        assert "There are no passkeys at this address" in page.main
        assert "Add a passkey" not in page.main
    site.close()


def test_adding_and_removing_ask_who_is_there_first(site: Site) -> None:
    person, device = add_person(site), a_device()
    browser = sit_down(site, person)
    create(browser, device)
    [passkey] = passkeys_of(site, person.id)
    ticket = ticket_of(browser)
    made = json.dumps(a_device(credential_id=b"another").create(ask(browser, "create", ticket=ticket).json()))
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    for path in ("/account/passkeys/new", "/account/passkeys", f"/account/passkeys/{passkey.id}/removal"):
        asked = send(browser, path, ticket=ticket, passkey=made, name="Mine")
        assert (asked.status, "Confirm it's you" in asked.main) == (401, True)
    assert len(passkeys_of(site, person.id)) == 1


CASES = ("another browser", "another person", "another purpose", "too late", "sent twice", "another origin")


@pytest.mark.parametrize("case", [*CASES, "no user verified", "not a credential", "nothing"])
def test_a_passkey_that_was_not_made_here_and_now_is_not_added(site: Site, case: str) -> None:
    person, device = add_person(site), a_device()
    browser, ticket = sit_down(site, person), ""
    ticket = ticket_of(browser)
    options = ask(browser, "create", ticket=ticket).json()
    expected, words = 0, passkeys.REFUSED
    if case == "another browser":
        browser, words = sit_down(site, person), passkeys.TOO_LATE
        ticket = ticket_of(browser)
    elif case == "another person":
        cookie = browser.cookies[f"{KEY}-passkey"]
        browser, words = sit_down(site, add_person(site, "Other")), passkeys.TOO_LATE
        browser.cookies.set(f"{KEY}-passkey", cookie, domain="store.example")
        ticket = ticket_of(browser)
    elif case == "another purpose":
        options["challenge"] = ask(browser, "confirm", ticket=ticket).json()["challenge"]
        words = passkeys.TOO_LATE
    elif case == "too late":
        site.clock.move(CHALLENGE_S_MAX)
        words = "Confirm it's you"
    elif case == "sent twice":
        send(browser, "/account/passkeys", passkey=json.dumps(device.create(options)), ticket=ticket)
        device.credential_id, expected, words = b"another", 1, passkeys.TOO_LATE
    elif case == "another origin":
        device.origin = "http://localhost:8000"
    elif case == "no user verified":
        device.flags = 1
    sent = json.dumps(device.create(options))
    sent = {"not a credential": "{}", "nothing": ""}.get(case, sent)

    page = send(browser, "/account/passkeys", passkey=sent, ticket=ticket)

    assert (page.status, words in page.main) == (401 if case == "too late" else 422, True), page.main
    assert len(passkeys_of(site, person.id)) == expected


def test_one_passkey_more_than_fits_is_refused(site: Site) -> None:
    browser = sit_down(site, add_person(site))
    for number in range(PASSKEYS_MAX):
        page = create(browser, a_device(credential_id=bytes([number]) * 16), passkey_name=f"Number {number}")

    assert f"You have {PASSKEYS_MAX} passkeys" in page.main
    assert "Add a passkey" not in page.main
    refused = ask(browser, "create", ticket=ticket_of(browser))
    assert (refused.status_code, refused.json()["detail"]) == (409, passkeys.FULL)


def test_a_person_sees_and_changes_only_their_own(site: Site) -> None:
    owner, other = add_person(site), add_person(site, "Other")
    create(sit_down(site, owner), a_device(), passkey_name="Secret name")
    [passkey] = passkeys_of(site, owner.id)
    browser = sit_down(site, other)
    ticket, address = ticket_of(browser), f"/account/passkeys/{passkey.id}"

    assert "Secret name" not in browser.get("/account/passkeys").text
    assert browser.get(f"{address}/removal").status == 404
    assert send(browser, f"{address}/removal", ticket=ticket).status == 404
    assert send(browser, address, ticket=ticket, name="Mine").status == 404
    assert passkeys_of(site, owner.id) == [passkey]


def test_the_page_that_removes_the_only_passkey_knows_of_other_ways(tmp_path: Path, clock: StillClock) -> None:
    provider: dict[str, Any] = {
        "openid_issuer": "https://login.shop.example",
        "openid_client_id": "plants",
        "openid_client_secret": Secret("s"),
    }
    site = Site(tmp_path, clock, ready=lambda: None, base_url=STORE, **provider)
    person = add_person(site)
    browser = sit_down(site, person)
    create(browser, a_device(), passkey_name="Phone")
    asked = browser.get("/account/passkeys").follow("Remove Phone")
    site.write(lambda tx: openid.link_person(tx, "https://login.shop.example", "17", person.id))

    again = browser.get("/account/passkeys").follow("Remove Phone")

    assert "It's your only passkey. Without it, you need a new sign-in link each time" in asked.main
    assert "You can still sign in with your company account." in again.main
    site.close()


def test_somebody_with_a_token_is_told_to_sign_in_as_themselves(site: Site) -> None:
    browser = Browser(site)

    assert "You're signed in with a token" in browser.get("/account/passkeys").main
    ticket = ticket_of(browser)
    assert "Sign in as yourself" in send(browser, "/account/passkeys/new", ticket=ticket).main
    assert send(browser, "/account/passkeys", ticket=ticket, passkey="{}").status == 404


def test_what_is_done_with_passkeys_is_recorded(site: Site) -> None:
    person = add_person(site)
    create(sit_down(site, person), a_device(), passkey_name="Phone")

    [found] = site.get("/api/v1/activity", params={"action": "addPasskey"}).json()["items"]

    assert (found["actor"], found["actor_name"], found["detail"]) == (person.id, "Shop assistant", "Phone")
    assert "Add passkey" in Browser(site).get("/activity").main


def test_the_account_and_the_list_of_people_say_how_many_there_are(site: Site) -> None:
    person = add_person(site)
    browser = sit_down(site, person)
    assert "None yet: you sign in with links. Add a passkey" in browser.get("/account").main
    create(browser, a_device(), passkey_name="Phone")

    assert "Phone created" in browser.get("/account").main
    assert "Your passkeys" in browser.get("/account").follow("Manage passkeys").title
    assert site.get(f"/api/v1/people/{person.id}").json()["passkeys"] == 1
    [row] = Browser(site).get("/people").rows
    assert row[2] == "1 passkey on 1 device"
