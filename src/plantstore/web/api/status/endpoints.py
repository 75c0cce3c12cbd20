"""The operation that says how the store is: what is wrong first, then how far everybody has come."""

from typing import Annotated, Any

import msgspec

from plantstore.core.logging.setup import format_example
from plantstore.domain.audit import DESCRIPTIONS, Audit, AuditNumber, Finding
from plantstore.domain.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.lease import SHARDS
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receiver import Receiver, ReceiverState
from plantstore.domain.timestamps import Instant, after, text_or_none, to_text
from plantstore.domain.token import Scope, Token
from plantstore.operations.audit.auditor import Auditor
from plantstore.storage.database import Database, Transaction
from plantstore.storage.queries import receiver_health
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import events, tokens
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.schemas import Time, described
from plantstore.web.api.status import database_server, processes
from plantstore.web.api.status.database_server import ServerStanding
from plantstore.web.api.status.processes import ProcessStanding
from plantstore.web.http.endpoint import API, Endpoint, read_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

STATUS = f"{API}/status"
RECEIVERS_SHOWN_MAX = 100  # those with a problem come first; the list of receivers has them all
FAILING_S_MAX = 15 * 60  # a restart or a release takes less: for those nobody need be woken
TOKENS_SHOWN_MAX = 20
EXAMPLES_MAX = 5  # of receivers with a problem, as of the audit
EXHAUSTED_COUNTED_MAX = 10_000

_FAILING_LONG = (
    f"Receivers that have been failing for {FAILING_S_MAX // 60} minutes or longer: "
    "they are called again and again until they answer."
)
_FAULTS: dict[type[StoreError], str] = {
    StoreFull: "The disk is full: nothing can be changed, and nothing is sent until outcomes can be written down.",
    Unavailable: "The database cannot be written: nothing can be changed, and nothing is sent until it can.",
}
_NOBODY_DELIVERS = (
    f"Shares of the receivers, of {SHARDS}, to which nobody sends, because no process delivers: "
    "start one whose role is all or dispatcher."
)
_GIVEN_UP = (
    f"Deliveries that were given up after {ATTEMPTS_MAX} attempts (counted up to {EXHAUSTED_COUNTED_MAX:,}): "
    "try them again, replay them, or cancel them."
)


class StatusProblem(msgspec.Struct):
    """One thing that is wrong."""

    code: Annotated[
        str,
        described(
            "store_full, unavailable, nobody_delivers, a number of the audit, receivers_disabled, "
            "receivers_failing or deliveries_exhausted."
        ),
    ]
    count: int
    detail: Annotated[str, described("For people, in a sentence.")]
    examples: Annotated[list[str], described("Where to begin looking.")]


class AuditedNumber(msgspec.Struct):
    """One number of the audit, which must be 0."""

    name: str
    count: Annotated[int | None, described("null when it could not be judged.")]
    detail: str
    examples: list[str]


class LastAudit(msgspec.Struct):
    """What the last look found."""

    time: Time
    full: Annotated[bool, described("Whether everything was counted, or samples of what is newest.")]
    numbers: list[AuditedNumber]


class ReceiverStanding(msgspec.Struct):
    """How far one receiver has come."""

    id: str
    name: str
    state: ReceiverState
    failing_since: Annotated[Time | None, described("When its failures were too many; null when they are not.")]
    ephemeral: Annotated[bool, described("There only while somebody listens: never a problem.")]
    cursor: int
    lag: Annotated[int, described("How many events it is still owed.")]


class EndingToken(msgspec.Struct):
    """A token that is about to end: whoever uses it needs another."""

    id: str
    name: str
    expires_at: Time
    last_used_at: Time | None


class Status(msgspec.Struct):
    """How the store is."""

    healthy: Annotated[bool, described("Whether there is no problem.")]
    problems: list[StatusProblem]
    version: str
    started_at: Annotated[Time, described("Of the process that answers.")]
    uptime_s: float
    processes: Annotated[list[ProcessStanding], described("All that serve this store.")]
    shards_free: Annotated[
        int, described(f"How many of the {SHARDS} shares of the receivers nobody sends to just now.")
    ]
    head: Annotated[int, described("The newest sequence of the log.")]
    receivers_count: int
    receivers: Annotated[
        list[ReceiverStanding], described(f"{RECEIVERS_SHOWN_MAX} at most, those with a problem first.")
    ]
    tokens_ending_count: int
    tokens_ending: Annotated[
        list[EndingToken],
        described(f"Tokens that are about to end, the soonest first, {TOKENS_SHOWN_MAX} at most."),
    ]
    requests_taken: Annotated[int, described("Requests to receivers, under way or not yet recorded.")]
    requests_max: int
    database_bytes: int
    wal_bytes: int
    server: Annotated[ServerStanding | None, described("The PostgreSQL server; null for a store in a file.")]
    attempts_days: int
    activity_days: int
    audit: Annotated[LastAudit | None, described("null in the first minute.")]


def audited(audit: Audit) -> LastAudit:
    """An audit as it is shown."""
    numbers = [AuditedNumber(name=number, **_about(number, finding)) for number, finding in audit.findings.items()]
    return LastAudit(time=to_text(audit.at), full=audit.full, numbers=numbers)


