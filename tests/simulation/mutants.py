"""Plant faults in the store, one at a time: if the simulation misses one of them, the simulation is defective.

Usage: `python -m tests.simulation.mutants [NAME …] [--seconds 60]` (`make mutants`)

Each fault changes one or two lines of the program in a process of its own. Scenarios run there until one violates an
invariant or the time is over. Then the same scenarios run with the unchanged program. Exits with 1 if a mutant
survives, or if the unchanged program violates an invariant.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from tests.proving import Figures, Progress
from tests.simulation import hunt
from tests.simulation.cluster_mutants import CROWD_MUTANTS
from tests.simulation.filter_mutants import FILTER_MUTANTS
from tests.simulation.format_mutants import FORMAT_MUTANTS
from tests.simulation.invariants import SENTENCES
from tests.simulation.mutant import Mutant
from tests.simulation.planting import plant

SEEDS = "0-99999"
SECONDS_MAX = 60.0


@dataclass(frozen=True, slots=True)
class CaughtMutant:
    """The invariant that caught a mutant, the seed, and the time it took. Without a name the mutant survived."""

    mutant: Mutant
    name: str
    seed: int
    seconds: float
    what: str


MUTANTS = (
    Mutant(
        "commits are not synced",
        "writer",
        "storage/sqlite/engine.py",
        'yield "synchronous = FULL"',
        'yield "synchronous = NORMAL"',
        lane="disk",
    ),
    Mutant(
        "events are appended outside the transaction",
        "writer",
        "storage/tables/events.py",
        '    tx.connection.advisory_lock("log")\n',
        "    tx.execute('COMMIT')\n    tx.execute('BEGIN')\n",
        lane="disk",
        first=126,
    ),
    Mutant(
        "a response does not wait for the commit",
        "writer",
        "storage/database.py",
        "                    changes = self._fail(batch, fault or error)\n",
        "                    changes = PostCommitChanges()\n",
        lane="disk",
    ),
    Mutant(
        "responses to idempotency keys are forgotten",
        "writer",
        "storage/tables/idempotency.py",
        "    if row is None:\n        return None",
        "    if True:\n        return None",
        first=2,
    ),
    Mutant(
        "the cursor passes an unsettled delivery",
        "worker",
        "domain/deliveries/settled.py",
        "        cursor = self.cursor\n        while",
        "        cursor = max(sequences, default=self.cursor)\n        while",
    ),
    Mutant(
        "lost notifications are not made up for by polling",
        "log",
        "delivery/event_log.py",
        "        if head <= self.head:\n            return False",
        "        if head:\n            return False",
        first=14,
    ),
    Mutant(
        "a delivery in flight is sent again",
        "worker",
        "delivery/receiver_worker.py",
        "        self._busy.add(sequence)\n",
        "",
    ),
    Mutant(
        "one request more than the limit",
        "worker",
        "delivery/receiver_worker.py",
        "self.in_flight < self._in_flight_max:",
        "self.in_flight <= self._in_flight_max:",
    ),
    Mutant(
        "a paused receiver gets requests",
        "worker",
        "delivery/receiver_worker.py",
        "self._held = receiver.paused or self._breaker",
        "self._held = self._breaker",
    ),
    Mutant(
        "requests are sent while nothing can be recorded",
        "worker",
        "delivery/receiver_worker.py",
        "if limit.closed or limit.in_use >= limit.limit",
        "if limit.in_use >= limit.limit",
        first=6,
    ),
    Mutant(
        "a receiver worker does not retry after an exception",
        "worker",
        "delivery/receiver_worker.py",
        "        except Exception:\n            self._timer.set(READ_RETRY_S)\n            raise\n",
        "        except Exception:\n            raise\n",
        first=257,
    ),
    Mutant(
        "a clock that jumps back is ignored",
        "worker",
        "delivery/receiver_worker.py",
        "if not 0 < wait_s <= most_s:",
        "if not 0 < wait_s:",
        first=3,
    ),
    Mutant(
        "an attempt is recorded before it is sent",
        "recorder",
        "delivery/receiver_worker.py",
        "        self.in_flight += 1\n        context.in_flight_limit.acquire()\n",
        "        self.in_flight += 1\n        context.in_flight_limit.acquire()\n"
        "        context.in_flight_limit.acquire()\n"
        "        early = Outcome(kind=OutcomeKind.ACCEPTED, duration_us=0, status=204)\n"
        "        early_attempt = Attempt(context.ids.attempt(), self.receiver_id, sequence, "
        "task.event.id, 1, context.clock.now(), early)\n"
        "        context.recorder.add(AttemptRecord(self, early_attempt, task.retry, None))\n",
    ),
    Mutant(
        "a late success is dropped",
        "recorder",
        "delivery/recorder.py",
        "        cancelled_ranges.exclude(tx, receiver_id, delivered[receiver_id])\n",
        "        pass\n",
        first=6,
    ),
    Mutant(
        "a late failure undoes a cancellation",
        "recorder",
        "storage/tables/retries.py",
        """asked_at = excluded.asked_at WHERE retries.state = 'waiting' \"""",
        'asked_at = excluded.asked_at "',
    ),
    Mutant(
        "a commit whose result was lost is repeated for ever",
        "recorder",
        "delivery/recorder.py",
        "    if not is_there:\n",
        "    if True:\n",
        first=7,
    ),
    Mutant(
        "recorded attempts are not counted",
        "recorder",
        "delivery/recorder.py",
        "    hourly_stats.add(tx, made)\n",
        "",
    ),
    Mutant(
        "a breaker never half-opens",
        "breaker",
        "delivery/receiver_worker.py",
        "        if breaker.open_until is not None and self._is_before(",
        "        if breaker.open_until is not None or self._is_before(",
        first=2,
    ),
    Mutant(
        "500 is treated as 410",
        "breaker",
        "domain/deliveries/breaker.py",
        "    if outcome.status == 410:",
        "    if outcome.status in (410, 500):",
    ),
    Mutant(
        "a receiver is disabled after one failure without a response",
        "breaker",
        "domain/deliveries/breaker.py",
        "if failed.silence_us >= SILENCE_S_MAX * SECOND_US:",
        "if failed.silence_us:",
    ),
    Mutant(
        "jitter shortens the delay",
        "schedule",
        "domain/deliveries/delivery.py",
        "(1 + JITTER_MAX * jitter)\n\n\ndef rescheduled_from_now",
        "(1 - JITTER_MAX * jitter)\n\n\ndef rescheduled_from_now",
    ),
    Mutant(
        "a delivery is exhausted one attempt early",
        "schedule",
        "domain/deliveries/delivery.py",
        "    if attempts >= ATTEMPTS_MAX:\n",
        "    if attempts >= ATTEMPTS_MAX - 1:\n",
        first=8,
    ),
    Mutant(
        "a renewed token costs an attempt",
        "schedule",
        "domain/deliveries/delivery.py",
        "    if outcome.is_repeated:\n        return _failed(",
        "    if outcome.kind is OutcomeKind.STOPPED:\n        return _failed(",
    ),
    Mutant(
        "a token is renewed at each refusal",
        "schedule",
        "delivery/token_renewals.py",
        "        if sequence in self._repeated or len(",
        "        if len(",
    ),
    Mutant(
        "Retry-After without a limit",
        "schedule",
        "domain/deliveries/retry_after.py",
        'float(min(int(digits or b"0"), RETRY_AFTER_S_MAX))',
        'float(int(digits or b"0"))',
    ),
    Mutant(
        "retention ignores paused receivers",
        "retention",
        "storage/queries/retention.py",
        "WHERE deleted_at IS NULL AND cursor < ?",
        "WHERE deleted_at IS NULL AND paused = 0 AND cursor < ?",
        first=160,
    ),
    Mutant(
        "an old secret signs for ever",
        "requests",
        "domain/receivers/signature.py",
        "if timestamp_s < self._old_end_at_s else self._newest",
        "if timestamp_s else self._newest",
        first=86,
    ),
    Mutant(
        "retries far in the future stay after a clock jump",
        "auditor",
        "operations/audit/auditor.py",
        "        if AuditNumber.RETRIES_TOO_FAR in self.problems:\n",
        "        if False:\n",
        first=7,
    ),
    *CROWD_MUTANTS,
    *FILTER_MUTANTS,
    *FORMAT_MUTANTS,
)
ELSEWHERE = {
    "an event is numbered before the lock": "SQLite has one writer: tests/postgres/test_appending.py plants it",
    "a change is numbered before the lock": "as above: tests/storage/test_plant_changes.py commits out of order",
    "a takeover during an open record transaction": "as above: tests/postgres/test_take_over.py plants it",
}
"""Faults that cannot show here, because worlds interleave whole transactions only."""


def look_for(mutant: Mutant, *, seconds: float = SECONDS_MAX, seeds: str = SEEDS) -> CaughtMutant:
    """Run scenarios with this mutant, in a process of its own, until one violates an invariant, or the time is over."""
    begin, end = map(int, seeds.split("-"))
    began_at = time.monotonic()
    context = hunt.processes()
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_search, args=(sending, mutant, range(begin + mutant.first, end + 1), seconds))
    process.start()
    sending.close()
    try:
        name, seed, what = receiving.recv()
    except EOFError:
        raise AssertionError(f"{mutant.name}: the process that ran the scenarios died; see its output") from None
    finally:
        process.join()
        receiving.close()
    return CaughtMutant(mutant, name, seed, time.monotonic() - began_at, what)


def _search(sending: Connection, mutant: Mutant, seeds: range, seconds: float) -> None:
    plant(mutant)
    run = hunt.search(mutant.lane, seeds, seconds=seconds)
    if run is None or run.broken is None:
        sending.send(("", 0, ""))
    else:
        sending.send((run.broken.name, run.seed, str(run.broken.what)))


def prove_mutants(folder: Path, *, count: int, seed: int, progress: Progress, seconds: float = SECONDS_MAX) -> Figures:
    """Plant the first `count` faults and run scenarios from this seed on; then run them with the unchanged program."""
    found: list[CaughtMutant] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for caught in pool.map(
            lambda one: look_for(one, seconds=seconds, seeds=f"{seed}-{seed + 99_999}"), MUTANTS[:count]
        ):
            assert caught.name, f"{caught.mutant.name} survives after {caught.seconds:.0f} s"
            found.append(caught)
            progress(len(found))
    for lane, number in _scenarios_until_caught(found, seed):
        run = hunt.run_seed(lane, number)
        assert run.broken is None, hunt.report(run, lane)
    return {"mutants caught": len(found), "longest_s": round(max((one.seconds for one in found), default=0))}


def _scenarios_until_caught(found: Sequence[CaughtMutant], seed: int) -> list[tuple[str, int]]:
    """Return the lane and number of every scenario that was run until each mutant was caught."""
    return sorted(
        {(one.mutant.lane, number) for one in found for number in range(seed + one.mutant.first, one.seed + 1)}
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names of mutants; without any, all mutants")
    parser.add_argument("--seconds", type=float, default=SECONDS_MAX)
    chosen = parser.parse_args(arguments)
    mutants = [one for one in MUTANTS if not chosen.names or any(name in one.name for name in chosen.names)]
    if not mutants:
        parser.error(f"no such mutant; choose from: {', '.join(one.name for one in MUTANTS)}")
    found, lives = [], 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for caught in pool.map(lambda one: look_for(one, seconds=chosen.seconds), mutants):
            mutant, lives = caught.mutant, lives + (not caught.name)
            verdict = f"{caught.name:<4} seed {caught.seed:<5} {caught.seconds:5.1f} s" if caught.name else "SURVIVES"
            print(f"{mutant.part:<10} {mutant.name:<58} {mutant.lane:<7} {verdict}", flush=True)
            if caught.name:
                found.append(caught)
                print(f"{'':<10} {SENTENCES[caught.name]}", flush=True)
    for name, reason in ELSEWHERE.items():
        print(f"{'elsewhere':<10} {name:<58} {reason}")
    runs = [hunt.run_seed(lane, number) for lane, number in _scenarios_until_caught(found, 0)]
    broken = [one for one in runs if one.broken is not None]
    print(f"{'unchanged':<10} {len(runs)} scenarios: {len(broken)} violate an invariant")
    lives += len(broken)
    sys.exit(1 if lives else 0)


if __name__ == "__main__":
    main()
