"""Count violations of the store's guarantees: in samples every minute, and in full on request.

The auditor reads only tables, never the memory of the process. A finding may be caused by work in progress, so it is a
problem only when it occurs twice in a row. The auditor makes only two repairs, which cannot do harm:
- If a receiver has work due but is sent nothing, its worker reads its work again.
- If the clock was set back, a retry can be due later than its schedule allows. It is scheduled again, from now on.
Everything else is only reported, because only a person can know what is right.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.logging.setup import log_audit_finding
from plantstore.domain.audit import NO_FINDINGS, NOT_CHECKED, Audit, AuditNumber, Example, Finding, finding_of
from plantstore.domain.deliveries.delivery import JITTER_MAX, RETRY_SCHEDULE_S, rescheduled_from_now
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.audit.stall_detector import StallDetector, Verdict
from plantstore.storage.database import Database, Transaction
from plantstore.storage.queries import integrity as counts
from plantstore.storage.tables import activity, events, receivers, retries

SAMPLE_ROWS = 1_000  # max newest plants, events and activity entries checked per run
SAMPLE_DELIVERIES = 100  # max deliveries checked per receiver and run: the newest at or below its cursor
SAMPLE_DELIVERIES_MAX = 100_000  # max deliveries checked per run for all receivers together
SAMPLE_FILTERED = 100  # max events evaluated again per filter and run: the newest with a stored result
SAMPLE_FILTERED_MAX = 10_000  # max events evaluated again per run for all filters together: about 0.1 s
STRIDE_ROWS = 5_000  # max rows that the full audit reads in one snapshot, which takes a few milliseconds
RECEIVERS_PER_PAGE = 500
RETRIES_PER_STEP = 1_000  # max retries rescheduled in one transaction
TOO_FAR_S = 30 * 3_600  # longer than the longest delay of the retry schedule or of Retry-After, with jitter
PROBLEM_TIMES = 2  # number of consecutive runs after which a finding counts as a problem
REPEAT_LOG_RUNS = 60  # number of runs after which a persistent problem is logged again: about once an hour
assert max(*RETRY_SCHEDULE_S, RETRY_AFTER_S_MAX) * (1 + JITTER_MAX) <= TOO_FAR_S

Snapshot = Callable[[], AbstractContextManager[Transaction]]
Findings = dict[AuditNumber, Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One bounded check, and how many rows it reads."""

    number: AuditNumber
    run: Callable[[Transaction], Finding]
    rows: int


