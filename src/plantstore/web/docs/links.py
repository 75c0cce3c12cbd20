"""Anchors of headings, and the URLs at which linked project files are served."""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from urllib.parse import unquote

_ELSEWHERE = re.compile(r"https?://|mailto:", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


class Anchors:
    """Assigns anchors to the headings of a page as GitHub does, because links in the Markdown use these anchors.

    >>> anchors = Anchors()
    >>> anchors.name("What's in `docs/`?"), anchors.name("whats in docs")
    ('whats-in-docs', 'whats-in-docs-1')
    """

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def name(self, heading: str) -> str:
        plain = _NOT_IN_ANCHORS.sub("", heading).strip().lower().replace(" ", "-")
        again = self._given[plain]
        self._given[plain] += 1
        return f"{plain}-{again}" if again else plain


def served_address(link: str, *, file: str, addresses: Mapping[str, str]) -> str | None:
    """Return the served URL for a link in `file`; None if the linked file isn't served.

    >>> served_address("api.md#paging", file="docs/README.md", addresses={"docs/api.md": "/docs/api"})
    '/docs/api#paging'
    >>> served_address("../Makefile", file="docs/README.md", addresses={})
    """
    if _ELSEWHERE.match(link) or link.startswith("#") or (link.startswith("/") and not link.startswith("//")):
        return link
    if _SCHEME.match(link):
        return None
    path, mark, anchor = link.partition("#")
    address = addresses.get(project_file(path, file=file))
    return address and address + mark + anchor


def project_file(link: str, *, file: str) -> str:
    """Return the path in the project of the file that a relative link in `file` points to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(link.partition("#")[0])))
