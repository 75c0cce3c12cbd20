"""The statistics of deliveries over the last day: due, delivered, waiting, held and given up, in sums that agree."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.errors import NotFound
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, delivery_queue, delivery_stats, receiver_health
from plantstore.storage.queries.dashboard import DAY_HOURS, LATEST, latest_deliveries
from plantstore.storage.queries.delivery_counts import CAPPED_AT
from plantstore.storage.queries.delivery_stats import HourStats, ReceiverDay
from plantstore.storage.queries.latest_failures import latest_failures
from plantstore.web.api.attempts import FEED_EXAMPLE, FeedAttempt, feed_attempts
from plantstore.web.api.deliveries.filters import RECEIVER, check_receivers
from plantstore.web.api.deliveries.schemas import NextAttemptAt, NextAttemptCode
from plantstore.web.api.schemas import Time, described
from plantstore.web.api.stats import RECEIVERS_SHOWN_MAX
from plantstore.web.http.endpoint import API, Endpoint, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

STATS = f"{API}/stats"
FAILURES_MAX = 6  # max receivers whose latest failure is looked up

_Due = Annotated[int, described("delivered + waiting + held + gave_up.")]
_Delivered = Annotated[int, described("Requests that receivers accepted. A replayed delivery counts again.")]
_GaveUp = Annotated[int, described("Deliveries that were exhausted in this time, and still are.")]
_Half = Annotated[int | None, described("Upper bound of the median duration of accepted requests; null if none.")]
_Most = Annotated[int | None, described("Upper bound of the 95th percentile of this duration; null if none.")]


class StatsHour(msgspec.Struct, kw_only=True):
    """One hour of deliveries."""

    time: Annotated[Time, described("The start of the hour, in UTC. The last hour is in progress.")]
    due: Annotated[int | None, described("delivered + gave_up + waiting; null if `waiting` is.")]
    delivered: _Delivered
    failed: Annotated[int, described("Requests that receivers did not accept.")]
    waiting: Annotated[
        int | None,
        described(
            "The backlog at the end of the hour, held or not. null if it was not recorded: the store was not running, "
            "or the statistics are those of one receiver, except in the last hour."
        ),
    ]
    gave_up: _GaveUp
    half_ms: _Half
    most_ms: _Most


class StatsFailure(msgspec.Struct, kw_only=True):
    """The latest failed attempt of a receiver."""

    event: str
    time: Annotated[Time, described("When the request was begun.")]
    status: Annotated[int | None, described("The HTTP status of the response; null if there was none.")]
    reason: Annotated[str, described("What happened, in a sentence.")]


class StatsReceiver(msgspec.Struct, kw_only=True):
    """One receiver's deliveries of the last day, and what happens next."""

    id: str
    name: str
    state: ReceiverState
    ephemeral: Annotated[bool, described("Whether it is a temporary receiver; these never count as a problem.")]
    due: _Due
    delivered: _Delivered
    waiting: int
    held: int
    gave_up: _GaveUp
    half_ms: _Half
    most_ms: _Most
    next_at: NextAttemptAt
    next_code: NextAttemptCode
    next_note: Annotated[str, described("What happens next, in a sentence without times.")]
    latest_failure: Annotated[
        StatsFailure | None,
        described(
            f"The latest failed attempt; null if the receiver is not failing or disabled, if {FAILURES_MAX} receivers "
            "before it are, or if none is found."
        ),
    ]


class DeliveryStats(msgspec.Struct, kw_only=True):
    """The deliveries of the last day. The sums agree: due = delivered + waiting + held + gave_up."""

    time: Time
    hours: Annotated[list[StatsHour], described(f"The last {DAY_HOURS} hours, oldest first.")]
    due: _Due
    delivered: _Delivered
    waiting: Annotated[int, described("Deliveries that are queued or retrying now, however old.")]
    held: Annotated[int, described("Deliveries that are held now, because their receiver is paused or disabled.")]
    oldest_waiting_at: Annotated[
        Time | None,
        described("When the oldest of these deliveries' plants was added; null if there are none, or with `receiver`."),
    ]
    gave_up: _GaveUp
    exact: Annotated[
        bool, described(f"False if the backlog is an estimate, or more than {CAPPED_AT:,} deliveries were given up.")
    ]
    half_ms: _Half
    most_ms: _Most
    receivers: Annotated[
        list[StatsReceiver], described(f"At most {RECEIVERS_SHOWN_MAX} receivers, those with a problem first.")
    ]
    latest: Annotated[
        list[FeedAttempt] | None,
        described(
            f"The {LATEST} deliveries with the most recent attempts, each with its newest; null with `receiver`."
        ),
    ]


