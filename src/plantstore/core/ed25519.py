"""Ed25519 (RFC 8032): the key pairs of receivers, and signatures of scheme `v1a` of Standard Webhooks 1.0.0.

A private key is a Secret: `whsk_` and the 32 bytes of RFC 8032 §5.1.5 in base64. It never leaves the store.
"""

import base64
import binascii
import math

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from plantstore.domain.receivers.public_key import KEY_BYTES, KEY_SIGNATURE_PREFIX, PRIVATE_PREFIX
from plantstore.domain.receivers.signature import Signer
from plantstore.domain.secret import Secret


def make_private_key(seed: bytes) -> Secret:
    """Return the private key that is made of KEY_BYTES random bytes."""
    assert len(seed) == KEY_BYTES
    return Secret(PRIVATE_PREFIX + base64.b64encode(seed).decode())


def public_key_of(private_key: Secret) -> bytes:
    return _opened(private_key).public_key().public_bytes_raw()


def is_signed_by(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """True if the owner of this public key signed the message. False for a malformed key or signature too."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class KeySigner:
    """Signs like its `signer`, and adds a `v1a,…` for each private key, newest first.

    From Unix time `old_end_at_s` on, only the newest key signs.
    """

    __slots__ = ("_keys", "_old_end_at_s", "_signer")

    def __init__(self, signer: Signer, keys: tuple[Secret, ...], *, old_end_at_s: float = math.inf) -> None:
        assert keys, "without a key pair, a Signer is enough"
        self._signer = signer
        self._keys = [_opened(key) for key in keys]
        self._old_end_at_s = old_end_at_s

    def sign(self, message_id: str, timestamp_s: int, body: bytes) -> str:
        """Return the value of `webhook-signature`: each `v1,…`, then each `v1a,…`, separated by spaces."""
        message = f"{message_id}.{timestamp_s}.".encode() + body
        keys = self._keys if timestamp_s < self._old_end_at_s else self._keys[:1]
        signatures = [self._signer.sign(message_id, timestamp_s, body)]
        signatures += [KEY_SIGNATURE_PREFIX + _base64(key.sign(message)) for key in keys]
        return " ".join(signatures)


def _opened(private_key: Secret) -> Ed25519PrivateKey:
    seed = base64.b64decode(private_key.reveal().removeprefix(PRIVATE_PREFIX), validate=True)
    return Ed25519PrivateKey.from_private_bytes(seed)


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode()
