"""Challenges: for one purpose, person and browser, and for five minutes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.passkey import CHALLENGE_S_MAX
from plantstore.domain.timestamps import after
from plantstore.web.auth import challenges
from plantstore.web.auth.challenges import Ceremony, Purpose
from tests.makers import NOON

KEY = b"k" * 32
CEREMONY = Ceremony(purpose=Purpose.CREATE, person_id="per_1", browser="a browser")
MADE = challenges.make(KEY, CEREMONY, now=NOON, random_bytes=lambda count: b"r" * count)


def test_a_challenge_is_valid_for_five_minutes() -> None:
    assert challenges.is_valid(KEY, MADE, CEREMONY, now=NOON)
    assert challenges.is_valid(KEY, MADE, CEREMONY, now=after(NOON, seconds=CHALLENGE_S_MAX - 1))
    assert not challenges.is_valid(KEY, MADE, CEREMONY, now=after(NOON, seconds=CHALLENGE_S_MAX))


@pytest.mark.parametrize(
    "other",
    [
        replace(CEREMONY, purpose=Purpose.CONFIRM),
        replace(CEREMONY, person_id="per_2"),
        replace(CEREMONY, person_id=""),
        replace(CEREMONY, browser="another"),
        replace(CEREMONY, person_id="per_1\0a", browser="browser"),
    ],
)
def test_a_challenge_is_valid_for_nothing_else(other: Ceremony) -> None:
    assert not challenges.is_valid(KEY, MADE, other, now=NOON)


def test_a_challenge_of_another_store_is_not_valid() -> None:
    assert not challenges.is_valid(b"o" * 32, MADE, CEREMONY, now=NOON)


@given(place=st.integers(0, len(MADE) - 1), bit=st.integers(0, 7))
def test_a_changed_challenge_is_not_valid(place: int, bit: int) -> None:
    changed = bytearray(MADE)
    changed[place] ^= 1 << bit

    assert not challenges.is_valid(KEY, bytes(changed), CEREMONY, now=NOON)


@pytest.mark.parametrize("wrong", [b"", MADE[:-1], MADE + b"\0"], ids=["empty", "short", "long"])
def test_a_challenge_has_one_length(wrong: bytes) -> None:
    assert not challenges.is_valid(KEY, wrong, CEREMONY, now=NOON)
