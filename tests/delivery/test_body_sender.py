"""A worker whose receiver has a body of its own: what happens while a body is computed."""

from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.receivers.receiver import Payload
from plantstore.storage.tables import receivers
from tests.delivery.worker_runs import TEMPLATE, a_world

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]


async def test_a_body_that_was_computed_before_a_pause_is_not_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        changed = replace((await world.load()).receiver, payload=Payload.EXPRESSION, expression="{title: name}")
        await world.database.write(lambda tx: receivers.update(tx, changed))
        worker = await world.start()
        assert not worker.is_idle
        worker.hold()
        await world.quiet()

        retry = await world.retry(1)
        assert world.network.all == [] and worker.is_idle
        assert retry is not None
        assert (retry.last_outcome, retry.attempts) == (OutcomeKind.STOPPED, 0)

        worker.update(await world.load(), TEMPLATE)
        await world.quiet()
        assert world.network.waiting == [1]
