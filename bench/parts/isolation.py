"""The effect of two hundred defective receivers on a healthy one."""

import subprocess
import sys
from collections.abc import Iterator

from bench.arrivals import Arrivals
from bench.figures import Figure, at_most, percentile
from bench.load import Order, in_own_process
from bench.parts.adding import FILLED
from bench.parts.latency import CONNECTIONS
from bench.processes import OTHER_CORE, READY_S_MAX, BenchFailed, read_word, running
from bench.recording_receiver import recording_receiver
from bench.running_store import RunningStore
from bench.stage import Stage

ABOVE_MS_MAX, WORST_MS_MAX = 50, 1_000


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    count = round(sizes.beside_per_second * sizes.beside_s)
    data, stamps, noted = stage.filled(FILLED, "isolation"), stage.new_folder("stamps"), stage.new_folder("noted")
    total = 2 * sizes.rounds * count
    bad = [sys.executable, "-m", "bench.bad_receivers"]
    with (
        recording_receiver(noted, expected=total) as receiver,
        running(bad, core=OTHER_CORE, stdout=subprocess.PIPE) as process,
    ):
        hole, other = read_word(process, READY_S_MAX).split()
        with stage.store(data, program=("-m", "bench.stamped_server", str(stamps))) as store:
            store.register(receiver.url, start="now")
            for at in stage.rounds("a healthy receiver alone"):
                _add(stage, store, first=FILLED + (at - 1) * count + 1, plants=count)
            _register_bad(stage, store, hole=hole, other=other)
            for at in stage.rounds("a healthy receiver next to bad ones"):
                _add(stage, store, first=FILLED + (sizes.rounds + at - 1) * count + 1, plants=count)
            receiver.wait_until_complete()
        arrivals = receiver.finish()
    if not arrivals.are_exact(FILLED + 1, FILLED + total):
        raise BenchFailed("Something was lost, or came twice.")
    committed = Arrivals.read(stamps).times()
    rounds_ms = [
        [delay_us / 1000 for delay_us in arrivals.delays_us(committed, first=first, last=first + count - 1)]
        for first in range(FILLED + 1, FILLED + total, count)
    ]
    yield from _figures(stage, alone=rounds_ms[: sizes.rounds], next_to_bad=rounds_ms[sizes.rounds :])


def _figures(stage: Stage, *, alone: list[list[float]], next_to_bad: list[list[float]]) -> Iterator[Figure]:
    sizes = stage.sizes
    bad = f"{sizes.blackholes} black holes, {sizes.slow} that take 14 s, {sizes.endless} endless"
    note = f"{bad}; {sizes.beside_per_second} plants/s, each sent to all of them."
    quiet, loud = [tuple(percentile(times, 99) for times in rounds) for rounds in (alone, next_to_bad)]
    yield Figure(name="healthy receiver alone, p99", unit="ms", rounds=quiet)
    yield Figure(
        name="healthy receiver next to bad ones, p99 above alone",
        unit="ms",
        rounds=tuple(max(0.0, one - other) for one, other in zip(loud, quiet, strict=True)),
        goal=at_most(ABOVE_MS_MAX),
        note=note,
    )
    yield Figure(
        name="healthy receiver next to bad ones, longest",
        unit="ms",
        rounds=tuple(max(times) for times in next_to_bad),
        goal=at_most(WORST_MS_MAX),
        note=note,
    )


def _register_bad(stage: Stage, store: RunningStore, *, hole: str, other: str) -> None:
    """Register receivers that must get the same events as the healthy one."""
    sizes = stage.sizes
    for kind, port, count in (
        ("hole", hole, sizes.blackholes),
        ("slow", other, sizes.slow),
        ("endless", other, sizes.endless),
    ):
        for number in range(count):
            store.register(f"http://127.0.0.1:{port}/{kind}/{number}", start="now", name=f"{kind} {number}")


def _add(stage: Stage, store: RunningStore, *, first: int, plants: int) -> None:
    in_own_process(
        Order(
            port=store.port,
            token=store.token,
            plants=plants,
            connections=CONNECTIONS,
            first=first,
            per_second=stage.sizes.beside_per_second,
        )
    )
