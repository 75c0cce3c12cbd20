"""The endpoint that creates one-time sign-in links for the console."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from plantstore.domain.errors import Forbidden, NotFound
from plantstore.domain.session import LINK_S_MAX, LinkKind
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.schemas import Time, described
from plantstore.web.auth import sessions
from plantstore.web.http.endpoint import API, Endpoint, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SIGN_IN_LINKS = f"{API}/sign-in-links"


class SignInLinkInput(msgspec.Struct, forbid_unknown_fields=True):
    """The token to create a sign-in link for."""

    token: Annotated[
        str,
        described(
            "The id of the token whose permissions the user gets. The default is your own token. If that is the "
            "operator's token, the link makes the first person of a store that has none, and signs in its operator if "
            "there is only one."
        ),
    ] | (UnsetType) = UNSET


class SignInLink(msgspec.Struct):
    """A one-time sign-in link."""

    url: Annotated[str, described("The link to open in a browser. It is returned only once.", format="uri")]
    expires_at: Time


def _make(context: RequestContext, tx: Transaction) -> Response:
    asked = to_struct(context.body, SignInLinkInput)
    token, random_bytes = context.token, context.dependencies.random_bytes
    token_id = token.id if asked.token is UNSET else asked.token
    kind = sessions.kind_of_own_link(token) if asked.token is UNSET else LinkKind.SIGN_IN
    link = sessions.make_link(tx, random_bytes=random_bytes, creator=token, token_id=token_id, kind=kind)
    context.detail = f"for {token_id}"
    url = sessions.address(context.dependencies.settings.console_url, link)
    return json_response(SignInLink(url=url, expires_at=to_text(link.expires_at)), status=201)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=SIGN_IN_LINKS,
        name="makeSignInLink",
        scope=Scope.TOKENS_WRITE,
        summary="Create a sign-in link",
        description=(
            f"The link signs a user in to the console once, within {LINK_S_MAX // 60} minutes, with the permissions of "
            "the token. That token cannot have more permissions than yours."
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
