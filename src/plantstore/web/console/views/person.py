"""One person: role, receivers, quiet hours, devices, tokens, links, and the end of their access."""

from typing import Any

from plantstore.domain.errors import Conflict, Invalid, StoreError
from plantstore.domain.person import NAME_CHARS_MAX, Role
from plantstore.domain.token import TokenState
from plantstore.web.auth import people
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.console.views.people import receivers_offered, role_fields, roles
from plantstore.web.console.views.quiet_hours import STORE, WRITES, quiet_hours_form, save_quiet_hours
from plantstore.web.http.response import Response

TOKENS_SHOWN_MAX = 20
ALL_DEVICES = "all"


async def _show(request: PageRequest, *, status: int = 200, refused: StoreError | None = None) -> Response:
    person = await request.api.call("showPerson", request.values)
    sessions = await request.api.call("listSessions", {"id": person["id"]})
    tokens: ApiAnswer = {"items": [], "next": None}
    if request.may("listTokens"):
        query = {"person": person["id"], "limit": str(TOKENS_SHOWN_MAX)}
        tokens = await request.api.call("listTokens", query=query)
    dependent = await _dependent_tokens(request, person) if person["role"] == Role.OPERATOR else None
    is_submitted = "name" in request.form
    return request.render(
        "person.html",
        status=status,
        refused=refused,
        person=person,
        sessions=sessions["items"],
        this_session=people.session_id(request.key.reveal()),
        tokens=tokens,
        dependent=dependent,
        roles=roles(),
        receivers=await receivers_offered(request),
        role=request.form.get("role") or person["role"],
        chosen=request.form.all("receivers") if is_submitted else person["receivers"] or [],
        is_limited="limited" in request.form if is_submitted else person["receivers"] is not None,
        entered={name: request.form.get(name) if is_submitted else person[name] or "" for name in ("name", "email")},
        name_max=NAME_CHARS_MAX,
        quiet=await quiet_hours_form(request, (person["id"], person["name"]), (STORE, "the store")),
    )


async def _dependent_tokens(request: PageRequest, person: ApiAnswer) -> ApiAnswer | None:
    """Return the first valid tokens that depend on links of a person, and so end with their access."""
    if not request.may("listTokens"):
        return None
    valid = f"{TokenState.VALID},{TokenState.ENDING}"
    query = {"link_maker": person["id"], "state": valid, "limit": str(TOKENS_SHOWN_MAX)}
    return await request.api.call("listTokens", query=query)


async def _change(request: PageRequest) -> Response:
    email = request.form.get("email")
    body: dict[str, Any] = {"name": request.form.get("name"), "email": email or None, **role_fields(request)}
    try:
        person = await request.api.call("changePerson", request.values, body=body)
    except (Invalid, Conflict) as refused:
        return await _show(request, status=422, refused=refused)
    return request.redirect(_path(person["id"]), f"“{person['name']}” was saved.")


async def _save_quiet_hours(request: PageRequest) -> Response:
    person = await request.api.call("showPerson", request.values)
    removed = f"“{person['name']}” has no quiet hours of their own now."
    try:
        saved = await save_quiet_hours(request, person["id"], removed=removed)
    except Invalid as refused:
        return await _show(request, status=422, refused=refused)
    return request.redirect(_path(person["id"]), saved)


async def _make_link(request: PageRequest) -> Response:
    """Make a link for the person, and show it in this response only."""
    person = await request.api.call("showPerson", request.values)
    try:
        link = await request.api.call("makePersonLink", request.values, body={}, key=request.idempotency_key)
    except Conflict as refused:
        return await _show(request, status=409, refused=refused)
    return request.render("person_link.html", person=person, link=link)


async def _sign_out(request: PageRequest) -> Response:
    person = await request.api.call("showPerson", request.values)
    return request.redirect(_path(person["id"]), await end_sessions(request, person["id"]))


async def end_sessions(request: PageRequest, person_id: str) -> str:
    """End the session of a form, or all sessions; return the notice."""
    session = request.form.get("session")
    if session == ALL_DEVICES:
        ended = await request.api.call("endSessions", {"id": person_id})
        return f"Signed out on {counted(ended['ended'], 'device')}."
    await request.api.call("endSession", {"id": person_id, "session": session})
    return "Signed out on that device."


async def _ask_to_deactivate(request: PageRequest, *, status: int = 200, refused: StoreError | None = None) -> Response:
    person = await request.api.call("showPerson", request.values)
    dependent = await _dependent_tokens(request, person)
    return request.render("person_deactivate.html", status=status, refused=refused, person=person, dependent=dependent)


async def _deactivate(request: PageRequest) -> Response:
    try:
        person = await request.api.call("deactivatePerson", request.values)
    except Conflict as refused:
        return await _ask_to_deactivate(request, status=409, refused=refused)
    return request.redirect(_path(person["id"]), f"“{person['name']}” was deactivated and signed out everywhere.")


async def _reactivate(request: PageRequest) -> Response:
    person = await request.api.call("reactivatePerson", request.values)
    return request.redirect(_path(person["id"]), f"“{person['name']}” may sign in again. Make a link for them.")


def _path(person_id: str) -> str:
    return f"/people/{person_id}"


PAGES = (
    get_page("/people/{id}", _show, "listPeople"),
    post_page("/people/{id}", _change, "changePerson", proved=True),
    post_page("/people/{id}/quiet-hours", _save_quiet_hours, "listPeople", *WRITES),
    post_page("/people/{id}/link", _make_link, "makePersonLink", proved=True),
    post_page("/people/{id}/sign-out", _sign_out, "endSession"),
    get_page("/people/{id}/deactivation", _ask_to_deactivate, "deactivatePerson"),
    post_page("/people/{id}/deactivation", _deactivate, "deactivatePerson", proved=True),
    post_page("/people/{id}/reactivation", _reactivate, "reactivatePerson", proved=True),
)
