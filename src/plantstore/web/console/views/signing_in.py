"""Sign in with a token or a sign-in link, sign out, and choose the theme."""

from functools import partial
from urllib.parse import urlsplit

from plantstore.domain.errors import Unauthorized
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.forms import Form
from plantstore.web.console.kept_forms import LOCAL, fold, unfold
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.http.response import Response

_HOME, KEPT = "/", "kept"


async def _show(request: PageRequest) -> Response | Stream:
    if _is_at_ip_address(request):
        return _at_localhost(request)
    link_key = request.query.get("key", "")
    if link_key and _was_opened_by_a_person(request):
        return await _sign_in_by_link(request, link_key, following=_HOME)
    if request.signed_in is not None and not link_key:
        return request.redirect(_HOME)
    return _form(request, link_key=link_key, following=_local(request.query.get("next", _HOME)))


async def _sign_in(request: PageRequest) -> Response | Stream:
    following = _local(request.form.get("next", _HOME))
    if request.form.get("key"):
        return await _sign_in_by_link(request, request.form.get("key"), following=following)
    if "signed_in" in request.form and request.signed_in is not None:  # signed in with a link in another tab
        return await _go_on(request, following)
    request.throttle.check(request.http)
    text, random_bytes = request.form.get("token"), request.dependencies.random_bytes
    try:
        if await request.dependencies.authenticator.find(text, request.http) is None:
            raise Unauthorized(sessions.WRONG_TOKEN)
        command = partial(
            sessions.sign_in_by_token, text=text, random_bytes=random_bytes, instead_of=_present_key(request)
        )
        signed_in = await request.dependencies.database.write(command)
    except Unauthorized as error:
        request.throttle.count_failure(request.http)
        problem = error.detail if text else "Paste a token first."
        return _form(request, following=following, problem=problem, status=401)
    return await _welcome(request, signed_in, following)


async def _sign_in_by_link(request: PageRequest, link_key: str, *, following: str) -> Response | Stream:
    request.throttle.check(request.http)
    database, random_bytes = request.dependencies.database, request.dependencies.random_bytes
    command = partial(sessions.sign_in_by_link, random_bytes=random_bytes, instead_of=_present_key(request))
    try:
        await database.read(lambda tx: sessions.check_link(tx, link_key))  # a wrong key opens no write transaction
        signed_in = await database.write(lambda tx: command(tx, link_key))
    except Unauthorized as error:
        request.throttle.count_failure(request.http)
        return _form(request, following=following, problem=error.detail, status=401)
    return await _welcome(request, signed_in, following)


async def _sign_out(request: PageRequest) -> Response:
    signed_in = request.signed_in
    assert signed_in is not None
    await request.dependencies.database.write(lambda tx: sessions.sign_out(tx, signed_in))
    request.set_cookies.append(cookies.sign_out_cookie(request.dependencies.settings))
    return request.redirect("/sign-in", "You've signed out.")


async def _choose_theme(request: PageRequest) -> Response:
    theme = request.form.get("theme")
    if theme in cookies.THEMES:
        request.set_cookies.append(cookies.theme_cookie(request.dependencies.settings, theme))
    return request.redirect(_local(request.form.get("next", _HOME)))


async def _welcome(request: PageRequest, signed_in: SignedIn, following: str) -> Response | Stream:
    request.set_cookies.append(cookies.sign_in_cookie(request.dependencies.settings, signed_in.key.reveal()))
    request.signed_in = signed_in
    return await _go_on(request, following)


async def _go_on(request: PageRequest, following: str) -> Response | Stream:
    """Redirect to `following`; if a form was kept after its session ended, show that page with the form instead."""
    kept = request.form.raw(KEPT)
    if not kept:
        return request.redirect(following)
    return await request.show_page(request, following, Form(unfold(kept)))


def _form(
    request: PageRequest, *, link_key: str = "", following: str = _HOME, problem: str = "", status: int = 200
) -> Response:
    kept = fold(unfold(request.form.raw(KEPT))) if KEPT in request.form else ""
    return request.render(
        "sign_in.html",
        status=status,
        link_key=link_key,
        following=following,
        problem=problem,
        kept=kept,
        interrupted=bool(kept),
        lost="",
    )


def _was_opened_by_a_person(request: PageRequest) -> bool:
    """True if a person opened the one-time link, not a link preview or prefetch, which would use up the link.

    False also if another site opened the link, since it could sign people in as someone else. If False, the page shows
    a button.
    """
    headers = request.http.headers
    return (
        request.http.method == "GET"
        and headers.get(b"sec-fetch-mode") == b"navigate"
        and headers.get(b"sec-fetch-site") in (b"none", b"same-origin")
        and b"sec-purpose" not in headers
    )


def _is_at_ip_address(request: PageRequest) -> bool:
    """True if the browser opened http://127.0.0.1:PORT, where passkeys don't work, and the store has a name."""
    settings = request.dependencies.settings
    host = request.http.headers.get(b"host", b"").decode("latin-1")
    return settings.console_url != settings.public_url and host == urlsplit(settings.own_url).netloc


def _at_localhost(request: PageRequest) -> Response:
    """Redirect to the same page at http://localhost:PORT."""
    query = b"?" + request.http.query if request.http.query else b""
    location = request.dependencies.settings.console_url.encode() + request.http.path.encode() + query
    return Response(303, headers=((b"location", location), (b"cache-control", b"no-store")))


def _present_key(request: PageRequest) -> str:
    return "" if request.signed_in is None else request.key.reveal()


def _local(address: str) -> str:
    """Return the address if it is a path on this server, else the path of the overview."""
    return address if LOCAL.fullmatch(address) else _HOME


PAGES = (
    get_page("/sign-in", _show, public=True),
    post_page("/sign-in", _sign_in, public=True),
    post_page("/sign-out", _sign_out),
    post_page("/theme", _choose_theme, public=True),
)
