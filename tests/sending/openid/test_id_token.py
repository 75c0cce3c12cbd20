"""Which signatures are accepted: only those of a published key with a listed algorithm."""

import base64
import hmac
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc.jwk import OctKey

from plantstore.domain.errors import Unauthorized
from plantstore.domain.openid import ALGORITHMS
from plantstore.sending.openid.id_token import TOKEN_CHARS_MAX, UnknownKey, verify
from plantstore.sending.openid.metadata import Key
from tests.openid.scripted_provider import CLIENT_SECRET, SigningKey, ec_key, ed_key, rsa_key, signed

KEYS: dict[str, SigningKey] = {"RS256": rsa_key(), "PS256": rsa_key(), "ES256": ec_key(), "EdDSA": ed_key()}
CLAIMS = {"sub": "x"}

pytestmark = pytest.mark.filterwarnings("ignore:EdDSA is deprecated")  # it is how the tests sign


def public(*keys: SigningKey, **more: Any) -> list[Key]:
    return [key.as_dict(private=False) | more for key in keys]


def b64(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def refused(token: str, keys: list[Key], reason: str) -> None:
    with pytest.raises(Unauthorized, match=reason):
        verify(token, keys, algorithms=ALGORITHMS)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_listed_algorithm_is_verified(algorithm: str) -> None:
    token = signed(CLAIMS, key=KEYS[algorithm], algorithm=algorithm)
    keys = public(rsa_key("other"), rsa_key(), ec_key(), ed_key())

    assert verify(token, keys, algorithms=ALGORITHMS) == (CLAIMS, algorithm)
    refused(token[:-8] + "AAAAAAAA", keys, "signature")
    first, _, last = token.split(".")
    refused(f"{first}.{b64({'sub': 'y'})}.{last}", keys, "signature")
    with pytest.raises(Unauthorized, match="algorithm"):
        verify(token, keys, algorithms=[one for one in ALGORITHMS if one != algorithm])


def test_a_token_without_a_signature_or_signed_with_the_secret_is_refused() -> None:
    secret = OctKey.import_key(CLIENT_SECRET, {"kid": "one"})
    confused = f"{b64({'alg': 'HS256', 'kid': 'one'})}.{b64(CLAIMS)}"  # the public key as a secret
    code = hmac.digest(rsa_key().as_pem(private=False), confused.encode(), "sha256")

    for algorithm in ("none", "None", "NONE", ""):
        refused(f"{b64({'alg': algorithm, 'kid': 'one'})}.{b64(CLAIMS)}.", public(rsa_key()), "algorithm")
    for token in (
        signed(CLAIMS, key=secret, algorithm="HS256"),
        f"{confused}.{base64.urlsafe_b64encode(code).decode()}",
    ):
        refused(token, public(rsa_key()), "algorithm")


def test_keys_in_the_header_are_ignored() -> None:
    mine = rsa_key("mine")
    header: dict[str, Any] = {"jwk": mine.as_dict(private=False), "kid": "one"}

    refused(signed(CLAIMS, key=mine, **header), public(rsa_key()), "signature")
    refused(signed(CLAIMS, key=mine, jku="https://evil.example/keys", kid="one"), public(rsa_key()), "signature")


def test_an_unknown_key_is_distinguished_so_that_keys_can_be_fetched_again() -> None:
    for keys in ([], public(rsa_key("other")), public(rsa_key(), use="enc"), public(rsa_key(), alg="RS512")):
        with pytest.raises(UnknownKey):
            verify(signed(CLAIMS, key=rsa_key()), keys, algorithms=ALGORITHMS)


def test_a_token_without_a_key_id_needs_the_only_fitting_key() -> None:
    token = signed(CLAIMS, key=rsa_key(), kid=None)

    assert verify(token, public(rsa_key(), ec_key()), algorithms=ALGORITHMS).claims == CLAIMS
    with pytest.raises(UnknownKey):
        verify(token, public(rsa_key(), rsa_key("other")), algorithms=ALGORITHMS)


def test_a_key_of_another_type_or_size_is_not_used() -> None:
    published = public(rsa_key())[0]
    token = signed(CLAIMS, key=rsa_key())
    huge = base64.urlsafe_b64encode(b"\xff" * 2_000).rstrip(b"=").decode()

    with pytest.raises(UnknownKey):
        verify(signed(CLAIMS, key=ec_key("one"), algorithm="ES256"), [published], algorithms=ALGORITHMS)
    for change in ({"n": huge}, {"n": "AQAB"}, {"e": "AQAAAAE"}, {"n": None}, {"n": "*"}, {"e": "AA"}):
        refused(token, [{**published, **change}], "key can't be used")


def test_what_is_not_a_token_is_refused() -> None:
    first, second, _ = signed(CLAIMS, key=rsa_key()).split(".")
    nested = base64.urlsafe_b64encode(b"[" * 30_000).decode()
    texts = ["", ".", "..", "a.b.c", "....", f"{first}.{second}", f"{first}.{second}.é", "x" * (TOKEN_CHARS_MAX + 1)]
    for text in (*texts, f"{nested}.{second}.", f"{b64([])}..", f"{b64({'alg': 7})}.."):
        refused(text, public(rsa_key()), "not a signed token")
    for claims in (b"", b"[]", b"7", b"{", b"\xff", b'{"a":' * 8_000):
        refused(signed(claims, key=rsa_key()), public(rsa_key()), "no claims")


def test_the_largest_key_verifies_quickly() -> None:
    key = rsa_key("large", 4096)
    token = signed(CLAIMS, key=key)
    best = 1.0
    for _ in range(20):
        began = time.thread_time()
        verify(token, public(key), algorithms=ALGORITHMS)
        best = min(best, time.thread_time() - began)

    assert best < 0.005


@given(st.text(st.sampled_from("ab.=-_eyJ0"), max_size=60) | st.text(max_size=30))
def test_no_text_causes_another_error(text: str) -> None:
    with pytest.raises((Unauthorized, UnknownKey)):
        verify(text, public(rsa_key()), algorithms=ALGORITHMS)
