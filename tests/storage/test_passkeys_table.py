"""Every function of storage/tables/passkeys.py."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.domain.passkey import Passkey
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import passkeys
from tests.makers import NOON


def a_passkey(id: str = "psk_1", **changes: Any) -> Passkey:
    whole: dict[str, Any] = {
        "person_id": "per_1",
        "credential_id": id.encode(),
        "credential": b"\x00\xff",
        "rp_id": "plants.example",
        "sign_count": 0,
        "name": "Firefox on Windows",
        "backed_up": False,
        "created_at": NOON,
    }
    return Passkey(id=id, **(whole | changes))


def test_passkeys_are_stored_found_renamed_and_deleted(tx: Transaction) -> None:
    first, second = a_passkey(), a_passkey("psk_2", backed_up=True)
    for one in (second, first, a_passkey("psk_3", person_id="per_2")):
        assert passkeys.insert(tx, one)

    assert (passkeys.find(tx, "psk_1"), passkeys.find_by_credential(tx, b"psk_2")) == (first, second)
    assert passkeys.of_person(tx, "per_1") == [first, second]
    assert passkeys.counts(tx, ["per_1", "per_2", "per_3"]) == {"per_1": 2, "per_2": 1}
    assert passkeys.counts(tx, []) == {}
    passkeys.rename(tx, "psk_1", "Phone")
    assert passkeys.find(tx, "psk_1") == replace(first, name="Phone")
    passkeys.delete(tx, "psk_1")
    assert (passkeys.find(tx, "psk_1"), passkeys.find_by_credential(tx, b"psk_1")) == (None, None)


def test_a_credential_is_stored_once(tx: Transaction) -> None:
    passkeys.insert(tx, a_passkey())

    assert not passkeys.insert(tx, a_passkey("psk_2", credential_id=b"psk_1", person_id="per_2"))
    assert passkeys.find(tx, "psk_2") is None


@pytest.mark.parametrize(
    ("stored", "signed", "is_accepted"),
    [(0, 0, True), (0, 1, True), (1, 2, True), (5, 5, False), (5, 4, False), (5, 0, False)],
)
def test_a_counter_only_grows(tx: Transaction, stored: int, signed: int, is_accepted: bool) -> None:
    passkeys.insert(tx, a_passkey(sign_count=stored))

    assert passkeys.note_use(tx, "psk_1", sign_count=signed, backed_up=True) is is_accepted

    after_it = a_passkey(sign_count=signed, backed_up=True, last_used_at=NOON)
    assert passkeys.find(tx, "psk_1") == (after_it if is_accepted else a_passkey(sign_count=stored))


def test_a_passkey_stays_suspicious_since_the_first_time(tx: Transaction) -> None:
    passkeys.insert(tx, a_passkey())

    passkeys.mark_suspicious(tx, "psk_1")
    tx.now = after(NOON, seconds=1)
    passkeys.mark_suspicious(tx, "psk_1")

    assert passkeys.find(tx, "psk_1") == a_passkey(suspicious_at=NOON)


def test_hosts_of_which_passkeys_no_longer_work_are_counted(tx: Transaction) -> None:
    for number, rp_id in enumerate(("plants.example", "old.example", "old.example", "a.example")):
        passkeys.insert(tx, a_passkey(f"psk_{number}", rp_id=rp_id))

    assert passkeys.of_other_hosts(tx, "plants.example") == [("a.example", 1), ("old.example", 2)]


def test_a_person_has_one_handle(tx: Transaction) -> None:
    assert passkeys.handle_of(tx, "per_1") is None

    passkeys.keep_handle(tx, "per_1", b"first")
    passkeys.keep_handle(tx, "per_1", b"second")

    assert passkeys.handle_of(tx, "per_1") == b"first"


def test_a_challenge_is_used_once_and_forgotten_after_it_has_long_expired(tx: Transaction) -> None:
    assert passkeys.use_challenge(tx, b"one")
    assert not passkeys.use_challenge(tx, b"one")

    tx.now = after(NOON, seconds=passkeys.USED_CHALLENGES_S - 1)
    assert not passkeys.use_challenge(tx, b"one")
    tx.now = after(NOON, seconds=passkeys.USED_CHALLENGES_S)
    assert passkeys.use_challenge(tx, b"another")
    assert tx.execute("SELECT hash FROM used_challenges") == [(b"another",)]
