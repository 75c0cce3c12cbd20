"""Each way in which a receiver can be broken or hostile has one outcome, in time, and harms nothing that follows."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop

from plantstore.domain.delivery import OutcomeKind
from tests.chaos.behaviour import DEADLINE_S, Expected
from tests.chaos.harness import Hostile, Round, play_round, sending_to
from tests.chaos.hostile import BEHAVIOURS
from tests.sending.scripted_receiver import ACCESS_TOKEN

LATE_S = 0.5  # how late the end of a time may be seen: one sweep, and as much again
LATE_S_MAX = 8.0  # on a machine that is busy with other things
EVERY_BEHAVIOUR = pytest.mark.parametrize("name", BEHAVIOURS)


@pytest.fixture(scope="module", params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def played(hostile: Hostile, request: pytest.FixtureRequest) -> Round:
    """All behaviours at the same time, once on each loop; the tests look at what came of it."""
    run: Callable[[Coroutine[Any, Any, Round]], Round] = request.param

    async def main() -> Round:
        async with sending_to(hostile) as sender:
            return await play_round(hostile, sender)

    return run(main())


@EVERY_BEHAVIOUR
def test_a_behaviour_has_its_one_outcome(played: Round, name: str) -> None:
    outcomes = played.seen[name].outcomes

    found = tuple(Expected(one.kind, one.status, one.retry_after_s) for one in outcomes)
    assert found == BEHAVIOURS[name].expects, [one.detail for one in outcomes]
    assert all(one.detail.endswith((".", "?")) for one in outcomes if not one.accepted)
    assert ACCESS_TOKEN not in repr(outcomes)


@EVERY_BEHAVIOUR
def test_a_behaviour_ends_in_time(played: Round, name: str) -> None:
    row, seen = BEHAVIOURS[name], played.seen[name]

    assert max(seen.took_s) <= min(row.within_s, row.deadline_s) + min(LATE_S + 4 * played.late_s, LATE_S_MAX)
    for outcome, took_s in zip(seen.outcomes, seen.took_s, strict=True):
        assert outcome.kind is not OutcomeKind.DEADLINE or took_s >= DEADLINE_S - 0.01


@EVERY_BEHAVIOUR
def test_what_comes_after_a_behaviour_is_unaffected(played: Round, name: str) -> None:
    row, seen = BEHAVIOURS[name], played.seen[name]

    assert seen.beside is not None and seen.beside.accepted, seen.beside
    if row.mends:
        assert seen.mended is not None
        assert (seen.mended.kind, seen.mended.status) == (OutcomeKind.ACCEPTED, 204), seen.mended.detail


@EVERY_BEHAVIOUR
def test_a_connection_is_used_again_only_after_a_clean_answer(played: Round, name: str) -> None:
    row, seen = BEHAVIOURS[name], played.seen[name]

    assert seen.at_last.connections == row.connections
    assert seen.bad.requests <= len(row.expects), "no attempt makes more than one request"


def test_no_redirect_leads_to_another_receiver(played: Round) -> None:
    assert (played.elsewhere.connections, played.elsewhere.requests) == (0, 0)
