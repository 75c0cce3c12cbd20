"""The processes that share a store: table `processes`."""

from typing import NamedTuple

from plantstore.core.ids import WORKERS_MAX
from plantstore.domain.deliveries.lease import Heartbeat, Role
from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import facts

_LAST_SLOT = "last slot"  # name of the value in table `facts`


class Process(NamedTuple):
    """One run of the program. `slot` is part of its attempts' ids, so no two processes have the same slot."""

    id: str
    slot: int
    role: Role
    host: str
    pid: int
    version: str
    address: str
    started_at: Instant
    lease_us: int
    beat: int = 0
    is_leaving: bool = False

    @property
    def shown(self) -> Heartbeat:
        """Return the heartbeat from which other processes determine whether the lease has expired."""
        return Heartbeat(beat=self.beat, lease_s=self.lease_us / SECOND_US)

    @property
    def has_share(self) -> bool:
        """True if the process should own shards: its role includes sending, and it is not stopping."""
        return self.role.sends and not self.is_leaving


_SELECT = f"SELECT {', '.join(Process._fields)} FROM processes"


def register(tx: Transaction, process: Process) -> Process:
    """Insert a process with a free slot, and return it; raise Unavailable if no slot is free.

    Slots are reused as late as possible, because a process that was wrongly expired may still create ids with its slot.
    """
    # Lock a row that always exists, so that no two processes take the same slot.
    tx.execute(f"SELECT shard FROM shards WHERE shard = 0{tx.for_update}")
    last = int(facts.read(tx, _LAST_SLOT) or -1)
    used = {row[0] for row in tx.execute("SELECT slot FROM processes")}
    slots = ((last + step) % WORKERS_MAX for step in range(1, WORKERS_MAX + 1))
    slot = next((slot for slot in slots if slot not in used), None)
    if slot is None:
        raise Unavailable(f"{WORKERS_MAX} processes share this store already.")
    facts.write(tx, _LAST_SLOT, str(slot).encode())
    registered = process._replace(slot=slot)
    tx.insert("processes", Process._fields, [_to_row(registered)])
    return registered


def heartbeat(tx: Transaction, process_id: str) -> bool:
    """Increment a process's heartbeat; False if other processes have expired the process."""
    return bool(tx.update("UPDATE processes SET beat = beat + 1 WHERE id = ?", (process_id,)))


def leave(tx: Transaction, process_id: str) -> None:
    """Mark a process as stopping, so that it gets no more shards."""
    tx.update("UPDATE processes SET is_leaving = 1 WHERE id = ?", (process_id,))


def lock_registered(tx: Transaction, process_id: str) -> bool:
    """True if the process is registered; if so, it stays registered until this transaction ends."""
    return bool(tx.execute(f"SELECT id FROM processes WHERE id = ?{tx.for_share}", (process_id,)))


def remove(tx: Transaction, process_id: str) -> None:
    """Delete a process that has ended."""
    tx.update("DELETE FROM processes WHERE id = ?", (process_id,))


def expire(tx: Transaction, process_id: str, *, beat: int) -> bool:
    """Delete a process whose heartbeat is still `beat`; False if the heartbeat has changed, or the process is gone."""
    return bool(tx.update("DELETE FROM processes WHERE id = ? AND beat = ?", (process_id, beat)))


def find_all(tx: Transaction) -> list[Process]:
    """Return all registered processes, sorted by id."""
    return [from_row(row) for row in tx.execute(f"{_SELECT} ORDER BY id")]


def count_delivering(tx: Transaction) -> int:
    """Return how many registered processes should own shards, so send deliveries."""
    return sum(process.has_share for process in find_all(tx))


def _to_row(process: Process) -> Row:
    return (*process[:-1], int(process.is_leaving))


def from_row(row: Row) -> Process:
    """Return the process of a row with the columns `Process._fields`."""
    process = Process._make(row)
    return process._replace(role=Role(process.role), is_leaving=bool(process.is_leaving))
