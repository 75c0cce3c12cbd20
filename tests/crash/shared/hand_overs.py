"""Processes that share a store: one starts, one stops, one is frozen past its lease, one is killed.

Each time the others take over its receivers; the time that takes is measured.
"""

import asyncio
import time
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import all_delivered, check_duplicates, end_in_order, figures_of
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, a_database_server, freeze, thaw
from tests.crash.shared.stock import have_read_the_dead, note_end_of_one, recorded_acceptances
from tests.proving import Figures, Progress
from tests.running import run

CREW = ("one", "two", "three", "four", "failing")
DISPATCHERS = 2  # then a third
PLANTS_PER_SECOND = 40
SOON_S = 0.5  # seconds under load before and after each change
SLOW_S = 0.02  # duration of a request
UNANSWERED = 2  # requests to each receiver of a process when it is frozen, or asked to stop
UNANSWERED_S = 0.3
LATE_S = 2.0  # seconds after the end of its lease until the responses arrive
TEST_LEASE_S, DEFAULT_LEASE_S = 6.0, 15.0  # a busy machine starves a process for seconds: 3 s is too short
TAKE_OVER_S_MAX = 2.0  # seconds beyond the lease, on an idle machine, like the next two
STOP_S_MAX = 1.0
EVEN_S_MAX = 15.0


