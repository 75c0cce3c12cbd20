"""Reads pages of one receiver's retries, probes and replays in a reader thread, one page at a time.

A failed read may be repeated after READ_RETRY_S, without a limit on the number of attempts. An exception other than
StoreError is a bug, and is reported once per series of failures.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, TypeVar

from plantstore.core.faults import FaultStreak
from plantstore.core.timers import Timer
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext
from plantstore.storage.database import Transaction

Page = TypeVar("Page")


class PageReader(Generic[Page]):
    """Reads a page on request and passes it to a callback.

    `wake` is called after each page, and when a failed read may be repeated. `rows` names the rows in error reports.
    """

    def __init__(self, context: DeliveryContext, rows: str, *, wake: Callable[[], None]) -> None:
        self._context = context
        self._wake = wake
        self._timer = Timer(wake)
        self._faults = FaultStreak(f"{rows} could not be read")
        self._retry_at = -math.inf
        self._stopped = False
        self._has_failed = False
        self.reading = False

    @property
    def is_pending(self) -> bool:
        """True while a page is being read, or after a failed read that has not been repeated yet."""
        return self.reading or self._has_failed

    def may_read(self) -> bool:
        """True if a read may begin now. If it is too early after a failed read, `wake` is called when it may."""
        if self.reading or self._stopped:
            return False
        wait_s = self._retry_at - self._context.clock.monotonic()
        if wait_s > 0:
            self._timer.set(wait_s)
        return wait_s <= 0

    def read(
        self,
        load: Callable[[Transaction], Page],
        take: Callable[[Page], None],
        *,
        prepare: Callable[[], Awaitable[None]] | None = None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Wait for `prepare`, run `load` in a reader thread, and call `take` with its result.

        If any of them raises, call `failed`.
        """
        assert not self.reading
        self.reading = True
        task = asyncio.get_running_loop().create_task(self._read(load, prepare))
        task.add_done_callback(partial(self._loaded, take, failed))

    def stop(self) -> None:
        """Discard the page being read, if any, and make no more callbacks."""
        self._stopped = True
        self._timer.cancel()

    async def _read(self, load: Callable[[Transaction], Page], prepare: Callable[[], Awaitable[None]] | None) -> Page:
        if prepare is not None:
            await prepare()
        return await self._context.database.read(load)

    def _loaded(self, take: Callable[[Page], None], failed: Callable[[], None], task: "asyncio.Task[Page]") -> None:
        self.reading = False
        if task.cancelled():
            return
        error = task.exception()  # retrieved even after a stop: asyncio logs an unretrieved exception
        if self._stopped:
            return
        if error is None:
            error = self._taken(take, task.result())
        self._has_failed = error is not None
        if error is not None:
            self._faults.failed(error)
            failed()
            self._retry_at = self._context.clock.monotonic() + READ_RETRY_S
            self._timer.set(READ_RETRY_S)
            return
        self._faults.worked()
        self._wake()

    def _taken(self, take: Callable[[Page], None], page: Page) -> Exception | None:
        try:
            take(page)
        except Exception as error:
            return error
        return None
