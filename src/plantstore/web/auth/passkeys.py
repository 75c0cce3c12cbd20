"""Commands on passkeys: create one, sign in or confirm with it, rename it and remove it."""

from dataclasses import dataclass

from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain.errors import Conflict, Invalid, NotFound, Unauthorized
from plantstore.domain.passkey import HANDLE_BYTES, NAME_CHARS_MAX, PASSKEYS_MAX, Passkey, RelyingParty
from plantstore.domain.person import Person, principal
from plantstore.domain.session import SignInWay
from plantstore.domain.text import check_text
from plantstore.domain.token import Token
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, people
from plantstore.storage.tables import passkeys as stored
from plantstore.web.auth import challenges, sessions
from plantstore.web.auth.link_keys import inherited
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.auth.webauthn import BrowserResponse, Created, Signed

ADD, RENAME, REMOVE, REFUSE = "addPasskey", "renamePasskey", "removePasskey", "refusePasskey"
ACTIONS = (ADD, RENAME, REMOVE, REFUSE)
"""Names of the actions in the activity log."""
REFUSED = "This passkey isn't accepted. It may be of another person or store, or was removed. Sign in another way."
TOO_LATE = "That took too long, or was sent twice. Please press the button again."
COPIED = (
    "This passkey's counter went back, so it may have been copied. It no longer works. Sign in another way, remove "
    "it in your account, and create a new one."
)
FULL = f"You have {PASSKEYS_MAX} passkeys, which is the most that a person can have. Remove one first."


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """What a browser needs to create a passkey: the person's user handle, and the ids of the credentials they have."""

    handle: bytes
    existing: tuple[bytes, ...]


def begin(tx: Transaction, person_id: str, party: RelyingParty, *, random_bytes: RandomBytes) -> Holder:
    """Return a person's handle, which is made the first time. Raise Conflict if they have PASSKEYS_MAX passkeys."""
    present = stored.of_person(tx, person_id)
    if len(present) >= PASSKEYS_MAX:
        raise Conflict(FULL)
    handle = stored.handle_of(tx, person_id)
    if handle is None:
        stored.keep_handle(tx, person_id, random_bytes(HANDLE_BYTES))
        handle = stored.handle_of(tx, person_id)  # another process may have been first
    assert handle is not None
    return Holder(handle=handle, existing=tuple(one.credential_id for one in present if one.rp_id == party.id))


def add(
    tx: Transaction,
    person: Person,
    created: Created,
    *,
    party: RelyingParty,
    ids: Ids,
    name: str,
    challenge: bytes,
    by: Token | None = None,
) -> Passkey:
    """Store a passkey that `webauthn.verify_creation` accepted, and use up its challenge.

    The passkey keeps who made the links that the person's session `by` depends on; None if there is no session.
    Raise Invalid for the name, Conflict if there are too many or another person has this one, Unauthorized if the
    challenge was used or the person is not active.
    """
    name, problems = check_text(name, pointer="/name", chars_max=NAME_CHARS_MAX)
    if problems:
        raise Invalid(fields=tuple(problems))
    if not person.is_active:
        raise Unauthorized(REFUSED)
    if not stored.use_challenge(tx, challenges.hash_of(challenge)):
        raise Unauthorized(TOO_LATE)
    tx.connection.advisory_lock(f"passkeys of {person.id}")
    if len(stored.of_person(tx, person.id)) >= PASSKEYS_MAX:
        raise Conflict(FULL)
    passkey = Passkey(
        id=ids.passkey(),
        person_id=person.id,
        credential_id=created.credential_id,
        credential=created.credential,
        rp_id=party.id,
        sign_count=created.sign_count,
        name=name,
        backed_up=created.backed_up,
        created_at=tx.now,
        link_makers=inherited(by),
    )
    if not stored.insert(tx, passkey):
        raise Conflict("This passkey is registered already.")
    _note(tx, person, ADD, passkey)
    return passkey


def find_signer(tx: Transaction, sent: BrowserResponse, party: RelyingParty) -> Passkey:
    """Return the passkey that a browser says it signed with. Raise Unauthorized, always with the same words.

    The user handle must be that of the passkey's person, who must be active.
    """
    passkey = stored.find_by_credential(tx, sent.credential_id)
    if passkey is None or passkey.rp_id != party.id:
        raise Unauthorized(REFUSED)
    person = people.find(tx, passkey.person_id)
    if person is None or not person.is_active or sent.user_handle != stored.handle_of(tx, passkey.person_id):
        raise Unauthorized(REFUSED)
    return passkey


