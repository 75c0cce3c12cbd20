"""A year of a store in an hour: days that follow each other quickly, with receivers of all tempers.

Each day a list of plants is imported, some are added one by one while their way to the receivers is timed, and the
clock moves: retries become due, and the background jobs run. In the middle the store is upgraded from an older version.
"""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import trustme

from bench.homes import Home
from plantstore.core.ids import Ids
from plantstore.domain.timestamps import SECOND_US, Instant
from tests.crash.caller import Caller
from tests.soak.clock import MovedClock
from tests.soak.people import Member, People
from tests.soak.process import SoakFailed, StoreProcess, source_of
from tests.soak.receivers import Inbox
from tests.soak.samples import Sample, of_process, row_counts
from tests.soak.tempers import TEMPERS, Temper, price
from tests.upgrade.fixed_certificates import authority, leaf

DAY_S = 86_400
STEPS_S = (DAY_S // 4, DAY_S - DAY_S // 4)
TIMED_PLANTS = 20
PROMPT_S_MAX = QUIET_S_MAX = 600.0
LOOK_AGAIN_S, ASK_AGAIN_S = 0.005, 0.03  # at what arrived; at what the store says, which costs it some work
COUNTED_DAYS = 24  # on so many days, the rows of all tables are counted
LAST_DAYS_MAX = 30  # with two attempts a day, deliveries that are never accepted are exhausted after about twelve
TAKEN_UP_S = 0.1  # until a store with new shards sends what is due
JOBS_S = 65  # the background jobs run once a minute
KEPT_DAYS_MAX, OLD_SHARE_MAX = 35, 0.01  # attempts are kept for 30 days, on PostgreSQL up to 33
LEASE_S = 300  # longer than that; a store on PostgreSQL has 15 unless this is set
AUTHORITY = "authority of the soak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The size of a soak. `older` is the version that runs in its first half, as released; "" is this version.

    `seed` decides which requests a flaky receiver refuses.
    """

    plants: int
    days: int
    receivers: int = len(TEMPERS)
    older: str = ""
    timed_plants: int = TIMED_PLANTS
    seed: int = 1

    @property
    def a_day(self) -> int:
        return max(1, self.plants // self.days)

    @property
    def upgraded_on(self) -> int:
        return self.days // 2


class Year:
    """One soak. `say` receives each sample as it is taken."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        clock: MovedClock,
        home: Home,
        *,
        say: Callable[[Sample], None],
        server_s: Callable[[], float] | None = None,
    ) -> None:
        self.plan = plan
        self.samples: list[Sample] = []
        environment = home.environment | ({"PLANTSTORE_LEASE_S": str(LEASE_S)} if home.database else {})
        self.store = StoreProcess(folder, clock, environment)
        self.home = home
        self.head = 0
        self.started = 0
        self.open_at_steps = 0
        """Requests that were being answered when the clock moved: each may be sent again."""
        self.members = [self._member(temper, clock) for temper in _tempers(plan.receivers)]
        self.people = People(store=self.store, members=self.members)
        self._clock = clock
        self._say = say
        self._server_s = server_s
        self._source = source_of(plan.older, folder / "older") if plan.older else None
        if plan.older and self._source is None:
            raise SoakFailed(f"The history has no release {plan.older}.")
        self._latencies: tuple[list[float], list[float]] = ([], [])

    @property
    def accepted(self) -> int:
        return sum(member.inbox.distinct for member in self.members)

    async def run(self) -> None:
        try:
            await self._start(self._source)
            for day in range(self.plan.days):
                if day == self.plan.upgraded_on:
                    await self._upgrade()
                await self._live_through(day)
            await self._settle_all()
            self._check_process_log()
            await self.store.stop()
        finally:
            self.store.kill()
            for member in self.members:
                await member.inbox.close()

    # The days

    async def _live_through(self, day: int) -> None:
        began = time.monotonic()
        await self.people.act(day, head=self.head)
        await self._import(day)
        await self._prompt_ones_have_all()
        added_s = time.monotonic() - began
        await self._quiet()
        await self._add_timed()
        await self._quiet()
        for seconds in STEPS_S:
            await self._step(seconds)
        sample = await self._sample(day, added_s=added_s, night_s=time.monotonic() - began - added_s)
        self.samples.append(sample)
        self._say(sample)

    async def _start(self, source: Path | None) -> None:
        await self.store.start(source)
        self.started += 1
        for member in self.members:
            if not member.is_joined and (source is None or not member.temper.new):
                await self._join(member)

    async def _upgrade(self) -> None:
        """Stop in order, and start this version; in the second half, receivers join that need it."""
        await self.store.stop()
        await self._start(None)
        await self._prompt_ones_have_all()

    async def _import(self, day: int) -> None:
        count = max(0, self.plan.a_day - self.plan.timed_plants)
        if not count:
            return
        rows = [_row(number) for number in range(self.head + 1, self.head + count + 1)]
        content = "".join(["sku,name,price\n", *(f"{one['sku']},{one['name']},{one['price']}\n" for one in rows)])
        made = await self.store.ask("POST", f"/api/v1/imports?name=day-{day}.csv", content.encode())
        path = f"/api/v1/imports/{made['id']}"
        await self._until("the list is checked", lambda one: one["state"] != "checking", path)
        await self.store.ask("POST", f"{path}/confirmation")
        done = await self._until("the list is imported", lambda one: one["state"] not in ("running", "checked"), path)
        if done["added"] != count:
            raise SoakFailed(f"Of {count} plants {done['added']} were added: {done['state']} {done['error']}")
        self.head += count

    async def _add_timed(self) -> None:
        """Add plants one by one, each when the one before has arrived."""
        timed = [member.inbox for member in self.members if member.temper.timed]
        caller = Caller(self.store.port, self.store.token)
        for inbox in timed:
            inbox.arrived = {}
        try:
            for number in range(self.head + 1, self.head + self.plan.timed_plants + 1):
                began = time.monotonic()
                answer = await caller.ask("POST", "/api/v1/plants", _row(number))
                answered = time.monotonic()
                if answer.status != 201:
                    raise SoakFailed(f"A plant was refused: {answer}")
                self.head = number
                await self._prompt_ones_have_all()
                for inbox in timed:
                    assert inbox.arrived is not None
                    self._latencies[0].append(1e3 * (inbox.arrived[number] - began))
                    self._latencies[1].append(1e3 * max(0.0, inbox.arrived[number] - answered))
        finally:
            await caller.close()
            for inbox in timed:
                inbox.arrived = None

    async def _step(self, seconds: int) -> None:
        """Move the clock, and wait until the background jobs and the retries that became due are done.

        A process whose lease has expired meanwhile must renew it before it runs the jobs of a shared store, so there
        the clock moves a second time, by less than a lease.
        """
        await self._move(seconds)
        if self.home.database:
            await self._until("the shards are assigned", _is_assigned, "/api/v1/status")
            await asyncio.sleep(TAKEN_UP_S)
            await self._move(JOBS_S)

    async def _move(self, seconds: int) -> None:
        """Move the clock when nothing is in flight, because all requests that are take too long at once."""
        await self._quiet()
        self.open_at_steps += sum(member.inbox.open for member in self.members)
        at_s = self._clock.now_s() + seconds
        self._clock.move(seconds)

        def is_audited(status: dict[str, Any]) -> bool:
            audit = status["audit"]
            return audit is not None and datetime.fromisoformat(audit["time"]).timestamp() >= at_s

        status = await self._until("the background jobs have run", is_audited, "/api/v1/status")
        wrong = {one["name"]: one["count"] for one in status["audit"]["numbers"] if one["count"]}
        if wrong:
            raise SoakFailed(f"The audit on {self._clock.now():%Y-%m-%d %H:%M} found {wrong}")
        await self._quiet()

    async def _settle_all(self) -> None:
        """End all outages, and let days pass until nothing is queued.

        A few plants a day are still added: a receiver that only gets what it never accepts would be taken for dead.
        """
        await self.people.heal()
        for _ in range(LAST_DAYS_MAX):
            await self._quiet()
            items = (await self.store.ask("GET", "/api/v1/receivers?limit=100"))["items"]
            if not any(item["lag"] for item in items):
                return
            await self._add_timed()
            for seconds in STEPS_S:
                await self._step(seconds)
        raise SoakFailed(f"Still queued: { {item['name']: item['lag'] for item in items if item['lag']} }")

    # Waiting

    async def _prompt_ones_have_all(self) -> None:
        behind = [member for member in self.members if member.is_joined and member.temper.prompt]
        ends_at = time.monotonic() + PROMPT_S_MAX
        while behind := [one for one in behind if one.inbox.distinct < one.temper.owed(self.head)]:
            if time.monotonic() > ends_at:
                late = {one.temper.name: one.inbox.distinct for one in behind}
                raise SoakFailed(f"Of {self.head} events after {PROMPT_S_MAX:.0f} s: {late}")
            await asyncio.sleep(LOOK_AGAIN_S)

    async def _quiet(self) -> None:
        """Wait until no request is in flight or unrecorded, except those that are never answered."""

        def is_quiet(status: dict[str, Any]) -> bool:
            return bool(status["requests_taken"] <= sum(member.inbox.stalled for member in self.members))

        await self._until("nothing is in flight", is_quiet, "/api/v1/status")

    async def _until(self, what: str, is_so: Callable[[dict[str, Any]], bool], path: str) -> dict[str, Any]:
        ends_at = time.monotonic() + QUIET_S_MAX
        while not is_so(found := await self.store.ask("GET", path)):
            if time.monotonic() > ends_at:
                raise SoakFailed(f"{what}: not within {QUIET_S_MAX:.0f} s. {self.store.last_words()}")
            await asyncio.sleep(ASK_AGAIN_S)
        return dict(found)

    # Receivers

    def _member(self, temper: Temper, clock: MovedClock) -> Member:
        a_day = max(self.plan.a_day, self.plan.timed_plants)
        events_max = a_day * self.plan.days + self.plan.timed_plants * LAST_DAYS_MAX
        inbox = Inbox(temper.name, events_max=events_max, time_s=clock.now_s, delay_s=temper.delay_s)
        if temper.answering is not None:
            inbox.answer = temper.answering(inbox, self.plan.seed)
        return Member(temper=temper, inbox=inbox)

    async def _join(self, member: Member) -> None:
        """Register a receiver; one that joins later starts at the beginning of the log."""
        temper, inbox = member.temper, member.inbox
        await inbox.listen(_tls_of_server() if temper.tls else None)
        options = dict(temper.options)
        url = inbox.url
        if "payload" in options:
            url += "/services/T024BE7LH/B024BE7LJ/0123456789abcdefSLAC"
        if temper.tls:
            options["ca_bundle"] = authority(AUTHORITY).certificate
        wish = {"name": temper.name, "url": url, "start": "beginning", **options}
        made = await self.store.ask("POST", "/api/v1/receivers", wish)
        member.id = made["id"]
        inbox.give(secret=made["secret"], token=made.get("access_token") or "")
        if "payload" in options:  # a chat gets one request a second unless its limit is removed
            await self.store.ask("PATCH", f"/api/v1/receivers/{member.id}", {"max_rate": None})
        if temper.dead:
            await inbox.close()

    # Measuring

    async def _sample(self, day: int, *, added_s: float, night_s: float) -> Sample:
        status = await self.store.ask("GET", "/api/v1/status")
        every = max(1, self.plan.days // COUNTED_DAYS)
        is_counted = (day + 1) % every == 0 or day + 1 == self.plan.days
        if is_counted:
            self._check_retention()
        latencies, self._latencies = self._latencies, ([], [])
        return Sample(
            day=day,
            life=self.started,
            version=status["version"],
            events=self.head,
            accepted=self.accepted,
            attempts=sum(member.inbox.requests for member in self.members),
            added_s=added_s,
            night_s=night_s,
            processor_s=self.store.processor_s,
            server_s=None if self._server_s is None else self._server_s(),
            database_mib=status["database_bytes"] / 2**20,
            wal_mib=(status["wal_bytes"] or 0) / 2**20,
            latencies_ms=latencies[0],
            after_ack_ms=latencies[1],
            rows=row_counts(self.home) if is_counted else {},
            **of_process(self.store.pid),
        )

    def _check_retention(self) -> None:
        """Check that old attempts are gone. Those beyond a cursor are kept, and on PostgreSQL whole partitions."""
        oldest = Instant(round((self._clock.now_s() - KEPT_DAYS_MAX * DAY_S) * SECOND_US))
        before = Ids.first_attempt_of(oldest)
        old = self.home.rows("SELECT count(*) FROM attempts WHERE id < ?", (before,))[0][0]
        if old > OLD_SHARE_MAX * sum(member.inbox.requests for member in self.members):
            raise SoakFailed(f"{old} attempts are older than {KEPT_DAYS_MAX} days")

    def _check_process_log(self) -> None:
        if complaints := self.store.complaints():
            raise SoakFailed(f"The log has {len(complaints)} errors: {complaints[0]}")


def _tempers(count: int) -> Sequence[Temper]:
    more = [Temper(name=f"good-{number}", prompt=True) for number in range(5, 5 + count - len(TEMPERS))]
    return [*TEMPERS[:count], *more]


def _is_assigned(status: dict[str, Any]) -> bool:
    return not status["shards_free"] and any(one["shards"] for one in status["processes"])


def _row(number: int) -> dict[str, str]:
    return {"sku": f"S-{number}", "name": f"Plant number {number}", "price": f"{price(number)}.00"}


def _tls_of_server() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    pair = leaf("receiver of the soak", by=AUTHORITY)
    with trustme.Blob((pair.key + pair.certificate).encode()).tempfile() as file:
        context.load_cert_chain(file)
    return context
