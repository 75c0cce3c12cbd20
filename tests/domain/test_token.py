"""Bearer tokens: the checksum rejects typos, and scanners recognize leaked tokens."""

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import BUNDLES, RANDOM_BYTES, Scope, Token, TokenState, hash_of, looks_right, make_token
from tests.examples import examples
from tests.makers import NOON

DAY_S = 86_400
LETTERS = string.ascii_letters + string.digits


def a_text(seed: int = 7) -> str:
    return make_token(seed.to_bytes(RANDOM_BYTES, "big")).reveal()


def a_token(*, expires_at: Instant | None) -> Token:
    return Token(
        id="tok_1",
        name="shop",
        scopes=frozenset(),
        receiver_ids=None,
        created_at=NOON,
        expires_at=expires_at,
        last_used_at=None,
    )


@given(st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES))
def test_a_new_token_is_well_formed_and_found_by_scanners(random: bytes) -> None:
    text = make_token(random).reveal()

    assert looks_right(text)
    assert re.fullmatch("pst_[0-9A-Za-z]{36}", text)


@settings(max_examples=examples(500))
@given(st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES), st.integers(4, 39), st.sampled_from(LETTERS))
def test_one_wrong_character_fails_the_checksum(random: bytes, place: int, letter: str) -> None:
    text = make_token(random).reveal()
    wrong = text[:place] + letter + text[place + 1 :]

    assert looks_right(wrong) == (wrong == text)


@pytest.mark.parametrize(
    "text", ["", "pst_", a_text()[:-1], a_text() + "a", a_text().upper(), "x" + a_text(), a_text() + "\n"]
)
def test_another_shape_is_no_token(text: str) -> None:
    assert not looks_right(text)


def test_different_randomness_makes_different_tokens_and_hashes() -> None:
    texts = [a_text(seed) for seed in range(1_000)]

    assert len(set(texts)) == len({hash_of(text) for text in texts}) == 1_000


def test_a_token_is_valid_until_it_ends() -> None:
    token = a_token(expires_at=after(NOON, seconds=60))

    assert token.is_valid(after(NOON, seconds=59.999999))
    assert not token.is_valid(after(NOON, seconds=60))


def test_the_operator_may_do_everything_and_staff_make_no_receivers() -> None:
    assert BUNDLES["operator"] == frozenset(Scope)
    assert BUNDLES["staff"] < BUNDLES["operator"]
    assert Scope.RECEIVERS_WRITE in BUNDLES["integrator"] - BUNDLES["staff"]
    assert Scope.TOKENS_WRITE not in BUNDLES["integrator"] | BUNDLES["staff"]


@pytest.mark.parametrize(
    ("days", "left_s", "state"),
    [
        (90, 14 * DAY_S + 1, TokenState.VALID),
        (90, 14 * DAY_S, TokenState.ENDING),
        (90, 1, TokenState.ENDING),
        (90, 0, TokenState.EXPIRED),
        (8, 2 * DAY_S + 1, TokenState.VALID),  # the last quarter of a short life
        (8, 2 * DAY_S, TokenState.ENDING),
        (8, -DAY_S, TokenState.EXPIRED),
    ],
)
def test_a_token_is_ending_before_it_expires(days: int, left_s: int, state: TokenState) -> None:
    token = a_token(expires_at=after(NOON, seconds=days * DAY_S))

    assert token.state(after(NOON, seconds=days * DAY_S - left_s)) is state


def test_a_token_without_an_end_is_never_ending() -> None:
    assert a_token(expires_at=None).state(after(NOON, seconds=9_999 * DAY_S)) is TokenState.VALID
