"""The statistics endpoints, for the whole store and for single receivers. The console's charts show this data."""

from typing import Annotated, Any

import msgspec

from plantstore.core.settings import Settings
from plantstore.domain.deliveries.latency_histogram import BOUNDS_MS, LONGEST_MS
from plantstore.domain.errors import NotFound
from plantstore.domain.public_ids import ReceiverId, parse_receiver, receiver_text
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.receivers.commands import find
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, dashboard, receiver_health
from plantstore.storage.queries.backlog import ROWS_MAX
from plantstore.storage.queries.delivery_counts import CAPPED_AT
from plantstore.storage.tables import events
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.attempts import FEED_EXAMPLE, FeedAttempt, feed_attempts
from plantstore.web.api.receivers.view import RECEIVER, RECEIVERS, receiver_id_in_path
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

FIGURES = f"{API}/figures"
RECEIVERS_SHOWN_MAX = 50  # max receivers per response, each with 24 hourly values

_BOUNDS = f"one of {', '.join(map(str, BOUNDS_MS))} and {LONGEST_MS} (the longest deadline); null if there were none."
_Half = Annotated[
    int | None,
    described(f"Upper bound of the median duration of accepted attempts, in milliseconds: {_BOUNDS}"),
]
_Most = Annotated[
    int | None, described("Upper bound of the 95th percentile, in milliseconds: one of the same values, or null.")
]


class FiguresHour(msgspec.Struct):
    """The attempts that ended in one hour."""

    time: Annotated[Time, described("The start of the hour, in UTC.")]
    accepted: int
    failed: int


class TimedHour(msgspec.Struct):
    """The attempts that ended in one hour, with their durations."""

    time: Annotated[Time, described("The start of the hour, in UTC.")]
    accepted: int
    failed: int
    half_ms: _Half
    most_ms: _Most


class FiguresPeriod(msgspec.Struct):
    """The attempts of several hours, including the current one."""

    attempts: int
    accepted: int
    half_ms: _Half
    most_ms: _Most


class RecentFigures(msgspec.Struct):
    """The attempts of the last hour."""

    attempts: Annotated[
        int,
        described(f"How many attempts were made; at most the newest {dashboard.RECENT_ATTEMPTS_MAX:,} are counted."),
    ]
    accepted: int
    capped: Annotated[bool, described("Whether there were more attempts than were counted.")]
    deliveries: Annotated[
        int,
        described(
            f"How many of these attempts delivered an event for the first time; at most the newest "
            f"{dashboard.RECENT_DELIVERIES_MAX:,} are counted."
        ),
    ]
    half_ms: Annotated[
        float | None,
        described("Median time from adding a plant to its delivery, in milliseconds, over these deliveries."),
    ]
    most_ms: Annotated[float | None, described("95th percentile of that time, in milliseconds.")]


class FiguresLevel(msgspec.Struct):
    """The backlog at one point in time."""

    time: Time
    waiting: Annotated[int, described("How many deliveries were still to be made.")]


class ReceiverBars(msgspec.Struct):
    """The statistics of one receiver."""

    id: str
    name: str
    state: ReceiverState
    failing_since: Annotated[Time | None, described("When it was found to be failing; null if it is not.")]
    ephemeral: Annotated[bool, described("Whether it is a temporary receiver; these never count as a problem.")]
    hours: Annotated[list[FiguresHour], described(f"The last {dashboard.DAY_HOURS} hours, oldest first.")]
    day: FiguresPeriod
    last_accepted_at: Annotated[Time | None, described("When it last answered with a 2xx status.")]


class Figures(msgspec.Struct):
    """The statistics of the whole store."""

    time: Time
    plants: Annotated[
        int, described(f"How many plants there are, of any status; {CAPPED_AT:,} means that many or more.")
    ]
    head: Annotated[int, described("The highest sequence of the log, which is the number of plants ever added.")]
    recent: RecentFigures
    waiting: Annotated[int, described("The backlog: deliveries that are queued, retrying or held.")]
    waiting_exact: Annotated[
        bool,
        described(f"Whether `waiting` is exact. It is approximate if counting it takes more than {ROWS_MAX:,} rows."),
    ]
    oldest_waiting_at: Annotated[
        Time | None, described("The time of the oldest event in the backlog; null if the backlog is empty.")
    ]
    given_up: Annotated[
        int,
        described(
            f"Deliveries that were given up in the last {dashboard.DAY_HOURS} hours and have not been retried; "
            f"{CAPPED_AT:,} means that many or more."
        ),
    ]
    backlog: Annotated[
        list[FiguresLevel],
        described(
            "The backlog every five minutes of the last day, oldest first. There are no items for times when the "
            "store was not running."
        ),
    ]
    receivers: Annotated[
        list[ReceiverBars], described(f"At most {RECEIVERS_SHOWN_MAX} receivers, those with a problem first.")
    ]
    latest: Annotated[
        list[FeedAttempt],
        described(f"The {dashboard.LATEST} deliveries with the most recent attempts, each with its newest attempt."),
    ]


