"""The auditor: counts what must be 0, each minute in samples, in full when a person asks.

It trusts no memory of the process, only the tables. What is found once may be under way; found twice in a row it is a
problem. Repaired is only what cannot become worse by it: the pumps of receivers that are overdue or stuck are woken,
and read their work anew; what waits longer than any wait is long, because the clock went back, is given a time within
its ladder. Everything else is reported, because only a person can know what is true.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.logging.setup import say_audited
from plantstore.domain.audit import NONE, UNKNOWN, Audit, AuditNumber, Example, Finding, found
from plantstore.domain.delivery import JITTER_MAX, LADDER_S, brought_near
from plantstore.domain.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.audit.stall_detector import StallDetector, Verdict
from plantstore.storage.database import Database, Transaction
from plantstore.storage.queries import integrity as counts
from plantstore.storage.tables import activity, events, receivers, retries

SAMPLE_ROWS = 1_000  # the newest plants and events, each minute
SAMPLE_DELIVERIES = 100  # the newest at or below each cursor, each minute …
SAMPLE_DELIVERIES_MAX = 100_000  # … over all receivers: with more than a thousand of them, fewer of each
STRIDE_ROWS = 5_000  # looked at in one snapshot by the full audit: some milliseconds
RECEIVERS_AT_ONCE = 500
RETRIES_AT_ONCE = 1_000  # brought near in one transaction
TOO_FAR_S = 30 * 3_600  # trust.md, section 5.8
LOUD_TIMES = 2  # in a row: then a number is a problem
LOUD_AGAIN_LOOKS = 60  # said again so rarely while it stays as it is: about once an hour
assert max(*LADDER_S, RETRY_AFTER_S_MAX) * (1 + JITTER_MAX) <= TOO_FAR_S

Snapshot = Callable[[], AbstractContextManager[Transaction]]
Findings = dict[AuditNumber, Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One bounded question, and how many things it looks at."""

    number: AuditNumber
    ask: Callable[[Transaction], Finding]
    rows: int


class Auditor:
    """Looks each minute, and remembers what it found. `last` is None before the first look."""

    def __init__(self, database: Database, clock: Clock, *, retry_scale: float) -> None:
        self._database = database
        self._clock = clock
        self._retry_scale = retry_scale
        self._suspects = StallDetector()
        self._times: dict[AuditNumber, int] = dict.fromkeys(AuditNumber, 0)
        self.last: Audit | None = None

    @property
    def problems(self) -> Findings:
        """The numbers that were not 0 twice in a row: health is red while there is one."""
        if self.last is None:
            return {}
        return {number: self.last.findings[number] for number in AuditNumber if self._times[number] >= LOUD_TIMES}

    async def visit(self) -> None:
        """Look, say loudly what is wrong for the second time, and repair what can be repaired safely."""
        findings = await self._database.read(self._sample)
        last = 0
        while True:
            page = await self._database.read(partial(_sample_receivers, after=last))
            findings[AuditNumber.UNSETTLED_BEHIND_CURSOR] += page.finding
            if page.last is None:
                break
            last = page.last
        monotonic = self._clock.monotonic()
        verdict = await self._database.read(lambda tx: self._suspects.look(tx, monotonic=monotonic))
        self._note(Audit(at=self._clock.now(), full=False, findings=findings | dict(verdict.findings)))
        if verdict.receivers:
            await self._database.write(lambda tx: _wake(tx, verdict))
        if AuditNumber.RETRIES_TOO_FAR in self.problems:
            bring_near = partial(_bring_near, retry_scale=self._retry_scale)
            while await self._database.write(bring_near) == RETRIES_AT_ONCE:
                pass  # one step after another, so that others' commits come between

    def _sample(self, tx: Transaction) -> Findings:
        return _answers(tx, _sample_parts(tx, retry_scale=self._retry_scale))

    def _note(self, audit: Audit) -> None:
        self.last = audit
        for number, finding in audit.findings.items():
            before = self._times[number]
            times = self._times[number] = before + 1 if finding.count else 0
            is_loud = times >= LOUD_TIMES and (times - LOUD_TIMES) % LOUD_AGAIN_LOOKS == 0
            is_over = before >= LOUD_TIMES and not times
            if is_loud or is_over:
                say_audited(number, finding)


def audit_in_full(
    snapshot: Snapshot, *, retry_scale: float, report: Callable[[int, int], None] = lambda _done, _all: None
) -> Findings:
    """Count everything, one stride after another, each in a snapshot of its own.

    What is added meanwhile may be left out, and nothing is counted that is only under way: a delivery is recorded in
    the transaction that moves the cursor past it. `report` hears how many rows are done, and of how many.
    """
    with snapshot() as tx:
        parts = list(_full_parts(tx, retry_scale=retry_scale))
    findings: Findings = dict.fromkeys(AuditNumber, NONE) | {
        AuditNumber.RETRIES_OVERDUE: UNKNOWN,
        AuditNumber.RECEIVERS_STUCK: UNKNOWN,
    }
    done, total = 0, sum(part.rows for part in parts)
    for part in parts:
        with snapshot() as tx:
            findings[part.number] += part.ask(tx)
        done += part.rows
        report(done, total)
    return findings


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """What a page of receivers gave; `last` is where the next one begins, None when there is none."""

    finding: Finding
    last: int | None


