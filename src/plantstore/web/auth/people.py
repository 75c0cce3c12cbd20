"""Commands on people: invite, change, deactivate and reactivate them, make their links, and end their sessions.

A store that has people keeps at least one active operator.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain.errors import Conflict, FieldError, Forbidden, Invalid, NotFound, Unauthorized
from plantstore.domain.person import NAME_CHARS_MAX, RECEIVERS_MAX, Person, Role, check_email
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.session import LinkKind, Session
from plantstore.domain.text import check_text
from plantstore.domain.token import Token, hash_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, alert_channels, receivers, sessions, tokens
from plantstore.storage.tables import people as stored
from plantstore.storage.tables.sessions import Link
from plantstore.web.auth import principals
from plantstore.web.auth.link_keys import USED, MadeLink, insert, origin

PEOPLE_MAX = 1_000  # max people of a store, deactivated ones included
SESSION_ID_CHARS = 32  # of the hash of a session's key, which reveals nothing of the key
MAKE_FIRST, END_TOKEN = "makeFirstOperator", "endToken"  # names of actions in the activity log
LAST_OPERATOR = "This is the last active operator. Make another person an operator first."
NO_PERSON = "There is no such person."
_LOCK = "people"  # held while it is decided whether an operator remains, and whether an address is free
_SAME: Literal["same"] = "same"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPatch:
    """The fields to change; None keeps a field. `email` "" removes the address. `receiver_ids` replaces the limit."""

    name: str | None = None
    email: str | None = None
    role: Role | None = None
    receiver_ids: frozenset[ReceiverId] | Literal["same"] | None = _SAME


def find(tx: Transaction, person_id: str) -> Person:
    """Return a person. Raise NotFound if there is none with this id."""
    person = stored.find(tx, person_id)
    if person is None:
        raise NotFound(NO_PERSON)
    return person


def invite(
    tx: Transaction,
    *,
    ids: Ids,
    random_bytes: RandomBytes,
    name: str,
    email: str | None,
    role: Role,
    receiver_ids: frozenset[ReceiverId] | None,
    by: Token | None,
) -> tuple[Person, MadeLink]:
    """Add a person and make the link that invites them. `by` is None if the program does it."""
    person = add(tx, ids=ids, name=name, email=email, role=role, receiver_ids=receiver_ids, by=by)
    return person, make_link(tx, person.id, kind=LinkKind.INVITATION, random_bytes=random_bytes, by=by)


def add(
    tx: Transaction,
    *,
    ids: Ids,
    name: str,
    email: str | None,
    role: Role,
    receiver_ids: frozenset[ReceiverId] | None,
    by: Token | None,
) -> Person:
    """Add a person. `by` is None if the program does it. Raise Invalid, which lists all problems, or Forbidden."""
    tx.connection.advisory_lock(_LOCK)
    _check_still_valid(tx, by)
    created_by = activity.STORE if by is None else by.id
    fields = PersonPatch(name=name, email=email, role=role, receiver_ids=receiver_ids)
    blank = Person(
        id=ids.person(),
        name="",
        email=None,
        role=role,
        receiver_ids=None,
        created_at=tx.now,
        created_by=created_by,
    )
    _check_covers(by, role, f"grant the role {role}")
    person = _changed(tx, blank, fields)
    if stored.count(tx) >= PEOPLE_MAX:
        raise Conflict(f"A store has at most {PEOPLE_MAX:,} people.")
    stored.insert(tx, person)
    return person


def make_first(tx: Transaction, *, ids: Ids, name: str) -> Person:
    """Add the first person of a store, an operator. Raise Unauthorized if the store has people already.

    The caller has checked that an owner's link was opened.
    """
    tx.connection.advisory_lock(_LOCK)
    if not stored.is_empty(tx):
        raise Unauthorized(USED)
    blank = Person(
        id=ids.person(),
        name="",
        email=None,
        role=Role.OPERATOR,
        receiver_ids=None,
        created_at=tx.now,
        created_by=activity.STORE,
    )
    person = _changed(tx, blank, PersonPatch(name=name))
    stored.insert(tx, person)
    activity.add_by_store(tx, action=MAKE_FIRST, subject=person.id, detail=person.name)
    return person


def change(tx: Transaction, person_id: str, patch: PersonPatch, *, by: Token | None) -> Person:
    """Change a person. A new role or limit takes effect with their next request, also for their tokens.

    Raise Forbidden if `by` lacks permissions of the old or the new role.
    """
    tx.connection.advisory_lock(_LOCK)
    _check_still_valid(tx, by)
    before = find(tx, person_id)
    person = _changed(tx, before, patch)
    if (person.role, person.receiver_ids) != (before.role, before.receiver_ids):
        _check_covers(by, before.role, f"change the role of a person who is {before.role}")
        _check_covers(by, person.role, f"grant the role {person.role}")
    if before.role is Role.OPERATOR and person.role is not Role.OPERATOR:
        _check_operator_remains(tx, before)
        end_made_by(tx, before, by=by)
    stored.update(tx, person)
    return person


def deactivate(tx: Transaction, person_id: str, *, by: Token | None) -> Person:
    """End a person's access: their sessions, links and tokens, and what depends on links that they made.

    Their channels are disabled, so that they get no more messages about problems. Raise Forbidden if `by` lacks
    permissions of the person.
    """
    tx.connection.advisory_lock(_LOCK)
    _check_still_valid(tx, by)
    person = find(tx, person_id)
    _check_covers(by, person.role, f"deactivate a person who is {person.role}")
    if not person.is_active:
        return person
    _check_operator_remains(tx, person)
    person = replace(person, deactivated_at=tx.now)
    stored.update(tx, person)
    sessions.delete_of_person(tx, person_id)
    sessions.delete_links_of_person(tx, person_id)
    tokens.expire_of_person(tx, person_id)
    end_made_by(tx, person, by=by)
    alert_channels.disable_of_person(tx, person_id)
    return person


def end_made_by(tx: Transaction, person: Person, *, by: Token | None) -> None:
    """End what depends on links that a person made: the sessions, and links and tokens that were made in these.

    The activity names each token that ends. `by` is None if the program does it.
    """
    sessions.delete_made_by(tx, person.id)
    for token in tokens.expire_made_by_links(tx, person.id):
        detail = f"{token.name}: it was made through a link of {person.name}"
        if by is None:
            activity.add_by_store(tx, action=END_TOKEN, subject=token.id, detail=detail)
        else:
            activity.add_by(tx, by, action=END_TOKEN, subject=token.id, detail=detail)


def reactivate(tx: Transaction, person_id: str, *, by: Token | None) -> Person:
    """Let a person sign in again; what ended with the deactivation does not come back.

    Raise Forbidden if `by` lacks permissions of the person.
    """
    tx.connection.advisory_lock(_LOCK)
    _check_still_valid(tx, by)
    person = replace(find(tx, person_id), deactivated_at=None)
    _check_covers(by, person.role, f"grant the role {person.role}")
    stored.update(tx, person)
    return person


def make_link(
    tx: Transaction, person_id: str, *, kind: LinkKind, random_bytes: RandomBytes, by: Token | None
) -> MadeLink:
    """Make a one-time link that signs a person in. It replaces the earlier links of the person.

    Raise Conflict if the person is deactivated, or if an invitation is made for someone who has signed in before, and
    Forbidden if `by` lacks permissions of the person.
    """
    _check_still_valid(tx, by)
    person = find(tx, person_id)
    _check_covers(by, person.role, f"make a link for a person who is {person.role}")
    if not person.is_active:
        raise Conflict("This person is deactivated. Reactivate them first.")
    if kind is LinkKind.INVITATION and person.last_seen_at is not None:
        raise Conflict("This person has signed in before. Make a recovery link instead.")
    sessions.delete_links_of_person(tx, person_id)
    link = Link(
        token_id=None,
        person_id=person_id,
        kind=kind,
        expires_at=tx.now,
        used_at=None,
        created_at=tx.now,
        **origin(by),
    )
    return insert(tx, link, random_bytes=random_bytes)


def open_sessions(tx: Transaction, person_id: str) -> list[tuple[str, Session]]:
    """Return the ids and open sessions of a person, the most recently used first."""
    return [
        (_session_id(one), session) for one, session in sessions.of_person(tx, person_id) if session.is_open(tx.now)
    ]


def session_id(key: str) -> str:
    """Return the id under which a session is listed, from its key."""
    return _session_id(hash_of(key))


def end_session(tx: Transaction, person_id: str, wanted_id: str, *, by: Token | None) -> None:
    """End one session of a person. Raise NotFound if the person has no such session, or Forbidden as `end_sessions`."""
    check_may_sign_out(tx, person_id, by)
    for session_hash, session in sessions.of_person(tx, person_id):
        if _session_id(session_hash) == wanted_id and session.is_open(tx.now):
            sessions.delete(tx, session_hash)
            return
    raise NotFound("There is no such session.")


def end_sessions(tx: Transaction, person_id: str, *, by: Token | None, without: str = "") -> int:
    """End all sessions of a person, except the one with the id `without`; return the number of ended sessions.

    Raise Forbidden if `by` is someone else and lacks permissions of the person.
    """
    check_may_sign_out(tx, person_id, by)
    ended = 0
    for session_hash, session in sessions.of_person(tx, person_id):
        if _session_id(session_hash) != without:
            sessions.delete(tx, session_hash)
            ended += session.is_open(tx.now)
    return ended


def _session_id(session_hash: bytes) -> str:
    return session_hash.hex()[:SESSION_ID_CHARS]


def _check_still_valid(tx: Transaction, by: Token | None) -> None:
    """Raise Unauthorized if another process ended or reduced the permissions of `by`, which are cached in this one."""
    if by is not None and not principals.is_present(tx, by):
        raise Unauthorized("Your access has ended, or was reduced.")


def check_may_sign_out(tx: Transaction, person_id: str, by: Token | None, *, action: str = "sign out") -> None:
    """Raise Forbidden if `by` lacks permissions of a person to sign out, unless it is the person's own session.

    `action` names what is refused.
    """
    person = find(tx, person_id)
    if by is None or by.id == person_id:
        return
    _check_still_valid(tx, by)
    _check_covers(by, person.role, f"{action} a person who is {person.role}")


def _check_covers(by: Token | None, role: Role, action: str) -> None:
    """Raise Forbidden if `by` lacks permissions of a role.

    It could use them through a person or link that it makes, or take them from those who watch over it.
    """
    if by is not None and (missing := role.scopes - by.scopes):
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it cannot {action}.")


def _check_operator_remains(tx: Transaction, person: Person) -> None:
    """Raise Conflict if a person is the last active operator. Call this with the lock."""
    if person.role is not Role.OPERATOR or not person.is_active:
        return
    if all(one.id == person.id for one in stored.active_operators(tx, limit=2)):
        raise Conflict(LAST_OPERATOR)


def _changed(tx: Transaction, person: Person, patch: PersonPatch) -> Person:
    """Return a person with the changes. Raise Invalid, which lists all problems."""
    problems: list[FieldError] = []
    name, email = person.name, person.email
    if patch.name is not None:
        name, found = check_text(patch.name, pointer="/name", chars_max=NAME_CHARS_MAX)
        problems += found
    if patch.email is not None:
        email, found = (None, []) if patch.email == "" else check_email(patch.email, pointer="/email")
        problems += found or _taken(tx, person, email)
    role = patch.role or person.role
    receiver_ids = person.receiver_ids if role is Role.INTEGRATOR else None
    if patch.receiver_ids != _SAME:
        receiver_ids = patch.receiver_ids
        problems += _wrong_limit(tx, role, receiver_ids)
    if problems:
        raise Invalid(fields=tuple(problems))
    return replace(person, name=name, email=email, role=role, receiver_ids=receiver_ids)


def _taken(tx: Transaction, person: Person, email: str | None) -> list[FieldError]:
    other = None if email is None else stored.find_by_email(tx, email)
    if other is None or other.id == person.id:
        return []
    return [FieldError(pointer="/email", code="taken", detail="Another person has this address.")]


def _wrong_limit(tx: Transaction, role: Role, receiver_ids: Collection[ReceiverId] | None) -> list[FieldError]:
    if receiver_ids is None:
        return []
    if role is not Role.INTEGRATOR:
        detail = "Only integrators can be limited to some receivers."
        return [FieldError(pointer="/receivers", code="role", detail=detail)]
    if len(receiver_ids) > RECEIVERS_MAX:
        detail = f"Name at most {RECEIVERS_MAX} receivers."
        return [FieldError(pointer="/receivers", code="items", detail=detail)]
    if len(receivers.find_many(tx, receiver_ids)) < len(receiver_ids):
        return [FieldError(pointer="/receivers", code="not_found", detail="There is no such receiver.")]
    return []
