"""One authorised API request, and the transaction that answers it."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from plantstore.domain.token import Token
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import activity, idempotency
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.request import Request
from plantstore.web.http.response import Response

Command = Callable[[Transaction], Response]


class _WithId(msgspec.Struct):
    """The id in a response body. The other fields are not decoded: they may hold secrets."""

    id: str | int = ""


_REPLAYED = (b"idempotency-replayed", b"true")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Response).decode
_decode_id = msgspec.json.Decoder(_WithId).decode
_canonical = msgspec.json.Encoder(order="sorted").encode


@dataclass(slots=True, kw_only=True)
class RequestContext:
    """A parsed request whose token is permitted to make it.

    `query`: the parsed parameters. `filters`: the text of those that narrow a list. `keyset`: where a list continues.
    `version`: the version named by If-Match; None without one. `key`: the Idempotency-Key; None without one.
    `action`: the name that the list of activities records; None for a request that it does not record. `detail` is
    recorded with it: a handler may set it to a few words, never to a secret. `has_activity`: it was recorded.
    """

    dependencies: Dependencies
    token: Token
    request: Request
    body: dict[str, Any]
    query: dict[str, Any]
    filters: dict[str, str]
    keyset: KeysetPage
    version: int | None
    key: str | None
    action: str | None
    detail: str = ""
    has_activity: bool = False
    _hashed: tuple[dict[str, Any], bytes] | None = None

    async def read(self, command: Command) -> Response:
        """Run a command on one snapshot of the store."""
        return await self.dependencies.database.read(command)

    async def write(self, command: Command, *, exclusive: bool = True, prefetch: Sequence[Prefetch] = ()) -> Response:
        """Run a command in a write transaction. See `Database.write` for the parameters.

        The same transaction records the activity and, with an Idempotency-Key, the response: a repeated request gets
        that response and changes nothing.
        """
        if self.key:
            await self._hash_large_body()
            prefetch = [*prefetch, idempotency.prefetch(self._idempotency_request())]
        return await self.dependencies.database.write(
            partial(self._execute, command), exclusive=exclusive, prefetch=prefetch
        )

    async def add_activity_afterwards(self, response: Response) -> None:
        """Record the activity of a request that was done outside `write`; a replayed response has one already."""
        if _REPLAYED not in response.headers:
            await self.dependencies.database.write(partial(self._add_activity, response))

    async def find_stored_response(self) -> Response | None:
        """Return the response stored under this Idempotency-Key, for handlers that do slow work before `write`."""
        if not self.key:
            return None
        await self._hash_large_body()
        return await self.dependencies.database.read(self._find_stored)

    def _execute(self, command: Command, tx: Transaction) -> Response:
        if self.key:
            stored = self._find_stored(tx, make_room=True)
            if stored is not None:
                return stored
        response = command(tx)
        if self.action is not None:
            self._add_activity(response, tx)
        if self.key:
            idempotency.store(tx, self.dependencies.secret_box, self._idempotency_request(), _encode(response))
        return response

    def _add_activity(self, response: Response, tx: Transaction) -> None:
        """Record who did what to which object: the ids in the path, or else the id in the response."""
        assert self.action is not None
        subject = "/".join(self.request.values.values())
        if not subject and response.body:
            subject = str(_decode_id(response.body).id)
        activity.add(
            tx,
            actor=self.token.id,
            actor_name=self.token.name,
            action=self.action,
            subject=subject,
            detail=self.detail,
        )
        self.has_activity = True

    def _find_stored(self, tx: Transaction, *, make_room: bool = False) -> Response | None:
        stored = idempotency.find(tx, self.dependencies.secret_box, self._idempotency_request(), make_room=make_room)
        if stored is None:
            return None
        response = _decode(stored)
        return Response(response.status, response.body, (*response.headers, _REPLAYED))

    async def _hash_large_body(self) -> None:
        """Hash a large body in a thread, because hashing would block the event loop."""
        if self.request.is_large:
            await asyncio.to_thread(self._idempotency_request)

    def _idempotency_request(self) -> idempotency.Request:
        """Return the key and a hash of the request: of its method, its path and its canonical JSON.

        Two bodies that differ only in the order of names or in white space are equal. The hash is cached for one
        `body` object: a handler that replaces it makes another request.
        """
        assert self.key is not None
        if self._hashed is None or self._hashed[0] is not self.body:
            parts = (self.request.method.encode(), self.request.path.encode(), _canonical(self.body))
            self._hashed = self.body, hashlib.sha256(b"\n".join(parts)).digest()
        return idempotency.Request(token_id=self.token.id, key=self.key, hash=self._hashed[1])
