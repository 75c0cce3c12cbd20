"""Words that differ by few edits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.plants import misspelling
from plantstore.domain.plants.search_terms import WORD_CHARS_MAX, terms_of

FEW_LETTERS = st.text(alphabet="abс桜", max_size=8)
TERMS = st.text(max_size=64).flatmap(lambda text: st.sampled_from(terms_of(text) or ("rosa",)))


def edits(one: str, other: str) -> int:
    """The textbook's matrix of optimal string alignment."""
    rows: dict[tuple[int, int], int] = {
        (left, right): left + right for left in range(len(one) + 1) for right in (0, *range(len(other) + 1))
    }
    for left in range(1, len(one) + 1):
        for right in range(1, len(other) + 1):
            differs = one[left - 1] != other[right - 1]
            fewest = min(rows[left - 1, right] + 1, rows[left, right - 1] + 1, rows[left - 1, right - 1] + differs)
            if left > 1 and right > 1 and (one[left - 1], one[left - 2]) == (other[right - 2], other[right - 1]):
                fewest = min(fewest, rows[left - 2, right - 2] + 1)
            rows[left, right] = fewest
    return rows[len(one), len(other)]


def distance(one: str, other: str) -> int:
    [(found, _)] = misspelling.nearest(one, [other], most=len(one) + len(other))
    return found


@pytest.mark.parametrize(
    ("word", "meant", "away"),
    [
        ("monstra", "monstera", 1),
        ("lavendula", "lavandula", 1),
        ("rsoa", "rosa", 1),
        ("hydranga", "hydrangea", 1),
        ("limelite", "limelight", 3),
        ("роза", "роза", 0),
        ("", "abc", 3),
    ],
)
def test_an_edit_inserts_deletes_replaces_or_swaps(word: str, meant: str, away: int) -> None:
    assert distance(word, meant) == away
    assert (meant in misspelling.one_edit_away(word)) is (away == 1)


@given(FEW_LETTERS, FEW_LETTERS)
def test_the_distance_is_that_of_the_matrix(one: str, other: str) -> None:
    expected = edits(one, other)

    assert distance(one, other) == expected
    assert misspelling.nearest(one, [other], most=3) == ([(expected, other)] if expected <= 3 else [])


@given(TERMS)
def test_the_strings_one_edit_away_are_that_and_bounded(word: str) -> None:
    found = misspelling.one_edit_away(word)

    assert all(distance(word, other) == 1 for other in list(found)[:200])
    assert len(word) <= WORD_CHARS_MAX
    assert len(found) <= 90 * 2 * (len(word) + 1)


@given(TERMS)
def test_the_parts_of_a_word_make_it_up_and_are_searched_as_parts(word: str) -> None:
    for left, right in misspelling.splits(word):
        assert left + right == word
        assert set(terms_of(misspelling.split_text(left, right))) == {left, right}


def test_of_candidates_the_nearest_come_first_then_alphabetically() -> None:
    candidates = ["acerola", "aker", "acre", "acer", "maple", "aceer"]

    assert misspelling.nearest("acer", candidates, most=1) == [(0, "acer"), (1, "aceer"), (1, "acre"), (1, "aker")]


def test_short_words_and_numbers_are_not_misspelt() -> None:
    words = ("a", "ab", "桜", "15", "2000000000077", "abc", "abcdef", "abcdefgh", "a" * 64)

    assert [misspelling.edits_max(word) for word in words] == [0, 0, 0, 0, 0, 1, 2, 3, 3]
