"""The operations on the bearer tokens of this API."""

from typing import Any

from plantstore import tokens
from plantstore.domain.errors import FieldError, Forbidden, Invalid, NotFound
from plantstore.domain.identity import parse_receiver, receiver_text
from plantstore.domain.instant import text_or_none, to_text
from plantstore.domain.text import quoted
from plantstore.domain.token import BUNDLES, Scope, Token
from plantstore.storage import tokens as stored
from plantstore.storage.database import Transaction
from plantstore.web import wire
from plantstore.web.call import Call
from plantstore.web.decoding import to_struct
from plantstore.web.lists import CURSOR, LIMIT, limit_of, page_reply
from plantstore.web.operation import API, Operation, reading, writing
from plantstore.web.reply import Reply, json_reply

TOKENS = f"{API}/tokens"
_NAMES = {str(scope): frozenset({scope}) for scope in Scope} | BUNDLES
_EXAMPLE: dict[str, Any] = {
    "id": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "web shop",
    "scopes": ["events:read", "plants:read"],
    "receiver": None,
    "created_at": "2026-03-02T09:15:00.000Z",
    "expires_at": "2026-05-31T09:15:00.000Z",
    "last_used_at": None,
}


def _create(call: Call, tx: Transaction) -> Reply:
    wanted = to_struct(call.body, wire.NewToken)
    scopes, problems = _read_scopes(wanted.scopes)
    receiver_id = None if wanted.receiver is None else parse_receiver(wanted.receiver)
    if wanted.receiver is not None and receiver_id is None:
        problems.append(FieldError(pointer="/receiver", code="not_found", detail="There is no such receiver."))
    if problems:
        raise Invalid(fields=tuple(problems))
    created = tokens.create(
        tx,
        ids=call.services.ids,
        random_bytes=call.services.random_bytes,
        name=wanted.name,
        scopes=scopes,
        days=wanted.days,
        receiver_id=receiver_id,
        creator=call.token,
    )
    call.detail = ", ".join(sorted(scopes))
    return json_reply(wire.CreatedToken(**_fields(created.token), token=created.text.reveal()), status=201)


def _list(call: Call, tx: Transaction) -> Reply:
    return page_reply(
        call,
        stored.page(tx, after=str(call.after or ""), limit=limit_of(call) + 1),
        item=lambda token: wire.Token(**_fields(token)),
        place=lambda token: token.id,
    )


async def _revoke(call: Call) -> Reply:
    def revoke(tx: Transaction) -> Reply:
        tokens.revoke(tx, call.request.values["id"])
        return Reply(204)

    reply = await call.write(revoke)
    call.services.authenticator.forget()
    return reply


def _read_scopes(names: list[str]) -> tuple[frozenset[Scope], list[FieldError]]:
    if len(names) > wire.SCOPES_MAX:
        detail = f"Name at most {wire.SCOPES_MAX}."
        return frozenset(), [FieldError(pointer="/scopes", code="items", detail=detail)]
    scopes: set[Scope] = set()
    problems = []
    for index, name in enumerate(names):
        if name in _NAMES:
            scopes |= _NAMES[name]
        else:
            detail = f"{quoted(name)} is no scope. Write some of {', '.join(_NAMES)}."
            problems.append(FieldError(pointer=f"/scopes/{index}", code="scope", detail=detail))
    return frozenset(scopes), problems


def _fields(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": sorted(token.scopes),
        "receiver": None if token.receiver_id is None else receiver_text(token.receiver_id),
        "created_at": to_text(token.created_at),
        "expires_at": text_or_none(token.expires_at),
        "last_used_at": text_or_none(token.last_used_at),
    }


OPERATIONS = (
    Operation(
        method="POST",
        path=TOKENS,
        name="createToken",
        scope=Scope.TOKENS_WRITE,
        summary="Create a token",
        description="It may do no more than the token that creates it. Its text is shown this once.",
        handler=writing(_create),
        status=201,
        request=wire.NewToken,
        request_example={"name": "web shop", "scopes": ["plants:read", "events:read"], "days": 90},
        answer=wire.CreatedToken,
        answer_example=_EXAMPLE | {"token": "pst_" + "0" * 36},
        errors=(Invalid, Forbidden),
    ),
    Operation(
        method="GET",
        path=TOKENS,
        name="listTokens",
        scope=Scope.TOKENS_WRITE,
        summary="List tokens",
        description="In the order in which they were made, never with their text.",
        handler=reading(_list),
        answer=wire.TokenPage,
        answer_example={"items": [_EXAMPLE], "next": None},
        parameters=(LIMIT, CURSOR),
    ),
    Operation(
        method="DELETE",
        path=TOKENS + "/{id}",
        name="revokeToken",
        scope=Scope.TOKENS_WRITE,
        summary="Revoke a token",
        description="At once in this process, within 5 seconds in others.",
        handler=_revoke,
        status=204,
        errors=(NotFound,),
    ),
)
