"""Make a large store quickly, for trials and benches: plants, receivers of every kind, and the attempts to send to
them.

Usage: `python -m bench.big_store FOLDER [--plants N] [--attempts N] [--receivers N] [--days N]`

Most plants were imported long ago, before receivers were registered; the newest were added evenly over the last days.
The store's own functions write its derived data, so that its audit finds nothing. Nothing is sent.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from bench.importing import generated_whole
from plantstore.catalogue.commands import Catalogue
from plantstore.core.clock import SystemClock
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import (
    ATTEMPTS_MAX,
    RETRY_SCHEDULE_S,
    Attempt,
    Outcome,
    OutcomeKind,
    Retry,
    RetryState,
)
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.receivers.commands import Receivers
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from plantstore.storage.tables import (
    attempts,
    backlog_samples,
    breakers,
    hourly_stats,
    receivers,
    retries,
    search_index,
)

BATCH_PLANTS = 1_000  # of the imported list
BATCH_TOLD = 20  # of the plants with deliveries
BATCH_ATTEMPTS = 5_000
BEFORE_S = 30 * 86_400  # the list was imported this long before the newest plants
FAILING_S = 2 * 3_600  # how long failing receivers have not responded
PROBE_EVERY_S = 900
FLAKY = 0.05  # share of their deliveries that failed once before they were accepted
GIVEN_UP = 20  # exhausted deliveries of each failing receiver
WAITING = 5
DRAFT_EVERY, UNPRICED_EVERY, IMAGE_EVERY = 50, 40, 3  # drafts come on top of the number of plants
SEED = 20_260
KINDS = ("healthy", "healthy", "failing", "paused", "disabled")
# the share of its events that each kind of receiver was sent
_UNTIL = {"healthy": 1.0, "failing": 1.0, "paused": 0.8, "disabled": 0.6}
_REFUSED = Outcome(OutcomeKind.REFUSED, 30_000, status=503, address="192.0.2.1", excerpt=b"Service Unavailable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The amounts and times: the newest `told` of the plants were added between `began_at` and `now`."""

    plants: int
    told: int
    receivers: int
    began_at: Instant
    now: Instant

    @property
    def first(self) -> int:
        """Return the sequence of the first event with deliveries."""
        return self.plants - self.told + 1

    def at(self, sequence: int) -> Instant:
        """Return when an event with deliveries occurred: at the same time for all of a batch."""
        share = (sequence - self.first) // BATCH_TOLD * BATCH_TOLD / max(1, self.told)
        return Instant(self.began_at + round((self.now - self.began_at) * share))

    def kind(self, number: int) -> str:
        return KINDS[number % len(KINDS)]


