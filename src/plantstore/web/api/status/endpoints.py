"""The status endpoint: the problems of the store, and the state of its processes and receivers."""

from typing import Annotated, Any

import msgspec

from plantstore.core.logging.setup import format_example
from plantstore.domain.audit import DESCRIPTIONS, Audit
from plantstore.domain.deliveries.lease import SHARDS
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receivers.receiver import Receiver, ReceiverState
from plantstore.domain.timestamps import after, text_or_none, to_text
from plantstore.domain.token import Scope, Token
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, receiver_health
from plantstore.storage.tables import events, tokens
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.schemas import Time, described
from plantstore.web.api.status import alerts, database_server, problems, processes
from plantstore.web.api.status.alerts import StatusAlert
from plantstore.web.api.status.database_server import ServerStanding
from plantstore.web.api.status.problems import FAILING_S_MAX, StatusProblem
from plantstore.web.api.status.processes import ProcessStanding
from plantstore.web.http.endpoint import API, Endpoint, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

STATUS = f"{API}/status"
RECEIVERS_SHOWN_MAX = 100  # max receivers listed, those with a problem first
TOKENS_SHOWN_MAX = 20


class AuditedNumber(msgspec.Struct):
    """A number that the audit determines. It must be 0."""

    name: str
    count: Annotated[int | None, described("null if it could not be determined.")]
    detail: str
    examples: list[str]


class LastAudit(msgspec.Struct):
    """The result of the last audit."""

    time: Time
    full: Annotated[bool, described("Whether everything was counted, or only samples of the newest data.")]
    numbers: list[AuditedNumber]


class ReceiverStanding(msgspec.Struct):
    """The state of a receiver."""

    id: str
    name: str
    state: ReceiverState
    failing_since: Annotated[Time | None, described("When it was found to be failing; null if it is not.")]
    ephemeral: Annotated[bool, described("Whether it is a temporary receiver; these never count as a problem.")]
    cursor: int
    lag: Annotated[int, described("How many events are still to be delivered, including those being retried.")]


class EndingToken(msgspec.Struct):
    """A token that expires soon and may need to be replaced."""

    id: str
    name: str
    expires_at: Time
    last_used_at: Time | None


class Status(msgspec.Struct):
    """The status of the store."""

    healthy: Annotated[bool, described("Whether there are no problems.")]
    problems: list[StatusProblem]
    alerts: Annotated[
        list[StatusAlert],
        described("The problems, and notices that leave the store healthy, with their causes and what helps."),
    ]
    version: str
    started_at: Annotated[Time, described("When the process that sent this response started.")]
    uptime_s: float
    processes: Annotated[list[ProcessStanding], described("All processes of this store.")]
    shards_free: Annotated[
        int,
        described(f"Receivers are divided into {SHARDS} shards. This is how many of them no process delivers to now."),
    ]
    head: Annotated[int, described("The highest sequence of the log.")]
    receivers_count: int
    receivers: Annotated[
        list[ReceiverStanding], described(f"At most {RECEIVERS_SHOWN_MAX} receivers, those with a problem first.")
    ]
    tokens_ending_count: int
    tokens_ending: Annotated[
        list[EndingToken],
        described(f"Tokens that expire soon, the soonest first; at most {TOKENS_SHOWN_MAX}."),
    ]
    requests_taken: Annotated[int, described("Requests to receivers that are in flight or not yet recorded.")]
    requests_max: Annotated[int, described("The maximum number of such requests.")]
    database_bytes: int
    wal_bytes: int
    server: Annotated[ServerStanding | None, described("The PostgreSQL server; null if the store uses SQLite.")]
    attempts_days: Annotated[int, described("For how many days attempts are kept.")]
    activity_days: Annotated[int, described("For how many days activity is kept.")]
    audit: Annotated[LastAudit | None, described("The last audit; null in the first minute after the start.")]


def _show(context: RequestContext, tx: Transaction) -> Response:
    dependencies = context.dependencies
    vitals, auditor, settings = dependencies.vitals(), dependencies.auditor, dependencies.settings
    long_ago = after(tx.now, seconds=-FAILING_S_MAX)
    counts = receiver_health.count(tx, failing_since=long_ago)
    serving, shards_free = processes.standings(tx, dependencies, vitals)
    found = [
        *problems.write_problems(dependencies.database),
        *([] if processes.any_delivers(serving) else [problems.no_dispatcher_problem(shards_free)]),
        *problems.audit_problems(auditor),
        *problems.receiver_problems(tx, counts, failing_since=long_ago),
        *problems.exhausted_problems(tx),
    ]
    worst = receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)
    shown, lags = stored.find_many(tx, worst), backlog.lags(tx, worst)
    status = Status(
        healthy=not found,
        problems=found,
        alerts=[
            *alerts.of_problems(tx, found, failing_since=long_ago),
            *alerts.notices(tx, failing_since=long_ago),
        ],
        version=dependencies.version,
        started_at=to_text(vitals.started_at),
        uptime_s=max(0.0, (tx.now - vitals.started_at) / 1_000_000),
        processes=serving,
        shards_free=shards_free,
        head=events.head(tx),
        receivers_count=counts.receivers,
        receivers=[_receiver_standing(shown[id], lags[id].total) for id in worst if id in shown],
        tokens_ending_count=tokens.count_ending(tx),
        tokens_ending=[_ending_token(token) for token in tokens.ending(tx, limit=TOKENS_SHOWN_MAX)],
        requests_taken=vitals.taken,
        requests_max=vitals.places,
        database_bytes=vitals.sizes.database_bytes,
        wal_bytes=vitals.sizes.wal_bytes,
        server=database_server.standing(vitals.server),
        attempts_days=settings.attempts_days,
        activity_days=settings.activity_days,
        audit=None if auditor.last is None else _last_audit(auditor.last),
    )
    return json_response(status)


