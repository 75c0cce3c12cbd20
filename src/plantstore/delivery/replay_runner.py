"""The replays that run for one receiver: what each sends next, how far it has come, and at what pace."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from plantstore.core.faults import FaultStreak
from plantstore.core.timers import Timer
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext, SendTask
from plantstore.delivery.page_reader import PageReader
from plantstore.domain.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.replay import Replay, ReplayOnly
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, replays, retries

Page = tuple[list[tuple[Retry | None, Event]], int]
"""What is to be sent next, and the sequence up to which was looked."""


@dataclass(frozen=True, slots=True)
class RunningReplay:
    """A replay that is not ended, and what it has sent beyond its position."""

    replay: Replay
    sent: frozenset[int]


def load_running(tx: Transaction, receiver_id: ReceiverId) -> list[RunningReplay]:
    """Read what a receiver's pump must know of its replays."""
    found = replays.running(tx, receiver_id)
    return [RunningReplay(one, frozenset(attempts.replayed(tx, one.id, one.position))) for one in found]


@dataclass(slots=True)
class _Run:
    """One replay as it goes: `open` is under way, `noted` the position that the table was told last.

    `changed` are deliveries whose outcome was recorded since the page was read: of those, what failed may have arrived.
    """

    replay: Replay
    sent: frozenset[int]
    looked: int
    reader: PageReader[Page]
    page: deque[tuple[Retry | None, Event]] = field(default_factory=deque)
    open: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    ending: bool = False
    noted: int = 0
    next_at: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to send or to hear of."""
        return not self.open and not self.page and not self.reader.reading and self.looked >= self.replay.last

    def look_again(self) -> None:
        """A person may have retried or cancelled what failed: then what was read of it is old."""
        if self.replay.only is ReplayOnly.FAILED:
            if self.page:
                self.looked = self.page[0][1].sequence - 1
                self.page.clear()
            self.reader.outdate()

    def drop_changed(self) -> None:
        """Pass over what has had its outcome already."""
        while self.page and self.page[0][1].sequence in self.changed:
            self.page.popleft()

    def position_without(self, ended: Collection[int]) -> int:
        """The last sequence up to which everything is done, once these have ended too."""
        pending = self.open.difference(ended)
        if self.page:
            pending.add(self.page[0][1].sequence)
        return min(pending) - 1 if pending else self.looked


class ReplayRunner:
    """Gives the events that people want again, one replay after the other; `wake` is called when there may be more."""

    def __init__(self, context: DeliveryContext, *, busy: Collection[int], wake: Callable[[], None]) -> None:
        self._context = context
        self._busy = busy
        self._wake = wake
        self._alarm = Timer(wake)
        self._faults = FaultStreak("the end of a replay could not be written down")
        self._runs: dict[str, _Run] = {}
        self._ended_meanwhile: set[str] = set()
        self._cut_off: dict[int, SendTask] = {}
        self._stopped = False

    def hold(self) -> None:
        """What `take` will bring is being read from now on: what ends meanwhile may still run there."""
        self._ended_meanwhile.clear()

    def take(self, running: Sequence[RunningReplay]) -> None:
        """Hear which replays run now: new ones begin, those that are missing were ended by a person."""
        known = self._runs
        self._runs = {
            one.replay.id: known.get(one.replay.id) or self._begun(one)
            for one in running
            if one.replay.id not in self._ended_meanwhile
        }
        for replay_id in known.keys() - self._runs.keys():
            known[replay_id].reader.stop()
        for run in self._runs.values():
            run.look_again()

    def next(self) -> SendTask | None:
        """The next event to send again; None when there is none, when it is being read, or when the pace says so."""
        for run in list(self._runs.values()):
            work = self._next_of(run)
            if work is not None:
                return work
        return None

    def position(self, replay_id: str, ended: Collection[int]) -> int:
        """How far a replay has come, once these have ended too; 0 when it does not run any more."""
        run = self._runs.get(replay_id)
        if run is None:
            return 0
        run.noted = run.position_without(ended)
        return run.noted

    def recorded(self, sequence: int, replay_id: str | None, *, is_given_up: bool) -> None:
        """Hear that an outcome is written down, and for which replay it was sent, if for any.

        What was given up with it is what a replay of failed ones is for, though it was asked for before we heard.
        """
        for one in self._runs.values():
            if not is_given_up and one.replay.only is ReplayOnly.FAILED and (one.page or one.reader.reading):
                one.changed.add(sequence)
        run = None if replay_id is None else self._runs.get(replay_id)
        if run is not None:
            run.open.discard(sequence)
            if run.is_over:
                self._end(run)

    def cut_off(self, work: SendTask) -> None:
        """Hear that we have ended one of its requests ourselves: it says nothing, and is recorded as no replay's."""
        self._cut_off[work.event.sequence] = work

    def take_back(self, sequence: int) -> None:
        """Send once more what was cut off, now that this is recorded: the lease may hold again."""
        work = self._cut_off.pop(sequence, None)
        if work is None or work.replay is None or work.replay.id not in self._runs:
            return
        run = self._runs[work.replay.id]
        run.open.discard(sequence)
        run.changed.discard(sequence)
        run.page = deque(sorted([*run.page, (work.retry, work.event)], key=lambda one: one[1].sequence))

    def stop(self) -> None:
        self._stopped = True
        self._alarm.cancel()
        for run in self._runs.values():
            run.reader.stop()

    def _begun(self, one: RunningReplay) -> _Run:
        reader = PageReader[Page](self._context, "the events of a replay", wake=self._wake)
        return _Run(one.replay, one.sent, looked=one.replay.position, reader=reader)

    def _next_of(self, run: _Run) -> SendTask | None:
        run.drop_changed()
        if not run.page:
            self._read(run)
            return None
        retry, event = run.page[0]
        if event.sequence in self._busy:
            return None  # it is on its way as a delivery; its record wakes the pump
        if run.replay.pace is not None:
            now_s = self._context.clock.monotonic()
            if now_s < run.next_at:
                self._alarm.set(run.next_at - now_s)
                return None
            run.next_at = now_s + 1 / run.replay.pace
        run.page.popleft()
        run.open.add(event.sequence)
        return SendTask(event, retry, replay=run.replay)

    # Events come in pages

    def _read(self, run: _Run) -> None:
        if run.is_over:
            self._end(run)
        if run.looked >= run.replay.last or not run.reader.may_read():
            return
        run.changed.clear()
        load = partial(_load, replay=run.replay, after=run.looked, limit=self._context.page_events)
        run.reader.read(load, partial(self._take, run))

    def _take(self, run: _Run, page: Page) -> None:
        found, run.looked = page
        run.page.extend((retry, event) for retry, event in found if event.sequence not in run.sent)
        if run.is_over:
            self._end(run)

    def _end(self, run: _Run) -> None:
        """Forget it. If the last record could not say yet that nothing follows, the table is told now."""
        if run.noted >= run.replay.last:
            self._forget(run)
        elif not run.ending:
            run.ending = True
            self._write_end(run)

    def _write_end(self, run: _Run) -> None:
        end = partial(replays.advance, replay_id=run.replay.id, position=run.replay.last, accepted=0, failed=0)
        self._context.database.write(end, bypass_queue_limit=True).add_done_callback(partial(self._ended, run))

    def _ended(self, run: _Run, future: "asyncio.Future[None]") -> None:
        error = future.exception()
        if error is not None and not self._stopped:
            self._faults.failed(error)
            asyncio.get_running_loop().call_later(READ_RETRY_S, self._write_end, run)
            return
        self._faults.worked()
        self._forget(run)
        self._wake()

    def _forget(self, run: _Run) -> None:
        if self._runs.get(run.replay.id) is run:
            run.reader.stop()
            del self._runs[run.replay.id]
            self._ended_meanwhile.add(run.replay.id)


def _load(tx: Transaction, *, replay: Replay, after: int, limit: int) -> Page:
    if replay.only is ReplayOnly.FAILED:
        given_up = retries.exhausted(tx, replay.receiver_id, after=after, last=replay.last, limit=limit)
        looked = given_up[-1][1].sequence if len(given_up) == limit else replay.last
        return [(retry, event) for retry, event in given_up], looked
    found = [event for event in events.page(tx, after=after, limit=limit) if event.sequence <= replay.last]
    looked = found[-1].sequence if len(found) == limit else replay.last
    return [(None, event) for event in found if not event.erased], looked
