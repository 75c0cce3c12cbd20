"""Every function of storage/tables/receiver_keys.py, and what receivers.py does with keys."""

import pytest

from plantstore.core.ed25519 import make_private_key, public_key_of
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.queries import known_secrets
from plantstore.storage.queries.known_secrets import ROTATION_SEEN_S
from plantstore.storage.tables import receiver_keys, receivers
from plantstore.storage.tables.receiver_keys import KeyPair, PublicKeys
from tests.makers import NOON, RECEIVER, a_receiver

OVERLAP_S = 86_400
OLD_END = after(NOON, seconds=OVERLAP_S)


def a_pair(letter: str) -> KeyPair:
    private = make_private_key(letter.encode() * 32)
    return KeyPair(private, public_key_of(private))


A, B, C = a_pair("a"), a_pair("b"), a_pair("c")


@pytest.fixture
def secret_box() -> SecretBox:
    return SecretBox(b"k" * 32, lambda count: b"n" * count)


def at(tx: Transaction, seconds: float) -> Transaction:
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def registered(tx: Transaction, secret_box: SecretBox, *pairs: KeyPair) -> None:
    """Register with the first key pair and rotate to each of the others, all in one instant."""
    receivers.insert(tx, a_receiver())
    receivers.set_access_token(tx, secret_box, RECEIVER, AccessToken("token"))
    receivers.add_signing_secret(tx, secret_box, RECEIVER, Secret("whsec_one"))
    for pair in pairs[:1]:
        receiver_keys.turn_on(tx, secret_box, RECEIVER, pair)
    for pair in pairs[1:]:
        receiver_keys.rotate(tx, secret_box, RECEIVER, pair, old_ends_at=OLD_END)


def keys(tx: Transaction, secret_box: SecretBox) -> tuple[tuple[Secret, ...], Instant | None]:
    found = receivers.credentials(tx, secret_box, RECEIVER)
    return found.private_keys, found.old_keys_end_at


def test_a_receiver_without_keys_has_none(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box)

    assert keys(tx, secret_box) == ((), None)
    assert receiver_keys.in_use(tx, [RECEIVER]) == {}
    assert receiver_keys.public_keys(tx, RECEIVER) == []
    assert receiver_keys.changes(tx, RECEIVER) == (None, [])


def test_private_keys_are_sealed_and_come_back_newest_first(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box, A, B)

    assert keys(tx, secret_box) == ((B.private, A.private), OLD_END)
    assert receiver_keys.public_keys(tx, RECEIVER) == [B.public, A.public]
    assert receiver_keys.in_use(tx, [RECEIVER]) == {RECEIVER: PublicKeys(B.public, OLD_END)}
    assert RECEIVER in tx.changes.receivers
    stored = b"".join(bytes(part) for row in tx.execute("SELECT public_key, sealed FROM receiver_keys") for part in row)
    assert b"whsk" not in stored and b"b" * 32 not in stored


def test_a_second_rotation_ends_the_oldest_key_immediately(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box, A, B, C)

    assert receiver_keys.public_keys(tx, RECEIVER) == [C.public, B.public]


def test_an_expired_key_is_not_used_before_it_is_deleted(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box, A, B)
    then = at(tx, OVERLAP_S)

    assert keys(then, secret_box) == ((B.private,), None)
    assert receiver_keys.in_use(then, [RECEIVER]) == {RECEIVER: PublicKeys(B.public, None)}


def test_expired_keys_are_deleted_and_their_receivers_reported(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box, A, B)
    before, then = at(tx, OVERLAP_S - 1), at(tx, OVERLAP_S)

    receivers.remove_expired_secrets(before)
    assert tx.execute("SELECT count(*) FROM receiver_keys") == [(2,)]
    assert before.changes.receivers == set()

    receivers.remove_expired_secrets(then)
    assert tx.execute("SELECT count(*) FROM receiver_keys") == [(1,)]
    assert then.changes.receivers == {RECEIVER}


def test_a_deleted_receiver_leaves_no_key(tx: Transaction, secret_box: SecretBox) -> None:
    registered(tx, secret_box, A, B)

    receivers.mark_deleted(tx, RECEIVER)

    assert tx.execute("SELECT count(*) FROM receiver_keys") == [(0,)]


def known(tx: Transaction, signed_at: float) -> bool:
    second = (NOON // 1_000_000) + int(signed_at)
    return known_secrets.secrets_known_at(tx, a_receiver(), second, overlap_s=OVERLAP_S)


@pytest.mark.parametrize(
    ("signed_at", "is_known"), [(5, False), (100 + ROTATION_SEEN_S, False), (101 + ROTATION_SEEN_S, True)]
)
def test_what_was_signed_before_v1a_was_turned_on_or_off_is_not_known(
    tx: Transaction, secret_box: SecretBox, signed_at: int, is_known: bool
) -> None:
    registered(tx, secret_box)
    receiver_keys.turn_on(at(tx, 100), secret_box, RECEIVER, A)
    assert known(at(tx, 1_000), signed_at) is is_known

    receiver_keys.turn_off(at(tx, 2_000), RECEIVER)
    assert not known(at(tx, 3_000), signed_at)
    assert known(at(tx, 3_000), 2_001 + ROTATION_SEEN_S)


@pytest.mark.parametrize(
    ("signed_at", "is_known", "is_known_later"),
    [(100, False, False), (101 + ROTATION_SEEN_S, True, False), (102 + OVERLAP_S, True, True)],
)
def test_what_two_keys_signed_is_known_as_long_as_both_are(
    tx: Transaction, secret_box: SecretBox, signed_at: int, is_known: bool, is_known_later: bool
) -> None:
    registered(tx, secret_box, A)
    receiver_keys.rotate(at(tx, 100), secret_box, RECEIVER, B, old_ends_at=after(NOON, seconds=100 + OVERLAP_S))

    assert known(at(tx, 200), signed_at) is is_known
    assert known(at(tx, 2 * OVERLAP_S), signed_at) is is_known_later
