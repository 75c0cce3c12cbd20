"""The cost of an idle store, and its start-up time."""

import math
import time
from collections.abc import Iterator

from bench.figures import Figure, at_most
from bench.parts.adding import FILLED
from bench.stage import Stage

REST_S = 3.0  # after the start, before it counts as idle


def measure(stage: Stage) -> Iterator[Figure]:
    data = stage.filled(FILLED, "idle")
    starts, shares, memory = [], [], []
    for _ in stage.rounds("start, and idle"):
        with stage.store(data) as store:
            starts.append(store.start_s)
            time.sleep(min(REST_S, stage.sizes.idle_s))
            used_s = store.processor_s()
            time.sleep(stage.sizes.idle_s)
            shares.append(100 * (store.processor_s() - used_s) / stage.sizes.idle_s)
            memory.append(store.memory_mib())
    yield Figure(
        name="start until ready",
        unit="s",
        rounds=tuple(starts),
        goal=at_most(0.7),
        note="From the start of the process until /readyz answers 200.",
    )
    if not math.isnan(shares[0]):
        note = f"Over {stage.sizes.idle_s:g} s, three seconds after the start; no receiver, no caller."
        yield Figure(name="idle, of a core", unit="%", rounds=tuple(shares), goal=at_most(0.2), note=note)
        yield Figure(name="idle, memory", unit="MiB", rounds=tuple(memory), goal=at_most(90))
