"""The clock that follows a server: machines with different clocks agree on what is due."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from plantstore.core.clock import FollowingClock
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.operations.scheduler import follow
from tests.makers import NOON
from tests.opened import opened
from tests.still_clock import StillClock


def test_before_the_first_poll_it_is_our_own_time() -> None:
    own = StillClock()

    assert FollowingClock(own).now() == own.now()


def test_it_advances_the_servers_time_independently_of_our_wall_clock() -> None:
    own = StillClock()
    clock = FollowingClock(own)
    own.move(2)

    clock.follow(after(NOON, seconds=500), requested_s=0.0)  # half of the two seconds ago
    assert clock.now() == after(NOON, seconds=501)

    own.leap(-3_600)
    own.move(10)
    assert clock.now() == after(NOON, seconds=511)


class _Interrupted(StillClock):
    """A clock during whose next monotonic reading another thread runs: `meanwhile` is what that thread does."""

    meanwhile: Callable[[], None] | None = None

    def monotonic(self) -> float:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return super().monotonic()


def test_a_thread_that_reads_it_while_it_is_set_gets_no_time_of_the_past() -> None:
    own = _Interrupted()
    clock = FollowingClock(own)
    clock.follow(NOON, requested_s=own.monotonic())
    own.move(60)
    before = clock.now()

    own.meanwhile = lambda: clock.follow(after(NOON, seconds=60), requested_s=own.monotonic())

    assert clock.now() == before == after(NOON, seconds=60)
    assert own.meanwhile is None


@pytest.mark.usefixtures("engine_kind")
def test_the_database_server_sets_the_clock_if_there_is_one(tmp_path: Path, engine_kind: str) -> None:
    async def look() -> Instant:
        own = StillClock(Instant(SECOND_US))
        async with opened(tmp_path, own) as store:
            clock = FollowingClock(own)
            await follow(clock, store.database)
            return clock.now()

    found = asyncio.run(look())

    assert (found > NOON) is (engine_kind == "postgresql")  # the server's year, or 1970 as it was
