"""A replay of failed deliveries reads a page again where a delivery has changed since."""

from pathlib import Path

import pytest

from plantstore.delivery.generation import Generation
from plantstore.delivery.replay_runner import ReplayRunner, RunningReplay
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.storage.tables import retries
from tests.delivery.test_receiver_worker_stale import what_was_sent
from tests.delivery.worker_runs import a_world
from tests.makers import RECEIVER, a_replay

pytestmark = pytest.mark.usefixtures("engine_kind")


async def test_a_delivery_that_changed_after_the_page_was_read_is_sent_only_if_it_is_still_exhausted(
    tmp_path: Path,
) -> None:
    """The notification of a commit can come late: the first delivery was exhausted before the replay was requested."""
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(1, 2, 3), events=3)
        generation, sent = Generation(), list[int]()
        runner = ReplayRunner(world.context, generation, busy=set(), wake=lambda: None)
        runner.set_running([RunningReplay(a_replay(only=ReplayOnly.FAILED, first=1, last=3), frozenset())])
        assert runner.next() is None, "the page is being read"
        await world.quiet()

        generation.advance(1)
        await world.database.write(lambda tx: retries.remove_delivered(tx, [(RECEIVER, 2)]))
        generation.advance(2)
        for _ in range(5):
            task = runner.next()
            sent += [] if task is None else [task.event.sequence]
            await world.quiet()

        assert sent == [1, 3]
