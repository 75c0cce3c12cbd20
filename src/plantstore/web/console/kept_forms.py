"""Keeps a form that was submitted after its session ended, until the person has signed in again.

A hidden field of the sign-in page holds the values, so the server stores nothing for unauthenticated clients. They are
never submitted automatically: after signing in, the person checks and submits them. Secrets and files are not kept.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from plantstore.domain.chats.service import ChatService
from plantstore.web.console.forms import FIELDS_MAX
from plantstore.web.http.request import Request

KEPT_BYTES_MAX = 16_384  # max size of a form without a session; longer forms are not read
KEPT_CHARS_MAX = 5_500  # max length of the hidden field, so that the sign-in form fits PUBLIC_FORM_BYTES_MAX
KEPT_ADDRESS_CHARS_MAX = 500  # max length of the address of the page with the form
TEXT_BYTES_MAX = 65_536  # max size of the decompressed hidden field
LOCAL = re.compile(r"/(?![/\\])[\x21-\x7e]{0,2000}")  # a path on this server, never a URL of another host
_NEVER_KEPT = frozenset(
    {
        *("ticket", "once", "key", "next", "kept"),  # each page sets its own values
        *("passkey", "again_passkey"),  # the challenge expires, and is of the session before
        *("token", "again_token", "access_token", "secret", "client_key", "oauth_client_secret"),
        *("request", "headers", "body"),  # a request pasted for signature debugging contains an access token
    }
)
_CHATS = frozenset(ChatService)  # a form with one of these values has the secret URL of a chat

Pairs = list[tuple[str, str]]
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(Pairs).decode


def fold(pairs: Sequence[tuple[str, str]]) -> str:
    """Return the fields without secrets as one compressed text; "" if longer than KEPT_CHARS_MAX."""
    has_secret_url = any(name in ("payload", "kind") and value in _CHATS for name, value in pairs)
    kept = [pair for pair in pairs if pair[0] not in _NEVER_KEPT and not (has_secret_url and pair[0] == "url")]
    text = base64.urlsafe_b64encode(zlib.compress(_encode(kept))).decode()
    return text if len(text) <= KEPT_CHARS_MAX else ""


def unfold(text: str) -> Pairs:
    """Return the fields from a text that `fold` made; an empty list if the text can't be decoded.

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
    """Return path and query of the page with the form, from the Referer; "" if it is another site or too long."""
    try:
        given = urlsplit(request.headers.get(b"referer", b"").decode("latin-1"))
    except ValueError:
        return ""
    address = given.path + (f"?{given.query}" if given.query else "")
    is_ours = given.scheme in ("http", "https") and given.netloc in hosts
    return address if is_ours and len(address) <= KEPT_ADDRESS_CHARS_MAX and LOCAL.fullmatch(address) else ""
