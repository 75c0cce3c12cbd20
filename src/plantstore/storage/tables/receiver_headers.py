"""The static headers of receivers' requests: table `receiver_headers`. Names are in clear, values are encrypted."""

from collections.abc import Collection, Mapping

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.encryption import SecretBox


def write(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, headers: Mapping[str, Secret]) -> None:
    """Replace all headers of a receiver."""
    delete(tx, receiver_id)
    rows = [
        (receiver_id, name, secret_box.seal(value.reveal().encode(), purpose=_purpose(receiver_id, name)))
        for name, value in sorted(headers.items())
    ]
    if rows:
        tx.insert("receiver_headers", ("receiver_id", "name", "sealed"), rows)
    tx.changes.receivers.add(receiver_id)


def read(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId) -> dict[str, Secret]:
    """Return a receiver's headers with their decrypted values, in order of names."""
    sql = "SELECT name, sealed FROM receiver_headers WHERE receiver_id = ?"
    return {
        name: Secret(secret_box.open(sealed, purpose=_purpose(receiver_id, name)).decode())
        for name, sealed in sorted(tx.execute(sql, (receiver_id,)))
    }


def names(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, list[str]]:
    """Return the names of the headers of those receivers that have some, in order."""
    marks, ids = in_list(sorted(receiver_ids))
    found: dict[ReceiverId, list[str]] = {}
    for receiver_id, name in sorted(
        tx.execute(f"SELECT receiver_id, name FROM receiver_headers WHERE receiver_id IN ({marks})", ids)
    ):
        found.setdefault(receiver_id, []).append(name)
    return found


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete all headers of a receiver."""
    tx.update("DELETE FROM receiver_headers WHERE receiver_id = ?", (receiver_id,))


def _purpose(receiver_id: ReceiverId, name: str) -> str:
    return f"header {name} of {receiver_text(receiver_id)}"
