"""People & access: who may sign in, in which role, and the form that invites a person, whose link is shown once."""

from typing import Any

from plantstore.domain.errors import Conflict, Invalid, StoreError
from plantstore.domain.person import NAME_CHARS_MAX, Role
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.opening_links import ROLE_WORDS
from plantstore.web.http.response import Response

RECEIVERS_OFFERED_MAX = 200
PROGRAMS_SHOWN_MAX = 10  # max tokens of programs shown below the people; the list of tokens has all
LIMITED = "limited"  # name of the field that limits an integrator to the chosen receivers


async def _list(request: PageRequest, *, status: int = 200, refused: StoreError | None = None) -> Response:
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    page = await request.api.call("listPeople", query=cursor)
    tokens: ApiAnswer = {"items": [], "next": None}
    if request.may("listTokens"):
        query = {"owner": "program", "limit": str(PROGRAMS_SHOWN_MAX)}
        tokens = await request.api.call("listTokens", query=query)
    return request.render(
        "people.html",
        status=status,
        refused=refused,
        page=page,
        tokens=tokens,
        roles=roles(),
        receivers=await receivers_offered(request),
        chosen=request.form.all("receivers"),
        role=request.form.get("role") or Role.STAFF,
        name_max=NAME_CHARS_MAX,
    )


async def _invite(request: PageRequest) -> Response:
    """Invite a person, and show the link in this response only."""
    body: dict[str, Any] = {"name": request.form.get("name"), **role_fields(request)}
    if request.form.get("email"):
        body["email"] = request.form.get("email")
    try:
        person = await request.api.call("invitePerson", body=body, key=request.idempotency_key)
    except (Invalid, Conflict) as refused:
        return await _list(request, status=422, refused=refused)
    return request.render("person_link.html", person=person, link=person["invitation"])


def role_fields(request: PageRequest) -> dict[str, Any]:
    """Return the role and receivers of a form, as fields of the API."""
    role = request.form.get("role")
    is_limited = role == Role.INTEGRATOR and LIMITED in request.form
    return {"role": role, "receivers": request.form.all("receivers") if is_limited else None}


def roles() -> list[tuple[str, str, str]]:
    """Return the value, the name and the rights of each role."""
    return [(role.value, *words) for role, words in ROLE_WORDS.items()]


async def receivers_offered(request: PageRequest) -> list[ApiAnswer]:
    """Return the receivers to which an integrator can be limited."""
    if not request.may("listReceivers"):
        return []
    limit = min(RECEIVERS_OFFERED_MAX, request.dependencies.settings.page_items_max)
    found = await request.api.call("listReceivers", query={"limit": str(limit)})
    return list(found["items"])


PAGES = (
    get_page("/people", _list, "listPeople"),
    post_page("/people", _invite, "invitePerson", proved=True),
)