class ReceiverBarsList(msgspec.Struct):
    """The statistics of several receivers."""

    items: list[ReceiverBars]


class ReceiverFigures(msgspec.Struct):
    """The statistics of one receiver by hour, day and week."""

    id: str
    hours: Annotated[list[TimedHour], described(f"The last {dashboard.DAY_HOURS} hours, oldest first.")]
    day: Annotated[FiguresPeriod, described("The last 24 hours.")]
    week: Annotated[FiguresPeriod, described("The last 7 days.")]
    last_accepted_at: Annotated[Time | None, described("When it last answered with a 2xx status.")]


def _show(context: RequestContext, tx: Transaction) -> Response:
    waiting = backlog.count(tx)
    figures = Figures(
        time=to_text(tx.now),
        plants=dashboard.count_plants(tx).count,
        head=events.head(tx),
        recent=_recent(dashboard.recent_attempts(tx)),
        waiting=waiting.count,
        waiting_exact=waiting.exact,
        oldest_waiting_at=text_or_none(backlog.oldest_at(tx)),
        given_up=dashboard.recently_exhausted(tx).count,
        backlog=[
            FiguresLevel(time=to_text(level.at), waiting=level.waiting) for level in dashboard.backlog_history(tx)
        ],
        receivers=_bars(tx, receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)),
        latest=feed_attempts(context, tx, dashboard.latest_deliveries(tx)),
    )
    return json_response(figures)


def _list(context: RequestContext, tx: Transaction) -> Response:
    """List statistics of the requested receivers that exist. A token bound to receivers gets only these."""
    bound_to = context.token.receiver_ids
    if bound_to is not None:
        wanted = [id for id in context.query.get("receivers", sorted(bound_to)) if id in bound_to]
    else:
        wanted = context.query.get("receivers") or receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)
    return json_response(ReceiverBarsList(items=_bars(tx, wanted)))


def _show_receiver(context: RequestContext, tx: Transaction) -> Response:
    receiver_id = find(tx, receiver_id_in_path(context)).id
    found = dashboard.receiver_stats(tx, [receiver_id])[receiver_id]
    timed = {hour.at: hour for hour in dashboard.hourly_latency(tx, receiver_id)}
    hours = [
        TimedHour(
            time=to_text(hour.at),
            accepted=hour.accepted,
            failed=hour.failed,
            half_ms=timed[hour.at].half_ms,
            most_ms=timed[hour.at].most_ms,
        )
        for hour in found.hours
    ]
    figures = ReceiverFigures(
        id=receiver_text(receiver_id),
        hours=hours,
        day=_period(found.day),
        week=_period(found.week),
        last_accepted_at=text_or_none(found.last_accepted_at),
    )
    return json_response(figures)


def _read_receivers(text: str, _: Settings) -> list[ReceiverId]:
    """Parse comma-separated receiver ids; return each id once. Raise ValueError for invalid or too many ids."""
    found = [parse_receiver(id) for id in text.split(",")]
    ids = list(dict.fromkeys(id for id in found if id is not None))
    if None in found or len(ids) > RECEIVERS_SHOWN_MAX:
        raise ValueError(f"write 1 to {RECEIVERS_SHOWN_MAX} receiver ids, separated by commas.")
    return ids


def _recent(recent: dashboard.RecentAttempts) -> RecentFigures:
    return RecentFigures(
        attempts=recent.attempts,
        accepted=recent.accepted,
        capped=recent.capped,
        deliveries=recent.deliveries,
        half_ms=None if recent.half_us is None else recent.half_us / 1_000,
        most_ms=None if recent.most_us is None else recent.most_us / 1_000,
    )


