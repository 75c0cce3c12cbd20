"""What stands in `retries` for one receiver and may be sent again now, read in pages.

Each row waits for its own time. After an outage that is not what anybody wants: then there is a *rush*, in which all
that waits is sent once, the oldest first, whatever its time.
"""

from collections import deque
from collections.abc import Callable, Collection
from functools import partial

from plantstore.core.timers import Timer
from plantstore.delivery.context import DeliveryContext, SendTask
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries

AT_ONCE = Instant(0)  # not the time just now: that lies ahead again when the clock goes back
Found = tuple[list[tuple[Retry, Event]], Instant | None]


class RetryQueue:
    """Gives one retry after another; `wake` is called when there may be more.

    `busy` are the sequences under way or not yet recorded: they are the pump's, and left out here. An `ordered`
    receiver's oldest retry blocks everything behind it: `blocks` says so.
    """

    def __init__(
        self,
        receiver_id: ReceiverId,
        context: DeliveryContext,
        *,
        next_due_at: Instant | None,
        busy: Collection[int],
        wake: Callable[[], None],
    ) -> None:
        self.ordered = False
        self._receiver_id = receiver_id
        self._context = context
        self._busy = busy
        self._wake = wake
        self._alarm = Timer(wake)
        self._reader = PageReader[Found](context, "a receiver's retries", wake=self._read_on)
        self._page: deque[tuple[Retry, Event]] = deque()
        self._next_due_at = next_due_at
        self._rush_after = 0
        self._rush_last = 0
        self._looked = False
        self._recorded_since_read: set[int] = set()

    @property
    def blocks(self) -> bool:
        """Whether an ordered receiver must wait: for its oldest retry, or until it is known that there is none."""
        return self.ordered and not (self._looked and not self._page)

    def next(self) -> SendTask | None:
        """What may be sent again now; None when nothing may, or when it is being read."""
        while self._page:
            retry, event = self._page[0]
            if retry.sequence in self._busy or retry.sequence in self._recorded_since_read:
                self._page.popleft()  # sent or recorded since the page was read
                continue
            wait_us = retry.next_attempt_at - self._context.clock.now()
            if self.ordered and wait_us > 0 and retry.asked_at is None and not self._rushes(retry.sequence):
                self._alarm.set(wait_us / SECOND_US)
                return None
            self._page.popleft()
            if self.ordered:
                self._rush_after = max(self._rush_after, retry.sequence)
            return SendTask(event, retry)
        self._read_if_any()
        return None

    def _rushes(self, sequence: int) -> bool:
        return self._rush_after < sequence <= self._rush_last

    def rush(self, last: int) -> None:
        """Send everything that waits, up to this sequence, once and at once."""
        self._rush_after, self._rush_last = 0, max(last, self._rush_last)
        self.look_again()

    def look_again(self) -> None:
        """Forget what was read: rows were changed by others than the pump."""
        self._page.clear()
        self._looked = False
        self._reader.outdate()
        self.expect(AT_ONCE)

    def expect(self, due_at: Instant) -> None:
        """Hear of a retry that will be due."""
        self._next_due_at = due_at if self._next_due_at is None else min(self._next_due_at, due_at)

    def recorded(self, sequence: int, *, row_changed: bool) -> None:
        """Hear that an outcome is written down: what was read of it before is old."""
        if self.ordered:
            if row_changed:
                self._looked = False
                self._page.clear()
                self._reader.outdate()
        elif self._reader.reading or self._page:
            self._recorded_since_read.add(sequence)

    def stop(self) -> None:
        self._alarm.cancel()
        self._reader.stop()

    # Retries come in pages, when the first of them is due

    def _read_if_any(self) -> None:
        # A page is sent to its end before the next is read: read earlier, it would bring the same rows once more.
        if self._page or not self._reader.may_read():
            return
        if self.ordered:
            if self._looked:
                return
        elif not self._rush_last:
            if self._next_due_at is None:
                return
            wait_us = self._next_due_at - self._context.clock.now()
            if wait_us > 0:
                self._alarm.set(wait_us / SECOND_US)
                return
        self._read()

    def _read(self) -> None:
        self._recorded_since_read.clear()
        limit = self._context.page_events + len(self._busy)  # what is in flight stands there too, and must not fill it
        ordered, rush = self.ordered, (self._rush_after, self._rush_last) if self._rush_last else None
        if rush is None:
            self._next_due_at = None

        def load(tx: Transaction) -> Found:
            if ordered:
                return retries.waiting(tx, self._receiver_id, after=0, last=None, limit=1), None
            if rush is not None:
                return retries.waiting(tx, self._receiver_id, after=rush[0], last=rush[1], limit=limit), None
            found = retries.due(tx, self._receiver_id, now=tx.now, limit=limit)
            if len(found) == limit:  # there may be more
                return found, AT_ONCE
            return found, retries.next_due_at(tx, self._receiver_id, later_than=tx.now)

        take = partial(self._take, rushing=rush is not None and not ordered, limit=limit)
        self._reader.read(load, take, failed=partial(self.expect, AT_ONCE))  # nothing is lost meanwhile

    def _take(self, page: Found, *, rushing: bool, limit: int) -> None:
        found, next_due_at = page
        self._page.extend(found)
        self._looked = True
        if rushing:
            self._rush_after = found[-1][0].sequence if found else self._rush_after
            if len(found) < limit:
                self._rush_last = 0
                self.expect(AT_ONCE)
        elif next_due_at is not None:
            self.expect(next_due_at)

    def _read_on(self) -> None:
        """Wake the pump; what it leaves of the page, or the next page, is looked at even if it sends nothing now."""
        self._wake()
        self._read_if_any()
