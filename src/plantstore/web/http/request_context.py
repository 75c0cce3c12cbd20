"""One authorised call: what an operation is handed, and the one door through which it changes the store."""

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


class _Named(msgspec.Struct):
    """Of an answer, only its id: the rest may hold secrets."""

    id: str | int = ""


_REPLAYED = (b"idempotency-replayed", b"true")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Response).decode
_decode_id = msgspec.json.Decoder(_Named).decode
_canonical = msgspec.json.Encoder(order="sorted").encode


@dataclass(slots=True, kw_only=True)
class RequestContext:
    """A request that was understood, from a token that may make it.

    `query` holds the parameters as they were read, `filters` the text of those that choose what a list shows, and
    `keyset` where the list continues. `version` is what If-Match asks for.

    `action` is what the list of activities calls this operation; None leaves it out. `detail` is said there beside it:
    an operation may set it, to a few words and never to a secret.
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
    noted: bool = False
    _hashed: tuple[dict[str, Any], bytes] | None = None

    async def read(self, command: Command) -> Response:
        """Answer from one snapshot of the store."""
        return await self.dependencies.database.read(command)

    async def write(self, command: Command, *, exclusive: bool = True, prefetch: Sequence[Prefetch] = ()) -> Response:
        """Change the store, once: with an Idempotency-Key, the answer is stored by the same transaction.

        So is the row that says who did it.
        """
        if self.key:
            await self._prepare_key()
            prefetch = [*prefetch, idempotency.prefetch(self._keyed())]
        command = partial(self._once if self.key else self._noting, command)
        return await self.dependencies.database.write(command, exclusive=exclusive, prefetch=prefetch)

    async def record_activity_after(self, response: Response) -> None:
        """Write the row of an operation that did its work elsewhere: one that was repeated has its row already."""
        if self.action is not None and not self.noted and _REPLAYED not in response.headers:
            await self.dependencies.database.write(partial(self._note, response))

    async def find_stored_response(self) -> Response | None:
        """The answer this call's key has got already, for those who would do something slow before `write`."""
        if self.key is None:
            return None
        await self._prepare_key()
        return await self.dependencies.database.read(self._stored)

    def _once(self, command: Command, tx: Transaction) -> Response:
        response = self._stored(tx, make_room=True)
        if response is None:
            response = self._noting(command, tx)
            idempotency.store(tx, self.dependencies.secret_box, self._keyed(), _encode(response))
        return response

    def _noting(self, command: Command, tx: Transaction) -> Response:
        response = command(tx)
        if self.action is not None:
            self._note(response, tx)
        return response

    def _note(self, response: Response, tx: Transaction) -> None:
        """Say who did what to whom: what the address names, or what the answer does."""
        assert self.action is not None
        subject = "/".join(self.request.values.values()) or _id_in(response)
        activity.add(
            tx,
            actor=self.token.id,
            actor_name=self.token.name,
            action=self.action,
            subject=subject,
            detail=self.detail,
        )
        self.noted = True

    def _stored(self, tx: Transaction, *, make_room: bool = False) -> Response | None:
        stored = idempotency.find(tx, self.dependencies.secret_box, self._keyed(), make_room=make_room)
        if stored is None:
            return None
        response = _decode(stored)
        return Response(response.status, response.body, (*response.headers, _REPLAYED))

    async def _prepare_key(self) -> None:
        """Hash a large body in a thread, lest the event loop stand still."""
        if self.request.is_large:
            await asyncio.to_thread(self._keyed)

    def _keyed(self) -> idempotency.Request:
        """Two requests are equal when their JSON is, whatever the order of its names and its white space.

        The hash is made once for each `body`: a handler that puts another in its place asks for another request.
        """
        assert self.key is not None
        if self._hashed is None or self._hashed[0] is not self.body:
            asked = b"\n".join((self.request.method.encode(), self.request.path.encode(), _canonical(self.body)))
            self._hashed = self.body, hashlib.sha256(asked).digest()
        return idempotency.Request(token_id=self.token.id, key=self.key, hash=self._hashed[1])


def _id_in(response: Response) -> str:
    return str(_decode_id(response.body).id) if response.body else ""
