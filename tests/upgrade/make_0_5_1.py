"""Make a store as version 0.5.1 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.5.1, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_5_1 FOLDER`

It begins with the states of 0.5.0. The tables also contain the positions of attempts, the numbers of changes, the
second in which each request was signed, and the token that created each token.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempt_pages
from tests import engines
from tests.upgrade import make_0_5_0
from tests.upgrade.make_0_4_0 import Steps, no_steps
from tests.upgrade.make_0_5_0 import ADDRESSES

__all__ = ["ADDRESSES", "DUMP", "DUMP_ON_POSTGRESQL", "make"]

DUMP = Path(__file__).with_name("0_5_1.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_5_1_postgresql.sql")


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
        _record_in_two_commits(tx)
        afterwards(tx)

    return make_0_5_0.make(folder, sent=sent, unsent=unsent, afterwards=end, addresses=addresses)


def _record_in_two_commits(tx: Transaction) -> None:
    """Append the attempts to the feed again in two halves: otherwise the number in each commit depends on the
    machine.
    """
    tx.update("DELETE FROM attempt_pages")
    ids = [attempt_id for (attempt_id,) in tx.execute("SELECT id FROM attempts ORDER BY id")]
    for some in (ids[: len(ids) // 2], ids[len(ids) // 2 :]):
        attempt_pages.add(tx, some)
        tx.run_pre_commit_hooks()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")
