"""What happens without a person: time passes, receivers respond or fail, the store gets slow or fails, jobs run."""

from collections.abc import Callable
from contextlib import suppress

from plantstore.core.timers import TIMER_S_MAX
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, JITTER_MAX, RETRY_SCHEDULE_S, OutcomeKind
from plantstore.domain.deliveries.retry_after import retry_after_s
from plantstore.domain.errors import StoreError
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant, after, parse
from plantstore.operations import retention
from plantstore.operations.audit.auditor import TOO_FAR_S, Auditor
from plantstore.operations.retention import Retention
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, hourly_stats, retries
from tests.makers import an_outcome
from tests.simulation.context import ScenarioContext
from tests.simulation.worlds import Planted

YEAR_S, DAY_S = 365 * 86_400, 86_400
LEAPS_S = (-10 * YEAR_S, -10 * YEAR_S, -2 * DAY_S, -2 * DAY_S, -3_600, -60, -1, 1, 60, 3_600, 100_000, 10 * YEAR_S)
FIRST_CLOCK, LAST_CLOCK = parse("1971-01-01T00:00:00Z"), parse("2090-01-01T00:00:00Z")  # ids last until 2095
ONE_WAIT_S_MAX = max(RETRY_SCHEDULE_S) * (1 + JITTER_MAX)
SILENCES = (
    OutcomeKind.CONNECTION_REFUSED,
    OutcomeKind.CONNECTION_CLOSED,
    OutcomeKind.DEADLINE,
    OutcomeKind.DNS_FAILED,
    OutcomeKind.TLS_FAILED,
)
NONSENSE = (OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE, OutcomeKind.CONNECTION_CLOSED)
STATUSES = (500, 500, 500, 404, 301, 401, 502, 503, 429)
RETRY_AFTERS = (b"0", b"30", b"3600", b"999999999", b"-5", b"soon", b"Mon, 01 Jan 2035 00:00:00 GMT")
REFUSED_AGAIN = 0.3  # the share of renewed tokens that the receiver refuses too
NEVER_SAID = 0.5  # the share of responses without Retry-After


