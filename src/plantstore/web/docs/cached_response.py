"""A page before it goes out, and as it goes out: told apart by its ETag, compressed where that is understood.

What is compressed holds no secrets: every stranger gets the same.
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
_TAG_CHARS = 22  # of a SHA-256: nobody comes upon the same by chance
_SMALL_BYTES = 1_000  # below, compressing gains nothing
_REFUSED = re.compile(rb"gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What stands on one page, without the frame around it. `address` is its place in the list of pages."""

    title: str
    address: str
    inner: Markup
    wanted: str = ""  # what is looked for
    found: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """A file that is shown as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A whole answer with both of its forms."""

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
        """The answer to a request with these headers: 304 where the caller has it already."""
        packs = bool(self.packed) and _takes_gzip(headers.get(b"accept-encoding", b""))
        tag = self.tag + b"-gzip" if packs else self.tag  # two forms are two representations (RFC 9110 §8.8.3.3)
        kept: Headers = (
            (b"etag", b'"' + tag + b'"'),
            (b"cache-control", b"no-cache"),  # kept, and asked for each time: a new version shows at once
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