class Auditor:
    """Checks samples in each run, and remembers the findings. `last` is None before the first run."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        *,
        retry_scale: float,
        missing_photos: Callable[[], Finding] = lambda: NO_FINDINGS,
    ) -> None:
        self._database = database
        self._clock = clock
        self._retry_scale = retry_scale
        self._missing_photos = missing_photos
        self._stall_detector = StallDetector()
        self._times: dict[AuditNumber, int] = dict.fromkeys(AuditNumber, 0)
        self.last: Audit | None = None
        self._runs = 0

    @property
    def is_conclusive(self) -> bool:
        """True if there were enough runs for a finding to have become a problem."""
        return self._runs >= PROBLEM_TIMES

    @property
    def problems(self) -> Findings:
        """The findings that occurred PROBLEM_TIMES in a row. The status is red while there is one."""
        if self.last is None:
            return {}
        return {number: self.last.findings[number] for number in AuditNumber if self._times[number] >= PROBLEM_TIMES}

    async def run(self) -> None:
        """Check samples, log findings that have become problems, and repair what can be repaired safely."""
        findings = await self._database.read(self._sample)
        last = 0
        while True:
            page = await self._database.read(partial(_sample_receivers, after=last))
            findings[AuditNumber.UNSETTLED_BEHIND_CURSOR] += page.finding
            if page.last is None:
                break
            last = page.last
        monotonic = self._clock.monotonic()
        verdict = await self._database.read(lambda tx: self._stall_detector.sample(tx, monotonic=monotonic))
        findings |= {**verdict.findings, AuditNumber.PHOTOS_WITHOUT_FILE: self._missing_photos()}
        self._note(Audit(at=self._clock.now(), full=False, findings=findings))
        if verdict.receivers:
            await self._database.write(lambda tx: _wake(tx, verdict))
        if AuditNumber.RETRIES_TOO_FAR in self.problems:
            reschedule = partial(_reschedule, retry_scale=self._retry_scale)
            while await self._database.write(reschedule) == RETRIES_PER_STEP:
                pass  # separate transactions, so that other writers get their turn

    def _sample(self, tx: Transaction) -> Findings:
        return _run_parts(tx, _sample_parts(tx, retry_scale=self._retry_scale))

    def _note(self, audit: Audit) -> None:
        self.last = audit
        self._runs += 1
        for number, finding in audit.findings.items():
            before = self._times[number]
            times = self._times[number] = before + 1 if finding.count else 0
            is_due = times >= PROBLEM_TIMES and (times - PROBLEM_TIMES) % REPEAT_LOG_RUNS == 0
            is_over = before >= PROBLEM_TIMES and not times
            if is_due or is_over:
                log_audit_finding(number, finding)


def audit_in_full(
    snapshot: Snapshot, *, retry_scale: float, report: Callable[[int, int], None] = lambda _done, _all: None
) -> Findings:
    """Check all rows in chunks of STRIDE_ROWS, with a snapshot for each chunk; return the findings.

    Rows added during the audit may be left out. Work in progress is never a finding, because a delivery is recorded in
    the transaction that moves the cursor past it. `report` is called with the rows done so far and the total.
    """
    with snapshot() as tx:
        parts = list(_full_parts(tx, retry_scale=retry_scale))
    findings: Findings = dict.fromkeys(AuditNumber, NO_FINDINGS) | {
        AuditNumber.RETRIES_OVERDUE: NOT_CHECKED,
        AuditNumber.RECEIVERS_STUCK: NOT_CHECKED,
        AuditNumber.PHOTOS_WITHOUT_FILE: NOT_CHECKED,
    }
    done, total = 0, sum(part.rows for part in parts)
    for part in parts:
        with snapshot() as tx:
            findings[part.number] += part.run(tx)
        done += part.rows
        report(done, total)
    return findings


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """The finding for one page of receivers. `last` is the page's last receiver; None if there are no more pages."""

    finding: Finding
    last: int | None


