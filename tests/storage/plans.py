"""How the store looks things up: the plans of the statements that a storage function really runs."""

from collections.abc import Callable, Sequence
from typing import Any

from plantstore.storage.database import Transaction
from plantstore.storage.engine import Row


class _Spying(Transaction):
    """Has each statement explained before it runs."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx.connection, tx.now)
        self.plans: list[str] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        rows = super().execute(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plans.append("; ".join(str(row[-1]) for row in rows))
        return super().execute(sql, values)


def plans_of(tx: Transaction, function: Callable[[Transaction], object]) -> list[str]:
    """Run a storage function; give the plan of each statement that it asks with, as the engine explains it."""
    spying = _Spying(tx)
    function(spying)
    return spying.plans
