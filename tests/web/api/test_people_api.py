"""The people endpoints: who may call them, what they return, and how soon a change takes effect."""

from typing import Any

import pytest

from plantstore.domain.person import Role
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import BUNDLES, Scope
from plantstore.web.auth import people, sessions
from plantstore.web.auth.authenticator import CACHE_S
from plantstore.web.auth.people import PersonPatch
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PEOPLE = "/api/v1/people"


def invite(site: Site, **fields: Any) -> dict[str, Any]:
    answer = site.post(PEOPLE, {"name": "colleague", "role": "staff", **fields})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def token_of(site: Site, person: str, *scopes: str) -> str:
    answer = site.post("/api/v1/tokens", {"name": "script", "scopes": list(scopes), "person": person})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


@pytest.mark.both_engines
def test_a_person_is_invited_listed_changed_deactivated_and_comes_back(site: Site) -> None:
    owner = invite(site, name="Store owner", role="operator")
    made = invite(site, email="Colleague@shop.example")
    at = f"{PEOPLE}/{made['id']}"

    assert made["state"] == "invited" and made["link"]["kind"] == "invitation"
    assert made["invitation"]["url"].startswith(f"{site.settings.public_url}/sign-in?key=")
    assert [one["name"] for one in site.get(PEOPLE).json()["items"]] == ["Store owner", "colleague"]
    assert [one["id"] for one in site.get(f"{PEOPLE}?role=operator").json()["items"]] == [owner["id"]]
    changed = site.ask("PATCH", at, json={"role": "integrator", "email": None, "name": "agency"}).json()
    assert (changed["role"], changed["email"], changed["name"]) == ("integrator", None, "agency")
    assert site.post(f"{at}/deactivation").json()["state"] == "deactivated"
    assert [one["id"] for one in site.get(f"{PEOPLE}?active=false").json()["items"]] == [made["id"]]
    assert site.post(f"{at}/links", {}).status_code == 409
    assert site.post(f"{at}/reactivation").json()["state"] == "invited"
    assert site.post(f"{at}/links", {}).json()["kind"] == "invitation"


def test_lists_never_hold_the_key_of_a_link(site: Site) -> None:
    made = invite(site)
    key = made["invitation"]["url"].partition("key=")[2]

    assert key not in site.get(PEOPLE).text + site.get(f"{PEOPLE}/{made['id']}").text


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"email": "OTHER@shop.example"}, "/email"),
        ({"name": ""}, "/name"),
        ({"receivers": ["rcv_?"], "role": "integrator"}, "/receivers/0"),
        ({"receivers": []}, "/receivers"),
        ({"role": "owner"}, "/role"),
        ({"is_admin": True}, "/is_admin"),
        ({"id": "per_1"}, "/id"),
    ],
)
def test_a_wrong_field_is_named(site: Site, fields: dict[str, Any], pointer: str) -> None:
    invite(site, email="other@shop.example")

    answer = site.post(PEOPLE, {"name": "x", "role": "staff", **fields})

    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == [pointer]


def test_the_last_operator_stays(site: Site) -> None:
    owner = invite(site, role="operator")["id"]

    assert site.ask("PATCH", f"{PEOPLE}/{owner}", json={"role": "staff"}).status_code == 409
    assert site.post(f"{PEOPLE}/{owner}/deactivation").status_code == 409


@pytest.mark.parametrize("bundle", ["staff", "integrator"])
def test_only_operators_can_find_out_who_there_is(site: Site, bundle: str) -> None:
    other = invite(site, email="owner@shop.example")
    me = invite(site, role=bundle)
    tokens = [site.make_token(*BUNDLES[bundle]).text, token_of(site, me["id"], bundle)]
    paths = [PEOPLE, f"{PEOPLE}/{other['id']}", f"{PEOPLE}/per_unknown", f"{PEOPLE}/{other['id']}/sessions"]

    answers = [site.get(path, token=token) for path in paths for token in tokens]

    assert {answer.status_code for answer in answers} == {403}
    assert not any("owner@shop.example" in answer.text for answer in answers)
    taken = site.ask("PATCH", f"{PEOPLE}/own", json={"email": "owner@shop.example"}, token=tokens[1])
    assert taken.status_code == 403, "a token of a person does not change the person, nor probe for addresses"


def test_nobody_finds_out_addresses_by_trying_them_as_their_own(site: Site) -> None:
    invite(site, email="owner@shop.example")
    browser = Browser.of_person(site, Role.STAFF)

    answers = [
        browser.post("/account", b"name=x&email=" + one, "application/x-www-form-urlencoded").status
        for one in (b"owner@shop.example", b"free@shop.example")
    ]

    assert answers == [403, 403], "without the secret of the session"
    form = browser.get("/account").form("/account")
    assert "email" not in form.values
    assert form.fill(name="Buyer").submit().status == 200


