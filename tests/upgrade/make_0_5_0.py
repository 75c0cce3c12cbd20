"""Make a store as version 0.5.0 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.5.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_5_0 FOLDER`

It begins with the states of 0.4.0. On PostgreSQL a process was killed at the end, and is still the owner of half the
receivers. The dumps are the same each time, on PostgreSQL with the same version of its programs.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from plantstore.domain.deliveries.lease import Role, shard_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import processes, receivers, shards
from plantstore.storage.tables.processes import Process
from tests import engines
from tests.upgrade import make_0_4_0
from tests.upgrade.make_0_4_0 import ADDRESSES, Steps, no_steps

__all__ = ["ADDRESSES", "DUMP", "DUMP_ON_POSTGRESQL", "KILLED", "make"]

DUMP = Path(__file__).with_name("0_5_0.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_5_0_postgresql.sql")
KILLED = Process(
    id="prc_01hzzzzzzz0000000000000000",
    slot=0,
    role=Role.DISPATCHER,
    host="plants-2",
    pid=4711,
    version="0.5.0",
    address="",
    started_at=make_0_4_0.LONG_AGO,
    lease_us=2_000_000,
    beat=41,
)


def make(
    folder: Path,
    *,
    sent: Steps = no_steps,
    unsent: Steps = no_steps,
    afterwards: Callable[[Transaction], None] = lambda _: None,
    addresses: Mapping[str, str] = ADDRESSES,
) -> str:
    """Make the store on the engine of the tests."""

    def end(tx: Transaction) -> None:
        if engines.kind() == engines.POSTGRESQL:
            _kill(tx)
        afterwards(tx)

    return make_0_4_0.make(folder, sent=sent, unsent=unsent, afterwards=end, addresses=addresses)


def _kill(tx: Transaction) -> None:
    """Leave the rows of a process that was killed."""
    processes.register(tx, KILLED)
    # ordered receivers would wait for minutes
    ordered = {shard_of(one.id) for one in receivers.page(tx, limit=100) if one.ordered}
    shards.acquire(tx, KILLED.id, [one for one in shards.find_all(tx) if one.shard % 2 and one.shard not in ordered])


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")
