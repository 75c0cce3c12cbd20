"""The tokens endpoints: create, list, show and revoke the bearer tokens of this API."""

from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.core.settings import Settings
from plantstore.domain import token as domain
from plantstore.domain.errors import FieldError, Forbidden, Invalid, NotFound
from plantstore.domain.public_ids import parse_receiver, receiver_text
from plantstore.domain.text import quoted
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, ENDING_S_MAX, NAME_CHARS_MAX, Scope, TokenState
from plantstore.storage.database import Transaction
from plantstore.storage.tables import tokens as stored
from plantstore.web.api.deliveries.filters import RECEIVER
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.auth import tokens
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.parameters import choice_parameter, flag_parameter, id_parameter, time_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

TOKENS = f"{API}/tokens"
TOKEN = TOKENS + "/{id}"
_NAMES = {str(scope): frozenset({scope}) for scope in Scope} | BUNDLES
_EXAMPLE: dict[str, Any] = {
    "id": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "web shop",
    "scopes": ["events:read", "plants:read"],
    "receiver": None,
    "person": None,
    "created_at": "2026-03-02T09:15:00.000Z",
    "expires_at": "2026-05-31T09:15:00.000Z",
    "last_used_at": None,
    "state": "valid",
    "created_by": "tok_01kjxsn5q2w8rxb0v3n7yd6m4e",
    "link_makers": [],
}


_TokenName = Annotated[str, described("A display name.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)]
_OF_PROGRAMS = {"program": True, "person": False}
SCOPES_MAX = 20  # max scopes per request; more than there are scopes


class TokenInput(msgspec.Struct, forbid_unknown_fields=True):
    """The token to create."""

    name: _TokenName
    scopes: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Scope), *BUNDLES]})]],
        described("Scopes, or names of bundles of scopes.", minItems=1, maxItems=SCOPES_MAX),
    ]
    days: (
        Annotated[
            int,
            described(
                f"How many days it is valid. It cannot outlive your own token. The default is {DAYS_DEFAULT}, or the "
                "remaining life of your own token if that is shorter.",
                minimum=1,
                maximum=DAYS_MAX,
            ),
        ]
        | UnsetType
    ) = UNSET
    receiver: Annotated[
        str | None,
        described(
            "The id of a receiver to bind the token to. It can then access only that receiver and the event feed."
        ),
    ] = None
    person: Annotated[
        str | None,
        described(
            "The id of the person that the token belongs to; null for a program's token. A person's token never "
            "permits more than the person's role, and ends when the person is deactivated."
        ),
    ] = None


class Token(msgspec.Struct):
    """A bearer token of this API, without the token's text."""

    id: str
    name: str
    scopes: list[str]
    receiver: Annotated[str | None, described("The id of the receiver that the token is bound to, if any.")]
    person: Annotated[
        str | None, described("The id of the person that the token belongs to; null for a program's token.")
    ]
    created_at: Time
    expires_at: Annotated[Time | None, described("When the token expires; null if never.")]
    last_used_at: Annotated[
        Time | None, described("When the token was last used, to about a minute; null if it has not been used.")
    ]
    state: Annotated[
        str,
        described(
            f"valid; ending: it expires within {ENDING_S_MAX // 86_400} days, or is in the last quarter of its life if "
            "that is shorter; expired. More states may be added."
        ),
    ]
    created_by: Annotated[
        str | None,
        described(
            "The id of the person or token that created it. If that token was revoked, the id of the one that created "
            "that one. null if the store created it, or if it is unknown."
        ),
    ]
    link_makers: Annotated[
        list[str],
        described(
            "If it was created in a session that depended on sign-in links: the ids of the people and tokens that made "
            "these links. It ends when one of these people is deactivated, or is no operator any more."
        ),
    ]


class ShownToken(Token, kw_only=True):
    """A token, with the number of tokens created with it."""

    children: Annotated[int, described("How many tokens were created with it, directly or through other tokens.")]


class CreatedToken(Token, kw_only=True):
    """A new token, with its text, which is returned only once."""

    token: Annotated[str, described("The bearer token itself.")]


class TokenPage(msgspec.Struct):
    """A page of tokens."""

    items: list[Token]
    next: Next
    prev: Prev


def _create(context: RequestContext, tx: Transaction) -> Response:
    body = to_struct(context.body, TokenInput)
    scopes, problems = _read_scopes(body.scopes)
    receiver_id = None if body.receiver is None else parse_receiver(body.receiver)
    if body.receiver is not None and receiver_id is None:
        problems.append(FieldError(pointer="/receiver", code="not_found", detail="There is no such receiver."))
    if problems:
        raise Invalid(fields=tuple(problems))
    created = tokens.create(
        tx,
        ids=context.dependencies.ids,
        random_bytes=context.dependencies.random_bytes,
        name=body.name,
        scopes=scopes,
        days=None if body.days is UNSET else body.days,
        receiver_id=receiver_id,
        person_id=body.person,
        creator=context.token,
    )
    context.detail = ", ".join(sorted(scopes))
    return json_response(CreatedToken(**_fields(created.token, tx), token=created.text.reveal()), status=201)


