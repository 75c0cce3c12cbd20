"""An authorised API request, and the transactions that its handler runs."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import msgspec

from plantstore.domain.plants.history import Author, Way
from plantstore.domain.token import Token
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import activity, idempotency
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.request import Request
from plantstore.web.http.response import Response

Command = Callable[[Transaction], Response]
Result = TypeVar("Result")


class _WithId(msgspec.Struct):
    """Decodes only the `id` of a response body, because other fields may be secret."""

    id: str | int = ""


_REPLAYED = (b"idempotency-replayed", b"true")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Response).decode
_decode_id = msgspec.json.Decoder(_WithId).decode
_canonical = msgspec.json.Encoder(order="sorted").encode


@dataclass(slots=True, kw_only=True)
class RequestContext:
    """A parsed request whose token is allowed to make it.

    `query`: the parsed parameters. `filters`: the unparsed values of filter parameters. `keyset`: the position and the
    direction of the requested page. `version`: the version required by If-Match; None if any version matches.
    `key`: the Idempotency-Key; None without this header. `action`: the name of the action in the activity log; None if
    the request is not logged there. `detail`: a few words for the same log entry, which a handler may set, never to a
    secret. `has_activity`: True if the entry was written. `way`: how the request came, for the history of plants.
    `may_be_late`: a standby may be read.
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
    subject: str = ""
    detail: str = ""
    has_activity: bool = False
    way: Way = Way.API
    may_be_late: bool = False
    _hashed: tuple[dict[str, Any], bytes] | None = None

    async def read(self, command: Callable[[Transaction], Result]) -> Result:
        """Run a command on a snapshot of the database, or of a standby if the response `may_be_late`."""
        database = self.dependencies.database
        return await (database.read_late(command) if self.may_be_late else database.read(command))

    async def write(self, command: Command, *, exclusive: bool = True, prefetch: Sequence[Prefetch] = ()) -> Response:
        """Run a command in a write transaction. See `Database.write` for the parameters.

        The same transaction writes the activity log and, for a request with an Idempotency-Key, stores the response: if
        the request is repeated, it changes nothing and gets the stored response.
        """
        if self.key:
            await self._hash_large_body()
            prefetch = [*prefetch, idempotency.prefetch(self._idempotency_request())]
        return await self.dependencies.database.write(
            partial(self._execute, command), exclusive=exclusive, prefetch=prefetch
        )

    async def add_activity_afterwards(self, response: Response) -> None:
        """Log the activity of a request that was not handled in `write`. A repeated request is not logged again."""
        if _REPLAYED not in response.headers:
            await self.dependencies.database.write(partial(self._add_activity, response))

    async def find_stored_response(self) -> Response | None:
        """Return the response stored for this Idempotency-Key, or None. Handlers call this before slow work.

        A stored response is read again in a write transaction, which waits for a synchronous standby (`find`).
        """
        if not self.key:
            return None
        await self._hash_large_body()
        stored = await self.dependencies.database.read(self._find_stored)
        if stored is None:
            return None
        prefetch = [idempotency.prefetch(self._idempotency_request())]
        return await self.dependencies.database.write(self._find_stored, exclusive=False, prefetch=prefetch)

    def _execute(self, command: Command, tx: Transaction) -> Response:
        tx.author = Author(actor=self.token.id, name=self.token.name, way=self.way)
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
        """Log who did what to which object. The ids in the path name the object; if none, the response's id."""
        assert self.action is not None
        subject = self.subject or "/".join(self.request.values.values())
        if not subject and response.body:
            subject = str(_decode_id(response.body).id)
        activity.add_by(tx, self.token, action=self.action, subject=subject, detail=self.detail)
        self.has_activity = True

    def _find_stored(self, tx: Transaction, *, make_room: bool = False) -> Response | None:
        stored = idempotency.find(tx, self.dependencies.secret_box, self._idempotency_request(), make_room=make_room)
        if stored is None:
            return None
        response = _decode(stored)
        return Response(response.status, response.body, (*response.headers, _REPLAYED))

    async def _hash_large_body(self) -> None:
        """Hash a large body in a thread, to avoid blocking the event loop."""
        if self.request.is_large:
            await asyncio.to_thread(self._idempotency_request)

    def _idempotency_request(self) -> idempotency.Request:
        """Return the key and a hash of the method, the path and the canonical JSON of the body.

        Bodies that differ only in the order of names or in white space have the same hash. The hash is cached per
        `body` object: if a handler replaces `body`, the hash is computed again.
        """
        assert self.key is not None
        if self._hashed is None or self._hashed[0] is not self.body:
            parts = (self.request.method.encode(), self.request.path.encode(), _canonical(self.body))
            self._hashed = self.body, hashlib.sha256(b"\n".join(parts)).digest()
        return idempotency.Request(token_id=self.token.id, key=self.key, hash=self._hashed[1])
