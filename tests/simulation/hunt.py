"""Run many scenarios until one violates an invariant, and shorten it.

Usage: `python -m tests.simulation.hunt LANE [--seeds FIRST-LAST] [--seconds N] [--steps 3,17,40]`

LANE is `memory`, `disk` or `crowd`; or `filters` or `filters-crowd`, in which receivers have filters; or `formats` or
`formats-crowd`, in which they have bodies of their own. Stops at the first scenario that violates an invariant,
names the invariant, repeats the scenario with fewer and fewer steps, and exits with 1. `--steps` runs only these steps
of one seed, and prints all that happens.
"""

import argparse
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

import structlog

from tests.proving import Figures, Progress, quietly
from tests.simulation.cluster_scenario import run_cluster_scenario
from tests.simulation.disk import Disk
from tests.simulation.invariants import SENTENCES
from tests.simulation.scenario import FILTERS, FORMATS, ScenarioResult, run_scenario

LANES = ("memory", "disk", "crowd", "filters", "filters-crowd", "formats", "formats-crowd")
CROWDS = ("crowd", "filters-crowd", "formats-crowd")
ENDS = ("kill", "restart", "crash", "stop")
MINIMISE_S_MAX = 60.0
SEEDS_AT_ONCE = 10
SEEDS_FILE = Path(__file__).with_name("seeds.txt")


def run_seed(lane: str, seed: int, steps: Collection[int] | None = None) -> ScenarioResult:
    """Run one scenario in a new folder."""
    structlog.configure(processors=[_say_nothing])  # the audit logs every repair at a high level
    with tempfile.TemporaryDirectory(prefix="plantstore-world-") as folder:
        theme = lane.removesuffix("-crowd") if lane.startswith((FILTERS, FORMATS)) else ""
        if lane in CROWDS:
            return run_cluster_scenario(Path(folder), seed, theme=theme, steps=steps)
        disk = Disk(random.Random(f"disk {seed}")) if lane == "disk" else None
        return run_scenario(Path(folder), seed, disk=disk, theme=theme, steps=steps)


def search(
    lane: str, seeds: Iterable[int], *, seconds: float = math.inf, progress: Progress = quietly
) -> ScenarioResult | None:
    """Run scenarios until one violates an invariant, and return that one; start none after so many seconds of CPU time,
    so that other programs on the machine make no difference.
    """
    began_at = time.process_time()
    for done, seed in enumerate(seeds, 1):
        if time.process_time() - began_at > seconds:
            break
        run = run_seed(lane, seed)
        if run.broken is not None:
            return run
        progress(done)
    return None


def processes() -> ForkServerContext:
    """Return how to start processes that run scenarios: forked from one that has imported the program and no more.

    A process forked from this one would lack the threads of this one, so locks that they hold would stay locked.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.simulation.hunt", "tests.simulation.mutants"])
    return context


def minimised(run: ScenarioResult, lane: str, *, seconds: float = MINIMISE_S_MAX) -> ScenarioResult:
    """Return the same violation with as few steps as the time allows (delta debugging: Zeller and Hildebrandt,
    2002).
    """
    assert run.broken is not None
    ends_at, best, parts = time.monotonic() + seconds, run, 2
    best.steps = best.steps[: len(best.acts)]  # steps after the violation do not contribute to it
    while len(best.steps) > 1 and time.monotonic() < ends_at:
        size = -(-len(best.steps) // parts)
        for start in range(0, len(best.steps), size):
            fewer = run_seed(lane, run.seed, best.steps[:start] + best.steps[start + size :])
            if fewer.broken is not None and fewer.broken.name == run.broken.name:
                fewer.steps = fewer.steps[: len(fewer.acts)]
                best, parts = fewer, max(parts - 1, 2)
                break
            if time.monotonic() > ends_at:
                return best
        else:
            if size == 1:
                return best
            parts = min(parts * 2, len(best.steps))
    return best


def report(run: ScenarioResult, lane: str) -> str:
    """Return a report with everything that is needed to find the defect."""
    assert run.broken is not None
    steps = ",".join(map(str, run.steps))
    return "\n".join(
        [
            f"seed {run.seed} ({lane}) breaks {run.broken.name}: {SENTENCES[run.broken.name]}",
            f"  what:   {run.broken.what}",
            f"  after:  {' '.join(run.acts)}",
            f"  again:  python -m tests.simulation.hunt {lane} --seeds {run.seed}-{run.seed} --steps {steps}",
            f"  keep:   a line `{lane} {run.seed}` in {SEEDS_FILE.name}, with what it found",
        ]
    )


def kept_seeds() -> list[tuple[str, int]]:
    """Return the lane and number of each seed that once found a defect."""
    lines = (line.partition("#")[0].split() for line in SEEDS_FILE.read_text(encoding="utf-8").splitlines())
    return [(line[0], int(line[1])) for line in lines if line]


def prove_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` worlds in memory, on all cores."""
    return _prove("memory", count=count, seed=seed, progress=progress)


