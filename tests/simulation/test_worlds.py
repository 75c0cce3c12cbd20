"""Many small worlds, each from a seed.

Whatever happened, in the end every event was accepted, cancelled by a person, or given up after a whole ladder; nothing
that was recorded as accepted, cancelled or given up was sent again unless a person asked for it; replays did what they
say; and nothing waits while its receiver is well.
"""

import random
from pathlib import Path

import pytest

from tests.simulation.loop import tell
from tests.simulation.stories import Story
from tests.simulation.worlds import LeapingClock, a_whole_world

STEPS = 120


async def a_story(folder: Path, seed: int, clock: LeapingClock) -> None:
    """Tell one story to its end."""
    chance = random.Random(seed)  # a story that can be told again
    async with a_whole_world(folder, chance, clock, places=chance.choice([4, 16, 64])) as world:
        story = Story(world, seed)
        await story.start()
        for _ in range(chance.randint(0, 4)):
            await story._add()
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            await story._register()
        for _ in range(STEPS):
            await story.step()
        await story.heal()
        await story.judge()


@pytest.mark.parametrize("seed", range(50))
def test_whatever_happens_every_event_arrives_or_is_cancelled_or_given_up(tmp_path: Path, seed: int) -> None:
    clock = LeapingClock()

    tell(lambda: a_story(tmp_path, seed, clock), clock)
