"""Commands on console sessions: sign in with a token or a one-time link, open a person's session, and sign out."""

from dataclasses import dataclass, replace

from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import Forbidden, NotFound, Unauthorized
from plantstore.domain.person import Person, principal
from plantstore.domain.secret import Secret
from plantstore.domain.session import SESSIONS_MAX, LinkKind, Session, SignInWay
from plantstore.domain.timestamps import Instant
from plantstore.domain.token import Scope, Token, hash_of, looks_right
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, people, tokens
from plantstore.storage.tables import sessions as stored
from plantstore.storage.tables.sessions import Link
from plantstore.web.auth import principals
from plantstore.web.auth.link_keys import USED, MadeLink, insert, make_key, origin

SIGN_IN, SIGN_OUT, DECLINE = "signIn", "signOut", "declineInvitation"  # names of the actions in the activity log
WRONG_TOKEN = "This token is not valid: mistyped, expired or revoked."  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """An open session and the principal that it acts as. The browser has the `key`; the database has only its hash."""

    session: Session
    token: Token
    key: Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """A link that works, and who it signs in: a person, or a token. Both are None if it makes the first person."""

    link: Link
    token: Token | None = None
    person: Person | None = None

    @property
    def makes_first_person(self) -> bool:
        return self.token is None and self.person is None


def make_link(
    tx: Transaction, *, random_bytes: RandomBytes, creator: Token, token_id: str, kind: LinkKind = LinkKind.SIGN_IN
) -> MadeLink:
    """Create a one-time link that signs in as a token. It expires after at most LINK_S_MAX seconds.

    The `creator` must have all scopes of the token. A session that was opened through a link can create links only for
    the token that it acts as; the creator of such a link is the creator of the session's own link. A session therefore
    never depends on more than two tokens.
    """
    token = tokens.find(tx, token_id)
    if token is None or principals.find(tx, token_id) is None:
        raise NotFound("There is no such token.")
    if not principals.is_present(tx, creator):
        raise Unauthorized(WRONG_TOKEN)  # another process ended or reduced it, which is still cached in this process
    if missing := token.scopes - creator.scopes:
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it can make no link to it.")
    if creator.acts_by_link_of is not None and token_id != creator.id:
        raise Forbidden("You are signed in by a link, so you can make no link to another token: sign in with your own.")
    ends = [used.expires_at for used in (creator, token) if used.expires_at is not None]
    link = Link(
        token_id=token_id,
        expires_at=tx.now,
        used_at=None,
        kind=kind,
        created_at=tx.now,
        **origin(creator),
    )
    return insert(tx, link, random_bytes=random_bytes, ends=ends)


def make_owners_link(tx: Transaction, *, random_bytes: RandomBytes, token_text: str) -> MadeLink | None:
    """Create a one-time link with which the holder of this token signs in; return None if the token is not valid.

    The token in the data folder, which never expires, makes a link that is the owner's: see `check_link`.
    """
    token = principals.find_by_token_hash(tx, hash_of(token_text))
    if token is None:
        return None
    return make_link(tx, random_bytes=random_bytes, creator=token, token_id=token.id, kind=kind_of_own_link(token))


def kind_of_own_link(token: Token) -> LinkKind:
    """Return the kind of link that a token makes for itself: only the operator's token never expires."""
    is_operators = token.expires_at is None and token.person_id is None and token.acts_by_link_of is None
    return LinkKind.OWNER if is_operators and Scope.PEOPLE_WRITE in token.scopes else LinkKind.SIGN_IN


def address(public_url: str, link: MadeLink) -> str:
    """Return the URL of a sign-in link, to open in a browser."""
    return f"{public_url}/sign-in?key={link.key.reveal()}"


def key_in(text: str) -> str:
    """Return the key in the URL of a sign-in link, or the text itself, if it is a key alone.

    >>> key_in(" http://localhost:8000/sign-in?key=Jq3c-XhN0 "), key_in("Jq3c")
    ('Jq3c-XhN0', 'Jq3c')
    """
    return text.strip().rpartition("key=")[2]


def check_link(tx: Transaction, link_key: str) -> OpenLink:
    """Return a link and who it signs in. Raise Unauthorized if the link is used, expired or unknown.

    An owner's link makes the first person while the store has none. Later, it signs in the only active operator, or the
    operator's token if there are several operators, because it does not say which of them opened it.
    """
    return check_link_hash(tx, hash_of(link_key))


