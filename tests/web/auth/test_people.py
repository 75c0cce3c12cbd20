"""People: how they are invited, what their links and tokens permit, and what ends with their access."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized
from plantstore.domain.person import NAME_CHARS_MAX, RECEIVERS_MAX, Person, Role, principal
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.session import LINK_MAKERS_MAX, REMEMBERED_S_MAX, SESSION_IDLE_S_MAX, LinkKind, SignInWay
from plantstore.domain.timestamps import after
from plantstore.domain.token import BUNDLES, Scope, Token
from plantstore.storage.database import Transaction
from plantstore.storage.tables import people as stored
from plantstore.storage.tables import receivers
from plantstore.storage.tables import tokens as stored_tokens
from plantstore.web.auth import people, principals, sessions, tokens
from plantstore.web.auth.link_keys import MadeLink
from plantstore.web.auth.people import PersonPatch
from plantstore.web.auth.sessions import SignedIn
from tests.makers import NOON, RECEIVER, a_person, a_receiver
from tests.still_clock import StillClock
from tests.storage.plans import plans_of

random_bytes = Random(7).randbytes
ids = Ids(StillClock(), random_bytes)
OTHER = ReceiverId(8)


def at(tx: Transaction, seconds: float) -> Transaction:
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def added(tx: Transaction, id: str = "per_1", **changes: object) -> Person:
    person = a_person(id, **changes)
    stored.insert(tx, person)
    return person


def invited(tx: Transaction, by: Person, **fields: object) -> tuple[Person, MadeLink]:
    whole = {"name": "colleague", "email": None, "role": Role.STAFF, "receiver_ids": None, **fields}
    return people.invite(tx, ids=ids, random_bytes=random_bytes, by=principal(by), **whole)  # type: ignore[arg-type]


def linked(tx: Transaction, person: Person, by: Person | None = None, kind: LinkKind = LinkKind.RECOVERY) -> str:
    maker = None if by is None else principal(by)
    made = people.make_link(tx, person.id, kind=kind, random_bytes=random_bytes, by=maker)
    return made.key.reveal()


def signed_in(tx: Transaction, person: Person, **more: object) -> SignedIn:
    return sessions.open_for_person(tx, person, way=SignInWay.PASSKEY, random_bytes=random_bytes, **more)  # type: ignore[arg-type]


def is_open(tx: Transaction, one: SignedIn) -> bool:
    return sessions.find(tx, one.key.reveal()) is not None


def a_token_of(tx: Transaction, person: Person, *scopes: Scope, receiver: ReceiverId | None = None) -> str:
    made = tokens.create(
        tx,
        ids=ids,
        random_bytes=random_bytes,
        name="script",
        scopes=frozenset(scopes) or person.role.scopes,
        person_id=person.id,
        receiver_id=receiver,
        creator=None,
    )
    return made.token.id


# Invitations and links


def test_an_invitation_works_once_for_seven_days(tx: Transaction) -> None:
    owner = added(tx)
    person, link = invited(tx, owner, email=" Colleague@shop.example ")

    assert (person.email, person.created_by, person.last_seen_at) == ("Colleague@shop.example", owner.id, None)
    assert link.expires_at == after(NOON, seconds=7 * 86_400)
    opened = sessions.sign_in_by_link(at(tx, 6 * 86_400), link.key.reveal(), random_bytes=random_bytes)
    assert opened.token.id == person.id and opened.token.scopes == BUNDLES["staff"]
    with pytest.raises(Unauthorized, match="already used"):
        sessions.sign_in_by_link(at(tx, 6 * 86_400), link.key.reveal(), random_bytes=random_bytes)


def test_an_invitation_ends_after_seven_days(tx: Transaction) -> None:
    _, link = invited(tx, added(tx))

    with pytest.raises(Unauthorized):
        sessions.sign_in_by_link(at(tx, 7 * 86_400), link.key.reveal(), random_bytes=random_bytes)


def test_a_new_link_replaces_the_old_one(tx: Transaction) -> None:
    owner = added(tx)
    person, first = invited(tx, owner)

    second = linked(tx, person, owner, LinkKind.INVITATION)

    with pytest.raises(Unauthorized):
        sessions.sign_in_by_link(tx, first.key.reveal(), random_bytes=random_bytes)
    assert sessions.sign_in_by_link(tx, second, random_bytes=random_bytes).token.id == person.id


def test_nobody_is_invited_twice(tx: Transaction) -> None:
    owner = added(tx)
    person, link = invited(tx, owner)
    sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)

    with pytest.raises(Conflict, match="signed in before"):
        linked(tx, person, owner, LinkKind.INVITATION)
    assert linked(tx, person, owner)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"name": ""}, "/name"),
        ({"name": "x" * (NAME_CHARS_MAX + 1)}, "/name"),
        ({"email": "owner"}, "/email"),
        ({"email": "a@b@shop.example"}, "/email"),
        ({"email": "a@shop.example\r\nBcc: b@shop.example"}, "/email"),
        ({"email": "a@shop.example\n"}, "/email"),
        ({"email": "<a@shop.example>"}, "/email"),
        ({"email": "a@shop..example"}, "/email"),
        ({"email": "a@-shop.example"}, "/email"),
        ({"email": "x" * 65 + "@shop.example"}, "/email"),
        ({"email": "a@" + "x." * 130 + "example"}, "/email"),
        ({"email": "é@shop.example"}, "/email"),
        ({"email": "TAKEN@shop.example"}, "/email"),
        ({"receiver_ids": frozenset({RECEIVER})}, "/receivers"),
        ({"role": Role.INTEGRATOR, "receiver_ids": frozenset({OTHER})}, "/receivers"),
        ({"role": Role.INTEGRATOR, "receiver_ids": frozenset(map(ReceiverId, range(RECEIVERS_MAX + 1)))}, "/receivers"),
    ],
)
def test_an_invitation_with_a_wrong_field_is_refused(tx: Transaction, fields: dict[str, object], pointer: str) -> None:
    receivers.insert(tx, a_receiver())
    owner = added(tx, email="taken@shop.example")

    with pytest.raises(Invalid) as refused:
        invited(tx, owner, **fields)

    assert [one.pointer for one in refused.value.fields] == [pointer]
    assert stored.count(tx) == 1


def test_an_integrator_may_be_limited_to_registered_receivers(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())

    person, link = invited(tx, added(tx), role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER}))

    opened = sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)
    assert opened.token.receiver_ids == person.receiver_ids == frozenset({RECEIVER})


def test_a_link_signs_in_nobody_whose_access_has_ended(tx: Transaction) -> None:
    owner, person = added(tx), added(tx, "per_2", role=Role.STAFF)
    before = linked(tx, person, owner)
    people.deactivate(tx, person.id, by=None)

    with pytest.raises(Unauthorized, match="already used"):
        sessions.sign_in_by_link(tx, before, random_bytes=random_bytes)
    with pytest.raises(Conflict, match="Reactivate"):
        linked(tx, person, owner)
    with pytest.raises(NotFound):
        linked(tx, a_person("per_3"), owner)


def test_a_link_never_replaces_the_session_key_that_a_browser_had(tx: Transaction) -> None:
    owner, person = added(tx), added(tx, "per_2", role=Role.STAFF)
    planted = signed_in(tx, owner)

    opened = sessions.sign_in_by_link(
        tx, linked(tx, person), random_bytes=random_bytes, instead_of=planted.key.reveal()
    )

    assert opened.key.reveal() != planted.key.reveal()
    assert not is_open(tx, planted)


# The first person


def an_owners_link(tx: Transaction) -> str:
    made = tokens.create(
        tx,
        ids=ids,
        random_bytes=random_bytes,
        name="operator",
        scopes=BUNDLES["operator"],
        is_endless=True,
        creator=None,
    )
    link = sessions.make_owners_link(tx, random_bytes=random_bytes, token_text=made.text.reveal())
    assert link is not None
    return link.key.reveal()


def test_the_owners_link_makes_the_first_person_of_an_empty_store(tx: Transaction) -> None:
    key = an_owners_link(tx)
    assert sessions.check_link(tx, key).makes_first_person
    with pytest.raises(Unauthorized):
        sessions.sign_in_by_link(tx, key, random_bytes=random_bytes)

    first = people.make_first(tx, ids=ids, name="owner")

    assert (first.role, first.created_by) == (Role.OPERATOR, "store")
    assert sessions.sign_in_by_link(tx, key, random_bytes=random_bytes).token.id == first.id
    with pytest.raises(Unauthorized):
        people.make_first(tx, ids=ids, name="owner")


def test_later_the_owners_link_signs_in_the_only_operator(tx: Transaction) -> None:
    owner = added(tx)
    added(tx, "per_2", role=Role.STAFF)

    opened = sessions.sign_in_by_link(tx, an_owners_link(tx), random_bytes=random_bytes)

    assert opened.token == principal(replace(owner, last_seen_at=NOON))


def test_with_several_operators_the_owners_link_is_the_tokens(tx: Transaction) -> None:
    added(tx)
    added(tx, "per_2")

    opened = sessions.sign_in_by_link(tx, an_owners_link(tx), random_bytes=random_bytes)

    assert opened.token.name == "operator" and opened.token.person_id is None


# Sessions


def test_a_session_has_the_present_role_of_its_person(tx: Transaction) -> None:
    added(tx)
    person = added(tx, "per_2", role=Role.STAFF)
    one = signed_in(tx, person)

    people.change(tx, person.id, PersonPatch(role=Role.INTEGRATOR), by=None)

    found = sessions.find(tx, one.key.reveal())
    assert found is not None and found.token.scopes == BUNDLES["integrator"]


def test_a_remembered_session_is_open_for_thirty_days(tx: Transaction) -> None:
    person = added(tx)
    kept, usual = signed_in(tx, person, remembered=True, device="Firefox on Linux"), signed_in(tx, person)

    later = at(tx, SESSION_IDLE_S_MAX)
    assert (is_open(later, kept), is_open(later, usual)) == (True, False)
    assert is_open(at(tx, REMEMBERED_S_MAX - 1), kept)
    assert not is_open(at(tx, REMEMBERED_S_MAX), kept)
    assert [session.device for _, session in people.open_sessions(later, person.id)] == ["Firefox on Linux"]


def test_a_person_ends_one_session_or_all_others(tx: Transaction) -> None:
    person = added(tx)
    first, second, third = (signed_in(at(tx, number), person) for number in range(3))
    listed, person_token = [id for id, _ in people.open_sessions(tx, person.id)], principal(person)
    assert listed == [people.session_id(one.key.reveal()) for one in (third, second, first)]

    people.end_session(tx, person.id, listed[1], by=person_token)
    assert [is_open(tx, one) for one in (first, second, third)] == [True, False, True]
    assert people.end_sessions(tx, person.id, by=person_token, without=listed[0]) == 1
    assert [is_open(tx, one) for one in (first, second, third)] == [False, False, True]


def test_nobody_ends_the_session_of_another_person(tx: Transaction) -> None:
    owner, person = added(tx), added(tx, "per_2", role=Role.STAFF)
    one = signed_in(tx, owner)

    with pytest.raises(NotFound):
        people.end_session(tx, person.id, people.session_id(one.key.reveal()), by=None)
    assert is_open(tx, one)


def test_a_new_link_of_the_same_person_proves_who_they_are(tx: Transaction) -> None:
    owner, person = added(tx), added(tx, "per_2", role=Role.STAFF)
    before = signed_in(tx, person, remembered=True, device="Firefox on Linux")

    with pytest.raises(Unauthorized, match="someone else"):
        sessions.prove_again(tx, before, linked(tx, owner), random_bytes=random_bytes)
    later = at(tx, 600)
    again = sessions.prove_again(later, before, linked(later, person), random_bytes=random_bytes)

    assert again.session == replace(
        before.session, opened_at=later.now, proved_at=later.now, seen_at=later.now, way=SignInWay.LINK
    )
    assert not is_open(tx, before)


# Deactivation


def test_deactivation_ends_everything_that_gives_access(tx: Transaction) -> None:
    owner, person = added(tx), added(tx, "per_2")
    one, token_id, link = signed_in(tx, person), a_token_of(tx, person), linked(tx, person, owner)

    people.deactivate(tx, person.id, by=principal(owner))

    assert not is_open(tx, one)
    assert principals.find(tx, token_id) is None
    assert principals.find(tx, person.id) is None
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, link)
    assert people.deactivate(tx, person.id, by=principal(owner)).deactivated_at == NOON


def test_a_reactivated_person_signs_in_anew(tx: Transaction) -> None:
    added(tx)
    person = added(tx, "per_2", role=Role.STAFF)
    one, token_id = signed_in(tx, person), a_token_of(tx, person)
    people.deactivate(tx, person.id, by=None)

    people.reactivate(tx, person.id, by=None)

    assert not is_open(tx, one) and principals.find(tx, token_id) is None
    assert sessions.sign_in_by_link(tx, linked(tx, person), random_bytes=random_bytes).token.id == person.id


@pytest.mark.parametrize("ending", ["deactivate", "demote"])
def test_a_session_of_a_token_that_a_former_operator_opened_ends_with_their_role(tx: Transaction, ending: str) -> None:
    added(tx)
    person = added(tx, "per_2")
    token = tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="x", scopes=BUNDLES["operator"], creator=None
    ).token
    link = sessions.make_link(tx, random_bytes=random_bytes, creator=principal(person), token_id=token.id)
    opened = sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)
    assert is_open(tx, opened)

    if ending == "deactivate":
        people.deactivate(tx, person.id, by=None)
    else:
        people.change(tx, person.id, PersonPatch(role=Role.STAFF), by=None)

    assert not is_open(tx, opened)


@pytest.mark.sqlite_only("it counts what SQLite is asked")
def test_a_session_of_a_person_takes_two_statements(tx: Transaction) -> None:
    plain = signed_in(tx, added(tx)).key.reveal()
    made = tokens.create(tx, ids=ids, random_bytes=random_bytes, name="x", scopes=BUNDLES["staff"], creator=None)
    of_token = sessions.sign_in_by_token(tx, made.text.reveal(), random_bytes=random_bytes).key.reveal()
    counted = [len(plans_of(tx, partial(sessions.find, key=key))) for key in (plain, of_token)]

    assert counted == [2, 2]


@pytest.mark.parametrize("ending", ["deactivate", "demote"])
def test_links_that_a_former_operator_made_end_with_their_role(tx: Transaction, ending: str) -> None:
    owner, person = added(tx), added(tx, "per_2")
    _, unused = invited(tx, person)
    stolen = sessions.sign_in_by_link(tx, linked(tx, owner, person), random_bytes=random_bytes)
    own = signed_in(tx, owner)

    if ending == "deactivate":
        people.deactivate(tx, person.id, by=None)
    else:
        people.change(tx, person.id, PersonPatch(role=Role.STAFF), by=None)

    assert not is_open(tx, stolen) and is_open(tx, own)
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, unused.key.reveal())


def in_sessions_of_links(tx: Transaction, people_in_turn: list[Person]) -> list[SignedIn]:
    """Return a session for each person but the first: the person before makes the link, in their own such session."""
    opened: list[SignedIn] = []
    by = principal(people_in_turn[0])
    for person in people_in_turn[1:]:
        made = people.make_link(tx, person.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=by)
        once = sessions.sign_in_by_link(tx, made.key.reveal(), random_bytes=random_bytes)
        again = sessions.find(tx, once.key.reveal())
        assert again is not None and again.token.link_makers == once.token.link_makers
        opened.append(again)
        by = again.token
    return opened


@pytest.mark.parametrize("ending", ["deactivate", "demote"])
def test_links_end_with_the_role_of_who_opened_the_session_that_made_them(tx: Transaction, ending: str) -> None:
    former, *others = [added(tx, f"per_{number}") for number in range(1, 5)]
    chain = in_sessions_of_links(tx, [former, *others])
    program = an_operators_token(tx)
    link = sessions.make_link(tx, random_bytes=random_bytes, creator=chain[1].token, token_id=program.id)
    of_token = sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)
    unused = people.make_link(
        tx, others[0].id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=chain[2].token
    ).key.reveal()
    own = [signed_in(tx, other) for other in others]
    unrelated = in_sessions_of_links(tx, [others[0], others[1], others[2]])

    if ending == "deactivate":
        people.deactivate(tx, former.id, by=None)
    else:
        people.change(tx, former.id, PersonPatch(role=Role.STAFF), by=None)

    assert [is_open(tx, one) for one in (*chain, of_token)] == [False] * 4
    assert all(is_open(tx, one) for one in (*own, *unrelated))
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, unused)


def test_links_end_with_the_token_whose_link_opened_the_session_that_made_them(tx: Transaction) -> None:
    owner, other, third = (added(tx, f"per_{number}") for number in range(1, 4))
    program = an_operators_token(tx)
    made = people.make_link(tx, owner.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=program)
    first = sessions.sign_in_by_link(tx, made.key.reveal(), random_bytes=random_bytes)
    made = people.make_link(tx, other.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=first.token)
    second = sessions.sign_in_by_link(tx, made.key.reveal(), random_bytes=random_bytes)
    unrelated = in_sessions_of_links(tx, [other, owner, third])

    tokens.revoke(tx, program.id)

    assert [is_open(tx, one) for one in (first, second, *unrelated)] == [False, False, True, True]


def test_a_link_depends_on_a_limited_number_of_earlier_links(tx: Transaction) -> None:
    owner, other = added(tx), added(tx, "per_2")
    before = tuple(f"per_{number}" for number in range(100, 100 + LINK_MAKERS_MAX))
    make = partial(people.make_link, tx, other.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes)

    made = make(by=replace(principal(owner), link_makers=before[1:]))
    session = sessions.sign_in_by_link(tx, made.key.reveal(), random_bytes=random_bytes).session
    assert session.link_makers == (owner.id, *before[1:]) and len(session.link_makers) == LINK_MAKERS_MAX
    with pytest.raises(Forbidden, match="too many links"):
        make(by=replace(principal(owner), link_makers=before))
    assert make(by=replace(principal(owner), link_makers=(*before[1:], owner.id)))


def test_a_token_depends_on_a_limited_number_of_links(tx: Transaction) -> None:
    owner = principal(added(tx))
    before = tuple(f"per_{number}" for number in range(100, 100 + LINK_MAKERS_MAX))
    make = partial(
        tokens.create, tx, ids=ids, random_bytes=random_bytes, name="x", scopes=frozenset({Scope.PLANTS_READ})
    )

    made = make(creator=replace(owner, link_makers=(owner.id, *before)))

    assert stored_tokens.find(tx, made.token.id) == made.token and made.token.link_makers == before
    with pytest.raises(Forbidden, match="too many links"):
        make(creator=replace(owner, link_makers=(*before, "per_200")))


def an_operators_token(tx: Transaction) -> Token:
    return tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="x", scopes=BUNDLES["operator"], creator=None
    ).token


def test_links_that_a_token_of_a_former_operator_made_end_with_the_role(tx: Transaction) -> None:
    owner, former = added(tx), added(tx, "per_2")
    script = principals.find(tx, a_token_of(tx, former))
    kind = LinkKind.RECOVERY
    link = people.make_link(tx, owner.id, kind=kind, random_bytes=random_bytes, by=script).key.reveal()
    stolen = sessions.sign_in_by_link(tx, link, random_bytes=random_bytes)
    unused = people.make_link(tx, owner.id, kind=kind, random_bytes=random_bytes, by=script).key.reveal()

    people.change(tx, former.id, PersonPatch(role=Role.STAFF), by=None)

    assert not is_open(tx, stolen)
    with pytest.raises(Unauthorized):
        sessions.check_link(tx, unused)


def test_sessions_of_tokens_that_a_former_operator_opened_by_link_end_with_the_role(tx: Transaction) -> None:
    owner, former, program = added(tx), added(tx, "per_2"), an_operators_token(tx)
    made = [
        sessions.make_link(tx, random_bytes=random_bytes, creator=principal(former), token_id=program.id)
        for _ in range(2)
    ]
    opened = sessions.sign_in_by_link(tx, made[0].key.reveal(), random_bytes=random_bytes)
    further = people.make_link(tx, owner.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=opened.token)
    assert opened.token.acts_by_link_of == former.id

    people.change(tx, former.id, PersonPatch(role=Role.STAFF), by=None)

    assert not is_open(tx, opened)
    for link in (made[1], further):
        with pytest.raises(Unauthorized):
            sessions.check_link(tx, link.key.reveal())


def test_links_that_a_token_made_end_with_it(tx: Transaction) -> None:
    person = added(tx, "per_2", role=Role.STAFF)
    made = tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="x", scopes=BUNDLES["operator"], creator=None
    ).token
    link = people.make_link(tx, person.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=made)
    opened = sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)

    tokens.revoke(tx, made.id)

    assert not is_open(tx, opened)


def test_who_has_no_access_any_more_changes_nobody(tx: Transaction) -> None:
    added(tx)
    former = added(tx, "per_2")
    people.deactivate(tx, former.id, by=None)

    for command in (
        lambda: invited(tx, former),
        lambda: people.change(tx, "per_1", PersonPatch(name="x"), by=principal(former)),
        lambda: people.deactivate(tx, "per_1", by=principal(former)),
        lambda: people.reactivate(tx, "per_2", by=principal(former)),
        lambda: linked(tx, former, former),
    ):
        with pytest.raises(Unauthorized):
            command()


def test_who_has_another_role_in_the_meantime_grants_nothing(tx: Transaction) -> None:
    owner, former = added(tx), added(tx, "per_2")
    cached = [principal(former), principals.find(tx, a_token_of(tx, former))]
    people.change(tx, former.id, PersonPatch(role=Role.STAFF), by=None)

    for by in cached:
        assert by is not None and Scope.PEOPLE_WRITE in by.scopes  # as another process may have it still
        for command in (
            lambda by=by: people.change(tx, former.id, PersonPatch(role=Role.OPERATOR), by=by),
            lambda by=by: people.make_link(tx, owner.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=by),
            lambda by=by: sessions.make_link(tx, random_bytes=random_bytes, creator=by, token_id=by.id),
            lambda by=by: tokens.create(
                tx, ids=ids, random_bytes=random_bytes, name="x", scopes=BUNDLES["operator"], creator=by
            ),
        ):
            with pytest.raises((Unauthorized, NotFound)):
                command()
    assert people.find(tx, former.id).role is Role.STAFF


def test_nobody_grants_a_role_with_permissions_that_they_lack(tx: Transaction) -> None:
    owner, shop = added(tx), added(tx, "per_2", role=Role.STAFF)
    scopes = BUNDLES["staff"] | {Scope.PEOPLE_WRITE}
    made = tokens.create(tx, ids=ids, random_bytes=random_bytes, name="sync", scopes=scopes, creator=principal(owner))
    fields = {"ids": ids, "random_bytes": random_bytes, "email": None, "receiver_ids": None, "by": made.token}

    for refused in (
        lambda: people.invite(tx, name="x", role=Role.OPERATOR, **fields),  # type: ignore[arg-type]
        lambda: people.change(tx, shop.id, PersonPatch(role=Role.INTEGRATOR), by=made.token),
    ):
        with pytest.raises(Forbidden, match="cannot grant the role"):
            refused()
    people.invite(tx, name="x", role=Role.STAFF, **fields)  # type: ignore[arg-type]
    assert people.change(tx, shop.id, PersonPatch(name="y", role=Role.STAFF), by=made.token).name == "y"
    people.make_link(tx, shop.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=made.token)


def test_a_token_does_nothing_to_a_person_who_has_more_permissions(tx: Transaction) -> None:
    owner, other, shop = added(tx), added(tx, "per_2"), added(tx, "per_3", role=Role.STAFF)
    gone = added(tx, "per_4", deactivated_at=NOON)
    one, work, session_id = signed_in(tx, other), signed_in(tx, shop), people.open_sessions(tx, other.id)[0][0]
    scopes = BUNDLES["staff"] | {Scope.PEOPLE_WRITE}
    by = tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="sync", scopes=scopes, creator=principal(owner), person_id=other.id
    ).token
    refused: dict[str, Callable[[], object]] = {
        "deactivate": lambda: people.deactivate(tx, other.id, by=by),
        "change the role of": lambda: people.change(tx, other.id, PersonPatch(role=Role.STAFF), by=by),
        "sign out": lambda: people.end_sessions(tx, other.id, by=by),
        "sign out a": lambda: people.end_session(tx, other.id, session_id, by=by),
        "make a link for": lambda: people.make_link(
            tx, other.id, kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=by
        ),
        "grant": lambda: people.reactivate(tx, gone.id, by=by),
    }

    for words, command in refused.items():
        with pytest.raises(Forbidden, match=f"lacks deliveries:write, .*, so it cannot {words} .*operator"):
            command()
    assert people.find(tx, other.id).is_active and people.find(tx, other.id).role is Role.OPERATOR
    assert is_open(tx, one)
    assert not people.find(tx, gone.id).is_active
    assert people.end_sessions(tx, shop.id, by=by) == 1 and not is_open(tx, work)
    assert not people.deactivate(tx, shop.id, by=by).is_active
    assert people.deactivate(tx, other.id, by=principal(owner)).deactivated_at == NOON


def test_only_who_manages_people_creates_tokens_of_others(tx: Transaction) -> None:
    owner, shop = added(tx), added(tx, "per_2", role=Role.STAFF)
    fields = {"ids": ids, "random_bytes": random_bytes, "name": "x"}
    scopes = BUNDLES["staff"] | {Scope.TOKENS_WRITE}
    maker = tokens.create(tx, scopes=scopes, creator=principal(owner), **fields).token  # type: ignore[arg-type]

    with pytest.raises(Forbidden, match="people:write"):
        tokens.create(tx, scopes=BUNDLES["staff"], person_id=shop.id, creator=maker, **fields)  # type: ignore[arg-type]
    tokens.create(tx, scopes=BUNDLES["staff"], creator=maker, **fields)  # type: ignore[arg-type]
    for person in (owner, shop):
        made = tokens.create(
            tx,
            scopes=BUNDLES["staff"],
            person_id=person.id,
            creator=principal(owner),
            **fields,  # type: ignore[arg-type]
        )
        assert made.token.person_id == person.id


# The last operator


def test_the_last_active_operator_stays_one(tx: Transaction) -> None:
    owner, other = added(tx), added(tx, "per_2")
    added(tx, "per_3", role=Role.STAFF)
    people.deactivate(tx, other.id, by=None)

    with pytest.raises(Conflict, match="last active operator"):
        people.deactivate(tx, owner.id, by=None)
    with pytest.raises(Conflict, match="last active operator"):
        people.change(tx, owner.id, PersonPatch(role=Role.STAFF), by=None)
    people.change(tx, "per_3", PersonPatch(role=Role.OPERATOR), by=None)
    assert people.deactivate(tx, owner.id, by=None).deactivated_at == NOON


# Tokens of people


def test_a_persons_token_permits_no_more_than_the_present_role(tx: Transaction) -> None:
    added(tx)
    person = added(tx, "per_2", role=Role.INTEGRATOR)
    token_id = a_token_of(tx, person, Scope.EVENTS_READ, Scope.PLANTS_READ)

    people.change(tx, person.id, PersonPatch(role=Role.STAFF), by=None)

    token = principals.find(tx, token_id)
    assert token is not None
    assert (token.scopes, token.name) == (frozenset({Scope.PLANTS_READ}), "script (owner)")


def test_a_persons_token_is_limited_to_their_receivers(tx: Transaction) -> None:
    for id in (RECEIVER, OTHER):
        receivers.insert(tx, a_receiver(id))
    person = added(tx, role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER, OTHER}))
    whole, bound = a_token_of(tx, person), a_token_of(tx, person, receiver=OTHER)

    allowed = [principals.find(tx, one) for one in (whole, bound)]
    assert [None if one is None else one.receiver_ids for one in allowed] == [
        frozenset({RECEIVER, OTHER}),
        frozenset({OTHER}),
    ]
    people.change(tx, person.id, PersonPatch(receiver_ids=frozenset({RECEIVER})), by=None)
    allowed = [principals.find(tx, one) for one in (whole, bound)]
    assert [None if one is None else one.receiver_ids for one in allowed] == [frozenset({RECEIVER}), frozenset()]


def test_no_token_of_a_person_exceeds_their_role(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())
    receivers.insert(tx, a_receiver(OTHER))
    person = added(tx, role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER}))

    for scopes, receiver, pointer in (
        ({Scope.TOKENS_WRITE}, None, "/scopes"),
        ({Scope.EVENTS_READ}, OTHER, "/receiver"),
    ):
        with pytest.raises(Invalid) as refused:
            a_token_of(tx, person, *scopes, receiver=receiver)
        assert [one.pointer for one in refused.value.fields] == [pointer]
    with pytest.raises(Invalid):
        a_token_of(tx, a_person("per_9"))


def test_an_operator_gives_only_permissions_that_they_have(tx: Transaction) -> None:
    owner = added(tx)
    made = tokens.create(
        tx, ids=ids, random_bytes=random_bytes, name="sync", scopes=BUNDLES["staff"], creator=principal(owner)
    )

    assert (made.token.created_by, made.token.person_id) == (owner.id, None)
    people.invite(
        tx, ids=ids, random_bytes=random_bytes, name="x", email=None, role=Role.OPERATOR, receiver_ids=None, by=None
    )
    people.change(tx, stored.page(tx, stored.PersonFilter(), limit=9)[-1].id, PersonPatch(name="other"), by=None)
    people.deactivate(tx, owner.id, by=None)
    assert principals.find(tx, made.token.id) == made.token
