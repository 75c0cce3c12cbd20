"""What the one module with fido2 accepts: the right ceremony of the right site, and nothing else."""

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.passkey import CREDENTIAL_ID_BYTES_MAX, RelyingParty, relying_party
from plantstore.web.auth import webauthn
from plantstore.web.auth.webauthn import Unverified
from tests.web.auth.software_authenticator import (
    BACKED_UP,
    BACKUP_ELIGIBLE,
    PRESENT,
    VERIFIED,
    SoftwareAuthenticator,
    b64,
    cbor,
)

PARTY = RelyingParty(id="plants.example", origin="https://plants.example")
MEMBERS = st.sampled_from(["id", "response", "clientDataJSON", "signature"]) | st.text()
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(MEMBERS, inner),
)
CHALLENGE, HANDLE = b"c" * 56, b"h" * 32
CREATE = webauthn.creation_options(
    PARTY, CHALLENGE, handle=HANDLE, name="Owner", label="owner@shop.example", existing=()
)
REQUEST = webauthn.request_options(PARTY, CHALLENGE)
BROKEN_S_MAX = 1.0


def a_device(**changes: Any) -> SoftwareAuthenticator:
    return SoftwareAuthenticator(**({"rp_id": PARTY.id, "origin": PARTY.origin} | changes))


def create(device: SoftwareAuthenticator) -> webauthn.Created:
    return webauthn.verify_creation(PARTY, webauthn.read(json.dumps(device.create(CREATE))))


def sign(device: SoftwareAuthenticator, credential: bytes) -> webauthn.Signed:
    return webauthn.verify_signature(PARTY, webauthn.read(json.dumps(device.get(REQUEST))), credential)


KEY = ec.derive_private_key(12_345, ec.SECP256R1())
CREDENTIAL = create(a_device(key=KEY)).credential
SENT = [json.dumps(one).encode() for one in (a_device(key=KEY).create(CREATE), a_device(key=KEY).get(REQUEST))]


def test_a_passkey_is_created_and_signs() -> None:
    device = a_device(flags=PRESENT | VERIFIED | BACKUP_ELIGIBLE | BACKED_UP)

    made = create(device)

    assert (made.credential_id, made.sign_count, made.backed_up) == (device.credential_id, 0, True)
    device.counter, device.flags = 7, PRESENT | VERIFIED
    assert sign(device, made.credential) == webauthn.Signed(sign_count=7, backed_up=False)
    sent = webauthn.read(json.dumps(device.get(REQUEST)))
    assert (sent.challenge, sent.user_handle, sent.credential_id) == (CHALLENGE, HANDLE, device.credential_id)


def test_browsers_that_leave_out_cross_origin_are_accepted() -> None:
    device = a_device(cross_origin=None)

    assert sign(device, create(device).credential).sign_count == 0


def test_the_options_ask_for_a_passkey_that_needs_no_name_and_verifies_its_user() -> None:
    options = webauthn.creation_options(PARTY, CHALLENGE, handle=HANDLE, name="Owner", label="o", existing=(b"\x01",))

    assert options["rp"]["id"] == "plants.example"
    assert options["user"] == {"id": b64(HANDLE), "name": "o", "displayName": "Owner"}
    chosen = {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"}
    assert (options["authenticatorSelection"], options["attestation"]) == (chosen, "none")
    assert options["excludeCredentials"] == [{"type": "public-key", "id": "AQ"}]
    assert [one["alg"] for one in options["pubKeyCredParams"]] == [-7, -8, -257]
    assert (REQUEST["allowCredentials"], REQUEST["userVerification"]) == ([], "required")


WRONG: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://evil.example"},
    "a subdomain": {"origin": "https://a.plants.example"},
    "another port": {"origin": "https://plants.example:8443"},
    "plain http": {"origin": "http://plants.example"},
    "another RP ID": {"rp_id": "example"},
    "nobody was there": {"flags": VERIFIED},
    "nobody was verified": {"flags": PRESENT},
    "in a frame": {"cross_origin": True},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=WRONG)
def test_a_wrong_ceremony_is_refused(changes: dict[str, Any]) -> None:
    device = a_device()
    credential = create(device).credential
    for name, value in changes.items():
        setattr(device, name, value)

    with pytest.raises(Unverified):
        sign(device, credential)
    with pytest.raises(Unverified):
        create(device)


def test_a_signature_by_another_key_or_over_other_bytes_is_refused() -> None:
    device = a_device()
    credential = create(device).credential
    stranger = replace(device, key=ec.generate_private_key(ec.SECP256R1()))
    sent = webauthn.read(json.dumps(device.get(REQUEST)))

    with pytest.raises(Unverified):
        sign(stranger, credential)
    for changed in (
        replace(sent, signature=b""),
        replace(sent, authenticator_data=sent.authenticator_data[:-1] + b"\x09"),
        replace(sent, client_data=sent.client_data + b" "),
        replace(sent, credential_id=b"another"),
    ):
        with pytest.raises(Unverified):
            webauthn.verify_signature(PARTY, changed, credential)


def test_the_answer_to_one_ceremony_is_none_to_the_other() -> None:
    device = a_device()
    made, signed = (webauthn.read(json.dumps(one)) for one in (device.create(CREATE), device.get(REQUEST)))

    with pytest.raises(Unverified):
        webauthn.verify_creation(PARTY, signed)
    with pytest.raises(Unverified):
        webauthn.verify_signature(PARTY, made, create(device).credential)


