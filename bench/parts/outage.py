"""The cost of ten dead receivers that have the whole log as backlog, and how soon they get it when they are back."""

import subprocess
import sys
from collections.abc import Iterator, Sequence

from bench import processes
from bench.figures import Figure, at_least, at_most
from bench.parts.backlog import WARM_UP, drain
from bench.processes import OTHER_CORE, READY_S_MAX, read_word, running, wait_until
from bench.running_store import RunningStore
from bench.stage import Stage

ROWS_MAX = 69  # for each receiver, regardless of its backlog: 64 requests in flight, and 5 failures
FLOWING = 100  # more deliveries than probes alone could make
HEALED_S_MAX = 120.0  # a receiver dead for a minute or two is probed at least this often
FIRST = """SELECT min(started_at + duration_us) FROM attempts WHERE receiver_id = ? AND status = 204"""
HUNDREDTH = """SELECT started_at + duration_us FROM attempts WHERE receiver_id = ? AND status = 204
               ORDER BY started_at + duration_us LIMIT 1 OFFSET ?"""
FAILED = "SELECT count(*) FROM attempts WHERE receiver_id = ? AND status IS NULL"
RETRIES = "SELECT count(*) FROM retries WHERE receiver_id = ?"


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    data = stage.filled(sizes.log_events, "outage")
    port = processes.free_port()
    span = min(sizes.backlog_events, sizes.log_events)
    with stage.store(data) as store:
        alone = _rates(stage, store, span, "a healthy receiver alone")
        dead = [
            store.register(f"http://127.0.0.1:{port}/{number}", start="beginning", name=f"dead {number}")
            for number in range(sizes.dead)
        ]
        numbers = [store.receiver_number(one) for one in dead]
        wait_until(
            "every dead receiver was tried",
            lambda: all(store.rows(FAILED, (number,))[0][0] for number in numbers),
            within_s=READY_S_MAX,
        )
        rates = _rates(stage, store, span, "a healthy receiver next to dead ones")
        rows = [store.rows(RETRIES, (number,))[0][0] for number in numbers]
        resumed_s = _heal(stage, store, numbers, port)
    yield from _figures(stage, alone=alone, rates=rates, rows=rows, resumed_s=resumed_s)


def _rates(stage: Stage, store: RunningStore, span: int, what: str) -> list[float]:
    """Return the deliveries per second to a healthy receiver, of the newest events."""
    head, url = stage.sizes.log_events, stage.receiver.url
    drain(stage, store, url, start=head - span // WARM_UP + 1, head=head)
    return [span / drain(stage, store, url, start=head - span + 1, head=head)[0] for _ in stage.rounds(what)]


def _heal(stage: Stage, store: RunningStore, numbers: Sequence[int], port: int) -> list[float]:
    """Revive the dead receivers; return, for each, the time from its first response to its hundredth."""
    enough = min(FLOWING, stage.sizes.log_events) - 1
    command = [sys.executable, "-m", "bench.sink", "--port", str(port)]
    with running(command, core=OTHER_CORE, stdout=subprocess.PIPE) as process:
        read_word(process, READY_S_MAX)
        wait_until(
            "the backlog flows to all who are back",
            lambda: all(store.rows(HUNDREDTH, (number, enough)) for number in numbers),
            within_s=HEALED_S_MAX,
            look_again_s=0.5,
        )
        return [
            (store.rows(HUNDREDTH, (number, enough))[0][0] - store.rows(FIRST, (number,))[0][0]) / 1e6
            for number in numbers
        ]


def _figures(
    stage: Stage, *, alone: list[float], rates: list[float], rows: list[int], resumed_s: list[float]
) -> Iterator[Figure]:
    dead = f"{stage.sizes.dead} dead receivers"
    about = f"{dead}, each with a backlog of {stage.sizes.log_events:,} events (1,000,000 with --full)"
    yield Figure(
        name=f"rows in `retries` for each of {dead}",
        unit="rows",
        rounds=tuple(map(float, rows)),
        goal=at_most(ROWS_MAX),
        note=f"{about}. An outage writes at most what was under way, and five failures.",
    )
    yield Figure(name=f"healthy receiver next to {dead}", unit="/s", rounds=tuple(rates), raw=(), note=f"{about}.")
    yield Figure(
        name=f"healthy receiver next to {dead}, of alone",
        unit="%",
        rounds=tuple(100 * one / other for one, other in zip(rates, alone, strict=True)),
        goal=at_least(90),
    )
    yield Figure(
        name="resumed: first answer to the hundredth",
        unit="s",
        rounds=tuple(resumed_s),
        goal=at_most(1),
        note="All recover at the same time. Excludes the time until a probe finds that, every 5 s at first.",
    )