def _sample_receivers(tx: Transaction, *, after: int) -> _Page:
    each = max(1, min(SAMPLE_DELIVERIES, SAMPLE_DELIVERIES_MAX // max(1, receivers.count(tx))))
    page = counts.debtors(tx, after=after, limit=RECEIVERS_AT_ONCE)
    finding = NONE
    for one in page:
        first = max(one.first, one.cursor - each + 1)
        finding += counts.unsettled(tx, one.receiver_id, first=first, last=one.cursor)
    return _Page(finding=finding, last=page[-1].receiver_id if len(page) == RECEIVERS_AT_ONCE else None)


def _sample_parts(tx: Transaction, *, retry_scale: float) -> Iterator[Part]:
    """What is newest: an old fault was new once, and the full audit finds it too."""
    head = events.head(tx)
    first = max(1, head - SAMPLE_ROWS + 1)
    recent = partial(counts.changed_plants_without_event, limit=SAMPLE_ROWS)
    yield Part(number=AuditNumber.PLANTS_WITHOUT_EVENT, ask=recent, rows=SAMPLE_ROWS)
    without_plant = partial(counts.events_without_plant, first=first, last=head)
    yield Part(number=AuditNumber.EVENTS_WITHOUT_PLANT, ask=without_plant, rows=SAMPLE_ROWS)
    gaps = partial(counts.sequence_gaps, first=first, last=head)
    yield Part(number=AuditNumber.SEQUENCE_GAPS, ask=gaps, rows=SAMPLE_ROWS)
    newest = activity.newest_id(tx)
    links = partial(_broken, first=max(1, newest - SAMPLE_ROWS + 1), last=newest)
    yield Part(number=AuditNumber.ACTIVITY_BROKEN, ask=links, rows=SAMPLE_ROWS)
    yield from _whole_parts(retry_scale)


def _full_parts(tx: Transaction, *, retry_scale: float) -> Iterator[Part]:
    yield from _whole_parts(retry_scale)
    ranges = [
        (AuditNumber.PLANTS_WITHOUT_EVENT, counts.plants_without_event, counts.newest_plant(tx)),
        (AuditNumber.EVENTS_WITHOUT_PLANT, counts.events_without_plant, events.head(tx)),
        (AuditNumber.SEQUENCE_GAPS, counts.sequence_gaps, events.head(tx)),
        (AuditNumber.ACTIVITY_BROKEN, _broken, activity.newest_id(tx)),
    ]
    for number, count, last in ranges:
        for low, high in _strides(1, last):
            yield Part(number=number, ask=partial(count, first=low, last=high), rows=high - low + 1)
    last_id = 0
    while page := counts.debtors(tx, after=last_id, limit=RECEIVERS_AT_ONCE):
        for one in page:
            for low, high in _strides(one.first, one.cursor):
                ask = partial(counts.unsettled, receiver_id=one.receiver_id, first=low, last=high)
                yield Part(number=AuditNumber.UNSETTLED_BEHIND_CURSOR, ask=ask, rows=high - low + 1)
        last_id = page[-1].receiver_id


def _whole_parts(retry_scale: float) -> Iterator[Part]:
    """What is always counted whole."""
    yield Part(number=AuditNumber.CURSORS_BEYOND_HEAD, ask=counts.cursors_beyond_head, rows=1)
    yield Part(number=AuditNumber.RETRIES_TOO_FAR, ask=partial(_too_far, retry_scale=retry_scale), rows=1)
    yield Part(number=AuditNumber.RETRIES_UNREADABLE, ask=counts.retries_unreadable, rows=1)


def _broken(tx: Transaction, *, first: int, last: int) -> Finding:
    return found(*(Example(activity_id=one) for one in activity.broken(tx, first=first, last=last)))


def _too_far(tx: Transaction, *, retry_scale: float) -> Finding:
    return counts.retries_too_far(tx, later_than=_too_far_at(tx, retry_scale))


def _too_far_at(tx: Transaction, retry_scale: float) -> Instant:
    """The ladder is stretched by a scale below 1; what a receiver asks for with Retry-After is not."""
    return after(tx.now, seconds=TOO_FAR_S / min(1.0, retry_scale))


def _bring_near(tx: Transaction, *, retry_scale: float) -> int:
    """Let some deliveries wait from now on as their ladder says; gives how many."""
    far = retries.due_after(tx, _too_far_at(tx, retry_scale), limit=RETRIES_AT_ONCE)
    receivers.lock(tx, {retry.receiver_id for retry in far})
    far = retries.due_after(tx, _too_far_at(tx, retry_scale), limit=RETRIES_AT_ONCE)  # as they are now
    retries.put(tx, [brought_near(retry, now=tx.now, scale=retry_scale) for retry in far])
    tx.changes.receivers.update(retry.receiver_id for retry in far)
    return len(far)


def _strides(first: int, last: int) -> Iterator[tuple[int, int]]:
    for low in range(first, last + 1, STRIDE_ROWS):
        yield low, min(low + STRIDE_ROWS - 1, last)


def _answers(tx: Transaction, parts: Iterable[Part]) -> Findings:
    findings: Findings = dict.fromkeys(AuditNumber, NONE)
    for part in parts:
        findings[part.number] += part.ask(tx)
    return findings


def _wake(tx: Transaction, verdict: Verdict) -> None:
    """Make the dispatcher look at these receivers as if they had been changed: their pumps read everything anew."""
    tx.changes.receivers.update(verdict.receivers)
