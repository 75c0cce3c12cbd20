"""Which delivery is tried while a receiver's breaker is open: a walk over what it is owed.

Always trying the oldest would let one poison event make a healthy receiver look dead for ever. So the probes alternate
between what was tried already and what was not, and each goes on behind the one before (design.md, 4.7, rule 7).
"""

from collections.abc import Callable

from plantstore.delivery.context import DeliveryContext, SendTask
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries

Pair = tuple[Retry, Event]


class HalfOpenProbe:
    """Gives the next probe. `untried` gives the first event after a sequence that was never tried and is in memory.

    None from `untried` means that there is none, or that it is being read and `wake` will be called.
    """

    def __init__(
        self,
        receiver_id: ReceiverId,
        context: DeliveryContext,
        *,
        untried: Callable[[int], Event | None],
        wake: Callable[[], None],
    ) -> None:
        self._receiver_id = receiver_id
        self._untried = untried
        self._reader = PageReader[Pair | None](context, "what a receiver is probed with", wake=wake)
        self._read: Pair | None = None
        self._has_read = False
        self._turn_of_untried = False
        self._walked_retries = 0
        self._walked_untried = 0

    @property
    def is_reading(self) -> bool:
        """Whether it is not known yet what is owed."""
        return self._reader.is_pending

    def next(self, *, oldest: bool) -> SendTask | None:
        """The next probe; None when nothing is owed, or while it is being read. `oldest`: no walk, always the first."""
        if oldest:
            self._walked_retries = self._walked_untried = 0
            self._turn_of_untried = False
        if self._turn_of_untried:
            event = self._next_untried()
            if event is not None:
                self._turn_of_untried = False
                return SendTask(event, probe=True)
        if not self._has_read:
            self._read_retry()
            return None
        self._has_read, pair = False, self._read
        if pair is None:
            event = self._next_untried()
            return None if event is None else SendTask(event, probe=True)
        retry, event = pair
        self._walked_retries = retry.sequence
        self._turn_of_untried = True
        return SendTask(event, retry, probe=True)

    def forget(self) -> None:
        """Begin anew: what was read, or is being read, may be old."""
        self._has_read = False
        self._reader.outdate()
        self._walked_retries = self._walked_untried = 0

    def recorded(self, sequence: int) -> None:
        """Hear that an outcome is written down: what was read of it before is old."""
        self._reader.outdate()
        if self._read is not None and self._read[0].sequence == sequence:
            self._has_read = False

    def stop(self) -> None:
        self._reader.stop()

    def _next_untried(self) -> Event | None:
        event = self._untried(self._walked_untried) or self._untried(0)
        if event is not None:
            self._walked_untried = event.sequence
        return event

    def _read_retry(self) -> None:
        if not self._reader.may_read():
            return
        walked = self._walked_retries

        def load(tx: Transaction) -> Pair | None:
            found = retries.waiting(tx, self._receiver_id, after=walked, last=None, limit=1)
            found = found or retries.waiting(tx, self._receiver_id, after=0, last=None, limit=1)
            return found[0] if found else None

        self._reader.read(load, self._take)

    def _take(self, pair: Pair | None) -> None:
        self._read, self._has_read = pair, True
