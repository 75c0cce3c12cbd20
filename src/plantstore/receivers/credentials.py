"""Changes what authenticates the requests to a receiver: its access token or client credentials, and static headers.

Credentials of one server are not sent to another: a URL of another scheme, host or port needs all of them again.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from plantstore.core.service_settings import is_loopback
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.client_grant import ClientGrant, check_grant
from plantstore.domain.receivers.headers import HeaderChange, check_all_given, with_changes
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.domain.secret import AccessToken, Secret
from plantstore.sending.urls import have_same_origin, parse_url, token_needed
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_grants, receiver_headers
from plantstore.storage.tables import receivers as stored

TOKEN_URL = "/oauth/token_url"  # noqa: S105 - a pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantChange:
    """New client credentials; without a `client_secret`, the present one stays."""

    token_url: str
    client_id: str
    client_secret: Secret | None = None
    scope: str | None = None
    audience: str | None = None

    def problems(self) -> list[FieldError]:
        """Return the problems of all fields except the URL."""
        secret = None if self.client_secret is None else self.client_secret.reveal()
        return check_grant(client_id=self.client_id, client_secret=secret, scope=self.scope, audience=self.audience)

    def with_secret_of(self, present: ClientGrant | None) -> ClientGrant:
        """Return the whole client credentials. Raise Invalid if the present secret is for another server or client."""
        secret = self.client_secret
        if secret is None and present is not None and present.client_id == self.client_id:
            secret = present.client_secret if have_same_origin(present.token_url, self.token_url) else None
        if secret is None:
            raise _invalid(
                "/oauth/client_secret", "required", "Give the client secret for this token endpoint and client."
            )
        return ClientGrant(
            token_url=self.token_url,
            client_id=self.client_id,
            client_secret=secret,
            scope=self.scope,
            audience=self.audience,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialsPatch:
    """Changes to a receiver's credentials; None leaves them unchanged. `removes_grant` ends client credentials."""

    access_token: AccessToken | None = None
    headers: HeaderChange | None = None
    grant: GrantChange | None = None
    removes_grant: bool = False


def change(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, patch: CredentialsPatch, *, moves: bool
) -> None:
    """Apply the changes. Raise Invalid if a credential is missing; `moves` is True if the URL has another origin."""
    present = receiver_grants.read(tx, secret_box, receiver_id)
    if patch.grant is not None or (present is not None and not patch.removes_grant):
        _check_granted(patch, moves=moves)
    elif patch.access_token is None and (moves or present is not None):
        raise (
            token_needed() if moves else _invalid("/access_token", "required", "Give the access token to send instead.")
        )
    if moves or patch.headers:
        headers = receiver_headers.read(tx, secret_box, receiver_id)
        if moves:
            check_all_given(headers, patch.headers or {})
        receiver_headers.write(tx, secret_box, receiver_id, with_changes(headers, patch.headers or {}))
    if patch.access_token is not None:
        stored.set_access_token(tx, secret_box, receiver_id, patch.access_token)
    if patch.grant is not None:
        receiver_grants.write(tx, secret_box, receiver_id, patch.grant.with_secret_of(present))
    elif patch.removes_grant:
        receiver_grants.delete(tx, receiver_id)


def _check_granted(patch: CredentialsPatch, *, moves: bool) -> None:
    """Check a patch after which a token endpoint issues the receiver's tokens."""
    if patch.access_token is not None:
        raise both_given()
    if moves and (patch.grant is None or patch.grant.client_secret is None):
        detail = "The URL leads to another server. Give the client credentials too, with their secret."
        raise _invalid("/oauth/client_secret", "required", detail)


def both_given() -> Invalid:
    """Return the error for an access token of a receiver whose tokens a token endpoint issues."""
    detail = "The token endpoint in oauth issues its tokens. To send this one instead, set oauth to null."
    return _invalid("/access_token", "oauth", detail)


async def check_token_url(text: str, check_url: Callable[[str], Awaitable[str]]) -> str:
    """Return the canonical URL of a token endpoint; raise Invalid with the reason unless it may be called."""
    try:
        canonical = await check_url(text)
    except Invalid as error:
        raise Invalid(fields=tuple(replace(one, pointer=TOKEN_URL) for one in error.fields)) from error
    url = parse_url(canonical)
    if url.path == WEBHOOK_PATH and not text.endswith(WEBHOOK_PATH):
        raise _invalid(TOKEN_URL, "path", "Write the whole URL of the token endpoint.")
    if not url.tls and not is_loopback(url.host):
        raise _invalid(TOKEN_URL, "scheme", "Use https: the client secret is sent there.")
    return canonical


def _invalid(pointer: str, code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer=pointer, code=code, detail=detail),))
