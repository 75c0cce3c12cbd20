"""After any commands in any order, a store agrees with a plain model, and delivers everything in the end."""

from pathlib import Path

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.examples import examples
from tests.model.rules import Store
from tests.proving import Figures, Progress

EXAMPLES = examples(20)  # `make proof PART=model` runs thousands
STEPS = 50


@pytest.mark.timeout(900)  # shortening a failure takes longer than finding it
def test_a_store_agrees_with_a_plain_model_and_delivers_everything() -> None:
    run_state_machine_as_test(Store, settings=_settings(EXAMPLES))


def prove_model(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Run `count` examples; a failure prints the shortest failing one."""

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
