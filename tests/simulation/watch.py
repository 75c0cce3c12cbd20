"""Monitor: checks every request, every record, and the tables after every step of a scenario.

Violations have the names in `invariants.py`. Checks that need only the tables are in `receiver_invariants.py`.
"""

from collections.abc import Iterable

from plantstore.delivery.recorder import AttemptRecord
from plantstore.domain.deliveries.breaker import SILENCE_S_MAX, Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import (
    ATTEMPTS_MAX,
    HORIZON_S,
    JITTER_MAX,
    OVERLOAD_WAIT_S_MIN,
    RETRY_SCHEDULE_S,
    Outcome,
    OutcomeKind,
    RetryState,
    is_overload,
)
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.operations.audit.stall_detector import StallDetector
from plantstore.receivers import deliveries
from plantstore.receivers.commands import find
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, delivery_counts, integrity
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import attempts, events, retries
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables import replays as stored_replays
from tests.simulation import receiver_invariants
from tests.simulation.filters import FilterModel
from tests.simulation.formats import FormatModel
from tests.simulation.invariants import Broken, check
from tests.simulation.ledger import ReceiverLedger, StoreLedger
from tests.simulation.wire import wrong_with
from tests.simulation.worlds import Process, World

WAIT_S_MAX = max(*RETRY_SCHEDULE_S, RETRY_AFTER_S_MAX) * (1 + JITTER_MAX)
NONSENSE = (OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE)  # responses that are invalid, but not missing


