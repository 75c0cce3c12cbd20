"""P1 against power cuts (trust: `synchronous=FULL` on a disk that syncs): what was acknowledged is there, whole."""

import os
import random
from pathlib import Path

from tests.crash.power import prove_power
from tests.crash.test_kill import Note, summarise
from tests.proving import quietly

CUTS = 60


def test_a_power_cut_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path, record_property: Note) -> None:
    seed = int(os.environ.get("POWER_SEED") or random.SystemRandom().randrange(1_000_000))
    print(f"\nPOWER_SEED={seed}")

    figures = prove_power(tmp_path, count=int(os.environ.get("POWER_CUTS", CUTS)), seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["lost"] == 0
    assert min(figures[name] for name in ("in_a_commit", "in_a_checkpoint", "in_a_creation", "writes_torn")) > 0
