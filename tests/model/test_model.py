"""Whatever is done to a store, in whatever order, it shows what a plain model says, and in the end it owes nothing."""

from pathlib import Path

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.model.rules import Store
from tests.proving import Figures, Progress

EXAMPLES = 100
STEPS = 50


@pytest.mark.timeout(900)  # a failure is made short, which takes longer than to find it
def test_a_store_shows_what_a_plain_model_says_and_owes_nothing_in_the_end() -> None:
    run_state_machine_as_test(Store, settings=_settings(EXAMPLES))


def prove_model(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run so many examples; a failure prints the shortest one that fails."""

    class Seeded(Store):
        def teardown(self) -> None:
            super().teardown()
            progress(min(count, self.seen["runs"]))

    Seeded.seen.clear()
    run_state_machine_as_test(hypothesis.seed(seed)(Seeded), settings=_settings(count))
    return {"lost": 0, **{name: number for name, number in Seeded.seen.items() if name != "runs"}}


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=False,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