def prove_disk_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` worlds on a disk that fails and loses power, on all cores."""
    return _prove("disk", count=count, seed=seed, progress=progress)


def prove_crowds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` worlds of several processes that share a store, on all cores."""
    return _prove("crowd", count=count, seed=seed, progress=progress)


def prove_filtered_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` worlds whose receivers have filters: half of them with one process, half with several."""
    return _prove_both(FILTERS, count=count, seed=seed, progress=progress)


def prove_formatted_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` worlds whose receivers have bodies of their own: half of them with one process, half with several."""
    return _prove_both(FORMATS, count=count, seed=seed, progress=progress)


def _prove_both(theme: str, *, count: int, seed: int, progress: Progress) -> Figures:
    half = count // 2
    alone = _prove(theme, count=count - half, seed=seed, progress=progress)
    shared = _prove(f"{theme}-crowd", count=half, seed=seed, progress=lambda done: progress(count - half + done))
    return {name: alone.get(name, 0) + shared.get(name, 0) for name in alone | shared}


def _prove(lane: str, *, count: int, seed: int, progress: Progress) -> Figures:
    figures: Figures = {"plants": 0, "requests": 0, "power cuts": 0, "ends of processes": 0}
    if lane in CROWDS:
        figures = {"plants": 0, "requests": 0, "ends of processes": 0, "taken for dead": 0, "changes of hands": 0}
    done = 0
    with ProcessPoolExecutor(os.cpu_count(), mp_context=processes()) as pool:
        for runs in pool.map(_run_some, repeat(lane), _portions(range(seed, seed + count))):
            for run in runs:
                assert run.broken is None, report(minimised(run, lane), lane)
                figures["plants"] += run.plants
                figures["requests"] += run.sends
                if lane in CROWDS:
                    figures["taken for dead"] += run.dead
                    figures["changes of hands"] += run.hands
                else:
                    figures["power cuts"] += sum(act.startswith("cut_power") for act in run.acts)
                figures["ends of processes"] += sum(act in ENDS for act in run.acts)
            done += len(runs)
            progress(done)
    return figures


def _portions(seeds: range) -> list[range]:
    return [seeds[start : start + SEEDS_AT_ONCE] for start in range(0, len(seeds), SEEDS_AT_ONCE)]


def _run_some(lane: str, seeds: Iterable[int]) -> list[ScenarioResult]:
    return [run_seed(lane, seed) for seed in seeds]


def _say_nothing(_logger: object, _method: str, _event: object) -> str:
    raise structlog.DropEvent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lane", choices=LANES)
    parser.add_argument("--seeds", default="0-99", help="first and last")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="start no scenario after this many seconds of CPU time"
    )
    parser.add_argument("--steps", help="numbers of the steps, separated by commas")
    chosen = parser.parse_args()
    first, last = map(int, chosen.seeds.split("-"))
    if chosen.steps is not None:
        run = run_seed(chosen.lane, first, [int(number) for number in chosen.steps.split(",") if number])
        sys.exit(f"{' | '.join(run.words)}\n{run.broken}" if run.broken else 0)
    found = search(chosen.lane, range(first, last + 1), seconds=chosen.seconds, progress=_printing(last - first + 1))
    if found is not None:
        sys.exit(report(minimised(found, chosen.lane), chosen.lane))
    print(file=sys.stderr)


def _printing(count: int) -> Progress:
    def progress(done: int) -> None:
        if sys.stderr.isatty() or done == count:
            print(f"\r{done} of {count} scenarios", end="", file=sys.stderr)

    return progress


if __name__ == "__main__":
    main()
