"""Sign in by a token or a link, sign out, and choose light or dark."""

from functools import partial

from plantstore.domain.errors import Unauthorized
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.forms import Form
from plantstore.web.console.kept_forms import LOCAL, fold, unfold
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.http.response import Response

_HOME, KEPT = "/", "kept"


async def _show(visit: PageRequest) -> Response | Stream:
    link_key = visit.query.get("key", "")
    if link_key and _was_opened_by_a_person(visit):
        return await _sign_in_by_link(visit, link_key, following=_HOME)
    if visit.signed_in is not None and not link_key:
        return visit.go(_HOME)
    return _form(visit, link_key=link_key, following=_local(visit.query.get("next", _HOME)))


async def _sign_in(visit: PageRequest) -> Response | Stream:
    following = _local(visit.form.get("next", _HOME))
    if visit.form.get("key"):
        return await _sign_in_by_link(visit, visit.form.get("key"), following=following)
    if "signed_in" in visit.form and visit.signed_in is not None:  # by a link, in another tab
        return await _go_on(visit, following)
    visit.doors.check(visit.request)
    text, random_bytes = visit.form.get("token"), visit.dependencies.random_bytes
    try:
        if await visit.dependencies.authenticator.find(text, visit.request) is None:
            raise Unauthorized(sessions.WRONG_TOKEN)
        command = partial(
            sessions.sign_in_by_token, text=text, random_bytes=random_bytes, instead_of=_present_key(visit)
        )
        signed_in = await visit.dependencies.database.write(command)
    except Unauthorized as error:
        visit.doors.count_failure(visit.request)
        problem = error.detail if text else "Paste a token first."
        return _form(visit, following=following, problem=problem, status=401)
    return await _welcome(visit, signed_in, following)


async def _sign_in_by_link(visit: PageRequest, link_key: str, *, following: str) -> Response | Stream:
    visit.doors.check(visit.request)
    database, random_bytes = visit.dependencies.database, visit.dependencies.random_bytes
    command = partial(sessions.sign_in_by_link, random_bytes=random_bytes, instead_of=_present_key(visit))
    try:
        await database.read(lambda tx: sessions.check_link(tx, link_key))  # a guess never opens a write transaction
        signed_in = await database.write(lambda tx: command(tx, link_key))
    except Unauthorized as error:
        visit.doors.count_failure(visit.request)
        return _form(visit, following=following, problem=error.detail, status=401)
    return await _welcome(visit, signed_in, following)


async def _sign_out(visit: PageRequest) -> Response:
    signed_in = visit.signed_in
    assert signed_in is not None
    await visit.dependencies.database.write(lambda tx: sessions.sign_out(tx, signed_in))
    visit.set_cookies.append(cookies.sign_out_cookie(visit.dependencies.settings))
    return visit.go("/sign-in", "You are signed out.")


async def _choose_theme(visit: PageRequest) -> Response:
    theme = visit.form.get("theme")
    if theme in cookies.THEMES:
        visit.set_cookies.append(cookies.theme_cookie(visit.dependencies.settings, theme))
    return visit.go(_local(visit.form.get("next", _HOME)))


async def _welcome(visit: PageRequest, signed_in: SignedIn, following: str) -> Response | Stream:
    visit.set_cookies.append(cookies.sign_in_cookie(visit.dependencies.settings, signed_in.key.reveal()))
    visit.signed_in = signed_in
    return await _go_on(visit, following)


async def _go_on(visit: PageRequest, following: str) -> Response | Stream:
    """Lead on; where a form was sent after its session ended, show its page once more, filled in."""
    kept = visit.form.raw(KEPT)
    if not kept:
        return visit.go(following)
    return await visit.show_page(visit, following, Form(unfold(kept)))


def _form(
    visit: PageRequest, *, link_key: str = "", following: str = _HOME, problem: str = "", status: int = 200
) -> Response:
    kept = fold(unfold(visit.form.raw(KEPT))) if KEPT in visit.form else ""
    return visit.page(
        "sign_in.html",
        status=status,
        link_key=link_key,
        following=following,
        problem=problem,
        kept=kept,
        interrupted=bool(kept),
        lost="",
    )


def _was_opened_by_a_person(visit: PageRequest) -> bool:
    """A browser that follows a click or what was typed, not a program that looks what is behind a link: it works once.

    Nor a page of somebody else, who could sign a person in under another name. In doubt a button is shown.
    """
    headers = visit.request.headers
    return (
        visit.request.method == "GET"
        and headers.get(b"sec-fetch-mode") == b"navigate"
        and headers.get(b"sec-fetch-site") in (b"none", b"same-origin")
        and b"sec-purpose" not in headers
    )


def _present_key(visit: PageRequest) -> str:
    return "" if visit.signed_in is None else visit.key.reveal()


def _local(address: str) -> str:
    """An address of ours, whatever somebody wrote behind `next`."""
    return address if LOCAL.fullmatch(address) else _HOME


PAGES = (
    shows("/sign-in", _show, public=True),
    does("/sign-in", _sign_in, public=True),
    does("/sign-out", _sign_out),
    does("/theme", _choose_theme, public=True),
)
