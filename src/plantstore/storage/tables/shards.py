"""Which process sends to which receivers in a shared store: table `shards`."""

from collections.abc import Collection
from typing import NamedTuple

from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import processes


class Shard(NamedTuple):
    """A share of the receivers, owned by one process. `owner` is None if the shard is free.

    `epoch` increases whenever the owner changes. `is_clean` is True if the last owner had no requests in flight when it
    released the shard.
    """

    shard: int
    owner: str | None
    epoch: int
    is_clean: bool


def find_all(tx: Transaction) -> list[Shard]:
    rows = tx.execute(f"SELECT {', '.join(Shard._fields)} FROM shards ORDER BY shard")
    return [Shard(shard, owner, epoch, bool(is_clean)) for shard, owner, epoch, is_clean in rows]


def acquire(tx: Transaction, process_id: str, wanted: Collection[Shard]) -> list[Shard]:
    """Acquire shards that were free when they were read; return the acquired shards, with their new epochs.

    An unregistered process gets no shards, because no other process would expire its lease.
    """
    if not processes.lock_registered(tx, process_id):
        return []
    assert all(shard.owner is None for shard in wanted)
    sql = "UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE shard = ? AND epoch = ?"
    return [
        one._replace(owner=process_id, epoch=one.epoch + 1)
        for one in sorted(wanted)
        if tx.update(sql, (process_id, one.shard, one.epoch))
    ]


def release(tx: Transaction, process_id: str, held: Collection[Shard]) -> None:
    """Release the given shards, except any that the process no longer owns."""
    sql = "UPDATE shards SET owner = NULL, epoch = epoch + 1, is_clean = ? WHERE shard = ? AND epoch = ? AND owner = ?"
    for one in sorted(held):
        tx.update(sql, (int(one.is_clean), one.shard, one.epoch, process_id))


def release_orphaned(tx: Transaction, process_id: str) -> None:
    """Free the shards of an expired process, whose requests may still be in flight."""
    tx.update(
        "UPDATE shards SET owner = NULL, epoch = epoch + 1, is_clean = 0 WHERE owner = ? "
        "AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = shards.owner)",
        (process_id,),
    )


def lock_epochs(tx: Transaction, wanted: Collection[int]) -> dict[int, int]:
    """Return the epochs of the given shards, and lock the shards: no owner changes until this transaction ends."""
    marks, numbers = in_list(sorted(wanted))
    sql = f"SELECT shard, epoch FROM shards WHERE shard IN ({marks}) ORDER BY shard{tx.for_share}"
    return {row[0]: row[1] for row in tx.execute(sql, numbers)}
