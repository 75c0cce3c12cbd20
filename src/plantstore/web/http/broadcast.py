"""Pages that are live: a look each second at whether anything was sent, for all who listen, while somebody does.

It asks the table and not this process, so that it tells what other processes send too. Every listener then reads in the
name of its own token; those who want the same at the same place share the answer.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import structlog

from plantstore.domain.errors import StoreError
from plantstore.storage.database import Database
from plantstore.storage.tables import attempt_pages

LOOK_S = 1.0
STREAMS_OF_SESSION_MAX = 4  # browsers keep six connections to one host over HTTP/1.1 (experience.md, 2.4)
STREAMS_MAX = 400  # of everybody: each costs a connection, and a look at its session when there is news
SHARED_MAX = 1_000  # answers that are kept until there is news; a caller can ask for any place of the feed
_log = structlog.get_logger("plantstore")


class Listener:
    """Somebody who is told when there is news. `over` says that nothing more will come."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.over = False
        self._news = asyncio.Event()

    def tell(self) -> None:
        self._news.set()

    def end(self) -> None:
        self.over = True
        self._news.set()

    async def wait(self, *, seconds_max: float) -> bool:
        """Wait for news, so long at most; says whether there is any."""
        try:
            async with asyncio.timeout(seconds_max):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True


class Broadcast:
    """Who listens, and the look that is taken for them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: set[Listener] = set()
        self._of_owner: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None
        self._head = -1
        self._shared: dict[tuple[str, ...], asyncio.Future[Any]] = {}
        self._stopped = False

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, owner: str) -> Listener | None:
        """Listen from now on, until `leave`; None when this owner or all together have too many streams already."""
        if self._stopped or self._of_owner[owner] >= STREAMS_OF_SESSION_MAX or len(self) >= STREAMS_MAX:
            return None
        listener = Listener(owner)
        self._listeners.add(listener)
        self._of_owner[owner] += 1
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look_on())
        return listener

    def leave(self, listener: Listener) -> None:
        """Listen no more. Leaving twice is leaving once."""
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._of_owner -= Counter({listener.owner: 1})
        if not self._listeners and self._looking is not None:
            self._looking.cancel()
            self._looking = None
            self._shared.clear()

    async def look(self) -> None:
        """See whether anything was sent since the last look, and tell."""
        head = await self._database.read(attempt_pages.head)
        if head != self._head:
            self._head = head
            self._shared.clear()
            for listener in self._listeners:
                listener.tell()

    async def share(self, key: tuple[str, ...], ask: Callable[[], Awaitable[Any]]) -> Any:
        """The answer to what several ask between two news: asked once. The key says everything that it depends on.

        While nobody listens nobody looks for news, so that only those share an answer who ask at the same moment.
        """
        asked = self._shared.get(key)
        if asked is None:
            if len(self._shared) >= SHARED_MAX:
                self._shared.clear()
            asked = self._shared[key] = asyncio.ensure_future(ask())
            asked.add_done_callback(partial(self._drop, key))
        return await asyncio.shield(asked)

    def stop(self) -> None:
        """End every stream at once, and begin no other: the server stops."""
        self._stopped = True
        for listener in self._listeners:
            listener.end()

    def _drop(self, key: tuple[str, ...], asked: "asyncio.Future[Any]") -> None:
        """Keep no failure, and nothing that no look would take away."""
        failed = asked.cancelled() or asked.exception() is not None
        if (failed or self._looking is None) and self._shared.get(key) is asked:
            del self._shared[key]

    async def _look_on(self) -> None:
        try:
            while True:
                await asyncio.sleep(LOOK_S)
                try:
                    await self.look()
                except StoreError as error:  # the store has too much to do; what was missed is seen the next time
                    _log.warning("live pages wait for the store", error=repr(error))
        finally:
            if self._looking is asyncio.current_task():  # it failed: who listens comes again, to a new one
                self._looking = None
                self._shared.clear()
                for listener in self._listeners:
                    listener.end()
