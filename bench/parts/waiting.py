"""The gain from more dispatcher processes if receivers are slow and a process has few requests in flight."""

import subprocess
import sys
from collections.abc import Iterator

from bench.figures import Figure, at_least
from bench.parts.processes import figures
from bench.processes import OTHER_CORE, READY_S_MAX, read_word, running
from bench.sharing import Drained, drain_together, on_all_cores
from bench.stage import Stage
from plantstore.domain.deliveries.lease import SHARDS

WAIT_MS = 50
IN_FLIGHT = 64
COUNTS = {1: None, 2: at_least(1.8), 4: at_least(3.4)}  # multiples of one process
NAME = f"deliveries to receivers that take {WAIT_MS} ms"
NOTE = (
    f"{SHARDS} receivers, one in each shard; PLANTSTORE_IN_FLIGHT_MAX={IN_FLIGHT}, so that a process reaches "
    f"{IN_FLIGHT * 1000 // WAIT_MS:,}/s at most. The middle half of all deliveries, by their recorded times."
)


def measure(stage: Stage) -> Iterator[Figure]:
    events = stage.sizes.waited_events
    rounds: dict[int, list[Drained]] = {count: [] for count in COUNTS}
    command = [sys.executable, "-m", "bench.sink", "--wait-ms", str(WAIT_MS)]
    with on_all_cores(stage) as everywhere, running(command, core=OTHER_CORE, stdout=subprocess.PIPE) as process:
        url = f"http://127.0.0.1:{read_word(process, READY_S_MAX)}"
        for _ in stage.rounds(NAME):
            for count in COUNTS:
                drained = drain_together(
                    everywhere,
                    dispatchers=count,
                    url=url,
                    events=events * count,
                    head=events * max(COUNTS),
                    environment={"PLANTSTORE_IN_FLIGHT_MAX": str(IN_FLIGHT)},
                )
                rounds[count].append(drained)
    yield from figures(NAME, rounds, note=NOTE)
    for count, goal in COUNTS.items():
        times = tuple(one.per_second / alone.per_second for one, alone in zip(rounds[count], rounds[1], strict=True))
        if goal is not None:
            yield Figure(name=f"{NAME}, {count} processes, times one", unit="×", rounds=times, goal=goal)