class Standing:
    """The state of one receiver while the store is being filled."""

    def __init__(self, receiver_id: ReceiverId, kind: str, plan: Plan) -> None:
        self.id = receiver_id
        self.kind = kind
        self.cursor = plan.first - 1 + int(plan.told * _UNTIL[kind])
        self.lost, self.waiting = set[int](), set[int]()
        if kind == "failing":
            failing = plan.told * FAILING_S * SECOND_US // (plan.now - plan.began_at)
            self.cursor = max(plan.first - 1, self.cursor - failing)
            self.waiting.update(range(max(plan.first, self.cursor - WAITING + 1), self.cursor + 1))
            early = range(plan.first, self.cursor - WAITING, max(1, plan.told // 3 // GIVEN_UP))
            self.lost.update(early[:GIVEN_UP])


def varied(number: int) -> dict[str, Any]:
    """Return a row like those of a nursery's list, of which some have no price or no picture."""
    row = generated_whole(number) | {"price": f"{number % 90 + 3}.{number % 10}0", "compare_at_price": None}
    if number % UNPRICED_EVERY == 0:
        row |= {"price": None, "cost": None}
    if number % IMAGE_EVERY == 0:
        row["images"] = [{"url": f"https://img.example/{number}.jpg"}]
    return row


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.big_store", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder without a store")
    parser.add_argument("--plants", type=int, default=1_000_000)
    parser.add_argument("--attempts", type=int, default=1_000_000, help="approximate number")
    parser.add_argument("--receivers", type=int, default=10)
    parser.add_argument("--days", type=float, default=7.0, help="days over which the attempts are spread")
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    made = make(
        chosen.folder, plants=chosen.plants, attempts=chosen.attempts, receivers=chosen.receivers, days=chosen.days
    )
    _say(f"{chosen.folder}: {made:,} attempts, {time.monotonic() - began:.0f} s")


def make(folder: Path, *, plants: int, attempts: int, receivers: int, days: float) -> int:
    """Make the store, and return the number of attempts."""
    settings = Settings(data=folder)
    if settings.database_path.exists():
        sys.exit(f"{settings.database_path} is there already.")
    now = SystemClock().now()
    sent = sum(_UNTIL[KINDS[number % len(KINDS)]] for number in range(receivers))
    plan = Plan(
        plants=plants,
        told=min(plants, round(attempts / max(sent, 1))),
        receivers=receivers,
        began_at=after(now, seconds=-days * 86_400),
        now=now,
    )
    engine = SqliteEngine(settings.database_path)
    connection = engine.connect_writer()
    try:
        migrate(connection, now=plan.began_at)
        maker = _Maker(connection, settings, plan)
        maker.add_plants()
        standings = maker.register()
        return maker.send(standings)
    finally:
        connection.close()
        engine.close()


class _Clock(SystemClock):
    """A clock that shows the time up to which the store is filled."""

    def __init__(self) -> None:
        self.at = Instant(0)

    def now(self) -> Instant:
        return self.at


class _Maker:
    """Writes everything, with a limited number of rows in each transaction."""

    def __init__(self, connection: Connection, settings: Settings, plan: Plan) -> None:
        self._connection = connection
        self._settings = settings
        self._plan = plan
        self._clock = _Clock()
        self._chance = random.Random(SEED)
        self._ids = Ids(self._clock, self._chance.randbytes)
        self._made = 0
        self._taken: set[int] = set()

    def add_plants(self) -> None:
        catalogue = Catalogue(ids=self._ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        long_ago = after(self._plan.began_at, seconds=-BEFORE_S)
        first, told_from, said = 1, self._plan.first, 0
        while first <= self._plan.plants:
            is_told = first >= told_from
            last = min(first + BATCH_TOLD, self._plan.plants + 1) if is_told else min(first + BATCH_PLANTS, told_from)
            rows = [varied(number) for number in range(first, last)]
            tx = self._begin(self._plan.at(first) if is_told else long_ago)
            catalogue.add_plants(tx, rows, status=Status.ACTIVE)
            self._commit(tx)
            first = last
            if first - said > 50 * BATCH_PLANTS:
                said = first
                _say(f"  {first - 1:,} of {self._plan.plants:,} plants")
        tx = self._begin(long_ago)
        drafts = range(self._plan.plants + 1, self._plan.plants + 1 + self._plan.plants // DRAFT_EVERY)
        catalogue.add_plants(tx, [varied(number) for number in drafts], status=Status.DRAFT)
        self._commit(tx)
        tx = self._begin(self._plan.now)
        while search_index.merge(tx):
            pass
        self._commit(tx)

    def register(self) -> list[Standing]:
        nothing = cast(Any, None)
        secret_box = SecretBox(
            read_key(self._settings.key, self._settings.key_file, self._chance.randbytes, new_store=True),
            self._chance.randbytes,
        )
        verbs = Receivers(
            secret_box=secret_box,
            ids=self._ids,
            random_bytes=self._chance.randbytes,
            address_policy=nothing,
            resolve=nothing,
            concurrency_max=64,
            deadline_s=15.0,
            resolve_s_max=1.0,
            receivers_max=self._plan.receivers,
        )
        tx = self._begin(self._plan.began_at)
        check_key(tx, secret_box)
        standings = []
        for number in range(self._plan.receivers):
            kind = self._plan.kind(number)
            url = f"https://{kind}-{number}.example/plant/webhook"
            made = verbs.register(tx, url=url, name=f"{kind} {number}", start=self._plan.first)
            standing = Standing(made.receiver.id, kind, self._plan)
            standings.append(standing)
            receivers.move_cursor(tx, standing.id, standing.cursor)
            if kind == "paused":
                receivers.update(tx, replace(made.receiver, paused=True))
        self._commit(tx)
        return standings

    def send(self, standings: list[Standing]) -> int:
        """Write every attempt, then the state of each receiver and the backlog samples."""
        batch: list[Attempt] = []
        for attempt in self._attempts(standings):
            batch.append(attempt)
            if len(batch) == BATCH_ATTEMPTS:
                self._record(batch)
                batch = []
        self._record(batch)
        tx = self._begin(self._plan.now)
        for one in standings:
            self._settle(tx, one)
        first = max(self._plan.began_at, self._plan.now - backlog_samples.KEPT_US)
        for at in range(
            backlog_samples.interval_start(Instant(first)) + backlog_samples.INTERVAL_US,
            self._plan.now,
            backlog_samples.INTERVAL_US,
        ):
            backlog_samples.insert(
                tx, backlog_samples.BacklogSample(at=Instant(at), waiting=self._owed(standings, Instant(at)))
            )
        self._commit(tx)
        return self._made

    def _attempts(self, standings: list[Standing]) -> Iterator[Attempt]:
        last = max((one.cursor for one in standings), default=0)
        for sequence in range(self._plan.first, last + 1):
            at = self._plan.at(sequence)
            for one in standings:
                if sequence > one.cursor:
                    continue
                if sequence in one.lost:
                    yield from self._failures(one, sequence, at, count=ATTEMPTS_MAX)
                elif sequence in one.waiting:
                    yield from self._failures(one, sequence, at, count=3)
                else:
                    yield from self._delivery(one, sequence, at)
        for one in standings:
            if one.kind in ("failing", "disabled"):
                for at_us in range(self._plan.at(one.cursor + 1), self._plan.now, PROBE_EVERY_S * SECOND_US):
                    yield self._attempt(one, one.cursor + 1, 1, Instant(at_us), _REFUSED)

    def _delivery(self, one: Standing, sequence: int, at: Instant) -> Iterator[Attempt]:
        number = 1
        if one.kind == "failing" and self._chance.random() < FLAKY:
            yield self._attempt(one, sequence, number, at, _REFUSED)
            number, at = 2, after(at, seconds=RETRY_SCHEDULE_S[1] * (1 + self._chance.random() / 5))
        took_us = min(14_000_000, round(self._chance.lognormvariate(10.5, 0.9)))  # the median is 36 ms
        yield self._attempt(one, sequence, number, at, Outcome(OutcomeKind.ACCEPTED, took_us, 204, "192.0.2.1"))

    def _failures(self, one: Standing, sequence: int, at: Instant, *, count: int) -> Iterator[Attempt]:
        """Yield `count` failures on the retry schedule, which is compressed if it would end in the future."""
        ladder_us = sum(RETRY_SCHEDULE_S[:count]) * SECOND_US
        squeeze = min(1.0, (self._plan.now - at) * 0.95 / max(1, ladder_us))
        for number in range(1, count + 1):
            wait_us = round(sum(RETRY_SCHEDULE_S[:number]) * SECOND_US * squeeze)
            yield self._attempt(one, sequence, number, Instant(at + wait_us), _REFUSED)

    def _attempt(self, one: Standing, sequence: int, number: int, at: Instant, outcome: Outcome) -> Attempt:
        """Return an attempt with the id that the program would assign: by the time of its end."""
        self._made += 1
        attempt_id = Ids.first_attempt_of(Instant(at + outcome.duration_us))
        while attempt_id in self._taken:
            attempt_id += 1
        self._taken.add(attempt_id)
        return Attempt(attempt_id, one.id, sequence, "", number, at, outcome)

    def _record(self, batch: list[Attempt]) -> None:
        tx = self._begin(self._plan.now)
        attempts.add(tx, batch)
        hourly_stats.add(tx, batch)
        self._commit(tx)
        if self._made % (20 * BATCH_ATTEMPTS) == 0:
            _say(f"  {self._made:,} attempts")

    def _settle(self, tx: Transaction, one: Standing) -> None:
        now, horizon_us = self._plan.now, sum(RETRY_SCHEDULE_S) * SECOND_US
        for sequence in sorted(one.lost | one.waiting):
            at, lost = self._plan.at(sequence), sequence in one.lost
            ended_at = Instant(at + min(horizon_us, round((now - at) * 0.95)))
            row = Retry(
                receiver_id=one.id,
                sequence=sequence,
                state=RetryState.EXHAUSTED if lost else RetryState.WAITING,
                attempts=ATTEMPTS_MAX if lost else 3,
                tries=ATTEMPTS_MAX if lost else 3,
                next_attempt_at=ended_at if lost else after(now, seconds=3_600),
                first_failed_at=at,
                last_outcome=OutcomeKind.REFUSED,
                last_status=503,
            )
            retries.upsert(tx, [row])
        opened_at = self._plan.at(one.cursor + 1)
        if one.kind == "failing":
            until = after(now, seconds=PROBE_EVERY_S)
            found = Breaker(
                state=BreakerState.OPEN, opened_at=opened_at, open_until=until, pauses=6, last_failed_at=now
            )
            breakers.put(tx, one.id, found, resumes=0)
        elif one.kind == "disabled":
            silent = DisabledReason.SILENT
            found = Breaker(state=BreakerState.DISABLED, reason=silent, opened_at=opened_at, last_failed_at=now)
            breakers.put(tx, one.id, found, resumes=0)

    def _owed(self, standings: list[Standing], at: Instant) -> int:
        """Return the backlog at that time: events beyond the cursors, and waiting retries."""
        share = (at - self._plan.began_at) / (self._plan.now - self._plan.began_at)
        head = self._plan.first - 1 + int(self._plan.told * share)
        waiting = sum(self._plan.at(sequence) <= at for one in standings for sequence in one.waiting | one.lost)
        return waiting + sum(max(0, head - one.cursor) for one in standings)

    def _begin(self, now: Instant) -> Transaction:
        self._clock.at = now
        self._connection.begin_write()
        return Transaction(self._connection, now)

    def _commit(self, tx: Transaction) -> None:
        tx.run_pre_commit_hooks()
        self._connection.commit()
        self._connection.checkpoint(idle=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