class Watch:
    """The ledgers of all receivers and of the shop, and the checks against them."""

    def __init__(self, world: World, trace: list[str]) -> None:
        self.world = world
        self.trace = trace
        self.shop = StoreLedger()
        self.books: dict[ReceiverId, ReceiverLedger] = {}
        self.removed: set[ReceiverId] = set()
        self.held: set[ReceiverId] = set()
        self.erased: set[int] = set()
        self.promises: dict[str, receiver_invariants.Asked] = {}
        self.filters = FilterModel()
        self.formats = FormatModel()
        self.head = 0
        self.sends = 0
        self.records = 0
        self.leapt_s = 0.0
        self.tallied_since = Instant(0)
        """Retention has kept the statistics from this hour on, regardless of the clock when it ran."""
        self.first_fault: Broken | None = None
        self._bodies: dict[int, tuple[str, bytes]] = {}
        self._answered: dict[tuple[ReceiverId, int], tuple[Instant, Outcome]] = {}
        self._suspects = StallDetector()
        self._changes = -1

    @property
    def live(self) -> list[ReceiverId]:
        return sorted(self.books.keys() - self.removed)

    def answering(self, receiver_id: ReceiverId, sequence: int, outcome: Outcome) -> None:
        """Note a receiver's response just before the store receives it."""
        self._answered[receiver_id, sequence] = self.world.clock.now(), outcome
        book = self.books[receiver_id]
        if outcome.token_renewed and sequence in book.recorded | book.cancelled | book.over:
            book.allowed[sequence] += 1  # the request of a replay is repeated with the new token
        if outcome.accepted:
            book.accepted.add(sequence)
        else:
            if not book.failed_at[sequence]:
                book.leapt_s[sequence] = self.leapt_s
            book.failed_at[sequence].append(self.world.clock.monotonic())
            book.said_gone = book.said_gone or outcome.status == 410
        if outcome.status in (None, 503) and outcome.kind not in NONSENSE:
            book.silent_since = book.silent_since or self.world.clock.monotonic()
        else:
            book.silent_since = None
        self.trace.append(f"<- {receiver_id % 1000}:{sequence} {outcome.status or outcome.kind}")

    # Called by the world

    def sending(self, process: Process, template: RequestTemplate, event: Event, number: int) -> None:
        """Check a request. Note violations instead of raising, because the store would catch the exception."""
        try:
            self._look_at_request(process, template, event, number)
        except Broken as broken:
            self._note(broken)

    def recorded(self, records: list[AttemptRecord]) -> None:
        for record in records:
            self.records += 1
            try:
                self._look_at_record(record)
            except Broken as broken:
                self._note(broken)

    def judged(self, receiver_id: ReceiverId, breaker: Breaker) -> None:
        book = self.books[receiver_id]
        book.disabled = breaker.state is BreakerState.DISABLED
        book.is_open = breaker.is_open
        if breaker.state is BreakerState.CLOSED:
            book.hurry()
        silent_s = self.world.clock.monotonic() - (book.silent_since or self.world.clock.monotonic())
        if breaker.reason is DisabledReason.GONE and not book.said_gone and not book.resumed:
            self._note(Broken("S19", f"{receiver_id % 1000} did not say 410"))
        if breaker.reason is DisabledReason.SILENT and silent_s < SILENCE_S_MAX:
            self._note(Broken("S19", f"{receiver_id % 1000} after {silent_s} s"))

    def may_repeat(self, receiver_id: ReceiverId, sequence: int) -> bool:
        """True if a replay may have sent it more than once: never, if only one process sends."""
        return False

    def _note(self, broken: Broken) -> None:
        self.trace.append(f"!! {broken}")
        self.first_fault = self.first_fault or broken

    def _look_at_request(self, process: Process, template: RequestTemplate, event: Event, number: int) -> None:
        self.sends += 1
        receiver_id, sequence = template.key.receiver_id, event.sequence
        book, here = self.books[receiver_id], f"{receiver_id % 1000}:{sequence}"
        self.trace.append(f"-> {here} no. {number}")
        check(not self.world.database.is_in_transaction, "S16", here)
        book.disabled, book.resumed = book.disabled and not book.resumed, False
        check(receiver_id not in self.removed and not book.paused and not book.disabled, "S9", here)
        check(sequence not in self.erased and not event.erased, "S9", f"{here} is erased")
        mine = [one.sequence for one in process.open if one.receiver_id == receiver_id]
        check(sequence not in mine, "S6", f"{here} is on its way already")
        waits = [one for (one, _), count in process.unrecorded.items() if one == receiver_id and count]
        check(not book.ordered or not waits, "S6", f"{here} is sent before the one before it was recorded")
        check(len(mine) < book.concurrency_max, "S10", f"{here} in addition to {mine}")
        check(
            process.context.in_flight_limit.in_use <= self.world.places, "S10", process.context.in_flight_limit.in_use
        )
        check(not process.link.is_unwritten, "S20", here)
        self._check_time(book, sequence, here)
        self._check_reason(book, sequence, here)
        known = self._known(book, receiver_id, event, sender=process)
        second = self.world.second
        request = template.write(event, number=number, timestamp_s=second)
        self._check_filter(book, receiver_id, sequence, request, sender=process)
        wrong = wrong_with(
            request,
            event_id=known[0],
            body=known[1],
            number=number,
            second=second,
            may=book.may,
        )
        check(not wrong, "S8", f"{here}: {wrong}")

    def _known(
        self, book: ReceiverLedger, receiver_id: ReceiverId, event: Event, *, sender: object
    ) -> tuple[str, bytes]:
        """Return the id and the body that a request must have. If the receiver has a body of its own, check that."""
        if not book.formatted:
            return self._bodies.setdefault(event.sequence, (event.id, event.body))
        self.world.database.look(
            lambda tx: self.formats.sending(tx, stored.find(tx, receiver_id), event.sequence, event.body, sender=sender)
        )
        return event.id, event.body

    def _check_filter(
        self, book: ReceiverLedger, receiver_id: ReceiverId, sequence: int, request: bytes, *, sender: object
    ) -> None:
        if book.filtered:
            self.world.database.look(
                lambda tx: self.filters.sending(tx, find(tx, receiver_id), sequence, request, sender=sender)
            )

    def _check_reason(self, book: ReceiverLedger, sequence: int, here: str) -> None:
        if sequence in book.recorded | book.cancelled:
            book.allowed[sequence] -= 1
            name = "S3" if sequence in book.recorded else "S7"
            check(book.allowed[sequence] >= 0, name, f"{here} is sent again")
        elif sequence in book.over:
            counted = book.wanted if book.wanted[sequence] > 0 else book.allowed
            counted[sequence] -= 1
            check(counted[sequence] >= 0, "S7", f"{here} is sent although it is exhausted")

    def _check_time(self, book: ReceiverLedger, sequence: int, here: str) -> None:
        """Only a probe, a replay, or the retries after a recovery may come before a delivery's own time."""
        due_at = book.due_at.pop(sequence, None)
        is_wanted = book.is_open or book.allowed[sequence] > 0 or book.wanted[sequence] > 0
        if due_at is None or due_at <= self.world.clock.now() or is_wanted:
            return
        check(book.hurried is not None and sequence not in book.hurried, "S11", f"{here} is due at {due_at}")
        book.hurried.add(sequence)  # type: ignore[union-attr]

    def _look_at_record(self, record: AttemptRecord) -> None:
        attempt, following = record.attempt, record.new_retry
        receiver_id, sequence = attempt.receiver_id, attempt.sequence
        book, here = self.books[receiver_id], f"{receiver_id % 1000}:{sequence}"
        if book.filtered:
            sender = self.world.process
            self.world.database.look(
                lambda tx: self.filters.recorded(tx, stored.find(tx, receiver_id), sequence, sender=sender)
            )
        if book.formatted:
            process, kind = self.world.process, attempt.outcome.kind
            self.world.database.look(
                lambda tx: self.formats.recorded(tx, stored.find(tx, receiver_id), sequence, kind, sender=process)
            )
        self._check_renewal(book, record, here)
        if attempt.outcome.accepted:
            check(sequence in book.accepted, "S3", f"{here} was not accepted")
            book.recorded.add(sequence)
        elif following is None:
            return
        elif following.state is RetryState.EXHAUSTED:
            book.given_up.add(sequence)
            book.over.add(sequence)
            if attempt.outcome.kind is OutcomeKind.BODY_FAILED:
                book.failed_at.pop(sequence, None)
            else:
                self._check_ladder(book, sequence, here)
        else:
            if record.replay is not None and record.replay.only is ReplayOnly.FAILED:
                book.over.discard(sequence)
                book.renewed.add(sequence)
            self._check_wait(record, here)
            if record.replay is None or sequence not in book.asked:
                book.due_at[sequence] = following.next_attempt_at
            book.asked.discard(sequence)

    def _check_renewal(self, book: ReceiverLedger, record: AttemptRecord, here: str) -> None:
        """Check that a worker repeats a delivery with a new token once, and counts the next refusal."""
        worker = book.renewed_by.pop(record.attempt.sequence, None)
        if record.attempt.outcome.token_renewed:
            check(worker is not record.source, "S12", f"{here}: a second refusal of its token is not counted")
            book.renewed_by[record.attempt.sequence] = record.source

    def _check_wait(self, record: AttemptRecord, here: str) -> None:
        """Check that the next time is where the retry schedule or the receiver's Retry-After puts it."""
        following, retry = record.new_retry, record.retry
        assert following is not None
        answered = self._answered.get((record.attempt.receiver_id, record.attempt.sequence))
        outcome = record.attempt.outcome
        if answered is None or answered[1] is not outcome or outcome.kind is OutcomeKind.STOPPED:
            return  # it was attempted again since, or aborted by our own stop
        if outcome.token_renewed:
            before = 0 if retry is None else retry.attempts
            check(following.attempts <= before, "S12", f"{here}: a renewed token costs an attempt")
            return
        answered_at = answered[0]
        wait_s = (following.next_attempt_at - answered_at) / SECOND_US
        least_s = max(RETRY_SCHEDULE_S[following.attempts], OVERLOAD_WAIT_S_MIN if is_overload(outcome) else 0)
        most_s = max(least_s * (1 + JITTER_MAX), outcome.retry_after_s or 0)
        if following.attempts > (0 if retry is None else retry.attempts):
            what = f"{here} waits {wait_s} s after attempt {following.attempts}, not {least_s} to {most_s}"
            check(max(least_s, outcome.retry_after_s or 0) - 1e-3 <= wait_s <= most_s + 1e-3, "S11", what)
        elif retry is not None:
            kept_s = (retry.next_attempt_at - answered_at) / SECOND_US
            check(wait_s <= max(WAIT_S_MAX, kept_s), "S11", f"{here} waits {wait_s} s")

    def _check_ladder(self, book: ReceiverLedger, sequence: int, here: str) -> None:
        """Check that only a delivery with all its failures over the full time is exhausted, minus the clock's leaps."""
        failed_at = book.failed_at.pop(sequence, [])
        if sequence in book.worn:
            book.worn.discard(sequence)
            return
        check(len(failed_at) >= ATTEMPTS_MAX, "S12", f"{here} failed at {failed_at}")
        lasted_s = failed_at[-1] - failed_at[0]
        check(
            lasted_s >= HORIZON_S - (self.leapt_s - book.leapt_s[sequence]),
            "S12",
            f"{here} was exhausted after {lasted_s} s",
        )

    # After each step

    async def look(self) -> None:
        """Check the tables as they are now."""
        if self.first_fault is not None:
            raise self.first_fault
        check(not self.world.faults, "S18", self.world.faults)
        if self.world.database.changes != self._changes:
            await self.world.database.read(self._look_at_tables)
            self._changes = self.world.database.changes

    def look_again(self) -> None:
        """Drop the results of earlier checks, because the store was opened again."""
        self._changes, self.shop.checked = -1, 0

    def _look_at_tables(self, tx: Transaction) -> None:
        self._look_at_log(tx)
        self._none(receiver_invariants.given_up_early(tx), "S12")
        wrong = receiver_invariants.wrong_with_replays(
            tx, self.books, self.promises, self.may_repeat, self.filters.ever_filtered
        )
        self._none(wrong, "S17")
        self._none(receiver_invariants.wrong_with_tallies(tx, since=self.tallied_since), "S21")
        lags = sum(lag(tx, find(tx, one)) for one in self.live)
        check(
            backlog.count(tx) == backlog.BacklogCount(count=lags, exact=True),
            "S21",
            f"{backlog.count(tx)}, {lags} one by one",
        )
        for receiver_id, book in self.books.items():
            if receiver_id not in self.removed:
                self._look_at_receiver(tx, find(tx, receiver_id), book)
            elif book.looks_left:
                book.looks_left -= 1
                self._look_at_the_end_of(tx, receiver_id)

    def _none(self, wrong: Iterable[object], name: str) -> None:
        found = list(wrong)
        check(not found, name, found)

    def _look_at_log(self, tx: Transaction) -> None:
        head, count = tx.execute("SELECT coalesce(max(sequence), 0), count(*) FROM events")[0]
        check(head == count, "S13", f"{count} events up to {head}")
        check(head >= self.head, "S13", f"the log ended at {self.head} and ends at {head}")
        self.head = head
        self.filters.read(tx)
        self.formats.read(tx)
        read = events.page(tx, after=self.shop.read_to, limit=7)
        numbers = [event.sequence for event in read]
        check(numbers == [*range(self.shop.read_to + 1, self.shop.read_to + len(read) + 1)], "S13", numbers)
        self.shop.read_to += len(read)
        promised = [promise for answer in self.shop.promises.values() for promise in answer]
        for promise in promised[self.shop.checked :]:
            found = tx.execute("SELECT plant_id FROM events WHERE id = ?", (promise.event_id,))
            check(found == [(promise.plant_id,)], "S1", f"{promise}, found {found}")
        self.shop.checked = len(promised)
        halves = tx.execute(
            "SELECT id FROM plants WHERE added_at IS NOT NULL AND id NOT IN (SELECT plant_id FROM events) UNION ALL "
            "SELECT plant_id FROM events WHERE plant_id NOT IN "
            "(SELECT id FROM plants UNION SELECT plant_id FROM tombstones)"
        )
        check(not halves, "S1", f"a plant without its event, or an event without its plant: {halves}")

    def _look_at_receiver(self, tx: Transaction, receiver: Receiver, book: ReceiverLedger) -> None:
        counts = delivery_counts.of_receiver(tx, receiver).by_state
        check(sum(counts.values()) == self.head - receiver.start + 1, "S2", counts)
        check(min(counts.values()) >= 0, "S2", counts)
        if book.filtered:
            self.filters.look(tx, receiver, counts)
        if book.formatted:
            self.formats.look(tx, receiver)
        check(counts[DeliveryState.DELIVERED] <= len(book.accepted), "S3", counts)
        found = integrity.unsettled(tx, receiver.id, first=receiver.start, last=receiver.cursor)
        check(not found.count, "S4", found)
        lost = book.cancelled - receiver_invariants.cancelled(tx, receiver.id) - book.recorded
        check(not lost, "S7", f"no longer cancelled: {lost}")
        given_up = receiver_invariants.given_up(tx, receiver.id)
        lost = book.seen_given_up - given_up - book.recorded - book.cancelled - book.renewed
        check(not lost, "S7", f"no longer exhausted: {lost}")
        book.seen_given_up = given_up
        book.renewed.clear()

    def _look_at_the_end_of(self, tx: Transaction, receiver_id: ReceiverId) -> None:
        book = self.books[receiver_id]
        wrong = receiver_invariants.wrong_with_the_end(
            tx, receiver_id, first=book.start, last=book.last, filtered=self._filtered(tx, receiver_id, last=book.last)
        )
        self._none(wrong, "S2")

    def _filtered(self, tx: Transaction, receiver_id: ReceiverId, *, last: int) -> set[int]:
        book = self.books[receiver_id]
        return self.filters.filtered(tx, receiver_id, start=book.start, last=last) if book.filtered else set()

    def check_records(self, tx: Transaction, process: Process) -> None:
        """Check that all requests are recorded, after all have ended and without a kill in between."""
        missing = [pair for pair, count in process.unrecorded.items() if count]
        check(not missing, "S15", missing)

    def check_erased(self, tx: Transaction, erased: set[int]) -> None:
        """Check that no receiver's backlog contains an event that was just erased."""
        for receiver_id in self.live:
            book = self.books[receiver_id]
            queued = (
                {one for one in erased if one >= book.start}
                - book.recorded
                - receiver_invariants.cancelled(tx, receiver_id)
                - self._filtered(tx, receiver_id, last=max(erased, default=0))
            )
            check(not queued, "S14", f"{receiver_id % 1000} has {queued} in its backlog")

    # After recovery

    def nothing_waits(self, tx: Transaction) -> None:
        """Check that everything due was sent unless its receiver forbids it, and that no notification was lost for
        good.
        """
        knows = self.world.process.context.event_log.head == self.head
        for one in integrity.active_receivers(tx, after=0, limit=100):
            due_at = integrity.oldest_waiting_due_at(tx, one.receiver_id) if one.ordered else one.due_at
            check(due_at is None or due_at > tx.now - SECOND_US, "L3", one)  # a timer may round up
            blocked = one.ordered and due_at is not None
            untried = backlog.count_untried(tx, find(tx, one.receiver_id), head=self.head)
            check(blocked or not knows or untried == 0, "L3", one)
            check(blocked or not stored_replays.running(tx, one.receiver_id), "L3", f"a replay hangs: {one}")
            asked = [retry for retry, _ in retries.requested(tx, one.receiver_id, limit=100)]
            late = [retry for retry in asked if (retry.asked_at or 0) <= tx.now]  # otherwise the clock went back since
            check(not late, "L3", f"requested but not attempted: {late}")
        verdict = self._suspects.sample(tx, monotonic=self.world.clock.monotonic())
        check(not knows or not verdict.receivers, "L3", verdict)

    def found_well(self, tx: Transaction) -> None:
        """Check that no healthy receiver with a backlog still has an open breaker."""
        for receiver_id in set(self.live) - self.held:
            receiver = find(tx, receiver_id)
            rest_until = receiver.breaker.rest_until
            rests = rest_until is not None and 0 < rest_until - tx.now <= RETRY_AFTER_S_MAX * SECOND_US
            check(not receiver.breaker.is_open or rests or not lag(tx, receiver), "L2", receiver.breaker)

    def is_over(self, tx: Transaction) -> bool:
        live = set(self.live) - self.held
        return not any(lag(tx, find(tx, one)) or stored_replays.running(tx, one) for one in live)

    def judge(self, tx: Transaction) -> None:
        """Check at the end the state of every delivery."""
        for receiver_id in self.live:
            book, start = self.books[receiver_id], find(tx, receiver_id).start
            filtered = self._filtered(tx, receiver_id, last=self.head)
            self.filters.in_the_end(tx, find(tx, receiver_id))
            self.formats.in_the_end(tx, find(tx, receiver_id))
            for sequence in range(start, self.head + 1):
                state = deliveries.find(tx, receiver_id, sequence)[1].state
                here = f"{receiver_id % 1000}:{sequence} is {state}"
                match state:
                    case DeliveryState.DELIVERED:
                        check(sequence in book.recorded, "S3", here)
                    case DeliveryState.CANCELLED:
                        check(sequence in book.cancelled - book.recorded, "S7", here)
                    case DeliveryState.EXHAUSTED:
                        check(sequence in book.given_up - book.recorded, "S12", here)
                    case DeliveryState.FILTERED:
                        check(sequence in filtered, "S27", here)
                    case DeliveryState.HELD:
                        check(receiver_id in self.held, "L1", here)
                    case _:
                        raise Broken("L1", here)
        for receiver_id in sorted(self.removed):
            self._look_at_the_end_of(tx, receiver_id)
        self._none(receiver_invariants.wrong_with_the_store(tx), "S2")
        self._none(self.shop.pending, "S1")

    def adopt(self, tx: Transaction) -> None:
        """After a crash, accept as known the outcomes that were written although their results were lost."""
        for receiver_id in self.live:
            book = self.books[receiver_id]
            written = attempts.accepted_between(tx, receiver_id, first=book.start, last=max(self.head, book.start))
            book.recorded |= set(written) & book.accepted
            unheard = receiver_invariants.given_up(tx, receiver_id) - book.given_up
            book.given_up |= unheard
            book.over |= unheard
