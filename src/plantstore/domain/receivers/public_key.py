"""Public keys of scheme `v1a` of Standard Webhooks 1.0.0: Ed25519 (RFC 8032) over `id.timestamp.body`.

Each receiver has a key pair of its own. A key pair of the whole store would be unsafe: the store signs the names and
descriptions that people write, so a request to one receiver could be passed on to another, where it would verify.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable
from enum import StrEnum

PUBLIC_PREFIX, PRIVATE_PREFIX = "whpk_", "whsk_"
KEY_SIGNATURE_PREFIX = "v1a,"
KEY_BYTES, SIGNATURE_BYTES = 32, 64  # of Ed25519

Ed25519Check = Callable[[bytes, bytes, bytes], bool]
"""Returns whether a public key's private half made a signature over a message: the arguments, in this order."""


class SignatureScheme(StrEnum):
    """How requests to a receiver are signed: `v1` with its secret, `v1a` with its private key."""

    V1 = "v1"
    V1A = "v1a"


def public_key_text(key: bytes) -> str:
    """Return a public key as text: `whpk_` and the key in base64."""
    assert len(key) == KEY_BYTES
    return PUBLIC_PREFIX + base64.b64encode(key).decode()


def read_public_key(text: str) -> bytes:
    """Return the key in `whpk_…`. Raise ValueError if the text is malformed."""
    if not text.startswith(PUBLIC_PREFIX):
        raise ValueError("a public key begins with whpk_")
    try:
        key = base64.b64decode(text.removeprefix(PUBLIC_PREFIX), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("a public key is whpk_ and base64") from error
    if len(key) != KEY_BYTES:
        raise ValueError(f"a public key has {KEY_BYTES} bytes")
    return key


def to_jwk(key: bytes) -> dict[str, str]:
    """Return a public key as a JSON Web Key (RFC 8037), and as `whpk_…` in the additional member `whpk`.

    The key id is the thumbprint of RFC 7638.
    """
    x = _base64url(key)
    thumbprint = hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest()
    return {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": x,
        "use": "sig",
        "alg": "EdDSA",
        "kid": _base64url(thumbprint),
        "whpk": public_key_text(key),
    }


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
