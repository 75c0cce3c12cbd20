"""Bodies with the OAuth 2.0 client credentials of a receiver."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from plantstore.domain.receivers.client_grant import (
    AUDIENCE_CHARS_MAX,
    CLIENT_ID_CHARS_MAX,
    CLIENT_SECRET_CHARS_MAX,
    SCOPE_CHARS_MAX,
)
from plantstore.sending.urls import URL_CHARS_MAX
from plantstore.web.api.schemas import described
from plantstore.web.openapi import patterns

_TokenUrl = Annotated[
    str,
    described(
        "The token endpoint: a whole https:// URL.", maxLength=URL_CHARS_MAX, format="iri", pattern=patterns.WEB_ADDRESS
    ),
]
_ClientId = Annotated[
    str, described("The client id.", minLength=1, maxLength=CLIENT_ID_CHARS_MAX, pattern=patterns.PRINTABLE_ASCII)
]
_ClientSecret = Annotated[
    str,
    described("The client secret.", minLength=1, maxLength=CLIENT_SECRET_CHARS_MAX, pattern=patterns.PRINTABLE_ASCII),
]
_Scope = Annotated[
    str | None,
    described(
        "The scopes to request, separated by spaces.",
        minLength=1,
        maxLength=SCOPE_CHARS_MAX,
        pattern=patterns.OAUTH_SCOPE,
    ),
]
_Audience = Annotated[
    str | None,
    described(
        "Sent as `audience`, which some servers require.",
        minLength=1,
        maxLength=AUDIENCE_CHARS_MAX,
        pattern=patterns.PRINTABLE_ASCII,
    ),
]


class ClientCredentials(msgspec.Struct, forbid_unknown_fields=True):
    """OAuth 2.0 client credentials: a token endpoint issues the bearer token that is sent (RFC 6749 §4.4)."""

    token_url: _TokenUrl
    client_id: _ClientId
    client_secret: _ClientSecret
    scope: _Scope = None
    audience: _Audience = None


class ClientCredentialsChange(msgspec.Struct, forbid_unknown_fields=True):
    """Client credentials, which replace the present ones as a whole."""

    token_url: _TokenUrl
    client_id: _ClientId
    client_secret: Annotated[
        _ClientSecret | UnsetType,
        described("If you leave it out, the present one stays: only for the same client at the same server."),
    ] = UNSET
    scope: _Scope = None
    audience: _Audience = None


class ShownClientCredentials(msgspec.Struct):
    """Client credentials without the secret, which is never returned."""

    token_url: str
    client_id: str
    scope: str | None
    audience: str | None
