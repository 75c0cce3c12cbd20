"""What was answered under an Idempotency-Key: table `idempotency`, kept a day, written with the change itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.errors import KeyReused
from plantstore.domain.timestamps import after
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.engine.chunks import chunks
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.insert_batch import Key

KEY_CHARS_MAX = 255
KEPT_S = 24 * 3600  # the Idempotency-Key draft leaves it to the server; 24 h is the field's custom
_ASKER = "answer to "
_COLUMNS = ("token_id", "key", "request_hash", "answer", "created_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Who asked under which key, and the SHA-256 of what was asked."""

    token_id: str
    key: str
    hash: bytes


def find(tx: Transaction, secret_box: SecretBox, request: Request, *, make_room: bool = False) -> bytes | None:
    """The stored answer of an equal request; KeyReused when the key stands for another one.

    A key older than a day is used anew: with `make_room`, what it stood for is removed, so that `store` can follow.
    """
    row = tx.find_pending(_place(request))
    if row is None and not tx.known_absent(_place(request)):
        sql = "SELECT request_hash, answer, created_at FROM idempotency WHERE token_id = ? AND key = ?"
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
    """What `find` looks for, for `Database.write`: a key is hardly ever used twice."""
    return _absent, (_place(request),)


def _absent(tx: Transaction, places: Sequence[Key]) -> set[Key]:
    found: set[Key] = set()
    for some in chunks(sorted(set(places))):
        marks = ", ".join(["(?, ?)"] * len(some))
        sql = f"SELECT token_id, key FROM idempotency WHERE (token_id, key) IN (VALUES {marks})"
        values = [value for asker, key in some for value in (asker.removeprefix(_ASKER), key)]
        found.update((_ASKER + token_id, key) for token_id, key in tx.execute(sql, values))
    return set(places) - found


def store(tx: Transaction, secret_box: SecretBox, request: Request, answer: bytes) -> None:
    """Keep an answer where `find` has found none. If another process has kept one since, the command runs again."""
    sealed = secret_box.seal(answer, purpose=_purpose(request))
    row = (request.token_id, request.key, request.hash, sealed, tx.now)
    tx.insert_batched("idempotency", _COLUMNS, [row], {_place(request): row[2:]})


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Drop answers older than a day, so many at once; gives how many."""
    return tx.update(
        "DELETE FROM idempotency WHERE (token_id, key) IN "
        "(SELECT token_id, key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)",
        (after(tx.now, seconds=-KEPT_S), limit),
    )


def _purpose(request: Request) -> str:
    return f"answer to {request.token_id} {request.key}"


def _place(request: Request) -> Key:
    """What an answer that waits to be inserted is found by."""
    return _ASKER + request.token_id, request.key
