"""The state of a receiver, from its pause and its circuit breaker."""

from dataclasses import replace
from itertools import product

import pytest

from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.receivers.receiver import Receiver, ReceiverState
from plantstore.domain.timestamps import Instant, after
from tests.makers import NOON, a_receiver

OPEN = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON)
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON)
RESTING = Breaker(rest_until=NOON)


@pytest.mark.parametrize(
    ("breaker", "state", "held"),
    [
        (HEALTHY, ReceiverState.ACTIVE, False),
        (RESTING, ReceiverState.ACTIVE, False),
        (OPEN, ReceiverState.FAILING, False),
        (GONE, ReceiverState.DISABLED, True),
    ],
)
def test_the_breaker_decides_the_state_of_a_receiver_that_is_not_paused(
    breaker: Breaker, state: ReceiverState, held: bool
) -> None:
    receiver = a_receiver(breaker=breaker)

    assert (receiver.state, receiver.held) == (state, held)


@pytest.mark.parametrize("breaker", [HEALTHY, RESTING, OPEN, GONE])
def test_paused_takes_precedence_over_the_breaker(breaker: Breaker) -> None:
    receiver = a_receiver(paused=True, breaker=breaker)

    assert (receiver.state, receiver.held) == (ReceiverState.PAUSED, True)


def test_every_receiver_has_a_state_and_only_paused_and_disabled_ones_are_held() -> None:
    receivers: list[Receiver] = [
        a_receiver(paused=paused, breaker=breaker) for paused, breaker in product((True, False), (HEALTHY, OPEN, GONE))
    ]

    assert {one.state for one in receivers} == set(ReceiverState)
    assert all(one.held == (one.state in ("paused", "disabled")) for one in receivers)


SOON, LATER = after(NOON, seconds=5), after(NOON, seconds=60)


@pytest.mark.parametrize(
    ("breaker", "now", "called_at"),
    [
        (replace(OPEN, open_until=SOON), NOON, SOON),
        (replace(OPEN, open_until=SOON), LATER, SOON),
        (replace(OPEN, open_until=SOON, rest_until=LATER), NOON, LATER),
        (Breaker(rest_until=LATER), NOON, LATER),
        (Breaker(rest_until=LATER), LATER, None),
        (HEALTHY, NOON, None),
    ],
)
def test_a_receiver_is_called_next_when_neither_pause_nor_rest_keeps_us_away(
    breaker: Breaker, now: Instant, called_at: Instant | None
) -> None:
    assert a_receiver(breaker=breaker).next_probe_at(now) == called_at
    assert a_receiver(paused=True, breaker=breaker).next_probe_at(now) is None


@pytest.mark.parametrize(
    ("built_in", "ephemeral", "loopback"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_only_built_in_and_ephemeral_receivers_may_use_loopback(
    built_in: bool, ephemeral: bool, loopback: bool
) -> None:
    assert a_receiver(built_in=built_in, ephemeral=ephemeral).loopback is loopback


@pytest.mark.parametrize("max_rate", [0.0, -1.0])
def test_a_receiver_has_no_rate_of_nothing(max_rate: float) -> None:
    with pytest.raises(AssertionError):
        a_receiver(max_rate=max_rate)
