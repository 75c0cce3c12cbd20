"""The certificates of receivers: table `receiver_certificates`."""

from collections.abc import Collection, Sequence

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import Certificate, ReceiverTls
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.protocols import Row

_COLUMNS = ("pem", "subject", "issuer", "sha256", "ends_at")
_CA = "ca"


def set_authorities(tx: Transaction, receiver_id: ReceiverId, authorities: Sequence[Certificate]) -> None:
    """Replace the authorities that are trusted for a receiver; none means those of the store."""
    tx.update("DELETE FROM receiver_certificates WHERE receiver_id = ? AND kind = ?", (receiver_id, _CA))
    rows = [(receiver_id, _CA, position, *_to_row(one)) for position, one in enumerate(authorities)]
    if rows:
        tx.insert("receiver_certificates", ("receiver_id", "kind", "position", *_COLUMNS), rows)
    tx.changes.receivers.add(receiver_id)


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete all certificates of a receiver."""
    tx.update("DELETE FROM receiver_certificates WHERE receiver_id = ?", (receiver_id,))


def authorities_of(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, list[Certificate]]:
    """Return the authorities of each receiver that has its own, in their order."""
    marks, ids = in_list(sorted(receiver_ids))
    found: dict[ReceiverId, list[Certificate]] = {}
    for row in tx.execute(
        f"SELECT receiver_id, {', '.join(_COLUMNS)} FROM receiver_certificates "
        f"WHERE receiver_id IN ({marks}) AND kind = ? ORDER BY receiver_id, position",
        (*ids, _CA),
    ):
        found.setdefault(ReceiverId(row[0]), []).append(_from_row(row[1:]))
    return found


def find(tx: Transaction, receiver_id: ReceiverId) -> ReceiverTls | None:
    """Return how TLS with a receiver differs; None if it does not."""
    authorities = authorities_of(tx, [receiver_id]).get(receiver_id)
    return ReceiverTls(authorities=tuple(authorities)) if authorities else None


def _to_row(certificate: Certificate) -> Row:
    return (certificate.pem, certificate.subject, certificate.issuer, certificate.sha256, certificate.ends_at)


def _from_row(row: Row) -> Certificate:
    pem, subject, issuer, sha256, ends_at = row
    return Certificate(pem=pem, subject=subject, issuer=issuer, sha256=sha256, ends_at=Instant(ends_at))
