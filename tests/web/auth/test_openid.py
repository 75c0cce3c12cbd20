"""The commands of the sign-in by OpenID Connect: whose account it is, which role it brings, and what ends it."""

from dataclasses import replace
from random import Random

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.errors import Forbidden, Unauthorized
from plantstore.domain.openid import Account
from plantstore.domain.person import NAME_CHARS_MAX, Person, Role, principal
from plantstore.domain.secret import Secret
from plantstore.domain.session import LinkKind, SignInWay
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, people
from plantstore.storage.tables import openid as stored
from plantstore.storage.tables.activity import ActivityFilter
from plantstore.storage.tables.openid import ATTEMPT_S_MAX
from plantstore.web.auth import openid, principals, sessions, tokens
from plantstore.web.auth import people as commands
from plantstore.web.auth.openid import Completed, LostRole, SignInRules
from plantstore.web.auth.sessions import SignedIn
from tests.makers import NOON, a_person
from tests.still_clock import StillClock

random_bytes = Random(7).randbytes
ids = Ids(StillClock(), random_bytes)
BROWSER, OTHER_BROWSER = Secret("b" * 43), Secret("c" * 43)
ACCOUNT = Account(
    issuer="https://login.example/", subject="s-1", name="Robin", email="robin@shop.example", values=frozenset()
)
INVITED = SignInRules(name="Example", roles={}, creates_people=False)
ROLES = {"shop": "staff", "boss": "operator"}
BY_GROUP = SignInRules(name="Example", roles=ROLES, creates_people=True)


def at(tx: Transaction, seconds: float) -> Transaction:
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def added(tx: Transaction, id: str = "per_1", **changes: object) -> Person:
    person = a_person(id, **{"role": Role.STAFF, **changes})
    people.insert(tx, person)
    return person


def account(*values: str, **changes: str | None) -> Account:
    return replace(ACCOUNT, values=frozenset(values), **changes)  # type: ignore[arg-type]


def sign_in(
    tx: Transaction,
    account: Account = ACCOUNT,
    rules: SignInRules = INVITED,
    *,
    link_key: str = "",
    confirms: SignedIn | None = None,
    present: SignedIn | None = None,
) -> Completed:
    attempt = openid.begin(
        tx, random_bytes=random_bytes, browser=BROWSER, following="/", link_key=link_key, confirms=confirms
    )
    done = openid.complete(
        tx,
        account,
        openid.take(tx, attempt.state, BROWSER),
        rules=rules,
        ids=ids,
        random_bytes=random_bytes,
        present=present or confirms,
        device="Firefox on Linux",
    )
    if isinstance(done, LostRole):
        raise done.error
    return done


def open_session(tx: Transaction, person: Person) -> str:
    """Open a session of another browser, and return its key."""
    return sessions.open_for_person(tx, person, way=SignInWay.PASSKEY, random_bytes=random_bytes).key.reveal()


def link_for(tx: Transaction, person: Person, kind: LinkKind = LinkKind.RECOVERY) -> str:
    made = commands.make_link(tx, person.id, kind=kind, random_bytes=random_bytes, by=None)
    return made.key.reveal()


def notes(tx: Transaction) -> list[tuple[str, str, str]]:
    tx.run_pre_commit_hooks()
    return [(one.actor_name, one.action, one.detail) for one in reversed(activity.page(tx, ActivityFilter(), limit=20))]


# The attempt


def test_the_secrets_of_an_attempt_depend_on_the_browser_and_the_state(tx: Transaction) -> None:
    one, two = (openid.begin(tx, random_bytes=random_bytes, browser=BROWSER, following="/") for _ in range(2))
    secrets = {one.state, one.nonce, one.verifier, two.state, two.nonce, two.verifier}

    assert len(secrets) == 6 and all(len(secret) == 43 for secret in secrets)
    assert openid.attempt_of(one.state, BROWSER) == one
    assert openid.attempt_of(one.state, OTHER_BROWSER).nonce not in secrets
    held = str(tx.execute("SELECT * FROM openid_attempts"))
    assert not [secret for secret in secrets | {BROWSER.reveal()} if secret in held]


