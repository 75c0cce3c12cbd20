"""The pages for API tokens: list, create and revoke tokens, and make sign-in links. A new token is shown once."""

from typing import Any

from plantstore.domain.errors import Conflict, Forbidden, Invalid, StoreError
from plantstore.domain.timestamps import SECOND_US, text_or_none
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, NAME_CHARS_MAX, Scope
from plantstore.web.auth.tokens import DAY_S
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.forms import number_or_text
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.http.response import Response

OWN_CHOICE = "own"
RECEIVERS_OFFERED_MAX = 200
CHILDREN_SHOWN_MAX = 10  # max tokens listed that were created with the token to revoke
STATES = ("valid", "ending", "expired")
BUNDLE_WORDS = {
    "staff": ("Staff", "adds and imports plants; sees their deliveries"),
    "integrator": ("Integrator", "adds receivers, inspects deliveries, starts replays"),
    "operator": ("Operator", "everything, including tokens and health"),
}
_SCOPE_WORDS = {
    Scope.PLANTS_READ: "see plants",
    Scope.PLANTS_WRITE: "add, edit and import plants",
    Scope.RECEIVERS_READ: "see receivers",
    Scope.RECEIVERS_WRITE: "add, edit, pause and remove receivers",
    Scope.EVENTS_READ: "read the event feed",
    Scope.DELIVERIES_READ: "see deliveries and attempts",
    Scope.DELIVERIES_WRITE: "retry, replay and cancel deliveries",
    Scope.TOKENS_WRITE: "create and revoke tokens and sign-in links",
    Scope.PEOPLE_WRITE: "invite people, change and end their access",
    Scope.OPERATIONS_READ: "see health, metrics and activity",
}


async def _list(request: PageRequest) -> Response:
    chosen = {"state": request.query["state"]} if request.query.get("state") in STATES else {}
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    page = await request.api.call("listTokens", query=chosen | cursor)
    rows = [{**token, "kind": kind_of(token["scopes"])} for token in page["items"]]
    return request.render("tokens.html", page=page, rows=rows, chosen=chosen, states=STATES)


async def _new(request: PageRequest) -> Response:
    return await _form(request)


async def _create(request: PageRequest) -> Response:
    """Create a token, and show the token in this response only."""
    body: dict[str, Any] = {"name": request.form.get("name"), "scopes": _scopes(request)}
    days = request.form.get("days")
    if days:  # if empty, the API's default applies
        body["days"] = number_or_text(days)
    if request.form.get("person"):
        body["person"] = request.form.get("person")
    if request.form.get("receiver"):
        body["receiver"] = request.form.get("receiver")
    try:
        token = await request.api.call("createToken", body=body, key=request.idempotency_key)
    except (Invalid, Forbidden, Conflict) as refused:
        return await _form(request, status=409 if isinstance(refused, Conflict) else 422, refused=refused)
    return request.render("token_made.html", token=token, kind=kind_of(token["scopes"]))


async def _ask_to_revoke(request: PageRequest, *, status: int = 200, refused: Forbidden | None = None) -> Response:
    token = await request.api.call("showToken", request.values)
    children: list[ApiAnswer] = []
    if token["children"]:
        query = {"created_by": token["id"], "limit": str(CHILDREN_SHOWN_MAX)}
        children = (await request.api.call("listTokens", query=query))["items"]
    kind = kind_of(token["scopes"])
    return request.render(
        "token_revoke.html", status=status, refused=refused, token=token, kind=kind, children=children
    )


async def _revoke(request: PageRequest) -> Response:
    token = await request.api.call("showToken", request.values)
    with_children = request.form.get("children") == "yes"
    try:
        await request.api.call("revokeToken", request.values, query={"children": "true"} if with_children else {})
    except Forbidden as refused:
        return await _ask_to_revoke(request, status=403, refused=refused)
    if token["id"] == request.token.id:
        return request.redirect("/sign-in", "Your token is revoked, so you've been signed out.")
    ended = f" and {counted(token['children'], 'token')} created with it" if with_children and token["children"] else ""
    return request.redirect("/tokens", f"“{token['name']}”{ended} {'were' if ended else 'was'} revoked.")


async def _make_link(request: PageRequest) -> Response:
    """Create a sign-in link for a token, and show the link in this response only."""
    token = await request.api.call("showToken", request.values)
    link = await request.api.call("makeSignInLink", body={"token": token["id"]})
    return request.render("token_link.html", token=token, link=link, kind=kind_of(token["scopes"]))


async def _form(request: PageRequest, *, status: int = 200, refused: StoreError | None = None) -> Response:
    receivers: ApiAnswer = {"items": []}
    if request.may("listReceivers"):
        receivers = await request.api.call("listReceivers", query={"limit": str(RECEIVERS_OFFERED_MAX)})
    person_id = request.form.get("person") or request.query.get("person", "")
    person = await request.api.call("showPerson", {"id": person_id}) if person_id else None
    own, end = request.token.scopes, request.token.expires_at
    whole_days = None if end is None else (end - request.dependencies.clock.now()) // (DAY_S * SECOND_US)
    return request.render(
        "token_new.html",
        status=status,
        refused=refused,
        person=person,
        bundles=[(name, *words) for name, words in BUNDLE_WORDS.items() if BUNDLES[name] <= own],
        scopes=[(scope.value, words) for scope, words in _SCOPE_WORDS.items() if scope in own],
        receivers=receivers["items"],
        days=DAYS_DEFAULT if whole_days is None or whole_days > DAYS_DEFAULT else "",
        own_end=text_or_none(end),
        days_max=DAYS_MAX if whole_days is None else min(DAYS_MAX, whole_days),
        name_max=NAME_CHARS_MAX,
        own_choice=OWN_CHOICE,
    )


def _scopes(request: PageRequest) -> list[str]:
    kind = request.form.get("kind")
    return request.form.all("scope") if kind == OWN_CHOICE else sorted(BUNDLES.get(kind, ()))


def kind_of(scopes: list[str]) -> str:
    """Return the label of the predefined bundle with exactly these scopes; "" if there is none."""
    name = next((name for name, bundle in BUNDLES.items() if bundle == set(scopes)), "")
    return BUNDLE_WORDS[name][0] if name else ""


PAGES = (
    get_page("/tokens", _list, "listTokens"),
    get_page("/tokens/new", _new, "createToken"),
    post_page("/tokens/new", _create, "createToken", proved=True),
    get_page("/tokens/{id}/revocation", _ask_to_revoke, "revokeToken"),
    post_page("/tokens/{id}/revocation", _revoke, "revokeToken", proved=True),
    post_page("/tokens/{id}/link", _make_link, "makeSignInLink", proved=True),
)
