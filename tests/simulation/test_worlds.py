"""Many small worlds, each from a seed, in memory and on a failing disk: every invariant holds."""

import os
import re
from pathlib import Path

import pytest

from tests.proving import quietly
from tests.simulation import hunt
from tests.simulation.invariants import SENTENCES

MEMORY_WORLDS, DISK_WORLDS, CROWD_WORLDS, FILTERED_WORLDS, FORMATTED_WORLDS = 30, 12, 6, 20, 20
SEED = int(os.environ.get("WORLD_SEED", "1"))  # the same on each run: `make proof` runs thousands of others


@pytest.mark.parametrize(("lane", "seed"), hunt.kept_seeds())
def test_seeds_that_once_found_a_defect_pass(lane: str, seed: int) -> None:
    run = hunt.run_seed(lane, seed)

    assert run.broken is None, hunt.report(run, lane)


@pytest.mark.timeout(300)
def test_every_invariant_holds_in_memory(tmp_path: Path) -> None:
    figures = hunt.prove_worlds(tmp_path, count=MEMORY_WORLDS, seed=SEED, progress=quietly)

    assert figures["plants"] > MEMORY_WORLDS
    assert figures["requests"] > 10 * MEMORY_WORLDS


@pytest.mark.timeout(300)
def test_every_invariant_holds_on_a_failing_disk(tmp_path: Path) -> None:
    figures = hunt.prove_disk_worlds(tmp_path, count=DISK_WORLDS, seed=SEED, progress=quietly)

    assert figures["power cuts"] > DISK_WORLDS


@pytest.mark.timeout(300)
def test_every_invariant_holds_for_processes_that_share_a_store(tmp_path: Path) -> None:
    figures = hunt.prove_crowds(tmp_path, count=CROWD_WORLDS, seed=SEED, progress=quietly)

    assert figures["ends of processes"] > CROWD_WORLDS / 2
    assert figures["changes of hands"] > CROWD_WORLDS
    assert figures["taken for dead"] > CROWD_WORLDS / 4


@pytest.mark.timeout(300)
def test_every_invariant_holds_with_filters_that_change(tmp_path: Path) -> None:
    figures = hunt.prove_filtered_worlds(tmp_path, count=FILTERED_WORLDS, seed=SEED, progress=quietly)

    assert figures["requests"] > FILTERED_WORLDS
    assert figures["changes of hands"] > FILTERED_WORLDS / 4


@pytest.mark.timeout(300)
def test_every_invariant_holds_with_bodies_that_change(tmp_path: Path) -> None:
    figures = hunt.prove_formatted_worlds(tmp_path, count=FORMATTED_WORLDS, seed=SEED, progress=quietly)

    assert figures["requests"] > FORMATTED_WORLDS
    assert figures["changes of hands"] > FORMATTED_WORLDS / 4


@pytest.mark.parametrize("lane", hunt.LANES)
def test_the_same_seed_gives_the_same_trace(lane: str) -> None:
    first, second = hunt.run_seed(lane, 10), hunt.run_seed(lane, 10)

    assert first.words == second.words
    assert len(first.acts) == len(first.steps)
    assert first.sends > 10


def test_a_step_can_be_left_out_without_changing_the_others() -> None:
    whole = hunt.run_seed("memory", 7)
    fewer = hunt.run_seed("memory", 7, whole.steps[:5] + whole.steps[6:])

    assert fewer.acts == whole.acts[:5] + whole.acts[6:]


def test_the_proof_page_lists_every_invariant() -> None:
    page = (Path(__file__).parents[2] / "docs" / "proof.md").read_text(encoding="utf-8")

    assert [line for line in page.splitlines() if re.match(r"\| [SL]\d", line)] == [
        f"| {name} | {sentence} |" for name, sentence in SENTENCES.items()
    ]
