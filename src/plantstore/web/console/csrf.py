"""CSRF tokens: each form carries a secret derived from the session, masked differently on each page.

The mask (a random pad, followed by the secret xor the pad) prevents the BREACH attack, which guesses secrets from
the size of compressed pages.
"""

import base64
import binascii
import hashlib
import hmac

from plantstore.core.ids import RandomBytes
from plantstore.domain.secret import Secret

_SECRET_BYTES = 16


def make_csrf_token(key: Secret, random_bytes: RandomBytes) -> str:
    """Return a CSRF token for the forms of one page. `key` is the session key."""
    pad = random_bytes(_SECRET_BYTES)
    return base64.urlsafe_b64encode(pad + _xor(pad, _secret_of(key))).decode().rstrip("=")


def is_csrf_token(text: str, key: Secret) -> bool:
    """True if a CSRF token belongs to the session with this key."""
    try:
        raw = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        return False
    pad, hidden = raw[:_SECRET_BYTES], raw[_SECRET_BYTES:]
    return len(raw) == 2 * _SECRET_BYTES and hmac.compare_digest(_xor(pad, hidden), _secret_of(key))


def _secret_of(key: Secret) -> bytes:
    return hmac.digest(key.reveal().encode(), b"ticket", hashlib.sha256)[:_SECRET_BYTES]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
