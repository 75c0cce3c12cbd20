"""Serves the public keys of a receiver without a token, as a JSON Web Key Set (RFC 7517).

The document names nothing but the keys. A receiver without a key pair, and an id that no receiver has, get the same
response as any unknown path.
"""

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from plantstore.domain.errors import Unavailable
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.public_key import to_jwk
from plantstore.storage.database import Database
from plantstore.storage.tables import receiver_keys
from plantstore.web.http.dispatch import wrong_method
from plantstore.web.http.response import Headers, Response

ADDRESS = "/.well-known/plantstore/keys/{id}"
READS_AT_ONCE_MAX = 16  # requests that read keys from the database at the same time
_HEADERS: Headers = (
    (b"content-type", b"application/jwk-set+json"),
    (b"cache-control", b"max-age=300"),  # far shorter than the time for which an old key signs
    (b"cross-origin-resource-policy", b"cross-origin"),
)


class PublicKeysPage:
    """The ASGI application at ADDRESS. `not_found` responds if there are no keys."""

    def __init__(self, database: Database, not_found: ASGIApp) -> None:
        self._database = database
        self._not_found = not_found
        self._reading = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        keys = await self._keys(scope["path_params"]["id"])
        if not keys:
            await self._not_found(scope, receive, send)
            return
        body = msgspec.json.encode({"keys": [to_jwk(key) for key in keys]})
        await Response(200, body, _HEADERS).send(scope, send)

    async def _keys(self, text: str) -> list[bytes]:
        receiver_id = parse_receiver(text)
        if receiver_id is None:
            return []
        if self._reading >= READS_AT_ONCE_MAX:
            raise Unavailable("Too many keys are being read. Try again.")
        self._reading += 1
        try:
            return await self._database.read(lambda tx: receiver_keys.public_keys(tx, receiver_id))
        finally:
            self._reading -= 1
