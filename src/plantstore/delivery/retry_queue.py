"""Queue of one receiver's retries that may be sent now, read from the table `retries` in pages.

Normally each retry waits until it is due. After an outage the queue is drained instead: every waiting retry is sent
once, oldest first, whether it is due or not.
"""

from collections import deque
from collections.abc import Callable, Collection
from functools import partial

from plantstore.core.timers import Timer
from plantstore.delivery.context import DeliveryContext, SendTask
from plantstore.delivery.generation import Generation
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries

NOW = Instant(0)  # "due now" as an instant: always in the past, even if the clock is set back
Found = tuple[list[tuple[Retry, Event]], Instant | None]
"""A page of retries, and when the next retry after the page is due; None if that is unknown or there is none."""


class RetryQueue:
    """Returns one receiver's retries one by one; calls `wake` when more retries may be available.

    `busy` holds the sequences that the worker has in flight or not yet recorded; they are skipped. If the receiver is
    `ordered`, its oldest retry blocks all later events (`blocks`).
    """

    def __init__(
        self,
        receiver_id: ReceiverId,
        context: DeliveryContext,
        generation: Generation,
        *,
        next_due_at: Instant | None,
        busy: Collection[int],
        wake: Callable[[], None],
    ) -> None:
        self.ordered = False
        self._receiver_id = receiver_id
        self._context = context
        self._generation = generation
        self._busy = busy
        self._wake = wake
        self._timer = Timer(wake)
        self._reader = PageReader[Found](context, "a receiver's retries", wake=self._continue)
        self._page: deque[tuple[Retry, Event]] = deque()
        self._read_at = -1
        self._next_due_at = next_due_at
        self._drain_after = 0
        self._drain_last = 0

    @property
    def blocks(self) -> bool:
        """True if an ordered receiver has a retry that must be sent first, or if that is not known yet."""
        return self.ordered and (bool(self._page) or self._is_stale(self._read_at))

    def next(self) -> SendTask | None:
        """Return a retry that may be sent now; None if there is none, or while a page is read."""
        if self._page and self._is_stale(self._read_at):
            self._drop_page()
        while self._page:
            retry, event = self._page[0]
            if retry.sequence in self._busy or self._generation.has_changed(retry.sequence, since=self._read_at):
                self._page.popleft()  # sent or recorded since the page was read
                continue
            wait_us = retry.next_attempt_at - self._context.clock.now()
            if self.ordered and wait_us > 0 and retry.asked_at is None and not self._drains(retry.sequence):
                self._timer.set(wait_us / SECOND_US)
                return None
            self._page.popleft()
            if self.ordered:
                self._drain_after = max(self._drain_after, retry.sequence)
            return SendTask(event, retry)
        self._read_if_due()
        return None

    def drain_now(self, last: int) -> None:
        """Send every waiting retry up to the sequence number `last` once, even if it is not due yet."""
        self._drain_after, self._drain_last = 0, max(last, self._drain_last)
        self.reload()

    def reload(self) -> None:
        """Discard the page and read again, because rows were changed outside the worker."""
        self._generation.invalidate()
        self.expect(NOW)

    def expect(self, due_at: Instant) -> None:
        """Note when a retry will be due."""
        self._next_due_at = due_at if self._next_due_at is None else min(self._next_due_at, due_at)

    def stop(self) -> None:
        self._timer.cancel()
        self._reader.stop()

    def _drains(self, sequence: int) -> bool:
        return self._drain_after < sequence <= self._drain_last

    def _is_stale(self, read_at: int) -> bool:
        """True if a page read in this generation must be read again.

        For an ordered receiver any change makes the page stale, because every row can affect which retry is next.
        """
        return read_at < self._generation.current if self.ordered else self._generation.is_stale(read_at)

    def _drop_page(self) -> None:
        if self._drain_last and not self.ordered:
            self._drain_after = min(self._drain_after, self._page[0][0].sequence - 1)
        self._page.clear()
        self.expect(NOW)

    # Retries are read in pages, when the first of them is due

    def _read_if_due(self) -> None:
        # Read the next page only when this one is used up: an earlier read would return the same rows again.
        if self._page or not self._reader.may_read():
            return
        if self.ordered:
            if not self._is_stale(self._read_at):
                return
        elif not self._drain_last:
            if self._next_due_at is None:
                return
            wait_us = self._next_due_at - self._context.clock.now()
            if wait_us > 0:
                self._timer.set(wait_us / SECOND_US)
                return
        self._read()

    def _read(self) -> None:
        limit = self._context.page_events + len(self._busy)  # the read returns rows in flight too, which are skipped
        ordered, drain = self.ordered, (self._drain_after, self._drain_last) if self._drain_last else None
        if drain is None:
            self._next_due_at = None

        def load(tx: Transaction) -> Found:
            if ordered:
                return retries.waiting(tx, self._receiver_id, after=0, last=None, limit=1), None
            if drain is not None:
                return retries.waiting(tx, self._receiver_id, after=drain[0], last=drain[1], limit=limit), None
            found = retries.due(tx, self._receiver_id, now=tx.now, limit=limit)
            if len(found) == limit:  # there may be more
                return found, NOW
            return found, retries.next_due_at(tx, self._receiver_id, later_than=tx.now)

        draining = drain is not None and not ordered
        take = partial(self._take, read_at=self._generation.current, draining=draining, limit=limit)
        self._reader.read(load, take, failed=partial(self.expect, NOW))

    def _take(self, page: Found, *, read_at: int, draining: bool, limit: int) -> None:
        if self._is_stale(read_at):
            self.expect(NOW)
            return
        found, next_due_at = page
        self._page.extend(found)
        self._read_at = read_at
        if draining:
            self._drain_after = found[-1][0].sequence if found else self._drain_after
            if len(found) < limit:
                self._drain_last = 0
                self.expect(NOW)
        elif next_due_at is not None:
            self.expect(next_due_at)

    def _continue(self) -> None:
        """Wake the worker, then read the next page if needed, even if the worker may not send now."""
        self._wake()
        self._read_if_due()
