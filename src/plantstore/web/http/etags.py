"""ETag, If-Match and If-None-Match (RFC 9110 §8.8 and §13): the strong tag of an object is its version, such as "3".

If a response can change while the version stays the same (a receiver's backlog changes, for example), the tag of a GET
has a suffix, as in "3-91fe20c4". If-Match compares only the version, If-None-Match the whole tag.
"""

import re

from plantstore.domain.errors import Malformed
from plantstore.web.http.response import Response

_TAG = re.compile(rb'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
# RFC 9110 §5.6.1: list elements may be empty. Trailing white space matches only after a tag, so a run of spaces can
# match in only one way and the expression does not backtrack.
_TAGS = re.compile(rb"[ \t]*(?:" + _TAG.pattern + rb"[ \t]*)?(?:,|$)")
_VERSION = re.compile(rb"([1-9][0-9]{0,17})(?:-[0-9a-z_]{1,16})?")
TAGS_MAX = 100  # max tags in If-None-Match; a cache with several versions sends a handful
_NO_VERSION = -1  # version for tags that we never issue; it matches no object


def etag(version: int, suffix: str = "") -> tuple[bytes, bytes]:
    """Return the ETag header for a version of an object. `suffix`: distinguishes responses with the same version."""
    return b"etag", (f'"{version}-{suffix}"' if suffix else f'"{version}"').encode("ascii")


def version_wanted(if_match: bytes | None) -> int | None:
    """Return the version that If-Match requires; None if any version matches.

    For a weak tag or a tag that we never issue, return a version that no object has. Raise Malformed if the header is
    not one tag.
    """
    if if_match is None or if_match.strip() == b"*":
        return None
    found = _TAG.fullmatch(if_match.strip())
    if found is None:
        raise Malformed('If-Match must be one ETag as you received it, such as "3", or *.')
    weak, tag = found.groups()
    version = _VERSION.fullmatch(tag)
    return int(version[1]) if version is not None and not weak else _NO_VERSION


def unless_known(response: Response, if_none_match: bytes | None) -> Response:
    """Return the response, or 304 without a body if If-None-Match lists the response's tag."""
    tag = dict(response.headers)[b"etag"]
    return Response(304, headers=((b"etag", tag),)) if is_known(if_none_match, tag.strip(b'"')) else response


def is_known(if_none_match: bytes | None, tag: bytes) -> bool:
    """Return True if If-None-Match lists this tag. Raise Malformed if the header is not a list of tags."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == b"*":
        return True
    tags: list[bytes] = []
    end = 0
    while end < len(if_none_match):
        found = _TAGS.match(if_none_match, end)
        if found is None or len(tags) == TAGS_MAX:
            detail = f'If-None-Match must be a list of at most {TAGS_MAX} ETags as you received them, such as "3".'
            raise Malformed(detail)
        tags.append(found[2])
        end = found.end()
    return tag in tags
