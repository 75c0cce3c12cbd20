"""Who asks, and whether they may: bearer tokens as RFC 6750 has it.

A token that was never issued, has expired, or was revoked gets one and the same answer, by the same way.
"""

import asyncio
import re
from collections import OrderedDict

from plantstore.core.clock import Clock
from plantstore.domain.errors import Forbidden, Malformed, Unauthorized
from plantstore.domain.timestamps import Instant
from plantstore.domain.token import Scope, Token, hash_of, looks_right
from plantstore.storage.database import Database
from plantstore.storage.tables import tokens
from plantstore.web.auth.rate_limit import RateLimits
from plantstore.web.http.problems import Refused
from plantstore.web.http.request import Request

CACHE_S = 5.0  # a revocation on another process is heeded within this time (trust.md)
CACHE_TOKENS_MAX = 10_000
_REALM = b'Bearer realm="Plant Store"'
_QUERY_TOKEN = re.compile(rb"(?:^|&)access_token(?:=|&|$)")


class Authenticator:
    """Know tokens by their text. Those seen within CACHE_S are remembered by their hash."""

    def __init__(self, database: Database, clock: Clock, rate_limits: RateLimits) -> None:
        self._database = database
        self._clock = clock
        self._rate_limits = rate_limits
        self._known: OrderedDict[bytes, tuple[Token, float]] = OrderedDict()
        self._used: dict[str, Instant] = {}
        self._revocations = 0
        self._one_at_a_time = asyncio.Lock()

    async def check(self, request: Request) -> Token:
        """Give the token of a request, or refuse it. Refusals and requests are counted."""
        try:
            token = await self._token_of(request)
        except Refused as refused:
            if isinstance(refused.error, Unauthorized):
                self._rate_limits.count_failure(request, self._clock.monotonic())
            raise
        self._rate_limits.count(request, token.id, self._clock.monotonic())
        return token

    async def _token_of(self, request: Request) -> Token:
        token = await self.find(_presented(request), request)
        if token is None:
            raise _invalid()
        self.note_use(token)
        return token

    async def find(self, text: str, request: Request) -> Token | None:
        """The valid token of this text, wherever the request comes from: only failures are limited.

        Nobody guesses 178 random bits, so a right token never has to wait for others at its address. While the address
        is over its limit, look-ups go one at a time: a flood of guesses keeps at most one reader of the database busy.
        """
        token_hash = hash_of(text)
        token = self._remembered(token_hash)
        if token is None and looks_right(text):  # a typo never reaches the database
            if self._rate_limits.is_limited(request, self._clock.monotonic()):
                async with self._one_at_a_time:
                    token = await self._look_up(token_hash)
            else:
                token = await self._look_up(token_hash)
        return token if token is not None and token.is_valid(self._clock.now()) else None

    def note_use(self, token: Token) -> None:
        """Remember that a token was used just now: by a program, or by who is signed in with it."""
        self._used[token.id] = self._clock.now()

    def forget(self) -> None:
        """Look every token up again: one was revoked."""
        self._known.clear()
        self._revocations += 1

    async def write_uses(self) -> None:
        """Write down when tokens were last used. To be called about once a minute."""
        used, self._used = self._used, {}
        if not used:
            return
        try:
            await self._database.write(lambda tx: tokens.note_use(tx, used))
        except Exception:
            self._used = used | self._used
            raise

    def _remembered(self, token_hash: bytes) -> Token | None:
        known = self._known.get(token_hash)
        if known is None or self._clock.monotonic() - known[1] >= CACHE_S:
            return None
        self._known.move_to_end(token_hash)
        return known[0]

    async def _look_up(self, token_hash: bytes) -> Token | None:
        revocations, asked_at = -1, 0.0
        token = None
        while revocations != self._revocations:  # what was read before a revocation is not worth remembering
            revocations, asked_at = self._revocations, self._clock.monotonic()
            token = await self._database.read(lambda tx: tokens.find_by_hash(tx, token_hash))
        self._remember(token_hash, token, asked_at)
        return token

    def _remember(self, token_hash: bytes, token: Token | None, asked_at: float) -> None:
        if token is None:
            self._known.pop(token_hash, None)
            return
        self._known[token_hash] = token, asked_at
        self._known.move_to_end(token_hash)
        if len(self._known) > CACHE_TOKENS_MAX:
            self._known.popitem(last=False)


def check_scope(token: Token, scope: Scope) -> None:
    """Refuse a token without this scope, and name the scope."""
    if scope not in token.scopes:
        challenge = _REALM + b', error="insufficient_scope", scope="%s"' % scope.encode()
        raise Refused(Forbidden(f"This needs a token with the scope {scope}."), (b"www-authenticate", challenge))


def _presented(request: Request) -> str:
    if b"access_token" in request.query and _QUERY_TOKEN.search(request.query):
        raise _unreadable("Send the token in the Authorization header, never in the address: addresses are logged.")
    if b"authorization" in request.repeated:
        raise _unreadable("Send one Authorization header, not two.")
    given = request.headers.get(b"authorization", b"").decode("latin-1")
    scheme, _, text = given.strip().partition(" ")
    if scheme.lower() != "bearer":
        # RFC 6750 §3.1: who sent no token, or knows another scheme only, gets no error code.
        raise Refused(Unauthorized("Send Authorization: Bearer and a token."), (b"www-authenticate", _REALM))
    if not text.strip():
        raise _unreadable("There is no token behind Bearer.")
    return text.strip()


def _invalid() -> Refused:
    challenge = _REALM + b', error="invalid_token", error_description="not a valid token"'
    return Refused(
        Unauthorized("This token is not valid: mistyped, expired or revoked."), (b"www-authenticate", challenge)
    )


def _unreadable(detail: str) -> Refused:
    return Refused(Malformed(detail), (b"www-authenticate", _REALM + b', error="invalid_request"'))
