"""Reads the pages of one receiver's retries, probes and replays, one at a time, in a reader thread.

A failed read is repeated after READ_RETRY_S, for as long as it takes. An exception that is no StoreError is a fault,
and is reported once a streak.
"""

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from plantstore.core.faults import FaultStreak
from plantstore.core.timers import Timer
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext
from plantstore.storage.database import Transaction

Page = TypeVar("Page")


class PageReader(Generic[Page]):
    """Reads a page on request, hands it over, and calls `wake` after each page and when a failed read may be repeated.

    `rows` names what is read, for the report of a fault.
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
        """True while a page is being read, or waits to be read again after a failure."""
        return self.reading or self._has_failed

    def may_read(self) -> bool:
        """True if a read may begin now. If it is too early after a failed read, `wake` is called in time."""
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
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Run `load` in a reader thread and call `take` with what it returned, or `failed` if it raised."""
        assert not self.reading
        self.reading = True
        task = asyncio.get_running_loop().create_task(self._context.database.read(load))
        task.add_done_callback(partial(self._loaded, take, failed))

    def stop(self) -> None:
        """Drop a page that is being read, and call nothing any more."""
        self._stopped = True
        self._timer.cancel()

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
