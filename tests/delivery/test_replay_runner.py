"""What the replays of one receiver make of outcomes that are written down meanwhile."""

from typing import cast

import pytest

from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.replay_runner import ReplayRunner, RunningReplay
from plantstore.domain.replay import ReplayOnly
from tests.makers import a_replay, a_retry, an_event

pytestmark = pytest.mark.usefixtures("engine_kind")


async def test_what_was_given_up_before_is_not_passed_over_when_that_is_heard_afterwards() -> None:
    """A commit can be heard of late. A replay that was asked for in between is there for what was given up with it."""

    replaying = ReplayRunner(cast(DeliveryContext, None), busy=set(), wake=lambda: None)
    replaying.take([RunningReplay(a_replay(only=ReplayOnly.FAILED, first=1, last=3), frozenset())])
    [run_of] = replaying._runs.values()
    run_of.page.extend((a_retry(number), an_event(number)) for number in (1, 2, 3))

    replaying.recorded(1, None, is_given_up=True)
    replaying.recorded(2, None, is_given_up=False)

    work = replaying.next()
    assert work is not None
    assert work.event.sequence == 1
    work = replaying.next()
    assert work is not None
    assert work.event.sequence == 3, "the second was tried since, and may have arrived"
