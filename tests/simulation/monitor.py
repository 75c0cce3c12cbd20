"""Monitor of a shared store: compares the shard owners in the tables at every commit and every request.

Checks each request against the tables at that moment and against all earlier requests, of any process.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from plantstore.delivery.recorder import AttemptRecord
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.deliveries.delivery import Outcome, RetryState
from plantstore.domain.deliveries.lease import Role, fair_share, shard_of
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, processes, receivers, shards
from plantstore.storage.tables.processes import Process as Registered
from plantstore.storage.tables.shards import Shard
from tests.simulation.cluster import ClusterWorld
from tests.simulation.followers import Followers
from tests.simulation.invariants import Broken, check
from tests.simulation.ledger import ReceiverLedger
from tests.simulation.processes import Request, StoreProcess
from tests.simulation.watch import Watch
from tests.simulation.wire import wrong_with
from tests.simulation.worlds import was_sent

KNOWN_S = 3.0  # seconds after which an undisturbed owner knows of changes elsewhere: it polls every second
LEVEL_S = 5.0  # seconds, in addition to a lease and a request, after which every process has its share

Tenure = tuple[str, int]
"""The owner and the epoch of a shard."""


@dataclass(eq=False)
class Note:
    """One request and its outcome. `order` numbers all events of the scenario."""

    machine: StoreProcess
    tenure: Tenure
    taken: int
    """When the request began."""
    since_s: float
    is_open: bool = True
    accepted: bool = False
    recorded: int | None = None
    recorded_s: float = 0.0
    has_row: bool = False
    """True if it left a row in `retries`: the delivery of a probe may still be queued."""


class ClusterMonitor(Watch):
    """A Watch of several processes."""

    world: ClusterWorld

    def __init__(self, world: ClusterWorld, trace: list[str]) -> None:
        super().__init__(world, trace)
        self.notes: defaultdict[tuple[ReceiverId, int], list[Note]] = defaultdict(list)
        self.processes: dict[str, Registered] = {}
        self.shards: dict[int, Shard] = {}
        self.beat_s: dict[str, float] = {}
        self.changed_s = 0.0
        """When a process last started or ended."""
        self.since_s: dict[tuple[str, ReceiverId, int], float] = {}
        """When people paused, removed or cancelled something."""
        self.edited: set[ReceiverId] = set()
        """Receivers that a person made ordered: requests that were in flight at that time continue."""
        self.followers = Followers()
        self.hands = self.dead = 0
        self._order = 0
        self._tenure_order: defaultdict[int, int] = defaultdict(int)

    # Shard owners

    def written_by(self, machine: StoreProcess | None) -> None:
        """Check the tables after each commit."""
        try:
            self.world.database.look(partial(self._look_at_owners, machine))
            self.world.database.look(self.followers.read_on)
        except Broken as broken:
            self._note(broken)

    def _look_at_owners(self, machine: StoreProcess | None, tx: Transaction) -> None:
        self._order += 1
        before, self.processes = self.processes, {one.id: one for one in processes.find_all(tx)}
        owners, self.shards = self.shards, {one.shard: one for one in shards.find_all(tx)}
        now = self.processes
        for one in now.values():
            if one.id not in before or before[one.id].beat != one.beat:
                self.beat_s[one.id] = self.world.now_s
        if before.keys() != now.keys():
            self.changed_s = self.world.now_s
        for gone in before.keys() - now.keys():
            if machine is None or before[gone].pid != machine.number:
                self._look_at_the_dead(before[gone])
        for number, shard in self.shards.items():
            if number in owners and owners[number] != shard:
                self._look_at_change(machine, owners[number], shard)

    def _look_at_the_dead(self, one: Registered) -> None:
        """Check that the expiry of a process was justified."""
        self.dead += 1
        self.trace.append(f"{one.pid} is taken for dead")
        silent_s = self.world.now_s - self.beat_s[one.id]
        check(silent_s >= self.world.lease_s - 1e-6, "S23", f"{one.pid} sent a heartbeat {silent_s} s ago")
        machine = self.world.machines[one.pid - 1]
        if machine.is_there and machine.lease_manager.process.id == one.id:
            trouble_s = self.world.now_s - machine.troubled_s
            check(trouble_s <= 2 * self.world.lease_s, "S23", f"nothing disturbed {one.pid}")

    def _look_at_change(self, machine: StoreProcess | None, before: Shard, now: Shard) -> None:
        here = f"{before} {now}, by {machine and machine.number}"
        check(now.epoch >= before.epoch, "S24", here)
        if before.owner == now.owner:
            return
        self._tenure_order[now.shard] = self._order
        self.hands += sum(shard_of(one) == now.shard for one in self.live)
        check(now.epoch > before.epoch, "S24", here)
        if before.owner is not None and before.owner in self.processes:
            check(machine is not None and self.processes[before.owner].pid == machine.number, "S24", here)
        if now.owner is not None:
            check(now.owner in self.processes, "S24", here)
            owner = self.processes[now.owner]
            check(machine is not None and owner.pid == machine.number and owner.role is not Role.API, "S24", here)

    def check_shares(self) -> None:
        """Check that every shard has an owner, and evenly, if processes and faults have not changed for long enough."""
        sharers = [one.id for one in self.processes.values() if one.has_share]
        held = {one: sum(shard.owner == one for shard in self.shards.values()) for one in sharers}
        fair = {one: fair_share(sharers, one) for one in sharers}
        check(not sharers or held == fair, "L7", [(self.processes[one].pid, held[one], fair[one]) for one in sharers])

    @property
    def is_level(self) -> bool:
        """True if shares should be even by now."""
        quiet_s = self.world.now_s - max(self.changed_s, self.world.troubled_s)
        own = [self.world.now_s - one.troubled_s for one in self.world.there]
        is_starting = any(not one.hears or one.is_stopping for one in self.world.there)
        return (
            bool(own)
            and not is_starting
            and min([quiet_s, *own]) > self.world.lease_s + self.world.deadline_s + LEVEL_S
        )

    # Requests

    def _calm_since(self, machine: StoreProcess, since_s: float) -> bool:
        """True if the process has run since then, and nothing kept it from polling."""
        return max(machine.troubled_s, self.world.troubled_s) < since_s and self.world.now_s - since_s > KNOWN_S

    def _look_at_request(self, machine: Any, template: RequestTemplate, event: Event, number: int) -> None:
        self.sends += 1
        receiver_id, sequence = template.key.receiver_id, event.sequence
        book, here = self.books[receiver_id], f"{receiver_id % 1000}:{sequence} by {machine.number}"
        self.trace.append(f"-> {here} no. {number}")
        check(not self.world.database.is_in_transaction, "S16", here)
        row = self.shards[shard_of(receiver_id)]
        owner = self.processes.get(row.owner or "")
        check(owner is not None and owner.pid == machine.number, "S22", f"{here}: {row}")
        check(
            machine.lease_holds and row.owner == machine.lease_manager.process.id, "S22", f"{here}: its lease is over"
        )
        self._check_wish(machine, receiver_id, sequence, here)
        mine = [one for one in machine.open if one.receiver_id == receiver_id]
        check(len(mine) < book.concurrency_max, "S10", f"{here} in addition to {len(mine)}")
        check(machine.places.in_use <= self.world.places, "S10", machine.places.in_use)
        taken = self._tenure_order[row.shard]
        note = Note(machine, (machine.lease_manager.process.id, row.epoch), taken, self.world.now_s)
        self._check_order(book, receiver_id, note, here)
        for earlier in self.notes[receiver_id, sequence]:
            self._check_again(book, sequence, earlier, note, here)
        if not is_wanted(book, sequence):
            self._check_told(self.notes[receiver_id, sequence], note, here)
        self._check_over(book, receiver_id, sequence, here)
        self.notes[receiver_id, sequence].append(note)
        self._check_bytes(machine, book, template, event, number, here)

    def beginning(self, machine: StoreProcess, receiver_id: ReceiverId) -> None:
        """Note that a request has begun. Its connection may be established later."""
        if machine.link.is_unwritten:
            self._note(Broken("S20", f"{receiver_id % 1000} by {machine.number}"))

    def _check_wish(self, machine: StoreProcess, receiver_id: ReceiverId, sequence: int, here: str) -> None:
        for what, number in (("paused", 0), ("removed", 0), ("cancelled", sequence)):
            since_s = self.since_s.get((what, receiver_id, number))
            known = since_s is not None and self._calm_since(machine, since_s)
            if what == "cancelled":
                book = self.books[receiver_id]
                known = known and sequence in book.cancelled - book.recorded and not is_wanted(book, sequence)
            check(not known, "S9" if what != "cancelled" else "S7", f"{here} is {what}")

    def _check_order(self, book: ReceiverLedger, receiver_id: ReceiverId, note: Note, here: str) -> None:
        if not book.ordered or receiver_id in self.edited:
            return
        parallel = [one for one in self.world.under_way if one.receiver_id == receiver_id]
        check(not parallel, "S6", f"{here} in addition to {[(one.machine.number, one.sequence) for one in parallel]}")
        for (one, sequence), notes in self.notes.items():
            if one == receiver_id:
                waits = [n for n in notes if n.tenure == note.tenure and n.recorded is None]
                check(not waits, "S6", f"{here} before {sequence} was recorded")

    def _check_again(self, book: ReceiverLedger, sequence: int, earlier: Note, note: Note, here: str) -> None:
        """Other processes may send a delivery again if its sender lost its lease; the same process only after a
        failure.
        """
        wanted, is_same = is_wanted(book, sequence), earlier.tenure == note.tenure
        machine = earlier.machine
        excuse_s = max(machine.troubled_s, self.world.troubled_s)
        is_excused = not is_same and ((not machine.is_there and not machine.has_ended) or excuse_s >= earlier.since_s)
        if earlier.is_open:
            check(is_excused, "S6", f"{here} while {machine.number} sends it")
        elif not earlier.accepted or wanted:
            return
        elif earlier.recorded is not None and earlier.recorded < note.taken:
            raise Broken("S3", f"{here} was accepted and recorded")
        else:
            check(is_excused, "S5", f"{here} was accepted by {machine.number}")

    def _check_told(self, notes: list[Note], note: Note, here: str) -> None:
        """After a late success elsewhere, the owner is notified and drops its own retry."""
        own = [one.recorded for one in notes if one.tenure == note.tenure and one.has_row]
        failed = min((order for order in own if order is not None), default=None)
        for one in notes:
            late = one.accepted and one.recorded is not None and failed is not None and one.recorded > failed
            known = late and self._calm_since(note.machine, one.recorded_s)
            check(not known, "S7", f"{here}: it was not notified of the success of {one.machine.number}")

    def _check_over(self, book: ReceiverLedger, receiver_id: ReceiverId, sequence: int, here: str) -> None:
        check(sequence not in book.over or is_wanted(book, sequence), "S7", f"{here} was given up")
        known = sequence in book.recorded and not self.notes[receiver_id, sequence]
        check(not known or is_wanted(book, sequence), "S3", f"{here} was recorded long ago")

    def _check_bytes(
        self,
        machine: StoreProcess,
        book: ReceiverLedger,
        template: RequestTemplate,
        event: Event,
        number: int,
        here: str,
    ) -> None:
        receiver_id = template.key.receiver_id
        tenure = machine, self.shards[shard_of(receiver_id)].epoch
        known = self._known(book, receiver_id, event, sender=tenure)
        second = machine.clock.now() // 1_000_000
        request = template.write(event, number=number, timestamp_s=second)
        self._check_filter(book, receiver_id, event.sequence, request, sender=tenure)
        wrong = wrong_with(
            request,
            event_id=known[0],
            body=known[1],
            number=number,
            second=second,
            may=book.may,
        )
        check(not wrong, "S8", f"{here}: {wrong}")

    def answered(self, request: Request, outcome: Outcome) -> None:
        """Note that the receiver has finished a request, or that the request was aborted."""
        self.answering(request.receiver_id, request.sequence, outcome)
        for note in self.notes[request.receiver_id, request.sequence]:
            if note.is_open and note.machine is request.machine and note.since_s == request.since_s:
                note.is_open, note.accepted = False, outcome.accepted

    # Records

    def writing(self, machine: StoreProcess, write: Callable[[Transaction], Any], tx: Transaction) -> Any:
        """Check that the recorder's transaction changes only facts about receivers that other processes own."""
        keywords = write.keywords  # type: ignore[attr-defined]
        batch, standings = keywords["batch"], keywords["updates"]
        epochs = {one.shard: one.epoch for one in shards.find_all(tx)}
        stale = {one for one, standing in standings.items() if epochs[shard_of(one)] != standing.epoch}
        before = {one: _trace(tx, one) for one in stale}
        result = write(tx)
        new = machine.count_recorded(batch)
        try:
            for one in stale:
                facts = {
                    record.attempt.sequence
                    for record in batch
                    if record.attempt.receiver_id == one and record.attempt.outcome.accepted
                }
                self._look_at_stale(one, facts, before[one], _trace(tx, one))
            for record in new:
                check(attempts.is_recorded(tx, record.attempt.id), "S15", f"{record.attempt} by {machine.number}")
                is_stale = record.attempt.receiver_id in stale
                self._look_at_written(machine, record, is_stale=is_stale)
                if self.books[record.attempt.receiver_id].filtered and not is_stale:
                    receiver = receivers.find(tx, record.attempt.receiver_id)
                    self.filters.recorded(tx, receiver, record.attempt.sequence, sender=(machine, record.source.epoch))
                self._check_format(tx, machine, record, is_stale=is_stale)
        except Broken as broken:
            self._note(broken)
        return result

    def _check_format(self, tx: Transaction, machine: StoreProcess, record: AttemptRecord, *, is_stale: bool) -> None:
        attempt = record.attempt
        if self.books[attempt.receiver_id].formatted and not is_stale:
            receiver = receivers.find(tx, attempt.receiver_id)
            tenure = machine, record.source.epoch
            self.formats.recorded(tx, receiver, attempt.sequence, attempt.outcome.kind, sender=tenure)

    def _look_at_stale(self, receiver_id: ReceiverId, facts: set[int], before: "_Trace", now: "_Trace") -> None:
        here = f"{receiver_id % 1000}, by its former owner"
        check(now.receiver == before.receiver, "S7", f"{here}: {before.receiver} became {now.receiver}")
        check(now.replays == before.replays, "S7", f"{here}: {before.replays} became {now.replays}")
        expected = {sequence: row for sequence, row in before.retries.items() if sequence not in facts}
        check(now.retries == expected, "S7", f"{here}: {before.retries} became {now.retries} with {facts} accepted")

    def _look_at_written(self, machine: StoreProcess, record: AttemptRecord, *, is_stale: bool) -> None:
        attempt, following = record.attempt, record.new_retry
        receiver_id, sequence = attempt.receiver_id, attempt.sequence
        book, here = self.books[receiver_id], f"{receiver_id % 1000}:{sequence} by {machine.number}"
        self.records += 1
        self.trace.append(f"== {here} {attempt.outcome.status or attempt.outcome.kind}{' too late' * is_stale}")
        for note in self.notes[receiver_id, sequence] if was_sent(record) else ():
            if note.machine is machine and not note.is_open and note.recorded is None:
                note.recorded, note.recorded_s = self._order, self.world.now_s
                note.has_row = following is not None and not is_stale
                break
        if attempt.outcome.accepted:
            check(sequence in book.accepted, "S3", f"{here} was not accepted")
            book.recorded.add(sequence)
        elif following is not None and not is_stale:
            if following.state is RetryState.EXHAUSTED:
                book.given_up.add(sequence)
                book.over.add(sequence)
            elif record.replay is not None and record.replay.only is ReplayOnly.FAILED:
                book.over.discard(sequence)
                book.renewed.add(sequence)

    def judged(self, receiver_id: ReceiverId, breaker: Breaker) -> None:
        """Ignore what one process finds out about a receiver that another process owns."""

    def may_repeat(self, receiver_id: ReceiverId, sequence: int) -> bool:
        """True if more than one process may have sent it."""
        return len({note.tenure for note in self.notes[receiver_id, sequence]}) > 1

    # After each step

    async def look(self) -> None:
        for receiver_id, book in self.books.items():
            for sequence in book.cancelled:
                self.since_s.setdefault(("cancelled", receiver_id, sequence), self.world.now_s)
        self._look_at_lapsed()
        await super().look()
        self.world.database.look(self.followers.read_on)
        self.world.database.look(self.followers.check)
        if self.is_level:
            self.check_shares()

    def _look_at_lapsed(self) -> None:
        """A running process without a valid lease must have aborted its requests to ordered receivers."""
        for one in self.world.under_way:
            lapsed = one.machine.is_awake and one.machine.lapsed_s > 1.0
            ordered = self.books[one.receiver_id].ordered and one.receiver_id not in self.edited
            check(not (lapsed and ordered), "S6", f"{one.machine.number} still sends to {one.receiver_id % 1000}")

    def check_machine(self, machine: StoreProcess) -> None:
        """Check, when all requests have ended, that all requests of a process are recorded."""
        missing = [pair for pair, count in machine.unrecorded.items() if count]
        check(not missing, "S15", f"{machine.number} has not recorded {missing}")


@dataclass(frozen=True)
class _Trace:
    """The rows of a receiver that a process may not change after it has lost the receiver."""

    receiver: object
    retries: dict[int, Any]
    replays: list[Any]


def _trace(tx: Transaction, receiver_id: ReceiverId) -> _Trace:
    rows = tx.execute("SELECT * FROM retries WHERE receiver_id = ? ORDER BY sequence", (receiver_id,))
    names = [row[1] for row in tx.execute("PRAGMA table_info(retries)")]
    sequence = names.index("sequence")
    going = tx.execute("SELECT id, position, state FROM replays WHERE receiver_id = ? ORDER BY id", (receiver_id,))
    stands = tx.execute("SELECT cursor FROM receivers WHERE id = ?", (receiver_id,))
    found = tx.execute("SELECT * FROM breakers WHERE receiver_id = ?", (receiver_id,))
    return _Trace((stands, found), {row[sequence]: row for row in rows}, going)


def is_wanted(book: ReceiverLedger, sequence: int) -> bool:
    """True if a person or a replay has ever requested it again."""
    return book.allowed[sequence] > 0 or book.wanted[sequence] > 0 or sequence in book.asked
