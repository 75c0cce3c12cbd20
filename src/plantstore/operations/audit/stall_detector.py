"""Detect receivers that have work due but are sent nothing, with two samples at least PATIENCE_S apart.

A retry that is due this second proves nothing, nor does a slow receiver. So a receiver is only suspected at first. It
is reported if nothing is sent to it during its patience time: PATIENCE_S, or longer if it has a maximum rate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from plantstore.domain.audit import NO_FINDINGS, AuditNumber, Example, Finding, finding_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, integrity
from plantstore.storage.queries.integrity import ActiveReceiver, RecentSends
from plantstore.storage.tables import attempts, events, receivers

OVERDUE_S = 60  # a retry is overdue this long after it was due; no request takes longer
PATIENCE_S = 60.0  # time from the first suspicion of a receiver to the report; no timer sleeps longer (core/timers.py)
PATIENCE_TURNS = 2  # extra request intervals for a receiver with a maximum rate: new events and retries take turns
RECEIVERS_PER_PAGE = 500
CLOSE_EVENTS = 1_000  # within this lag, check for already-settled events before suspecting the receiver

Key = tuple[AuditNumber, ReceiverId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """Since when a receiver has been suspected, as a monotonic time, and where its cursor was at that time.

    `newest_attempt` is the id of the newest attempt when the detector last checked whether anything was sent to the
    receiver; the next check looks only at newer attempts.
    """

    since: float
    cursor: int
    newest_attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The findings, and the receivers they concern."""

    findings: Mapping[AuditNumber, Finding]
    receivers: frozenset[ReceiverId]


class StallDetector:
    """Remembers suspicions between samples. `monotonic` is the time of a sample, in seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._suspicions: dict[Key, Suspicion] = {}

    def any_since(self, monotonic: float) -> bool:
        """True if any receiver that is suspected now has been so since `monotonic` or earlier."""
        return any(suspicion.since <= monotonic for suspicion in self._suspicions.values())

    def sample(self, tx: Transaction, *, monotonic: float) -> Verdict:
        """Check every receiver that may be sent to, and report those that were sent nothing in their patience time."""
        fresh = Suspicion(since=monotonic, cursor=0, newest_attempt=attempts.newest_id(tx))
        suspicions: dict[Key, Suspicion] = {}
        due: list[tuple[AuditNumber, ActiveReceiver]] = []
        for number, receiver in _suspicions(tx):
            key = number, receiver.receiver_id
            suspicion = self._suspicions.get(key)
            if suspicion is None or (number is AuditNumber.RECEIVERS_STUCK and suspicion.cursor != receiver.cursor):
                suspicion = replace(fresh, cursor=receiver.cursor)
            if monotonic - suspicion.since >= _patience_s(receiver):
                due.append((number, receiver))
            suspicions[key] = suspicion
        self._suspicions = suspicions
        return self._report(tx, due, fresh)

    def _report(self, tx: Transaction, due: list[tuple[AuditNumber, ActiveReceiver]], fresh: Suspicion) -> Verdict:
        findings = {AuditNumber.RETRIES_OVERDUE: NO_FINDINGS, AuditNumber.RECEIVERS_STUCK: NO_FINDINGS}
        stalled: set[ReceiverId] = set()
        seen: dict[int, RecentSends] = {}
        for number, receiver in due:
            key = number, receiver.receiver_id
            suspicion = self._suspicions[key]
            progress = seen.setdefault(suspicion.newest_attempt, integrity.sends_since(tx, suspicion.newest_attempt))
            moves = progress.retried if number is AuditNumber.RETRIES_OVERDUE else progress.sent
            if receiver.receiver_id in moves:
                self._suspicions[key] = replace(fresh, cursor=receiver.cursor)
                continue
            finding = _overdue(tx, receiver) if number is AuditNumber.RETRIES_OVERDUE else _stuck(tx, receiver)
            if finding.count:
                findings[number] += finding
                stalled.add(receiver.receiver_id)
            self._suspicions[key] = replace(suspicion, newest_attempt=fresh.newest_attempt)
        return Verdict(findings=findings, receivers=frozenset(stalled))


def _suspicions(tx: Transaction) -> Iterator[tuple[AuditNumber, ActiveReceiver]]:
    overdue_before, head, last = after(tx.now, seconds=-OVERDUE_S), events.head(tx), 0
    while page := integrity.active_receivers(tx, after=last, limit=RECEIVERS_PER_PAGE):
        for receiver in page:
            due_at = receiver.due_at
            if due_at is not None and receiver.ordered:  # nothing else may be sent to it before this retry
                due_at = integrity.oldest_waiting_due_at(tx, receiver.receiver_id)
            if due_at is not None and due_at < overdue_before:
                yield AuditNumber.RETRIES_OVERDUE, receiver
            is_blocked = receiver.ordered and due_at is not None
            if (
                receiver.cursor < head
                and not is_blocked
                and (head - receiver.cursor > CLOSE_EVENTS or _stuck(tx, receiver).count)
            ):
                yield AuditNumber.RECEIVERS_STUCK, receiver
        last = page[-1].receiver_id


def _patience_s(receiver: ActiveReceiver) -> float:
    return PATIENCE_S if receiver.max_rate is None else PATIENCE_S + PATIENCE_TURNS / receiver.max_rate


def _overdue(tx: Transaction, receiver: ActiveReceiver) -> Finding:
    return integrity.overdue(tx, receiver.receiver_id, before=after(tx.now, seconds=-OVERDUE_S))


def _stuck(tx: Transaction, receiver: ActiveReceiver) -> Finding:
    """Check precisely whether events are unattempted: every event beyond the cursor may already be settled."""
    stored = receivers.find(tx, receiver.receiver_id)
    if stored is None or backlog.count_untried(tx, stored, head=events.head(tx)) <= 0:
        return NO_FINDINGS
    return finding_of(Example(receiver_id=receiver.receiver_id, sequence=stored.cursor + 1))
