"""Notifications for live pages: polls the attempts table once a second, as long as there are listeners.

Polling the table also notices what other processes send. Each listener then reads with its own token; listeners that
request the same data share one response.
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

POLL_S = 1.0
STREAMS_OF_SESSION_MAX = 4  # browsers open six connections per host over HTTP/1.1
STREAMS_MAX = 400  # of all sessions: each takes a connection, and a session check for each notification
SHARED_MAX = 1_000  # responses kept until the next notification; a client can request any position of the feed
_log = structlog.get_logger("plantstore")


class Listener:
    """Waits for notifications. `ended`: there will be no more."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.ended = False
        self._news = asyncio.Event()

    def notify(self) -> None:
        self._news.set()

    def end(self) -> None:
        self.ended = True
        self._news.set()

    async def wait(self, *, seconds_max: float) -> bool:
        """Wait for a notification, at most `seconds_max`; return True if there was one."""
        try:
            async with asyncio.timeout(seconds_max):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True


class Broadcast:
    """The listeners of this process, and the poll that notifies them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: set[Listener] = set()
        self._of_owner: Counter[str] = Counter()
        self._poller: asyncio.Task[None] | None = None
        self._head = -1
        self._shared: dict[tuple[str, ...], asyncio.Future[Any]] = {}
        self._stopped = False

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, owner: str) -> Listener | None:
        """Return a new listener; None if this owner, or all owners together, have too many."""
        if self._stopped or self._of_owner[owner] >= STREAMS_OF_SESSION_MAX or len(self) >= STREAMS_MAX:
            return None
        listener = Listener(owner)
        self._listeners.add(listener)
        self._of_owner[owner] += 1
        if self._poller is None:
            self._poller = asyncio.get_running_loop().create_task(self._keep_polling())
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener, if it is still there."""
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._of_owner -= Counter({listener.owner: 1})
        if not self._listeners and self._poller is not None:
            self._poller.cancel()
            self._poller = None
            self._shared.clear()

    async def poll(self) -> None:
        """Notify all listeners if an attempt was recorded since the last poll."""
        head = await self._database.read(attempt_pages.head)
        if head != self._head:
            self._head = head
            self._shared.clear()
            for listener in self._listeners:
                listener.notify()

    async def share(self, key: tuple[str, ...], load: Callable[[], Awaitable[Any]]) -> Any:
        """Return the result of `load`, which runs once per key between two notifications.

        The key must contain everything the result depends on. Without listeners there is no poll, so then only calls
        that overlap share a result.
        """
        result = self._shared.get(key)
        if result is None:
            if len(self._shared) >= SHARED_MAX:
                self._shared.clear()
            result = self._shared[key] = asyncio.ensure_future(load())
            result.add_done_callback(partial(self._drop, key))
        return await asyncio.shield(result)

    def stop(self) -> None:
        """End all streams now and start no others, because the server stops."""
        self._stopped = True
        for listener in self._listeners:
            listener.end()

    def _drop(self, key: tuple[str, ...], result: "asyncio.Future[Any]") -> None:
        """Keep no failure, and no result that no poll would clear."""
        failed = result.cancelled() or result.exception() is not None
        if (failed or self._poller is None) and self._shared.get(key) is result:
            del self._shared[key]

    async def _keep_polling(self) -> None:
        try:
            while True:
                await asyncio.sleep(POLL_S)
                try:
                    await self.poll()
                except StoreError as error:  # the store is overloaded; the next poll finds what this one missed
                    _log.warning("live pages wait for the store", error=repr(error))
        finally:
            if self._poller is asyncio.current_task():  # it failed: clients reconnect and start a new one
                self._poller = None
                self._shared.clear()
                for listener in self._listeners:
                    listener.end()
