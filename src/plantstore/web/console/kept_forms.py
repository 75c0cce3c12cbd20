"""A form that was sent after its session ended: what was filled in is carried over the sign-in, and shown again.

The sign-in page holds it in a hidden field, so the store remembers nothing for people it does not know. It is never
sent by itself: whoever signs in sees the form filled in, checks it and sends it. Secrets and files are not kept.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from plantstore.web.console.forms import FIELDS_MAX
from plantstore.web.http.request import Request

KEPT_BYTES_MAX = 16_384  # of a form that came without a session; a longer one is not read
KEPT_CHARS_MAX = 5_500  # of the hidden field: with the address and a token it fits into a form of somebody unknown
KEPT_ADDRESS_CHARS_MAX = 500  # of the page that has the form
TEXT_BYTES_MAX = 65_536  # that a hidden field may unfold to
LOCAL = re.compile(r"/(?![/\\])[\x21-\x7e]{0,2000}")  # an address of ours, whatever somebody wrote
_NEVER_KEPT = frozenset(
    {
        *("ticket", "once", "key", "next", "kept"),  # of the page, which has its own
        *("token", "again_token", "access_token", "secret"),
        *("request", "headers", "body"),  # of a request to verify: they hold its access token
    }
)

Pairs = list[tuple[str, str]]
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(Pairs).decode


def fold(pairs: Sequence[tuple[str, str]]) -> str:
    """Write the fields that may be kept into one text; empty when they do not fit into KEPT_CHARS_MAX."""
    kept = [pair for pair in pairs if pair[0] not in _NEVER_KEPT]
    text = base64.urlsafe_b64encode(zlib.compress(_encode(kept))).decode()
    return text if len(text) <= KEPT_CHARS_MAX else ""


def unfold(text: str) -> Pairs:
    """Read the fields back; none of what somebody else wrote there and cannot be read.

    >>> unfold(fold([("name", "Rosa"), ("ticket", "x")]))
    [('name', 'Rosa')]
    """
    if len(text) > KEPT_CHARS_MAX:
        return []
    try:
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True), TEXT_BYTES_MAX)
        pairs = _decode(raw)
    except (binascii.Error, UnicodeEncodeError, zlib.error, msgspec.DecodeError):
        return []
    return [pair for pair in pairs[:FIELDS_MAX] if pair[0] not in _NEVER_KEPT]


def page_address(request: Request, hosts: Sequence[str]) -> str:
    """Return the address of the page that a form was sent from, as the browser says; empty when it is none of ours."""
    try:
        given = urlsplit(request.headers.get(b"referer", b"").decode("latin-1"))
    except ValueError:
        return ""
    address = given.path + (f"?{given.query}" if given.query else "")
    is_ours = given.scheme in ("http", "https") and given.netloc in hosts
    return address if is_ours and len(address) <= KEPT_ADDRESS_CHARS_MAX and LOCAL.fullmatch(address) else ""
