"""Notifications for live pages: polls the attempts table once a second while there are listeners.

Polling the table also finds the attempts of other processes. After a notification, each listener reads what
its page shows, with its own token; listeners that request the same data share one response.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import structlog

from plantstore.core.turns import outside_requests
from plantstore.domain.errors import StoreError
from plantstore.storage.database import Database
from plantstore.storage.tables import attempt_pages

POLL_S = 1.0
STREAMS_OF_SESSION_MAX = 4  # max event streams per session; browsers open at most six HTTP/1.1 connections per host
STREAMS_MAX = 400  # max streams of all sessions; each stream costs a connection and a session check per notification
SHARED_MAX = 1_000  # max responses cached between two notifications; clients can request any feed position
_log = structlog.get_logger("plantstore")


class Listener:
    """Receives the notifications for one live page. `ended` is True if there will be no more notifications."""

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
        """Wait at most `seconds_max` for a notification; return True if one arrived."""
        try:
            async with asyncio.timeout(seconds_max):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True


class Broadcast:
    """Notifies the listeners of this process of new attempts, which it finds by polling."""

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
        """Return a new listener; None after `stop`, or if this owner or all owners together have reached the limit."""
        if self._stopped or self._of_owner[owner] >= STREAMS_OF_SESSION_MAX or len(self) >= STREAMS_MAX:
            return None
        listener = Listener(owner)
        self._listeners.add(listener)
        self._of_owner[owner] += 1
        if self._poller is None:
            self._poller = asyncio.get_running_loop().create_task(self._keep_polling(), context=outside_requests())
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener, if it is still registered. Stop polling after the last listener has left."""
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
        """Return the result of `load`, which runs at most once per key between two notifications.

        The key must contain everything the result depends on. Without listeners there is no polling, so only
        concurrent calls share a result. A full cache is cleared early, and failures are not cached.
        """
        result = self._shared.get(key)
        if result is None:
            if len(self._shared) >= SHARED_MAX:
                self._shared.clear()
            result = self._shared[key] = asyncio.ensure_future(load())
            result.add_done_callback(partial(self._drop, key))
        return await asyncio.shield(result)

    def stop(self) -> None:
        """End all streams and refuse new ones, because the server is stopping."""
        self._stopped = True
        for listener in self._listeners:
            listener.end()

    def _drop(self, key: tuple[str, ...], result: "asyncio.Future[Any]") -> None:
        """Drop the result from the cache if it is a failure, or if no poll is running that would clear it."""
        failed = result.cancelled() or result.exception() is not None
        if (failed or self._poller is None) and self._shared.get(key) is result:
            del self._shared[key]

    async def _keep_polling(self) -> None:
        try:
            while True:
                await asyncio.sleep(POLL_S)
                try:
                    await self.poll()
                except StoreError as error:  # the database is overloaded; the next poll finds what this poll missed
                    _log.warning("live pages wait for the store", error=repr(error))
        finally:
            if self._poller is asyncio.current_task():  # polling failed: clients reconnect, which starts it again
                self._poller = None
                self._shared.clear()
                for listener in self._listeners:
                    listener.end()
