"""The client of an OpenID Connect provider: discovery, keys, the authorization code flow, and claims of people.

The metadata and the keys are fetched when they are needed and then cached. All requests have a deadline, a largest
response and checked addresses; redirects are not followed.
"""

import asyncio
import base64
import hmac
import re
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar
from urllib.parse import quote, quote_plus, urlencode

import structlog

from plantstore.core.clock import Clock
from plantstore.core.settings import PREFIX, Settings
from plantstore.domain.errors import Unauthorized
from plantstore.domain.openid import (
    ALGORITHMS,
    CALLBACK_PATH,
    Account,
    Attempt,
    Claims,
    ExpectedToken,
    ProviderUnusable,
    account_of,
    check_claims,
)
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.http1 import Failure
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.openid import id_token
from plantstore.sending.openid.id_token import UnknownKey, Verified
from plantstore.sending.openid.metadata import Key, Metadata, read_keys, read_metadata, read_object
from plantstore.sending.openid.place import ALLOW_SETTING, ProviderPlace
from plantstore.sending.resolving import Resolver
from plantstore.sending.urls import ReceiverUrl

DEADLINE_S = 10.0  # of one request to the provider
BODY_BYTES_MAX = 98_304  # of one response, which is read on the event loop; usual ones have 10,000 bytes
CACHE_S = 3_600.0  # how long metadata and keys are used
FAILED_S = 10.0  # how long a failure is remembered, so that many sign-ins don't wait for a provider that is down
KEYS_S_MIN = 60.0  # min time between two requests for keys, because a token may name any key
_BEARER = re.compile(r"[!-~]{1,65536}")
_ERROR = re.compile(r"[a-z_]{1,64}")

_log = structlog.get_logger("plantstore")
Value = TypeVar("Value")


class _Cached(Generic[Value]):
    """A value that is fetched at most once at a time. A failure is remembered for FAILED_S."""

    def __init__(self, fetch: Callable[[], Awaitable[Value]], clock: Clock) -> None:
        self._fetch = fetch
        self._clock = clock
        self._lock = asyncio.Lock()
        self._value: tuple[Value, float] | None = None
        self._failure: tuple[str, float] | None = None

    async def get(self, *, age_s_max: float = CACHE_S) -> Value:
        """Return a value that is not older than `age_s_max`. Raise ProviderUnusable if it can't be fetched."""
        async with self._lock:
            now_s = self._clock.monotonic()
            if self._value is not None and now_s - self._value[1] < age_s_max:
                return self._value[0]
            if self._failure is not None and now_s - self._failure[1] < FAILED_S:
                raise ProviderUnusable(self._failure[0])
            try:
                value = await self._fetch()
            except ProviderUnusable as error:
                self._failure = error.detail, self._clock.monotonic()
                raise
            self._value, self._failure = (value, self._clock.monotonic()), None
            return value


