"""Commands on console sessions: sign in with a token or a one-time link, and sign out."""

import base64
from dataclasses import dataclass, replace

from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import Forbidden, NotFound, Unauthorized
from plantstore.domain.secret import Secret
from plantstore.domain.session import LINK_S_MAX, SESSIONS_OF_TOKEN_MAX, Session
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import Token, hash_of, looks_right
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, tokens
from plantstore.storage.tables import sessions as stored

KEY_BYTES = 32  # 256 random bits in the key of a session or a link
USED = "This link was already used, or has expired. Get a new one: plantstore console"
SIGN_IN, SIGN_OUT = "signIn", "signOut"  # names of the actions in the activity log
WRONG_TOKEN = "This token is not valid: mistyped, expired or revoked."  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """An open session and the token that it acts as. The browser has the `key`; the database has only its hash."""

    session: Session
    token: Token
    key: Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeLink:
    """The key of a new sign-in link, and the time at which the link expires."""

    key: Secret
    expires_at: Instant


def make_link(tx: Transaction, *, random_bytes: RandomBytes, creator: Token, token_id: str) -> MadeLink:
    """Create a one-time link that signs in as a token. It expires after at most LINK_S_MAX seconds.

    The `creator` must have all scopes of the token. A session that was opened through a link can create links only for
    the token that it acts as; the creator of such a link is the creator of the session's own link. A session therefore
    never depends on more than two tokens.
    """
    token = tokens.find(tx, token_id)
    if token is None or not token.is_valid(tx.now):
        raise NotFound("There is no such token.")
    if tokens.find(tx, creator.id) is None:
        raise Unauthorized(WRONG_TOKEN)  # another process revoked the creator, which is still cached in this process
    if missing := token.scopes - creator.scopes:
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it can make no link to it.")
    if creator.acts_by_link_of is not None and token_id != creator.id:
        raise Forbidden("You are signed in by a link, so you can make no link to another token: sign in with your own.")
    key = _make_key(random_bytes)
    stored.remove_ended(tx)
    ends = [after(tx.now, seconds=LINK_S_MAX), *(used.expires_at for used in (creator, token) if used.expires_at)]
    maker_id = creator.acts_by_link_of or creator.id
    link = stored.Link(token_id=token_id, expires_at=min(ends), used_at=None, created_by=maker_id)
    stored.insert_link(tx, link, hash_of(key.reveal()))
    return MadeLink(key=key, expires_at=link.expires_at)


def make_owners_link(tx: Transaction, *, random_bytes: RandomBytes, token_text: str) -> MadeLink | None:
    """Create a one-time link with which the holder of this token signs in; return None if the token is not valid."""
    token = tokens.find_by_hash(tx, hash_of(token_text))
    if token is None or not token.is_valid(tx.now):
        return None
    return make_link(tx, random_bytes=random_bytes, creator=token, token_id=token.id)


def address(public_url: str, link: MadeLink) -> str:
    """Return the URL of a sign-in link, to open in a browser."""
    return f"{public_url}/sign-in?key={link.key.reveal()}"


def sign_in_by_link(tx: Transaction, link_key: str, *, random_bytes: RandomBytes, instead_of: str = "") -> SignedIn:
    """Open a session and mark the link as used. Raise Unauthorized if the link is used, expired or unknown."""
    link, token = check_link(tx, link_key)
    stored.use_link(tx, hash_of(link_key))
    return _open(tx, token, by="link", random_bytes=random_bytes, instead_of=instead_of, created_by=link.created_by)


def check_link(tx: Transaction, link_key: str) -> tuple[stored.Link, Token]:
    """Return a link and the token it signs in as. Raise Unauthorized if the link is used, expired or unknown."""
    link = stored.find_link(tx, hash_of(link_key))
    token = None if link is None else _acts_as(tx, link.token_id, link.created_by)
    if link is None or link.used_at is not None or link.expires_at <= tx.now or token is None:
        raise Unauthorized(USED)
    return link, token


