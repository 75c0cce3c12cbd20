"""Whether the secrets that signed a request are those that are stored now."""

from collections.abc import Sequence

from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import SECOND_US
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import receiver_keys

ROTATION_SEEN_S = 60  # max time until every process signs with a new secret; they poll once a second


def secrets_known_at(tx: Transaction, receiver: Receiver, second: int, *, overlap_s: int) -> bool:
    """True if a request that was signed in this second was signed with the secrets and keys that are stored now.

    False if the newest secret was stored later, or if the previous secret was then still valid (for `overlap_s`) but
    has been deleted. Shortly after a rotation, a request may still have been signed with the old secrets. The same
    applies to key pairs.
    """
    signed_at = second * SECOND_US
    changed_at, keys = receiver_keys.changes(tx, receiver.id)
    if changed_at and changed_at != receiver.created_at and signed_at <= changed_at + ROTATION_SEEN_S * SECOND_US:
        return False
    if keys and keys[0][0] != changed_at and not _is_settled(tx, keys, signed_at, overlap_s=overlap_s):
        return False
    rows = tx.execute(
        "SELECT created_at, expires_at FROM receiver_secrets WHERE receiver_id = ? AND kind = 'signing' "
        "ORDER BY created_at DESC",
        (receiver.id,),
    )
    if not rows:
        return False
    if rows[0][0] == receiver.created_at:  # the signing secret was never rotated
        return True
    return _is_settled(tx, rows, signed_at, overlap_s=overlap_s)


def _is_settled(tx: Transaction, rows: Sequence[Row], signed_at: int, *, overlap_s: int) -> bool:
    """True if `rows`, the times at which secrets were stored and expire, name what signed at that time."""
    newest_at: int = rows[0][0]
    if signed_at <= newest_at + ROTATION_SEEN_S * SECOND_US:
        return False
    is_old_known = any(expires_at is not None and expires_at > tx.now for _, expires_at in rows)
    return is_old_known or signed_at >= newest_at + (overlap_s + 1) * SECOND_US