def _show(context: RequestContext, tx: Transaction) -> Response:
    chosen = check_receivers(tx, context)
    if chosen is None:
        found, shown = delivery_stats.of_store(tx), receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)
    else:
        found = delivery_stats.of_some(tx, chosen)
        shown = [one.id for one in sorted(chosen, key=lambda one: one.state is ReceiverState.ACTIVE)]
    stats = DeliveryStats(
        time=to_text(tx.now),
        hours=[_hour(hour) for hour in found.hours],
        due=found.due,
        delivered=found.delivered,
        waiting=found.waiting,
        held=found.held,
        oldest_waiting_at=text_or_none(backlog.oldest_at(tx) if chosen is None else None),
        gave_up=found.gave_up,
        exact=found.exact,
        half_ms=found.day.half_ms,
        most_ms=found.day.most_ms,
        receivers=_receivers(tx, delivery_stats.of_receivers(tx, shown)),
        latest=feed_attempts(context, tx, latest_deliveries(tx)) if chosen is None else None,
    )
    return json_response(stats)


def _hour(hour: HourStats) -> StatsHour:
    return StatsHour(
        time=to_text(hour.at),
        due=hour.due,
        delivered=hour.period.accepted,
        failed=hour.period.failed,
        waiting=hour.open,
        gave_up=hour.gave_up,
        half_ms=hour.period.half_ms,
        most_ms=hour.period.most_ms,
    )


def _receivers(tx: Transaction, days: Sequence[ReceiverDay]) -> list[StatsReceiver]:
    broken = [one.receiver for one in days if one.receiver.state in (ReceiverState.FAILING, ReceiverState.DISABLED)]
    failures = latest_failures(tx, broken[:FAILURES_MAX])
    return [_receiver(tx, one, failures.get(one.receiver.id)) for one in days]


def _receiver(tx: Transaction, one: ReceiverDay, failed: Attempt | None) -> StatsReceiver:
    step = delivery_queue.step_of(tx, one.receiver, open_count=one.open, retrying=one.retrying)
    return StatsReceiver(
        id=receiver_text(one.receiver.id),
        name=one.receiver.name,
        state=one.receiver.state,
        ephemeral=one.receiver.ephemeral,
        due=one.due,
        delivered=one.day.accepted,
        waiting=0 if one.receiver.held else one.open,
        held=one.open if one.receiver.held else 0,
        gave_up=one.gave_up,
        half_ms=one.day.half_ms,
        most_ms=one.day.most_ms,
        next_at=text_or_none(step.at),
        next_code=step.code,
        next_note=step.note,
        latest_failure=None if failed is None else _failure(failed),
    )


def _failure(failed: Attempt) -> StatsFailure | None:
    text = failure_message(failed.outcome.kind, failed.outcome.status)
    if text is None:
        return None
    return StatsFailure(
        event=failed.event_id, time=to_text(failed.started_at), status=failed.outcome.status, reason=text.reason
    )


_COUNTS: dict[str, Any] = {"due": 120, "delivered": 117, "waiting": 3, "gave_up": 0, "half_ms": 50, "most_ms": 200}
_EXAMPLE: dict[str, Any] = _COUNTS | {
    "time": "2026-03-02T09:15:00.000Z",
    "hours": [_COUNTS | {"time": "2026-03-02T09:00:00.000Z", "failed": 2}],
    "held": 0,
    "oldest_waiting_at": "2026-03-02T09:08:00.000Z",
    "exact": True,
    "receivers": [
        _COUNTS
        | {
            "id": "rcv_01k8z4q7m2abc",
            "name": "web shop",
            "state": "active",
            "ephemeral": False,
            "held": 0,
            "next_at": "2026-03-02T09:16:05.120Z",
            "next_code": "due",
            "next_note": "3 deliveries to retry, the first then.",
            "latest_failure": None,
        }
    ],
    "latest": [FEED_EXAMPLE],
}

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=STATS,
        name="showDeliveryStats",
        scope=Scope.DELIVERIES_READ,
        may_be_late=True,
        summary="Get the deliveries of the last day",
        description=(
            "How many deliveries were due in the last day, and what became of them, by hour and by receiver. Due are "
            "those that were accepted or given up in this time, and those that are still open. With `receiver`, the "
            "hours and sums are those of one receiver."
        ),
        handler=read_handler(_show),
        response=DeliveryStats,
        response_example=_EXAMPLE,
        parameters=(RECEIVER,),
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
