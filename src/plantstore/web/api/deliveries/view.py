"""A delivery and its attempts as the API shows them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, PlannedAttempt
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.deliveries.next_attempt import NextAttempt, ReceiverQueue, next_attempt_note, planned
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.text import readable
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_queue
from plantstore.storage.tables import attempts, events, plants
from plantstore.web.api.deliveries import schemas
from plantstore.web.api.deliveries.sent_request import sent_request
from plantstore.web.http.request_context import RequestContext

ATTEMPTS_SHOWN_MAX = 100  # max attempts shown per delivery; keeps responses below 500 kB


def delivery_fields(
    context: RequestContext, tx: Transaction, deliveries: Sequence[tuple[Receiver, Delivery]]
) -> Iterator[dict[str, Any]]:
    """Yield the fields of `schemas.Delivery` for each delivery. A few queries read the data of all deliveries."""
    made = attempts.summarize(tx, [(delivery.receiver_id, delivery.sequence) for _, delivery in deliveries])
    labels = events.summaries(tx, sorted({delivery.sequence for _, delivery in deliveries}))
    last_ids = [_last_id(made[delivery.receiver_id, delivery.sequence], delivery) for _, delivery in deliveries]
    event_ids = {sequence: label.id for sequence, label in labels.items()}
    found = attempts.find(tx, [id for id in last_ids if id is not None], event_ids=event_ids)
    plant_labels = PlantLabels(context, tx, [label.plant_id for label in labels.values()])
    queues = delivery_queue.receiver_queues(tx, {receiver.id: receiver for receiver, _ in deliveries}.values())
    for (receiver, delivery), last_id in zip(deliveries, last_ids, strict=True):
        label = labels[delivery.sequence]
        recorded = made[delivery.receiver_id, delivery.sequence].made
        last = None if last_id is None else found[last_id]
        upcoming = upcoming_attempt(tx, receiver, delivery, queues, is_erased=not label.body_basic)
        fields = _fields(receiver, delivery, label, last, recorded=recorded)
        yield fields | plant_labels.fields(label.plant_id) | next_fields(upcoming, receiver)


class PlantLabels:
    """The SKUs and pot sizes of plants, as far as a token may read them."""

    def __init__(self, context: RequestContext, tx: Transaction, plant_ids: Sequence[int]) -> None:
        token = context.token
        may_read = Scope.PLANTS_READ in token.scopes and token.receiver_ids is None
        self._labels = plants.labels(tx, sorted(set(plant_ids))) if may_read else {}

    def fields(self, plant_id: int) -> dict[str, Any]:
        """Return the fields that distinguish plants of one name; None for what is unknown."""
        label = self._labels.get(plant_id)
        return {
            "plant_sku": None if label is None else label.sku,
            "plant_pot_size": None if label is None else label.pot_size,
        }


def upcoming_attempt(
    tx: Transaction,
    receiver: Receiver,
    delivery: Delivery,
    queues: Mapping[ReceiverId, ReceiverQueue],
    *,
    is_erased: bool = False,
) -> NextAttempt | None:
    """Return the next attempt of a delivery; None if there is none."""
    if is_erased:
        return None
    return delivery_queue.next_of(tx, delivery, queues[receiver.id])


def next_fields(upcoming: NextAttempt | None, receiver: Receiver) -> dict[str, Any]:
    """Return the fields about the next attempt of a delivery."""
    return {
        "next_attempt_at": text_or_none(None if upcoming is None else upcoming.at),
        "next_attempt_code": None if upcoming is None else upcoming.code,
        "next_attempt_note": next_attempt_note(upcoming, receiver),
    }


def _last_id(made: attempts.AttemptSummary, delivery: Delivery) -> int | None:
    """Return the id of the last attempt, or of the last successful attempt if delivered; None if there is none."""
    return made.last_accepted if delivery.state is DeliveryState.DELIVERED else made.last


def _fields(
    receiver: Receiver, delivery: Delivery, label: events.EventSummary, last: Attempt | None, *, recorded: int
) -> dict[str, Any]:
    retry = delivery.retry
    outcome, status = (None, None) if last is None else (last.outcome.kind, last.outcome.status)
    if retry is not None and delivery.state is not DeliveryState.DELIVERED:
        outcome, status = retry.last_outcome, retry.last_status
    text = None if outcome is None else failure_message(outcome, status)
    return {
        "event": label.id,
        "sequence": delivery.sequence,
        "plant": label.plant_id,
        "plant_name": plant_name(label.body_basic),
        "receiver": receiver_text(receiver.id),
        "receiver_name": receiver.name,
        "state": delivery.state,
        "time": to_text(label.occurred_at),
        "tries": count_attempts(delivery, recorded=recorded),
        "last_attempt_at": text_or_none(None if last is None else last.started_at),
        "outcome": outcome,
        "status": status,
        "duration_ms": None if last is None else last.outcome.duration_us / 1000,
        "reason": None if text is None else text.reason,
    }


def detail_view(
    context: RequestContext, tx: Transaction, receiver: Receiver, delivery: Delivery
) -> schemas.DeliveryDetail:
    """Return a delivery with its newest attempts (at most ATTEMPTS_SHOWN_MAX)."""
    retry = delivery.retry
    [fields] = delivery_fields(context, tx, [(receiver, delivery)])
    text = None if fields["outcome"] is None else failure_message(fields["outcome"], fields["status"])
    made = attempts.newest_of_delivery(
        tx, receiver.id, delivery.sequence, event_id=fields["event"], limit=ATTEMPTS_SHOWN_MAX
    )
    next_probe_at = receiver.next_probe_at(tx.now)
    to_come = _planned(context, tx, receiver, delivery)
    unsettled = delivery.state in (DeliveryState.QUEUED, DeliveryState.RETRYING)
    return schemas.DeliveryDetail(
        **fields,
        advice=None if text is None else text.advice,
        receiver_state=receiver.state,
        first_failed_at=text_or_none(None if retry is None else retry.first_failed_at),
        asked_at=text_or_none(None if retry is None else retry.asked_at),
        planned=[schemas.Planned(number=attempt.number, at=to_text(attempt.at)) for attempt in to_come],
        gives_up_at=text_or_none(to_come[-1].at if to_come else None),
        next_probe_at=text_or_none(next_probe_at if unsettled else None),
        attempts=[
            schemas.AttemptRecord(**attempt_fields(attempt), ordinal=ordinal)
            for ordinal, attempt in enumerate(made, fields["tries"] - len(made) + 1)
        ],
        attempts_left_out=attempts.count_of_delivery(tx, receiver.id, delivery.sequence) - len(made),
        request=sent_request(context, tx, receiver, made[-1] if made else None),
    )


def _planned(
    context: RequestContext, tx: Transaction, receiver: Receiver, delivery: Delivery
) -> tuple[PlannedAttempt, ...]:
    upcoming = upcoming_attempt(tx, receiver, delivery, delivery_queue.receiver_queues(tx, [receiver]))
    return planned(delivery, upcoming, receiver, now=tx.now, scale=context.dependencies.settings.retry_scale)


def attempt_fields(attempt: Attempt) -> dict[str, Any]:
    """Return the fields of `schemas.AnyAttempt`."""
    outcome = attempt.outcome
    text = failure_message(outcome.kind, outcome.status)
    return {
        "number": attempt.number,
        "started_at": to_text(attempt.started_at),
        "duration_ms": outcome.duration_us / 1000,
        "outcome": outcome.kind,
        "status": outcome.status,
        "address": outcome.address,
        "reason": None if text is None else text.reason,
        "detail": outcome.detail,
        "excerpt": readable(outcome.excerpt),
        "replay": attempt.replay_id,
    }


def count_attempts(delivery: Delivery, *, recorded: int) -> int:
    """Return the number of requests made, including attempts that were deleted when their retention period ended."""
    return recorded if delivery.retry is None else max(recorded, delivery.retry.tries)


def plant_name(body_basic: bytes) -> str | None:
    """Return the plant name from an event's basic body; None if the event is erased."""
    return str(json.loads(body_basic)["name"]) if body_basic else None
