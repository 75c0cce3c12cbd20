"""What every way to sign in ends with: the session's cookie, and the page that the person wanted to see."""

from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.forms import Form
from plantstore.web.console.kept_forms import LOCAL, unfold
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.http.response import Response

HOME, KEPT, REMEMBER = "/", "kept", "remember"


async def welcome(request: PageRequest, signed_in: SignedIn, following: str) -> Response | Stream:
    """Set the cookie of a new session, and lead on to `following`."""
    request.set_cookies.append(cookies.sign_in_cookie(request.dependencies.settings, signed_in))
    request.signed_in = signed_in
    return await go_on(request, following)


async def go_on(request: PageRequest, following: str) -> Response | Stream:
    """Redirect to `following`; if a form was kept after its session ended, show that page with the form instead."""
    kept = request.form.raw(KEPT)
    if not kept:
        return request.redirect(following)
    return await request.show_page(request, following, Form(unfold(kept)))


def present_key(request: PageRequest) -> str:
    """Return the key of the session that a sign-in replaces; "" if there is none."""
    return "" if request.signed_in is None else request.key.reveal()


def wants_to_stay(request: PageRequest) -> bool:
    """True if the person chose to stay signed in on this device."""
    return request.form.get(REMEMBER) == "yes"


def local(address: str) -> str:
    """Return the address if it is a path on this server, else the path of the start page."""
    return address if LOCAL.fullmatch(address) else HOME