def prove_hand_overs(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Play all of it `count` times, the first time with the default lease."""
    del seed  # nothing here is random
    figures: Figures = {}
    for number in range(count):
        here = folder / f"round-{number}"
        here.mkdir()
        seen = play(here, lease_s=TEST_LEASE_S if number else DEFAULT_LEASE_S)
        assert seen["longest_beyond_the_lease_ms"] <= TAKE_OVER_S_MAX * 1_000, seen
        assert seen["longest_stop_ms"] <= STOP_S_MAX * 1_000, seen
        assert seen["longest_evening_out_ms"] <= EVEN_S_MAX * 1_000, seen
        figures = added(figures, seen)
        progress(number + 1)
    return figures


def play(folder: Path, *, lease_s: float) -> Figures:
    """Make each change once, and check the ledger after it: requests are counted as repeated where that is allowed."""
    ledger = Ledger()
    figures: Figures = {"hand_overs": 4}
    settings = {"deadline_s": "30"}  # wait for responses that come late

    async def prove() -> None:
        async with (
            a_database_server() as server,
            Processes(
                folder, server, roles=["api"] + ["dispatcher"] * DISPATCHERS, lease_s=lease_s, **settings
            ) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await crew.join(*CREW)
            for receiving in crew.receivers.values():
                receiving.answers_after_s = SLOW_S
            story = _Scenario(processes, crew, ledger)
            figures["longest_evening_out_ms"] = _ms(await story.another_comes())
            figures["longest_stop_ms"] = _ms(await story.one_stops())
            figures["frozen_under_way"] = await story.one_is_frozen()
            figures["longest_beyond_the_lease_ms"] = _ms(await story.one_is_killed() - lease_s)
            await end_in_order(processes, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))

    run(prove)
    assert figures["lost"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    return figures


class _Scenario:
    """The changes of the processes of a store, each under load."""

    def __init__(self, processes: Processes, crew: Receivers, ledger: Ledger) -> None:
        self._processes = processes
        self._crew = crew
        self._ledger = ledger

    async def another_comes(self) -> float:
        """Start a third process; return the seconds until the shares are even."""
        await self._processes.even()
        third = self._processes.another("dispatcher")
        async with self._load():
            await asyncio.sleep(SOON_S)
            self._processes.all.append(third)
            await third.start()
            ready_at = time.monotonic()
            await self._processes.even()
            even_s = time.monotonic() - ready_at
            await self._are_sent_something(set(self._crew.receivers))
        await self._nothing_came_again()
        return even_s

    async def one_stops(self) -> float:
        """Stop a process with requests in flight; return the seconds until the others own all of its shards."""
        async with self._load():
            await asyncio.sleep(SOON_S)
            leaving = self._processes.busiest()
            theirs, pid = self._processes.receivers_of(leaving), leaving.pid
            await self._answer_late(theirs, after_s=UNANSWERED_S)
            asked_at = time.monotonic()
            stopping = asyncio.create_task(leaving.stop())
            await self._processes.taken_from(pid)
            taken_s = time.monotonic() - asked_at
            await self._are_sent_something(theirs)
            assert await stopping == 0, leaving.last_words()
        await self._nothing_came_again()
        await leaving.start()
        return taken_s

    async def one_is_frozen(self) -> int:
        """Freeze a process with requests in flight, whose responses arrive after it has lost everything; then thaw it.

        Return how many requests those were. Each is recorded in the end, and the process sends nothing more to its
        former receivers.
        """
        await self._processes.even()
        frozen = self._processes.busiest()
        pid = frozen.pid
        async with self._load():
            under_way = await self._answer_late(
                self._processes.receivers_of(frozen), after_s=self._processes.lease_s + LATE_S
            )
            freeze(frozen)
            await note_end_of_one(self._processes, self._crew, self._ledger)
            await self._processes.taken_from(pid)
            await asyncio.sleep(SOON_S)
        await all_delivered(self._processes, self._crew, self._ledger)
        sent = self._requests()
        thaw(frozen)
        await self._processes.even()
        await self._all_answers_recorded()
        assert self._requests() == sent, "it sent to a receiver that it had lost"
        await all_delivered(self._processes, self._crew, self._ledger)
        assert self._processes.remains().waiting_retries == 0, "a late failure was counted"
        return under_way

    async def one_is_killed(self) -> float:
        """Kill a process; return the seconds until another process has sent to each of its receivers."""
        async with self._load():
            await asyncio.sleep(SOON_S)
            killed = self._processes.busiest()
            theirs = self._processes.receivers_of(killed)
            killed_at = time.monotonic()
            await killed.kill()
            await note_end_of_one(self._processes, self._crew, self._ledger)
            await self._are_sent_something(theirs)
            sent_s = time.monotonic() - killed_at
        await all_delivered(self._processes, self._crew, self._ledger)
        return sent_s

    def _load(self) -> Load:
        return Load(self._processes, self._ledger, per_second=PLANTS_PER_SECOND)

    async def _are_sent_something(self, receiver_ids: set[str]) -> None:
        assert receiver_ids
        await have_read_the_dead(self._crew)
        before = {one: len(self._crew.receivers[one].got) for one in receiver_ids}
        for one, count in before.items():
            await self._crew.receivers[one].until(lambda here, more=count + 1: len(here.got) >= more, within_s=60.0)  # type: ignore[misc]

    async def _answer_late(self, receiver_ids: set[str], *, after_s: float) -> int:
        """Return when each of them has some requests that it will answer late; return their number."""
        theirs = [self._crew.receivers[one] for one in receiver_ids]
        for one in theirs:
            one.answers_after_s = after_s
        before = {id(one): len(one.got) for one in theirs}
        for one in theirs:
            await one.requests(before[id(one)] + UNANSWERED)
        under_way = sum(len(one.got) - before[id(one)] for one in theirs)
        for one in theirs:
            one.answers_after_s = SLOW_S
        return under_way

    async def _nothing_came_again(self) -> None:
        """Check after all deliveries that everything accepted is recorded, and only once."""
        await all_delivered(self._processes, self._crew, self._ledger)
        assert self._processes.remains().recorded == self._ledger.accepted.keys()
        assert list(self._ledger.duplicates()) == []
        self._ledger.begin_life(set(self._ledger.accepted))

    async def _all_answers_recorded(self) -> None:
        """Wait until every 2xx and every refusal of a receiver is on record, whichever process sent the request."""
        given = [got.status for one in self._crew.receivers.values() for got in one.got]
        accepted = sum(status == 204 for status in given)
        async with asyncio.timeout(60.0):
            while recorded_acceptances(self._processes.server, STORE) < accepted or self._refusals() < (
                len(given) - accepted
            ):
                await asyncio.sleep(SLOW_S)
        assert recorded_acceptances(self._processes.server, STORE) == accepted
        assert self._refusals() == len(given) - accepted

    def _refusals(self) -> int:
        [(count,)] = self._processes.server.sql("SELECT count(*) FROM attempts WHERE status = 404", database=STORE)
        return int(count)

    def _requests(self) -> int:
        return sum(len(one.got) for one in self._crew.receivers.values())


def _ms(seconds: float) -> int:
    return round(seconds * 1_000)