def sign_in_by_token(tx: Transaction, text: str, *, random_bytes: RandomBytes, instead_of: str = "") -> SignedIn:
    """Open a session that acts as a token. Raise Unauthorized if the token is not valid."""
    token = tokens.find_by_hash(tx, hash_of(text)) if looks_right(text) else None
    if token is None or not token.is_valid(tx.now):
        raise Unauthorized(WRONG_TOKEN)
    return _open(tx, token, by="token", random_bytes=random_bytes, instead_of=instead_of)


def prove_again(tx: Transaction, signed_in: SignedIn, text: str, *, random_bytes: RandomBytes) -> SignedIn:
    """Replace a session after the user re-entered its token. Raise Unauthorized for any other token."""
    again = sign_in_by_token(tx, text, random_bytes=random_bytes, instead_of=signed_in.key.reveal())
    if again.token.id != signed_in.token.id:
        raise Unauthorized("This is another token than the one you are signed in with.")
    return again


def find(tx: Transaction, key: str) -> SignedIn | None:
    """Return the session with this key; None if the session has ended or its token is no longer valid."""
    session = stored.find(tx, hash_of(key))
    token = None if session is None else _acts_as(tx, session.token_id, session.created_by)
    if session is None or token is None or not session.is_open(tx.now):
        return None
    return SignedIn(session=session, token=token, key=Secret(key))


def note_seen(tx: Transaction, key: str) -> None:
    """Store the current time as the time of the session's last use."""
    stored.note_seen(tx, hash_of(key))


def sign_out(tx: Transaction, signed_in: SignedIn) -> None:
    """End a session. All processes refuse its key afterwards."""
    stored.delete(tx, hash_of(signed_in.key.reveal()))
    _note(tx, signed_in.token, SIGN_OUT)


def _acts_as(tx: Transaction, token_id: str, created_by: str | None) -> Token | None:
    """Return the token that a link or session acts as; None if this token or the link's creator is no longer valid.

    The returned token expires when the first of these two does, which also limits tokens created in the session.
    """
    token = tokens.find(tx, token_id)
    if token is None or not token.is_valid(tx.now):
        return None
    if created_by is None or created_by == token_id:
        return token
    maker = tokens.find(tx, created_by)
    if maker is None or not maker.is_valid(tx.now):
        return None
    ends = [used.expires_at for used in (token, maker) if used.expires_at is not None]
    return replace(token, expires_at=min(ends, default=None), acts_by_link_of=maker.id)


def _open(
    tx: Transaction,
    token: Token,
    *,
    by: str,
    random_bytes: RandomBytes,
    instead_of: str,
    created_by: str | None = None,
) -> SignedIn:
    """Open a session with a new key, which prevents session fixation.

    `instead_of`: the key of the session to replace; empty if there is none.
    """
    if not token.is_valid(tx.now):
        raise Unauthorized(USED)
    stored.remove_ended(tx)
    if instead_of:
        stored.delete(tx, hash_of(instead_of))
    stored.keep_newest(tx, token.id, count=SESSIONS_OF_TOKEN_MAX - 1)
    session = Session(token_id=token.id, opened_at=tx.now, proved_at=tx.now, seen_at=tx.now, created_by=created_by)
    key = _make_key(random_bytes)
    stored.insert(tx, session, hash_of(key.reveal()))
    _note(tx, token, SIGN_IN, detail=f"by {by}")
    return SignedIn(session=session, token=token, key=key)


def _note(tx: Transaction, token: Token, action: str, *, detail: str = "") -> None:
    activity.add(tx, actor=token.id, actor_name=token.name, action=action, subject=token.id, detail=detail)


def _make_key(random_bytes: RandomBytes) -> Secret:
    return Secret(base64.urlsafe_b64encode(random_bytes(KEY_BYTES)).rstrip(b"=").decode())