class NetworkFaults(ScenarioContext):
    """Time, receivers, the store and the periodic jobs. No method acts as a person."""

    # Receivers respond

    async def answer(self) -> None:
        for _ in range(self.chance.randint(1, 8)):
            if not self.world.process.open:
                return
            self.answer_one(self.chance.randrange(len(self.world.process.open)))
            if self.chance.random() < 0.5:
                await self.world.quiet()

    def answer_one(self, which: int) -> None:
        one = self.world.process.open.pop(which)
        book, dice = self.books[one.receiver_id], self.chance.random()
        if book.is_down:
            outcome = an_outcome(None, kind=self.chance.choice(SILENCES))
        elif one.sequence in book.poison:
            outcome = an_outcome(500, retry_after_s=self.chance.choice([None, None, None, 3_600.0]))
        elif one.sequence in book.renewed_by and self.chance.random() < REFUSED_AGAIN:
            outcome = an_outcome(401, token_renewed=True)
        elif dice < self.fault_rate / 20:
            outcome = an_outcome(410)
        elif dice < self.fault_rate / 3:  # the receiver may have processed the request: the sender cannot know
            outcome = an_outcome(None, kind=self.chance.choice(NONSENSE))
        elif dice < self.fault_rate:
            status = self.chance.choice(STATUSES)
            said = [] if self.chance.random() < NEVER_SAID else [self.chance.choice(RETRY_AFTERS)]
            wait_s = retry_after_s(said, date=b"", now=self.world.clock.now())
            outcome = an_outcome(status, retry_after_s=wait_s, token_renewed=status == 401)
        else:
            outcome = an_outcome(self.chance.choice([200, 202, 204]))
        self.watch.answering(one.receiver_id, one.sequence, outcome)
        with suppress(Planted):  # a connection reports the exception and continues
            one.done(outcome)

    async def turn(self) -> None:
        """Let a receiver start to fail, or recover."""
        book = self.books[self.any_receiver()]
        book.is_down = not book.is_down

    # Time

    async def flow_for_a_while(self) -> None:
        for _ in range(self.chance.randint(1, 15)):
            if self.world.process.open:
                self.answer_one(self.chance.randrange(len(self.world.process.open)))
            await self.world.move(0.5)

    async def pass_time(self) -> None:
        await self.world.move(self.chance.choice([0.5, 1, 5, 60, 300, 1_000, 40_000]))

    async def leap(self) -> None:
        leap_s = self.chance.choice(LEAPS_S)
        if not FIRST_CLOCK <= after(self.world.clock.now(), seconds=leap_s) <= LAST_CLOCK:
            return
        self.trace.append(f"{leap_s} s")
        # waiting deliveries become due, but no later than that
        self.watch.leapt_s += max(0, min(leap_s, ONE_WAIT_S_MAX))
        now = self.world.clock.now()
        # what was due before may be sent afterwards, because the worker knows that it is due
        for book in self.books.values():
            book.due_at = {sequence: at for sequence, at in book.due_at.items() if at > now}
        self.world.clock.leap(leap_s)

    async def spend_days(self) -> None:
        """Let time pass from one attempt to the next until a delivery that fails each time is exhausted."""
        for _ in range(self.chance.randint(3, 25)):
            await self.world.move(await self.ask(self._until_next_try_s))
            for _ in range(40):
                if not self.world.process.open:
                    break
                self.answer_one(0)
                await self.world.quiet()

    def _until_next_try_s(self, tx: Transaction) -> float:
        due = [retries.next_due_at(tx, one, later_than=tx.now) for one in self.watch.live]
        waits_s = [(at - tx.now) / SECOND_US for at in due if at is not None]
        return min([*waits_s, ONE_WAIT_S_MAX]) if waits_s else TIMER_S_MAX

    async def flow(self, *, turns_max: int = 10_000) -> bool:
        """Respond until nothing more is sent; return False if `turns_max` was not enough."""
        idle = 0
        for _ in range(turns_max):
            before = self.watch.sends
            await self.world.move(0.5)
            while self.world.process.open:
                self.answer_one(0)
                await self.world.quiet()
            idle = 0 if self.watch.sends > before else idle + 1
            if idle == 3:
                return True
        return False

    async def watch_for_a_while(self) -> None:
        """Keep the store fast and people idle for a while: deliveries that are due must be sent."""
        await self.mend_the_store()
        if await self.flow(turns_max=60):
            await self.ask(self.watch.nothing_waits)

    # The store

    async def disturb_the_store(self) -> None:
        link = self.world.process.link
        link.slow = self.chance.choice([0.0, 0.3, 0.7])
        link.failing = self.chance.choice([0.0, 0.0, 0.3, 0.6])
        link.unknown = self.chance.choice([0.0, 0.0, 0.3, 0.6])
        self.world.deaf = self.chance.choice([0.0, 0.5, 1.0])
        link.planted = self.chance.choice([0.0, 0.0, 0.3])

    async def catch_up(self) -> None:
        self.world.process.link.catch_up()

    async def mend_the_store(self) -> None:
        self.world.process.link.mend()
        self.world.deaf = 0.0
        if self.disk is not None:
            self.disk.heal()
        for _ in range(10):  # failed writes are repeated within this number of seconds
            await self.world.move(1)
        await self.world.move(TIMER_S_MAX)  # a timer notices the clock's leap no later than this

    async def keep_house(self) -> None:
        """Run the jobs of each minute: retention, the audit, and its repairs."""
        try:
            await self._remember_erased(self.retention.run)
            hour_at = hourly_stats.hour_of(
                Instant(self.world.clock.now() - hourly_stats.KEPT_US + hourly_stats.HOUR_US)
            )
            self.watch.tallied_since = max(self.watch.tallied_since, hour_at)
            if not self.world.process.link.slow:  # otherwise the job would wait for the store, and the scenario with it
                await self.world.process.dispatcher.check_log_head()
            await self.auditor.run()
        except (StoreError, Planted) as error:
            self.trace.append(type(error).__name__)
        too_far_at = after(self.world.clock.now(), seconds=TOO_FAR_S)
        for book in self.books.values():
            book.due_at = {sequence: at for sequence, at in book.due_at.items() if at <= too_far_at}

    async def erase(self) -> None:
        """Erase events that no receiver needs, as if their plants had been deleted long ago."""
        head = self.watch.head
        if head:
            chosen = sorted({self.chance.randint(1, head) for _ in range(6)})
            with self.calm():
                await self._remember_erased(
                    lambda: self.world.database.write(lambda tx: retention.erase(tx, sequences=chosen))
                )

    async def _remember_erased(self, remove: Callable[[], object]) -> None:
        try:
            await remove()  # type: ignore[misc]
        finally:

            def look(tx: Transaction) -> None:
                gone = set(events.erased_between(tx, first=1, last=events.head(tx))) - self.watch.erased
                self.watch.check_erased(tx, gone)
                self.watch.erased |= gone

            await self.ask(look)

    def house(self, *, attempts_days: int) -> None:
        """Create the scheduled jobs of a program that has just started."""
        database, clock = self.world.database, self.world.clock
        self.retention = Retention(database, clock, attempts_days=attempts_days, activity_days=attempts_days)
        self.auditor = Auditor(database, clock, retry_scale=1.0)

    async def wear_out(self) -> None:
        """Move a few waiting deliveries near the end of their retry schedule, as if days had passed."""

        def wear(tx: Transaction, receiver_id: ReceiverId) -> None:
            sql = (
                "UPDATE retries SET attempts = ?, tries = max(tries, ?), next_attempt_at = ? WHERE receiver_id = ? "
                "AND state = 'waiting' AND sequence % 2 = ?"
            )
            worn, book = ATTEMPTS_MAX - 1, self.books[receiver_id]
            waiting = [one.sequence for one, _ in retries.waiting(tx, receiver_id, after=0, last=None, limit=1_000)]
            book.worn.update(waiting)
            book.hurry()
            tx.update(sql, (worn, worn, tx.now, receiver_id, self.chance.randint(0, 1)))
            tx.changes.receivers.add(receiver_id)

        await self.person(self.any_receiver(), wear)
