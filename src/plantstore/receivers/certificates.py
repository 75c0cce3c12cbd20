"""Changes the certificates of a receiver."""

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.certificates import Certificate
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receiver_certificates as stored


def change(tx: Transaction, receiver: Receiver, *, authorities: tuple[Certificate, ...] | None) -> None:
    """Store the authorities that are trusted for a receiver; () removes its own, None changes nothing.

    Raise Invalid if the receiver then has certificates but no https:// URL, because they would have no effect.
    """
    if authorities is not None:
        stored.set_authorities(tx, receiver.id, authorities)
    if not receiver.url.startswith("https://") and stored.find(tx, receiver.id) is not None:
        pointer = "/ca_bundle" if authorities else "/url"
        detail = "Certificates need an https:// URL. Change the URL, or remove the receiver's certificates."
        raise Invalid(fields=(FieldError(pointer=pointer, code="https", detail=detail),))
