"""What the status shows of receivers: those with a problem first, so that a list of any length shows what matters."""

from dataclasses import dataclass

from plantstore.domain.identity import ReceiverId
from plantstore.storage import receivers
from plantstore.storage.database import Transaction

_STANDING = (
    "CASE WHEN breakers.state = 'disabled' THEN 0 WHEN breakers.state = 'open' AND paused = 0 THEN 1 "
    "WHEN paused = 1 THEN 2 ELSE 3 END"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many receivers there are, and how many of them stand still against anybody's wish."""

    receivers: int
    disabled: int
    failing: int


def count(tx: Transaction) -> Counted:
    sql = (
        "SELECT coalesce(sum(CASE WHEN breakers.state = 'disabled' AND paused = 0 THEN 1 ELSE 0 END), 0), "
        "coalesce(sum(CASE WHEN breakers.state = 'open' AND paused = 0 THEN 1 ELSE 0 END), 0) "
        "FROM breakers JOIN receivers ON receivers.id = breakers.receiver_id WHERE deleted_at IS NULL"
    )
    disabled, failing = tx.execute(sql)[0]
    return Counted(receivers=receivers.count(tx), disabled=int(disabled), failing=int(failing))


def worst(tx: Transaction, *, limit: int) -> list[ReceiverId]:
    """Receivers: disabled, failing, paused, then the others; in each group the one that is furthest behind first."""
    rows = tx.execute(
        "SELECT receivers.id FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id "
        f"WHERE deleted_at IS NULL ORDER BY {_STANDING}, cursor, receivers.id LIMIT ?",
        (limit,),
    )
    return [row[0] for row in rows]