def check_link_hash(tx: Transaction, link_hash: bytes) -> OpenLink:
    """Return the link whose key has this hash, as `check_link` does."""
    link = stored.find_link(tx, link_hash)
    if link is None or link.used_at is not None or link.expires_at <= tx.now:
        raise Unauthorized(USED)
    if link.person_id is not None:
        person = people.find(tx, link.person_id)
        if person is None or not person.is_active:
            raise Unauthorized(USED)
        return OpenLink(link=link, person=person)
    token = _acts_as(tx, link.token_id or "", link.created_by)
    if token is None:
        raise Unauthorized(USED)
    if link.kind is LinkKind.OWNER:
        if people.is_empty(tx):
            return OpenLink(link=link)
        operators = people.active_operators(tx, limit=2)
        if len(operators) == 1:
            return OpenLink(link=link, person=operators[0])
    return OpenLink(link=link, token=token)


def sign_in_by_link(
    tx: Transaction,
    link_key: str,
    *,
    random_bytes: RandomBytes,
    instead_of: str = "",
    device: str = "",
    remembered: bool = False,
) -> SignedIn:
    """Open a session and mark the link as used. Raise Unauthorized if the link is used, expired or unknown.

    A link that makes the first person is refused until `people.make_first` has added that person.
    """
    found = check_link(tx, link_key)
    if found.makes_first_person or not stored.use_link(tx, hash_of(link_key)):
        raise Unauthorized(USED)
    if found.person is not None:
        return open_for_person(
            tx,
            found.person,
            way=SignInWay.LINK,
            random_bytes=random_bytes,
            instead_of=instead_of,
            device=device,
            remembered=remembered,
            link=found.link,
        )
    assert found.token is not None
    session = _session(tx, way=SignInWay.LINK, token_id=found.token.id, link=found.link, device=device)
    return _open(tx, session, found.token, random_bytes=random_bytes, instead_of=instead_of)


def decline(tx: Transaction, link_key: str) -> None:
    """End the link of an invitation that its recipient declines. The person stays invited, and may get a new link.

    Raise Unauthorized if the link is used, expired, unknown, or no invitation.
    """
    found = check_link(tx, link_key)
    is_invitation = found.link.kind is LinkKind.INVITATION
    if found.person is None or not is_invitation or not stored.use_link(tx, hash_of(link_key)):
        raise Unauthorized(USED)
    _note(tx, principal(found.person), DECLINE)


def sign_in_by_token(
    tx: Transaction, text: str, *, random_bytes: RandomBytes, instead_of: str = "", device: str = ""
) -> SignedIn:
    """Open a session that acts as a token. Raise Unauthorized if the token is not valid."""
    token = principals.find_by_token_hash(tx, hash_of(text)) if looks_right(text) else None
    if token is None:
        raise Unauthorized(WRONG_TOKEN)
    session = _session(tx, way=SignInWay.TOKEN, token_id=token.id, device=device)
    return _open(tx, session, token, random_bytes=random_bytes, instead_of=instead_of)


def open_for_person(
    tx: Transaction,
    person: Person,
    *,
    way: SignInWay,
    random_bytes: RandomBytes,
    instead_of: str = "",
    device: str = "",
    remembered: bool = False,
    link: Link | None = None,
) -> SignedIn:
    """Open a person's session. Raise Unauthorized if the person is not active.

    `link` is the link that opens it: the session ends when one of those who made it ends. An owner's link depends on
    none.
    """
    if not person.is_active:
        raise Unauthorized(USED)
    link = None if link is None or link.kind is LinkKind.OWNER else link
    session = _session(tx, way=way, person_id=person.id, link=link, device=device, remembered=remembered)
    people.note_seen(tx, person.id, tx.now)
    token = principal(replace(person, last_seen_at=tx.now))
    return _open(tx, session, token, random_bytes=random_bytes, instead_of=instead_of)


