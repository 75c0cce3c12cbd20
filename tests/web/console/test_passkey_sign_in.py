"""Signing in, confirming and joining with a passkey: the right one here and now, and no other."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.passkey import CHALLENGE_S_MAX
from plantstore.domain.person import Role
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX, REMEMBERED_S_MAX, LinkKind, SignInWay
from plantstore.storage.tables import activity, people
from plantstore.storage.tables import passkeys as stored
from plantstore.web.auth import passkeys, sessions
from plantstore.web.auth import people as commands
from plantstore.web.console.forms import PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.kept_forms import unfold
from plantstore.web.console.sign_in_throttle import SIGN_INS_MAX
from tests.still_clock import StillClock
from tests.web.auth.software_authenticator import PRESENT, SoftwareAuthenticator
from tests.web.console.browsing import Page
from tests.web.console.passkey_holders import (
    KEY,
    STORE,
    a_device,
    a_stranger,
    add_person,
    ask,
    holder,
    send,
    sign_in,
    sit_down,
    ticket_of,
)
from tests.web.console.test_opening_links import owners_link
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


@pytest.fixture
def site(tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    site = Site(tmp_path, clock, ready=lambda: None, base_url=STORE)
    yield site
    site.close()


def problem(page: Page) -> str:
    return " ".join(one.text for one in page.root.all("div", role="alert"))


def set_cookies(page: Page) -> dict[str, str]:
    return dict(line.split("=", 1) for line in page.answer.headers.get_list("set-cookie"))


def test_a_person_signs_in_without_typing_anything(site: Site) -> None:
    person, device = holder(site)
    browser = a_stranger(site)

    page = sign_in(browser, device, next="/plants")

    assert (page.status, page.path) == (200, "/plants")
    opened = site.run(site.database.read(lambda tx: sessions.find(tx, browser.cookies[KEY])))
    assert opened is not None
    assert (opened.token.person_id, opened.session.way, opened.session.remembered) == (
        person.id,
        SignInWay.PASSKEY,
        False,
    )
    [passkey] = site.run(site.database.read(lambda tx: stored.of_person(tx, person.id)))
    assert passkey.last_used_at == site.clock.now()


def test_a_session_gets_a_new_key_and_ends_the_one_before(site: Site) -> None:
    person, device = holder(site)
    browser = sit_down(site, person)
    before = browser.cookies[KEY]

    sign_in(browser, device)
    stranger = a_stranger(site)
    stranger.cookies.set(KEY, "chosen-by-a-stranger", domain="store.example")
    sign_in(stranger, device)

    assert browser.cookies[KEY] != before
    assert site.run(site.database.read(lambda tx: sessions.find(tx, before))) is None
    assert stranger.cookies[KEY] != "chosen-by-a-stranger"


def test_a_person_may_stay_signed_in_on_a_device(site: Site) -> None:
    _, device = holder(site)
    browser = a_stranger(site)
    options = ask(browser, "sign-in").json()

    answer = browser._send(
        "/sign-in",
        f"remember=yes&passkey={json.dumps(device.get(options))}".encode(),
        "application/x-www-form-urlencoded",
    )

    assert f"Max-Age={REMEMBERED_S_MAX}" in answer.headers["set-cookie"]


CASES = {
    "unknown": passkeys.REFUSED,
    "removed": passkeys.REFUSED,
    "of a deactivated person": passkeys.REFUSED,
    "with the handle of another person": passkeys.REFUSED,
    "another key": passkeys.REFUSED,
    "another origin": passkeys.REFUSED,
    "another RP ID": passkeys.REFUSED,
    "no user verified": passkeys.REFUSED,
    "malformed": passkeys.REFUSED,
    "a challenge of another browser": passkeys.TOO_LATE,
    "a challenge to confirm": passkeys.TOO_LATE,
    "an own challenge": passkeys.TOO_LATE,
    "an expired challenge": passkeys.TOO_LATE,
    "a used challenge": passkeys.TOO_LATE,
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_the_right_passkey_here_and_now_is_refused(site: Site, case: str) -> None:
    person, device = holder(site)
    browser = a_stranger(site)
    options: dict[str, Any] = ask(browser, "sign-in").json()
    if case == "unknown":
        device.credential_id = b"unknown"
    elif case == "removed":
        [passkey] = site.run(site.database.read(lambda tx: stored.of_person(tx, person.id)))
        site.write(lambda tx: stored.delete(tx, passkey.id))
    elif case == "of a deactivated person":
        site.write(lambda tx: people.update(tx, replace(person, deactivated_at=tx.now)))
    elif case == "with the handle of another person":
        device.handle = holder(site, name="Other")[1].handle
    elif case == "another key":
        device.key = a_device().key
    elif case == "another origin":
        device.origin = "http://localhost:9000"
    elif case == "another RP ID":
        device.rp_id = "example"
    elif case == "no user verified":
        device.flags = PRESENT
    elif case == "a challenge of another browser":
        options = ask(a_stranger(site), "sign-in").json()
    elif case == "a challenge to confirm":
        mine = sit_down(site, person)
        options = ask(mine, "confirm", ticket=ticket_of(mine)).json()
        browser.cookies.set(f"{KEY}-passkey", mine.cookies[f"{KEY}-passkey"], domain="store.example")
    elif case == "an own challenge":
        options["challenge"] = "QUFB" * 19
    elif case == "an expired challenge":
        site.clock.move(CHALLENGE_S_MAX)
    sent = "{}" if case == "malformed" else json.dumps(device.get(options))
    if case == "a used challenge":
        send(browser, "/sign-in", passkey=sent)
        browser.cookies.delete(KEY)

    page = send(browser, "/sign-in", passkey=sent, next="/plants")

    assert (page.status, problem(page)) == (401, CASES[case])
    assert KEY not in browser.cookies
    assert sign_in(a_stranger(site), device).status == 200 or case not in ("an own challenge", "a used challenge")


def test_a_copied_passkey_is_refused_and_says_why(site: Site) -> None:
    person, device = holder(site)
    copy = replace(device)
    device.counter = 9
    assert sign_in(a_stranger(site), device).status == 200
    copy.counter = 5

    page = sign_in(a_stranger(site), copy)
    device.counter = 10
    own = sign_in(a_stranger(site), device)

    assert (page.status, problem(page), own.status) == (401, passkeys.COPIED, 401)
    newest = site.run(site.database.read(lambda tx: activity.page(tx, activity.ActivityFilter(), limit=1)))[0]
    assert (newest.action, newest.actor, newest.detail) == ("refusePasskey", person.id, "Phone: counter 5 after 9")
    assert "May have been copied" in sit_down(site, person).get("/account/passkeys").main


def test_guesses_are_counted_and_the_right_passkey_still_works(site: Site) -> None:
    _, device = holder(site)
    wrong = replace(device, key=a_device().key)

    statuses = [sign_in(a_stranger(site), wrong).status for _ in range(SIGN_INS_MAX + 1)]

    assert statuses == [401] * SIGN_INS_MAX + [429]
    assert sign_in(a_stranger(site), device).status == 200


def test_a_form_survives_the_end_of_its_session(site: Site) -> None:
    person, device = holder(site)
    browser = sit_down(site, person)
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa gallica")
    browser.cookies.delete(KEY)
    asked = form.submit()
    [kept] = [one.values["kept"] for one in asked.forms if "passkey" in one.values]

    page = sign_in(browser, device, kept=kept, next="/plants/new")

    assert page.form("/plants/new").values["name"] == "Rosa gallica"
    assert "We've restored what you entered" in page.text


def test_a_long_or_broken_form_is_refused(site: Site) -> None:
    browser = a_stranger(site)
    ask(browser, "sign-in")

    assert send(browser, "/sign-in", passkey="x" * PUBLIC_FORM_BYTES_MAX).status == 413
    assert send(browser, "/passkeys/options", purpose="x" * PUBLIC_FORM_BYTES_MAX).status == 413
    assert send(browser, "/sign-in", passkey="x" * 7_000).status == 401


def test_whatever_a_browser_sends_is_no_error_of_ours(site: Site) -> None:
    person, device = holder(site)
    browser = sit_down(site, person)
    ticket = ticket_of(browser)
    right = json.dumps(device.get(ask(browser, "sign-in").json()))
    made = json.dumps(device.create(ask(browser, "create", ticket=ticket).json()))

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        place=st.integers(0, 300),
        cut=st.integers(0, 30),
        more=st.text(max_size=20),
        text=st.sampled_from([right, made]),
        path=st.sampled_from(["/sign-in", "/account/passkeys"]),
    )
    def check(place: int, cut: int, more: str, text: str, path: str) -> None:
        site.clock.move(60)  # so that guesses are not too many
        broken = text[:place] + more + text[place + cut :]
        if broken != text:
            assert send(browser, path, ticket=ticket, passkey=broken).status in (200, 400, 401, 409, 422, 429)

    check()


def test_an_invitation_is_accepted_with_a_passkey(site: Site) -> None:
    person, link = site.invite(Role.STAFF, name="New colleague")
    browser, device = a_stranger(site), a_device()

    shown = browser.get(f"/sign-in?key={link}")
    options = ask(browser, "create", key=link, name="Their own name").json()
    made = json.dumps(device.create(options))
    broken = send(browser, "/sign-in", key=link, name="Their own name", passkey="{}")
    page = send(browser, "/sign-in", key=link, name="Their own name", passkey=made)

    assert "Create a passkey" in shown.html
    assert options["user"]["displayName"] == "Their own name"
    assert (broken.status, "You can use this link again" in broken.main) == (422, True)
    assert (page.status, page.path) == (200, "/")
    [passkey] = site.run(site.database.read(lambda tx: stored.of_person(tx, person.id)))
    assert (passkey.name, passkey.person_id) == ("Passkey", person.id)
    assert sign_in(a_stranger(site), device).status == 200
    assert send(a_stranger(site), "/sign-in", key=link).status == 401, "the link is used up"


def test_a_lost_passkey_is_replaced_with_a_recovery_link(site: Site) -> None:
    person, lost = holder(site)
    made = site.write(
        lambda tx: commands.make_link(tx, person.id, kind=LinkKind.RECOVERY, random_bytes=site.random_bytes, by=None)
    )
    link, browser, device = made.key.reveal(), a_stranger(site), a_device()

    options = ask(browser, "create", key=link).json()
    page = send(browser, "/sign-in", key=link, passkey=json.dumps(device.create(options)))

    assert page.status == 200
    assert sign_in(a_stranger(site), device).status == 200
    one = next(row for row in browser.get("/account/passkeys").rows if row[0].startswith("Phone"))
    assert one[2] == "never"
    removal = browser.get("/account/passkeys").follow("Remove Phone")
    assert "only passkey" not in removal.main
    removal.forms[-1].submit()
    assert sign_in(a_stranger(site), lost).status == 401


def test_a_passkey_for_an_invitation_is_only_for_its_person(site: Site) -> None:
    _, link = site.invite(Role.STAFF, name="New colleague")
    other = add_person(site, "Other")
    browser, device = sit_down(site, other), a_device()
    options = ask(browser, "create", ticket=ticket_of(browser)).json()

    page = send(browser, "/sign-in", key=link, passkey=json.dumps(device.create(options)))

    assert (page.status, passkeys.TOO_LATE in page.main) == (422, True)
    assert send(a_stranger(site), "/sign-in", key=link).status == 200, "the link was not used up"


def test_the_first_operator_is_led_to_a_passkey(site: Site) -> None:
    key = owners_link(site).partition("key=")[2]

    page = send(a_stranger(site), "/sign-in", key=key, name="Owner")

    assert page.path == "/account/passkeys/new"
    assert "Create a passkey" in page.html


@pytest.mark.parametrize("way", ["passkey", "wrong key", "of another person", "to sign in", "by link", "none"])
def test_who_confirms_with_a_passkey_goes_on_with_the_form(site: Site, way: str) -> None:
    person, device = holder(site, role=Role.OPERATOR)
    browser = sit_down(site, person)
    before = browser.cookies[KEY]
    site.clock.move(RECENT_SIGN_IN_S_MAX)
    form = {"ticket": ticket_of(browser), "name": "For a program", "kind": "staff", "days": "9"}

    asked = send(browser, "/tokens/new", **form)
    proof = asked.form("/tokens/new")
    assert (asked.status, proof.values["name"]) == (401, "For a program")
    assert ("Confirm with your passkey" in asked.html, "again_passkey" in proof.values) == (True, True)
    options = ask(browser, "sign-in" if way == "to sign in" else "confirm", ticket=form["ticket"]).json()
    if way == "wrong key":
        device.key = a_device().key
    elif way == "of another person":
        device = holder(site, name="Other")[1]
    if way == "by link":
        made = site.write(
            lambda tx: commands.make_link(
                tx, person.id, kind=LinkKind.RECOVERY, random_bytes=site.random_bytes, by=None
            )
        )
        proof.fill(again_token=f"{STORE}/sign-in?key={made.key.reveal()}")
    elif way != "none":
        proof.fill(again_passkey=json.dumps(device.get(options)))
    page = proof.submit()

    if way in ("passkey", "by link"):
        assert (page.status, "pst_" in page.text) == (200, True)
        assert browser.cookies[KEY] != before
        assert site.run(site.database.read(lambda tx: sessions.find(tx, before))) is None
    else:
        assert (page.status, page.form("/tokens/new").values["name"]) == (401, "For a program")
        assert ("isn't yours, or doesn't work any more" in page.main) is (way != "none")
        assert browser.cookies[KEY] == before


def test_wrong_passkeys_there_count_as_failed_sign_ins(site: Site) -> None:
    person, device = holder(site, role=Role.OPERATOR)
    browser = sit_down(site, person)
    site.clock.move(RECENT_SIGN_IN_S_MAX)
    ticket = ticket_of(browser)

    def confirm(device: SoftwareAuthenticator) -> int:
        sent = json.dumps(device.get(ask(browser, "confirm", ticket=ticket).json()))
        return send(browser, "/tokens/new", ticket=ticket, kind="staff", name="For a till", again_passkey=sent).status

    wrong = replace(device, key=a_device().key)
    assert [confirm(wrong) for _ in range(SIGN_INS_MAX + 1)] == [401] * SIGN_INS_MAX + [429]
    assert confirm(device) == 200


def test_a_passkey_is_never_kept_for_later(site: Site) -> None:
    browser = sit_down(site, add_person(site))
    ticket = ticket_of(browser)
    browser.cookies.delete(KEY)

    asked = send(browser, "/account/passkeys", ticket=ticket, passkey="secret", passkey_name="Phone")

    kept = {one.values["kept"] for one in asked.forms if "kept" in one.values}
    assert [unfold(text) for text in kept] == [[("passkey_name", "Phone")]]


def test_who_has_no_passkey_is_asked_for_a_link(site: Site) -> None:
    browser = sit_down(site, add_person(site, role=Role.OPERATOR))
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    asked = send(browser, "/tokens/new", ticket=ticket_of(browser))

    assert "Confirm with your passkey" not in asked.html
    assert "Paste a new sign-in link of yours to continue" in asked.main


def test_the_sign_in_page_says_what_there_is_without_a_script(site: Site) -> None:
    page = a_stranger(site).get("/sign-in")

    assert "Passkeys need JavaScript, which is off in this browser. Ask an operator for a sign-in link" in page.main
    [button] = [one for one in page.root.all("button") if "data-passkey-start" in one.attributes]
    assert "hidden" in button.attributes
