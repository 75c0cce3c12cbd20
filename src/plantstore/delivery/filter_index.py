"""Evaluates filters and stores which events match: each event is decoded once for the filters of many receivers.

Workers ask for it when they are far behind the log, and a job does the rest once a minute, so that lists and counts
need not read the bodies of events.
"""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from plantstore.core.faults import FaultStreak
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import filter_pages, receivers

STEP_EVENTS = 1_024  # events in one step: two or three rows to write for each receiver
STEP_RECEIVERS_MAX = 32  # receivers in one step, which takes about 30 ms in a reader thread
STEPS_MAX = 1_000  # steps for one receiver in one run, once a minute: a million events


class _Place(NamedTuple):
    """A receiver, and the last event that is known to match its filter or not."""

    known_to: int
    receiver: Receiver


class FilterIndex:
    """Evaluates one step at a time in this process. If other processes do the same, the first result is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()
        self._waiting: dict[ReceiverId, _Place] = {}
        self._faults = FaultStreak("the filters of receivers could not be evaluated")

    async def extend(self, receiver: Receiver, *, after: int) -> None:
        """Evaluate the next step for a receiver that has come as far as `after`, together with others that are there.

        Failures are not raised: then the results are stored later.
        """
        self._waiting[receiver.id] = _Place(after, receiver)
        async with self._turn:
            await asyncio.sleep(0)  # so that receivers that ask in this iteration of the event loop are evaluated too
            own = self._waiting.pop(receiver.id, None)
            if own is None:
                return  # evaluated together with another receiver
            near = [one for one in self._waiting.values() if abs(one.known_to - own.known_to) < STEP_EVENTS]
            batch = [own, *near[: STEP_RECEIVERS_MAX - 1]]
            for one in batch[1:]:
                del self._waiting[one.receiver.id]
            try:
                await self._step(batch)
            except Exception as error:
                self._faults.failed(error)
            else:
                self._faults.worked()

    async def run(self) -> None:
        """Evaluate the filter of each receiver that has one, up to the head of the log."""
        places = await self._database.read(_places)
        for _ in range(STEPS_MAX):
            batches, places = [*_batches(places)], []
            for batch in batches:
                async with self._turn:
                    places += await self._step(batch)
            if not places:
                break

    async def _step(self, batch: Sequence[_Place]) -> list[_Place]:
        """Evaluate and store a step; return the places of receivers that had one, and nothing better was stored."""
        wanted = [one.receiver for one in batch]
        found = await self._database.read(partial(filter_pages.evaluate, wanted=wanted, limit=STEP_EVENTS))
        if not found:
            return []
        known_to = await self._database.write(partial(filter_pages.store, found=found))
        return [_Place(known_to[one.id], one) for one in wanted if one.id in known_to]


def _places(tx: Transaction) -> list[_Place]:
    return [_Place(filter_pages.known_to(tx, one), one) for one in receivers.filtered(tx)]


def _batches(places: Sequence[_Place]) -> Iterator[list[_Place]]:
    """Yield the receivers that can be evaluated together."""
    batch: list[_Place] = []
    for place in sorted(places, key=lambda one: one.known_to):
        if batch and (len(batch) == STEP_RECEIVERS_MAX or place.known_to >= batch[0].known_to + STEP_EVENTS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
