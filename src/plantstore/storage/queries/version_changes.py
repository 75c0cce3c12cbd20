"""Puts a receiver's changed filter, and its changed body format, in force."""

from plantstore.domain.deliveries.lease import shard_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.tables import attempts, filter_pages, receiver_filters, receiver_formats, receivers, shards


def is_new(tx: Transaction, receiver: Receiver) -> bool:
    """True if the filter or the format that was set last is not in force yet."""
    return _is_filter_new(tx, receiver) or _is_format_new(tx, receiver)


def put_in_force(tx: Transaction, receiver_id: ReceiverId, *, after: int, epoch: int | None) -> bool:
    """Put the filter and format that were set last in force, from the event after the last one that was passed or sent.

    The process that sends to the receiver calls this when no request to it is in flight; `after` is how far it has
    come. Return False, and change nothing, if another process has taken over the receiver since `epoch`, or if the
    receiver was removed.
    """
    receiver = receivers.find(tx, receiver_id)
    if receiver is None or (
        epoch is not None and shards.lock_epochs(tx, [shard_of(receiver_id)]) != {shard_of(receiver_id): epoch}
    ):
        return False
    # A failed probe leaves no row in `retries`, but its event was sent under the version that is in force now.
    attempted = backlog.recorded_beyond(tx, receiver) | attempts.made_after(tx, receiver_id, receiver.cursor).keys()
    first = 1 + max(after, receiver.cursor, *attempted)
    if _is_filter_new(tx, receiver):
        filter_pages.forget(tx, receiver, first=first)
        receiver_filters.put(tx, receiver_id, first=first, pattern=receiver.filter)
    if _is_format_new(tx, receiver):
        receiver_formats.put(tx, receiver_id, first=first, format=receiver.body_format)
    tx.changes.receivers.add(receiver_id)
    return True


def _is_filter_new(tx: Transaction, receiver: Receiver) -> bool:
    return receiver.filtered and receiver_filters.newest(tx, receiver.id) != receiver.filter


def _is_format_new(tx: Transaction, receiver: Receiver) -> bool:
    return receiver_formats.versions(tx, receiver).newest != receiver.body_format
