"""Commands on passkeys: whose they are, what ends them, and a counter that goes back."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, Invalid, NotFound, Unauthorized
from plantstore.domain.passkey import HANDLE_BYTES, NAME_CHARS_MAX, PASSKEYS_MAX, Passkey, RelyingParty
from plantstore.domain.person import Person, principal
from plantstore.domain.session import SignInWay
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, people
from plantstore.storage.tables import passkeys as stored
from plantstore.web.auth import passkeys, sessions
from plantstore.web.auth.webauthn import BrowserResponse, Created, Signed
from tests.makers import NOON, a_person
from tests.still_clock import StillClock

random_bytes = Random(7).randbytes
ids = Ids(StillClock(), random_bytes)
PARTY = RelyingParty(id="plants.example", origin="https://plants.example")
HOW: dict[str, Any] = {"random_bytes": random_bytes, "instead_of": "", "device": "Firefox", "remembered": False}


def added(tx: Transaction, id: str = "per_1", **changes: Any) -> Person:
    person = a_person(id, **changes)
    people.insert(tx, person)
    return person


def created(tx: Transaction, person: Person, credential: bytes = b"one", **changes: Any) -> Passkey:
    made = Created(credential_id=credential, credential=b"key", sign_count=0, backed_up=False)
    whole: dict[str, Any] = {"party": PARTY, "ids": ids, "name": "Phone", "challenge": random_bytes(56)} | changes
    whole = {"by": principal(person)} | whole
    passkeys.begin(tx, person.id, PARTY, random_bytes=random_bytes)
    return passkeys.add(tx, person, made, **whole)


def signed(count: int = 0) -> Signed:
    return Signed(sign_count=count, backed_up=False)


def sent(credential: bytes, handle: bytes | None) -> BrowserResponse:
    return BrowserResponse(
        credential_id=credential,
        challenge=b"",
        user_handle=handle,
        client_data=b"",
        attestation_object=b"",
        authenticator_data=b"",
        signature=b"",
    )


def noted(tx: Transaction) -> list[tuple[str, str, str]]:
    tx.run_pre_commit_hooks()
    rows = activity.page(tx, activity.ActivityFilter(), limit=50)
    return [(one.action, one.actor, one.detail) for one in rows if one.action != sessions.SIGN_IN]


def test_a_person_has_one_random_handle_that_tells_nothing(tx: Transaction) -> None:
    person = added(tx)

    first = passkeys.begin(tx, person.id, PARTY, random_bytes=random_bytes)
    created(tx, person)
    second = passkeys.begin(tx, person.id, PARTY, random_bytes=random_bytes)

    assert (len(first.handle), first.existing) == (HANDLE_BYTES, ())
    assert (second.handle, second.existing) == (first.handle, (b"one",))
    elsewhere = replace(PARTY, id="new.example")
    assert passkeys.begin(tx, person.id, elsewhere, random_bytes=random_bytes).existing == ()
    assert passkeys.begin(tx, "per_2", PARTY, random_bytes=random_bytes).handle != first.handle


def test_a_passkey_signs_its_person_in(tx: Transaction) -> None:
    person = added(tx)
    one = created(tx, person)
    handle = stored.handle_of(tx, person.id)

    assert passkeys.find_signer(tx, sent(b"one", handle), PARTY) == one
    opened = passkeys.sign_in(tx, one.id, signed(), challenge=b"c", **HOW)

    assert opened is not None
    assert (opened.token.person_id, opened.session.way, opened.session.device) == (
        person.id,
        SignInWay.PASSKEY,
        "Firefox",
    )
    assert noted(tx) == [("addPasskey", "per_1", "Phone")]


@pytest.mark.parametrize("case", ["unknown", "no handle", "of another person", "of another host", "deactivated"])
def test_whatever_is_wrong_with_a_passkey_the_words_are_the_same(tx: Transaction, case: str) -> None:
    person, other = added(tx), added(tx, "per_2")
    created(tx, person)
    created(tx, other, b"two")
    credential, handle, party = b"one", stored.handle_of(tx, person.id), PARTY
    if case == "unknown":
        credential = b"three"
    elif case == "no handle":
        handle = None
    elif case == "of another person":
        credential = b"two"
    elif case == "of another host":
        party = replace(PARTY, id="new.example")
    else:
        people.update(tx, replace(person, deactivated_at=NOON))

    with pytest.raises(Unauthorized, match=re.escape(passkeys.REFUSED)):
        passkeys.find_signer(tx, sent(credential, handle), party)


def test_a_passkey_that_ends_during_the_ceremony_signs_nobody_in(tx: Transaction) -> None:
    person, other = added(tx), added(tx, "per_2")
    one, two = created(tx, person), created(tx, other, b"two")
    stored.delete(tx, one.id)
    people.update(tx, replace(other, deactivated_at=NOON))

    for passkey in (one, two):
        with pytest.raises(Unauthorized):
            passkeys.sign_in(tx, passkey.id, signed(), challenge=passkey.id.encode(), **HOW)
    with pytest.raises(Unauthorized):
        created(tx, replace(other, deactivated_at=NOON), b"three")


def test_a_challenge_is_used_once(tx: Transaction) -> None:
    person = added(tx)
    one = created(tx, person, challenge=b"made")
    passkeys.sign_in(tx, one.id, signed(), challenge=b"used", **HOW)

    with pytest.raises(Unauthorized, match="sent twice"):
        passkeys.sign_in(tx, one.id, signed(), challenge=b"used", **HOW)
    with pytest.raises(Unauthorized, match="sent twice"):
        created(tx, person, b"two", challenge=b"made")


def test_a_counter_that_goes_back_ends_the_passkey_and_is_noted(tx: Transaction) -> None:
    person = added(tx)
    one = created(tx, person)
    assert passkeys.sign_in(tx, one.id, signed(9), challenge=b"1", **HOW) is not None

    assert passkeys.sign_in(tx, one.id, signed(5), challenge=b"2", **HOW) is None
    assert passkeys.sign_in(tx, one.id, signed(10), challenge=b"3", **HOW) is None  # neither device is trusted now

    after_it = stored.find(tx, one.id)
    assert after_it is not None
    assert (after_it.suspicious_at, after_it.sign_count) == (NOON, 9)
    assert noted(tx)[0] == ("refusePasskey", "per_1", "Phone: counter 5 after 9")
    assert len(noted(tx)) == 2


def test_confirming_replaces_the_session_and_takes_only_ones_own_passkey(tx: Transaction) -> None:
    person, other = added(tx), added(tx, "per_2")
    one, two = created(tx, person), created(tx, other, b"two")
    opened = sessions.open_for_person(
        tx, person, way=SignInWay.LINK, random_bytes=random_bytes, device="Safari", remembered=True
    )
    later = Transaction(tx.connection, after(NOON, seconds=600))

    with pytest.raises(NotFound):
        passkeys.confirm(later, opened, two.id, signed(), challenge=b"1", random_bytes=random_bytes)
    again = passkeys.confirm(later, opened, one.id, signed(), challenge=b"2", random_bytes=random_bytes)

    assert again is not None
    assert (again.session.proved_at, again.session.device, again.session.remembered) == (later.now, "Safari", True)
    assert again.key.reveal() != opened.key.reveal()
    assert sessions.find(later, opened.key.reveal()) is None


def test_a_person_has_at_most_so_many_passkeys(tx: Transaction) -> None:
    person = added(tx)
    for number in range(PASSKEYS_MAX):
        created(tx, person, bytes([number]))
    made = Created(credential_id=b"more", credential=b"key", sign_count=0, backed_up=False)

    with pytest.raises(Conflict, match="20 passkeys"):
        passkeys.begin(tx, person.id, PARTY, random_bytes=random_bytes)
    with pytest.raises(Conflict, match="20 passkeys"):
        passkeys.add(tx, person, made, party=PARTY, ids=ids, name="More", challenge=b"c", by=principal(person))


def test_a_credential_belongs_to_one_person(tx: Transaction) -> None:
    created(tx, added(tx))

    with pytest.raises(Conflict, match="registered already"):
        created(tx, added(tx, "per_2"))


def test_a_person_renames_and_removes_only_their_own(tx: Transaction) -> None:
    person, other = added(tx), added(tx, "per_2")
    one, two = created(tx, person), created(tx, other, b"two")
    me = principal(person)

    passkeys.rename(tx, me, one.id, "  Office   PC ")
    with pytest.raises(NotFound):
        passkeys.rename(tx, me, two.id, "Mine")
    for foreign in (two.id, "psk_unknown"):
        with pytest.raises(NotFound):
            passkeys.remove(tx, me, foreign)
    for wrong in ("", " ", "x" * (NAME_CHARS_MAX + 1), "a\x00b"):
        with pytest.raises(Invalid):
            passkeys.rename(tx, me, one.id, wrong)
    script = replace(me, id="tok_1", name="script")
    with pytest.raises(NotFound):  # a token of the person is not the person
        passkeys.rename(tx, script, one.id, "Mine")
    with pytest.raises(NotFound):
        passkeys.remove(tx, script, one.id)
    passkeys.remove(tx, me, one.id)

    assert stored.of_person(tx, person.id) == []
    assert noted(tx)[:2] == [
        ("removePasskey", "per_1", "Office PC"),
        ("renamePasskey", "per_1", "Phone → Office PC"),
    ]
    with pytest.raises(Invalid):
        created(tx, person, b"three", name="x" * (NAME_CHARS_MAX + 1))
    assert created(tx, person, b"three", name="x" * NAME_CHARS_MAX).name == "x" * NAME_CHARS_MAX
