"""Commands of the sign-in by OpenID Connect: begin it, take the provider's response once, and open the session.

An account at the provider is linked to a person by issuer and subject, never by e-mail address: a sign-in link that a
person opens before they sign in at the provider links it. The database has no secret of a sign-in. The browser keeps
one in a cookie, and the others are derived from that one and from `state`.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plantstore.core.ids import Ids, RandomBytes
from plantstore.core.settings import Settings
from plantstore.domain.errors import Conflict, Forbidden, NotFound, Unauthorized
from plantstore.domain.openid import Account, Attempt, role_of
from plantstore.domain.person import NAME_CHARS_MAX, Person, Role, check_email, principal
from plantstore.domain.secret import Secret
from plantstore.domain.session import SignInWay
from plantstore.domain.token import Token, hash_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity
from plantstore.storage.tables import openid as stored
from plantstore.storage.tables import people as stored_people
from plantstore.storage.tables import sessions as stored_sessions
from plantstore.storage.tables.openid import LinkedAccount, StoredAttempt
from plantstore.storage.tables.sessions import Link
from plantstore.web.auth import people, sessions
from plantstore.web.auth.link_keys import USED, make_key
from plantstore.web.auth.sessions import SignedIn

ADD, LINK, CHANGE, END = (
    "addPerson",
    "linkAccount",
    "changePerson",
    "endSessions",
)  # names of the actions in the activity log
ENDED = "This sign-in has ended, or began in another browser. Sign in again."
NOT_LINKED = (
    "No person in this store is linked to your account. Ask an operator for an invitation, open it, and choose "
    "“Sign in with {name}” there."
)
NO_ROLE = "Your account has no role in this store. Ask the people who manage the accounts at your provider."
STILL_OPERATOR = "You are still an operator, because there is no other. Your provider says otherwise."


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInRules:
    """Which people and roles come from the provider. `name` is what people call the provider."""

    name: str
    roles: Mapping[str, str]
    creates_people: bool


class LostRole(NamedTuple):
    """A person whose account has no role any more: their sessions have ended. `error` is for them."""

    error: Forbidden


class Completed(NamedTuple):
    """An open session, and a notice for the person, if any."""

    signed_in: SignedIn
    notice: str = ""


def rules_of(settings: Settings) -> SignInRules:
    return SignInRules(
        name=settings.openid_name,
        roles=settings.openid_role_map(),
        creates_people=settings.openid_people == "create",
    )


def attempt_of(state: str, browser: Secret) -> Attempt:
    """Return the secrets of the sign-in with this `state` in the browser with this secret."""

    def derived(purpose: str) -> str:
        digest = hmac.digest(browser.reveal().encode(), f"{purpose}:{state}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    return Attempt(state=state, nonce=derived("nonce"), verifier=derived("verifier"))


def begin(
    tx: Transaction,
    *,
    random_bytes: RandomBytes,
    browser: Secret,
    following: str,
    kept: str = "",
    remembered: bool = False,
    link_key: str = "",
    confirms: SignedIn | None = None,
) -> Attempt:
    """Store a sign-in that waits for the provider's response.

    `link_key` is the key of a sign-in link, which the response uses up. `confirms` is the session whose person confirms
    that it is them. Raise Unauthorized if the link doesn't work, or isn't a person's.
    """
    if link_key and sessions.check_link(tx, link_key).person is None:
        raise Unauthorized(USED)
    attempt = attempt_of(make_key(random_bytes).reveal(), browser)
    waiting = StoredAttempt(
        browser=hash_of(browser.reveal()),
        created_at=tx.now,
        session=None if confirms is None else hash_of(confirms.key.reveal()),
        link=hash_of(link_key) if link_key else None,
        remembered=remembered,
        following=following,
        kept=kept,
    )
    stored.begin(tx, hash_of(attempt.state), waiting)
    return attempt


def check(tx: Transaction, state: str, browser: Secret) -> None:
    """Raise Unauthorized if this browser began no sign-in with this `state` that waits."""
    if stored.find(tx, hash_of(state), hash_of(browser.reveal())) is None:
        raise Unauthorized(ENDED)


def take(tx: Transaction, state: str, browser: Secret) -> StoredAttempt:
    """Return and remove a sign-in that waits. Raise Unauthorized if this browser began none with this `state`."""
    waiting = stored.take(tx, hash_of(state), hash_of(browser.reveal()))
    if waiting is None:
        raise Unauthorized(ENDED)
    return waiting


def complete(
    tx: Transaction,
    account: Account,
    waiting: StoredAttempt,
    *,
    rules: SignInRules,
    ids: Ids,
    random_bytes: RandomBytes,
    present: SignedIn | None,
    device: str,
) -> Completed | LostRole:
    """Open the session of the person whose account this is, or renew the session that the person confirms.

    `present` is the browser's session, which the new one replaces. Raise Unauthorized or Forbidden, with what to do.
    Return LostRole, after ending the person's sessions, if the account has no role any more: an exception would undo
    that.
    """
    if _ends_for_lack_of_role(tx, account, rules):
        return LostRole(Forbidden(NO_ROLE))
    link = None
    if waiting.link is not None:
        person, link = _link(tx, account, waiting.link)
    else:
        person = _find(tx, account, rules=rules, ids=ids)
    if not person.is_active:
        raise Forbidden("Your access to this store was ended. Ask an operator if you need it again.")
    person, notice = _with_role(tx, person, account, rules)
    if not stored.note_use(tx, account.issuer, account.subject):
        raise Unauthorized(ENDED)  # another process has just unlinked it
    if waiting.session is not None:
        return Completed(_confirm(tx, person, waiting.session, present, random_bytes=random_bytes), notice)
    signed_in = sessions.open_for_person(
        tx,
        person,
        way=SignInWay.OPENID,
        random_bytes=random_bytes,
        instead_of="" if present is None else present.key.reveal(),
        device=device,
        remembered=waiting.remembered,
        link=link,
    )
    return Completed(signed_in, notice)


def unlink(tx: Transaction, person_id: str, account_id: str, *, by: Token | None) -> tuple[LinkedAccount, int]:
    """Unlink an account of a person, and end their sessions that a provider opened; return it and their number.

    Raise NotFound if it is not theirs, and Forbidden if `by` is someone else and lacks permissions of the person.
    """
    people.check_may_sign_out(tx, person_id, by, action="unlink an account of")
    account = next((one for one in stored.of_person(tx, person_id) if one.id == account_id), None)
    if account is None or not stored.unlink_account(tx, account.issuer, account.subject):
        raise NotFound("There is no such account.")
    return account, stored_sessions.delete_of_way(tx, person_id, SignInWay.OPENID)


def _link(tx: Transaction, account: Account, link_hash: bytes) -> tuple[Person, Link]:
    """Link an account to the person of a sign-in link, in place of an earlier one, and use the link up.

    Return the person and the link: as for other links, the session ends with the access of those who made it.
    """
    found = sessions.check_link_hash(tx, link_hash)
    if found.person is None or not stored_sessions.use_link(tx, link_hash):
        raise Unauthorized(USED)
    person = found.person
    owner_id = stored.find_person(tx, account.issuer, account.subject)
    if owner_id is None:
        makers = [one for one in found.link.link_makers if one != person.id]
        stored.unlink(tx, account.issuer, person.id)
        if stored.link_person(tx, account.issuer, account.subject, person.id, link_makers=makers):
            _note(tx, person, LINK, detail=account.issuer)
            return person, found.link
    if owner_id != person.id:
        raise Forbidden("Your account at the provider belongs to another person in this store. Ask an operator.")
    return person, found.link


def _find(tx: Transaction, account: Account, *, rules: SignInRules, ids: Ids) -> Person:
    """Return the person whose account this is. Add the person if the rules allow that."""
    person = _person_of(tx, account)
    if person is not None:
        return person
    role = role_of(account.values, rules.roles)
    if not rules.creates_people or role is None:
        raise Forbidden(NO_ROLE if rules.creates_people else NOT_LINKED.format(name=rules.name))
    person = people.add(
        tx, ids=ids, name=_name_of(account), email=_email_of(tx, account), role=Role(role), receiver_ids=None, by=None
    )
    if not stored.link_person(tx, account.issuer, account.subject, person.id):
        raise Unauthorized(ENDED)  # another process has added the person in the meantime
    activity.add_by_store(tx, action=ADD, subject=person.id, detail=f"{person.name}, role {role}, from {rules.name}")
    _note(tx, person, LINK, detail=account.issuer)
    return person


def _ends_for_lack_of_role(tx: Transaction, account: Account, rules: SignInRules) -> bool:
    """End the sessions of an account's person if the provider names no role for them. The last active operator stays.

    As with a role that is taken away here, the links that they made end too, with the sessions that these opened.
    """
    person = _person_of(tx, account)
    if person is None or not person.is_active or not rules.roles or role_of(account.values, rules.roles) is not None:
        return False
    if _is_last_operator(tx, person):
        return False
    ended = people.end_sessions(tx, person.id, by=None)
    stored_sessions.delete_links_of_person(tx, person.id)
    people.end_made_by(tx, person, by=None)
    if ended:
        activity.add_by_store(tx, action=END, subject=person.id, detail=f"{ended} ended: no role from {rules.name}")
    return True


def _person_of(tx: Transaction, account: Account) -> Person | None:
    person_id = stored.find_person(tx, account.issuer, account.subject)
    return None if person_id is None else stored_people.find(tx, person_id)


def _is_last_operator(tx: Transaction, person: Person) -> bool:
    return person.role is Role.OPERATOR and len(stored_people.active_operators(tx, limit=2)) == 1


def _with_role(tx: Transaction, person: Person, account: Account, rules: SignInRules) -> tuple[Person, str]:
    """Set the role that the provider names. Return the person, and a notice for them.

    The last active operator keeps the role. Raise Forbidden if the provider names no role.
    """
    if not rules.roles:
        return person, ""
    role = role_of(account.values, rules.roles)
    if role == person.role:
        return person, ""
    if role is None:
        if not _is_last_operator(tx, person):
            raise Forbidden(NO_ROLE)
        return person, STILL_OPERATOR
    try:
        changed = people.change(tx, person.id, people.PersonPatch(role=Role(role)), by=None)
    except Conflict:
        return person, STILL_OPERATOR
    detail = f"role {person.role} → {role}, from {rules.name}"
    activity.add_by_store(tx, action=CHANGE, subject=person.id, detail=detail)
    return changed, ""


def _confirm(
    tx: Transaction, person: Person, session_hash: bytes, present: SignedIn | None, *, random_bytes: RandomBytes
) -> SignedIn:
    if present is None or hash_of(present.key.reveal()) != session_hash:
        raise Unauthorized("You were signed out in the meantime. Sign in again.")
    if present.session.person_id != person.id:
        raise Unauthorized("This is another person's account than the one you are signed in with.")
    return sessions.renew(tx, present, person, random_bytes=random_bytes)


def _name_of(account: Account) -> str:
    """Return a name for a person who is added: what the provider says, without characters that no name has."""
    name = "".join(letter for letter in account.name if letter.isprintable()).strip()
    return name[:NAME_CHARS_MAX].strip() or account.subject[:NAME_CHARS_MAX]


def _email_of(tx: Transaction, account: Account) -> str | None:
    """Return the verified address of an account; None if it can't be stored, or if another person has it."""
    if account.email is None:
        return None
    email, problems = check_email(account.email, pointer="/email")
    return None if problems or stored_people.find_by_email(tx, email) is not None else email


def _note(tx: Transaction, person: Person, action: str, *, detail: str) -> None:
    activity.add_by(tx, principal(person), action=action, subject=person.id, detail=detail)
