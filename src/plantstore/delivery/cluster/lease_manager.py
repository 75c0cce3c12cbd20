"""Which receivers a process sends to that shares its store with others: those of its shards, while its lease holds.

A process renews its lease each third of it, takes free shards up to its fair share, gives back what is too much when
another one comes, and takes the shards of the dead. It trusts its lease by its own monotonic clock only, counted from
when the renewal was asked for: whoever was frozen finds out by itself.
"""

import asyncio
import math
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.core.timers import PeriodicTask, Timer
from plantstore.delivery.cluster.assignment import POLL_S, Assignment, AssignmentListener
from plantstore.delivery.in_flight import LeasedInFlightLimit
from plantstore.domain.errors import StoreError
from plantstore.domain.lease import Role, WatchedPeer, fair_share, observe_heartbeats, renew_after_s, shard_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receiver import DEADLINE_S_MAX
from plantstore.domain.timestamps import SECOND_US
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import attempts, processes, shards
from plantstore.storage.tables.processes import Process
from plantstore.storage.tables.shards import Shard

END_S = 2.0  # a store that does not answer keeps nobody from ending
LOOKS_A_RENEWAL = 2  # at least: whoever looks more rarely than it renews judges others late


def make_lease_manager(
    database: Database,
    clock: Clock,
    ids: Ids,
    places: LeasedInFlightLimit,
    *,
    role: Role,
    host: str,
    pid: int,
    version: str,
    address: str,
    lease_s: float,
    tell: Callable[[], None] = lambda: None,
) -> "LeaseManager":
    """Make the owner of a process that shares its store. Its sender is to ask `may_send`, its recorder to `look`.

    `tell` lets the others look soon: somebody came or went, or gave something back.
    """
    me = Process("", 0, role, host, pid, version, address, started_at=clock.now(), lease_us=0)
    return LeaseManager(database, clock, ids, places, me=me, lease_s=lease_s, tell=tell)


class Seen(NamedTuple):
    """Who is there, and who owns what, in one snapshot."""

    processes: list[Process]
    shards: list[Shard]


