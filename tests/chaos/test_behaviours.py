"""Each way in which a receiver can be broken or hostile has one outcome, in time, and affects no other receiver."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop

from plantstore.domain.deliveries.delivery import OutcomeKind
from tests.chaos.behaviour import DEADLINE_S, Expected
from tests.chaos.harness import Hostile, Round, play_round, sending_to
from tests.chaos.hostile import BEHAVIOURS
from tests.sending.scripted_receiver import ACCESS_TOKEN

LATE_S = 0.5  # how late a timeout may be noticed: twice the interval of a sweep
LATE_S_MAX = 8.0  # on a busy machine


@pytest.fixture(scope="module", params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def played(hostile: Hostile, request: pytest.FixtureRequest) -> Round:
    """All behaviours at the same time, once on each kind of event loop; each test checks all of them."""
    run: Callable[[Coroutine[Any, Any, Round]], Round] = request.param

    async def main() -> Round:
        async with sending_to(hostile) as sender:
            return await play_round(hostile, sender)

    played = run(main())
    assert played.seen.keys() == BEHAVIOURS.keys() and len(BEHAVIOURS) > 100
    return played


def test_each_behaviour_has_its_expected_outcome(played: Round) -> None:
    for name, row in BEHAVIOURS.items():
        outcomes = played.seen[name].outcomes
        found = tuple(Expected(outcome.kind, outcome.status, outcome.retry_after_s) for outcome in outcomes)

        assert found == row.expects, (name, [outcome.detail for outcome in outcomes])
        assert all(outcome.detail.endswith((".", "?")) for outcome in outcomes if not outcome.accepted), name
        assert ACCESS_TOKEN not in repr(outcomes), name


def test_each_behaviour_ends_in_time(played: Round) -> None:
    for name, row in BEHAVIOURS.items():
        seen = played.seen[name]
        late_s = min(LATE_S + 4 * played.late_s, LATE_S_MAX)

        assert max(seen.took_s) <= min(row.within_s, row.deadline_s) + late_s, name
        for outcome, took_s in zip(seen.outcomes, seen.took_s, strict=True):
            assert outcome.kind is not OutcomeKind.DEADLINE or took_s >= DEADLINE_S - 0.01, name


def test_no_behaviour_affects_a_receiver_or_a_request_after_it(played: Round) -> None:
    for name, row in BEHAVIOURS.items():
        seen = played.seen[name]

        assert seen.healthy is not None and seen.healthy.accepted, (name, seen.healthy)
        if row.mends:
            assert seen.mended is not None, name
            assert (seen.mended.kind, seen.mended.status) == (OutcomeKind.ACCEPTED, 204), (name, seen.mended.detail)


def test_a_connection_is_reused_only_after_a_clean_response(played: Round) -> None:
    for name, row in BEHAVIOURS.items():
        seen = played.seen[name]

        assert seen.at_last.connections == row.connections, name
        assert seen.bad.requests <= len(row.expects), (name, "no attempt makes more than one request")


def test_no_redirect_leads_to_another_receiver(played: Round) -> None:
    assert (played.elsewhere.connections, played.elsewhere.requests) == (0, 0)
