"""The tokens of the API: who has one, what it permits, when it ends. A new one is shown once."""

from typing import Any

from plantstore.domain.errors import Forbidden, Invalid
from plantstore.domain.timestamps import SECOND_US, text_or_none
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, NAME_CHARS_MAX, Scope
from plantstore.web.auth.tokens import DAY_S
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

OWN_CHOICE = "own"
RECEIVERS_OFFERED_MAX = 200
CHILDREN_SHOWN_MAX = 10  # tokens named that one which is to be revoked has made
STATES = ("valid", "ending", "expired")
BUNDLE_WORDS = {
    "staff": ("Staff", "adds plants and imports lists; sees whether they were announced"),
    "integrator": ("Integrator", "connects receivers, looks into deliveries, replays"),
    "operator": ("Operator", "everything, tokens and health included"),
}
_SCOPE_WORDS = {
    Scope.PLANTS_READ: "see plants",
    Scope.PLANTS_WRITE: "add and change plants, import lists",
    Scope.RECEIVERS_READ: "see receivers",
    Scope.RECEIVERS_WRITE: "add, change, pause and remove receivers",
    Scope.EVENTS_READ: "read the feed of events",
    Scope.DELIVERIES_READ: "see deliveries and attempts",
    Scope.DELIVERIES_WRITE: "retry, replay and cancel deliveries",
    Scope.TOKENS_WRITE: "make and revoke tokens and sign-in links",
    Scope.OPERATIONS_READ: "see health, metrics and who did what",
}


async def _list(visit: PageRequest) -> Response:
    chosen = {"state": visit.query["state"]} if visit.query.get("state") in STATES else {}
    cursor = {"cursor": visit.query["cursor"]} if "cursor" in visit.query else {}
    page = await visit.desk.ask("listTokens", query=chosen | cursor)
    rows = [{**token, "kind": kind_of(token["scopes"])} for token in page["items"]]
    return visit.page("tokens.html", page=page, rows=rows, chosen=chosen, states=STATES)


async def _new(visit: PageRequest) -> Response:
    return await _form(visit)


async def _create(visit: PageRequest) -> Response:
    """Make the token, and show it in the answer: no address leads there again."""
    body: dict[str, Any] = {"name": visit.form.get("name"), "scopes": _scopes(visit)}
    days = visit.form.get("days")
    if days:  # without, it is valid for as long as it may be by default
        body["days"] = int(days) if days.isascii() and days.isdigit() and len(days) < 16 else days
    if visit.form.get("receiver"):
        body["receiver"] = visit.form.get("receiver")
    try:
        token = await visit.desk.ask("createToken", body=body, key=visit.once)
    except (Invalid, Forbidden) as refused:
        return await _form(visit, status=422, refused=refused)
    return visit.page("token_made.html", token=token, kind=kind_of(token["scopes"]))


async def _ask_to_revoke(visit: PageRequest, *, status: int = 200, refused: Forbidden | None = None) -> Response:
    token = await visit.desk.ask("showToken", visit.values)
    children: list[ApiAnswer] = []
    if token["children"]:
        query = {"created_by": token["id"], "limit": str(CHILDREN_SHOWN_MAX)}
        children = (await visit.desk.ask("listTokens", query=query))["items"]
    kind = kind_of(token["scopes"])
    return visit.page("token_revoke.html", status=status, refused=refused, token=token, kind=kind, children=children)


async def _revoke(visit: PageRequest) -> Response:
    token = await visit.desk.ask("showToken", visit.values)
    with_children = visit.form.get("children") == "yes"
    try:
        await visit.desk.ask("revokeToken", visit.values, query={"children": "true"} if with_children else {})
    except Forbidden as refused:
        return await _ask_to_revoke(visit, status=403, refused=refused)
    if token["id"] == visit.token.id:
        return visit.go("/sign-in", "Your own token is revoked, and you are signed out.")
    ended = f" and {token['children']} made with it" if with_children and token["children"] else ""
    return visit.go("/tokens", f"“{token['name']}”{ended} {'are' if ended else 'is'} revoked.")


async def _make_link(visit: PageRequest) -> Response:
    """Make a link that signs in as a token, and show it in the answer."""
    token = await visit.desk.ask("showToken", visit.values)
    link = await visit.desk.ask("makeSignInLink", body={"token": token["id"]})
    return visit.page("token_link.html", token=token, link=link, kind=kind_of(token["scopes"]))


async def _form(visit: PageRequest, *, status: int = 200, refused: Invalid | Forbidden | None = None) -> Response:
    receivers: ApiAnswer = {"items": []}
    if visit.may("listReceivers"):
        receivers = await visit.desk.ask("listReceivers", query={"limit": str(RECEIVERS_OFFERED_MAX)})
    own, end = visit.token.scopes, visit.token.expires_at
    whole_days = None if end is None else (end - visit.dependencies.clock.now()) // (DAY_S * SECOND_US)
    return visit.page(
        "token_new.html",
        status=status,
        refused=refused,
        bundles=[(name, *words) for name, words in BUNDLE_WORDS.items() if BUNDLES[name] <= own],
        scopes=[(scope.value, words) for scope, words in _SCOPE_WORDS.items() if scope in own],
        receivers=receivers["items"],
        days=DAYS_DEFAULT if whole_days is None or whole_days > DAYS_DEFAULT else "",
        own_end=text_or_none(end),
        days_max=DAYS_MAX if whole_days is None else min(DAYS_MAX, whole_days),
        name_max=NAME_CHARS_MAX,
        own_choice=OWN_CHOICE,
    )


def _scopes(visit: PageRequest) -> list[str]:
    kind = visit.form.get("kind")
    return visit.form.all("scope") if kind == OWN_CHOICE else sorted(BUNDLES.get(kind, ()))


def kind_of(scopes: list[str]) -> str:
    """The name of a bundle, if it is one."""
    name = next((name for name, bundle in BUNDLES.items() if bundle == set(scopes)), "")
    return BUNDLE_WORDS[name][0] if name else ""


PAGES = (
    shows("/tokens", _list, "listTokens"),
    shows("/tokens/new", _new, "createToken"),
    does("/tokens/new", _create, "createToken", proved=True),
    shows("/tokens/{id}/revocation", _ask_to_revoke, "revokeToken"),
    does("/tokens/{id}/revocation", _revoke, "revokeToken", proved=True),
    does("/tokens/{id}/link", _make_link, "makeSignInLink", proved=True),
)
