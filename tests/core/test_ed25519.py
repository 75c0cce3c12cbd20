"""Signatures of scheme v1a: a known answer, and other implementations of Ed25519 that accept what we sign."""

import base64
import json
import shutil
import subprocess
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc.jwk import OKPKey
from standardwebhooks import Webhook, WebhookVerificationError
from svix.webhooks import Webhook as SvixWebhook
from svix.webhooks import WebhookVerificationError as SvixVerificationError

from plantstore.core.ed25519 import KeySigner, is_signed_by, make_private_key, public_key_of
from plantstore.domain.receivers.public_key import PUBLIC_PREFIX, public_key_text, read_public_key, to_jwk
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.secret import Secret

# The key pair of RFC 8032 §7.1, test 1; id, time and body of the vector that the Standard Webhooks libraries share.
SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PRIVATE = make_private_key(SEED)
PUBLIC = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
ID, TIMESTAMP_S, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
KNOWN = "v1a,fldxM4gAKugP6nnt1hdz3sgGfZ6d99nzrMFnZOELIxbzEHoVmAb2ADpkJK7zgPePmPsle0zV9jSeGlHFG2NVAw=="
SECRET = make_secret(b"secret" * 6)
OTHER = make_private_key(b"o" * 32)

NODE = """
const crypto = require("crypto");
const { jwk, whpk, message, signature } = JSON.parse(require("fs").readFileSync(0));
const key = crypto.createPublicKey({ key: jwk, format: "jwk" });
console.log(crypto.verify(null, Buffer.from(message, "base64"), key, Buffer.from(signature, "base64")));
"""
PHP = """
$it = json_decode(file_get_contents("php://stdin"), true);
[$message, $signature] = [base64_decode($it["message"]), base64_decode($it["signature"])];
$key = base64_decode(substr($it["whpk"], strlen("whpk_")));
echo sodium_crypto_sign_verify_detached($signature, $message, $key) ? "true" : "false";
"""


def signatures(*keys: Secret, at_s: int = TIMESTAMP_S, **more: Any) -> list[str]:
    """Return those of scheme v1a."""
    _, *made = KeySigner(Signer((SECRET,)), keys, **more).sign(ID, at_s, BODY).split(" ")
    return made


def test_the_known_answer_is_signed() -> None:
    assert signatures(PRIVATE) == [KNOWN]
    assert public_key_text(public_key_of(PRIVATE)) == PUBLIC
    assert read_public_key(PUBLIC) == public_key_of(PRIVATE)


def test_v1_comes_first_and_is_as_without_a_key_pair() -> None:
    signer = Signer((SECRET, make_secret(b"old" * 10)))

    first, second, third = KeySigner(signer, (PRIVATE,)).sign(ID, TIMESTAMP_S, BODY).split(" ")

    assert [first, second] == signer.sign(ID, TIMESTAMP_S, BODY).split(" ")
    assert third == KNOWN


@pytest.mark.parametrize("library", [Webhook, SvixWebhook])
def test_receivers_libraries_accept_v1_with_v1a_after_it(library: type[Any]) -> None:
    now_s = int(time.time())  # noqa: TID251
    signature = KeySigner(Signer((SECRET,)), (PRIVATE, OTHER)).sign(ID, now_s, BODY)
    headers = {"webhook-id": ID, "webhook-timestamp": str(now_s), "webhook-signature": signature}

    assert signature.count("v1a,") == 2
    library(SECRET.reveal()).verify(BODY, headers)  # raises what it refuses
    with pytest.raises((WebhookVerificationError, SvixVerificationError)):
        library(SECRET.reveal()).verify(BODY + b" ", headers)


@pytest.mark.parametrize(("program", "arguments"), [("node", ["-e", NODE]), ("php", ["-r", PHP])])
def test_other_implementations_verify_with_the_published_key_and_with_no_other(
    program: str, arguments: list[str]
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    message = f"{ID}.{TIMESTAMP_S}.".encode() + BODY
    answers = []
    for private, body in ((PRIVATE, message), (OTHER, message), (PRIVATE, message + b" ")):
        public_key = public_key_of(private)
        given = {"jwk": to_jwk(public_key), "whpk": public_key_text(public_key), "signature": KNOWN[4:]}
        sent = json.dumps(given | {"message": base64.b64encode(body).decode()})
        ran = subprocess.run([program, *arguments], input=sent, capture_output=True, text=True, timeout=60, check=True)
        answers.append(ran.stdout.strip())

    assert answers == ["true", "false", "false"]


def test_the_key_id_is_the_thumbprint_and_no_private_part_is_named() -> None:
    jwk = to_jwk(public_key_of(PRIVATE))

    assert jwk["kid"] == OKPKey.import_key({name: jwk[name] for name in ("kty", "crv", "x")}).thumbprint()
    assert jwk["kid"] == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    assert (jwk["alg"], jwk["use"], jwk["whpk"]) == ("EdDSA", "sig", PUBLIC)
    assert "d" not in jwk


def test_an_old_key_signs_up_to_its_last_second_and_not_in_the_next() -> None:
    assert signatures(PRIVATE, OTHER, at_s=99, old_end_at_s=100) == signatures(PRIVATE, OTHER, at_s=99)
    assert signatures(PRIVATE, OTHER, at_s=100, old_end_at_s=100) == signatures(PRIVATE, at_s=100)
    assert len(signatures(PRIVATE, OTHER)) == 2


@given(key=st.binary(max_size=40), signature=st.binary(max_size=70))
def test_whatever_is_not_a_signature_is_refused_without_an_error(key: bytes, signature: bytes) -> None:
    assert not is_signed_by(key, signature, BODY)


@pytest.mark.parametrize("text", [PUBLIC[5:], "whsec_" + PUBLIC[5:], PUBLIC[:-3], PUBLIC + "!", "whpk_QUJD", "whpk_é"])
def test_a_malformed_public_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a public key"):
        read_public_key(text)


def test_a_private_key_is_not_printed() -> None:
    clear = base64.b64encode(SEED).decode()

    assert clear not in f"{PRIVATE} {PRIVATE!r} {KeySigner(Signer((SECRET,)), (PRIVATE,))!r}"
    assert PRIVATE.reveal() == f"whsk_{clear}" and not PUBLIC.endswith(clear)
    assert PUBLIC.startswith(PUBLIC_PREFIX)