def test_an_algorithm_that_was_not_asked_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    device = a_device()
    key = {**device.public_key, 3: -35}
    monkeypatch.setattr(SoftwareAuthenticator, "public_key", key)

    with pytest.raises(Unverified, match="algorithm"):
        create(device)


def test_ids_have_a_longest_length() -> None:
    assert create(a_device(credential_id=b"x" * CREDENTIAL_ID_BYTES_MAX)).sign_count == 0
    for wrong in (b"x" * (CREDENTIAL_ID_BYTES_MAX + 1), b""):
        with pytest.raises(Unverified):
            create(a_device(credential_id=wrong))


def test_a_response_has_a_longest_length() -> None:
    text = json.dumps(a_device().get(REQUEST))
    fits = text + " " * (webauthn.RESPONSE_CHARS_MAX - len(text))

    assert webauthn.read(fits).challenge == CHALLENGE
    with pytest.raises(Unverified):
        webauthn.read(fits + " ")


DEEP = b"\x81" * 5_000  # an array in an array in an array …
HOSTILE = {
    "nothing": b"",
    "deep": DEEP,
    "a long promise": b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
    "long bytes": b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff",
    "no map": cbor("fmt"),
    "no data": cbor({"fmt": "none", "attStmt": {}}),
    "short data": cbor({"fmt": "none", "attStmt": {}, "authData": b"short"}),
    "deep data": cbor({"fmt": "none", "attStmt": {}, "authData": bytes(32) + b"\x45\0\0\0\0" + bytes(18) + DEEP[:200]}),
    "text for data": cbor({"fmt": 1, "attStmt": {}, "authData": "text"}),
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_hostile_cbor_is_refused_quickly(raw: bytes) -> None:
    sent = webauthn.read(json.dumps(a_device().create(CREATE)))
    began = time.monotonic()

    with pytest.raises(Unverified):
        webauthn.verify_creation(PARTY, replace(sent, attestation_object=raw))
    with pytest.raises(Unverified):
        webauthn.verify_signature(PARTY, replace(sent, authenticator_data=raw), create(a_device()).credential)
    assert time.monotonic() - began < BROKEN_S_MAX


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_whatever_is_broken_is_refused_and_nothing_else_is_raised(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(SENT))
    start = data.draw(st.integers(0, len(raw) - 1))
    length = data.draw(st.integers(0, 20))
    text = (raw[:start] + data.draw(st.binary(max_size=20)) + raw[start + length :]).decode("latin-1")

    try:
        sent = webauthn.read(text)
    except Unverified:
        return
    for verify in (
        lambda: webauthn.verify_creation(PARTY, sent),
        lambda: webauthn.verify_signature(PARTY, sent, CREDENTIAL),
    ):
        with suppress(Unverified):
            verify()


@settings(max_examples=150, deadline=None)
@given(raw=st.binary(max_size=300), which=st.sampled_from(["attestation_object", "authenticator_data", "client_data"]))
def test_any_bytes_are_refused(raw: bytes, which: str) -> None:
    sent = replace(webauthn.read(json.dumps(a_device(key=KEY).create(CREATE))), **{which: raw})

    with pytest.raises(Unverified):
        webauthn.verify_signature(PARTY, sent, CREDENTIAL)
    if which != "authenticator_data":  # which a registration does not have
        with pytest.raises(Unverified):
            webauthn.verify_creation(PARTY, sent)


@settings(max_examples=100, deadline=None)
@given(value=ANY_JSON)
def test_any_json_is_refused(value: Any) -> None:
    with pytest.raises(Unverified):
        webauthn.read(json.dumps(value))


@pytest.mark.parametrize(
    "text", ["[" * 5_900, '{"id":' * 900, '{"id":"\ud800"}'], ids=["arrays", "objects", "surrogate"]
)
def test_odd_json_is_refused(text: str) -> None:
    with pytest.raises(Unverified):
        webauthn.read(text)


NAMES: dict[str, Callable[[], str] | str | None] = {
    "https://plants.example": "plants.example",
    "https://PLANTS.example:443": "plants.example",
    "https://plants": "plants",
    "http://localhost:8000": "localhost",
    "http://shop.localhost:8000": "shop.localhost",
    "http://127.0.0.1:8000": None,
    "http://[::1]:8000": None,
    "https://192.0.2.1": None,
    "https://[2001:db8::1]": None,
    "https://2130706433": None,
    "https://0x7f.1": None,
    "https://192.0.2.1.": None,
    "http://plants.example": None,
    "http://localhost.example": None,
    "ftp://plants.example": None,
    "": None,
}


@pytest.mark.parametrize(("url", "rp_id"), NAMES.items())
def test_only_a_name_over_https_or_localhost_has_passkeys(url: str, rp_id: str | None) -> None:
    party = relying_party(url)

    assert (None if party is None else party.id) == rp_id


def test_the_origin_is_as_browsers_write_it() -> None:
    urls = ("https://Plants.example:443", "http://localhost:80", "http://localhost:8000")
    parties = [relying_party(url) for url in urls]

    assert [one and one.origin for one in parties] == ["https://plants.example", "http://localhost", urls[2]]


def test_only_one_module_imports_fido2_and_it_does_so_when_asked() -> None:
    source = Path(webauthn.__file__).read_text()

    assert re.findall(r"^(?:from|import) fido2", source, re.MULTILINE) == []
