"""Bearer tokens of our API: table `tokens`. Their text is never here, only its SHA-256."""

from plantstore.domain.instant import Instant
from plantstore.domain.token import Scope, Token
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Row

_COLUMNS = ("id", "name", "scopes", "receiver_id", "created_at", "expires_at", "last_used_at")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM tokens"


def insert(tx: Transaction, token: Token, token_hash: bytes) -> None:
    tx.insert("tokens", (*_COLUMNS, "hash"), [(*_to_row(token), token_hash)])


def find_by_hash(tx: Transaction, token_hash: bytes) -> Token | None:
    rows = tx.execute(f"{_SELECT} WHERE hash = ?", (token_hash,))
    return _from_row(rows[0]) if rows else None


def find(tx: Transaction, token_id: str) -> Token | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (token_id,))
    return _from_row(rows[0]) if rows else None


def page(tx: Transaction, *, after: str, limit: int) -> list[Token]:
    """Tokens in the order in which they were made."""
    return [_from_row(row) for row in tx.execute(f"{_SELECT} WHERE id > ? ORDER BY id LIMIT ?", (after, limit))]


def delete(tx: Transaction, token_id: str) -> bool:
    return tx.update("DELETE FROM tokens WHERE id = ?", (token_id,)) == 1


def delete_of_receiver(tx: Transaction, receiver_id: int) -> None:
    """Revoke the tokens that are bound to a receiver."""
    tx.update("DELETE FROM tokens WHERE receiver_id = ?", (receiver_id,))


def note_use(tx: Transaction, used: dict[str, Instant]) -> None:
    """Write down when tokens were last used, in one go."""
    for token_id, used_at in used.items():
        tx.update("UPDATE tokens SET last_used_at = ? WHERE id = ?", (used_at, token_id))


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM tokens")[0][0])


def _to_row(token: Token) -> Row:
    scopes = " ".join(sorted(token.scopes))
    return (
        token.id,
        token.name,
        scopes,
        token.receiver_id,
        token.created_at,
        token.expires_at,
        token.last_used_at,
    )


def _from_row(row: Row) -> Token:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["scopes"] = frozenset(Scope(one) for one in named["scopes"].split())
    return Token(**named)