class OpenIdClient:
    """Asks the provider of the settings. `redirect_uri` is the address at this store to which it sends browsers."""

    def __init__(self, place: ProviderPlace, settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> None:
        self.issuer = place.issuer
        self.redirect_uri = settings.console_url + CALLBACK_PATH
        self._place = place
        self._settings = settings
        self._clock = clock
        self._http = HttpClient(
            address_policy=AddressPolicy(allow=settings.openid_allow_networks, setting=ALLOW_SETTING),
            resolve=Resolver(),
            tls=tls,
            connect_s_max=settings.connect_s_max,
        )
        self._metadata = _Cached(self._fetch_metadata, clock)
        self._keys = _Cached(self._fetch_keys, clock)

    async def metadata(self) -> Metadata:
        """Return the provider's metadata. Raise ProviderUnusable, which says what is wrong."""
        return await self._metadata.get()

    async def keys(self) -> Sequence[Key]:
        """Return the provider's keys. Raise ProviderUnusable, which says what is wrong."""
        return await self._keys.get()

    async def check(self) -> None:
        """Fetch the metadata and the keys. Raise ProviderUnusable, which says what is wrong."""
        if not any(id_token.is_usable(key) for key in await self.keys()):
            raise self._unusable((await self.metadata()).keys_url, f"It has no key for {', '.join(ALGORITHMS)}.")

    async def authorization_address(self, attempt: Attempt, *, again: bool) -> str:
        """Return the address at the provider that the browser opens. `again`: the person must sign in there again."""
        fields = {
            "client_id": self._place.client_id,
            "response_type": "code",
            "redirect_uri": self.redirect_uri,
            "scope": self._settings.openid_scopes,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
            **({"prompt": "login", "max_age": "0"} if again else {}),
        }
        return _with_query((await self.metadata()).authorization_url, fields)

    async def sign_out_address(self, following: str) -> str | None:
        """Return the address that signs the person out at the provider, if it has one.

        It contains no `id_token_hint`, because ID tokens are not stored: the provider asks the person to confirm.
        """
        try:
            url = (await self.metadata()).sign_out_url
        except ProviderUnusable:
            return None
        fields = {"client_id": self._place.client_id, "post_logout_redirect_uri": following}
        return None if url is None else _with_query(url, fields)

    async def check_issuer(self, issuer: str | None) -> None:
        """Raise Unauthorized if a response of the authorization endpoint comes from another provider (RFC 9207)."""
        if issuer is None and not (await self.metadata()).sends_issuer:
            return
        if issuer != self.issuer:
            raise Unauthorized("This response comes from another provider than the one that was asked.")

    async def account(self, code: str, attempt: Attempt, *, since: Instant | None, wanted: Sequence[str]) -> Account:
        """Exchange a code for the account of the person who signed in.

        With `since`, the person must have signed in at the provider since that time. If the ID token lacks a `wanted`
        claim, the userinfo endpoint is asked. Raise Unauthorized if the response is not valid, and ProviderUnusable if
        there is none.
        """
        found = await self._exchange(code, attempt)
        token, access_token = found.get("id_token"), found.get("access_token", "")
        if not isinstance(token, str) or not isinstance(access_token, str):
            raise Unauthorized("The provider's response contains no ID token.")
        verified = await self._verify(token)
        expected = ExpectedToken(
            issuer=self.issuer,
            client_id=self._place.client_id,
            nonce=attempt.nonce,
            access_token=access_token,
            since_s=None if since is None else since / SECOND_US,
        )
        subject = check_claims(
            verified.claims, expected, algorithm=verified.algorithm, now_s=self._clock.now() / SECOND_US
        )
        claims = verified.claims
        if any(name not in claims and name.partition(".")[0] not in claims for name in wanted):
            claims = {**await self._userinfo(access_token, subject), **claims}
        return account_of(claims, issuer=self.issuer, subject=subject, role_claim=self._settings.openid_role_claim)

    async def _exchange(self, code: str, attempt: Attempt) -> dict[str, Any]:
        """Ask the token endpoint (RFC 6749 §4.1.3)."""
        metadata, headers = await self.metadata(), {"accept": "application/json"}
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": attempt.verifier,
        }
        secret = self._place.client_secret.reveal()
        if metadata.uses_basic:
            pair = f"{quote_plus(self._place.client_id)}:{quote_plus(secret)}"  # RFC 6749 §2.3.1: encoded as in a form
            headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            fields |= {"client_id": self._place.client_id, "client_secret": secret}
        headers["content-type"] = "application/x-www-form-urlencoded"
        request = Request(method="POST", url=metadata.token_url, headers=headers, body=urlencode(fields).encode())
        response = await self._send(request)
        if response.status != 200:
            raise self._refused(response)
        try:
            return read_object(response.body)
        except ValueError as error:
            raise Unauthorized("The provider's response to the code can't be read.") from error

    def _refused(self, response: Response) -> Unauthorized | ProviderUnusable:
        """Return the error for a token endpoint that refuses (RFC 6749 §5.2)."""
        try:
            code = read_object(response.body).get("error")
        except ValueError:
            code = None
        shown = code if isinstance(code, str) and _ERROR.fullmatch(code) else f"status {response.status}"
        _log.warning("the OpenID Connect provider refused a code", reason=shown)
        if code in ("invalid_client", "unauthorized_client"):
            return ProviderUnusable(
                f"It doesn't accept the client id and secret ({shown}): correct {PREFIX}OPENID_CLIENT_SECRET."
            )
        if response.status >= 500:
            return ProviderUnusable(f"Its token endpoint failed ({shown}).")
        return Unauthorized(f"The provider refused to complete the sign-in ({shown}). Sign in again.")

    async def _verify(self, token: str) -> Verified:
        """Verify a token. If its key is unknown, ask for the keys again, at most once in KEYS_S_MIN."""
        algorithms = (await self.metadata()).algorithms
        try:
            return id_token.verify(token, await self.keys(), algorithms=algorithms)
        except UnknownKey:
            keys = await self._keys.get(age_s_max=KEYS_S_MIN)
        try:
            return id_token.verify(token, keys, algorithms=algorithms)
        except UnknownKey as error:
            detail = "The provider's ID token can't be accepted: it is signed with a key that isn't published."
            raise Unauthorized(detail) from error

    async def _userinfo(self, access_token: str, subject: str) -> Claims:
        """Return the claims of the userinfo endpoint, which must be about the same person (Core §5.3.2)."""
        url = (await self.metadata()).userinfo_url
        if url is None or not _BEARER.fullmatch(access_token):
            return {}
        headers = {"accept": "application/json", "authorization": f"Bearer {access_token}"}
        response = await self._send(Request(method="GET", url=url, headers=headers))
        try:
            if response.status != 200:
                raise ValueError("not a success")
            claims = read_object(response.body)
        except ValueError as error:
            raise Unauthorized("The provider didn't say who you are: its userinfo endpoint refused.") from error
        found = claims.get("sub")
        if not isinstance(found, str) or not hmac.compare_digest(found.encode("utf-8", "replace"), subject.encode()):
            raise Unauthorized("The provider's responses are about different people.")
        return claims

    async def _fetch_metadata(self) -> Metadata:
        raw = await self._fetch(self._place.discovery_url)
        try:
            return read_metadata(raw, issuer=self.issuer)
        except ValueError as error:
            raise self._unusable(self._place.discovery_url, str(error)) from error

    async def _fetch_keys(self) -> list[Key]:
        url = (await self.metadata()).keys_url
        raw = await self._fetch(url)
        try:
            return read_keys(raw)
        except ValueError as error:
            raise self._unusable(url, str(error)) from error

    async def _fetch(self, url: ReceiverUrl) -> bytes:
        response = await self._send(Request(method="GET", url=url, headers={"accept": "application/json"}))
        if response.status != 200:
            raise self._unusable(url, f"It answered with status {response.status}.")
        return response.body

    async def _send(self, request: Request) -> Response:
        result = await self._http.send(request, deadline_s=DEADLINE_S, body_bytes_max=BODY_BYTES_MAX)
        if isinstance(result, Failure):
            raise self._unusable(request.url, result.detail)
        return result

    def _unusable(self, url: ReceiverUrl, reason: str) -> ProviderUnusable:
        """Return the error for a provider that can't be used. The log names the cause, which only operators need."""
        where = url.text.partition("?")[0]
        _log.warning("the OpenID Connect provider can't be used", url=where, reason=reason)
        return ProviderUnusable(f"{where} can't be used. {reason}")


def _with_query(url: ReceiverUrl, fields: dict[str, str]) -> str:
    separator = "&" if "?" in url.path else "?"
    return url.text + separator + urlencode(fields, quote_via=quote)
