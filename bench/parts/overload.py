"""Five times as many requests as the store can take, one token that floods it, and clients that never finish."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.figures import Figure, at_least, at_most, percentile
from bench.homes import Home
from bench.open_load import FEED, IMPORT, PAGE, PLANT, TAB
from bench.overloading import ENOUGH_TABS, MIX, OTHER, OTHER_PER_S, Offered, Overloading
from bench.parts.adding import FILLED
from bench.processes import (
    ENVIRONMENT,
    OTHER_CORE,
    PHASE_S_MAX,
    READY_S_MAX,
    ROOT,
    BenchFailed,
    memory_mib,
    read_word,
    running,
)
from bench.running_store import PLAIN, RunningStore
from bench.slow_clients import BODY_BYTES
from bench.stage import Stage, progress

TIMES = 5
BEST_S_MAX = 60.0  # how long the store gets what it can take
STEP = 1.4  # the capacity is found to this factor
FIRST_PER_S, MOST_PER_S = 100.0, 20_000.0
ACCEPTED_MIN, ACCEPTED_MS_MAX = 0.98, 1_000  # what the store can take: it accepts this share, and within this time
REFUSED_MS_MAX, MEMORY_MIB_MAX, BODIES_MIB_MAX = 100, 256, 64
UNSENT_BYTES = 100  # of each unfinished body; one of them comes every second
BODIES_PER_SLOW = 1.2  # 600 unfinished bodies, 500 slow clients
SLOW_MS_MAX = 200
KINDS = {PLANT: "plants", FEED: "feed", PAGE: "pages", IMPORT: "imports", TAB: "live tabs"}


def measure(stage: Stage) -> Iterator[Figure]:
    """Measure once, regardless of the rounds."""
    yield from _overload(stage)
    yield from _flood(stage)
    yield from _slow(stage)


def _overload(stage: Stage) -> Iterator[Figure]:
    sizes, data = stage.sizes, stage.filled(FILLED, "overload")
    with stage.store(data) as store:
        receiver = store.register(stage.receiver.url, start="now")
        clients = Overloading(store, stage.receiver, stage.new_folder("overload"), sessions=sizes.overload_sessions)
        capacity = sizes.overload_per_second or _capacity(clients, sizes.overload_search_s)
        best_s = min(sizes.overload_s, BEST_S_MAX)
        progress(
            f"  {capacity:,.0f} requests/s for {best_s:g} s, then {TIMES} times as many for {sizes.overload_s:g} s"
        )
        best = clients.offer(capacity, best_s)
        quiet = clients.flood(0, sizes.overload_search_s, other_s=(0.0, sizes.overload_search_s))
        worst = clients.offer(
            TIMES * capacity, sizes.overload_s, other_s=(0.0, sizes.overload_s + sizes.overload_after_s)
        )
        lost = clients.promised - {sku for (sku,) in store.rows("SELECT sku FROM plants")}
        (head,) = store.rows("SELECT max(sequence) FROM events")[0]
        store.wait_for_cursor(receiver, head)
        store.check_delivered(receiver, first=FILLED + 1, last=head)
    _audit(data)
    yield from _goodput(best, worst, capacity)
    yield from _latencies(worst, quiet)
    yield Figure(name="overload, acknowledged plants lost", unit="", rounds=(float(len(lost)),), goal=at_most(0))


def _capacity(clients: Overloading, seconds: float) -> float:
    """Return the highest rate of the mix that the store takes, found in steps of STEP."""
    per_second = FIRST_PER_S
    while per_second < MOST_PER_S:
        progress(f"  can it take {per_second:,.0f} requests/s?")
        tried = clients.offer(per_second, seconds)
        accepted_ms, all_of_it = tried.accepted_ms(), sum(1 for _ in tried.samples())
        p99 = percentile(accepted_ms or [0.0], 99)
        progress(f"    {len(accepted_ms):,} of {all_of_it:,} accepted, p99 {p99:,.0f} ms")
        if len(accepted_ms) < ACCEPTED_MIN * all_of_it or p99 > ACCEPTED_MS_MAX:
            break
        per_second *= STEP
    return max(FIRST_PER_S, per_second / STEP)


def _goodput(best: Offered, worst: Offered, capacity: float) -> Iterator[Figure]:
    note = (
        f"{TIMES} × {capacity:,.0f} requests/s, which do not wait for each other: "
        + ", ".join(f"{100 * share:g} % {KINDS[kind]}" for kind, share in MIX.items())
        + f". Best: what it accepted of {capacity:,.0f}/s. Times count from when a request was due. "
        f"The clients were up to {worst.late_ms:.1f} ms late themselves (p99)."
    )
    yield Figure(name="overload, best", unit="/s", rounds=(best.per_second(),), note=note)
    share = 100 * worst.per_second() / best.per_second()
    yield Figure(name="overload, accepted, of the best", unit="%", rounds=(share,), goal=at_least(90), note=note)
    for kind, name in KINDS.items():
        before = best.per_second(kind)
        rounds = (100 * worst.per_second(kind) / before if before else 0.0,)
        yield Figure(name=f"overload, accepted {name}, of the best", unit="%", rounds=rounds)
    kept = 100 * worst.delivered_per_second / best.delivered_per_second
    yield Figure(name="overload, deliveries, of the best", unit="%", rounds=(kept,), goal=at_least(50))
    yield Figure(name="overload, memory", unit="MiB", rounds=(worst.memory_mib_max,), goal=at_most(MEMORY_MIB_MAX))


def _latencies(worst: Offered, quiet: Offered) -> Iterator[Figure]:
    p99 = percentile(worst.accepted_ms() or [0.0], 99)
    yield Figure(name="overload, accepted, p99", unit="ms", rounds=(p99,), goal=at_most(ACCEPTED_MS_MAX))
    for kind, name in KINDS.items():
        rounds = (percentile(worst.accepted_ms(kind) or [0.0], 99),)
        yield Figure(name=f"overload, accepted {name}, p99", unit="ms", rounds=rounds)
    refused = worst.refused()
    p99 = percentile([one.took_us / 1000 for one in refused] or [0.0], 99)
    yield Figure(name="overload, refused, p99", unit="ms", rounds=(p99,), goal=at_most(REFUSED_MS_MAX))
    silent = sum(not one.says_when and one.status != ENOUGH_TABS for one in refused)
    yield Figure(name="overload, refused without Retry-After", unit="", rounds=(float(silent),), goal=at_most(0))
    neither = worst.neither()
    note = "Neither accepted nor refused: " + ", ".join(f"{count} × {what}" for what, count in neither.items()) + "."
    yield Figure(
        name="overload, neither accepted nor refused",
        unit="",
        rounds=(float(neither.total()),),
        goal=at_most(0),
        note=note if neither else "",
    )
    alone_ms, together_ms = (percentile(phase.accepted_ms(OTHER) or [0.0], 99) for phase in (quiet, worst))
    recovery_s = max(worst.caught_up_s(), worst.calm_again_s(max(100.0, 2 * alone_ms)))
    yield Figure(name="overload, recovery", unit="s", rounds=(recovery_s,), goal=at_most(5))
    yield Figure(name="overload, another token, p99", unit="ms", rounds=(together_ms,))


def _flood(stage: Stage) -> Iterator[Figure]:
    """One token sends many times its limit; another one adds plants at a calm pace."""
    seconds, most, times = stage.sizes.overload_search_s, stage.sizes.flood_limit, stage.sizes.flood_times
    per_second = times * most / 60
    burst_s = most / per_second * 1.5  # until the token has used up the minute that it had saved
    limit = {"PLANTSTORE_TOKEN_REQUESTS_MAX": str(most)}
    with stage.store(stage.filled(FILLED, "flood"), more_environment=limit) as store:
        store.register(stage.receiver.url, start="now")
        clients = Overloading(store, stage.receiver, stage.new_folder("flood"), sessions=0)
        progress(f"  one token sends {per_second:,.0f} requests/s, its limit is {most / 60:g}")
        quiet = clients.flood(0, 2 * seconds, other_s=(0.0, 2 * seconds))
        flooded = clients.flood(per_second, burst_s + 2 * seconds, other_s=(burst_s, burst_s + 2 * seconds))
    alone_ms, together_ms = (percentile(phase.accepted_ms(OTHER) or [0.0], 99) for phase in (quiet, flooded))
    note = (
        f"One token sends {times} times what it may ({most:,} a minute), another one {OTHER_PER_S:g} plants a second."
    )
    yield Figure(name="flood of a token, another token alone, p99", unit="ms", rounds=(alone_ms,), note=note)
    yield Figure(
        name="flood of a token, another token, times alone",
        unit="×",
        rounds=(together_ms / alone_ms,),
        goal=at_most(2),
        note=note,
    )


def _slow(stage: Stage) -> Iterator[Figure]:
    """Clients that trickle, and clients that leave out the end of their bodies."""
    seconds = stage.sizes.overload_search_s
    with stage.store(stage.filled(FILLED, "slow")) as store:
        store.register(stage.receiver.url, start="now")
        clients = Overloading(store, stage.receiver, stage.new_folder("slow"), sessions=0)
        with _slow_clients(store, stage.sizes.slow_clients, sent_bytes=0):
            healthy = clients.flood(0, 2 * seconds, other_s=(0.0, 2 * seconds))
        before_mib = memory_mib(store.process_id)
        unfinished = round(BODIES_PER_SLOW * stage.sizes.slow_clients)
        with _slow_clients(store, unfinished, sent_bytes=BODY_BYTES - UNSENT_BYTES):
            bodies = clients.flood(0, seconds, other_s=(0.0, seconds))
    p99 = percentile(healthy.accepted_ms(OTHER) or [0.0], 99)
    name = f"{stage.sizes.slow_clients} slow clients, a healthy one, p99"
    yield Figure(name=name, unit="ms", rounds=(p99,), goal=at_most(SLOW_MS_MAX))
    more_mib = bodies.memory_mib_max - before_mib
    name = f"{unfinished} unfinished bodies of 1 MiB, more memory"
    yield Figure(name=name, unit="MiB", rounds=(more_mib,), goal=at_most(BODIES_MIB_MAX))


@contextmanager
def _slow_clients(store: RunningStore, count: int, *, sent_bytes: int) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.slow_clients", str(store.port), store.token, str(count), str(sent_bytes)]
    with running(command, core=OTHER_CORE, stdout=subprocess.PIPE) as process:
        if read_word(process, READY_S_MAX) != "open":
            raise BenchFailed("The slow clients could not be opened.")
        yield


def _audit(home: Home) -> None:
    """Count everything in the store: `plantstore audit` must find nothing."""
    command = [sys.executable, *PLAIN, "audit", "--data", str(home.data), "--json"]
    environment = ENVIRONMENT | home.environment
    done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, timeout=PHASE_S_MAX, check=False)
    if done.returncode != 0:
        raise BenchFailed(f"The audit found: {done.stdout.decode()[-2_000:]}")
