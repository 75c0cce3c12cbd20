"""The signature: the official vector, plain HMAC, and the libraries that receivers use."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError
from svix.webhooks import Webhook as SvixWebhook
from svix.webhooks import WebhookVerificationError as SvixVerificationError

from plantstore.domain.receivers.signature import (
    SECRET_BYTES_MAX,
    SECRET_BYTES_MIN,
    Signer,
    make_secret,
    secret_key,
)
from plantstore.domain.secret import Secret

OFFICIAL_SECRET = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
OFFICIAL_ID, OFFICIAL_TIMESTAMP_S = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
OFFICIAL_BODY = b'{"test": 2432232314}'
OFFICIAL_SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

KEYS = st.binary(min_size=SECRET_BYTES_MIN, max_size=SECRET_BYTES_MAX)
IDS = st.from_regex(r"evt_[a-z0-9]{1,40}", fullmatch=True)
TIMESTAMPS_S = st.integers(0, 4_000_000_000)
PLANTS = st.dictionaries(st.text(max_size=10), st.text() | st.integers(-(2**53), 2**53), max_size=5)


def test_the_official_vector_is_signed_as_published() -> None:
    signature = Signer((OFFICIAL_SECRET,)).sign(OFFICIAL_ID, OFFICIAL_TIMESTAMP_S, OFFICIAL_BODY)

    assert signature == OFFICIAL_SIGNATURE


@given(key=KEYS, event_id=IDS, timestamp_s=TIMESTAMPS_S, body=st.binary(max_size=300))
def test_the_prepared_states_equal_hmac_digest(key: bytes, event_id: str, timestamp_s: int, body: bytes) -> None:
    digest = hmac.digest(key, f"{event_id}.{timestamp_s}.".encode() + body, hashlib.sha256)

    signature = Signer((make_secret(key),)).sign(event_id, timestamp_s, body)

    assert signature == "v1," + base64.b64encode(digest).decode()


def test_one_signer_signs_again_and_again_from_fresh_states() -> None:
    signer = Signer((OFFICIAL_SECRET,))
    signer.sign("evt_other", 1, b"another body")

    assert signer.sign(OFFICIAL_ID, OFFICIAL_TIMESTAMP_S, OFFICIAL_BODY) == OFFICIAL_SIGNATURE


@pytest.mark.parametrize("library", [Webhook, SvixWebhook])
@given(key=KEYS, event_id=IDS, plant=PLANTS)
def test_receivers_libraries_verify_what_we_sign(
    library: type[Any], key: bytes, event_id: str, plant: dict[str, Any]
) -> None:
    secret, body, now_s = make_secret(key), json.dumps(plant, ensure_ascii=False).encode(), int(time.time())  # noqa: TID251
    headers = a_request(Signer((secret,)), event_id, now_s, body)

    library(secret.reveal()).verify(body, headers)  # raises what it refuses
    with pytest.raises((WebhookVerificationError, SvixVerificationError)):
        library(secret.reveal()).verify(body + b" ", headers)


@pytest.mark.parametrize("library", [Webhook, SvixWebhook])
@pytest.mark.parametrize("place", [0, 1])
def test_while_a_rotation_overlaps_either_secret_verifies(library: type[Any], place: int) -> None:
    secrets, now_s = (make_secret(b"new" * 10), make_secret(b"old" * 10)), int(time.time())  # noqa: TID251
    headers = a_request(Signer(secrets), "evt_1", now_s, b"{}")

    library(secrets[place].reveal()).verify(b"{}", headers)  # raises what it refuses
    with pytest.raises((WebhookVerificationError, SvixVerificationError)):
        library(make_secret(b"other" * 6).reveal()).verify(b"{}", headers)


def test_the_newest_secret_signs_first() -> None:
    new, old = make_secret(b"new" * 10), make_secret(b"old" * 10)

    both = Signer((new, old)).sign("evt_1", 1, b"{}")

    assert both == f"{Signer((new,)).sign('evt_1', 1, b'{}')} {Signer((old,)).sign('evt_1', 1, b'{}')}"


def test_an_old_secret_signs_up_to_its_last_second_and_not_in_the_next() -> None:
    new, old = make_secret(b"new" * 10), make_secret(b"old" * 10)
    signer = Signer((new, old), old_end_at_s=100)

    assert signer.sign("evt_1", 99, b"{}") == Signer((new, old)).sign("evt_1", 99, b"{}")
    assert signer.sign("evt_1", 100, b"{}") == Signer((new,)).sign("evt_1", 100, b"{}")


@given(key=KEYS)
def test_a_secret_gives_back_its_key(key: bytes) -> None:
    assert secret_key(make_secret(key)) == key


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "begins with whsec_"),
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "begins with whsec_"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "base64"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!w", "base64"),
        ("whsec_" + base64.b64encode(bytes(SECRET_BYTES_MIN - 1)).decode(), "24 to 64 bytes"),
        ("whsec_" + base64.b64encode(bytes(SECRET_BYTES_MAX + 1)).decode(), "24 to 64 bytes"),
    ],
)
def test_invalid_secrets_are_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        secret_key(Secret(text))


def a_request(signer: Signer, event_id: str, timestamp_s: int, body: bytes) -> dict[str, str]:
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": signer.sign(event_id, timestamp_s, body),
    }
