"""One authorised call: what an operation is handed, and the one door through which it changes the store."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from plantstore.domain.token import Token
from plantstore.storage import idempotency
from plantstore.storage.database import Transaction
from plantstore.web.incoming import Incoming
from plantstore.web.reply import Reply
from plantstore.web.services import Services

Command = Callable[[Transaction], Reply]

_REPLAYED = (b"idempotency-replayed", b"true")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Reply).decode
_canonical = msgspec.json.Encoder(order="sorted").encode


@dataclass(slots=True, kw_only=True)
class Call:
    """A request that was understood, from a token that may make it.

    `query` holds the parameters as they were read, `filters` the text of those that choose what a list shows, and
    `after` where the list goes on. `version` is what If-Match asks for.
    """

    services: Services
    token: Token
    request: Incoming
    body: dict[str, Any]
    query: dict[str, Any]
    filters: dict[str, str]
    after: int | str | None
    version: int | None
    key: str | None

    async def read(self, command: Command) -> Reply:
        """Answer from one snapshot of the store."""
        return await self.services.database.read(command)

    async def write(self, command: Command) -> Reply:
        """Change the store, once: with an Idempotency-Key, the answer is stored by the same transaction."""
        if self.key is None:
            return await self.services.database.write(command)
        return await self.services.database.write(partial(self._once, command))

    async def earlier_reply(self) -> Reply | None:
        """The answer this call's key has got already, for those who would do something slow before `write`."""
        return await self.services.database.read(self._stored) if self.key is not None else None

    def _once(self, command: Command, tx: Transaction) -> Reply:
        reply = self._stored(tx)
        if reply is None:
            reply = command(tx)
            idempotency.store(tx, self.services.sealer, self._keyed(), _encode(reply))
        return reply

    def _stored(self, tx: Transaction) -> Reply | None:
        stored = idempotency.find(tx, self.services.sealer, self._keyed())
        if stored is None:
            return None
        reply = _decode(stored)
        return Reply(reply.status, reply.body, (*reply.headers, _REPLAYED))

    def _keyed(self) -> idempotency.Request:
        """Two requests are equal when their JSON is, whatever the order of its names and its white space."""
        assert self.key is not None
        asked = b"\n".join((self.request.method.encode(), self.request.path.encode(), _canonical(self.body)))
        return idempotency.Request(token_id=self.token.id, key=self.key, hash=hashlib.sha256(asked).digest())