def sign_in(
    tx: Transaction,
    passkey_id: str,
    signed: Signed,
    *,
    challenge: bytes,
    random_bytes: RandomBytes,
    instead_of: str,
    device: str,
    remembered: bool,
) -> SignedIn | None:
    """Open a session of a passkey's person; None if the passkey is suspicious. The rest is as in `use`."""
    person = use(tx, passkey_id, signed, challenge=challenge)
    if person is None:
        return None
    return sessions.open_for_person(
        tx,
        person,
        way=SignInWay.PASSKEY,
        random_bytes=random_bytes,
        instead_of=instead_of,
        device=device,
        remembered=remembered,
    )


def confirm(
    tx: Transaction,
    signed_in: SignedIn,
    passkey_id: str,
    signed: Signed,
    *,
    challenge: bytes,
    random_bytes: RandomBytes,
) -> SignedIn | None:
    """Replace a session after its person used a passkey again; None if the passkey is suspicious.

    Raise Unauthorized if the passkey belongs to another person.
    """
    of_own(tx, signed_in.token, passkey_id)
    return sign_in(
        tx,
        passkey_id,
        signed,
        challenge=challenge,
        random_bytes=random_bytes,
        instead_of=signed_in.key.reveal(),
        device=signed_in.session.device,
        remembered=signed_in.session.remembered,
    )


def use(tx: Transaction, passkey_id: str, signed: Signed, *, challenge: bytes) -> Person | None:
    """Note a verified signature, use up its challenge, and return the passkey's person.

    Return None, after marking the passkey as suspicious, if the authenticator's counter did not grow: two devices then
    have the same key. From then on, a suspicious passkey is refused. Raise Unauthorized if the passkey or its person
    has ended, or the challenge was used before.
    """
    passkey = stored.find(tx, passkey_id)
    person = None if passkey is None else people.find(tx, passkey.person_id)
    if passkey is None or person is None or not person.is_active:
        raise Unauthorized(REFUSED)
    if not stored.use_challenge(tx, challenges.hash_of(challenge)):
        raise Unauthorized(TOO_LATE)
    if passkey.suspicious_at is not None:
        return None
    if stored.note_use(tx, passkey_id, sign_count=signed.sign_count, backed_up=signed.backed_up):
        return person
    stored.mark_suspicious(tx, passkey_id)
    _note(tx, person, REFUSE, passkey, detail=f"counter {signed.sign_count} after {passkey.sign_count}")
    return None


def rename(tx: Transaction, token: Token, passkey_id: str, name: str) -> None:
    """Rename a passkey of the person who is signed in. Raise NotFound if it is not theirs, or Invalid."""
    passkey = of_own(tx, token, passkey_id)
    name, problems = check_text(name, pointer="/name", chars_max=NAME_CHARS_MAX)
    if problems:
        raise Invalid(fields=tuple(problems))
    if name != passkey.name:
        stored.rename(tx, passkey_id, name)
        _note_by(tx, token, RENAME, passkey, detail=f"{passkey.name} → {name}")


def remove(tx: Transaction, token: Token, passkey_id: str) -> None:
    """Remove a passkey of the person who is signed in. Raise NotFound if it is not theirs."""
    passkey = of_own(tx, token, passkey_id)
    stored.delete(tx, passkey_id)
    _note_by(tx, token, REMOVE, passkey, detail=passkey.name)


def of_own(tx: Transaction, token: Token, passkey_id: str) -> Passkey:
    """Return a passkey of the person who is signed in. Raise NotFound if it is not theirs, or for a token of theirs."""
    passkey = stored.find(tx, passkey_id)
    if passkey is None or passkey.person_id != token.id:
        raise NotFound("You have no such passkey.")
    return passkey


def _note(tx: Transaction, person: Person, action: str, passkey: Passkey, *, detail: str = "") -> None:
    detail = f"{passkey.name}: {detail}" if detail else passkey.name
    activity.add_by(tx, principal(person), action=action, subject=person.id, detail=detail)


def _note_by(tx: Transaction, token: Token, action: str, passkey: Passkey, *, detail: str) -> None:
    activity.add_by(tx, token, action=action, subject=passkey.person_id, detail=detail)
