"""Recognizes and checks PostgreSQL connection URLs, and formats them without their password."""

import re

SCHEMES = ("postgresql://", "postgres://")

_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._%-]*)(?::[0-9]{1,5})?"
_URL = re.compile(
    r"postgres(?:ql)?://(?:(?P<user>[^:/?#@\s]*)(?::[^/?#@\s]*)?@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?:/(?P<name>[^/?#@\s]*))?(?:\?(?P<more>[^#\s]*))?"
)
_SHOWN = frozenset({"host", "hostaddr", "port", "user", "dbname", "sslmode", "target_session_attrs"})
"""Parts of a URL that hold no secret and may be shown."""


def is_postgresql(address: str) -> bool:
    return address.startswith(SCHEMES)


def is_well_formed(url: str) -> bool:
    """True if the URL can be parsed. An unescaped `@` or `/` in a password would be read as part of a host."""
    return _URL.fullmatch(url) is not None


def without_password(url: str) -> str:
    """Return the URL without its password and secret parameters; `postgresql://…` if it is malformed.

    >>> without_password("postgresql://shop:secret@db1:5432,db2/plants?sslmode=require&sslpassword=secret")
    'postgresql://shop@db1:5432,db2/plants?sslmode=require'
    >>> without_password("postgresql://shop:sec/ret@db1/plants")
    'postgresql://…'
    """
    parts = _URL.fullmatch(url)
    if parts is None:
        return "postgresql://…"
    user = f"{parts['user']}@" if parts["user"] else ""
    name = "" if parts["name"] is None else f"/{parts['name']}"
    more = "&".join(item for item in (parts["more"] or "").split("&") if item.partition("=")[0] in _SHOWN)
    return f"postgresql://{user}{parts['hosts']}{name}{'?' * bool(more)}{more}"
