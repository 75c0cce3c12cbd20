"""A wall clock leaps: nothing is lost, exhausted or repeated because of it, and nothing waits for years."""

from pathlib import Path

from tests.crash.clock_leaps import prove_clock_leaps
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

LEAPS = 4  # ten years forward, ten years back, and each time back to the right time


def test_clock_leaps_of_hours_and_years_lose_and_delay_nothing(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_clock_leaps(tmp_path, count=LEAPS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["leaps"] == LEAPS
