"""Your account: your name, quiet hours, and the devices on which you are signed in; of a token, what it permits."""

from plantstore.domain.errors import Invalid, NotFound, StoreError
from plantstore.domain.person import NAME_CHARS_MAX
from plantstore.domain.timestamps import text_or_none
from plantstore.web.auth import people
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.openid import is_linked
from plantstore.web.console.views.passkeys import own_passkeys
from plantstore.web.console.views.person import ALL_DEVICES, end_sessions
from plantstore.web.console.views.quiet_hours import STORE, WRITES, quiet_hours_form, save_quiet_hours
from plantstore.web.http.endpoint import OWN
from plantstore.web.http.response import Response

ADDRESS = "/account"


async def _show(request: PageRequest, *, status: int = 200, refused: StoreError | None = None) -> Response:
    if not _is_person(request):
        return request.render("account.html", person=None, refused=None, end=text_or_none(request.token.expires_at))
    person = await request.api.call("showPerson", {"id": OWN})
    sessions = await request.api.call("listSessions", {"id": OWN})
    is_submitted = "name" in request.form
    return request.render(
        "account.html",
        status=status,
        refused=refused,
        person=person,
        passkeys=await own_passkeys(request),
        openid_linked=await is_linked(request),
        sessions=sessions["items"],
        this_session=people.session_id(request.key.reveal()),
        entered=request.form.get("name") if is_submitted else person["name"],
        name_max=NAME_CHARS_MAX,
        quiet=await quiet_hours_form(request, (person["id"], "you"), (STORE, "the store")),
    )


async def _change(request: PageRequest) -> Response:
    _check_person(request)
    try:
        await request.api.call("changePerson", {"id": OWN}, body={"name": request.form.get("name")})
    except Invalid as refused:
        return await _show(request, status=422, refused=refused)
    return request.redirect(ADDRESS, "Your account was saved.")


async def _save_quiet_hours(request: PageRequest) -> Response:
    _check_person(request)
    try:
        saved = await save_quiet_hours(request, request.token.id, removed="You have no quiet hours of your own now.")
    except Invalid as refused:
        return await _show(request, status=422, refused=refused)
    return request.redirect(ADDRESS, saved)


async def _sign_out(request: PageRequest) -> Response:
    _check_person(request)
    notice = await end_sessions(request, OWN)
    own = people.session_id(request.key.reveal())
    if request.form.get("session") in (ALL_DEVICES, own):
        return request.redirect("/sign-in", notice)
    return request.redirect(ADDRESS, notice)


def _is_person(request: PageRequest) -> bool:
    return request.token.person_id == request.token.id


def _check_person(request: PageRequest) -> None:
    """Raise NotFound for a token, which has no account."""
    if not _is_person(request):
        raise NotFound("You're signed in with a token, which has no account.")


PAGES = (
    get_page(ADDRESS, _show),
    post_page(ADDRESS, _change),
    post_page(ADDRESS + "/quiet-hours", _save_quiet_hours, *WRITES),
    post_page(ADDRESS + "/sign-out", _sign_out),
)
