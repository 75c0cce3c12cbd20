"""The few pages for people: what this is, and what each error means. Plain HTML under a strict policy, no scripts."""

import base64
import hashlib
from html import escape

from plantstore.domain.errors import NotFound, StoreError
from plantstore.web.problems import KINDS, PAGES
from plantstore.web.reply import Reply

_STYLE = """\
body{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#17301c;
background:#fbfcf9}a{color:#1d6b35}code{background:#edf1e8;padding:.1em .3em;border-radius:3px}
@media(prefers-color-scheme:dark){body{color:#e2eadd;background:#141a14}a{color:#8fd3a0}code{background:#252e25}}"""
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = ((b"content-type", b"text/html; charset=utf-8"), (b"content-security-policy", _POLICY.encode()))

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Plant Store</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{content}
</main>
</body>
</html>
"""


def error_list() -> Reply:
    """Every error code, with its page."""
    rows = "".join(
        f'<li><a href="{PAGES}{kind.code}">{kind.code}</a> ({about.status}): {escape(about.title)}</li>\n'
        for kind, about in KINDS.items()
    )
    return _page("Errors", f"<ul>\n{rows}</ul>\n")


def error_page(code: str) -> Reply:
    """What one error code means; the `type` of a problem document points here."""
    kind = next((one for one in KINDS if one.code == code), None)
    if kind is None:
        raise NotFound("There is no such error code.")
    return _page(KINDS[kind].title, _explanation(kind))


def _explanation(kind: type[StoreError]) -> str:
    about = KINDS[kind]
    return (
        f"<p>Code <code>{kind.code}</code>, HTTP status {about.status}.</p>\n<p>{_marked(about.advice)}</p>\n"
        f'<p><a href="{PAGES}">All errors</a></p>\n'
    )


def _marked(text: str) -> str:
    """Escape a text, and set what stands between backticks as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))


def _page(title: str, content: str) -> Reply:
    page = _PAGE.format(title=escape(title), style=_STYLE, content=content)
    return Reply(200, page.encode(), _HEADERS)
