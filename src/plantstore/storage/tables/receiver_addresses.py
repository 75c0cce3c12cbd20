"""The secret URLs of receivers in a chat: table `receiver_addresses`. They are encrypted."""

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox


def write(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, url: Secret) -> None:
    """Replace the URL of a receiver in a chat."""
    delete(tx, receiver_id)
    sealed = secret_box.seal(url.reveal().encode(), purpose=_purpose(receiver_id))
    tx.insert("receiver_addresses", ("receiver_id", "sealed"), [(receiver_id, sealed)])
    tx.changes.receivers.add(receiver_id)


def read(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId) -> Secret | None:
    """Return the URL of a receiver in a chat; None for others."""
    for (sealed,) in tx.execute("SELECT sealed FROM receiver_addresses WHERE receiver_id = ?", (receiver_id,)):
        return Secret(secret_box.open(sealed, purpose=_purpose(receiver_id)).decode())
    return None


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete the URL of a receiver in a chat."""
    tx.update("DELETE FROM receiver_addresses WHERE receiver_id = ?", (receiver_id,))


def _purpose(receiver_id: ReceiverId) -> str:
    return f"address of {receiver_text(receiver_id)}"
