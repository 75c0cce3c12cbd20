"""The log as the running process sees it: the newest events in memory, older ones in pages that receivers share."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from plantstore.core.faults import FaultStreak, notify
from plantstore.domain.event import Event
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import events

READ_AGAIN_S = 1.0  # after a page could not be read
PAGES_MAX = 32  # pages kept; receivers that lag at the same place read one page once


class _Page(NamedTuple):
    """Events by their sequence, and the size of their bodies in all."""

    events: dict[int, Event]
    bytes: int


_NO_PAGE = _Page({}, 0)


class EventLog:
    """Every event by its sequence. `head` is the newest; 0 is an empty log.

    `bytes_max` bounds the bodies held, in the ring and in the pages, each; one event or page is always held. In a
    `shared` store others add events too: they are read into the ring, and what was committed here waits for them.
    """

    def __init__(
        self, database: Database, *, ring_events_max: int, page_events: int, bytes_max: int, shared: bool = False
    ) -> None:
        self._database = database
        self._bytes_max = bytes_max
        self._ring_events_max = ring_events_max
        self._page_events = page_events
        self._shared = shared
        self._ahead: list[Event] = []
        self._ring: dict[int, Event] = {}
        self._ring_first = 1
        self._ring_bytes = self._pages_bytes = 0
        self._pages: OrderedDict[int, _Page] = OrderedDict()
        self._used = _NO_PAGE
        self._loading: dict[int, list[Callable[[], None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.head = 0
        self._news = asyncio.Event()

    async def start(self) -> None:
        self.head = await self._database.read(events.head)
        self._ring_first = self.head + 1

    def append(self, new: Sequence[Event]) -> bool:
        """Take events that have just been committed, in sequence. What the tables have told already is in the pages.

        False says that others' events come before these: `catch_up` brings them, and these after them.
        """
        if new and new[0].sequence <= self.head:
            new = [event for event in new if event.sequence > self.head]
        if new and new[0].sequence != self.head + 1:
            if self._shared:
                self._keep_ahead(new)
                return False
            self._leap(new[0].sequence)
        self._extend(new)
        self._wake()
        return True

    async def catch_up(self) -> bool:
        """Read a page of what others have added into the ring, and say whether there is more.

        Of more than the ring holds only the end is read: what lies before comes in pages, for those who want it.
        """
        before, ahead = self.head, self._ahead[0].sequence if self._ahead else 0
        newest, found = await self._database.read(partial(self._read_after, after=before, ahead=ahead))
        if found and found[0].sequence > self.head + 1:
            self._leap(found[0].sequence)
        self._extend([event for event in found if event.sequence > self.head])
        self._extend_with_ahead()
        if self.head > before:
            self._wake()
        return self.head < newest

    def note_head(self, head: int) -> bool:
        """Hear from the tables how long the log is, and say whether that is news: a commit was not handed over."""
        if head <= self.head:
            return False
        self._leap(head + 1)
        self.head = head
        self._wake()
        return True

    def _read_after(self, tx: Transaction, *, after: int, ahead: int) -> tuple[int, list[Event]]:
        """The newest sequence, and the next events up to what waits for them."""
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

    def _keep_ahead(self, new: Sequence[Event]) -> None:
        """Let events wait for those before them. When too many do, all of them are read."""
        if len(self._ahead) + len(new) > self._ring_events_max:
            self._ahead = []
        else:
            self._ahead += new

    def _extend_with_ahead(self) -> None:
        waiting, self._ahead = self._ahead, []
        for event in waiting:
            if event.sequence == self.head + 1:
                self._extend([event])
            elif event.sequence > self.head:
                self._ahead.append(event)

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _leap(self, sequence: int) -> None:
        """Begin the ring anew: a commit was not handed over, so that what lies before is in the database only."""
        self._ring.clear()
        self._ring_bytes = 0
        self._ring_first = sequence

    async def wait_beyond(self, sequence: int, *, wait_s: float) -> None:
        """Return when there is an event after this sequence, or when the time is over."""
        try:
            async with asyncio.timeout(wait_s):
                while self.head <= sequence:
                    await self._news.wait()
        except TimeoutError:
            return

    def get(self, sequence: int) -> Event | None:
        """The event if it is in memory; else ask `load`."""
        if sequence >= self._ring_first:
            return self._ring.get(sequence)
        event = self._used.events.get(sequence)
        if event is not None:  # as a rule: events are asked for one after another
            return event
        number = self._page_of(sequence)
        page = self._pages.get(number)
        if page is None:
            return None
        self._pages.move_to_end(number)
        self._used = page
        return page.events.get(sequence)

    def load(self, sequence: int, then: Callable[[], None]) -> None:
        """Read the page that holds this sequence, once for all who ask, and call back when it is in memory."""
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
                await asyncio.sleep(READ_AGAIN_S)
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
            notify("a page of the log was not handed on", then)

    def _page_of(self, sequence: int) -> int:
        return (sequence - 1) // self._page_events


def _size(event: Event) -> int:
    return len(event.body) + len(event.body_basic)
