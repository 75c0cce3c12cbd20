"""The certificates of receivers: table `receiver_certificates`."""

from collections.abc import Collection, Sequence

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate, ReceiverTls
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Row

_COLUMNS = ("pem", "subject", "issuer", "sha256", "ends_at")
_CA, _CLIENT = "ca", "client"
Certificates = dict[ReceiverId, list[Certificate]]


def set_authorities(tx: Transaction, receiver_id: ReceiverId, authorities: Sequence[Certificate]) -> None:
    """Replace the authorities that are trusted for a receiver; none means those of the store."""
    _replace(tx, receiver_id, _CA, authorities, [None] * len(authorities))


def set_client(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, client: ClientCertificate | None
) -> None:
    """Replace the certificate that is presented to a receiver, and its key, which is encrypted; None removes them."""
    if client is None:
        _replace(tx, receiver_id, _CLIENT, (), ())
        return
    sealed = secret_box.seal(client.key.reveal().encode(), purpose=_purpose(receiver_id))
    _replace(tx, receiver_id, _CLIENT, client.chain, [sealed, *[None] * (len(client.chain) - 1)])


def _replace(
    tx: Transaction,
    receiver_id: ReceiverId,
    kind: str,
    certificates: Sequence[Certificate],
    keys: Sequence[bytes | None],
) -> None:
    tx.update("DELETE FROM receiver_certificates WHERE receiver_id = ? AND kind = ?", (receiver_id, kind))
    rows = [
        (receiver_id, kind, position, *_to_row(one), key)
        for position, (one, key) in enumerate(zip(certificates, keys, strict=True))
    ]
    if rows:
        tx.insert("receiver_certificates", ("receiver_id", "kind", "position", *_COLUMNS, "sealed_key"), rows)
    tx.changes.receivers.add(receiver_id)


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete all certificates of a receiver."""
    tx.update("DELETE FROM receiver_certificates WHERE receiver_id = ?", (receiver_id,))


def authorities_of(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> Certificates:
    """Return the authorities of each receiver that has its own, in their order."""
    return _of_kind(tx, receiver_ids, _CA)


def clients_of(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> Certificates:
    """Return the chain that is presented to each receiver that has one, its own certificate first."""
    return _of_kind(tx, receiver_ids, _CLIENT)


def _of_kind(tx: Transaction, receiver_ids: Collection[ReceiverId], kind: str) -> Certificates:
    marks, ids = in_list(sorted(receiver_ids))
    found: Certificates = {}
    for row in tx.execute(
        f"SELECT receiver_id, {', '.join(_COLUMNS)} FROM receiver_certificates "
        f"WHERE receiver_id IN ({marks}) AND kind = ? ORDER BY receiver_id, position",
        (*ids, kind),
    ):
        found.setdefault(ReceiverId(row[0]), []).append(_from_row(row[1:]))
    return found


def find(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId) -> ReceiverTls | None:
    """Return how TLS with a receiver differs; None if it does not."""
    rows = tx.execute(
        f"SELECT kind, sealed_key, {', '.join(_COLUMNS)} FROM receiver_certificates WHERE receiver_id = ? "
        "ORDER BY kind, position",
        (receiver_id,),
    )
    if not rows:
        return None
    of_kind = {kind: tuple(_from_row(row[2:]) for row in rows if row[0] == kind) for kind in (_CA, _CLIENT)}
    client = None
    if of_kind[_CLIENT]:
        sealed = next(row[1] for row in rows if row[1] is not None)
        key = Secret(secret_box.open(sealed, purpose=_purpose(receiver_id)).decode())
        client = ClientCertificate(chain=of_kind[_CLIENT], key=key)
    return ReceiverTls(authorities=of_kind[_CA], client=client)


def exist(tx: Transaction, receiver_id: ReceiverId) -> bool:
    """True if the receiver has certificates of its own."""
    return bool(tx.execute("SELECT 1 FROM receiver_certificates WHERE receiver_id = ? LIMIT 1", (receiver_id,)))


def _purpose(receiver_id: ReceiverId) -> str:
    return f"client_key of {receiver_text(receiver_id)}"


def _to_row(certificate: Certificate) -> Row:
    return (certificate.pem, certificate.subject, certificate.issuer, certificate.sha256, certificate.ends_at)


def _from_row(row: Row) -> Certificate:
    pem, subject, issuer, sha256, ends_at = row
    return Certificate(pem=pem, subject=subject, issuer=issuer, sha256=sha256, ends_at=Instant(ends_at))
