"""Assigns receivers to the processes that share a store, by shards. A process sends only while its lease is valid.

Each process renews its lease when a third of it has passed, takes free shards up to its fair share, releases surplus
shards when another process joins, and frees the shards of dead processes. It measures its lease only by its own
monotonic clock, from the start of the renewal, so a process that was frozen knows that its lease has expired.
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
from plantstore.domain.deliveries.lease import (
    Role,
    WatchedPeer,
    fair_share,
    observe_heartbeats,
    renew_after_s,
    shard_of,
)
from plantstore.domain.errors import StoreError
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import DEADLINE_S_MAX
from plantstore.domain.timestamps import SECOND_US
from plantstore.storage.database import Database, Transaction
from plantstore.storage.queries import polling
from plantstore.storage.tables import attempts, processes, shards
from plantstore.storage.tables.processes import Process
from plantstore.storage.tables.shards import Shard

FINAL_WRITE_S = 2.0  # max wait for the last write, so that an unresponsive database does not delay shutdown
POLLS_PER_RENEWAL = 2  # min polls per lease renewal; with fewer polls, dead processes would be detected late


class Cluster(NamedTuple):
    """All processes and shards of the cluster, read in one transaction."""

    processes: list[Process]
    shards: list[Shard]


class LeaseManager:
    """Manages this process's lease and shards in the cluster. `notify` makes the other processes poll soon."""

    is_shared = True

    def __init__(
        self,
        database: Database,
        clock: Clock,
        ids: Ids,
        in_flight_limit: LeasedInFlightLimit,
        *,
        role: Role,
        host: str,
        pid: int,
        version: str,
        address: str,
        lease_s: float,
        notify: Callable[[], None] = lambda: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._in_flight_limit = in_flight_limit
        self._process = Process("", 0, role, host, pid, version, address, started_at=clock.now(), lease_us=0)
        self._lease_s = lease_s
        self._notify = notify
        self._registered = False
        self._leaving = False
        self._ends_s = self._renew_at_s = self._polled_s = -math.inf
        self._held: dict[int, Assignment] = {}
        self._releasing: set[int] = set()
        self._shards: list[Shard] = []  # as they were when their epochs were `_epochs` together
        self._epochs = -1
        self._watched: dict[str, WatchedPeer] = {}
        self._periodic_poll = PeriodicTask(self.poll)
        self._lease_timer = Timer(self._check_lease)

    @property
    def process(self) -> Process:
        """This process as it is registered. It gets a new id if another process has declared it dead."""
        return self._process

    @property
    def held_shards(self) -> frozenset[int]:
        """The shards assigned to this process, without those that it is releasing."""
        return frozenset(self._held.keys() - self._releasing)

    @property
    def is_leader(self) -> bool:
        """True if this process runs the jobs that only one process may run: the process that holds shard 0."""
        return self._clock.monotonic() < self._ends_s and 0 in self._held

    def heartbeat_ages_s(self) -> dict[str, float]:
        """Return the seconds since each process's last observed heartbeat, by process id."""
        now_s = self._clock.monotonic()
        return {self._process.id: 0.0} | {
            process: now_s - peer.unchanged_since_s for process, peer in self._watched.items()
        }

    def assignment_of(self, receiver_id: ReceiverId) -> Assignment | None:
        shard = shard_of(receiver_id)
        return None if shard in self._releasing else self._held.get(shard)

    def may_send(self, receiver_id: ReceiverId) -> bool:
        """True if a request may be sent now: the lease is valid, and the receiver's shard is still held."""
        return self._clock.monotonic() < self._ends_s and shard_of(receiver_id) in self._held

    async def start(self, listener: AssignmentListener) -> None:
        """Register this process, and take its fair share of the free shards."""
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
        """Release the remaining shards, those with requests in flight as not clean, and unregister this process."""
        await self._periodic_poll.stop()
        self._lease_timer.cancel()
        if not self._registered:
            return
        process_id, held = self._process.id, self._to_give_back(self._held, idle=self._listener.idle_shards(self._held))
        self._lose_all()

        def unregister(tx: Transaction) -> None:
            processes.remove(tx, process_id)
            shards.release(tx, process_id, held)
            shards.release_orphaned(tx, process_id)

        await self._write_in_time(unregister)

    async def _write_in_time(self, function: Callable[[Transaction], None]) -> None:
        """Write, waiting at most FINAL_WRITE_S. If that fails, the others notice our end by the missing heartbeats."""
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(FINAL_WRITE_S):
                await self._database.write(function, bypass_queue_limit=True, exclusive=False)
        self._notify()

    async def poll(self) -> float:
        """Renew the lease if due, read the cluster, and adjust the shards; return the seconds until the next poll."""
        if not self._registered:
            await self._register()
        elif self._clock.monotonic() >= self._renew_at_s:
            await self._renew()
        cluster = await self._read_cluster()
        now_s = self._clock.monotonic()
        heartbeats = {peer.id: peer.shown for peer in cluster.processes if peer.id != self._process.id}
        self._watched = observe_heartbeats(self._watched, heartbeats, last_poll_s=self._polled_s, now_s=now_s)
        self._polled_s = now_s
        if all(process.id != self._process.id for process in cluster.processes):
            self._lose_all()
            return 0.0
        self._reconcile(cluster)
        if await self._expire_dead(cluster, now_s):
            return 0.0
        await self._rebalance(cluster)
        return self._wait_s()

    async def _read_cluster(self) -> Cluster:
        """Read all processes, and the shards if one of them has another owner than before."""
        found, epochs = await self._database.read_one(polling.members)
        if epochs == self._epochs:
            return Cluster(found, self._shards)
        cluster = await self._database.read(_read_cluster)
        self._shards, self._epochs = cluster.shards, sum(shard.epoch for shard in cluster.shards)
        return cluster

    # The lease

    async def _register(self) -> None:
        began_s = self._clock.monotonic()
        process = self._process._replace(
            id=self._ids.process(),
            started_at=self._clock.now(),
            lease_us=round(self._lease_s * SECOND_US),
            is_leaving=self._leaving,
        )

        def register(tx: Transaction) -> tuple[Process, int]:
            return processes.register(tx, process), attempts.newest_id(tx)

        self._process, newest = await self._database.write(register, bypass_queue_limit=True, exclusive=False)
        self._registered = True
        self._ids.set_worker(self._process.slot)
        self._ids.continue_attempts_after(newest)
        self._renewed(began_s)
        self._notify()

    async def _renew(self) -> None:
        began_s, process_id = self._clock.monotonic(), self._process.id

        def renew(tx: Transaction) -> bool:
            return processes.heartbeat(tx, process_id)

        if await self._database.write(renew, bypass_queue_limit=True, exclusive=False):
            self._renewed(began_s)
        else:
            self._lose_all()
            await self._register()

    def _renewed(self, began_s: float) -> None:
        self._renew_at_s = began_s + renew_after_s(self._lease_s)
        self._ends_s = began_s + self._lease_s
        self._in_flight_limit.extend_lease(self._ends_s)
        self._check_lease()

    def _check_lease(self) -> None:
        """Notify the listener if the lease has expired; if not, set the timer for when it does."""
        left_s = self._ends_s - self._clock.monotonic()
        if left_s > 0:
            self._lease_timer.set(left_s)
        elif self._held:
            self._listener.lease_expired()

    # Shards

    def _reconcile(self, cluster: Cluster) -> None:
        """Apply the table of shards: drop shards that we no longer own, and hold those that we own but did not hold."""
        ours = {shard.shard: shard for shard in cluster.shards if shard.owner == self._process.id}
        lost = [number for number, held in self._held.items() if number not in ours or ours[number].epoch != held.epoch]
        self._lose(lost)
        self._hold([shard for number, shard in ours.items() if number not in self._held])

    def _lose_all(self) -> None:
        self._registered = False
        self._lose(list(self._held))

    def _lose(self, lost: Collection[int]) -> None:
        for shard in lost:
            del self._held[shard]
        self._releasing.difference_update(lost)
        if lost:
            self._listener.revoke(lost)

    def _hold(self, taken: Collection[Shard]) -> None:
        now_s = self._clock.monotonic()
        for shard in taken:
            self._held[shard.shard] = Assignment(shard.epoch, now_s, shard.is_clean)
        if taken:
            self._listener.acquired()

    def _to_give_back(self, numbers: Collection[int], *, idle: Collection[int]) -> list[Shard]:
        """Return the rows to write to the table of shards in order to release these shards.

        A row is clean if no request to its shard can be in flight, neither ours nor one of a previous owner that died.
        """
        now_s, rows = self._clock.monotonic(), []
        for number in numbers:
            held = self._held[number]
            is_clean = number in idle and held.handover_wait_s(DEADLINE_S_MAX, now_s=now_s) <= 0
            rows.append(Shard(number, self._process.id, held.epoch or 0, is_clean))
        return rows

    # Other processes

    async def _expire_dead(self, cluster: Cluster, now_s: float) -> bool:
        """Remove dead processes and free their shards; return True if there were any."""
        dead = {process: peer.beat for process, peer in self._watched.items() if peer.is_expired(now_s)}
        present = {process.id for process in cluster.processes}
        strays = {shard.owner for shard in cluster.shards if shard.owner is not None} - present

        def expire(tx: Transaction) -> bool:
            gone = [one for one in sorted(dead) if processes.expire(tx, one, beat=dead[one])] + sorted(strays)
            for process_id in gone:
                shards.release_orphaned(tx, process_id)
            return bool(gone)

        if not (dead or strays) or not await self._database.write(expire, bypass_queue_limit=True, exclusive=False):
            return False
        self._notify()
        return True

    async def _rebalance(self, cluster: Cluster) -> None:
        """Release the shards above our fair share, or take free shards up to it."""
        sharers = [process.id for process in cluster.processes if process.has_share]
        share = fair_share(sharers, self._process.id) if self._process.id in sharers and not self._leaving else 0
        surplus = sorted(self.held_shards)[share:]
        if surplus:
            self._releasing.update(surplus)
            self._listener.release(surplus)
        await self._give_back()
        wanted = [shard for shard in cluster.shards if shard.owner is None][: max(0, share - len(self.held_shards))]
        if wanted:
            process_id = self._process.id

            def take(tx: Transaction) -> list[Shard]:
                return shards.acquire(tx, process_id, wanted)

            self._hold(await self._database.write(take, bypass_queue_limit=True, exclusive=False))

    async def _give_back(self) -> None:
        idle = self._listener.idle_shards(self._releasing)
        if not idle:
            return
        process_id, rows = self._process.id, self._to_give_back(idle, idle=idle)

        def give_back(tx: Transaction) -> None:
            shards.release(tx, process_id, rows)

        await self._database.write(give_back, bypass_queue_limit=True, exclusive=False)
        for shard in idle:
            self._held.pop(shard, None)
        self._releasing -= idle
        self._notify()

    def _wait_s(self) -> float:
        now_s = self._clock.monotonic()
        next_s = [self._renew_at_s, *(peer.expires_at_s for peer in self._watched.values())]
        most_s = min(POLL_S, renew_after_s(self._lease_s) / POLLS_PER_RENEWAL)
        return max(0.0, min(most_s, min(next_s) - now_s))


def _read_cluster(tx: Transaction) -> Cluster:
    return Cluster(processes.find_all(tx), shards.find_all(tx))
