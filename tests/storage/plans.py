"""Query plans and step counts of what a storage function runs."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.sqlite.engine import Connection


class _Spying(Transaction):
    """Has each statement explained before it runs."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx.connection, tx.now)
        self.plans: list[str] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        rows = super().execute(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plans.append("; ".join(str(row[-1]) for row in rows))
        return super().execute(sql, values)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        rows = super().execute(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plans.append("; ".join(str(row[-1]) for row in rows))
        return super().update(sql, values)


def plans_of(tx: Transaction, function: Callable[[Transaction], object]) -> list[str]:
    """Run a storage function; return the query plan of each of its statements."""
    spying = _Spying(tx)
    function(spying)
    return spying.plans


def steps_of(tx: Transaction, function: Callable[[Transaction], object]) -> int:
    """How many steps the engine takes for a storage function: the same on a fast machine and on a slow one."""
    taken = 0

    def count() -> bool:
        nonlocal taken
        taken += 1
        return False

    raw = cast(Connection, tx.connection).raw
    raw.set_progress_handler(count, 1)
    try:
        function(tx)
    finally:
        raw.set_progress_handler(None)
    return taken


def parts_of_index(tx: Transaction) -> int:
    """In how many parts the index of words lies."""
    return int(tx.execute("SELECT count(DISTINCT segid) FROM plant_words_idx")[0][0])
