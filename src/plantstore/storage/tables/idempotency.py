"""Responses that are kept for a day under their request's Idempotency-Key: table `idempotency`.

A response is stored in the same transaction as the change that the request made.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.errors import KeyReused
from plantstore.domain.timestamps import after
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.engine.chunks import chunks
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.insert_batch import Key

KEY_CHARS_MAX = 255
KEPT_S = 24 * 3600  # the Idempotency-Key draft lets the server choose; 24 h is common
_PREFIX = "answer to "
_COLUMNS = ("token_id", "key", "request_hash", "answer", "created_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request with an Idempotency-Key: its token's id, the key, and the SHA-256 of its content."""

    token_id: str
    key: str
    hash: bytes


def find(tx: Transaction, secret_box: SecretBox, request: Request, *, make_room: bool = False) -> bytes | None:
    """Return the response stored for the same request; None if there is none.

    In a write transaction on PostgreSQL, the row is locked. The lock is in the write-ahead log, so the commit waits
    until a synchronous standby has it, and thus the response: after a crash or a commit with an unknown outcome, the
    response may be visible although no standby has it yet.
    Raise KeyReused if the key was used for a different request. A key older than a day counts as unused: with
    `make_room`, its row is deleted, so that `store` can insert a new row.
    """
    row = tx.find_pending(_key(request))
    if row is None and not tx.known_absent(_key(request)):
        sql = "SELECT request_hash, answer, created_at FROM idempotency WHERE token_id = ? AND key = ?" + tx.for_update
        row = next(iter(tx.select_committed(sql, (request.token_id, request.key))), None)
    if row is None:
        return None
    request_hash, answer, created_at = row
    if created_at <= after(tx.now, seconds=-KEPT_S):
        if make_room:
            tx.update("DELETE FROM idempotency WHERE token_id = ? AND key = ?", (request.token_id, request.key))
        return None
    if request_hash != request.hash:
        raise KeyReused
    return secret_box.open(answer, purpose=_purpose(request))


def prefetch(request: Request) -> Prefetch:
    """Return the `prefetch` argument of `Database.write` for a command that calls `find`: most keys are new."""
    return _find_absent, (_key(request),)


def _find_absent(tx: Transaction, keys: Sequence[Key]) -> set[Key]:
    """Return which keys are unused. Lock the rows of the others, in the order of keys.

    Several processes may be asked for the same responses. If each locked them in the order of its own commands, they
    would wait for each other until the server ends one of them, and again in the next attempt.
    """
    found: set[Key] = set()
    for chunk in chunks(sorted(set(keys))):
        marks = ", ".join(["(?, ?)"] * len(chunk))
        sql = f"SELECT token_id, key FROM idempotency WHERE (token_id, key) IN (VALUES {marks}) "
        sql += "ORDER BY token_id, key" + tx.for_update
        values = [value for prefixed, key in chunk for value in (prefixed.removeprefix(_PREFIX), key)]
        found.update((_PREFIX + token_id, key) for token_id, key in tx.select_committed(sql, values))
    return set(keys) - found


def store(tx: Transaction, secret_box: SecretBox, request: Request, answer: bytes) -> None:
    """Store a response after `find` returned None. If another process has stored one since, the command runs again."""
    sealed = secret_box.seal(answer, purpose=_purpose(request))
    row = (request.token_id, request.key, request.hash, sealed, tx.now)
    tx.insert_batched("idempotency", _COLUMNS, [row], {_key(request): row[2:]})


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Delete at most `limit` responses older than a day; return the number deleted."""
    return tx.update(
        "DELETE FROM idempotency WHERE (token_id, key) IN "
        "(SELECT token_id, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)",
        (after(tx.now, seconds=-KEPT_S), limit),
    )


def _purpose(request: Request) -> str:
    return f"answer to {request.token_id} {request.key}"


def _key(request: Request) -> Key:
    """Return the key under which a pending row is found."""
    return _PREFIX + request.token_id, request.key
