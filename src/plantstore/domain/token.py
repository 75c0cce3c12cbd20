"""Bearer tokens of the API: `pst_`, 30 random base 62 characters, and a checksum of 6 characters.

With the checksum, typos are rejected without a database query, and secret scanners can recognize a leaked token
(`pst_[0-9A-Za-z]{36}`). Only the token's SHA-256 is stored.
"""

import binascii
import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant

PREFIX = "pst_"
NAME_CHARS_MAX = 100
DAYS_DEFAULT, DAYS_MAX = 90, 3650
ENDING_S_MAX = 14 * 86_400  # max seconds in state `ending`: two weeks to create and distribute a new token
ENDING_PARTS = 4  # a token with a short lifetime is `ending` in the last quarter of it
_RANDOM_CHARS, _CHECK_CHARS = 30, 6
RANDOM_BYTES = 23  # 184 bits, truncated to the 178 that 30 characters hold
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SHAPE = re.compile(rf"{PREFIX}[0-9A-Za-z]{{{_RANDOM_CHARS + _CHECK_CHARS}}}", re.ASCII)


class Scope(StrEnum):
    """The permissions that a token can have. Every operation requires exactly one scope.

    `costs:read` is required by no operation: it adds the costs and suppliers of plants to what the others show.
    """

    PLANTS_READ = "plants:read"
    PLANTS_WRITE = "plants:write"
    COSTS_READ = "costs:read"
    RECEIVERS_READ = "receivers:read"
    RECEIVERS_WRITE = "receivers:write"
    EVENTS_READ = "events:read"
    DELIVERIES_READ = "deliveries:read"
    DELIVERIES_WRITE = "deliveries:write"
    TOKENS_WRITE = "tokens:write"
    PEOPLE_WRITE = "people:write"
    OPERATIONS_READ = "operations:read"


BUNDLES: dict[str, frozenset[Scope]] = {
    "staff": frozenset(
        {Scope.PLANTS_READ, Scope.PLANTS_WRITE, Scope.COSTS_READ, Scope.RECEIVERS_READ, Scope.DELIVERIES_READ}
    ),
    "integrator": frozenset(
        {
            Scope.PLANTS_READ,
            Scope.RECEIVERS_READ,
            Scope.RECEIVERS_WRITE,
            Scope.EVENTS_READ,
            Scope.DELIVERIES_READ,
            Scope.DELIVERIES_WRITE,
        }
    ),
    "operator": frozenset(Scope),
}
"""Named sets of scopes, for the three kinds of users."""


class TokenState(StrEnum):
    """The state of a token. `ending` means that the token expires soon and should be replaced."""

    VALID = "valid"
    ENDING = "ending"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token without its text, which is not stored. `receiver_ids` restricts it to receivers and the events feed.

    A stored token is restricted to one receiver, or not at all (None); a limited integrator may have several, or none.
    `person_id` is the person that the token belongs to, or acts as (see `domain/person.py`).

    `created_by` is the id of the token or person that created this token; if the creating token is revoked, the id of
    its own creator. `link_makers` are the ids of all who made a link that the session in which this token was created
    depends on, and of a token or person that acts in a session, those of that session too.

    `acts_by_link_of` is not stored. It is set while this token is used in a session opened with a sign-in link that
    another token created: the id of that other token.
    """

    id: str
    name: str
    scopes: frozenset[Scope]
    receiver_ids: frozenset[ReceiverId] | None
    created_at: Instant
    expires_at: Instant | None
    last_used_at: Instant | None
    created_by: str | None = None
    person_id: str | None = None
    acts_by_link_of: str | None = None
    link_makers: tuple[str, ...] = ()

    @property
    def only_reads(self) -> bool:
        """True if the token has no scope that changes anything."""
        return all(scope.endswith(":read") for scope in self.scopes)

    def permits(self, receiver_id: ReceiverId) -> bool:
        """True if the token is not restricted to other receivers."""
        return self.receiver_ids is None or receiver_id in self.receiver_ids

    def covers(self, other: "Token") -> bool:
        """True if the token permits all that the other one does."""
        if self.receiver_ids is not None and (other.receiver_ids is None or other.receiver_ids - self.receiver_ids):
            return False
        return other.scopes <= self.scopes

    def is_valid(self, now: Instant) -> bool:
        return self.expires_at is None or now < self.expires_at

    def state(self, now: Instant) -> TokenState:
        """Return the state: `ending` in the last ENDING_S_MAX seconds, or last quarter of the lifetime if shorter."""
        if self.expires_at is None:
            return TokenState.VALID
        if now >= self.expires_at:
            return TokenState.EXPIRED
        left, lifetime = self.expires_at - now, self.expires_at - self.created_at
        ending = left <= ENDING_S_MAX * 1_000_000 and left * ENDING_PARTS <= lifetime
        return TokenState.ENDING if ending else TokenState.VALID


def make_token(random: bytes) -> Secret:
    """Return a new token, made from RANDOM_BYTES random bytes."""
    assert len(random) == RANDOM_BYTES
    body = _base62(int.from_bytes(random, "big"), chars=_RANDOM_CHARS)
    return Secret(PREFIX + body + _checksum(body))


def looks_right(text: str) -> bool:
    """True if the token's format and checksum are right, so that a database query makes sense."""
    if _SHAPE.fullmatch(text) is None:
        return False
    return _checksum(text[len(PREFIX) : -_CHECK_CHARS]) == text[-_CHECK_CHARS:]


def hash_of(text: str) -> bytes:
    """Return the SHA-256 of a token. A slow hash is not needed, because 178 random bits cannot be guessed."""
    return hashlib.sha256(text.encode()).digest()


def _checksum(body: str) -> str:
    return _base62(binascii.crc32((PREFIX + body).encode()), chars=_CHECK_CHARS)


def _base62(number: int, *, chars: int) -> str:
    digits = []
    for _ in range(chars):
        number, digit = divmod(number, 62)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))
