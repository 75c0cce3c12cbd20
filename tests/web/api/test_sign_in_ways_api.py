"""The passkeys and accounts of a person: through whose link they were added, and unlinking an account."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.person import Person, Role, principal
from plantstore.domain.session import RECENT_SIGN_IN_S_MAX, LinkKind, SignInWay
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import openid as stored
from plantstore.web.auth import people, sessions
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.console.passkey_holders import STORE, a_device, add_person, create, sit_down
from tests.web.harness import Site

PEOPLE = "/api/v1/people"
ISSUER, SUBJECT = "https://login.example/", "<s>-248289761001"


@pytest.fixture
def site(engine_kind: str, tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    site = Site(tmp_path, clock, ready=lambda: None, base_url=STORE)
    yield site
    site.close()


def link_account(site: Site, person: Person, subject: str = SUBJECT, *makers: str, issuer: str = ISSUER) -> str:
    """Link an account to a person; return the id under which it is listed."""

    def link(tx: Transaction) -> str:
        assert stored.link_person(tx, issuer, subject, person.id, link_makers=makers)
        return next(one.id for one in stored.of_person(tx, person.id) if one.subject == subject)

    return site.write(link)


def opened(site: Site, person: Person, way: SignInWay) -> sessions.SignedIn:
    return site.write(lambda tx: sessions.open_for_person(tx, person, way=way, random_bytes=site.random_bytes))


def is_open(site: Site, one: sessions.SignedIn) -> bool:
    return site.write(lambda tx: sessions.find(tx, one.key.reveal())) is not None


def seat(site: Site, person: Person, way: SignInWay) -> Browser:
    """Open a browser in which a person is signed in."""
    browser = sit_down(site, person)
    key = opened(site, person, way).key.reveal()
    browser.cookies.clear()
    browser.cookies.set("plantstore-80", key, domain="store.example")
    return browser


def ways(site: Site, person: Person) -> dict[str, Any]:
    return dict(site.get(f"{PEOPLE}/{person.id}").json()["ways"])


def unlink(site: Site, person: Person, account: str, token: str | None = "") -> Any:
    return site.ask("DELETE", f"{PEOPLE}/{person.id}/accounts/{account}", token=token)


def test_a_person_is_shown_with_their_accounts(site: Site) -> None:
    maker, person = add_person(site, "Former", Role.OPERATOR), add_person(site)
    site.clock.move(60)
    account = link_account(site, person, SUBJECT, maker.id, "tok_gone")
    site.clock.move(60)
    site.write(lambda tx: stored.note_use(tx, ISSUER, SUBJECT))

    assert ways(site, maker) == {"passkeys": [], "accounts": []}
    assert ways(site, person)["accounts"] == [
        {
            "id": account,
            "issuer": ISSUER,
            "subject": SUBJECT,
            "linked_at": "2026-06-01T12:01:00.000Z",
            "last_used_at": "2026-06-01T12:02:00.000Z",
            "linked_by": [{"id": maker.id, "name": "Former"}, {"id": "tok_gone", "name": None}],
        }
    ]


def test_unlinking_ends_the_sessions_that_a_provider_opened(site: Site) -> None:
    person, other = add_person(site), add_person(site, "Other")
    account, last = link_account(site, person), link_account(site, person, "old", issuer="https://old.example/")
    kept = link_account(site, other, "s-2")
    ended = opened(site, person, SignInWay.OPENID)
    staying = [opened(site, person, SignInWay.PASSKEY), opened(site, other, SignInWay.OPENID)]

    answer = unlink(site, person, account)

    assert (answer.status_code, answer.json()) == (200, {"ended": 1, "was_last": False})
    assert [is_open(site, one) for one in (ended, *staying)] == [False, True, True]
    assert [one["id"] for one in ways(site, person)["accounts"]] == [last]
    assert unlink(site, person, last).json() == {"ended": 0, "was_last": True}
    assert [unlink(site, person, one).status_code for one in (account, kept, "x")] == [404] * 3
    assert [one["id"] for one in ways(site, other)["accounts"]] == [kept]
    rows = site.get("/api/v1/activity?action=unlinkAccount").json()["items"]
    assert [(row["subject"], row["actor"]) for row in rows] == [(person.id, site.operator.id)] * 2
    assert rows[1]["detail"] == f"{SUBJECT} at {ISSUER}; sessions ended: 1"


def test_an_account_is_unlinked_only_by_its_person_or_with_their_permissions(site: Site) -> None:
    person, operator = add_person(site), add_person(site, "Operator", Role.OPERATOR)
    of_operator, of_person = link_account(site, operator, "s-1"), link_account(site, person, "s-2")
    weak = site.make_token(Scope.PEOPLE_WRITE, Scope.PLANTS_READ).text
    own = site.post("/api/v1/tokens", {"name": "x", "scopes": ["staff"], "person": person.id}).json()["token"]

    refused = unlink(site, operator, of_operator, weak)

    assert refused.status_code == 403 and "unlink an account of a person who is operator" in refused.json()["detail"]
    assert unlink(site, operator, of_operator, own).status_code == 403
    assert unlink(site, person, of_person, own).status_code == 403, "a token of a person reads its person and no more"
    assert ways(site, operator)["accounts"] and ways(site, person)["accounts"]


def test_people_unlink_their_own_account_without_a_script(site: Site) -> None:
    person = add_person(site)
    account = link_account(site, person)
    browser = seat(site, person, SignInWay.PASSKEY)
    address = f"/account/accounts/{account}/unlinking"

    profile = browser.get("/account")
    page = profile.follow(f"Unlink {SUBJECT}")

    assert SUBJECT in profile.main and address in profile.html and "<s>" not in profile.html
    assert "There is no passkey and no other account." in page.main
    done = page.form(address).submit()
    assert done.path == "/account" and "The account was unlinked" in done.main
    assert ways(site, person)["accounts"] == []
    assert browser.get(address).status == 404


def test_the_session_that_the_account_opened_ends_with_it(site: Site) -> None:
    person = add_person(site)
    account = link_account(site, person)
    link_account(site, person, "old", issuer="https://old.example/")
    browser = sit_down(site, person)
    ended = opened(site, person, SignInWay.OPENID)
    site.write(lambda tx: tx.update("UPDATE sessions SET way = 'openid', proved_at = proved_at + 1", ()))
    address = f"/account/accounts/{account}/unlinking"

    page = browser.get(address)
    done = page.form(address).submit()

    assert "also in this browser" in page.main and "no other account" not in page.main
    assert done.path == "/sign-in" and "2 sessions ended" in done.html
    assert not is_open(site, ended)


def test_unlinking_asks_for_a_recent_sign_in(site: Site) -> None:
    person, owner = add_person(site), sit_down(site, add_person(site, "Owner", Role.OPERATOR))
    account = link_account(site, person)
    own, others = f"/account/accounts/{account}/unlinking", f"/people/{person.id}/accounts/{account}/unlinking"
    forms = [sit_down(site, person).get(own).form(own), owner.get(others).form(others)]
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    pages = [form.submit() for form in forms]

    assert [page.status for page in pages] == [401, 401]
    assert len(ways(site, person)["accounts"]) == 1


def test_an_operator_unlinks_an_account_on_the_persons_page(site: Site) -> None:
    person, owner = add_person(site), sit_down(site, add_person(site, "Owner", Role.OPERATOR))
    account = link_account(site, person)
    address = f"/people/{person.id}/accounts/{account}/unlinking"

    assert address in owner.get(f"/people/{person.id}").html
    done = owner.get(address).form(address).submit()

    assert done.path == f"/people/{person.id}" and ways(site, person)["accounts"] == []
    assert sit_down(site, add_person(site, "Staff")).get(address).status == 403


def test_a_passkey_names_those_whose_links_made_it_possible(site: Site) -> None:
    owner, former = add_person(site, "Owner", Role.OPERATOR), add_person(site, "Former", Role.OPERATOR)
    person = add_person(site)

    def link(tx: Transaction, to: Person, by: Any) -> str:
        made = people.make_link(tx, to.id, kind=LinkKind.RECOVERY, random_bytes=site.random_bytes, by=by)
        return made.key.reveal()

    first = site.write(lambda tx: link(tx, owner, principal(former)))
    signed_in = site.write(lambda tx: sessions.sign_in_by_link(tx, first, random_bytes=site.random_bytes))
    second = site.write(lambda tx: link(tx, person, signed_in.token))
    browser = Browser(site, sign_in=False, token=site.operator)
    browser.get(f"/sign-in?key={second}").form("/sign-in").submit()
    assert create(browser, a_device(credential_id=b"through"), passkey_name="Phone").status == 200
    assert create(sit_down(site, person), a_device(credential_id=b"own"), passkey_name="Laptop").status == 200

    makers = {one["name"]: [maker["name"] for maker in one["added_through"]] for one in ways(site, person)["passkeys"]}

    words = "added through a link of Owner, whose session came from a link of Former"
    assert makers == {"Phone": ["Owner", "Former"], "Laptop": []}
    for page in (browser.get("/account"), browser.get("/account/passkeys")):
        assert page.main.count("added through a link of") == 1 and words in page.main
    assert words in sit_down(site, owner).get(f"/people/{person.id}").main


@pytest.mark.parametrize("kind", [LinkKind.INVITATION, LinkKind.RECOVERY])
def test_a_link_that_the_program_made_names_nobody(site: Site, kind: LinkKind) -> None:
    person = add_person(site, last_seen_at=None)
    key = site.write(
        lambda tx: people.make_link(tx, person.id, kind=kind, random_bytes=site.random_bytes, by=None)
    ).key.reveal()
    browser = Browser(site, sign_in=False, token=site.operator)
    browser.get(f"/sign-in?key={key}").form("/sign-in").submit()

    assert create(browser, a_device(), passkey_name="Phone").status == 200

    assert [one["added_through"] for one in ways(site, person)["passkeys"]] == [[]]
