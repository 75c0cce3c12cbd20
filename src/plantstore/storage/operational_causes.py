"""Writes operational events in the transaction of their cause, if there is a subscriber of their type.

Without one, the cost is one query of a table that has at most SUBSCRIBERS_MAX rows, and only where something happened
that would be an event. Nothing is written for a delivery that succeeds or will be retried.
"""

from collections.abc import Sequence
from typing import Any, Literal

from plantstore.core import operational_body as bodies
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import Attempt, Retry
from plantstore.domain.operational_webhook import OperationalEvent, OperationalType, event_id
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.public_ids import PERSON_PREFIX, ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant, to_text
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.queries import backlog
from plantstore.storage.tables import operational_events, people, receivers, tokens
from plantstore.storage.tables.operational_subscribers import subscribed_to
from plantstore.storage.transaction import Transaction


def breaker_stored(
    tx: Transaction, receiver_id: ReceiverId, *, before: BreakerState, since: Instant | None, now: Breaker, detail: str
) -> None:
    """Write `receiver.disabled` or `receiver.recovered` if a stored breaker has changed to that.

    `before` and `since` are the state and the time of opening that were stored before this transaction.
    """
    if now.reason is not None and before is not BreakerState.DISABLED:
        assert now.opened_at is not None
        disabled(tx, receiver_id, reason=now.reason.value, detail=detail, since=now.opened_at)
    elif now.state is BreakerState.CLOSED and before is not BreakerState.CLOSED and since is not None:
        recovered(tx, receiver_id, cause="accepted", since=since)


def disabled(
    tx: Transaction, receiver_id: ReceiverId, *, reason: Literal["gone", "silent"], detail: str, since: Instant
) -> None:
    kind = OperationalType.RECEIVER_DISABLED
    subscribers = subscribed_to(tx, kind)
    receiver = _receiver(tx, receiver_id) if subscribers else None
    if receiver is None:
        return
    data = bodies.ReceiverDisabled(
        receiver=_named(receiver_id, receiver.name),
        reason=reason,
        detail=detail,
        failing_since=to_text(since),
        queued=backlog.lag(tx, receiver),
    )
    event = _event(
        tx,
        kind,
        receiver_text(receiver_id),
        bodies.ReceiverDisabledEvent(type="receiver.disabled", timestamp=_now(tx), data=data),
    )
    operational_events.add(tx, [event], subscribers)


def recovered(
    tx: Transaction, receiver_id: ReceiverId, *, cause: Literal["accepted", "resumed"], since: Instant
) -> None:
    kind = OperationalType.RECEIVER_RECOVERED
    subscribers = subscribed_to(tx, kind)
    receiver = _receiver(tx, receiver_id) if subscribers else None
    if receiver is None:
        return
    data = bodies.ReceiverRecovered(
        receiver=_named(receiver_id, receiver.name),
        cause=cause,
        failing_since=to_text(since),
        down_s=max(0, tx.now - since) // 1_000 / 1_000,
        queued=backlog.lag(tx, receiver),
    )
    event = _event(
        tx,
        kind,
        receiver_text(receiver_id),
        bodies.ReceiverRecoveredEvent(type="receiver.recovered", timestamp=_now(tx), data=data),
    )
    operational_events.add(tx, [event], subscribers)


def exhausted(tx: Transaction, deliveries: Sequence[tuple[Attempt, Retry]]) -> None:
    """Write `delivery.exhausted` for each of these deliveries, with their last attempts: one insert for all."""
    kind = OperationalType.DELIVERY_EXHAUSTED
    subscribers = subscribed_to(tx, kind) if deliveries else {}
    if not subscribers:
        return
    names = _names(tx, {attempt.receiver_id for attempt, _ in deliveries})
    events = []
    for attempt, retry in deliveries:
        outcome = attempt.outcome
        data = bodies.DeliveryExhausted(
            receiver=_named(attempt.receiver_id, names.get(attempt.receiver_id, "")),
            event=bodies.EventReference(id=attempt.event_id, sequence=attempt.sequence),
            attempts=retry.attempts,
            requests=retry.tries,
            first_failed_at=to_text(retry.first_failed_at),
            last_attempt=bodies.LastAttempt(
                at=to_text(attempt.started_at), outcome=outcome.kind, status=outcome.status, detail=outcome.detail
            ),
        )
        subject = f"{receiver_text(attempt.receiver_id)}/{attempt.sequence}/{attempt.id}"
        events.append(
            _event(
                tx,
                kind,
                subject,
                bodies.DeliveryExhaustedEvent(type="delivery.exhausted", timestamp=_now(tx), data=data),
            )
        )
    operational_events.add(tx, events, subscribers)


def import_completed(tx: Transaction, plant_import: PlantImport) -> None:
    """Write `import.completed` for an import that is done or has failed, as it is stored now."""
    kind = OperationalType.IMPORT_COMPLETED
    subscribers = subscribed_to(tx, kind)
    if not subscribers:
        return
    state: Literal["done", "failed"] = "done" if plant_import.state is ImportState.DONE else "failed"
    counts = {name: getattr(plant_import, name) for name in bodies.ImportCounts.__struct_fields__}
    data = bodies.ImportCompleted(
        plant_import=bodies.EventImport(id=plant_import.id, name=plant_import.name),
        state=state,
        began_by=_actor(tx, plant_import.asked_by, plant_import),
        confirmed_by=None if plant_import.run_by is None else _actor(tx, plant_import.run_by, plant_import),
        began_at=to_text(plant_import.asked_at),
        ended_at=to_text(plant_import.ended_at or tx.now),
        counts=bodies.ImportCounts(**counts),
        error=plant_import.error or None,
    )
    event = _event(
        tx, kind, plant_import.id, bodies.ImportCompletedEvent(type="import.completed", timestamp=_now(tx), data=data)
    )
    operational_events.add(tx, [event], subscribers)


def _event(tx: Transaction, kind: OperationalType, subject: str, body: Any) -> OperationalEvent:
    return OperationalEvent(event_id(kind, subject, tx.now), kind, tx.now, bodies.to_body(body))


def _now(tx: Transaction) -> str:
    return to_text(tx.now)


def _receiver(tx: Transaction, receiver_id: ReceiverId) -> Receiver | None:
    return receivers.find(tx, receiver_id)


def _names(tx: Transaction, receiver_ids: set[ReceiverId]) -> dict[ReceiverId, str]:
    marks, ids = in_list(sorted(receiver_ids))
    return dict(tx.execute(f"SELECT id, name FROM receivers WHERE id IN ({marks})", ids))


def _named(receiver_id: ReceiverId, name: str) -> bodies.EventReceiver:
    return bodies.EventReceiver(id=receiver_text(receiver_id), name=name)


def _actor(tx: Transaction, actor: str, plant_import: PlantImport) -> bodies.EventActor:
    """Return who it was, with the name that was stored when the import was confirmed, else the present one."""
    if actor == plant_import.run_by and plant_import.run_by_name is not None:
        return bodies.EventActor(id=actor, name=plant_import.run_by_name)
    found = people.find(tx, actor) if actor.startswith(PERSON_PREFIX) else tokens.find(tx, actor)
    return bodies.EventActor(id=actor, name=None if found is None else found.name)
