"""Many small worlds, each from a seed, in memory and on a disk that fails: every invariant holds, whatever happens."""

import os
import re
from pathlib import Path

import pytest

from tests.proving import quietly
from tests.simulation import hunt
from tests.simulation.invariants import SENTENCES

MEMORY_WORLDS, DISK_WORLDS, CROWD_WORLDS = 400, 120, 40
SEED = int(os.environ.get("WORLD_SEED", "1"))  # the same each time: `make proof` goes where nobody has been


@pytest.mark.parametrize(("lane", "seed"), hunt.kept_seeds())
def test_what_a_seed_has_found_once_is_not_there_any_more(lane: str, seed: int) -> None:
    told = hunt.tell(lane, seed)

    assert told.broken is None, hunt.report(told, lane)


@pytest.mark.timeout(300)
def test_whatever_happens_in_memory_every_invariant_holds(tmp_path: Path) -> None:
    figures = hunt.prove_worlds(tmp_path, count=MEMORY_WORLDS, seed=SEED, progress=quietly)

    assert figures["plants"] > MEMORY_WORLDS
    assert figures["requests"] > 10 * MEMORY_WORLDS


@pytest.mark.timeout(300)
def test_whatever_happens_on_a_disk_that_fails_every_invariant_holds(tmp_path: Path) -> None:
    figures = hunt.prove_disk_worlds(tmp_path, count=DISK_WORLDS, seed=SEED, progress=quietly)

    assert figures["power cuts"] > DISK_WORLDS


@pytest.mark.timeout(300)
def test_whatever_happens_among_processes_that_share_a_store_every_invariant_holds(tmp_path: Path) -> None:
    figures = hunt.prove_crowds(tmp_path, count=CROWD_WORLDS, seed=SEED, progress=quietly)

    assert figures["ends of processes"] > CROWD_WORLDS / 2
    assert figures["changes of hands"] > CROWD_WORLDS
    assert figures["taken for dead"] > CROWD_WORLDS / 4


@pytest.mark.parametrize("lane", hunt.LANES)
def test_a_story_is_told_twice_in_the_same_words(lane: str) -> None:
    first, second = hunt.tell(lane, 7), hunt.tell(lane, 7)

    assert first.words == second.words
    assert len(first.acts) == len(first.steps)
    assert first.sends > 10


def test_a_step_can_be_left_out_without_changing_the_others() -> None:
    whole = hunt.tell("memory", 7)
    fewer = hunt.tell("memory", 7, whole.steps[:5] + whole.steps[6:])

    assert fewer.acts == whole.acts[:5] + whole.acts[6:]


def test_the_page_of_the_proof_says_what_must_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "proof.md").read_text(encoding="utf-8")

    assert [line for line in page.splitlines() if re.match(r"\| [SL]\d", line)] == [
        f"| {name} | {sentence} |" for name, sentence in SENTENCES.items()
    ]
