"""What was answered under an Idempotency-Key: table `idempotency`, kept a day, written with the change itself."""

from dataclasses import dataclass

from plantstore.domain.errors import KeyReused
from plantstore.domain.instant import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Overtaken
from plantstore.storage.sealing import Sealer

KEY_CHARS_MAX = 255
KEPT_S = 24 * 3600  # the Idempotency-Key draft leaves it to the server; 24 h is the field's custom


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Who asked under which key, and the SHA-256 of what was asked."""

    token_id: str
    key: str
    hash: bytes


def find(tx: Transaction, sealer: Sealer, request: Request) -> bytes | None:
    """The stored answer of an equal request; KeyReused when the key stands for another one."""
    rows = tx.execute(
        "SELECT request_hash, answer FROM idempotency WHERE token_id = ? AND key = ? AND created_at > ?",
        (request.token_id, request.key, after(tx.now, seconds=-KEPT_S)),
    )
    if not rows:
        return None
    request_hash, answer = rows[0]
    if request_hash != request.hash:
        raise KeyReused
    return sealer.open(answer, purpose=_purpose(request))


def store(tx: Transaction, sealer: Sealer, request: Request, answer: bytes) -> None:
    """Keep an answer. A key older than a day, which `find` no longer sees, is used anew.

    Overtaken says that another process has kept one since `find` looked.
    """
    sealed = sealer.seal(answer, purpose=_purpose(request))
    kept = tx.execute(
        "INSERT INTO idempotency (token_id, key, request_hash, answer, created_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (token_id, key) DO UPDATE SET request_hash = excluded.request_hash, answer = excluded.answer, "
        "created_at = excluded.created_at WHERE idempotency.created_at <= ? RETURNING created_at",
        (request.token_id, request.key, request.hash, sealed, tx.now, after(tx.now, seconds=-KEPT_S)),
    )
    if not kept:
        raise Overtaken


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Drop answers older than a day, so many at once; gives how many."""
    return tx.update(
        "DELETE FROM idempotency WHERE (token_id, key) IN "
        "(SELECT token_id, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)",
        (after(tx.now, seconds=-KEPT_S), limit),
    )


def _purpose(request: Request) -> str:
    return f"answer to {request.token_id} {request.key}"
