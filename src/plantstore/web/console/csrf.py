"""What a form carries to show that it came from our own page: a secret of the session, in a new guise on each page.

The guise (a random pad, and the secret xor the pad) keeps it from being guessed by the size of packed pages (BREACH).
"""

import base64
import binascii
import hashlib
import hmac

from plantstore.core.ids import RandomBytes
from plantstore.domain.secret import Secret

_SECRET_BYTES = 16


def make_csrf_token(key: Secret, random_bytes: RandomBytes) -> str:
    """A ticket for the forms of one page."""
    pad = random_bytes(_SECRET_BYTES)
    return base64.urlsafe_b64encode(pad + _xor(pad, _secret_of(key))).decode().rstrip("=")


def is_csrf_token(text: str, key: Secret) -> bool:
    """Whether a ticket is one of this session's."""
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
