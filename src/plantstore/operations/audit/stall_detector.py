"""Receivers that should be sent something and seem not to be: one look cannot tell, two looks can.

What is due this second is due, and a slow receiver is slow. So a receiver is only a suspect at first, and is found when
its patience is over and nothing was sent to it meanwhile.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from plantstore.domain.audit import NONE, AuditNumber, Example, Finding, found
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts, integrity
from plantstore.storage.queries.integrity import Flowing, Signs
from plantstore.storage.tables import attempts, events, receivers

OVERDUE_S = 60  # trust.md, section 5.8; no request lasts as long
PATIENCE_S = 60.0  # between the first look and the one that finds: no timer sleeps longer (delivery/context.py)
PATIENCE_TURNS = 2  # of a receiver with a rate of its own, and longer: log and retries take turns
RECEIVERS_AT_ONCE = 500
CLOSE_EVENTS = 1_000  # so close to the head, what lies beyond the cursor is looked at before anybody is a suspect

Key = tuple[AuditNumber, ReceiverId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Since when a receiver is a suspect, where its cursor stood, and up to which attempt nothing speaks for it."""

    since: float
    cursor: int
    newest_attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found, and of which receivers."""

    findings: Mapping[AuditNumber, Finding]
    receivers: frozenset[ReceiverId]


class StallDetector:
    """Remembers suspects from look to look. `monotonic` is when a look is made, in seconds that do not leap."""

    def __init__(self) -> None:
        self._marks: dict[Key, Mark] = {}

    def any_since(self, monotonic: float) -> bool:
        """Whether somebody is a suspect from then on, or longer."""
        return any(mark.since <= monotonic for mark in self._marks.values())

    def look(self, tx: Transaction, *, monotonic: float) -> Verdict:
        """Look at every receiver that may be called, and say who has run out of patience."""
        fresh = Mark(since=monotonic, cursor=0, newest_attempt=attempts.newest(tx))
        marks: dict[Key, Mark] = {}
        ripe: list[tuple[AuditNumber, Flowing]] = []
        for number, one in _suspicions(tx):
            key = number, one.receiver_id
            mark = self._marks.get(key)
            if mark is None or (number is AuditNumber.RECEIVERS_STUCK and mark.cursor != one.cursor):
                mark = replace(fresh, cursor=one.cursor)
            if monotonic - mark.since >= _patience_s(one):
                ripe.append((number, one))
            marks[key] = mark
        self._marks = marks
        return self._judge(tx, ripe, fresh)

    def _judge(self, tx: Transaction, ripe: list[tuple[AuditNumber, Flowing]], fresh: Mark) -> Verdict:
        findings = {AuditNumber.RETRIES_OVERDUE: NONE, AuditNumber.RECEIVERS_STUCK: NONE}
        guilty: set[ReceiverId] = set()
        signs: dict[int, Signs] = {}
        for number, one in ripe:
            key = number, one.receiver_id
            mark = self._marks[key]
            sign = signs.setdefault(mark.newest_attempt, integrity.signs_since(tx, mark.newest_attempt))
            moves = sign.retried if number is AuditNumber.RETRIES_OVERDUE else sign.sent
            if one.receiver_id in moves:
                self._marks[key] = replace(fresh, cursor=one.cursor)
                continue
            finding = _overdue(tx, one) if number is AuditNumber.RETRIES_OVERDUE else _stuck(tx, one)
            if finding.count:
                findings[number] += finding
                guilty.add(one.receiver_id)
            self._marks[key] = replace(mark, newest_attempt=fresh.newest_attempt)
        return Verdict(findings=findings, receivers=frozenset(guilty))


def _suspicions(tx: Transaction) -> Iterator[tuple[AuditNumber, Flowing]]:
    overdue_before, head, last = after(tx.now, seconds=-OVERDUE_S), events.head(tx), 0
    while page := integrity.flowing(tx, after=last, limit=RECEIVERS_AT_ONCE):
        for one in page:
            due_at = one.due_at
            if due_at is not None and one.ordered:  # nothing else may be sent to it before this one
                due_at = integrity.oldest_waiting_due_at(tx, one.receiver_id)
            if due_at is not None and due_at < overdue_before:
                yield AuditNumber.RETRIES_OVERDUE, one
            is_blocked = one.ordered and due_at is not None
            if one.cursor < head and not is_blocked and (head - one.cursor > CLOSE_EVENTS or _stuck(tx, one).count):
                yield AuditNumber.RECEIVERS_STUCK, one
        last = page[-1].receiver_id


def _patience_s(one: Flowing) -> float:
    return PATIENCE_S if one.max_rate is None else PATIENCE_S + PATIENCE_TURNS / one.max_rate


def _overdue(tx: Transaction, one: Flowing) -> Finding:
    return integrity.overdue(tx, one.receiver_id, before=after(tx.now, seconds=-OVERDUE_S))


def _stuck(tx: Transaction, one: Flowing) -> Finding:
    """Look exactly: what lies beyond its cursor may be settled, one by one, all of it."""
    receiver = receivers.find(tx, one.receiver_id)
    if receiver is None or events.head(tx) - receiver.cursor <= delivery_counts.count_settled_beyond(tx, receiver):
        return NONE
    return found(Example(receiver_id=one.receiver_id, sequence=receiver.cursor + 1))
