"""Console sessions and sign-in links: tables `sessions` and `sign_in_links`, which store only hashes of secrets."""

from dataclasses import dataclass

from plantstore.domain.session import SESSION_IDLE_S_MAX, SESSION_S_MAX, Session
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction

_COLUMNS = ("token_id", "opened_at", "proved_at", "seen_at", "created_by")
_LINK_COLUMNS = ("token_id", "expires_at", "used_at", "created_by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A one-time sign-in link for a token. `created_by` is the id of the token that created the link."""

    token_id: str
    expires_at: Instant
    used_at: Instant | None
    created_by: str | None = None


def insert(tx: Transaction, session: Session, session_hash: bytes) -> None:
    values = (session.token_id, session.opened_at, session.proved_at, session.seen_at, session.created_by, session_hash)
    tx.insert("sessions", (*_COLUMNS, "hash"), [values])


def find(tx: Transaction, session_hash: bytes) -> Session | None:
    rows = tx.execute(f"SELECT {', '.join(_COLUMNS)} FROM sessions WHERE hash = ?", (session_hash,))
    return Session(**dict(zip(_COLUMNS, rows[0], strict=True))) if rows else None


def note_seen(tx: Transaction, session_hash: bytes) -> None:
    tx.update("UPDATE sessions SET seen_at = ? WHERE hash = ? AND seen_at < ?", (tx.now, session_hash, tx.now))


def keep_newest(tx: Transaction, token_id: str, *, count: int) -> None:
    """Delete a token's sessions, except the `count` most recently used ones."""
    tx.update(
        "DELETE FROM sessions WHERE token_id = ? AND hash NOT IN "
        "(SELECT hash FROM sessions WHERE token_id = ? ORDER BY seen_at DESC, opened_at DESC, hash LIMIT ?)",
        (token_id, token_id, count),
    )


def delete(tx: Transaction, session_hash: bytes) -> None:
    tx.update("DELETE FROM sessions WHERE hash = ?", (session_hash,))


def insert_link(tx: Transaction, link: Link, link_hash: bytes) -> None:
    columns = ("hash", *_LINK_COLUMNS)
    values = (link_hash, link.token_id, link.expires_at, link.used_at, link.created_by)
    tx.insert("sign_in_links", columns, [values])


def find_link(tx: Transaction, link_hash: bytes) -> Link | None:
    rows = tx.execute(f"SELECT {', '.join(_LINK_COLUMNS)} FROM sign_in_links WHERE hash = ?", (link_hash,))
    return Link(**dict(zip(_LINK_COLUMNS, rows[0], strict=True))) if rows else None


def use_link(tx: Transaction, link_hash: bytes) -> None:
    tx.update("UPDATE sign_in_links SET used_at = ? WHERE hash = ?", (tx.now, link_hash))


def remove_ended(tx: Transaction) -> None:
    """Delete all expired sessions and links, without a limit, because there are never many."""
    idle, old = after(tx.now, seconds=-SESSION_IDLE_S_MAX), after(tx.now, seconds=-SESSION_S_MAX)
    tx.update("DELETE FROM sessions WHERE seen_at <= ? OR opened_at <= ?", (idle, old))
    tx.update("DELETE FROM sign_in_links WHERE expires_at <= ?", (tx.now,))
