"""Every function of storage/tables/receiver_certificates.py."""

from typing import Any

import pytest

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate, ReceiverTls
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.queries import alert_sources
from plantstore.storage.tables import receiver_certificates, receivers
from tests.makers import NOON, RECEIVER, a_receiver

OTHER = ReceiverId(RECEIVER + 1)
BOX = SecretBox(b"k" * 32, lambda count: b"n" * count)
KEY = "-----BEGIN PRIVATE KEY-----"


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
    assert receiver_certificates.find(tx, BOX, RECEIVER) == ReceiverTls(authorities=tuple(ours))
    assert tx.changes.receivers == {RECEIVER, OTHER}


def test_authorities_are_replaced_and_removed(tx: Transaction) -> None:
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a"), a_certificate("b")])
    receiver_certificates.set_authorities(tx, OTHER, [a_certificate("a")])

    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("c")])
    assert receiver_certificates.authorities_of(tx, [RECEIVER]) == {RECEIVER: [a_certificate("c")]}

    receiver_certificates.set_authorities(tx, RECEIVER, [])
    assert receiver_certificates.find(tx, BOX, RECEIVER) is None
    assert receiver_certificates.find(tx, BOX, OTHER) is not None


def test_certificates_come_with_the_credentials_and_go_with_the_receiver(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())
    receivers.set_access_token(tx, BOX, RECEIVER, AccessToken("token-of-ours"))
    receivers.add_signing_secret(tx, BOX, RECEIVER, Secret("whsec_x"))
    client = ClientCertificate(chain=(a_certificate("b"), a_certificate("c")), key=Secret(KEY))
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a")])
    receiver_certificates.set_client(tx, BOX, RECEIVER, client)

    tls = receivers.credentials(tx, BOX, RECEIVER).tls
    receivers.mark_deleted(tx, RECEIVER)

    assert tls == ReceiverTls(authorities=(a_certificate("a"),), client=client)
    assert receiver_certificates.find(tx, BOX, RECEIVER) is None


def test_the_key_of_a_client_certificate_is_encrypted_for_its_receiver(tx: Transaction) -> None:
    client = ClientCertificate(chain=(a_certificate("b"), a_certificate("c")), key=Secret(KEY))

    receiver_certificates.set_client(tx, BOX, RECEIVER, client)

    rows = tx.execute("SELECT position, sealed_key FROM receiver_certificates ORDER BY position")
    sealed = bytes(rows[0][1])
    assert [row[0] for row in rows] == [0, 1] and rows[1][1] is None
    assert KEY.encode() not in sealed
    assert receiver_certificates.find(tx, BOX, RECEIVER) == ReceiverTls(client=client)
    assert receiver_certificates.clients_of(tx, [RECEIVER, OTHER]) == {RECEIVER: list(client.chain)}
    tx.update("UPDATE receiver_certificates SET receiver_id = ?", (OTHER,))
    with pytest.raises(StorageRefused):
        receiver_certificates.find(tx, BOX, OTHER)


def test_a_client_certificate_is_replaced_and_removed_apart_from_the_authorities(tx: Transaction) -> None:
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a")])
    for name in ("b", "c"):
        client = ClientCertificate(chain=(a_certificate(name),), key=Secret(KEY + name))
        receiver_certificates.set_client(tx, BOX, RECEIVER, client)

    assert receiver_certificates.find(tx, BOX, RECEIVER) == ReceiverTls(
        authorities=(a_certificate("a"),), client=client
    )
    receiver_certificates.set_client(tx, BOX, RECEIVER, None)
    assert receiver_certificates.find(tx, BOX, RECEIVER) == ReceiverTls(authorities=(a_certificate("a"),))
    assert receiver_certificates.exist(tx, RECEIVER) and not receiver_certificates.exist(tx, OTHER)


def test_a_receivers_certificates_end_with_the_first_of_a_chain_or_the_last_authority(tx: Transaction) -> None:
    later = Instant(NOON + 1)
    receiver_certificates.set_authorities(tx, RECEIVER, [a_certificate("a"), a_certificate("b", ends_at=later)])
    assert alert_sources.certificate_ends(tx, [RECEIVER, OTHER]) == {RECEIVER: later}

    chain = (a_certificate("c", ends_at=later), a_certificate("d"))
    client = ClientCertificate(chain=chain, key=Secret(KEY))
    receiver_certificates.set_client(tx, BOX, RECEIVER, client)

    assert alert_sources.certificate_ends(tx, [RECEIVER]) == {RECEIVER: NOON}
    assert alert_sources.certificate_ends(tx, [OTHER]) == alert_sources.certificate_ends(tx, []) == {}
