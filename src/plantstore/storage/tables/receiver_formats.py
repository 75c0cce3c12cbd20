"""The formats of receivers' bodies: table `receiver_formats`. Rows in force never change: bodies follow from them."""

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.bodies.formats import BodyFormat, FormatVersion, FormatVersions
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.storage.database import Transaction

FIRST = 1  # the first event of the log
_IN_COLUMN = frozenset({Payload.FULL, Payload.BASIC})


def put(tx: Transaction, receiver_id: ReceiverId, *, first: int, format: BodyFormat) -> None:
    """Add a version that is in force from the event `first`, in place of one that would begin there or later."""
    tx.update("DELETE FROM receiver_formats WHERE receiver_id = ? AND first >= ?", (receiver_id, first))
    columns = ("receiver_id", "first", "format", "expression", "created_at")
    tx.insert("receiver_formats", columns, [(receiver_id, first, format.id, format.expression, tx.now)])


def keep(tx: Transaction, receiver: Receiver) -> None:
    """Note the present format of a receiver for all events, before it is changed. No effect if it has versions."""
    if not versions(tx, receiver):
        put(tx, receiver.id, first=FIRST, format=receiver.body_format)


def versions(tx: Transaction, receiver: Receiver) -> FormatVersions:
    """Return the formats of a receiver: without versions, the format that was set is that of all events."""
    sql = "SELECT first, format, expression FROM receiver_formats WHERE receiver_id = ?"
    rows = tx.execute(sql, (receiver.id,))
    found = [FormatVersion(first, BodyFormat(name, expression)) for first, name, expression in rows]
    return FormatVersions(receiver.body_format, found)


def stored_payload(receiver: Receiver) -> Payload:
    """Return the value of the column `payload` of `receivers`, which has two values only."""
    return receiver.payload if receiver.payload in _IN_COLUMN else Payload.FULL


def stored_format(receiver: Receiver) -> str | None:
    """Return the value of the column `payload_format`: the payloads that `payload` cannot hold."""
    return None if receiver.payload in _IN_COLUMN else receiver.payload.value
