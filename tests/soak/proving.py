"""The soak as parts of the proof: `count` days of a store, on either engine."""

from pathlib import Path

from bench.figures import MISSED
from bench.homes import POSTGRESQL, SQLITE
from tests.proving import Figures, Progress
from tests.soak.running import soak
from tests.soak.samples import Sample, figures
from tests.soak.year import Plan

PLANTS_A_DAY = 2_733  # a million in a year of 366 days
OLDER = "0.9.0"  # ten migrations ago
KEPT = ("memory", "open")  # figures that a busy machine does not change, so that their goals are promises


def prove_year(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Let a store on SQLite live through `count` days."""
    return _prove(SQLITE, folder, count=count, seed=seed, progress=progress)


def prove_year_on_postgresql(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Let a store on PostgreSQL live through `count` days."""
    return _prove(POSTGRESQL, folder, count=count, seed=seed, progress=progress)


def _prove(engine: str, folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    samples: list[Sample] = []

    def note(sample: Sample) -> None:
        samples.append(sample)
        progress(len(samples))

    plan = Plan(plants=count * PLANTS_A_DAY, days=count, older=OLDER, seed=seed)
    outcome = soak(plan, engine=engine, say=note, within=folder)
    measured = {one.name: one for one in figures(samples)}
    missed = [one for one in measured.values() if one.verdict == MISSED and one.name.startswith(KEPT)]
    assert not missed, f"missed goals: {missed}"
    return {
        "plants": outcome.events,
        "deliveries": outcome.deliveries,
        "lost": outcome.lost,
        "duplicates": outcome.duplicates,
        "duplicates_allowed": outcome.allowed,
        "exhausted": outcome.exhausted,
        "longest_p99_ms": round(measured["p99 from POST to arrival, last tenth"].value, 1),
        "most_memory_mib": round(max(one.rss_mib for one in samples)),
        "deliveries_a_second": round(measured["deliveries accepted"].value),
    }