def test_a_response_is_taken_once_by_its_browser_and_in_time(tx: Transaction) -> None:
    begun = [openid.begin(tx, random_bytes=random_bytes, browser=BROWSER, following="/a").state for _ in range(3)]

    assert openid.take(tx, begun[0], BROWSER).following == "/a"
    for state, browser, later_s in (
        (begun[0], BROWSER, 0),
        (begun[1], OTHER_BROWSER, 0),
        (begun[1] + "A", BROWSER, 0),
        ("", BROWSER, 0),
        (begun[2], BROWSER, ATTEMPT_S_MAX),
    ):
        with pytest.raises(Unauthorized, match="has ended, or began in another browser"):
            openid.take(at(tx, later_s), state, browser)


# Whose account it is


@pytest.mark.parametrize("kind", [LinkKind.INVITATION, LinkKind.RECOVERY, LinkKind.SIGN_IN])
def test_a_link_of_a_person_links_the_account_once(tx: Transaction, kind: LinkKind) -> None:
    person = added(tx)
    key = link_for(tx, person, kind)

    session = sign_in(tx, link_key=key).signed_in.session

    assert (session.person_id, session.way, session.device) == ("per_1", SignInWay.OPENID, "Firefox on Linux")
    assert sign_in(tx).signed_in.token.person_id == "per_1"
    with pytest.raises(Unauthorized, match="already used"):
        sign_in(tx, link_key=key)
    assert notes(tx)[0] == (person.name, "linkAccount", "https://login.example/")


def test_an_account_keeps_who_made_the_links_that_led_to_it(tx: Transaction) -> None:
    person = added(tx)
    maker = replace(principal(added(tx, "per_2", email=None, role=Role.OPERATOR)), link_makers=("tok_1", person.id))
    made = commands.make_link(tx, person.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=maker)
    sign_in(tx, link_key=made.key.reveal())

    [account] = stored.of_person(tx, person.id)
    assert account.link_makers == ("per_2", "tok_1")

    openid.unlink(tx, person.id, account.id, by=None)
    with pytest.raises(Forbidden, match="No person in this store is linked"):
        sign_in(tx)
    sign_in(tx, link_key=link_for(tx, person))
    assert [one.link_makers for one in stored.of_person(tx, person.id)] == [()]


