"""The operations that give the figures behind the console's pictures: of the whole store, and of one receiver."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plantstore.core.settings import Settings
from plantstore.domain.errors import NotFound
from plantstore.domain.latency_histogram import BOUNDS_MS, LONGEST_MS
from plantstore.domain.public_ids import ReceiverId, parse_receiver, receiver_text
from plantstore.domain.receiver import Receiver, ReceiverState
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.receivers.commands import find
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog as owed
from plantstore.storage.queries import dashboard, receiver_health
from plantstore.storage.queries.backlog import ROWS_MAX
from plantstore.storage.queries.delivery_counts import CAPPED_AT
from plantstore.storage.tables import events
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.attempts import FEED_EXAMPLE, feed_attempt
from plantstore.web.api.delivery_wire import FeedAttempt
from plantstore.web.api.receiver_record import RECEIVER, RECEIVERS, id_of
from plantstore.web.api.wire import Time
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

FIGURES = f"{API}/figures"
RECEIVERS_SHOWN_MAX = 50  # each with a bar for every hour of a day

_BOUNDS = f"One of {', '.join(map(str, BOUNDS_MS))} and {LONGEST_MS} (the longest deadline); null where none was."
_Half = Annotated[
    int | None, Meta(description=f"Half of what was accepted took so many milliseconds at most. {_BOUNDS}")
]
_Most = Annotated[int | None, Meta(description="The same of 95 %.")]


class FiguresHour(msgspec.Struct):
    """What ended in one hour."""

    time: Annotated[Time, Meta(description="The hour's beginning, UTC.")]
    accepted: int
    failed: int


class TimedHour(msgspec.Struct):
    """What ended in one hour, and how long it took."""

    time: Annotated[Time, Meta(description="The hour's beginning, UTC.")]
    accepted: int
    failed: int
    half_ms: _Half
    most_ms: _Most


class FiguresPeriod(msgspec.Struct):
    """The hour that is not over and those before it, together."""

    attempts: int
    accepted: int
    half_ms: _Half
    most_ms: _Most


class RecentFigures(msgspec.Struct):
    """What was sent in the last hour."""

    attempts: Annotated[int, Meta(description=f"Up to {dashboard.RECENT_ATTEMPTS_MAX:,}: then these are the newest.")]
    accepted: int
    capped: Annotated[bool, Meta(description="Whether there were more attempts than are looked at.")]
    deliveries: Annotated[
        int,
        Meta(
            description=(
                f"The newest deliveries among the accepted ones, {dashboard.RECENT_DELIVERIES_MAX:,} at most, without "
                "those that a replay sent again."
            )
        ),
    ]
    half_ms: Annotated[
        float | None,
        Meta(description="Half of these deliveries arrived within so many milliseconds of their plant's being added."),
    ]
    most_ms: Annotated[float | None, Meta(description="The same of 95 %.")]


class FiguresLevel(msgspec.Struct):
    """How much was owed at one time."""

    time: Time
    waiting: int


class ReceiverBars(msgspec.Struct):
    """One receiver in a few numbers."""

    id: str
    name: str
    state: ReceiverState
    failing_since: Annotated[Time | None, Meta(description="When its failures were too many; null when they are not.")]
    ephemeral: Annotated[bool, Meta(description="There only while somebody listens: never a problem.")]
    hours: Annotated[list[FiguresHour], Meta(description=f"The last {dashboard.DAY_HOURS}, the oldest first.")]
    day: FiguresPeriod
    last_accepted_at: Annotated[Time | None, Meta(description="When it last answered with a 2xx.")]


class Figures(msgspec.Struct):
    """The store in a few numbers."""

    time: Time
    plants: Annotated[int, Meta(description=f"Of every status; {CAPPED_AT:,} stands for that many or more.")]
    head: Annotated[int, Meta(description="The newest sequence of the log: so many plants were ever added.")]
    recent: RecentFigures
    waiting: Annotated[int, Meta(description="Deliveries that are owed: queued, retrying or held.")]
    waiting_exact: Annotated[
        bool, Meta(description=f"false where more than {ROWS_MAX:,} rows bear on it: then it is about so many.")
    ]
    oldest_waiting_at: Annotated[Time | None, Meta(description="When the oldest event occurred that is owed.")]
    given_up: Annotated[
        int,
        Meta(
            description=(
                f"Deliveries that were given up in the last {dashboard.DAY_HOURS} hours and are so still; "
                f"{CAPPED_AT:,} stands for that many or more."
            )
        ),
    ]
    backlog: Annotated[
        list[FiguresLevel],
        Meta(description="What was owed every five minutes of the last day, where the store ran; the oldest first."),
    ]
    receivers: Annotated[
        list[ReceiverBars], Meta(description=f"{RECEIVERS_SHOWN_MAX} at most, those with a problem first.")
    ]
    latest: Annotated[
        list[FeedAttempt],
        Meta(
            description=(
                f"The deliveries that were tried last, {dashboard.LATEST} at most, each with its newest attempt."
            )
        ),
    ]


class ReceiverBarsList(msgspec.Struct):
    """Some receivers in a few numbers."""

    items: list[ReceiverBars]


class ReceiverFigures(msgspec.Struct):
    """One receiver: by hour, by day and by week."""

    id: str
    hours: Annotated[list[TimedHour], Meta(description=f"The last {dashboard.DAY_HOURS}, the oldest first.")]
    day: FiguresPeriod
    week: FiguresPeriod
    last_accepted_at: Annotated[Time | None, Meta(description="When it last answered with a 2xx.")]


def _show(context: RequestContext, tx: Transaction) -> Response:
    known = dict[ReceiverId, Receiver | None]()
    latest = [feed_attempt(context, tx, one, known) for one in dashboard.latest(tx)]
    waiting = owed.count(tx)
    answer = Figures(
        time=to_text(tx.now),
        plants=dashboard.plants(tx).count,
        head=events.head(tx),
        recent=_recent(dashboard.recent(tx)),
        waiting=waiting.count,
        waiting_exact=waiting.exact,
        oldest_waiting_at=text_or_none(owed.oldest_at(tx)),
        given_up=dashboard.given_up(tx).count,
        backlog=[FiguresLevel(time=to_text(one.at), waiting=one.waiting) for one in dashboard.backlog(tx)],
        receivers=_bars(tx, receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)),
        latest=[one for one in latest if one is not None],
    )
    return json_response(answer)


def _list(context: RequestContext, tx: Transaction) -> Response:
    """Of the receivers that are named; of none that is not there, nor of another than a token is bound to."""
    bound_to = context.token.receiver_id
    if bound_to is not None:
        wanted = [one for one in context.query.get("receivers", [bound_to]) if one == bound_to]
    else:
        wanted = context.query.get("receivers") or receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)
    return json_response(ReceiverBarsList(items=_bars(tx, wanted)))


def _show_receiver(context: RequestContext, tx: Transaction) -> Response:
    receiver_id = find(tx, id_of(context)).id
    found = dashboard.of_receivers(tx, [receiver_id])[receiver_id]
    timed = {one.at: one for one in dashboard.latency(tx, receiver_id)}
    hours = [
        TimedHour(
            time=to_text(one.at),
            accepted=one.accepted,
            failed=one.failed,
            half_ms=timed[one.at].half_ms,
            most_ms=timed[one.at].most_ms,
        )
        for one in found.hours
    ]
    answer = ReceiverFigures(
        id=receiver_text(receiver_id),
        hours=hours,
        day=_period(found.day),
        week=_period(found.week),
        last_accepted_at=text_or_none(found.last_accepted_at),
    )
    return json_response(answer)


def _read_receivers(text: str, _: Settings) -> list[ReceiverId]:
    """Read ids, each once."""
    found = [parse_receiver(one) for one in text.split(",")]
    ids = list(dict.fromkeys(one for one in found if one is not None))
    if None in found or len(ids) > RECEIVERS_SHOWN_MAX:
        raise ValueError(f"write 1 to {RECEIVERS_SHOWN_MAX} ids of receivers, with commas between.")
    return ids


def _recent(recent: dashboard.Recent) -> RecentFigures:
    return RecentFigures(
        attempts=recent.attempts,
        accepted=recent.accepted,
        capped=recent.capped,
        deliveries=recent.deliveries,
        half_ms=None if recent.half_us is None else recent.half_us / 1_000,
        most_ms=None if recent.most_us is None else recent.most_us / 1_000,
    )


def _bars(tx: Transaction, receiver_ids: list[ReceiverId]) -> list[ReceiverBars]:
    found = dashboard.of_receivers(tx, receiver_ids)
    shown = [receiver for one in receiver_ids if (receiver := stored.find(tx, one)) is not None]
    return [
        ReceiverBars(
            id=receiver_text(receiver.id),
            name=receiver.name,
            state=receiver.state,
            failing_since=text_or_none(receiver.breaker.opened_at),
            ephemeral=receiver.ephemeral,
            hours=[
                FiguresHour(time=to_text(one.at), accepted=one.accepted, failed=one.failed)
                for one in found[receiver.id].hours
            ],
            day=_period(found[receiver.id].day),
            last_accepted_at=text_or_none(found[receiver.id].last_accepted_at),
        )
        for receiver in shown
    ]


def _period(period: dashboard.Period) -> FiguresPeriod:
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
        summary="Show the store in a few numbers",
        description=(
            "What was sent lately and how soon it arrived, what is owed, what was given up, and how each receiver did "
            "hour by hour: what the console's first page shows. It costs a few milliseconds, however much was sent."
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
        summary="Show how some receivers did",
        description=(
            "How many attempts were accepted and how many failed in each hour of the last day, and how long the former "
            "took. Without `receivers`, those with a problem come first."
        ),
        handler=read_handler(_list),
        response=ReceiverBarsList,
        response_example={"items": _EXAMPLE["receivers"]},
        parameters=(
            Parameter(
                name="receivers",
                description=f"The ids of the receivers, with commas between; at most {RECEIVERS_SHOWN_MAX}.",
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
        summary="Show how a receiver did",
        description=(
            "How many attempts were accepted and how many failed, and how long the accepted ones took: hour by hour, "
            "in the last day and in the last week."
        ),
        handler=read_handler(_show_receiver),
        response=ReceiverFigures,
        response_example=_RECEIVER_EXAMPLE,
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
