"""Authentication and authorisation by bearer token (RFC 6750).

Unknown, expired and revoked tokens get the same response through the same code path.
"""

import asyncio
import re
from collections import OrderedDict

from plantstore.core.clock import Clock
from plantstore.domain.errors import Forbidden, Malformed, Unauthorized
from plantstore.domain.public_ids import PERSON_PREFIX
from plantstore.domain.timestamps import Instant
from plantstore.domain.token import Scope, Token, hash_of, looks_right
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import people, tokens
from plantstore.web.auth import principals
from plantstore.web.auth.rate_limit import RateLimits
from plantstore.web.http.admission import Admission
from plantstore.web.http.problems import Refused
from plantstore.web.http.request import Request

CACHE_S = 5.0  # cache lifetime; a revocation by another process takes effect within this time
CACHE_TOKENS_MAX = 10_000
_REALM = b'Bearer realm="Plant Store"'
_QUERY_TOKEN = re.compile(rb"(?:^|&)access_token(?:=|&|$)")


class Authenticator:
    """Authenticates requests by bearer token. Tokens that were found are cached by hash for CACHE_S seconds."""

    def __init__(self, database: Database, clock: Clock, rate_limits: RateLimits, admission: Admission) -> None:
        self._database = database
        self._clock = clock
        self._rate_limits = rate_limits
        self._admission = admission
        self._known: OrderedDict[bytes, tuple[Token, float]] = OrderedDict()
        self._used: dict[str, Instant] = {}
        self._revocations = 0
        self._limited_lookups = asyncio.Lock()

    async def check(self, request: Request) -> Token:
        """Return the valid token of a request, or raise Refused. Count the request or failure for the rate limits."""
        try:
            token = await self.find(_bearer_token(request), request)
            if token is None:
                raise _invalid_token()
        except Refused as refused:
            if isinstance(refused.error, Unauthorized):
                self._rate_limits.count_failure(request, self._clock.monotonic())
            raise
        self.note_use(token)
        credential = request.headers[b"authorization"]
        self._admission.know(credential, token.id)
        try:
            self._rate_limits.count(request, token.id, self._clock.monotonic())
        except Refused as refused:
            self._admission.refuse_for_now(credential, refused)
            raise
        return token

    async def find(self, text: str, request: Request) -> Token | None:
        """Return the valid token with this text; None if there is no such token or it has expired.

        A valid token is accepted even if failed requests from the same network exceed the rate limit: its 178 random
        bits cannot be guessed. While the network is over the limit, lookups run one at a time, so a flood of guesses
        uses at most one database reader.
        """
        token_hash = hash_of(text)
        token = self._remembered(token_hash)
        if token is None and looks_right(text):  # malformed tokens are refused without a database lookup
            if self._rate_limits.is_limited(request, self._clock.monotonic()):
                async with self._limited_lookups:
                    token = await self._look_up(token_hash)
            else:
                token = await self._look_up(token_hash)
        return token if token is not None and token.is_valid(self._clock.now()) else None

    def note_use(self, token: Token) -> None:
        """Note that a token was used now, or a person's session; `write_uses` stores it."""
        self._used[token.id] = self._clock.now()

    def forget(self) -> None:
        """Clear the cache after a token was revoked, or a person's permissions have changed."""
        self._known.clear()
        self._revocations += 1

    async def write_uses(self) -> None:
        """Write the times at which tokens were last used and people seen to the database, about once a minute."""
        used, self._used = self._used, {}
        if not used:
            return
        try:
            await self._database.write(lambda tx: _record_use(tx, used))
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
        revocations, read_at_s = -1, 0.0
        token = None
        while revocations != self._revocations:  # a token was revoked during the lookup: look up again
            revocations, read_at_s = self._revocations, self._clock.monotonic()
            token = await self._database.read(lambda tx: principals.find_by_token_hash(tx, token_hash))
        if token is None:
            self._known.pop(token_hash, None)
            return None
        self._known[token_hash] = token, read_at_s
        self._known.move_to_end(token_hash)
        if len(self._known) > CACHE_TOKENS_MAX:
            self._known.popitem(last=False)
        return token


def _record_use(tx: Transaction, used: dict[str, Instant]) -> None:
    tokens.record_use(tx, {id: at for id, at in used.items() if not id.startswith(PERSON_PREFIX)})
    for person_id in used:
        if person_id.startswith(PERSON_PREFIX):
            people.note_seen(tx, person_id, used[person_id])


def check_scope(token: Token, scope: Scope) -> None:
    """Raise Refused (403), which names the scope, if the token lacks this scope."""
    if scope not in token.scopes:
        challenge = _REALM + b', error="insufficient_scope", scope="%s"' % scope.encode()
        raise Refused(Forbidden(f"This needs a token with the scope {scope}."), (b"www-authenticate", challenge))


def _bearer_token(request: Request) -> str:
    if b"access_token" in request.query and _QUERY_TOKEN.search(request.query):
        raise _unreadable("Send the token in the Authorization header, never in the URL: URLs are logged.")
    if b"authorization" in request.repeated:
        raise _unreadable("Send one Authorization header, not two.")
    authorization = request.headers.get(b"authorization", b"").decode("latin-1")
    scheme, _, text = authorization.strip().partition(" ")
    if scheme.lower() != "bearer":
        # RFC 6750 §3.1: the challenge has no error code if the request has no token or uses another scheme.
        raise Refused(Unauthorized("Send Authorization: Bearer and a token."), (b"www-authenticate", _REALM))
    if not text.strip():
        raise _unreadable("There is no token after Bearer.")
    return text.strip()


def _invalid_token() -> Refused:
    challenge = _REALM + b', error="invalid_token", error_description="not a valid token"'
    return Refused(
        Unauthorized("This token is not valid: mistyped, expired or revoked."), (b"www-authenticate", challenge)
    )


def _unreadable(detail: str) -> Refused:
    return Refused(Malformed(detail), (b"www-authenticate", _REALM + b', error="invalid_request"'))
