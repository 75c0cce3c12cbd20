"""In-memory view of the event log: a ring of the newest events, and cached pages of older ones, for all receivers."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from plantstore.core.faults import FaultStreak, notify
from plantstore.domain.event import Event
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import events

READ_RETRY_S = 1.0  # delay before a failed read of a page is repeated
PAGES_MAX = 32  # max pages in memory; receivers with a similar lag share pages


class _Page(NamedTuple):
    """A page of events by sequence number, and the total size of their bodies."""

    events: dict[int, Event]
    bytes: int


_NO_PAGE = _Page({}, 0)


class EventLog:
    """Returns events by sequence number from memory. `head` is the newest one's number; 0 if the log is empty.

    `bytes_max` limits the total size of the bodies in the ring, and separately in the pages; at least one event and one
    page are always kept. If the store is `shared`, events of other processes are read into the ring, and our own events
    are added only after all earlier ones.
    """

    def __init__(
        self, database: Database, *, ring_events_max: int, page_events: int, bytes_max: int, shared: bool = False
    ) -> None:
        self._database = database
        self._bytes_max = bytes_max
        self._ring_events_max = ring_events_max
        self._page_events = page_events
        self._shared = shared
        self._pending: list[Event] = []
        self._ring: dict[int, Event] = {}
        self._ring_first = 1
        self._ring_bytes = self._pages_bytes = 0
        self._pages: OrderedDict[int, _Page] = OrderedDict()
        self._used = _NO_PAGE
        self._loading: dict[int, list[Callable[[], None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.head = 0
        self._appended = asyncio.Event()

    async def start(self) -> None:
        self.head = await self._database.read(events.head)
        self._ring_first = self.head + 1

    def append(self, new: Sequence[Event]) -> bool:
        """Add newly committed events, oldest first. Events that were already read from the tables are skipped.

        Return False if earlier events of other processes are missing; then `catch_up` adds those and these.
        """
        if new and new[0].sequence <= self.head:
            new = [event for event in new if event.sequence > self.head]
        if new and new[0].sequence != self.head + 1:
            if self._shared:
                self._keep_pending(new)
                return False
            self._restart_ring(new[0].sequence)
        self._extend(new)
        self._wake()
        return True

    async def catch_up(self) -> bool:
        """Read a page of other processes' events into the ring; return True if there are more.

        If more events are missing than the ring can hold, only the newest are read; `load` reads the others on demand.
        """
        before, ahead = self.head, self._pending[0].sequence if self._pending else 0
        newest, found = await self._database.read(partial(self._read_after, after=before, ahead=ahead))
        if found and found[0].sequence > self.head + 1:
            self._restart_ring(found[0].sequence)
        self._extend([event for event in found if event.sequence > self.head])
        self._extend_with_pending()
        if self.head > before:
            self._wake()
        return self.head < newest

    def note_head(self, head: int) -> bool:
        """Set the head to the value read from the tables; return True if it is higher: a notification was lost."""
        if head <= self.head:
            return False
        self._restart_ring(head + 1)
        self.head = head
        self._wake()
        return True

    def _read_after(self, tx: Transaction, *, after: int, ahead: int) -> tuple[int, list[Event]]:
        """Return the log's newest sequence number, and the next page of events before the pending event `ahead`."""
        newest = events.head(tx)
        if newest <= after:
            return newest, []
        first = max(after, newest - self._ring_events_max)
        limit = min(self._page_events, ahead - first - 1) if ahead > first + 1 else self._page_events
        return newest, events.page(tx, after=first, limit=limit)

    def _extend(self, new: Sequence[Event]) -> None:
        for event in new:
            self._ring[event.sequence] = event
            self._ring_bytes += _size(event)
            self.head = event.sequence
        while len(self._ring) > self._ring_events_max or (self._ring_bytes > self._bytes_max and len(self._ring) > 1):
            self._ring_bytes -= _size(self._ring.pop(self._ring_first))
            self._ring_first += 1

    def _keep_pending(self, new: Sequence[Event]) -> None:
        """Keep our own events until all earlier ones are read. If there are too many, drop them and read them later."""
        if len(self._pending) + len(new) > self._ring_events_max:
            self._pending = []
        else:
            self._pending += new

    def _extend_with_pending(self) -> None:
        waiting, self._pending = self._pending, []
        for event in waiting:
            if event.sequence == self.head + 1:
                self._extend([event])
            elif event.sequence > self.head:
                self._pending.append(event)

    def _wake(self) -> None:
        self._appended.set()
        self._appended = asyncio.Event()

    def _restart_ring(self, sequence: int) -> None:
        """Empty the ring; the next event it takes has this sequence number. Earlier ones are read from the database."""
        self._ring.clear()
        self._ring_bytes = 0
        self._ring_first = sequence

    async def wait_beyond(self, sequence: int, *, wait_s: float) -> None:
        """Wait until the log has an event after this sequence, at most `wait_s` seconds."""
        try:
            async with asyncio.timeout(wait_s):
                while self.head <= sequence:
                    await self._appended.wait()
        except TimeoutError:
            return

    def get(self, sequence: int) -> Event | None:
        """Return the event; None if it is not in memory, in which case the caller should call `load`."""
        if sequence >= self._ring_first:
            return self._ring.get(sequence)
        event = self._used.events.get(sequence)
        if event is not None:  # the usual case: events are requested in sequence
            return event
        number = self._page_of(sequence)
        page = self._pages.get(number)
        if page is None:
            return None
        self._pages.move_to_end(number)
        self._used = page
        return page.events.get(sequence)

    def load(self, sequence: int, then: Callable[[], None]) -> None:
        """Read the page that contains this sequence, and call `then` when it is in memory. Callers share the read."""
        number = self._page_of(sequence)
        waiting = self._loading.setdefault(number, [])
        waiting.append(then)
        if len(waiting) == 1:
            task = asyncio.get_running_loop().create_task(self._load(number))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _load(self, number: int) -> None:
        after = number * self._page_events

        def read(tx: Transaction) -> _Page:
            found = events.page(tx, after=after, limit=self._page_events)
            return _Page({event.sequence: event for event in found}, sum(map(_size, found)))

        faults = FaultStreak("a page of the log could not be read")
        while True:
            try:
                found = await self._database.read(read)
            except Exception as error:
                faults.failed(error)
                await asyncio.sleep(READ_RETRY_S)
            else:
                break
        self._used = _NO_PAGE
        before = self._pages.get(number)
        self._pages_bytes += found.bytes - (before.bytes if before is not None else 0)
        self._pages[number] = found
        while len(self._pages) > PAGES_MAX or (self._pages_bytes > self._bytes_max and len(self._pages) > 1):
            _, oldest = self._pages.popitem(last=False)
            self._pages_bytes -= oldest.bytes
        for then in self._loading.pop(number):
            notify("a callback after loading a page of the log failed", then)

    def _page_of(self, sequence: int) -> int:
        return (sequence - 1) // self._page_events


def _size(event: Event) -> int:
    return len(event.body) + len(event.body_basic)
