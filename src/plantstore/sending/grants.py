"""Access tokens for receivers by OAuth 2.0 client credentials (RFC 6749 §4.4), cached in memory.

The token endpoint is called like a receiver: its addresses are checked, redirects are not followed, and there is a
deadline and a largest response. A receiver's token is fetched once for all requests that wait for it, and renewed
before it expires, or when the receiver refuses it with 401. Without a token, no request is sent.
"""

import asyncio
import base64
import re
import ssl
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote_plus, urlencode, urlsplit

from plantstore.core.clock import Clock
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.client_grant import ClientGrant
from plantstore.domain.secret import AccessToken
from plantstore.sending.connection import Done
from plantstore.sending.dialling import AddressChecker, Resolve
from plantstore.sending.http1 import Failure
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.openid.metadata import read_object
from plantstore.sending.proxy import Proxy
from plantstore.sending.request import RequestTemplate
from plantstore.sending.urls import parse_url

DEADLINE_S = 10.0  # of one request to a token endpoint
BODY_BYTES_MAX = 65_536  # of one response, which is read on the event loop; usual ones have 2,000 bytes
TOKEN_CHARS_MAX = 8_192  # servers accept header lines of 8 KiB; a JWT usually has 1,000 to 2,000 characters
MARGIN_S, MARGIN_SHARE = 30.0, 0.1  # a token is renewed 30 s before it expires, or after 90 % of a shorter life
LIFE_S_DEFAULT, LIFE_S_MAX = 300.0, 86_400.0  # without `expires_in`, and the longest time for which a token is used
RENEW_S_MIN = 1.0  # a token that is refused within this time is not renewed: the receiver accepts none of its kind
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")  # b64token, RFC 6750 §2.1
_ERROR = re.compile(r"[a-z_]{1,64}")

Send = Callable[[RequestTemplate, Event, int, Done], None]


class TokenFailed(Exception):
    """The token endpoint returned no usable token. The message says why, without secrets."""


class _Token(NamedTuple):
    text: AccessToken
    fetched_s: float
    expires_s: float


class _Entry:
    """The token of one receiver, and the fetch that is running for it."""

    __slots__ = ("fetch", "grant", "token")

    def __init__(self, grant: ClientGrant) -> None:
        self.grant = grant
        self.token: _Token | None = None
        self.fetch: asyncio.Task[_Token] | None = None