def _receiver_standing(receiver: Receiver, lag: int) -> ReceiverStanding:
    return ReceiverStanding(
        id=receiver_text(receiver.id),
        name=receiver.name,
        state=receiver.state,
        failing_since=text_or_none(receiver.breaker.opened_at),
        ephemeral=receiver.ephemeral,
        cursor=receiver.cursor,
        lag=lag,
    )


def _ending_token(token: Token) -> EndingToken:
    assert token.expires_at is not None, "a token that never expires is not ending"
    return EndingToken(
        id=token.id,
        name=token.name,
        expires_at=to_text(token.expires_at),
        last_used_at=text_or_none(token.last_used_at),
    )


def _last_audit(audit: Audit) -> LastAudit:
    numbers = [
        AuditedNumber(
            name=number,
            count=finding.count,
            detail=DESCRIPTIONS[number],
            examples=[format_example(example) for example in finding.examples],
        )
        for number, finding in audit.findings.items()
    ]
    return LastAudit(time=to_text(audit.at), full=audit.full, numbers=numbers)


_STANDING_EXAMPLE = {
    "id": "rcv_01k8z4q7m2abc",
    "name": "web shop",
    "state": "failing",
    "failing_since": "2026-03-03T08:10:00.000Z",
    "ephemeral": False,
    "cursor": 1040,
    "lag": 2,
}
_PROCESS_EXAMPLE = {
    "id": "prc_01kjxsnhx04t8gcvq1mz7b5e3d",
    "role": "all",
    "host": "shop-1",
    "pid": 4711,
    "version": "0.5.1",
    "address": "https://plants.example",
    "started_at": "2026-03-02T09:15:00.000Z",
    "shards": 64,
    "leaving": False,
    "silent_s": 1.5,
    "answers": True,
}
_EXAMPLE: dict[str, Any] = {
    "healthy": False,
    "problems": [
        {
            "code": "receivers_failing",
            "count": 1,
            "detail": problems.FAILING,
            "examples": ["receiver rcv_01k8z4q7m2abc (“web shop”), since 2026-03-03T08:10:00.000Z"],
        }
    ],
    "alerts": [
        {
            "code": "receivers_failing",
            "severity": "problem",
            "group": "receivers",
            "count": 1,
            "detail": problems.FAILING,
            "cause": "The receiver has not accepted a request for 15 minutes or longer.",
            "consequence": "Its deliveries wait; none is lost.",
            "next": "It is probed every few minutes. Once a probe succeeds, all its deliveries follow.",
            "operation": "testReceiver",
            "ids": ["rcv_01k8z4q7m2abc"],
            "examples": ["receiver rcv_01k8z4q7m2abc (“web shop”), since 2026-03-03T08:10:00.000Z"],
        }
    ],
    "version": "0.2.0",
    "started_at": "2026-03-02T09:15:00.000Z",
    "uptime_s": 86_400.0,
    "processes": [_PROCESS_EXAMPLE],
    "shards_free": 0,
    "head": 1042,
    "receivers_count": 1,
    "receivers": [_STANDING_EXAMPLE],
    "tokens_ending_count": 1,
    "tokens_ending": [
        {
            "id": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
            "name": "web shop",
            "expires_at": "2026-03-09T09:15:00.000Z",
            "last_used_at": "2026-03-03T09:14:00.000Z",
        }
    ],
    "requests_taken": 1,
    "requests_max": 1_024,
    "database_bytes": 4_194_304,
    "wal_bytes": 32_768,
    "server": database_server.EXAMPLE,
    "attempts_days": 30,
    "activity_days": 365,
    "audit": {
        "time": "2026-03-03T09:14:30.000Z",
        "full": False,
        "numbers": [
            {"name": number, "count": 0, "detail": sentence, "examples": []}
            for number, sentence in DESCRIPTIONS.items()
        ],
    },
}

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=STATUS,
        name="showStatus",
        scope=Scope.OPERATIONS_READ,
        summary="Get the status of the store",
        description=(
            "The store is healthy if its last write succeeded, a process delivers, no audit number was other than 0 "
            "twice in a row, no delivery is exhausted, no receiver is disabled, and none has been failing for "
            f"{FAILING_S_MAX // 60} minutes. Paused and ephemeral receivers do not count, nor do tokens that expire "
            "soon. To find out whether a process is ready for requests, use /readyz instead."
        ),
        handler=read_handler(_show),
        response=Status,
        response_example=_EXAMPLE,
    ),
)
