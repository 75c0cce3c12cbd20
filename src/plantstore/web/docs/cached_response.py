"""Documentation pages as content, and as cached responses with an ETag, uncompressed and gzipped.

Compression is not vulnerable to BREACH here: cached pages hold no secrets and are the same for every anonymous visitor.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass, field

from markupsafe import Markup

from plantstore.web.console.page_request import POLICY
from plantstore.web.http.etags import is_known
from plantstore.web.http.response import Headers, Response

HTML = b"text/html; charset=utf-8"
TEXT = b"text/plain; charset=utf-8"
_TAG_CHARS = 22  # hex digits of a SHA-256 in the ETag: 88 bits are enough to distinguish versions
_SMALL_BYTES = 1_000  # min size of a body to be compressed
_REFUSED = re.compile(rb"gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of one page without the layout. The navigation marks the page at `address` as current."""

    title: str
    address: str
    inner: Markup
    wanted: str = ""  # the search query
    found: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """The content of a plain text file."""

    text: str


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A complete response body, uncompressed and gzipped, with its ETag."""

    body: bytes
    media_type: bytes = HTML
    tag: bytes = field(init=False)
    packed: bytes = field(init=False)

    def __post_init__(self) -> None:
        digest = hashlib.sha256(self.media_type + b"\n" + self.body).hexdigest()[:_TAG_CHARS].encode()
        packed = gzip.compress(self.body, mtime=0) if len(self.body) >= _SMALL_BYTES else b""
        object.__setattr__(self, "tag", digest)
        object.__setattr__(self, "packed", packed)

    def response(self, headers: dict[bytes, bytes]) -> Response:
        """Return the response to a request with these headers: 304 if the client already has this version."""
        packs = bool(self.packed) and _takes_gzip(headers.get(b"accept-encoding", b""))
        tag = self.tag + b"-gzip" if packs else self.tag  # each encoding needs its own ETag (RFC 9110 §8.8.3.3)
        kept: Headers = (
            (b"etag", b'"' + tag + b'"'),
            (b"cache-control", b"no-cache"),  # browsers revalidate each time, so a new version shows immediately
            (b"vary", b"accept-encoding, cookie"),
        )
        if is_known(headers.get(b"if-none-match"), tag):
            return Response(304, headers=kept)
        encoding: Headers = ((b"content-encoding", b"gzip"),) if packs else ()
        return Response(
            200,
            self.packed if packs else self.body,
            (
                (b"content-type", self.media_type),
                (b"content-security-policy", POLICY.encode()),
                *kept,
                *encoding,
            ),
        )


def _takes_gzip(accepted: bytes) -> bool:
    accepted = accepted.lower()
    return b"gzip" in accepted and _REFUSED.search(accepted) is None
