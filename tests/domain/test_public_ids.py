"""Ids: their format, their order by time, and their uniqueness."""

import re

from hypothesis import given
from hypothesis import strategies as st

from plantstore.core.ids import Ids
from plantstore.domain.public_ids import RECEIVER_ID_BITS, ReceiverId, encode, parse_receiver, receiver_text
from tests.still_clock import StillClock

RECEIVER_IDS = st.integers(0, 2**RECEIVER_ID_BITS - 1).map(ReceiverId)


def some_ids(clock: StillClock | None = None, *, worker: int = 0) -> Ids:
    return Ids(clock or StillClock(), lambda count: b"\xff" * count, worker=worker)


@given(RECEIVER_IDS)
def test_a_receivers_id_is_read_back(receiver: ReceiverId) -> None:
    assert parse_receiver(receiver_text(receiver)) == receiver


@given(st.text(max_size=20))
def test_no_text_is_taken_for_another_id(text: str) -> None:
    found = parse_receiver(text)

    assert found is None or receiver_text(found) == text


@given(st.integers(0, 2**130 - 1), st.integers(0, 2**130 - 1))
def test_text_order_is_number_order(one: int, other: int) -> None:
    assert (encode(one, chars=26) < encode(other, chars=26)) == (one < other)


def test_ids_have_the_prefix_of_their_kind() -> None:
    ids = some_ids()

    assert re.fullmatch("evt_[0-9a-hjkmnp-tv-z]{26}", ids.event())
    assert re.fullmatch("tok_[0-9a-hjkmnp-tv-z]{26}", ids.token())
    assert re.fullmatch("req_[0-9a-hjkmnp-tv-z]{26}", ids.request())
    assert 0 < ids.receiver() < 2**RECEIVER_ID_BITS


def test_no_id_is_longer_than_promised() -> None:
    ids = some_ids()
    makers = [name for name, one in vars(Ids).items() if getattr(one, "__annotations__", {}).get("return") is str]
    lengths = {name: len(getattr(ids, name)()) for name in makers if not name.startswith("_")}

    assert {"event", "token", "person", "alert_message"} <= lengths.keys()
    assert max(lengths.values()) <= 64
    assert len(receiver_text(ids.receiver())) <= 64


def test_later_ids_sort_after_earlier_ones() -> None:
    clock = StillClock()
    ids = some_ids(clock)
    event, receiver, attempt = ids.event(), ids.receiver(), ids.attempt()

    clock.move(0.001)

    assert event < ids.event()
    assert receiver < ids.receiver()
    assert attempt < ids.attempt()


def test_attempts_never_share_a_number_even_when_the_clock_goes_back() -> None:
    clock = StillClock()
    ids = some_ids(clock)
    made = [ids.attempt() for _ in range(5_000)]
    clock.move(-3_600)
    made += [ids.attempt() for _ in range(5_000)]

    assert made == sorted(set(made))
    assert max(made) < 2**63


def test_two_workers_and_a_restart_never_share_a_number() -> None:
    one, two = some_ids(worker=1), some_ids(worker=2)
    made = [ids.attempt() for _ in range(100) for ids in (one, two)]
    restarted = some_ids(worker=1)
    restarted.continue_attempts_after(max(made))

    assert len(set(made)) == 200
    assert restarted.attempt() > max(made)
