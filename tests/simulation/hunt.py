"""Tell many stories, look for one that breaks something, and make it short.

    python -m tests.simulation.hunt LANE [--seeds FIRST-LAST] [--seconds N] [--steps 3,17,40] [--json]

LANE is `memory`, `disk` or `crowd`. Stops at the first story that breaks an invariant, says which, tells it again with
fewer and fewer steps, and exits with 1. `--steps` tells only these steps of one seed, and prints all that happens.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Collection, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

import structlog

from tests.proving import Figures, Progress
from tests.simulation.cluster_scenario import tell_crowd
from tests.simulation.disk import Disk
from tests.simulation.invariants import SENTENCES
from tests.simulation.scenario import ScenarioResult, tell_story

LANES = ("memory", "disk", "crowd")
ENDS = ("kill", "restart", "crash", "stop")
MINIMISE_S_MAX = 60.0
SEEDS_AT_ONCE = 10
SEEDS_FILE = Path(__file__).with_name("seeds.txt")


def tell(lane: str, seed: int, steps: Collection[int] | None = None) -> ScenarioResult:
    """Tell one story in a folder of its own."""
    structlog.configure(processors=[_say_nothing])  # the audit says loudly what the story has done to it
    with tempfile.TemporaryDirectory(prefix="plantstore-world-") as folder:
        if lane == "crowd":
            return tell_crowd(Path(folder), seed, steps=steps)
        disk = Disk(random.Random(f"disk {seed}")) if lane == "disk" else None
        return tell_story(Path(folder), seed, disk=disk, steps=steps)


def minimised(told: ScenarioResult, lane: str, *, seconds: float = MINIMISE_S_MAX) -> ScenarioResult:
    """The same fault with as few steps as can be found in the time (delta debugging: Zeller and Hildebrandt, 2002)."""
    assert told.broken is not None
    ends_at, best, parts = time.monotonic() + seconds, told, 2
    best.steps = best.steps[: len(best.acts)]  # what comes after the fault has no part in it
    while len(best.steps) > 1 and time.monotonic() < ends_at:
        size = -(-len(best.steps) // parts)
        for start in range(0, len(best.steps), size):
            fewer = tell(lane, told.seed, best.steps[:start] + best.steps[start + size :])
            if fewer.broken is not None and fewer.broken.name == told.broken.name:
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


def report(told: ScenarioResult, lane: str) -> str:
    """What a person needs to look for the fault."""
    assert told.broken is not None
    steps = ",".join(map(str, told.steps))
    return "\n".join(
        [
            f"seed {told.seed} ({lane}) breaks {told.broken.name}: {SENTENCES[told.broken.name]}",
            f"  what:   {told.broken.what}",
            f"  after:  {' '.join(told.acts)}",
            f"  again:  python -m tests.simulation.hunt {lane} --seeds {told.seed}-{told.seed} --steps {steps}",
            f"  keep:   a line `{lane} {told.seed}` in {SEEDS_FILE.name}, with what it found",
        ]
    )


def kept_seeds() -> list[tuple[str, int]]:
    """The seeds that have found something once: lane and number."""
    lines = (line.partition("#")[0].split() for line in SEEDS_FILE.read_text(encoding="utf-8").splitlines())
    return [(line[0], int(line[1])) for line in lines if line]


def prove_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """So many worlds in memory, on all cores."""
    return _prove("memory", count=count, seed=seed, progress=progress)


def prove_disk_worlds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """So many worlds on a disk that fails, and whose power is cut, on all cores."""
    return _prove("disk", count=count, seed=seed, progress=progress)


def prove_crowds(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """So many worlds of several processes that share a store, on all cores."""
    return _prove("crowd", count=count, seed=seed, progress=progress)


def _prove(lane: str, *, count: int, seed: int, progress: Progress) -> Figures:
    figures: Figures = {"plants": 0, "requests": 0, "power cuts": 0, "ends of processes": 0}
    if lane == "crowd":
        figures = {"plants": 0, "requests": 0, "ends of processes": 0, "taken for dead": 0, "changes of hands": 0}
    done = 0
    # Begun anew, not forked: threads of the caller do not come along, and what they hold would stay locked.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for stories in pool.map(_tell_some, repeat(lane), _portions(range(seed, seed + count))):
            for told in stories:
                assert told.broken is None, report(minimised(told, lane), lane)
                figures["plants"] += told.plants
                figures["requests"] += told.sends
                if lane == "crowd":
                    figures["taken for dead"] += told.dead
                    figures["changes of hands"] += told.hands
                else:
                    figures["power cuts"] += sum(act.startswith("cut_power") for act in told.acts)
                figures["ends of processes"] += sum(act in ENDS for act in told.acts)
            done += len(stories)
            progress(done)
    return figures


def _portions(seeds: range) -> list[range]:
    return [seeds[start : start + SEEDS_AT_ONCE] for start in range(0, len(seeds), SEEDS_AT_ONCE)]


def _tell_some(lane: str, seeds: Iterable[int]) -> list[ScenarioResult]:
    return [tell(lane, seed) for seed in seeds]


def _say_nothing(_logger: object, _method: str, _event: object) -> str:
    raise structlog.DropEvent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lane", choices=LANES)
    parser.add_argument("--seeds", default="0-99", help="first and last")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no story after so much computing")
    parser.add_argument("--steps", help="numbers of steps, with commas")
    parser.add_argument("--json", action="store_true", help="one line for a program; nothing is made short")
    chosen = parser.parse_args()
    first, last = map(int, chosen.seeds.split("-"))
    if chosen.steps is not None:
        told = tell(chosen.lane, first, [int(number) for number in chosen.steps.split(",") if number])
        sys.exit(f"{' | '.join(told.words)}\n{told.broken}" if told.broken else 0)
    began_at = time.process_time()  # what else runs on the machine makes no story shorter
    for seed in range(first, last + 1):
        if time.process_time() - began_at > chosen.seconds:
            break
        told = tell(chosen.lane, seed)
        if told.broken is not None and chosen.json:
            print(json.dumps({"seed": seed, "name": told.broken.name, "what": str(told.broken.what)}))
            sys.exit(1)
        if told.broken is not None:
            sys.exit(report(minimised(told, chosen.lane), chosen.lane))
        if sys.stderr.isatty() or seed == last:
            print(f"\r{seed - first + 1} of {last - first + 1} stories", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
