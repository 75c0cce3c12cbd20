"""Shards, fair shares, and how a process is found dead without comparing two clocks."""

from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.lease import (
    LEASE_RENEW_S,
    LEASE_S,
    SHARDS,
    Heartbeat,
    Role,
    WatchedPeer,
    fair_share,
    observe_heartbeats,
    renew_after_s,
    shard_of,
)
from plantstore.domain.public_ids import ReceiverId

STEP_S = 1.0  # between two looks


def looking(*heartbeats: int | None, step_s: float = STEP_S, lease_s: float = LEASE_S) -> WatchedPeer | None:
    """Return the watched peer after these polls of its heartbeat; None is a poll that failed."""
    known: dict[str, WatchedPeer] = {}
    last_poll_s = 0.0
    for number, beat in enumerate(heartbeats):
        now_s = number * step_s
        if beat is not None:
            known = observe_heartbeats(
                known, {"a": Heartbeat(beat=beat, lease_s=lease_s)}, last_poll_s=last_poll_s, now_s=now_s
            )
            last_poll_s = now_s
    return known.get("a")


def is_dead_after(*heartbeats: int | None, step_s: float = STEP_S, lease_s: float = LEASE_S) -> bool:
    found = looking(*heartbeats, step_s=step_s, lease_s=lease_s)
    assert found is not None
    return found.is_expired((len(heartbeats) - 1) * step_s)


def test_a_peer_expires_after_a_lease_without_heartbeat() -> None:
    assert not is_dead_after(*[7] * 15)
    assert is_dead_after(*[7] * 16), "fifteen seconds lie between sixteen looks"


def test_any_heartbeat_change_restarts_the_timeout() -> None:
    assert not is_dead_after(*[7] * 15, *[8] * 15)
    assert is_dead_after(*[7] * 15, *[8] * 16)
    assert not is_dead_after(*[7] * 15, *[6] * 15), "of a store that was restored"


def test_each_process_is_judged_by_the_length_of_its_own_lease() -> None:
    assert is_dead_after(*[7] * 4, lease_s=3)
    assert not is_dead_after(*[7] * 4, lease_s=3.5)


def test_a_late_poll_restarts_every_timeout() -> None:
    blind = [None] * 7

    assert not is_dead_after(*[7] * 8, *blind, *[7] * 15)
    assert is_dead_after(*[7] * 8, *blind, *[7] * 16)
    assert is_dead_after(*[7] * 8, *blind[1:], 7, 7), "a short blindness is none"


def test_a_removed_peer_is_forgotten() -> None:
    known = observe_heartbeats(
        {}, {"a": Heartbeat(beat=1, lease_s=3), "b": Heartbeat(beat=1, lease_s=3)}, last_poll_s=0, now_s=0
    )

    assert observe_heartbeats(known, {"b": Heartbeat(beat=1, lease_s=3)}, last_poll_s=0, now_s=1).keys() == {"b"}


def test_a_lease_is_renewed_after_a_third_of_it() -> None:
    assert renew_after_s(LEASE_S) == LEASE_RENEW_S
    assert renew_after_s(1.5) == 0.5


@given(st.sets(st.text("abc0", min_size=1), min_size=1, max_size=100))
def test_fair_shares_are_all_shards_and_differ_by_one_at_most(processes: set[str]) -> None:
    shares = [fair_share(processes, one) for one in sorted(processes)]

    assert sum(shares) == SHARDS
    assert shares == sorted(shares, reverse=True)
    assert max(shares) - min(shares) <= 1


def test_every_receiver_has_a_shard() -> None:
    assert {shard_of(ReceiverId(number)) for number in range(1_000)} == set(range(SHARDS))
    assert shard_of(ReceiverId((1 << 63) - 1)) == 63


def test_an_api_process_owns_no_shards() -> None:
    assert [role for role in Role if role.sends] == [Role.ALL, Role.DISPATCHER]