def _bars(tx: Transaction, receiver_ids: list[ReceiverId]) -> list[ReceiverBars]:
    found, registered = dashboard.receiver_stats(tx, receiver_ids), stored.find_many(tx, receiver_ids)
    shown = [registered[id] for id in receiver_ids if id in registered]
    return [
        ReceiverBars(
            id=receiver_text(receiver.id),
            name=receiver.name,
            state=receiver.state,
            failing_since=text_or_none(receiver.breaker.opened_at),
            ephemeral=receiver.ephemeral,
            hours=[
                FiguresHour(time=to_text(hour.at), accepted=hour.accepted, failed=hour.failed)
                for hour in found[receiver.id].hours
            ],
            day=_period(found[receiver.id].day),
            last_accepted_at=text_or_none(found[receiver.id].last_accepted_at),
        )
        for receiver in shown
    ]


def _period(period: dashboard.PeriodStats) -> FiguresPeriod:
    return FiguresPeriod(
        attempts=period.attempts, accepted=period.accepted, half_ms=period.half_ms, most_ms=period.most_ms
    )


_HOUR_EXAMPLE = {"time": "2026-03-02T09:00:00.000Z", "accepted": 118, "failed": 2}
_DAY_EXAMPLE = {"attempts": 120, "accepted": 118, "half_ms": 50, "most_ms": 200}
_EXAMPLE: dict[str, Any] = {
    "time": "2026-03-02T09:15:00.000Z",
    "plants": 1041,
    "head": 1042,
    "recent": {
        "attempts": 120,
        "accepted": 118,
        "capped": False,
        "deliveries": 118,
        "half_ms": 14.2,
        "most_ms": 131.0,
    },
    "waiting": 2,
    "waiting_exact": True,
    "oldest_waiting_at": "2026-03-02T09:08:00.000Z",
    "given_up": 0,
    "backlog": [{"time": "2026-03-02T09:10:00.000Z", "waiting": 2}],
    "receivers": [
        {
            "id": "rcv_01k8z4q7m2abc",
            "name": "web shop",
            "state": "active",
            "failing_since": None,
            "ephemeral": False,
            "hours": [_HOUR_EXAMPLE],
            "day": _DAY_EXAMPLE,
            "last_accepted_at": "2026-03-02T09:14:02.000Z",
        }
    ],
    "latest": [FEED_EXAMPLE],
}
_RECEIVER_EXAMPLE: dict[str, Any] = {
    "id": "rcv_01k8z4q7m2abc",
    "hours": [_HOUR_EXAMPLE | {"half_ms": 50, "most_ms": 200}],
    "day": _DAY_EXAMPLE,
    "week": _DAY_EXAMPLE,
    "last_accepted_at": "2026-03-02T09:14:02.000Z",
}

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=FIGURES,
        name="showFigures",
        scope=Scope.DELIVERIES_READ,
        may_be_late=True,
        summary="Get the statistics of the store",
        description=(
            "The data of the console's dashboard: recent attempts and delivery times, the backlog, deliveries that "
            "were given up, and hourly counts per receiver. It takes a few milliseconds however large the store is."
        ),
        handler=read_handler(_show),
        response=Figures,
        response_example=_EXAMPLE,
    ),
    Endpoint(
        method="GET",
        path=RECEIVERS + "/figures",
        name="listReceiverFigures",
        scope=Scope.DELIVERIES_READ,
        may_be_late=True,
        summary="List the statistics of receivers",
        description=(
            "Accepted and failed attempts in each hour of the last day, and the durations of the accepted ones. "
            "Without `receivers`, receivers with a problem come first."
        ),
        handler=read_handler(_list),
        response=ReceiverBarsList,
        response_example={"items": _EXAMPLE["receivers"]},
        parameters=(
            Parameter(
                name="receivers",
                description=f"Comma-separated ids of receivers; at most {RECEIVERS_SHOWN_MAX}.",
                parse=_read_receivers,
                schema=lambda _: {
                    "type": "string",
                    "pattern": patterns.RECEIVER_IDS,
                    "examples": ["rcv_01k8z4q7m2abc,rcv_01k8z4q7m2abd"],
                },
            ),
        ),
        allows_bound_tokens=True,
    ),
    Endpoint(
        method="GET",
        path=RECEIVER + "/figures",
        name="showReceiverFigures",
        scope=Scope.DELIVERIES_READ,
        may_be_late=True,
        summary="Get the statistics of a receiver",
        description=(
            "Accepted and failed attempts and the durations of the accepted ones: hour by hour, for the last day and "
            "for the last week."
        ),
        handler=read_handler(_show_receiver),
        response=ReceiverFigures,
        response_example=_RECEIVER_EXAMPLE,
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
