"""Sign in with a passkey, a token or a sign-in link, sign out, and choose the theme."""

from functools import partial
from urllib.parse import urlsplit

from plantstore.domain.errors import Conflict, Unauthorized
from plantstore.web.auth import sessions
from plantstore.web.console import cookies
from plantstore.web.console import passkey_ceremonies as ceremonies
from plantstore.web.console.kept_forms import fold, unfold
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.console.views.openid import sign_out_address
from plantstore.web.console.views.opening_links import decline, show_link, use_link
from plantstore.web.console.welcome import HOME, KEPT, go_on, local, present_key, wants_to_stay, welcome
from plantstore.web.http.response import Response


async def _show(request: PageRequest) -> Response | Stream:
    if _is_at_ip_address(request):
        return _at_localhost(request)
    link_key, following = request.query.get("key", ""), local(request.query.get("next", HOME))
    if link_key:
        try:
            return await show_link(request, link_key, following)
        except Unauthorized as error:
            return _form(request, following=following, problem=error.detail, status=401)
    return request.redirect(HOME) if request.signed_in is not None else _form(request, following=following)


async def _sign_in(request: PageRequest) -> Response | Stream:
    following = local(request.form.get("next", HOME))
    if request.form.get("key"):
        try:
            return await use_link(request, request.form.get("key"), following)
        except Unauthorized as error:
            return _form(request, following=following, problem=error.detail, status=401)
    if "signed_in" in request.form and request.signed_in is not None:  # signed in with a link in another tab
        return await go_on(request, following)
    request.throttle.check(request.http)
    if request.form.get(ceremonies.PASSKEY):
        return await _sign_in_by_passkey(request, following)
    text, random_bytes = request.form.get("token"), request.dependencies.random_bytes
    try:
        if await request.dependencies.authenticator.find(text, request.http) is None:
            raise Unauthorized(sessions.WRONG_TOKEN)
        command = partial(
            sessions.sign_in_by_token,
            text=text,
            random_bytes=random_bytes,
            instead_of=present_key(request),
            device=request.device,
        )
        signed_in = await request.dependencies.database.write(command)
    except Unauthorized as error:
        request.throttle.count_failure(request.http)
        problem = error.detail if text else "Paste a token first."
        return _form(request, following=following, problem=problem, status=401)
    return await welcome(request, signed_in, following)


async def _decline(request: PageRequest) -> Response:
    try:
        return await decline(request)
    except Unauthorized as error:
        return _form(request, problem=error.detail, status=401)


async def _sign_in_by_passkey(request: PageRequest, following: str) -> Response | Stream:
    text, present = request.form.get(ceremonies.PASSKEY), present_key(request)
    try:
        signed_in = await ceremonies.sign_in(request, text, instead_of=present, remembered=wants_to_stay(request))
    except (Unauthorized, Conflict) as error:
        request.throttle.count_failure(request.http)
        return _form(request, following=following, problem=error.detail, status=401)
    return await welcome(request, signed_in, following)


async def _sign_out(request: PageRequest) -> Response:
    signed_in = request.signed_in
    assert signed_in is not None
    await request.dependencies.database.write(lambda tx: sessions.sign_out(tx, signed_in))
    request.set_cookies.append(cookies.sign_out_cookie(request.dependencies.settings))
    address = await sign_out_address(request, signed_in)
    if address is not None:
        request.signed_in = None
        return request.render("openid_signed_out.html", address=address)
    return request.redirect("/sign-in", "You've signed out.")


async def _choose_theme(request: PageRequest) -> Response:
    theme = request.form.get("theme")
    if theme in cookies.THEMES:
        request.set_cookies.append(cookies.theme_cookie(request.dependencies.settings, theme))
    return request.redirect(local(request.form.get("next", HOME)))


def _form(request: PageRequest, *, following: str = HOME, problem: str = "", status: int = 200) -> Response:
    kept = fold(unfold(request.form.raw(KEPT))) if KEPT in request.form else ""
    return request.render(
        "sign_in.html",
        status=status,
        following=following,
        problem=problem,
        kept=kept,
        interrupted=bool(kept),
        lost="",
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


PAGES = (
    get_page("/sign-in", _show, public=True),
    post_page("/sign-in", _sign_in, public=True),
    post_page("/sign-in/decline", _decline, public=True),
    post_page("/sign-out", _sign_out),
    post_page("/theme", _choose_theme, public=True),
)