class TokenSource:
    """The access tokens of all receivers with client credentials. Everything runs on the event loop."""

    def __init__(
        self,
        *,
        clock: Clock,
        address_policy: AddressChecker,
        resolve: Resolve,
        tls: ssl.SSLContext,
        connect_s_max: float,
        proxy: Proxy | None = None,
    ) -> None:
        self._clock = clock
        self._http = HttpClient(
            address_policy=address_policy, resolve=resolve, tls=tls, connect_s_max=connect_s_max, proxy=proxy
        )
        self._entries: dict[ReceiverId, _Entry] = {}
        self._fetches: set[asyncio.Task[_Token]] = set()
        self._waiting: set[asyncio.Task[None]] = set()

    def send(self, template: RequestTemplate, event: Event, number: int, done: Done, *, send: Send) -> None:
        """Send a request with the receiver's token by `send`, after fetching one if needed.

        If there is no token, `done` gets an AUTHORIZATION_FAILED outcome. If the receiver refuses the token with 401,
        the token is forgotten, and `token_renewed` of the outcome is set.
        """
        assert template.grant is not None
        entry = self._entry(template.key.receiver_id, template.grant)
        token = entry.token
        if token is not None and self._clock.monotonic() < token.expires_s:
            self._send_with(entry, token, template, event, number, done, send)
            return
        task = asyncio.get_running_loop().create_task(self._fetch_and_send(entry, template, event, number, done, send))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    def forget(self, receiver_id: ReceiverId) -> None:
        """Forget the token of a receiver. New client credentials need no call: their first request fetches a token."""
        self._entries.pop(receiver_id, None)

    async def close(self) -> None:
        """Abort the fetches; requests that wait for a token end as `stopped`."""
        for fetch in self._fetches:
            fetch.cancel()
        if self._waiting:
            await asyncio.wait(self._waiting)

    def _entry(self, receiver_id: ReceiverId, grant: ClientGrant) -> _Entry:
        entry = self._entries.get(receiver_id)
        if entry is None or entry.grant != grant:
            entry = self._entries[receiver_id] = _Entry(grant)
        return entry

    async def _fetch_and_send(
        self, entry: _Entry, template: RequestTemplate, event: Event, number: int, done: Done, send: Send
    ) -> None:
        started_s = self._clock.monotonic()
        try:
            token = await self._fetched(entry)
        except asyncio.CancelledError:
            done(
                Outcome(
                    OutcomeKind.STOPPED, self._since_us(started_s), detail="The store stopped before it had a token."
                )
            )
        except TokenFailed as error:
            done(self._failed(started_s, f"No token from {urlsplit(entry.grant.token_url).hostname}: {error}"))
        except Exception as error:  # a mistake of ours: the request must end nevertheless
            context = {"message": "a token could not be requested", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
            done(self._failed(started_s, "No token could be requested."))
        else:
            self._send_with(entry, token, template, event, number, done, send)

    def _failed(self, started_s: float, detail: str) -> Outcome:
        return Outcome(OutcomeKind.AUTHORIZATION_FAILED, self._since_us(started_s), detail=detail)

    def _since_us(self, started_s: float) -> int:
        return round((self._clock.monotonic() - started_s) * 1_000_000)

    async def _fetched(self, entry: _Entry) -> _Token:
        """Return the token of the fetch that is running, or of a new one."""
        if entry.fetch is None:
            entry.fetch = asyncio.get_running_loop().create_task(self._fetch(entry))
            self._fetches.add(entry.fetch)
            entry.fetch.add_done_callback(self._fetches.discard)
        return await asyncio.shield(entry.fetch)

    async def _fetch(self, entry: _Entry) -> _Token:
        try:
            result = await self._http.send(_request(entry.grant), deadline_s=DEADLINE_S, body_bytes_max=BODY_BYTES_MAX)
            if isinstance(result, Failure):
                raise TokenFailed(result.detail)
            text, life_s = read_token(result)
            now_s = self._clock.monotonic()
            usable_s = life_s - min(MARGIN_S, life_s * MARGIN_SHARE)
            entry.token = _Token(text, now_s, now_s + usable_s)
            return entry.token
        finally:
            entry.fetch = None

    def _send_with(
        self,
        entry: _Entry,
        token: _Token,
        template: RequestTemplate,
        event: Event,
        number: int,
        done: Done,
        send: Send,
    ) -> None:
        def ended(outcome: Outcome) -> None:
            if outcome.status == 401:
                is_new = self._clock.monotonic() - token.fetched_s < RENEW_S_MIN
                if entry.token is token:
                    entry.token = None
                outcome = outcome._replace(token_renewed=not is_new)
            done(outcome)

        send(template.with_token(token.text), event, number, ended)


def read_token(response: Response) -> tuple[AccessToken, float]:
    """Return the token of a response and its life in seconds (RFC 6749 §5.1); raise TokenFailed."""
    if 300 <= response.status < 400:
        raise TokenFailed(f"It responded with a redirect ({response.status}), which is not followed.")
    try:
        found = read_object(response.body)
    except ValueError as error:
        detail = "is no JSON object" if response.status == 200 else f"has the status {response.status}"
        raise TokenFailed(f"Its response {detail}.") from error
    if response.status != 200:
        code = found.get("error")
        shown = code if isinstance(code, str) and _ERROR.fullmatch(code) else f"status {response.status}"
        raise TokenFailed(f"It refused to issue a token ({shown}).")
    kind, text, life = found.get("token_type"), found.get("access_token"), found.get("expires_in", LIFE_S_DEFAULT)
    if not isinstance(kind, str) or kind.lower() != "bearer":
        raise TokenFailed("Its token is not of the type Bearer.")
    if not isinstance(text, str) or len(text) > TOKEN_CHARS_MAX or _TOKEN.fullmatch(text) is None:
        raise TokenFailed(
            f"Its token is missing, longer than {TOKEN_CHARS_MAX:,} characters, or no bearer token (RFC 6750)."
        )
    if isinstance(life, bool) or not isinstance(life, int | float) or not life > 0:
        raise TokenFailed("Its expires_in is not a positive number.")
    return AccessToken(text), float(min(life, LIFE_S_MAX))


def _request(grant: ClientGrant) -> Request:
    pair = f"{quote_plus(grant.client_id)}:{quote_plus(grant.client_secret.reveal())}"  # RFC 6749 §2.3.1: as in a form
    fields = {"grant_type": "client_credentials", "scope": grant.scope, "audience": grant.audience}
    return Request(
        method="POST",
        url=parse_url(grant.token_url),
        headers={
            "accept": "application/json",
            "authorization": f"Basic {base64.b64encode(pair.encode()).decode()}",
            "content-type": "application/x-www-form-urlencoded",
        },
        body=urlencode({name: value for name, value in fields.items() if value is not None}).encode(),
    )
