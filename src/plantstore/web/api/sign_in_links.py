"""The operation that makes a link by which a person signs in to the console, once."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.errors import Forbidden, NotFound
from plantstore.domain.session import LINK_S_MAX
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.wire import Time
from plantstore.web.auth import sessions
from plantstore.web.http.endpoint import API, Endpoint, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SIGN_IN_LINKS = f"{API}/sign-in-links"


class SignInLinkInput(msgspec.Struct, forbid_unknown_fields=True):
    """For whom the link is."""

    token: Annotated[str, Meta(description="The id of the token whose rights the person gets. Default: your own.")] | (
        UnsetType
    ) = UNSET


class SignInLink(msgspec.Struct):
    """A link that works once."""

    url: Annotated[
        str, Meta(description="Open it in a browser. It is shown this once.", extra_json_schema={"format": "uri"})
    ]
    expires_at: Time


def _make(context: RequestContext, tx: Transaction) -> Response:
    asked = to_struct(context.body, SignInLinkInput)
    token_id = context.token.id if asked.token is UNSET else asked.token
    link = sessions.make_link(
        tx, random_bytes=context.dependencies.random_bytes, creator=context.token, token_id=token_id
    )
    context.detail = f"for {token_id}"
    url = sessions.address(context.dependencies.settings.public_url, link)
    return json_response(SignInLink(url=url, expires_at=to_text(link.expires_at)), status=201)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=SIGN_IN_LINKS,
        name="makeSignInLink",
        scope=Scope.TOKENS_WRITE,
        summary="Make a link that signs in to the console",
        description=(
            f"It works once, within {LINK_S_MAX // 60} minutes. Whoever opens it may do what the token may; that token "
            "may do no more than the one that asks."
        ),
        handler=write_handler(_make),
        status=201,
        request=SignInLinkInput,
        request_example={},
        response=SignInLink,
        response_example={
            "url": "http://localhost:8000/sign-in?key=Jq3cXhN0vTt1l2yYq8uWk5mBz7sDfGhJkLpQwErTyUi",
            "expires_at": "2026-03-02T09:25:00.000Z",
        },
        errors=(NotFound, Forbidden),
    ),
)