def _sample_receivers(tx: Transaction, *, after: int) -> _Page:
    each = max(1, min(SAMPLE_DELIVERIES, SAMPLE_DELIVERIES_MAX // max(1, receivers.count(tx))))
    page = counts.audit_ranges(tx, after=after, limit=RECEIVERS_PER_PAGE)
    finding = NO_FINDINGS
    for receiver in page:
        first = max(receiver.first, receiver.cursor - each + 1)
        finding += counts.unsettled(tx, receiver.receiver_id, first=first, last=receiver.cursor)
    return _Page(finding=finding, last=page[-1].receiver_id if len(page) == RECEIVERS_PER_PAGE else None)


def _sample_parts(tx: Transaction, *, retry_scale: float) -> Iterator[Part]:
    """Yield checks of the newest rows, where every fault first appears. The full audit finds older faults too."""
    head = events.head(tx)
    first = max(1, head - SAMPLE_ROWS + 1)
    recent = partial(counts.changed_plants_without_event, limit=SAMPLE_ROWS)
    yield Part(number=AuditNumber.PLANTS_WITHOUT_EVENT, run=recent, rows=SAMPLE_ROWS)
    without_plant = partial(counts.events_without_plant, first=first, last=head)
    yield Part(number=AuditNumber.EVENTS_WITHOUT_PLANT, run=without_plant, rows=SAMPLE_ROWS)
    gaps = partial(counts.sequence_gaps, first=first, last=head)
    yield Part(number=AuditNumber.SEQUENCE_GAPS, run=gaps, rows=SAMPLE_ROWS)
    newest = activity.newest_id(tx)
    links = partial(_broken, first=max(1, newest - SAMPLE_ROWS + 1), last=newest)
    yield Part(number=AuditNumber.ACTIVITY_BROKEN, run=links, rows=SAMPLE_ROWS)
    ranges = counts.filter_ranges(tx)[:SAMPLE_FILTERED_MAX]
    each = min(SAMPLE_FILTERED, SAMPLE_FILTERED_MAX // max(1, len(ranges)))
    for one in ranges:
        yield _filter_part(one.receiver_id, first=max(one.first, one.last - each + 1), last=one.last)
    yield from _complete_parts(retry_scale)


def _full_parts(tx: Transaction, *, retry_scale: float) -> Iterator[Part]:
    yield from _complete_parts(retry_scale)
    ranges = [
        (AuditNumber.PLANTS_WITHOUT_EVENT, counts.plants_without_event, counts.newest_plant(tx)),
        (AuditNumber.EVENTS_WITHOUT_PLANT, counts.events_without_plant, events.head(tx)),
        (AuditNumber.SEQUENCE_GAPS, counts.sequence_gaps, events.head(tx)),
        (AuditNumber.ACTIVITY_BROKEN, _broken, activity.newest_id(tx)),
    ]
    for number, count, last in ranges:
        for low, high in _strides(1, last):
            yield Part(number=number, run=partial(count, first=low, last=high), rows=high - low + 1)
    last_id = 0
    while page := counts.audit_ranges(tx, after=last_id, limit=RECEIVERS_PER_PAGE):
        for receiver in page:
            for low, high in _strides(receiver.first, receiver.cursor):
                run = partial(counts.unsettled, receiver_id=receiver.receiver_id, first=low, last=high)
                yield Part(number=AuditNumber.UNSETTLED_BEHIND_CURSOR, run=run, rows=high - low + 1)
        last_id = page[-1].receiver_id
    for one in counts.filter_ranges(tx):
        for low, high in _strides(one.first, one.last):
            yield _filter_part(one.receiver_id, first=low, last=high)


def _filter_part(receiver_id: ReceiverId, *, first: int, last: int) -> Part:
    run = partial(counts.wrong_filter_results, receiver_id=receiver_id, first=first, last=last)
    return Part(number=AuditNumber.FILTER_RESULTS_WRONG, run=run, rows=last - first + 1)


def _complete_parts(retry_scale: float) -> Iterator[Part]:
    """Yield the checks that are cheap enough to cover all rows every time."""
    yield Part(number=AuditNumber.CURSORS_BEYOND_HEAD, run=counts.cursors_beyond_head, rows=1)
    yield Part(number=AuditNumber.RETRIES_TOO_FAR, run=partial(_too_far, retry_scale=retry_scale), rows=1)
    yield Part(number=AuditNumber.RETRIES_UNREADABLE, run=counts.retries_unreadable, rows=1)


def _broken(tx: Transaction, *, first: int, last: int) -> Finding:
    return finding_of(*(Example(activity_id=one) for one in activity.broken_links(tx, first=first, last=last)))


def _too_far(tx: Transaction, *, retry_scale: float) -> Finding:
    return counts.retries_too_far(tx, later_than=_too_far_at(tx, retry_scale))


def _too_far_at(tx: Transaction, retry_scale: float) -> Instant:
    """Return the latest time at which a retry can be due. A retry scale below 1 lengthens the retry schedule."""
    return after(tx.now, seconds=TOO_FAR_S / min(1.0, retry_scale))


def _reschedule(tx: Transaction, *, retry_scale: float) -> int:
    """Reschedule some retries that are due too late, as if they had failed just now; return how many."""
    far = retries.due_after(tx, _too_far_at(tx, retry_scale), limit=RETRIES_PER_STEP)
    receivers.lock(tx, {retry.receiver_id for retry in far})
    far = retries.due_after(tx, _too_far_at(tx, retry_scale), limit=RETRIES_PER_STEP)  # again, under the lock
    retries.upsert(tx, [rescheduled_from_now(retry, now=tx.now, scale=retry_scale) for retry in far])
    tx.changes.receivers.update(retry.receiver_id for retry in far)
    return len(far)


def _strides(first: int, last: int) -> Iterator[tuple[int, int]]:
    for low in range(first, last + 1, STRIDE_ROWS):
        yield low, min(low + STRIDE_ROWS - 1, last)


def _run_parts(tx: Transaction, parts: Iterable[Part]) -> Findings:
    findings: Findings = dict.fromkeys(AuditNumber, NO_FINDINGS)
    for part in parts:
        findings[part.number] += part.run(tx)
    return findings


def _wake(tx: Transaction, verdict: Verdict) -> None:
    """Mark the receivers as changed, so that the dispatcher makes their workers read everything again."""
    tx.changes.receivers.update(verdict.receivers)
