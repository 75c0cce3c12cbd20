"""Who owns which receivers, where several processes share the store: table `shards`."""

from collections.abc import Collection
from typing import NamedTuple

from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import processes


class Shard(NamedTuple):
    """A share of the receivers. `epoch` rises at every change of hands; None as `owner`: it is free.

    `is_clean` says that the last owner had nothing under way when it gave the shard back.
    """

    shard: int
    owner: str | None
    epoch: int
    is_clean: bool


def find_all(tx: Transaction) -> list[Shard]:
    rows = tx.execute(f"SELECT {', '.join(Shard._fields)} FROM shards ORDER BY shard")
    return [Shard(shard, owner, epoch, bool(is_clean)) for shard, owner, epoch, is_clean in rows]


def acquire(tx: Transaction, process_id: str, wanted: Collection[Shard]) -> list[Shard]:
    """Take shards that were seen free; gives those that it got, with their new epochs.

    Nobody gets any who does not stand in the list of processes: no one would judge its lease.
    """
    if not processes.lock_registered(tx, process_id):
        return []
    assert all(one.owner is None for one in wanted)
    sql = "UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE shard = ? AND epoch = ?"
    return [
        one._replace(owner=process_id, epoch=one.epoch + 1)
        for one in sorted(wanted)
        if tx.update(sql, (process_id, one.shard, one.epoch))
    ]


def release(tx: Transaction, process_id: str, held: Collection[Shard]) -> None:
    """Give back shards that it holds still."""
    sql = "UPDATE shards SET owner = NULL, epoch = epoch + 1, is_clean = ? WHERE shard = ? AND epoch = ? AND owner = ?"
    for one in sorted(held):
        tx.update(sql, (int(one.is_clean), one.shard, one.epoch, process_id))


def release_orphaned(tx: Transaction, process_id: str) -> None:
    """Free what belonged to a process that is no more. Its requests may be under way for some time still."""
    tx.update(
        "UPDATE shards SET owner = NULL, epoch = epoch + 1, is_clean = 0 WHERE owner = ? "
        "AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = shards.owner)",
        (process_id,),
    )


def lock_epochs(tx: Transaction, wanted: Collection[int]) -> dict[int, int]:
    """The epochs of these shards; none of them changes hands before this transaction has ended."""
    marks, numbers = in_list(sorted(wanted))
    sql = f"SELECT shard, epoch FROM shards WHERE shard IN ({marks}) ORDER BY shard{tx.for_share}"
    return {row[0]: row[1] for row in tx.execute(sql, numbers)}
