"""Reads the pages of one receiver's retries, probes and replays: one at a time, beside the event loop.

A page that became out of date while it was read is dropped. A read that failed is repeated after READ_AGAIN_S, for as
long as it takes; an exception that is no StoreError is a fault, and is reported once a streak.
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
    """Reads a page when asked, hands it over, and calls `wake`, also when the page was dropped or may be read again.

    `rows` names what is read, in the report of a fault.
    """

    def __init__(self, context: DeliveryContext, rows: str, *, wake: Callable[[], None]) -> None:
        self._context = context
        self._wake = wake
        self._alarm = Timer(wake)
        self._faults = FaultStreak(f"{rows} could not be read")
        self._read_again_at = -math.inf
        self._stale = False
        self._stopped = False
        self._has_failed = False
        self.reading = False

    @property
    def is_pending(self) -> bool:
        """Whether a page is being read, or will be read again because that failed."""
        return self.reading or self._has_failed

    def may_read(self) -> bool:
        """Whether a read may begin now. After a failed one it may not for READ_AGAIN_S; then `wake` is called."""
        if self.reading or self._stopped:
            return False
        wait_s = self._read_again_at - self._context.clock.monotonic()
        if wait_s > 0:
            self._alarm.set(wait_s)
        return wait_s <= 0

    def read(
        self,
        load: Callable[[Transaction], Page],
        take: Callable[[Page], None],
        *,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Run `load` in a reader's thread and give `take` what it returns; `failed` hears that there is nothing."""
        assert not self.reading
        self.reading, self._stale = True, False
        task = asyncio.get_running_loop().create_task(self._context.database.read(load))
        task.add_done_callback(partial(self._loaded, take, failed))

    def outdate(self) -> None:
        """Drop what is being read just now: rows were changed since."""
        self._stale = self.reading

    def stop(self) -> None:
        """Hand nothing over any more, and wake no one."""
        self._stopped = True
        self._alarm.cancel()

    def _loaded(self, take: Callable[[Page], None], failed: Callable[[], None], task: "asyncio.Task[Page]") -> None:
        self.reading = False
        if task.cancelled():
            return
        error = task.exception()  # looked at in any case: what nobody looks at is logged as a fault
        if self._stopped:
            return
        if error is None and not self._stale:
            error = self._taken(take, task.result())
        self._has_failed = error is not None
        if error is not None:
            self._faults.failed(error)
            failed()
            self._read_again_at = self._context.clock.monotonic() + READ_RETRY_S
            self._alarm.set(READ_RETRY_S)
            return
        self._faults.worked()
        self._wake()

    def _taken(self, take: Callable[[Page], None], page: Page) -> Exception | None:
        try:
            take(page)
        except Exception as error:
            return error
        return None