def test_an_account_that_another_process_unlinks_opens_no_session(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(tx, link_key=link_for(tx, added(tx)))
    note_use = stored.note_use

    def after_it_was_unlinked(tx: Transaction, issuer: str, subject: str) -> bool:
        assert stored.unlink_account(tx, issuer, subject)
        return note_use(tx, issuer, subject)

    monkeypatch.setattr(stored, "note_use", after_it_was_unlinked)
    with pytest.raises(Unauthorized, match="has ended"):
        sign_in(tx)


def test_a_session_that_a_link_opened_ends_with_the_role_of_who_made_the_link(tx: Transaction) -> None:
    owner, former = added(tx, role=Role.OPERATOR), added(tx, "per_2", role=Role.OPERATOR)
    made = commands.make_link(
        tx, owner.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=principal(former)
    ).key.reveal()
    opened = sign_in(tx, link_key=made).signed_in

    commands.change(tx, former.id, commands.PersonPatch(role=Role.STAFF), by=None)

    assert opened.session.created_by == former.id and sessions.find(tx, opened.key.reveal()) is None


def test_an_account_nobody_linked_is_refused_whatever_its_address(tx: Transaction) -> None:
    added(tx, email="robin@shop.example")

    with pytest.raises(
        Forbidden, match=r"No person in this store is linked to your account. Ask .*“Sign in with Example”"
    ):
        sign_in(tx)
    for other in (account(subject="s-2"), account(issuer="https://evil.example/")):
        sign_in(tx, link_key=link_for(tx, added(tx, f"per_{other.subject}{other.issuer}", email=None)), account=other)
        with pytest.raises(Forbidden):
            sign_in(tx)


def test_an_account_of_one_person_is_not_linked_to_another(tx: Transaction) -> None:
    sign_in(tx, link_key=link_for(tx, added(tx)))
    key = link_for(tx, added(tx, "per_2", email=None))

    with pytest.raises(Forbidden, match="belongs to another person"):
        sign_in(tx, link_key=key)
    assert stored.find_person(tx, ACCOUNT.issuer, ACCOUNT.subject) == "per_1"


def test_a_new_link_replaces_the_account_of_the_provider(tx: Transaction) -> None:
    person = added(tx)
    sign_in(tx, link_key=link_for(tx, person))
    sign_in(tx, account(subject="s-2"), link_key=link_for(tx, person))
    sign_in(tx, account(subject="s-2"), link_key=link_for(tx, person))

    assert sign_in(tx, account(subject="s-2")).signed_in.session.person_id == "per_1"
    with pytest.raises(Forbidden, match="No person"):
        sign_in(tx)


def test_a_link_that_ended_before_the_response_links_nothing(tx: Transaction) -> None:
    key = link_for(tx, added(tx))
    attempt = openid.begin(tx, random_bytes=random_bytes, browser=BROWSER, following="/", link_key=key)
    commands.deactivate(tx, "per_1", by=None)

    with pytest.raises(Unauthorized, match="already used"):
        openid.complete(
            tx,
            ACCOUNT,
            openid.take(tx, attempt.state, BROWSER),
            rules=INVITED,
            ids=ids,
            random_bytes=random_bytes,
            present=None,
            device="",
        )
    with pytest.raises(Unauthorized):
        openid.begin(tx, random_bytes=random_bytes, browser=BROWSER, following="/", link_key=key)


def test_a_link_of_a_token_links_nothing(tx: Transaction) -> None:
    token = tokens.create(
        tx,
        ids=ids,
        random_bytes=random_bytes,
        name="script",
        scopes=Role.OPERATOR.scopes,
        is_endless=True,
        creator=None,
    )
    made = sessions.make_link(tx, random_bytes=random_bytes, creator=token.token, token_id=token.token.id)

    with pytest.raises(Unauthorized, match="already used"):
        openid.begin(tx, random_bytes=random_bytes, browser=BROWSER, following="/", link_key=made.key.reveal())


def test_a_deactivated_person_is_told_so(tx: Transaction) -> None:
    sign_in(tx, link_key=link_for(tx, added(tx)))
    commands.deactivate(tx, "per_1", by=None)

    with pytest.raises(Forbidden, match="Your access to this store was ended"):
        sign_in(tx)


# Roles


def test_a_person_with_a_role_is_added_if_the_settings_allow_it(tx: Transaction) -> None:
    session = sign_in(tx, account("shop"), BY_GROUP).signed_in.session

    assert session.person_id is not None
    person = people.find(tx, session.person_id)
    assert person is not None and (person.name, person.email, person.role, person.created_by) == (
        "Robin",
        "robin@shop.example",
        Role.STAFF,
        "store",
    )
    assert sign_in(tx, account("shop"), BY_GROUP).signed_in.session.person_id == person.id
    assert notes(tx)[:2] == [
        ("Plant Store", "addPerson", "Robin, role staff, from Example"),
        ("Robin", "linkAccount", "https://login.example/"),
    ]
    with pytest.raises(Forbidden, match="has no role"):
        sign_in(tx, account("other", subject="s-2"), BY_GROUP)


@pytest.mark.parametrize(
    ("name", "email", "kept"),
    [
        ("", None, ("s-1", None)),
        ("\n\u202e", "not an address", ("s-1", None)),
        ("x" * 400, "taken@shop.example", ("x" * NAME_CHARS_MAX, None)),
        ("<b>Robin</b>\0", "a@b.example", ("<b>Robin</b>", "a@b.example")),
    ],
)
def test_what_the_provider_says_about_a_person_is_checked(
    tx: Transaction, name: str, email: str | None, kept: tuple[str, str | None]
) -> None:
    added(tx, email="Taken@shop.example")
    session = sign_in(tx, account("shop", name=name, email=email), BY_GROUP).signed_in.session

    person = people.find(tx, session.person_id or "")
    assert person is not None and (person.name, person.email) == kept


def test_a_role_follows_the_provider_at_each_sign_in(tx: Transaction) -> None:
    added(tx, "per_0", role=Role.OPERATOR, email=None)
    sign_in(tx, account("shop"), BY_GROUP, link_key=link_for(tx, added(tx)))

    token = sign_in(tx, account("shop", "boss"), BY_GROUP).signed_in.token
    assert token.scopes == Role.OPERATOR.scopes
    assert sign_in(tx, account("shop"), BY_GROUP).signed_in.token.scopes == Role.STAFF.scopes
    with pytest.raises(Forbidden, match="has no role"):
        sign_in(tx, account("other"), BY_GROUP)
    assert [note for note in notes(tx) if note[1] == "changePerson"] == [
        ("Plant Store", "changePerson", "role staff → operator, from Example"),
        ("Plant Store", "changePerson", "role operator → staff, from Example"),
    ]
    assert sign_in(tx, account("boss"), INVITED).signed_in.token.scopes == Role.STAFF.scopes, "roles are managed here"


def test_a_new_role_applies_to_open_sessions_and_ends_links_of_operators(tx: Transaction) -> None:
    colleague, person = added(tx, "per_0", role=Role.OPERATOR, email=None), added(tx, role=Role.OPERATOR)
    sign_in(tx, account("boss"), BY_GROUP, link_key=link_for(tx, person))
    key = open_session(tx, person)
    made = commands.make_link(
        tx, colleague.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=principal(person)
    ).key.reveal()

    sign_in(tx, account("shop"), BY_GROUP)

    found = sessions.find(tx, key)
    assert found is not None and found.token.scopes == Role.STAFF.scopes
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, made)


