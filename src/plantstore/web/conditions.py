"""ETag, If-Match and If-None-Match (RFC 9110 §8.8 and §13): a version is a strong tag, such as "3"."""

import re

from plantstore.domain.errors import Malformed

_TAG = re.compile(rb'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS = re.compile(rb"[ \t]*" + _TAG.pattern + rb"[ \t]*(?:,|$)")
_VERSION = re.compile(rb"[1-9][0-9]{0,17}")
_NO_VERSION = -1  # a tag that we never give: it matches nothing


def etag(version: int) -> tuple[bytes, bytes]:
    return b"etag", b'"%d"' % version


def version_wanted(if_match: bytes | None) -> int | None:
    """The version that If-Match asks for; None when any will do. A weak or foreign tag matches nothing."""
    if if_match is None or if_match.strip() == b"*":
        return None
    found = _TAG.fullmatch(if_match.strip())
    if found is None:
        raise Malformed('If-Match must be one ETag as we gave it, such as "3", or *.')
    weak, tag = found.groups()
    return int(tag) if not weak and _VERSION.fullmatch(tag) else _NO_VERSION


def is_known(if_none_match: bytes | None, version: int) -> bool:
    """Tell whether the caller has this version already: then 304 is enough."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == b"*":
        return True
    tags, end = [], 0
    while end < len(if_none_match):
        found = _TAGS.match(if_none_match, end)
        if found is None:
            raise Malformed('If-None-Match must be a list of ETags as we gave them, such as "3".')
        tags.append(found[2])
        end = found.end()
    return b"%d" % version in tags