def _list(context: RequestContext, tx: Transaction) -> Response:
    query = context.query
    filters = stored.TokenFilter(
        states=query.get("state"),
        scope=query.get("scope"),
        receiver_id=query.get("receiver"),
        unused_since=query.get("unused_since"),
        created_by=query.get("created_by"),
        person_id=query.get("person"),
        link_maker=query.get("link_maker"),
        is_program=_OF_PROGRAMS.get(query.get("owner", "")),
    )
    return page_response(
        context,
        stored.page(tx, filters, keyset=context.keyset, limit=limit_of(context) + 1),
        item=lambda token: _view(token, tx),
        place=lambda token: token.id,
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    token = stored.find(tx, context.request.values["id"])
    if token is None:
        raise NotFound("There is no such token.")
    return json_response(ShownToken(**_fields(token, tx), children=stored.count_descendants(tx, token.id)))


async def _revoke(context: RequestContext) -> Response:
    def revoke(tx: Transaction) -> Response:
        with_children = context.query.get("children", False)
        children = tokens.revoke(tx, context.request.values["id"], by=context.token, with_children=with_children)
        context.detail = f"and {children} created with it" if children else ""
        return Response(204)

    response = await context.write(revoke)
    context.dependencies.authenticator.forget()
    return response


def _read_scopes(names: list[str]) -> tuple[frozenset[Scope], list[FieldError]]:
    if len(names) > SCOPES_MAX:
        detail = f"At most {SCOPES_MAX} scopes are allowed."
        return frozenset(), [FieldError(pointer="/scopes", code="items", detail=detail)]
    scopes: set[Scope] = set()
    problems = []
    for index, name in enumerate(names):
        if name in _NAMES:
            scopes |= _NAMES[name]
        else:
            detail = f"{quoted(name)} is not a scope. Use {', '.join(_NAMES)}."
            problems.append(FieldError(pointer=f"/scopes/{index}", code="scope", detail=detail))
    return frozenset(scopes), problems


def _view(token: domain.Token, tx: Transaction) -> Token:
    return Token(**_fields(token, tx))


def _fields(token: domain.Token, tx: Transaction) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": sorted(token.scopes),
        "receiver": next(map(receiver_text, token.receiver_ids or ()), None),
        "person": token.person_id,
        "created_at": to_text(token.created_at),
        "expires_at": text_or_none(token.expires_at),
        "last_used_at": text_or_none(token.last_used_at),
        "state": token.state(tx.now),
        "created_by": token.created_by,
        "link_makers": list(token.link_makers),
    }


def _read_states(text: str, _: Settings) -> frozenset[TokenState]:
    try:
        return frozenset(TokenState(name) for name in text.split(",", patterns.STATES_MAX - 1))
    except ValueError:
        raise ValueError(f"write one or more of {', '.join(TokenState)}, separated by commas.") from None


_FILTERS = (
    Parameter(
        name="state",
        description="Only tokens in these states: one or more, separated by commas.",
        parse=_read_states,
        schema=lambda _: {"type": "string", "pattern": patterns.TOKEN_STATES, "examples": ["ending,expired"]},
    ),
    choice_parameter("scope", "Only tokens with this scope.", Scope),
    Parameter(
        name="receiver",
        description="Only tokens bound to this receiver.",
        parse=RECEIVER.parse,
        schema=RECEIVER.schema,
    ),
    time_parameter("unused_since", "Only tokens created before this time and not used since (RFC 3339)."),
    choice_parameter("owner", "Only tokens of programs, or only those of people.", tuple(_OF_PROGRAMS)),
    id_parameter(
        "person", "Only tokens that belong to the person with this id.", example="per_01kjxsn5q2w8rxb0v3n7yd6m4e"
    ),
    id_parameter(
        "created_by",
        "Only tokens created with this token or by this person, in sessions that its links opened, or with such tokens "
        "in turn.",
        example="tok_01kjxsn5q2w8rxb0v3n7yd6m4e",
    ),
    id_parameter(
        "link_maker",
        "Only tokens that depend on a link of this person, of one of their tokens, or of this token: those that end "
        "with the person's access.",
        example="per_01kjxsn5q2w8rxb0v3n7yd6m4e",
    ),
)

_get = partial(Endpoint, method="GET", scope=Scope.TOKENS_WRITE)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=TOKENS,
        name="createToken",
        scope=Scope.TOKENS_WRITE,
        summary="Create a token",
        description=(
            "A token cannot have more permissions than the token that creates it, or outlive it. The text of the new "
            "token is returned only once."
        ),
        handler=write_handler(_create),
        status=201,
        request=TokenInput,
        request_example={"name": "web shop", "scopes": ["plants:read", "events:read"], "days": 90},
        response=CreatedToken,
        response_example=_EXAMPLE | {"token": "pst_" + "0" * 36},
        errors=(Invalid, Forbidden),
    ),
    _get(
        path=TOKENS,
        name="listTokens",
        summary="List tokens",
        description="In the order in which they were created. Never includes their text.",
        handler=read_handler(_list),
        response=TokenPage,
        response_example={"items": [_EXAMPLE], "next": None, "prev": None},
        parameters=(*_FILTERS, LIMIT, CURSOR),
    ),
    _get(
        path=TOKEN,
        name="showToken",
        summary="Get a token",
        description=(
            "The scopes and expiry of a token, and how many tokens were created with it. Never includes its text."
        ),
        handler=read_handler(_show),
        response=ShownToken,
        response_example=_EXAMPLE | {"children": 2},
        allows_self=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="DELETE",
        path=TOKEN,
        name="revokeToken",
        scope=Scope.TOKENS_WRITE,
        summary="Revoke a token",
        description=(
            "Takes effect immediately in this process, and within 5 seconds in others. Your own token needs every "
            "scope of each token that it revokes. Sign-in links created with the token, and the sessions they opened, "
            "end with it."
        ),
        handler=_revoke,
        status=204,
        parameters=(
            flag_parameter(
                "children",
                "Whether to also revoke all tokens created with it, in sessions that its sign-in links opened, or with "
                "such tokens in turn. To list them, use `GET /tokens?created_by=`.",
            ),
        ),
        allows_self=True,
        errors=(NotFound, Forbidden),
    ),
)
