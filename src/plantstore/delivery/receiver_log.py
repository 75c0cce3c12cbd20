"""The log as one receiver sees it: the next event that was never attempted.

Without a filter, events come from the log in memory. With a filter, the matching ones are read in pages, each with the
match before it, and the others are passed. If a receiver is far behind, the index evaluates its events first, once for
all such receivers; the few newest events are evaluated as they are read.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection
from functools import partial

from plantstore.delivery.context import DeliveryContext, SendTask
from plantstore.delivery.page_reader import PageReader
from plantstore.delivery.receiver_snapshot import Checkpoint
from plantstore.domain.deliveries.settled import Settled
from plantstore.domain.event import Event
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.queries import filtered_events
from plantstore.storage.queries.filtered_events import FilteredPage, MatchingEvent

BUFFERED_MAX = 512  # matching events beyond the cursor that are kept in memory


class ReceiverLog:
    """Returns the events beyond the cursor that are neither `settled` nor `busy`, one after another.

    `wake` is called when an event that was not in memory has been read.
    """

    def __init__(
        self, context: DeliveryContext, *, settled: Settled, busy: Collection[int], wake: Callable[[], None]
    ) -> None:
        self._context = context
        self._settled = settled
        self._busy = busy
        self._wake = wake

    def untried_after(self, sequence: int, *, last: int) -> Event | None:
        """Return the first such event after a sequence number and up to `last`.

        Return None if there is none, or while more events are read.
        """
        log, settled, busy = self._context.event_log, self._settled, self._busy
        cancelled_to, last = settled.cancelled.last, min(log.head, last)
        while sequence < last:  # each delivery passes those in flight: no method is called for them
            sequence += 1
            if sequence in settled.beyond_cursor or sequence in busy:
                continue
            if sequence <= cancelled_to and (end := settled.cancelled.end_of(sequence)) is not None:
                sequence = end
                continue
            event = log.get(sequence)
            if event is None:
                log.load(sequence, self._wake)
                return None
            if not event.erased:
                return event
            settled.beyond_cursor.add(sequence)
        return None

    def with_previous(self, task: SendTask) -> SendTask:
        """Return the task with the match before its event, if the receiver has a filter."""
        return task

    def forget(self, cursor: int) -> None:
        """Drop the events up to the cursor: they are settled, and will not be asked for again."""

    def stop(self) -> None:
        """Read nothing more."""


class FilteredLog(ReceiverLog):
    """The log of a receiver with a filter. `passed` is called with the events of each page that do not match."""

    def __init__(
        self,
        context: DeliveryContext,
        receiver: Receiver,
        checkpoint: Checkpoint,
        *,
        settled: Settled,
        busy: Collection[int],
        passed: Callable[[Collection[int]], None],
        wake: Callable[[], None],
    ) -> None:
        super().__init__(context, settled=settled, busy=busy, wake=wake)
        self._receiver = receiver
        self._read_to = checkpoint.cursor
        self._known_to = 0
        self._last_match = checkpoint.last_match
        self._passed = passed
        self._reader = PageReader[FilteredPage](context, "the events of a receiver with a filter", wake=wake)
        self._found: list[MatchingEvent] = []

    def untried_after(self, sequence: int, *, last: int) -> Event | None:
        settled, last = self._settled, min(self._context.event_log.head, last)
        while (event := self._after(sequence, last=last)) is not None:
            sequence = event.sequence
            if sequence in settled.beyond_cursor or sequence in self._busy:
                continue
            cancelled_to = settled.cancelled.end_of(sequence) if sequence <= settled.cancelled.last else None
            if cancelled_to is not None:
                sequence = cancelled_to
            elif event.erased:
                settled.beyond_cursor.add(sequence)
            else:
                return event
        return None

    def with_previous(self, task: SendTask) -> SendTask:
        """Return the task with the match before its event: 0 if there is none from the receiver's start on."""
        sequence = task.event.sequence
        if task.retry is not None:
            previous = task.retry.previous
            if previous is None:  # it failed before the receiver had a filter
                previous = sequence - 1 if sequence > self._receiver.start else 0
        elif task.replay is not None:
            previous = task.previous
        else:
            previous = self._found[bisect_right(self._found, sequence, key=_sequence_of) - 1].previous
        return task._replace(previous=previous)

    def forget(self, cursor: int) -> None:
        del self._found[: bisect_right(self._found, cursor, key=_sequence_of)]

    def stop(self) -> None:
        self._reader.stop()

    def _after(self, sequence: int, *, last: int) -> Event | None:
        place = bisect_right(self._found, sequence, key=_sequence_of)
        if place < len(self._found):
            event = self._found[place].event
            return event if event.sequence <= last else None
        self._read(last)
        return None

    def _read(self, last: int) -> None:
        self.forget(self._settled.cursor)  # discarding a backlog moves the cursor too
        if self._read_to >= last or len(self._found) >= BUFFERED_MAX or not self._reader.may_read():
            return
        after, previous = self._read_to, self._last_match
        load = partial(filtered_events.page, receiver=self._receiver, after=after, last=last, previous=previous)
        is_far_behind = self._context.event_log.head - after > filtered_events.EVALUATED_MAX
        evaluate = partial(self._context.filter_index.extend, self._receiver, after=after)
        self._reader.read(load, self._take, prepare=evaluate if is_far_behind and after >= self._known_to else None)

    def _take(self, page: FilteredPage) -> None:
        matching = {one.event.sequence for one in page.events}
        passed = [sequence for sequence in range(self._read_to + 1, page.read_to + 1) if sequence not in matching]
        self._found += page.events
        self._read_to, self._last_match, self._known_to = page.read_to, page.last_match, page.known_to
        self._passed(passed)


def _sequence_of(one: MatchingEvent) -> int:
    return one.event.sequence
