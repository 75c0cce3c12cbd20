"""How the store looks things up: the plans of the statements that a storage function really runs."""

from collections.abc import Callable, Sequence
from typing import Any

from plantstore.storage.database import Transaction


def plans_of(tx: Transaction, function: Callable[[Transaction], object]) -> list[str]:
    """Run a storage function; give the plan of each statement that it asks with, as the engine explains it."""
    spying, plans = Transaction(tx.connection, tx.now), []

    def execute(sql: str, values: Sequence[Any] = ()) -> Any:
        rows = tx.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        plans.append("; ".join(str(row[-1]) for row in rows))
        return tx.execute(sql, values)

    spying.execute = execute
    function(spying)
    return plans
