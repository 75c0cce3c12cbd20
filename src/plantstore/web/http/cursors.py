"""Cursors of lists: opaque, signed, and of use only to the token, the list and the filters they were made for."""

import base64
import binascii
import hashlib
import hmac

import msgspec

from plantstore.domain.errors import Malformed

CURSOR_CHARS_MAX = 2_000  # filters are short; this leaves room for all of them
_VERSION = b"\x01"
_MAC_BYTES = 16  # 128 bits: cutting an HMAC to half is RFC 2104's own advice


class Position(msgspec.Struct, frozen=True, array_like=True):
    """Where a list goes on: from `after`, with the filters it began with, as their text in the query.

    `back` and `also` are those of a `Cut`.
    """

    after: int | str
    filters: dict[str, str]
    back: bool = False
    also: bool = False


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Position).decode


class Cursors:
    """Write and read cursors with one key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, position: Position, *, token_id: str, path: str) -> str:
        clear = _VERSION + _encode(position)
        return base64.urlsafe_b64encode(self._mac(clear, token_id, path) + clear).rstrip(b"=").decode()

    def read(self, cursor: str, *, token_id: str, path: str) -> Position:
        """Give the position; Malformed when a bit has changed, or the cursor belongs to another list or token."""
        try:
            raw = base64.b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError) as error:
            raise _refused() from error
        mac, clear = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
        if len(cursor) > CURSOR_CHARS_MAX or not hmac.compare_digest(mac, self._mac(clear, token_id, path)):
            raise _refused()
        # Spare bits of the last letter do not reach the signature; only the spelling that we wrote is taken.
        if base64.urlsafe_b64encode(raw).rstrip(b"=") != cursor.encode() or not clear.startswith(_VERSION):
            raise _refused()
        return _decode(clear[len(_VERSION) :])

    def _mac(self, clear: bytes, token_id: str, path: str) -> bytes:
        signed = b"\0".join((token_id.encode(), path.encode(), clear))
        return hmac.digest(self._key, signed, hashlib.sha256)[:_MAC_BYTES]


def _refused() -> Malformed:
    return Malformed("This cursor is not one that this list gave to this token. Begin again without it.")
