"""Key pairs of receivers with signatures of scheme `v1a`; private keys are encrypted: table `receiver_keys`."""

from collections.abc import Collection
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.encryption import SecretBox


class KeyPair(NamedTuple):
    private: Secret
    public: bytes


class PublicKeys(NamedTuple):
    """A receiver's newest public key, and until when the previous key also signs; None if there is only one key."""

    newest: bytes
    old_ends_at: Instant | None


def turn_on(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, pair: KeyPair) -> None:
    """Store the first key pair of a receiver that has none."""
    _note_change(tx, receiver_id)
    _insert(tx, secret_box, receiver_id, pair, created_at=tx.now)


def turn_off(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete the key pairs of a receiver, so that its requests are no longer signed with them."""
    _note_change(tx, receiver_id)
    delete(tx, receiver_id)


def rotate(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, pair: KeyPair, *, old_ends_at: Instant
) -> None:
    """Store a new key pair. The previous one signs until `old_ends_at`, and any older one is deleted now."""
    tx.update("DELETE FROM receiver_keys WHERE receiver_id = ? AND expires_at IS NOT NULL", (receiver_id,))
    tx.update("UPDATE receiver_keys SET expires_at = ? WHERE receiver_id = ?", (old_ends_at, receiver_id))
    newest: int = tx.execute("SELECT max(created_at) FROM receiver_keys WHERE receiver_id = ?", (receiver_id,))[0][0]
    _insert(tx, secret_box, receiver_id, pair, created_at=max(tx.now, newest + 1))


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    tx.update("DELETE FROM receiver_keys WHERE receiver_id = ?", (receiver_id,))
    tx.changes.receivers.add(receiver_id)


def delete_expired(tx: Transaction) -> None:
    """Delete the expired key pairs of all receivers."""
    expired = tx.execute("SELECT receiver_id FROM receiver_keys WHERE expires_at <= ?", (tx.now,))
    if expired:
        tx.update("DELETE FROM receiver_keys WHERE expires_at <= ?", (tx.now,))
        tx.changes.receivers.update(row[0] for row in expired)


def in_use(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, PublicKeys]:
    """Return the public keys of those of the receivers that have a key pair."""
    marks, ids = in_list(sorted(receiver_ids))
    rows = tx.execute(
        f"SELECT receiver_id, public_key, expires_at FROM receiver_keys WHERE receiver_id IN ({marks}) "
        "AND (expires_at IS NULL OR expires_at > ?) ORDER BY receiver_id, created_at",
        (*ids, tx.now),
    )
    found: dict[ReceiverId, PublicKeys] = {}
    ends_at: dict[ReceiverId, Instant] = {}
    for receiver_id, public_key, expires_at in rows:
        if expires_at is not None:
            ends_at[receiver_id] = Instant(expires_at)
        found[receiver_id] = PublicKeys(bytes(public_key), ends_at.get(receiver_id))
    return found


def public_keys(tx: Transaction, receiver_id: ReceiverId) -> list[bytes]:
    """Return the public keys with which a receiver's requests are signed now, newest first."""
    return [bytes(public_key) for public_key, *_ in _unexpired(tx, receiver_id)]


def private_keys(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId
) -> tuple[tuple[Secret, ...], Instant | None]:
    """Return a receiver's decrypted private keys, newest first, and until when the previous one signs (or None)."""
    rows = _unexpired(tx, receiver_id)
    keys = tuple(Secret(secret_box.open(sealed, purpose=_purpose(receiver_id)).decode()) for _, sealed, _, _ in rows)
    return keys, next((Instant(row[3]) for row in rows if row[3] is not None), None)


def changes(tx: Transaction, receiver_id: ReceiverId) -> tuple[Instant | None, list[tuple[Instant, Instant | None]]]:
    """Return when v1a was last turned on or off (None if never), and when each key was made and expires, newest first.

    A key that was made later than that is the result of a rotation.
    """
    changed_at = tx.execute("SELECT v1a_changed_at FROM receivers WHERE id = ?", (receiver_id,))[0][0]
    return changed_at, [(created_at, expires_at) for _, _, created_at, expires_at in _unexpired(tx, receiver_id)]


def _unexpired(tx: Transaction, receiver_id: ReceiverId) -> list[tuple[bytes, bytes, Instant, Instant | None]]:
    return [
        (row[0], row[1], row[2], row[3])
        for row in tx.execute(
            "SELECT public_key, sealed, created_at, expires_at FROM receiver_keys WHERE receiver_id = ? "
            "AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at DESC",
            (receiver_id, tx.now),
        )
    ]


def _note_change(tx: Transaction, receiver_id: ReceiverId) -> None:
    tx.update("UPDATE receivers SET v1a_changed_at = ? WHERE id = ?", (tx.now, receiver_id))


def _insert(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, pair: KeyPair, *, created_at: Instant | int
) -> None:
    sealed = secret_box.seal(pair.private.reveal().encode(), purpose=_purpose(receiver_id))
    columns = ("receiver_id", "created_at", "public_key", "sealed")
    tx.insert("receiver_keys", columns, [(receiver_id, created_at, pair.public, sealed)])
    tx.changes.receivers.add(receiver_id)


def _purpose(receiver_id: ReceiverId) -> str:
    return f"private key of {receiver_text(receiver_id)}"
