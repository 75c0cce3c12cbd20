"""Chooses which delivery to send as a probe to a receiver whose breaker is open.

If the probe were always the oldest delivery, a single event that the receiver cannot process would keep the breaker
open forever. So probes alternate between retries and deliveries that were never attempted, and each probe takes the
delivery after the previous probe of its kind.
"""

from collections.abc import Callable
from functools import partial

from plantstore.delivery.context import DeliveryContext, SendTask
from plantstore.delivery.generation import Generation
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries

Pair = tuple[Retry, Event]


class HalfOpenProbe:
    """Returns the probes for one receiver, one after another.

    `untried` returns the first never-attempted event after a sequence; None if there is none, or if the event must be
    read first, in which case `untried` wakes the worker when the event is in memory.
    """

    def __init__(
        self,
        receiver_id: ReceiverId,
        context: DeliveryContext,
        generation: Generation,
        *,
        untried: Callable[[int], Event | None],
        wake: Callable[[], None],
    ) -> None:
        self._receiver_id = receiver_id
        self._generation = generation
        self._untried = untried
        self._reader = PageReader[Pair | None](context, "what a receiver is probed with", wake=wake)
        self._pair: Pair | None = None
        self._read_at = -1
        self._untried_is_next = False
        self._last_retry = 0
        self._last_untried = 0

    @property
    def is_reading(self) -> bool:
        """True while the next retry is being read, so that it is not known whether there is one."""
        return self._reader.is_pending

    def next(self, *, oldest: bool) -> SendTask | None:
        """Return the next probe; None if no delivery is queued, or while the next delivery is being read.

        With `oldest`, the probe is the oldest retry, or the oldest queued event if there is no retry.
        """
        if oldest:
            self._last_retry = self._last_untried = 0
            self._untried_is_next = False
        if self._untried_is_next:
            event = self._next_untried()
            if event is not None:
                self._untried_is_next = False
                return SendTask(event, probe=True)
        if self._read_at != self._generation.current:
            self._read_retry()
            return None
        self._read_at = -1
        if self._pair is None:
            event = self._next_untried()
            return None if event is None else SendTask(event, probe=True)
        retry, event = self._pair
        self._last_retry = retry.sequence
        self._untried_is_next = True
        return SendTask(event, retry, probe=True)

    def restart(self) -> None:
        """Choose the next probes from the oldest deliveries again."""
        self._last_retry = self._last_untried = 0
        self._read_at = -1

    def stop(self) -> None:
        self._reader.stop()

    def _next_untried(self) -> Event | None:
        event = self._untried(self._last_untried) or self._untried(0)
        if event is not None:
            self._last_untried = event.sequence
        return event

    def _read_retry(self) -> None:
        if not self._reader.may_read():
            return
        last = self._last_retry

        def load(tx: Transaction) -> Pair | None:
            found = retries.waiting(tx, self._receiver_id, after=last, last=None, limit=1)
            found = found or retries.waiting(tx, self._receiver_id, after=0, last=None, limit=1)
            return found[0] if found else None

        self._reader.read(load, partial(self._take, read_at=self._generation.current))

    def _take(self, pair: Pair | None, *, read_at: int) -> None:
        self._pair, self._read_at = pair, read_at
