"""Challenges for passkeys: signed by the store and checked without a stored row, so that visitors can't fill the disk.

A challenge is a random nonce, its time of expiry and a MAC. The MAC covers what the challenge is for, the person it is
for, and the browser that asked for it. Only the hashes of used ones are stored, so each works once, on any process.
"""

import hashlib
import hmac
from dataclasses import dataclass
from enum import StrEnum

from plantstore.core.ids import RandomBytes
from plantstore.domain.passkey import CHALLENGE_S_MAX
from plantstore.domain.timestamps import Instant, after

KEY_PURPOSE = "passkey challenges"
_NONCE_BYTES, _TIME_BYTES, _MAC_BYTES = 16, 8, 32
_BYTES = _NONCE_BYTES + _TIME_BYTES + _MAC_BYTES


class Purpose(StrEnum):
    """What a challenge is for; it is valid for nothing else."""

    SIGN_IN = "sign-in"
    CREATE = "create"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceremony:
    """What a challenge is bound to: a purpose, a person ("" to sign in, before it is known who) and a browser."""

    purpose: Purpose
    person_id: str
    browser: str


def make(key: bytes, ceremony: Ceremony, *, now: Instant, random_bytes: RandomBytes) -> bytes:
    """Return a challenge that is valid for CHALLENGE_S_MAX seconds."""
    expires_at = after(now, seconds=CHALLENGE_S_MAX)
    head = random_bytes(_NONCE_BYTES) + expires_at.to_bytes(_TIME_BYTES, "big")
    return head + _mac(key, head, ceremony)


def is_valid(key: bytes, challenge: bytes, ceremony: Ceremony, *, now: Instant) -> bool:
    """True if the store made this challenge for this ceremony, and it has not expired."""
    head, mac = challenge[:-_MAC_BYTES], challenge[-_MAC_BYTES:]
    if len(challenge) != _BYTES or not hmac.compare_digest(mac, _mac(key, head, ceremony)):
        return False
    return now < int.from_bytes(head[_NONCE_BYTES:], "big")


def hash_of(challenge: bytes) -> bytes:
    """Return the hash by which a used challenge is stored."""
    return hashlib.sha256(challenge).digest()


def _mac(key: bytes, head: bytes, ceremony: Ceremony) -> bytes:
    about = "\0".join((ceremony.purpose, ceremony.person_id, ceremony.browser)).encode()
    return hmac.digest(key, head + about, hashlib.sha256)
