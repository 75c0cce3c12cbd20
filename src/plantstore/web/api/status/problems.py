"""The problems that make the status of the store unhealthy."""

from typing import Annotated

import msgspec

from plantstore.core.logging.setup import format_example
from plantstore.domain.alerts.rules import FAILING_MINUTES
from plantstore.domain.audit import DESCRIPTIONS
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.lease import SHARDS
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import Instant, to_text
from plantstore.operations.audit.auditor import Auditor
from plantstore.storage.database import Database, Transaction
from plantstore.storage.queries import receiver_health
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.schemas import described

FAILING_S_MAX = FAILING_MINUTES * 60  # as the rule of alerts has it by default
EXAMPLES_MAX = 5  # max receivers or deliveries named in one problem, as in the audit
EXHAUSTED_COUNTED_MAX = 10_000

_FAULTS: dict[type[StoreError], str] = {
    StoreFull: "The disk is full. Nothing can be changed or delivered until there is space again.",
    Unavailable: "The database cannot be written. Nothing can be changed or delivered until it can.",
}
_NO_DISPATCHER = (
    f"No process delivers, so these shards (of {SHARDS}) have no owner and their receivers get nothing. Start a "
    "process whose role is all or dispatcher."
)
_DISABLED = "Disabled receivers. Nothing is sent to them until you resume them."
FAILING = (
    f"Receivers that have been failing for {FAILING_S_MAX // 60} minutes or longer. The store keeps retrying until "
    "they accept a request."
)
_EXHAUSTED = (
    f"Deliveries that were given up after {ATTEMPTS_MAX} attempts (at most {EXHAUSTED_COUNTED_MAX:,} are counted). "
    "Retry, replay or cancel them."
)


class StatusProblem(msgspec.Struct):
    """A problem of the store."""

    code: Annotated[
        str,
        described(
            "store_full, unavailable, nobody_delivers, the name of an audit number, receivers_disabled, "
            "receivers_failing or deliveries_exhausted."
        ),
    ]
    count: int
    detail: Annotated[str, described("A message for people.")]
    examples: Annotated[list[str], described("Where to start looking.")]


def write_problems(database: Database) -> list[StatusProblem]:
    """Return the problem to report if the database is not writable; an empty list if it is writable."""
    if database.refusal is not None:
        return [StatusProblem(code=database.refusal.code, count=1, detail=database.refusal.detail, examples=[])]
    fault = database.fault
    return [] if fault is None else [StatusProblem(code=fault.code, count=1, detail=_FAULTS[type(fault)], examples=[])]


def no_dispatcher_problem(shards_free: int) -> StatusProblem:
    """Return the problem to report if no running process sends deliveries. `shards_free`: shards without a process."""
    return StatusProblem(code="nobody_delivers", count=shards_free, detail=_NO_DISPATCHER, examples=[])


def audit_problems(auditor: Auditor) -> list[StatusProblem]:
    """Return a problem for each audit number that was not 0 in two consecutive audits."""
    return [
        StatusProblem(
            code=number,
            count=finding.count or 0,
            detail=DESCRIPTIONS[number],
            examples=[format_example(example) for example in finding.examples],
        )
        for number, finding in auditor.problems.items()
    ]


def receiver_problems(
    tx: Transaction, counts: receiver_health.ReceiverCounts, *, failing_since: Instant
) -> list[StatusProblem]:
    """Return the problems of receivers that are disabled, or that have been failing at least since `failing_since`.

    Ephemeral receivers are never a problem.
    """
    found = []
    if counts.disabled:
        examples = _receiver_examples(tx, receiver_health.disabled(tx, limit=EXAMPLES_MAX))
        found.append(
            StatusProblem(code="receivers_disabled", count=counts.disabled, detail=_DISABLED, examples=examples)
        )
    if counts.failing:
        examples = _receiver_examples(tx, receiver_health.failing(tx, since=failing_since, limit=EXAMPLES_MAX))
        found.append(StatusProblem(code="receivers_failing", count=counts.failing, detail=FAILING, examples=examples))
    return found


def exhausted_problems(tx: Transaction) -> list[StatusProblem]:
    """Return the problem to report if deliveries were given up; otherwise an empty list.

    The problem remains until a user acts on these deliveries, for example retries or cancels them.
    """
    count = receiver_health.retries_in(tx, RetryState.EXHAUSTED, count_max=EXHAUSTED_COUNTED_MAX)
    if not count:
        return []
    examples = [
        f"event {sequence}, receiver {receiver_text(receiver_id)} (“{name}”)"
        for sequence, receiver_id, name in receiver_health.exhausted(tx, limit=EXAMPLES_MAX)
    ]
    return [StatusProblem(code="deliveries_exhausted", count=count, detail=_EXHAUSTED, examples=examples)]


def _receiver_examples(tx: Transaction, ids: list[ReceiverId]) -> list[str]:
    found = stored.find_many(tx, ids)
    return [
        f"receiver {receiver_text(receiver.id)} (“{receiver.name}”), since {to_text(receiver.breaker.opened_at)}"
        for receiver in (found[id] for id in ids if id in found)
        if receiver.breaker.opened_at is not None
    ]