def _show(context: RequestContext, tx: Transaction) -> Response:
    dependencies = context.dependencies
    vitals, auditor, settings = dependencies.vitals(), dependencies.auditor, dependencies.settings
    long_ago = after(tx.now, seconds=-FAILING_S_MAX)
    counted = receiver_health.count(tx, failing_since=long_ago)
    serving, shards_free = processes.standings(tx, dependencies, vitals)
    problems = [
        *_faults(dependencies.database),
        *_delivery_problems(serving, shards_free),
        *_audit_problems(auditor),
        *_receiver_problems(tx, counted, long_ago),
        *_exhausted_problems(tx),
    ]
    shown = [stored.find(tx, one) for one in receiver_health.worst(tx, limit=RECEIVERS_SHOWN_MAX)]
    answer = Status(
        healthy=not problems,
        problems=problems,
        version=dependencies.version,
        started_at=to_text(vitals.started_at),
        uptime_s=max(0.0, (tx.now - vitals.started_at) / 1_000_000),
        processes=serving,
        shards_free=shards_free,
        head=events.head(tx),
        receivers_count=counted.receivers,
        receivers=[_standing(tx, receiver) for receiver in shown if receiver is not None],
        tokens_ending_count=tokens.count_ending(tx),
        tokens_ending=[_ending(token) for token in tokens.ending(tx, limit=TOKENS_SHOWN_MAX)],
        requests_taken=vitals.taken,
        requests_max=vitals.places,
        database_bytes=vitals.sizes.database_bytes,
        wal_bytes=vitals.sizes.wal_bytes,
        server=database_server.standing(vitals.server),
        attempts_days=settings.attempts_days,
        activity_days=settings.activity_days,
        audit=None if auditor.last is None else audited(auditor.last),
    )
    return json_response(answer)


def _faults(database: Database) -> list[StatusProblem]:
    """That nothing can be written just now: neither what people change, nor what came of a request."""
    if database.refusal is not None:
        return [StatusProblem(code=database.refusal.code, count=1, detail=database.refusal.detail, examples=[])]
    fault = database.fault
    return [] if fault is None else [StatusProblem(code=fault.code, count=1, detail=_FAULTS[type(fault)], examples=[])]


def _delivery_problems(serving: list[ProcessStanding], shards_free: int) -> list[StatusProblem]:
    """That there are processes, and none of them delivers."""
    if not processes.nobody_delivers(serving):
        return []
    return [StatusProblem(code="nobody_delivers", count=shards_free, detail=_NOBODY_DELIVERS, examples=[])]


def _audit_problems(auditor: Auditor) -> list[StatusProblem]:
    return [
        StatusProblem(
            code=number,
            count=finding.count or 0,
            detail=DESCRIPTIONS[number],
            examples=[format_example(example) for example in finding.examples],
        )
        for number, finding in auditor.problems.items()
    ]


def _receiver_problems(
    tx: Transaction, counted: receiver_health.ReceiverCounts, long_ago: Instant
) -> list[StatusProblem]:
    """Receivers that somebody must look at. One that fails for a moment is none, and neither is an ephemeral one."""
    found = []
    if counted.disabled:
        found.append(
            StatusProblem(
                code="receivers_disabled",
                count=counted.disabled,
                detail="Receivers that are disabled: nothing is sent until they are resumed.",
                examples=_receiver_words(tx, receiver_health.disabled(tx, limit=EXAMPLES_MAX)),
            )
        )
    if counted.failing:
        found.append(
            StatusProblem(
                code="receivers_failing",
                count=counted.failing,
                detail=_FAILING_LONG,
                examples=_receiver_words(tx, receiver_health.failing(tx, since=long_ago, limit=EXAMPLES_MAX)),
            )
        )
    return found


def _exhausted_problems(tx: Transaction) -> list[StatusProblem]:
    """Deliveries that nothing goes on with unless somebody asks for it."""
    count = receiver_health.retries_in(tx, RetryState.EXHAUSTED, count_max=EXHAUSTED_COUNTED_MAX)
    if not count:
        return []
    examples = [
        f"event {sequence}, receiver {receiver_text(receiver_id)} (“{name}”)"
        for sequence, receiver_id, name in receiver_health.exhausted(tx, limit=EXAMPLES_MAX)
    ]
    return [StatusProblem(code="deliveries_exhausted", count=count, detail=_GIVEN_UP, examples=examples)]


def _receiver_words(tx: Transaction, ids: list[ReceiverId]) -> list[str]:
    found = [stored.find(tx, one) for one in ids]
    return [
        f"receiver {receiver_text(receiver.id)} (“{receiver.name}”), since {to_text(receiver.breaker.opened_at)}"
        for receiver in found
        if receiver is not None and receiver.breaker.opened_at is not None
    ]


def _standing(tx: Transaction, receiver: Receiver) -> ReceiverStanding:
    return ReceiverStanding(
        id=receiver_text(receiver.id),
        name=receiver.name,
        state=receiver.state,
        failing_since=text_or_none(receiver.breaker.opened_at),
        ephemeral=receiver.ephemeral,
        cursor=receiver.cursor,
        lag=lag(tx, receiver),
    )


def _ending(token: Token) -> EndingToken:
    assert token.expires_at is not None, "what never ends is not ending"
    return EndingToken(
        id=token.id,
        name=token.name,
        expires_at=to_text(token.expires_at),
        last_used_at=text_or_none(token.last_used_at),
    )


def _about(number: AuditNumber, finding: Finding) -> dict[str, Any]:
    return {
        "count": finding.count,
        "detail": DESCRIPTIONS[number],
        "examples": [format_example(example) for example in finding.examples],
    }


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
            "detail": _FAILING_LONG,
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
        summary="Show how the store is",
        description=(
            "Healthy, when the last change could be written, some process delivers, no number of the audit was other "
            "than 0 twice in a row, no receiver is disabled, and none has been failing for "
            f"{FAILING_S_MAX // 60} minutes. Paused and ephemeral ones are as somebody wishes, and a token that is "
            "about to end is shown, but makes nothing unhealthy. It says nothing about being ready: that is /readyz."
        ),
        handler=read_handler(_show),
        response=Status,
        response_example=_EXAMPLE,
    ),
)
