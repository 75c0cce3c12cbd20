"""Serves style sheets, scripts and icons. URLs contain a content hash, so that browsers can cache files for a year.

Files are read once; comments and indentation are removed. Parts of a style sheet are joined, so that pages load one.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from starlette.types import Scope

from plantstore.domain.errors import NotFound
from plantstore.web.http.response import Headers, Response

ADDRESS = "/static/{name}"
_FOLDER = resources.files("plantstore.web.console") / "static"
_KINDS = {".css": b"text/css; charset=utf-8", ".js": b"text/javascript; charset=utf-8", ".svg": b"image/svg+xml"}
JOINED = {
    "app.css": (
        "base.css",
        "pages.css",
        "lists.css",
        "bulk.css",
        "deliveries.css",
        "plant.css",
        "start.css",
        "people.css",
        "alerts.css",
    ),
    "docs.css": ("base.css", "prose.css"),
}
_FOR_EVER = (b"cache-control", b"public, max-age=31536000, immutable")
_ASK_AGAIN = (b"cache-control", b"no-cache")
_VARY = (b"vary", b"accept-encoding")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SCRIPT_COMMENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/\s*)$", re.MULTILINE)  # matches whole lines only
_LINE_ENDS = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A static file as it is sent. `mark` is a hash of its content."""

    body: bytes
    zipped: bytes
    mark: str
    kind: bytes


def static_file(scope: Scope) -> Response:
    """Return the static file that the path names. Raise NotFound if there is no such file."""
    found = files().get(scope["path_params"]["name"])
    if found is None:
        raise NotFound("File not found.")
    headers: Headers = (
        (b"content-type", found.kind),
        _FOR_EVER if scope["query_string"] == b"v=" + found.mark.encode() else _ASK_AGAIN,
        _VARY,
    )
    if takes_gzip(scope):
        return Response(200, found.zipped, (*headers, (b"content-encoding", b"gzip")))
    return Response(200, found.body, headers)


def address_of(name: str) -> str:
    """Return the URL of a static file, with its content hash."""
    return f"/static/{name}?v={files()[name].mark}"


def takes_gzip(scope: Scope) -> bool:
    """True if the browser accepts gzip."""
    return any(b"gzip" in value for name, value in scope["headers"] if name == b"accept-encoding")


@cache
def files() -> dict[str, StaticFile]:
    """Return all static files by name. They are read on first use."""
    texts = {one.name: one.read_text(encoding="utf-8") for one in _FOLDER.iterdir() if _kind(one.name)}
    texts |= {name: "\n".join(texts[part] for part in parts) for name, parts in JOINED.items()}
    found = {}
    for name, text in texts.items():
        body = _slim(name, text).encode()
        mark = hashlib.sha256(body).hexdigest()[:12]
        found[name] = StaticFile(body, gzip.compress(body, mtime=0), mark, _kind(name))
    return found


def _kind(name: str) -> bytes:
    """Return the media type of a file by its name; empty if it is not served."""
    return _KINDS.get("." + name.rpartition(".")[2], b"")


def _slim(name: str, text: str) -> str:
    """Return a file's text without comments or indentation."""
    comments = _STYLE_COMMENT if name.endswith(".css") else _SCRIPT_COMMENT
    return _LINE_ENDS.sub("\n", comments.sub("", text)).strip()