def test_a_token_of_a_person_reads_its_person_and_no_more(site: Site) -> None:
    me = invite(site)["id"]
    token = token_of(site, me, "plants:read")

    assert site.get(f"{PEOPLE}/own", token=token).json()["id"] == me
    assert site.get(f"{PEOPLE}/{me}", token=token).status_code == 200
    for method, path in (("PATCH", me), ("DELETE", f"{me}/sessions"), ("POST", f"{me}/links")):
        assert site.ask(method, f"{PEOPLE}/{path}", token=token, json={}).status_code == 403, path
    assert site.get(f"{PEOPLE}/own", token=site.make_token(Scope.PLANTS_READ).text).status_code == 403
    assert site.get(f"{PEOPLE}/own").status_code == 404, "a program's token has no person"


@pytest.mark.both_engines
def test_a_new_role_takes_effect_now_here_and_within_seconds_elsewhere(site: Site) -> None:
    invite(site, role="operator")
    me = invite(site, role="operator")["id"]
    token = token_of(site, me, "operator")
    assert site.get(PEOPLE, token=token).status_code == 200

    site.ask("PATCH", f"{PEOPLE}/{me}", json={"role": "staff"})
    assert site.get(PEOPLE, token=token).status_code == 403
    site.write(lambda tx: people.change(tx, me, PersonPatch(role=Role.OPERATOR), by=None))
    site.clock.move(CACHE_S)
    assert site.get(PEOPLE, token=token).status_code == 200
    site.write(lambda tx: people.deactivate(tx, me, by=None))
    site.clock.move(CACHE_S)
    assert site.get(PEOPLE, token=token).status_code == 401


def test_deactivation_ends_sessions_and_tokens_and_leaves_programs_alone(site: Site) -> None:
    invite(site, role="operator")
    person, key = site.invite(Role.STAFF)
    opened = site.write(lambda tx: sessions.sign_in_by_link(tx, key, random_bytes=site.random_bytes))
    own = token_of(site, person.id, "staff")
    program = site.make_token(*BUNDLES["staff"]).text
    assert len(site.get(f"{PEOPLE}/{person.id}/sessions").json()["items"]) == 1

    site.post(f"{PEOPLE}/{person.id}/deactivation")

    assert site.get("/api/v1/plants", token=own).status_code == 401
    assert site.get("/api/v1/plants", token=program).status_code == 200
    assert site.get(f"{PEOPLE}/{person.id}/sessions").json()["items"] == []
    assert site.run(site.database.read(lambda tx: sessions.find(tx, opened.key.reveal()))) is None
    listed = site.get(f"/api/v1/tokens?person={person.id}").json()["items"]
    assert [one["state"] for one in listed] == ["expired"]


def test_sessions_are_listed_and_ended_one_by_one(site: Site) -> None:
    person, key = site.invite(Role.STAFF)
    site.write(lambda tx: sessions.sign_in_by_link(tx, key, random_bytes=site.random_bytes, device="Firefox on Linux"))
    at = f"{PEOPLE}/{person.id}/sessions"

    [one] = site.get(at).json()["items"]
    assert (one["device"], one["way"], one["remembered"]) == ("Firefox on Linux", "link", False)
    assert site.ask("DELETE", f"{at}/{'0' * 32}").status_code == 404
    assert site.ask("DELETE", f"{at}/{one['id']}").status_code == 204
    assert site.ask("DELETE", at).json() == {"ended": 0}


def test_the_use_of_the_console_is_noted_about_once_a_minute(site: Site) -> None:
    browser = Browser.of_person(site, Role.STAFF, name="Buyer")
    [before] = site.get(PEOPLE).json()["items"]
    site.clock.move(600)
    browser.get("/account")

    site.run(site.dependencies.authenticator.write_uses())

    [after] = site.get(PEOPLE).json()["items"]
    assert before["last_seen_at"] < after["last_seen_at"]
    assert after["devices"] == 1


def test_tokens_are_listed_by_owner(site: Site) -> None:
    me = invite(site)["id"]
    token_of(site, me, "staff")

    assert {one["person"] for one in site.get("/api/v1/tokens?owner=person").json()["items"]} == {me}
    assert {one["person"] for one in site.get("/api/v1/tokens?owner=program").json()["items"]} == {None}


def test_an_invitation_that_is_repeated_invites_once(site: Site) -> None:
    headers = {"idempotency-key": "once"}

    first, second = (site.post(PEOPLE, {"name": "x", "role": "staff"}, headers=headers) for _ in range(2))

    assert first.json() == second.json()
    assert len(site.get(PEOPLE).json()["items"]) == 1


def test_a_removed_receiver_leaves_the_limit(site: Site) -> None:
    own, other = site.register()["id"], site.register()["id"]
    me = invite(site, role="integrator", receivers=[own, other])
    token = token_of(site, me["id"], "integrator")

    site.ask("DELETE", f"/api/v1/receivers/{own}")

    assert site.get(f"{PEOPLE}/{me['id']}").json()["receivers"] == [other]
    site.clock.move(CACHE_S)
    assert [one["id"] for one in site.get("/api/v1/receivers", token=token).json()["items"]] == [other]
    assert parse_receiver(other) is not None
