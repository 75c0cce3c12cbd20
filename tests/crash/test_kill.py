"""The promises against real kills: a ledger outside the process knows what was promised and what was accepted."""

import os
import random
from collections.abc import Callable
from pathlib import Path

from tests.crash.kills import prove_kills, prove_stops
from tests.proving import quietly

KILLS, STOPS = 8, 2
PLANTS_MIN = 1_000  # fewer would prove little
Note = Callable[[str, object], None]


def test_a_process_killed_at_any_moment_loses_nothing_and_repeats_only_what_it_had_not_recorded(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_kills(tmp_path, count=KILLS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["kills"] == KILLS
    assert figures["plants"] >= PLANTS_MIN


def test_a_process_asked_to_stop_under_load_loses_nothing_and_repeats_nothing(
    tmp_path: Path, record_property: Note
) -> None:
    figures = prove_stops(tmp_path, count=STOPS, seed=0, progress=quietly)

    summarise(record_property, **figures)
    assert figures["stops"] == STOPS


def a_seed() -> int:
    """Return a new seed each time, unless KILL_SEED sets it to repeat a failure."""
    seed = int(os.environ.get("KILL_SEED") or random.SystemRandom().randrange(1_000_000))
    print(f"\nKILL_SEED={seed}")
    return seed


def summarise(record_property: Note, **figures: object) -> None:
    print("  ".join(f"{name}={value}" for name, value in figures.items()))
    for name, value in figures.items():
        record_property(name, value)
