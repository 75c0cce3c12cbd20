"""The cookies of the console: session, notice and theme."""

import re
from urllib.parse import quote, unquote, urlsplit

from plantstore.core.settings import Settings
from plantstore.domain.passkey import CHALLENGE_S_MAX
from plantstore.domain.secret import Secret
from plantstore.storage.tables.openid import ATTEMPT_S_MAX
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.http.percent_encoding import has_stray
from plantstore.web.http.request import Request

THEME = "plantstore-theme"
THEMES = ("auto", "light", "dark")
THEME_S_MAX = 365 * 86_400
NOTICE = "plantstore-notice"
NOTICE_S_MAX = 60
NOTICE_CHARS_MAX = 300
NOTICE_BYTES_MAX = 12 * NOTICE_CHARS_MAX  # percent-encoded: at most 4 bytes per character, 3 characters per byte
COOKIES_MAX = 200  # Chromium keeps at most 180 per host, and all ports of a host share them

_KEY = re.compile(r"[A-Za-z0-9_-]{43}")  # as `make_key` makes them

Cookie = tuple[bytes, bytes]


def is_https(settings: Settings) -> bool:
    return settings.public_url.startswith("https://")


def session_cookie(settings: Settings) -> str:
    """Return the session cookie's name. Over plain HTTP it contains the port, because ports of a host share cookies."""
    if is_https(settings):
        return "__Host-plantstore"
    return f"plantstore-{urlsplit(settings.public_url).port or 80}"


def passkey_cookie(settings: Settings) -> str:
    """Return the name of the cookie that binds a challenge for a passkey to the browser that asked for it."""
    return f"{session_cookie(settings)}-passkey"


def browser_cookie(settings: Settings, value: str) -> Cookie:
    """Return the cookie that identifies a browser while a challenge for a passkey is valid."""
    return _set(passkey_cookie(settings), value, settings, seconds=CHALLENGE_S_MAX)


def read_cookies(request: Request) -> dict[str, str]:
    """Return at most COOKIES_MAX cookies. If a name repeats, keep the first, which is more specific (RFC 6265 §5.4)."""
    found: dict[str, str] = {}
    for part in request.headers.get(b"cookie", b"").decode("latin-1").split(";", COOKIES_MAX)[:COOKIES_MAX]:
        name, separator, value = part.strip().partition("=")
        if separator:
            found.setdefault(name, value)
    return found


def openid_cookie(settings: Settings, secret: Secret) -> Cookie:
    """Return the cookie that connects a browser with its sign-ins by OpenID Connect, as long as they may take."""
    return _set(_openid_name(settings), secret.reveal(), settings, seconds=ATTEMPT_S_MAX)


def read_openid_secret(settings: Settings, cookies: dict[str, str]) -> Secret | None:
    """Return the secret of the browser; None if there is no cookie of ours."""
    text = cookies.get(_openid_name(settings), "")
    return Secret(text) if _KEY.fullmatch(text) else None


def _openid_name(settings: Settings) -> str:
    return session_cookie(settings).replace("plantstore", "plantstore-openid")


def sign_in_cookie(settings: Settings, signed_in: SignedIn) -> Cookie:
    """Return the cookie of a session, which the browser keeps for as long as the session can last."""
    key, seconds = signed_in.key.reveal(), signed_in.session.seconds_max
    return _set(session_cookie(settings), key, settings, seconds=seconds)


def sign_out_cookie(settings: Settings) -> Cookie:
    return _set(session_cookie(settings), "", settings, seconds=0)


def theme_cookie(settings: Settings, theme: str) -> Cookie:
    return _set(THEME, theme, settings, seconds=THEME_S_MAX)


def notice_cookie(settings: Settings, text: str) -> Cookie:
    """Return a cookie with a notice for the next page. The page escapes the text, because anyone can set a cookie."""
    return _set(NOTICE, quote(text[:NOTICE_CHARS_MAX]), settings, seconds=NOTICE_S_MAX if text else 0)


def read_notice(cookies: dict[str, str]) -> str:
    """Return the notice for this page; "" if there is no notice or its percent-encoding is invalid."""
    text = cookies.get(NOTICE, "")[:NOTICE_BYTES_MAX]
    return "" if has_stray(text) else unquote(text)[:NOTICE_CHARS_MAX]


def read_theme(cookies: dict[str, str]) -> str:
    theme = cookies.get(THEME, "")
    return theme if theme in THEMES else "auto"


def _set(name: str, value: str, settings: Settings, *, seconds: int) -> Cookie:
    secure = "; Secure" if is_https(settings) else ""
    text = f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
    return b"set-cookie", text.encode("ascii")
