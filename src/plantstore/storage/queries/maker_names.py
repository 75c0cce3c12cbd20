"""The names of the people and tokens that made links."""

from collections.abc import Collection

from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list


def names_of(tx: Transaction, ids: Collection[str]) -> dict[str, str]:
    """Return the name of each person and token with one of these ids. A token that was revoked has no name."""
    if not ids:
        return {}
    marks, values = in_list(sorted(ids))
    sql = (
        f"SELECT id, name FROM tokens WHERE id IN ({marks}) UNION ALL SELECT id, name FROM people WHERE id IN ({marks})"
    )
    return {str(id): str(name) for id, name in tx.execute(sql, (*values, *values))}
