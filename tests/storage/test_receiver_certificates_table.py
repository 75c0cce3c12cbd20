"""Every function of storage/tables/receiver_certificates.py."""

from typing import Any

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import Certificate, ReceiverTls
from plantstore.domain.secret import AccessToken, Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_certificates, receivers
from tests.makers import NOON, RECEIVER, a_receiver

OTHER = ReceiverId(RECEIVER + 1)


def a_certificate(name: str, **changes: Any) -> Certificate:
    values: dict[str, Any] = {
        "pem": f"PEM of {name}",
        "subject": f"O={name}",
        "issuer": "O=CA",
        "sha256": name * 2,
        "ends_at": NOON,
    }
    return Certificate(**(values | changes))


def test_the_authorities_of_a_receiver_come_back_in_their_order(tx: Transaction) -> None:
    ours, new = [a_certificate("b"), a_certificate("a")], [a_certificate("c")]

    receiver_certificates.set_authorities(tx, RECEIVER, ours)
    receiver_certificates.set_authorities(tx, OTHER, new)

    assert receiver_certificates.authorities_of(tx, [RECEIVER, OTHER]) == {RECEIVER: ours, OTHER: new}
    assert receiver_certificates.find(tx, RECEIVER) == ReceiverTls(authorities=tuple(ours))
    assert tx.changes.receivers == {RECEIVER, OTHER}


def test_authorities_are_replaced_and_removed(tx: Transaction) -> None:
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a"), a_certificate("b")])
    receiver_certificates.set_authorities(tx, OTHER, [a_certificate("a")])

    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("c")])
    assert receiver_certificates.authorities_of(tx, [RECEIVER]) == {RECEIVER: [a_certificate("c")]}

    receiver_certificates.set_authorities(tx, RECEIVER, [])
    assert receiver_certificates.find(tx, RECEIVER) is None
    assert receiver_certificates.find(tx, OTHER) is not None


def test_certificates_come_with_the_credentials_and_go_with_the_receiver(tx: Transaction) -> None:
    secret_box = SecretBox(b"k" * 32, lambda count: b"n" * count)
    receivers.insert(tx, a_receiver())
    receivers.set_access_token(tx, secret_box, RECEIVER, AccessToken("token-of-ours"))
    receivers.add_signing_secret(tx, secret_box, RECEIVER, Secret("whsec_x"))
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a")])

    tls = receivers.credentials(tx, secret_box, RECEIVER).tls
    receivers.mark_deleted(tx, RECEIVER)

    assert tls == ReceiverTls(authorities=(a_certificate("a"),))
    assert receiver_certificates.find(tx, RECEIVER) is None
