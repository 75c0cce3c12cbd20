"""The door for writing, where several processes share the store: each commit says which receivers it has changed."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import receivers

Result = TypeVar("Result")


class SharedDatabase(Database):
    """Touches each receiver that a command's notices name, in its transaction: other processes hear of no notices."""

    def write(self, function: Callable[[Transaction], Result], **how: Any) -> "asyncio.Future[Result]":
        def touching(tx: Transaction) -> Result:
            result = function(tx)
            receivers.touch(tx, tx.changes.receivers)
            return result

        return super().write(touching, **how)
