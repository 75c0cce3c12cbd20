"""Changes the certificates of a receiver."""

from enum import Enum

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_certificates as stored


class NoClient(Enum):
    """The change that removes a client certificate; None means that nothing changes."""

    NO_CLIENT = 0


def change(
    tx: Transaction,
    secret_box: SecretBox,
    receiver: Receiver,
    *,
    authorities: tuple[Certificate, ...] | None,
    client: ClientCertificate | NoClient | None,
) -> None:
    """Store the authorities that are trusted for a receiver, and what is presented to it; None changes nothing.

    Raise Invalid if the receiver then has certificates but no https:// URL, because they would have no effect.
    """
    if authorities is not None:
        stored.set_authorities(tx, receiver.id, authorities)
    if client is not None:
        stored.set_client(tx, secret_box, receiver.id, None if isinstance(client, NoClient) else client)
    if not receiver.url.startswith("https://") and stored.exist(tx, receiver.id):
        given = isinstance(client, ClientCertificate)
        pointer = "/ca_bundle" if authorities else "/client_certificate" if given else "/url"
        detail = "Certificates need an https:// URL. Change the URL, or remove the receiver's certificates."
        raise Invalid(fields=(FieldError(pointer=pointer, code="https", detail=detail),))