class LeaseManager:
    """This process among others. `me` is how it registers: id, slot, time and lease are filled in here."""

    is_shared = True

    def __init__(
        self,
        database: Database,
        clock: Clock,
        ids: Ids,
        places: LeasedInFlightLimit,
        *,
        me: Process,
        lease_s: float,
        tell: Callable[[], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._places = places
        self._process = me
        self._lease_s = lease_s
        self._tell = tell
        self._registered = False
        self._leaving = False
        self._ends_s = self._renew_at_s = self._looked_s = -math.inf
        self._held: dict[int, Assignment] = {}
        self._giving: set[int] = set()
        self._watched: dict[str, WatchedPeer] = {}
        self._periodic_poll = PeriodicTask(self.poll)
        self._alarm = Timer(self._check_lease)

    @property
    def process(self) -> Process:
        """How this process stands in the list; another one after it was taken for dead."""
        return self._process

    @property
    def held_shards(self) -> frozenset[int]:
        """The shards whose receivers are ours to send to."""
        return frozenset(self._held.keys() - self._giving)

    @property
    def is_leader(self) -> bool:
        """Whether this is the one process that does what one of several has to do: it holds the first shard."""
        return self._clock.monotonic() < self._ends_s and 0 in self._held

    def heartbeat_ages_s(self) -> dict[str, float]:
        """For how many seconds each process has shown no sign of life."""
        now_s = self._clock.monotonic()
        return {self._process.id: 0.0} | {
            process: now_s - one.unchanged_since_s for process, one in self._watched.items()
        }

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        shard = shard_of(receiver_id)
        return None if shard in self._giving else self._held.get(shard)

    def may_send(self, receiver_id: ReceiverId) -> bool:
        """Whether a request that was begun may be written still: the lease holds, and the receiver was not lost."""
        return self._clock.monotonic() < self._ends_s and shard_of(receiver_id) in self._held

    async def start(self, listener: AssignmentListener) -> None:
        """Register, and take what is free of the fair share."""
        self._listener = listener
        await self.poll()
        self._periodic_poll.start()

    def poll_now(self) -> None:
        self._periodic_poll.run_now()

    async def leave(self) -> None:
        self._leaving = True
        if self._registered:
            process_id = self._process.id
            await self._write_in_time(lambda tx: processes.leave(tx, process_id))
            self.poll_now()

    async def stop(self) -> None:
        """Give back what is left, and be gone. What is still under way is said to be so."""
        await self._periodic_poll.stop()
        self._alarm.cancel()
        if not self._registered:
            return
        process_id, left = self._process.id, self._as_held(self._held, idle=self._listener.idle_shards(self._held))
        self._lose_all()

        def end(tx: Transaction) -> None:
            processes.remove(tx, process_id)
            shards.release(tx, process_id, left)
            shards.release_orphaned(tx, process_id)

        await self._write_in_time(end)

    async def _write_in_time(self, function: Callable[[Transaction], None]) -> None:
        """Write before the end, if the store answers soon; else the others will see that this process is gone."""
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(END_S):
                await self._database.write(function, bypass_queue_limit=True, exclusive=False)
        self._tell()

    async def poll(self) -> float:
        """Renew when it is time, look, and do what follows; gives in how many seconds to look again."""
        if not self._registered:
            await self._register()
        elif self._clock.monotonic() >= self._renew_at_s:
            await self._renew()
        seen = await self._database.read(_look)
        now_s = self._clock.monotonic()
        beats = {one.id: one.shown for one in seen.processes if one.id != self._process.id}
        self._watched = observe_heartbeats(self._watched, beats, last_poll_s=self._looked_s, now_s=now_s)
        self._looked_s = now_s
        if all(one.id != self._process.id for one in seen.processes):
            self._lose_all()
            return 0.0
        self._compare(seen)
        if await self._expire_dead(seen, now_s):
            return 0.0
        await self._rebalance(seen)
        return self._rest_s()

    # The lease

    async def _register(self) -> None:
        asked_s = self._clock.monotonic()
        me = self._process._replace(
            id=self._ids.process(),
            started_at=self._clock.now(),
            lease_us=round(self._lease_s * SECOND_US),
            is_leaving=self._leaving,
        )

        def register(tx: Transaction) -> tuple[Process, int]:
            return processes.register(tx, me), attempts.newest_id(tx)

        self._process, newest = await self._database.write(register, bypass_queue_limit=True, exclusive=False)
        self._registered = True
        self._ids.set_worker(self._process.slot)
        self._ids.continue_attempts_after(newest)
        self._renewed(asked_s)
        self._tell()

    async def _renew(self) -> None:
        asked_s = self._clock.monotonic()
        process_id = self._process.id
        if await self._database.write(
            lambda tx: processes.heartbeat(tx, process_id), bypass_queue_limit=True, exclusive=False
        ):
            self._renewed(asked_s)
        else:
            self._lose_all()
            await self._register()

    def _renewed(self, asked_s: float) -> None:
        self._renew_at_s = asked_s + renew_after_s(self._lease_s)
        self._ends_s = asked_s + self._lease_s
        self._places.extend_lease(self._ends_s)
        self._check_lease()

    def _check_lease(self) -> None:
        """Have the listener hear of the end of the lease when it comes."""
        left_s = self._ends_s - self._clock.monotonic()
        if left_s > 0:
            self._alarm.set(left_s)
        elif self._held:
            self._listener.lease_expired()

    # What is held

    def _compare(self, seen: Seen) -> None:
        """Drop what the table says is another's, and take up what it says is ours though nobody told us so."""
        mine = {one.shard: one for one in seen.shards if one.owner == self._process.id}
        lost = [shard for shard, held in self._held.items() if shard not in mine or mine[shard].epoch != held.epoch]
        self._lose(lost)
        self._hold([one for shard, one in mine.items() if shard not in self._held])

    def _lose_all(self) -> None:
        self._registered = False
        self._lose(list(self._held))

    def _lose(self, lost: Collection[int]) -> None:
        for shard in lost:
            del self._held[shard]
        self._giving.difference_update(lost)
        if lost:
            self._listener.revoke(lost)

    def _hold(self, taken: Collection[Shard]) -> None:
        now_s = self._clock.monotonic()
        for one in taken:
            self._held[one.shard] = Assignment(one.epoch, now_s, one.is_clean)
        if taken:
            self._listener.acquired()

    def _as_held(self, numbers: Collection[int], *, idle: Collection[int]) -> list[Shard]:
        """These shards as they are given back. Of one taken from the dead, their requests may be under way still."""
        now_s = self._clock.monotonic()
        return [
            Shard(
                number,
                self._process.id,
                self._held[number].epoch or 0,
                number in idle and self._held[number].handover_wait_s(DEADLINE_S_MAX, now_s=now_s) <= 0,
            )
            for number in numbers
        ]

    # Among others

    async def _expire_dead(self, seen: Seen, now_s: float) -> bool:
        """Free what belongs to the dead; tells whether there were any."""
        dead = {process: watched.beat for process, watched in self._watched.items() if watched.is_expired(now_s)}
        there = {one.id for one in seen.processes}
        strays = {one.owner for one in seen.shards if one.owner is not None} - there

        def expire(tx: Transaction) -> bool:
            gone = [one for one in sorted(dead) if processes.expire(tx, one, beat=dead[one])] + sorted(strays)
            for process_id in gone:
                shards.release_orphaned(tx, process_id)
            return bool(gone)

        if not (dead or strays) or not await self._database.write(expire, bypass_queue_limit=True, exclusive=False):
            return False
        self._tell()
        return True

    async def _rebalance(self, seen: Seen) -> None:
        """Come to the fair share, from above or from below."""
        sharers = [one.id for one in seen.processes if one.has_share]
        share = fair_share(sharers, self._process.id) if self._process.id in sharers and not self._leaving else 0
        surplus = sorted(self.held_shards)[share:]
        if surplus:
            self._giving.update(surplus)
            self._listener.release(surplus)
        await self._give_back()
        wanted = [one for one in seen.shards if one.owner is None][: max(0, share - len(self.held_shards))]
        if wanted:
            process_id = self._process.id
            self._hold(
                await self._database.write(
                    lambda tx: shards.acquire(tx, process_id, wanted), bypass_queue_limit=True, exclusive=False
                )
            )

    async def _give_back(self) -> None:
        idle = self._listener.idle_shards(self._giving)
        if not idle:
            return
        process_id, left = self._process.id, self._as_held(idle, idle=idle)
        await self._database.write(
            lambda tx: shards.release(tx, process_id, left), bypass_queue_limit=True, exclusive=False
        )
        for shard in idle:
            self._held.pop(shard, None)
        self._giving -= idle
        self._tell()

    def _rest_s(self) -> float:
        now_s = self._clock.monotonic()
        next_s = [self._renew_at_s, *(one.expires_at_s for one in self._watched.values())]
        most_s = min(POLL_S, renew_after_s(self._lease_s) / LOOKS_A_RENEWAL)
        return max(0.0, min(most_s, min(next_s) - now_s))


def _look(tx: Transaction) -> Seen:
    return Seen(processes.find_all(tx), shards.find_all(tx))