@pytest.mark.parametrize("way", ["sign in", "confirm", "link"])
def test_a_sign_in_without_a_role_ends_the_sessions_of_the_person(tx: Transaction, way: str) -> None:
    colleague, person = added(tx, "per_0", role=Role.OPERATOR, email=None), added(tx, role=Role.OPERATOR)
    first = sign_in(tx, account("boss"), BY_GROUP, link_key=link_for(tx, person)).signed_in
    keys = [open_session(tx, person), first.key.reveal()]
    made = commands.make_link(
        tx, colleague.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=principal(person)
    ).key.reveal()
    other = open_session(tx, colleague)
    through = replace(principal(colleague), link_makers=(person.id,))
    token = tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="x", scopes=frozenset({Scope.PLANTS_READ}), creator=through
    ).token

    with pytest.raises(Forbidden, match="has no role"):
        sign_in(
            tx,
            account("wiki"),
            BY_GROUP,
            confirms=first if way == "confirm" else None,
            link_key=link_for(tx, person) if way == "link" else "",
        )

    assert [sessions.find(tx, key) for key in keys] == [None, None]
    assert sessions.find(tx, other) is not None
    assert principals.find(tx, token.id) is None
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, made)
    assert notes(tx)[-1] == ("Plant Store", "endSessions", "2 ended: no role from Example")


def test_a_sign_in_without_a_role_ends_nothing_where_roles_are_managed_here(tx: Transaction) -> None:
    added(tx, "per_0", role=Role.OPERATOR, email=None)
    person = added(tx)
    sign_in(tx, link_key=link_for(tx, person))
    key = open_session(tx, person)

    assert sign_in(tx, account("wiki")).signed_in.token.scopes == Role.STAFF.scopes
    assert sessions.find(tx, key) is not None


@pytest.mark.parametrize("values", [("shop",), ()])
def test_the_last_operator_stays_one_and_is_told(tx: Transaction, values: tuple[str, ...]) -> None:
    person = added(tx, role=Role.OPERATOR)
    sign_in(tx, account("boss"), BY_GROUP, link_key=link_for(tx, person))

    signed_in, notice = sign_in(tx, account(*values), BY_GROUP)

    assert signed_in.token.scopes == Role.OPERATOR.scopes
    assert notice.startswith("You are still an operator")


# Confirming


def test_a_sign_in_is_no_proof_until_it_is_confirmed(tx: Transaction) -> None:
    first = sign_in(tx, link_key=link_for(tx, added(tx))).signed_in
    assert not first.session.is_recent_sign_in(NOON)

    again = sign_in(at(tx, 60), confirms=first).signed_in

    assert again.session.is_recent_sign_in(after(NOON, seconds=61))
    assert again.session.opened_at == first.session.opened_at, "the session does not last longer"
    assert again.key != first.key and sessions.find(tx, first.key.reveal()) is None
    found = sessions.find(at(tx, 61), again.key.reveal())
    assert found is not None and found.session == again.session


def test_only_the_person_of_the_session_confirms_it(tx: Transaction) -> None:
    sign_in(tx, link_key=link_for(tx, added(tx)))
    other = sign_in(tx, account(subject="s-2"), link_key=link_for(tx, added(tx, "per_2", email=None))).signed_in
    mine = sign_in(tx).signed_in

    with pytest.raises(Unauthorized, match="another person's account"):
        sign_in(tx, confirms=other)
    with pytest.raises(Unauthorized, match="signed out in the meantime"):
        sign_in(tx, confirms=mine, present=other)


def test_a_new_session_replaces_the_one_of_the_browser(tx: Transaction) -> None:
    first = sign_in(tx, link_key=link_for(tx, added(tx))).signed_in

    sign_in(tx, present=first)

    assert sessions.find(tx, first.key.reveal()) is None
