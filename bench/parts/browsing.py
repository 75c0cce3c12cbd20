"""The effect of people at the console on a healthy receiver and on clients that add plants."""

import subprocess
import sys
from collections.abc import Iterator

from bench.arrivals import Arrivals
from bench.browsers import LOOK_S, ROWS, TABS
from bench.figures import Figure, percentile
from bench.load import Order, in_own_process
from bench.parts.adding import FILLED
from bench.parts.latency import CONNECTIONS
from bench.processes import OTHER_CORE, READY_S_MAX, BenchFailed, read_word, running
from bench.recording_receiver import recording_receiver
from bench.running_store import RunningStore
from bench.stage import Stage


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    count = round(sizes.browsed_per_second * sizes.browsed_s)
    data, stamps, noted = stage.filled(FILLED, "browsing"), stage.new_folder("stamps"), stage.new_folder("noted")
    total = 2 * sizes.rounds * count
    answers_us: list[list[int]] = []
    with (
        recording_receiver(noted, expected=total) as receiver,
        stage.store(data, program=("-m", "bench.stamped_server", str(stamps))) as store,
    ):
        store.register(receiver.url, start="now")
        answers_us += [
            _add(stage, store, first=FILLED + (at - 1) * count + 1, plants=count)
            for at in stage.rounds("no one at the console")
        ]
        people = [sys.executable, "-m", "bench.browsers", str(store.port), store.token]
        with running(people, core=OTHER_CORE, stdout=subprocess.PIPE) as process:
            if read_word(process, READY_S_MAX) != "open":
                raise BenchFailed("The live pages could not be opened.")
            answers_us += [
                _add(stage, store, first=FILLED + (sizes.rounds + at - 1) * count + 1, plants=count)
                for at in stage.rounds("people at the console")
            ]
        receiver.wait_until_complete()
        arrivals = receiver.finish()
    if not arrivals.are_exact(FILLED + 1, FILLED + total):
        raise BenchFailed("Something was lost, or came twice.")
    committed = Arrivals.read(stamps).times()
    told_us = [
        arrivals.delays_us(committed, first=first, last=first + count - 1)
        for first in range(FILLED + 1, FILLED + total, count)
    ]
    note = f"{TABS} live pages are open, and a page of {ROWS} plants is requested every {LOOK_S:g} s."
    for name, rounds in (("commit to receiver's first byte", told_us), ("POST to answer", answers_us)):
        for who, some, about in (
            ("no one at the console", rounds[: sizes.rounds], ""),
            ("people at the console", rounds[sizes.rounds :], note),
        ):
            p99 = tuple(percentile(times, 99) / 1000 for times in some)
            yield Figure(name=f"{name}, {who}, p99", unit="ms", rounds=p99, note=about)


def _add(stage: Stage, store: RunningStore, *, first: int, plants: int) -> list[int]:
    """Add plants at a calm pace; return how long each response took, in microseconds."""
    order = Order(
        port=store.port,
        token=store.token,
        plants=plants,
        connections=CONNECTIONS,
        first=first,
        per_second=stage.sizes.browsed_per_second,
    )
    return in_own_process(order).answers_us
