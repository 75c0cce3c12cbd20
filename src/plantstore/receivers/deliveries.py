"""Commands on single deliveries, each one event for one receiver: retry now, cancel."""

from typing import assert_never

from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.receivers.commands import find as find_receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_list as stored
from plantstore.storage.tables import cancelled_ranges, events, retries


def find(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> tuple[Receiver, Delivery]:
    """Return a delivery and its receiver; raise NotFound if there is none."""
    receiver = find_receiver(tx, receiver_id)
    delivery = stored.find(tx, receiver, sequence)
    if delivery is None:
        raise NotFound("There is no such delivery: the receiver does not get that event.")
    return receiver, delivery


def retry_now(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> Delivery:
    """Retry a delivery now, before its retry is due. An exhausted delivery starts its retry schedule again.

    Raise Conflict, with advice on what to do instead, if the delivery is neither waiting for a retry nor exhausted.
    """
    receiver, delivery = find(tx, receiver_id, sequence)
    match delivery.state:
        case DeliveryState.RETRYING | DeliveryState.EXHAUSTED:
            _check_sendable(tx, receiver, delivery)
            retries.request_retry(tx, receiver_id, sequence)
        case DeliveryState.HELD:
            raise _held(receiver)
        case DeliveryState.DELIVERED | DeliveryState.CANCELLED:
            raise Conflict(
                f"This delivery is {delivery.state}. A replay of this one event, {sequence} to {sequence} with "
                'only "all", sends it again.'
            )
        case DeliveryState.FILTERED:
            raise _filtered()
        case DeliveryState.QUEUED:
            raise Conflict(
                "This delivery is queued and needs no retry. If its receiver fails, resume the receiver to send it now."
            )
        case _:
            assert_never(delivery.state)
    return find(tx, receiver_id, sequence)[1]


def cancel(tx: Transaction, receiver_id: ReceiverId, sequence: int, *, asked_by: str) -> Delivery:
    """Cancel a delivery. No effect if it is already cancelled; raise Conflict if it has succeeded.

    A request in flight is not aborted; if the receiver accepts the request, the delivery counts as delivered.
    """
    _, delivery = find(tx, receiver_id, sequence)
    if delivery.state is DeliveryState.CANCELLED:
        return delivery
    if delivery.state is DeliveryState.DELIVERED:
        raise Conflict("This delivery is delivered: there is nothing left to cancel.")
    if delivery.state is DeliveryState.FILTERED:
        raise _filtered()
    if not retries.cancel(tx, receiver_id, sequence):
        cancelled_ranges.add(tx, receiver_id, [(sequence, sequence)], asked_by=asked_by)
    tx.changes.receivers.add(receiver_id)
    return find(tx, receiver_id, sequence)[1]


def _check_sendable(tx: Transaction, receiver: Receiver, delivery: Delivery) -> None:
    """Raise Conflict if a retry would send nothing."""
    if receiver.held:
        raise _held(receiver)
    found = events.page(tx, after=delivery.sequence - 1, limit=1)
    if found[0].erased:
        raise Conflict("The body of this event was erased: its plant was deleted, and there is nothing left to send.")


def _filtered() -> Conflict:
    return Conflict("The receiver's filter leaves out this event, so it is not sent.")


def _held(receiver: Receiver) -> Conflict:
    return Conflict(f"The receiver is {receiver.state}; resume it first.")