def prove_again(tx: Transaction, signed_in: SignedIn, text: str, *, random_bytes: RandomBytes) -> SignedIn:
    """Replace a session after the user re-entered its token, or a new link of the same person.

    Raise Unauthorized for any other token or link, without using the link up.
    """
    session = signed_in.session
    if session.person_id is None:
        again = sign_in_by_token(
            tx, text, random_bytes=random_bytes, instead_of=signed_in.key.reveal(), device=session.device
        )
        if again.token.id != signed_in.token.id:
            raise Unauthorized("This is another token than the one you are signed in with.")
        return again
    found = check_link(tx, text)
    if found.person is None or found.person.id != session.person_id:
        raise Unauthorized("This link is for someone else.")
    return sign_in_by_link(
        tx,
        text,
        random_bytes=random_bytes,
        instead_of=signed_in.key.reveal(),
        device=session.device,
        remembered=session.remembered,
    )


def renew(tx: Transaction, signed_in: SignedIn, person: Person, *, random_bytes: RandomBytes) -> SignedIn:
    """Replace a person's session after they confirmed at the provider that it is them. It ends when the old one would.

    `person` is the session's person as they are now.
    """
    session = signed_in.session
    proved_at = max(tx.now, Instant(session.opened_at + 1))  # later than the sign-in: see `is_recent_sign_in`
    renewed = replace(session, proved_at=proved_at, seen_at=tx.now)
    return _open(tx, renewed, principal(person), random_bytes=random_bytes, instead_of=signed_in.key.reveal())


def find(tx: Transaction, key: str) -> SignedIn | None:
    """Return the session with this key; None if the session has ended, or its person or token is no longer valid."""
    session = stored.find(tx, hash_of(key))
    if session is None or not session.is_open(tx.now):
        return None
    if session.person_id is not None:
        token = principals.find(tx, session.person_id)
    else:
        token = _acts_as(tx, session.principal_id, session.created_by)
    return None if token is None else _signed_in(session, token, Secret(key))


def note_seen(tx: Transaction, key: str) -> None:
    """Store the current time as the time of the session's last use."""
    stored.note_seen(tx, hash_of(key))


def sign_out(tx: Transaction, signed_in: SignedIn) -> None:
    """End a session. All processes refuse its key afterwards."""
    stored.delete(tx, hash_of(signed_in.key.reveal()))
    _note(tx, signed_in.token, SIGN_OUT)


def _acts_as(tx: Transaction, token_id: str, created_by: str | None) -> Token | None:
    """Return the token that a link or session acts as; None if this token or the link's creator is no longer valid.

    A creator who has lost permissions of the token, such as a person with another role, could make no such link now, so
    the result is also None then.
    The returned token expires when the first of these two does, which also limits tokens created in the session.
    """
    token = principals.find(tx, token_id)
    if token is None or created_by is None or created_by == token_id:
        return token
    maker = principals.find(tx, created_by)
    if maker is None or not maker.covers(token):
        return None
    ends = [used.expires_at for used in (token, maker) if used.expires_at is not None]
    return replace(token, expires_at=min(ends, default=None), acts_by_link_of=maker.id)


def _session(
    tx: Transaction,
    *,
    way: SignInWay,
    token_id: str | None = None,
    person_id: str | None = None,
    link: Link | None = None,
    device: str,
    remembered: bool = False,
) -> Session:
    return Session(
        token_id=token_id,
        person_id=person_id,
        opened_at=tx.now,
        proved_at=tx.now,
        seen_at=tx.now,
        created_by=None if link is None else link.created_by,
        makers=() if link is None else link.makers,
        way=way,
        device=device,
        remembered=remembered,
    )


def _open(tx: Transaction, session: Session, token: Token, *, random_bytes: RandomBytes, instead_of: str) -> SignedIn:
    """Open a session with a new key, which prevents session fixation.

    `instead_of`: the key of the session to replace; empty if there is none.
    """
    stored.remove_ended(tx)
    if instead_of:
        stored.delete(tx, hash_of(instead_of))
    stored.keep_newest(tx, session, count=SESSIONS_MAX - 1)
    key = make_key(random_bytes)
    stored.insert(tx, session, hash_of(key.reveal()))
    _note(tx, token, SIGN_IN, detail=f"by {session.way}")
    return _signed_in(session, token, key)


def _signed_in(session: Session, token: Token, key: Secret) -> SignedIn:
    makers = tuple(dict.fromkeys((*session.link_makers, *token.link_makers)))
    return SignedIn(session=session, token=replace(token, link_makers=makers), key=key)


def _note(tx: Transaction, token: Token, action: str, *, detail: str = "") -> None:
    activity.add_by(tx, token, action=action, subject=token.id, detail=detail)
