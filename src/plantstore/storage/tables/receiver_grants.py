"""The OAuth 2.0 client credentials of receivers: table `receiver_grants`. The client secret is encrypted."""

from collections.abc import Collection
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.client_grant import ClientGrant
from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.encryption import SecretBox


class ShownGrant(NamedTuple):
    """A receiver's client credentials without the secret."""

    token_url: str
    client_id: str
    scope: str | None
    audience: str | None


def write(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, grant: ClientGrant) -> None:
    """Replace the client credentials of a receiver."""
    delete(tx, receiver_id)
    sealed = secret_box.seal(grant.client_secret.reveal().encode(), purpose=_purpose(receiver_id))
    row = (receiver_id, grant.token_url, grant.client_id, grant.scope, grant.audience, sealed)
    tx.insert("receiver_grants", ("receiver_id", "token_url", "client_id", "scope", "audience", "sealed"), [row])
    tx.changes.receivers.add(receiver_id)


def read(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId) -> ClientGrant | None:
    """Return the client credentials of a receiver; None if its access token is stored."""
    sql = "SELECT token_url, client_id, scope, audience, sealed FROM receiver_grants WHERE receiver_id = ?"
    for token_url, client_id, scope, audience, sealed in tx.execute(sql, (receiver_id,)):
        secret = Secret(secret_box.open(sealed, purpose=_purpose(receiver_id)).decode())
        return ClientGrant(
            token_url=token_url, client_id=client_id, client_secret=secret, scope=scope, audience=audience
        )
    return None


def shown(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, ShownGrant]:
    """Return the client credentials of those receivers that have some, without the secrets."""
    marks, ids = in_list(sorted(receiver_ids))
    columns = "receiver_id, token_url, client_id, scope, audience"
    rows = tx.execute(f"SELECT {columns} FROM receiver_grants WHERE receiver_id IN ({marks})", ids)
    return {row[0]: ShownGrant(*row[1:]) for row in rows}


def delete(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete the client credentials of a receiver."""
    tx.update("DELETE FROM receiver_grants WHERE receiver_id = ?", (receiver_id,))
    tx.changes.receivers.add(receiver_id)


def _purpose(receiver_id: ReceiverId) -> str:
    return f"client secret of {receiver_text(receiver_id)}"
