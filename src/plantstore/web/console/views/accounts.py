"""Unlink an account at an OpenID Connect provider: of a person, or of the person who is signed in."""

from typing import Any

from plantstore.domain.errors import NotFound
from plantstore.domain.session import SignInWay
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.http.endpoint import OWN
from plantstore.web.http.response import Response

UNLINKING = "/accounts/{account}/unlinking"
ADDRESS = "/account"


async def _ask(request: PageRequest) -> Response:
    person = await request.api.call("showPerson", {"id": _id(request)})
    ways = person["ways"]
    account = next((one for one in ways["accounts"] if one["id"] == request.values["account"]), None)
    if account is None:
        raise NotFound("There is no such account.")
    return request.render(
        "account_unlink.html",
        person=person,
        account=account,
        here=_home(request, person),
        is_own=_is_own(request, person),
        is_last=not ways["passkeys"] and len(ways["accounts"]) == 1,
        ends_this_session=_ends_this_session(request, person),
    )


async def _unlink(request: PageRequest) -> Response:
    person = await request.api.call("showPerson", {"id": _id(request)})
    values = {"id": person["id"], "account": request.values["account"]}
    done = await request.api.call("unlinkAccount", values)
    notice = f"The account was unlinked, and {counted(done['ended'], 'session')} ended."
    if _ends_this_session(request, person):
        return request.redirect("/sign-in", notice)
    return request.redirect(_home(request, person), notice)


def _id(request: PageRequest) -> str:
    """Return the id of the person whose account it is. Raise NotFound for a token, which has no account of its own."""
    if "id" not in request.values and request.token.person_id != request.token.id:
        raise NotFound("You're signed in with a token, which has no account.")
    return request.values.get("id", OWN)


def _home(request: PageRequest, person: dict[str, Any]) -> str:
    return f"/people/{person['id']}" if "id" in request.values else ADDRESS


def _is_own(request: PageRequest, person: dict[str, Any]) -> bool:
    return bool(person["id"] == request.token.id)


def _ends_this_session(request: PageRequest, person: dict[str, Any]) -> bool:
    signed_in = request.signed_in
    return _is_own(request, person) and signed_in is not None and signed_in.session.way is SignInWay.OPENID


PAGES = (
    get_page("/people/{id}" + UNLINKING, _ask, "unlinkAccount"),
    post_page("/people/{id}" + UNLINKING, _unlink, "unlinkAccount", proved=True),
    get_page(ADDRESS + UNLINKING, _ask),
    post_page(ADDRESS + UNLINKING, _unlink, proved=True),
)
