"""The simulation finds every planted fault, and finds nothing without one."""

from pathlib import Path

import pytest

from proof.parts import PARTS as PROOF
from tests.proving import quietly
from tests.simulation.mutant import Mutant
from tests.simulation.mutants import MUTANTS, SECONDS_MAX, prove_mutants
from tests.simulation.planting import planted

PARTS = {"writer", "log", "worker", "recorder", "breaker", "schedule", "retention", "requests", "auditor"} | {
    "owners",
    "filters",
    "formats",
}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_each_fault_can_be_planted(mutant: Mutant) -> None:
    compile(planted(mutant), mutant.file, "exec")


@pytest.mark.timeout(1_200)
def test_every_planted_fault_is_found(tmp_path: Path) -> None:
    """How quickly it finds them is up to `make mutants`, because other tests run at the same time as this one."""
    figures = prove_mutants(tmp_path, count=len(MUTANTS), seed=0, progress=quietly, seconds=4 * SECONDS_MAX)

    assert figures["mutants caught"] == len(MUTANTS) >= 12
    assert {part.count for part in PROOF if part.name == "mutants"} == {len(MUTANTS)}
    assert {mutant.part for mutant in MUTANTS} == PARTS
